"""arbitre: a native referee for strategy games.

>>> import arbitre
>>> game = arbitre.load("sept_solines")
>>> state = game.initial(players=2, seed=7)
>>> game.validate(state, state.to_act[0], {"kind": "take", "place": 0}).ok
True
"""

from __future__ import annotations

from arbitre._native import CHANCE, SPECTATOR, Batch, Event, Move, State, Verdict
from arbitre.errors import (
    ArbitreError,
    DocumentError,
    LogError,
    OrdersError,
    Reason,
    Rejected,
    RulesError,
    SetupError,
    WireError,
)
from arbitre.game import Domain, Estimate, EventKind, Game, Kind, Option, Verdicts, load
from arbitre.games import games
from arbitre.match import Match

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "ArbitreError",
    "Batch",
    "DocumentError",
    "Domain",
    "Estimate",
    "Event",
    "EventKind",
    "Game",
    "Kind",
    "LogError",
    "Match",
    "Move",
    "Option",
    "OrdersError",
    "Reason",
    "Rejected",
    "RulesError",
    "SetupError",
    "State",
    "Verdict",
    "Verdicts",
    "WireError",
    "games",
    "load",
]
