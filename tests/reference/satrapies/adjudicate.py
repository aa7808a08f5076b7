"""The resolution of a turn (SAT 5): a function of the position, the orders and the lots.

`resolve` takes a document with all order sets in and the lots drawn so far. It returns either the
contest that the next lot decides, or the position of the next turn with what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from .ending import living, result
from .position import cost_of, income, no_orders, provinces_of, units_of
from .tables import (
    ATTACK,
    CLASSES,
    DEFENCE,
    LINKS,
    NEUTRAL,
    OWNERS,
    PARAMS,
    PROMOTED,
    PROVINCES,
    ZONES,
    Document,
    bonus,
    capacity,
    copy_of,
    has_major,
    is_province,
)

Counts: TypeAlias = dict[str, int]
Field: TypeAlias = dict[str, dict[str, Counts]]
"""Zone, owner, class: how many units. While a turn is resolved a zone may have several owners."""

Event: TypeAlias = dict[str, Any]
Contest: TypeAlias = dict[str, Any]
Choose: TypeAlias = Callable[[Contest], str]


class March(NamedTuple):
    """Units of one class on their way."""

    power: str
    origin: str
    destination: str
    unit_class: str
    number: int


class Recruit(NamedTuple):
    """A recruit that waits for the end of the battles."""

    power: str
    zone: str


class Fight(NamedTuple):
    """What came of a fight: totals by owner, and the winner, if anybody is left."""

    totals: dict[str, int]
    winner: str | None


class LotDue(Exception):
    """A contest that no lot has decided yet."""

    def __init__(self, contest: Contest) -> None:
        super().__init__(str(contest))
        self.contest = contest


class Resolution(NamedTuple):
    """Either a pending contest, or the next position and the events."""

    pending: Contest | None
    document: Document | None
    events: list[Event]


def resolve(doc: Document) -> Resolution:
    """The resolution with the lots of the document, as far as they go (SAT 5, SAT-C22)."""
    lots = list(doc["lots"])

    def next_lot(contest: Contest) -> str:
        if not lots:
            raise LotDue(contest)
        winner: str = lots.pop(0)
        assert winner in contest["tied"]
        return winner

    try:
        after, events = adjudicate(doc, next_lot)
    except LotDue as due:
        return Resolution(due.contest, None, [])
    assert lots == []
    return Resolution(None, after, events)


def adjudicate(
    doc: Document, choose: Choose, zones: Iterable[str] = ZONES
) -> tuple[Document, list[Event]]:
    """SAT 5.1 to 5.12. `choose` decides ties; `zones` is the sequence in which they are done."""
    after, events = copy_of(doc), []
    zones = list(zones)
    control0 = doc["control"]  # SAT-C10: steps 5.1 to 5.6 read the control of the start
    events += [{"kind": "orders_revealed", "power": power} for power in living(doc)]

    left = pay(doc)  # 5.1
    field = standing(doc)
    marches = depart(doc, field)  # 5.2
    if doc["variants"]["border_clash"]:
        marches = clashes(marches, doc["variants"], choose, events)
    arrive(marches, field)
    recruits = build(doc, field, events)  # 5.3, 5.4

    for zone in zones:  # 5.5 to 5.8
        dispute(zone, field, control0, after["control"], doc["variants"], choose, events)
    join(recruits, field, after["control"], events)  # 5.9
    for zone in zones:  # 5.10
        trim(zone, field, events)

    after["units"] = {zone: settled(zone, field) for zone in ZONES}
    eliminate(after, events)  # 5.11
    pay_out(after, left, events)
    end_turn(after, events)  # 5.12
    return after, events


# --- 5.1 to 5.4: before the battles -----------------------------------------------------------


def pay(doc: Document) -> dict[str, int]:
    """5.1: what the orders leave of each power's AP."""
    return {state["id"]: state["ap"] - cost_of(state["orders"]) for state in doc["powers"]}


def standing(doc: Document) -> Field:
    """The units of the start of the turn."""
    field: Field = {zone: {} for zone in ZONES}
    for zone, units in doc["units"].items():
        if units["owner"] is not None:
            field[zone][units["owner"]] = {name: units[name] for name in CLASSES}
    return field


