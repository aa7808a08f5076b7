// Terraforming Mars: one struct for each kind of move of a player's turn or decision (TM 11.2), with
// its checks in the order of TM 4. Chance moves are in draws.hpp. The checks before these (game over,
// seat, question, phase) are in game.hpp, admit().
#pragma once

#include "arbitre/games/terraforming_mars/flow.hpp"
#include "arbitre/games/terraforming_mars/scoring.hpp"

namespace arbitre::terraforming_mars {

struct Ctx {
  const Rules& r;
  const State& s;
  Seat seat;
  bool acts;  // the seat is among those to act
  Ask asked;  // what it is then asked
  Facts facts;

  Ctx(const Rules& rules, const State& state, Seat who)
      : r{rules},
        s{state},
        seat{who},
        acts{actors(rules, state).has(who)},
        asked{acts ? ask_of(rules, state, who) : Ask::nothing} {
    if (acts && who != kChance) facts = Facts{rules, state, who};
  }
  const SeatState& own() const { return s.seats[seat]; }
  const Frame& top() const { return s.top(); }
  const Op& op() const { return r.library.op(s.top().program, s.top().pc); }
  Where at() const { return where(s.top()); }
};

// A set of questions, as bits: what a kind of move answers.
consteval std::uint32_t asks(std::initializer_list<Ask> list) {
  std::uint32_t bits = 0;
  for (const Ask ask : list) bits |= 1u << static_cast<unsigned>(ask);
  return bits;
}

// TM 12.2: a turn move pushes `action` first and its own frame on it; not in the final greenery.
template <class Kind>
void begin_action(GameStep& step, const Kind& move) {
  if (step.events != nullptr) step.report(ActionTaken{step.seat, step.r.codec.encode(move)});
  if (step.s.phase == Phase::action) push(step.s, Frame{.kind = FrameKind::action, .player = step.seat});
}

inline Frame paid_frame(FrameKind kind, Seat player, std::uint8_t item, int price) {
  Frame frame{.kind = kind, .player = player};
  frame.item = item;
  frame.price = static_cast<std::int16_t>(price);
  return frame;
}

// --- set-up, research, draft (TM 4.1) ------------------------------------------------------------------

struct ChooseCorporation {
  std::uint8_t corporation;

  static constexpr std::string_view kind = "choose_corporation";
  static constexpr bool chance = false;
  static constexpr std::uint32_t answers = asks({Ask::corporation});
  static constexpr auto fields = std::tuple{field("corporation", &ChooseCorporation::corporation, Dom::corporation)};

  Verdict check(const Ctx& ctx) const {
    for (const std::uint8_t dealt : ctx.own().dealt) {
      if (dealt == corporation) return {};
    }
    return refuse(Code::corporation_not_offered, ctx.r.source_words + ctx.r.corporation_source(corporation));
  }
  void apply(GameStep& step) const {
    step.s.seats[step.seat].chosen = corporation;
    settle(step);
  }
};

struct Pick {
  std::uint8_t card;

  static constexpr std::string_view kind = "pick";
  static constexpr bool chance = false;
  static constexpr std::uint32_t answers =
      asks({Ask::start_cards, Ask::research_cards, Ask::draft_card, Ask::keep, Ask::buy, Ask::discard, Ask::sell});
  static constexpr auto fields = std::tuple{field("card", &Pick::card, Dom::card)};

