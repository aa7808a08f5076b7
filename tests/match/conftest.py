"""A log, and what every way of reading it says when it was tampered with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from arbitre import LogError, Match
from arbitre.replay import Log, verify
from support.games import game
from support.matches import Records, as_bytes, finished, records_of


@pytest.fixture(scope="module")
def log() -> Log:
    """The log of a finished match."""
    return finished(Match(game("sept_solines"), 2, 7, variants={"rounds": 2}), 7).log


@pytest.fixture
def records(log: Log) -> Records:
    return records_of(log)


@pytest.fixture
def judge(tmp_path: Path) -> Callable[[Records | bytes], LogError]:
    """Writes a log that was tampered with; gives what every way of reading it says of it."""

    def difference(content: Records | bytes) -> LogError:
        path = tmp_path / "tampered.arblog"
        path.write_bytes(content if isinstance(content, bytes) else as_bytes(content))
        found = verify(path)
        assert not found and found.difference
        assert found.difference.file == str(path)
        assert str(found.difference).startswith(f"{path}: ")
        with pytest.raises(LogError) as caught:
            Match.load(path)
        # Loading reads all of the file first, verifying goes move by move.
        assert caught.value.code in (found.difference.code, "LOG_TRUNCATED")
        assert caught.value.file == str(path)
        return found.difference

    return difference
