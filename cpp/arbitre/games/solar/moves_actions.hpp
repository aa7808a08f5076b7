// Solar: the actions of a visit on the map and toward other nations (SOL 4.1 to 4.9, 4.18), with their
// tests in the order of SOL 4. The tests before these are in game.hpp, admit().
#pragma once

#include "arbitre/games/solar/moves_common.hpp"

namespace arbitre::solar {

struct Colonize {
  std::uint8_t node;

  static constexpr std::string_view kind = "colonize";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("node", &Colonize::node, Dom::node)};

  // A right that costs no action is used before one that costs no resources.
  static Amounts price(const Rules& r, const Nation& n) {
    if (n.free_colonizations > 0 || n.free_settlement != 0) return {};
    Amounts price = r.colonize;
    const NationRules& own = r.nations[n.id];
    price[kEnergy] = static_cast<std::int16_t>(std::max(0, price[kEnergy] - own.discount_energy));
    price[kMaterials] = static_cast<std::int16_t>(std::max(0, price[kMaterials] - own.discount_materials));
    return price;
  }
  static int ac(const Rules& r, const Nation& n) { return n.free_colonizations > 0 ? 0 : r.p.colonize_ac; }

  Verdict check(const Ctx& ctx) const {
    if (ctx.own().lives_on(node)) return refuse_node(ctx, Code::already_colonized_by_you, node);
    if ((occupied_nodes(ctx.s) & node_bit(node)) != 0) return refuse_node(ctx, Code::node_occupied, node);
    return check_price(ctx, ac(ctx.r, ctx.own()), price(ctx.r, ctx.own()));
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    if (!can_afford(ctx, ac(ctx.r, ctx.own()), price(ctx.r, ctx.own()))) return;
    const unsigned free = ~unsigned{occupied_nodes(ctx.s)} & ((1u << kNodes) - 1);
    for_each_bit(free, [&](std::uint8_t node) { keep(Colonize{node}); });
  }

  void apply(GameStep& step) const {  // SOL 4.1
    Nation& n = step.s.at(step.seat);
    const Amounts cost = price(step.r, n);
    const int actions = ac(step.r, n);
    if (n.free_colonizations > 0) {
      n.free_colonizations = 0;
    } else {
      n.free_settlement = 0;
    }
    act(step, step.seat, actions, cost);
    found_colony(step, step.seat, node, false);
  }
};

struct Upgrade {
  std::uint8_t node;

  static constexpr std::string_view kind = "upgrade";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("node", &Upgrade::node, Dom::node)};

  Verdict check(const Ctx& ctx) const {
    const Colony* colony = ctx.own().colony_at(node);
    if (colony == nullptr) return refuse_node(ctx, Code::no_colony_there, node);
    if (colony->no_upgrade != 0) return refuse_node(ctx, Code::colony_not_upgradable, node);
    if (colony->level >= kMaxLevel) return refuse_node(ctx, Code::level_maximum, node, kMaxLevel, kMaxLevel);
    return check_price(ctx, ctx.r.p.upgrade_ac, ctx.r.upgrade);
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    if (!can_afford(ctx, ctx.r.p.upgrade_ac, ctx.r.upgrade)) return;
    for_each_bit(ctx.own().colony_set, [&](std::uint8_t node) { keep(Upgrade{node}); });
  }

  void apply(GameStep& step) const {  // SOL 4.2
    act(step, step.seat, step.r.p.upgrade_ac, step.r.upgrade);
    Colony& colony = *step.s.at(step.seat).colony_at(node);
    set_level(step, step.seat, colony, colony.level + 1);
    advance(step);
  }
};

struct BuildRoute {
  std::uint8_t a, b;
  std::uint8_t token;

  static constexpr std::string_view kind = "build_route";
  static constexpr bool chance = false;
  static constexpr auto fields =
      std::tuple{field("a", &BuildRoute::a, Dom::node), field("b", &BuildRoute::b, Dom::node),
                 field("token", &BuildRoute::token, Dom::flag)};

  static Amounts price(const Rules& r, const Nation& n) {
    const bool free = n.free_routes > 0 || has_effect(r, n, Effect::route_build_free);
    return free ? Amounts{} : r.build_route;
  }
  static int ac(const Rules& r, const Nation& n) { return n.free_routes > 0 ? 0 : r.p.build_route_ac; }

