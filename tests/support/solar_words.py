"""What Solar needs labels for (SOL 0, 11, 12.6), for `tests/test_labels.py`."""

from __future__ import annotations

from typing import Any

DOMAINS = {
    "nation": """
        terrans martians jovians belters
    """,
    "nation_or_none": """
        terrans martians jovians belters none
    """,
    "people": """
        terrans martians jovians belters
    """,
    "power": """
        green_diplomacy overdrive orbital_forge pirate_trade
    """,
    "zone": """
        inner jovian saturnian outer
    """,
    "node": """
        luna phobos deimos ceres vesta io europa ganymede callisto titan enceladus
        triton pluto eris
    """,
    "node_or_none": """
        luna phobos deimos ceres vesta io europa ganymede callisto titan enceladus
        triton pluto eris none
    """,
    "extrasolar": """
        triton pluto eris none
    """,
    "branch": """
        expansion navigation intelligence experimental_sciences spirituality_nature
        mining_energy empaths
    """,
    "technology": """
        autonomous_biosphere advanced_biosphere terraforming ion_propulsion
        navigation_ai hyperpropulsion surveillance_drones orbital_network defensive_ai
        quantum_computer advanced_robotics extrasolar_exploration greening
        empathic_network collective_awakening asteroid_mining solar_extractors
        dyson_sphere empath_links instant_communications telepathy
    """,
    "technology_or_none": """
        autonomous_biosphere advanced_biosphere terraforming ion_propulsion
        navigation_ai hyperpropulsion surveillance_drones orbital_network defensive_ai
        quantum_computer advanced_robotics extrasolar_exploration greening
        empathic_network collective_awakening asteroid_mining solar_extractors
        dyson_sphere empath_links instant_communications telepathy none
    """,
    "civic": """
        he3_extraction asteroid_capture social_programs calm_population
        diplomatic_mission cultural_campaign propaganda research_investment
        colonial_universities institutional_reform
    """,
    "form": """
        no_government tyranny corporate_domination solar_senate instant_democracy
    """,
    "military_card": """
        military_investment combat_drones fighter_fleets supercruiser
    """,
    "strategy_card": """
        rapid_settlement military_surge scientific_sprint emergency_harvest diplomacy
        mobilization war_effort consolidation calm_tensions initiative
        planned_initiative
    """,
    "strategy_card_or_none": """
        rapid_settlement military_surge scientific_sprint emergency_harvest diplomacy
        mobilization war_effort consolidation calm_tensions initiative
        planned_initiative none
    """,
    "investment": """
        espionage heavy_industry intensive_research sustainable_agriculture
        rapid_expansion warrior_strategy population_comfort advanced_colonies
        sacred_union
    """,
    "investment_or_none": """
        espionage heavy_industry intensive_research sustainable_agriculture
        rapid_expansion warrior_strategy population_comfort advanced_colonies
        sacred_union none
    """,
    "agenda": """
        explorer tech_superpower solar_armada enlightened_governance route_master
        jovian_hub energy_empire material_opulence
    """,
    "drawn_event": """
        mining_rush science_conference military_supremacy technological_lead
        most_attractive_nation solar_storms pirate_proliferation trade_accords
        diplomatic_accords
    """,
    "event": """
        mining_rush science_conference military_supremacy technological_lead
        most_attractive_nation solar_storms pirate_proliferation trade_accords
        diplomatic_accords final_judgment
    """,
    "tile": """
        rich_deposit energy_source scientific_data alien_relic secret_arsenal
        rare_minerals space_anomaly rocky_terrain
    """,
    "resource": """
        energy materials science morale
    """,
    "temperament": """
        strategist conqueror opportunist besieged cornered
    """,
    "fate": """
        capture destroy
    """,
    "choice": """
        attack defend
    """,
    "origin": """
        bought stolen copied
    """,
    "cause": """
        abandoned war pirates storm proliferation destroyed captured
    """,
    "result": """
        attacker defenders tie
    """,
    "war": """
        popular dyson espionage
    """,
}
VOCABULARY: dict[str, Any] = {
    "kinds": {
        "colonize": "node",
        "upgrade": "node",
        "build_route": "a b token",
        "protect_route": "a b",
        "recall_token": "a b",
        "raid": "nation node",
        "propose_accord": "nation",
        "assault": "node tokens cruiser",
        "buy_technology": "technology",
        "buy_civic": "civic target",
        "adopt_government": "form",
        "buy_military": "card",
        "use_power": "target",
        "pass": "",
        "choose_agenda": "agenda",
        "strategy_pick": "card",
        "strategy_target": "nation",
        "dyson_answer": "accept",
        "telepathy_copy": "technology",
        "extrasolar_target": "node",
        "accord_answer": "accept",
        "defense": "tokens cruiser",
        "cohabitant_defense": "tokens",
        "peace_offer": "offer",
        "peace_amount": "resource amount",
        "peace_answer": "accept",
        "demand_peace": "",
        "war_colony": "node tokens cruiser",
        "war_route": "a b fate",
        "war_hold": "",
        "tribute_answer": "accept",
        "war_initiative": "choice",
        "steal": "nation technology",
        "end_espionage": "",
        "trade_pick": "nation",
        "trade_answer": "accept",
        "pact_pick": "nation",
        "end_pacts": "",
        "pact_answer": "accept",
        "investment": "investment",
        "draw_event": "event",
        "draw_agenda": "agenda",
        "draw_card": "card",
        "draw_order": "nation",
        "draw_estimate": "error",
        "discovery": "tile",
        "trade_units": "units",
        "trade_unit": "resource",
        "pirate_attack": "destroyed",
        "token_fate": "lost",
    },
    "events": {
        "turn_started": "turn",
        "event_announced": "event",
        "strategy_taken": "seat card",
        "investment_activated": "seat investment",
        "investment_lost": "seat investment",
        "order_set": "order",
        "colony_founded": "seat node",
        "colony_upgraded": "seat node level",
        "tile_drawn": "seat tile",
        "colony_captured": "seat node level",
        "colony_lost": "seat node",
        "route_built": "seat a b",
        "route_lost": "seat a b cause",
        "route_captured": "seat a b",
        "raided": "seat victim node energy materials science",
        "raid_blocked": "seat victim node",
        "accord_signed": "x y",
        "accord_refused": "x y",
        "accord_ended": "x y",
        "technology_gained": "seat technology origin",
        "civic_bought": "seat civic",
        "government_adopted": "seat form",
        "military_bought": "seat card",
        "power_used": "seat power",
        "passed": "seat",
        "combat": "attacker node attack defence result",
        "capital_taken": "seat node",
        "capital_retaken": "seat node",
        "trophy_lost": "seat node",
        "eliminated": "seat",
        "war_declared": "opener other war",
        "war_averted": "opener other",
        "war_settled": "opener other",
        "war_ended": "opener other",
        "war_penalty": "opener other",
        "peace_refused": "seat",
        "tribute_paid": "seat",
        "tribute_refused": "seat",
        "demonstration": "seat morale",
        "income": "seat energy materials science morale",
        "upkeep_missing": "seat count",
        "contest_won": "seat event",
        "storm": "seat",
        "proliferation": "seat",
        "pact_signed": "x y",
        "pact_refused": "x y",
        "stolen": "seat victim technologies",
        "overproduction": "seat vp",
        "game_over": "winners",
    },
    "own_codes": """
            NOT_ACTION_PHASE NOT_YOUR_VISIT NOT_YOUR_DECISION NATION_ELIMINATED
            INVALID_TARGET OPTION_NOT_OFFERED NOT_ENOUGH_AC NOT_ENOUGH_MATERIALS
            NOT_ENOUGH_ENERGY NOT_ENOUGH_SCIENCE NOT_ENOUGH_MORALE NOT_ENOUGH_FORCE
            AC_AT_MAXIMUM ALREADY_COLONIZED_BY_YOU NODE_OCCUPIED NO_COLONY_THERE
            COLONY_NOT_UPGRADABLE LEVEL_MAXIMUM COLONY_NOT_CONNECTED LINK_DOES_NOT_EXIST
            ROUTE_ALREADY_YOURS ROUTE_NO_OWN_END NO_SUCH_ROUTE ROUTE_ALREADY_PROTECTED
            ROUTE_NOT_PROTECTED PACT_FORBIDS ALREADY_RAIDED_THIS_TURN NO_RAIDABLE_COLONY
            ACCORD_EXISTS AT_WAR TENSION_TOO_HIGH ACCORD_ALREADY_REFUSED
            NO_DEFENDER_THERE CRUISER_UNAVAILABLE TOO_MANY_TOKENS CANNOT_PAY
            TARGET_OUT_OF_REACH NOT_AT_WAR ALREADY_OWNED BRANCH_CLOSED TIER_NOT_OPEN
            TECHNOLOGY_TAKEN OWN_TIER2_REQUIRED CIVIC_ALREADY_TAKEN
            ALREADY_USED_ON_TARGET SAME_GOVERNMENT CARD_REQUIREMENT_MISSING
            ALREADY_BOUGHT_THIS_TURN POWER_ALREADY_USED NO_ELIGIBLE_MOON MIXED_SELECTION
            INVESTMENT_NOT_PAYABLE
    """,
    "words": """
            setup agenda strategy estimates actions wars pirates event espionage
            investment over action forced_war war_action ac force energy materials
            science morale phase target form choose_agenda strategy_pick strategy_target
            dyson_answer telepathy_copy extrasolar_target accord_answer defense
            cohabitant_defense peace_offer peace_amount peace_answer tribute_answer
            war_initiative trade_pick trade_answer pact_pick pact_answer draw_event
            draw_agenda draw_card draw_order draw_estimate discovery trade_units
            trade_unit pirate_attack token_fate
    """,
    "domains": {
        **{name: values.split() for name, values in DOMAINS.items()},
        "seat": [0, 1, 2, 3, "chance"],
    },
    "options": {
        "war_weariness": [],
        "settlement_morale": [],
        "second_front_fear": [],
        "no_popular_war_on_last_turn": [],
        "event_morale_loss": [],
        "transit_income": [],
        "rotation_debt": [],
        "own_tier2_required": [],
        "hyperpropulsion_rebate": [],
        "war_reach_by_hops": [],
    },
}
