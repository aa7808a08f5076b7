"""What Vitorian Wars needs labels for (VW 0, 11, 12.6), for `tests/test_labels.py`."""

from __future__ import annotations

from typing import Any

DOMAINS = {
    "card": """
        scarlet_conscript_rifles scarlet_bayonet_levy scarlet_trench_infantry
        scarlet_foundry_sappers scarlet_armored_car scarlet_smoke_grenadiers
        scarlet_diesel_halftrack scarlet_piercing_gunners scarlet_sultan_mk4
        scarlet_furnace_breaker scarlet_janissaries scarlet_iron_howitzer
        scarlet_steam_vizier scarlet_colossus scarlet_engine_roar
        scarlet_over_the_top scarlet_rolling_barrage scarlet_breakthrough
        scarlet_smoke_curtain scarlet_requisition scarlet_bayonet_set
        scarlet_ap_shells scarlet_riveted_plating azure_sky_cadet
        azure_balloon_spotter azure_courier_biplane azure_wing_fencer
        azure_signal_aide azure_aerial_observer azure_squall_mage
        azure_interceptors azure_rocket_lancers azure_cloud_duellist
        azure_bombardier azure_escort_zeppelin azure_gale_archmage
        azure_skyfortress azure_precision_strike azure_evasive_roll
        azure_jam_signal azure_updraft azure_dive_attack azure_recon_photos
        azure_stabilised_sight azure_jet_harness azure_turbo_manifold
        ivory_pilgrim_guard ivory_wall_warden ivory_reliquary_bearer
        ivory_litany_gunner ivory_pursuit_hounds ivory_bunker_team
        ivory_templar_cuirass ivory_chaplain ivory_gatehouse_cannon
        ivory_bastion_walker ivory_paladin ivory_belfry_marksmen
        ivory_saint_engine ivory_cathedral_fortress ivory_hold_line
        ivory_consecrated_shield ivory_rebuke ivory_sanctified_ground
        ivory_censer_smoke ivory_martyr ivory_blessed_plate ivory_sandbag_works
        ivory_reactive_casing moss_river_levy moss_porter_column
        moss_mudline_spears moss_delta_scouts moss_elephant_tractor
        moss_reed_ambushers moss_quartermaster moss_levee_guard moss_rain_mage
        moss_monsoon_crawler moss_gharial_barge moss_banyan_veterans
        moss_thunder_mahout moss_storm_behemoth moss_flood_field moss_like_hills
        moss_monsoon_surge moss_backwater_route moss_attrition moss_second_wind
        moss_timber_bracing moss_winch_chains moss_oilskins gold_guard_captain
        gold_heraldic_airship gold_champion gold_crown_dreadnought
        gold_royal_decree gold_last_reserve gold_regalia gold_state_of_siege
        grey_militia_band grey_dock_workers grey_field_mechanics grey_free_militia
        grey_barricade_crew grey_scrap_tank grey_ferry_pilots grey_recovery
        grey_accelerated_logistics grey_standard_rations grey_muddy_fronts
        grey_encirclement
    """,
    "resource": """
        res_scarlet_p_1 res_scarlet_s_1 res_scarlet_p_2 res_scarlet_s_2
        res_azure_p_1 res_azure_s_1 res_azure_p_2 res_azure_s_2 res_ivory_p_1
        res_ivory_s_1 res_ivory_p_2 res_ivory_s_2 res_moss_p_1 res_moss_s_1
        res_moss_p_2 res_moss_s_2 res_gold_p_1 res_gold_s_1 res_gold_p_2
        res_gold_s_2 res_grey_p_1 res_grey_s_1 res_grey_p_2 res_grey_s_2
    """,
    "cell": """
        0R1 0R2 0R3 0R4 0R5 0V1 0V2 0V3 0V4 0V5 1R1 1R2 1R3 1R4 1R5 1V1 1V2 1V3
        1V4 1V5
    """,
    "target": """
        0R1 0R2 0R3 0R4 0R5 0V1 0V2 0V3 0V4 0V5 1R1 1R2 1R3 1R4 1R5 1V1 1V2 1V3
        1V4 1V5 sovereign
    """,
    "state": """
        ready exhausted
    """,
    "end": """
        bottom top
    """,
    "keyword": """
        entrench light swift heavy brute bayonet_charge piercing_ammunition
        reactive_armor long_range flanking pioneer ganking shield
    """,
    "why": """
        move gank effect
    """,
    "reason": """
        none sovereign concede limit_pile limit_units limit_attack limit_defense
        limit_draw
    """,
    "winner": """
        0 1 None
    """,
    "sovereign": """
        scarlet_sov_furnace scarlet_sov_march azure_sov_recon azure_sov_evasion
        ivory_sov_bulwark ivory_sov_crusade moss_sov_circular moss_sov_hills
    """,
    "recycling": """
        scarlet_sov_furnace scarlet_sov_march azure_sov_recon azure_sov_evasion
        ivory_sov_bulwark ivory_sov_crusade moss_sov_circular moss_sov_hills
    """,
    "decks": """
        deck_scarlet deck_azure deck_ivory deck_moss
    """,
    "subtype": """
        infantry armored artillery aerial mage worker guard
    """,
    "faction": """
        scarlet azure ivory moss gold grey
    """,
    "colour": """
        scarlet azure ivory moss gold grey
    """,
    "decision": """
        MULLIGAN BURNOUT_RESPONSE MAINTENANCE MAIN_ACTION COMBAT_ACTION
        ORDER_WINDOW BARRAGE PAYMENT CHOOSE_TARGETS CHOOSE_DESTINATION
        CHOOSE_ORDER CHOOSE_RETURN CHOOSE_READY ARRANGE_CONVOY CHOOSE_DISCARD
        DISCARD_TO_LIMIT COIN DRAW REVEAL_CONVOY REVEAL_PILE
    """,
    "phase": """
        setup logistics main combat final over
    """,
    "step": """
        coin deal_first deal_second mulligan_first mulligan_second opening_first
        opening_second begin start ready channel burnout channelled maintenance
        draw action expire discard end over orders_defender orders_attacker stack
        check barrage_defender barrage_attacker damage impact
    """,
    "zone": """
        rear_guard vanguard command_zone convoy resource_zone defense_pile
        maneuver_deck hand discard removed order_stack
    """,
    "card_type": """
        sovereign unit order equipment field_condition resource
    """,
    "until": """
        combat turn until_0 until_1
    """,
}
VOCABULARY: dict[str, Any] = {
    "kinds": {
        "keep_hand": "",
        "mulligan": "",
        "defense_sacrifice": "",
        "accept_burnout": "",
        "keep_elite": "cell",
        "end_maintenance": "",
        "mobilize": "card cell",
        "equip": "card cell",
        "play_field": "card",
        "move": "from to",
        "activate": "cell",
        "charge": "from target",
        "end_main": "",
        "declare_attack": "from target",
        "end_combat": "",
        "recycle": "resource state",
        "play_order": "card",
        "gank": "from to",
        "support": "",
        "reactive": "",
        "pass": "",
        "concede": "",
        "pay": "resource",
        "target": "cell",
        "no_more": "",
        "destination": "cell",
        "target_order": "entry",
        "return_resource": "resource state",
        "ready_resource": "resource",
        "arrange": "resource end",
        "discard": "card",
        "coin": "seat",
        "draw": "card",
        "reveal_convoy": "resource",
        "reveal_pile": "resource",
    },
    "events": {
        "coin": "seat",
        "drawn": "seat card",
        "discarded": "seat card",
        "mulligan": "seat",
        "burnout": "seat",
        "channelled": "seat resource",
        "sacrificed": "seat resource",
        "pile_lost": "seat resource",
        "recycled": "seat resource",
        "removed": "seat resource",
        "resource_readied": "seat resource",
        "returned": "seat resource end",
        "paid": "seat resource returned",
        "turn_started": "seat turn",
        "turn_skipped": "seat turn",
        "maintained": "seat kept",
        "mobilized": "cell card",
        "equipped": "cell card",
        "field_played": "seat card",
        "moved": "from to why",
        "activated": "cell",
        "attack_declared": "from target charge",
        "order_played": "seat card",
        "order_resolved": "seat card",
        "order_countered": "seat card",
        "attack_cancelled": "",
        "combat_stopped": "",
        "combat_ended": "",
        "supported": "cell n",
        "reactive_paid": "cell",
        "shield_lost": "cell",
        "shield_gained": "cell",
        "unit_readied": "cell",
        "unit_exhausted": "cell",
        "damage": "attacker defender",
        "destroyed": "cell card",
        "modified": "cell atk def",
        "keyword_granted": "cell keyword",
        "looked": "seat n",
        "arranged": "seat end",
        "sovereign_fell": "seat",
        "game_over": "winner reason",
    },
    "own_codes": """
        MALFORMED_ACTION NOT_YOUR_DECISION CONCEDE_DISABLED WRONG_DECISION
        CHANCE_IMPOSSIBLE ARRANGE_BOTTOM_FIRST ARRANGE_NOT_LOOKED
        ATTACKER_HAS_NO_ATTACK ATTACKER_NOT_IN_VANGUARD ATTACK_LIMIT_REACHED
        BARRAGE_ALREADY_USED BARRAGE_ORDER BRUTE_CANNOT_CHANGE_ROW
        CARD_NOT_IN_HAND CELL_OCCUPIED CELL_OUT_OF_RANGE CHARGE_NOT_AVAILABLE
        CHOICE_TYPE COST_SHORT DESTINATION_NOT_ADJACENT FIELD_ALREADY_ACTIVE
        FIRST_TURN_NO_COMBAT GANK_IS_COMBATANT GANK_NOT_ADJACENT GANK_NO_KEYWORD
        NOT_AN_ORDER NOT_A_UNIT NOT_ELITE NOT_EQUIPMENT NOT_FIELD_CONDITION
        NO_SUCH_ABILITY ORDER_STACK_FULL PAYMENT_CONVERTED_FIRST
        PAYMENT_CONVERTED_NEEDED PAYMENT_LEVEL_SHORT PAYMENT_TYPE
        REACTIVE_NO_KEYWORD RECYCLE_ALREADY_USED RECYCLE_CONVERTED_RESOURCE
        RECYCLE_NOT_NOW RECYCLE_WRONG_TYPE RESOURCE_NOT_IN_ZONE RESOURCE_NOT_READY
        SOVEREIGN_PROTECTED_BY_COLUMN SOVEREIGN_PROTECTED_BY_ENTRENCH
        SUPPORT_COMBATANT_NOT_IN_VANGUARD SUPPORT_NO_UNIT TARGET_ALREADY_CHOSEN
        TARGET_COUNT TARGET_FILTER_MISMATCH TARGET_NOT_FOUND TARGET_NOT_FRONT
        TARGET_NOT_ON_STACK TARGET_NOT_YOURS TARGET_NO_DESTINATION
        TARGET_OUT_OF_COLUMN TARGET_WRONG_ROW TARGET_WRONG_SIDE
        UNIT_ALREADY_EQUIPPED UNIT_ALREADY_MOVED UNIT_EXHAUSTED
        UNIT_JUST_MOBILIZED DECK_UNKNOWN_CARD DECK_SOVEREIGN DECK_SIZE
        DECK_CARD_TYPE DECK_COPIES DECK_FIELD_LIMIT DECK_FIELD_COLOR DECK_COLOR
        CONVOY_SIZE CONVOY_VALUE PILE_SIZE PILE_VALUE SOVEREIGN_NUMBER
        DECK_FILE DECK_CODE_FORMAT DECK_CODE_VERSION DECK_CODE_CHECKSUM
    """,
    "words": """
        P S level card resource cell kind target setup logistics main combat final
        over turn phase active first column row vanguard rear_guard sovereign deck
        deck_bottom hand discard removed convoy convoy_pool unknown zone pile
        field command_zone stack orders ready exhausted converted hold entered
        moved attacks shields equipment attack defense attacker defender supported
        reactive ganked skip_next_turn recycled payment_to_top mulligan_used asked
        owed elite cost none empty legend everything
    """,
    "domains": {name: text.split() for name, text in DOMAINS.items()} | {"seat": [0, 1, "chance"]},
    "options": {"decks": [], "first": ["None", "0", "1"], "concede": [], "defense_sacrifice": []},
}
