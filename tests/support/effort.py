"""How much the suites try: `make test` runs their short forms, `make test-long` their long ones."""

from __future__ import annotations

import os
from typing import Final, TypeVar

T = TypeVar("T")

LONG: Final = os.environ.get("ARBITRE_LONG") == "1"


def so_many(short: T, long: T) -> T:
    """What an ordinary run has time for, or else all that is worth trying."""
    return long if LONG else short