  Verdict check(const Ctx& ctx) const {
    const Nation& n = ctx.own();
    const std::uint8_t link = link_between(ctx.r, a, b);
    if (link == kNone) return refuse(Code::link_does_not_exist);
    if (n.has_route(link)) return refuse(Code::route_already_yours);
    const unsigned own = unsigned{n.colony_set} | node_bit(ctx.r.nations[n.id].home);  // SOL-C5
    if ((ctx.r.link_ends[link] & own) == 0) return refuse(Code::route_no_own_end);
    if (const Verdict verdict = check_price(ctx, ac(ctx.r, n), price(ctx.r, n)); !verdict.ok()) return verdict;
    return token != 0 ? check_engageable(ctx, 1) : Verdict{};
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    const Nation& n = ctx.own();
    if (!can_afford(ctx, ac(ctx.r, n), price(ctx.r, n))) return;
    LinkSet links = ctx.r.links_at[ctx.r.nations[n.id].home];
    for_each_bit(n.colony_set, [&](std::uint8_t node) { links |= ctx.r.links_at[node]; });
    // By a, then b, as the codes go.
    for_each_link(ctx.r, links & ~n.route_set, [&](const LinkRules& link) {
      keep(BuildRoute{link.a, link.b, 0});
      keep(BuildRoute{link.a, link.b, 1});
    });
  }

  void apply(GameStep& step) const {  // SOL 4.3
    Nation& n = step.s.at(step.seat);
    const Amounts cost = price(step.r, n);
    const int actions = ac(step.r, n);
    n.free_routes = 0;
    act(step, step.seat, actions, cost);
    if (token != 0) add_tokens(n, -1);
    add_route(step, step.seat, link_between(step.r, a, b), token != 0);
    step.report(RouteBuilt{step.seat, a, b});
    advance(step);
  }
};

// SOL 4.4, 4.5: the two share their tests but one.
inline Verdict check_token_move(const Ctx& ctx, int a, int b, bool protect) {
  const Nation& n = ctx.own();
  const std::uint8_t link = link_between(ctx.r, a, b);
  if (link == kNone || !n.has_route(link)) return refuse(Code::no_such_route);
  const bool guarded = (n.tokens & link_bit(link)) != 0;
  if (guarded == protect) return refuse(protect ? Code::route_already_protected : Code::route_not_protected);
  if (!protect) return check_ac(ctx, ctx.r.p.recall_token_ac);
  if (const Verdict verdict = check_ac(ctx, ctx.r.p.protect_route_ac); !verdict.ok()) return verdict;
  return check_engageable(ctx, 1);
}

struct ProtectRoute {
  std::uint8_t a, b;

  static constexpr std::string_view kind = "protect_route";
  static constexpr bool chance = false;
  static constexpr auto fields =
      std::tuple{field("a", &ProtectRoute::a, Dom::node), field("b", &ProtectRoute::b, Dom::node)};

  Verdict check(const Ctx& ctx) const { return check_token_move(ctx, a, b, true); }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    const Nation& n = ctx.own();
    for_each_link(ctx.r, n.route_set & ~n.tokens, [&](const LinkRules& link) { keep(ProtectRoute{link.a, link.b}); });
  }

  void apply(GameStep& step) const {
    act(step, step.seat, step.r.p.protect_route_ac, {});
    Nation& n = step.s.at(step.seat);
    add_tokens(n, -1);
    n.tokens |= link_bit(link_between(step.r, a, b));
    advance(step);
  }
};

struct RecallToken {
  std::uint8_t a, b;

  static constexpr std::string_view kind = "recall_token";
  static constexpr bool chance = false;
  static constexpr auto fields =
      std::tuple{field("a", &RecallToken::a, Dom::node), field("b", &RecallToken::b, Dom::node)};

  Verdict check(const Ctx& ctx) const { return check_token_move(ctx, a, b, false); }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for_each_link(ctx.r, ctx.own().tokens, [&](const LinkRules& link) { keep(RecallToken{link.a, link.b}); });
  }

  void apply(GameStep& step) const {
    act(step, step.seat, step.r.p.recall_token_ac, {});
    Nation& n = step.s.at(step.seat);
    add_tokens(n, 1);
    n.tokens &= ~link_bit(link_between(step.r, a, b));
    advance(step);
  }
};

struct Raid {
  static constexpr std::uint8_t kNoNode = kNodes;

  std::uint8_t nation;
  std::uint8_t node;  // kNoNode: the most productive

  static constexpr std::string_view kind = "raid";
  static constexpr bool chance = false;
  static constexpr auto fields =
      std::tuple{field("nation", &Raid::nation, Dom::nation), field("node", &Raid::node, Dom::node_or_none)};

  static bool is_raidable(const State& s, const Nation& victim, const Colony& colony) {
    return (victim.connected & node_bit(colony.node)) != 0 && colony.raided_turn != s.turn;
  }

