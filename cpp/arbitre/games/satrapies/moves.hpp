// Satrapies: one struct for each kind of move (SAT 11), with its checks in the order of SAT 4.
// The checks before these (seat, phase, elimination, submission) are in game.hpp, admit().
#pragma once

#include "arbitre/games/satrapies/flow.hpp"

namespace arbitre::satrapies {

// What the checks ask of a position, computed once: a power's units, what its orders have used of
// them and of its points; for chance, the tie to be broken.
struct Ctx {
  const Rules& r;
  const State& s;
  Seat seat;
  std::array<int, kClasses> units{};     // on the board
  std::array<int, kClasses> promoted{};  // ordered promotions, by the class they lead to
  int recruits = 0;                      // ordered
  int ap_left = 0;
  Contest contest;

  Ctx(const Rules& rules, const State& state, Seat mover) : r{rules}, s{state}, seat{mover} {
    if (seat < s.players() && s.phase == Phase::orders) {
      count_own();
    } else if (seat == kChance && s.phase == Phase::lots) {
      contest = pending_contest(r, s);
    }
  }

  const PowerState& own() const { return s.powers[seat]; }
  const Orders& orders() const { return own().orders; }

  int present(std::uint8_t zone, UnitClass unit_class) const {
    const Units& there = s.units[zone];
    return there.owner == seat ? there.count[static_cast<std::size_t>(unit_class)] : 0;
  }
  // How many units of a class the orders take from a zone, or promote in it.
  int used(std::uint8_t zone, UnitClass unit_class) const {
    int total = 0;
    for (const MoveOrder& move : orders().moves) {
      if (move.from == zone && move.unit_class == unit_class) total += move.count;
    }
    for (const BuildOrder& order : orders().builds) {
      if (order.zone == zone && order.build != Build::recruit && class_before(order.build) == unit_class) ++total;
    }
    return total;
  }

 private:
  void count_own() {
    for (std::uint8_t zone = 0; zone < r.zone_count; ++zone) {
      if (s.units[zone].owner != seat) continue;
      for (std::size_t c = 0; c < kClasses; ++c) units[c] += s.units[zone].count[c];
    }
    for (const BuildOrder& order : orders().builds) {
      if (order.build == Build::recruit) {
        ++recruits;
      } else {
        ++promoted[static_cast<std::size_t>(class_after(order.build))];
      }
    }
    ap_left = own().ap - cost_of(r, orders());
  }
};

inline Verdict refuse(Reject code, Word subject, int need = 0, int have = 0) {
  return {code, static_cast<std::uint16_t>(subject), need, have};
}
inline Verdict refuse_zone(const Ctx& ctx, Reject code, std::uint8_t zone, int need = 0, int have = 0) {
  return {code, static_cast<std::uint16_t>(ctx.r.zone_words + zone), need, have};
}
inline Verdict refuse_class(const Ctx& ctx, Reject code, UnitClass unit_class, int need = 0, int have = 0) {
  return {code, static_cast<std::uint16_t>(ctx.r.class_words + static_cast<int>(unit_class)), need, have};
}
inline Verdict refuse_power(const Rules& r, Reject code, std::uint8_t power) {
  return {code, static_cast<std::uint16_t>(r.power_words + power), 0, 0};
}

// SAT 4, 20 and 21: a unit of the class that no other order uses.
inline Verdict check_unit(const Ctx& ctx, std::uint8_t zone, UnitClass unit_class) {
  const int present = ctx.present(zone, unit_class);
  if (present == 0) return refuse_zone(ctx, Code::no_own_unit_there, zone, 1, 0);
  const int used = ctx.used(zone, unit_class);
  if (used >= present) return refuse_class(ctx, Code::units_overcommitted, unit_class, used + 1, present);
  return {};
}

// SAT 4, 24.
inline Verdict check_ap(const Ctx& ctx, int cost) {
  return cost > ctx.ap_left ? refuse(Code::insufficient_ap, Word::ap, cost, ctx.ap_left) : Verdict{};
}

// SAT 4, 15 to 18: where recruits and promotions are possible.
inline Verdict check_site(const Ctx& ctx, std::uint8_t zone) {
  if (!ctx.r.is_province(zone)) return refuse_zone(ctx, Code::not_a_province, zone);
  if (ctx.s.control[zone] != ctx.seat) return refuse_zone(ctx, Code::not_controlled, zone);
  if ((ctx.r.majors & bit(zone)) == 0) return refuse_zone(ctx, Code::no_major_citadel, zone);
  if (find_build(ctx.orders(), zone) != nullptr) return refuse_zone(ctx, Code::province_already_used, zone);
  return {};
}

// SAT 4, 26.
inline Verdict check_cancels(const Ctx& ctx) {
  return ctx.own().cancels == 0 ? refuse(Code::cancel_limit, Word::cancels, 1, 0) : Verdict{};
}

inline Audience audience_of(const State& s) {
  return s.options.open_orders != 0 ? Audience::everyone : Audience::own_seat;
}

// The provinces in which a power may build.
inline ZoneSet sites_of(const Ctx& ctx) {
  ZoneSet sites = 0;
  for_each_zone(ctx.r.majors, [&](std::uint8_t zone) {
    if (ctx.s.control[zone] == ctx.seat) sites |= bit(zone);
  });
  return sites;
}

struct MoveUnit {
  std::uint8_t from, to;
  UnitClass unit_class;

