// Solar: incomes and upkeep (SOL 5.7, 1.13), and what cards and governments add.
// Must not know: phases, who asks whom.
#pragma once

#include "arbitre/games/solar/combat.hpp"
#include "arbitre/games/solar/network.hpp"

namespace arbitre::solar {

inline bool has_effect(const Rules& r, const Nation& n, Effect effect) {
  return (n.technologies() & r.with(effect)) != 0;
}

inline int combat_bonus(const Rules& r, const Nation& n) {
  int bonus = 0;
  for_each_bit(n.technologies() & r.with_combat_bonus,
               [&](std::uint8_t t) { bonus += r.technologies[t].combat_bonus; });
  return bonus;
}

// SOL 5.5: the most tokens a nation can pay for, as the initiative compares them (SOL-C68).
inline int payable_tokens(const Rules& r, const Nation& n) {
  const bool half = has_effect(r, n, Effect::war_cost_half);
  return payable_tokens(r.combat, n.stock[kMaterials], n.stock[kEnergy], half, 4 * kMaxStock);
}

// SOL 1.8: paid, and in its active turns.
inline bool is_active(const Rules& r, const State& s, const Nation& n, std::size_t which) {
  if (n.investment_active[which] == 0) return false;
  return s.turn >= (which == 0 ? 3 : 7) && s.turn <= r.investments[n.investment[which]].last;
}
inline bool has_investment(const Rules& r, const State& s, const Nation& n, InvestmentEffect effect) {
  for (std::size_t which = 0; which < 2; ++which) {
    if (is_active(r, s, n, which) && r.investments[n.investment[which]].effect == effect) return true;
  }
  return false;
}

// SOL 5.5: after how many turns tokens and cruisers are back.
inline int recovery_time(const Rules& r, const State& s, const Nation& n) {
  return has_investment(r, s, n, InvestmentEffect::fast_recovery) ? r.p.recovery_turns_fast : r.p.recovery_turns;
}
inline void put_in_recovery(const Rules& r, const State& s, Nation& n, int tokens) {
  std::uint8_t& away = n.recovery[static_cast<std::size_t>(s.turn + recovery_time(r, s, n) - 1)];
  away = bounded_byte(away + tokens, kMaxReserve);
}

// SOL 1.4.
inline int government_points(const Rules& r, const Nation& n) { return n.gov_perm + r.forms[n.gov_form].gov_points; }
inline std::size_t government_level(const Rules& r, const Nation& n) {  // from 0
  std::size_t level = 0;
  while (level + 1 < r.level_points.size() && government_points(r, n) >= r.level_points[level + 1]) ++level;
  return level;
}
// SOL 5.1.8, before a halving.
inline int allotment(const Rules& r, const Nation& n) {
  const NationRules& own = r.nations[n.id];
  const bool content = own.morale_ac > 0 && n.stock[kMorale] >= own.morale_ac;
  return std::min<int>(r.p.max_ac,
                       r.level_ac[government_level(r, n)] + r.forms[n.gov_form].ac_bonus + (content ? 1 : 0));
}

template <class Numbers>
inline void add(Sums& sums, const Numbers& numbers, int times = 1) {
  for (std::size_t k = 0; k < kResources; ++k) sums[k] += times * numbers[k];
}

// What technologies add to each connected colony (SOL 1.5).
inline Sums per_colony(const Rules& r, const Nation& n) {
  Sums sums{};
  for_each_bit(n.technologies() & r.with_per_colony, [&](std::uint8_t t) { add(sums, r.technologies[t].per_colony); });
  return sums;
}

// SOL 5.7.1: the income of a connected colony.
inline Sums colony_income(const Rules& r, const Nation& n, const Colony& colony) {
  Sums sums = per_colony(r, n);
  add(sums, r.yield[colony.node][colony.level - 1u]);
  return sums;
}

// Variant transit_income: an own route joins the colony to a node of an accord partner.
inline bool has_transit(const Rules& r, const State& s, int seat, int node) {
  const Nation& n = s.at(seat);
  NodeSet across = 0;
  for_each_bit(n.route_set & r.links_at[static_cast<std::size_t>(node)],
               [&](std::uint8_t link) { across = static_cast<NodeSet>(across | r.link_ends[link]); });
  across = static_cast<NodeSet>(across & ~node_bit(node));
  for (int other = 0; other < s.players(); ++other) {
    if (other != seat && s.accord(seat, other) && (s.at(other).colony_set & across) != 0) return true;
  }
  return false;
}

inline int accord_count(const State& s, int seat) {
  int count = 0;
  for (int other = 0; other < s.players(); ++other) count += other != seat && s.accord(seat, other) ? 1 : 0;
  return count;
}

// SOL 5.7.2. `occupied`: the nodes with a colony of anybody.
inline Sums gross_income(const Rules& r, const State& s, int seat, NodeSet occupied) {
  const Nation& n = s.at(seat);
  Sums sums = per_colony(r, n);
  const int connected = n.connected_count();
  for (std::int32_t& sum : sums) sum *= connected;
  for (const Colony& colony : n.colonies) {
    if ((n.connected & node_bit(colony.node)) != 0) {
      add(sums, r.yield[colony.node][colony.level - 1u]);
    } else if (s.has(Variant::transit_income) && has_transit(r, s, seat, colony.node)) {
      sums[kEnergy] += r.nodes[colony.node].energy;
      sums[kMaterials] += r.nodes[colony.node].materials;
    }
  }
  const int routes = counted_routes(r, n, occupied);
  add(sums, r.route_income, routes);
  add(sums, r.accord_income, accord_count(s, seat));
  sums[kEnergy] += r.nations[n.id].energy_income;
  add(sums, n.per_turn);
  for (std::size_t which = 0; which < 2; ++which) {
    if (is_active(r, s, n, which)) add(sums, r.investments[n.investment[which]].per_turn);
  }
  const TechSet owned = n.technologies();
  if ((owned & r.with(Effect::energy_per_2_routes)) != 0) sums[kEnergy] += routes / 2;
  add(sums, r.forms[n.gov_form].per_turn);
  if ((owned & r.with(Effect::morale_minus_2_at_war)) != 0 && s.at_war(seat)) sums[kMorale] -= 2;
  return sums;
}
inline Sums gross_income(const Rules& r, const State& s, int seat) {
  return gross_income(r, s, seat, occupied_nodes(s));
}

// What SOL 5.7 did to a nation.
struct IncomeReport {
  Sums gross{};
  Sums credited{};
  int missing = 0;  // units of step 7, outside those of the government
};

// SOL 5.7 for one living nation.
inline IncomeReport credit_income(const Rules& r, Nation& n, const Sums& gross) {
  IncomeReport report;
  report.gross = gross;
  // Steps 3 and 4: the morale judged is that of the own PASS (SOL-C19).
  gain(n, kMorale, gross[kMorale]);
  const int judged = std::max(0, n.snapshot_morale + gross[kMorale]);
  n.judged_morale = static_cast<std::int16_t>(std::min(judged, kMaxJudged));
  report.credited[kMorale] = gross[kMorale];
  for (const Resource k : {kEnergy, kMaterials, kScience}) {
    // Halves round toward minus infinity; an arithmetic shift does.
    const int credited = judged == 0 ? 0 : judged == 1 ? gross[k] >> 1 : gross[k];
    gain(n, k, credited);
    report.credited[k] = credited;
  }
  // Steps 5 to 7.
  const int home = r.nations[n.id].home;
  const TechSet owned = n.technologies();
  int energy = 0;
  int materials = 0;
  for (Colony& colony : n.colonies) {
    if (colony.founded != 0) {
      add_tokens(n, 1);
      colony.founded = 0;
    }
  }
  for (Colony& colony : n.colonies) {
    if (colony.hostile != 0) {
      gain(n, kMorale, colony.hostile == 3 ? -2 : -1);
      --colony.hostile;
    }
    if (colony.node == home) continue;
    if (colony.level > 1 && (owned & r.with(Effect::upkeep_free_level23)) != 0) continue;
    const Effect exemption = colony.level == 1 ? Effect::upkeep_energy_free_level1 : Effect::upkeep_energy_free_level23;
    if ((owned & r.with(exemption)) == 0) energy += r.colony_upkeep[colony.level - 1u][0];
    materials += r.colony_upkeep[colony.level - 1u][1];
  }
  const auto pay_for = [&n](Resource k, int amount) {
    const int paid = std::min<int>(n.stock[k], amount);
    gain(n, k, -paid);
    return amount - paid;
  };
  report.missing = pay_for(kEnergy, energy);
  report.missing += pay_for(kMaterials, materials);
  if ((owned & r.with(Effect::route_upkeep_free)) == 0) {
    report.missing += pay_for(kEnergy, r.p.route_energy * static_cast<int>(n.routes.size()));
  }
  gain(n, kMorale, -report.missing);
  pay_for(kEnergy, r.forms[n.gov_form].upkeep_energy);
  pay_for(kMaterials, r.forms[n.gov_form].upkeep_materials);
  return report;
}

// SOL 5.11.3: a point for each stock beyond its cap.
inline int overproduction(const Rules& r, const Nation& n) {
  int points = 0;
  for (const Resource k : {kEnergy, kMaterials, kScience}) points += n.stock[k] > r.caps[k] ? 1 : 0;
  const bool lowered = r.forms[n.gov_form].morale_cap < r.caps[kMorale];
  if (!lowered && n.stock[kMorale] > r.caps[kMorale]) ++points;
  return std::min<int>(points, r.p.overproduction_max_vp);
}

}  // namespace arbitre::solar
