/* cmd_learn.c: `casata learn`: the lessons of a game in the terminal (docs/lessons.md). Knows no game. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "casata/lesson.h"
#include "casata/rules.h"
#include "cli/cli.h"
#include "terminal/columns.h"
#include "terminal/play.h"
#include "terminal/progress.h"

struct learn {
    struct play play;
    struct casata_game game;
    struct casata_course *course;
    struct casata_lesson lesson;
    int told; /* log entries already printed */
    int turn; /* at the last print of the board; -1: never */
};

/* --- printing ------------------------------------------------------------------------------------------------------ */

static void wrap(const struct learn *l, const char *text) {
    columns_wrap(l->play.view.out, text, l->play.view.width, 0, 0);
}

static void print_list(const struct learn *l) {
    const struct casata_rules *rules = l->game.rules;
    char *progress = progress_read();
    for (int i = 0; i < casata_course_count(l->course); i++) {
        const char *id = casata_course_name(l->course, i);
        char title[256], number[16];
        casata_course_say(l->play.view.lang, rules, id, "title", title, sizeof title);
        snprintf(number, sizeof number, "%2d", i + 1);
        PLAY_TELL(&l->play, "ui.learn.row", PLAY_TEXT(progress_finished(progress, rules->id, id) ? "❦" : "·"),
                  PLAY_TEXT(number), PLAY_TEXT(title),
                  PLAY_NUM(casata_course_minutes(l->course, rules, l->play.view.lang, i)));
    }
    free(progress);
}

/* "Dice areas grey": the family's title, its row and column. */
static void name_slot(const struct learn *l, const struct casata_slot *slot, FILE *out) {
    const struct casata_family *f = &l->game.rules->families[slot->family];
    char id[96], text[SCENE_TEXT];
    struct casata_msg msg = {.id = id};
    snprintf(id, sizeof id, "slot.%s", f->name);
    casata_say(l->play.view.lang, l->game.rules, &msg, l->play.seat_name, text, sizeof text);
    fputs(text, out);
    if (f->rows) {
        casata_say_word(l->play.view.lang, l->game.rules, f->rows, slot->row, text, sizeof text);
        fprintf(out, " %s", text);
    }
    if (slot->col > 0) fprintf(out, " %d", slot->col);
}

static void name_piece(const struct learn *l, const struct casata_piece *piece, FILE *out) {
    char text[SCENE_TEXT];
    if (piece->face.words)
        casata_say_word(l->play.view.lang, l->game.rules, piece->face.words, piece->face.index, text,
                        sizeof text);
    else
        casata_say_word(l->play.view.lang, l->game.rules, l->game.rules->kinds, piece->index, text,
                        sizeof text);
    fputs(text, out);
    if (piece->value >= 0) fprintf(out, " %d", piece->value);
}

static void print_lit(struct learn *l) {
    struct casata_lesson_lights lit;
    const struct casata_scene *s = casata_lesson_scene(&l->lesson);
    struct sheet sheet;
    int n = 0;
    casata_lesson_lit(&l->lesson, &lit);
    sheet_open(&sheet);
    for (int i = 0; i < lit.n_slots; i++) {
        fputs(n++ ? ", " : "", sheet.f);
        name_slot(l, &s->slot[lit.slot[i]], sheet.f);
    }
    for (int i = 0; i < lit.n_pieces; i++) {
        fputs(n++ ? ", " : "", sheet.f);
        name_piece(l, &s->piece[lit.piece[i]], sheet.f);
    }
    char *names = sheet_close(&sheet);
    if (n) PLAY_TELL(&l->play, "ui.learn.look", PLAY_TEXT(names));
    free(names);
}

static void print_board(struct learn *l) {
    l->play.scene = (struct casata_scene *)casata_lesson_scene(&l->lesson);
    fputc('\n', l->play.view.out);
    play_board(&l->play, (1u << l->play.match.seats) - 1, true);
    l->turn = play_turn(&l->play);
}

