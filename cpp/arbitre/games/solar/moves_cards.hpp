// Solar: the actions that buy and adopt, and the power of a nation (SOL 4.10 to 4.17).
#pragma once

#include "arbitre/games/solar/moves_common.hpp"

namespace arbitre::solar {

// --- technologies (SOL 4.10) ---------------------------------------------------------------------

// The technologies that telepathy may copy (SOL 4.13).
inline TechSet copyable(const State& s, int seat) {
  TechSet found = 0;
  for (int other = 0; other < s.players(); ++other) {
    if (other != seat && s.alive(other)) found |= s.at(other).bought;
  }
  return found & ~s.at(seat).technologies();
}

// SOL 4.12: in order of play starting after the builder; the first to be asked comes on top.
inline void ask_dyson(GameStep& step, Seat builder) {
  State& s = step.s;
  const std::size_t n = s.order.size();
  const auto at = static_cast<std::size_t>(std::find(s.order.begin(), s.order.end(), builder) - s.order.begin());
  for (std::size_t i = n; i-- > 1;) {
    const Seat seat = s.order[(at + i) % n];
    if (seat != builder && s.alive(seat)) push(s, ask_seat(Ask::dyson_answer, seat, builder));
  }
}

struct BuyTechnology {
  std::uint8_t technology;

  static constexpr std::string_view kind = "buy_technology";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("technology", &BuyTechnology::technology, Dom::technology)};

  static Amounts price(const Rules& r, const Nation& n, int technology) {
    const TechnologyRules& rules = r.technologies[static_cast<std::size_t>(technology)];
    Amounts price = rules.cost;
    if (rules.branch == r.nations[n.id].branch && price[kScience] > 0) --price[kScience];  // SOL 1.1
    return price;
  }

  Verdict check(const Ctx& ctx) const {
    const State& s = ctx.s;
    const Nation& n = ctx.own();
    const TechnologyRules& rules = ctx.r.technologies[technology];
    const int card = ctx.r.technology_words + technology;
    const int branch = ctx.r.branch_words + rules.branch;
    if (n.owns(technology)) return refuse(Code::already_owned, card);
    if (rules.branch == kEmpathsBranch) {
      const bool exclusive = s.turn < s.empaths_open_turn && (s.empaths_holders & seat_bit(ctx.seat)) == 0;
      if (s.empaths_open_turn == 0 || exclusive) {
        return refuse(Code::branch_closed, branch, s.empaths_open_turn, s.turn);
      }
    }
    const int open = s.branch_open[rules.branch];
    if (rules.tier > open + 1) return refuse(Code::tier_not_open, branch, rules.tier - 1, open);
    if ((s.tier3_taken & tech_bit(technology)) != 0) return refuse(Code::technology_taken, card);
    if (s.has(Variant::own_tier2_required) && rules.tier == 3 && !n.owns(technology - 1)) {
      return refuse(Code::own_tier2_required, card);
    }
    return check_price(ctx, rules.ac, price(ctx.r, n, technology));
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    if (ctx.own().ac_left == 0) return;
    const TechSet others = ~(ctx.own().technologies() | ctx.s.tier3_taken) & (tech_bit(kTechnologies) - 1);
    for_each_bit(others, [&](std::uint8_t technology) { keep(BuyTechnology{technology}); });
  }

  void apply(GameStep& step) const {
    State& s = step.s;
    const TechnologyRules& rules = step.r.technologies[technology];
    act(step, step.seat, rules.ac, price(step.r, s.at(step.seat), technology));
    gain_technology(step, step.seat, technology, Origin::bought);
    s.branch_open[rules.branch] = std::max(s.branch_open[rules.branch], rules.tier);
    if (rules.tier == 3) s.tier3_taken |= tech_bit(technology);
    if (rules.has(Effect::copy_rival_technology)) push(s, ask_seat(Ask::telepathy_copy, step.seat));
    if (rules.has(Effect::dyson_question)) ask_dyson(step, step.seat);
    if (rules.has(Effect::extrasolar_colony)) push(s, ask_seat(Ask::extrasolar_target, step.seat));
    advance(step);
  }
};

