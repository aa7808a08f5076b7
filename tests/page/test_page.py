"""The page itself: invitations, keys of hosts, connections that are lost, the end of a match."""

from __future__ import annotations

from collections.abc import Callable

import httpx
from page_kit import KEY, TOKEN, Visitor
from service_process import PATIENCE, Server

Visit = Callable[..., Visitor]
GAME = "sept_solines"


def test_two_people_play_to_the_end_and_look_back(server: Server, visit: Visit) -> None:
    ada = visit(server)
    invitations = ada.make_match(GAME, people=2)
    ada.sit()
    zoe = visit(server, lang="fr")
    zoe.join(invitations[1])
    assert "Zoë" in zoe.text(".people .acts, .people li >> nth=1")
    mover, other = (ada, zoe) if ada.page.locator(".status.mine").count() else (zoe, ada)
    mover.play_by_pointer()
    other.page.wait_for_selector(".status.mine")
    assert other.page.title().startswith("●")
    # The one who has moved resigns, and is asked whether that is meant.
    mover.page.locator(".deeds button").last.click()
    mover.page.locator("dialog .danger").click()
    for visitor in (ada, zoe):
        visitor.page.wait_for_selector(".result:visible")
        visitor.page.wait_for_selector(".replay:visible")
        visitor.page.locator("#replay-slider").focus()
        visitor.page.keyboard.press("Home")
        visitor.page.wait_for_function(
            "() => document.querySelector('.told').textContent.startsWith('0/')"
        )
    winner = "Zoë" if mover is ada else "Ada"
    assert winner in zoe.text(".result h2") and winner in ada.text(".result h2")


def test_taking_back_is_asked_for_and_agreed_to(server: Server, visit: Visit) -> None:
    ada = visit(server)
    invitations = ada.make_match(GAME, people=2)
    ada.sit()
    zoe = visit(server)
    zoe.join(invitations[1])
    mover, other = (ada, zoe) if ada.page.locator(".status.mine").count() else (zoe, ada)
    mover.play_by_pointer()
    mover.page.locator(".deeds button").first.click()
    other.page.locator(".asked .primary").click()
    mover.page.wait_for_selector(".status.mine")


def test_an_invitation_opens_one_seat_and_stays_in_the_tab(guarded: Server, visit: Visit) -> None:
    host = visit(guarded)
    page = host.page
    assert page.locator(".games").is_hidden(), "games are for those with a key"
    page.locator("#host-key").fill("a-key-that-nobody-knows")
    page.locator("#host-key").press("Enter")
    page.wait_for_selector(".refusal:visible")
    page.locator("#host-key").fill(KEY)
    page.locator("#host-key").press("Enter")
    page.wait_for_selector(".game")
    invitation = host.make_match(GAME)[0]
    guest = visit(guarded)
    guest.join(invitation)
    guest.wait_for_turn()
    guest.play_by_keys()
    address = guest.page.url
    assert not TOKEN.search(address)
    stored = guest.page.evaluate("() => JSON.stringify([{...localStorage}, document.cookie])")
    assert not TOKEN.search(stored)
    # It is still there when the page is loaded anew, and nowhere else.
    guest.page.reload()
    guest.wait_for_turn()
    stranger = visit(guarded)
    stranger.page.goto(address)
    stranger.page.wait_for_selector(".refusal:visible")
    assert stranger.page.locator(".board").count() == 0
    stranger.page.goto(guarded.url)
    stranger.page.locator("#invitation").fill("nonsense")
    stranger.page.locator("#invitation").press("Enter")
    stranger.page.wait_for_selector(".refusal:visible")
    # The key has signs that no protocol of a socket may have: the host asks by long polls.
    page.locator(".made a").click()
    page.wait_for_selector(".state[data-state=polling]")
    before = host.told
    guest.play_by_pointer()
    page.wait_for_function(
        "before => document.querySelectorAll('#events > li').length > before", arg=before
    )
    # A new invitation ends the one before it.
    page.locator(".deeds button").last.click()
    page.locator("dialog .invitations button").first.click()
    page.wait_for_selector("dialog .invitations input")
    guest.page.wait_for_selector(".state[data-state=revoked]")


