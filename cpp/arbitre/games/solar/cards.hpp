// Solar: what technologies, colonies, tiles and investments bring when they come (SOL 4.1, 4.10 to
// 4.13, 5.2). Must not know: phases, whether a move is legal.
#pragma once

#include "arbitre/games/solar/war.hpp"

namespace arbitre::solar {

// SOL 4.10; a copy has the passive effects only (SOL-C41).
inline void gain_technology(GameStep& step, Seat seat, int technology, Origin origin) {
  Nation& n = step.s.at(seat);
  const TechnologyRules& rules = step.r.technologies[static_cast<std::size_t>(technology)];
  TechSet& cards = origin == Origin::bought ? n.bought : origin == Origin::stolen ? n.stolen : n.copied;
  cards |= tech_bit(technology);
  add_per_turn(n, rules.per_turn);
  step.report(TechnologyGained{seat, static_cast<std::uint8_t>(technology), origin});
  if (origin == Origin::copied) return;
  gain(n, rules.immediate);
  add_tokens(n, rules.force);
  add_gov_points(n, rules.gov_points);
  if (rules.has(Effect::pirate_immune)) {
    add_tokens(n, std::popcount(n.tokens));
    n.tokens = 0;
  }
}

// SOL 4.1, 4.11: a colony of level 1; the tile is drawn next.
inline void found_colony(GameStep& step, Seat seat, std::uint8_t node, bool guest) {
  State& s = step.s;
  Colony colony;
  colony.node = node;
  colony.level = 1;
  colony.founded = 1;
  colony.no_upgrade = guest ? 1 : 0;
  add_colony(step, seat, colony);
  step.report(ColonyFounded{seat, node});
  if (s.has(Variant::settlement_morale)) {
    const bool pleases = !step.r.nodes[node].harsh || s.at(seat).owns(kAdvancedBiosphere);
    if (pleases) gain(s.at(seat), kMorale, step.r.p.founding_morale);
  }
  push(s, draw(Ask::discovery, seat));
}

// SOL 1.10.
inline void apply_tile(GameStep& step, Seat seat, std::uint8_t tile) {
  Nation& n = step.s.at(seat);
  const TileRules& rules = step.r.tiles[tile];
  gain(n, rules.gain);
  add_per_turn(n, rules.per_turn);
  add_tokens(n, rules.force);
  add_vp(n, rules.vp);
  step.report(TileDrawn{seat, tile});
}

// SOL 1.8, 5.2: what an investment costs a nation now.
inline Sums investment_price(const Rules& r, const Nation& n, int investment) {
  const InvestmentRules& rules = r.investments[static_cast<std::size_t>(investment)];
  Sums price{};
  add(price, rules.cost);
  if (rules.materials_halved) price[kMaterials] += (n.stock[kMaterials] + 1) / 2;  // half is left, rounded down
  return price;
}

// Prices are tested in this order (SOL 4, 11.3).
inline constexpr std::array<Resource, kResources> kPriceOrder = {kMaterials, kEnergy, kScience, kMorale};

// Whether the stock covers a price, all four resources at once: stocks stay below 2^15, so a lane of the
// difference keeps its high bit exactly when it does not borrow.
inline bool covers(const Nation& n, const Amounts& price) {
  constexpr std::uint64_t kHigh = 0x8000'8000'8000'8000u;
  const auto stock = std::bit_cast<std::uint64_t>(n.stock);
  return (((stock | kHigh) - std::bit_cast<std::uint64_t>(price)) & kHigh) == kHigh;
}
inline bool covers(const Nation& n, const Sums& price) {
  return (n.stock[0] >= price[0]) & (n.stock[1] >= price[1]) & (n.stock[2] >= price[2]) & (n.stock[3] >= price[3]);
}

// The first resource of a price that is short, or kNone.
template <class Price>
std::uint8_t first_short(const Nation& n, const Price& price) {
  if (covers(n, price)) return kNone;
  for (const Resource k : kPriceOrder) {
    if (n.stock[k] < price[k]) return k;
  }
  return kNone;
}

// SOL 5.2: the investments chosen last turn are paid and take effect, or are lost.
inline void activate_investments(GameStep& step, std::size_t which) {
  State& s = step.s;
  for (Seat seat = 0; seat < s.players(); ++seat) {
    Nation& n = s.at(seat);
    const std::uint8_t chosen = n.investment[which];
    if (!s.alive(seat) || chosen == kNone) continue;
    const InvestmentRules& rules = step.r.investments[chosen];
    const Sums price = investment_price(step.r, n, chosen);
    if (first_short(n, price) != kNone) {
      step.report(InvestmentLost{seat, chosen});
      continue;
    }
    for (std::size_t k = 0; k < kResources; ++k) gain(n, static_cast<int>(k), -price[k]);
    n.investment_active[which] = 1;
    step.report(InvestmentActivated{seat, chosen});
    n.free_colonizations = std::max(n.free_colonizations, rules.free_colonizations);
    n.free_routes = std::max(n.free_routes, rules.free_routes);
    if (rules.effect == InvestmentEffect::colonies_to_level_3) {
      for (Colony& colony : n.colonies) {
        if (colony.no_upgrade != 0) continue;
        if (colony.level < kMaxLevel) {
          set_level(step, seat, colony, kMaxLevel);
        } else {
          colony.hostile = 0;
        }
      }
    }
    if (rules.effect == InvestmentEffect::open_empaths) {
      s.empaths_holders = static_cast<SeatBits>(s.empaths_holders | seat_bit(seat));
      s.empaths_open_turn = static_cast<std::uint8_t>(s.turn + step.r.p.empath_exclusive_turns);
    }
  }
}

}  // namespace arbitre::solar
