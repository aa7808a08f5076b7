"""A program of somebody who has installed arbitre and nothing else: what a wheel must do.

It stands alone: it needs no file of this repository and no package but arbitre's own.
"""

from __future__ import annotations

import pickle
import random

import arbitre
from arbitre import bots


def main() -> None:
    for name in arbitre.games():
        game = arbitre.load(name)
        match = arbitre.Match(game, game.players[0], seed=7)
        seat = match.state.to_act[0]
        refusal = next(code for code in range(game.action_count) if refused(game, match, code))
        assert game.explain(game.validate(match.state, seat, refusal), lang="fr")
        bot = bots.make("random")
        luck = random.Random(1)
        while not match.state.over:
            seat = match.state.to_act[0]
            seen = game.observe(match.state, seat)
            match.play(seat, bot.choose(game, seen, seat, luck))
        state = match.state
        assert game.from_bytes(state.to_bytes()) == state == pickle.loads(pickle.dumps(state))
        assert game.document(game.build(game.document(state))) == game.document(state)
        records = game.playouts(game.initial(players=game.players[-1], seed=1), n=100, threads=2)
        assert records["over"].all()
        print(f"{name}: {len(match.moves)} moves, scores {state.scores}, {len(records)} playouts")


def refused(game: arbitre.Game, match: arbitre.Match, code: int) -> bool:
    return not game.validate(match.state, match.state.to_act[0], code)


if __name__ == "__main__":
    main()