  Verdict check(const Ctx& ctx) const {
    const SeatState& own = ctx.own();
    const int named = ctx.r.source_words + card;
    const int money = ctx.r.resource_words + megacredit;
    const int price = ctx.r.numbers.card_price;
    switch (ctx.asked) {
      case Ask::discard:
      case Ask::sell: return own.hand.has(card) ? Verdict{} : refuse(Code::card_not_in_hand, named);
      case Ask::start_cards: {
        if (!own.offered.has(card) || own.picked.has(card)) return refuse(Code::card_not_offered, named);
        const int bought = price * (own.picked.size() + 1);
        const int start = ctx.r.sources[ctx.r.corporation_source(own.chosen)].cost;
        return bought <= start ? Verdict{} : refuse(Code::buy_too_expensive, money, bought, start);
      }
      case Ask::research_cards: {
        if (!own.offered.has(card) || own.picked.has(card)) return refuse(Code::card_not_offered, named);
        return check_purse(ctx.r, ctx.s, ctx.seat, ctx.facts, {price * (own.picked.size() + 1), false, false});
      }
      case Ask::buy:
        if (!own.offered.has(card)) return refuse(Code::card_not_offered, named);
        return check_purse(ctx.r, ctx.s, ctx.seat, ctx.facts, {price, false, false});
      default: return own.offered.has(card) ? Verdict{} : refuse(Code::card_not_offered, named);
    }
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    const Ask ask = ctx.asked;
    const Cards& cards = ask == Ask::discard || ask == Ask::sell ? ctx.own().hand : ctx.own().offered;
    cards.for_each([&](std::size_t card) { keep(Pick{byte(card)}); });
  }

  void apply(GameStep& step) const {
    State& s = step.s;
    SeatState& own = s.seats[step.seat];
    switch (ask_of(step.r, s, step.seat)) {
      case Ask::start_cards:
      case Ask::research_cards: own.picked.insert(card); break;
      case Ask::draft_card: draft_card(step, step.seat, card); break;
      case Ask::keep: keep_drawn(step, card); break;
      case Ask::buy: buy_drawn(step, card); break;
      case Ask::discard: {
        const Op& op = step.r.library.op(s.top().program, s.top().pc);
        Host{step}.discard(card);
        if (s.top().count >= op.amount) {
          ++s.top().pc;
          s.top().count = 0;
        }
        break;
      }
      default: Host{step}.sell(step.r.library.op(s.top().program, s.top().pc), card); break;
    }
    settle(step);
  }
};

struct Done {
  static constexpr std::string_view kind = "done";
  static constexpr bool chance = false;
  static constexpr std::uint32_t answers =
      asks({Ask::start_cards, Ask::research_cards, Ask::buy, Ask::sell, Ask::final_greenery});
  static constexpr auto fields = std::tuple{};

  Verdict check(const Ctx& ctx) const {
    if (ctx.asked != Ask::sell) return {};
    const int least = ctx.op().arg[0];
    const int sold = ctx.top().count;
    return sold >= least ? Verdict{} : refuse(Code::nothing_to_sell, 0, least, sold);
  }
  void apply(GameStep& step) const {
    State& s = step.s;
    switch (ask_of(step.r, s, step.seat)) {
      case Ask::research_cards: commit_research(step, step.seat); break;
      case Ask::buy: stop_drawing(step); break;
      case Ask::sell:
        ++s.top().pc;
        s.top().count = 0;
        break;
      default: s.seats[step.seat].committed = 1; break;  // set-up, final greenery
    }
    settle(step);
  }
};

// --- turns (TM 4.2) ----------------------------------------------------------------------------------------

struct FirstAction {
  static constexpr std::string_view kind = "first_action";
  static constexpr bool chance = false;
  static constexpr std::uint32_t answers = asks({Ask::turn});
  static constexpr auto fields = std::tuple{};

  Verdict check(const Ctx& ctx) const {
    return ctx.own().first_action_due != 0 ? Verdict{} : refuse(Code::no_first_action);
  }
  void apply(GameStep& step) const {
    SeatState& own = step.s.seats[step.seat];
    const std::uint8_t source = step.r.corporation_source(own.corporation);
    own.first_action_due = 0;
    begin_action(step, *this);
    push_ops(step.r, step.s, ops_frame(step.seat, step.r.sources[source].opening, source));
    settle(step);
  }
};

struct PlayCard {
  std::uint8_t card;

