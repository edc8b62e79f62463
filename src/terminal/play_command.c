/* play_command.c: input at the terminal table: a choice, or a command in English or in the
 * language of the table. Knows no game. */
#include "casata/rules.h"
#include "casata/scene.h"
#include "terminal/play.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "terminal/columns.h"
#include "terminal/rules_text.h"

enum { LOG_LINES = 20 };

/* A command; `rest` is the rest of the line, trimmed. */
struct command {
    const char *name; /* English; "ui.play.cmd.<name>" is its name in the language of the table */
    enum play_result (*run)(struct play *p, int seat, const char *rest);
};

/* --- advice -------------------------------------------------------------------------------------------- */

/* The strongest level's analysis of the decision; NULL: out of memory. */
static struct casata_mind *think(struct play *p, int seat) {
    struct casata_match *m = &p->match;
    struct casata_pool *pool = casata_match_pool(m);
    struct casata_skill skill = casata_skill_of(CASATA_LEVEL_COUNT - 1, NULL);
    CASATA_STATE_BUFFER(view);
    if (!pool) return NULL;
    casata_view(&m->game, m->state, seat, view);
    /* A separate seed, so that asking does not change the coming dice. */
    casata_pool_think(pool, &m->game, view, seat, &skill, casata_hash(&m->game, view));
    return casata_pool_mind(pool);
}

static int choice_of(const struct casata_scene *s, casata_action a) {
    for (int i = 0; i < s->n_choices; i++)
        if (s->choice[i].action == a) return i;
    return -1;
}

static void points(char out[32], int32_t hundredths, bool sign) {
    int32_t n = hundredths < 0 ? -hundredths : hundredths;
    snprintf(out, 32, "%s%d.%02d", hundredths < 0 ? "−" : sign ? "+" : "", (int)(n / 100), (int)(n % 100));
}

static enum play_result do_hint(struct play *p, int seat, const char *rest) {
    struct casata_hint hint[CASATA_HINTS];
    struct casata_mind *mind = think(p, seat);
    (void)rest;
    if (!mind) abort();
    play_line(p, "ui.play.hint");
    for (int i = 0, n = casata_mind_hints(mind, hint); i < n; i++) {
        char value[32], text[SCENE_TEXT], number[16], reason[SCENE_TEXT];
        int c = choice_of(p->scene, hint[i].action);
        if (c < 0) continue;
        points(value, hint[i].value, true);
        snprintf(number, sizeof number, "%d", c + 1);
        casata_say(p->view.lang, p->view.rules, &p->scene->choice[c].text, p->seat_name, text, sizeof text);
        if (casata_hint_text(p->view.lang, p->view.rules, &hint[i], reason, sizeof reason))
            PLAY_TELL(p, "ui.play.hint_why", PLAY_TEXT(number), PLAY_TEXT(text), PLAY_TEXT(value),
                      PLAY_TEXT(reason));
        else
            PLAY_TELL(p, "ui.play.hint_line", PLAY_TEXT(number), PLAY_TEXT(text), PLAY_TEXT(value));
    }
    return PLAY_AGAIN;
}

/* --- why ----------------------------------------------------------------------------------------------- */

/* False: there is no such rule. */
static bool print_rule(const struct play *p, const char *rule) {
    size_t n;
    const char *text = rules_text_find(p->view.lang, p->view.rules->id, rule, &n);
    if (!text) return false;
    char *plain = rules_text_plain(text, n);
    columns_wrap(p->view.out, plain, p->view.width, 0, 2);
    free(plain);
    return true;
}

static void why_blocked(const struct play *p) {
    const struct casata_scene *s = p->scene;
    if (s->n_blocked == 0)
        play_line(p, "ui.play.nothing_blocked");
    else
        play_line(p, "ui.play.blocked");
    for (int i = 0; i < s->n_blocked; i++) {
        const struct casata_blocked *b = &s->blocked[i];
        char text[SCENE_TEXT], reason[SCENE_TEXT];
        casata_say(p->view.lang, p->view.rules, &b->text, p->seat_name, text, sizeof text);
        casata_say(p->view.lang, p->view.rules, &b->reason, p->seat_name, reason, sizeof reason);
        PLAY_TELL(p, "ui.play.blocked_line", PLAY_TEXT(text), PLAY_TEXT(reason),
                  PLAY_TEXT(b->rule ? b->rule : "–"));
    }
}

