"""Sept Solines, written plainly from the rules text (SEP 0 to 12).

A slow twin of the engine: pure functions over the state document of SEP 12, one small function a
rule, nothing remembered between calls. The engine is compared with it, so it shares no code with
the engine and prefers the obvious way over the quick one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from fractions import Fraction
from typing import Any, TypeAlias

from .sept_solines_kernels import (
    TABLES,
    Document,
    HandScore,
    Move,
    Tables,
    Verdict,
    all_moves,
    board_names,
    card_numbers,
    card_row,
    colour_names,
    comments_of,
    gather_right,
    in_domain,
    initial,
    lift_card,
    load_tables,
    next_first,
    next_seat,
    pack,
    pay_cubes,
    put_back_card,
    refill_river,
    refuse_undecodable,
    score_hand,
    unpack,
)

# The river helpers and the tables are found in the kernels.
__all__ = [
    "Document",
    "HandScore",
    "IllegalMove",
    "Verdict",
    "apply",
    "chance",
    "check",
    "initial",
    "legal",
    "load_tables",
    "next_first",
    "pack",
    "score_hand",
    "to_act",
    "unpack",
    "validate",
    "winners",
]

Event: TypeAlias = dict[str, Any]
Seat: TypeAlias = int | str

CHANCE = "chance"
CHANCE_KINDS = ("draw_board", "draw_card", "draw_first")
DISC_COLOURS: Mapping[str, str] = {
    "disc_green": "green",
    "disc_orange": "orange",
    "disc_blue": "blue",
}
GREEN_CUBES = 2  # cubes a green disc brings (SEP 5.3)
FIRST_ROUND_WITH_DISCS = 2  # SEP 4, check 14
ROUND_TOTALS = (-23, 27)  # least and greatest total of one hand (SEP 2)
OK = Verdict("OK")


class IllegalMove(ValueError):
    """Raised by `apply` for a move that `validate` refuses."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(" ".join(str(part) for part in verdict))
        self.verdict = verdict


# --- Who acts (SEP 3) -------------------------------------------------------------------------


def seat_without_board(doc: Document) -> int | None:
    """The lowest seat without a board: the one that boards are dealt to next (SEP 11)."""
    for seat, state in enumerate(doc["seats"]):
        if state["board"] is None:
            return seat
    return None


def boards_left(doc: Document, tables: Tables) -> list[str]:
    """Boards that no seat has."""
    taken = [state["board"] for state in doc["seats"]]
    return [board for board in board_names(tables) if board not in taken]


def choosing_seat(doc: Document) -> int | None:
    """The seat that has to choose a board now, if any (SEP 3, 8)."""
    if doc["phase"] == "setup" and doc["variants"]["board_assignment"] == "chosen":
        return seat_without_board(doc)
    return None


def pending_draw(doc: Document, tables: Tables = TABLES) -> str | None:
    """The kind of draw that chance has to make now, if any (SEP 3, 12)."""
    if doc["phase"] == "draw":
        return "draw_card"
    if doc["phase"] != "setup":
        return None
    if seat_without_board(doc) is not None:
        return "draw_board" if doc["variants"]["board_assignment"] == "random" else None
    if len(doc["river"]) < tables["params"]["river_size"]:
        return "draw_card"
    return "draw_first"


def to_act(doc: Document, tables: Tables = TABLES) -> list[Seat]:
    """Who is to act: one seat, or chance, or nobody when the game is over (SEP 11)."""
    if pending_draw(doc, tables) is not None:
        return [CHANCE]
    seat = doc["current"] if doc["phase"] == "turn" else choosing_seat(doc)
    return [] if seat is None else [seat]


def chance(doc: Document, tables: Tables = TABLES) -> list[tuple[dict[str, Any], Fraction]]:
    """Every outcome of the pending draw with its probability, all equal (SEP 3, 11)."""
    moves = legal(doc, CHANCE, tables)
    return [(move, Fraction(1, len(moves))) for move in moves]


# --- Refusals, in the sequence of SEP 4 -------------------------------------------------------


