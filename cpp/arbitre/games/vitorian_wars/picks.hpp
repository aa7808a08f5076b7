// Vitorian Wars: the single picks that payments and abilities ask for (VW 11.2), and what chance plays
// (VW 11.3).
#pragma once

#include "arbitre/games/vitorian_wars/answers.hpp"

namespace arbitre::vitorian_wars {

struct Pay {
  std::uint8_t resource;
  static constexpr std::string_view kind = "pay";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("resource", &Pay::resource, Dom::resource)};

  Verdict check(const Ctx& ctx) const { return check_pick(ctx, ctx.s.top(), resource); }
  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    ctx.own().ready.for_each([&](std::size_t id, int) { keep(Pay{static_cast<std::uint8_t>(id)}); });
  }
  void apply(GameStep& step) const {
    pay_with(step, step.s.top(), resource);
    advance(step);
  }
};

inline Verdict judged(const Ctx& ctx, Reject code, Cell cell) {
  return code == Reject::ok ? Verdict{} : refuse_cell(ctx, code, cell);
}

struct Target {
  Cell cell;
  static constexpr std::string_view kind = "target";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("cell", &Target::cell, Dom::cell)};

  Verdict check(const Ctx& ctx) const { return judged(ctx, check_target(ctx.r, ctx.s, ctx.s.top(), cell), cell); }
  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for (const Seat seat : {Seat{0}, Seat{1}}) for_each_cell(ctx.s, seat, [&](Cell cell) { keep(Target{cell}); });
  }
  void apply(GameStep& step) const {
    Frame& frame = step.s.top();
    frame.picked.push_back(cell);
    if (frame.kind == FrameKind::order) frame.targets.push_back(Aim{frame.op, cell, kNone, kNone});
    if (static_cast<Op>(op_of(step.r, frame).code) == Op::move) frame.moving = cell;
    advance(step);
  }
};

struct NoMore : Bare {
  static constexpr std::string_view kind = "no_more";
  Verdict check(const Ctx& ctx) const {  // VW 4.13
    const Frame& frame = ctx.s.top();
    const Selector& selector = *selector_of(ctx.r, op_of(ctx.r, frame));
    if (selector.up_to) return {};
    return refuse(Code::target_count, Word::target, selector.count, static_cast<int>(frame.picked.size()));
  }
  void apply(GameStep& step) const {
    step.s.top().closed = 1;
    advance(step);
  }
};

struct Destination {
  Cell cell;
  static constexpr std::string_view kind = "destination";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("cell", &Destination::cell, Dom::cell)};

  Verdict check(const Ctx& ctx) const {
    const Frame& frame = ctx.s.top();
    return judged(ctx, check_destination(ctx.r, ctx.s, op_of(ctx.r, frame), frame.moving, cell), cell);
  }
  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for_each_own_cell(side_of(ctx.s.top().moving), [&](Cell cell) { keep(Destination{cell}); });
  }
  void apply(GameStep& step) const {
    Frame& frame = step.s.top();
    const Cell unit = frame.moving;
    frame.moving = kNone;
    if (frame.kind == FrameKind::order) {
      frame.targets.back().to = cell;
    } else {
      move_unit(step, unit, cell, Why::effect);  // VW-C61: pick by pick
    }
    advance(step);
  }
};

struct TargetOrder {
  std::uint8_t entry;
  static constexpr std::string_view kind = "target_order";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("entry", &TargetOrder::entry, Dom::entry)};

  Verdict check(const Ctx& ctx) const {
    const bool there = is_orders_entry(ctx.s, entry, other(ctx.seat));
    return there ? Verdict{} : refuse(Code::target_not_on_stack, Word::target);
  }
  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for (std::size_t i = 0; i < ctx.s.combat.orders.size(); ++i) keep(TargetOrder{static_cast<std::uint8_t>(i)});
  }
  void apply(GameStep& step) const {
    Frame& frame = step.s.top();
    frame.targets.push_back(Aim{frame.op, kNone, kNone, entry});
    advance(step);
  }
};

struct ReturnResource {
  std::uint8_t resource;
  ZoneState state;
  static constexpr std::string_view kind = "return_resource";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("resource", &ReturnResource::resource, Dom::resource),
                                            field("state", &ReturnResource::state, Dom::state)};

  Verdict check(const Ctx& ctx) const {  // VW 4.12
    if (!zone(ctx.own(), state).has(resource)) return refuse(Code::resource_not_in_zone, Word::resource);
    if (ctx.r.resources[resource].value > 1) return refuse(Code::recycle_converted_resource, Word::resource);
    const std::uint8_t type = op_of(ctx.r, ctx.s.top()).arg[0];
    return is_of_type(ctx.r, resource, type) ? Verdict{} : refuse(Code::choice_type, word_of(type));
  }
  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    propose_zone<ReturnResource>(ctx, keep);
  }
  void apply(GameStep& step) const {
    Frame& frame = step.s.top();
    const End end = op_of(step.r, frame).arg[1] == 0 ? End::bottom : End::top;
    zone(step.s.players[step.seat], state).remove(resource);
    put_into_convoy(step, step.seat, resource, end);
    --frame.left;
    advance(step);
  }
};

