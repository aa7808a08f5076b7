// Satrapies: the resolution of a turn (SAT 5), as a function of the position, the orders and the
// winners of ties. All orders move at once; zones are then settled one by one, and none looks at what
// became of another, so their sequence shows in the report and in the lots alone.
// Must not know: whether orders are legal (moves.hpp), the phase, chance.
#pragma once

#include <bit>

#include "arbitre/games/satrapies/board.hpp"

namespace arbitre::satrapies {

// A tie that a lot must break, in a zone or on a link.
struct Contest {
  std::uint8_t zone = kNone;
  std::uint8_t link = kNone;
  OwnerSet tied = 0;

  bool exists() const { return tied != 0; }
  int size() const { return std::popcount(tied); }
  // The i-th of the tied, in the order of the powers.
  std::uint8_t nth(int i) const { return static_cast<std::uint8_t>(nth_set_bit(tied, i)); }
};

// A fight as it is reported: everybody's total, and who is left (nobody, with kNone).
struct Fight {
  OwnerSet present = 0;
  std::array<std::uint16_t, kOwners> totals{};
  std::uint8_t winner = kNone;
};

// Takes no notice of anything that happens.
struct NoReport {
  void clash(std::uint8_t, const Fight&) {}
  void built(std::uint8_t, const BuildOrder&) {}
  void battle(std::uint8_t, const Fight&) {}
  void conquered(std::uint8_t, std::uint8_t, std::uint8_t) {}
  void recruit(std::uint8_t, std::uint8_t, bool) {}
  void trimmed(std::uint8_t, std::uint8_t, UnitClass, std::uint8_t) {}
  void eliminated(std::uint8_t) {}
  void income(std::uint8_t, std::uint8_t) {}
};

// Breaks ties with winners drawn before; kNone when they are used up.
class DrawnLots {
 public:
  explicit DrawnLots(const State& s) : lots_{s.lots} {}

  std::uint8_t operator()(const Contest& contest) {
    if (used_ == lots_.size()) return kNone;
    const std::uint8_t winner = lots_[used_++];
    if ((contest.tied & owner_bit(winner)) == 0) fits_ = false;
    return fits_ ? winner : kNone;
  }
  // Whether every lot belonged to its contest and none is left over.
  bool fit() const { return fits_ && used_ == lots_.size(); }

 private:
  const Vec<std::uint8_t, kMaxLots>& lots_;
  std::size_t used_ = 0;
  bool fits_ = true;
};

class Resolution {
 public:
  Resolution(const Rules& r, const State& s) : r_{r}, s_{s} {
    for (std::uint8_t zone = 0; zone < r.zone_count; ++zone) {
      const Units& units = s.units[zone];
      if (units.owner != kNone) force_[zone][units.owner] = packed(units.count);
    }
    std::copy_n(s.control.begin(), kMaxZones, control_.begin());
  }

  // SAT 5.2 to 5.8. Stops at the first tie for which `decide(contest)` has no winner, and returns it.
  template <class Decide, class Report>
  Contest fight(Decide&& decide, Report&& report) {
    if (s_.options.border_clash == 0) {
      move_all();
    } else if (const Contest due = move_with_clashes(decide, report); due.exists()) {
      return due;
    }
    build_all(report);
    Contest due;
    for (ZoneSet left = arrived_; left != 0 && !due.exists(); left &= left - 1) {
      due = settle_zone(static_cast<std::uint8_t>(std::countr_zero(left)), decide, report);
    }
    return due;
  }

  // SAT 5.9 to 5.11, after fight() has returned no contest: writes the position of the next turn into
  // `next`, a copy of the state. Orders, submissions and the turn are the caller's.
  template <class Report>
  void finish(State& next, Report&& report) {
    if (s_.options.recruits_fight == 0) place_recruits(report);
    for_each_zone(arrived_ | recruited_, [&](std::uint8_t zone) { trim(zone, report); });
    write_back(next);
    eliminate(next, report);
    pay(next, report);
  }

 private:
  // The units of one owner in one place: a byte for each class, so that sums are sums of integers.
  using Force = std::uint32_t;
  static constexpr Force one(UnitClass unit_class) { return Force{1} << (8 * static_cast<int>(unit_class)); }
  static constexpr Force packed(const std::array<std::uint8_t, kClasses>& count) {
    return Force{count[0]} | Force{count[1]} << 8 | Force{count[2]} << 16;
  }
  static constexpr std::uint8_t count_of(Force force, std::size_t c) {
    return static_cast<std::uint8_t>(force >> (8 * c) & 0xFFu);
  }