// --- civic actions, government, military cards -----------------------------------------------------

struct BuyCivic {
  static constexpr std::uint8_t kNoTarget = kMaxPlayers;

  std::uint8_t civic;
  std::uint8_t target;  // nation

  static constexpr std::string_view kind = "buy_civic";
  static constexpr bool chance = false;
  static constexpr auto fields =
      std::tuple{field("civic", &BuyCivic::civic, Dom::civic), field("target", &BuyCivic::target, Dom::nation_or_none)};

  // The nations it was used on this turn.
  static SeatBits used_on(const CivicRules& rules, const Nation& n) {
    return rules.target == TensionTarget::own ? n.calmed : n.mission;
  }

  Verdict check(const Ctx& ctx) const {
    const CivicRules& rules = ctx.r.civics[civic];
    const bool aimed = rules.target != TensionTarget::none;
    if (aimed != (target != kNoTarget)) return refuse(Code::invalid_target, Word::target);
    if (aimed) {
      if (const Verdict verdict = check_nation(ctx, target); !verdict.ok()) return verdict;
    }
    if ((ctx.s.civic_taken >> civic & 1u) != 0) {
      return refuse(Code::civic_already_taken, ctx.r.civic_words + civic);
    }
    if (aimed) {
      const Seat seat = ctx.s.seat_of(target);
      if ((used_on(rules, ctx.own()) & seat_bit(seat)) != 0) {
        return refuse_nation(ctx, Code::already_used_on_target, seat);
      }
    }
    return check_price(ctx, rules.ac, rules.cost);
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    if (ctx.own().ac_left == 0) return;
    for (std::uint8_t civic = 0; civic < kCivics; ++civic) {
      const CivicRules& rules = ctx.r.civics[civic];
      if (!can_afford(ctx, rules.ac, rules.cost)) continue;
      if (rules.target == TensionTarget::none) {
        keep(BuyCivic{civic, kNoTarget});
      } else {
        for (Seat seat = 0; seat < ctx.s.players(); ++seat) keep(BuyCivic{civic, ctx.s.at(seat).id});
      }
    }
  }

  void apply(GameStep& step) const {  // SOL 4.14
    State& s = step.s;
    const CivicRules& rules = step.r.civics[civic];
    act(step, step.seat, rules.ac, rules.cost);
    Nation& n = s.at(step.seat);
    gain(n, rules.immediate);
    add_per_turn(n, rules.per_turn);
    add_gov_points(n, rules.gov_points);
    if (!rules.repeatable) s.civic_taken = static_cast<std::uint16_t>(s.civic_taken | 1u << civic);
    if (rules.target != TensionTarget::none) {
      const Seat seat = s.seat_of(target);
      const bool own = rules.target == TensionTarget::own;
      SeatBits& used = own ? n.calmed : n.mission;
      used = static_cast<SeatBits>(used | seat_bit(seat));
      move_tension(s, own ? step.seat : seat, own ? seat : step.seat, rules.tension);
    }
    step.report(CivicBought{step.seat, civic});
    advance(step);
  }
};

struct AdoptGovernment {
  std::uint8_t form;

  static constexpr std::string_view kind = "adopt_government";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("form", &AdoptGovernment::form, Dom::form)};

  Verdict check(const Ctx& ctx) const {
    if (form == 0) return refuse(Reject::unknown_id, Word::form);  // no_government can't be adopted
    if (ctx.own().gov_form == form) return refuse(Code::same_government, ctx.r.form_words + form);
    return check_price(ctx, ctx.r.forms[form].ac, ctx.r.forms[form].cost);
  }

  void apply(GameStep& step) const {  // SOL 4.15, 1.4
    const FormRules& rules = step.r.forms[form];
    act(step, step.seat, rules.ac, rules.cost);
    Nation& n = step.s.at(step.seat);
    n.gov_form = form;
    gain(n, kMorale, -rules.morale_loss);
    step.report(GovernmentAdopted{step.seat, form});
    advance(step);
  }
};

