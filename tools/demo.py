"""The demonstration: matches judged over HTTP, a refusal with its reason, matches of bots with log,
report and picture, how fast it all is, and a match on the server between two clients, with a
spectator.

Starts `arbitre serve` on a free port of this machine and speaks to it as a stranger would: httpx,
the `msgpack` package and the routes of the API. The engine in this process only finds the words
and is measured. Ends the service and exits with 0, or says in a sentence what went wrong.
"""

from __future__ import annotations

import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgpack
import numpy as np
from rich.console import Console

import arbitre
import demo_bots
from arbitre import bots
from arbitre.client import Client
from demo_match import play_match

GAME = "sept_solines"
HEADERS = {"content-type": "application/msgpack", "accept": "application/msgpack"}
MATCHES = ((3, 7), (2, 8), (3, 9))  # players, seed
SHOWN_TURNS = 4
PACKED = 4096
START_SECONDS = 60.0
MEASURE_SECONDS = 1.5
BOTS = ("montecarlo:200", "greedy")
NATIONS = ("strategist", "conqueror", "opportunist", "strategist")
POWERS = ("greedy", "greedy", "random", "greedy")
CORPORATIONS = ("greedy", "greedy", "random")
COMMANDERS = ("greedy", "random")
BOTS_SEED = 11
KEPT = Path("build/demo")
"""Where logs and pictures go."""

out = Console(markup=False, highlight=False, emoji=False, soft_wrap=True)
game = arbitre.load(GAME)


class Decision(NamedTuple):
    """A position of a match with the seat to move."""

    state: bytes
    seat: int


class Failure(Exception):
    """The demonstration cannot go on."""


# --- the service ---


@contextmanager
def service() -> Iterator[str]:
    """A running service, as its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [str(Path(sys.executable).with_name("arbitre")), "serve", f"--port={port}"]
    command += ["--host=127.0.0.1", "--workers=1", "--seat-rate=0"]
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as log:
        command.append(f"--database=sqlite:///{folder}/matches.db")
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            if not _is_ready(process, address):
                log.seek(0)
                said = log.read().decode(errors="replace").strip()
                raise Failure(f"the service did not start:\n{said}")
            yield address
        finally:
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()


def _is_ready(process: subprocess.Popen[bytes], address: str) -> bool:
    end = time.monotonic() + START_SECONDS
    with httpx.Client(trust_env=False) as client:
        while process.poll() is None and time.monotonic() < end:
            try:
                if client.get(f"{address}/health/ready", timeout=1).is_success:
                    return True
            except httpx.TransportError:
                pass
            time.sleep(0.05)
    return False


class Remote:
    """The routes of one game, over one connection."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client

    def __call__(self, route: str, **body: Any) -> Any:
        reply = self.client.post(f"/v1/games/{GAME}/{route}", content=msgpack.packb(body))
        answer = msgpack.unpackb(reply.content)
        if not reply.is_success:
            raise Failure(f"{route}: {reply.status_code} {answer.get('code')}: {answer['detail']}")
        return answer


# --- matches ---


def play(remote: Remote, players: int, seed: int, show: bool) -> list[Decision]:
    """One match between random players; its decisions, in order."""
    rng = random.Random(seed)
    answer = remote("states", players=players, seed=seed)
    decisions: list[Decision] = []
    while seats := answer["to_act"]:
        here = Decision(answer["state"], seats[0])
        codes = np.frombuffer(remote("legal", state=here.state, seat=here.seat)["actions"], "<u4")
        code = int(rng.choice(codes))
        answer = remote("apply", state=here.state, seat=here.seat, move=code)
        if show and len(decisions) < SHOWN_TURNS:
            show_turn(here.seat, code, codes.size, answer["events"])
        decisions.append(here)
    scores: list[int] = answer["scores"]
    end = game.from_bytes(answer["state"])
    if not answer["over"] or tuple(scores) != end.scores:
        raise Failure("a match ended before its end")
    if show:
        more = len(decisions) - SHOWN_TURNS
        out.print(f"  \N{HORIZONTAL ELLIPSIS} and {more} more turns\n", style="dim")
    shown = "  ".join(f"seat {seat} {score:>3}" for seat, score in enumerate(scores))
    won = game.labels().label("seat", end.winners)
    out.print(f"  match of {players}, {len(decisions)} turns, {end.ply} moves:  {shown}  ", end="")
    out.print(f"won by {won}", style="bold green")
    return decisions