def refuse_actor(doc: Document, seat: Seat, kind: str) -> Verdict | None:
    """Checks 4 and 5: the seat exists, and plays a kind of its own."""
    if seat != CHANCE and not in_domain(seat, range(doc["players"])):
        return Verdict("UNKNOWN_SEAT", "seat")
    if seat == CHANCE and kind not in CHANCE_KINDS:
        return Verdict("NOT_A_CHANCE_MOVE", kind)
    if seat != CHANCE and kind in CHANCE_KINDS:
        return Verdict("NOT_A_PLAYER_MOVE", kind)
    return None


def refuse_draw(doc: Document, move: Move, tables: Tables) -> Verdict | None:
    """Checks 6 to 9: this draw is due and its outcome is possible."""
    kind = move["kind"]
    if kind != pending_draw(doc, tables):
        return Verdict("NO_DRAW_PENDING", kind)
    if kind == "draw_card" and move["card"] not in doc["deck"]:
        return Verdict("CARD_NOT_IN_DECK", "card")
    if kind == "draw_board" and move["board"] not in boards_left(doc, tables):
        return Verdict("BOARD_TAKEN", move["board"])
    if kind == "draw_first" and move["seat"] >= doc["players"]:
        return Verdict("UNKNOWN_SEAT", "seat")
    return None


def refuse_choice(doc: Document, seat: int, board: str, tables: Tables) -> Verdict | None:
    """Check 10: boards are chosen now, by this seat, and this one is left."""
    chooser = choosing_seat(doc)
    if chooser is None:
        return Verdict("NOT_CHOOSING_BOARDS", doc["phase"])
    if seat != chooser:
        return Verdict("NOT_YOUR_TURN", "seat", chooser, seat)
    if board not in boards_left(doc, tables):
        return Verdict("BOARD_TAKEN", board)
    return None


def refuse_turn(doc: Document, seat: int) -> Verdict | None:
    """Checks 11 to 13: a turn is due, the seat is still in the round, and it is its turn."""
    if doc["phase"] != "turn":
        return Verdict("NOT_IN_TURN_PHASE", doc["phase"])
    if doc["seats"][seat]["retired"]:
        return Verdict("PLAYER_RETIRED", "seat")
    if seat != doc["current"]:
        return Verdict("NOT_YOUR_TURN", "seat", doc["current"], seat)
    return None


def refuse_disc(doc: Document, seat: int, kind: str) -> Verdict | None:
    """Checks 14 to 16: discs are open, the seat has this one, green has something to take."""
    if kind not in DISC_COLOURS:
        return None
    colour = DISC_COLOURS[kind]
    if doc["round"] < FIRST_ROUND_WITH_DISCS:
        return Verdict("DISCS_LOCKED", "round", FIRST_ROUND_WITH_DISCS, doc["round"])
    if doc["seats"][seat]["discs"][colour] == 0:
        return Verdict("DISC_NOT_OWNED", colour, 1, 0)
    if kind == "disc_green" and doc["variants"]["green_needs_cubes"]:
        cubes = sum(place["cubes"] for place in doc["river"])
        if cubes == 0:
            return Verdict("NO_CUBES_IN_RIVER", "river", 1, 0)
    return None


def refuse_price(doc: Document, seat: int, move: Move) -> Verdict | None:
    """Check 17: own cubes for every card to the left; those on the card do not count."""
    cubes = doc["seats"][seat]["cubes"]
    if move["kind"] in ("take", "disc_blue") and cubes < move["place"]:
        return Verdict("NOT_ENOUGH_CUBES", "cubes", move["place"], cubes)
    return None


def refuse_return(doc: Document, seat: int, move: Move) -> Verdict | None:
    """Checks 18 to 20: the blue disc gives back an own card, not the one just chosen."""
    if move["kind"] != "disc_blue":
        return None
    own = doc["seats"][seat]["cards"]
    if not own:
        return Verdict("NO_CARD_TO_RETURN", "card", 1, 0)
    if move["card"] == doc["river"][move["place"]]["card"]:
        return Verdict("RETURN_TAKEN_CARD", "card")
    if move["card"] not in own:
        return Verdict("CARD_NOT_OWNED", "card")
    return None