static void why_value(struct play *p, int seat, casata_action a) {
    struct casata_advice *advice = calloc(1, sizeof *advice);
    struct casata_mind *mind = think(p, seat);
    if (!advice || !mind) abort();
    casata_mind_advice(mind, advice);
    for (int i = 0; i < advice->n; i++) {
        char value[32], behind[32];
        if (advice->line[i].action != a) continue;
        points(value, advice->line[i].value, true);
        points(behind, advice->line[0].value - advice->line[i].value, false);
        if (advice->line[0].value == advice->line[i].value)
            PLAY_TELL(p, "ui.play.why_best", PLAY_TEXT(value));
        else
            PLAY_TELL(p, "ui.play.why_value", PLAY_TEXT(value), PLAY_NUM(i + 1), PLAY_NUM(advice->n),
                      PLAY_TEXT(behind));
    }
    free(advice);
}

/* --- the texts of cards and tiles ---------------------------------------------------------------------- */

/* The name of a face and its words; false: the game has none. */
static bool read_face(const struct play *p, const struct casata_arg *face, char name[256],
                      const char **words) {
    char id[192];
    if (!face->words) return false;
    snprintf(id, sizeof id, "%s.text.%s.%s", p->view.rules->id, face->words->name,
             face->words->word[face->index]);
    casata_say_word(p->view.lang, p->view.rules, face->words, face->index, name, 256);
    return (*words = casata_template(p->view.lang, id, 0)) != NULL;
}

/* The words are written for the built-in figures. */
static void print_face(const struct play *p, const char *name, const char *words) {
    const struct casata_rules *rules = p->view.rules;
    bool standard = p->match.game.edition == casata_edition(rules, rules->data).edition;
    PLAY_TELL(p, standard ? "ui.play.card" : "ui.play.card_standard", PLAY_TEXT(name), PLAY_TEXT(words));
}

static bool face_before(const struct casata_scene *s, int piece) {
    const struct casata_arg *face = &s->piece[piece].face;
    for (int i = 0; i < piece; i++)
        if (s->piece[i].face.words == face->words && s->piece[i].face.index == face->index) return true;
    return false;
}

/* The name of a place, if the places of its family have names. */
static struct casata_arg place_face(const struct play *p, int slot) {
    const struct casata_slot *t = &p->scene->slot[slot];
    return (struct casata_arg){.words = p->view.rules->families[t->family].rows, .index = t->row};
}

/* The names of all players' boards are alike: only places of the common board have words of their own. */
static bool place_tells(const struct play *p, int slot) {
    const struct casata_scene *s = p->scene;
    struct casata_arg face = place_face(p, slot);
    if (s->slot[slot].seat >= 0 || !face.words) return false;
    for (int i = 0; i < slot; i++)
        if (s->slot[i].family == s->slot[slot].family && s->slot[i].row == s->slot[slot].row) return false;
    for (int i = 0; i < s->n_pieces; i++)
        if (s->piece[i].face.words == face.words && s->piece[i].face.index == face.index) return false;
    return true;
}

/* Does the name, or a word of it, begin with start? Numbers name cards, not places. */
static bool is_called(const char *name, const char *start) {
    if (*start >= '0' && *start <= '9') return false;
    for (size_t n = strlen(start); *name; name++) {
        if (strncasecmp(name, start, n) == 0) return true;
        while (name[1] && *name != ' ') name++;
    }
    return false;
}

static bool tell_face(const struct play *p, const struct casata_arg *face, const char *start) {
    char name[256];
    const char *words;
    if (!read_face(p, face, name, &words) || !is_called(name, start)) return false;
    print_face(p, name, words);
    return true;
}

/* Finds a numbered card by its number, its name or the way it is drawn; false: not numbered, or no match. */
static bool tell_numbered(const struct play *p, const struct casata_piece *piece, const char *rest) {
    char name[SCENE_TEXT], drawn[SCENE_TEXT], number[16], words[256];
    if (!scene_view_numbered(&p->view, piece, name, drawn)) return false;
    snprintf(number, sizeof number, "%d", (int)piece->value);
    if (!is_called(name, rest) && !is_called(drawn, rest) && strcmp(number, rest) != 0) return false;
    casata_say_word(p->view.lang, p->view.rules, piece->face.words, piece->face.index, words, sizeof words);
    PLAY_TELL(p, "ui.play.card", PLAY_TEXT(name), PLAY_TEXT(words));
    return true;
}

