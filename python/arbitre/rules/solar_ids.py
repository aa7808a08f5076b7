"""The ids of Solar (SOL 0): states and move codes hold them by index, so they only ever grow."""

from __future__ import annotations

RESOURCES = ("energy", "materials", "science", "morale")
ZONES = ("inner", "jovian", "saturnian", "outer")
EFFECTS = (
    "upkeep_energy_free_level1",
    "upkeep_energy_free_level23",
    "upkeep_free_level23",
    "route_build_free",
    "route_upkeep_free",
    "war_cost_half",
    "war_order",
    "raid_loot_minus_1",
    "raid_immune",
    "full_information",
    "pirate_immune",
    "storm_immune",
    "energy_per_2_routes",
    "extrasolar_colony",
    "vp8_if_5_techs",
    "vp1_per_connected_colony",
    "dyson_question",
    "copy_rival_technology",
    "morale_minus_2_at_war",
)
TARGETS = ("", "own", "theirs")
ORDERS = ("", "this_turn", "next_turn")
INVESTMENT_EFFECTS = ("", "espionage", "fast_recovery", "colonies_to_level_3", "open_empaths")

# The ids of each table, in the order of SOL 0; the engine knows them by place.
IDS = {
    "nations": ("terrans", "martians", "jovians", "belters"),
    "powers": ("green_diplomacy", "overdrive", "orbital_forge", "pirate_trade"),
    "nodes": (
        *("luna", "phobos", "deimos", "ceres", "vesta", "io", "europa", "ganymede", "callisto"),
        *("titan", "enceladus", "triton", "pluto", "eris"),
    ),
    "branches": (
        *("expansion", "navigation", "intelligence", "experimental_sciences"),
        *("spirituality_nature", "mining_energy", "empaths"),
    ),
    "technologies": (
        *("autonomous_biosphere", "advanced_biosphere", "terraforming"),
        *("ion_propulsion", "navigation_ai", "hyperpropulsion"),
        *("surveillance_drones", "orbital_network", "defensive_ai"),
        *("quantum_computer", "advanced_robotics", "extrasolar_exploration"),
        *("greening", "empathic_network", "collective_awakening"),
        *("asteroid_mining", "solar_extractors", "dyson_sphere"),
        *("empath_links", "instant_communications", "telepathy"),
    ),
    "civics": (
        *("he3_extraction", "asteroid_capture", "social_programs", "calm_population"),
        *("diplomatic_mission", "cultural_campaign", "propaganda", "research_investment"),
        *("colonial_universities", "institutional_reform"),
    ),
    "governments": (
        *("no_government", "tyranny", "corporate_domination", "solar_senate"),
        "instant_democracy",
    ),
    "government_levels": ("level_1", "level_2", "level_3", "level_4"),
    "military_cards": ("military_investment", "combat_drones", "fighter_fleets", "supercruiser"),
    "investments": (
        *("espionage", "heavy_industry", "intensive_research", "sustainable_agriculture"),
        *("rapid_expansion", "warrior_strategy", "population_comfort", "advanced_colonies"),
        "sacred_union",
    ),
    "strategy_cards": (
        *("rapid_settlement", "military_surge", "scientific_sprint", "emergency_harvest"),
        *("diplomacy", "mobilization", "war_effort", "consolidation", "calm_tensions"),
        *("initiative", "planned_initiative"),
    ),
    "discoveries": (
        *("rich_deposit", "energy_source", "scientific_data", "alien_relic", "secret_arsenal"),
        *("rare_minerals", "space_anomaly", "rocky_terrain"),
    ),
    "events": (
        *("mining_rush", "science_conference", "military_supremacy", "technological_lead"),
        *("most_attractive_nation", "solar_storms", "pirate_proliferation", "trade_accords"),
        *("diplomatic_accords", "final_judgment"),
    ),
    "agendas": (
        *("explorer", "tech_superpower", "solar_armada", "enlightened_governance"),
        *("route_master", "jovian_hub", "energy_empire", "material_opulence"),
    ),
}
