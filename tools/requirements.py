"""Print what pyproject.toml asks for, one requirement a line, without building the project.

`make setup` installs the list, so that pyproject.toml stays the only place that names a dependency.
Must run on a bare Python 3.11, before anything is installed.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"


def requirements(pyproject: dict[str, Any], extras: list[str]) -> Iterator[str]:
    """The build tools, the dependencies, and those of the extras."""
    project = pyproject["project"]
    itself = re.compile(rf"{re.escape(project['name'])}\[([^]]+)\]")
    yield from pyproject["build-system"]["requires"]
    yield from project["dependencies"]
    while extras:
        for requirement in project["optional-dependencies"][extras.pop()]:
            if more := itself.fullmatch(requirement):
                extras += [extra.strip() for extra in more[1].split(",")]
            else:
                yield requirement


def main() -> None:
    with PYPROJECT.open("rb") as file:
        pyproject = tomllib.load(file)
    print("\n".join(dict.fromkeys(requirements(pyproject, sys.argv[1:]))))


if __name__ == "__main__":
    main()