/* All open cards, or those whose names begin with rest. */
static enum play_result do_card(struct play *p, int seat, const char *rest) {
    int told = 0;
    (void)seat;
    for (int i = 0; i < p->scene->n_pieces; i++) {
        told += tell_numbered(p, &p->scene->piece[i], rest);
        told += !face_before(p->scene, i) && tell_face(p, &p->scene->piece[i].face, rest);
    }
    for (int i = 0; i < p->scene->n_slots; i++) {
        struct casata_arg face = place_face(p, i);
        told += place_tells(p, i) && tell_face(p, &face, rest);
    }
    if (!told) PLAY_TELL(p, "ui.play.no_card", PLAY_TEXT(rest));
    return PLAY_AGAIN;
}

static int number_in(const char *text, int max) { /* 1..max, 0: anything else */
    char *end;
    long n = strtol(text, &end, 10);
    return end != text && !*end && isdigit((unsigned char)*text) && n >= 1 && n <= max ? (int)n : 0;
}

static enum play_result do_why(struct play *p, int seat, const char *rest) {
    char text[SCENE_TEXT];
    if (!*rest) {
        why_blocked(p);
        return PLAY_AGAIN;
    }
    int n = number_in(rest, p->scene->n_choices);
    if (n == 0) {
        PLAY_TELL(p, "ui.play.want_choice", PLAY_NUM(p->scene->n_choices));
        return PLAY_AGAIN;
    }
    const struct casata_choice *c = &p->scene->choice[n - 1];
    scene_view_say(&p->view, &c->text, 2);
    char name[256];
    const char *words;
    struct casata_arg face = {0};
    if (c->piece >= 0)
        face = p->scene->piece[c->piece].face;
    else if (c->slot >= 0)
        face = place_face(p, c->slot);
    if (read_face(p, &face, name, &words)) print_face(p, name, words);
    struct casata_choice half = *c;
    half.n_gain = 0;
    if (scene_view_price(&p->view, &half, text)) PLAY_TELL(p, "ui.play.why_cost", PLAY_TEXT(text));
    half = *c;
    half.n_cost = 0;
    if (scene_view_price(&p->view, &half, text)) PLAY_TELL(p, "ui.play.why_gain", PLAY_TEXT(text));
    if (scene_view_lights(&p->view, p->scene, c, text)) PLAY_TELL(p, "ui.play.why_lights", PLAY_TEXT(text));
    why_value(p, seat, c->action);
    if (c->rule) {
        PLAY_TELL(p, "ui.play.why_rule", PLAY_TEXT(c->rule));
        print_rule(p, c->rule);
    }
    return PLAY_AGAIN;
}

/* --- undo ---------------------------------------------------------------------------------------------- */

static bool is_human(const struct play *p, int seat) {
    return seat < p->match.seats && p->match.seat[seat].kind == CASATA_HUMAN;
}

/* Number of the seat's decisions in the log from `from` on. */
static int own_decisions(const struct play *p, int seat, int from) {
    int n = 0;
    for (int i = from; i < p->match.n_log; i++) n += p->match.log[i].seat == seat;
    return n;
}

/* Takes `back` decisions back, none of them before log entry `limit`; anybody: counts those of any person. */
static bool go_back(struct play *p, int seat, int back, int limit, bool anybody) {
    int target = -1;
    for (int i = p->match.n_log - 1; i >= limit && back > 0; i--) {
        bool counts = anybody ? is_human(p, p->match.log[i].seat) : p->match.log[i].seat == seat;
        if (counts) target = i, back--;
    }
    if (target < 0 || back > 0) return false;
    const char *wrong = casata_match_undo(&p->match, target);
    if (wrong) return false;
    for (int i = 0; i < CASATA_MAX_SEATS; i++)
        if (p->told[i] > target) p->told[i] = target;
    return true;
}

