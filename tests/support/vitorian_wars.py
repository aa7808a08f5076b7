"""The pending decision of Vitorian Wars by its name (VW 3.9), from what may be played."""

from __future__ import annotations

from arbitre import CHANCE, Game, State

BY_KIND = {
    "keep_hand": "MULLIGAN",
    "accept_burnout": "BURNOUT_RESPONSE",
    "end_maintenance": "MAINTENANCE",
    "end_main": "MAIN_ACTION",
    "end_combat": "COMBAT_ACTION",
    "pay": "PAYMENT",
    "target": "CHOOSE_TARGETS",
    "no_more": "CHOOSE_TARGETS",
    "destination": "CHOOSE_DESTINATION",
    "target_order": "CHOOSE_ORDER",
    "return_resource": "CHOOSE_RETURN",
    "ready_resource": "CHOOSE_READY",
    "arrange": "ARRANGE_CONVOY",
    "coin": "COIN",
    "draw": "DRAW",
    "reveal_convoy": "REVEAL_CONVOY",
    "reveal_pile": "REVEAL_PILE",
}


def decision(game: Game, state: State) -> str:
    """The decision that a position stands at; "" after the end."""
    if state.over:
        return ""
    (seat,) = state.to_act
    codes = game.chance(state)[0] if seat == CHANCE else game.legal(state, seat)
    kinds = {game.move(int(code)).kind for code in codes}
    document = game.document(state)
    if "pass" in kinds:
        return "ORDER_WINDOW" if document["combat"]["step"].startswith("orders") else "BARRAGE"
    if "discard" in kinds:
        return "CHOOSE_DISCARD" if document["frames"] else "DISCARD_TO_LIMIT"
    return next(name for kind, name in BY_KIND.items() if kind in kinds)