  Verdict check(const Ctx& ctx) const {
    if (const Verdict verdict = check_nation(ctx, nation); !verdict.ok()) return verdict;
    const Seat seat = ctx.s.seat_of(nation);
    const Nation& victim = ctx.s.at(seat);
    if (ctx.s.pact(ctx.seat, seat)) return refuse_nation(ctx, Code::pact_forbids, seat);
    if (node != kNoNode) {
      const Colony* colony = victim.colony_at(node);
      if (colony == nullptr) return refuse_node(ctx, Code::no_colony_there, node);
      if ((victim.connected & node_bit(node)) == 0) return refuse_node(ctx, Code::colony_not_connected, node);
      if (colony->raided_turn == ctx.s.turn) return refuse_node(ctx, Code::already_raided_this_turn, node);
    } else if (std::none_of(victim.colonies.begin(), victim.colonies.end(),
                            [&](const Colony& colony) { return is_raidable(ctx.s, victim, colony); })) {
      return refuse(Code::no_raidable_colony);
    }
    if (const Verdict verdict = check_ac(ctx, ctx.r.p.raid_ac); !verdict.ok()) return verdict;
    return check_engageable(ctx, ctx.r.nations[ctx.own().id].raid_force);
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    if (!check_ac(ctx, ctx.r.p.raid_ac).ok()) return;
    if (!check_engageable(ctx, ctx.r.nations[ctx.own().id].raid_force).ok()) return;
    for (Seat seat = 0; seat < ctx.s.players(); ++seat) {
      if (seat == ctx.seat) continue;
      const Nation& victim = ctx.s.at(seat);
      for_each_bit(victim.connected, [&](std::uint8_t at) { keep(Raid{victim.id, at}); });
      if (victim.connected != 0) keep(Raid{victim.id, kNoNode});
    }
  }

  void apply(GameStep& step) const;
};

// SOL 4.7.
inline void Raid::apply(GameStep& step) const {
  State& s = step.s;
  const Rules& r = step.r;
  const Seat raider = step.seat;
  const Seat seat = s.seat_of(nation);
  Nation& victim = s.at(seat);
  act(step, raider, r.p.raid_ac, {});
  const int force = r.nations[s.at(raider).id].raid_force;
  add_tokens(s.at(raider), -force);
  put_in_recovery(r, s, s.at(raider), force);

  Colony* target = nullptr;
  int best = -1;
  for (Colony& colony : victim.colonies) {
    if (node != kNoNode ? colony.node != node : !is_raidable(s, victim, colony)) continue;
    const Sums income = colony_income(r, victim, colony);
    const int production = income[kEnergy] + income[kMaterials] + income[kScience];
    if (production > best) {
      best = production;
      target = &colony;
    }
  }
  s.grudge_of(seat, raider) = bounded_byte(s.grudge_of(seat, raider) + 1, r.p.grudge_max);
  s.grievance[seat] = static_cast<SeatBits>(s.grievance[seat] | seat_bit(raider));
  const std::uint8_t raided = target == nullptr ? victim.colonies[0].node : target->node;
  if (has_effect(r, victim, Effect::raid_immune) || target == nullptr) {
    move_tension(s, seat, raider, r.p.raid_blocked_victim);
    step.report(RaidBlocked{raider, seat, raided});
    advance(step);
    return;
  }
  const Sums income = colony_income(r, victim, *target);
  Sums loot{};
  for (const Resource k : {kEnergy, kMaterials, kScience}) {
    loot[k] = std::clamp<int>(income[k], 0, victim.stock[k]);
    if (loot[k] > 0 && has_effect(r, victim, Effect::raid_loot_minus_1)) --loot[k];
    gain(victim, k, -loot[k]);
    gain(s.at(raider), k, loot[k]);
  }
  target->raided_turn = s.turn;
  move_tension(s, seat, raider, r.p.raid_victim);
  move_tension(s, raider, seat, r.p.raid_raider);
  s.grievance[raider] = static_cast<SeatBits>(s.grievance[raider] | seat_bit(seat));
  step.report(Raided{raider, seat, raided, loot[kEnergy], loot[kMaterials], loot[kScience]});
  advance(step);
}

struct ProposeAccord {
  std::uint8_t nation;

