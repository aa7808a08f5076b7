// Sept Solines: which bytes are a position (SEP 2 and 12). Nothing may be assumed here: every index
// is judged before it is used.
#include "arbitre/games/sept_solines/game.hpp"

namespace arbitre::sept_solines {
namespace {

Fault check_options(const State& s) {
  const Options& o = s.options;
  if (o.score_floor_zero > 1) return {"/variants/score_floor_zero", "neither false nor true"};
  if (o.board_assignment > BoardAssignment::chosen) return {"/variants/board_assignment", "unknown value"};
  if (o.rounds < 1 || o.rounds > kMaxRounds) return {"/variants/rounds", "out of range"};
  if (o.green_needs_cubes > 1) return {"/variants/green_needs_cubes", "neither false nor true"};
  if (o.blue_keeps_cubes > 1) return {"/variants/blue_keeps_cubes", "neither false nor true"};
  if (s.reserved != 0) return {"", "unused bytes are not zero"};
  return {};
}

// Every card is in exactly one of river, deck and tables.
Fault check_cards(const Rules& r, const State& s) {
  if (s.river_size > r.river_size) return {"/river", "too many places"};
  Cards all = Cards::below(static_cast<std::size_t>(r.card_count) + 1);
  all.erase(0);
  Cards seen = s.deck;
  int count = s.deck.size();
  for (int i = 0; i < static_cast<int>(kMaxRiver); ++i) {
    const Place& place = s.river[static_cast<std::size_t>(i)];
    if (i >= s.river_size) {
      if (place != Place{}) return {"/river", "an unused place is not empty"};
      continue;
    }
    if (place.card < 1 || place.card > r.card_count) return {"/river/%/card", "no such card", i};
    seen.insert(place.card);
    ++count;
  }
  for (int i = 0; i < static_cast<int>(kMaxPlayers); ++i) {
    const Cards& cards = s.seats[static_cast<std::size_t>(i)].cards;
    if (cards.size() > static_cast<int>(kSlots)) return {"/seats/%/cards", "more than seven cards", i};
    seen |= cards;
    count += cards.size();
  }
  if (seen != all || count != r.card_count) {
    return {"/deck", "every card must be in exactly one of the river, the deck and the tables"};
  }
  return {};
}

Fault check_seat(const Rules& r, const State& s, int i) {
  const SeatState& seat = s.seats[static_cast<std::size_t>(i)];
  if (seat.reserved != decltype(seat.reserved){}) return {"", "unused bytes are not zero"};
  if (i >= s.players()) {
    const bool empty =
        seat.cards.empty() && seat.score == 0 && seat.board == kNone && seat.cubes == 0 && seat.disc_count() == 0;
    return empty ? Fault{} : Fault{"/seats/%", "this seat is not in the game", i};
  }
  if (seat.board >= kBoards && seat.board != kNone) return {"/seats/%/board", "no such board", i};
  if (seat.cubes > r.cubes_each * s.players()) return {"/seats/%/cubes", "more cubes than there are", i};
  // SEP 2 bounds the score by the rounds of a game. A position may be set up with any such score, so
  // the bound grows with each round counted: play never leads out of it.
  const std::int32_t rounds = s.options.rounds + s.round - (s.phase == Phase::over ? 0 : 1);
  if (seat.score < r.round_min * rounds || seat.score > r.round_max * rounds) {
    return {"/seats/%/score", "no score of so many rounds", i};
  }
  for (std::size_t colour = 0; colour < kColours; ++colour) {
    if (seat.discs[colour] > r.disc_limit[colour]) return {"/seats/%/discs", "more discs than a table can win", i};
  }
  const bool counted = s.phase == Phase::over;  // discs of the last counting stay with their owners
  if (!counted && seat.disc_count() > 0 && seat.retired()) {
    return {"/seats/%/discs", "a retired player has no discs", i};
  }
  if (!counted && seat.disc_count() > 0 && s.round == 1) {
    return {"/seats/%/discs", "nobody has a disc in the first round", i};
  }
  return {};
}

Fault check_totals(const Rules& r, const State& s) {
  for (std::size_t colour = 0; colour < kColours; ++colour) {
    int discs = s.supply[colour];
    for (const SeatState& seat : s.seats) discs += seat.discs[colour];
    if (discs != r.discs_each) return {"/supply", "the discs of a colour must add up"};
  }
  int cubes = cubes_in_river(s);
  for (const SeatState& seat : s.seats) cubes += seat.cubes;
  if (cubes != r.cubes_each * s.players()) return {"/seats", "the cubes of players and river must add up"};
  return {};
}

// Boards differ, and may be missing only while somebody can still hand them out.
Fault check_boards(const State& s) {
  for (int i = 0; i < s.players(); ++i) {
    const std::uint8_t board = s.seats[static_cast<std::size_t>(i)].board;
    for (int j = 0; j < i && board != kNone; ++j) {
      if (s.seats[static_cast<std::size_t>(j)].board == board) {
        return {"/seats/%/board", "another seat has this board", i};
      }
    }
  }
  const Seat missing = seat_without_board(s);
  if (missing == kNone) return {};
  if (s.phase != Phase::setup) return {"/seats/%/board", "missing after set-up", missing};
  if (s.options.board_assignment == BoardAssignment::by_seat) {
    return {"/seats/%/board", "boards go by seat: none may be missing", missing};
  }
  return {};
}

Fault check_setup(const State& s) {
  if (s.first != kNone) return {"/first", "nobody starts before set-up ends"};
  if (s.current != kNone) return {"/current", "nobody is to act in set-up"};
  for (int i = 0; i < s.players(); ++i) {
    if (!s.seats[static_cast<std::size_t>(i)].cards.empty()) return {"/seats/%/cards", "no cards in set-up", i};
  }
  return {};
}

Fault check_phase(const Rules& r, const State& s) {
  if (s.phase > Phase::over) return {"/phase", "unknown phase"};
  if (s.round < 1 || s.round > s.options.rounds) return {"/round", "out of range"};
  if (s.phase == Phase::setup) return check_setup(s);

  const int river = s.phase == Phase::draw ? r.river_size - 1 : r.river_size;
  if (s.river_size != river) return {"/river", "the wrong number of places for this phase"};
  if (s.first >= s.players()) return {"/first", "no such seat"};
  if (s.phase == Phase::over) {
    if (s.current != kNone) return {"/current", "nobody is to act after the end"};
    for (int i = 0; i < s.players(); ++i) {
      if (!s.seats[static_cast<std::size_t>(i)].retired())
        return {"/seats/%/cards", "the game ends with seven cards each", i};
    }
    return {};
  }
  if (s.current >= s.players()) return {"/current", "no such seat"};
  const SeatState& current = s.seats[s.current];
  if (s.phase == Phase::turn && current.retired()) return {"/current", "a retired seat has no turn"};
  if (s.phase == Phase::draw && current.cards.empty())
    return {"/current", "this seat has just taken a card, but has none"};
  return {};
}

}  // namespace

Fault SeptSolines::check_state(const Rules& r, const State& s) {
  if (const Fault fault = check_options(s); !fault.ok()) return fault;
  if (const Fault fault = check_phase(r, s); !fault.ok()) return fault;
  if (const Fault fault = check_cards(r, s); !fault.ok()) return fault;
  for (int i = 0; i < static_cast<int>(kMaxPlayers); ++i) {
    if (const Fault fault = check_seat(r, s, i); !fault.ok()) return fault;
  }
  if (const Fault fault = check_boards(s); !fault.ok()) return fault;
  return check_totals(r, s);
}

}  // namespace arbitre::sept_solines
