"""Writes python/arbitre/_native.pyi, the types of the native module; `--check` only compares.

pybind11-stubgen reads names, parameters and docstrings from the built module, so the stub cannot
miss one. What C++ cannot say (the element types of a list, say) is in `PRECISE`. A signature that
stays vague, or an entry that no longer fits the module, ends the run with its name.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import re
import subprocess
import sys
import tempfile
import textwrap
from copy import deepcopy
from pathlib import Path

STUB = Path(__file__).parents[1] / "python" / "arbitre" / "_native.pyi"

HEADER = """
import typing
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, SupportsIndex, TypeAlias, TypedDict, overload

import numpy as np
import numpy.typing as npt
from typing_extensions import Buffer

_Value: TypeAlias = str | int | bool
_MoveLike: TypeAlias = SupportsIndex | Move | Mapping[str, Any]
_Numbers: TypeAlias = SupportsIndex | Sequence[int] | npt.NDArray[Any] | Buffer
_Played: TypeAlias = list[tuple[int, Move]]
_States: TypeAlias = State | npt.NDArray[Any]

class _Catalogue(TypedDict):
    domains: dict[str, list[_Value]]
    kinds: list[tuple[str, int, int, bool, list[tuple[str, str]]]]
    events: list[tuple[str, list[tuple[str, str | None]]]]
    options: list[tuple[str, str, list[_Value] | dict[str, int], _Value]]
    codes: dict[int, str]
    words: list[str]
