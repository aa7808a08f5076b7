// Solar: what the checks of several moves share (SOL 4, 11.3), each test once.
#pragma once

#include "arbitre/games/solar/event_phase.hpp"

namespace arbitre::solar {

struct Ctx {
  const Rules& r;
  const State& s;
  Seat seat;

  const Nation& own() const { return s.at(seat); }
};

inline Verdict refuse(Reject code) { return {code, 0, 0, 0}; }
inline Verdict refuse(Reject code, int word, int need = 0, int have = 0) {
  return {code, static_cast<std::uint16_t>(word), need, have};
}
inline Verdict refuse(Reject code, Word word, int need = 0, int have = 0) {
  return refuse(code, static_cast<int>(word), need, have);
}
inline Verdict refuse_node(const Ctx& ctx, Reject code, int node, int need = 0, int have = 0) {
  return refuse(code, ctx.r.node_words + node, need, have);
}
inline int nation_word(const Ctx& ctx, int seat) { return ctx.r.nation_words + ctx.s.at(seat).id; }
inline Verdict refuse_nation(const Ctx& ctx, Reject code, int seat, int need = 0, int have = 0) {
  return refuse(code, nation_word(ctx, seat), need, have);
}
inline int resource_word(int resource) { return static_cast<int>(Word::energy) + resource; }

// SOL 11.3, 3: a field names the mover, a nation not in this game, or an eliminated one.
inline Verdict check_nation(const Ctx& ctx, int nation) {
  const Seat seat = ctx.s.seat_of(nation);
  if (seat != kNone && seat != ctx.seat && ctx.s.alive(seat)) return {};
  return refuse(Code::invalid_target, ctx.r.nation_words + nation);
}

// SOL 4, resources: AC, materials, energy, science, morale.
inline Verdict check_ac(const Ctx& ctx, int ac) {
  const int left = ctx.own().ac_left;
  return left < ac ? refuse(Code::not_enough_ac, Word::ac, ac, left) : Verdict{};
}
inline Verdict check_stock(const Ctx& ctx, const Amounts& price) {
  constexpr std::array<Reject, kResources> kCodes = {Code::not_enough_energy, Code::not_enough_materials,
                                                     Code::not_enough_science, Code::not_enough_morale};
  const std::uint8_t k = first_short(ctx.own(), price);
  return k == kNone ? Verdict{} : refuse(kCodes[k], resource_word(k), price[k], ctx.own().stock[k]);
}
inline bool can_afford(const Ctx& ctx, int ac, const Amounts& price) {
  return ctx.own().ac_left >= ac && covers(ctx.own(), price);
}
inline Verdict check_price(const Ctx& ctx, int ac, const Amounts& price) {
  if (can_afford(ctx, ac, price)) return {};
  const Verdict verdict = check_ac(ctx, ac);
  return verdict.ok() ? check_stock(ctx, price) : verdict;
}

inline Verdict check_engageable(const Ctx& ctx, int tokens) {
  const int have = engageable(ctx.r, ctx.own());
  return have < tokens ? refuse(Code::not_enough_force, Word::force, tokens, have) : Verdict{};
}

// The tokens of an assault, in the action phase and in a war (SOL 11.3, NOT_ENOUGH_FORCE).
inline Verdict check_tokens(const Ctx& ctx, int tokens) {
  if (tokens < 1) return refuse(Code::not_enough_force, Word::force, 1, 0);
  return check_engageable(ctx, tokens);
}

// SOL 5.5: the cruiser is there, and the commitment fits in the stocks.
inline Verdict check_commitment(const Ctx& ctx, int tokens, bool cruiser, bool attacking) {
  if (cruiser && !cruiser_available(ctx.s, ctx.own(), attacking)) return refuse(Code::cruiser_unavailable);
  const Price price = price_of(ctx.r, ctx.own(), tokens, cruiser);
  const auto& stock = ctx.own().stock;
  if (stock[kMaterials] < price.materials) {
    return refuse(Code::cannot_pay, Word::materials, price.materials, stock[kMaterials]);
  }
  if (stock[kEnergy] < price.energy) return refuse(Code::cannot_pay, Word::energy, price.energy, stock[kEnergy]);
  return {};
}

// The most tokens below or at `limit` that the stocks pay for: candidates beyond are refused.
inline int affordable_tokens(const Ctx& ctx, int limit) {
  const Nation& n = ctx.own();
  const bool half = has_effect(ctx.r, n, Effect::war_cost_half);
  return payable_tokens(ctx.r.combat, n.stock[kMaterials], n.stock[kEnergy], half, std::min(limit, kMaxCommitment));
}

// SOL 4.9, 11.3: the first bound defender in canonical order.
inline Verdict check_pacts(const Ctx& ctx, const Defenders& defenders) {
  Seat first = kNone;
  for (std::size_t i = 0; i < defenders.count; ++i) {
    if (ctx.s.pact(ctx.seat, defenders.seats[i])) first = std::min(first, defenders.seats[i]);
  }
  return first == kNone ? Verdict{} : refuse_nation(ctx, Code::pact_forbids, first);
}

// SOL 4.8, 5.9: the partner feels too much to be asked; a war waives it where summits end wars.
inline Verdict check_feelings(const Ctx& ctx, Seat partner) {
  const int felt = felt_tension(ctx.r, ctx.s, partner, ctx.seat);
  const int refusal = ctx.r.p.tension_refusal;
  return felt >= refusal ? refuse_nation(ctx, Code::tension_too_high, partner, refusal - 1, felt) : Verdict{};
}

inline Verdict check_offered(bool offered) { return offered ? Verdict{} : refuse(Code::option_not_offered); }

// The link between two nodes in canonical order, or kNone.
inline std::uint8_t link_between(const Rules& r, int a, int b) {
  return r.link_of[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

// Links in the order of their codes: by a, then b.
template <class Visit>
void for_each_link(const Rules& r, LinkSet links, Visit&& visit) {
  for_each_bit(links, [&](std::uint8_t link) { visit(r.links[link]); });
}

}  // namespace arbitre::solar
