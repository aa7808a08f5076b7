// Solar: the moves of chance (SOL 3.4, 11.2). Which draws are possible, and with what weights, is said
// by `outcomes` in game.hpp; a check asks whether a value may come at all.
#pragma once

#include "arbitre/games/solar/moves_war.hpp"

namespace arbitre::solar {

// SOL 3.4 C8: the risk of an open route, in percent.
inline std::uint32_t pirate_percent(const Rules& r, const State& s) {
  return static_cast<std::uint32_t>(std::min(100, r.p.pirates_base + r.p.pirates_per_turn * s.turn));
}

// SOL 3.4 C9.
inline std::uint32_t loss_percent(const Rules& r) {
  return r.event(EventId::pirate_proliferation).protected_loss_percent;
}

struct DrawEvent {
  std::uint8_t event;

  static constexpr std::string_view kind = "draw_event";
  static constexpr bool chance = true;
  static constexpr auto fields = std::tuple{field("event", &DrawEvent::event, Dom::drawn_event)};

  static bool is_possible(const State& s, int event) {
    const auto& drawn = s.event_schedule;
    return std::find(drawn.begin(), drawn.end(), event) == drawn.end();
  }
  Verdict check(const Ctx& ctx) const { return check_offered(is_possible(ctx.s, event)); }

  void apply(GameStep& step) const {
    State& s = step.s;
    *std::find(s.event_schedule.begin(), s.event_schedule.end(), kNone) = event;
    if (s.event_schedule[3] == kNone) return;
    pop(s);
    advance(step);
  }
};

struct DrawAgenda {
  std::uint8_t agenda;

  static constexpr std::string_view kind = "draw_agenda";
  static constexpr bool chance = true;
  static constexpr auto fields = std::tuple{field("agenda", &DrawAgenda::agenda, Dom::agenda)};

  static bool is_possible(const State& s, int agenda) { return (s.at(s.top().actor).agenda_offer >> agenda & 1u) == 0; }
  Verdict check(const Ctx& ctx) const { return check_offered(is_possible(ctx.s, agenda)); }

  void apply(GameStep& step) const {
    State& s = step.s;
    std::uint8_t& offer = s.at(s.top().actor).agenda_offer;
    offer = static_cast<std::uint8_t>(offer | 1u << agenda);
    if (std::popcount(offer) < kOfferSize) return;
    pop(s);
    s.queue.erase(0);
    if (s.queue.empty()) push(s, ask(Ask::choose_agenda, s.living()));
    advance(step);
  }
};

struct DrawCard {
  std::uint8_t card;

  static constexpr std::string_view kind = "draw_card";
  static constexpr bool chance = true;
  static constexpr auto fields = std::tuple{field("card", &DrawCard::card, Dom::strategy_card)};

  Verdict check(const Ctx& ctx) const { return check_offered((drawable_cards(ctx.r, ctx.s) >> card & 1u) != 0); }

  void apply(GameStep& step) const {
    State& s = step.s;
    s.strategy_pool = static_cast<std::uint16_t>(s.strategy_pool | 1u << card);
    if (!pool_is_full(step.r, s)) return;
    pop(s);
    set_draft_order(step);
    advance(step);
  }
};

struct DrawOrder {
  std::uint8_t nation;

  static constexpr std::string_view kind = "draw_order";
  static constexpr bool chance = true;
  static constexpr auto fields = std::tuple{field("nation", &DrawOrder::nation, Dom::nation)};

  static bool is_possible(const State& s, int seat) {
    return s.alive(seat) && std::find(s.order.begin(), s.order.end(), seat) == s.order.end();
  }
  Verdict check(const Ctx& ctx) const {
    const Seat seat = ctx.s.seat_of(nation);
    return check_offered(seat != kNone && is_possible(ctx.s, seat));
  }

  void apply(GameStep& step) const {
    State& s = step.s;
    s.order.push_back(s.seat_of(nation));
    if (static_cast<int>(s.order.size()) < living_count(s)) return;
    step.report(OrderSet{s.order});
    pop(s);
    advance(step);
  }
};

struct DrawEstimate {
  std::int8_t error;

  static constexpr std::string_view kind = "draw_estimate";
  static constexpr bool chance = true;
  static constexpr auto fields = std::tuple{field("error", &DrawEstimate::error, Dom::error)};

