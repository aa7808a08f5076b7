"""The end of the demonstration: a match that the service holds, played by two clients over HTTP and
watched by a third over a WebSocket, which is told no more than a spectator may know."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgpack
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from arbitre.client import Client, CreatedMatch

SHOWN = 3
SECONDS = 60.0


class Watched:
    """What the spectator has been told."""

    def __init__(self) -> None:
        self.updates: list[dict[str, Any]] = []
        self.ended = ""
        self.ready = threading.Event()

    def watch(self, address: str, made: CreatedMatch) -> None:
        """Look on until the match is over."""
        url = f"{address.replace('http', 'ws', 1)}/v1/matches/{made.id}/stream"
        headers = {"authorization": f"Bearer {made.spectator}"}
        with connect(url, additional_headers=headers) as socket:
            try:
                while True:
                    frame = msgpack.unpackb(socket.recv(timeout=SECONDS))
                    self.ready.set()
                    if frame["type"] == "update":
                        self.updates.append(frame["update"])
            except ConnectionClosed as closed:
                self.ended = closed.rcvd.reason if closed.rcvd else ""


def play_seat(address: str, match: str, token: str, seed: int) -> None:
    """One player: looks, plays when it may, and waits for news otherwise."""
    dice = random.Random(seed)
    with Client(address, token) as client:
        while not (seen := client.match(match)).over:
            if seen.viewer in seen.to_act:
                move = dice.choice(seen.view["moves"])["move"]
                client.play(match, move, expected_version=seen.version)
            else:
                client.updates(match, seen.version, wait=5)


def play_match(
    address: str, game: str, describe: Callable[[dict[str, Any]], str], say: Callable[[str], None]
) -> None:
    """Play and watch a match.

    Raises:
        ValueError: not everybody was told the same.
    """
    with Client(address) as host:
        made = host.create_match(game, seats=[{"name": "Ada"}, {"name": "Blaise"}])
        watched = Watched()
        threads = [threading.Thread(target=watched.watch, args=(address, made), daemon=True)]
        threads[0].start()
        if not watched.ready.wait(SECONDS):
            raise ValueError("the stream tells nothing")
        for seat in made.seats:
            arguments = (address, made.id, seat.token, seat.seat)
            threads.append(threading.Thread(target=play_seat, args=arguments, daemon=True))
            threads[-1].start()
        for thread in threads:
            thread.join(SECONDS)
        end = host.match(made.id, brief=True)
        log = host.match_log(made.id)
    if not end.over or watched.ended != "MATCH_OVER":
        raise ValueError("the match wasn't played to its end")
    versions = [update["version"] for update in watched.updates]
    if versions != list(range(versions[0], versions[0] + len(versions))):
        raise ValueError("the spectator missed something")
    if watched.updates[-1]["scores"] != end.scores:
        raise ValueError("the spectator saw another end")
    for update in watched.updates[:SHOWN]:
        for event in update["events"]:
            say(f"  {update['version']:>3}  {describe(event)}")
    kinds = Counter(event["kind"] for update in watched.updates for event in update["events"])
    say(f"       ... {sum(kinds.values())} events in {len(versions)} updates, none missing")
    names = [seat.name for seat in end.seats]
    scores = "  ".join(f"{name} {score}" for name, score in zip(names, end.scores, strict=True))
    winners = " and ".join(names[seat] for seat in end.winners) or "nobody"
    say(f"  {len(log.moves or ())} moves written down:  {scores}  won by {winners}")