  int attack_of(Force force) const { return value_of(force, &ClassInfo::attack); }
  int defence_of(Force force) const { return value_of(force, &ClassInfo::defence); }
  int value_of(Force force, std::uint8_t ClassInfo::* value) const {
    int total = 0;
    for (std::size_t c = 0; c < kClasses; ++c) total += count_of(force, c) * r_.classes[c].*value;
    return total;
  }

  template <class Visit>
  void each_move(Visit&& visit) const {
    for (std::uint8_t power = 0; power < s_.players(); ++power) {
      for (const MoveOrder& move : s_.powers[power].orders.moves) visit(power, move);
    }
  }

  // SAT 5.2: no move fails, and crossing units pass each other (SAT-C7).
  void move_all() {
    each_move([&](std::uint8_t power, const MoveOrder& move) {
      const Force units = one(move.unit_class) * move.count;
      leave(power, move.from, units);
      arrive(power, move.to, units);
    });
  }
  void leave(std::uint8_t power, std::uint8_t zone, Force units) {
    force_[zone][power] -= units;
    changed_ |= bit(zone);
  }
  void arrive(std::uint8_t power, std::uint8_t zone, Force units) {
    force_[zone][power] += units;
    arrived_ |= bit(zone);
  }

  // Variant border_clash: units of different powers that cross one link fight on it first, and with
  // them everybody else on that link (SAT-C27). Links go by their index.
  template <class Decide, class Report>
  Contest move_with_clashes(Decide&& decide, Report&& report) {
    Bits<kMaxLinks> used;
    each_move([&](std::uint8_t power, const MoveOrder& move) {
      leave(power, move.from, one(move.unit_class) * move.count);
      used.insert(r_.link_of[move.from][move.to]);
    });
    Contest due;
    used.for_each([&](std::size_t link) {
      if (!due.exists()) due = settle_link(static_cast<std::uint8_t>(link), decide, report);
    });
    return due;
  }

  template <class Decide, class Report>
  Contest settle_link(std::uint8_t link, Decide&& decide, Report&& report) {
    // What each power sends from the lower zone to the higher one, and back.
    std::array<std::array<Force, kMaxPowers>, 2> sent{};
    std::array<OwnerSet, 2> going{};
    each_move([&](std::uint8_t power, const MoveOrder& move) {
      if (r_.link_of[move.from][move.to] != link) return;
      const std::size_t back = move.from == r_.links[link].a ? 0 : 1;
      sent[back][power] += one(move.unit_class) * move.count;
      going[back] |= owner_bit(power);
    });
    Fight fight;
    fight.present = going[0] | going[1];
    std::uint8_t winner = kNone;
    const bool crossing = going[0] != 0 && going[1] != 0 && !std::has_single_bit(fight.present);
    if (crossing) {
      for (std::uint8_t power = 0; power < kMaxPowers; ++power) {
        fight.totals[power] = static_cast<std::uint16_t>(attack_of(sent[0][power] + sent[1][power]));
      }
      const Contest due = decide_fight(fight, {kNone, link, 0}, kNone, decide);
      if (due.exists()) return due;
      winner = fight.winner;
      report.clash(link, fight);
    }
    for (std::uint8_t power = 0; power < kMaxPowers; ++power) {
      if (crossing && power != winner) continue;
      if (sent[0][power] != 0) arrive(power, r_.links[link].b, sent[0][power]);
      if (sent[1][power] != 0) arrive(power, r_.links[link].a, sent[1][power]);
    }
    return {};
  }

  // SAT 5.3 and 5.4: promotions at once; recruits wait, unless the variant lets them fight.
  template <class Report>
  void build_all(Report&& report) {
    for (std::uint8_t power = 0; power < s_.players(); ++power) {
      for (const BuildOrder& order : s_.powers[power].orders.builds) {
        if (order.build != Build::recruit) {
          force_[order.zone][power] += one(class_after(order.build)) - one(class_before(order.build));
          changed_ |= bit(order.zone);
          report.built(power, order);
        } else if (s_.options.recruits_fight != 0) {
          arrive(power, order.zone, one(UnitClass::mercenary));
          report.built(power, order);
        } else {
          recruiter_[order.zone] = power;
          recruited_ |= bit(order.zone);
        }
      }
    }
  }

