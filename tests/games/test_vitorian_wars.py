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

import arbitre
from arbitre import CHANCE, SPECTATOR, DocumentError, Game, SetupError, State
from arbitre.rules import vitorian_wars as schema
from arbitre.rules.load import load_content
from support.games import game as game_of
from support.golden import Case, cases, given_state, seat_of
from support.vitorian_wars import BY_KIND, decision
from support.walks import pick

CASES = [case for case in cases("vitorian_wars") if "setup" not in case.body["expect"]]
SETUPS = [case for case in cases("vitorian_wars") if "setup" in case.body["expect"]]
DECKS = ("deck_scarlet", "deck_azure", "deck_ivory", "deck_moss")
PAIRS = list(product(DECKS, repeat=2))
MOST_PLIES_A_TURN = 2_000
"""What the bound on the length of a game allows for each of its turns."""

PASS = {"kind": "pass"}

Document = dict[str, Any]


@pytest.fixture(scope="module")
def game() -> Game:
    return game_of("vitorian_wars")


@pytest.fixture(scope="module")
def content() -> schema.Content:
    found = load_content("vitorian_wars")
    assert isinstance(found, schema.Content)
    return found


# --- positions ----------------------------------------------------------------------------------


def unit(card: str, **marks: Any) -> Document:
    """A unit that has been on the grid for some time."""
    flags = dict.fromkeys(("exhausted", "hold", "entered", "moved"), False)
    return {
        "card": card,
        **flags,
        "attacks": 0,
        "shields": 0,
        "equipment": None,
        "mods": {},
    } | marks


def table(
    game: Game, grid: Document | None = None, hand: Document | None = None, **patches: Any
) -> Document:
    """The main phase of seat 0 in turn 5; both have two ready resources of each type."""
    document = game.document(game.initial(players=2, seed=0, chance="manual", first=0))
    document |= {"phase": "main", "step": "action", "turn": 5, "active": 0, "frames": []}
    document["grid"] = grid or {}
    for player in document["players"]:
        colour = player["sovereign"].partition("_")[0]
        player["deck"] = {"grey_militia_band": 4, "grey_free_militia": 4}
        player["hand"] = {}
        player["convoy"] = [None] * 6
        player["convoy_pool"] = {f"res_{colour}_p_1": 3, f"res_{colour}_s_1": 3}
        player["zone"] = {
            "ready": {f"res_{colour}_p_1": 2, f"res_{colour}_s_1": 2},
            "exhausted": {},
        }
    document["players"][0] |= {"hand": hand or {}} | patches
    return document


def build(game: Game, document: Document) -> State:
    return game.build(document, chance="manual", seed=0)


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


# --- other content ------------------------------------------------------------------------------


