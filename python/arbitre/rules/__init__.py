"""Rules as data: the content of each game, read from files and compiled to tables of integers.

A new game adds a schema module here and one line to `SCHEMAS`. A schema module defines `Content`,
the frozen structs of the game's data, and `tables(content)`, its compiled tables. A game that is
played on maps names the usual one in `STANDARD_MAP`; they are in the folder `maps` of its data.
"""

from __future__ import annotations

from types import ModuleType

from arbitre.rules import satrapies, sept_solines, solar, terraforming_mars, vitorian_wars

SCHEMAS: dict[str, ModuleType] = {
    "satrapies": satrapies,
    "sept_solines": sept_solines,
    "solar": solar,
    "terraforming_mars": terraforming_mars,
    "vitorian_wars": vitorian_wars,
}


def games() -> tuple[str, ...]:
    """The names of the games, sorted."""
    return tuple(sorted(SCHEMAS))
