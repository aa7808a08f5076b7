"""`arbitre games` and `arbitre show`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import arbitre
from arbitre.cli.show import WORDS

Run = Callable[..., Any]

each_game = pytest.mark.parametrize("game", arbitre.games())
each_lang = pytest.mark.parametrize("lang", ["en", "fr"])


def test_games_lists_every_game(run: Run) -> None:
    result = run("games")
    assert (result.exit_code, result.stderr) == (0, "")
    for name in arbitre.games():
        game = arbitre.load(name)
        (line,) = [line for line in result.stdout.splitlines() if line.split()[0] == name]
        assert game.labels().title in line
        assert game.digest in line


def test_games_as_data(data: Run) -> None:
    listed = data("games")
    assert [entry["game"] for entry in listed] == list(arbitre.games())
    for entry in listed:
        game = arbitre.load(entry["game"])
        assert entry["digest"] == game.digest
        assert entry["players"] == list(game.players)
        assert entry["state_size"] == game.state_size
        assert entry["action_count"] == game.action_count
        assert entry["languages"] == list(game.languages)


@each_game
def test_show_as_data_is_complete(data: Run, game: str) -> None:
    rules, shown = arbitre.load(game), data("show", game)
    kinds = sorted(shown["kinds"].values(), key=lambda kind: kind["offset"])
    ends = [0, *(kind["offset"] + kind["size"] for kind in kinds)]
    assert [kind["offset"] for kind in kinds] == ends[:-1]
    assert ends[-1] == shown["action_count"] == rules.action_count
    for kind in kinds:
        size = 1
        for field in kind["fields"].values():
            domain = shown["domains"][field["domain"]]
            assert len(domain["values"]) == len(domain["labels"])
            size *= len(domain["values"])
        assert kind["size"] == size
    assert shown["codes"][0]["code"] == "OK"
    assert {code["number"]: code["code"] for code in shown["codes"]} == dict(rules.codes)
    assert all(code["sentence"] for code in shown["codes"])
    assert [entry["word"] for entry in shown["words"]] == list(rules.words)
    assert {name: option["default"] for name, option in shown["options"].items()} == {
        name: option.default for name, option in rules.options.items()
    }
    assert set(shown["events"]) == set(rules.events)


@each_game
@each_lang
def test_show_tells_people_everything(run: Run, game: str, lang: str) -> None:
    result = run("show", game, "--lang", lang)
    assert (result.exit_code, result.stderr) == (0, "")
    rules = arbitre.load(game)
    labels = rules.labels(lang)
    assert result.stdout.startswith(f"{labels.title} {game}\n")
    assert rules.digest in result.stdout
    words = WORDS[lang]
    for heading in ("moves", "domains", "options", "events", "refusals", "subjects"):
        assert f"\n{words[heading]}" in result.stdout
    names = [*rules.kinds, *rules.options, *rules.events, *rules.codes.values()]
    for name in [*names, *(labels.kind(kind) for kind in rules.kinds)]:
        assert name in result.stdout


def test_languages_have_the_same_words() -> None:
    assert {frozenset(words) for words in WORDS.values()} == {frozenset(WORDS["en"])}


def test_show_in_french(run: Run, data: Run) -> None:
    page = run("show", "sept_solines", "--lang", "fr").stdout
    assert "2\N{EN DASH}3 joueurs" in page
    assert "Il vous faut \N{HORIZONTAL ELLIPSIS} cubes pour prendre cette carte" in page
    assert "{" not in page and "[" not in page
    shown = data("show", "sept_solines", "--lang", "fr")
    assert shown["kinds"]["disc_green"]["label"] == "disque vert"
    words = {entry["word"]: entry["label"] for entry in shown["words"]}
    assert (words["green"], words["disc_blue"]) == ("vert", "disque bleu")


def test_codes_of_a_kind_are_a_range(run: Run) -> None:
    lines = run("show", "sept_solines").stdout.splitlines()
    assert any(line.split()[:2] == ["0\N{EN DASH}6", "take"] for line in lines)
    assert any(line.split()[:2] == ["7", "disc_green"] for line in lines)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show"], "GAME"),
        (["show", "chess"], "unknown game 'chess'; the games are"),
        (["show", "sept_solines", "--lang", "de"], "unknown language 'de'; the languages are"),
        (["games", "--lang", "FR"], "unknown language 'FR'"),
        (["games", "everything"], "everything"),
    ],
)
def test_wrong_usage(run: Run, arguments: list[str], said: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in " ".join(result.stderr.replace("\N{BOX DRAWINGS LIGHT VERTICAL}", "").split())