  static constexpr std::string_view kind = "move";
  static constexpr bool chance = false;
  static constexpr auto fields =
      std::tuple{field("from", &MoveUnit::from, Dom::zone), field("to", &MoveUnit::to, Dom::zone),
                 field("unit_class", &MoveUnit::unit_class, Dom::unit_class)};

  Verdict check(const Ctx& ctx) const {  // SAT 4, 12 to 14, 20, 21, 24
    if (from == to) return refuse_zone(ctx, Code::same_zone, from);
    const std::uint8_t link = ctx.r.link_of[from][to];
    if (link == kNone) {
      const bool coast = (ctx.r.zones[from].coasts & bit(to)) != 0;
      return refuse_zone(ctx, coast ? Code::port_required : Code::not_adjacent, to);
    }
    if (const Verdict unit = check_unit(ctx, from, unit_class); !unit.ok()) return unit;
    return check_ap(ctx, ctx.r.links[link].cost);
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for (std::uint8_t from = 0; from < ctx.r.zone_count; ++from) {
      const Units& units = ctx.s.units[from];
      if (units.owner != ctx.seat) continue;
      for_each_zone(ctx.r.zones[from].neighbours, [&](std::uint8_t to) {
        for (std::size_t c = 0; c < kClasses; ++c) {
          if (units.count[c] > 0) keep(MoveUnit{from, to, static_cast<UnitClass>(c)});
        }
      });
    }
  }

  void apply(GameStep& step) const {  // SAT 4
    const MoveOrder order{from, to, unit_class, 0};
    add_move(step.s.powers[step.seat].orders, order);
    step.report(OrderAdded{step.seat, in_words(order), audience_of(step.s)});
  }
};

struct Recruit {
  std::uint8_t zone;

  static constexpr std::string_view kind = "recruit";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("zone", &Recruit::zone, Dom::zone)};

  Verdict check(const Ctx& ctx) const {  // SAT 4, 15 to 18, 20, 22, 24
    if (const Verdict site = check_site(ctx, zone); !site.ok()) return site;
    if (ctx.s.options.recruit_needs_unit != 0 && ctx.s.units[zone].owner != ctx.seat) {  // SAT-C9
      return refuse_zone(ctx, Code::no_own_unit_there, zone, 1, 0);
    }
    const ClassInfo& mercenary = ctx.r.classes[0];
    const int reached = ctx.units[0] + ctx.units[1] + ctx.units[2] + ctx.recruits + 1;
    if (reached > mercenary.limit) return refuse(Code::unit_limit, Word::units, reached, mercenary.limit);
    return check_ap(ctx, mercenary.cost);
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for_each_zone(sites_of(ctx), [&](std::uint8_t zone) { keep(Recruit{zone}); });
  }

  void apply(GameStep& step) const {
    const BuildOrder order{zone, Build::recruit};
    add_build(step.s.powers[step.seat].orders, order);
    step.report(OrderAdded{step.seat, in_words(order), audience_of(step.s)});
  }
};

struct Promote {
  std::uint8_t zone;
  UnitClass unit_class;  // before

  static constexpr std::string_view kind = "promote";
  static constexpr bool chance = false;
  static constexpr auto fields =
      std::tuple{field("zone", &Promote::zone, Dom::zone), field("unit_class", &Promote::unit_class, Dom::unit_class)};