  // SAT 5.5 to 5.8 in one zone that units have entered.
  template <class Decide, class Report>
  Contest settle_zone(std::uint8_t zone, Decide&& decide, Report&& report) {
    Fight fight;
    for (std::uint8_t owner = 0; owner < kOwners; ++owner) {
      if (force_[zone][owner] != 0) fight.present |= owner_bit(owner);
    }
    fight.winner = static_cast<std::uint8_t>(std::countr_zero(fight.present));
    if (!std::has_single_bit(fight.present)) {
      if (const Contest due = battle(zone, fight, decide); due.exists()) return due;
      report.battle(zone, fight);
    }
    if (r_.is_province(zone) && fight.winner != kNone && control_[zone] != fight.winner) {
      report.conquered(fight.winner, zone, control_[zone]);
      control_[zone] = fight.winner;
    }
    return {};
  }

  // SAT 5.6 and 5.7.
  template <class Decide>
  Contest battle(std::uint8_t zone, Fight& fight, Decide&& decide) {
    const std::uint8_t controller = r_.is_province(zone) ? s_.control[zone] : kNone;  // SAT-C10
    for (std::uint8_t owner = 0; owner < kOwners; ++owner) {
      const Force force = force_[zone][owner];
      if (force == 0) continue;
      const int total = owner == controller ? defence_of(force) + r_.bonus(s_.options, zone) : attack_of(force);
      fight.totals[owner] = static_cast<std::uint16_t>(total);
    }
    const Contest due = decide_fight(fight, {zone, kNone, 0}, controller, decide);
    if (due.exists()) return due;
    for (std::uint8_t owner = 0; owner < kOwners; ++owner) {
      if (owner != fight.winner) force_[zone][owner] = 0;
    }
    return {};
  }

  // Who wins with these totals; `place` is returned with the tied when a lot is due.
  template <class Decide>
  Contest decide_fight(Fight& fight, Contest place, std::uint8_t controller, Decide&& decide) const {
    int best = 0;
    for (std::uint8_t owner = 0; owner < kOwners; ++owner) {
      if ((fight.present & owner_bit(owner)) == 0 || fight.totals[owner] < best) continue;
      if (fight.totals[owner] > best) place.tied = 0;
      best = fight.totals[owner];
      place.tied |= owner_bit(owner);
    }
    if (std::has_single_bit(place.tied)) {
      fight.winner = static_cast<std::uint8_t>(std::countr_zero(place.tied));
      return {};
    }
    const bool controller_tied = controller != kNone && (place.tied & owner_bit(controller)) != 0;
    switch (s_.options.ties) {
      case Ties::all_destroyed: fight.winner = kNone; return {};
      case Ties::defender:
        if (controller_tied) {
          fight.winner = controller;
          return {};
        }
        break;
      case Ties::lot: break;
    }
    fight.winner = decide(place);  // SAT-C8
    return fight.winner == kNone ? place : Contest{};
  }

  // SAT 5.9: a recruit arrives where its power is the controller now, else it is lost.
  template <class Report>
  void place_recruits(Report&& report) {
    for_each_zone(recruited_, [&](std::uint8_t zone) {
      const std::uint8_t power = recruiter_[zone];
      const bool kept = control_[zone] == power;
      if (kept) force_[zone][power] += one(UnitClass::mercenary);
      report.recruit(power, zone, kept);
    });
  }

  // SAT 5.10: the weakest go first.
  template <class Report>
  void trim(std::uint8_t zone, Report&& report) {
    for (std::uint8_t owner = 0; owner < kOwners; ++owner) {
      Force& force = force_[zone][owner];
      if (force == 0) continue;
      int surplus = count_of(force, 0) + count_of(force, 1) + count_of(force, 2) - r_.zones[zone].capacity;
      for (std::size_t c = 0; c < kClasses && surplus > 0; ++c) {
        const int gone = std::min<int>(surplus, count_of(force, c));
        if (gone == 0) continue;
        const auto unit_class = static_cast<UnitClass>(c);
        force -= one(unit_class) * static_cast<Force>(gone);
        surplus -= gone;
        report.trimmed(owner, zone, unit_class, static_cast<std::uint8_t>(gone));
      }
    }
  }

