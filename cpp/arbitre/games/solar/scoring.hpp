// Solar: victory points line by line (SOL 6), who wins, and what a position is worth to a bot.
// Must not know: phases, who asks whom.
#pragma once

#include "arbitre/core/value.hpp"
#include "arbitre/games/solar/economy.hpp"

namespace arbitre::solar {

// SOL 6, colonies: half when isolated, rounded half up, and a bonus when connected.
inline int colony_vp(const Rules& r, const Nation& n, const Colony& colony) {
  const NodeRules& node = r.nodes[colony.node];
  const bool frontier = colony.level == 1 && node.frontier_vp > 0 && r.nations[n.id].pirate_friend;  // SOL-C1
  const int base = (frontier ? node.frontier_vp : node.vp) * colony.level;
  const bool connected = (n.connected & node_bit(colony.node)) != 0;
  return connected ? base + r.p.connected_bonus : (base + 1) / 2;
}

inline int card_vp(const Rules& r, const Nation& n) {
  int points = 0;
  for_each_bit(n.technologies(), [&](std::uint8_t t) { points += r.technologies[t].vp; });
  for (std::size_t card = 0; card < kMilitary; ++card) points += n.military[card] * r.military[card].vp;
  return points;
}

// SOL 6, income: of one resource of the gross income.
inline int income_vp(const Rules& r, int gross) {
  return gross > 10 ? r.p.income_over_10 : gross > 5 ? r.p.income_over_5 : 0;
}
inline int income_vp(const Rules& r, const Sums& gross) {
  int points = 0;
  for (const std::int32_t sum : gross) points += income_vp(r, sum);
  return points;
}

inline int extrasolar_vp(const Rules& r, const Nation& n) {
  const bool holds = has_effect(r, n, Effect::vp8_if_5_techs) && n.technology_count() >= r.p.extrasolar_min;
  return holds ? r.p.extrasolar_vp : 0;
}
inline int awakening_vp(const Rules& r, const Nation& n) {
  return has_effect(r, n, Effect::vp1_per_connected_colony) ? n.connected_count() : 0;
}

// SOL 6 without agenda and income: what everybody can count.
inline int open_vp(const Rules& r, const State& s, int seat, NodeSet occupied) {
  const Nation& n = s.at(seat);
  int points = n.vp_events + card_vp(r, n) + n.technology_count() / 2;
  for (const Colony& colony : n.colonies) points += colony_vp(r, n, colony);
  points += r.p.route_vp * counted_routes(r, n, occupied);
  return points + extrasolar_vp(r, n) + awakening_vp(r, n);
}

// SOL 6 without the agenda. An eliminated nation has no income (SOL-C53).
inline int count_public_vp(const Rules& r, const State& s, int seat) {
  const NodeSet occupied = occupied_nodes(s);
  const int points = open_vp(r, s, seat, occupied);
  if (s.at(seat).eliminated != 0) return points;
  return points + income_vp(r, gross_income(r, s, seat, occupied));
}

// The same for everybody: an observation is told the points, as it can't count the incomes (SOL 12.5).
inline int public_vp(const Rules& r, const State& s, int seat) {
  return s.head.is_observation() ? s.visible_vp[static_cast<std::size_t>(seat)] : count_public_vp(r, s, seat);
}

// How far a nation is with an agenda: what it has and what it needs (SOL 1.12).
struct Progress {
  int have = 0, need = 1;
  bool holds() const { return have >= need; }
};
inline Progress agenda_progress(const Rules& r, const State& s, int seat, Agenda agenda) {
  const Nation& n = s.at(seat);
  const AgendaRules& rules = r.agenda(agenda);
  switch (agenda) {
    case Agenda::explorer: return {n.connected_count(), rules.least};
    case Agenda::tech_superpower: {
      int most = 0;
      for (int other = 0; other < s.players(); ++other) {
        if (other != seat) most = std::max(most, s.at(other).technology_count());
      }
      return {n.technology_count(), most + 1};
    }
    case Agenda::solar_armada:
      return {n.reserve + n.in_recovery() + std::popcount(n.tokens) + combat_bonus(r, n), rules.least};
    case Agenda::enlightened_governance: {
      // One point of need a level and a point of morale.
      const int level = std::min<int>(static_cast<int>(government_level(r, n)) + 1, rules.least);
      return {level + std::min<int>(n.stock[kMorale], rules.morale), rules.least + rules.morale};
    }
    case Agenda::route_master: return {counted_routes(r, n, occupied_nodes(s)), rules.least};
    case Agenda::jovian_hub: return {std::popcount(static_cast<unsigned>(n.colony_set & r.jovian_nodes)), rules.least};
    case Agenda::energy_empire:
    case Agenda::material_opulence: break;
  }
  return {std::popcount(n.technologies() & rules.technologies), std::popcount(rules.technologies)};
}

inline int agenda_vp(const Rules& r, const State& s, int seat) {
  const std::uint8_t own = s.at(seat).agenda;
  if (own == kNone || !agenda_progress(r, s, seat, static_cast<Agenda>(own)).holds()) return 0;
  return r.agendas[own].vp;
}

// In an observation of a running game, the agendas of others are not counted: nobody sees them.
inline int total_vp(const Rules& r, const State& s, int seat) { return public_vp(r, s, seat) + agenda_vp(r, s, seat); }

// SOL 6: equal totals share the victory.
inline SeatSet best_seats(const Rules& r, const State& s) {
  SeatSet best;
  int most = 0;
  for (Seat seat = 0; seat < s.players(); ++seat) {
    const int points = total_vp(r, s, seat);
    if (best.empty() || points > most) {
      best = SeatSet::of(seat);
      most = points;
    } else if (points == most) {
      best.add(seat);
    }
  }
  return best;
}

// SOL 6, every line: seat by seat, colony by colony, card by card.
Value score_report(const Rules& r, const State& s);  // report.cpp

// --- for bots; no rule depends on it --------------------------------------------------------------

// In hundredths of a point: the score, progress of the agenda, and what means are worth to hold.
inline std::int64_t seat_value(const Rules& r, const State& s, int seat) {
  const Nation& n = s.at(seat);
  std::int64_t value = 100 * std::int64_t{public_vp(r, s, seat)};
  if (n.agenda != kNone) {
    const Progress progress = agenda_progress(r, s, seat, static_cast<Agenda>(n.agenda));
    const int need = std::max(1, progress.need);
    value += 100 * std::int64_t{r.agendas[n.agenda].vp} * std::min(progress.have, need) / need;
  }
  if (s.phase == Phase::over || n.eliminated != 0) return value;

  const int turns_left = kTurns - s.turn;
  const Sums gross = gross_income(r, s, seat);
  constexpr std::array<int, kResources> kWorth = {16, 18, 26, 14};  // of one unit in stock
  for (std::size_t k = 0; k < kResources; ++k) {
    const int stock = std::min<int>(n.stock[k], r.caps[k] + 4);
    value += kWorth[k] * std::int64_t{stock};
    value += kWorth[k] * std::int64_t{std::min(gross[k], 14)} * turns_left / 2;
  }
  // Low morale stops the incomes (SOL 5.7.4).
  if (n.stock[kMorale] < 2) value -= 150 * (2 - n.stock[kMorale]);
  value += 20 * std::int64_t{std::min<int>(n.reserve + n.in_recovery(), 12)};
  value += 60 * std::int64_t{allotment(r, n)} * turns_left / 2;
  for (int other = 0; other < s.players(); ++other) {
    if (other == seat || !s.alive(other)) continue;
    value -= 4 * std::int64_t{s.tension_of(other, seat)} + 4 * std::int64_t{s.tension_of(seat, other)};
  }
  return value;
}

}  // namespace arbitre::solar
