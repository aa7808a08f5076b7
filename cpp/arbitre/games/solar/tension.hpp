// Solar: grievances between nations and what they lead to (SOL 5.4, 5.9 technology grievance), and
// tension as a nation feels it.
// Must not know: how a war is declared (war.hpp).
#pragma once

#include "arbitre/games/solar/economy.hpp"

namespace arbitre::solar {

// The tension that thresholds compare: variant second_front_fear lowers that of a nation at war.
inline int effective_tension(const Rules& r, const State& s, int x, int y) {
  const int tension = s.tension_of(x, y);
  if (!s.has(Variant::second_front_fear) || !s.at_war(x) || s.at_war(x, y)) return tension;
  return std::max(0, tension - r.p.second_front_relief);
}

// SOL 4.8: what a partner feels when it is asked; its grudge adds to its tension.
inline int felt_tension(const Rules& r, const State& s, int partner, int proposer) {
  const int grudge = s.grudge_of(partner, proposer);
  return effective_tension(r, s, partner, proposer) + (grudge == 0 ? 0 : grudge < 3 ? 1 : 2);
}

// SOL 5.4, steps 1 and 2, all read from the state as it stands.
struct Grievances {
  Matrix<std::uint8_t> add{};  // x toward y; 0 for pairs at war
  std::array<std::int8_t, kMaxPlayers> blocker{-1, -1, -1, -1};
  std::array<bool, kMaxPlayers> suffocating{};
  std::array<SeatBits, kMaxPlayers> block_charged{};  // the ordered pairs that step 2d charges now
};

struct Exits {
  std::array<std::uint8_t, kMaxPlayers> held{};
  int free = 0;
};

// SOL 5.4.1: the nodes linked to a colony of x and without one of x: held by whom, or free.
inline Exits exits_of(const Rules& r, const State& s, int x, NodeSet occupied) {
  unsigned nodes = 0;
  for_each_bit(s.at(x).colony_set, [&](std::uint8_t node) { nodes |= r.linked[node]; });
  nodes &= ~unsigned{s.at(x).colony_set};
  Exits exits;
  exits.free = std::popcount(nodes & ~unsigned{occupied});
  for (std::size_t y = 0; y < kMaxPlayers; ++y) {
    exits.held[y] = static_cast<std::uint8_t>(std::popcount(nodes & s.nations[y].colony_set));
  }
  return exits;
}

// SOL 5.4.2, a to c.
inline int neighbour_grievance(const Rules& r, const State& s, int x, int y) {
  const Nation& own = s.at(x);
  const Nation& theirs = s.at(y);
  int add = 0;
  if (!s.accord(x, y)) {
    LinkSet touching = 0;
    for_each_bit(own.colony_set, [&](std::uint8_t node) { touching |= r.links_at[node]; });
    add += r.p.route_on_colony * std::popcount(theirs.route_set & touching);
  }
  add += r.p.shared_route_with_token * std::popcount(own.route_set & theirs.tokens);
  const int lead = theirs.connected_count() - own.connected_count();
  add += lead >= r.p.supreme_lead ? r.p.supreme : lead >= r.p.dominant_lead ? r.p.dominant : 0;
  return add;
}

inline Grievances grievances(const Rules& r, const State& s) {
  Grievances found;
  const NodeSet occupied = occupied_nodes(s);
  for (int x = 0; x < s.players(); ++x) {
    if (!s.alive(x)) continue;
    const auto row = static_cast<std::size_t>(x);
    const Exits exits = exits_of(r, s, x, occupied);
    int blocker = -1;  // SOL-C14
    bool others_many = true;
    for (int y = 0; y < s.players(); ++y) {
      if (y == x || !s.alive(y)) continue;
      others_many = others_many && s.at(y).colony_count() >= r.p.suffocation_others_min;
      const auto held = [&](int seat) { return exits.held[static_cast<std::size_t>(seat)]; };
      const bool more = blocker < 0 || held(y) > held(blocker) ||
                        (held(y) == held(blocker) && s.at(y).connected_count() > s.at(blocker).connected_count());
      if (more) blocker = y;
    }
    found.blocker[row] = static_cast<std::int8_t>(blocker);
    const int colonies = s.at(x).colony_count();
    const bool held = blocker >= 0 && exits.held[static_cast<std::size_t>(blocker)] >= 1;
    const bool suffocating = s.turn >= 2 && held && others_many && colonies <= r.p.suffocation_max;  // SOL-C72
    found.suffocating[row] = suffocating;

    for (int y = 0; y < s.players(); ++y) {
      if (y == x || !s.alive(y) || s.at_war(x, y)) continue;
      int add = neighbour_grievance(r, s, x, y);
      const bool charged = (s.block_charged[row] & seat_bit(y)) != 0;
      if (y == blocker && held && !charged && colonies <= r.p.path_block_max && exits.free <= 1) {
        add += r.p.path_block;
        found.block_charged[row] = static_cast<SeatBits>(found.block_charged[row] | seat_bit(y));
      }
      if (y == blocker && suffocating) {
        add += s.at(x).suffocating != 0 ? r.p.suffocation_turn : r.p.suffocation_start;
      }
      found.add[row][static_cast<std::size_t>(y)] = bounded_byte(add, 255);
    }
  }
  return found;
}

// SOL 5.4.3: all pairs together. A gauge at 10 waits for its judgement (SOL-C63).
inline void apply_grievances(const Rules& r, State& s, const Grievances& found) {
  for (int x = 0; x < s.players(); ++x) {
    if (!s.alive(x)) continue;
    const auto row = static_cast<std::size_t>(x);
    s.block_charged[row] = static_cast<SeatBits>(s.block_charged[row] | found.block_charged[row]);
    s.at(x).suffocating = found.suffocating[row] ? 1 : 0;
    for (int y = 0; y < s.players(); ++y) {
      if (y == x || !s.alive(y) || s.at_war(x, y)) continue;
      const int add = found.add[row][static_cast<std::size_t>(y)];
      const bool aggrieved = (s.grievance[row] & seat_bit(y)) != 0;  // SOL-C15
      if (add > 0) {
        move_tension(s, x, y, add);
      } else if (!aggrieved && s.tension_of(x, y) < kMaxTension) {
        move_tension(s, x, y, r.p.decay);
      }
    }
  }
}

// SOL 5.4.5: the morale that demonstrations cost a nation.
inline int demonstrations(const Rules& r, const State& s, int x) {
  int count = 0;
  for (int y = 0; y < s.players(); ++y) {
    if (y == x || !s.alive(y) || s.at_war(x, y)) continue;
    if (effective_tension(r, s, x, y) >= r.p.tension_demonstration) ++count;
  }
  return count;
}

// SOL 5.9: tier-3 technologies of y beyond those of x.
inline void technology_grievance(const Rules& r, State& s) {
  for (int x = 0; x < s.players(); ++x) {
    for (int y = 0; y < s.players(); ++y) {
      if (y == x || !s.alive(x) || !s.alive(y) || s.at_war(x, y)) continue;
      const TechSet top = r.of_tier[3];
      const int lead = std::popcount(s.at(y).technologies() & top) - std::popcount(s.at(x).technologies() & top);
      if (lead > 0) move_tension(s, x, y, lead * r.p.tech_gap_per_tier3);
    }
  }
}

}  // namespace arbitre::solar