def validate(doc: Document, seat: Seat, move: Move, tables: Tables = TABLES) -> Verdict:
    """`OK`, or the first refusal in the sequence of SEP 4."""
    refusal = refuse_undecodable(move, tables) or refuse_actor(doc, seat, move["kind"])
    if refusal is not None:
        return refusal
    if not isinstance(seat, int):
        return refuse_draw(doc, move, tables) or OK
    if move["kind"] == "choose_board":
        return refuse_choice(doc, seat, move["board"], tables) or OK
    return (
        refuse_turn(doc, seat)
        or refuse_disc(doc, seat, move["kind"])
        or refuse_price(doc, seat, move)
        or refuse_return(doc, seat, move)
        or OK
    )


def legal(doc: Document, seat: Seat, tables: Tables = TABLES) -> list[dict[str, Any]]:
    """Every legal move of a seat or of chance, found by trying all of SEP 11."""
    return [move for move in all_moves(tables) if validate(doc, seat, move, tables) == OK]


# --- The end (SEP 6) --------------------------------------------------------------------------


def disc_count(state: Mapping[str, Any]) -> int:
    """Discs of all colours that a seat has."""
    return sum(state["discs"].values())


def winners(doc: Document) -> list[int]:
    """Seats with the highest score, then most discs, then most cubes (SEP 6), ascending."""
    ranks = [(state["score"], disc_count(state), state["cubes"]) for state in doc["seats"]]
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


# --- Resolution (SEP 5): these change the copy that `apply` made and report what happened ------


def return_discs(doc: Document, seat: int) -> None:
    """All discs of a seat go back to the supply (SEP 5.1, step 5)."""
    held = doc["seats"][seat]["discs"]
    for colour in held:
        doc["supply"][colour] += held[colour]
        held[colour] = 0


def use_disc(doc: Document, seat: int, colour: str) -> list[Event]:
    """A disc goes back to the supply, before anything else (SEP 5.2 to 5.4)."""
    doc["seats"][seat]["discs"][colour] -= 1
    doc["supply"][colour] += 1
    return [{"kind": "disc_used", "seat": seat, "colour": colour}]


def pay(doc: Document, seat: int, place: int) -> list[Event]:
    """Pay for a place; reported even when it is free (SEP 5.1, step 1)."""
    doc["seats"][seat]["cubes"] -= place
    doc["river"] = pay_cubes(doc["river"], place)
    return [{"kind": "cubes_paid", "seat": seat, "cubes": place}]


def receive(doc: Document, seat: int, place: int, card: int, cubes: int) -> list[Event]:
    """A card and cubes come to a seat (SEP 5.1, steps 2 and 4)."""
    state = doc["seats"][seat]
    state["cubes"] += cubes
    state["cards"] = sorted([*state["cards"], card])
    return [{"kind": "card_taken", "seat": seat, "place": place, "card": card, "cubes": cubes}]


def take_for_good(doc: Document, seat: int, place: int, tables: Tables) -> list[Event]:
    """Take a card that stays, retire with the seventh, then a draw is due (SEP 5.1, 2 to 5)."""
    card, cubes, doc["river"] = lift_card(doc["river"], place)
    events = receive(doc, seat, place, card, cubes)
    state = doc["seats"][seat]
    if len(state["cards"]) == tables["params"]["cards_per_round"]:
        state["retired"] = True
        return_discs(doc, seat)
        events.append({"kind": "retired", "seat": seat})
    doc["phase"] = "draw"
    return events


def resolve_take(doc: Document, seat: int, move: Move, tables: Tables) -> list[Event]:
    """SEP 5.1: pay, take."""
    return pay(doc, seat, move["place"]) + take_for_good(doc, seat, move["place"], tables)


def resolve_orange(doc: Document, seat: int, move: Move, tables: Tables) -> list[Event]:
    """SEP 5.2: take without paying."""
    return use_disc(doc, seat, "orange") + take_for_good(doc, seat, move["place"], tables)


