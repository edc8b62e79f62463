/* play_course.c: the course of a game at the terminal: bots decide, people read the events, are
 * prompted and decide; the match is saved after each decision. Knows no game. */
#include "casata/rules.h"
#include "casata/scene.h"
#include "terminal/play.h"

#include <editline/readline.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "terminal/columns.h"

/* --- saying things ------------------------------------------------------------------------------------- */

void play_tell(const struct play *p, const char *id, int n, const struct casata_text *arg) {
    struct sheet sheet;
    char text[16 * SCENE_TEXT];
    sheet_open(&sheet);
    casata_ui_say(p->view.lang, id, n, arg, text, sizeof text);
    columns_wrap(sheet.f, text, p->view.width, 0, 2);
    char *wrapped = sheet_close(&sheet);
    fputs(wrapped, p->view.out);
    free(wrapped);
}

void play_line(const struct play *p, const char *id) { play_tell(p, id, 0, NULL); }

/* Events as prose: one paragraph per turn, or one line each. */
struct event_printer {
    struct casata_sink sink;
    const struct play *play;
    int viewer;
    bool lines;
    int n;
    struct sheet paragraph; /* open while f is not NULL */
    char last[SCENE_TEXT];  /* its last sentence, and the number of repetitions */
    int times;
};

static void end_sentence(struct event_printer *e) {
    if (e->times > 1) fprintf(e->paragraph.f, " (×%d)", e->times);
    e->times = 0;
}

static void end_paragraph(struct event_printer *e) {
    if (!e->paragraph.f) return;
    end_sentence(e);
    char *text = sheet_close(&e->paragraph);
    fputs("· ", e->play->view.out);
    columns_wrap(e->play->view.out, text, e->play->view.width, 2, 2);
    free(text);
    e->paragraph.f = NULL;
}

static void print_event(struct casata_sink *sink, const struct casata_msg *event) {
    struct event_printer *e = (struct event_printer *)sink;
    const struct scene_view *v = &e->play->view;
    char text[SCENE_TEXT];
    if (!(event->seen >> e->viewer & 1)) return;
    casata_say(v->lang, v->rules, event, v->seat_name, text, sizeof text);
    e->n++;
    if (e->lines) end_paragraph(e);
    if (e->paragraph.f && !strcmp(text, e->last)) {
        e->times++;
        return;
    }
    if (e->paragraph.f) {
        end_sentence(e);
        fputc(' ', e->paragraph.f);
    } else {
        sheet_open(&e->paragraph);
    }
    fputs(text, e->paragraph.f);
    memcpy(e->last, text, sizeof text);
    e->times = 1;
}

int play_events(const struct play *p, int from, int to, int viewer, bool lines) {
    const struct casata_match *m = &p->match;
    CASATA_STATE_BUFFER(state);
    const struct casata_head *head = (const struct casata_head *)state;
    struct event_printer printer = {
        .sink = {.emit = print_event}, .play = p, .viewer = viewer, .lines = lines};
    casata_match_state_at(m, from, state, NULL);
    for (int i = from; i < to; i++) {
        unsigned turn = head->turn;
        casata_apply(&m->game, state, m->log[i].seat, m->log[i].action, &printer.sink);
        if (head->turn != turn) end_paragraph(&printer);
    }
    end_paragraph(&printer);
    return printer.n;
}

int play_turn(const struct play *p) {
    return ((const struct casata_head *)(const void *)p->match.state)->turn;
}

void play_board(struct play *p, unsigned seats, bool common) {
    scene_view_board(&p->view, p->scene, seats, common);
}

/* In the first rounds of a first game: the purpose of the decision, by the id of the prompt or of its kind:
 * "card_higher", "card". */
static void tell_why(const struct play *p) {
    enum { ROUNDS = 2, PREFIX = sizeof "prompt." - 1 };
    char id[128];
    const char *words, *name = p->scene->prompt.id + PREFIX;
    if (!p->guided || p->view.rules->balance->round(p->match.state) > ROUNDS) return;
    snprintf(id, sizeof id, "%s.why.%s", p->view.rules->id, name);
    if (!(words = casata_template(p->view.lang, id, 0)) && strrchr(name, '_')) {
        *strrchr(id, '_') = 0;
        words = casata_template(p->view.lang, id, 0);
    }
    if (words) columns_wrap(p->view.out, words, p->view.width, 2, 2);
}