  static constexpr std::string_view kind = "play_card";
  static constexpr bool chance = false;
  static constexpr std::uint32_t answers = asks({Ask::turn});
  static constexpr auto fields = std::tuple{field("card", &PlayCard::card, Dom::card)};

  Verdict check(const Ctx& ctx) const {
    if (!ctx.own().hand.has(card)) return refuse(Code::card_not_in_hand, ctx.r.source_words + card);
    const Source& source = ctx.r.sources[card];
    if (const Verdict v = check_requirements(ctx.r, ctx.s, ctx.seat, ctx.facts, source); !v.ok()) return v;
    const Bill bill = card_bill(ctx.r, card_price(ctx.r, ctx.s, ctx.seat, ctx.facts, card), card);
    if (const Verdict v = check_purse(ctx.r, ctx.s, ctx.seat, ctx.facts, bill); !v.ok()) return v;
    if (source.has_costs) {
      if (const Verdict v = check_costs(ctx, bill); !v.ok()) return v;
    }
    return source.has_tiles ? check_places(ctx.r, ctx.s, ctx.seat, source.on_play) : Verdict{};
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    ctx.own().hand.for_each([&](std::size_t card) { keep(PlayCard{byte(card)}); });
  }

  void apply(GameStep& step) const {
    const Facts facts{step.r, step.s, step.seat};
    const int price = card_price(step.r, step.s, step.seat, facts, card);
    begin_action(step, *this);
    push(step.s, paid_frame(FrameKind::card, step.seat, card, price));
    settle(step);
  }

 private:
  // The costs among `on_play` after some payment; refused as after the payment that spends the least.
  Verdict check_costs(const Ctx& ctx, const Bill& bill) const {
    const auto after = [&](const Payment& payment) {
      return check_card_costs(ctx.r, ctx.s, ctx.facts, bill, card, ctx.seat, payment);
    };
    if (!ctx.r.sources[card].stock_costs) return after(Payment{});
    Verdict first;
    bool tried = false;
    for_each_payment(ctx.s, ctx.seat, ctx.facts, bill, [&](const Payment& payment) {
      const Verdict verdict = after(payment);
      if (!tried || verdict.ok()) first = verdict;
      tried = true;
      return !verdict.ok();
    });
    return first;
  }
};

struct StandardProject {
  std::uint8_t project;

  static constexpr std::string_view kind = "standard_project";
  static constexpr bool chance = false;
  static constexpr std::uint32_t answers = asks({Ask::turn});
  static constexpr auto fields = std::tuple{field("project", &StandardProject::project, Dom::project)};

  Verdict check(const Ctx& ctx) const {
    if (project == ctx.r.selling_project) {
      return ctx.own().hand_size() > 0 ? Verdict{} : refuse(Code::nothing_to_sell, 0, 1, 0);
    }
    const Bill bill{project_price(ctx.r, ctx.facts, project), false, false};
    const Verdict places = check_places(ctx.r, ctx.s, ctx.seat, ctx.r.projects[project].program);
    return places.ok() ? check_purse(ctx.r, ctx.s, ctx.seat, ctx.facts, bill) : places;
  }
  void apply(GameStep& step) const {
    begin_action(step, *this);
    if (project == step.r.selling_project) {
      push_ops(step.r, step.s, ops_frame(step.seat, step.r.projects[project].program, kNone));
    } else {
      const int price = project_price(step.r, Facts{step.r, step.s, step.seat}, project);
      push(step.s, paid_frame(FrameKind::project, step.seat, project, price));
    }
    settle(step);
  }
};

struct ClaimMilestone {
  std::uint8_t milestone;

  static constexpr std::string_view kind = "claim_milestone";
  static constexpr bool chance = false;
  static constexpr std::uint32_t answers = asks({Ask::turn});
  static constexpr auto fields = std::tuple{field("milestone", &ClaimMilestone::milestone, Dom::milestone)};