static enum play_result do_undo(struct play *p, int seat, const char *rest) {
    int limit = casata_match_undo_limit(&p->match, seat), possible = own_decisions(p, seat, limit);
    bool free_word = !strcmp(rest, "free") || !strcmp(rest, casata_ui(p->view.lang, "ui.play.word.free"));
    bool all_word = !strcmp(rest, "all") || !strcmp(rest, casata_ui(p->view.lang, "ui.play.word.all"));
    if (free_word) {
        if (!go_back(p, seat, 1, 0, true)) {
            play_line(p, "ui.play.undo_start");
            return PLAY_AGAIN;
        }
        play_line(p, "ui.play.undone_free");
        return PLAY_CHANGED;
    }
    int back = !*rest ? 1 : all_word ? possible : number_in(rest, 10000);
    if (possible == 0) {
        play_line(p, "ui.play.undo_none");
        return PLAY_AGAIN;
    }
    if (back == 0 || back > possible || !go_back(p, seat, back, limit, false)) {
        PLAY_TELL(p, "ui.play.undo_limit", PLAY_NUM(possible));
        return PLAY_AGAIN;
    }
    PLAY_TELL(p, "ui.play.undone", PLAY_NUM(back));
    if (possible > back) PLAY_TELL(p, "ui.play.undo_more", PLAY_NUM(possible - back));
    return PLAY_CHANGED;
}

/* --- looking ------------------------------------------------------------------------------------------- */

static enum play_result do_log(struct play *p, int seat, const char *rest) {
    int want = *rest ? number_in(rest, INT_MAX) : LOG_LINES;
    if (!want) {
        play_line(p, "ui.play.want_lines");
        return PLAY_AGAIN;
    }
    /* Prints all events to a buffer to count them, then prints the last ones. */
    struct sheet sheet;
    struct play quiet = *p;
    sheet_open(&sheet);
    quiet.view.out = sheet.f;
    quiet.view.width = INT_MAX; /* one line per event */
    int n = play_events(&quiet, 0, p->match.n_log, seat, true);
    char *text = sheet_close(&sheet), *line = text;
    for (; n > want; n--) line = strchr(line, '\n') + 1;
    while (*line) {
        char *end = strchr(line, '\n');
        *end = 0;
        columns_wrap(p->view.out, line, p->view.width, 0, 2);
        line = end + 1;
    }
    free(text);
    return PLAY_AGAIN;
}

static int seat_in(const struct play *p, const char *text) { /* letter, number or name; -1: none */
    for (int i = 0; i < p->match.seats; i++) {
        if (!text[1] && (toupper((unsigned char)*text) == scene_view_letter(i) || *text == '1' + i)) return i;
        if (!strcmp(text, p->seat_name[i])) return i;
    }
    return -1;
}

static enum play_result do_board(struct play *p, int seat, const char *rest) {
    (void)seat;
    if (!*rest) {
        play_board(p, (1u << p->match.seats) - 1, true);
        return PLAY_AGAIN;
    }
    int whose = seat_in(p, rest);
    if (whose < 0)
        PLAY_TELL(p, "ui.play.want_seat", PLAY_NUM(p->match.seats), PLAY_TEXT(rest));
    else
        play_board(p, 1u << whose, false);
    return PLAY_AGAIN;
}

static enum play_result do_score(struct play *p, int seat, const char *rest) {
    (void)rest;
    play_scores(p, seat, false);
    return PLAY_AGAIN;
}

static enum play_result do_rules(struct play *p, int seat, const char *rest) {
    (void)seat;
    if (!*rest)
        play_line(p, "ui.play.want_rule");
    else if (!print_rule(p, rest))
        PLAY_TELL(p, "ui.play.no_rule", PLAY_TEXT(rest));
    return PLAY_AGAIN;
}

/* --- the table itself ---------------------------------------------------------------------------------- */

static enum play_result do_lang(struct play *p, int seat, const char *rest) {
    int lang = casata_lang_find(rest);
    (void)seat;
    if (lang < 0) {
        play_line(p, "ui.play.want_lang");
        return PLAY_AGAIN;
    }
    p->view.lang = lang;
    p->board_seat = -1;
    return PLAY_CHANGED;
}

static enum play_result do_coach(struct play *p, int seat, const char *rest) {
    (void)seat;
    play_coach_command(p, rest);
    return PLAY_AGAIN;
}

