"""Reads the data files of a game, lays an overlay over them and checks the result.

An overlay is a folder with files of the same names as the game's, or a single TOML file; either
needs to hold only what it changes:

- tables merge key by key;
- arrays of tables merge row by row: a row is named by its `id`, or by its `number` when it gives no
  id; a row with a new name is added; rows are never removed;
- any other value replaces the one it meets;
- `replaces = ["cards", ...]` in a file says that these of its tables hold all there is: what they
  meet is gone, so that a whole set of cards can take the place of the game's own.

What comes out is a frozen struct of the game's schema, or a `RulesError` that names file, table,
row and column.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec import inspect

from arbitre.errors import RulesError
from arbitre.rules import SCHEMAS, games
from arbitre.rules.tables import Content

MAX_FILE_BYTES = 1 << 20

Document: TypeAlias = dict[str, Any]
Step: TypeAlias = str | int


class _File(NamedTuple):
    name: str
    document: Document


def load_content(
    game: str, overlay: str | Path | None = None, map: str | Path | None = None
) -> Content:
    """The content of a game, with the overlay laid over it. `map` is one of `maps(game)` or a file;
    None is the game's standard map, where it has maps."""
    if game not in SCHEMAS:
        raise ValueError(f"unknown game {game!r}; the games are {', '.join(games())}")
    layers = _read_game(game)
    if maps(game):
        layers.append(_read_map(game, SCHEMAS[game].STANDARD_MAP if map is None else map))
    elif map is not None:
        raise ValueError(f"{game} has no maps; leave out map={str(map)!r}")
    if overlay is not None:
        names = [Path(layer.name).name for layer in layers]
        layers += [_File(str(path), _read(path, str(path))) for path in _find(Path(overlay), names)]
    merged: Document = {}
    for layer in layers:
        try:
            merged = _merge(_without_replaced(merged, layer), layer.document, "")
        except RulesError as error:
            error.file = layer.name
            raise
        except RecursionError:
            raise RulesError("", "", "", "nested too deeply", file=layer.name) from None
    schema = SCHEMAS[game].Content
    try:
        content: Content = msgspec.convert(merged, schema)
    except msgspec.ValidationError as error:
        refusal = _refusal(str(error), merged, schema)
        refusal.file = _origin(refusal, merged, layers)
        raise refusal from None
    except RulesError as error:
        error.file = _origin(error, merged, layers)
        raise
    return content


def maps(game: str) -> tuple[str, ...]:
    """The names of the maps that come with a game, sorted; none for most games."""
    folder = files("arbitre") / "data" / game / "maps"
    if not folder.is_dir():
        return ()
    return tuple(sorted(p.name[:-5] for p in folder.iterdir() if p.name.endswith(".toml")))


# --- files ---


def _read_game(game: str) -> list[_File]:
    folder = files("arbitre") / "data" / game
    found = sorted((p for p in folder.iterdir() if p.name.endswith(".toml")), key=lambda p: p.name)
    return [_File(f"{game}/{path.name}", _read(path, f"{game}/{path.name}")) for path in found]


def _read_map(game: str, map: str | Path) -> _File:
    if map in maps(game):
        name = f"{game}/maps/{map}.toml"
        return _File(name, _read(files("arbitre") / "data" / game / "maps" / f"{map}.toml", name))
    if isinstance(map, str) and not map.endswith(".toml"):
        known = ", ".join(maps(game))
        raise ValueError(f"unknown map {map!r}; the maps are {known}, and any file ending in .toml")
    return _File(str(map), _read(Path(map), str(map)))


def _find(overlay: Path, names: list[str]) -> list[Path]:
    """The files of an overlay; a file that would be ignored because of its name is refused."""
    if not overlay.is_dir():
        return [overlay]
    try:
        found = sorted(path for path in overlay.iterdir() if path.suffix == ".toml")
    except OSError as error:
        raise RulesError("", "", "", f"cannot be read: {error.strerror}", str(overlay)) from None
    for path in found:
        if path.name not in names:
            why = f"not a data file of this game; rename it to one of {', '.join(names)}"
            raise RulesError("", "", "", why, file=str(path))
    return found


def _read(path: Traversable | Path, name: str) -> Document:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
        if len(data) > MAX_FILE_BYTES:
            raise RulesError("", "", "", f"larger than {MAX_FILE_BYTES} bytes; shorten it", name)
        return tomllib.loads(data.decode("utf-8-sig"))
    except OSError as error:
        why = f"cannot be read: {error.strerror}"
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        why = f"not UTF-8 text (at line {line}); save the file as UTF-8"
    except RecursionError:
        why = "nested too deeply"
    except ValueError as error:
        why = f"not valid TOML: {error}"
    raise RulesError("", "", "", why, file=name)


# --- merging ---


def _without_replaced(merged: Document, layer: _File) -> Document:
    """What a layer leaves of those below it; takes `replaces` out of the layer."""
    given = layer.document.pop("replaces", [])
    names = given if isinstance(given, list) else [given]
    tables = [name for name, value in layer.document.items() if isinstance(value, list | dict)]
    for name in names:
        if name not in tables:
            listed = ", ".join(tables) or "none"
            why = f"{name!r} is no table of this file; name some of its own: {listed}"
            raise RulesError("replaces", "", "", why)
    return {name: value for name, value in merged.items() if name not in names}


