/* play_coach.c: the coach at the terminal: its comment before a decision is played, and the command that sets its level
 * (docs/coach.md). Knows no game. */
#include "casata/rules.h"
#include "terminal/play.h"

#include <stdlib.h>
#include <string.h>

enum { COACH_US = 10000 /* thinking time per decision, as in the report */ };

static const struct casata_choice *choice_of(const struct play *p, casata_action a, int *number) {
    for (int i = 0; i < p->scene->n_choices; i++)
        if (p->scene->choice[i].action == a) {
            *number = i + 1;
            return &p->scene->choice[i];
        }
    return NULL;
}

/* The better option, if one is named. */
static void tell_better(const struct play *p, casata_action better) {
    char text[SCENE_TEXT], number[16];
    int n;
    const struct casata_choice *c = better ? choice_of(p, better, &n) : NULL;
    if (!c) return;
    snprintf(number, sizeof number, "%d", n);
    casata_say(p->view.lang, p->view.rules, &c->text, p->seat_name, text, sizeof text);
    PLAY_TELL(p, "ui.play.coach_better", PLAY_TEXT(number), PLAY_TEXT(text));
}

static void tell_note(struct play *p, int seat, const struct casata_note *note) {
    char text[SCENE_TEXT];
    casata_say(p->view.lang, p->view.rules, &note->text, p->seat_name, text, sizeof text);
    PLAY_TELL(p, note->kind == CASATA_STOP ? "ui.play.coach_stop" : "ui.play.coach_tip", PLAY_TEXT(text),
              PLAY_TEXT(note->rule));
    tell_better(p, note->better);
    casata_manners_said(&p->manners[seat], &p->match.game, p->match.state, note);
}

/* The verdict of a search on the decision; false: it cost nothing worth mentioning. */
static bool judge(struct play *p, int seat, casata_action a, struct casata_verdict *verdict) {
    struct casata_match *m = &p->match;
    struct casata_pool *pool = casata_match_pool(m);
    struct casata_skill skill = casata_skill_of(CASATA_LEVEL_COUNT - 1, NULL);
    CASATA_STATE_BUFFER(view);
    if (!pool) return false;
    skill.think = COACH_US;
    skill.alone = 1;
    casata_view(&m->game, m->state, seat, view);
    if (!casata_pool_think(pool, &m->game, view, seat, &skill, (uint64_t)m->n_log)) return false;
    casata_mind_verdict(casata_pool_mind(pool), a, verdict);
    return casata_coach_speaks(p->coach, m->game.rules, verdict->cost);
}

static void tell_verdict(struct play *p, const struct casata_verdict *verdict) {
    char points[32], reason[SCENE_TEXT];
    bool blunder = casata_grade(p->view.rules, verdict->cost) == CASATA_BLUNDER;
    int tenths = (int)(verdict->cost + 5) / 10; /* shown below ten points only */
    if (tenths < 100)
        snprintf(points, sizeof points, "%d.%d", tenths / 10, tenths % 10);
    else
        snprintf(points, sizeof points, "%d", (tenths + 5) / 10);
    PLAY_TELL(p, blunder ? "ui.play.coach_blunder" : "ui.play.coach_mistake", PLAY_TEXT(points));
    tell_better(p, verdict->better.action);
    if (casata_hint_text(p->view.lang, p->view.rules, &verdict->better, reason, sizeof reason))
        PLAY_TELL(p, "ui.play.coach_reason", PLAY_TEXT(reason));
}

bool play_coach(struct play *p, int seat, casata_action a, struct play_doubt *doubt) {
    const struct casata_game *g = &p->match.game;
    struct casata_note note;
    struct casata_verdict verdict;
    if (doubt->action == a) {
        if (doubt->row >= 0) casata_manners_kept(&p->manners[seat], doubt->row);
        return true;
    }
    if (p->coach == CASATA_COACH_OFF || p->scene->n_choices < 2) return true;
    uint32_t silent = casata_manners_silent(&p->manners[seat], g, p->match.state);
    *doubt = (struct play_doubt){a, -1};
    if (casata_coach(g, p->match.state, seat, a, silent, &note)) {
        tell_note(p, seat, &note);
        doubt->row = note.row;
    } else if (judge(p, seat, a, &verdict)) {
        tell_verdict(p, &verdict);
    } else {
        return true;
    }
    play_line(p, "ui.play.coach_ask");
    return false;
}

bool play_insists(const struct play *p, const char *line, const struct play_doubt *doubt) {
    const char *word[2] = {"yes", casata_ui(p->view.lang, "ui.play.word.yes")};
    size_t n = strcspn(line, "\r\n");
    if (!doubt->action) return false;
    for (int k = 0; k < 2; k++)
        if (strlen(word[k]) == n && memcmp(line, word[k], n) == 0) return true;
    return false;
}

bool play_coach_level(const char *word, enum casata_coach_level *level) {
    int found = casata_word_find(&casata_coach_level_words, word, strlen(word));
    if (found >= 0) *level = (enum casata_coach_level)found;
    return found >= 0;
}

void play_coach_command(struct play *p, const char *rest) {
    static const char *const id[CASATA_COACH_LEVEL_COUNT] = {
        "ui.play.coach_off", "ui.play.coach_blunders", "ui.play.coach_mistakes"}; /* ORDER coach level */
    if (*rest && !play_coach_level(rest, &p->coach)) {
        PLAY_TELL(p, "ui.play.want_coach", PLAY_TEXT(rest));
        return;
    }
    play_line(p, id[p->coach]);
}