/* The events, the board if it has changed much, and the prompt. */
static void print_step(struct learn *l) {
    struct play *p = &l->play;
    char text[CASATA_LESSON_TEXT];
    if (l->told < p->match.n_log) play_events(p, l->told, p->match.n_log, CASATA_LEARNER, false);
    l->told = p->match.n_log;
    if (l->turn != play_turn(p)) print_board(l);
    p->scene = (struct casata_scene *)casata_lesson_scene(&l->lesson);
    casata_lesson_text(&l->lesson, p->view.lang, text, sizeof text);
    fprintf(p->view.out, "\n%s", scene_view_bold(&p->view));
    wrap(l, text);
    fputs(scene_view_plain(&p->view), p->view.out);
    if (casata_lesson_over(&l->lesson)) return;
    print_lit(l);
    if (casata_lesson_waits(&l->lesson))
        play_line(p, "ui.learn.enter");
    else
        scene_view_choices(&p->view, p->scene);
}

/* The reply to a wrong choice and, after several, the solution. */
static void print_reply(struct learn *l) {
    char text[CASATA_LESSON_TEXT];
    casata_action accepted[CASATA_MAX_CHOICES];
    casata_lesson_reply(&l->lesson, l->play.view.lang, text, sizeof text);
    wrap(l, text);
    if (l->lesson.wrong < CASATA_LESSON_SHOW || !casata_lesson_accepted(&l->lesson, accepted)) return;
    for (int i = 0; i < l->play.scene->n_choices; i++) {
        if (l->play.scene->choice[i].action != accepted[0]) continue;
        casata_say(l->play.view.lang, l->game.rules, &l->play.scene->choice[i].text, l->play.seat_name, text,
                   sizeof text);
        PLAY_TELL(&l->play, "ui.learn.show", PLAY_TEXT(text));
    }
}

/* --- a lesson ---------------------------------------------------------------------------------------------------------- */

static bool is_word(const struct learn *l, const char *line, const char *name) {
    char id[64];
    snprintf(id, sizeof id, "ui.learn.cmd.%s", name);
    return strcmp(line, name) == 0 || strcmp(line, casata_ui(l->play.view.lang, id)) == 0;
}

static bool is_undo(const struct learn *l, const char *line) {
    return strcmp(line, "undo") == 0 || strcmp(line, casata_ui(l->play.view.lang, "ui.play.cmd.undo")) == 0;
}

static void begin(struct learn *l, int lesson) {
    struct play *p = &l->play;
    char title[256], number[16], count[16];
    const char *id = casata_course_name(l->course, lesson);
    snprintf(number, sizeof number, "%d", lesson + 1);
    snprintf(count, sizeof count, "%d", casata_course_count(l->course));
    casata_course_say(p->view.lang, l->game.rules, id, "title", title, sizeof title);
    fputc('\n', p->view.out);
    PLAY_TELL(p, "ui.learn.lesson", PLAY_TEXT(number), PLAY_TEXT(count), PLAY_TEXT(title));
    casata_course_say(p->view.lang, l->game.rules, id, "idea", title, sizeof title);
    wrap(l, title);
    l->told = 0;
    l->turn = -1;
}

/* Takes a step back, or all of them; shows it all again. */
static void go_back(struct learn *l, bool all) {
    if (!casata_lesson_back(&l->lesson)) {
        play_line(&l->play, "ui.learn.nothing_back");
        return;
    }
    while (all && casata_lesson_back(&l->lesson)) {
    }
    l->told = l->play.match.n_log;
    print_step(l);
}

static enum casata_lesson_result decide(struct learn *l, casata_action a) {
    enum casata_lesson_result result = casata_lesson_act(&l->lesson, a);
    if (result == CASATA_LESSON_WRONG) print_reply(l);
    if (result == CASATA_LESSON_ON) print_step(l);
    return result;
}