def overlay(folder: Path, cards: str = "", rules: str = "", decks: str = "") -> Game:
    for name, text in (("cards", cards), ("rules", rules), ("decks", decks)):
        if text:
            (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return arbitre.load("vitorian_wars", content=folder)


def card(name: str, *abilities: str, **columns: Any) -> str:
    """A row of a cards file: by default a unit of level 1 that costs nothing but its level."""
    fields = {"id": name, "type": "unit", "faction": "grey", "level": 1, "atk": 1, "def": 1}
    rows = [f"{key} = {value!r}" for key, value in (fields | columns).items() if value is not None]
    return "\n".join(["[[cards]]", *rows, f"abilities = {list(abilities)!r}", ""])


def order(name: str, *abilities: str) -> str:
    return card(name, *abilities, type="order", level=None, atk=None, **{"def": None})


def test_a_target_in_the_wrong_row(tmp_path: Path) -> None:
    game = overlay(tmp_path, card("raider", "deploy: exhaust choose 1 enemy in rear_guard"))
    grid = {"1V1": unit("grey_free_militia"), "1R2": unit("grey_free_militia")}
    state = build(game, table(game, grid, {"raider": 1}))
    state = game.apply(state, 0, {"kind": "mobilize", "card": "raider", "cell": "0V1"})
    state = game.apply(state, 0, {"kind": "pay", "resource": "res_scarlet_p_1"})
    refused = game.validate(state, 0, {"kind": "target", "cell": "1V1"})
    assert (refused.code, refused.subject) == ("TARGET_WRONG_ROW", "1V1")
    assert [str(move) for move in game.moves(state, 0)] == ["target cell=1R2"]


def test_content_can_break_rules_of_decks_that_the_default_set_cannot(tmp_path: Path) -> None:
    field = card(
        "red_banner",
        type="field_condition",
        faction="scarlet",
        level=None,
        atk=None,
        **{"def": None},
    )
    marshal = '[[sovereigns]]\nid = "marshal"\nnumber = 6\ncolours = ["scarlet"]\n'
    game = overlay(tmp_path, field, marshal)
    mine = {
        "sovereign": "marshal",
        "maneuver": [{"card": "red_banner", "n": 1}],
        "convoy": [{"card": "res_grey_p_1", "n": 10}],
        "defense": [{"card": "res_grey_p_2", "n": 6}],
    }
    with pytest.raises(SetupError) as refused:
        game.initial(players=2, decks=["deck_moss", mine])
    assert refused.value.codes == ("DECK_SIZE", "DECK_FIELD_COLOR", "SOVEREIGN_NUMBER")


SET = """
replaces = ["cards"]

[[cards]]
id = "pike"
type = "unit"
faction = "grey"
level = 1
P = 1
atk = 2
def = 2

[[cards]]
id = "volley"
type = "order"
faction = "grey"
abilities = ["play: modify own_combatant atk 2 for combat"]

[[cards]]
id = "drill"
type = "equipment"
faction = "grey"
level = 1
abilities = ["attached: modify host atk 1 for while_attached"]
"""
SET_DECKS = """
replaces = ["decks"]

[[decks]]
id = "plain"
sovereign = "scarlet_sov_furnace"
maneuver = { pike = 15, volley = 15, drill = 15 }
convoy = { res_grey_p_1 = 10 }
defense = { res_grey_p_2 = 4 }
"""
SET_RULES = "[params]\ncopies = 15\ndeck_size = 45\n"


def test_a_set_of_ones_own_takes_the_place_of_the_default_one(tmp_path: Path) -> None:
    game = overlay(tmp_path, SET, SET_RULES, SET_DECKS)
    assert list(game.kinds["mobilize"].fields["card"].values) == ["pike", "volley", "drill"]
    assert game.digest != game_of("vitorian_wars").digest
    records = game.playouts(game.initial(players=2, seed=1), n=200, seed=1, threads=1)
    assert records["over"].all()


@pytest.mark.parametrize(
    ("cards", "place"),
    [
        (card("x", level=10), ("cards", "x", "level")),
        (card("x", faction="purple"), ("cards", "x", "faction")),
        (card("x", keywords=["fly"]), ("cards", "x", "keywords")),
        (card("x", atk="two"), ("cards", "x", "atk")),
        (card("x", colour="red"), ("cards", "x", "colour")),
        (card("x", P=1, S=1), ("cards", "x", "level")),
        (card("x", "deploy: draw", "deploy: draw"), ("cards", "x", "abilities")),
        (card("x", "play: draw"), ("cards", "x", "abilities")),
        (card("x", "deploy: fly self"), ("cards", "x", "abilities")),
        (order("x"), ("cards", "x", "abilities")),
        (card("x", "activate: ready choose 1 own"), ("abilities", "x", "")),
        (card("x", "destroyed: destroy choose 1 enemy"), ("abilities", "x", "")),
        (card("x", "deploy: destroy all enemy"), ("abilities", "x", "")),
        (order("x", "play: modify all own atk 1 for turn; destroy same"), ("abilities", "x", "")),
        (order("x", "play: exhaust choose 3 own; ready choose 2 own"), ("abilities", "x", "")),
        (card("x", "destroyed: draw", level=5), ("abilities", "x", "")),
        (card("x", "static: destroy choose 1 own"), ("abilities", "x", "")),
        (card("x", "deploy: move self by step"), ("abilities", "x", "")),
        (card("x", "deploy: rule move_cost 1 for all"), ("abilities", "x", "")),
        (card("x", "deploy: modify self atk 1 for static"), ("abilities", "x", "")),
    ],
)
def test_a_wrong_card_is_told_by_its_row_and_column(
    tmp_path: Path, cards: str, place: tuple[str, str, str]
) -> None:
    with pytest.raises(arbitre.RulesError) as refused:
        overlay(tmp_path, cards)
    error = refused.value
    assert (error.table, error.row, error.column) == place
    assert place[0] == "abilities" or error.file == str(tmp_path / "cards.toml")


def test_a_wrong_deck_is_told_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(arbitre.RulesError, match=r"plain.*DECK_COPIES"):
        overlay(tmp_path, SET, "[params]\ndeck_size = 45\n", SET_DECKS)


def test_what_a_card_of_another_set_changes_has_its_bounds(tmp_path: Path) -> None:
    """Sixteen operations of 9, on ten units: prices and figures stay numbers."""
    many = "; ".join(["rule move_cost 9 for all"] * 16)
    worn = "; ".join(["modify host atk 9 def 9 for while_attached"] * 16)
    text = card("toll", f"static: {many}") + card(
        "plate", f"attached: {worn}", type="equipment", level=1, atk=None, **{"def": None}
    )
    game = overlay(tmp_path, text)
    grid = {f"0R{column}": unit("toll") for column in range(1, 6)}
    grid["0V1"] = unit("toll", equipment="plate")
    grid["1V1"] = unit("grey_free_militia")
    state = build(game, table(game, grid))
    refused = game.validate(state, 0, {"kind": "move", "from": "0V1", "to": "0V2"})
    assert (refused.code, refused.need, refused.have) == ("COST_SHORT", 100, 2)
    state = game.apply(state, 0, {"kind": "end_main"})
    state = game.apply(state, 0, {"kind": "declare_attack", "from": "0V1", "target": "1V1"})
    for seat in (1, 0, 1):
        state = game.apply(state, seat, PASS)
    _, events = game.step(state, 0, PASS)
    (damage,) = [event for event in events if event.kind == "damage"]
    assert list(damage["attacker"]) == [1 + 16 * 9, 1 + 16 * 9]


def test_no_shields_where_none_are_allowed(tmp_path: Path) -> None:
    game = overlay(tmp_path, rules="[params]\nshield_limit = 0\n")
    zone = {"ready": {"res_scarlet_p_1": 4}, "exhausted": {}}
    state = build(game, table(game, {}, {"ivory_paladin": 1}, zone=zone))
    state = game.apply(state, 0, {"kind": "mobilize", "card": "ivory_paladin", "cell": "0V1"})
    while game.document(state)["frames"]:
        state = game.apply(state, 0, {"kind": "pay", "resource": "res_scarlet_p_1"})
    assert game.document(state)["grid"]["0V1"]["shields"] == 0


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
    filler = [card for card in game_of("vitorian_wars").kinds["mobilize"].fields["card"].values]
    grey = [name for name in filler if name.startswith("grey")][:9]
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