def add(field: Field, zone: str, owner: str, unit_class: str, count: int) -> None:
    """Put units into a zone, or take them out; an owner without units there is not present."""
    counts = field[zone].setdefault(owner, dict.fromkeys(CLASSES, 0))
    counts[unit_class] += count
    assert counts[unit_class] >= 0
    if not any(counts.values()):
        del field[zone][owner]


def depart(doc: Document, field: Field) -> list[March]:
    """5.2, first half: take every moving unit out of its origin."""
    marches = []
    for state in doc["powers"]:
        for move in state["orders"]["moves"]:
            march = March(state["id"], move["from"], move["to"], move["unit_class"], move["count"])
            add(field, march.origin, march.power, march.unit_class, -march.number)
            marches.append(march)
    return marches


def arrive(marches: list[March], field: Field) -> None:
    """5.2, second half: put every moving unit into its destination."""
    for march in marches:
        add(field, march.destination, march.power, march.unit_class, march.number)


def clashes(
    marches: list[March], variants: Mapping[str, Any], choose: Choose, events: list[Event]
) -> list[March]:
    """Variant `border_clash` (SAT 8): units that meet on a link fight there; who goes on."""
    for link in LINKS:
        ends = [link["a"], link["b"]]
        there = [march for march in marches if {march.origin, march.destination} == set(ends)]
        forth = {march.power for march in there if march.origin == ends[0]}
        back = {march.power for march in there if march.origin == ends[1]}
        if not any(one != other for one in forth for other in back):
            continue
        totals = {}
        for owner in in_index_order(forth | back):
            own = [march for march in there if march.power == owner]
            totals[owner] = sum(ATTACK[march.unit_class] * march.number for march in own)
        fight = settle(totals, None, {"zone": None, "link": ends}, variants, choose)
        events.append({"kind": "clash", "link": ends, **fight._asdict()})
        marches = [m for m in marches if m not in there or m.power == fight.winner]
    return marches


def build(doc: Document, field: Field, events: list[Event]) -> list[Recruit]:
    """5.3: promote in place. 5.4: recruits wait, unless `recruits_fight` puts them there now."""
    waiting = []
    for state in doc["powers"]:
        for order in state["orders"]["builds"]:
            power, zone = state["id"], order["zone"]
            if order["kind"] == "promote":
                higher = PROMOTED[order["unit_class"]]
                assert higher is not None
                add(field, zone, power, higher, 1)
                add(field, zone, power, order["unit_class"], -1)
                rise = {"power": power, "zone": zone, "unit_class": order["unit_class"]}
                events.append({"kind": "promoted", **rise})
            elif doc["variants"]["recruits_fight"]:
                add(field, zone, power, "M", 1)
                events.append({"kind": "recruited", "power": power, "zone": zone})
            else:
                waiting.append(Recruit(power, zone))
    return waiting


# --- 5.5 to 5.8: battles ----------------------------------------------------------------------


def dispute(
    zone: str,
    field: Field,
    control0: Mapping[str, str],
    control: dict[str, str],
    variants: Mapping[str, Any],
    choose: Choose,
    events: list[Event],
) -> None:
    """One zone: nobody, one owner, or a battle (5.5), its losses (5.7) and its control (5.8)."""
    owners = in_index_order(field[zone])
    if not owners:
        return
    winner: str | None = owners[0]
    if len(owners) > 1:
        defender = control0.get(zone)
        totals = {q: total(field[zone][q], q == defender, zone, variants) for q in owners}
        fight = settle(totals, defender, {"zone": zone, "link": None}, variants, choose)
        winner = fight.winner
        events.append({"kind": "battle", "zone": zone, **fight._asdict()})
        for owner in owners:
            if owner != winner:
                del field[zone][owner]  # 5.7: all units of all losers
    if is_province(zone) and winner is not None and winner != control[zone]:
        events.append(
            {"kind": "conquered", "zone": zone, "power": winner, "previous": control[zone]}
        )
        control[zone] = winner


def total(counts: Counts, at_home: bool, zone: str, variants: Mapping[str, Any]) -> int:
    """5.6: defence values and the bonus on one's own province, attack values anywhere else."""
    values = DEFENCE if at_home else ATTACK
    strength = sum(values[name] * count for name, count in counts.items())
    return strength + (bonus(zone, variants) if at_home else 0)


