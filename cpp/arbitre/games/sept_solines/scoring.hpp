// Sept Solines: what seven cards under a table are worth (SEP 5.6), who starts and who wins.
#pragma once

#include <algorithm>
#include <tuple>

#include "arbitre/games/sept_solines/model.hpp"

namespace arbitre::sept_solines {

struct HandScore {
  std::int32_t total = 0;
  std::uint8_t neutralised = 0;  // bit i = slot i, from 0
};

// SEP 5.6.2 and 5.6.3: the cards in ascending order, one a slot. A card whose dot has the colour of
// its slot's comment counts nothing.
inline HandScore score_hand(const Rules& r, std::uint8_t board, const Cards& cards) {
  HandScore score;
  std::size_t slot = 0;
  cards.for_each([&](std::size_t card) {
    const std::uint8_t comment = r.comment[board][slot];
    if (comment != kNone && r.dot[card] == comment) {
      score.neutralised = static_cast<std::uint8_t>(score.neutralised | 1u << slot);
    } else {
      score.total += r.value[card] * r.multiplier[slot];
    }
    ++slot;
  });
  return score;
}

// What ties are broken by, in the order of SEP 5.7 and 6: score, discs, cubes.
inline std::tuple<std::int32_t, int, int> standing(const SeatState& seat) {
  return {seat.score, seat.disc_count(), seat.cubes};
}

// SEP 5.7: lowest score, fewest discs, fewest cubes, then the first clockwise from the left
// neighbour of the previous first player, who comes last.
inline Seat next_first(const State& s) {
  const int n = s.players();
  Seat best = kNone;
  for (int step = 1; step <= n; ++step) {
    const Seat seat = static_cast<Seat>((s.first + step) % n);
    if (best == kNone || standing(s.seats[seat]) < standing(s.seats[best])) best = seat;
  }
  return best;
}

// SEP 6: highest score, then most discs, then most cubes; all that are still equal win.
inline SeatSet best_seats(const State& s) {
  SeatSet best;
  for (Seat seat = 0; seat < s.players(); ++seat) {
    const auto own = standing(s.seats[seat]);
    if (!best.empty() && own < standing(s.seats[best.first()])) continue;
    if (!best.empty() && own > standing(s.seats[best.first()])) best = SeatSet{};
    best.add(seat);
  }
  return best;
}

// --- the value function of bots; no rule depends on it ----------------------------------------

// In hundredths of a point: what a cube and a disc are worth to hold.
inline constexpr std::int64_t kCubeValue = 35;
inline constexpr std::int64_t kDiscValue = 120;

inline double choose(int n, int k) {
  if (k < 0 || k > n) return 0;
  double ways = 1;
  for (int i = 1; i <= k; ++i) ways = ways * (n - k + i) / i;
  return ways;
}

// The expected worth, in hundredths, of the cards under a table if the missing ones are drawn
// uniformly from all others: a card's slot is the number of own and of future cards below it.
inline std::int64_t expected_hand(const Rules& r, std::uint8_t board, const Cards& cards) {
  const int own = cards.size();
  const int missing = static_cast<int>(kSlots) - own;
  const int others = r.card_count - own;
  double worth = 0;
  int rank = 0;
  cards.for_each([&](std::size_t card) {
    const int below = static_cast<int>(card) - 1 - rank;
    for (int future = 0; future <= missing; ++future) {
      const double chance = choose(below, future) * choose(others - below, missing - future) / choose(others, missing);
      const auto slot = static_cast<std::size_t>(rank + future);
      if (chance == 0 || slot >= kSlots) continue;
      const bool neutralised = r.comment[board][slot] != kNone && r.comment[board][slot] == r.dot[card];
      worth += chance * (neutralised ? static_cast<double>(kDiscValue) : 100.0 * r.value[card] * r.multiplier[slot]);
    }
    ++rank;
  });
  return static_cast<std::int64_t>(worth);
}

// Score, expected hand, cubes and discs of a seat. After a round is counted the hand is empty.
inline std::int64_t seat_value(const Rules& r, const State& s, Seat seat) {
  const SeatState& held = s.seats[seat];
  std::int64_t value = 100 * std::int64_t{held.score} + kCubeValue * held.cubes + kDiscValue * held.disc_count();
  if (s.phase != Phase::over && held.board != kNone) value += expected_hand(r, held.board, held.cards);
  return value;
}

}  // namespace arbitre::sept_solines
