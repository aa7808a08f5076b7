"""Whole documents of SOL 12 made by hand, for examples that need no engine."""

from __future__ import annotations

from typing import Any

from .tables import LINKS, NATIONS, RESOURCES, TABLES, TECHNOLOGIES, home

BRANCHES = list(dict.fromkeys(row["branch"] for row in TECHNOLOGIES.values()))
EVENTS = ["mining_rush", "science_conference", "military_supremacy", "technological_lead"]


def colony(node: str, level: int = 1, **keys: Any) -> dict[str, Any]:
    """One entry of `colonies` (SOL 12.3): no guest, not hostile, credited, never raided."""
    rest = {"no_upgrade": False, "hostile": 0, "founded": False, "raided_turn": 0}
    return {"node": node, "level": level, **rest, **keys}


def route(link: str, token: bool = False) -> dict[str, Any]:
    """One entry of `routes`, from the words of SOL 1.2: `luna-phobos`."""
    a, b = link.split("-")
    assert any((row["a"], row["b"]) == (a, b) for row in LINKS), link
    return {"a": a, "b": b, "token": token}


def nation(name: str, **keys: Any) -> dict[str, Any]:
    """A nation as it starts (SOL 1.1), but for what the keys say.

    Colonies may be given as names of nodes and routes as names of links; energy, materials, science
    and morale stand for those of the stock. Without colony it is eliminated.
    """
    row = NATIONS[name]
    stock = {resource: keys.pop(resource, row["start"][resource]) for resource in RESOURCES}
    found: dict[str, Any] = {
        "id": name,
        "stock": stock,
        "ac_left": 2,
        "ac_max": 2,
        "gov_perm": 0,
        "gov_form": "no_government",
        "reserve": row["force"],
        "recovery": [],
        "surge_tokens": 0,
        "mil_lose_next": 0,
        "technologies": {},
        "military": dict.fromkeys(TABLES["military_cards"], 0),
        "per_turn": dict.fromkeys(RESOURCES, 0),
        "cruiser_ready_turn": 0,
        "cruiser_used_attack": False,
        "cruiser_used_defense": False,
        "colonies": [home({"id": name})],
        "routes": [],
        "agenda_offer": [],
        "agenda": None,
        "investment1": None,
        "investment1_active": False,
        "investment2": None,
        "investment2_active": False,
        "free_colonizations": 0,
        "free_routes": 0,
        "espionage_done": False,
        "strategy_card": None,
        "strategy_free_colonization": False,
        "initiative_turn": 0,
        "planned_turn": 0,
        "power_used": False,
        "passed": False,
        "eliminated": False,
        "suffocating": False,
        "military_bought": [],
        "calmed": [],
        "mission": [],
        "accord_refused": [],
        "vp_events": 0,
        "capital_trophies": [],
        "home_retaken_turn": 0,
        "snapshot_morale": stock["morale"],
        "snapshot_materials": stock["materials"],
        "judged_morale": stock["morale"],
    }
    unknown = keys.keys() - found.keys()
    assert not unknown, unknown
    found.update(keys)
    if isinstance(found["technologies"], list):
        found["technologies"] = dict.fromkeys(found["technologies"], "bought")
    found["per_turn"] = {**dict.fromkeys(RESOURCES, 0), **found["per_turn"]}
    found["colonies"] = [colony(c) if isinstance(c, str) else c for c in found["colonies"]]
    found["routes"] = [route(r) if isinstance(r, str) else r for r in found["routes"]]
    if found["colonies"] == []:
        found.update(eliminated=True, passed=True, ac_left=0)
    return found


def war(opener: int, other: int, **keys: Any) -> dict[str, Any]:
    """One entry of `wars` (SOL 12.1): the first war of the game, no longer fresh."""
    rest = {"declared_turn": 2, "order_no": 1, "wins": [0, 0], "penalty_pending": False}
    return {"opener": opener, "other": other, "kind": "dyson", **rest, "fresh": False, **keys}


def matrix(players: int, value: Any, diagonal: Any) -> list[list[Any]]:
    """A value for every ordered pair."""
    seats = range(players)
    return [[diagonal if x == y else value for y in seats] for x in seats]


def position(*nations: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """Turn 3, ACTIONS, the first living nation to act; the keys replace what they name.

    `accords` and `pacts` list pairs of seats; a pact holds until turn 10.
    """
    players = len(nations)
    accords, pacts = keys.pop("accords", []), keys.pop("pacts", [])
    living = [seat for seat in range(players) if not nations[seat]["eliminated"]]
    found: dict[str, Any] = {
        "game": "solar",
        "players": players,
        "turn": 3,
        "phase": "actions",
        "pending": [{"kind": "action", "seats": living[:1]}],
        "queue": [],
        "war_step": None,
        "order": living,
        "visit": 0,
        "event_schedule": [*EVENTS, "final_judgment"],
        "branch_open": dict.fromkeys(BRANCHES, 0),
        "tier3_taken": [],
        "civic_taken": [],
        "empaths_holders": [],
        "empaths_open_turn": 0,
        "strategy_pool": [],
        "strategy_order": [],
        "strategy_next": 0,
        "wars": [],
        "war_clock": 0,
        "pirates_hit": [],
        "summit": None,
        "tension": matrix(players, 0, 0),
        "grudge": matrix(players, 0, 0),
        "grievance": matrix(players, False, False),
        "block_charged": matrix(players, False, False),
        "assaults": matrix(players, 0, 0),
        "cause_tick": matrix(players, 0, 0),
        "estimate": matrix(players, 5, None),
        "pairs": [
            {
                "x": x,
                "y": y,
                "accord": (x, y) in accords,
                "accord_forced_node": None,
                "pact_until": 10 if (x, y) in pacts else 0,
            }
            for x in range(players)
            for y in range(x + 1, players)
        ],
        "nations": list(nations),
    }
    unknown = keys.keys() - found.keys()
    assert not unknown, unknown
    found.update(keys)
    found["war_clock"] = max([found["war_clock"], *(war["order_no"] for war in found["wars"])])
    return found
