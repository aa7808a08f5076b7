// Solar: the compiled tables (SOL 1) and what follows from them: journeys, masks, yields.
// Must not know: states, how moves are judged or played.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "arbitre/core/game.hpp"
#include "arbitre/games/solar/ids.hpp"

namespace arbitre::solar {

// One number a resource: energy, materials, science, morale.
using Amounts = std::array<std::int16_t, kResources>;
using Sums = std::array<std::int32_t, kResources>;

using NodeSet = std::uint16_t;  // bit = place of the node
using LinkSet = std::uint32_t;
using TechSet = std::uint32_t;
using SeatBits = std::uint8_t;

constexpr NodeSet node_bit(int node) { return static_cast<NodeSet>(1u << node); }
constexpr LinkSet link_bit(int link) { return LinkSet{1} << link; }
constexpr TechSet tech_bit(int technology) { return TechSet{1} << technology; }
constexpr SeatBits seat_bit(int seat) { return static_cast<SeatBits>(1u << seat); }

// How many nodes: small enough a set to count without a call, which std::popcount may be.
constexpr int count_nodes(unsigned nodes) {
  nodes -= nodes >> 1 & 0x5555u;
  nodes = (nodes & 0x3333u) + (nodes >> 2 & 0x3333u);
  nodes = (nodes + (nodes >> 4)) & 0x0F0Fu;
  return static_cast<int>((nodes + (nodes >> 8)) & 0x1Fu);
}
static_assert(count_nodes(0) == 0 && count_nodes(0x3FFF) == 14 && count_nodes(0x2401) == 3);

template <class Bits, class Visit>
constexpr void for_each_bit(Bits bits, Visit&& visit) {
  for (std::uint32_t rest = bits; rest != 0; rest &= rest - 1) visit(static_cast<std::uint8_t>(std::countr_zero(rest)));
}

struct Colonize;
struct Upgrade;
struct BuildRoute;
struct ProtectRoute;
struct RecallToken;
struct Raid;
struct ProposeAccord;
struct Assault;
struct BuyTechnology;
struct BuyCivic;
struct AdoptGovernment;
struct BuyMilitary;
struct UsePower;
struct Pass;
struct ChooseAgenda;
struct StrategyPick;
struct StrategyTarget;
struct DysonAnswer;
struct TelepathyCopy;
struct ExtrasolarTarget;
struct AccordAnswer;
struct Defense;
struct CohabitantDefense;
struct PeaceOffer;
struct PeaceAmount;
struct PeaceAnswer;
struct DemandPeace;
struct WarColony;
struct WarRoute;
struct WarHold;
struct TributeAnswer;
struct WarInitiative;
struct Steal;
struct EndEspionage;
struct TradePick;
struct TradeAnswer;
struct PactPick;
struct EndPacts;
struct PactAnswer;
struct Invest;
struct DrawEvent;
struct DrawAgenda;
struct DrawCard;
struct DrawOrder;
struct DrawEstimate;
struct Discover;
struct TradeUnits;
struct TradeUnit;
struct PirateAttack;
struct TokenFate;
// SOL 11: the order fixes the codes.
using Move = std::variant<Colonize, Upgrade, BuildRoute, ProtectRoute, RecallToken, Raid, ProposeAccord, Assault,
                          BuyTechnology, BuyCivic, AdoptGovernment, BuyMilitary, UsePower, Pass, ChooseAgenda,
                          StrategyPick, StrategyTarget, DysonAnswer, TelepathyCopy, ExtrasolarTarget, AccordAnswer,
                          Defense, CohabitantDefense, PeaceOffer, PeaceAmount, PeaceAnswer, DemandPeace, WarColony,
                          WarRoute, WarHold, TributeAnswer, WarInitiative, Steal, EndEspionage, TradePick, TradeAnswer,
                          PactPick, EndPacts, PactAnswer, Invest, DrawEvent, DrawAgenda, DrawCard, DrawOrder,
                          DrawEstimate, Discover, TradeUnits, TradeUnit, PirateAttack, TokenFate>;
using Moves = Codec<Move>;
// The first kinds are the actions of a visit (SOL 4).
inline constexpr std::size_t kActionKinds = 14;

// The lone numbers of the rules data; kParams in rules.cpp names their rows.
struct Params {
  std::uint8_t max_ac, grudge_max, tension_refusal, tension_demonstration, tension_war, floor_taken, floor_held;
  std::uint8_t pact_turns, tribute, capital_garrison, colony_garrison, combat_vp, capital_vp;
  std::uint8_t recovery_turns, recovery_turns_fast, overproduction_max_vp;
  std::uint16_t travel_short, travel_long;
  std::uint8_t fog_radius, path_block_max, suffocation_max, suffocation_others_min, empath_exclusive_turns;
  std::uint8_t peace_winner, peace_loser, peace_draw, war_reach_hops, pool_extra;
  std::uint8_t colonize_ac, upgrade_ac, build_route_ac, protect_route_ac, recall_token_ac, raid_ac, accord_ac;
  std::uint8_t route_energy;
  std::uint8_t route_on_colony, shared_route_with_token, dominant_lead, dominant, supreme_lead, supreme;
  std::uint8_t tech_gap_per_tier3, path_block, suffocation_start, suffocation_turn;
  std::uint8_t raid_victim, raid_raider, raid_blocked_victim, pirates_tension, dyson_tension, popular_war_morale;
  std::int8_t decay, accord_tension;
  std::uint8_t pirates_base, pirates_per_turn;
  std::uint8_t dyson_share, connected_bonus, route_vp, income_over_5, income_over_10, extrasolar_vp, extrasolar_min;
  std::uint8_t weariness_morale, second_front_relief, event_morale, founding_morale;
};

// SOL 5.5: what one token and a Supercruiser cost and are worth in a combat.
struct CombatNumbers {
  std::uint8_t token_energy = 1, token_materials = 1;
  std::uint8_t cruiser_power = 5, cruiser_energy = 5, cruiser_materials = 5;
  std::uint8_t vp = 2;
};

struct NationRules {
  Amounts start{};
  std::uint8_t home = 0, branch = 0, force = 0, raid_force = 0, morale_ac = 0, energy_income = 0;
  std::uint8_t discount_energy = 0, discount_materials = 0;
  bool pirate_friend = false;
};

struct PowerRules {
  Amounts cost{};
  std::uint8_t gov_points = 0, ac = 0;
  std::array<std::uint8_t, 3> percent_of_units{};
};

struct NodeRules {
  std::uint8_t zone = 0, vp = 0, energy = 0, materials = 0, frontier_vp = 0, level2_morale = 0;
  bool harsh = false;
};

struct LinkRules {
  std::uint8_t a = 0, b = 0;
  std::uint16_t days = 0;
};

struct TechnologyRules {
  Amounts cost{}, immediate{}, per_turn{}, per_colony{};
  std::uint32_t effects = 0;
  std::uint8_t branch = 0, tier = 0, ac = 0, vp = 0, force = 0, gov_points = 0, combat_bonus = 0;