def resolve_green(doc: Document, seat: int, move: Move, tables: Tables) -> list[Event]:
    """SEP 5.3: cubes from the right end instead of a card."""
    events = use_disc(doc, seat, "green")
    doc["river"], cubes = gather_right(doc["river"], GREEN_CUBES)
    doc["seats"][seat]["cubes"] += cubes
    events.append({"kind": "cubes_collected", "seat": seat, "cubes": cubes})
    return events + pass_turn(doc, tables)


def resolve_blue(doc: Document, seat: int, move: Move, tables: Tables) -> list[Event]:
    """SEP 5.4: swap a river card for an own one; it never makes seven cards."""
    place, returned = move["place"], move["card"]
    events = use_disc(doc, seat, "blue") + pay(doc, seat, place)
    card, cubes, gap = lift_card(doc["river"], place)
    # Variant `blue_keeps_cubes` (SEP 8): the cubes lie on the returned card instead.
    staying = cubes if doc["variants"]["blue_keeps_cubes"] else 0
    events += receive(doc, seat, place, card, cubes - staying)
    doc["river"] = put_back_card(gap, place, returned, staying)
    doc["seats"][seat]["cards"].remove(returned)
    events.append({"kind": "card_returned", "seat": seat, "place": place, "card": returned})
    return events + pass_turn(doc, tables)


def assign_board(doc: Document, board: str) -> list[Event]:
    """The lowest seat without a board gets this one (SEP 2, 11)."""
    seat = seat_without_board(doc)
    assert seat is not None
    doc["seats"][seat]["board"] = board
    return [{"kind": "board_assigned", "seat": seat, "board": board}]


def resolve_draw_card(doc: Document, card: int, tables: Tables) -> list[Event]:
    """A card comes from the deck to the river; in a round the turn passes then (SEP 3)."""
    doc["deck"].remove(card)
    doc["river"] = refill_river(doc["river"], card)
    events: list[Event] = [{"kind": "card_drawn", "card": card}]
    return events + (pass_turn(doc, tables) if doc["phase"] == "draw" else [])


def resolve_draw_first(doc: Document, seat: int) -> list[Event]:
    """The first player of round 1; set-up ends (SEP 2, 3)."""
    doc.update(phase="turn", first=seat, current=seat)
    return [{"kind": "first_player", "seat": seat}]


def pass_turn(doc: Document, tables: Tables) -> list[Event]:
    """NEXT of SEP 3: the next seat in the round, or the end of the round."""
    seat = next_seat([state["retired"] for state in doc["seats"]], doc["current"])
    if seat is None:
        return end_round(doc, tables)
    doc.update(phase="turn", current=seat)
    return []


def end_round(doc: Document, tables: Tables) -> list[Event]:
    """COUNT seat by seat from the first player, then the next round or the end (SEP 3)."""
    players = doc["players"]
    events: list[Event] = []
    for step in range(players):
        events += count_seat(doc, (doc["first"] + step) % players, tables)
    last_round = doc["round"] == doc["variants"]["rounds"]
    return events + (end_game(doc) if last_round else start_round(doc))


def count_seat(doc: Document, seat: int, tables: Tables) -> list[Event]:
    """Neutralise and count the hand of one seat (SEP 5.6)."""
    state, supply = doc["seats"][seat], doc["supply"]
    hand = score_hand(state["board"], state["cards"], tables)
    events: list[Event] = []
    for card in hand.neutralised:
        colour = card_row(card, tables)["dot"]
        if supply[colour] > 0:  # a card is neutralised even if its disc is missing (SEP-C6)
            supply[colour] -= 1
            state["discs"][colour] += 1
        place = {"slot": state["cards"].index(card) + 1, "card": card}
        events.append({"kind": "neutralised", "seat": seat, **place, "colour": colour})
    state["score"] += hand.total
    if doc["variants"]["score_floor_zero"]:
        state["score"] = max(0, state["score"])
    counted = {"seat": seat, "total": hand.total, "score": state["score"]}
    return [*events, {"kind": "counted", **counted}]


