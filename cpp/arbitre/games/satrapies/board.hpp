// Satrapies: what can be read off a position between turns: holdings, income, points, ranks and
// whether the game is over (SAT 5.11 and 6).
// Must not know: orders and how they are resolved.
#pragma once

#include <compare>

#include "arbitre/games/satrapies/model.hpp"

namespace arbitre::satrapies {

// What each owner holds, counted in one pass.
struct Holdings {
  struct Of {
    std::uint8_t provinces = 0, majors = 0, capitals = 0;
    std::uint16_t points = 0, attack = 0;
    std::array<std::uint16_t, kClasses> units{};

    int unit_count() const { return units[0] + units[1] + units[2]; }
    // SAT 6: compared in this sequence.
    friend auto rank(const Of& of) {
      return std::array<int, 5>{of.points, of.capitals, of.majors, of.provinces, of.attack};
    }
  };
  std::array<Of, kOwners> of{};

  Holdings(const Rules& r, const State& s) {
    for (std::uint8_t zone = 0; zone < r.province_count; ++zone) {
      Of& held = of[s.control[zone]];
      ++held.provinces;
      held.points = static_cast<std::uint16_t>(held.points + 1 + r.bonus(s.options, zone));
      held.majors = static_cast<std::uint8_t>(held.majors + (r.majors >> zone & 1u));
      held.capitals = static_cast<std::uint8_t>(held.capitals + (r.capitals >> zone & 1u));
    }
    for (std::uint8_t zone = 0; zone < r.zone_count; ++zone) {
      const Units& units = s.units[zone];
      if (units.owner == kNone) continue;
      Of& held = of[units.owner];
      for (std::size_t c = 0; c < kClasses; ++c) {
        held.units[c] = static_cast<std::uint16_t>(held.units[c] + units.count[c]);
        held.attack = static_cast<std::uint16_t>(held.attack + units.count[c] * r.classes[c].attack);
      }
    }
  }

  const Of& operator[](std::size_t owner) const { return of[owner]; }
};

// SAT 5.11: action points for a turn, before any that were saved.
inline std::uint8_t income(const Rules& r, const Options& options, const Holdings::Of& held) {
  return static_cast<std::uint8_t>(options.ap_base + held.provinces / r.ap_per_provinces +
                                   held.majors * r.ap_per_major);
}

// The largest number of action points that any position can give.
inline int most_ap(const Rules& r, const Options& options) {
  return options.ap_base + r.province_count / r.ap_per_provinces + std::popcount(r.majors) * r.ap_per_major +
         options.ap_carry_cap;
}

// SAT 6: points, at any time.
inline std::int32_t points(const Rules& r, const State& s, Seat seat) {
  std::int32_t total = 0;
  for (std::uint8_t zone = 0; zone < r.province_count; ++zone) {
    if (s.control[zone] == seat) total += 1 + r.bonus(s.options, zone);
  }
  return total;
}

struct Ending {
  Reason reason = Reason::none;
  SeatSet winners;
};

// SAT 6, judged on a position at the end of turn number `turn`.
inline Ending ending(const Rules& r, const State& s, int turn) {
  const Holdings held{r, s};
  SeatSet alive;
  for (Seat seat = 0; seat < s.players(); ++seat) {
    if (s.powers[seat].eliminated == 0) alive.add(seat);
  }
  const auto best_of = [&](SeatSet among) {
    SeatSet best;
    among.for_each([&](Seat seat) {
      if (!best.empty() && rank(held[seat]) < rank(held[best.first()])) return;
      if (!best.empty() && rank(held[seat]) > rank(held[best.first()])) best = SeatSet{};
      best.add(seat);
    });
    return best;
  };

  if (alive.empty()) return {Reason::extinction, {}};
  if (std::has_single_bit(alive.bits())) return {Reason::last_power, alive};

  // Two capitals dominate among two or three powers (SAT 8), what the map asks for among four.
  const int capitals = s.players() < static_cast<int>(kMaxPowers) ? 2 : r.domination_capitals;
  SeatSet dominant;
  alive.for_each([&](Seat seat) {
    bool most_provinces = held[seat].provinces >= r.domination_provinces;
    alive.for_each([&](Seat other) {
      if (other != seat && held[other].provinces >= held[seat].provinces) most_provinces = false;
    });
    if (most_provinces || held[seat].capitals >= capitals) dominant.add(seat);
  });
  if (!dominant.empty()) return {Reason::domination, best_of(dominant)};  // SAT-C31
  if (turn >= s.options.turn_limit) return {Reason::turn_limit, best_of(alive)};
  return {};
}

// Why the game of a finished position ended, and for whom. `turn` was raised at the end (SAT-C28).
inline Ending ending_of(const Rules& r, const State& s) { return ending(r, s, s.turn - 1); }

}  // namespace arbitre::satrapies
