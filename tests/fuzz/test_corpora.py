"""The corpora of the fuzz targets: there, small, and not yet refused at the door."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FUZZ = ROOT / "tests" / "fuzz"
CMAKE = (FUZZ / "CMakeLists.txt").read_text(encoding="utf-8")
TARGETS = [*re.findall(r"foreach\(name ([^)]*)\)", CMAKE)[0].split(), "bodies"]

MOST_FILES = 30
MOST_BYTES = 256 * 1024


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_states_its_law_and_has_a_small_corpus(target: str) -> None:
    source = FUZZ / (f"{target}.py" if target == "bodies" else f"{target}.cpp")
    assert source.read_text(encoding="utf-8").startswith(("// Law: ", '"""Law: '))
    assert 0 < len(list((FUZZ / "corpus" / target).iterdir())) <= MOST_FILES


def test_corpora_are_small_together() -> None:
    files = [path for path in (FUZZ / "corpus").rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) <= MOST_BYTES
    assert {path.parent.name for path in files} == set(TARGETS)


def test_seeds_are_games_of_these_rules() -> None:
    command = [sys.executable, str(ROOT / "tools" / "fuzz_seeds.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