void play_prompt(const struct play *p) {
    char name[SCENE_TEXT], prompt[SCENE_TEXT];
    scene_view_seat(&p->view, p->scene->seat, name);
    casata_say(p->view.lang, p->view.rules, &p->scene->prompt, p->seat_name, prompt, sizeof prompt);
    fprintf(p->view.out, "%s: ", name);
    columns_wrap(p->view.out, prompt, p->view.width, columns_width(name) + 2, 2);
    tell_why(p);
    scene_view_choices(&p->view, p->scene);
}

/* --- scores -------------------------------------------------------------------------------------------- */

/* A label and a figure for each seat; on two lines if the terminal is narrow. */
static void part_line(const struct play *p, struct block *b, const char *label, char cell[][32], int n) {
    enum { LABEL = 30, CELL = 10 };
    struct sheet sheet;
    sheet_open(&sheet);
    bool narrow = LABEL + CELL * n > p->view.width;
    int width = narrow ? p->view.width / (n + 1) : CELL;
    if (narrow && *label) {
        block_add_wrapped(b, label, p->view.width, 2);
        columns_pad(sheet.f, "", width);
    } else {
        columns_pad(sheet.f, label, narrow ? width : LABEL);
    }
    for (int i = 0; i < n; i++) fprintf(sheet.f, "%*s%s", width - columns_width(cell[i]), "", cell[i]);
    block_add(b, sheet_close(&sheet));
}

static void score_cell(char out[32], int32_t now, int32_t projected, bool final) {
    if (final || now == projected)
        snprintf(out, 32, "%d", (int)now);
    else
        snprintf(out, 32, "%d → %d", (int)now, (int)projected);
}

/* As far as the viewer may know: the scores must not give hidden cards away. */
static void score_table(const struct play *p, int viewer, bool final, struct block *b) {
    const struct casata_match *m = &p->match;
    CASATA_STATE_BUFFER(view);
    const struct casata_rules *rules = m->game.rules;
    int32_t now[CASATA_MAX_SEATS][CASATA_MAX_PARTS] = {{0}}, end[CASATA_MAX_SEATS][CASATA_MAX_PARTS] = {{0}};
    int32_t sum_now[CASATA_MAX_SEATS] = {0}, sum_end[CASATA_MAX_SEATS] = {0};
    char cell[CASATA_MAX_SEATS][32], label[SCENE_TEXT];
    casata_view(&m->game, m->state, viewer, view);
    for (int seat = 0; seat < m->seats; seat++) {
        rules->parts_of(m->game.data, view, seat, false, now[seat]);
        rules->parts_of(m->game.data, view, seat, true, end[seat]);
        for (int k = 0; k < rules->n_parts; k++) {
            sum_now[seat] += now[seat][k];
            sum_end[seat] += end[seat][k];
        }
        snprintf(cell[seat], sizeof cell[seat], "%c", scene_view_letter(seat));
    }
    part_line(p, b, "", cell, m->seats);
    for (int k = 0; k < rules->n_parts; k++) {
        bool any = false;
        for (int seat = 0; seat < m->seats; seat++) any |= now[seat][k] || end[seat][k];
        if (!any) continue;
        casata_say_word(p->view.lang, rules, rules->parts, (unsigned)k, label, sizeof label);
        for (int seat = 0; seat < m->seats; seat++) score_cell(cell[seat], now[seat][k], end[seat][k], final);
        part_line(p, b, label, cell, m->seats);
    }
    for (int seat = 0; seat < m->seats; seat++) score_cell(cell[seat], sum_now[seat], sum_end[seat], final);
    part_line(p, b, casata_ui(p->view.lang, "ui.play.sum"), cell, m->seats);
}