struct BuyMilitary {
  std::uint8_t card;

  static constexpr std::string_view kind = "buy_military";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("card", &BuyMilitary::card, Dom::military_card)};

  Verdict check(const Ctx& ctx) const {
    const MilitaryRules& rules = ctx.r.military[card];
    const Nation& n = ctx.own();
    const int word = ctx.r.military_words + card;
    if (rules.requires_technology != kNone && !n.owns(rules.requires_technology)) {
      return refuse(Code::card_requirement_missing, ctx.r.technology_words + rules.requires_technology);
    }
    if ((n.military_bought >> card & 1u) != 0) return refuse(Code::already_bought_this_turn, word);
    if (rules.once_per_game && n.military[card] > 0) return refuse(Code::already_owned, word);
    return check_price(ctx, rules.ac, rules.cost);
  }

  void apply(GameStep& step) const {  // SOL 4.16
    const MilitaryRules& rules = step.r.military[card];
    act(step, step.seat, rules.ac, rules.cost);
    Nation& n = step.s.at(step.seat);
    n.military[card] = bounded_byte(n.military[card] + 1, kMaxCopies);
    n.military_bought = static_cast<std::uint8_t>(n.military_bought | 1u << card);
    add_tokens(n, rules.force);
    n.mil_lose_next = bounded_byte(n.mil_lose_next + rules.lose_next_turn, kMaxTemporary);
    step.report(MilitaryBought{step.seat, card});
    advance(step);
  }
};

// --- the power of a nation (SOL 4.17) --------------------------------------------------------------

struct UsePower {
  static constexpr std::uint8_t kNoTarget = kNodes;

  std::uint8_t target;  // node

  static constexpr std::string_view kind = "use_power";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("target", &UsePower::target, Dom::node_or_none)};

  Verdict check(const Ctx& ctx) const {
    const Nation& n = ctx.own();
    const bool forge = n.id == kOrbitalForge;
    if (!forge && target != kNoTarget) return refuse(Code::invalid_target, Word::target);
    if (n.power_used != 0) return refuse(Code::power_already_used);
    if (n.id == kOverdrive && n.ac_max >= ctx.r.p.max_ac) {  // SOL-C12, SOL-C57
      return refuse(Code::ac_at_maximum, Word::ac, ctx.r.p.max_ac, n.ac_max);
    }
    if (forge) {
      const Colony* colony = target == kNoTarget ? nullptr : n.colony_at(target);
      const bool moon = target != kNoTarget && (ctx.r.forge_nodes & node_bit(target)) != 0;
      if (colony == nullptr || !moon || colony->level != 1) {
        return target == kNoTarget ? refuse(Code::no_eligible_moon, Word::nothing)
                                   : refuse_node(ctx, Code::no_eligible_moon, target);
      }
    }
    return check_stock(ctx, ctx.r.powers[n.id].cost);
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    if (ctx.own().power_used != 0) return;
    if (ctx.own().id != kOrbitalForge) {
      keep(UsePower{kNoTarget});
      return;
    }
    for_each_bit(ctx.own().colony_set & ctx.r.forge_nodes, [&](std::uint8_t node) { keep(UsePower{node}); });
  }

  void apply(GameStep& step) const {
    State& s = step.s;
    Nation& n = s.at(step.seat);
    const PowerRules& rules = step.r.powers[n.id];
    pay(n, rules.cost);
    n.power_used = 1;
    step.report(PowerUsed{step.seat, n.id});
    switch (n.id) {
      case kGreenDiplomacy: add_gov_points(n, rules.gov_points); break;
      case kOverdrive:
        n.ac_max = bounded_byte(n.ac_max + rules.ac, step.r.p.max_ac);
        n.ac_left = bounded_byte(n.ac_left + rules.ac, step.r.p.max_ac);
        break;
      case kOrbitalForge: set_level(step, step.seat, *n.colony_at(target), 2); break;
      default: push(s, draw(Ask::trade_units, step.seat)); break;
    }
  }
};

}  // namespace arbitre::solar
