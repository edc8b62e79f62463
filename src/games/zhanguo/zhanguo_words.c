/* zhanguo_words.c: the texts of the vocabularies. Knows no rules and no figures. */
#include "games/zhanguo/zhanguo_words.h"

CASATA_WORDS(zg_aspects, "aspect", ZG_ASPECTS);
CASATA_WORDS(zg_colours, "colour", ZG_COLOURS);
CASATA_WORDS(zg_officials, "official", ZG_OFFICIALS);
CASATA_WORDS(zg_regions, "region", ZG_REGIONS);
CASATA_WORDS(zg_region_sets, "region_set", ZG_REGION_SETS);
CASATA_WORDS(zg_court, "court", ZG_COURT);
CASATA_WORDS(zg_compares, "compare", ZG_COMPARES);
CASATA_WORDS(zg_bonuses, "bonus", ZG_BONUSES);
CASATA_WORDS(zg_bonus_kinds, "bonus_kind", ZG_BONUS_KINDS);
CASATA_WORDS(zg_square_bonuses, "stand", ZG_SQUARE_BONUSES);
CASATA_WORDS(zg_stands, "stand", ZG_STANDS);
CASATA_WORDS(zg_areas, "wall_area", ZG_AREAS);
CASATA_WORDS(zg_sections, "section", ZG_SECTIONS);
CASATA_WORDS(zg_criteria, "criterion", ZG_CRITERIA);
CASATA_WORDS(zg_modes, "mode", ZG_MODES);
CASATA_WORDS(zg_task_kinds, "task_kind", ZG_TASK_KINDS);
CASATA_WORDS(zg_tasks, "task", ZG_TASKS);
CASATA_WORDS(zg_task_sections, "task_section", ZG_TASK_SECTIONS);
CASATA_WORDS(zg_task_places, "task_place", ZG_TASK_PLACES);
CASATA_WORDS(zg_boards, "board", ZG_BOARDS);
CASATA_WORDS(zg_sides, "side", ZG_SIDES);
CASATA_WORDS(zg_abilities, "ability", ZG_ABILITIES);
CASATA_WORDS(zg_ability_effects, "ability_effect", ZG_ABILITY_EFFECTS);
CASATA_WORDS(zg_unrest_marks, "unrest_mark", ZG_UNREST_MARKS);
CASATA_WORDS(zg_reward_types, "reward", ZG_REWARD_TYPES);
CASATA_WORDS(zg_borders, "border", ZG_BORDERS);
CASATA_WORDS(zg_constants, "constant", ZG_CONSTANTS);
CASATA_WORDS(zg_components, "component", ZG_COMPONENTS);
CASATA_WORDS(zg_variants, "variant", ZG_VARIANTS);

_Static_assert(sizeof zg_region_sets_text / sizeof *zg_region_sets_text == ZG_REGION_SET_COUNT,
               "region sets");
_Static_assert(sizeof zg_tasks_text / sizeof *zg_tasks_text == ZG_TASK_COUNT, "tasks");
_Static_assert(sizeof zg_task_places_text / sizeof *zg_task_places_text == ZG_TASK_PLACE_COUNT,
               "task places");
