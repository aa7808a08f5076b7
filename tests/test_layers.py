"""The layers: which file may see which, how long a file may be, and no left-overs.

The arrows are the table of each section; whatever is not in a table is refused, so a new module or
folder names its place here first. Only the text is read: neither the compiler nor an import runs.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CPP = ROOT / "cpp"
GAMES = sorted(path.name for path in (CPP / "arbitre" / "games").iterdir() if path.is_dir())


def sources(*folders: str, suffixes: tuple[str, ...]) -> Iterator[Path]:
    for folder in folders:
        yield from (p for p in sorted((ROOT / folder).rglob("*")) if p.suffix in suffixes)


# --- C++: core <- effect <- games/<g> <- bindings ----------------------------------------------

# What may be included, besides files of the same area, by the folder of the including file.
AREAS = {
    "arbitre/core": {"arbitre/core"},
    "arbitre/effect": {"arbitre/core", "arbitre/effect"},
    "arbitre/games": {"arbitre/core", "arbitre/games", *(f"arbitre/games/{g}" for g in GAMES)},
    **{f"arbitre/games/{g}": {"arbitre/core", "arbitre/effect"} for g in GAMES},
    "bindings": {"arbitre/core", "arbitre/effect", "arbitre/games"},
}
# A game defines the function by which the registry reaches it, and nothing more of it.
REGISTRY = "arbitre/games/registry.hpp"

LOCKS = {"atomic", "mutex", "shared_mutex"}
THREADS = LOCKS | {
    *("barrier", "condition_variable", "future", "latch", "pthread.h", "semaphore"),
    *("stop_token", "thread"),
}
WORLD = {
    *("chrono", "ctime", "time.h", "random", "filesystem", "fstream", "iostream", "istream"),
    *("ostream", "print", "syncstream", "cstdio", "stdio.h", "unistd.h"),
}
EXCEPTIONS = {
    ("arbitre/core/batch.hpp", "thread"): "the one place that starts threads",
    ("arbitre/core/referee.hpp", "atomic"): "counts what the threads of a batch have done",
    ("arbitre/core/engine.hpp", "cstdio"): "checked builds name the broken invariant, then abort",
}

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"(?P<own>[^"]+)"|<(?P<system>[^>]+)>)', re.MULTILINE)


def area_of(file: str) -> str:
    return file.rpartition("/")[0]


def own_include_fault(file: str, included: str) -> str | None:
    """Why a file of cpp/ may not include another; both are relative to cpp/."""
    area, target = area_of(file), area_of(included)
    if area not in AREAS:
        return f"{file}: the folder {area} has no place in AREAS"
    if target == area or target in AREAS[area]:
        return None
    of_a_game = area.startswith("arbitre/games/")
    if of_a_game and included == REGISTRY:
        return None
    game = file.removeprefix("bindings/").removesuffix(".cpp").removesuffix("_kernels")
    if area == "bindings" and target == f"arbitre/games/{game}":
        return None
    return f"{file}: may not include {included}"


def system_include_fault(file: str, header: str) -> str | None:
    """Why a file of cpp/ may not include a header of the standard library or the platform."""
    area = area_of(file)
    if header.startswith(("pybind11/", "Python.h", "numpy/")):
        return None if area == "bindings" else f"{file}: {header} belongs in bindings"
    if (file, header) in EXCEPTIONS:
        return None
    if header in THREADS - (LOCKS if area == "bindings" else set()):
        return f"{file}: <{header}> belongs in arbitre/core/batch.hpp"
    if (header in WORLD or header.startswith("sys/")) and area != "bindings":
        return f"{file}: no input, output, clock or randomness here, so not <{header}>"
    return None


@cache
def includes() -> list[tuple[str, str | None, str | None]]:
    """(file, included file, None) or (file, None, header), for every #include of cpp/."""
    found: list[tuple[str, str | None, str | None]] = []
    for path in sources("cpp", suffixes=(".hpp", ".cpp")):
        file = path.relative_to(CPP).as_posix()
        for match in INCLUDE.finditer(path.read_text(encoding="utf-8")):
            if match["system"]:
                found.append((file, None, match["system"]))
            elif (beside := path.parent / match["own"]).is_file():
                found.append((file, beside.resolve().relative_to(CPP).as_posix(), None))
            else:
                found.append((file, match["own"], None))
    return found


def test_cpp_files_include_only_what_their_layer_may_see() -> None:
    faults = [own_include_fault(file, own) for file, own, _ in includes() if own]
    faults += [system_include_fault(file, header) for file, _, header in includes() if header]
    assert [fault for fault in faults if fault] == []
    missing = [f"{file}: {own}" for file, own, _ in includes() if own and not (CPP / own).is_file()]
    assert missing == []


def test_exceptions_are_still_needed() -> None:
    used = {(file, header) for file, _, header in includes()}
    assert [exception for exception in EXCEPTIONS if exception not in used] == []


def test_headers_are_guarded() -> None:
    headers = sources("cpp", "tests/cpp", suffixes=(".hpp",))
    assert [h for h in headers if "#pragma once" not in h.read_text(encoding="utf-8")] == []


