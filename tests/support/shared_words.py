"""What all games need labels for, for `tests/test_labels.py`."""

from __future__ import annotations

SHARED_CODES = """
    OK UNKNOWN_ACTION UNKNOWN_FIELD UNKNOWN_ID UNKNOWN_SEAT NOT_A_CHANCE_MOVE NOT_A_PLAYER_MOVE
    NO_DRAW_PENDING NOT_YOUR_TURN GAME_OVER OBSERVATION_ONLY
    WIRE_LENGTH WIRE_MAGIC WIRE_GAME WIRE_VERSION WIRE_CHECKSUM UNKNOWN_RULES WIRE_INVARIANT
    UNKNOWN_OPTION BAD_OPTION_VALUE BAD_PLAYERS
    LOG_FORMAT LOG_VERSION LOG_SIZE LOG_TRUNCATED LOG_RECORD LOG_GAME LOG_RULES LOG_SETUP LOG_MOVE
    LOG_POSITION LOG_END
"""
SHARED_EVENTS = {
    "match_ended": "why",
    "match_resigned": "seat",
    "match_undo_asked": "seat",
    "match_undo_agreed": "seat",
    "match_undo_refused": "seat",
    "match_undone": "seat",
}
"""What happens to matches that the service holds."""

SHARED_WORDS = ("and", "hidden", "nobody", "yes", "no", "seat")
