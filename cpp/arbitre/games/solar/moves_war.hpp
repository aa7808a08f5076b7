// Solar: the decisions of wars and of the defence against an assault (SOL 5.5, 5.6, 11.1).
#pragma once

#include "arbitre/games/solar/moves_decisions.hpp"

namespace arbitre::solar {

// The war that is being treated. Precondition: phase WARS, and a frame of that war is asked.
inline const War& current_war(const State& s) { return *find_war(s, s.queue[0]); }

// --- defence ---------------------------------------------------------------------------------------

inline Verdict check_defence(const Ctx& ctx, int tokens, bool cruiser) {
  const int reserve = ctx.own().reserve;
  if (tokens > reserve) return refuse(Code::too_many_tokens, Word::force, tokens, reserve);
  return check_commitment(ctx, tokens, cruiser, false);
}

// The defender's answer; the combat is fought when all have answered.
inline void answer_assault(GameStep& step, std::uint8_t tokens, std::uint8_t cruiser) {
  State& s = step.s;
  pop(s);
  s.combat.answers[s.combat.answer_count++] = {tokens, cruiser};
  if (s.combat.answer_count < s.combat.defender_count) {
    push(s, ask_seat(Ask::cohabitant_defense, s.combat.defenders[s.combat.answer_count]));
    return;
  }
  resolve_combat(step);
  advance(step);
}

struct Defense {
  std::uint8_t tokens;
  std::uint8_t cruiser;

  static constexpr std::string_view kind = "defense";
  static constexpr bool chance = false;
  static constexpr auto fields =
      std::tuple{field("tokens", &Defense::tokens, Dom::tokens), field("cruiser", &Defense::cruiser, Dom::flag)};

  Verdict check(const Ctx& ctx) const { return check_defence(ctx, tokens, cruiser != 0); }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    const bool with_cruiser = cruiser_available(ctx.s, ctx.own(), false);
    const int most = affordable_tokens(ctx, ctx.own().reserve);
    for (std::uint8_t tokens = 0; tokens <= most; ++tokens) {
      keep(Defense{tokens, 0});
      if (with_cruiser) keep(Defense{tokens, 1});
    }
  }

  void apply(GameStep& step) const { answer_assault(step, tokens, cruiser); }
};

struct CohabitantDefense {
  std::uint8_t tokens;

  static constexpr std::string_view kind = "cohabitant_defense";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("tokens", &CohabitantDefense::tokens, Dom::tokens)};

  Verdict check(const Ctx& ctx) const { return check_defence(ctx, tokens, false); }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    const int most = affordable_tokens(ctx, ctx.own().reserve);
    for (std::uint8_t tokens = 0; tokens <= most; ++tokens) keep(CohabitantDefense{tokens});
  }

  void apply(GameStep& step) const { answer_assault(step, tokens, 0); }
};

// --- peace -----------------------------------------------------------------------------------------

struct PeaceOffer {
  std::uint8_t offer;

  static constexpr std::string_view kind = "peace_offer";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("offer", &PeaceOffer::offer, Dom::flag)};

  Verdict check(const Ctx&) const { return {}; }

  void apply(GameStep& step) const {
    pop(step.s);
    if (offer != 0) push(step.s, ask_seat(Ask::peace_amount, step.seat));
    advance(step);
  }
};

struct PeaceAmount {
  std::uint8_t resource;
  std::uint8_t amount;

  static constexpr std::string_view kind = "peace_amount";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("resource", &PeaceAmount::resource, Dom::resource),
                                            field("amount", &PeaceAmount::amount, Dom::amount)};

  Verdict check(const Ctx& ctx) const {
    if (resource != ctx.s.amount_count) return refuse(Code::option_not_offered);
    const int stock = ctx.own().stock[resource];
    return amount > stock ? refuse(Code::cannot_pay, resource_word(resource), amount, stock) : Verdict{};
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    const std::uint8_t asked = ctx.s.amount_count;
    const int most = std::min<int>(ctx.own().stock[asked], kMaxCommitment);
    for (std::uint8_t amount = 0; amount <= most; ++amount) keep(PeaceAmount{asked, amount});
  }

  void apply(GameStep& step) const {
    State& s = step.s;
    s.amounts[s.amount_count++] = amount;
    if (s.amount_count < s.amounts.size()) return;
    pop(s);
    push(s, ask_seat(Ask::peace_answer, current_war(s).enemy_of(step.seat), step.seat));
  }
};

struct PeaceAnswer {
  std::uint8_t accept;