SOLINES = "arbitre/games/sept_solines"


@pytest.mark.parametrize(
    ("file", "included"),
    [
        ("arbitre/core/engine.hpp", f"{SOLINES}/game.hpp"),
        ("arbitre/core/engine.hpp", REGISTRY),
        ("arbitre/core/engine.hpp", "arbitre/effect/run.hpp"),
        ("arbitre/core/referee.hpp", "bindings/objects.hpp"),
        ("arbitre/effect/run.hpp", f"{SOLINES}/model.hpp"),
        (f"{SOLINES}/moves.hpp", "arbitre/games/other/moves.hpp"),
        (f"{SOLINES}/moves.hpp", "bindings/objects.hpp"),
        ("bindings/module.cpp", f"{SOLINES}/model.hpp"),
        ("bindings/other.cpp", f"{SOLINES}/model.hpp"),
        ("elsewhere/new.hpp", "arbitre/core/types.hpp"),
    ],
)
def test_includes_against_the_arrows_are_refused(file: str, included: str) -> None:
    assert own_include_fault(file, included)


@pytest.mark.parametrize(
    ("file", "header"),
    [
        ("arbitre/core/engine.hpp", "thread"),
        ("arbitre/core/batch.hpp", "mutex"),
        ("arbitre/core/rng.hpp", "random"),
        ("arbitre/core/tables.cpp", "fstream"),
        (f"{SOLINES}/game.hpp", "chrono"),
        (f"{SOLINES}/game.hpp", "pybind11/pybind11.h"),
        ("arbitre/games/registry.cpp", "iostream"),
        ("bindings/batch.cpp", "thread"),
    ],
)
def test_headers_out_of_place_are_refused(file: str, header: str) -> None:
    assert system_include_fault(file, header)


# --- Python ------------------------------------------------------------------------------------

# What each part of the package `arbitre` may import of the others; "" is the package itself, the
# public names. Parts that are still to come have their place already.
UP_TO_RULES = {"_native", "errors", "rules"}
UP_TO_GAME = UP_TO_RULES | {"i18n", "game"}
ARBITRE: dict[str, set[str]] = {
    "errors": set(),
    "i18n": set(),
    "client": {"errors"},
    "kernels": {"_native"},
    "notation": {"errors"},
    "svg": set(),
    "rules": UP_TO_RULES,
    "game": UP_TO_GAME | {"notation", "svg"},  # it has its orders written, its picture drawn
    "match": UP_TO_GAME | {"replay"},  # a match is its log
    "games": UP_TO_GAME | {"match", "notation", "replay"},
    "replay": UP_TO_GAME,
    "bots": UP_TO_GAME,
    "env": UP_TO_GAME,
    "": UP_TO_GAME | {"games", "match", "replay"},
    "cli": {"", *UP_TO_GAME, "match", "notation", "replay", "bots", "client", "svg"},
}
THIRD_PARTIES = {part: {"msgspec", "numpy"} for part in ARBITRE} | {
    "cli": {"msgspec", "numpy", "rich", "typer"},
    "replay": {"msgspec", "msgpack", "numpy"},
    "client": {"httpx", "msgpack", "msgspec"},
}

# What each module of `arbitre_service` may not reach, itself or through others of the package.
INSIDE = {"arbitre", "litestar", "uvicorn", "typer"}
SERVICE_KEEPS_OUT: dict[str, set[str]] = {
    "messages": INSIDE,
    "errors": INSIDE,
    "ports": {*INSIDE, "table", "routes", "app", "adapters"},
    "table": {*INSIDE, "routes", "app", "adapters"},
    "match_messages": INSIDE,
    "match_ports": {*INSIDE, "table", "routes", "app", "adapters"},
    "matches": {*INSIDE, "table", "routes", "match_routes", "app", "adapters"},
    "adapters": {"litestar", "uvicorn", "typer", "table", "routes", "app"},
    "routes": {"arbitre", "adapters", "app"},
    "match_routes": {"arbitre", "adapters", "app"},
    "holding": {"arbitre", "adapters", "app"},
}


