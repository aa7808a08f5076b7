// Terraforming Mars: the moves that answer a question of the stack, and those of chance (TM 11.2,
// 11.3), with their checks in the order of TM 4.3 and 4.4.
#pragma once

#include "arbitre/games/terraforming_mars/moves.hpp"

namespace arbitre::terraforming_mars {

struct Pay {
  std::uint8_t steel;
  std::uint8_t titanium;
  std::uint8_t heat;

  static constexpr std::string_view kind = "pay";
  static constexpr bool chance = false;
  static constexpr std::uint32_t answers = asks({Ask::payment, Ask::research_payment});
  static constexpr auto fields =
      std::tuple{field("steel", &Pay::steel, Dom::steel), field("titanium", &Pay::titanium, Dom::titanium),
                 field("heat", &Pay::heat, Dom::heat)};

  Payment payment() const { return {steel, titanium, heat}; }

  Verdict check(const Ctx& ctx) const {
    if (ctx.asked == Ask::research_payment) {
      return check_payment(ctx.r, ctx.s, ctx.seat, ctx.facts, research_bill(ctx.r, ctx.s, ctx.seat), payment());
    }
    const Frame& frame = ctx.top();
    const Bill bill = bill_of(ctx.r, ctx.s, frame);
    const Verdict verdict = check_payment(ctx.r, ctx.s, ctx.seat, ctx.facts, bill, payment());
    if (!verdict.ok() || frame.kind != FrameKind::card || !ctx.r.sources[frame.item].stock_costs) return verdict;
    return check_card_costs(ctx.r, ctx.s, ctx.facts, bill, frame.item, ctx.seat, payment());
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    const bool research = ctx.asked == Ask::research_payment;
    const Bill bill = research ? research_bill(ctx.r, ctx.s, ctx.seat) : bill_of(ctx.r, ctx.s, ctx.top());
    for_each_payment(ctx.s, ctx.seat, ctx.facts, bill, [&](const Payment& p) {
      keep(Pay{byte(p.steel), byte(p.titanium), byte(p.heat)});
      return true;
    });
  }

  void apply(GameStep& step) const {
    if (ask_of(step.r, step.s, step.seat) == Ask::research_payment) {
      SeatState& own = step.s.seats[step.seat];
      own.heat_paid = heat;
      own.paying = 0;
      own.committed = 1;
    } else {
      pay_frame(step, payment());
    }
    settle(step);
  }
};

// Completes the op that waits on top and hands it to `answer(host, op)`.
template <class Answer>
void complete_op(GameStep& step, Answer&& answer) {
  const Op& op = step.r.library.op(step.s.top().program, step.s.top().pc);
  Host host{step};
  ++step.s.top().pc;
  answer(host, op);
  settle(step);
}

struct Place {
  std::uint8_t hex;

  static constexpr std::string_view kind = "place";
  static constexpr bool chance = false;
  static constexpr std::uint32_t answers = asks({Ask::place});
  static constexpr auto fields = std::tuple{field("hex", &Place::hex, Dom::hex)};

  Verdict check(const Ctx& ctx) const {
    const Op& op = ctx.op();
    if (code_of(op) == OpCode::claim_area) {
      return check_place(ctx.r, ctx.s, ctx.seat, Tile::special, Placement::claim, hex);
    }
    return check_place(ctx.r, ctx.s, ctx.seat, static_cast<Tile>(op.arg[0]), static_cast<Placement>(op.arg[1]), hex);
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for_each_hex(places_of(ctx.r, ctx.s, ctx.at(), ctx.op()), [&](int place) {
      if (place < static_cast<int>(kHexes)) keep(Place{byte(place)});
    });
  }

  void apply(GameStep& step) const {
    complete_op(step, [&](Host& host, const Op& op) { host.place(op, hex); });
  }
};

struct TargetPlayer {
  std::uint8_t player;

  static constexpr std::string_view kind = "target_player";
  static constexpr bool chance = false;
  static constexpr std::uint32_t answers = asks({Ask::victim});
  static constexpr auto fields = std::tuple{field("player", &TargetPlayer::player, Dom::target)};

  Verdict check(const Ctx& ctx) const { return check_victim(ctx.r, ctx.s, ctx.at(), ctx.op(), player); }
  void apply(GameStep& step) const {
    complete_op(step, [&](Host& host, const Op& op) { host.hit(op, player); });
  }
};

struct TargetCard {
  std::uint8_t card;  // a holder, the neutral player's, or nobody's

  static constexpr std::string_view kind = "target_card";
  static constexpr bool chance = false;
  static constexpr std::uint32_t answers = asks({Ask::card_target});
  static constexpr auto fields = std::tuple{field("card", &TargetCard::card, Dom::prey)};

