"""Rules as data: the content of each game, read from files and compiled to tables of integers.

A new game adds a schema module here and one line to `SCHEMAS`. A schema module defines `Content`,
the frozen structs of the game's data, and `tables(content)`, its compiled tables.
"""

from __future__ import annotations

from types import ModuleType

from arbitre.rules import sept_solines, vitorian_wars

SCHEMAS: dict[str, ModuleType] = {
    "sept_solines": sept_solines,
    "vitorian_wars": vitorian_wars,
}


def games() -> tuple[str, ...]:
    """The names of the games, sorted."""
    return tuple(sorted(SCHEMAS))