def _merge(base: Any, over: Any, table: str) -> Any:
    if isinstance(over, dict):
        merged = dict(base) if isinstance(base, dict) else {}
        for key, value in over.items():
            merged[key] = _merge(merged.get(key), value, table or key)
        return merged
    if isinstance(over, list):
        base = base if isinstance(base, list) else []
        if any(_names(row) for row in [*base, *over]):
            return _merge_rows(base, over, table)
    return over


def _merge_rows(base: list[Any], over: list[Any], table: str) -> list[Any]:
    rows = list(base)
    place = {name: at for at, row in enumerate(rows) for name in _names(row)}
    seen: set[str] = set()
    for position, row in enumerate(over, 1):
        if not (names := _names(row)):
            why = "missing; a row is merged by its id, so each row needs one"
            raise RulesError(table, position, "id", why)
        name = names[0]
        if name in seen:
            why = f"{name} appears twice in this file; ids must differ"
            raise RulesError(table, row.get("id", position), name.partition(" ")[0], why)
        seen.add(name)
        if name in place:
            rows[place[name]] = _merge(rows[place[name]], row, table)
        else:
            rows.append(_merge(None, row, table))
    return rows


def _names(row: Any) -> list[str]:
    """How a row may be called: by its id, then by its number."""
    if not isinstance(row, dict):
        return []
    return [f"{key} {row[key]!r}" for key in ("id", "number") if key in row]


# --- refusals ---

_STEP = re.compile(r"\.([^.\[\]`]+)|\[(\d+|\.\.\.)\]")
_KEY = re.compile(r"Object (contains unknown|missing required) field `(.*)`", re.DOTALL)
_WORDS = {
    "`int`": "an integer",
    "`float`": "a number",
    "`str`": "text",
    "`bool`": "true or false",
    "`array`": "a list",
    "`object`": "a table",
}


def _refusal(message: str, merged: Document, schema: type[Content]) -> RulesError:
    """Turns the message of a failed conversion into table, row, column and what to do."""
    what, _, path = message.rpartition(" - at `$")
    steps: list[Step] = []
    for key, index in _STEP.findall(path if what else ""):
        steps.append(key or (int(index) if index.isdigit() else index))
    if match := _KEY.fullmatch(what or message):
        if match[1] == "missing required":
            why = "missing; add it"
        else:
            known = _keys(inspect.type_info(schema), steps)
            why = f"unknown name; remove it or use one of {', '.join(known)}"
        return _at([*steps, match[2]], merged, why)
    why = (what or message).partition(", got ")[0]
    for word, plain in _WORDS.items():
        why = why.replace(word, plain)
    return _at(steps, merged, f"{why[:1].lower()}{why[1:]}, got {_shown(_value(merged, steps))}")


def _at(steps: list[Step], merged: Document, why: str) -> RulesError:
    """Names a place as people do: a row by its id, places in lists from 1, lone values `value`."""
    named = list(steps)
    for depth, step in enumerate(steps):
        if isinstance(step, int):
            row = _value(merged, steps[: depth + 1])
            keys = [row[k] for k in ("id", "number") if k in row] if isinstance(row, dict) else []
            named[depth] = keys[0] if keys and isinstance(keys[0], str | int) else step + 1
    table = str(named[0]) if named else ""
    row_name = named[1] if len(named) > 1 else ""
    lone = len(named) == 2 and not isinstance(_value(merged, steps), dict)
    column = "value" if lone else ".".join(map(str, named[2:]))
    return RulesError(table, row_name, column, why)


def _value(document: Any, steps: Iterable[Step]) -> Any:
    for step in steps:
        try:
            document = document[step]
        except (LookupError, TypeError):
            return None
    return document


def _keys(kind: inspect.Type, steps: Iterable[Step]) -> list[str]:
    """The names that the schema allows at a place."""
    for step in steps:
        if isinstance(kind, inspect.StructType):
            kind = next(field.type for field in kind.fields if field.encode_name == step)
        elif isinstance(kind, inspect.VarTupleType):
            kind = kind.item_type
        elif isinstance(kind, inspect.DictType):
            kind = kind.value_type
    return [f.encode_name for f in kind.fields] if isinstance(kind, inspect.StructType) else []


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, bool):
        return str(value).lower()
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _origin(error: RulesError, merged: Document, layers: list[_File]) -> str:
    """The last file that sets the value at fault, or else its row, or else its table."""
    rows = merged.get(error.table)
    names = {str(error.row)}
    for row in rows if isinstance(rows, list) else []:
        if isinstance(row, dict) and error.row in (row.get("id"), row.get("number")):
            names |= {str(row.get("id")), str(row.get("number"))}

    def depth(layer: _File) -> int:
        rows = layer.document.get(error.table)
        if isinstance(rows, list):
            named = (r for r in rows if isinstance(r, dict))
            hits = [r for r in named if names & {str(r.get("id")), str(r.get("number"))}]
            row = hits[0] if hits else None
        else:
            row = _value(rows, [error.row])
        return (rows is not None) + (row is not None) + (_value(row, [error.column]) is not None)

    return max(reversed(layers), key=depth).name
