/* legacy_words.c: the texts of the closed vocabularies. Knows no rules and no figures. */
#include "games/legacy/legacy_words.h"

CASATA_WORDS(leg_sexes, "sex", LEG_SEXES);
CASATA_WORDS(leg_nations, "nation", LEG_NATIONS);
CASATA_WORDS(leg_profs, "prof", LEG_PROFS);
CASATA_WORDS(leg_attributes, "attribute", LEG_ATTRIBUTES);
CASATA_WORDS(leg_pawns, "pawn", LEG_PAWNS);
CASATA_WORDS(leg_friends, "friend", LEG_FRIENDS);
CASATA_WORDS(leg_traits, "trait", LEG_TRAITS);
CASATA_WORDS(leg_child_kinds, "child_kind", LEG_CHILD_KINDS);
CASATA_WORDS(leg_titles, "title", LEG_TITLES);
CASATA_WORDS(leg_philanthropies, "philanthropy", LEG_PHILANTHROPIES);
CASATA_WORDS(leg_patrons, "patron", LEG_PATRONS);
CASATA_WORDS(leg_missions, "mission", LEG_MISSIONS);
CASATA_WORDS(leg_colours, "colour", LEG_COLOURS);
CASATA_WORDS(leg_sides, "side", LEG_SIDES);
CASATA_WORDS(leg_actions, "action", LEG_ACTIONS);
CASATA_WORDS(leg_quests, "quest", LEG_QUESTS);
CASATA_WORDS(leg_boards, "board", LEG_BOARDS);
CASATA_WORDS(leg_whens, "when", LEG_WHENS);
CASATA_WORDS(leg_effects, "effect", LEG_EFFECTS);
CASATA_WORDS(leg_whats, "what", LEG_WHATS);
CASATA_WORDS(leg_conds, "cond", LEG_CONDS);
CASATA_WORDS(leg_needs, "need", LEG_NEEDS);
CASATA_WORDS(leg_tiers, "tier", LEG_TIERS);
CASATA_WORDS(leg_rates, "rate", LEG_RATES);
CASATA_WORDS(leg_goals, "goal", LEG_GOALS);
CASATA_WORDS(leg_hints, "hint", LEG_HINTS);
CASATA_WORDS(leg_hint_kinds, "hint_kind", LEG_HINT_KINDS);
CASATA_WORDS(leg_rels, "rel", LEG_RELS);
CASATA_WORDS(leg_tree_sides, "tree_side", LEG_TREE_SIDES);
CASATA_WORDS(leg_assets, "asset", LEG_ASSETS);
CASATA_WORDS(leg_modes, "mode", LEG_MODES);
CASATA_WORDS(leg_constants, "constant", LEG_CONSTANTS);
