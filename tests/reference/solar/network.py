"""Networks, counted routes, engageable tokens and journeys (SOL 2, 4.9)."""

from __future__ import annotations

from .tables import (
    CONSTANTS,
    NEIGHBOURS,
    NODE_ORDER,
    Document,
    Nation,
    ends,
    holders,
    home,
    own_nodes,
)


def nodes_reached(nation: Nation) -> set[str]:
    """SOL 2, network: what the own routes reach from the home node, whoever holds the nodes."""
    reached = {home(nation)}
    waiting = [home(nation)]
    while waiting:
        node = waiting.pop(0)
        for route in nation["routes"]:
            if node not in ends(route):
                continue
            for end in ends(route):
                if end not in reached:
                    reached.add(end)
                    waiting.append(end)
    return reached


def connected_nodes(nation: Nation) -> list[str]:
    """SOL 2, network: the own colonies whose node is reached, in acquisition order."""
    reached = nodes_reached(nation)
    return [node for node in own_nodes(nation) if node in reached]


def counted_routes(document: Document, seat: int) -> int:
    """SOL 2, counted route: two own colonies, or one and a node that holds no colony at all."""
    nation = document["nations"][seat]
    count = 0
    for route in nation["routes"]:
        own = [end for end in ends(route) if end in own_nodes(nation)]
        free = [end for end in ends(route) if holders(document, end) == []]
        if len(own) == 2 or (len(own) == 1 and len(free) == 1):
            count += 1
    return count


def engageable(nation: Nation) -> int:
    """SOL 2, engageable tokens: a token stays behind for each connected colony but the home."""
    kept = [node for node in connected_nodes(nation) if node != home(nation)]
    return max(0, int(nation["reserve"]) - len(kept))


def days_between(start: str, goal: str) -> int:
    """SOL 1.2, journey days: Dijkstra over the 30 links, whoever holds what."""
    settled: dict[str, int] = {}
    tentative = {start: 0}
    while goal not in settled:
        nearest = min(tentative, key=lambda node: tentative[node])
        days = tentative.pop(nearest)
        settled[nearest] = days
        for node, more in NEIGHBOURS[nearest].items():
            if node not in settled:
                tentative[node] = min(days + more, tentative.get(node, days + more))
    return settled[goal]


def journey_days(nation: Nation, node: str) -> int | None:
    """SOL 4.9, J: the days of an assault on a node; `None` for a nation without colony."""
    if own_nodes(nation) == []:
        return None
    if node in own_nodes(nation):
        return 0  # a cohabitant on its own node
    bases = connected_nodes(nation) or own_nodes(nation)
    return min(days_between(base, node) for base in bases)


def assault_ac(days: int) -> int:
    """SOL 4.9, AC of an assault by the days of its journey."""
    short, long = CONSTANTS["travel_thresholds_days"]
    if days < short:
        return 1
    if days <= long:
        return 2
    return 3


def node_mask(nodes: list[str]) -> int:
    """Nodes as a bit mask: the canonical index of a node is the number of its bit."""
    return sum(1 << NODE_ORDER.index(node) for node in nodes)
