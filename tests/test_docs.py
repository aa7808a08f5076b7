"""The documentation tells the truth: its Python runs and prints what the page says, and the pages
that programs write are up to date.

The blocks of a page share a namespace and run in their order, in an empty folder. A `text` block
right behind a Python block is what it prints.
"""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"

# They speak to a service that is running.
NOT_RUN = {"docs/http.md", "docs/matches.md", "docs/service.md", "docs/security.md"}

FENCE = re.compile(r"^```(?P<lang>\w*)[^\n]*\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """Python of a page, the line where it begins, and what it prints where the page says so."""

    line: int
    code: str
    printed: str | None


def blocks(page: str) -> list[Block]:
    fences = list(FENCE.finditer(page))
    found = []
    for fence, after in zip_longest(fences, fences[1:]):
        if fence["lang"] != "python":
            continue
        follows = (
            after and after["lang"] == "text" and not page[fence.end() : after.start()].strip()
        )
        line = page.count("\n", 0, fence.start("text"))
        found.append(Block(line, fence["text"], after["text"] if after and follows else None))
    return found


def pages() -> Iterator[Path]:
    yield from (ROOT / "README.md", ROOT / "CONTRIBUTING.md")
    yield from sorted(DOCS.rglob("*.md"))


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


RUN = [path for path in pages() if blocks(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("path", [path for path in RUN if named(path) not in NOT_RUN], ids=named)
def test_python_of_a_page_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "__main__"}
    for block in blocks(path.read_text(encoding="utf-8")):
        said = io.StringIO()
        # Lines of a traceback are those of the page.
        code = compile("\n" * block.line + block.code, str(path), "exec")
        with contextlib.redirect_stdout(said):
            exec(code, namespace)
        if block.printed is not None:
            assert said.getvalue() == block.printed, f"{named(path)}, line {block.line}"


def test_blocks_are_found() -> None:
    page = "a\n\n```python\nprint(1)\n```\n\n```text\n1\n```\n\n```\nb\n```\n"
    page += "```python\nc\n```\nd\n```text\ne\n```\n"
    assert blocks(page) == [Block(3, "print(1)\n", "1\n"), Block(14, "c\n", None)]


@pytest.mark.parametrize("tool", ["docs_cli.py", "docs_http.py", "docs_cards.py"])
def test_generated_pages_are_up_to_date(tool: str) -> None:
    command = [sys.executable, str(ROOT / "tools" / tool), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_navigation_names_every_page() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    listed = re.findall(r"([\w./-]+\.md)$", navigation, flags=re.MULTILINE)
    assert sorted(listed) == sorted(set(listed))
    there = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    assert there - set(listed) == set(), "add them to nav in mkdocs.yml"
    assert set(listed) - there == set(), "in the nav of mkdocs.yml, but not in docs"