def start_round(doc: Document) -> list[Event]:
    """Cards go back to the deck, river, cubes and discs stay (SEP 5.7)."""
    seats = doc["seats"]
    for state in seats:
        doc["deck"] = sorted(doc["deck"] + state["cards"])
        state.update(cards=[], retired=False)
    first = next_first(
        doc["first"],
        [state["score"] for state in seats],
        [disc_count(state) for state in seats],
        [state["cubes"] for state in seats],
    )
    doc.update(phase="turn", round=doc["round"] + 1, first=first, current=first)
    return [{"kind": "round_started", "round": doc["round"], "first": first}]


def end_game(doc: Document) -> list[Event]:
    """The end: tables stay as they are (SEP 6)."""
    doc.update(phase="over", current=None, winners=winners(doc))
    return [{"kind": "game_over", "winners": list(doc["winners"])}]


TURNS: Mapping[str, Callable[[Document, int, Move, Tables], list[Event]]] = {
    "take": resolve_take,
    "disc_green": resolve_green,
    "disc_orange": resolve_orange,
    "disc_blue": resolve_blue,
}


def apply(
    doc: Document, seat: Seat, move: Move, tables: Tables = TABLES
) -> tuple[Document, list[Event]]:
    """The document after a legal move and the events in order; the given one is untouched."""
    verdict = validate(doc, seat, move, tables)
    if verdict != OK:
        raise IllegalMove(verdict)
    after, kind = deepcopy(doc), move["kind"]
    if kind in TURNS:
        return after, TURNS[kind](after, int(seat), move, tables)
    if kind == "draw_card":
        return after, resolve_draw_card(after, move["card"], tables)
    if kind == "draw_first":
        return after, resolve_draw_first(after, move["seat"])
    return after, assign_board(after, move["board"])


# --- Consistency of a document (SEP 2, 12) ----------------------------------------------------


def outside(name: str, value: object, low: int, high: int) -> list[str]:
    """A complaint unless the value is an integer of the range."""
    if type(value) is int and low <= value <= high:
        return []
    return [f"{name} is {value!r}, not {low}..{high}"]


def broken_keys(doc: Document, tables: Tables) -> list[str]:
    """Keys, game, players and variants as in SEP 12."""
    model = initial(tables["params"]["players_min"], tables=tables)
    if doc.keys() != model.keys():
        return ["the document has not the keys of SEP 12"]
    try:
        model = initial(doc["players"], doc["variants"], tables)
    except ValueError as error:
        return [str(error)]
    found = [] if doc["game"] == model["game"] else ["another game"]
    if doc["variants"].keys() != model["variants"].keys():
        found.append("not all the variants of SEP 8")
    if doc["phase"] not in ("setup", "turn", "draw", "over"):
        found.append("no such phase")
    seats = [state.keys() == model["seats"][0].keys() for state in doc["seats"]]
    if seats != [True] * doc["players"]:
        found.append("the seats have not the keys of SEP 12")
    counts = [doc["supply"], *(state.get("discs", {}) for state in doc["seats"])]
    if any(count.keys() != model["supply"].keys() for count in counts):
        found.append("discs without their colours")
    return found


def broken_ranges(doc: Document, tables: Tables) -> list[str]:
    """Ranges of the numbers (SEP 2)."""
    params, rounds = tables["params"], doc["variants"]["rounds"]
    cubes = params["cubes_per_player"] * doc["players"]
    most_comments = max(
        comments_of(board, tables).count(colour)
        for board in board_names(tables)
        for colour in colour_names(tables)
    )
    found = outside("round", doc["round"], 1, rounds)
    for name in ("first", "current"):
        if doc[name] is not None:
            found += outside(name, doc[name], 0, doc["players"] - 1)
    for spot in doc["river"]:
        found += outside("cubes in the river", spot["cubes"], 0, cubes)
    for state in doc["seats"]:
        found += outside("cubes", state["cubes"], 0, cubes)
        found += outside("score", state["score"], *(rounds * bound for bound in ROUND_TOTALS))
        found += outside("cards of a seat", len(state["cards"]), 0, params["cards_per_round"])
        for colour, count in state["discs"].items():
            found += outside(f"{colour} discs", count, 0, most_comments)
    for colour, count in doc["supply"].items():
        found += outside(f"{colour} supply", count, 0, params["discs_per_colour"])
    return found