struct ReadyResource {
  std::uint8_t resource;
  static constexpr std::string_view kind = "ready_resource";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("resource", &ReadyResource::resource, Dom::resource)};

  Verdict check(const Ctx& ctx) const {  // VW 4.12
    if (!ctx.own().exhausted.has(resource)) return refuse(Code::resource_not_in_zone, Word::resource);
    const std::uint8_t type = op_of(ctx.r, ctx.s.top()).arg[0];
    return is_of_type(ctx.r, resource, type) ? Verdict{} : refuse(Code::choice_type, word_of(type));
  }
  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    ctx.own().exhausted.for_each([&](std::size_t id, int) { keep(ReadyResource{static_cast<std::uint8_t>(id)}); });
  }
  void apply(GameStep& step) const {
    Player& own = step.s.players[step.seat];
    own.exhausted.remove(resource);
    own.ready.add(resource);
    --step.s.top().left;
    step.report(ResourceReadied{step.seat, resource});
    advance(step);
  }
};

struct Arrange {
  std::uint8_t resource;
  End end;
  static constexpr std::string_view kind = "arrange";
  static constexpr bool chance = false;
  static constexpr auto fields =
      std::tuple{field("resource", &Arrange::resource, Dom::resource), field("end", &Arrange::end, Dom::end)};

  Verdict check(const Ctx& ctx) const {  // VW 4.12, VW-C58
    const Frame& frame = ctx.s.top();
    if (!frame.looked.has(resource)) return refuse(Code::arrange_not_looked, Word::resource);
    const bool late = end == End::bottom && frame.tops != 0;
    return late ? refuse(Code::arrange_bottom_first) : Verdict{};
  }
  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    ctx.s.top().looked.for_each([&](std::size_t id, int) {
      for (const End end : {End::bottom, End::top}) keep(Arrange{static_cast<std::uint8_t>(id), end});
    });
  }
  void apply(GameStep& step) const {
    Frame& frame = step.s.top();
    frame.looked.remove(resource);
    if (end == End::top) frame.tops = 1;
    put_on_convoy(step.s.players[step.seat], resource, end);
    step.report(Arranged{step.seat, end});
    advance(step);
  }
};

struct Discard {
  std::uint8_t card;
  static constexpr std::string_view kind = "discard";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("card", &Discard::card, Dom::card)};

  Verdict check(const Ctx& ctx) const {
    return ctx.own().hand.has(card) ? Verdict{} : refuse_card(ctx, Code::card_not_in_hand, card);
  }
  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    ctx.own().hand.for_each([&](std::size_t card, int) { keep(Discard{static_cast<std::uint8_t>(card)}); });
  }
  void apply(GameStep& step) const {
    State& s = step.s;
    s.players[step.seat].hand.remove(card);
    s.players[step.seat].discard.add(card);
    if (!s.idle()) --s.top().left;
    step.report(Discarded{step.seat, card});
    advance(step);
  }
};

// --- chance -------------------------------------------------------------------------------------------

struct Coin {
  Seat first;
  static constexpr std::string_view kind = "coin";
  static constexpr bool chance = true;
  static constexpr auto fields = std::tuple{field("seat", &Coin::first, Dom::seat)};

  Verdict check(const Ctx&) const { return {}; }
  void apply(GameStep& step) const {
    step.s.first = first;
    step.report(CoinTossed{first});
    advance(step);
  }
};

struct Draw {
  std::uint8_t card;
  static constexpr std::string_view kind = "draw";
  static constexpr bool chance = true;
  static constexpr auto fields = std::tuple{field("card", &Draw::card, Dom::card)};

  Verdict check(const Ctx& ctx) const {
    const bool possible = ctx.s.players[ctx.s.top().seat].deck.has(card);
    return possible ? Verdict{} : refuse_card(ctx, Code::chance_impossible, card);
  }
  void apply(GameStep& step) const {
    Frame& frame = step.s.top();
    Player& owner = step.s.players[frame.seat];
    owner.deck.remove(card);
    owner.hand.add(card);
    --frame.left;
    step.report(Drawn{frame.seat, card});
    advance(step);
  }
};

struct RevealConvoy {
  std::uint8_t resource;
  static constexpr std::string_view kind = "reveal_convoy";
  static constexpr bool chance = true;
  static constexpr auto fields = std::tuple{field("resource", &RevealConvoy::resource, Dom::resource)};

  Verdict check(const Ctx& ctx) const {
    const bool possible = ctx.s.players[ctx.s.top().seat].pool.has(resource);
    return possible ? Verdict{} : refuse(Code::chance_impossible, Word::resource);
  }
  void apply(GameStep& step) const {  // the slot is known now; what asked for it goes on by itself
    Player& owner = step.s.players[step.s.top().seat];
    owner.pool.remove(resource);
    owner.convoy[0] = resource;
    advance(step);
  }
};

struct RevealPile {
  std::uint8_t resource;
  static constexpr std::string_view kind = "reveal_pile";
  static constexpr bool chance = true;
  static constexpr auto fields = std::tuple{field("resource", &RevealPile::resource, Dom::resource)};

  Verdict check(const Ctx& ctx) const {
    const bool possible = ctx.s.players[ctx.s.top().seat].pile.has(resource);
    return possible ? Verdict{} : refuse(Code::chance_impossible, Word::resource);
  }
  void apply(GameStep& step) const {
    Frame& frame = step.s.top();
    Player& owner = step.s.players[frame.seat];
    owner.pile.remove(resource);
    --frame.left;
    if (frame.to_zone != 0) {
      owner.ready.add(resource);
      step.report(Sacrificed{frame.seat, resource});
    } else {
      owner.removed.add(resource);
      step.report(PileLost{frame.seat, resource});
    }
    advance(step);
  }
};

}  // namespace arbitre::vitorian_wars