  bool has(Effect effect) const { return (effects >> static_cast<int>(effect) & 1u) != 0; }
};

struct CivicRules {
  Amounts cost{}, immediate{}, per_turn{};
  TensionTarget target = TensionTarget::none;
  std::int8_t tension = 0;
  std::uint8_t ac = 0, gov_points = 0;
  bool repeatable = false;
};

struct FormRules {
  Amounts cost{}, per_turn{};
  std::uint8_t ac = 0, gov_points = 0, ac_bonus = 0, morale_cap = 0, morale_loss = 0;
  std::uint8_t upkeep_energy = 0, upkeep_materials = 0;
};

struct MilitaryRules {
  Amounts cost{};
  std::uint8_t requires_technology = kNone;
  std::uint8_t ac = 0, vp = 0, force = 0, lose_next_turn = 0;
  bool once_per_game = false;
};

struct InvestmentRules {
  Amounts cost{}, per_turn{};
  InvestmentEffect effect = InvestmentEffect::none;
  std::uint8_t tier = 0, last = 0, free_colonizations = 0, free_routes = 0;
  bool materials_halved = false;
};

struct StrategyRules {
  Amounts gain{};
  TensionTarget target = TensionTarget::none;
  Order order = Order::none;
  std::int8_t tension = 0;
  std::uint8_t force = 0, ac = 0;
  bool temporary = false, clears_grudge = false, free_settlement = false;
};

struct TileRules {
  Amounts gain{}, per_turn{};
  std::uint8_t vp = 0, force = 0;
};

struct EventRules {
  Amounts gain{}, pact_cost{}, pact_war_surcharge{};
  std::uint8_t vp = 0, loss_force = 0, loss_materials = 0, protected_loss_percent = 0, pact_morale = 0;
  std::int8_t tension_all = 0, accord_tension = 0;
};

struct AgendaRules {
  TechSet technologies = 0;
  std::uint8_t vp = 0, least = 0, morale = 0;
};

struct Rules : RulesHead<Move> {
  Params p{};
  CombatNumbers combat;
  Amounts caps{}, colonize{}, upgrade{}, build_route{}, accord_gift{}, route_income{}, accord_income{};
  std::array<std::array<std::uint8_t, 2>, kMaxLevel> colony_upkeep{};  // energy, materials
  std::array<std::uint8_t, 3> espionage_tension{};
  std::array<std::uint8_t, 4> level_points{}, level_ac{};

