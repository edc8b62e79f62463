/* skill.c: the levels of bots, and skills as text: "duca*4/noise=3". Must not know any game. */
#include "casata/rules.h"
#include "casata/ai.h"

#include <string.h>

CASATA_WORDS(casata_level_words, "level", CASATA_LEVELS);

#define SEARCH .explore = 70, .temper = 10, .squash = 100, .spread = 10, .win = 50
struct casata_skill casata_skill_of(enum casata_level level, const struct casata_rules *rules) {
    static const struct casata_skill all[CASATA_LEVEL_COUNT] = {
        [CASATA_PAGGIO] = {.nodes = 1500},
        [CASATA_SCUDIERO] = {.nodes = 8000},
        [CASATA_CAVALIERE] = {.think = 40000, SEARCH},
        [CASATA_CONTE] = {.think = 200000, SEARCH},
        [CASATA_DUCA] = {.think = 900000, SEARCH},
    };
    struct casata_skill skill = all[level];
    if (rules) skill.noise = rules->bots->noise[level];
    return skill;
}

/* --- as text -------------------------------------------------------------------------------------------------- */
enum { LARGEST = UINT32_MAX / 4 }; /* number of a skill */

/* Reads "name=123" at *text and moves past it. */
static const char *parse_setting(const char **text, struct casata_skill *skill) {
    static const struct {
        const char *name;
        size_t offset;
    } field[] = {
        {"think", offsetof(struct casata_skill, think)},
        {"nodes", offsetof(struct casata_skill, nodes)},
        {"complete", offsetof(struct casata_skill, complete)},
        {"noise", offsetof(struct casata_skill, noise)},
        {"explore", offsetof(struct casata_skill, explore)},
        {"temper", offsetof(struct casata_skill, temper)},
        {"squash", offsetof(struct casata_skill, squash)},
        {"spread", offsetof(struct casata_skill, spread)},
        {"win", offsetof(struct casata_skill, win)},
        {"hand", offsetof(struct casata_skill, hand)},
        {"alone", offsetof(struct casata_skill, alone)},
    };
    size_t n = strcspn(*text, "=/*");
    if ((*text)[n] != '=') return "a setting is written NAME=NUMBER";
    const char *digit = *text + n + 1;
    uint64_t number = 0;
    if (*digit < '0' || *digit > '9') return "the value of a setting is a number";
    for (; *digit >= '0' && *digit <= '9'; digit++)
        if ((number = number * 10 + (uint64_t)(*digit - '0')) > LARGEST) return "the number is too large";
    for (size_t i = 0; i < sizeof field / sizeof *field; i++)
        if (strlen(field[i].name) == n && memcmp(field[i].name, *text, n) == 0) {
            uint32_t value = (uint32_t)number;
            memcpy((char *)skill + field[i].offset, &value, sizeof value);
            *text = digit;
            return NULL;
        }
    return "there is no such setting";
}

const char *casata_skill_parse(const char *text, const struct casata_rules *rules,
                               struct casata_skill *skill) {
    size_t n = strcspn(text, "*/");
    int level = casata_word_find(&casata_level_words, text, n);
    if (level < 0) return "there is no such level";
    *skill = casata_skill_of((enum casata_level)level, rules);
    for (text += n; *text;) {
        if (*text == '*') {
            uint32_t times = 0;
            for (text++; *text >= '0' && *text <= '9' && times < 10000; text++)
                times = times * 10 + (uint32_t)(*text - '0');
            if (times == 0 || times >= 10000) return "the factor is a number from 1 to 9999";
            uint32_t most = LARGEST / times;
            if (skill->think > most || skill->nodes > most) return "the number is too large";
            skill->think *= times;
            skill->nodes *= times;
        } else if (*text == '/') {
            text++;
            const char *wrong = parse_setting(&text, skill);
            if (wrong) return wrong;
        } else
            return "after a number only * or / may follow";
    }
    if (skill->think && !(skill->temper && skill->squash)) return "a search needs temper and squash";
    return NULL;
}