/* A line that is not a command of the lesson. */
static enum casata_lesson_result other_line(struct learn *l, char *line) {
    casata_action a = 0;
    int lang = l->play.view.lang;
    enum play_result result = play_command(&l->play, CASATA_LEARNER, line, &a);
    if (lang != l->play.view.lang) print_step(l);
    if (result != PLAY_DECIDED) return CASATA_LESSON_WRONG;
    if (!casata_lesson_waits(&l->lesson)) return decide(l, a);
    play_line(&l->play, "ui.learn.enter"); /* there are no choices here */
    return CASATA_LESSON_WRONG;
}

static enum casata_lesson_result take_line(struct learn *l, char *line) {
    casata_action accepted[CASATA_MAX_CHOICES];
    line[strcspn(line, "\r\n")] = 0;
    bool again = is_word(l, line, "again");
    if (again || is_word(l, line, "back") || is_undo(l, line)) {
        go_back(l, again);
        return CASATA_LESSON_WRONG;
    }
    if (casata_lesson_waits(&l->lesson) && (!*line || is_word(l, line, "next"))) {
        enum casata_lesson_result result = casata_lesson_next(&l->lesson);
        if (result == CASATA_LESSON_ON) print_step(l);
        return result;
    }
    if (is_word(l, line, "show") && casata_lesson_accepted(&l->lesson, accepted))
        return decide(l, accepted[0]);
    if (!*line) {
        print_step(l);
        return CASATA_LESSON_WRONG;
    }
    return other_line(l, line);
}

/* Plays one lesson; false: the learner quit, or the lesson does not fit the game. */
static bool run_lesson(struct learn *l, int lesson) {
    struct play *p = &l->play;
    begin(l, lesson);
    if (!casata_lesson_begin(&l->lesson, l->course, &l->game, lesson, &p->match)) {
        cli_fail(CLI_FAILED, "casata learn", "%s", l->lesson.fault);
        return false;
    }
    for (int i = 0; i < CASATA_MAX_SEATS; i++)
        p->seat_name[i] = p->match.seat[i].name[0] ? p->match.seat[i].name : NULL;
    if (progress_resume(&l->lesson)) {
        l->told = p->match.n_log;
        play_line(p, "ui.learn.resumed");
    }
    print_step(l);
    while (!casata_lesson_over(&l->lesson) && !p->quit) {
        char *line = play_read_line(p);
        if (!line) {
            p->quit = true;
            break;
        }
        if (take_line(l, line) == CASATA_LESSON_FAULT) {
            cli_fail(CLI_FAILED, "casata learn", "%s", l->lesson.fault);
            p->quit = true;
        }
        free(line);
    }
    bool over = casata_lesson_over(&l->lesson);
    progress_keep(&l->lesson);
    casata_lesson_end(&l->lesson);
    return over && !p->quit;
}

/* The next lesson; -1: none. *on: continue the match of the last one. */
static int ask_after(struct learn *l, int lesson, bool *on) {
    struct play *p = &l->play;
    char command[96];
    bool last = lesson + 1 == casata_course_count(l->course);
    bool goes_on = last && casata_match_to_act(&p->match) >= 0;
    snprintf(command, sizeof command, "casata learn %s --first-game", l->game.rules->id);
    if (last) PLAY_TELL(p, "ui.learn.last", PLAY_TEXT(command));
    if (last && !goes_on) return -1;
    play_line(p, last ? "ui.learn.after_last" : "ui.learn.after");
    char *line = play_read_line(p);
    if (!line) return -1;
    line[strcspn(line, "\r\n")] = 0;
    bool next = !last && (!*line || is_word(l, line, "next"));
    *on = last && is_word(l, line, "play");
    int then = is_word(l, line, "again") ? lesson : next ? lesson + 1 : -1;
    free(line);
    return then;
}

/* --- the command --------------------------------------------------------------------------------------------------------- */

struct args {
    const char *game, *lesson;
    int lang;
    bool plain, list, first_game, help;
};