  static constexpr std::string_view kind = "propose_accord";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("nation", &ProposeAccord::nation, Dom::nation)};

  Verdict check(const Ctx& ctx) const {
    if (const Verdict verdict = check_nation(ctx, nation); !verdict.ok()) return verdict;
    const Seat partner = ctx.s.seat_of(nation);
    if (ctx.s.accord(ctx.seat, partner)) return refuse_nation(ctx, Code::accord_exists, partner);
    if (ctx.s.at_war(ctx.seat, partner)) return refuse_nation(ctx, Code::at_war, partner);
    if (const Verdict verdict = check_feelings(ctx, partner); !verdict.ok()) return verdict;
    if ((ctx.own().accord_refused & seat_bit(partner)) != 0) {
      return refuse_nation(ctx, Code::accord_already_refused, partner);
    }
    return check_price(ctx, ctx.r.p.accord_ac, ctx.r.accord_gift);
  }

  // The visit goes on until the answer (SOL-C7).
  void apply(GameStep& step) const { push(step.s, ask_seat(Ask::accord_answer, step.s.seat_of(nation), step.seat)); }
};

struct Assault {
  std::uint8_t node;
  std::uint8_t tokens;
  std::uint8_t cruiser;

  static constexpr std::string_view kind = "assault";
  static constexpr bool chance = false;
  static constexpr auto fields =
      std::tuple{field("node", &Assault::node, Dom::node), field("tokens", &Assault::tokens, Dom::tokens),
                 field("cruiser", &Assault::cruiser, Dom::flag)};

  static int ac(const Rules& r, const State& s, const Nation& n, int node) {
    const int full = journey_ac(r, journey_days(r, n, node));
    const bool rebate = s.has(Variant::hyperpropulsion_rebate) && has_effect(r, n, Effect::war_order);
    return rebate ? std::max(1, full - 1) : full;
  }

  // What does not depend on the commitment.
  static Verdict check_node(const Ctx& ctx, int node) {
    const Defenders defenders = defenders_of(ctx.r, ctx.s, ctx.seat, node);
    if (defenders.count == 0) return refuse_node(ctx, Code::no_defender_there, node);
    if (const Verdict verdict = check_pacts(ctx, defenders); !verdict.ok()) return verdict;
    if (const Verdict verdict = check_ac(ctx, ac(ctx.r, ctx.s, ctx.own(), node)); !verdict.ok()) return verdict;
    return check_engageable(ctx, 1);
  }

  Verdict check(const Ctx& ctx) const {
    if (const Verdict verdict = check_node(ctx, node); !verdict.ok()) return verdict;
    if (const Verdict verdict = check_tokens(ctx, tokens); !verdict.ok()) return verdict;
    Verdict verdict = check_commitment(ctx, tokens, cruiser != 0, true);
    // Here a price that is too high has the names of an action (SOL 4.9).
    if (verdict.code == Code::cannot_pay) {
      const bool materials = verdict.subject == static_cast<std::uint16_t>(Word::materials);
      verdict.code = materials ? Code::not_enough_materials : Code::not_enough_energy;
    }
    return verdict;
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    const int most = affordable_tokens(ctx, engageable(ctx.r, ctx.own()));
    if (most < 1 || ctx.own().ac_left == 0) return;
    const bool with_cruiser = cruiser_available(ctx.s, ctx.own(), true);
    const unsigned rivals = rival_nodes(ctx.s, ctx.seat);
    for_each_bit(rivals, [&](std::uint8_t node) {
      if (!check_node(ctx, node).ok()) return;
      for (std::uint8_t tokens = 1; tokens <= most; ++tokens) {
        keep(Assault{node, tokens, 0});
        if (with_cruiser) keep(Assault{node, tokens, 1});
      }
    });
  }

  static unsigned rival_nodes(const State& s, Seat seat) {
    unsigned nodes = 0;
    for (Seat other = 0; other < s.players(); ++other) nodes |= other == seat ? 0u : s.at(other).colony_set;
    return nodes;
  }

  void apply(GameStep& step) const {  // SOL 4.9
    State& s = step.s;
    const Seat principal = defenders_of(step.r, s, step.seat, node).seats[0];
    act(step, step.seat, ac(step.r, s, s.at(step.seat), node), {});
    std::uint8_t& assaults = s.assaults[step.seat][principal];
    assaults = bounded_byte(assaults + 1, kMaxAssaults);
    begin_combat(step, step.seat, node, tokens, cruiser != 0);
  }
};

struct Pass {
  static constexpr std::string_view kind = "pass";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{};

  Verdict check(const Ctx&) const { return {}; }

  void apply(GameStep& step) const {  // SOL 4.18
    Nation& n = step.s.at(step.seat);
    n.passed = 1;
    n.visit_debt = 0;
    n.snapshot_morale = n.stock[kMorale];
    step.report(Passed{step.seat});
    pop(step.s);
    next_visit(step.s);
    advance(step);
  }
};

}  // namespace arbitre::solar
