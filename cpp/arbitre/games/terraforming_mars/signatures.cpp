#include "arbitre/games/terraforming_mars/signatures.hpp"

namespace arbitre::terraforming_mars {

using effect::Argument;
using effect::Counter;
using effect::Lists;
using effect::Signature;

std::vector<Signature> op_signatures(const Rules& r) {
  const Argument resource{"resource", 0, kLastResource};
  const Argument type{"type", 0, any_resource};
  const auto places = static_cast<std::uint8_t>(static_cast<std::size_t>(Placement::off_map) + kSpots - 1);
  const auto specials = static_cast<std::uint8_t>(r.special_count == 0 ? 0 : r.special_count - 1);
  return {
      {"production", -20, 20, true, Lists::none, {resource}},
      {"gain", 0, 99, true, Lists::none, {resource}},
      {"pay", 1, 99, false, Lists::none, {resource, {"metals", 0, 3}}},
      {"production_any", 1, 20, false, Lists::none, {resource}},
      {"remove_any", 1, 99, false, Lists::none, {resource, {"from", 0, 1}, {"steal", 0, 1}}},
      {"add_resource", 1, 20, false, Lists::none, {type, {"to", 0, 3}}},
      {"remove_resource", 1, 20, false, Lists::none, {type, {"from", 0, 1}, {"optional", 0, 1}}},
      {"raise", 1, 20, false, Lists::none, {{"parameter", 0, 1}}},
      {"place_tile",
       0,
       0,
       false,
       Lists::none,
       {{"tile", 0, kTiles - 1}, {"placement", 0, places}, {"special", 0, specials, true}}},
      {"tr", 1, 20, true, Lists::none, {}},
      {"draw", 1, 20, false, Lists::none, {{"keep", 0, 20}, {"buy", 0, 1}}},
      {"discard", 1, 20, false, Lists::none, {}},
      {"choose", 0, 0, false, Lists::options, {{"options", 1, 8}}},
      {"when", 0, 9999, false, Lists::two, {{"conditions", 1, 8}}},
      {"convert", 1, 20, false, Lists::none, {{"pool", 0, 1}, {"from", 0, kLastResource}, {"to", 0, kLastResource}}},
      {"next_card", 0, 50, false, Lists::none, {{"requirement_steps", 0, 20}}},
      {"reveal_top", 0, 0, false, Lists::one, {{"tag", 0, kLastTag}}},
      {"production_of_area_bonus", 1, 20, false, Lists::none, {{"among", 1, 63}}},
      {"copy_production", 0, 0, false, Lists::none, {{"card_tag", 0, kLastTag}}},
      {"claim_area", 0, 0, false, Lists::none, {}},
      {"sell_cards", 1, 20, false, Lists::none, {{"min", 1, 20}}},
  };
}

std::span<const Counter> counters() {
  static constexpr std::array<Counter, 9> kCounters = {Counter{"nothing", 1},
                                                       Counter{"tags", kTags},
                                                       Counter{"tags_of_opponents", kTags},
                                                       Counter{"cities", 1},
                                                       Counter{"cities_on_mars", 1},
                                                       Counter{"events_played", 1},
                                                       Counter{"resources_here", 1},
                                                       Counter{"oceans_next_to_own_tile", 1},
                                                       Counter{"cities_next_to_own_tile", 1}};
  return kCounters;
}

}  // namespace arbitre::terraforming_mars
