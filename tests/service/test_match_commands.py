"""`arbitre db`, and what `arbitre serve` says of databases that it can't use."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result
from match_kit import club, open_table, run
from typer.testing import CliRunner

from arbitre.cli.app import create as command_line


def arbitre(*arguments: str) -> Result:
    return CliRunner().invoke(command_line(), [*arguments])


def test_upgrade_and_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "new" / "matches.db"
    address = f"sqlite:///{file}"
    before = arbitre("db", "check", "--database", address)
    assert before.exit_code == 1 and "arbitre db upgrade" in before.output
    made = arbitre("db", "upgrade", "--database", address)
    assert made.exit_code == 0 and "none -> 0001" in made.output, made.output
    monkeypatch.setenv("ARBITRE_DATABASE", address)
    again = arbitre("db", "upgrade", "--json")
    assert json.loads(again.output) == {"database": address, "before": "0001", "now": "0001"}
    assert "already" in arbitre("db", "upgrade").output

    async def play() -> None:
        async with club(address) as worker:
            for _ in range(3):
                await open_table(worker)

    run(play)
    whole = arbitre("db", "check")
    assert whole.exit_code == 0 and whole.output.startswith("3 matches, "), whole.output
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(
            "DELETE FROM match_events WHERE number = 5 AND match = (SELECT min(id) FROM matches)"
        )
    damaged = arbitre("db", "check", "--json")
    assert damaged.exit_code == 1
    found = json.loads(damaged.output)
    assert found["matches"] == 3
    (difference,) = found["differences"]
    assert difference["row"] <= 5 and "missing" in difference["why"]
    told = arbitre("db", "check")
    assert told.exit_code == 1 and "1 differ" in told.output and difference["match"] in told.output


@pytest.mark.parametrize("command", ["upgrade", "check"])
@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("mysql://x/y", "a database is sqlite"),
        ("sqlite://", "in memory"),
        ("none", "there is no database"),
        ("postgresql://me:hush@/x?host=/nowhere", "me:***@"),
    ],
)
def test_databases_that_are_none(command: str, address: str, why: str) -> None:
    refused = arbitre("db", command, "--database", address)
    assert refused.exit_code == 1
    assert why in refused.output and "hush" not in refused.output
    assert refused.output.startswith("arbitre: ") and refused.output.count("\n") == 1


def test_serve_says_what_is_wrong_with_a_database(tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    arbitre("db", "upgrade", "--database", f"sqlite:///{old}")
    with closing(sqlite3.connect(old)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '0000'")
    for address, why in (
        (f"sqlite:///{old}", "arbitre db upgrade"),
        ("mysql://x/y", "a database is sqlite"),
        ("postgresql://me:hush@/x?host=/nowhere", "me:***@"),
    ):
        refused = arbitre("serve", "--port", "0", "--database", address)
        said = " ".join(re.sub(r"[│╭╮╰╯─]", " ", refused.output).split())
        assert refused.exit_code == 2 and why in said and "hush" not in said
