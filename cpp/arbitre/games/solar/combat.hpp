// Solar: the arithmetic of a combat on a colony (SOL 5.5, steps 5 to 8), on plain numbers.
// Must not know: states, and what a captured colony means (battle.hpp).
#pragma once

#include <algorithm>
#include <array>

#include "arbitre/games/solar/rules.hpp"

namespace arbitre::solar {

struct Price {
  int materials = 0, energy = 0;
};

// SOL 5.5: tokens at half price round materials down and energy up; the cruiser has its own price.
constexpr Price commitment_price(const CombatNumbers& c, int tokens, bool cruiser, bool half) {
  Price price{tokens * c.token_materials, tokens * c.token_energy};
  if (half) price = {price.materials / 2, (price.energy + 1) / 2};
  if (cruiser) price = {price.materials + c.cruiser_materials, price.energy + c.cruiser_energy};
  return price;
}

constexpr bool is_payable(const Price& price, int materials, int energy) {
  return price.materials <= materials && price.energy <= energy;
}

// The most tokens that stocks pay for, without a cruiser and up to `limit`.
constexpr int payable_tokens(const CombatNumbers& c, int materials, int energy, bool half, int limit) {
  int most = limit;
  if (c.token_materials > 0) most = std::min(most, (half ? 2 * materials + 1 : materials) / c.token_materials);
  if (c.token_energy > 0) most = std::min(most, (half ? 2 * energy : energy) / c.token_energy);
  return std::max(0, most);
}
static_assert(payable_tokens({}, 3, 3, true, 99) == 6 && payable_tokens({}, 0, 5, true, 99) == 1);

// One side: what it commits, and what its cards are worth.
struct Side {
  int tokens = 0;
  int bonus = 0;
  bool cruiser = false;
  bool half = false;  // owner of war_cost_half

  bool committed() const { return tokens > 0 || cruiser; }
};

// What a combat costs a side and brings it.
struct SideResult {
  Price paid;
  int destroyed = 0, recovery = 0;
  int vp = 0, morale = 0;  // changes
  bool repair = false;     // its cruiser
};

struct CombatResult {
  int attack = 0, defence = 0;
  Result result = Result::tie;
  bool undefended = false;
  SideResult attacker;
  std::array<SideResult, 2> defenders{};
};

// `defender_count` is 1, or 2 with a guest (or another occupant) in the second place.
inline CombatResult resolve(const CombatNumbers& c, const Side& attacker, const std::array<Side, 2>& defenders,
                            int defender_count, int garrison) {
  CombatResult out;
  // Step 5.
  out.attack = attacker.tokens + attacker.bonus + (attacker.cruiser ? c.cruiser_power : 0);
  out.defence = garrison + (defenders[0].cruiser ? c.cruiser_power : 0);
  bool defended = false;
  for (int i = 0; i < defender_count; ++i) {
    const Side& side = defenders[static_cast<std::size_t>(i)];
    out.defence += side.tokens + side.bonus;
    defended = defended || side.committed();
  }
  // Steps 6 and 7.
  if (out.attack != out.defence) out.result = out.attack > out.defence ? Result::attacker : Result::defenders;
  out.undefended = out.result == Result::attacker && !defended;

  // Step 8: half of the tokens of a loser is destroyed and the other half recovers; of a winner, and
  // in a tie, half recovers.
  const auto settle = [&](const Side& side, bool lost) {
    SideResult found;
    if (!side.committed()) return found;
    found.paid = commitment_price(c, side.tokens, side.cruiser, side.half);
    const int half = side.tokens / 2;
    found.destroyed = lost ? half : 0;
    found.recovery = lost ? side.tokens - half : half;
    found.repair = lost && side.cruiser;
    return found;
  };
  if (!out.undefended) out.attacker = settle(attacker, out.result == Result::defenders);
  if (out.result == Result::attacker) out.attacker.vp = c.vp;
  if (out.result != Result::attacker) out.attacker.morale = -1;
  for (int i = 0; i < defender_count; ++i) {
    const Side& side = defenders[static_cast<std::size_t>(i)];
    SideResult& found = out.defenders[static_cast<std::size_t>(i)];
    found = settle(side, out.result == Result::attacker);
    // The principal wins with its garrison alone, others by a token of theirs (SOL-C67).
    if (out.result == Result::defenders && (i == 0 || side.tokens > 0)) found.vp = c.vp;
    if (out.result != Result::defenders) found.morale = -1;
  }
  return out;
}

}  // namespace arbitre::solar