def test_without_sockets_the_page_asks_again_and_again(server: Server, visit: Visit) -> None:
    ada = visit(server, sockets=False)
    ada.make_match(GAME)
    ada.sit()
    ada.page.wait_for_selector(".state[data-state=polling]")
    for _ in range(3):
        ada.wait_for_turn()
        ada.play_by_pointer()


def test_names_are_shown_as_they_are(server: Server, visit: Visit) -> None:
    host = visit(server)
    page = host.page
    page.locator(f".game:has(input[value={GAME}])").click()
    name = "<img src=x onerror=alert(1)>"
    page.locator(".seats li input").first.fill(name)
    page.locator(".create button[type=submit]").click()
    page.wait_for_selector(".made .invitations li")
    host.sit()
    assert name in host.text(".people")
    assert page.locator("img[src=x]").count() == 0


def test_moves_are_found_by_typing(server: Server, visit: Visit) -> None:
    ada = visit(server, lang="fr-FR")
    ada.make_match(GAME)
    ada.sit()
    ada.wait_for_turn()
    page = ada.page
    page.locator("#screen").focus()
    page.keyboard.press("/")
    page.keyboard.type("PLACE 3")
    page.wait_for_function("() => document.querySelectorAll('.move').length === 1")
    ada.after(lambda: page.keyboard.press("Enter"))
    assert page.locator("#moves-search").input_value() == ""


def test_help_and_keys(server: Server, visit: Visit) -> None:
    ada = visit(server)
    page = ada.page
    page.locator("#screen").focus()
    page.keyboard.press("?")
    page.wait_for_selector("dialog.help")
    page.locator("dialog.help input").uncheck()
    page.keyboard.press("Escape")
    assert page.locator("dialog").count() == 0
    page.locator("#screen").focus()
    page.keyboard.press("j")
    assert page.evaluate("() => document.activeElement.id") == "screen"


def test_the_language_is_remembered(server: Server, visit: Visit) -> None:
    ada = visit(server, lang="de-DE")
    assert ada.page.evaluate("() => document.documentElement.lang") == "en"
    ada.speak("fr")
    ada.page.reload()
    ada.page.wait_for_selector(".game")
    assert ada.page.evaluate("() => document.documentElement.lang") == "fr"
    assert "Jeux" in ada.text("main")


def test_small_screens_are_wide_enough(server: Server, visit: Visit) -> None:
    ada = visit(server, width=360, height=740, dark=True)
    ada.make_match(GAME)
    for _ in range(2):
        wide = ada.page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= 360
        if ada.page.locator(".made").count():
            ada.sit()
    large = ada.page.locator(".zooms button").last
    before = ada.page.locator(".board svg").bounding_box()["width"]
    large.click()
    assert ada.page.locator(".board svg").bounding_box()["width"] > before


def test_every_control_has_a_name(server: Server, visit: Visit) -> None:
    """For those who hear the page: buttons, fields and lists say what they are."""
    ada = visit(server)
    ada.make_match(GAME)
    nameless = """() => [...document.querySelectorAll('button, input, select, a, [role]')]
        .filter((one) => one.checkVisibility())
        .filter((one) => !(one.getAttribute('aria-label') || one.textContent.trim()
            || one.getAttribute('aria-labelledby') || one.labels?.length))
        .map((one) => one.outerHTML)"""
    assert ada.page.evaluate(nameless) == []
    ada.sit()
    ada.wait_for_turn()
    quiet = "(one) => !['status', 'alert', 'presentation'].includes(one.getAttribute('role'))"
    found = ada.page.evaluate(nameless.replace(".map(", f".filter({quiet}).map("))
    assert found == []


def test_a_page_whose_name_was_made_to_point_here_is_no_host(server: Server) -> None:
    """DNS rebinding: to a browser such a page is of the same origin as the service."""
    for host, status in (("evil.example", 401), ("localhost", 200), ("[::1]:80", 200)):
        answer = httpx.get(f"{server.url}/v1/matches", headers={"host": host}, timeout=PATIENCE)
        assert answer.status_code == status, answer.text
    refused = httpx.post(
        f"{server.url}/v1/matches",
        json={"game": "sept_solines", "players": 2},
        headers={"host": "evil.example", "accept": "application/json"},
        timeout=PATIENCE,
    )
    assert refused.json()["code"] == "UNAUTHORIZED" and "127.0.0.1" in refused.json()["detail"]