"""

# Class.name -> its signature, or several of them for an overload. `*.name` is for all classes.
PRECISE: dict[str, str | tuple[str, ...]] = {
    "games": "() -> tuple[str, ...]",
    "satrapies_adjudicate": "(game: Referee, states: npt.NDArray[np.void],"
    " seed: SupportsIndex | None, threads: SupportsIndex) -> npt.NDArray[np.bool_]",
    "solar_combat": "(fights: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]",
    "solar_income": "(game: Referee, states: _States) -> npt.NDArray[np.int32]",
    "solar_journey": "(game: Referee, states: _States, nodes: npt.NDArray[np.int32])"
    " -> npt.NDArray[np.int32]",
    "solar_network": "(game: Referee, states: _States) -> npt.NDArray[np.int32]",
    "solar_tension": "(game: Referee, states: _States) -> npt.NDArray[np.int32]",
    "solar_upkeep": "(game: Referee, states: _States) -> npt.NDArray[np.int32]",
    "*.__eq__": "(self, other: object) -> bool",
    "*.__getattr__": "(self, name: str) -> Any",
    "*.__getitem__": "(self, name: str) -> Any",
    "*.keys": "(self) -> list[str]",
    "State.__deepcopy__": "(self, memo: dict[int, Any]) -> State",
    "State.array": "(self) -> npt.NDArray[np.void]",
    "State.chance": '(self) -> Literal["auto", "manual"]',
    "State._repr_svg_": "(self) -> str",
    "State.scores": "(self) -> tuple[int, ...]",
    "State.to_act": "(self) -> tuple[int, ...]",
    "State.viewer": "(self) -> int | None",
    "State.winners": "(self) -> tuple[int, ...]",
    "Event.__init__": "(self, fields: dict[str, Any], *, own_seat_only: bool = False,"
    " seat: SupportsIndex | None = None, secrets: tuple[str, ...] = ()) -> None",
    "Referee.__init__": "(self, rules: str, plugin: object | None = None) -> None",
    "Referee._advance": "(self, state: State, seat: SupportsIndex, move: _MoveLike)"
    " -> tuple[State, list[Event], _Played]",
    "Referee._build": "(self, document: Mapping[str, Any], seed: SupportsIndex, manual: bool)"
    " -> State",
    "Referee._catalogue": "(self) -> _Catalogue",
    "Referee._evaluate": "(self, state: State, seat: SupportsIndex, seed: SupportsIndex)"
    " -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]",
    "Referee._initial": "(self, setup: dict[str, Any], seed: SupportsIndex, manual: bool)"
    " -> tuple[State, list[Event], _Played]",
    "Referee._monte_carlo": "(self, state: State, seat: SupportsIndex, playouts: SupportsIndex,"
    " seconds: float, seed: SupportsIndex, threads: SupportsIndex)"
    " -> list[tuple[Move, int, float]]",
    "Referee._report": "(self, state: State) -> dict[str, Any] | None",
    "Referee._validate_many": "(self, states: State | Sequence[State] | npt.NDArray[Any] | Buffer,"
    " seats: _Numbers, actions: _Numbers, threads: SupportsIndex) -> tuple[npt.NDArray[np.uint16],"
    " npt.NDArray[np.uint16], npt.NDArray[np.int32], npt.NDArray[np.int32]]",
    "Referee.apply": "(self, state: State, seat: SupportsIndex, move: _MoveLike) -> State",
    "Referee.chance": "(self, state: State)"
    " -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.float64]]",
    "Referee.determinise": "(self, state: State, seat: SupportsIndex, seed: SupportsIndex)"
    " -> State",
    "Referee.document": "(self, state: State) -> dict[str, Any]",
    "Referee.from_bytes": "(self, data: Buffer) -> State",
    "Referee.legal": "(self, state: State, seat: SupportsIndex) -> npt.NDArray[np.uint32]",
    "Referee.move": "(self, move: _MoveLike) -> Move",
    "Referee.moves": "(self, state: State, seat: SupportsIndex) -> list[Move]",
    "Referee.observe": "(self, state: State, seat: SupportsIndex) -> State",
    "Referee.observe_events": "(self, events: Iterable[Event], seat: SupportsIndex) -> list[Event]",
    "Referee.perft": (
        "(self, state: State, depth: SupportsIndex, split: Literal[False] = False) -> int",
        "(self, state: State, depth: SupportsIndex, split: Literal[True]) -> dict[Move, int]",
        "(self, state: State, depth: SupportsIndex, split: bool) -> int | dict[Move, int]",
    ),
    "Referee.players": "(self) -> tuple[int, ...]",
    "Referee.playouts": "(self, state: State, n: SupportsIndex, seed: SupportsIndex = 0,"
    " threads: SupportsIndex = 1, first: SupportsIndex = 0) -> npt.NDArray[np.void]",
    "Referee.reseed": "(self, state: State, seed: SupportsIndex, manual: bool = False) -> State",
    "Referee.state_dtype": "(self) -> np.dtype[np.void]",
    "Referee.step": "(self, state: State, seat: SupportsIndex, move: _MoveLike)"
    " -> tuple[State, list[Event]]",
    "Referee.validate": "(self, state: State, seat: SupportsIndex, move: _MoveLike) -> Verdict",
    "Referee.verdict": '(self, number: SupportsIndex, subject: str = "",'
    " need: SupportsIndex = 0, have: SupportsIndex = 0) -> Verdict",
    "Batch.__init__": "(self, game: Referee, n: SupportsIndex, setup: dict[str, Any],"
    " seed: SupportsIndex, threads: SupportsIndex) -> None",
    "Batch.done": "(self) -> npt.NDArray[np.bool_]",
    "Batch.legal": "(self) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]",
    "Batch.observations": "(self) -> npt.NDArray[np.void]",
    "Batch.reset": "(self, mask: npt.ArrayLike | None = None) -> None",
    "Batch.scores": "(self) -> npt.NDArray[np.int32]",
    "Batch.states": "(self) -> npt.NDArray[np.void]",
    "Batch.step": "(self, actions: npt.ArrayLike) -> npt.NDArray[np.uint16]",
    "Batch.to_act": "(self) -> npt.NDArray[np.uint8]",
}

VAGUE = re.compile(r"\b(typing|typing_extensions|collections|numpy)\.|\b(list|dict|tuple)\b(?!\[)")
UNHASHABLE = "__hash__: typing.ClassVar[None] = None"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare and write nothing")
    check: bool = parser.parse_args().check
    stub = tidy(sharpen(generate()))
    before = STUB.read_text(encoding="utf-8") if STUB.exists() else ""
    if stub == before:
        return 0
    if check:
        old, new = (text.splitlines(keepends=True) for text in (before, stub))
        sys.stdout.writelines(difflib.unified_diff(old, new, "as stored", "as generated"))
        print(f"{STUB.name} is out of date; run: python tools/stubs.py", file=sys.stderr)
        return 1
    STUB.write_text(stub, encoding="utf-8")
    print(f"wrote {STUB}")
    return 0


def generate() -> str:
    """The stub of pybind11-stubgen."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["pybind11_stubgen", "--ignore-all-errors", "-o", folder, "arbitre._native"]
        done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
        return Path(folder, "arbitre", "_native.pyi").read_text(encoding="utf-8")


