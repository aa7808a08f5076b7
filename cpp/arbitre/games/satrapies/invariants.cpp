// Satrapies: which bytes are a position (SAT 2 and 12). Nothing may be assumed here: every index is
// judged before it is used.
#include "arbitre/games/satrapies/game.hpp"

namespace arbitre::satrapies {
namespace {

Fault check_options(const State& s) {
  const Options& o = s.options;
  if (o.border_clash > 1) return {"/variants/border_clash", "neither false nor true"};
  if (o.neutral_garrisons > Garrisons::all) return {"/variants/neutral_garrisons", "unknown value"};
  if (o.ties > Ties::all_destroyed) return {"/variants/ties", "unknown value"};
  if (o.bonus_stacking > Stacking::best) return {"/variants/bonus_stacking", "unknown value"};
  if (o.ap_carry_cap > kMaxCarry) return {"/variants/ap_carry_cap", "out of range"};
  if (o.turn_limit < 5 || o.turn_limit > kMaxTurns) return {"/variants/turn_limit", "out of range"};
  if (o.open_orders > 1) return {"/variants/open_orders", "neither false nor true"};
  if (o.recruits_fight > 1) return {"/variants/recruits_fight", "neither false nor true"};
  if (o.recruit_needs_unit > 1) return {"/variants/recruit_needs_unit", "neither false nor true"};
  if (o.ap_base > kMaxIncomeBase) return {"/variants/ap_base", "out of range"};
  if (s.reserved != decltype(s.reserved){}) return {"", "unused bytes are not zero"};
  return {};
}

bool takes_part(const State& s, std::uint8_t owner) { return owner < s.players() || owner == kNeutral; }

Fault check_board(const Rules& r, const State& s) {
  for (int i = 0; i < static_cast<int>(kMaxZones); ++i) {
    const auto zone = static_cast<std::uint8_t>(i);
    const std::uint8_t control = s.control[zone];
    const Units& units = s.units[zone];
    if (zone >= r.province_count && control != 0) return {"", "control of what is no province"};
    if (zone < r.province_count && !takes_part(s, control)) return {"/control", "a power that is not in the game"};
    if (zone >= r.zone_count) {
      if (units.owner != kNone || units.size() != 0) return {"", "units outside the map"};
      continue;
    }
    if (units.owner == kNone) {
      if (units.size() != 0) return {"/units", "units without an owner"};
      continue;
    }
    if (!takes_part(s, units.owner)) return {"/units", "a power that is not in the game"};
    if (units.size() == 0) return {"/units", "an owner without units"};
    if (units.size() > r.zones[zone].capacity) return {"/units", "more units than the zone holds"};
    if (r.is_province(zone) && units.owner != control) {
      return {"/units", "units stand in provinces of their power, garrisons in neutral ones"};
    }
    if (!r.is_province(zone) && units.owner == kNeutral) return {"/units", "there are no garrisons at sea"};
  }
  return {};
}

// SAT 4: an order set that legal moves can build. Subsets of a legal set are legal and the sequence
// makes no difference (SAT-C12), so it is enough to judge the whole.
class OrderAudit {
 public:
  OrderAudit(const Rules& r, const State& s, int power, const Holdings& held)
      : r_{r},
        s_{s},
        power_{power},
        own_{s.powers[static_cast<std::size_t>(power)]},
        held_{held[static_cast<std::size_t>(power)]} {}

  Fault run() const {
    if (const Fault fault = check_moves(); !fault.ok()) return fault;
    if (const Fault fault = check_builds(); !fault.ok()) return fault;
    if (const Fault fault = check_limits(); !fault.ok()) return fault;
    if (cost_of(r_, own_.orders) > own_.ap) return {"/powers/%/orders", "costs more than the action points", power_};
    return {};
  }

 private:
  Fault moves_fault(const char* why) const { return {"/powers/%/orders/moves", why, power_}; }
  Fault builds_fault(const char* why) const { return {"/powers/%/orders/builds", why, power_}; }

