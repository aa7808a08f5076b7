// Sept Solines: from tables to compiled rules, and the judgement of malformed moves.
#include <algorithm>
#include <limits>

#include "arbitre/core/errors.hpp"
#include "arbitre/games/sept_solines/game.hpp"

namespace arbitre::sept_solines {
namespace {

std::uint8_t param(const Table& params, std::string_view row, std::int64_t lo, std::int64_t hi) {
  return static_cast<std::uint8_t>(params.at(row, "value", lo, hi));
}

void expect_rows(const Table& table, std::size_t lo, std::size_t hi) {
  const std::size_t found = table.rows().size();
  if (found >= lo && found <= hi) return;
  const std::string wanted = lo == hi ? std::to_string(lo) : std::to_string(lo) + " to " + std::to_string(hi);
  table.refuse("", "", "expected " + wanted + " rows, found " + std::to_string(found));
}

std::uint8_t colour_or_none(std::int64_t cell) { return cell < 0 ? kNone : static_cast<std::uint8_t>(cell); }

void read_boards(Rules& r, const Table& boards) {
  expect_rows(boards, kBoards, kBoards);
  for (std::size_t board = 0; board < kBoards; ++board) {
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      const std::string column = "slot_" + std::to_string(slot + 1);
      r.comment[board][slot] = colour_or_none(boards.at(board, column, -1, kColours - 1));
    }
  }
  r.board_ids = boards.ids();
}

void read_cards(Rules& r, const Table& cards) {
  // SEP 5.5: a round draws one card for each card taken, so the deck must hold them all.
  const std::size_t least = r.river_size + kSlots * r.players_max;
  expect_rows(cards, least, kMaxCards);
  r.card_count = static_cast<std::uint8_t>(cards.rows().size());
  r.dot.fill(kNone);
  for (std::size_t i = 0; i < r.card_count; ++i) {
    r.value[i + 1] = static_cast<std::int8_t>(cards.at(i, "value", -99, 99));
    r.dot[i + 1] = colour_or_none(cards.at(i, "dot", -1, kColours - 1));
  }
}

// The least and the greatest total of seven ascending cards on a board: best[k] after some cards is
// the extreme total of k of them in the first k slots.
std::int32_t extreme_total(const Rules& r, std::size_t board, bool greatest) {
  constexpr std::int32_t kUnset = std::numeric_limits<std::int32_t>::min();
  const std::int32_t sign = greatest ? 1 : -1;
  std::array<std::int32_t, kSlots + 1> best;
  best.fill(kUnset);
  best[0] = 0;
  for (std::size_t card = 1; card <= r.card_count; ++card) {
    for (std::size_t slot = kSlots; slot-- > 0;) {
      if (best[slot] == kUnset) continue;
      const bool neutralised = r.comment[board][slot] != kNone && r.comment[board][slot] == r.dot[card];
      const std::int32_t points = neutralised ? 0 : sign * r.value[card] * r.multiplier[slot];
      best[slot + 1] = std::max(best[slot + 1], best[slot] + points);
    }
  }
  return sign * best[kSlots];
}

void derive_limits(Rules& r) {
  r.round_min = std::numeric_limits<std::int32_t>::max();
  r.round_max = std::numeric_limits<std::int32_t>::min();
  for (std::size_t board = 0; board < kBoards; ++board) {
    r.round_min = std::min(r.round_min, extreme_total(r, board, false));
    r.round_max = std::max(r.round_max, extreme_total(r, board, true));
    for (std::uint8_t colour = 0; colour < kColours; ++colour) {
      const auto comments = std::count(r.comment[board].begin(), r.comment[board].end(), colour);
      const auto limit = std::min<std::ptrdiff_t>(comments, r.discs_each);
      r.disc_limit[colour] = std::max(r.disc_limit[colour], static_cast<std::uint8_t>(limit));
    }
  }
  // Scores count from 0, whatever the cards are worth.
  r.round_min = std::min(r.round_min, 0);
  r.round_max = std::max(r.round_max, 0);
}

void reflect(Rules& r) {
  r.domains = {
      Domain::of_range("place", 0, r.river_size - 1), Domain::of_range("card", 1, r.card_count),
      Domain::of_ids("board", r.board_ids),           Domain::of_range("seat", 0, r.players_max - 1),
      Domain::of_ids("colour", r.colour_ids),
  };
  r.kinds = r.codec.compile(r.domains);
  r.add_words({"", "cubes", "river", "round", "seat", "card"});
  r.phase_words = r.add_words({kPhases.begin(), kPhases.end()});
  std::vector<std::string> kinds;
  for (const KindInfo& kind : r.kinds) kinds.push_back(kind.name);
  r.kind_words = r.add_words(kinds);
  r.board_words = r.add_words(r.board_ids);
  r.colour_words = r.add_words(r.colour_ids);
}

}  // namespace

Rules SeptSolines::compile(const Tables& tables) {
  Rules r;
  r.digest = tables.digest();

  const Table& params = tables.table("params");
  r.players_min = param(params, "players_min", 2, kMaxPlayers);
  r.players_max = param(params, "players_max", r.players_min, kMaxPlayers);
  param(params, "rounds_max", kMaxRounds, kMaxRounds);
  r.rounds = param(params, "rounds", 1, kMaxRounds);
  r.river_size = param(params, "river_size", 2, kMaxRiver);
  param(params, "cards_per_round", kSlots, kSlots);
  r.cubes_each = param(params, "cubes_per_player", 0, 80);
  r.discs_each = param(params, "discs_per_colour", 0, 40);

  const Table& colours = tables.table("colours");
  r.colour_ids = colours.ids();
  // Each colour has an effect of its own (SEP 4), so their order is part of the rules.
  if (r.colour_ids != std::vector<std::string>{"blue", "orange", "green"}) {
    colours.refuse("", "", "expected the rows blue, orange, green");
  }

  const Table& multipliers = tables.table("multipliers");
  expect_rows(multipliers, kSlots, kSlots);
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    r.multiplier[slot] = static_cast<std::int8_t>(multipliers.at(slot, "value", -9, 9));
  }
  read_boards(r, tables.table("boards"));
  read_cards(r, tables.table("cards"));
  derive_limits(r);
  reflect(r);
  return r;
}

MalformedVerdict SeptSolines::malformed(const Malformed& malformed) {  // SEP 4, 1 to 3
  switch (malformed.reason) {
    case Malformed::Reason::unknown_kind: return {Reject::unknown_action, malformed.kind};
    case Malformed::Reason::unknown_field: return {Reject::unknown_field, malformed.field};
    case Malformed::Reason::missing_field:
    case Malformed::Reason::bad_value: break;
  }
  switch (static_cast<Dom>(malformed.domain)) {
    case Dom::place: return {Code::bad_river_index, malformed.field};
    case Dom::card: return {Code::unknown_card, malformed.field};
    case Dom::board: return {Code::unknown_board, malformed.field};
    case Dom::seat:
    case Dom::colour: break;
  }
  return {Reject::unknown_seat, malformed.field};
}

}  // namespace arbitre::sept_solines
