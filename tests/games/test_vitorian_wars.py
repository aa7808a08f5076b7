"""What play of Vitorian Wars promises beyond the golden cases: everything of the rules is reached,
every turn ends, nothing hidden is seen, work under way is bytes like all else."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from arbitre import CHANCE, SPECTATOR, DocumentError, Game, State
from arbitre.rules import vitorian_wars as schema
from arbitre.rules.load import load_content
from support.games import game as game_of
from support.golden import Case, cases, given_state, seat_of
from support.pointers import changed
from support.vitorian_wars import (
    BY_KIND,
    Document,
    build,
    card,
    decision,
    order,
    overlay,
    table,
    unit,
)
from support.walks import pick

CASES = [case for case in cases("vitorian_wars") if "setup" not in case.body["expect"]]
SETUPS = [case for case in cases("vitorian_wars") if "setup" in case.body["expect"]]
DECKS = ("deck_scarlet", "deck_azure", "deck_ivory", "deck_moss")
PAIRS = list(product(DECKS, repeat=2))
MOST_PLIES_A_TURN = 2_000
"""What the bound on the length of a game allows for each of its turns."""

PASS = {"kind": "pass"}


@pytest.fixture(scope="module")
def game() -> Game:
    return game_of("vitorian_wars")


@pytest.fixture(scope="module")
def content() -> schema.Content:
    found = load_content("vitorian_wars")
    assert isinstance(found, schema.Content)
    return found


# --- positions ----------------------------------------------------------------------------------


def positions(case: Case) -> Iterator[State]:
    """Every position of a golden case, the last included."""
    game, body = case.game_of, case.body
    state = given_state(game, body["given"])
    yield state
    for step in body["do"]:
        state = game.apply(state, seat_of(step["seat"]), step["move"])
        yield state


def walk(game: Game, decks: tuple[str, str], seed: int, chance: Any = "manual") -> Iterator[State]:
    """Every position of a random game that picks evenly among kinds of moves."""
    dice = random.Random(f"{decks} {seed}")
    state = game.initial(players=2, seed=seed, chance=chance, decks=list(decks))
    yield state
    while not state.over:
        state = game.apply(state, *pick(game, state, dice, by_kind=seed % 2 == 0))
        yield state


# --- everything is reached ----------------------------------------------------------------------


def test_every_refusal_is_proved_by_a_golden_case(game: Game) -> None:
    found = set()
    for case in CASES:
        wanted = case.body["expect"].get("verdict", [])
        found |= {verdict["code"] for verdict in (wanted if isinstance(wanted, list) else [wanted])}
    own = {name for number, name in game.codes.items() if number >= 256}
    assert own - found == {"TARGET_WRONG_ROW"}  # see test_a_target_in_the_wrong_row
    assert len(own) == 62


def test_every_refusal_of_a_deck_is_proved_by_a_golden_case() -> None:
    found = {code for case in SETUPS for code in case.body["expect"]["setup"]}
    told = """DECK_UNKNOWN_CARD DECK_SOVEREIGN DECK_SIZE DECK_CARD_TYPE DECK_COPIES DECK_FIELD_LIMIT
        DECK_COLOR CONVOY_SIZE CONVOY_VALUE PILE_SIZE PILE_VALUE"""
    assert found == set(told.split())  # the other two: see test_content_can_break_rules_of_decks


def test_every_card_is_played_and_every_sovereign_recycles(
    game: Game, content: schema.Content
) -> None:
    played: set[str] = set()
    recycled: set[str] = set()
    for case in CASES:
        for step in case.body["do"]:
            played.add(step["move"].get("card", ""))
            if step["move"]["kind"] == "recycle":
                recycled |= {player["sovereign"] for player in first_document(case)["players"]}
    assert {card.id for card in content.cards} <= played
    assert {sovereign.id for sovereign in content.sovereigns} <= recycled


def first_document(case: Case) -> Document:
    return case.game_of.document(given_state(case.game_of, case.body["given"]))


REPORTED = {
    "modify": "modified",
    "grant_keyword": "keyword_granted",
    "add_shield": "shield_gained",
    "destroy": "destroyed",
    "ready": "unit_readied",
    "exhaust": "unit_exhausted",
    "move": "moved",
    "draw": "drawn",
    "discard": "discarded",
    "return_resources": "returned",
    "channel": "channelled",
    "look_convoy": "looked",
    "ready_resources": "resource_readied",
    "counter_order": "order_countered",
    "cancel_attack": "attack_cancelled",
    "strip_defense": "pile_lost",
}
"""What tells that an operation was carried out; the other two only change numbers."""


def test_every_operation_trigger_and_keyword_is_at_work_in_a_golden_case(
    content: schema.Content,
) -> None:
    texts = {holder.id: holder.abilities for holder in (*content.cards, *content.sovereigns)}
    keywords = {card.id: card.keywords for card in content.cards}
    seen: Counter[str] = Counter()
    for case in CASES:
        game, body = case.game_of, case.body
        state = given_state(game, body["given"])
        for step in body["do"]:
            document = game.document(state)
            for frame in document["frames"]:
                if frame["frame"] in ("run", "order"):
                    ability = texts[frame["card"]][frame["ability"]]
                    seen[f"trigger {ability.split()[0].rstrip(':')}"] += 1
            state, events = game.step(state, seat_of(step["seat"]), step["move"])
            seen.update(f"event {event.kind}" for event in events)
        document = game.document(state)
        for placed in document["grid"].values():
            seen.update(f"keyword {word}" for word in keywords[placed["card"]])
            for modifier in placed["mods"].values():
                seen.update(f"granted {word}" for word in modifier["keywords"])
        seen["payment_to_top"] += any(player["payment_to_top"] for player in document["players"])

    operations = {signature.name for signature in schema.VOCABULARY.ops}
    assert REPORTED.keys() | {"payment_to_top", "rule"} == operations
    assert not [kind for kind in REPORTED.values() if not seen[f"event {kind}"]]
    assert seen["payment_to_top"]
    assert not [word for word in schema.KEYWORDS if not seen[f"keyword {word}"]]
    lasting = {"static", "attached"}
    # These two never wait for anybody in the default content, so no position shows them at work.
    unseen = {"attack_declared"}
    told = {trigger for trigger in schema.TRIGGERS if seen[f"trigger {trigger}"]}
    assert told == set(schema.TRIGGERS) - lasting - unseen


def test_compiled_tables_are_those_that_the_cpp_tests_read(game: Game) -> None:
    """`arbitre rules compile vitorian_wars -o ...` writes them."""
    shipped = Path(__file__).parents[1] / "cpp" / "rules" / "vitorian_wars.rules"
    assert shipped.read_text(encoding="utf-8") == game.rules


# --- every turn ends ----------------------------------------------------------------------------

CLOSING = {"end_main", "end_combat", "pass", "no_more", "concede"}

TIRELESS = "".join(
    [
        card("bellows", "activate: ready_resources n 4 any", "deploy: draw n 4"),
        card("drummer", "deploy: ready choose 4 own", "attack_declared: ready self"),
        card("phoenix", "destroyed: draw n 2", keywords=["swift", "ganking", "light"]),
        order("again", "play: ready choose 4 own"),
    ]
)
"""Cards that give as much as they take."""


def longest_turn(game: Game, state: State, seed: int) -> int:
    """The most plies of a turn, when everybody does all there is to do before letting go."""
    dice = random.Random(seed)
    plies: Counter[int] = Counter()
    while not state.over:
        seat, code = pick(game, state, dice, by_kind=False)
        if seat != CHANCE:
            moves = [game.move(code) for code in game.legal(state, seat).tolist()]
            others = [move for move in moves if move.kind not in CLOSING]
            code = dice.choice(others).code if others else moves[0].code
        plies[int(state.array["turn"])] += 1
        state = game.apply(state, seat, code)
    return max(plies.values())


@pytest.mark.parametrize("decks", PAIRS[::3], ids="-".join)
def test_every_turn_ends_however_much_is_done_in_it(game: Game, decks: tuple[str, str]) -> None:
    state = game.initial(players=2, seed=1, decks=list(decks))
    assert longest_turn(game, state, seed=1) < MOST_PLIES_A_TURN / 4


def test_every_turn_ends_with_cards_that_ready_and_draw(tmp_path: Path) -> None:
    game = overlay(tmp_path, TIRELESS)
    names = ("bellows", "drummer", "phoenix", "again")
    every = game.kinds["mobilize"].fields["card"].values
    grey = [name for name in every if name.startswith("grey")][:9]
    deck = {
        "sovereign": "moss_sov_circular",
        "maneuver": [{"card": name, "n": 4} for name in (*names, *grey[:8])]
        + [{"card": grey[8], "n": 2}],
        "convoy": [{"card": "res_grey_p_1", "n": 5}, {"card": "res_grey_s_1", "n": 5}],
        "defense": [{"card": "res_grey_p_2", "n": 4}],
    }
    for seed in range(3):
        state = game.initial(players=2, seed=seed, decks=[deck, deck])
        assert longest_turn(game, state, seed) < MOST_PLIES_A_TURN / 4


def test_a_unit_that_is_readied_again_and_again_attacks_no_more_often(tmp_path: Path) -> None:
    game = overlay(tmp_path, TIRELESS)
    state = build(game, table(game, {"0V1": unit("drummer")}))
    state = game.apply(state, 0, {"kind": "end_main"})
    attack = {"kind": "declare_attack", "from": "0V1", "target": "sovereign"}
    for seat, move in ((0, attack), (1, PASS), (0, PASS)):
        state = game.apply(state, seat, move)
    state = game.apply(state, CHANCE, int(game.chance(state)[0][0]))
    assert not game.document(state)["grid"]["0V1"]["exhausted"]
    assert game.validate(state, 0, attack).code == "ATTACK_LIMIT_REACHED"


# --- nothing hidden is seen ---------------------------------------------------------------------


def drawn(dice: random.Random, ids: list[str], n: int, most: int = 4) -> Document:
    """A set of n cards."""
    pool = [name for name in ids for _ in range(most)]
    return dict(Counter(dice.sample(pool, n)))


def redrawn(content: schema.Content, doc: Document, viewer: int, dice: random.Random) -> Document:
    """The same position for one who sees as `viewer` does: everything hidden is another."""
    doc = deepcopy(doc)
    ones = [resource.id for resource in content.resources if resource.value == 1]
    twos = [resource.id for resource in content.resources if resource.value == 2]
    for seat, player in enumerate(doc["players"]):
        if seat == viewer:
            continue
        # What lies open is no longer in hand or deck, as copies are counted over all zones.
        open_cards = set(player["discard"]) | {player["field"]}
        for cell, placed in doc["grid"].items():
            if int(cell[0]) == seat:
                open_cards |= {placed["card"], placed["equipment"]}
        ids = [card.id for card in content.cards if card.id not in open_cards]
        paid = [f["for"] for f in doc["frames"] if f["frame"] == "pay" and f["seat"] == seat]
        shown = [move["card"] for move in paid if "card" in move]
        hand = Counter(shown)
        hand.update(drawn(dice, ids, sum(player["hand"].values()) - len(shown)))
        under = dice.randint(0, min(5, sum(player["deck"].values()) + len(player["deck_bottom"])))
        total = sum(player["deck"].values()) + len(player["deck_bottom"])
        if doc["phase"] == "setup":
            under = 0
        if doc["frames"] and doc["frames"][-1]["frame"] == "draw":
            under = min(under, total - 1)
        player["hand"] = dict(hand)
        player["deck"] = drawn(dice, ids, total - under)
        player["deck_bottom"] = dice.choices(ids, k=under)
        slots = [dice.choice([None, *ones]) for _ in player["convoy"]]
        if doc["frames"] and doc["frames"][-1].get("left") and slots:
            slots[0] = None  # chance is to show it
        player["convoy"] = slots
        player["convoy_pool"] = dict(Counter(dice.choices(ones, k=slots.count(None))))
        player["pile"] = dict(Counter(dice.choices(twos, k=sum(player["pile"].values()))))
        for frame in doc["frames"]:
            if frame["seat"] == seat and frame.get("looked"):
                n = sum(frame["looked"].values())
                frame["looked"] = dict(Counter(dice.choices(ones, k=n)))
    return doc


@pytest.mark.parametrize("decks", PAIRS[::2], ids="-".join)
def test_other_hands_decks_convoys_and_piles_look_the_same(
    game: Game, content: schema.Content, decks: tuple[str, str]
) -> None:
    dice = random.Random(str(decks))
    compared = 0
    for seed in (0, 1):
        for state in walk(game, decks, seed):
            if dice.random() > 0.2:
                continue
            doc = game.document(state)
            for viewer in (0, 1, SPECTATOR):
                try:
                    other = build(game, redrawn(content, doc, viewer, dice))
                except DocumentError as error:
                    # A hand to discard from, or a choice among unknown cards, can't be had from
                    # every redraw; the position is then none, and proves nothing.
                    assert error.pointer in ("/step", "/players/0/deck", "/players/1/deck"), error
                    continue
                compared += 1
                assert game.observe(other, viewer) == game.observe(state, viewer)
                if viewer != SPECTATOR:
                    assert game.legal(other, viewer).tolist() == game.legal(state, viewer).tolist()
    assert compared > 100


def test_drawn_and_looked_at_cards_are_named_to_their_owner_alone(game: Game) -> None:
    dice = random.Random(3)
    state = game.initial(players=2, seed=3, chance="manual", decks=["deck_azure", "deck_moss"])
    told: Counter[str] = Counter()
    while not state.over:
        state, events = game.step(state, *pick(game, state, dice, by_kind=True))
        for event in events:
            if event.kind not in ("drawn", "looked", "arranged"):
                continue
            told[event.kind] += 1
            for viewer in (0, 1, SPECTATOR):
                (seen,) = game.observe_events([event], viewer)
                shown = dict(seen)
                assert "resource" not in shown
                hidden = event.kind == "drawn" and viewer != event["seat"]
                assert (shown.get("card") is None) is (hidden or event.kind != "drawn")
    assert min(told[kind] for kind in ("drawn", "looked", "arranged")) > 0, told


# --- work under way -----------------------------------------------------------------------------


def test_every_decision_survives_bytes_and_documents(game: Game) -> None:
    seen: Counter[str] = Counter()
    for case in CASES:
        for state in positions(case):
            if state.over:
                continue
            seen[decision(game, state)] += 1
            restored = game.from_bytes(state.to_bytes())
            assert restored == state
            built = build(game, game.document(state))
            assert game.document(built) == game.document(state)
            (seat,) = state.to_act
            codes = game.legal(state, seat).tolist()
            assert codes
            assert game.legal(restored, seat).tolist() == game.legal(built, seat).tolist() == codes
            assert game.apply(restored, seat, codes[-1]) == game.apply(state, seat, codes[-1])
    asked = {*BY_KIND.values(), "ORDER_WINDOW", "BARRAGE", "CHOOSE_DISCARD", "DISCARD_TO_LIMIT"}
    assert seen.keys() == asked


def test_an_order_keeps_its_place_and_its_targets_through_bytes(game: Game) -> None:
    """A counter that waits for its order, on a stack of three, stored at every step."""
    grid = {"0V3": unit("azure_interceptors"), "1V3": unit("ivory_litany_gunner")}
    document = table(game, grid)
    document |= {"phase": "combat"}
    document["players"][0] |= {"hand": {"azure_jam_signal": 2, "azure_dive_attack": 1}}
    document["players"][1] |= {"hand": {"ivory_hold_line": 1}}
    state = build(game, document)
    moves: list[tuple[int, Any]] = [
        (0, {"kind": "declare_attack", "from": "0V3", "target": "1V3"}),
        (1, {"kind": "play_order", "card": "ivory_hold_line"}),
        (1, {"kind": "pay", "resource": "res_azure_p_1"}),
        (1, PASS),
        (0, {"kind": "play_order", "card": "azure_jam_signal"}),
        (0, {"kind": "pay", "resource": "res_scarlet_p_1"}),
        (0, {"kind": "target_order", "entry": 0}),
        (0, {"kind": "play_order", "card": "azure_jam_signal"}),
        (0, {"kind": "pay", "resource": "res_scarlet_p_1"}),
        (0, {"kind": "target_order", "entry": 0}),
        (0, PASS),
    ]
    countered = 0
    for seat, move in moves:
        state, events = game.step(game.from_bytes(state.to_bytes()), seat, move)
        countered += sum(event.kind == "order_countered" for event in events)
        if events and events[-1].kind == "order_played" and seat == 0:
            assert decision(game, state) == "CHOOSE_ORDER"
    assert countered == 1
    assert decision(game, state) == "BARRAGE"


STACKS: list[list[Document]] = [
    [{"frame": "draw", "seat": 0, "left": 1}] * 8,
    [{"frame": "draw", "seat": 0, "left": 1}, {"frame": "draw", "seat": 0, "left": 1}],
    [{"frame": "discard", "seat": 0, "left": 1}],
    [{"frame": "maintenance", "seat": 0, "kept": []}],
    [{"frame": "channel", "seat": 0, "left": 1}],
]


@pytest.mark.parametrize(
    "frames", STACKS, ids=[str(len(frames)) + frames[0]["frame"] for frames in STACKS]
)
def test_work_that_no_play_leads_to_is_refused(game: Game, frames: list[Document]) -> None:
    """Where a stranger could pile up work, playing on would leave the bounds of a state."""
    document = table(game, {}, {"grey_militia_band": 1}) | {"frames": frames}
    with pytest.raises(DocumentError):
        build(game, document)


def test_a_payment_goes_back_or_is_exhausted(game: Game) -> None:
    dice = random.Random(0)
    state = game.initial(players=2, seed=1, chance="manual")
    documents: list[Document] = []
    while state.to_act:
        state = game.apply(state, *pick(game, state, dice, by_kind=True))
        document = game.document(state)
        if document["frames"] and document["frames"][-1]["frame"] == "pay":
            documents.append(document)
    prices = [(doc, doc["frames"][-1], len(doc["frames"]) - 1) for doc in documents]
    given_back = [price for price in prices if price[1]["P"] + price[1]["S"] + price[1]["level"]]
    assert given_back
    for document, price, index in given_back:
        with pytest.raises(DocumentError) as refused:
            game.build(changed(document, f"/frames/{index}", price | {"xP": 1}))
        assert refused.value.pointer == f"/frames/{index}"