/* Players who are out of the game, or would be if it ended now. */
static void tell_out(const struct play *p) {
    const struct casata_match *m = &p->match;
    for (int seat = 0; seat < m->seats; seat++) {
        bool out = casata_out(&m->game, m->state, seat, false);
        if (!out && !casata_out(&m->game, m->state, seat, true)) continue;
        char name[SCENE_TEXT];
        scene_view_seat(&p->view, seat, name);
        PLAY_TELL(p, out ? "ui.play.out" : "ui.play.out_soon", PLAY_TEXT(name));
    }
}

/* One seat in the list of ranks. Returns whether a tie break put it ahead of another. */
static bool tell_rank(const struct play *p, const uint8_t *rank, int seat) {
    const struct casata_match *m = &p->match;
    int32_t score = casata_score(&m->game, m->state, seat, false);
    char name[SCENE_TEXT], number[16];
    bool tie = false;
    scene_view_seat(&p->view, seat, name);
    bool out = casata_out(&m->game, m->state, seat, false), resigned = m->seat[seat].resigned;
    if (out || resigned) {
        PLAY_TELL(p, resigned ? "ui.play.resigned" : "ui.play.out", PLAY_TEXT(name));
        return false;
    }
    snprintf(number, sizeof number, "%d", rank[seat]);
    PLAY_TELL(p, "ui.play.rank", PLAY_TEXT(number), PLAY_TEXT(name), PLAY_NUM(score));
    for (int other = 0; other < m->seats; other++)
        tie |= rank[other] > rank[seat] && !m->seat[other].resigned &&
               !casata_out(&m->game, m->state, other, false) &&
               casata_score(&m->game, m->state, other, false) == score;
    return tie;
}

/* The seats by rank, with a note where a tie break decided or nobody won. */
static void final_ranks(const struct play *p) {
    const struct casata_match *m = &p->match;
    uint8_t rank[CASATA_MAX_SEATS] = {0};
    bool tie = false, won = false;
    casata_match_ranks(m, rank);
    for (int place = 1; place <= m->seats + 1; place++)
        for (int seat = 0; seat < m->seats; seat++)
            if (rank[seat] == place) {
                won |= place == 1;
                tie |= tell_rank(p, rank, seat);
            }
    if (!won) play_line(p, m->seats > 1 ? "ui.play.nobody_wins" : "ui.play.lost");
    struct casata_msg how = {.id = "tie_break"};
    if (tie) scene_view_say(&p->view, &how, 2);
}

void play_scores(const struct play *p, int viewer, bool final) {
    struct block b = {0};
    play_line(p, final ? "ui.play.final" : "ui.play.score");
    score_table(p, viewer, final, &b);
    block_print(p->view.out, &b);
    block_free(&b);
    if (final)
        final_ranks(p);
    else
        tell_out(p);
}

/* --- input --------------------------------------------------------------------------------------------- */

char *play_read_line(const struct play *p) {
    if (p->edit) {
        fflush(p->view.out);
        char *line = readline("> ");
        if (line && *line) add_history(line);
        return line;
    }
    char *line = NULL;
    size_t size = 0;
    fputs("> ", p->view.out);
    fflush(p->view.out);
    ssize_t n = getline(&line, &size, stdin);
    if (n >= 0 && memchr(line, 0, (size_t)n) == NULL) return line;
    if (n >= 0) { /* a zero byte: not text */
        line[0] = '?';
        line[1] = 0;
        return line;
    }
    free(line);
    return NULL;
}

/* --- a person's decision ------------------------------------------------------------------------------- */

static void tell_what_happened(struct play *p, int seat) {
    const struct casata_match *m = &p->match;
    int from = p->told[seat];
    bool others = false;
    for (int i = from; i < m->n_log; i++) others |= m->log[i].seat != seat && m->log[i].seat != CASATA_CHANCE;
    if (others) play_line(p, from ? "ui.play.since" : "ui.play.so_far");
    play_events(p, from, m->n_log, seat, false);
    p->told[seat] = m->n_log;
}

static void ask(struct play *p, int seat) {
    casata_scene_build(&p->match.game, p->match.state, seat, p->scene);
    tell_what_happened(p, seat);
    if (p->board_seat != seat || p->board_turn != play_turn(p)) {
        fputc('\n', p->view.out);
        play_board(p, (1u << p->match.seats) - 1, true);
        fputc('\n', p->view.out);
        p->board_seat = seat;
        p->board_turn = play_turn(p);
    }
    play_prompt(p);
}

