"""Somebody in front of the page, who does what people do: look, type, click, press keys."""

from __future__ import annotations

import re
from typing import Any

from service_process import Server

KEY = "the-key-of-the-club/with-signs=="
PATIENCE = 60_000
TOKEN = re.compile(r"seat-[\w-]{20,}")


class Visitor:
    """A browser of one's own, with the page open."""

    def __init__(
        self,
        browser: Any,
        server: Server,
        *,
        lang: str = "en-GB",
        width: int = 1280,
        height: int = 900,
        sockets: bool = True,
        dark: bool = False,
    ) -> None:
        self.context = browser.new_context(
            locale=lang,
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
        )
        self.context.set_default_timeout(PATIENCE)
        if not sockets:
            self.context.route_web_socket(re.compile(".*"), lambda socket: socket.close(code=1006))
        self.page = self.context.new_page()
        self.server = server
        self.complaints: list[str] = []
        self.addresses: list[str] = []
        """Whatever was asked for, by its address."""
        self.refusals: list[dict[str, Any]] = []
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("console", self._hear)
        self.page.on("request", lambda request: self.addresses.append(request.url))
        self.page.on("websocket", lambda socket: self.addresses.append(socket.url))
        self.page.goto(server.url)
        self.page.wait_for_selector("h1")

    def _hear(self, message: Any) -> None:
        # That a request or a socket was refused is told by the browser too, and expected.
        expected = ("Failed to load resource", "WebSocket connection")
        if message.type == "error" and not message.text.startswith(expected):
            self.complaints.append(f"console: {message.text}")

    def close(self) -> None:
        leaked = [address for address in self.addresses if TOKEN.search(address) or KEY in address]
        self.complaints += [f"a token in an address: {address}" for address in leaked]
        foreign = [one for one in self.addresses if f"//127.0.0.1:{self.server.port}/" not in one]
        self.complaints += [f"asked elsewhere: {address}" for address in foreign]
        self.context.close()

    # --- the first page ---

    def make_match(
        self, game: str, *, players: int = 2, bots: str = "random", people: int = 1
    ) -> list[str]:
        """Make a match with the form; return the invitations, that of spectators last."""
        page = self.page
        page.locator(f".game:has(input[value={game}])").click()
        page.locator("#create-players").select_option(str(players))
        for seat in range(players):
            row = page.locator(".seats li").nth(seat)
            row.locator("input").fill(("Ada", "Zoë", "Grace", "Alan")[seat % 4])
            row.locator("select").select_option("" if seat < people else bots)
        page.locator(".create button[type=submit]").click()
        page.wait_for_selector(".made .invitations li")
        invitations: list[str] = page.locator(".made .invitations input").evaluate_all(
            "inputs => inputs.map(input => input.value)"
        )
        assert len(invitations) == people + 1
        return invitations

    def sit(self, who: str = "0") -> None:
        self.page.locator(f".made [data-who='{who}']").click()
        self.page.wait_for_selector(".board svg, .board p")

    def join(self, invitation: str) -> None:
        self.page.locator("#invitation").fill(invitation)
        self.page.locator("#invitation").press("Enter")
        self.page.wait_for_selector(".board svg, .board p")

    # --- a match ---

    @property
    def told(self) -> int:
        """How many events the log has."""
        return int(self.page.locator("#events > li").count())

    def text(self, selector: str) -> str:
        return str(self.page.locator(selector).inner_text()).strip()

    def wait_for_turn(self) -> bool:
        """Wait until there is something to play, or the end; tell which."""
        self.page.wait_for_function(
            "() => !document.querySelector('.match').ariaBusy"
            " && (document.querySelector('.move') || !document.querySelector('.result').hidden)"
        )
        return bool(self.page.locator(".move").count())

    def after(self, deed: Any) -> None:
        """Play something and wait until the page shows what came of it."""
        with self.page.expect_response(lambda answer: answer.url.endswith("/moves")) as found:
            deed()
        assert found.value.status == 200, found.value.text()
        self.page.wait_for_function("() => !document.querySelector('.match').ariaBusy")

    def play_by_pointer(self, index: int = 0) -> str:
        """Choose a move of the list and play it with the button."""
        move = self.page.locator(".move").nth(index)
        text = str(move.inner_text())
        move.click()
        assert text in self.text(".play")
        self.after(lambda: self.page.locator(".play").click())
        return text

    def play_by_keys(self) -> str:
        """The same without a pointer."""
        page = self.page
        page.locator("#screen").focus()
        page.keyboard.press("m")
        page.keyboard.press("End")
        page.keyboard.press("Home")
        chosen = page.locator(".move[aria-selected=true]")
        assert chosen.count() == 1
        text = str(chosen.inner_text())
        self.after(lambda: page.keyboard.press("Enter"))
        return text

    def speak(self, lang: str) -> None:
        self.page.locator(f"[data-lang={lang}]").click()
        self.page.wait_for_function("lang => document.documentElement.lang === lang", arg=lang)
