"""Vitorian Wars for its tests: the pending decision by its name, positions, cards of other sets."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

import arbitre
from arbitre import CHANCE, Game, State

Document: TypeAlias = dict[str, Any]

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
    """VW 3.9: the decision that a position stands at, from what may be played; "" after the end."""
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


# --- positions ---


def unit(card: str, **marks: Any) -> Document:
    """A unit that has been on the grid for some time."""
    flags = dict.fromkeys(("exhausted", "hold", "entered", "moved"), False)
    return {
        "card": card,
        **flags,
        "attacks": 0,
        "shields": 0,
        "equipment": None,
        "mods": {},
    } | marks


def table(
    game: Game, grid: Document | None = None, hand: Document | None = None, **patches: Any
) -> Document:
    """The main phase of seat 0 in turn 5; both have two ready resources of each type."""
    document = game.document(game.initial(players=2, seed=0, chance="manual", first=0))
    document |= {"phase": "main", "step": "action", "turn": 5, "active": 0, "frames": []}
    document["grid"] = grid or {}
    for player in document["players"]:
        colour = player["sovereign"].partition("_")[0]
        player["deck"] = {"grey_militia_band": 4, "grey_free_militia": 4}
        player["hand"] = {}
        player["convoy"] = [None] * 6
        player["convoy_pool"] = {f"res_{colour}_p_1": 3, f"res_{colour}_s_1": 3}
        player["zone"] = {
            "ready": {f"res_{colour}_p_1": 2, f"res_{colour}_s_1": 2},
            "exhausted": {},
        }
    document["players"][0] |= {"hand": hand or {}} | patches
    return document


def build(game: Game, document: Document) -> State:
    """The position of a document; chance is played by the test."""
    return game.build(document, chance="manual", seed=0)


# --- cards of other sets ---


def overlay(folder: Path, cards: str = "", rules: str = "", decks: str = "") -> Game:
    """The game with these files laid over its data."""
    for name, text in (("cards", cards), ("rules", rules), ("decks", decks)):
        if text:
            (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return arbitre.load("vitorian_wars", content=folder)


def card(name: str, *abilities: str, **columns: Any) -> str:
    """A row of a cards file: by default a unit of level 1 that costs nothing but its level."""
    fields = {"id": name, "type": "unit", "faction": "grey", "level": 1, "atk": 1, "def": 1}
    rows = [f"{key} = {value!r}" for key, value in (fields | columns).items() if value is not None]
    return "\n".join(["[[cards]]", *rows, f"abilities = {list(abilities)!r}", ""])


def order(name: str, *abilities: str) -> str:
    """A row of a cards file: an order that costs nothing."""
    return card(name, *abilities, type="order", level=None, atk=None, **{"def": None})
