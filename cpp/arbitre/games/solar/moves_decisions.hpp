// Solar: the decisions outside the visits and the wars: agendas, drafts, questions that actions raise,
// espionage, summits, investments (SOL 3.5, 11.1).
#pragma once

#include "arbitre/games/solar/moves_cards.hpp"

namespace arbitre::solar {

// The seat of a simultaneous question has answered; the frame goes with the last of them.
inline bool seal(State& s, Seat seat) {
  Frame& frame = s.pending.back();
  frame.seats = static_cast<SeatBits>(frame.seats & ~seat_bit(seat));
  if (frame.seats != 0) return false;
  pop(s);
  return true;
}

struct ChooseAgenda {
  std::uint8_t agenda;

  static constexpr std::string_view kind = "choose_agenda";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("agenda", &ChooseAgenda::agenda, Dom::agenda)};

  Verdict check(const Ctx& ctx) const { return check_offered((ctx.own().agenda_offer >> agenda & 1u) != 0); }

  void apply(GameStep& step) const {
    step.s.at(step.seat).agenda = agenda;
    if (seal(step.s, step.seat)) advance(step);
  }
};

struct StrategyPick {
  static constexpr std::uint8_t kNoCard = kStrategyCards;

  std::uint8_t card;

  static constexpr std::string_view kind = "strategy_pick";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("card", &StrategyPick::card, Dom::strategy_card_or_none)};

  Verdict check(const Ctx& ctx) const {
    return check_offered(card == kNoCard || (ctx.s.strategy_pool >> card & 1u) != 0);
  }

  void apply(GameStep& step) const {  // SOL 3.3, 1.9
    State& s = step.s;
    Nation& n = s.at(step.seat);
    ++s.strategy_next;
    pop(s);
    if (card != kNoCard) {
      const StrategyRules& rules = step.r.strategy_cards[card];
      s.strategy_pool = static_cast<std::uint16_t>(s.strategy_pool & ~(1u << card));
      n.strategy_card = card;
      gain(n, rules.gain);
      add_tokens(n, rules.force);
      if (rules.temporary) n.surge_tokens = bounded_byte(n.surge_tokens + rules.force, kMaxTemporary);
      if (rules.free_settlement) n.free_settlement = 1;
      if (rules.ac > 0 && n.ac_max < step.r.p.max_ac) {  // SOL-C57
        n.ac_max = bounded_byte(n.ac_max + rules.ac, step.r.p.max_ac);
        n.ac_left = bounded_byte(n.ac_left + rules.ac, step.r.p.max_ac);
      }
      if (rules.order == Order::this_turn) n.initiative_turn = s.turn;
      if (rules.order == Order::next_turn) n.planned_turn = static_cast<std::uint8_t>(s.turn + 1);
      step.report(StrategyTaken{step.seat, card});
      if (rules.target != TensionTarget::none && living_count(s) > 1) {
        push(s, ask_seat(Ask::strategy_target, step.seat, 0, card));
      }
    }
    advance(step);
  }
};

struct StrategyTarget {
  std::uint8_t nation;

  static constexpr std::string_view kind = "strategy_target";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("nation", &StrategyTarget::nation, Dom::nation)};

  Verdict check(const Ctx& ctx) const { return check_nation(ctx, nation); }

  void apply(GameStep& step) const {
    State& s = step.s;
    const StrategyRules& rules = step.r.strategy_cards[s.top().value];
    const Seat target = s.seat_of(nation);
    const bool own = rules.target == TensionTarget::own;
    move_tension(s, own ? step.seat : target, own ? target : step.seat, rules.tension);
    if (rules.clears_grudge) s.grudge_of(target, step.seat) = 0;  // SOL-C11
    pop(s);
    advance(step);
  }
};

struct DysonAnswer {
  std::uint8_t accept;

  static constexpr std::string_view kind = "dyson_answer";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("accept", &DysonAnswer::accept, Dom::flag)};

  Verdict check(const Ctx&) const { return {}; }

  void apply(GameStep& step) const {  // SOL 4.12
    State& s = step.s;
    const Seat builder = s.top().actor;
    const Seat seat = step.seat;
    pop(s);
    if (accept == 0) {
      declare_war(step, seat, builder, WarKind::dyson);
    } else {
      Amounts share{};
      share[kEnergy] = static_cast<std::int16_t>(step.r.p.dyson_share);
      add_per_turn(s.at(seat), share);
      if (const War* war = s.war_between(seat, builder); war != nullptr && war->declared_turn == s.turn) {
        end_war(step, seat, builder);
      }
      s.tension_of(seat, builder) = std::min(s.tension_of(seat, builder), step.r.p.dyson_tension);
      s.tension_of(builder, seat) = std::min(s.tension_of(builder, seat), step.r.p.dyson_tension);
    }
    advance(step);
  }
};

struct TelepathyCopy {
  static constexpr std::uint8_t kNoTechnology = kTechnologies;

  std::uint8_t technology;

