"""Tables as text: tab-separated, one header line.

`python -m support.tables`, run in the folder of the tests, computes the perft tables anew and adds
to the snapshots what is new. Review what it changes line by line.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from pathlib import Path

import arbitre

from .games import Setup, setups

TESTS = Path(__file__).parents[1]

PERFT_SEED = 1
PERFT_DEPTHS = 6
# Deeper lines are left out; what will be far larger is not even counted.
PERFT_LARGEST = 2_000_000
PERFT_HOPELESS = 20 * PERFT_LARGEST


@dataclass(frozen=True)
class PerftLine:
    """The number of move sequences of a depth from the start of a game; `variant` holds the options
    as keyword arguments of `initial` in compact JSON, "-" for none. Chance is automatic."""

    variant: str
    seed: str
    players: str
    depth: str
    count: str = ""

    def cells(self) -> list[str]:
        return [getattr(self, field.name) for field in fields(self)]


def read(path: Path) -> list[dict[str, str]]:
    """The lines of a table as maps from column to cell."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE, strict=True)
        lines = list(reader)
    for line in lines:
        assert None not in line and None not in line.values(), f"{path}: {line}"
    return lines


def write(path: Path, columns: Iterable[str], lines: Iterable[Iterable[object]]) -> None:
    rows = [columns, *lines]
    text = "".join("\t".join(str(cell) for cell in row) + "\n" for row in rows)
    path.write_text(text, encoding="utf-8")


# --- perft ---


def perft_path(game: str) -> Path:
    return TESTS / "perft" / f"{game}.tsv"


def perft_count(game: str, line: PerftLine) -> int:
    setup = Setup(game, int(line.players), line.variant)
    return setup.game.perft(setup.initial(int(line.seed)), int(line.depth))


def perft_lines(game: str) -> Iterator[PerftLine]:
    for setup in setups(game):
        before = count = 1
        for depth in range(1, PERFT_DEPTHS + 1):
            if depth > 2 and count * count // before > PERFT_HOPELESS:
                break
            line = PerftLine(setup.variant, str(PERFT_SEED), str(setup.players), str(depth))
            before, count = count, perft_count(game, line)
            if depth > 2 and count > PERFT_LARGEST:
                break
            yield replace(line, count=str(count))


# --- snapshots ---


def code_lines(game: str) -> Iterator[tuple[str, int, str]]:
    """Game, number and name of each rejection code; those that all games share have game "-"."""
    for number, name in sorted(arbitre.load(game).codes.items()):
        yield (game if number >= 256 else "-", number, name)


def id_lines(game: str) -> Iterator[tuple[str, str, int, object]]:
    """Game, list, index and id of everything that states and codes hold by index. A range of
    integers is one line."""
    catalogue = arbitre.load(game)._catalogue()
    lists: dict[str, Sequence[object]] = {
        "kind": [kind[0] for kind in catalogue["kinds"]],
        **{f"domain {name}": values for name, values in catalogue["domains"].items()},
        "event": [name for name, _ in catalogue["events"]],
        **{
            f"option {name}": domain
            for name, _, domain, _ in catalogue["options"]
            if isinstance(domain, list)
        },
    }
    for name, ids in lists.items():
        if not ids:
            continue  # a domain of events alone, such as moves
        if all(type(identifier) is int for identifier in ids):
            yield game, name, 0, f"{ids[0]}..{ids[-1]}"
        else:
            for index, identifier in enumerate(ids):
                yield game, name, index, identifier


CODES = TESTS / "snapshots" / "codes.tsv"
IDS = TESTS / "snapshots" / "ids.tsv"


def append(path: Path, columns: tuple[str, ...], lines: Iterable[Iterable[object]]) -> None:
    """Adds the lines that are new; those that are there stay as they are."""
    known = [tuple(line.values()) for line in read(path)] if path.exists() else []
    new = dict.fromkeys(tuple(str(cell) for cell in line) for line in lines)
    write(path, columns, [*known, *(line for line in new if line not in known)])


def main() -> None:
    for game in arbitre.games():
        columns = [field.name for field in fields(PerftLine)]
        write(perft_path(game), columns, (line.cells() for line in perft_lines(game)))
    append(CODES, ("game", "number", "name"), chain(*map(code_lines, arbitre.games())))
    append(IDS, ("game", "list", "index", "id"), chain(*map(id_lines, arbitre.games())))


if __name__ == "__main__":
    main()
