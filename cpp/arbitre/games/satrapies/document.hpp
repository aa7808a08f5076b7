// Satrapies: the state document (SAT 12), one description for both directions.
// Must not know: whether a position is consistent (invariants.cpp).
#pragma once

#include "arbitre/games/satrapies/flow.hpp"

namespace arbitre::satrapies {

inline constexpr std::array<std::string_view, 2> kBuildKinds = {"recruit", "promote"};

inline Options standard_options(const Rules& r) {
  Options options;
  options.turn_limit = r.turn_limit;
  options.ap_base = r.ap_base;
  return options;
}

template <class Io, class O>
void describe_variants(Io& io, O& options) {  // SAT 8
  io.object(
      "variants",
      [&](auto& variants) {
        constexpr Presence optional = Presence::optional;
        variants.boolean("border_clash", options.border_clash, optional);
        variants.word("neutral_garrisons", options.neutral_garrisons, kGarrisons, optional);
        variants.word("ties", options.ties, kTies, optional);
        variants.word("bonus_stacking", options.bonus_stacking, kStackings, optional);
        variants.integer("ap_carry_cap", options.ap_carry_cap, 0, kMaxCarry, optional);
        variants.integer("turn_limit", options.turn_limit, 5, kMaxTurns, optional);
        variants.boolean("open_orders", options.open_orders, optional);
        variants.boolean("recruits_fight", options.recruits_fight, optional);
        variants.boolean("recruit_needs_unit", options.recruit_needs_unit, optional);
        variants.integer("ap_base", options.ap_base, 0, kMaxIncomeBase, optional);
      },
      Presence::optional);
}

template <class Io, class O>
void describe_orders(Io& io, const Rules& r, O& orders) {
  std::size_t moves = orders.moves.size();
  io.list("moves", moves, 0, kMaxOrders, [&](auto& entry, std::size_t i) {
    if constexpr (Io::reading) orders.moves.push_back({});
    auto& move = orders.moves[i];
    entry.word("from", move.from, r.zone_ids);
    entry.word("to", move.to, r.zone_ids);
    entry.word("unit_class", move.unit_class, kClassIds);
    entry.integer("count", move.count, 1, kMaxOrders);
  });
  std::size_t builds = orders.builds.size();
  io.list("builds", builds, 0, kMaxOrders, [&](auto& entry, std::size_t i) {
    if constexpr (Io::reading) orders.builds.push_back({});
    auto& order = orders.builds[i];
    entry.word("zone", order.zone, r.zone_ids);
    std::uint8_t promote = order.build == Build::recruit ? 0 : 1;
    UnitClass unit_class = class_before(order.build);
    entry.word("kind", promote, kBuildKinds);
    entry.word("unit_class", unit_class, kClassIds);
    if constexpr (Io::reading) {
      // A guard has no such build; what is no build at all is refused by check_state.
      const auto number = static_cast<std::uint8_t>(static_cast<std::uint8_t>(unit_class) + 1u);
      order.build = promote == 0 ? Build::recruit : static_cast<Build>(number);
    }
  });
}

template <class Io, class P>
void describe_power(Io& io, const Rules& r, P& power, std::uint8_t number, bool hidden, int most) {
  io.constant("id", r.power_ids[number]);
  io.integer("ap", power.ap, 0, most);
  io.boolean("eliminated", power.eliminated);
  io.boolean("submitted", power.submitted);
  io.secret("cancels", hidden, Value{},
            [&](auto& here) { here.integer("cancels", power.cancels, 0, r.cancels_per_turn); });
  io.secret("orders", hidden, Value{}, [&](auto& here) {
    here.object("orders", [&](auto& object) { describe_orders(object, r, power.orders); });
  });
}

// SAT 12, `/pending`: what follows from orders and lots. A reader looks at its form here; whether it
// is right shows when the document is written again.
template <class Io>
void describe_pending(Io& io, const Rules& r, const Contest& contest) {
  bool due = contest.exists();
  io.optional_object("pending", due, [&](auto& object) {
    std::uint8_t zone = contest.zone;
    object.optional_word("zone", zone, kNone, r.zone_ids);
    Vec<std::uint8_t, 2> ends;
    if (contest.link != kNone) {
      ends.push_back(r.links[contest.link].a);
      ends.push_back(r.links[contest.link].b);
    }
    object.optional_word_list("link", ends, 2, r.zone_ids);
    Owners tied = listed(contest.tied);
    object.word_list("tied", tied, 2, kOwners, r.power_ids);
  });
}

template <class Io>
void describe_result(Io& io, const State& s, Ending end) {
  bool over = end.reason != Reason::none;
  io.optional_object("result", over, [&](auto& object) {
    std::uint8_t reason = reason_index(end.reason);
    object.word("reason", reason, kReasons);
    Bits<kMaxPowers> winners;
    end.winners.for_each([&](Seat seat) { winners.insert(seat); });
    object.set("winners", winners, 0, s.players() - 1);
  });
}

template <class Io, class S>
void describe_state(Io& io, const Rules& r, S& s) {
  io.constant("game", kGameId);
  io.integer("players", s.head.players, r.players_min, r.players_max);
  if constexpr (Io::reading) s.options = standard_options(r);
  describe_variants(io, s.options);
  io.integer("turn", s.turn, 1, s.options.turn_limit + 1);
  io.word("phase", s.phase, kPhases);
  io.object("control", [&](auto& object) {
    for (std::uint8_t zone = 0; zone < r.province_count; ++zone) {
      object.word(r.zone_ids[zone], s.control[zone], r.power_ids);
    }
  });
  io.object("units", [&](auto& object) {
    for (std::uint8_t zone = 0; zone < r.zone_count; ++zone) {
      object.object(r.zone_ids[zone], [&](auto& units) {
        units.optional_word("owner", s.units[zone].owner, kNone, r.power_ids);
        for (std::size_t c = 0; c < kClasses; ++c) {
          units.integer(kClassIds[c], s.units[zone].count[c], 0, r.zones[zone].capacity);
        }
      });
    }
  });
  auto count = static_cast<std::size_t>(s.players());
  io.list("powers", count, count, count, [&](auto& power, std::size_t i) {
    describe_power(power, r, s.powers[i], static_cast<std::uint8_t>(i), s.hides(i), most_ap(r, s.options));
  });
  io.word_list("lots", s.lots, 0, kMaxLots, r.power_ids);
  if constexpr (Io::reading) {
    describe_pending(io, r, {});
    describe_result(io, s, {});
  } else {
    describe_pending(io, r, s.phase == Phase::lots ? pending_contest(r, s) : Contest{});
    describe_result(io, s, s.phase == Phase::over ? ending_of(r, s) : Ending{});
  }
}

}  // namespace arbitre::satrapies