/* Prompts the seat until it has decided, changed the table or quit. */
static void human_decision(struct play *p, int seat) {
    struct play_doubt doubt = {0, -1};
    ask(p, seat);
    for (;;) {
        casata_action decided = doubt.action;
        char *line = play_read_line(p);
        if (!line) {
            fputc('\n', p->view.out);
            p->quit = true;
            return;
        }
        enum play_result result =
            play_insists(p, line, &doubt) ? PLAY_DECIDED : play_command(p, seat, line, &decided);
        free(line);
        if (p->quit || result == PLAY_CHANGED) return;
        if (result == PLAY_AGAIN) continue;
        if (!play_coach(p, seat, decided, &doubt)) continue;
        const char *wrong = casata_match_play(&p->match, seat, decided, NULL);
        if (!wrong) {
            tell_what_happened(p, seat);
            return;
        }
        fprintf(p->view.out, "%s\n", wrong);
    }
}

static void bot_decision(struct play *p, int seat) {
    casata_action a = casata_match_bot(&p->match, seat, p->match.seat[seat].level);
    const char *wrong = a ? casata_match_play(&p->match, seat, a, NULL) : "there is not enough memory";
    if (wrong) {
        fprintf(p->view.out, "%s\n", wrong);
        p->quit = true;
    }
}

static int first_human(const struct play *p) {
    for (int seat = 0; seat < p->match.seats; seat++)
        if (p->match.seat[seat].kind == CASATA_HUMAN) return seat;
    return -1;
}

static void finish(struct play *p) {
    int reader = first_human(p);
    if (reader >= 0)
        tell_what_happened(p, reader);
    else
        play_events(p, 0, p->match.n_log, CASATA_SPECTATOR, false);
    casata_scene_build(&p->match.game, p->match.state, CASATA_SPECTATOR, p->scene);
    fputc('\n', p->view.out);
    play_board(p, (1u << p->match.seats) - 1, true);
    fputc('\n', p->view.out);
    play_scores(p, CASATA_SPECTATOR, true);
}

/* Nothing that a person decided or saw may be lost; moves between bots are saved along with it. */
static bool save_due(const struct play *p, int decided) {
    int next = casata_match_to_act(&p->match);
    if (next < 0 || first_human(p) < 0) return true;
    return p->match.seat[decided].kind == CASATA_HUMAN || p->match.seat[next].kind == CASATA_HUMAN;
}

/* A seat need not reread the events it saw before the match was saved. */
static void remember_told(struct play *p) {
    for (int i = 0; i < p->match.n_log; i++)
        if (p->match.log[i].seat < CASATA_MAX_SEATS) p->told[p->match.log[i].seat] = i + 1;
}

/* Includes the command to resume. */
static void say_goodbye(const struct play *p) {
    char command[2 * PATH_MAX + 128];
    if (p->data)
        snprintf(command, sizeof command, "casata play %s --data %s --resume %s", p->view.rules->id, p->data,
                 p->path);
    else
        snprintf(command, sizeof command, "casata play --resume %s", p->path);
    PLAY_TELL(p, "ui.play.bye", PLAY_TEXT(command));
}

int play_run(struct play *p) {
    rl_catch_signals = 1; /* the terminal is restored before a signal ends the program */
    remember_told(p);
    casata_match_chance(&p->match, NULL);
    bool saved = play_save(p, p->path);
    while (!p->quit) {
        int seat = casata_match_to_act(&p->match);
        if (seat < 0) break;
        if (p->match.seat[seat].kind == CASATA_BOT)
            bot_decision(p, seat);
        else
            human_decision(p, seat);
        if (save_due(p, seat)) saved = play_save(p, p->path);
    }
    if (p->quit) {
        if (saved) say_goodbye(p);
        return saved ? CLI_OK : CLI_FAILED;
    }
    finish(p);
    return saved ? CLI_OK : CLI_FAILED;
}
