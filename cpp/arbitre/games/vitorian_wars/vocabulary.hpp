// Vitorian Wars: the closed lists of the rules, each with the names of its members: reasons of
// refusal, zones of time, and the words in which cards are written (VW 8.1).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "arbitre/core/reject.hpp"

namespace arbitre::vitorian_wars {

// VW 4.14, in the order of kCodeNames. GAME_OVER and UNKNOWN_ID are shared by all games.
struct Code {
  static constexpr std::uint16_t first = 5 * kRejectBlock;
  static constexpr Reject malformed_action{first + 0};
  static constexpr Reject not_your_decision{first + 1};
  static constexpr Reject concede_disabled{first + 2};
  static constexpr Reject wrong_decision{first + 3};
  static constexpr Reject chance_impossible{first + 4};
  static constexpr Reject arrange_bottom_first{first + 5};
  static constexpr Reject arrange_not_looked{first + 6};
  static constexpr Reject attacker_has_no_attack{first + 7};
  static constexpr Reject attacker_not_in_vanguard{first + 8};
  static constexpr Reject attack_limit_reached{first + 9};
  static constexpr Reject barrage_already_used{first + 10};
  static constexpr Reject barrage_order{first + 11};
  static constexpr Reject brute_cannot_change_row{first + 12};
  static constexpr Reject card_not_in_hand{first + 13};
  static constexpr Reject cell_occupied{first + 14};
  static constexpr Reject cell_out_of_range{first + 15};
  static constexpr Reject charge_not_available{first + 16};
  static constexpr Reject choice_type{first + 17};
  static constexpr Reject cost_short{first + 18};
  static constexpr Reject destination_not_adjacent{first + 19};
  static constexpr Reject field_already_active{first + 20};
  static constexpr Reject first_turn_no_combat{first + 21};
  static constexpr Reject gank_is_combatant{first + 22};
  static constexpr Reject gank_not_adjacent{first + 23};
  static constexpr Reject gank_no_keyword{first + 24};
  static constexpr Reject not_an_order{first + 25};
  static constexpr Reject not_a_unit{first + 26};
  static constexpr Reject not_elite{first + 27};
  static constexpr Reject not_equipment{first + 28};
  static constexpr Reject not_field_condition{first + 29};
  static constexpr Reject no_such_ability{first + 30};
  static constexpr Reject order_stack_full{first + 31};
  static constexpr Reject payment_converted_first{first + 32};
  static constexpr Reject payment_converted_needed{first + 33};
  static constexpr Reject payment_level_short{first + 34};
  static constexpr Reject payment_type{first + 35};
  static constexpr Reject reactive_no_keyword{first + 36};
  static constexpr Reject recycle_already_used{first + 37};
  static constexpr Reject recycle_converted_resource{first + 38};
  static constexpr Reject recycle_not_now{first + 39};
  static constexpr Reject recycle_wrong_type{first + 40};
  static constexpr Reject resource_not_in_zone{first + 41};
  static constexpr Reject resource_not_ready{first + 42};
  static constexpr Reject sovereign_protected_by_column{first + 43};
  static constexpr Reject sovereign_protected_by_entrench{first + 44};
  static constexpr Reject support_combatant_not_in_vanguard{first + 45};
  static constexpr Reject support_no_unit{first + 46};
  static constexpr Reject target_already_chosen{first + 47};
  static constexpr Reject target_count{first + 48};
  static constexpr Reject target_filter_mismatch{first + 49};
  static constexpr Reject target_not_found{first + 50};
  static constexpr Reject target_not_front{first + 51};
  static constexpr Reject target_not_on_stack{first + 52};
  static constexpr Reject target_not_yours{first + 53};
  static constexpr Reject target_no_destination{first + 54};
  static constexpr Reject target_out_of_column{first + 55};
  static constexpr Reject target_wrong_row{first + 56};
  static constexpr Reject target_wrong_side{first + 57};
  static constexpr Reject unit_already_equipped{first + 58};
  static constexpr Reject unit_already_moved{first + 59};
  static constexpr Reject unit_exhausted{first + 60};
  static constexpr Reject unit_just_mobilized{first + 61};
};
inline constexpr std::array<std::string_view, 62> kCodeNames = {
    "MALFORMED_ACTION",
    "NOT_YOUR_DECISION",
    "CONCEDE_DISABLED",
    "WRONG_DECISION",
    "CHANCE_IMPOSSIBLE",
    "ARRANGE_BOTTOM_FIRST",
    "ARRANGE_NOT_LOOKED",
    "ATTACKER_HAS_NO_ATTACK",
    "ATTACKER_NOT_IN_VANGUARD",
    "ATTACK_LIMIT_REACHED",
    "BARRAGE_ALREADY_USED",
    "BARRAGE_ORDER",
    "BRUTE_CANNOT_CHANGE_ROW",
    "CARD_NOT_IN_HAND",
    "CELL_OCCUPIED",
    "CELL_OUT_OF_RANGE",
    "CHARGE_NOT_AVAILABLE",
    "CHOICE_TYPE",
    "COST_SHORT",
    "DESTINATION_NOT_ADJACENT",
    "FIELD_ALREADY_ACTIVE",
    "FIRST_TURN_NO_COMBAT",
    "GANK_IS_COMBATANT",
    "GANK_NOT_ADJACENT",
    "GANK_NO_KEYWORD",
    "NOT_AN_ORDER",
    "NOT_A_UNIT",
    "NOT_ELITE",
    "NOT_EQUIPMENT",
    "NOT_FIELD_CONDITION",
    "NO_SUCH_ABILITY",
    "ORDER_STACK_FULL",
    "PAYMENT_CONVERTED_FIRST",
    "PAYMENT_CONVERTED_NEEDED",
    "PAYMENT_LEVEL_SHORT",
    "PAYMENT_TYPE",
    "REACTIVE_NO_KEYWORD",
    "RECYCLE_ALREADY_USED",
    "RECYCLE_CONVERTED_RESOURCE",
    "RECYCLE_NOT_NOW",
    "RECYCLE_WRONG_TYPE",
    "RESOURCE_NOT_IN_ZONE",
    "RESOURCE_NOT_READY",
    "SOVEREIGN_PROTECTED_BY_COLUMN",
    "SOVEREIGN_PROTECTED_BY_ENTRENCH",
    "SUPPORT_COMBATANT_NOT_IN_VANGUARD",
    "SUPPORT_NO_UNIT",
    "TARGET_ALREADY_CHOSEN",
    "TARGET_COUNT",
    "TARGET_FILTER_MISMATCH",
    "TARGET_NOT_FOUND",
    "TARGET_NOT_FRONT",
    "TARGET_NOT_ON_STACK",
    "TARGET_NOT_YOURS",
    "TARGET_NO_DESTINATION",
    "TARGET_OUT_OF_COLUMN",
    "TARGET_WRONG_ROW",
    "TARGET_WRONG_SIDE",
    "UNIT_ALREADY_EQUIPPED",
    "UNIT_ALREADY_MOVED",
    "UNIT_EXHAUSTED",
    "UNIT_JUST_MOBILIZED",
};

// --- cards ------------------------------------------------------------------------------------------

enum class CardType : std::uint8_t { unit, order, equipment, field_condition };
inline constexpr std::array<std::string_view, 4> kCardTypes = {"unit", "order", "equipment", "field_condition"};

enum class ResourceType : std::uint8_t { personnel, supplies, any };
inline constexpr std::array<std::string_view, 3> kResourceTypes = {"P", "S", "any"};

// VW 0.2, as bits of a set.
enum class Keyword : std::uint8_t {
  entrench,
  light,
  swift,
  heavy,
  brute,
  bayonet_charge,
  piercing_ammunition,
  reactive_armor,
  long_range,
  flanking,
  pioneer,
  ganking,
  shield,
};
inline constexpr std::array<std::string_view, 13> kKeywords = {
    "entrench",       "light",      "swift",    "heavy",   "brute",   "bayonet_charge", "piercing_ammunition",
    "reactive_armor", "long_range", "flanking", "pioneer", "ganking", "shield"};
constexpr std::uint16_t bit(Keyword keyword) { return static_cast<std::uint16_t>(1u << static_cast<int>(keyword)); }

enum class Trigger : std::uint8_t {
  play,
  deploy,
  destroyed,
  attack_declared,
  activate,
  channel,
  recycle,
  always,  // "static" in the data
  attached,
};
inline constexpr std::array<std::string_view, 9> kTriggers = {
    "play", "deploy", "destroyed", "attack_declared", "activate", "channel", "recycle", "static", "attached"};

enum class SelectorKind : std::uint8_t {
  chosen,
  all,
  self,
  same,
  host,
  own_combatant,
  enemy_combatant,
  order_on_stack,
};
inline constexpr std::array<std::string_view, 8> kSelectorKinds = {
    "chosen", "all", "self", "same", "host", "own_combatant", "enemy_combatant", "order_on_stack"};

enum class Row : std::uint8_t { rear_guard, vanguard, any };
inline constexpr std::array<std::string_view, 3> kRows = {"rear_guard", "vanguard", "any"};

enum class Op : std::uint8_t {
  modify,
  grant_keyword,
  add_shield,
  destroy,
  ready,
  exhaust,
  move,
  draw,
  discard,
  return_resources,
  channel,
  look_convoy,
  ready_resources,
  counter_order,
  cancel_attack,
  payment_to_top,
  strip_defense,
  rule,
};

enum class Duration : std::uint8_t { combat, turn, owner_next_turn, while_attached, always };
inline constexpr std::array<std::string_view, 5> kDurations = {"combat", "turn", "owner_next_turn", "while_attached",
                                                               "static"};

enum class HouseRule : std::uint8_t { move_cost, support_cost, flank_penalty };

// --- the state --------------------------------------------------------------------------------------

// VW 12.1: the step that comes next once there is neither combat nor frame.
enum class Stage : std::uint8_t {
  coin,
  deal_first,
  deal_second,
  mulligan_first,
  mulligan_second,
  opening_first,
  opening_second,
  begin,
  start,
  ready,
  channel,
  burnout,
  channelled,
  maintenance,
  draw,
  main_action,
  combat_action,
  expire,
  discard,
  end,
  over,
};
inline constexpr std::array<std::string_view, 21> kStages = {
    "coin",  "deal_first", "deal_second", "mulligan_first", "mulligan_second", "opening_first", "opening_second",
    "begin", "start",      "ready",       "channel",        "burnout",         "channelled",    "maintenance",
    "draw",  "action",     "action",      "expire",         "discard",         "end",           "over"};

enum class Phase : std::uint8_t { setup, logistics, main, combat, final, over };
inline constexpr std::array<std::string_view, 6> kPhases = {"setup", "logistics", "main", "combat", "final", "over"};

constexpr Phase phase_of(Stage step) {
  if (step <= Stage::begin) return Phase::setup;
  if (step <= Stage::draw) return Phase::logistics;
  if (step == Stage::main_action) return Phase::main;
  if (step == Stage::combat_action) return Phase::combat;
  return step == Stage::over ? Phase::over : Phase::final;
}

enum class CombatStep : std::uint8_t {
  none,
  orders_defender,
  orders_attacker,
  stack,
  check,
  barrage_defender,
  barrage_attacker,
  damage,
  impact,
  end,
};
inline constexpr std::array<std::string_view, 10> kCombatSteps = {"none",
                                                                  "orders_defender",
                                                                  "orders_attacker",
                                                                  "stack",
                                                                  "check",
                                                                  "barrage_defender",
                                                                  "barrage_attacker",
                                                                  "damage",
                                                                  "impact",
                                                                  "end"};

enum class FrameKind : std::uint8_t { none, draw, channel, pile, discard, pay, maintenance, order, run };
inline constexpr std::array<std::string_view, 9> kFrameKinds = {"none", "draw",        "channel", "pile", "discard",
                                                                "pay",  "maintenance", "order",   "run"};

enum class Reason : std::uint8_t {
  none,
  sovereign,
  concede,
  limit_pile,
  limit_units,
  limit_attack,
  limit_defense,
  limit_draw,
};
inline constexpr std::array<std::string_view, 8> kReasons = {
    "none", "sovereign", "concede", "limit_pile", "limit_units", "limit_attack", "limit_defense", "limit_draw"};

// VW 3.9, and the draws of chance.
enum class Decision : std::uint8_t {
  none,
  mulligan,
  burnout_response,
  maintenance,
  main_action,
  combat_action,
  order_window,
  barrage,
  payment,
  choose_targets,
  choose_destination,
  choose_order,
  choose_return,
  choose_ready,
  arrange_convoy,
  choose_discard,
  discard_to_limit,
  coin,
  draw,
  reveal_convoy,
  reveal_pile,
};
inline constexpr std::array<std::string_view, 21> kDecisions = {"",
                                                                "MULLIGAN",
                                                                "BURNOUT_RESPONSE",
                                                                "MAINTENANCE",
                                                                "MAIN_ACTION",
                                                                "COMBAT_ACTION",
                                                                "ORDER_WINDOW",
                                                                "BARRAGE",
                                                                "PAYMENT",
                                                                "CHOOSE_TARGETS",
                                                                "CHOOSE_DESTINATION",
                                                                "CHOOSE_ORDER",
                                                                "CHOOSE_RETURN",
                                                                "CHOOSE_READY",
                                                                "ARRANGE_CONVOY",
                                                                "CHOOSE_DISCARD",
                                                                "DISCARD_TO_LIMIT",
                                                                "COIN",
                                                                "DRAW",
                                                                "REVEAL_CONVOY",
                                                                "REVEAL_PILE"};

// The domains of fields, in the order of Rules::domains.
enum class Dom : std::uint8_t {
  card,
  resource,
  cell,
  target,  // a cell or the sovereign
  state,
  end,
  entry,
  seat,
  flag,
  keyword,
  why,
  reason,
};
enum class ZoneState : std::uint8_t { ready, exhausted };
enum class End : std::uint8_t { bottom, top };
enum class Why : std::uint8_t { move, gank, effect };

// Subjects of verdicts that do not come from a table, in the order of Rules::words.
enum class Word : std::uint16_t { none, personnel, supplies, level, card, resource, cell, seat, kind, target };

}  // namespace arbitre::vitorian_wars
