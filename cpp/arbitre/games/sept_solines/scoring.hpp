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

}  // namespace arbitre::sept_solines
