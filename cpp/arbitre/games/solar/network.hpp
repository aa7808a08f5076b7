// Solar: networks, counted routes, engageable tokens and journeys (SOL 2 "Derived", 4.9).
// Must not know: how any of them is used.
#pragma once

#include "arbitre/games/solar/model.hpp"

namespace arbitre::solar {

// The nodes that routes reach from a node, whoever holds those in between.
inline NodeSet reached(const Rules& r, int from, LinkSet routes) {
  NodeSet nodes = node_bit(from);
  LinkSet left = routes;
  for (bool grew = true; grew;) {
    grew = false;
    for (LinkSet rest = left; rest != 0; rest &= rest - 1) {
      const int link = std::countr_zero(rest);
      const NodeSet ends = r.link_ends[static_cast<std::size_t>(link)];
      if ((ends & nodes) == 0) continue;
      nodes = static_cast<NodeSet>(nodes | ends);
      left &= ~link_bit(link);
      grew = true;
    }
  }
  return nodes;
}

// SOL 2, network: the search starts at the home node, even if it is occupied (SOL-C31).
inline NodeSet connected_colonies(const Rules& r, const Nation& n) {
  return static_cast<NodeSet>(n.colony_set & reached(r, r.nations[n.id].home, n.route_set));
}
inline void refresh_network(const Rules& r, Nation& n) { n.connected = connected_colonies(r, n); }

inline NodeSet occupied_nodes(const State& s) {
  unsigned nodes = 0;
  for (const Nation& n : s.nations) nodes |= n.colony_set;
  return static_cast<NodeSet>(nodes);
}

// SOL 2, counted route: two own colonies, or one and a node without any colony.
inline int counted_routes(const Rules& r, const Nation& n, NodeSet occupied) {
  int count = 0;
  for (const std::uint8_t link : n.routes) {
    const NodeSet ends = r.link_ends[link];
    const unsigned foreign = ends & ~unsigned{n.colony_set};
    if (foreign != ends && (foreign & occupied) == 0) ++count;
  }
  return count;
}

// SOL 2: a token stays behind for each connected colony but the home.
inline int engageable(const Rules& r, const Nation& n) {
  const unsigned kept = n.connected & ~unsigned{node_bit(r.nations[n.id].home)};
  return std::max(0, n.reserve - count_nodes(kept));
}

// SOL 4.9: days to a node, from a connected colony or, if there is none, from any; 0 on an own node.
// Precondition: the nation has a colony.
inline int journey_days(const Rules& r, const Nation& n, int node) {
  if (n.lives_on(node)) return 0;
  int days = 65'535;
  for_each_bit(n.connected != 0 ? n.connected : n.colony_set,
               [&](std::uint8_t base) { days = std::min<int>(days, r.journey[base][static_cast<std::size_t>(node)]); });
  return days;
}

// SOL 4.9: the command actions of an assault over so many days.
inline int journey_ac(const Rules& r, int days) {
  return days < r.p.travel_short ? 1 : days <= r.p.travel_long ? 2 : 3;
}

}  // namespace arbitre::solar