  Fault check_moves() const {
    int before = -1;
    for (const MoveOrder& move : own_.orders.moves) {
      if (move.from >= r_.zone_count || move.to >= r_.zone_count || move.unit_class > UnitClass::guard) {
        return moves_fault("no such zone or class");
      }
      if (r_.link_of[move.from][move.to] == kNone) return moves_fault("no link joins these zones");
      const int key = move.from << 16 | move.to << 8 | static_cast<int>(move.unit_class);
      if (key <= before) return moves_fault("sorted by from, to and class; no two alike");
      before = key;
      if (move.count == 0 || move.count > kMaxOrders) return moves_fault("a count of 1 to 10");
      if (!enough(move.from, move.unit_class)) return moves_fault("more units than there are");
    }
    return {};
  }

  Fault check_builds() const {
    int before = -1;
    for (const BuildOrder& order : own_.orders.builds) {
      if (order.zone >= r_.province_count || order.build > Build::promote_elite) {
        return builds_fault("no such province or promotion");
      }
      if (order.zone <= before) return builds_fault("sorted by zone, one for each");
      before = order.zone;
      if ((r_.majors & bit(order.zone)) == 0) return builds_fault("only in a major citadel or capital");
      if (s_.control[order.zone] != power_) return builds_fault("only in a province of the power");
      if (order.build != Build::recruit) {
        if (!enough(order.zone, class_before(order.build))) return builds_fault("more units than there are");
      } else if (s_.options.recruit_needs_unit != 0 && s_.units[order.zone].owner != power_) {
        return builds_fault("recruits need a unit there");
      }
    }
    return {};
  }

  bool enough(std::uint8_t zone, UnitClass unit_class) const {
    const Units& there = s_.units[zone];
    if (there.owner != power_) return false;
    int used = 0;
    for (const MoveOrder& move : own_.orders.moves) {
      if (move.from == zone && move.unit_class == unit_class) used += move.count;
    }
    for (const BuildOrder& order : own_.orders.builds) {
      if (order.zone == zone && order.build != Build::recruit && class_before(order.build) == unit_class) ++used;
    }
    return used <= there.count[static_cast<std::size_t>(unit_class)];
  }

  Fault check_limits() const {
    std::array<int, kClasses> made{};
    for (const BuildOrder& order : own_.orders.builds) ++made[static_cast<std::size_t>(order.build)];
    if (made[0] > 0 && held_.unit_count() + made[0] > r_.classes[0].limit) {
      return builds_fault("more units than a power may have");
    }
    for (std::size_t c = 1; c < kClasses; ++c) {
      if (made[c] > 0 && held_.units[c] + made[c] > r_.classes[c].limit) {
        return builds_fault("more units of a class than a power may have");
      }
    }
    return {};
  }

