// Solar: accords, the beginning and end of wars, lost colonies and routes, elimination (SOL 5.3, 5.5.9,
// 5.6). Must not know: phases, who asks whom.
#pragma once

#include "arbitre/games/solar/events.hpp"
#include "arbitre/games/solar/tension.hpp"

namespace arbitre::solar {

// --- routes and colonies --------------------------------------------------------------------------

inline void add_route(GameStep& step, Seat seat, int link, bool token) {
  Nation& n = step.s.at(seat);
  n.routes.push_back(static_cast<std::uint8_t>(link));
  n.route_set |= link_bit(link);
  if (token) n.tokens |= link_bit(link);
  refresh_network(step.r, n);
}

// The route is gone, and its token with it.
inline void remove_route(GameStep& step, Seat seat, int link, Cause cause) {
  Nation& n = step.s.at(seat);
  for (std::size_t i = 0; i < n.routes.size(); ++i) {
    if (n.routes[i] == link) {
      n.routes.erase(i);
      break;
    }
  }
  n.route_set &= ~link_bit(link);
  n.tokens &= ~link_bit(link);
  refresh_network(step.r, n);
  const LinkRules& ends = step.r.links[static_cast<std::size_t>(link)];
  step.report(RouteLost{seat, ends.a, ends.b, cause});
}

// The route falls; its token returns to the reserve.
inline void drop_route(GameStep& step, Seat seat, int link, Cause cause) {
  Nation& n = step.s.at(seat);
  if ((n.tokens & link_bit(link)) != 0) add_tokens(n, 1);
  remove_route(step, seat, link, cause);
}

inline void add_colony(GameStep& step, Seat seat, const Colony& colony) {
  Nation& n = step.s.at(seat);
  n.colonies.push_back(colony);
  n.colony_set = static_cast<NodeSet>(n.colony_set | node_bit(colony.node));
  refresh_network(step.r, n);
}

inline void remove_colony(GameStep& step, Seat seat, int node) {
  Nation& n = step.s.at(seat);
  for (std::size_t i = 0; i < n.colonies.size(); ++i) {
    if (n.colonies[i].node == node) {
      n.colonies.erase(i);
      break;
    }
  }
  n.colony_set = static_cast<NodeSet>(n.colony_set & ~node_bit(node));
  refresh_network(step.r, n);
  step.report(ColonyLost{seat, static_cast<std::uint8_t>(node)});
}

inline void set_level(GameStep& step, Seat seat, Colony& colony, int level) {
  colony.level = static_cast<std::uint8_t>(level);
  colony.hostile = 0;  // SOL-C34: any raise of the level ends the unrest
  if (level == 2 && step.s.has(Variant::settlement_morale)) {
    gain(step.s.at(seat), kMorale, step.r.nodes[colony.node].level2_morale);
  }
  step.report(ColonyUpgraded{seat, colony.node, level});
}

// --- accords --------------------------------------------------------------------------------------

inline void sign_accord(GameStep& step, Seat x, Seat y, std::uint8_t forced_node = kNone) {
  Pair& pair = step.s.pair(x, y);
  pair.accord = 1;
  pair.forced_node = forced_node;
  step.report(AccordSigned{x, y});
}

inline void end_accord(GameStep& step, Seat x, Seat y) {
  Pair& pair = step.s.pair(x, y);
  if (pair.accord == 0) return;
  pair.accord = 0;
  pair.forced_node = kNone;
  step.report(AccordEnded{std::min(x, y), std::max(x, y)});
}

// SOL 5.5.9a: a forced accord ends with its cohabitation.
inline void end_forced_accords(GameStep& step, int node) {
  const State& s = step.s;
  for (Seat x = 0; x < s.players(); ++x) {
    for (Seat y = static_cast<Seat>(x + 1); y < s.players(); ++y) {
      if (s.pair(x, y).forced_node != node) continue;
      if (!s.at(x).lives_on(node) || !s.at(y).lives_on(node)) end_accord(step, x, y);
    }
  }
}

// --- wars -----------------------------------------------------------------------------------------

// When the clock is full, all that it has numbered is numbered anew, in the same order.
inline void wind_clock(State& s) {
  if (s.war_clock < kMaxClock) return;
  std::array<std::uint16_t, 6 + 6 + kMaxPlayers * kMaxPlayers + 1> numbers{};  // numbers[0] stays 0
  std::size_t count = 1;
  const std::size_t queued = s.phase == Phase::wars ? s.queue.size() : 0;
  for (std::size_t i = 0; i < queued; ++i) numbers[count++] = s.queue[i];
  for (const War& war : s.wars) numbers[count++] = war.order_no;
  for (const auto& row : s.cause_tick) {
    for (const std::uint16_t tick : row) numbers[count++] = tick;
  }
  const auto end = numbers.begin() + static_cast<std::ptrdiff_t>(count);
  std::sort(numbers.begin(), end);
  const auto last = std::unique(numbers.begin(), end);
  const auto renumber = [&](std::uint16_t& number) {
    number = static_cast<std::uint16_t>(std::lower_bound(numbers.begin(), last, number) - numbers.begin());
  };
  for (std::size_t i = 0; i < queued; ++i) renumber(s.queue[i]);
  for (War& war : s.wars) renumber(war.order_no);
  for (auto& row : s.cause_tick) {
    for (std::uint16_t& tick : row) renumber(tick);
  }
  s.war_clock = static_cast<std::uint16_t>(last - numbers.begin());
}
inline std::uint16_t tick(State& s) {
  wind_clock(s);
  return ++s.war_clock;
}

inline War* find_war(State& s, int order_no) {
  for (War& war : s.wars) {
    if (war.order_no == order_no) return &war;
  }
  return nullptr;
}
inline const War* find_war(const State& s, int order_no) { return find_war(const_cast<State&>(s), order_no); }

inline void erase_war(State& s, Seat x, Seat y) {
  for (std::size_t i = 0; i < s.wars.size(); ++i) {
    if (s.wars[i].between(x, y)) {
      s.wars.erase(i);
      return;
    }
  }
}

// SOL 5.6: a war that never took place.
inline void avert_war(GameStep& step, Seat x, Seat y) {
  State& s = step.s;
  const War war = *s.war_between(x, y);
  erase_war(s, x, y);
  s.tension_of(x, y) = static_cast<std::uint8_t>((s.tension_of(x, y) + 1) / 2);
  s.tension_of(y, x) = static_cast<std::uint8_t>((s.tension_of(y, x) + 1) / 2);
  step.report(WarAverted{war.opener, war.other});
}

// SOL 5.6: by negotiation, a summit or the end of turn 10.
inline void settle_war(GameStep& step, Seat x, Seat y) {
  State& s = step.s;
  const War war = *s.war_between(x, y);
  erase_war(s, x, y);
  if (war.wins[0] == war.wins[1]) {
    s.tension_of(x, y) = s.tension_of(y, x) = step.r.p.peace_draw;
  } else {
    const Seat winner = war.wins[0] > war.wins[1] ? war.opener : war.other;
    const Seat loser = war.enemy_of(winner);
    gain(s.at(winner), kMorale, 1);
    s.tension_of(winner, loser) = step.r.p.peace_winner;
    s.tension_of(loser, winner) = step.r.p.peace_loser;
  }
  step.report(WarSettled{war.opener, war.other});
}

// Without any effect: the Dyson Sphere is shared, or a nation is eliminated.
inline void end_war(GameStep& step, Seat x, Seat y) {
  const War war = *step.s.war_between(x, y);
  erase_war(step.s, x, y);
  step.report(WarEnded{war.opener, war.other});
}

// SOL 5.5.9d, SOL-C45: its wars, accords and pacts end, and so does what it is asked.
inline void eliminate(GameStep& step, Seat seat) {
  State& s = step.s;
  Nation& n = s.at(seat);
  n.eliminated = 1;
  n.passed = 1;
  n.ac_left = 0;
  n.visit_debt = 0;
  step.report(Eliminated{seat});
  for (Seat other = 0; other < s.players(); ++other) {
    if (other == seat) continue;
    if (s.at_war(seat, other)) end_war(step, seat, other);
    end_accord(step, seat, other);
    s.pair(seat, other).pact_until = 0;
  }
  for (std::size_t i = s.pending.size(); i-- > 0;) {
    Frame& frame = s.pending[i];
    const bool raised = frame.ask == Ask::discovery || frame.ask == Ask::trade_units || frame.ask == Ask::trade_unit ||
                        frame.ask == Ask::dyson_answer || frame.ask == Ask::accord_answer;
    frame.seats = static_cast<SeatBits>(frame.seats & ~seat_bit(seat));
    const bool answered = frame.seats == 0 && !is_draw(frame.ask);
    if (answered || (raised && frame.actor == seat)) s.pending.erase(i);
  }
}

inline void eliminate_the_homeless(GameStep& step) {
  for (Seat seat = 0; seat < step.s.players(); ++seat) {
    if (step.s.alive(seat) && step.s.at(seat).colonies.empty()) eliminate(step, seat);
  }
}

// SOL 5.3.
inline void declare_war(GameStep& step, Seat opener, Seat other, WarKind kind) {
  State& s = step.s;
  if (s.pact(opener, other) || s.at_war(opener, other)) return;
  War war;
  war.opener = opener;
  war.other = other;
  war.kind = kind;
  war.declared_turn = s.turn;
  war.fresh = 1;
  war.penalty_pending = kind == WarKind::popular ? 1 : 0;
  const std::uint16_t cause = s.cause_of(opener, other);
  const bool by_cause = kind == WarKind::popular && cause != 0 && find_war(s, cause) == nullptr;
  war.order_no = by_cause ? cause : tick(s);
  s.war_clock = std::max(s.war_clock, war.order_no);
  s.wars.push_back(war);
  step.report(WarDeclared{opener, other, kind});
  s.tension_of(opener, other) = s.tension_of(other, opener) = kMaxTension;
  end_accord(step, opener, other);

  const std::array<Seat, 2> sides = {opener, other};
  for (const Seat x : sides) {  // (4): guests leave
    const Seat y = war.enemy_of(x);
    const int home = step.r.nations[s.at(x).id].home;
    for (std::size_t i = s.at(x).colonies.size(); i-- > 0;) {
      const Colony colony = s.at(x).colonies[i];
      if (colony.no_upgrade != 0 && colony.node != home && s.at(y).lives_on(colony.node)) {
        remove_colony(step, x, colony.node);
      }
    }
  }
  for (const Seat x : sides) {  // (5): routes without an own end that touch the enemy
    const Nation& n = s.at(x);
    const unsigned own = unsigned{n.colony_set} | node_bit(step.r.nations[n.id].home);
    const NodeSet theirs = s.at(war.enemy_of(x)).colony_set;
    for (std::size_t i = n.routes.size(); i-- > 0;) {
      const std::uint8_t link = n.routes[i];
      const NodeSet ends = step.r.link_ends[link];
      if ((ends & own) == 0 && (ends & theirs) != 0) drop_route(step, x, link, Cause::war);
    }
  }
  eliminate_the_homeless(step);
}

// SOL 5.6, penalty: before the first assault, or at the end of the phase.
inline void pay_penalty(GameStep& step, War& war) {
  if (war.penalty_pending == 0) return;
  war.penalty_pending = 0;
  gain(step.s.at(war.opener), kMorale, -step.r.p.popular_war_morale);
  gain(step.s.at(war.other), kMorale, -step.r.p.popular_war_morale);
  step.report(WarPenalty{war.opener, war.other});
}

}  // namespace arbitre::solar