  Verdict check(const Ctx& ctx) const {
    const int limit = ctx.s.solo() ? 0 : static_cast<int>(kTaken);
    const int claimed = milestones_claimed(ctx.s);
    if (claimed >= limit) return refuse(Code::milestone_limit, 0, limit, claimed);
    const int named = ctx.r.milestone_words + milestone;
    if (ctx.s.milestones[milestone] != kNone) return refuse(Code::milestone_taken, named);
    const int need = ctx.r.milestones[milestone].min[ctx.s.options.preset];
    const int have = milestone_measure(ctx.r, ctx.s, ctx.seat, milestone);
    if (have < need) return refuse(Code::milestone_not_met, named, need, have);
    return check_purse(ctx.r, ctx.s, ctx.seat, ctx.facts, {ctx.r.numbers.milestone_price, false, false});
  }
  void apply(GameStep& step) const {
    begin_action(step, *this);
    push(step.s, paid_frame(FrameKind::milestone, step.seat, milestone, step.r.numbers.milestone_price));
    settle(step);
  }
};

struct FundAward {
  std::uint8_t award;

  static constexpr std::string_view kind = "fund_award";
  static constexpr bool chance = false;
  static constexpr std::uint32_t answers = asks({Ask::turn});
  static constexpr auto fields = std::tuple{field("award", &FundAward::award, Dom::award)};

  Verdict check(const Ctx& ctx) const {
    const int limit = ctx.s.solo() ? 0 : static_cast<int>(kTaken);
    const int funded = awards_funded(ctx.s);
    if (funded >= limit) return refuse(Code::award_limit, 0, limit, funded);
    for (const std::uint8_t taken : ctx.s.awards) {
      if (taken == award) return refuse(Code::award_taken, ctx.r.award_words + award);
    }
    return check_purse(ctx.r, ctx.s, ctx.seat, ctx.facts, {price(ctx.r, ctx.s), false, false});
  }
  void apply(GameStep& step) const {
    const int due = price(step.r, step.s);
    begin_action(step, *this);
    push(step.s, paid_frame(FrameKind::award, step.seat, award, due));
    settle(step);
  }

 private:
  static int price(const Rules& r, const State& s) {
    return r.numbers.award_prices[static_cast<std::size_t>(awards_funded(s))];
  }
};

struct UseCard {
  std::uint8_t card;  // a project card or a corporation
  std::uint8_t alternative;

  static constexpr std::string_view kind = "card_action";
  static constexpr bool chance = false;
  static constexpr std::uint32_t answers = asks({Ask::turn});
  static constexpr auto fields = std::tuple{field("card", &UseCard::card, Dom::holder),
                                            field("alternative", &UseCard::alternative, Dom::alternative)};

  Verdict check(const Ctx& ctx) const {
    const Rules& r = ctx.r;
    const Source& source = r.sources[card];
    const int named = r.source_words + card;
    if (!in_play_of(r, ctx.s, ctx.seat, card) || source.actions == 0) return refuse(Code::card_has_no_action, named);
    const bool used = card < r.card_count ? ctx.s.used.has(card) : ctx.own().corporation_used != 0;
    if (used) return refuse(Code::action_already_used, named);
    if (alternative >= source.actions) {
      return refuse(Code::malformed, r.field_words + 1, source.actions - 1, alternative);
    }
    const CardAction& action = r.actions[source.first_action + alternative];
    for (std::size_t i = 0; i < action.conditions; ++i) {
      const Condition& condition = r.conditions[action.first_condition + i];
      const Verdict verdict = check_condition(r, ctx.s, ctx.seat, condition, 0);
      if (!verdict.ok()) {
        return {Code::action_condition_unmet, verdict.subject, verdict.need, verdict.have};
      }
    }
    Trial trial{r, ctx.s, Where{ctx.seat, action.program, 0, card, kNone, kNone}, Trying::action};
    trial.many_alternatives = source.actions > 1;
    return trial.run(action.program);
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    const auto offer = [&](std::uint8_t source) {
      for (std::uint8_t i = 0; i < ctx.r.sources[source].actions; ++i) keep(UseCard{source, i});
    };
    const Cards ready = (ctx.own().in_play & ctx.r.with_actions) - ctx.s.used;
    ready.for_each([&](std::size_t source) { offer(byte(source)); });
    if (ctx.own().corporation != kNone) offer(ctx.r.corporation_source(ctx.own().corporation));
  }