  std::array<NationRules, kMaxPlayers> nations{};
  std::array<PowerRules, kMaxPlayers> powers{};
  std::array<NodeRules, kNodes> nodes{};
  std::array<LinkRules, kMaxLinks> links{};
  std::array<TechnologyRules, kTechnologies> technologies{};
  std::array<CivicRules, kCivics> civics{};
  std::array<FormRules, kForms> forms{};
  std::array<MilitaryRules, kMilitary> military{};
  std::array<InvestmentRules, kInvestments> investments{};
  std::array<StrategyRules, kStrategyCards> strategy_cards{};
  std::array<TileRules, kTiles> tiles{};
  std::array<EventRules, kEvents> events{};
  std::array<AgendaRules, kAgendas> agendas{};

  // --- derived ---
  std::uint8_t link_count = 0;
  std::array<std::array<std::uint8_t, kNodes>, kNodes> link_of{};  // by a < b; kNone where there is none
  std::array<NodeSet, kMaxLinks> link_ends{};
  std::array<NodeSet, kNodes> linked{};  // the nodes at the other ends of a node's links
  std::array<LinkSet, kNodes> links_at{};
  std::array<std::array<std::uint16_t, kNodes>, kNodes> journey{};  // days
  std::array<std::array<std::uint8_t, kNodes>, kNodes> hops{};
  std::array<std::array<Amounts, kMaxLevel>, kNodes> yield{};  // SOL 5.7.1, without technologies
  std::array<std::uint8_t, kNodes> home_of{};                  // nation, or kNone
  std::vector<std::uint8_t> extrasolar;                        // nodes, ascending
  NodeSet forge_nodes = 0, jovian_nodes = 0;
  std::array<TechSet, kEffects> with_effect{};
  std::array<TechSet, 4> of_tier{};
  TechSet with_per_colony = 0, with_combat_bonus = 0;

  // Where the words of each group begin.
  std::uint16_t phase_words = 0, node_words = 0, nation_words = 0, branch_words = 0, technology_words = 0;
  std::uint16_t civic_words = 0, form_words = 0, military_words = 0;

  TechSet with(Effect effect) const { return with_effect[static_cast<std::size_t>(effect)]; }
  const EventRules& event(EventId id) const { return events[static_cast<std::size_t>(id)]; }
  const AgendaRules& agenda(Agenda id) const { return agendas[static_cast<std::size_t>(id)]; }

  std::vector<std::string> nation_ids, node_ids, branch_ids, technology_ids, civic_ids, form_ids, military_ids;
  std::vector<std::string> investment_ids, strategy_ids, tile_ids, event_ids, agenda_ids, power_ids;
};

}  // namespace arbitre::solar