def sharpen(text: str) -> str:
    """The stub with the header and the signatures of this file."""
    docstring, *nodes = ast.parse(text).body
    unused = set(PRECISE)
    body = [docstring, *ast.parse(HEADER).body]
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            node.body = [m for item in node.body for m in _member(item, f"{node.name}.", unused)]
            body.append(node)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Constant):
            body.append(ast.AnnAssign(node.target, ast.Name("Final"), node.value, 1))
        elif isinstance(node, ast.FunctionDef):
            body += _member(node, "", unused)
    if unused:
        sys.exit(f"PRECISE names what the module does not have: {', '.join(sorted(unused))}")
    module = ast.Module(body, [])
    _trim_docstrings(module)
    stub = ast.unparse(ast.fix_missing_locations(module))
    return stub.replace(UNHASHABLE, UNHASHABLE + "  # type: ignore[assignment]")


def _member(node: ast.stmt, owner: str, unused: set[str]) -> list[ast.stmt]:
    """A function with its precise signature, or with several when it is overloaded."""
    if not isinstance(node, ast.FunctionDef):
        return [node]
    if node.name == "__reduce__":
        return []
    name = owner + node.name
    key = next((k for k in (name, f"*.{node.name}") if k in PRECISE), None)
    if key is None:
        signature = f"({ast.unparse(node.args)}) -> {ast.unparse(node.returns or ast.Name('None'))}"
        if VAGUE.search(signature):
            sys.exit(f"{name}{signature} is vague; add it to PRECISE")
        return [node]
    unused.discard(key)
    wanted = PRECISE[key]
    functions = [_signed(node, s) for s in ((wanted,) if isinstance(wanted, str) else wanted)]
    first, *others = functions
    ours, theirs = _parameters(first), _parameters(node)
    if ours != theirs and not node.name.startswith("__"):
        sys.exit(f"{name}: the module takes ({theirs}), PRECISE says ({ours})")
    for function in functions if others else []:
        function.decorator_list.append(ast.Name("overload"))
    for function in others:
        function.body = [ast.Expr(ast.Constant(...))]
    return list(functions)


def _signed(node: ast.FunctionDef, signature: str) -> ast.FunctionDef:
    function = ast.parse(f"def {node.name}{signature}: ...").body[0]
    assert isinstance(function, ast.FunctionDef)
    function.body = node.body
    function.decorator_list = list(node.decorator_list)
    return function


def _parameters(function: ast.FunctionDef) -> str:
    """The parameters with their defaults, without their types."""
    arguments = deepcopy(function.args)
    for node in ast.walk(arguments):
        if isinstance(node, ast.arg):
            node.annotation = None
    return ast.unparse(arguments)


def _trim_docstrings(module: ast.Module) -> None:
    for node in ast.walk(module):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            text = ast.get_docstring(node)
            if text is not None:
                node.body[0] = ast.Expr(ast.Constant(textwrap.fill(text, 85)))


def tidy(text: str) -> str:
    """The text as ruff writes it, whatever the settings of the place."""
    text = "# Generated by tools/stubs.py; do not edit.\n" + text
    for command in (["check", "--fix-only", "--select=I"], ["format", "--line-length=100"]):
        ruff = [sys.executable, "-m", "ruff", *command, "--isolated", "--quiet"]
        ruff += [f"--stdin-filename={STUB.name}", "-"]
        done = subprocess.run(ruff, input=text, capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
        text = done.stdout
    return text


if __name__ == "__main__":
    sys.exit(main())