  void apply(GameStep& step) const {
    if (card < step.r.card_count) {
      step.s.used.insert(card);
    } else {
      step.s.seats[step.seat].corporation_used = 1;
    }
    const CardAction& action = step.r.actions[step.r.sources[card].first_action + alternative];
    begin_action(step, *this);
    push_ops(step.r, step.s, ops_frame(step.seat, action.program, card));
    settle(step);
  }
};

struct ConvertPlants {
  static constexpr std::string_view kind = "convert_plants";
  static constexpr bool chance = false;
  static constexpr std::uint32_t answers = asks({Ask::turn, Ask::final_greenery});
  static constexpr auto fields = std::tuple{};

  Verdict check(const Ctx& ctx) const {
    const int need = ctx.facts.greenery_plants;
    const int have = ctx.own().stock[plant];
    if (have < need) return refuse(Code::stock_too_low, ctx.r.resource_words + plant, need, have);
    return check_places(ctx.r, ctx.s, ctx.seat, ctx.r.projects[ctx.r.greenery_project].program);
  }
  void apply(GameStep& step) const {
    const int price = Facts{step.r, step.s, step.seat}.greenery_plants;
    std::int16_t& plants = step.s.seats[step.seat].stock[plant];
    plants = static_cast<std::int16_t>(plants - price);
    begin_action(step, *this);
    push_ops(step.r, step.s, ops_frame(step.seat, step.r.projects[step.r.greenery_project].program, kNone));
    settle(step);
  }
};

struct ConvertHeat {
  static constexpr std::string_view kind = "convert_heat";
  static constexpr bool chance = false;
  static constexpr std::uint32_t answers = asks({Ask::turn});
  static constexpr auto fields = std::tuple{};

  Verdict check(const Ctx& ctx) const {
    const int need = ctx.r.numbers.temperature_heat;
    const int have = ctx.own().stock[heat];
    return have >= need ? Verdict{} : refuse(Code::stock_too_low, ctx.r.resource_words + heat, need, have);
  }
  void apply(GameStep& step) const {
    std::int16_t& heats = step.s.seats[step.seat].stock[heat];
    heats = static_cast<std::int16_t>(heats - step.r.numbers.temperature_heat);
    begin_action(step, *this);
    push_raise(step.s, step.seat, temperature, 1);
    settle(step);
  }
};

struct Pass {
  static constexpr std::string_view kind = "pass";
  static constexpr bool chance = false;
  static constexpr std::uint32_t answers = asks({Ask::turn});
  static constexpr auto fields = std::tuple{};

  Verdict check(const Ctx& ctx) const { return ctx.s.actions_this_turn == 0 ? Verdict{} : refuse(Code::already_acted); }
  void apply(GameStep& step) const {
    step.s.seats[step.seat].passed = 1;
    step.report(Passed{step.seat});
    settle(step);
  }
};

struct EndTurn {
  static constexpr std::string_view kind = "end_turn";
  static constexpr bool chance = false;
  static constexpr std::uint32_t answers = asks({Ask::turn});
  static constexpr auto fields = std::tuple{};

  Verdict check(const Ctx& ctx) const { return ctx.s.actions_this_turn != 0 ? Verdict{} : refuse(Code::not_acted); }
  void apply(GameStep& step) const {
    next_turn(step.s);
    settle(step);
  }
};

}  // namespace arbitre::terraforming_mars