  Verdict check(const Ctx& ctx) const { return check_card_target(ctx.r, ctx.s, ctx.at(), ctx.op(), card); }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for_each_card_target(ctx.r, ctx.s, ctx.at(), ctx.op(), [&](int card) {
      keep(TargetCard{byte(card)});
      return true;
    });
  }

  void apply(GameStep& step) const {
    complete_op(step, [&](Host& host, const Op& op) { host.use_card(op, card); });
  }
};

struct ChooseOption {
  std::uint8_t option;

  static constexpr std::string_view kind = "choose_option";
  static constexpr bool chance = false;
  static constexpr std::uint32_t answers = asks({Ask::option});
  static constexpr auto fields = std::tuple{field("option", &ChooseOption::option, Dom::option)};

  Verdict check(const Ctx& ctx) const { return check_option(ctx.r, ctx.s, ctx.at(), ctx.op(), option); }
  void apply(GameStep& step) const {
    complete_op(step, [&](Host& host, const Op& op) { host.choose(op, option); });
  }
};

struct ChooseAmount {
  std::uint8_t amount;

  static constexpr std::string_view kind = "choose_amount";
  static constexpr bool chance = false;
  static constexpr std::uint32_t answers = asks({Ask::amount});
  static constexpr auto fields = std::tuple{field("amount", &ChooseAmount::amount, Dom::amount)};

  Verdict check(const Ctx& ctx) const {
    const Op& op = ctx.op();
    const int most = most_converted(ctx.r, ctx.s, ctx.seat, op);
    const int subject = ctx.r.resource_words + op.arg[1];
    if (amount < op.amount) return refuse(Code::amount_out_of_range, subject, op.amount, amount);
    return amount <= most ? Verdict{} : refuse(Code::amount_out_of_range, subject, most, amount);
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    const int most = most_converted(ctx.r, ctx.s, ctx.seat, ctx.op());
    for (int n = std::max<int>(ctx.op().amount, 1); n <= most; ++n) keep(ChooseAmount{byte(n)});
  }

  void apply(GameStep& step) const {
    complete_op(step, [&](Host& host, const Op& op) { host.convert(op, amount); });
  }
};

// --- chance (TM 11.3) ------------------------------------------------------------------------------------

struct DrawFirstPlayer {
  Seat player;

  static constexpr std::string_view kind = "first_player";
  static constexpr bool chance = true;
  static constexpr std::uint32_t answers = asks({Ask::first_player});
  static constexpr auto fields = std::tuple{field("player", &DrawFirstPlayer::player, Dom::player)};

  Verdict check(const Ctx& ctx) const {
    return player < ctx.s.players() ? Verdict{} : refuse(Code::chance_impossible, ctx.r.player_words + player);
  }
  void apply(GameStep& step) const {
    step.s.first_player = player;
    step.s.active_player = player;
    pop(step.s);
    step.report(FirstPlayer{player});
    settle(step);
  }
};

struct DrawCorporation {
  std::uint8_t corporation;

  static constexpr std::string_view kind = "draw_corporation";
  static constexpr bool chance = true;
  static constexpr std::uint32_t answers = asks({Ask::deal_corporation});
  static constexpr auto fields = std::tuple{field("corporation", &DrawCorporation::corporation, Dom::corporation)};

  Verdict check(const Ctx& ctx) const {
    if (ctx.s.corporation_deck.has(corporation)) return {};
    return refuse(Code::chance_impossible, ctx.r.source_words + ctx.r.corporation_source(corporation));
  }
  void apply(GameStep& step) const {
    State& s = step.s;
    SeatState& own = s.seats[s.top().player];
    s.corporation_deck.erase(corporation);
    own.dealt[own.dealt[0] == kNone ? 0 : 1] = corporation;
    --s.top().left;
    settle(step);
  }
};

struct DrawCard {
  std::uint8_t card;

  static constexpr std::string_view kind = "draw";
  static constexpr bool chance = true;
  static constexpr std::uint32_t answers = asks({Ask::draw});
  static constexpr auto fields = std::tuple{field("card", &DrawCard::card, Dom::card)};

  Verdict check(const Ctx& ctx) const {
    const Cards& from = ctx.s.deck.empty() ? ctx.s.discard : ctx.s.deck;
    return from.has(card) ? Verdict{} : refuse(Code::chance_impossible, ctx.r.source_words + card);
  }
  void apply(GameStep& step) const {
    draw_card(step, card);
    settle(step);
  }
};

}  // namespace arbitre::terraforming_mars
