"""What commands say to players, in their language. The words of games are in their own labels."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def words(lang: str, section: str) -> Mapping[str, str]:
    """Texts of a section; in English when there are none in the language."""
    folder = files("arbitre.cli") / "i18n"
    path = folder / f"{lang}.toml"
    if not path.is_file():
        path = folder / "en.toml"
    texts: dict[str, dict[str, str]] = tomllib.loads(path.read_text(encoding="utf-8"))
    return texts[section]