  static constexpr std::string_view kind = "peace_answer";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("accept", &PeaceAnswer::accept, Dom::flag)};

  Verdict check(const Ctx&) const { return {}; }

  void apply(GameStep& step) const {
    State& s = step.s;
    const Seat offerer = s.top().actor;
    const auto amounts = s.amounts;
    pop(s);
    s.amounts = {};
    s.amount_count = 0;
    if (accept == 0) {
      step.report(PeaceRefused{step.seat});
      advance(step);
      return;
    }
    for (const Resource k : {kEnergy, kMaterials, kScience}) {
      const int given = std::min<int>(amounts[k], s.at(offerer).stock[k]);
      gain(s.at(offerer), k, -given);
      gain(s.at(step.seat), k, given);
    }
    if (current_war(s).fresh != 0) {
      avert_war(step, offerer, step.seat);
    } else {
      settle_war(step, offerer, step.seat);
    }
    advance(step);
  }
};

// The opener of a fresh popular war demands a tribute instead of fighting (SOL 5.6).
struct DemandPeace {
  static constexpr std::string_view kind = "demand_peace";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{};

  Verdict check(const Ctx& ctx) const { return check_offered(ctx.s.top().ask == Ask::forced_war); }

  void apply(GameStep& step) const {
    State& s = step.s;
    const Seat target = current_war(s).enemy_of(step.seat);
    const Nation& n = s.at(target);
    pop(s);
    const bool able = n.stock[kMaterials] + n.stock[kEnergy] >= step.r.p.tribute;
    if (n.reserve > s.at(step.seat).reserve || !able) {
      step.report(TributeRefused{target});
      advance(step);
    } else {
      push(s, ask_seat(Ask::tribute_answer, target, step.seat));
    }
  }
};

struct TributeAnswer {
  std::uint8_t accept;

  static constexpr std::string_view kind = "tribute_answer";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("accept", &TributeAnswer::accept, Dom::flag)};

  Verdict check(const Ctx&) const { return {}; }

  void apply(GameStep& step) const {
    State& s = step.s;
    const Seat demander = s.top().actor;
    pop(s);
    if (accept == 0) {
      step.report(TributeRefused{step.seat});
      advance(step);
      return;
    }
    const int materials = std::min<int>(s.at(step.seat).stock[kMaterials], step.r.p.tribute);
    const int energy = step.r.p.tribute - materials;
    gain(s.at(step.seat), kMaterials, -materials);
    gain(s.at(step.seat), kEnergy, -energy);
    gain(s.at(demander), kMaterials, materials);
    gain(s.at(demander), kEnergy, energy);
    step.report(TributePaid{step.seat});
    avert_war(step, demander, step.seat);
    advance(step);
  }
};

// --- assaults of a war -----------------------------------------------------------------------------

// Variant war_reach_by_hops: the colonies of the enemy that an attacker may strike.
inline NodeSet nodes_in_reach(const Rules& r, const Nation& attacker, const Nation& enemy) {
  constexpr int kFar = 100;
  std::array<int, kNodes> hops{};
  int nearest = kFar;
  for_each_bit(enemy.colony_set, [&](std::uint8_t node) {
    hops[node] = kFar;
    for_each_bit(attacker.colony_set,
                 [&](std::uint8_t base) { hops[node] = std::min<int>(hops[node], r.hops[base][node]); });
    nearest = std::min(nearest, hops[node]);
  });
  const int limit = nearest <= 1 ? r.p.war_reach_hops : nearest;
  NodeSet reach = 0;
  for_each_bit(enemy.colony_set, [&](std::uint8_t node) {
    if (hops[node] <= limit) reach = static_cast<NodeSet>(reach | node_bit(node));
  });
  return reach;
}

struct WarColony {
  std::uint8_t node;
  std::uint8_t tokens;
  std::uint8_t cruiser;

  static constexpr std::string_view kind = "war_colony";
  static constexpr bool chance = false;
  static constexpr auto fields =
      std::tuple{field("node", &WarColony::node, Dom::node), field("tokens", &WarColony::tokens, Dom::tokens),
                 field("cruiser", &WarColony::cruiser, Dom::flag)};

  // What does not depend on the commitment.
  static Verdict check_node(const Ctx& ctx, int node) {
    const Defenders defenders = defenders_of(ctx.r, ctx.s, ctx.seat, node);
    if (defenders.count == 0) return refuse_node(ctx, Code::no_defender_there, node);
    const Nation& enemy = ctx.s.at(current_war(ctx.s).enemy_of(ctx.seat));
    if (!enemy.lives_on(node)) return refuse_node(ctx, Code::not_at_war, node);
    if (ctx.s.has(Variant::war_reach_by_hops) && (nodes_in_reach(ctx.r, ctx.own(), enemy) & node_bit(node)) == 0) {
      return refuse_node(ctx, Code::target_out_of_reach, node);
    }
    return check_pacts(ctx, defenders);
  }

