"""Takes the pictures of the page in docs/images: a match on a wide screen, and on a telephone.

    .venv/bin/python tools/page_pictures.py [FOLDER] [--games]

Needs Chromium. The match is played by bots up to where a person is to act, and chance has a say in
it, so each run takes other pictures: it isn't part of any check. `--games` takes a picture of every
game on both screens, to be looked at.
"""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path
from typing import Any

from PIL import Image

import arbitre
from arbitre.client import Client
from demo import service

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from support.chromium import MISSING, chromium, find  # noqa: E402

GAME = "satrapies"
WIDE, NARROW = {"width": 1360, "height": 860}, {"width": 390, "height": 844}
COLOURS = 96
MOVES = 14


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs" / "images")
    parser.add_argument("--games", action="store_true", help="every game, to be looked at")
    given = parser.parse_args()
    program = find()
    if program is None:
        print(MISSING, file=sys.stderr)
        return 1
    given.folder.mkdir(parents=True, exist_ok=True)
    with service() as address, chromium(program) as browser:
        for game in arbitre.games() if given.games else (GAME,):
            invitation = played(address, game)
            name = f"page-{game}" if given.games else "page"
            for screen, size, dark in (("match", WIDE, False), ("phone", NARROW, True)):
                data = picture(browser, address, invitation, size, dark)
                path = given.folder / f"{name}-{screen}.png"
                path.write_bytes(small(data))
                print(f"wrote {path}, {path.stat().st_size // 1024} KiB")
    return 0


def played(address: str, game: str) -> str:
    """A match in which somebody has made some moves and is to make the next one."""
    with Client(address) as host:
        players = max(2, min(arbitre.load(game).players))
        seats = [{"name": "Ada"}, *[{"name": "Zoë", "bot": "greedy"}] * (players - 1)]
        made = host.create_match(game, seats=seats, undo=True, turn_seconds=86_400)
    token = made.seats[0].token
    with Client(address, token=token) as ada:
        for number in range(MOVES):
            seen = ada.match(made.id)
            while 0 not in seen.to_act and not seen.over:
                ada.updates(made.id, after=seen.version, wait=10)
                seen = ada.match(made.id)
            moves = seen.view["moves"]
            if number + 1 < MOVES and moves:
                ada.play(made.id, moves[number * 7 % len(moves)]["move"])
    return f"{made.id} {token}"


def picture(browser: Any, address: str, invitation: str, size: dict[str, int], dark: bool) -> bytes:
    """The page of whoever is to act, with something of the board chosen."""
    context = browser.new_context(viewport=size, color_scheme="dark" if dark else "light")
    page = context.new_page()
    page.goto(address)
    page.locator("#invitation").fill(invitation)
    page.locator("#invitation").press("Enter")
    page.wait_for_selector(".state[data-state=live]")
    parts = page.locator(".board [role=button]:not([data-of*='+'])")
    if parts.count():
        parts.nth(parts.count() // 2).dispatch_event("click")
    page.locator("#screen").focus()
    page.wait_for_timeout(400)
    data: bytes = page.screenshot()
    context.close()
    return data


def small(data: bytes) -> bytes:
    """The same picture in few colours."""
    out = io.BytesIO()
    image = Image.open(io.BytesIO(data)).convert("RGB")
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    sys.exit(main())
