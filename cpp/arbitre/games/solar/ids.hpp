// Solar: what is known by number. Ids and their order (SOL 0), phases, frames, reasons of refusal.
// The lists only grow: states and move codes hold the places in them.
// Must not know: numbers of the rules, states.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "arbitre/core/reject.hpp"

namespace arbitre::solar {

inline constexpr std::size_t kMaxPlayers = 4;
inline constexpr std::size_t kPairs = 6;  // of nations
inline constexpr std::size_t kResources = 4;
inline constexpr std::size_t kNodes = 14;
inline constexpr std::size_t kMaxLinks = 30;
inline constexpr std::size_t kBranches = 7;
inline constexpr std::size_t kTechnologies = 21;
inline constexpr std::size_t kCivics = 10;
inline constexpr std::size_t kForms = 5;
inline constexpr std::size_t kMilitary = 4;
inline constexpr std::size_t kInvestments = 9;
inline constexpr std::size_t kStrategyCards = 11;
inline constexpr std::size_t kTiles = 8;
inline constexpr std::size_t kEvents = 10;
inline constexpr std::size_t kAgendas = 8;
inline constexpr std::size_t kVariants = 10;

inline constexpr std::uint8_t kTurns = 10;
inline constexpr std::uint8_t kOfferSize = 5;    // SOL 3.4 C2: agendas a nation draws
inline constexpr std::uint8_t kMaxLevel = 3;     // SOL 1.2
inline constexpr std::uint8_t kMaxTension = 10;  // SOL 2
inline constexpr int kMaxCommitment = 63;        // SOL 11: tokens in one combat, units in one offer

// The places of a resource in all amounts.
enum Resource : std::uint8_t { kEnergy, kMaterials, kScience, kMorale };

enum Power : std::uint8_t { kGreenDiplomacy, kOverdrive, kOrbitalForge, kPirateTrade };

enum Technology : std::uint8_t { kExtrasolarExploration = 11 };
inline constexpr std::uint8_t kAdvancedBiosphere = 1;
inline constexpr std::uint8_t kEmpathsBranch = 6;

enum Card : std::uint8_t { kSupercruiser = 3 };

enum class EventId : std::uint8_t {
  mining_rush,
  science_conference,
  military_supremacy,
  technological_lead,
  most_attractive_nation,
  solar_storms,
  pirate_proliferation,
  trade_accords,
  diplomatic_accords,
  final_judgment
};

enum class Agenda : std::uint8_t {
  explorer,
  tech_superpower,
  solar_armada,
  enlightened_governance,
  route_master,
  jovian_hub,
  energy_empire,
  material_opulence
};

// SOL 1.5, in the order of the masks in the rules data.
enum class Effect : std::uint8_t {
  upkeep_energy_free_level1,
  upkeep_energy_free_level23,
  upkeep_free_level23,
  route_build_free,
  route_upkeep_free,
  war_cost_half,
  war_order,
  raid_loot_minus_1,
  raid_immune,
  full_information,
  pirate_immune,
  storm_immune,
  energy_per_2_routes,
  extrasolar_colony,
  vp8_if_5_techs,
  vp1_per_connected_colony,
  dyson_question,
  copy_rival_technology,
  morale_minus_2_at_war
};
inline constexpr std::size_t kEffects = 19;

enum class InvestmentEffect : std::uint8_t { none, espionage, fast_recovery, colonies_to_level_3, open_empaths };
enum class TensionTarget : std::uint8_t { none, own, theirs };
enum class Order : std::uint8_t { none, this_turn, next_turn };

// SOL 10.2.
enum class Variant : std::uint8_t {
  war_weariness,
  settlement_morale,
  second_front_fear,
  no_popular_war_on_last_turn,
  event_morale_loss,
  transit_income,
  rotation_debt,
  own_tier2_required,
  hyperpropulsion_rebate,
  war_reach_by_hops
};
inline constexpr std::array<std::string_view, kVariants> kVariantNames = {
    "war_weariness",  "settlement_morale", "second_front_fear",  "no_popular_war_on_last_turn", "event_morale_loss",
    "transit_income", "rotation_debt",     "own_tier2_required", "hyperpropulsion_rebate",      "war_reach_by_hops"};

// SOL 12.1: the phases in which the game can wait.
enum class Phase : std::uint8_t {
  setup,
  agenda,
  strategy,
  estimates,
  actions,
  wars,
  pirates,
  event,
  espionage,
  investment,
  over
};
inline constexpr std::array<std::string_view, 11> kPhases = {"setup",     "agenda",     "strategy", "estimates",
                                                             "actions",   "wars",       "pirates",  "event",
                                                             "espionage", "investment", "over"};

// SOL 12.2: what a frame asks.
enum class Ask : std::uint8_t {
  none,
  draw_event,
  draw_card,
  draw_order,
  draw_agenda,
  discovery,
  trade_units,
  trade_unit,
  draw_estimate,
  pirate_attack,
  token_fate,
  choose_agenda,
  investment,
  trade_pick,
  pact_pick,
  action,
  strategy_pick,
  extrasolar_target,
  telepathy_copy,
  war_initiative,
  strategy_target,
  dyson_answer,
  accord_answer,
  trade_answer,
  pact_answer,
  peace_offer,
  peace_amount,
  peace_answer,
  forced_war,
  war_action,
  tribute_answer,
  espionage,
  defense,
  cohabitant_defense
};
inline constexpr std::array<std::string_view, 34> kAsks = {"none",
                                                           "draw_event",
                                                           "draw_card",
                                                           "draw_order",
                                                           "draw_agenda",
                                                           "discovery",
                                                           "trade_units",
                                                           "trade_unit",
                                                           "draw_estimate",
                                                           "pirate_attack",
                                                           "token_fate",
                                                           "choose_agenda",
                                                           "investment",
                                                           "trade_pick",
                                                           "pact_pick",
                                                           "action",
                                                           "strategy_pick",
                                                           "extrasolar_target",
                                                           "telepathy_copy",
                                                           "war_initiative",
                                                           "strategy_target",
                                                           "dyson_answer",
                                                           "accord_answer",
                                                           "trade_answer",
                                                           "pact_answer",
                                                           "peace_offer",
                                                           "peace_amount",
                                                           "peace_answer",
                                                           "forced_war",
                                                           "war_action",
                                                           "tribute_answer",
                                                           "espionage",
                                                           "defense",
                                                           "cohabitant_defense"};
static_assert(kAsks.size() == static_cast<std::size_t>(Ask::cohabitant_defense) + 1);

constexpr bool is_draw(Ask ask) { return ask >= Ask::draw_event && ask <= Ask::token_fate; }

// SOL 12.1: where the current war goes on.
enum class WarStep : std::uint8_t { none, peace_other, initiative, assaults, fresh_opener, fresh_attack, close };
inline constexpr std::array<std::string_view, 7> kWarSteps = {"none",         "peace_other",  "initiative", "assaults",
                                                              "fresh_opener", "fresh_attack", "close"};

enum class WarKind : std::uint8_t { popular, dyson, espionage };
inline constexpr std::array<std::string_view, 3> kWarKinds = {"popular", "dyson", "espionage"};
enum class Origin : std::uint8_t { bought, stolen, copied };
inline constexpr std::array<std::string_view, 3> kOrigins = {"bought", "stolen", "copied"};
enum class Cause : std::uint8_t { abandoned, war, pirates, storm, proliferation, destroyed, captured };
inline constexpr std::array<std::string_view, 7> kCauses = {"abandoned",     "war",       "pirates", "storm",
                                                            "proliferation", "destroyed", "captured"};
enum class Result : std::uint8_t { attacker, defenders, tie };
inline constexpr std::array<std::string_view, 3> kResults = {"attacker", "defenders", "tie"};
enum class Fate : std::uint8_t { capture, destroy };
enum class Choice : std::uint8_t { attack, defend };

// The domains of fields, in the order of Rules::domains.
enum class Dom : std::uint8_t {
  nation,
  nation_or_none,
  node,
  node_or_none,
  extrasolar,
  technology,
  technology_or_none,
  civic,
  form,
  military_card,
  strategy_card,
  strategy_card_or_none,
  investment_or_none,
  agenda,
  drawn_event,
  tile,
  resource,
  fate,
  choice,
  tokens,
  amount,
  error,
  units,
  flag,
  // events only
  seat,
  event,
  investment,
  power,
  origin,
  cause,
  result,
  war
};

// Subjects of verdicts that do not come from a table, in the order of Rules::words. The resources
// stand together, in their own order.
enum class Word : std::uint16_t { none, ac, energy, materials, science, morale, force, target, form, nothing };

// SOL 4.19: the reasons of refusal, in the order of kCodeNames.
inline constexpr std::uint16_t kFirstCode = 2 * kRejectBlock;
struct Code {
  static constexpr Reject not_action_phase{kFirstCode + 0};
  static constexpr Reject not_your_visit{kFirstCode + 1};
  static constexpr Reject not_your_decision{kFirstCode + 2};
  static constexpr Reject nation_eliminated{kFirstCode + 3};
  static constexpr Reject invalid_target{kFirstCode + 4};
  static constexpr Reject option_not_offered{kFirstCode + 5};
  static constexpr Reject not_enough_ac{kFirstCode + 6};
  static constexpr Reject not_enough_materials{kFirstCode + 7};
  static constexpr Reject not_enough_energy{kFirstCode + 8};
  static constexpr Reject not_enough_science{kFirstCode + 9};
  static constexpr Reject not_enough_morale{kFirstCode + 10};
  static constexpr Reject not_enough_force{kFirstCode + 11};
  static constexpr Reject ac_at_maximum{kFirstCode + 12};
  static constexpr Reject already_colonized_by_you{kFirstCode + 13};
  static constexpr Reject node_occupied{kFirstCode + 14};
  static constexpr Reject no_colony_there{kFirstCode + 15};
  static constexpr Reject colony_not_upgradable{kFirstCode + 16};
  static constexpr Reject level_maximum{kFirstCode + 17};
  static constexpr Reject colony_not_connected{kFirstCode + 18};
  static constexpr Reject link_does_not_exist{kFirstCode + 19};
  static constexpr Reject route_already_yours{kFirstCode + 20};
  static constexpr Reject route_no_own_end{kFirstCode + 21};
  static constexpr Reject no_such_route{kFirstCode + 22};
  static constexpr Reject route_already_protected{kFirstCode + 23};
  static constexpr Reject route_not_protected{kFirstCode + 24};
  static constexpr Reject pact_forbids{kFirstCode + 25};
  static constexpr Reject already_raided_this_turn{kFirstCode + 26};
  static constexpr Reject no_raidable_colony{kFirstCode + 27};
  static constexpr Reject accord_exists{kFirstCode + 28};
  static constexpr Reject at_war{kFirstCode + 29};
  static constexpr Reject tension_too_high{kFirstCode + 30};
  static constexpr Reject accord_already_refused{kFirstCode + 31};
  static constexpr Reject no_defender_there{kFirstCode + 32};
  static constexpr Reject cruiser_unavailable{kFirstCode + 33};
  static constexpr Reject too_many_tokens{kFirstCode + 34};
  static constexpr Reject cannot_pay{kFirstCode + 35};
  static constexpr Reject target_out_of_reach{kFirstCode + 36};
  static constexpr Reject not_at_war{kFirstCode + 37};
  static constexpr Reject already_owned{kFirstCode + 38};
  static constexpr Reject branch_closed{kFirstCode + 39};
  static constexpr Reject tier_not_open{kFirstCode + 40};
  static constexpr Reject technology_taken{kFirstCode + 41};
  static constexpr Reject own_tier2_required{kFirstCode + 42};
  static constexpr Reject civic_already_taken{kFirstCode + 43};
  static constexpr Reject already_used_on_target{kFirstCode + 44};
  static constexpr Reject same_government{kFirstCode + 45};
  static constexpr Reject card_requirement_missing{kFirstCode + 46};
  static constexpr Reject already_bought_this_turn{kFirstCode + 47};
  static constexpr Reject power_already_used{kFirstCode + 48};
  static constexpr Reject no_eligible_moon{kFirstCode + 49};
  static constexpr Reject mixed_selection{kFirstCode + 50};
  static constexpr Reject investment_not_payable{kFirstCode + 51};
};
inline constexpr std::array<std::string_view, 52> kCodeNames = {
    "NOT_ACTION_PHASE",
    "NOT_YOUR_VISIT",
    "NOT_YOUR_DECISION",
    "NATION_ELIMINATED",
    "INVALID_TARGET",
    "OPTION_NOT_OFFERED",
    "NOT_ENOUGH_AC",
    "NOT_ENOUGH_MATERIALS",
    "NOT_ENOUGH_ENERGY",
    "NOT_ENOUGH_SCIENCE",
    "NOT_ENOUGH_MORALE",
    "NOT_ENOUGH_FORCE",
    "AC_AT_MAXIMUM",
    "ALREADY_COLONIZED_BY_YOU",
    "NODE_OCCUPIED",
    "NO_COLONY_THERE",
    "COLONY_NOT_UPGRADABLE",
    "LEVEL_MAXIMUM",
    "COLONY_NOT_CONNECTED",
    "LINK_DOES_NOT_EXIST",
    "ROUTE_ALREADY_YOURS",
    "ROUTE_NO_OWN_END",
    "NO_SUCH_ROUTE",
    "ROUTE_ALREADY_PROTECTED",
    "ROUTE_NOT_PROTECTED",
    "PACT_FORBIDS",
    "ALREADY_RAIDED_THIS_TURN",
    "NO_RAIDABLE_COLONY",
    "ACCORD_EXISTS",
    "AT_WAR",
    "TENSION_TOO_HIGH",
    "ACCORD_ALREADY_REFUSED",
    "NO_DEFENDER_THERE",
    "CRUISER_UNAVAILABLE",
    "TOO_MANY_TOKENS",
    "CANNOT_PAY",
    "TARGET_OUT_OF_REACH",
    "NOT_AT_WAR",
    "ALREADY_OWNED",
    "BRANCH_CLOSED",
    "TIER_NOT_OPEN",
    "TECHNOLOGY_TAKEN",
    "OWN_TIER2_REQUIRED",
    "CIVIC_ALREADY_TAKEN",
    "ALREADY_USED_ON_TARGET",
    "SAME_GOVERNMENT",
    "CARD_REQUIREMENT_MISSING",
    "ALREADY_BOUGHT_THIS_TURN",
    "POWER_ALREADY_USED",
    "NO_ELIGIBLE_MOON",
    "MIXED_SELECTION",
    "INVESTMENT_NOT_PAYABLE",
};

}  // namespace arbitre::solar
