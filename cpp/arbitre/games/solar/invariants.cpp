// Solar: which bytes are a position (SOL 2 and 12.4). Nothing may be assumed here: every index is judged
// before it is used. What is asked is judged in frames.cpp.
#include "arbitre/games/solar/invariants.hpp"

#include <cstring>

namespace arbitre::solar {
namespace {

constexpr bool is_flag(std::uint8_t value) { return value <= 1; }
constexpr bool is_choice(std::uint8_t value, std::size_t count) { return value < count || value == kNone; }

bool all_flags(std::initializer_list<std::uint8_t> flags) {
  return std::all_of(flags.begin(), flags.end(), [](std::uint8_t flag) { return is_flag(flag); });
}

Fault check_cards(const Rules& r, const Nation& n, int i) {
  const TechSet all = n.bought | n.stolen | n.copied;
  const TechSet twice = (n.bought & n.stolen) | (n.bought & n.copied) | (n.stolen & n.copied);
  if (all >= tech_bit(kTechnologies) || twice != 0) return {"/nations/%/technologies", "no such cards", i};
  for (const std::uint8_t copies : n.military) {
    if (copies > kMaxCopies) return {"/nations/%/military", "too many copies", i};
  }
  if (n.military[kSupercruiser] > 1) return {"/nations/%/military/supercruiser", "one at most", i};
  if (n.military_bought >= 1u << kMilitary) return {"/nations/%/military_bought", "no such card", i};
  if (std::popcount(n.agenda_offer) > kOfferSize) return {"/nations/%/agenda_offer", "more than five agendas", i};
  if (!is_choice(n.agenda, kAgendas)) return {"/nations/%/agenda", "no such agenda", i};
  constexpr std::array<const char*, 2> kChosen = {"/nations/%/investment1", "/nations/%/investment2"};
  for (std::size_t which = 0; which < 2; ++which) {
    const std::uint8_t chosen = n.investment[which];
    const bool known = chosen == kNone || (chosen < kInvestments && r.investments[chosen].tier == which + 1);
    if (!known) return {kChosen[which], "no investment of this tier", i};
    if (!is_flag(n.investment_active[which]) || (n.investment_active[which] != 0 && chosen == kNone)) {
      return {kChosen[which], "an active investment is missing", i};
    }
  }
  if (!is_choice(n.strategy_card, kStrategyCards)) return {"/nations/%/strategy_card", "no such card", i};
  if (n.gov_form >= kForms) return {"/nations/%/gov_form", "no such form", i};
  return {};
}

Fault check_numbers(const Nation& n, int i) {
  for (const std::int16_t amount : n.stock) {
    if (amount < 0 || amount > kMaxStock) return {"/nations/%/stock", "out of range", i};
  }
  for (const std::int16_t amount : n.per_turn) {
    if (amount < -kMaxPerTurn || amount > kMaxPerTurn) return {"/nations/%/per_turn", "out of range", i};
  }
  for (const std::uint8_t tokens : n.recovery) {
    if (tokens > kMaxReserve) return {"/nations/%/recovery", "too many tokens", i};
  }
  const auto is_stock = [](int amount) { return amount >= 0 && amount <= kMaxStock; };
  if (!is_stock(n.snapshot_morale)) return {"/nations/%/snapshot_morale", "out of range", i};
  if (!is_stock(n.snapshot_materials)) return {"/nations/%/snapshot_materials", "out of range", i};
  if (n.judged_morale < kNotJudged || n.judged_morale > kMaxJudged) {
    return {"/nations/%/judged_morale", "out of range", i};
  }
  if (n.vp_events < -kMaxVpEvents || n.vp_events > kMaxVpEvents) return {"/nations/%/vp_events", "out of range", i};
  if (n.gov_perm > kMaxGovPoints) return {"/nations/%/gov_perm", "out of range", i};
  if (n.ac_left > 5) return {"/nations/%/ac_left", "out of range", i};
  if (n.ac_max > 5) return {"/nations/%/ac_max", "out of range", i};
  if (n.reserve > kMaxReserve) return {"/nations/%/reserve", "out of range", i};
  if (n.surge_tokens > kMaxTemporary) return {"/nations/%/surge_tokens", "out of range", i};
  if (n.mil_lose_next > kMaxTemporary) return {"/nations/%/mil_lose_next", "out of range", i};
  if (n.cruiser_ready_turn > kLastReturn) return {"/nations/%/cruiser_ready_turn", "out of range", i};
  if (n.initiative_turn > kTurns) return {"/nations/%/initiative_turn", "out of range", i};
  if (n.planned_turn > kTurns + 1) return {"/nations/%/planned_turn", "out of range", i};
  if (n.home_retaken_turn > kTurns) return {"/nations/%/home_retaken_turn", "out of range", i};
  if (!all_flags({n.cruiser_used_attack, n.cruiser_used_defense, n.free_colonizations, n.free_routes, n.espionage_done,
                  n.free_settlement, n.power_used, n.passed, n.eliminated, n.suffocating})) {
    return {"/nations/%", "a flag that is neither false nor true", i};
  }
  return {};
}

Fault check_network(const Rules& r, const Nation& n, int i) {
  if (!n.colonies.well_formed()) return {"/nations/%/colonies", "a malformed list", i};
  NodeSet nodes = 0;
  for (std::size_t at = 0; at < n.colonies.size(); ++at) {
    const Colony& colony = n.colonies[at];
    const int place = static_cast<int>(at);
    if (colony.node >= kNodes || (nodes & node_bit(colony.node)) != 0) {
      return {"/nations/%/colonies/%/node", "no such node, or a second colony there", i, place};
    }
    nodes = static_cast<NodeSet>(nodes | node_bit(colony.node));
    const bool good = colony.level >= 1 && colony.level <= kMaxLevel && colony.hostile <= 3 &&
                      all_flags({colony.no_upgrade, colony.founded}) && colony.raided_turn <= kTurns;
    if (!good) return {"/nations/%/colonies/%", "out of range", i, place};
  }
  if (!n.routes.well_formed()) return {"/nations/%/routes", "a malformed list", i};
  LinkSet links = 0;
  for (std::size_t at = 0; at < n.routes.size(); ++at) {
    const std::uint8_t link = n.routes[at];
    if (link >= r.link_count || (links & link_bit(link)) != 0) {
      return {"/nations/%/routes/%", "no link, or a second route on it", i, static_cast<int>(at)};
    }
    links |= link_bit(link);
  }
  if (n.colony_set != nodes || n.route_set != links || (n.tokens & ~links) != 0) {
    return {"/nations/%", "sets and lists differ", i};
  }
  if (n.connected != connected_colonies(r, n)) return {"/nations/%", "not the network of these routes", i};
  if (n.trophies >= 1u << kNodes) return {"/nations/%/capital_trophies", "no such node", i};
  if ((n.eliminated != 0) != n.colonies.empty()) {
    return {"/nations/%/eliminated", "a nation is eliminated exactly when it has no colony", i};
  }
  return {};
}

// SOL 12.5: what an observation must not hold.
Fault check_veil(const Rules& r, const State& s, int i) {
  const Nation& n = s.at(i);
  if (hides_means(r, s, i)) {
    const bool hidden = n.stock == decltype(n.stock){} && n.per_turn == decltype(n.per_turn){} && n.reserve == 0 &&
                        n.recovery == decltype(n.recovery){} && n.cruiser_ready_turn == 0 && n.snapshot_morale == 0 &&
                        n.snapshot_materials == 0 && n.judged_morale == kNotJudged;
    if (!hidden) return {"/nations/%/stock", "a secret", i};
  }
  if (hides_agenda(s, i) && (n.agenda != kNone || n.agenda_offer != 0)) return {"/nations/%/agenda", "a secret", i};
  for (std::size_t which = 0; which < 2; ++which) {
    if (hides_investment(s, i, which) && (n.investment[which] != kNone || n.investment_active[which] != 0)) {
      return {"/nations/%/investment1", "a secret", i};
    }
  }
  if (hides_estimates(s, i)) {
    for (int target = 0; target < s.players(); ++target) {
      if (s.estimate_of(i, target) != kNone) return {"/estimate/%", "a secret", i};
    }
  }
  if (hides_picks(s, i) && s.summit_picks[static_cast<std::size_t>(i)] != 0) return {"/summit/picks/%", "a secret", i};
  return {};
}

Fault check_nations(const Rules& r, const State& s) {
  static const Nation kAbsent{};
  const unsigned seats = (1u << s.players()) - 1;
  for (int i = 0; i < static_cast<int>(kMaxPlayers); ++i) {
    const Nation& n = s.at(i);
    if (i >= s.players()) {
      if (std::memcmp(&n, &kAbsent, sizeof n) != 0) return {"/nations/%", "this seat is not in the game", i};
      continue;
    }
    if (n.id >= kMaxPlayers) return {"/nations/%/id", "no such nation", i};
    if (i > 0 && n.id <= s.at(i - 1).id) return {"/nations/%/id", "nations stand in canonical order, each once", i};
    if (const Fault fault = check_numbers(n, i); !fault.ok()) return fault;
    if (const Fault fault = check_cards(r, n, i); !fault.ok()) return fault;
    if (const Fault fault = check_network(r, n, i); !fault.ok()) return fault;
    if (((n.calmed | n.mission | n.accord_refused) & ~seats) != 0) return {"/nations/%/calmed", "no such seat", i};
    if (n.visit_debt > (s.has(Variant::rotation_debt) ? kMaxDebt : 0)) return {"/nations/%/visit_debt", "too much", i};
    if (s.head.is_observation()) {
      if (const Fault fault = check_veil(r, s, i); !fault.ok()) return fault;
    }
  }
  if (s.living() == 0) return {"/nations", "no nation has a colony"};
  return {};
}

// SOL 12.4: at most two occupants a node, and two only where Extrasolar Exploration leads.
Fault check_occupants(const Rules& r, const State& s) {
  unsigned once = 0;
  unsigned twice = 0;
  unsigned thrice = 0;
  for (const Nation& n : s.nations) {
    thrice |= twice & n.colony_set;
    twice |= once & n.colony_set;
    once |= n.colony_set;
  }
  unsigned shared = 0;
  for (const std::uint8_t node : r.extrasolar) shared |= node_bit(node);
  if (thrice != 0 || (twice & ~shared) != 0) return {"/nations", "too many colonies on one node"};
  return {};
}

Fault check_matrices(const Rules& r, const State& s) {
  const int n = s.players();
  const unsigned seats = (1u << n) - 1;
  for (int x = 0; x < static_cast<int>(kMaxPlayers); ++x) {
    const auto row = static_cast<std::size_t>(x);
    const unsigned others = x < n ? seats & ~(1u << x) : 0u;
    if ((s.grievance[row] & ~others) != 0) return {"/grievance/%", "no such pair", x};
    if ((s.block_charged[row] & ~others) != 0) return {"/block_charged/%", "no such pair", x};
    // The usual row, without a branch a cell.
    unsigned out = 0;
    for (std::size_t y = 0; y < kMaxPlayers; ++y) {
      const unsigned there = others >> y & 1u;
      const unsigned estimate = s.estimate[row][y];
      out |= (s.tension[row][y] > there * kMaxTension) | (s.grudge[row][y] > there * r.p.grudge_max) |
             (s.assaults[row][y] > there * kMaxAssaults) | (s.cause_tick[row][y] > there * kMaxClock) |
             ((estimate != kNone) & ((there == 0) | (estimate > unsigned{kMaxReserve} + r.p.fog_radius)));
    }
    if (out == 0) continue;
    for (int y = 0; y < static_cast<int>(kMaxPlayers); ++y) {
      const auto column = static_cast<std::size_t>(y);
      const bool pair = (others >> y & 1u) != 0;
      if (s.tension_of(x, y) > (pair ? kMaxTension : 0)) return {"/tension/%/%", "out of range", x, y};
      if (s.grudge_of(x, y) > (pair ? r.p.grudge_max : 0)) return {"/grudge/%/%", "out of range", x, y};
      if (s.assaults[row][column] > (pair ? kMaxAssaults : 0)) return {"/assaults/%/%", "out of range", x, y};
      if (s.cause_of(x, y) > (pair ? kMaxClock : 0)) return {"/cause_tick/%/%", "out of range", x, y};
      const std::uint8_t estimate = s.estimate_of(x, y);
      if (estimate != kNone && (!pair || estimate > kMaxReserve + r.p.fog_radius)) {
        return {"/estimate/%/%", "out of range", x, y};
      }
    }
  }
  for (int x = 0; x < static_cast<int>(kMaxPlayers); ++x) {
    for (int y = x + 1; y < static_cast<int>(kMaxPlayers); ++y) {
      const Pair& pair = s.pair(x, y);
      const int place = kPairOf[static_cast<std::size_t>(x)][static_cast<std::size_t>(y)];
      const bool there = y < n;
      if (pair.accord > (there ? 1 : 0)) return {"/pairs/%/accord", "neither false nor true", place};
      const bool forced = pair.forced_node != kNone;
      if (forced && (pair.forced_node >= kNodes || pair.accord == 0)) {
        return {"/pairs/%/accord_forced_node", "no such node, or no accord", place};
      }
      if (pair.pact_until > (there ? 2 * kTurns : 0)) return {"/pairs/%/pact_until", "out of range", place};
    }
  }
  return {};
}

Fault check_wars(const State& s) {
  if (s.war_clock > kMaxClock) return {"/war_clock", "out of range"};
  if (!s.wars.well_formed()) return {"/wars", "a malformed list"};
  for (std::size_t at = 0; at < s.wars.size(); ++at) {
    const War& war = s.wars[at];
    const int i = static_cast<int>(at);
    if (!s.alive(war.opener) || !s.alive(war.other) || war.opener == war.other) {
      return {"/wars/%", "a war is between two living nations", i};
    }
    if (war.kind > WarKind::espionage) return {"/wars/%/kind", "no such kind", i};
    if (war.declared_turn < 1 || war.declared_turn > kTurns) return {"/wars/%/declared_turn", "out of range", i};
    if (war.order_no < 1 || war.order_no > s.war_clock) return {"/wars/%/order_no", "beyond the clock", i};
    if (war.wins[0] > kMaxWins || war.wins[1] > kMaxWins) return {"/wars/%/wins", "out of range", i};
    if (!all_flags({war.penalty_pending, war.fresh})) return {"/wars/%", "a flag that is neither false nor true", i};
    for (std::size_t before = 0; before < at; ++before) {
      if (s.wars[before].between(war.opener, war.other)) return {"/wars/%", "a second war of these two", i};
      if (s.wars[before].order_no == war.order_no) return {"/wars/%/order_no", "numbers differ", i};
    }
  }
  return {};
}

bool is_seat_list(const Vec<Seat, kMaxPlayers>& list, int players) {
  if (!list.well_formed()) return false;
  unsigned seen = 0;
  for (const Seat seat : list) {
    if (seat >= players || (seen >> seat & 1u) != 0) return false;
    seen |= 1u << seat;
  }
  return true;
}

Fault check_events(const State& s) {
  const auto& schedule = s.event_schedule;
  unsigned seen = 0;
  bool ended = false;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    const bool last = i + 1 == schedule.size();
    const int place = static_cast<int>(i);
    if (hides_event(s, i)) {
      if (schedule[i] != kNone) return {"/event_schedule/%", "a secret", place};
      continue;
    }
    if (last) {
      if (schedule[i] != static_cast<std::uint8_t>(EventId::final_judgment)) {
        return {"/event_schedule/%", "the last event is final_judgment", place};
      }
    } else if (schedule[i] == kNone) {
      if (s.phase != Phase::setup) return {"/event_schedule/%", "not drawn", place};
      ended = true;
    } else {
      const bool fresh = schedule[i] + 1u < kEvents && (seen >> schedule[i] & 1u) == 0 && !ended;
      if (!fresh) return {"/event_schedule/%", "an event of its own for each turn, in order", place};
      seen |= 1u << schedule[i];
    }
  }
  if (s.phase == Phase::setup && !s.head.is_observation() && !ended) return {"/phase", "all events are drawn"};
  return {};
}

Fault check_table(const Rules& r, const State& s) {
  if (s.phase > Phase::over) return {"/phase", "unknown phase"};
  if (s.turn < 1 || s.turn > kTurns) return {"/turn", "out of range"};
  if (s.variants >= 1u << kVariants) return {"/variants", "no such variant"};
  if (s.reserved != decltype(s.reserved){}) return {"", "unused bytes are not zero"};
  const unsigned seats = (1u << s.players()) - 1;
  if (!s.head.is_observation() && s.visible_vp != decltype(s.visible_vp){}) return {"", "points in a full state"};
  for (std::size_t i = 0; i < kMaxPlayers; ++i) {
    if (std::abs(s.visible_vp[i]) > 3 * kMaxVpEvents) return {"/public_vp", "out of range"};
    if (i >= static_cast<std::size_t>(s.players()) && s.visible_vp[i] != 0) return {"/public_vp", "no such seat"};
  }
  for (std::size_t i = 0; i < kBranches; ++i) {
    if (s.branch_open[i] > 3) return {"/branch_open", "out of range"};
  }
  if ((s.tier3_taken & ~r.of_tier[3]) != 0) return {"/tier3_taken", "not of tier 3"};
  if (s.civic_taken >= 1u << kCivics) return {"/civic_taken", "no such action"};
  if ((s.empaths_holders & ~seats) != 0) return {"/empaths_holders", "no such seat"};
  if (s.empaths_open_turn > kTurns) return {"/empaths_open_turn", "out of range"};
  if (s.strategy_pool >= 1u << kStrategyCards) return {"/strategy_pool", "no such card"};
  if (s.visit >= kMaxPlayers) return {"/visit", "out of range"};
  if (!is_seat_list(s.order, s.players())) return {"/order", "seats, each once"};
  if (!is_seat_list(s.strategy_order, s.players())) return {"/strategy_order", "seats, each once"};
  if (s.strategy_next > s.strategy_order.size()) return {"/strategy_next", "beyond the order"};
  if (!s.war_left.well_formed()) return {"/war_step/left", "a malformed list"};
  if (!s.queue.well_formed()) return {"/queue", "a malformed list"};
  if (!s.pending.well_formed()) return {"/pending", "a malformed list"};
  if ((s.pirates_hit & ~seats) != 0) return {"/pirates_hit", "no such seat"};
  return {};
}

}  // namespace

Fault Solar::check_state(const Rules& r, const State& s) {
  if (const Fault fault = check_table(r, s); !fault.ok()) return fault;
  if (const Fault fault = check_nations(r, s); !fault.ok()) return fault;
  if (const Fault fault = check_occupants(r, s); !fault.ok()) return fault;
  if (const Fault fault = check_matrices(r, s); !fault.ok()) return fault;
  if (const Fault fault = check_wars(s); !fault.ok()) return fault;
  if (const Fault fault = check_events(s); !fault.ok()) return fault;
  return check_pending(r, s);
}

}  // namespace arbitre::solar
