// Solar: its arithmetic for callers outside a game: the rules behind a referee, and one row of results
// a nation. The functions behind them are those that play uses.
#pragma once

#include <algorithm>

#include "arbitre/core/referee.hpp"
#include "arbitre/games/solar/tension.hpp"

namespace arbitre::solar {

// The rules of a referee of Solar; nullptr for any other game.
const Rules* rules_of(const Referee& referee);  // referee.cpp

// Each kernel fills one row of int32, for a living nation; other rows stay 0.

// SOL 5.7.1 and 2: energy, materials, science, morale.
inline std::array<std::int32_t, 4> income_row(const Rules& r, const State& s, int seat) {
  return gross_income(r, s, seat);
}

// The whole of SOL 5.7: the four stocks, reserve, judged morale, units missing.
inline std::array<std::int32_t, 7> upkeep_row(const Rules& r, const State& s, int seat) {
  Nation n = s.at(seat);
  const IncomeReport report = credit_income(r, n, gross_income(r, s, seat));
  return {n.stock[kEnergy], n.stock[kMaterials], n.stock[kScience], n.stock[kMorale],
          n.reserve,        n.judged_morale,     report.missing};
}

// SOL 2 "Derived": connected colonies and all, as sets of nodes; counted routes; engageable tokens.
inline std::array<std::int32_t, 4> network_row(const Rules& r, const State& s, int seat) {
  const Nation& n = s.at(seat);
  return {n.connected, n.colony_set, counted_routes(r, n, occupied_nodes(s)), engageable(r, n)};
}

// SOL 4.9: days and command actions of an assault on a node.
inline std::array<std::int32_t, 2> journey_row(const Rules& r, const State& s, int seat, int node) {
  const int days = journey_days(r, s.at(seat), node);
  return {days, journey_ac(r, days)};
}

}  // namespace arbitre::solar