  static constexpr std::string_view kind = "telepathy_copy";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("technology", &TelepathyCopy::technology, Dom::technology_or_none)};

  Verdict check(const Ctx& ctx) const {
    const TechSet offered = copyable(ctx.s, ctx.seat);
    if (technology == kNoTechnology) return check_offered(offered == 0);
    if (ctx.own().owns(technology)) return refuse(Code::already_owned, ctx.r.technology_words + technology);
    return check_offered((offered & tech_bit(technology)) != 0);
  }

  void apply(GameStep& step) const {  // SOL 4.13
    pop(step.s);
    if (technology != kNoTechnology) gain_technology(step, step.seat, technology, Origin::copied);
    advance(step);
  }
};

struct ExtrasolarTarget {
  std::uint8_t place;  // in Rules::extrasolar; none behind the last

  static constexpr std::string_view kind = "extrasolar_target";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("node", &ExtrasolarTarget::place, Dom::extrasolar)};

  Verdict check(const Ctx& ctx) const {
    if (place == ctx.r.extrasolar.size()) return {};
    const std::uint8_t node = ctx.r.extrasolar[place];
    if (ctx.own().lives_on(node)) return refuse_node(ctx, Code::already_colonized_by_you, node);
    const Defenders occupants = defenders_of(ctx.r, ctx.s, ctx.seat, node);
    if (occupants.count == 2) return refuse_node(ctx, Code::node_occupied, node);
    if (occupants.count == 1 && ctx.s.at_war(ctx.seat, occupants.seats[0])) {  // SOL-C9
      return refuse_nation(ctx, Code::at_war, occupants.seats[0]);
    }
    return {};
  }

  void apply(GameStep& step) const {  // SOL 4.11
    State& s = step.s;
    pop(s);
    if (place < step.r.extrasolar.size()) {
      const std::uint8_t node = step.r.extrasolar[place];
      const Defenders occupants = defenders_of(step.r, s, step.seat, node);
      found_colony(step, step.seat, node, occupants.count > 0);
      if (occupants.count > 0 && !s.accord(step.seat, occupants.seats[0])) {
        sign_accord(step, std::min(step.seat, occupants.seats[0]), std::max(step.seat, occupants.seats[0]), node);
      }
    }
    advance(step);
  }
};

struct AccordAnswer {
  std::uint8_t accept;

  static constexpr std::string_view kind = "accord_answer";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("accept", &AccordAnswer::accept, Dom::flag)};

  Verdict check(const Ctx&) const { return {}; }

  void apply(GameStep& step) const {  // SOL 4.8
    State& s = step.s;
    const Seat proposer = s.top().actor;
    const Seat partner = step.seat;
    pop(s);
    if (accept == 0) {
      SeatBits& refused = s.at(proposer).accord_refused;
      refused = static_cast<SeatBits>(refused | seat_bit(partner));
      step.report(AccordRefused{proposer, partner});
      return;
    }
    act(step, proposer, step.r.p.accord_ac, step.r.accord_gift);
    gain(s.at(partner), step.r.accord_gift);
    sign_accord(step, std::min(proposer, partner), std::max(proposer, partner));
    move_tension(s, proposer, partner, step.r.p.accord_tension);
    move_tension(s, partner, proposer, step.r.p.accord_tension);
    advance(step);
  }
};

// --- espionage (SOL 5.10) --------------------------------------------------------------------------

struct Steal {
  static constexpr int kMostPicks = 3;

  std::uint8_t nation;
  std::uint8_t technology;

  static constexpr std::string_view kind = "steal";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("nation", &Steal::nation, Dom::nation),
                                            field("technology", &Steal::technology, Dom::technology)};

  Verdict check(const Ctx& ctx) const {
    if (const Verdict verdict = check_nation(ctx, nation); !verdict.ok()) return verdict;
    if (ctx.own().owns(technology)) return refuse(Code::already_owned, ctx.r.technology_words + technology);
    const Seat victim = ctx.s.seat_of(nation);
    const TechSet picks = ctx.s.picks;
    if (picks != 0) {
      const auto first = static_cast<std::size_t>(std::countr_zero(picks));
      const bool same_branch = ctx.r.technologies[first].branch == ctx.r.technologies[technology].branch;
      if (ctx.s.top().value != victim || !same_branch) return refuse(Code::mixed_selection);
    }
    const TechSet bit = tech_bit(technology);
    return check_offered((ctx.s.at(victim).bought & bit) != 0 && (picks & bit) == 0 &&
                         std::popcount(picks) < kMostPicks);
  }

  void apply(GameStep& step) const {
    step.s.pending.back().value = step.s.seat_of(nation);
    step.s.picks |= tech_bit(technology);
  }
};

struct EndEspionage {
  static constexpr std::string_view kind = "end_espionage";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{};

  Verdict check(const Ctx&) const { return {}; }

