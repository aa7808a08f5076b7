"""Numbers that others rely on: rejection codes, and the indices of ids in states and move codes.

`codes.tsv` and `ids.tsv` hold what has been published. Lines are added, at the end of their list,
and never changed or taken away: a name is not renamed, a number is not given to another name.
`python -m support.tables` adds what is new.
"""

from __future__ import annotations

from collections import Counter

import pytest

import arbitre
from arbitre import Game
from support.tables import CODES, IDS, code_lines, id_lines, read

ADVICE = "published for good: take a new number instead; new lines are added by support.tables"


def published_codes(game: str) -> dict[int, str]:
    """The codes of a game, the shared ones among them."""
    return {
        int(line["number"]): line["name"] for line in read(CODES) if line["game"] in ("-", game)
    }


def published_ids(game: str) -> dict[tuple[str, int], str]:
    return {
        (line["list"], int(line["index"])): line["id"] for line in read(IDS) if line["game"] == game
    }


@pytest.mark.parametrize("name", arbitre.games())
def test_codes_are_neither_renamed_nor_renumbered_nor_reused(name: str) -> None:
    found = {number: code for _, number, code in code_lines(name)}
    for number, code in published_codes(name).items():
        assert found.get(number) == code, f"{number} {code} is {ADVICE}"


@pytest.mark.parametrize("name", arbitre.games())
def test_new_codes_are_published(name: str) -> None:
    published = published_codes(name)
    new = [line for line in code_lines(name) if line[1] not in published]
    assert new == [], f"{CODES.name} lacks codes"


@pytest.mark.parametrize("name", arbitre.games())
def test_a_code_has_one_number_and_a_number_one_code(name: str) -> None:
    lines = [line for line in read(CODES) if line["game"] in ("-", name)]
    for column in ("number", "name"):
        counts = Counter(line[column] for line in lines)
        assert max(counts.values()) == 1, counts.most_common(1)
    assert len(published_codes(name)) == len(lines)


def test_codes_are_written_as_the_rules_write_them() -> None:
    for line in read(CODES):
        assert line["name"] == line["name"].upper()
        assert line["name"].replace("_", "").isalnum()
        assert (int(line["number"]) < 256) is (line["game"] == "-")
        assert line["game"] in ("-", *arbitre.games())


def is_continued(published: str, found: str) -> bool:
    """An id is the same; a range of integers has the same start and may have become longer."""
    start, dots, end = published.partition("..")
    if dots and found.startswith(f"{start}.."):
        return int(found.partition("..")[2]) >= int(end)
    return found == published


@pytest.mark.parametrize("name", arbitre.games())
def test_ids_keep_their_indices(name: str) -> None:
    found = {(which, index): str(found) for _, which, index, found in id_lines(name)}
    for (which, index), identifier in published_ids(name).items():
        now = found.get((which, index), "nothing")
        assert is_continued(identifier, now), (
            f"{which} {index} was {identifier}, is {now}; {ADVICE}"
        )


@pytest.mark.parametrize("name", arbitre.games())
def test_new_ids_are_published(name: str) -> None:
    published = published_ids(name)
    found = {(which, index): str(found) for _, which, index, found in id_lines(name)}
    assert {key: now for key, now in found.items() if published.get(key) != now} == {}


@pytest.mark.parametrize("name", arbitre.games())
def test_ids_of_a_list_are_numbered_without_gaps(name: str) -> None:
    lists: dict[str, list[int]] = {}
    for which, index in published_ids(name):
        lists.setdefault(which, []).append(index)
    for which, indices in lists.items():
        assert indices == list(range(len(indices))), which


def test_the_snapshots_hold_no_game_that_is_gone() -> None:
    assert {line["game"] for line in read(IDS)} == set(arbitre.games())


@pytest.mark.parametrize(
    ("published", "found", "same"),
    [
        ("take", "take", True),
        ("take", "grab", False),
        ("take", "nothing", False),
        ("1..28", "1..28", True),
        ("1..28", "1..30", True),
        ("1..28", "1..27", False),
        ("1..28", "0..28", False),
        ("1..28", "nothing", False),
    ],
)
def test_what_counts_as_the_same(published: str, found: str, same: bool) -> None:
    assert is_continued(published, found) is same


def test_packed_answers_use_the_published_numbers() -> None:
    """What `validate_many` gives are these numbers."""
    for name in arbitre.games():
        game: Game = arbitre.load(name)
        state = game.initial(players=game.players[0], seed=1)
        number = int(game.validate_many(state, 0, game.action_count).code[0])
        assert published_codes(name)[number] == "UNKNOWN_ACTION"
