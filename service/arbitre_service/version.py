"""The version that runs."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Final


def _found() -> str:
    try:
        return version("arbitre")
    except PackageNotFoundError:
        return "0"


LIBRARY: Final = _found()