  Verdict check(const Ctx& ctx) const {  // SAT 4, 15 to 21, 23, 24
    if (const Verdict site = check_site(ctx, zone); !site.ok()) return site;
    if (unit_class == UnitClass::guard) return refuse_class(ctx, Code::not_promotable, unit_class);
    if (const Verdict unit = check_unit(ctx, zone, unit_class); !unit.ok()) return unit;
    const UnitClass after = class_after(promotion_of(unit_class));
    const auto c = static_cast<std::size_t>(after);
    const int reached = ctx.units[c] + ctx.promoted[c] + 1;
    if (reached > ctx.r.classes[c].limit) {
      const Reject code = after == UnitClass::elite ? Code::elite_limit : Code::guard_limit;
      return refuse_class(ctx, code, after, reached, ctx.r.classes[c].limit);
    }
    return check_ap(ctx, ctx.r.classes[c].cost);
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for_each_zone(sites_of(ctx), [&](std::uint8_t zone) {
      keep(Promote{zone, UnitClass::mercenary});
      keep(Promote{zone, UnitClass::elite});
    });
  }

  void apply(GameStep& step) const {
    const BuildOrder order{zone, promotion_of(unit_class)};
    add_build(step.s.powers[step.seat].orders, order);
    step.report(OrderAdded{step.seat, in_words(order), audience_of(step.s)});
  }
};

struct CancelMove {
  std::uint8_t from, to;
  UnitClass unit_class;

  static constexpr std::string_view kind = "cancel_move";
  static constexpr bool chance = false;
  static constexpr auto fields =
      std::tuple{field("from", &CancelMove::from, Dom::zone), field("to", &CancelMove::to, Dom::zone),
                 field("unit_class", &CancelMove::unit_class, Dom::unit_class)};

  Verdict check(const Ctx& ctx) const {  // SAT 4, 25 and 26
    if (find_move(ctx.orders(), order()) == nullptr) return refuse_zone(ctx, Code::no_such_order, from);
    return check_cancels(ctx);
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for (const MoveOrder& move : ctx.orders().moves) keep(CancelMove{move.from, move.to, move.unit_class});
  }

  void apply(GameStep& step) const {
    PowerState& own = step.s.powers[step.seat];
    take_move(own.orders, order());
    --own.cancels;
    step.report(OrderCancelled{step.seat, in_words(order()), audience_of(step.s)});
  }

 private:
  MoveOrder order() const { return {from, to, unit_class, 0}; }
};

struct CancelBuild {
  std::uint8_t zone;

  static constexpr std::string_view kind = "cancel_build";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("zone", &CancelBuild::zone, Dom::zone)};

  Verdict check(const Ctx& ctx) const {  // SAT 4, 25 and 26
    if (find_build(ctx.orders(), zone) == nullptr) return refuse_zone(ctx, Code::no_such_order, zone);
    return check_cancels(ctx);
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for (const BuildOrder& order : ctx.orders().builds) keep(CancelBuild{order.zone});
  }

  void apply(GameStep& step) const {
    PowerState& own = step.s.powers[step.seat];
    const BuildOrder order = *find_build(own.orders, zone);
    take_build(own.orders, zone);
    --own.cancels;
    step.report(OrderCancelled{step.seat, in_words(order), audience_of(step.s)});
  }
};

struct Submit {
  static constexpr std::string_view kind = "submit";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{};

  Verdict check(const Ctx&) const { return {}; }

  void apply(GameStep& step) const {  // SAT 3: the last one ends the turn
    step.s.powers[step.seat].submitted = 1;
    step.report(OrdersSubmitted{step.seat});
    if (first_waiting(step.s) == kNone) resolve(step);
  }
};

struct Lot {
  std::uint8_t winner;

  static constexpr std::string_view kind = "lot";
  static constexpr bool chance = true;
  static constexpr auto fields = std::tuple{field("winner", &Lot::winner, Dom::power)};

  Verdict check(const Ctx& ctx) const {  // SAT 4, 7
    const bool tied = (ctx.contest.tied & owner_bit(winner)) != 0;
    return tied ? Verdict{} : refuse_power(ctx.r, Code::not_among_the_tied, winner);
  }

  void apply(GameStep& step) const {
    step.s.lots.push_back(winner);
    step.report(LotDrawn{winner});
    resolve(step);
  }
};

}  // namespace arbitre::satrapies
