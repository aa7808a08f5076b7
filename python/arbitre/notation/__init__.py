"""What people write to each other about a game: orders sent by mail, decks to share.

A leaf: sees words and plain data, never a state. A game whose orders have a notation adds a module
here with `write(orders, words)` and `parse(text, words)`, and one line to `NOTATIONS`;
`Game.orders_text` and `Game.parse_orders` call it. A game that is played with decks adds one line
to `DECKS`, for `Game.check_deck` and its like.
"""

from __future__ import annotations

from types import ModuleType

from arbitre.notation import satrapies, vitorian_wars

NOTATIONS: dict[str, ModuleType] = {
    "satrapies": satrapies,
}

DECKS: dict[str, ModuleType] = {
    "vitorian_wars": vitorian_wars,
}
