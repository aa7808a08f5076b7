// Terraforming Mars: the closed lists of TM 0 and 1 that the engine knows by name, in the order of
// the data. Must not know: cards, positions, how anything is judged.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "arbitre/core/reject.hpp"

namespace arbitre::terraforming_mars {

using Names6 = std::array<std::string_view, 6>;

enum Resource : std::uint8_t { megacredit, steel, titanium, plant, energy, heat };
inline constexpr std::size_t kResources = 6;
inline constexpr std::uint8_t kLastResource = kResources - 1;
inline constexpr Names6 kResourceNames = {"megacredit", "steel", "titanium", "plant", "energy", "heat"};

// What cards may hold; `any_resource` in an op means the target's own.
enum CardResource : std::uint8_t { animal, microbe, science, fighter, any_resource };
inline constexpr std::size_t kCardResources = 4;
inline constexpr std::array<std::string_view, 5> kCardResourceNames = {"animal", "microbe", "science", "fighter",
                                                                       "card_resource"};

inline constexpr std::size_t kTags = 10;
inline constexpr std::uint8_t kLastTag = kTags - 1;
inline constexpr std::array<std::string_view, kTags> kTagNames = {"building", "space", "science", "power",  "earth",
                                                                  "jovian",   "plant", "microbe", "animal", "city"};
enum Tag : std::uint8_t { tag_building = 0, tag_space = 1 };

enum class CardType : std::uint8_t { automated, active, event, corporation };

enum Parameter : std::uint8_t { temperature, oxygen, oceans };
inline constexpr std::array<std::string_view, 3> kParameterNames = {"temperature", "oxygen", "oceans"};

enum class Tile : std::uint8_t { ocean, greenery, city, special };
inline constexpr std::size_t kTiles = 4;
inline constexpr std::array<std::string_view, kTiles> kTileNames = {"ocean", "greenery", "city", "special"};

enum class Placement : std::uint8_t {
  reserved_ocean,
  land_not_reserved,
  land,
  greenery_standard,
  city_standard,
  isolated,
  next_to_city,
  next_to_two_cities,
  next_to_greenery,
  metal_bonus,
  metal_bonus_next_to_own,
  volcanic,
  noctis,
  claim,    // of claim_area, no placement of a tile
  off_map,  // and those behind it: one for each spot
};

enum class Phase : std::uint8_t { setup, research, draft, action, final_greenery, finished };
inline constexpr std::array<std::string_view, 6> kPhases = {"setup",  "research",       "draft",
                                                            "action", "final_greenery", "finished"};

inline constexpr std::array<std::string_view, 2> kPresets = {"published", "seed_text"};
inline constexpr std::array<std::string_view, 2> kObjectives = {"complete_parameters", "tr_63"};

// TM 1.4, in the order of kOpSignatures (rules.cpp).
enum class OpCode : std::uint8_t {
  production,
  gain,
  pay,
  production_any,
  remove_any,
  add_resource,
  remove_resource,
  raise,
  place_tile,
  tr,
  draw,
  discard,
  choose,
  when,
  convert,
  next_card,
  reveal_top,
  production_of_area_bonus,
  copy_production,
  claim_area,
  sell_cards,
};

enum class From : std::uint8_t { any_player, owner_next_to_last_tile };  // of remove_any
enum class To : std::uint8_t { self, other, trigger_card, nonempty };    // of add_resource

// TM 1.3; 0 is "nothing".
enum class CountKind : std::uint8_t {
  none,
  tags,
  tags_of_opponents,
  cities,
  cities_on_mars,
  events_played,
  resources_here,
  oceans_next_to_own_tile,
  cities_next_to_own_tile,
};

enum class ConditionKind : std::uint8_t {
  oxygen,
  temperature,
  oceans,
  tags,
  production,
  cities_in_play,
  own_greeneries,
  solo,
  tr_raised,
};

// TM 1.5.
enum class StandingKind : std::uint8_t {
  on_tag_played,
  on_card_played,
  on_tile_placed,
  on_paid,
  on_placement_bonus,
  discount,
  metal_value,
  pay_with,
  requirement_steps,
  greenery_plants,
  protect,
};
inline constexpr std::size_t kTriggerKinds = 5;

enum class Metric : std::uint8_t { tr, own_cities, own_greeneries, own_tags, hand_size, own_tiles, production, stock };

enum class VpKind : std::uint8_t { none, fixed, count, fixed_if_resource_here };

// TM 4: the game's own reasons of refusal, in the order of kCodeNames. Appended only.
inline constexpr std::uint16_t kFirstCode = 4 * kRejectBlock;
inline constexpr std::array<std::string_view, 51> kCodeNames = {
    "MALFORMED",
    "ALREADY_PASSED",
    "DECISION_PENDING",
    "NO_SUCH_DECISION",
    "WRONG_PHASE",
    "FIRST_ACTION_REQUIRED",
    "CORPORATION_NOT_OFFERED",
    "CARD_NOT_OFFERED",
    "BUY_TOO_EXPENSIVE",
    "PAYMENT_SHORT",
    "NO_FIRST_ACTION",
    "CARD_NOT_IN_HAND",
    "REQ_OXYGEN",
    "REQ_TEMPERATURE",
    "REQ_OCEANS",
    "REQ_TAGS",
    "REQ_PRODUCTION",
    "REQ_CITIES",
    "REQ_GREENERY",
    "PRODUCTION_TOO_LOW",
    "STOCK_TOO_LOW",
    "NO_TARGET",
    "NO_LEGAL_PLACEMENT",
    "NOTHING_TO_SELL",
    "MILESTONE_LIMIT",
    "MILESTONE_TAKEN",
    "MILESTONE_NOT_MET",
    "AWARD_LIMIT",
    "AWARD_TAKEN",
    "CARD_HAS_NO_ACTION",
    "ACTION_ALREADY_USED",
    "ACTION_CONDITION_UNMET",
    "CARD_RESOURCE_TOO_LOW",
    "ALREADY_ACTED",
    "NOT_ACTED",
    "PAYMENT_KIND_NOT_ALLOWED",
    "PAYMENT_OVERPAID",
    "PLACEMENT_OCCUPIED",
    "PLACEMENT_RESERVED",
    "PLACEMENT_CLAIMED",
    "PLACEMENT_NEXT_TO_CITY",
    "PLACEMENT_NOT_NEXT_TO_OWN",
    "PLACEMENT_RULE",
    "TARGET_ILLEGAL",
    "TARGET_PROTECTED",
    "TARGET_TOO_LOW",
    "TARGET_REQUIRED",
    "CARD_TARGET_ILLEGAL",
    "OPTION_NOT_OFFERED",
    "AMOUNT_OUT_OF_RANGE",
    "CHANCE_IMPOSSIBLE",
};

namespace detail {
consteval Reject code(std::string_view name) {
  for (std::size_t i = 0; i < kCodeNames.size(); ++i) {
    if (kCodeNames[i] == name) return Reject{static_cast<std::uint16_t>(kFirstCode + i)};
  }
  throw "no such code";
}
}  // namespace detail

struct Code {
  static constexpr Reject malformed = detail::code("MALFORMED");
  static constexpr Reject already_passed = detail::code("ALREADY_PASSED");
  static constexpr Reject decision_pending = detail::code("DECISION_PENDING");
  static constexpr Reject no_such_decision = detail::code("NO_SUCH_DECISION");
  static constexpr Reject wrong_phase = detail::code("WRONG_PHASE");
  static constexpr Reject first_action_required = detail::code("FIRST_ACTION_REQUIRED");
  static constexpr Reject corporation_not_offered = detail::code("CORPORATION_NOT_OFFERED");
  static constexpr Reject card_not_offered = detail::code("CARD_NOT_OFFERED");
  static constexpr Reject buy_too_expensive = detail::code("BUY_TOO_EXPENSIVE");
  static constexpr Reject payment_short = detail::code("PAYMENT_SHORT");
  static constexpr Reject no_first_action = detail::code("NO_FIRST_ACTION");
  static constexpr Reject card_not_in_hand = detail::code("CARD_NOT_IN_HAND");
  static constexpr Reject req_oxygen = detail::code("REQ_OXYGEN");
  static constexpr Reject req_temperature = detail::code("REQ_TEMPERATURE");
  static constexpr Reject req_oceans = detail::code("REQ_OCEANS");
  static constexpr Reject req_tags = detail::code("REQ_TAGS");
  static constexpr Reject req_production = detail::code("REQ_PRODUCTION");
  static constexpr Reject req_cities = detail::code("REQ_CITIES");
  static constexpr Reject req_greenery = detail::code("REQ_GREENERY");
  static constexpr Reject production_too_low = detail::code("PRODUCTION_TOO_LOW");
  static constexpr Reject stock_too_low = detail::code("STOCK_TOO_LOW");
  static constexpr Reject no_target = detail::code("NO_TARGET");
  static constexpr Reject no_legal_placement = detail::code("NO_LEGAL_PLACEMENT");
  static constexpr Reject nothing_to_sell = detail::code("NOTHING_TO_SELL");
  static constexpr Reject milestone_limit = detail::code("MILESTONE_LIMIT");
  static constexpr Reject milestone_taken = detail::code("MILESTONE_TAKEN");
  static constexpr Reject milestone_not_met = detail::code("MILESTONE_NOT_MET");
  static constexpr Reject award_limit = detail::code("AWARD_LIMIT");
  static constexpr Reject award_taken = detail::code("AWARD_TAKEN");
  static constexpr Reject card_has_no_action = detail::code("CARD_HAS_NO_ACTION");
  static constexpr Reject action_already_used = detail::code("ACTION_ALREADY_USED");
  static constexpr Reject action_condition_unmet = detail::code("ACTION_CONDITION_UNMET");
  static constexpr Reject card_resource_too_low = detail::code("CARD_RESOURCE_TOO_LOW");
  static constexpr Reject already_acted = detail::code("ALREADY_ACTED");
  static constexpr Reject not_acted = detail::code("NOT_ACTED");
  static constexpr Reject payment_kind_not_allowed = detail::code("PAYMENT_KIND_NOT_ALLOWED");
  static constexpr Reject payment_overpaid = detail::code("PAYMENT_OVERPAID");
  static constexpr Reject placement_occupied = detail::code("PLACEMENT_OCCUPIED");
  static constexpr Reject placement_reserved = detail::code("PLACEMENT_RESERVED");
  static constexpr Reject placement_claimed = detail::code("PLACEMENT_CLAIMED");
  static constexpr Reject placement_next_to_city = detail::code("PLACEMENT_NEXT_TO_CITY");
  static constexpr Reject placement_not_next_to_own = detail::code("PLACEMENT_NOT_NEXT_TO_OWN");
  static constexpr Reject placement_rule = detail::code("PLACEMENT_RULE");
  static constexpr Reject target_illegal = detail::code("TARGET_ILLEGAL");
  static constexpr Reject target_protected = detail::code("TARGET_PROTECTED");
  static constexpr Reject target_too_low = detail::code("TARGET_TOO_LOW");
  static constexpr Reject target_required = detail::code("TARGET_REQUIRED");
  static constexpr Reject card_target_illegal = detail::code("CARD_TARGET_ILLEGAL");
  static constexpr Reject option_not_offered = detail::code("OPTION_NOT_OFFERED");
  static constexpr Reject amount_out_of_range = detail::code("AMOUNT_OUT_OF_RANGE");
  static constexpr Reject chance_impossible = detail::code("CHANCE_IMPOSSIBLE");
};

}  // namespace arbitre::terraforming_mars