  Verdict check(const Ctx&) const { return {}; }

  void apply(GameStep& step) const {
    State& s = step.s;
    const int viewer = first_of(s.queue[0]);
    const int target = second_of(s.queue[0]);
    s.estimate_of(viewer, target) = static_cast<std::uint8_t>(std::max(0, s.at(target).reserve + error));
    s.queue.erase(0);
    if (!s.queue.empty()) return;
    pop(s);
    advance(step);
  }
};

struct Discover {
  std::uint8_t tile;

  static constexpr std::string_view kind = "discovery";
  static constexpr bool chance = true;
  static constexpr auto fields = std::tuple{field("tile", &Discover::tile, Dom::tile)};

  Verdict check(const Ctx&) const { return {}; }

  void apply(GameStep& step) const {
    const Seat seat = step.s.top().actor;
    pop(step.s);
    apply_tile(step, seat, tile);
    advance(step);
  }
};

struct TradeUnits {
  std::uint8_t units;

  static constexpr std::string_view kind = "trade_units";
  static constexpr bool chance = true;
  static constexpr auto fields = std::tuple{field("units", &TradeUnits::units, Dom::units)};

  Verdict check(const Ctx& ctx) const { return check_offered(ctx.r.powers[kPirateTrade].percent_of_units[units] > 0); }

  void apply(GameStep& step) const {
    State& s = step.s;
    const Seat seat = s.top().actor;
    pop(s);
    if (units > 0) push(s, draw(Ask::trade_unit, seat, units));
    advance(step);
  }
};

struct TradeUnit {
  std::uint8_t resource;

  static constexpr std::string_view kind = "trade_unit";
  static constexpr bool chance = true;
  static constexpr auto fields = std::tuple{field("resource", &TradeUnit::resource, Dom::resource)};

  Verdict check(const Ctx&) const { return {}; }

  void apply(GameStep& step) const {
    State& s = step.s;
    gain(s.at(s.top().actor), resource, 1);
    if (--s.pending.back().value > 0) return;
    pop(s);
    advance(step);
  }
};

struct PirateAttack {
  std::uint8_t destroyed;

  static constexpr std::string_view kind = "pirate_attack";
  static constexpr bool chance = true;
  static constexpr auto fields = std::tuple{field("destroyed", &PirateAttack::destroyed, Dom::flag)};

  Verdict check(const Ctx& ctx) const {
    const std::uint32_t percent = pirate_percent(ctx.r, ctx.s);
    return check_offered(destroyed != 0 ? percent > 0 : percent < 100);
  }

  void apply(GameStep& step) const {  // SOL 5.8
    State& s = step.s;
    const Seat owner = static_cast<Seat>(owner_of(s.queue[0]));
    const int link = link_of(s.queue[0]);
    s.queue.erase(0);
    if (destroyed != 0) {
      remove_route(step, owner, link, Cause::pirates);
      s.pirates_hit = static_cast<SeatBits>(s.pirates_hit | seat_bit(owner));
    }
    if (!s.queue.empty()) return;
    pop(s);
    advance(step);
  }
};

struct TokenFate {
  std::uint8_t lost;

  static constexpr std::string_view kind = "token_fate";
  static constexpr bool chance = true;
  static constexpr auto fields = std::tuple{field("lost", &TokenFate::lost, Dom::flag)};

  Verdict check(const Ctx& ctx) const {
    const std::uint32_t percent = loss_percent(ctx.r);
    return check_offered(lost != 0 ? percent > 0 : percent < 100);
  }

  void apply(GameStep& step) const {  // SOL 5.9
    State& s = step.s;
    const Seat owner = static_cast<Seat>(owner_of(s.queue[0]));
    const int link = link_of(s.queue[0]);
    s.queue.erase(0);
    if (lost != 0) {
      remove_route(step, owner, link, Cause::proliferation);
      put_in_recovery(step.r, s, s.at(owner), 1);
      s.pirates_hit = static_cast<SeatBits>(s.pirates_hit | seat_bit(owner));
    }
    if (!s.queue.empty()) return;
    pop(s);
    advance(step);
  }
};

}  // namespace arbitre::solar
