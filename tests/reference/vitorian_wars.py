"""The combat of Vitorian Wars, slow and plain (VW 4.9, 4.11, 5, 8), over a document (VW 12).

Written from the rules. It reads the cards from the data of the package by itself, so that the
notation of abilities is read twice, too.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import arbitre

Document = Mapping[str, Any]

DATA = Path(arbitre.__file__).parent / "data" / "vitorian_wars"
NUMBERS = tomllib.loads((DATA / "rules.toml").read_text(encoding="utf-8"))
CARDS = {
    card["id"]: card
    for card in tomllib.loads((DATA / "cards.toml").read_text(encoding="utf-8"))["cards"]
}
TYPES = {resource["id"]: resource["type"] for resource in NUMBERS["resources"]}
VALUES = {resource["id"]: resource["value"] for resource in NUMBERS["resources"]}

# `static: modify all own in rear_guard of infantry with heavy level 3 other atk 1 def 1 for static`
STATIC = re.compile(
    r"modify all (?P<side>own|enemy)(?: in (?P<row>\w+))?(?: of (?P<subtypes>[\w+]+))?"
    r"(?: with (?P<keywords>[\w+]+))?(?: level (?P<level>\d+))?(?P<other> other)?"
    r"(?: atk (?P<atk>-?\d+))?(?: def (?P<def>-?\d+))? for static"
)
ATTACHED = re.compile(r"modify host(?: atk (?P<atk>-?\d+))?(?: def (?P<def>-?\d+))? for .*")
GRANTED = re.compile(r"grant_keyword host (\w+) for .*")
RULE = re.compile(r"rule (\w+) (-?\d+) for (own|all)")


class Cell(NamedTuple):
    """Seat, row and column of a cell."""

    seat: int
    row: str
    column: int

    @classmethod
    def of(cls, name: str) -> Cell:
        return cls(int(name[0]), name[1], int(name[2]))

    def __str__(self) -> str:
        return f"{self.seat}{self.row}{self.column}"


class Figures(NamedTuple):
    """Attack and defense."""

    attack: int
    defense: int


def operations(card: str, trigger: str) -> Iterator[str]:
    """The operations of a card under a trigger, as they are written."""
    for ability in CARDS[card].get("abilities", []):
        head, _, text = ability.partition(": ")
        if head.split()[0] == trigger:
            yield from (part.strip() for part in text.split(";"))


def units(doc: Document, seat: int | None = None) -> list[Cell]:
    """The occupied cells, of one side or of both."""
    cells = [Cell.of(name) for name in doc["grid"]]
    return [cell for cell in cells if seat is None or cell.seat == seat]


def at(doc: Document, cell: Cell) -> Any:
    """The unit on a cell, or None."""
    return doc["grid"].get(str(cell))


def in_play(doc: Document) -> Iterator[tuple[int, str, Cell | None]]:
    """What has `static` abilities: owner, card, and the cell where it is a unit."""
    for cell in units(doc):
        yield cell.seat, at(doc, cell)["card"], cell
    for seat, player in enumerate(doc["players"]):
        if player["field"] is not None:
            yield seat, player["field"], None


def keywords(unit: Mapping[str, Any]) -> set[str]:
    """VW 8: printed, by equipment, granted for some time."""
    found = set(CARDS[unit["card"]].get("keywords", []))
    if unit["equipment"] is not None:
        for operation in operations(unit["equipment"], "attached"):
            found |= {word for word in GRANTED.findall(operation)}
    for granted in unit["mods"].values():
        found |= set(granted["keywords"])
    return found


def fits(doc: Document, cell: Cell, source: Cell | None, owner: int, match: re.Match[str]) -> bool:
    """Whether a `static` ability of a source means the unit on a cell (VW 8.1)."""
    unit = at(doc, cell)
    card = CARDS[unit["card"]]
    row = {"vanguard": "V", "rear_guard": "R", None: cell.row}[match["row"]]
    subtypes, words = match["subtypes"], match["keywords"]
    return (
        (cell.seat == owner) is (match["side"] == "own")
        and cell.row == row
        and (subtypes is None or bool(set(subtypes.split("+")) & set(card["subtypes"])))
        and (words is None or bool(set(words.split("+")) & keywords(unit)))
        and (match["level"] is None or card["level"] <= int(match["level"]))
        and not (match["other"] and cell == source)
    )


def lasting(doc: Document, cell: Cell) -> Figures:
    """VW 5.4: `atk0` and `def0`, which are without modifiers of the combat."""
    unit = at(doc, cell)
    card = CARDS[unit["card"]]
    attack, defense = card.get("atk", 0), card.get("def", 0)
    matches: list[re.Match[str] | None] = []
    if unit["equipment"] is not None:
        matches += map(ATTACHED.fullmatch, operations(unit["equipment"], "attached"))
    for owner, name, source in in_play(doc):
        for operation in operations(name, "static"):
            match = STATIC.fullmatch(operation)
            assert match or RULE.fullmatch(operation), operation
            if match and fits(doc, cell, source, owner, match):
                matches.append(match)
    for match in matches:
        if match:
            attack += int(match["atk"] or 0)
            defense += int(match["def"] or 0)
    for expiry, modifier in unit["mods"].items():
        if expiry != "combat":
            attack += modifier["atk"]
            defense += modifier["def"]
    return Figures(attack, defense)


def passing(unit: Mapping[str, Any]) -> Figures:
    """VW 5.4: `ma` and `md`, the modifiers of the combat."""
    modifier = unit["mods"].get("combat", {"atk": 0, "def": 0})
    return Figures(modifier["atk"], modifier["def"])


def rule(doc: Document, name: str, seat: int) -> int:
    """What `rule` operations in play add to a number for a side (VW 8.1)."""
    total = 0
    for owner, card, _ in in_play(doc):
        for operation in operations(card, "static"):
            match = RULE.fullmatch(operation)
            if match and match[1] == name and (match[3] == "all" or owner == seat):
                total += int(match[2])
    return total


def ready_value(doc: Document, seat: int, kind: str) -> int:
    """What the ready cards of a type are worth (VW 4.1)."""
    ready = doc["players"][seat]["zone"]["ready"]
    return sum(n * VALUES[name] for name, n in ready.items() if TYPES[name] == kind)


# --- Declaration --------------------------------------------------------------------------------


def target_code(doc: Document, attacker: Cell, target: str) -> str:
    """VW 5.1: whether an attacker may aim at a cell or at the sovereign."""
    other = 1 - attacker.seat
    words = keywords(at(doc, attacker))
    front = at(doc, Cell(other, "V", attacker.column))
    rear = at(doc, Cell(other, "R", attacker.column))
    if target == "sovereign":
        if any("entrench" in keywords(at(doc, cell)) for cell in units(doc, other)):
            return "SOVEREIGN_PROTECTED_BY_ENTRENCH"
        held = rear is not None or (front is not None and "long_range" not in words)
        return "SOVEREIGN_PROTECTED_BY_COLUMN" if held else "OK"
    cell = Cell.of(target)
    if cell.seat != other:
        return "TARGET_WRONG_SIDE"
    if at(doc, cell) is None:
        return "TARGET_NOT_FOUND"
    if "entrench" in keywords(at(doc, cell)):
        return "OK"
    if cell.column != attacker.column:
        return "TARGET_OUT_OF_COLUMN"
    if cell.row == "R" and front is not None and "long_range" not in words:
        return "TARGET_NOT_FRONT"
    return "OK"


def attack_code(doc: Document, seat: int, kind: str, start: str, target: str) -> str:
    """VW 4.9: the verdict on `charge` and `declare_attack`."""
    cell = Cell.of(start)
    unit = at(doc, cell)
    if doc["turn"] == 1:
        return "FIRST_TURN_NO_COMBAT"
    if unit is None:
        return "TARGET_NOT_FOUND"
    if cell.seat != seat:
        return "TARGET_NOT_YOURS"
    if cell.row != "V":
        return "ATTACKER_NOT_IN_VANGUARD"
    if unit["exhausted"]:
        return "UNIT_EXHAUSTED"
    words, entered = keywords(unit), unit["entered"]
    if kind == "charge" and not (entered and "bayonet_charge" in words):
        return "CHARGE_NOT_AVAILABLE"
    if entered and not words & {"pioneer", "bayonet_charge"}:
        return "UNIT_JUST_MOBILIZED"
    if unit["attacks"] >= (2 if "swift" in words else 1):
        return "ATTACK_LIMIT_REACHED"
    if lasting(doc, cell).attack < 1:
        return "ATTACKER_HAS_NO_ATTACK"
    code = target_code(doc, cell, target)
    if code != "OK":
        return code
    priced = kind == "charge" or (entered and "pioneer" not in words)
    return "COST_SHORT" if priced and ready_value(doc, seat, "P") < 1 else "OK"


# --- Barrage and damage -------------------------------------------------------------------------


class Support(NamedTuple):
    """What support costs in S, and adds (VW 5.3)."""

    code: str
    cost: int = 0
    adds: int = 0


def combatant(doc: Document, seat: int) -> Cell:
    """The unit that fights for a side."""
    combat = doc["combat"]
    return Cell.of(combat["attacker"] if seat == combat["seat"] else combat["target"])


def support(doc: Document, seat: int) -> Support:
    """VW 4.11, 5.3, in the barrage."""
    combat = doc["combat"]
    if combat["supported"][seat]:
        return Support("BARRAGE_ALREADY_USED")
    if combat["reactive"][seat]:
        return Support("BARRAGE_ORDER")
    fighter = combatant(doc, seat)
    if fighter.row != "V":
        return Support("SUPPORT_COMBATANT_NOT_IN_VANGUARD")
    helper = Cell(seat, "R", fighter.column)
    if at(doc, helper) is None:
        return Support("SUPPORT_NO_UNIT")
    if at(doc, helper)["exhausted"]:
        return Support("UNIT_EXHAUSTED")
    cost = max(0, 1 + rule(doc, "support_cost", seat))
    if ready_value(doc, seat, "S") < cost:
        return Support("COST_SHORT")
    return Support("OK", cost, max(0, lasting(doc, helper).attack))


def reactive_code(doc: Document, seat: int) -> str:
    """VW 4.11, in the barrage."""
    if doc["combat"]["reactive"][seat]:
        return "BARRAGE_ALREADY_USED"
    if "reactive_armor" not in keywords(at(doc, combatant(doc, seat))):
        return "REACTIVE_NO_KEYWORD"
    return "OK" if ready_value(doc, seat, "S") >= 1 else "COST_SHORT"


def flank(doc: Document) -> int:
    """VW 5.4: the flank penalty of the defender."""
    attacker = combatant(doc, doc["combat"]["seat"])
    beside = {attacker.column - 1, attacker.column + 1}
    held = {cell.column for cell in units(doc, attacker.seat)}
    n = len(beside & held)
    if n == 0:
        return 0
    penalty = n if "flanking" in keywords(at(doc, attacker)) else 1
    return penalty + rule(doc, "flank_penalty", attacker.seat)


def strength(doc: Document, seat: int) -> Figures:
    """VW 5.4: A and D of the combatant of a side."""
    combat, cell = doc["combat"], combatant(doc, seat)
    base, added = lasting(doc, cell), passing(at(doc, cell))
    penalty = 0 if seat == combat["seat"] else flank(doc)
    times = 2 if combat["reactive"][seat] else 1
    attack = base.attack + added.attack + combat["support"][seat] - penalty
    defense = times * max(0, base.defense + added.defense) - penalty
    return Figures(max(0, attack), max(0, defense))


class Outcome(NamedTuple):
    """What the damage step does (VW 5.4, 5.5)."""

    attacker: Figures
    defender: Figures
    destroyed: set[str]
    shields_lost: set[str]
    pierces: bool


def fight(doc: Document) -> Outcome:
    """The damage step of a combat between two units."""
    seat = doc["combat"]["seat"]
    one, other = combatant(doc, seat), combatant(doc, 1 - seat)
    attacker, defender = strength(doc, seat), strength(doc, 1 - seat)
    falling = []
    if attacker.attack >= max(1, defender.defense):
        falling.append(other)
    if defender.attack >= max(1, attacker.defense):
        falling.append(one)
    shielded = {str(cell) for cell in falling if at(doc, cell)["shields"] > 0}
    destroyed = {str(cell) for cell in falling} - shielded
    pierces = (
        "piercing_ammunition" in keywords(at(doc, one))
        and str(other) in destroyed
        and attacker.attack - defender.defense >= 1
    )
    return Outcome(attacker, defender, destroyed, shielded, pierces)
