// Solar: from tables to compiled rules, and the judgement of malformed moves.
#include <algorithm>
#include <limits>

#include "arbitre/core/errors.hpp"
#include "arbitre/games/solar/game.hpp"

namespace arbitre::solar {
namespace {

// A lone number: its row, where it goes and what it may be.
template <class T>
struct Param {
  std::string_view row;
  T Params::* member;
  int lo, hi;
};
using Byte = std::uint8_t;

constexpr std::array kBytes = {
    Param<Byte>{"max_ac", &Params::max_ac, 1, 5},
    Param<Byte>{"grudge_max", &Params::grudge_max, 3, 99},
    Param<Byte>{"tension_refusal", &Params::tension_refusal, 0, 10},
    Param<Byte>{"tension_demonstration", &Params::tension_demonstration, 0, 10},
    Param<Byte>{"tension_war", &Params::tension_war, 10, 10},
    Param<Byte>{"assault_floor_taken", &Params::floor_taken, 0, 10},
    Param<Byte>{"assault_floor_held", &Params::floor_held, 0, 10},
    Param<Byte>{"pact_turns", &Params::pact_turns, 0, 10},
    Param<Byte>{"tribute", &Params::tribute, 0, 9},
    Param<Byte>{"capital_garrison", &Params::capital_garrison, 0, 30},
    Param<Byte>{"colony_garrison", &Params::colony_garrison, 0, 30},
    Param<Byte>{"combat_vp", &Params::combat_vp, 0, 50},
    Param<Byte>{"capital_vp", &Params::capital_vp, 0, 50},
    Param<Byte>{"recovery_turns", &Params::recovery_turns, 1, 2},
    Param<Byte>{"recovery_turns_fast", &Params::recovery_turns_fast, 1, 2},
    Param<Byte>{"overproduction_max_vp", &Params::overproduction_max_vp, 0, 9},
    Param<Byte>{"fog_radius", &Params::fog_radius, 0, 9},
    Param<Byte>{"path_block_max_colonies", &Params::path_block_max, 0, 9},
    Param<Byte>{"suffocation_max_colonies", &Params::suffocation_max, 0, 9},
    Param<Byte>{"suffocation_others_min", &Params::suffocation_others_min, 0, 9},
    Param<Byte>{"empath_exclusive_turns", &Params::empath_exclusive_turns, 0, 3},
    Param<Byte>{"peace_tension_winner", &Params::peace_winner, 0, 10},
    Param<Byte>{"peace_tension_loser", &Params::peace_loser, 0, 10},
    Param<Byte>{"peace_tension_draw", &Params::peace_draw, 0, 10},
    Param<Byte>{"war_reach_hops", &Params::war_reach_hops, 0, 9},
    Param<Byte>{"strategy_pool_extra", &Params::pool_extra, 0, 6},
    Param<Byte>{"price_colonize_ac", &Params::colonize_ac, 1, 5},
    Param<Byte>{"price_upgrade_ac", &Params::upgrade_ac, 1, 5},
    Param<Byte>{"price_build_route_ac", &Params::build_route_ac, 1, 5},
    Param<Byte>{"price_protect_route_ac", &Params::protect_route_ac, 1, 5},
    Param<Byte>{"price_recall_token_ac", &Params::recall_token_ac, 1, 5},
    Param<Byte>{"price_raid_ac", &Params::raid_ac, 1, 5},
    Param<Byte>{"price_accord_ac", &Params::accord_ac, 1, 5},
    Param<Byte>{"upkeep_route_energy", &Params::route_energy, 0, 30},
    Param<Byte>{"tension_route_on_colony", &Params::route_on_colony, 0, 10},
    Param<Byte>{"tension_shared_route_with_token", &Params::shared_route_with_token, 0, 10},
    Param<Byte>{"tension_dominant_lead", &Params::dominant_lead, 0, 9},
    Param<Byte>{"tension_dominant", &Params::dominant, 0, 10},
    Param<Byte>{"tension_supreme_lead", &Params::supreme_lead, 0, 9},
    Param<Byte>{"tension_supreme", &Params::supreme, 0, 10},
    Param<Byte>{"tension_tech_gap_per_tier3", &Params::tech_gap_per_tier3, 0, 10},
    Param<Byte>{"tension_path_block", &Params::path_block, 0, 10},
    Param<Byte>{"tension_suffocation_start", &Params::suffocation_start, 0, 10},
    Param<Byte>{"tension_suffocation_turn", &Params::suffocation_turn, 0, 10},
    Param<Byte>{"tension_raid_victim", &Params::raid_victim, 0, 10},
    Param<Byte>{"tension_raid_raider", &Params::raid_raider, 0, 10},
    Param<Byte>{"tension_raid_blocked_victim", &Params::raid_blocked_victim, 0, 10},
    Param<Byte>{"tension_pirates", &Params::pirates_tension, 0, 10},
    Param<Byte>{"tension_dyson", &Params::dyson_tension, 0, 10},
    Param<Byte>{"tension_popular_war_morale", &Params::popular_war_morale, 0, 9},
    Param<Byte>{"pirates_base_percent", &Params::pirates_base, 0, 100},
    Param<Byte>{"pirates_percent_per_turn", &Params::pirates_per_turn, 0, 100},
    Param<Byte>{"score_dyson_share", &Params::dyson_share, 0, 9},
    Param<Byte>{"score_connected_bonus", &Params::connected_bonus, 0, 50},
    Param<Byte>{"score_route", &Params::route_vp, 0, 50},
    Param<Byte>{"score_income_over_5", &Params::income_over_5, 0, 50},
    Param<Byte>{"score_income_over_10", &Params::income_over_10, 0, 50},
    Param<Byte>{"score_extrasolar", &Params::extrasolar_vp, 0, 50},
    Param<Byte>{"score_extrasolar_min_techs", &Params::extrasolar_min, 0, 30},
    Param<Byte>{"variant_weariness_morale", &Params::weariness_morale, 0, 9},
    Param<Byte>{"variant_second_front_relief", &Params::second_front_relief, 0, 10},
    Param<Byte>{"variant_event_morale", &Params::event_morale, 0, 9},
    Param<Byte>{"variant_founding_morale", &Params::founding_morale, 0, 9},
};

Byte cell(const Table& table, std::size_t row, std::string_view column, int hi) {
  return static_cast<Byte>(table.at(row, column, 0, hi));
}

bool flag(const Table& table, std::size_t row, std::string_view column) { return table.at(row, column, 0, 1) != 0; }

constexpr std::array<std::string_view, kResources> kResourceNames = {"energy", "materials", "science", "morale"};

Amounts amounts(const Table& table, std::size_t row, const std::string& prefix, int lo = 0) {
  Amounts found{};
  for (std::size_t k = 0; k < kResources; ++k) {
    const std::string column = prefix + "_" + std::string{kResourceNames[k]};
    found[k] = static_cast<std::int16_t>(table.at(row, column, lo, 30));
  }
  return found;
}

Amounts lone_amounts(const Table& params, const std::string& prefix, int lo = 0) {
  Amounts found{};
  for (std::size_t k = 0; k < kResources; ++k) {
    const std::string row = prefix + "_" + std::string{kResourceNames[k]};
    found[k] = static_cast<std::int16_t>(params.at(row, "value", lo, 30));
  }
  return found;
}

Byte lone(const Table& params, std::string_view row, int lo, int hi) {
  return static_cast<Byte>(params.at(row, "value", lo, hi));
}

void expect_rows(const Table& table, std::size_t wanted) {
  const std::size_t found = table.rows().size();
  if (found == wanted) return;
  table.refuse("", "", "expected " + std::to_string(wanted) + " rows, found " + std::to_string(found));
}

void read_params(Rules& r, const Table& params) {
  for (const auto& one : kBytes) r.p.*(one.member) = lone(params, one.row, one.lo, one.hi);
  r.p.travel_short = static_cast<std::uint16_t>(params.at("travel_short", "value", 1, 999));
  r.p.travel_long = static_cast<std::uint16_t>(params.at("travel_long", "value", r.p.travel_short, 999));
  r.p.decay = static_cast<std::int8_t>(params.at("tension_decay", "value", -10, 0));
  r.p.accord_tension = static_cast<std::int8_t>(params.at("tension_accord", "value", -10, 0));
  r.caps = lone_amounts(params, "cap");
  r.colonize = lone_amounts(params, "price_colonize");
  r.upgrade = lone_amounts(params, "price_upgrade");
  r.build_route = lone_amounts(params, "price_build_route");
  r.accord_gift = lone_amounts(params, "price_accord_gift");
  r.route_income = lone_amounts(params, "upkeep_route_income", -10);
  r.accord_income = lone_amounts(params, "upkeep_accord_income", -10);
  for (std::size_t level = 0; level < kMaxLevel; ++level) {
    const std::string row = "upkeep_colony_" + std::to_string(level);
    r.colony_upkeep[level] = {lone(params, row + "_energy", 0, 30), lone(params, row + "_materials", 0, 30)};
    r.espionage_tension[level] = lone(params, "tension_espionage_" + std::to_string(level), 0, 10);
  }
  r.combat.token_energy = lone(params, "upkeep_token_energy", 0, 30);
  r.combat.token_materials = lone(params, "upkeep_token_materials", 0, 30);
  r.combat.vp = r.p.combat_vp;
}

void read_nations(Rules& r, const Tables& tables) {
  const Table& nations = tables.table("nations");
  const Table& powers = tables.table("powers");
  expect_rows(nations, kMaxPlayers);
  expect_rows(powers, kMaxPlayers);
  r.home_of.fill(kNone);
  for (std::size_t i = 0; i < kMaxPlayers; ++i) {
    NationRules& n = r.nations[i];
    n.start = amounts(nations, i, "start");
    n.home = cell(nations, i, "home", kNodes - 1);
    n.branch = cell(nations, i, "branch", kBranches - 1);
    n.force = cell(nations, i, "force", 30);
    n.raid_force = cell(nations, i, "raid_force", 30);
    n.morale_ac = cell(nations, i, "morale_ac", 30);
    n.energy_income = cell(nations, i, "energy_income", 9);
    n.discount_energy = cell(nations, i, "settlement_discount_energy", 30);
    n.discount_materials = cell(nations, i, "settlement_discount_materials", 30);
    n.pirate_friend = flag(nations, i, "pirate_friend");
    if (r.home_of[n.home] != kNone) nations.refuse(nations.rows()[i].id, "home", "another nation lives there");
    r.home_of[n.home] = static_cast<Byte>(i);

    PowerRules& power = r.powers[i];
    power.cost = amounts(powers, i, "cost");
    power.gov_points = cell(powers, i, "gov_points", 9);
    power.ac = cell(powers, i, "ac", 5);
    for (std::size_t k = 0; k < 3; ++k) {
      power.percent_of_units[k] = cell(powers, i, "percent_of_units_" + std::to_string(k), 100);
    }
  }
  const auto& percents = r.powers[kPirateTrade].percent_of_units;
  if (percents[0] + percents[1] + percents[2] != 100) {
    powers.refuse(powers.rows()[kPirateTrade].id, "percent_of_units_0", "expected percents that add up to 100");
  }
  r.nation_ids = nations.ids();
  r.power_ids = powers.ids();

  const Table& forms = tables.table("governments");
  expect_rows(forms, kForms);
  for (std::size_t i = 0; i < kForms; ++i) {
    FormRules& f = r.forms[i];
    f.cost = amounts(forms, i, "cost");
    f.per_turn = amounts(forms, i, "per_turn", -10);
    f.ac = cell(forms, i, "ac", 5);
    // SOL 3.3: an adoption ends the visit; only the form without government takes no action.
    if ((f.ac == 0) != (i == 0)) forms.refuse(forms.rows()[i].id, "ac", "expected 1 to 5, and 0 for the first form");
    f.gov_points = cell(forms, i, "gov_points", 30);
    f.ac_bonus = cell(forms, i, "ac_bonus", 5);
    f.morale_cap = cell(forms, i, "morale_cap", 30);
    f.morale_loss = cell(forms, i, "morale_loss", 9);
    f.upkeep_energy = cell(forms, i, "upkeep_energy", 30);
    f.upkeep_materials = cell(forms, i, "upkeep_materials", 30);
  }
  r.form_ids = forms.ids();
  const Table& levels = tables.table("government_levels");
  expect_rows(levels, r.level_points.size());
  for (std::size_t i = 0; i < r.level_points.size(); ++i) {
    r.level_points[i] = cell(levels, i, "points", 99);
    r.level_ac[i] = static_cast<Byte>(levels.at(i, "base_ac", 1, 5));
  }
}

// Shortest ways between all nodes, by days and by links.
void find_ways(Rules& r, const Table& links) {
  constexpr std::uint16_t kFar = 60'000;
  constexpr std::uint8_t kFarHops = 100;
  for (std::size_t a = 0; a < kNodes; ++a) {
    r.journey[a].fill(kFar);
    r.hops[a].fill(kFarHops);
    r.journey[a][a] = 0;
    r.hops[a][a] = 0;
  }
  for (std::size_t i = 0; i < r.link_count; ++i) {
    const LinkRules& link = r.links[i];
    r.journey[link.a][link.b] = r.journey[link.b][link.a] = link.days;
    r.hops[link.a][link.b] = r.hops[link.b][link.a] = 1;
  }
  for (std::size_t via = 0; via < kNodes; ++via) {
    for (std::size_t a = 0; a < kNodes; ++a) {
      for (std::size_t b = 0; b < kNodes; ++b) {
        const int days = r.journey[a][via] + r.journey[via][b];
        const int hops = r.hops[a][via] + r.hops[via][b];
        if (days < r.journey[a][b]) r.journey[a][b] = static_cast<std::uint16_t>(days);
        if (hops < r.hops[a][b]) r.hops[a][b] = static_cast<std::uint8_t>(hops);
      }
    }
  }
  for (std::size_t b = 0; b < kNodes; ++b) {
    if (r.hops[0][b] == kFarHops) links.refuse("", "", "nothing leads to " + r.node_ids[b]);
  }
}

void read_map(Rules& r, const Tables& tables) {
  const Table& nodes = tables.table("nodes");
  expect_rows(nodes, kNodes);
  r.node_ids = nodes.ids();
  constexpr int kJovianZone = 1;
  for (std::size_t i = 0; i < kNodes; ++i) {
    NodeRules& n = r.nodes[i];
    n.zone = cell(nodes, i, "zone", 3);
    n.vp = cell(nodes, i, "vp", 50);
    n.energy = cell(nodes, i, "energy", 9);
    n.materials = cell(nodes, i, "materials", 9);
    n.frontier_vp = cell(nodes, i, "frontier_vp", 50);
    n.level2_morale = cell(nodes, i, "level2_morale", 9);
    n.harsh = flag(nodes, i, "harsh");
    const NodeSet bit = node_bit(static_cast<int>(i));
    if (flag(nodes, i, "extrasolar")) r.extrasolar.push_back(static_cast<Byte>(i));
    if (flag(nodes, i, "forge")) r.forge_nodes = static_cast<NodeSet>(r.forge_nodes | bit);
    if (n.zone == kJovianZone) r.jovian_nodes = static_cast<NodeSet>(r.jovian_nodes | bit);
    for (int level = 1; level <= kMaxLevel; ++level) {  // SOL 6.1, 5.7.1
      Amounts& yield = r.yield[i][static_cast<std::size_t>(level - 1)];
      yield = {static_cast<std::int16_t>(n.energy * (level + 1) / 2),
               static_cast<std::int16_t>(n.materials * (level + 1) / 2), static_cast<std::int16_t>(level - 1),
               static_cast<std::int16_t>(level - 1)};
    }
  }

  const Table& links = tables.table("links");
  if (links.rows().empty() || links.rows().size() > kMaxLinks) links.refuse("", "", "expected 1 to 30 rows");
  r.link_count = static_cast<Byte>(links.rows().size());
  for (auto& row : r.link_of) row.fill(kNone);
  for (std::size_t i = 0; i < r.link_count; ++i) {
    LinkRules& link = r.links[i];
    link.a = cell(links, i, "a", kNodes - 2);
    link.b = static_cast<Byte>(links.at(i, "b", link.a + 1, kNodes - 1));
    link.days = static_cast<std::uint16_t>(links.at(i, "days", 1, 999));
  }
  // By their ends, as move codes go: a state names links by this order.
  const auto end = r.links.begin() + r.link_count;
  std::sort(r.links.begin(), end,
            [](const LinkRules& x, const LinkRules& y) { return std::pair{x.a, x.b} < std::pair{y.a, y.b}; });
  for (std::size_t i = 0; i < r.link_count; ++i) {
    const LinkRules& link = r.links[i];
    if (r.link_of[link.a][link.b] != kNone) links.refuse("", "b", "two nodes are linked twice");
    r.link_of[link.a][link.b] = static_cast<Byte>(i);
    r.link_ends[i] = static_cast<NodeSet>(node_bit(link.a) | node_bit(link.b));
    r.linked[link.a] = static_cast<NodeSet>(r.linked[link.a] | node_bit(link.b));
    r.linked[link.b] = static_cast<NodeSet>(r.linked[link.b] | node_bit(link.a));
    r.links_at[link.a] |= link_bit(static_cast<int>(i));
    r.links_at[link.b] |= link_bit(static_cast<int>(i));
  }
  find_ways(r, links);
}

void read_technologies(Rules& r, const Tables& tables) {
  const Table& branches = tables.table("branches");
  expect_rows(branches, kBranches);
  r.branch_ids = branches.ids();
  const Table& table = tables.table("technologies");
  expect_rows(table, kTechnologies);
  r.technology_ids = table.ids();
  for (std::size_t i = 0; i < kTechnologies; ++i) {
    TechnologyRules& t = r.technologies[i];
    t.cost = amounts(table, i, "cost");
    t.immediate = amounts(table, i, "immediate");
    t.per_turn = amounts(table, i, "per_turn", -10);
    t.per_colony = amounts(table, i, "per_colony", -10);
    t.effects = static_cast<std::uint32_t>(table.at(i, "effects", 0, (1 << kEffects) - 1));
    t.branch = static_cast<Byte>(table.at(i, "branch", static_cast<int>(i / 3), static_cast<int>(i / 3)));
    t.tier = static_cast<Byte>(table.at(i, "tier", static_cast<int>(i % 3) + 1, static_cast<int>(i % 3) + 1));
    t.ac = static_cast<Byte>(table.at(i, "ac", 1, 5));
    t.vp = cell(table, i, "vp", 50);
    t.force = cell(table, i, "force", 9);
    t.gov_points = cell(table, i, "gov_points", 9);
    t.combat_bonus = cell(table, i, "combat_bonus", 9);
    const TechSet bit = tech_bit(static_cast<int>(i));
    r.of_tier[t.tier] |= bit;
    for (std::size_t effect = 0; effect < kEffects; ++effect) {
      if ((t.effects >> effect & 1u) != 0) r.with_effect[effect] |= bit;
    }
    if (t.per_colony != Amounts{}) r.with_per_colony |= bit;
    if (t.combat_bonus != 0) r.with_combat_bonus |= bit;
  }
}

void read_civics(Rules& r, const Table& table) {
  expect_rows(table, kCivics);
  r.civic_ids = table.ids();
  for (std::size_t i = 0; i < kCivics; ++i) {
    CivicRules& c = r.civics[i];
    c.cost = amounts(table, i, "cost");
    c.immediate = amounts(table, i, "immediate");
    c.per_turn = amounts(table, i, "per_turn", -10);
    c.target = static_cast<TensionTarget>(table.at(i, "target", 0, 2));
    c.tension = static_cast<std::int8_t>(table.at(i, "tension", -10, 0));
    c.ac = static_cast<Byte>(table.at(i, "ac", 1, 5));
    c.gov_points = cell(table, i, "gov_points", 9);
    c.repeatable = flag(table, i, "repeatable");
  }
}

void read_military(Rules& r, const Table& table) {
  expect_rows(table, kMilitary);
  r.military_ids = table.ids();
  for (std::size_t i = 0; i < kMilitary; ++i) {
    MilitaryRules& m = r.military[i];
    m.cost = amounts(table, i, "cost");
    const auto needed = table.at(i, "requires", -1, kTechnologies - 1);
    m.requires_technology = needed < 0 ? kNone : static_cast<Byte>(needed);
    m.ac = static_cast<Byte>(table.at(i, "ac", 1, 5));
    m.vp = cell(table, i, "vp", 50);
    m.force = cell(table, i, "force", 9);
    m.lose_next_turn = cell(table, i, "lose_next_turn", 9);
    m.once_per_game = flag(table, i, "once_per_game");
  }
  if (!r.military[kSupercruiser].once_per_game) {
    table.refuse(r.military_ids[kSupercruiser], "once_per_game", "expected 1: a nation has one Supercruiser at most");
  }
  r.combat.cruiser_power = cell(table, kSupercruiser, "war_power", 30);
  r.combat.cruiser_energy = cell(table, kSupercruiser, "deploy_cost_energy", 30);
  r.combat.cruiser_materials = cell(table, kSupercruiser, "deploy_cost_materials", 30);
}

void read_investments(Rules& r, const Table& table) {
  expect_rows(table, kInvestments);
  r.investment_ids = table.ids();
  for (std::size_t i = 0; i < kInvestments; ++i) {
    InvestmentRules& v = r.investments[i];
    v.cost = amounts(table, i, "cost");
    v.per_turn = amounts(table, i, "per_turn", -10);
    v.effect = static_cast<InvestmentEffect>(table.at(i, "effect", 0, 4));
    v.tier = static_cast<Byte>(table.at(i, "tier", 1, 2));
    v.last = static_cast<Byte>(table.at(i, "last", 3, kTurns));
    v.free_colonizations = cell(table, i, "free_colonizations", 1);
    v.free_routes = cell(table, i, "free_routes", 1);
    v.materials_halved = flag(table, i, "materials_halved");
  }
}

void read_strategy_cards(Rules& r, const Table& table) {
  expect_rows(table, kStrategyCards);
  r.strategy_ids = table.ids();
  for (std::size_t i = 0; i < kStrategyCards; ++i) {
    StrategyRules& c = r.strategy_cards[i];
    c.gain = amounts(table, i, "gain");
    c.target = static_cast<TensionTarget>(table.at(i, "target", 0, 2));
    c.order = static_cast<Order>(table.at(i, "order", 0, 2));
    c.tension = static_cast<std::int8_t>(table.at(i, "tension", -10, 0));
    c.force = cell(table, i, "force", 9);
    c.ac = cell(table, i, "ac", 5);
    c.temporary = flag(table, i, "temporary");
    c.clears_grudge = flag(table, i, "clears_grudge");
    c.free_settlement = flag(table, i, "free_settlement");
  }
}

void read_tiles_events_agendas(Rules& r, const Tables& tables) {
  const Table& tiles = tables.table("discoveries");
  expect_rows(tiles, kTiles);
  r.tile_ids = tiles.ids();
  for (std::size_t i = 0; i < kTiles; ++i) {
    r.tiles[i] = {amounts(tiles, i, "gain"), amounts(tiles, i, "per_turn", -10), cell(tiles, i, "vp", 50),
                  cell(tiles, i, "force", 9)};
  }
  const Table& events = tables.table("events");
  expect_rows(events, kEvents);
  r.event_ids = events.ids();
  for (std::size_t i = 0; i < kEvents; ++i) {
    EventRules& e = r.events[i];
    e.gain = amounts(events, i, "gain");
    e.pact_cost = amounts(events, i, "pact_cost");
    e.pact_war_surcharge = amounts(events, i, "pact_war_surcharge");
    e.vp = cell(events, i, "vp", 50);
    e.loss_force = cell(events, i, "loss_force", 9);
    e.loss_materials = cell(events, i, "loss_materials", 9);
    e.protected_loss_percent = cell(events, i, "protected_loss_percent", 100);
    e.pact_morale = cell(events, i, "pact_morale", 9);
    e.tension_all = static_cast<std::int8_t>(events.at(i, "tension_all", -10, 0));
    e.accord_tension = static_cast<std::int8_t>(events.at(i, "accord_tension", -10, 0));
  }
  const Table& agendas = tables.table("agendas");
  expect_rows(agendas, kAgendas);
  r.agenda_ids = agendas.ids();
  for (std::size_t i = 0; i < kAgendas; ++i) {
    r.agendas[i] = {static_cast<TechSet>(agendas.at(i, "technologies", 0, (1 << kTechnologies) - 1)),
                    cell(agendas, i, "vp", 50), cell(agendas, i, "least", 30), cell(agendas, i, "morale", 30)};
  }
}

std::vector<std::string> or_none(std::vector<std::string> ids) {
  ids.emplace_back("none");
  return ids;
}

template <class Names>
std::vector<std::string> strings(const Names& names) {
  return {names.begin(), names.end()};
}

void reflect(Rules& r) {
  std::vector<std::string> extrasolar;
  for (const Byte node : r.extrasolar) extrasolar.push_back(r.node_ids[node]);
  const std::vector<std::string> drawn{r.event_ids.begin(), r.event_ids.end() - 1};
  const int fog = r.p.fog_radius;
  r.domains = {
      // in the order of Dom
      Domain::of_ids("nation", r.nation_ids),
      Domain::of_ids("nation_or_none", or_none(r.nation_ids)),
      Domain::of_ids("node", r.node_ids),
      Domain::of_ids("node_or_none", or_none(r.node_ids)),
      Domain::of_ids("extrasolar", or_none(extrasolar)),
      Domain::of_ids("technology", r.technology_ids),
      Domain::of_ids("technology_or_none", or_none(r.technology_ids)),
      Domain::of_ids("civic", r.civic_ids),
      Domain::of_ids("form", r.form_ids),
      Domain::of_ids("military_card", r.military_ids),
      Domain::of_ids("strategy_card", r.strategy_ids),
      Domain::of_ids("strategy_card_or_none", or_none(r.strategy_ids)),
      Domain::of_ids("investment_or_none", or_none(r.investment_ids)),
      Domain::of_ids("agenda", r.agenda_ids),
      Domain::of_ids("drawn_event", drawn),
      Domain::of_ids("tile", r.tile_ids),
      Domain::of_ids("resource", {"energy", "materials", "science"}),
      Domain::of_ids("fate", {"capture", "destroy"}),
      Domain::of_ids("choice", {"attack", "defend"}),
      Domain::of_range("tokens", 0, kMaxCommitment),
      Domain::of_range("amount", 0, kMaxCommitment),
      Domain::of_range("error", -fog, fog),
      Domain::of_range("units", 0, 2),
      Domain::of_booleans("flag"),
      Domain::of_range("seat", 0, kMaxPlayers - 1),
      Domain::of_ids("event", r.event_ids),
      Domain::of_ids("investment", r.investment_ids),
      Domain::of_ids("power", r.power_ids),
      Domain::of_ids("origin", strings(kOrigins)),
      Domain::of_ids("cause", strings(kCauses)),
      Domain::of_ids("result", strings(kResults)),
      Domain::of_ids("war", strings(kWarKinds)),
  };
  r.kinds = r.codec.compile(r.domains);
  r.add_words({"", "ac", "energy", "materials", "science", "morale", "force", "target", "form", "none"});
  r.phase_words = r.add_words(strings(kPhases));
  r.node_words = r.add_words(r.node_ids);
  r.nation_words = r.add_words(r.nation_ids);
  r.branch_words = r.add_words(r.branch_ids);
  r.technology_words = r.add_words(r.technology_ids);
  r.civic_words = r.add_words(r.civic_ids);
  r.form_words = r.add_words(r.form_ids);
  r.military_words = r.add_words(r.military_ids);
}

}  // namespace

Rules Solar::compile(const Tables& tables) {
  Rules r;
  r.digest = tables.digest();
  r.players_min = 2;
  r.players_max = kMaxPlayers;
  read_params(r, tables.table("params"));
  read_map(r, tables);
  read_nations(r, tables);
  read_technologies(r, tables);
  read_civics(r, tables.table("civics"));
  read_military(r, tables.table("military_cards"));
  read_investments(r, tables.table("investments"));
  read_strategy_cards(r, tables.table("strategy_cards"));
  read_tiles_events_agendas(r, tables);
  reflect(r);
  return r;
}

// SOL 11.3, 1: the first of the kind, a surplus field, the missing or wrong field.
MalformedVerdict Solar::malformed(const Malformed& malformed) {
  const bool kind = malformed.reason == Malformed::Reason::unknown_kind;
  return {Reject::unknown_id, kind ? "kind" : malformed.field};
}

}  // namespace arbitre::solar
