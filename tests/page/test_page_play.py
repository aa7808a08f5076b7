"""Every game on the page, as people play it: by pointer, by keys, on the board, in French."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from page_kit import Visitor
from service_process import Server

import arbitre
from support.effort import so_many

Visit = Callable[..., Visitor]
PEOPLE = {name: min(n for n in arbitre.load(name).players if n > 1) for name in arbitre.games()}

each_game = pytest.mark.parametrize("game", arbitre.games())
# What the page does alike for every game, with hands that others may not see and without.
some_games = pytest.mark.parametrize(
    "game", so_many(("solar", "terraforming_mars"), arbitre.games())
)


@each_game
def test_a_match_is_made_and_played(server: Server, visit: Visit, game: str) -> None:
    ada = visit(server)
    invitations = ada.make_match(game, players=PEOPLE[game])
    ada.sit()
    labels = arbitre.load(game).labels
    assert ada.text("h1") == labels("en").title
    assert ada.page.locator(".board svg").get_attribute("aria-label")
    watcher = visit(server, lang="fr")
    watcher.join(invitations[-1])
    assert watcher.page.locator(".turn").is_hidden(), "spectators only look on"
    played = 0
    while played < 4 and ada.wait_for_turn():
        ada.play_by_keys() if played % 2 else ada.play_by_pointer()
        played += 1
    # The spectator is told of it as it happens, and never more than may be known.
    watcher.page.wait_for_function(
        "() => document.querySelector('.state').dataset.state === 'live'"
    )
    if ada.wait_for_turn():
        before = watcher.told
        ada.play_by_pointer()
        watcher.page.wait_for_timeout(300)
        assert watcher.told >= before
    assert watcher.text("h1") == labels("fr").title


@each_game
def test_the_board_can_be_pointed_at(server: Server, visit: Visit, game: str) -> None:
    """What glows stands for moves: picked, the list has those that name it, and one is played."""
    ada = visit(server)
    ada.make_match(game, players=PEOPLE[game])
    ada.sit()
    page = ada.page
    for _ in range(40):
        assert ada.wait_for_turn(), "the match ended before anything on the board was to be chosen"
        if page.locator(".board [role=button]").count():
            break
        ada.play_by_pointer()
    else:
        pytest.fail("nothing on the board ever stood for a move")
    shown = page.locator(".move").count()
    target = page.locator(".board [role=button]").first
    target.dispatch_event("click")
    page.wait_for_selector(".chip")
    narrowed = page.locator(".move").count()
    assert 0 < narrowed <= shown
    assert page.locator(".board .picked").count() >= 1
    page.keyboard.press("Escape")
    assert page.locator(".chip").count() == 0 and page.locator(".move").count() == shown
    # The same without a pointer.
    page.locator("#screen").focus()
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    page.wait_for_selector(".chip")
    assert page.locator(".move").count() == narrowed
    ada.play_by_pointer()
    assert page.locator(".refusal:visible").count() == 0


@some_games
def test_a_refusal_is_told_in_the_language(server: Server, visit: Visit, game: str) -> None:
    ada = visit(server)
    ada.make_match(game, players=PEOPLE[game])
    ada.sit()
    ada.wait_for_turn()
    page = ada.page
    page.locator(".compose summary").click()
    legal = page.locator(".kind").count()
    kinds = page.locator("#compose-kind option").count()
    assert kinds > legal, "there are kinds of moves that aren't legal now"
    said = []
    for lang in ("fr", "en"):
        ada.speak(lang)
        ada.wait_for_turn()
        answer = _refused(ada)
        assert ada.text("#refusal") == answer["detail"] == answer["verdict"]["message"]
        said.append(answer)
    assert said[0]["code"] == said[1]["code"] and said[0]["detail"] != said[1]["detail"]
    # A refusal is told to those who can't see it, too.
    assert page.locator("#refusal").get_attribute("role") == "alert"


def _refused(visitor: Visitor) -> dict[str, Any]:
    """Compose the first kind of move that is refused."""
    page = visitor.page
    names = page.locator("#compose-kind option").evaluate_all("all => all.map(one => one.value)")
    legal = {
        line.partition(" · ")[0]
        for line in page.locator(".kind").evaluate_all("all => all.map(one => one.textContent)")
    }
    labels = page.locator("#compose-kind option").evaluate_all("all => all.map(one => one.label)")
    name = next(name for name, label in zip(names, labels, strict=True) if label not in legal)
    page.locator("#compose-kind").select_option(name)
    with page.expect_response(lambda response: response.url.endswith("/moves")) as found:
        page.locator(".composer button[type=submit]").click()
    assert found.value.status in (409, 422)
    page.wait_for_selector("#refusal:visible")
    answer: dict[str, Any] = json.loads(found.value.text())
    return answer


@some_games
def test_a_host_looks_at_every_ply(server: Server, visit: Visit, game: str) -> None:
    host = visit(server)
    host.make_match(game, players=PEOPLE[game])
    page = host.page
    page.locator(".made a").click()
    page.wait_for_selector(".replay:visible")
    for _ in range(3):
        host.wait_for_turn()
        host.play_by_pointer()
    slider = page.locator("#replay-slider")
    page.wait_for_function("() => Number(document.querySelector('#replay-slider').max) >= 3")
    now = page.locator(".board svg").inner_html()
    slider.focus()
    page.keyboard.press("Home")
    page.wait_for_function("() => document.querySelector('.told').textContent.startsWith('0/')")
    page.wait_for_function("now => document.querySelector('.board svg').innerHTML !== now", arg=now)
    assert page.locator(".turn").is_hidden(), "nothing is played in the past"
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.told').textContent.startsWith('1/')")
    host.speak("fr")
    page.wait_for_function("() => document.documentElement.lang === 'fr'")
    page.keyboard.press("Escape")
    page.wait_for_selector(".turn:visible")