static int read_args(struct args *a, int argc, char **argv) {
    static const struct option options[] = {
        {"list", no_argument, NULL, 'l'},       {"lang", required_argument, NULL, 'L'},
        {"first-game", no_argument, NULL, 'f'}, {"plain", no_argument, NULL, 'p'},
        {"help", no_argument, NULL, 'h'},       {0}};
    optind = 0;
    for (int o; (o = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        if (o == 'l') a->list = true;
        if (o == 'p') a->plain = true;
        if (o == 'f') a->first_game = true;
        if (o == 'h') a->help = true;
        if (o == 'L' && !cli_lang(argv[0], optarg, &a->lang)) return CLI_USAGE;
        if (o == '?') return CLI_USAGE;
    }
    if (optind < argc) a->game = argv[optind++];
    if (optind < argc) a->lesson = argv[optind++];
    if (optind < argc) return cli_fail(CLI_USAGE, argv[0], "unexpected argument \"%s\"", argv[optind]);
    if (!a->game && !a->help) return cli_fail(CLI_USAGE, argv[0], "which game? \"casata games\" lists them");
    return CLI_OK;
}

/* The requested lesson, else the first unfinished one; -1 after a message. */
static int first_lesson(const struct learn *l, const struct args *a, const char *command) {
    int found = a->lesson ? casata_course_find(l->course, a->lesson) : 0;
    if (found < 0) {
        cli_fail(CLI_USAGE, command, "there is no lesson \"%s\"; --list shows them", a->lesson);
        return -1;
    }
    char *progress = a->lesson ? NULL : progress_read();
    while (progress && found < casata_course_count(l->course) &&
           progress_finished(progress, l->game.rules->id, casata_course_name(l->course, found)))
        found++;
    free(progress);
    return found < casata_course_count(l->course) ? found : 0;
}

static int open_course(struct learn *l, const struct args *a, const char *command) {
    char err[200];
    size_t n;
    if (!cli_game(command, a->game, NULL, &l->game)) return CLI_USAGE;
    const char *text = casata_course_file(l->game.rules->id, &n);
    if (!text) return cli_fail(CLI_FAILED, command, "there are no lessons of %s yet", l->game.rules->name);
    l->course = casata_course_read(text, n, err);
    return l->course ? CLI_OK : cli_fail(CLI_FAILED, command, "%s", err);
}

/* The first game after the lessons: two gentle bots, the coach, longer words at first. */
static int play_first_game(const struct args *a) {
    const char *argv[16] = {"casata play", a->game,   "--seats",  "3",        "--bots",
                            "paggio",      "--coach", "mistakes", "--guided", "--lang"};
    int argc = 10;
    argv[argc++] = casata_lang_code(a->lang);
    if (a->plain) argv[argc++] = "--plain";
    return cmd_play(argc, (char **)(uintptr_t)argv);
}

int cmd_learn(int argc, char **argv) {
    struct args a = {.lang = play_default_lang()};
    struct learn *l = calloc(1, sizeof *l);
    int status = read_args(&a, argc, argv);
    if (!l) abort();
    play_set_view(&l->play, a.lang, a.plain);
    if (status == CLI_OK && a.help) {
        puts(casata_ui(a.lang, "ui.learn.usage"));
    } else if (status == CLI_OK && a.first_game) {
        status = play_first_game(&a);
    } else if (status == CLI_OK && (status = open_course(l, &a, argv[0])) == CLI_OK) {
        l->play.view.rules = l->game.rules;
        l->play.view.seat_name = l->play.seat_name;
        int lesson = a.list ? -1 : first_lesson(l, &a, argv[0]);
        if (a.list)
            print_list(l);
        else if (lesson < 0)
            status = CLI_USAGE;
        bool on = false;
        while (lesson >= 0 && run_lesson(l, lesson)) lesson = ask_after(l, lesson, &on);
        if (l->lesson.fault[0]) status = CLI_FAILED;
        if (on) status = play_on(&l->play, argv[0]);
    }
    casata_course_free(l->course);
    casata_match_free(&l->play.match);
    free(l);
    return status;
}
