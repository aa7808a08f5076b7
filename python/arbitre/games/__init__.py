"""The games there are, and what only one of them has.

A game that brings functions of its own has a module here; it is an attribute of `arbitre.games`,
too, which lists all games when it is called.
"""

from __future__ import annotations

from arbitre.games import terraforming_mars
from arbitre.rules import games as names

__all__ = ["Games", "TerraformingMars", "games"]


class TerraformingMars:
    """What only Terraforming Mars has: whole games as people write them down."""

    import_log = staticmethod(terraforming_mars.import_log)
    export_log = staticmethod(terraforming_mars.export_log)


class Games:
    """The games there are: called, it lists them; its attributes are games with functions of their
    own.

    >>> import arbitre
    >>> arbitre.games()
    ('satrapies', 'sept_solines', 'solar', 'terraforming_mars', 'vitorian_wars')
    >>> match = arbitre.games.terraforming_mars.import_log(path)  # doctest: +SKIP
    """

    terraforming_mars = TerraformingMars()

    def __call__(self) -> tuple[str, ...]:
        """The names of the games, sorted."""
        return names()

    def __repr__(self) -> str:
        return f"<games {', '.join(self())}>"


games = Games()