def show_turn(seat: int, code: int, choices: int, events: list[Mapping[str, Any]]) -> None:
    """A move and what came of it."""
    out.print(f"  seat {seat}", style="bold cyan", end="  ")
    out.print(game.describe(game.move(code)), end="")
    out.print(f"  (1 of {choices})", style="dim")
    for event in events:
        out.print(f"          {describe(event)}", style="dim")


def show_refusal(remote: Remote, decisions: list[Decision]) -> None:
    """The first time that a player can't pay for the last card of the river."""
    move = {"kind": "take", "place": 6}
    for state, seat in decisions:
        (verdict,) = remote("validate", state=state, seat=seat, move=move)["verdicts"]
        if verdict["code"] == "NOT_ENOUGH_CUBES":
            break
    else:
        raise Failure("no player ever lacked cubes")
    out.print(f"  seat {seat} asks to {game.describe(game.move(move))}")
    numbers = ", ".join(f"{name} {verdict[name]}" for name in ("subject", "need", "have"))
    out.print(f"  {verdict['code']}", style="bold red", end=f"  {numbers}\n")
    for lang in ("en", "fr"):
        answer = remote("validate", state=state, seat=seat, move=move, lang=lang)
        out.print(f"  {lang}  ", style="dim", end="")
        out.print(answer["verdicts"][0]["message"])


def describe(event: Mapping[str, Any]) -> str:
    """An event of the game or, as it is, one of the match."""
    if str(event["kind"]).startswith("match_"):
        return str(dict(event))
    return game.describe(arbitre.Event(dict(event)))


# --- bots ---


def show_bots() -> None:
    """A match of two bots: its log is kept and verified, its end is drawn."""
    rng = random.Random(BOTS_SEED)
    players = [bots.make(name) for name in BOTS]
    match = arbitre.Match(game, players=len(players), seed=BOTS_SEED)
    while not match.state.over:
        seat = match.state.to_act[0]
        seen = game.observe(match.state, seat)
        match.play(seat, players[seat].choose(game, seen, seat, rng))
    points = zip(BOTS, match.state.scores, strict=True)
    out.print("  " + "  ".join(f"{name} {score}" for name, score in points), end="  ")
    won = " and ".join(BOTS[seat] for seat in match.state.winners)
    out.print(f"won by {won}", style="bold green")

    KEPT.mkdir(parents=True, exist_ok=True)
    log, picture = KEPT / f"{GAME}.log", KEPT / f"{GAME}.svg"
    match.save(log)
    verified = arbitre.Match.verify(log)
    if not verified.ok:
        raise Failure(f"{log}: {verified.difference}")
    out.print(f"  {log}: {verified.moves} moves, each confirmed by playing it again")
    picture.write_text(game.svg(match.state), encoding="utf-8")
    out.print(f"  {picture}: the river and the boards at its end")


# --- speed ---


def rate(work: Callable[[], int]) -> float:
    """Units of work a second, over a fixed time."""
    work()
    done, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < MEASURE_SECONDS:
        done += work()
    return done / spent


def show_rate(what: str, moves: float) -> None:
    """One line of the table of rates."""
    amount = f"{moves / 1e6:.2f} M" if moves >= 1e6 else f"{moves:,.0f}"
    out.print(f"  {what:<52}", end="")
    out.print(f"{amount:>9} moves/s", style="bold")


def measure_engine() -> None:
    """Random games in this process."""
    root = game.initial(players=3, seed=1, chance="manual")
    for threads in (1, 2):

        def work(threads: int = threads) -> int:
            return int(game.playouts(root, n=2000, seed=1, threads=threads)["plies"].sum())

        show_rate(f"engine, random games, {threads} thread{'s'[: threads > 1]}", rate(work))


