// Vitorian Wars: the moves of the order window and of the barrage (VW 4.10, 4.11), and giving up.
#pragma once

#include "arbitre/games/vitorian_wars/moves.hpp"

namespace arbitre::vitorian_wars {

struct PlayOrder {
  std::uint8_t card;
  static constexpr std::string_view kind = "play_order";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("card", &PlayOrder::card, Dom::card)};

  Verdict check(const Ctx& ctx) const {  // VW 4.10
    if (const Verdict hand = check_in_hand(ctx, card, CardType::order, Code::not_an_order); !hand.ok()) return hand;
    if (ctx.s.combat.orders.full()) {
      return refuse(Code::order_stack_full, Word::card, kMaxOrders, static_cast<int>(ctx.s.combat.orders.size()));
    }
    return check_price(ctx, card);
  }
  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for_each_payable(ctx, CardType::order, [&](std::uint8_t card) { keep(PlayOrder{card}); });
  }
  void apply(GameStep& step) const { announce_card(step, *this, card); }
  void perform(GameStep& step, Seat seat) const {
    step.s.players[seat].hand.remove(card);
    step.report(OrderPlayed{seat, card});
    Frame& frame = push(step.s, FrameKind::order, seat, kNone);
    frame.card = card;
    frame.ability = step.r.ability_with(card, Trigger::play);
  }
};

struct Gank {
  Cell from, to;
  static constexpr std::string_view kind = "gank";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("from", &Gank::from, Dom::cell), field("to", &Gank::to, Dom::cell)};

  Verdict check(const Ctx& ctx) const {  // VW 4.11
    const Combat& combat = ctx.s.combat;
    if (combat.ganked[ctx.seat] != 0) return refuse(Code::barrage_already_used);
    if (combat.supported[ctx.seat] != 0 || combat.reactive[ctx.seat] != 0) return refuse(Code::barrage_order);
    if (const Verdict own = check_own_unit(ctx, from); !own.ok()) return own;
    const Unit& unit = ctx.s.grid[from];
    if (!has(ctx.r, unit, Keyword::ganking)) return refuse_cell(ctx, Code::gank_no_keyword, from);
    if (from == combatant(ctx.s, ctx.seat)) return refuse_cell(ctx, Code::gank_is_combatant, from);
    if (unit.exhausted != 0) return refuse_cell(ctx, Code::unit_exhausted, from);
    if (side_of(to) != ctx.seat) return refuse_cell(ctx, Code::cell_out_of_range, to);
    if (std::abs(column_of(from) - column_of(to)) != 1) return refuse_cell(ctx, Code::gank_not_adjacent, to);
    if (row_of(from) != row_of(to) && has(ctx.r, unit, Keyword::brute)) {
      return refuse_cell(ctx, Code::brute_cannot_change_row, from);
    }
    return ctx.s.occupied(to) ? refuse_cell(ctx, Code::cell_occupied, to) : Verdict{};
  }
  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for_each_cell(ctx.s, ctx.seat, [&](Cell from) {
      if (!has(ctx.r, ctx.s.grid[from], Keyword::ganking)) return;
      for_each_own_cell(ctx.seat, [&](Cell to) { keep(Gank{from, to}); });
    });
  }
  void apply(GameStep& step) const {
    step.s.combat.ganked[step.seat] = 1;
    move_unit(step, from, to, Why::gank);
    advance(step);
  }
};

struct Support : Bare {
  static constexpr std::string_view kind = "support";

  static Cost cost(const Rules& r, const State& s, Seat seat) {
    return {0, static_cast<std::uint8_t>(std::max(0, 1 + rule_delta(r, s, HouseRule::support_cost, seat)))};
  }
  static Cell supporter(const State& s, Seat seat) { return cell_of(seat, 0, column_of(combatant(s, seat))); }
  Verdict check(const Ctx& ctx) const {  // VW 4.11, 5.3
    const Combat& combat = ctx.s.combat;
    if (combat.supported[ctx.seat] != 0) return refuse(Code::barrage_already_used);
    if (combat.reactive[ctx.seat] != 0) return refuse(Code::barrage_order);
    const Cell own = combatant(ctx.s, ctx.seat);
    if (row_of(own) != 1) return refuse_cell(ctx, Code::support_combatant_not_in_vanguard, own);
    const Cell cell = supporter(ctx.s, ctx.seat);
    if (!ctx.s.occupied(cell)) return refuse_cell(ctx, Code::support_no_unit, cell);
    if (ctx.s.grid[cell].exhausted != 0) return refuse_cell(ctx, Code::unit_exhausted, cell);
    return check_cost(ctx, cost(ctx.r, ctx.s, ctx.seat));
  }
  void apply(GameStep& step) const { announce(step, *this, {}, cost(step.r, step.s, step.seat), 0); }
  void perform(GameStep& step, Seat seat) const {
    const Cell cell = supporter(step.s, seat);
    const auto n = static_cast<std::int8_t>(std::clamp(figures(step.r, step.s, cell).attack, 0, kMaxModifier));
    step.s.combat.supported[seat] = 1;
    step.s.combat.support[seat] = n;
    step.report(Supported{cell, n});
  }
};

struct Reactive : Bare {
  static constexpr std::string_view kind = "reactive";
  static constexpr Cost kCost = {0, 1};

  Verdict check(const Ctx& ctx) const {  // VW 4.11
    if (ctx.s.combat.reactive[ctx.seat] != 0) return refuse(Code::barrage_already_used);
    const Cell own = combatant(ctx.s, ctx.seat);
    if (!has(ctx.r, ctx.s.grid[own], Keyword::reactive_armor)) return refuse_cell(ctx, Code::reactive_no_keyword, own);
    return check_cost(ctx, kCost);
  }
  void apply(GameStep& step) const { announce(step, *this, {}, kCost, 0); }
  void perform(GameStep& step, Seat seat) const {
    step.s.combat.reactive[seat] = 1;
    step.report(ReactivePaid{combatant(step.s, seat)});
  }
};

struct Pass : Bare {
  static constexpr std::string_view kind = "pass";
  void apply(GameStep& step) const {
    step.s.combat.step = static_cast<CombatStep>(static_cast<int>(step.s.combat.step) + 1);
    advance(step);
  }
};

struct Concede : Bare {
  static constexpr std::string_view kind = "concede";
  void apply(GameStep& step) const { finish(step, other(step.seat), Reason::concede); }
};

}  // namespace arbitre::vitorian_wars