  const Rules& r_;
  const State& s_;
  int power_;
  const PowerState& own_;
  const Holdings::Of& held_;
};

Fault check_holdings(const Rules& r, const Holdings::Of& held) {
  if (held.unit_count() > r.classes[0].limit) return {"/units", "more units than a power may have"};
  if (held.units[1] > r.classes[1].limit) return {"/units", "more elites than a power may have"};
  if (held.units[2] > r.classes[2].limit) return {"/units", "more guards than a power may have"};
  return {};
}

Fault check_power(const Rules& r, const State& s, int i, const Holdings& held) {
  const PowerState& power = s.powers[static_cast<std::size_t>(i)];
  if (power.orders.reserved != decltype(power.orders.reserved){}) return {"", "unused bytes are not zero"};
  if (!power.orders.moves.well_formed() || !power.orders.builds.well_formed()) {
    return {"/powers/%/orders", "too many orders", i};
  }
  if (i >= s.players()) {
    const bool empty =
        power.orders.empty() && power.ap == 0 && power.eliminated == 0 && power.submitted == 0 && power.cancels == 0;
    return empty ? Fault{} : Fault{"/powers/%", "this power is not in the game", i};
  }
  if (power.eliminated > 1) return {"/powers/%/eliminated", "neither false nor true", i};
  if (power.submitted > 1) return {"/powers/%/submitted", "neither false nor true", i};
  if (power.ap > most_ap(r, s.options)) return {"/powers/%/ap", "more than any position gives", i};
  if (power.cancels > r.cancels_per_turn) return {"/powers/%/cancels", "out of range", i};
  const Holdings::Of& own = held[static_cast<std::size_t>(i)];
  if (const Fault fault = check_holdings(r, own); !fault.ok()) return fault;
  if (s.hides(static_cast<std::size_t>(i))) {
    const bool hidden = power.orders.empty() && power.cancels == 0;
    return hidden ? Fault{} : Fault{"/powers/%/orders", "an observation with secrets", i};
  }
  if (power.eliminated != 0) {
    if (power.ap != 0) return {"/powers/%/ap", "an eliminated power has none", i};
    if (own.provinces != 0 || own.unit_count() != 0) return {"/powers/%/eliminated", "it still holds something", i};
    if (power.submitted != 0) return {"/powers/%/submitted", "an eliminated power gives no orders", i};
    if (!power.orders.empty()) return {"/powers/%/orders", "an eliminated power gives no orders", i};
    if (power.cancels != r.cancels_per_turn) return {"/powers/%/cancels", "an eliminated power gives no orders", i};
    return {};
  }
  return OrderAudit{r, s, i, held}.run();
}

// SAT 8, open_orders: who waits for a lower power has written nothing.
Fault check_open_orders(const Rules& r, const State& s) {
  const std::uint8_t first = first_waiting(s);
  for (int i = first + 1; i < s.players(); ++i) {
    const PowerState& power = s.powers[static_cast<std::size_t>(i)];
    if (power.submitted != 0) return {"/powers/%/submitted", "a lower power has not submitted", i};
    if (!power.orders.empty()) return {"/powers/%/orders", "a lower power has not submitted", i};
    if (power.cancels != r.cancels_per_turn) return {"/powers/%/cancels", "a lower power has not submitted", i};
  }
  return {};
}

Fault check_over(const Rules& r, const State& s) {
  for (int i = 0; i < s.players(); ++i) {
    const PowerState& power = s.powers[static_cast<std::size_t>(i)];
    if (power.submitted != 0) return {"/powers/%/submitted", "nothing is submitted after the end", i};
    if (!power.orders.empty()) return {"/powers/%/orders", "there are no orders after the end", i};
    if (power.cancels != r.cancels_per_turn) return {"/powers/%/cancels", "there are no orders after the end", i};
  }
  if (s.turn < 2) return {"/turn", "a game lasts a turn at least"};
  if (ending_of(r, s).reason == Reason::none) return {"/phase", "nothing ended the game"};
  return {};
}

Fault check_lots(const Rules& r, const State& s) {
  for (int i = 0; i < static_cast<int>(s.lots.size()); ++i) {
    if (!takes_part(s, s.lots[static_cast<std::size_t>(i)])) return {"/lots/%", "a power that is not in the game", i};
  }
  DrawnLots lots{s};
  if (!Resolution{r, s}.fight(lots, NoReport{}).exists()) return {"/phase", "no lot is due"};
  return lots.fit() ? Fault{} : Fault{"/lots", "not winners of the ties there were"};
}

Fault check_phase(const Rules& r, const State& s) {
  if (!s.lots.well_formed()) return {"/lots", "too many lots"};
  if (s.phase != Phase::lots && !s.lots.empty()) return {"/lots", "no lot is due"};
  if (s.phase == Phase::over) return check_over(r, s);
  if (s.turn > s.options.turn_limit) return {"/turn", "beyond the last turn"};
  const bool all_in = first_waiting(s) == kNone;
  if (s.phase == Phase::lots)
    return all_in ? check_lots(r, s) : Fault{"/phase", "lots are drawn when all have submitted"};
  if (all_in) return {"/phase", "nobody is left to submit"};
  return s.options.open_orders != 0 ? check_open_orders(r, s) : Fault{};
}

}  // namespace

Fault Satrapies::check_state(const Rules& r, const State& s) {
  if (const Fault fault = check_options(s); !fault.ok()) return fault;
  if (s.phase > Phase::over) return {"/phase", "unknown phase"};
  if (s.turn < 1 || s.turn > s.options.turn_limit + 1) return {"/turn", "out of range"};
  if (const Fault fault = check_board(r, s); !fault.ok()) return fault;
  const Holdings held{r, s};
  for (int i = 0; i < static_cast<int>(kMaxPowers); ++i) {
    if (const Fault fault = check_power(r, s, i, held); !fault.ok()) return fault;
  }
  return check_phase(r, s);
}

}  // namespace arbitre::satrapies