def measure_service(address: httpx.URL, decisions: list[Decision]) -> None:
    """Moves judged over one connection: each with its state, then thousands a request.

    With the leaner client of the standard library, as what is measured here is the service.
    """
    rng = random.Random(1)
    cases = rng.choices(decisions, k=PACKED)
    codes = [rng.randrange(game.action_count) for _ in cases]
    path = f"/v1/games/{GAME}/validate"
    bodies = [
        msgpack.packb({"state": state, "seat": seat, "move": code})
        for (state, seat), code in zip(cases, codes, strict=True)
    ]
    packed = msgpack.packb(
        {
            "states": b"".join(state for state, _ in cases),
            "seats": bytes(seat for _, seat in cases),
            "actions": np.array(codes, "<u4").tobytes(),
        }
    )
    turn = cycle(bodies)
    with closing(HTTPConnection(address.host, address.port, timeout=5)) as connection:

        def post(path: str, body: bytes) -> None:
            connection.request("POST", path, body, HEADERS)
            reply = connection.getresponse()
            if reply.status != 200 or not reply.read():
                raise Failure(f"{path}: status {reply.status}")

        def judge_one() -> int:
            post(path, next(turn))
            return 1

        def judge_many() -> int:
            post(f"{path}/packed", packed)
            return PACKED

        show_rate("service, one move a request, one connection", rate(judge_one))
        show_rate(f"service, {PACKED:,} moves and states a request", rate(judge_many))


# ---


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the service ends too
    try:
        with (
            service() as address,
            httpx.Client(base_url=address, headers=HEADERS, trust_env=False) as client,
        ):
            remote = Remote(client)
            title = f"Three matches of {game.labels().title}, judged by {address}"
            out.print(f"\n{title}\n", style="bold")
            matches = [
                play(remote, players, seed, show=number == 0)
                for number, (players, seed) in enumerate(MATCHES)
            ]
            out.print("\nA refused move\n", style="bold")
            show_refusal(remote, matches[0])
            out.print("\nA match of bots\n", style="bold")
            show_bots()
            with Client(address) as plain:
                out.print("\nFour nations of Solar, three temperaments\n", style="bold")
                played = demo_bots.play(plain, "solar", NATIONS, BOTS_SEED)
                demo_bots.show_scores(played, NATIONS, out)
                demo_bots.show_report(played, out)
                out.print(f"  {demo_bots.keep_picture(played, KEPT)}: the board at its end")
                out.print("\nFour powers of Satrapies\n", style="bold")
                played = demo_bots.play(plain, "satrapies", POWERS, BOTS_SEED)
                demo_bots.show_scores(played, POWERS, out)
                out.print(f"  {demo_bots.keep_picture(played, KEPT)}: the map and the last turn")
                out.print("\nThree corporations of Terraforming Mars\n", style="bold")
                played = demo_bots.play(plain, "terraforming_mars", CORPORATIONS, BOTS_SEED)
                demo_bots.show_scores(played, CORPORATIONS, out)
                out.print(f"  {demo_bots.keep_picture(played, KEPT)}: the planet at its end")
                out.print("\nTwo commanders of Vitorian Wars\n", style="bold")
                played = demo_bots.play(plain, "vitorian_wars", COMMANDERS, BOTS_SEED)
                demo_bots.show_scores(played, COMMANDERS, out)
                out.print(f"  {demo_bots.keep_picture(played, KEPT)}: the last of the battle")
            out.print("\nSpeed\n", style="bold")
            measure_engine()
            measure_service(client.base_url, [decision for match in matches for decision in match])
            out.print(
                "\nA match on the server: two clients play, a third one watches\n", style="bold"
            )
            play_match(address, GAME, describe, out.print)
            page = httpx.get(address, trust_env=False).raise_for_status()
            if not page.headers["content-type"].startswith("text/html"):
                raise Failure("the service has no page")
            out.print(f"\nThe page of this service: {address}/", style="bold")
            out.print("  Such a page is at http://127.0.0.1:8000/ while `arbitre serve` runs.\n")
    except (
        Failure,
        arbitre.ArbitreError,
        httpx.HTTPError,
        HTTPException,
        OSError,
        ValueError,
    ) as error:
        print(f"demo: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
