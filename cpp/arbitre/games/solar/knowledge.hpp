// Solar: what a seat may see (SOL 7, 12.5). Each function says whether a part of the state is hidden
// from the viewer of an observation; in a full state nothing is.
#pragma once

#include "arbitre/games/solar/economy.hpp"

namespace arbitre::solar {

// Who looks, and whether something of others is hidden at all: at the end everything is visible.
inline bool veils(const State& s) { return s.head.is_observation() && s.phase != Phase::over; }

inline bool sees_all_means(const Rules& r, const State& s) {
  return s.head.viewer < s.players() && has_effect(r, s.at(s.head.viewer), Effect::full_information);
}

// Stock, incomes, reserve, recovery, cruiser, snapshots.
inline bool hides_means(const Rules& r, const State& s, int seat) {
  return veils(s) && s.head.viewer != seat && !sees_all_means(r, s);
}
inline bool hides_agenda(const State& s, int seat) { return veils(s) && s.head.viewer != seat; }

inline bool hides_investment(const State& s, int seat, std::size_t which) {
  const int chosen = which == 0 ? 2 : 6;
  const bool secret = s.turn == chosen || (s.turn == chosen + 1 && s.phase == Phase::strategy);
  return veils(s) && s.head.viewer != seat && secret;
}
// Of the event of turn 2, 4, 6, 8 or 10.
inline bool hides_event(const State& s, std::size_t place) {
  return veils(s) && (s.phase == Phase::setup || static_cast<int>(2 * (place + 1)) > s.turn + 1);
}
inline bool hides_estimates(const State& s, int viewer) { return veils(s) && s.head.viewer != viewer; }

inline bool hides_picks(const State& s, int seat) {
  const Ask asked = s.top().ask;
  return veils(s) && s.head.viewer != seat && (asked == Ask::trade_pick || asked == Ask::pact_pick);
}
inline bool hides_attack(const Rules& r, const State& s) { return hides_means(r, s, s.combat.attacker); }
inline bool hides_answer(const State& s, std::size_t place) {
  return veils(s) && s.head.viewer != s.combat.defenders[place];
}

}  // namespace arbitre::solar