  // Without a pick the spy waits. Else: gauge, cards, war, then the extrasolar question.
  void apply(GameStep& step) const {
    State& s = step.s;
    const Rules& r = step.r;
    const Seat spy = step.seat;
    const Seat victim = s.top().value;
    const TechSet picks = s.picks;
    pop(s);
    s.picks = 0;
    if (picks != 0) {
      s.at(spy).espionage_done = 1;
      Stolen stolen{spy, victim, {}};
      for_each_bit(picks, [&](std::uint8_t technology) { stolen.technologies.push_back(technology); });
      step.report(stolen);
      move_tension(s, victim, spy, r.espionage_tension[static_cast<std::size_t>(std::popcount(picks) - 1)]);
      for_each_bit(picks, [&](std::uint8_t technology) { gain_technology(step, spy, technology, Origin::stolen); });
      if (s.tension_of(victim, spy) >= kMaxTension) declare_war(step, victim, spy, WarKind::espionage);  // SOL-C70
      if ((picks & r.with(Effect::extrasolar_colony)) != 0 && s.alive(spy)) {
        push(s, ask_seat(Ask::extrasolar_target, spy));
      }
    }
    advance(step);
  }
};

// --- summits (SOL 5.9) -------------------------------------------------------------------------------

struct TradePick {
  static constexpr std::uint8_t kNobody = kMaxPlayers;

  std::uint8_t nation;

  static constexpr std::string_view kind = "trade_pick";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("nation", &TradePick::nation, Dom::nation_or_none)};

  Verdict check(const Ctx& ctx) const {
    if (nation == kNobody) return {};
    if (const Verdict verdict = check_nation(ctx, nation); !verdict.ok()) return verdict;
    const Seat partner = ctx.s.seat_of(nation);
    if (ctx.s.accord(ctx.seat, partner)) return refuse_nation(ctx, Code::accord_exists, partner);
    return ctx.s.at_war(ctx.seat, partner) ? Verdict{} : check_feelings(ctx, partner);  // SOL-C39
  }

  void apply(GameStep& step) const {
    State& s = step.s;
    if (nation != kNobody) s.summit_picks[step.seat] = seat_bit(s.seat_of(nation));
    if (!seal(s, step.seat)) return;
    collect_proposals(s);
    advance(step);
  }
};

struct TradeAnswer {
  std::uint8_t accept;

  static constexpr std::string_view kind = "trade_answer";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("accept", &TradeAnswer::accept, Dom::flag)};

  Verdict check(const Ctx&) const { return {}; }

  void apply(GameStep& step) const {
    const Seat proposer = step.s.top().actor;
    pop(step.s);
    if (accept != 0) {
      sign_summit_accord(step, proposer, step.seat);
    } else {
      step.report(AccordRefused{proposer, step.seat});
    }
    advance(step);
  }
};

struct PactPick {
  std::uint8_t nation;

  static constexpr std::string_view kind = "pact_pick";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("nation", &PactPick::nation, Dom::nation)};

  Verdict check(const Ctx& ctx) const {
    if (const Verdict verdict = check_nation(ctx, nation); !verdict.ok()) return verdict;
    const Seat partner = ctx.s.seat_of(nation);
    if (ctx.s.pact(ctx.seat, partner)) return refuse_nation(ctx, Code::pact_forbids, partner);  // SOL-C60
    if (!ctx.s.at_war(ctx.seat, partner)) {
      if (const Verdict verdict = check_feelings(ctx, partner); !verdict.ok()) return verdict;
    }
    return check_offered(!picked(ctx.s, ctx.seat, partner));
  }

  void apply(GameStep& step) const {
    SeatBits& picks = step.s.summit_picks[step.seat];
    picks = static_cast<SeatBits>(picks | seat_bit(step.s.seat_of(nation)));
  }
};

struct EndPacts {
  static constexpr std::string_view kind = "end_pacts";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{};

  Verdict check(const Ctx&) const { return {}; }

  void apply(GameStep& step) const {
    if (!seal(step.s, step.seat)) return;
    collect_proposals(step.s);
    advance(step);
  }
};

struct PactAnswer {
  std::uint8_t accept;

  static constexpr std::string_view kind = "pact_answer";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("accept", &PactAnswer::accept, Dom::flag)};

  Verdict check(const Ctx&) const { return {}; }

  void apply(GameStep& step) const {
    const Seat proposer = step.s.top().actor;
    pop(step.s);
    if (accept != 0) {
      sign_pact(step, proposer, step.seat);
    } else {
      step.report(PactRefused{proposer, step.seat});
    }
    advance(step);
  }
};

struct Invest {
  static constexpr std::uint8_t kNothing = kInvestments;

  std::uint8_t investment;

  static constexpr std::string_view kind = "investment";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("investment", &Invest::investment, Dom::investment_or_none)};

  static std::size_t which(const State& s) { return s.turn <= 2 ? 0 : 1; }

  Verdict check(const Ctx& ctx) const {
    if (investment == kNothing) return {};
    if (ctx.r.investments[investment].tier != which(ctx.s) + 1) return refuse(Code::option_not_offered);
    const Sums price = investment_price(ctx.r, ctx.own(), investment);
    const std::uint8_t k = first_short(ctx.own(), price);
    if (k == kNone) return {};
    return refuse(Code::investment_not_payable, resource_word(k), price[k], ctx.own().stock[k]);
  }

  void apply(GameStep& step) const {
    State& s = step.s;
    if (investment != kNothing) s.at(step.seat).investment[which(s)] = investment;
    if (seal(s, step.seat)) advance(step);
  }
};

}  // namespace arbitre::solar
