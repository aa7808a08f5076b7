// Terraforming Mars: milestones, awards, victory points and who wins (TM 6).
// Must not know: turns, moves.
#pragma once

#include <tuple>

#include "arbitre/games/terraforming_mars/economy.hpp"

namespace arbitre::terraforming_mars {

inline int milestones_claimed(const State& s) {
  int claimed = 0;
  for (const Seat owner : s.milestones) claimed += owner != kNone ? 1 : 0;
  return claimed;
}

inline int awards_funded(const State& s) {
  int funded = 0;
  for (const std::uint8_t award : s.awards) funded += award != kNone ? 1 : 0;
  return funded;
}

inline int measure(const Rules& r, const State& s, Seat seat, Metric metric, std::uint8_t tag, std::uint8_t resources) {
  const SeatState& own = s.seats[seat];
  const auto sum = [&](const auto& amounts) {
    int total = 0;
    for (std::size_t i = 0; i < kResources; ++i) total += (resources >> i & 1u) != 0 ? amounts[i] : 0;
    return total;
  };
  switch (metric) {
    case Metric::tr: return own.tr;
    case Metric::own_cities: return own_cities(s, seat);
    case Metric::own_greeneries: return own_greeneries(s, seat);
    case Metric::own_tags: return tags_of(r, s, seat, tag);
    case Metric::hand_size: return own.hand_size();
    case Metric::own_tiles: return own_tiles(s, seat);
    case Metric::production: return sum(own.production);
    case Metric::stock: return sum(own.stock);
  }
  return 0;
}

inline int milestone_measure(const Rules& r, const State& s, Seat seat, std::uint8_t milestone) {
  const Milestone& m = r.milestones[milestone];
  return measure(r, s, seat, m.metric, m.tag, 0);
}

inline int award_measure(const Rules& r, const State& s, Seat seat, std::uint8_t award) {
  const Award& a = r.awards[award];
  return measure(r, s, seat, a.metric, a.tag, a.resources[s.options.preset]);
}

// TM 6, 2: first and second place; a tie for first leaves no second, nor do two players.
inline int award_points(const Rules& r, const State& s, Seat seat, std::uint8_t award) {
  const int own = award_measure(r, s, seat, award);
  int ahead = 0;
  int with_best = 0;
  int best = own;
  for (Seat other = 0; other < s.players(); ++other) best = std::max(best, award_measure(r, s, other, award));
  for (Seat other = 0; other < s.players(); ++other) {
    const int value = award_measure(r, s, other, award);
    ahead += value > own ? 1 : 0;
    with_best += value == best ? 1 : 0;
  }
  if (ahead == 0) return r.numbers.award_vp_first;
  return s.players() > 2 && with_best == 1 && ahead == 1 ? r.numbers.award_vp_second : 0;
}

// TM 6, 6.
inline int card_points(const Rules& r, const State& s, Seat seat, std::uint8_t source) {
  const Source& card = r.sources[source];
  switch (card.vp_kind) {
    case VpKind::none: return 0;
    case VpKind::fixed: return card.vp;
    case VpKind::count: return card.vp * (count_of(r, s, seat, card.vp_count, card.vp_arg, source) / card.vp_per);
    case VpKind::fixed_if_resource_here: return s.resources[source] >= card.vp_min ? card.vp : 0;
  }
  return 0;
}

// TM 6, 5: each own city on Mars counts the greeneries beside it, whoever owns them.
inline int city_points(const Rules& r, const State& s, Seat seat) {
  int points = 0;
  for_each_hex(s.tile(Tile::city) & s.owned[seat],
               [&](int hex) { points += tiles_beside(r, hex, s.tile(Tile::greenery)); });
  return points;
}

inline std::int32_t points_of(const Rules& r, const State& s, Seat seat) {
  const SeatState& own = s.seats[seat];
  int points = own.tr + own_greeneries(s, seat) + city_points(r, s, seat);
  for (const std::uint8_t award : s.awards) points += award != kNone ? award_points(r, s, seat, award) : 0;
  for (const Seat owner : s.milestones) points += owner == seat ? r.numbers.milestone_vp : 0;
  (own.in_play | own.events).for_each([&](std::size_t card) { points += card_points(r, s, seat, byte(card)); });
  if (own.corporation != kNone) points += card_points(r, s, seat, r.corporation_source(own.corporation));
  return points;
}

// TM 6: most points, then most M€; what is still tied is shared.
inline SeatSet best_seats(const Rules& r, const State& s) {
  SeatSet best;
  std::tuple<int, int> most;
  for (Seat seat = 0; seat < s.players(); ++seat) {
    const std::tuple<int, int> own{points_of(r, s, seat), s.seats[seat].stock[megacredit]};
    if (!best.empty() && own < most) continue;
    if (!best.empty() && own > most) best = SeatSet{};
    most = own;
    best.add(seat);
  }
  return best;
}

}  // namespace arbitre::terraforming_mars
