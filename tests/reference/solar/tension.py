"""The TENSION phase: blockers, grievances, gauges, popular wars, demonstrations (SOL 5.4)."""

from __future__ import annotations

from .network import connected_nodes
from .tables import (
    CONSTANTS,
    NEIGHBOURS,
    TENSION,
    Document,
    are_at_war,
    ends,
    have_accord,
    have_pact,
    holders,
    living,
    own_nodes,
)

# --- Step 1 -----------------------------------------------------------------------------------


def exits(document: Document, x: int) -> list[str]:
    """SOL 5.4.1, exits(x): nodes linked to a colony of x and without a colony of x."""
    own = own_nodes(document["nations"][x])
    found: list[str] = []
    for colony in own:
        for node in NEIGHBOURS[colony]:
            if node not in own and node not in found:
                found.append(node)
    return found


def held_exits(document: Document, x: int, y: int) -> int:
    """SOL 5.4.1, the size of held(x,y): exits of x where y has a colony."""
    return sum(1 for node in exits(document, x) if y in holders(document, node))


def free_exits(document: Document, x: int) -> int:
    """SOL 5.4.1, the size of free(x): exits of x without any colony."""
    return sum(1 for node in exits(document, x) if holders(document, node) == [])


def others(document: Document, x: int) -> list[int]:
    """The living nations but x."""
    return [seat for seat in living(document) if seat != x]


def blocker(document: Document, x: int) -> int | None:
    """SOL 5.4.1, B(x): most held exits, then most connected colonies, then canonical order."""
    best: int | None = None
    best_rank = (-1, -1)
    for y in others(document, x):
        rank = (held_exits(document, x, y), len(connected_nodes(document["nations"][y])))
        if rank > best_rank:
            best, best_rank = y, rank
    return best


# --- Step 2 -----------------------------------------------------------------------------------


def routes_on_colonies(document: Document, x: int, y: int) -> int:
    """SOL 5.4.2a: routes of y with an end on a colony of x; none counts under an accord."""
    if have_accord(document, x, y):
        return 0
    own = own_nodes(document["nations"][x])
    routes = document["nations"][y]["routes"]
    return sum(1 for route in routes if any(end in own for end in ends(route)))


def guarded_shared_links(document: Document, x: int, y: int) -> int:
    """SOL 5.4.2b: links on which both have a route, that of y with a token."""
    links = [ends(route) for route in document["nations"][x]["routes"]]
    routes = document["nations"][y]["routes"]
    return sum(1 for route in routes if route["token"] and ends(route) in links)


def dominance(document: Document, x: int, y: int) -> int:
    """SOL 5.4.2c: how far the connected colonies of y outnumber those of x."""
    own, theirs = (len(connected_nodes(document["nations"][seat])) for seat in (x, y))
    for size in ("supreme", "dominant"):
        if theirs - own >= TENSION[size]["lead"]:
            points: int = TENSION[size]["points"]
            return points
    return 0


def is_path_blocked(document: Document, x: int, y: int) -> bool:
    """SOL 5.4.2d: whether y blocks the last ways out of x and has not been charged with it."""
    return (
        len(document["nations"][x]["colonies"]) <= CONSTANTS["path_block_max_colonies"]
        and free_exits(document, x) <= 1
        and y == blocker(document, x)
        and held_exits(document, x, y) >= 1
        and not document["block_charged"][x][y]
    )


def is_suffocating(document: Document, x: int) -> bool:
    """SOL 5.4.2e: the condition, whoever may be at war."""
    few = len(document["nations"][x]["colonies"]) <= CONSTANTS["suffocation_max_colonies"]
    others_many = all(
        len(document["nations"][y]["colonies"]) >= CONSTANTS["suffocation_others_min"]
        for y in others(document, x)
    )
    if document["turn"] < 2 or not few or not others_many:
        return False
    culprit = blocker(document, x)
    return culprit is not None and held_exits(document, x, culprit) >= 1


def suffocation(document: Document, x: int, y: int) -> int:
    """SOL 5.4.2e: what a suffocating x holds against y."""
    if not is_suffocating(document, x) or y != blocker(document, x):
        return 0
    again = document["nations"][x]["suffocating"]
    charge: int = TENSION["suffocation_turn" if again else "suffocation_start"]
    return charge


def grievances(document: Document, x: int, y: int) -> int:
    """SOL 5.4.2, add(x,y), for two living nations that are not at war; else 0."""
    if x == y or x not in living(document) or y not in living(document):
        return 0
    if are_at_war(document, x, y):
        return 0
    total = TENSION["route_on_colony"] * routes_on_colonies(document, x, y)
    total += TENSION["shared_route_with_token"] * guarded_shared_links(document, x, y)
    total += dominance(document, x, y)
    if is_path_blocked(document, x, y):
        total += TENSION["path_block"]
    total += suffocation(document, x, y)
    return int(total)


# --- Steps 3 to 5 -----------------------------------------------------------------------------


def next_gauge(document: Document, x: int, y: int) -> int:
    """SOL 5.4.3: the tension of x toward y once the grievances of both are known."""
    gauge: int = document["tension"][x][y]
    if x not in living(document) or y not in living(document) or are_at_war(document, x, y):
        return gauge
    added = grievances(document, x, y)
    if added > 0:
        return min(10, gauge + added)
    if not document["grievance"][x][y] and gauge < 10:
        return max(0, gauge - 1)
    return gauge


def next_gauges(document: Document) -> list[list[int]]:
    """SOL 5.4.3, for all pairs together."""
    seats = range(document["players"])
    return [[0 if x == y else next_gauge(document, x, y) for y in seats] for x in seats]


def popular_wars(document: Document, gauges: list[list[int]]) -> list[tuple[int, int]]:
    """SOL 5.4.4: opener and other of each war that breaks out, in this order."""
    wanted = [
        (x, y)
        for x in living(document)
        for y in others(document, x)
        if gauges[x][y] >= 10 and not are_at_war(document, x, y) and not have_pact(document, x, y)
    ]

    def rank(pair: tuple[int, int]) -> tuple[bool, int, int, int]:
        x, y = pair
        tick = document["cause_tick"][x][y]
        return tick == 0, tick, x, y

    opened: list[tuple[int, int]] = []
    for x, y in sorted(wanted, key=rank):
        if (y, x) not in opened:
            opened.append((x, y))
    return opened


def gauges_of_wars(gauges: list[list[int]], opened: list[tuple[int, int]]) -> list[list[int]]:
    """SOL 5.3, step 2: both gauges of a new war stand at 10."""
    found = [list(row) for row in gauges]
    for x, y in opened:
        found[x][y] = found[y][x] = 10
    return found


def demonstrations(
    document: Document, gauges: list[list[int]], opened: list[tuple[int, int]], x: int
) -> int:
    """SOL 5.4.5: the morale that the demonstrations cost x, but for the floor."""
    new_enemies = [pair for pair in opened if x in pair]
    return sum(
        1
        for y in others(document, x)
        if gauges[x][y] >= 6
        and not are_at_war(document, x, y)
        and not any(y in pair for pair in new_enemies)
    )
