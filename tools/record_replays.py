"""Records the matches that hold play in place: tests/replays/<game>/<name>.arblog.

    python tools/record_replays.py [GAME ...]

Seeds and bots are fixed, so the same rules give the same files. Run it after a change of the rules
as played, and put the new signature, which the tests print, into the changelog.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import arbitre
import solar_players
from arbitre import CHANCE, Game, Match, Move, State, bots
from arbitre.game import Chance
from arbitre.rules.load import load_content

FOLDER = Path(__file__).parents[1] / "tests" / "replays"


class Recording(NamedTuple):
    """A match to record; `seated` names the bot of each seat."""

    name: str
    seed: int
    seated: tuple[str, ...]
    options: Mapping[str, Any] = {}
    chance: Chance = "auto"
    kindly: bool = False
    """Chance, played by the host, favours `solar_players`."""


def variant(**variants: Any) -> dict[str, Any]:
    return {"variants": variants}


def duel(one: str, two: str, **options: Any) -> dict[str, Any]:
    """Two ready decks of Vitorian Wars, by their colours."""
    return {"decks": [f"deck_{one}", f"deck_{two}"], **options}


SWAPPED = {"moss_like_hills": "moss_second_wind"}


def led_by(sovereign: str) -> dict[str, Any]:
    """A deck of Vitorian Wars: the ready one of a colour, written out under another sovereign and
    with an order of its own."""
    content: Any = load_content("vitorian_wars")
    (number,) = [found.number for found in content.sovereigns if found.id == sovereign]
    colour = sovereign.partition("_")[0]
    (ready,) = [deck for deck in content.decks if deck.id == f"deck_{colour}"]
    pile = {f"res_{colour}_p_2": number}
    deck: dict[str, Any] = {"sovereign": sovereign}
    for part, copies in (("maneuver", ready.maneuver), ("convoy", ready.convoy), ("defense", pile)):
        deck[part] = [{"card": SWAPPED.get(card, card), "n": n} for card, n in copies.items()]
    return deck


FOUR = ("greedy", "montecarlo:40", "random", "greedy")

PLAN: dict[str, list[Recording]] = {
    "satrapies": [
        Recording("4-standard", 1, ("greedy",) * 4),
        Recording("4-montecarlo", 2, ("montecarlo:60",) * 4),
        Recording("4-random", 3, ("random",) * 4),
        Recording("4-mixed", 4, FOUR),
        Recording("4-manual-chance", 5, ("random", "greedy") * 2, chance="manual"),
        Recording("3-standard", 6, ("greedy", "random", "montecarlo:40")),
        Recording("3-random", 7, ("random",) * 3),
        Recording("3-manual-chance", 8, ("greedy",) * 3, chance="manual"),
        Recording("2-standard", 9, ("greedy", "montecarlo:60")),
        Recording("2-random", 10, ("random",) * 2),
        Recording("2-manual-chance", 11, ("random", "montecarlo:40"), chance="manual"),
        Recording("4-border-clash", 12, ("random",) * 4, variant(border_clash=True)),
        Recording("2-border-clash", 13, ("greedy", "random"), variant(border_clash=True)),
        Recording("4-no-garrisons", 14, FOUR, variant(neutral_garrisons="none")),
        Recording("3-all-garrisons", 15, FOUR[:3], variant(neutral_garrisons="all")),
        Recording("4-ties-defender", 16, ("random", "greedy") * 2, variant(ties="defender")),
        Recording("4-ties-all-destroyed", 17, ("random",) * 4, variant(ties="all_destroyed")),
        Recording("3-best-bonus", 18, ("greedy",) * 3, variant(bonus_stacking="best")),
        Recording("4-ap-carry", 19, ("random", "greedy") * 2, variant(ap_carry_cap=20)),
        Recording("4-five-turns", 20, ("montecarlo:60",) * 4, variant(turn_limit=5)),
        Recording("2-forty-turns", 21, ("random",) * 2, variant(turn_limit=40)),
        Recording("4-open-orders", 22, FOUR, variant(open_orders=True)),
        Recording("2-open-orders", 23, ("random",) * 2, variant(open_orders=True)),
        Recording("4-recruits-fight", 24, ("random", "greedy") * 2, variant(recruits_fight=True)),
        Recording("3-recruit-needs-unit", 25, ("greedy",) * 3, variant(recruit_needs_unit=True)),
        Recording("4-no-income-base", 26, ("random", "greedy") * 2, variant(ap_base=0)),
        Recording("3-rich", 27, ("greedy", "random", "greedy"), variant(ap_base=10)),
        Recording(
            "4-clash-and-ruin",
            28,
            ("random",) * 4,
            variant(border_clash=True, ties="all_destroyed", recruits_fight=True),
        ),
        Recording(
            "3-clash-by-hand",
            29,
            ("random", "greedy", "random"),
            variant(border_clash=True, ties="defender", ap_carry_cap=5, ap_base=8),
            chance="manual",
        ),
        Recording(
            "4-all-variants",
            30,
            ("random", "greedy") * 2,
            variant(
                border_clash=True,
                neutral_garrisons="all",
                ties="defender",
                bonus_stacking="best",
                ap_carry_cap=3,
                turn_limit=12,
                open_orders=True,
                recruits_fight=True,
                recruit_needs_unit=True,
                ap_base=6,
            ),
        ),
    ],
    "sept_solines": [
        Recording("2-standard", 1, ("greedy", "greedy")),
        Recording("3-standard", 2, ("greedy", "random", "montecarlo:60")),
        Recording("2-manual-chance", 3, ("random", "random"), chance="manual"),
        Recording("2-score-floor-zero", 4, ("random", "random"), variant(score_floor_zero=True)),
        Recording("3-score-floor-zero", 5, ("random",) * 3, variant(score_floor_zero=True)),
        Recording(
            "3-boards-random", 6, ("random", "greedy", "greedy"), variant(board_assignment="random")
        ),
        Recording("2-boards-chosen", 7, ("greedy", "random"), variant(board_assignment="chosen")),
        Recording("2-one-round", 8, ("greedy", "greedy"), variant(rounds=1)),
        Recording("3-five-rounds", 9, ("greedy", "random", "greedy"), variant(rounds=5)),
        Recording("3-green-needs-cubes", 10, ("random",) * 3, variant(green_needs_cubes=True)),
        Recording("2-blue-keeps-cubes", 11, ("random", "greedy"), variant(blue_keeps_cubes=True)),
        Recording(
            "3-all-variants",
            12,
            ("random",) * 3,
            variant(
                score_floor_zero=True,
                board_assignment="chosen",
                rounds=4,
                green_needs_cubes=True,
                blue_keeps_cubes=True,
            ),
        ),
    ],
    "terraforming_mars": [
        Recording("1-standard", 1, ("greedy",)),
        Recording("1-manual-chance", 2, ("random",), chance="manual"),
        Recording("1-rating-of-63", 3, ("greedy",), {"solo_objective": "tr_63"}),
        Recording("1-beginner", 4, ("greedy",), {"beginners": [0]}),
        Recording("2-standard", 5, ("greedy", "greedy")),
        Recording("2-manual-chance", 6, ("random", "greedy"), chance="manual"),
        Recording("2-draft", 7, ("greedy", "random"), {"draft": True}),
        Recording("2-seed-text", 8, ("random", "random"), {"preset": "seed_text"}),
        Recording("2-without-corporate-era", 9, ("greedy", "greedy"), {"corporate_era": False}),
        Recording("3-standard", 10, ("greedy", "random", "greedy")),
        Recording("3-random", 11, ("random",) * 3),
        Recording("3-draft", 12, ("greedy",) * 3, {"draft": True}),
        Recording("3-beginners", 13, ("greedy", "greedy", "random"), {"beginners": [0, 2]}),
        Recording("4-standard", 14, ("greedy", "random", "greedy", "random")),
        Recording("4-seed-text-draft", 15, ("random",) * 4, {"preset": "seed_text", "draft": True}),
        Recording("4-without-corporate-era", 16, ("random",) * 4, {"corporate_era": False}),
        Recording("5-standard", 17, ("greedy", "random", "random", "greedy", "random")),
        Recording("5-random", 18, ("random",) * 5),
        Recording("5-draft", 19, ("random",) * 5, {"draft": True}),
        Recording("5-manual-chance", 20, ("random",) * 5, chance="manual"),
        Recording(
            "5-beginners", 21, ("greedy", "random") * 2 + ("greedy",), {"beginners": [*range(5)]}
        ),
    ],
    "vitorian_wars": [
        # All pairs of ready decks, and every kind of player.
        Recording("scarlet-scarlet", 1, ("greedy", "random"), duel("scarlet", "scarlet", first=0)),
        Recording("standard", 2, ("greedy", "greedy")),  # scarlet and azure
        Recording("scarlet-ivory", 3, ("montecarlo:20", "greedy"), duel("scarlet", "ivory")),
        Recording("scarlet-moss", 4, ("random", "greedy"), duel("scarlet", "moss")),
        Recording("azure-scarlet", 5, ("random", "random"), duel("azure", "scarlet")),
        Recording("azure-azure", 43, ("random", "random"), duel("azure", "azure")),
        Recording("azure-ivory", 7, ("greedy", "greedy"), duel("azure", "ivory")),
        Recording("azure-moss", 8, ("greedy", "montecarlo:20"), duel("azure", "moss")),
        Recording("ivory-scarlet", 9, ("greedy", "greedy"), duel("ivory", "scarlet")),
        Recording("ivory-azure", 10, ("random", "greedy"), duel("ivory", "azure")),
        Recording("ivory-ivory", 11, ("greedy", "greedy"), duel("ivory", "ivory")),
        Recording("ivory-moss", 12, ("random", "random"), duel("ivory", "moss")),
        Recording("moss-scarlet", 13, ("montecarlo:20", "montecarlo:20"), duel("moss", "scarlet")),
        Recording("moss-azure", 14, ("greedy", "greedy"), duel("moss", "azure")),
        Recording("moss-ivory", 15, ("greedy", "random"), duel("moss", "ivory")),
        Recording("moss-moss", 16, ("greedy", "greedy"), duel("moss", "moss")),
        # Chance played by the host, the coin included.
        *(
            Recording(f"{one}-{two}-by-hand", seed, seated, duel(one, two), chance="manual")
            for one, two, seed, seated in (
                ("scarlet", "azure", 17, ("random", "random")),
                ("azure", "ivory", 18, ("greedy", "random")),
                ("ivory", "moss", 19, ("greedy", "greedy")),
                ("moss", "scarlet", 20, ("random", "greedy")),
            )
        ),
        Recording("second-plays-first", 21, ("greedy", "random"), {"first": 1}),
        Recording("concede", 22, ("random", "random"), {"concede": True}),
        *(
            Recording(f"sacrifice-{n}", 22 + n, seated, duel(one, two, defense_sacrifice=True))
            for n, (one, two, seated) in enumerate(
                (
                    ("ivory", "ivory", ("hoarder", "hoarder")),
                    ("moss", "azure", ("hoarder", "random")),
                    ("scarlet", "moss", ("random", "hoarder")),
                    ("azure", "scarlet", ("greedy", "random")),
                ),
                start=1,
            )
        ),
        # Decks written out, under the sovereigns of no ready deck.
        *(
            Recording(f"own-decks-{n}", seed, seated, {"decks": [led_by(one), led_by(two)]})
            for n, (one, two, seed, seated) in enumerate(
                (
                    ("scarlet_sov_march", "azure_sov_evasion", 27, ("greedy", "greedy")),
                    ("ivory_sov_crusade", "moss_sov_hills", 28, ("greedy", "greedy")),
                    ("moss_sov_hills", "scarlet_sov_march", 10, ("random", "random")),
                    ("azure_sov_evasion", "ivory_sov_crusade", 30, ("random", "random")),
                ),
                start=1,
            )
        ),
    ],
    "solar": [
        Recording("2-standard", 1, ("greedy", "greedy")),
        Recording("3-standard", 2, ("greedy", "random", "greedy")),
        Recording("4-standard", 3, ("greedy", "greedy", "random", "greedy")),
        Recording("4-temperaments", 4, ("strategist", "conqueror", "opportunist", "greedy")),
        Recording("2-conquerors", 5, ("conqueror", "conqueror")),
        Recording("3-search", 6, ("montecarlo:40", "greedy", "random")),
        Recording("2-manual-chance", 7, ("random", "greedy"), chance="manual"),
        Recording("4-manual-chance", 8, ("random",) * 4, chance="manual"),
        Recording("4-random", 9, ("random",) * 4),
        Recording("3-random", 10, ("random",) * 3),
        Recording("2-belters", 11, ("greedy", "random"), {"nations": ["belters", "jovians"]}),
        Recording("3-outer", 12, ("greedy",) * 3, {"nations": ["martians", "belters", "jovians"]}),
        Recording("4-hunters-1", 9, ("hunter",) * 4, chance="manual", kindly=True),
        Recording("4-hunters-2", 11, ("hunter",) * 4, chance="manual", kindly=True),
        Recording("4-hunters-3", 34, ("hunter",) * 4, chance="manual", kindly=True),
        Recording("4-hunters-4", 43, ("hunter",) * 4, chance="manual", kindly=True),
        Recording(
            "3-shared-node",
            10,
            ("settler", "hunter", "meek"),
            {"nations": ["terrans", "jovians", "belters"]},
            chance="manual",
            kindly=True,
        ),
        Recording("3-raiders", 0, ("guarded", "raider", "raider"), chance="manual", kindly=True),
        Recording(
            "2-war-weariness",
            10,
            ("gambler", "gambler"),
            variant(war_weariness=True),
            chance="manual",
            kindly=True,
        ),
        Recording("3-settlement-morale", 20, ("greedy",) * 3, variant(settlement_morale=True)),
        Recording("4-second-front-fear", 21, ("random",) * 4, variant(second_front_fear=True)),
        Recording(
            "3-peaceful-last-turn", 22, ("random",) * 3, variant(no_popular_war_on_last_turn=True)
        ),
        Recording("4-event-morale-loss", 23, ("greedy",) * 4, variant(event_morale_loss=True)),
        Recording("2-transit-income", 24, ("greedy", "random"), variant(transit_income=True)),
        Recording("3-rotation-debt", 25, ("conqueror",) * 3, variant(rotation_debt=True)),
        Recording("4-own-tier-2", 26, ("greedy",) * 4, variant(own_tier2_required=True)),
        Recording("3-rebate", 27, ("conqueror",) * 3, variant(hyperpropulsion_rebate=True)),
        Recording("4-reach-by-hops", 28, ("random",) * 4, variant(war_reach_by_hops=True)),
        Recording(
            "4-all-variants",
            29,
            ("random",) * 4,
            variant(
                war_weariness=True,
                settlement_morale=True,
                second_front_fear=True,
                no_popular_war_on_last_turn=True,
                event_morale_loss=True,
                transit_income=True,
                rotation_debt=True,
                own_tier2_required=True,
                hyperpropulsion_rebate=True,
                war_reach_by_hops=True,
            ),
        ),
        Recording("4-opportunists", 30, ("opportunist", "strategist", "opportunist", "greedy")),
    ],
}


class Hoarder:
    """Spends nothing in Vitorian Wars until its convoy has run dry and a pile card is converted;
    then plays at random."""

    QUIET = ("end_main", "end_combat", "pass", "defense_sacrifice", "accept_burnout")

    def choose(self, game: Game, observation: State, seat: int, rng: random.Random) -> Move:
        moves = game.moves(observation, seat)
        zone = game.document(observation)["players"][seat]["zone"]
        if any(resource.endswith("_2") for part in zone.values() for resource in part):
            return rng.choice(moves)
        return rng.choice([move for move in moves if move.kind in self.QUIET] or moves)


def player(game: str, name: str) -> bots.Bot:
    """A bot by its name, or one that is for recordings only."""
    if name == "hoarder":
        return Hoarder()
    return solar_players.PLAYERS[name] if name in solar_players.PLAYERS else bots.make(name, game)


def play(game: arbitre.Game, recording: Recording) -> Match:
    """The match, from its start to its end."""
    _, seed, seated, options, chance, kindly = recording
    match = Match(game, len(seated), seed, chance=chance, **options)
    players = [player(game.name, name) for name in seated]
    luck = random.Random(seed)
    while match.state.to_act:
        seat = match.state.to_act[0]
        if seat == CHANCE and kindly:
            match.play(seat, solar_players.luck(game, match.state, luck))
        elif seat == CHANCE:
            codes, probabilities = game.chance(match.state)
            match.play(seat, luck.choices(codes.tolist(), probabilities.tolist())[0])
        else:
            seen = game.observe(match.state, seat)
            match.play(seat, players[seat].choose(game, seen, seat, luck))
    return match


def main() -> None:
    parser = argparse.ArgumentParser(description="Record the matches of the tests.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"default: {', '.join(PLAN)}")
    for name in parser.parse_args().games or PLAN:
        game = arbitre.load(name)
        folder = FOLDER / name
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.arblog"):
            old.unlink()
        for recording in PLAN[name]:
            match = play(game, recording)
            match.save(folder / f"{recording.name}.arblog")
            print(f"{name}/{recording.name}: {len(match.moves)} moves, scores {match.state.scores}")


if __name__ == "__main__":
    main()