def broken_sums(doc: Document, tables: Tables) -> list[str]:
    """Nothing appears or disappears: cubes, cards, discs (SEP 2)."""
    params, seats, found = tables["params"], doc["seats"], []
    cubes = sum(part["cubes"] for part in [*seats, *doc["river"]])
    if cubes != params["cubes_per_player"] * doc["players"]:
        found.append(f"{cubes} cubes")
    cards = doc["deck"] + [spot["card"] for spot in doc["river"]]
    for state in seats:
        cards = cards + state["cards"]
    if sorted(cards) != card_numbers(tables):
        found.append("not every card in exactly one place")
    for pile in [doc["deck"], *(state["cards"] for state in seats)]:
        if pile != sorted(pile):
            found.append("cards not in ascending order")
    for colour, count in doc["supply"].items():
        if count + sum(state["discs"][colour] for state in seats) != params["discs_per_colour"]:
            found.append(f"{colour} discs do not add up")
    return found


def broken_boards(doc: Document, tables: Tables) -> list[str]:
    """Boards exist and differ; one is missing only while boards are given out (SEP 2, 12)."""
    boards = [state["board"] for state in doc["seats"]]
    given = [board for board in boards if board is not None]
    found = [f"no board {board!r}" for board in given if board not in board_names(tables)]
    if len(set(given)) < len(given):
        found.append("two seats with one board")
    by_seat = doc["variants"]["board_assignment"] == "by_seat"
    if None in boards and (doc["phase"] != "setup" or by_seat):
        found.append("a seat without a board")
    return found


def broken_phase(doc: Document, tables: Tables) -> list[str]:
    """Phase, river, players to act and winners agree (SEP 2, 12)."""
    phase, seats, found = doc["phase"], doc["seats"], []
    full = tables["params"]["river_size"]
    lengths = {"setup": range(full + 1), "draw": [full - 1]}.get(phase, [full])
    if len(doc["river"]) not in lengths:
        found.append(f"{len(doc['river'])} river places in {phase}")
    if (doc["first"] is None) != (phase == "setup"):
        found.append("first is none in set-up, and only there")
    if (doc["current"] is None) != (phase in ("setup", "over")):
        found.append("current is none in set-up and at the end, and only there")
    if phase == "setup" and any(state["cards"] for state in seats):
        found.append("cards under a table in set-up")  # the deck of set-up is 28 - river
    if phase == "over" and not all(state["retired"] for state in seats):
        found.append("over with players in the round")
    if phase in ("turn", "draw") and doc["current"] in range(doc["players"]):
        current = seats[doc["current"]]
        if phase == "turn" and current["retired"]:
            found.append("the player to act is retired")
        if phase == "draw" and not current["cards"]:
            found.append("a draw is due, but the current player has taken nothing")
    if doc["winners"] != (winners(doc) if phase == "over" else None):
        found.append("winners do not agree with phase and scores")
    return found


def broken_retirement(doc: Document, tables: Tables) -> list[str]:
    """Retired means seven cards and no discs; no discs before the first counting (SEP 2, 12)."""
    found, counted = [], doc["phase"] == "over"
    for state in doc["seats"]:
        full = len(state["cards"]) == tables["params"]["cards_per_round"]
        if state["retired"] is not full:
            found.append("retired and seven cards do not agree")
        if state["retired"] and disc_count(state) and not counted:
            found.append("a retired player has a disc")
        if doc["round"] == 1 and disc_count(state) and not counted:
            found.append("a disc before the first counting")
    return found


def check(doc: Document, tables: Tables = TABLES) -> list[str]:
    """Every invariant of SEP 2 and 12 that the document breaks; empty when consistent."""
    checks = (broken_ranges, broken_sums, broken_boards, broken_phase, broken_retirement)
    # With keys missing the other checks could not even look.
    found = broken_keys(doc, tables)
    return found or [line for broken in checks for line in broken(doc, tables)]