  void write_back(State& next) const {
    for_each_zone(changed_ | arrived_ | recruited_, [&](std::uint8_t zone) {
      Units& units = next.units[zone];
      units = Units{};
      for (std::uint8_t owner = 0; owner < kOwners; ++owner) {
        const Force force = force_[zone][owner];
        if (force != 0) units = {owner, {count_of(force, 0), count_of(force, 1), count_of(force, 2)}};
      }
    });
    next.control = control_;
  }

  // SAT 5.11, first half (SAT-C16): all who can never give an order again, at once.
  template <class Report>
  void eliminate(State& next, Report&& report) const {
    OwnerSet able = 0;
    for (std::uint8_t zone = 0; zone < r_.zone_count; ++zone) {
      const std::uint8_t owner = next.units[zone].owner;
      if (owner != kNone) able |= owner_bit(owner);
    }
    for_each_zone(r_.majors, [&](std::uint8_t zone) { able |= owner_bit(next.control[zone]); });
    for (std::uint8_t power = 0; power < next.players(); ++power) {
      PowerState& own = next.powers[power];
      if (own.eliminated != 0 || (able & owner_bit(power)) != 0) continue;
      own.eliminated = 1;
      for (std::uint8_t zone = 0; zone < r_.province_count; ++zone) {
        if (next.control[zone] == power) next.control[zone] = kNeutral;
      }
      report.eliminated(power);
    }
  }

  // SAT 5.1 and 5.11, second half: what is left of the old points is lost, but for the carry (SAT-C32).
  template <class Report>
  void pay(State& next, Report&& report) const;

  const Rules& r_;
  const State& s_;
  std::array<std::array<Force, kOwners>, kMaxZones> force_{};
  std::array<std::uint8_t, kMaxZones> control_;
  std::array<std::uint8_t, kMaxZones> recruiter_;  // where recruited_ says so
  ZoneSet changed_ = 0, arrived_ = 0, recruited_ = 0;
};

// SAT 1.1 and 1.3: the action points that an order set costs.
inline int cost_of(const Rules& r, const Orders& orders) {
  int cost = 0;
  for (const MoveOrder& move : orders.moves) cost += r.cost_between(move.from, move.to) * move.count;
  for (const BuildOrder& order : orders.builds) {
    cost += r.classes[static_cast<std::size_t>(class_after(order.build))].cost;
  }
  return cost;
}

template <class Report>
void Resolution::pay(State& next, Report&& report) const {
  const Holdings held{r_, next};
  for (std::uint8_t power = 0; power < next.players(); ++power) {
    PowerState& own = next.powers[power];
    const int unspent = own.ap - cost_of(r_, s_.powers[power].orders);
    own.ap = 0;
    if (own.eliminated != 0) continue;
    const int carried = std::min<int>(unspent, next.options.ap_carry_cap);
    own.ap = static_cast<std::uint8_t>(income(r_, next.options, held[power]) + carried);
    report.income(power, own.ap);
  }
}

// SAT 5.12: the next turn, or the end; orders, lots, cancels and submissions start afresh.
inline void open_turn(const Rules& r, State& s) {
  const Ending end = ending(r, s, s.turn);
  ++s.turn;
  s.phase = end.reason == Reason::none ? Phase::orders : Phase::over;
  s.lots.clear();
  for (std::uint8_t power = 0; power < s.players(); ++power) {
    s.powers[power].orders.clear();
    s.powers[power].submitted = 0;
    s.powers[power].cancels = r.cancels_per_turn;
  }
}

// The whole of SAT 5: the state becomes that of the next turn, or stays as it is and the tie that
// stopped the resolution is returned.
template <class Decide>
Contest adjudicate(const Rules& r, State& s, Decide&& decide) {
  const State before = s;
  Resolution resolution{r, before};
  const Contest due = resolution.fight(decide, NoReport{});
  if (due.exists()) return due;
  resolution.finish(s, NoReport{});
  open_turn(r, s);
  return {};
}

// The tie that the resolution of a state waits for, given the lots drawn so far.
inline Contest pending_contest(const Rules& r, const State& s) {
  DrawnLots lots{s};
  return Resolution{r, s}.fight(lots, NoReport{});
}

}  // namespace arbitre::satrapies
