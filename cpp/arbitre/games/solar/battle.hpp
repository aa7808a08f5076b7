// Solar: who defends a node, and what a combat does to colonies, capitals and gauges (SOL 4.6, 5.5).
// Must not know: phases; the arithmetic is in combat.hpp.
#pragma once

#include "arbitre/games/solar/war.hpp"

namespace arbitre::solar {

struct Defenders {
  std::array<Seat, 2> seats{};  // the principal first
  std::uint8_t count = 0;
};

// SOL 4.6: the occupants of a node other than the attacker.
inline Defenders defenders_of(const Rules& r, const State& s, int attacker, int node) {
  Defenders found;
  for (Seat seat = 0; seat < s.players() && found.count < 2; ++seat) {
    if (seat != attacker && s.at(seat).lives_on(node)) found.seats[found.count++] = seat;
  }
  if (found.count == 2) {
    const auto rank = [&](Seat seat) {  // the principal has the higher one
      if (r.nations[s.at(seat).id].home == node) return 2;
      return s.at(seat).colony_at(node)->no_upgrade == 0 ? 1 : 0;
    };
    if (rank(found.seats[1]) > rank(found.seats[0])) std::swap(found.seats[0], found.seats[1]);
  }
  return found;
}

inline bool is_bound_by_pact(const State& s, int attacker, const Defenders& defenders) {
  for (std::size_t i = 0; i < defenders.count; ++i) {
    if (s.pact(attacker, defenders.seats[i])) return true;
  }
  return false;
}

// SOL 5.5: owned, ready, and not used in this role this turn.
inline bool cruiser_available(const State& s, const Nation& n, bool attacking) {
  const bool used = (attacking ? n.cruiser_used_attack : n.cruiser_used_defense) != 0;
  return n.has_cruiser() && s.turn >= n.cruiser_ready_turn && !used;
}

inline Price price_of(const Rules& r, const Nation& n, int tokens, bool cruiser) {
  return commitment_price(r.combat, tokens, cruiser, has_effect(r, n, Effect::war_cost_half));
}
inline bool can_pay(const Nation& n, const Price& price) {
  return is_payable(price, n.stock[kMaterials], n.stock[kEnergy]);
}

// SOL 5.5.4.
inline int garrison(const Rules& r, const State& s, const Nation& principal, int node) {
  if (r.nations[principal.id].home != node) return r.p.colony_garrison;
  if (principal.home_retaken_turn == 0) return r.p.capital_garrison;
  return std::clamp<int>(1 + s.turn - principal.home_retaken_turn, std::min<int>(1, r.p.capital_garrison),
                         r.p.capital_garrison);
}

// SOL 5.5, steps 1 and 2: accords end, and the principal is asked.
inline void begin_combat(GameStep& step, Seat attacker, std::uint8_t node, std::uint8_t tokens, bool cruiser) {
  State& s = step.s;
  const Defenders defenders = defenders_of(step.r, s, attacker, node);
  for (std::size_t i = 0; i < defenders.count; ++i) end_accord(step, attacker, defenders.seats[i]);
  s.combat = {};
  s.combat.attacker = attacker;
  s.combat.node = node;
  s.combat.attack = {tokens, static_cast<std::uint8_t>(cruiser)};
  s.combat.defenders = defenders.seats;
  s.combat.defender_count = defenders.count;
  push(s, ask_seat(Ask::defense, defenders.seats[0]));
}

inline Side side_of(const Rules& r, const Nation& n, const Commitment& committed) {
  return {committed.tokens, combat_bonus(r, n), committed.cruiser != 0, has_effect(r, n, Effect::war_cost_half)};
}

// SOL 5.5.8, for one side.
inline void bear(const Rules& r, const State& s, Nation& n, const SideResult& result) {
  gain(n, kMaterials, -result.paid.materials);
  gain(n, kEnergy, -result.paid.energy);
  add_tokens(n, -result.destroyed - result.recovery);
  if (result.recovery > 0) put_in_recovery(r, s, n, result.recovery);
  if (result.repair) n.cruiser_ready_turn = static_cast<std::uint8_t>(s.turn + recovery_time(r, s, n));
  add_vp(n, result.vp);
  gain(n, kMorale, result.morale);
}

// SOL 5.5.9a and b: the colonies of all defenders become one of the attacker.
inline void capture(GameStep& step, Seat attacker, std::uint8_t node, const Defenders& defenders) {
  State& s = step.s;
  Nation& winner = s.at(attacker);
  int level = 1;
  std::uint8_t raided = 0;
  for (std::size_t i = 0; i < defenders.count; ++i) {
    const Colony& lost = *s.at(defenders.seats[i]).colony_at(node);
    level = std::max<int>(level, lost.level - 1);
    raided = std::max(raided, lost.raided_turn);  // SOL-C55
    remove_colony(step, defenders.seats[i], node);
  }
  add_tokens(s.at(defenders.seats[0]), -1);  // of the garrison (SOL-C50)
  if (Colony* own = winner.colony_at(node)) {
    own->level = static_cast<std::uint8_t>(std::max<int>(own->level, level));  // SOL-C61
    own->no_upgrade = 0;
    own->raided_turn = std::max(own->raided_turn, raided);
    level = own->level;
  } else {
    Colony taken;
    taken.node = node;
    taken.level = static_cast<std::uint8_t>(level);
    taken.hostile = 3;
    taken.raided_turn = raided;
    add_colony(step, attacker, taken);
  }
  step.report(ColonyCaptured{attacker, node, level});
  end_forced_accords(step, node);

  for (std::size_t i = 0; i < defenders.count; ++i) {
    Nation& loser = s.at(defenders.seats[i]);
    if (step.r.nations[loser.id].home == node) {
      add_vp(winner, step.r.p.capital_vp);
      winner.trophies = static_cast<NodeSet>(winner.trophies | node_bit(node));
      step.report(CapitalTaken{attacker, node});
    }
    if ((loser.trophies & node_bit(node)) != 0) {
      add_vp(loser, -step.r.p.capital_vp);
      loser.trophies = static_cast<NodeSet>(loser.trophies & ~node_bit(node));
      step.report(TrophyLost{defenders.seats[i], node});
    }
  }
  if (step.r.nations[winner.id].home == node) {
    winner.home_retaken_turn = s.turn;
    step.report(CapitalRetaken{attacker, node});
  }
}

// SOL 5.5, steps 4 to 9, when all defenders have answered.
inline void resolve_combat(GameStep& step) {
  State& s = step.s;
  const Rules& r = step.r;
  const PendingCombat fought = s.combat;
  s.combat = {};
  const Defenders defenders{fought.defenders, fought.defender_count};
  const Seat principal = defenders.seats[0];
  std::array<Side, 2> sides{};
  for (std::size_t i = 0; i < defenders.count; ++i) {
    sides[i] = side_of(r, s.at(defenders.seats[i]), fought.answers[i]);
  }
  const CombatResult result = resolve(r.combat, side_of(r, s.at(fought.attacker), fought.attack), sides,
                                      defenders.count, garrison(r, s, s.at(principal), fought.node));
  step.report(CombatFought{fought.attacker, fought.node, result.attack, result.defence, result.result});

  if (fought.attack.cruiser != 0) s.at(fought.attacker).cruiser_used_attack = 1;
  if (fought.answers[0].cruiser != 0) s.at(principal).cruiser_used_defense = 1;
  bear(r, s, s.at(fought.attacker), result.attacker);
  for (std::size_t i = 0; i < defenders.count; ++i) bear(r, s, s.at(defenders.seats[i]), result.defenders[i]);
  if (const War* war = s.war_between(fought.attacker, principal); war != nullptr && result.result != Result::tie) {
    const Seat winner = result.result == Result::attacker ? fought.attacker : principal;
    std::uint8_t& wins = find_war(s, war->order_no)->wins[winner == war->opener ? 0 : 1];
    wins = bounded_byte(wins + 1, kMaxWins);
  }
  const bool fell = result.result == Result::attacker;
  if (fell) capture(step, fought.attacker, fought.node, defenders);
  for (std::size_t i = 0; i < defenders.count; ++i) {  // step 9c, SOL-C67
    const Seat d = defenders.seats[i];
    const std::uint8_t floor = fell ? r.p.floor_taken : r.p.floor_held;
    s.tension_of(d, fought.attacker) = std::max(s.tension_of(d, fought.attacker), floor);
    s.grievance[d] = static_cast<SeatBits>(s.grievance[d] | seat_bit(fought.attacker));
    s.grudge_of(d, fought.attacker) = bounded_byte(s.grudge_of(d, fought.attacker) + 1, r.p.grudge_max);
    s.cause_of(d, fought.attacker) = tick(s);
  }
  eliminate_the_homeless(step);
}

}  // namespace arbitre::solar