static enum play_result do_save(struct play *p, int seat, const char *rest) {
    (void)seat;
    const char *path = *rest ? rest : p->path;
    if (play_save(p, path)) PLAY_TELL(p, "ui.play.saved", PLAY_TEXT(path));
    return PLAY_AGAIN;
}

static enum play_result do_quit(struct play *p, int seat, const char *rest) {
    (void)seat, (void)rest;
    p->quit = true;
    return PLAY_AGAIN;
}

/* Explains the pieces and the parts of the board. */
static void help_board(const struct play *p) {
    scene_view_legend(&p->view);
    for (int i = 0; i < p->view.rules->n_families; i++) {
        const struct casata_family *f = &p->view.rules->families[i];
        char title_id[96], help_id[96], title[256], help[SCENE_TEXT];
        snprintf(title_id, sizeof title_id, "slot.%s", f->name);
        snprintf(help_id, sizeof help_id, "help.%s", f->name);
        struct casata_msg t = {.id = title_id}, h = {.id = help_id};
        casata_say(p->view.lang, p->view.rules, &t, p->seat_name, title, sizeof title);
        casata_say(p->view.lang, p->view.rules, &h, p->seat_name, help, sizeof help);
        PLAY_TELL(p, "ui.play.help_family", PLAY_TEXT(title), PLAY_TEXT(help),
                  PLAY_TEXT(f->rule ? f->rule : "–"));
    }
}

static enum play_result do_help(struct play *p, int seat, const char *rest) {
    (void)seat;
    if (!strcmp(rest, "board") || !strcmp(rest, casata_ui(p->view.lang, "ui.play.cmd.board")))
        help_board(p);
    else
        play_line(p, "ui.play.help");
    return PLAY_AGAIN;
}

static const struct command commands[] = {
    {"undo", do_undo},   {"hint", do_hint},   {"why", do_why},     {"log", do_log},   {"board", do_board},
    {"score", do_score}, {"rules", do_rules}, {"lang", do_lang},   {"save", do_save}, {"quit", do_quit},
    {"help", do_help},   {"card", do_card},   {"coach", do_coach},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* 2: word is the command's name in English or in `lang`; 1: a prefix of one; 0: neither. */
static int fits(const struct command *c, int lang, const char *word, size_t n) {
    char id[64];
    snprintf(id, sizeof id, "ui.play.cmd.%s", c->name);
    const char *name[2] = {c->name, casata_ui(lang, id)};
    int best = 0;
    for (int k = 0; k < 2; k++) {
        if (strncmp(name[k], word, n)) continue;
        if (!name[k][n]) return 2;
        best = 1;
    }
    return best;
}

/* A command by its name or an unambiguous prefix; NULL: unknown. */
static const struct command *find_command(int lang, const char *word, size_t n) {
    const struct command *found = NULL;
    int beginnings = 0;
    for (int i = 0; i < COMMANDS; i++) {
        int fit = fits(&commands[i], lang, word, n);
        if (fit == 2) return &commands[i];
        if (fit == 1) found = &commands[i], beginnings++;
    }
    return beginnings == 1 ? found : NULL;
}

static char *trim(char *line) {
    line += strspn(line, " \t\r\n");
    size_t n = strlen(line);
    while (n > 0 && strchr(" \t\r\n", line[n - 1])) line[--n] = 0;
    return line;
}

enum play_result play_command(struct play *p, int seat, char *line, casata_action *decided) {
    line = trim(line);
    if (!*line) {
        play_prompt(p);
        return PLAY_AGAIN;
    }
    int n = number_in(line, p->scene->n_choices);
    if (n) {
        *decided = p->scene->choice[n - 1].action;
        return PLAY_DECIDED;
    }
    casata_action typed =
        casata_action_parse(p->view.rules, line); /* the stable text form, as in match files */
    if (typed && choice_of(p->scene, typed) >= 0) {
        *decided = typed;
        return PLAY_DECIDED;
    }
    size_t word = strcspn(line, " \t");
    const struct command *c = find_command(p->view.lang, line, word);
    if (c) return c->run(p, seat, line + word + strspn(line + word, " \t"));
    PLAY_TELL(p, "ui.play.want_input", PLAY_NUM(p->scene->n_choices), PLAY_TEXT(line));
    return PLAY_AGAIN;
}
