"""Law: whatever body a stranger sends to a route that judges, in msgpack or in JSON, the answer is
200 or a problem document that says what is wrong with the body, never a failure of the service.

    make fuzz ARGS=bodies

The service runs in this process, without a socket. An input is a byte for the route, one for the
game and the format, and the body.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
NOT_THE_BODY = {401, 404, 405, 408, 415, 429}
"""Statuses that tell of something else."""
DECKS = "decks/validate"
DECK_GAME = "vitorian_wars"
"""The others have no decks, which is no fault of a body."""


class Stranger:
    """Sends bodies to a service that has all games."""

    def __init__(self) -> None:
        # Not at the top: `main` imports the service so that its coverage is measured.
        from service_kit import CODECS, ROUTES, call, make_world

        from arbitre_service.adapters.engine import EngineJudge

        judge = EngineJudge()
        self._call = call
        self._routes = (*ROUTES, DECKS)
        self._codecs = list(CODECS.values())
        self.worlds = [make_world(judge, game.name) for game in judge.games()]

    def send(self, data: bytes) -> int:
        """Send what an input says, and hold the answer to the law. Its status; inputs that say
        nothing have none, which is 0."""
        if len(data) < 2:
            return 0
        route = self._routes[data[0] % len(self._routes)]
        codec = self._codecs[data[1] % 2]
        worlds = [w for w in self.worlds if w.game == DECK_GAME] if route == DECKS else self.worlds
        world = worlds[data[1] // 2 % len(worlds)]
        headers = {"content-type": codec.media_type, "content-length": str(len(data) - 2)}
        message = {"type": "http.request", "body": data[2:], "more_body": False}
        answer = self._call(world.app, world.path(route), [message], headers)
        if answer.status != 200:
            assert 400 <= answer.status < 500, answer
            assert answer.status not in NOT_THE_BODY, answer
            assert answer.headers["content-type"] == codec.problem_type, answer
            problem: dict[str, Any] = codec.decode(answer.body)
            assert problem["status"] == answer.status, answer
            assert problem["code"] and problem["detail"], answer
        return answer.status

    def seeds(self) -> Iterator[tuple[str, bytes]]:
        """Good bodies: each route and format with the smallest states, one with those of others."""
        smallest = min(self.worlds, key=lambda world: len(world.state))
        for number, world in enumerate(self.worlds):
            bodies = {**world.bodies(), DECKS: {"deck": {"sovereign": "moss_sov_circular"}}}
            for place, route in enumerate(self._routes):
                game = DECK_GAME if route == DECKS else smallest.game
                for bit, codec in enumerate(self._codecs):
                    if world.game == game or (route, bit) == ("validate", 0):
                        form = "json" if bit else "msgpack"
                        name = f"{world.game}-{route.replace('/', '-')}-{form}"
                        yield name, bytes([place, 2 * number + bit]) + codec.encode(bodies[route])


def main() -> None:
    """Runs libFuzzer. The command line is what it gets: the program to start again, arguments."""
    import atheris

    # The finder of an editable install hides the source from what measures coverage: it comes last.
    sys.meta_path.sort(key=lambda finder: type(finder).__module__.startswith("_editable"))
    sys.path[:0] = [str(ROOT / "service"), str(ROOT / "tests" / "service")]
    with atheris.instrument_imports(include=["arbitre_service"]):
        stranger = Stranger()

    def target(data: bytes) -> None:
        stranger.send(data)

    atheris.Setup(sys.argv[1:], target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
