/* signorie_words.c: the texts of the closed vocabularies. Knows no rules and no figures. */
#include "games/signorie/signorie_words.h"

CASATA_WORDS(sig_colours, "colour", SIG_COLOURS);
CASATA_WORDS(sig_boards, "board", SIG_BOARDS);
CASATA_WORDS(sig_tracks, "track", SIG_TRACKS);
CASATA_WORDS(sig_rows, "row", SIG_ROWS);
CASATA_WORDS(sig_houses, "house", SIG_HOUSES);
CASATA_WORDS(sig_cities, "city", SIG_CITIES);
CASATA_WORDS(sig_genders, "gender", SIG_GENDERS);
CASATA_WORDS(sig_signoria, "signoria", SIG_SIGNORIA);
CASATA_WORDS(sig_helpers, "helper", SIG_HELPERS);
CASATA_WORDS(sig_helper_effects, "helper_effect", SIG_HELPER_EFFECTS);
CASATA_WORDS(sig_row_rules, "row_rule", SIG_ROW_RULES);
CASATA_WORDS(sig_tasks, "task", SIG_TASKS);
CASATA_WORDS(sig_task_effects, "task_effect", SIG_TASK_EFFECTS);
CASATA_WORDS(sig_task_rows, "task_row", SIG_TASK_ROWS);
CASATA_WORDS(sig_task_spaces, "task_space", SIG_TASK_SPACES);
CASATA_WORDS(sig_rewards, "reward", SIG_REWARDS);
CASATA_WORDS(sig_reward_kinds, "reward_kind", SIG_REWARD_KINDS);
CASATA_WORDS(sig_reward_effects, "reward_effect", SIG_REWARD_EFFECTS);
CASATA_WORDS(sig_targets, "target", SIG_TARGETS);
CASATA_WORDS(sig_rank_words, "rank", SIG_RANKS);
CASATA_WORDS(sig_bonuses, "bonus", SIG_BONUSES);
CASATA_WORDS(sig_portraits, "portrait", SIG_PORTRAITS);
CASATA_WORDS(sig_setup, "setup", SIG_SETUP);
CASATA_WORDS(sig_components, "component", SIG_COMPONENTS);