def settle(
    totals: dict[str, int],
    defender: str | None,
    place: Contest,
    variants: Mapping[str, Any],
    choose: Choose,
) -> Fight:
    """5.6: the highest total wins; what a tie leads to depends on the variant `ties` (SAT 8)."""
    tied = [owner for owner in totals if totals[owner] == max(totals.values())]
    if len(tied) == 1:
        return Fight(totals, tied[0])
    if variants["ties"] == "all_destroyed":
        return Fight(totals, None)
    if variants["ties"] == "defender" and defender in tied:
        return Fight(totals, defender)
    return Fight(totals, choose({**place, "tied": tied}))


def in_index_order(owners: Iterable[str]) -> list[str]:
    return sorted(owners, key=OWNERS.index)


# --- 5.9 to 5.12: after the battles -----------------------------------------------------------


def join(
    recruits: list[Recruit], field: Field, control: Mapping[str, str], events: list[Event]
) -> None:
    """5.9: a recruit arrives where its power still has control, and is lost elsewhere."""
    for recruit in sorted(recruits, key=lambda recruit: ZONES.index(recruit.zone)):
        arrives = control[recruit.zone] == recruit.power
        if arrives:
            add(field, recruit.zone, recruit.power, "M", 1)
        kind = "recruited" if arrives else "recruit_lost"
        events.append({"kind": kind, **recruit._asdict()})


def trim(zone: str, field: Field, events: list[Event]) -> None:
    """5.10: while there are too many units, destroy one of the weakest class present."""
    for owner, counts in list(field[zone].items()):
        for unit_class in CLASSES:
            before = counts[unit_class]
            while counts[unit_class] > 0 and sum(counts.values()) > capacity(zone):
                counts[unit_class] -= 1
            lost = before - counts[unit_class]
            if lost:
                event = {"kind": "trimmed", "zone": zone, "owner": owner}
                events.append({**event, "unit_class": unit_class, "count": lost})


def settled(zone: str, field: Field) -> Document:
    """The units of a zone as SAT 12 writes them: of one owner, or of nobody."""
    assert len(field[zone]) <= 1
    for owner, counts in field[zone].items():
        return {"owner": owner, **counts}
    return {"owner": None, **dict.fromkeys(CLASSES, 0)}


def eliminate(doc: Document, events: list[Event]) -> None:
    """5.11: powers with no unit and no major citadel go, all at once; their land turns neutral."""
    out = []
    for power in living(doc):
        has_unit = any(units_of(doc, power).values())
        has_citadel = any(has_major(zone) for zone in provinces_of(doc, power))
        if not has_unit and not has_citadel:
            out.append(power)
    for state in doc["powers"]:
        if state["id"] in out:
            state["eliminated"] = True
            events.append({"kind": "eliminated", "power": state["id"]})
    for zone in PROVINCES:
        if doc["control"][zone] in out:
            doc["control"][zone] = NEUTRAL


def pay_out(doc: Document, left: Mapping[str, int], events: list[Event]) -> None:
    """5.11: the AP of the next turn; unspent ones are lost, but for `ap_carry_cap` (SAT 8)."""
    for state in doc["powers"]:
        state["ap"] = 0
        if not state["eliminated"]:
            carried = min(left[state["id"]], doc["variants"]["ap_carry_cap"])
            state["ap"] = income(doc, state["id"]) + carried
            events.append({"kind": "income", "power": state["id"], "ap": state["ap"]})


def end_turn(doc: Document, events: list[Event]) -> None:
    """5.12: the end check, then a clean sheet; the turn is counted even when it was the last."""
    events.append({"kind": "turn_ended", "turn": doc["turn"]})
    doc["result"] = result(doc, doc["turn"])
    if doc["result"] is not None:
        events.append({"kind": "game_over", **doc["result"]})
    doc["phase"] = "orders" if doc["result"] is None else "over"
    doc["turn"] += 1
    doc["lots"], doc["pending"] = [], None
    for state in doc["powers"]:
        state["submitted"] = False
        state["orders"] = no_orders()
        state["cancels"] = PARAMS["cancels_per_turn"]