  Verdict check(const Ctx& ctx) const {
    if (const Verdict verdict = check_node(ctx, node); !verdict.ok()) return verdict;
    if (const Verdict verdict = check_tokens(ctx, tokens); !verdict.ok()) return verdict;
    return check_commitment(ctx, tokens, cruiser != 0, true);
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    const int most = affordable_tokens(ctx, engageable(ctx.r, ctx.own()));
    if (most < 1) return;
    const bool with_cruiser = cruiser_available(ctx.s, ctx.own(), true);
    for_each_bit(ctx.s.at(current_war(ctx.s).enemy_of(ctx.seat)).colony_set, [&](std::uint8_t node) {
      if (!check_node(ctx, node).ok()) return;
      for (std::uint8_t tokens = 1; tokens <= most; ++tokens) {
        keep(WarColony{node, tokens, 0});
        if (with_cruiser) keep(WarColony{node, tokens, 1});
      }
    });
  }

  void apply(GameStep& step) const {
    State& s = step.s;
    pop(s);
    pay_penalty(step, *find_war(s, s.queue[0]));
    begin_combat(step, step.seat, node, tokens, cruiser != 0);
  }
};

struct WarRoute {
  std::uint8_t a, b;
  Fate fate;

  static constexpr std::string_view kind = "war_route";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("a", &WarRoute::a, Dom::node), field("b", &WarRoute::b, Dom::node),
                                            field("fate", &WarRoute::fate, Dom::fate)};

  Verdict check(const Ctx& ctx) const {
    const Nation& enemy = ctx.s.at(current_war(ctx.s).enemy_of(ctx.seat));
    const std::uint8_t link = link_between(ctx.r, a, b);
    if (link == kNone || !enemy.has_route(link)) return refuse(Code::no_such_route);
    if (fate == Fate::capture && ctx.own().has_route(link)) return refuse(Code::route_already_yours);
    return check_engageable(ctx, (enemy.tokens & link_bit(link)) != 0 ? 2 : 1);
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    if (!check_engageable(ctx, 1).ok()) return;
    const Nation& enemy = ctx.s.at(current_war(ctx.s).enemy_of(ctx.seat));
    for_each_link(ctx.r, enemy.route_set, [&](const LinkRules& link) {
      keep(WarRoute{link.a, link.b, Fate::capture});
      keep(WarRoute{link.a, link.b, Fate::destroy});
    });
  }

  // No defence, no price. A token that guards the route is destroyed; two of the attacker leave for
  // it, of which one recovers and the other guards the captured route or comes back.
  void apply(GameStep& step) const {
    State& s = step.s;
    pop(s);
    War& war = *find_war(s, s.queue[0]);
    pay_penalty(step, war);
    const Seat enemy = war.enemy_of(step.seat);
    const std::uint8_t link = link_between(step.r, a, b);
    const bool guarded = (s.at(enemy).tokens & link_bit(link)) != 0;
    const bool captured = fate == Fate::capture;
    remove_route(step, enemy, link, captured ? Cause::captured : Cause::destroyed);
    Nation& n = s.at(step.seat);
    if (guarded) {
      add_tokens(n, captured ? -2 : -1);
      put_in_recovery(step.r, s, n, 1);
    }
    if (captured) {
      add_route(step, step.seat, link, guarded);
      step.report(RouteCaptured{step.seat, a, b});
    }
    advance(step);
  }
};

struct WarHold {
  static constexpr std::string_view kind = "war_hold";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{};

  Verdict check(const Ctx&) const { return {}; }

  void apply(GameStep& step) const {
    pop(step.s);
    advance(step);
  }
};

struct WarInitiative {
  Choice choice;

  static constexpr std::string_view kind = "war_initiative";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("choice", &WarInitiative::choice, Dom::choice)};

  Verdict check(const Ctx&) const { return {}; }

  void apply(GameStep& step) const {
    State& s = step.s;
    const Seat other = current_war(s).enemy_of(step.seat);
    pop(s);
    s.war_left.push_back(choice == Choice::attack ? step.seat : other);
    s.war_left.push_back(choice == Choice::attack ? other : step.seat);
    advance(step);
  }
};

}  // namespace arbitre::solar
