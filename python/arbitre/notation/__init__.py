"""Orders as people write them to each other, for games in which orders are sent by mail.

A leaf: sees words and plain data, never a state. A game that has a notation adds a module here with
`write(orders, words)` and `parse(text, words)`, and one line to `NOTATIONS`; `Game.orders_text` and
`Game.parse_orders` call it.
"""

from __future__ import annotations

from types import ModuleType

from arbitre.notation import satrapies

NOTATIONS: dict[str, ModuleType] = {
    "satrapies": satrapies,
}