def modules(folder: Path, package: str) -> dict[str, Path]:
    """The modules of a package by their dotted name."""
    found = {}
    for path in sorted((folder / package).rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def own_modules() -> dict[str, Path]:
    service = modules(ROOT / "service", "arbitre_service")
    return modules(ROOT / "python", "arbitre") | service


def imports(module: str, text: str, is_package: bool = False) -> Iterator[str]:
    """The modules that a module imports, wherever in its text; names of this project in full."""
    known = {*own_modules(), "arbitre._native"}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")
                up = parts[: len(parts) - node.level + is_package]
                base = ".".join([*up, base]) if base else ".".join(up)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield inner if inner in known else base


@cache
def imports_of(module: str) -> frozenset[str]:
    path = own_modules()[module]
    is_package = path.name == "__init__.py"
    return frozenset(imports(module, path.read_text(encoding="utf-8"), is_package))


def part_of(module: str) -> str:
    """`arbitre.rules.load` -> `rules`; the package itself is ""."""
    return module.split(".")[1] if "." in module else ""


def root_of(module: str) -> str:
    return module.partition(".")[0]


def arbitre_fault(module: str, imported: str) -> str | None:
    """Why a module of `arbitre` may not import another module."""
    part = part_of(module)
    if part not in ARBITRE:
        return f"{module}: the part {part} has no place in ARBITRE"
    if root_of(imported) == "arbitre":
        target = part_of(imported)
        fine = target == part or target in ARBITRE[part]
        schemas = {f"arbitre.rules.{game}" for game in GAMES}
        if fine and module in schemas and imported in schemas | {"arbitre.rules"}:
            return f"{module}: the data of one game may not see {imported}"
    else:
        root = root_of(imported)
        fine = root in sys.stdlib_module_names or root in THIRD_PARTIES[part]
    return None if fine else f"{module}: may not import {imported}"


def test_arbitre_imports_only_what_its_layer_may_see() -> None:
    pairs = ((m, i) for m in own_modules() if root_of(m) == "arbitre" for i in imports_of(m))
    faults = [arbitre_fault(module, imported) for module, imported in sorted(pairs)]
    assert [fault for fault in faults if fault] == []


@pytest.mark.parametrize(
    ("module", "imported"),
    [
        ("arbitre.errors", "arbitre.game"),
        ("arbitre.i18n", "arbitre.rules"),
        ("arbitre.rules.load", "arbitre.game"),
        ("arbitre.rules.sept_solines", "arbitre.rules"),
        ("arbitre.game", "arbitre"),
        ("arbitre.game", "arbitre.bots"),
        ("arbitre.game", "rich.console"),
        ("arbitre.replay", "arbitre.match"),
        ("arbitre", "arbitre.cli"),
        ("arbitre.bots.random", "arbitre.cli.app"),
        ("arbitre.cli.app", "arbitre_service.command"),
        ("arbitre.cli.app", "litestar"),
        ("arbitre.svg", "arbitre.i18n"),
        ("arbitre.novelty", "arbitre.game"),
    ],
)
def test_imports_against_the_arrows_are_refused(module: str, imported: str) -> None:
    assert arbitre_fault(module, imported)


def reached(module: str) -> dict[str, str]:
    """All that a module of the service imports, itself or through others: name -> by which."""
    found: dict[str, str] = {}
    waiting = [module]
    while waiting:
        current = waiting.pop()
        for imported in imports_of(current):
            if imported not in found:
                found[imported] = current
                if root_of(imported) == "arbitre_service" and imported in own_modules():
                    waiting.append(imported)
    return found


def test_service_keeps_litestar_and_the_engine_out_of_its_use_cases() -> None:
    service = [module for module in own_modules() if root_of(module) == "arbitre_service"]
    assert set(SERVICE_KEEPS_OUT) <= {part_of(module) for module in service}
    faults = []
    for module in service:
        kept_out = SERVICE_KEEPS_OUT.get(part_of(module), set())
        for imported, importer in reached(module).items():
            inside = root_of(imported) == "arbitre_service"
            if (part_of(imported) if inside else root_of(imported)) in kept_out:
                faults.append(f"{module}: reaches {imported} through {importer}")
    assert faults == []


def test_service_reaches_the_engine_through_its_adapters_only() -> None:
    direct = {
        module
        for module in own_modules()
        if root_of(module) == "arbitre_service"
        and any(root_of(imported) == "arbitre" for imported in imports_of(module))
    }
    assert {part_of(module) for module in direct} <= {"adapters"}


def test_imports_are_read_wherever_they_stand() -> None:
    text = """
import numpy.typing as npt
from arbitre import Game, bots
from arbitre.rules.load import load_content
from . import tables
from ..errors import RulesError
def late():
    from arbitre._native import State
"""
    assert set(imports("arbitre.rules.load", text)) == {
        *("numpy.typing", "arbitre", "arbitre.bots", "arbitre.rules.load", "arbitre.rules.tables"),
        *("arbitre.errors", "arbitre._native"),
    }
    assert set(imports("arbitre.rules", "from . import load", True)) == {"arbitre.rules.load"}


# --- Files ---------------------------------------------------------------------------------------

MAX_LINES = 600
EVERYWHERE = ("cpp", "python", "service", "tests", "tools", "bench")
# The brackets keep this line from being one of its own findings.
LEFT_OVER = re.compile(r"\b(TO[D]O|FIX[M]E|XX[X]|HA[C]K)\b")


def test_files_are_short_enough_to_read() -> None:
    long = {}
    for path in sources(*EVERYWHERE, suffixes=(".py", ".hpp", ".cpp")):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > MAX_LINES:
            long[path.relative_to(ROOT).as_posix()] = lines
    assert long == {}, f"split these files: the limit is {MAX_LINES} lines"


def test_nothing_is_left_to_do_in_the_sources() -> None:
    found = []
    for path in sources(*EVERYWHERE, suffixes=(".py", ".pyi", ".hpp", ".cpp", ".toml", ".txt")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if LEFT_OVER.search(line):
                found.append(f"{path.relative_to(ROOT).as_posix()}:{number}: {line.strip()}")
    assert found == [], "finish it, or file an issue and drop the note"
