/* replays.c: a corpus of finished matches that must replay to the same states and results: DIR/<game>/scores.txt names
 * each match file with the points and ranks of its seats, and loading proves every hash of its log; and one of
 * matches under older rules, one stopped in each phase, which go on from their snapshots. It knows no game. */
#include "casata/match.h"
#include "casata/rules.h"
#include "terminal/file.h"
#include "harness.h"
#include "props/props.h"
#include "props/props_native.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum {
    GAMES = 8, /* of each seat count, the second half played by bots */
    SEED = 1500,
    LEVELS = 2, /* of bots: those that decide at once, so that the corpus is quickly rewritten */
    MAX_FILE = 1 << 22,
    MAX_MATCHES = 256,
};

__attribute__((noreturn)) static void give_up(const char *what, const char *why) {
    fprintf(stderr, "replays_test: %s: %s\n", what, why);
    exit(2);
}

/* --- the result of a match as a line of scores.txt ----------------------------------------------------- */
static void result_line(const struct casata_match *m, const char *name, char out[512]) {
    uint8_t rank[CASATA_MAX_SEATS];
    m->game.rules->ranks(m->game.data, m->state, rank);
    int n = snprintf(out, 512, "%s", name);
    for (int seat = 0; seat < m->seats; seat++)
        n += snprintf(out + n, 512 - (size_t)n, " %d/%d", (int)casata_score(&m->game, m->state, seat, false),
                      rank[seat]);
}

/* --- check --------------------------------------------------------------------------------------------- */
/* One match: `want` is its line of scores.txt, which begins with the name of its file. Returns the hash of its figures. */
static uint64_t check_match(const char *folder, const char *want) {
    char path[1024], name[256], err[256], got[512];
    struct casata_match m = {0};
    uint64_t edition = 0;
    size_t n;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(want, " "), want);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    test_begin(path);
    char *text = file_read(path, MAX_FILE, &n, err);
    if (!text || !casata_match_load(&m, text, n, NULL, err)) {
        test_fail(path, 0, err);
    } else {
        CHECK_INT(casata_match_to_act(&m), -1);
        CHECK_INT(m.n_past, 0); /* the log was replayed, not only shown */
        result_line(&m, name, got);
        CHECK_STR(got, want);
        edition = m.game.edition;
    }
    free(text);
    casata_match_free(&m);
    test_end();
    return edition;
}

/* Figures that were replaced: matches begun with them replay without --data. */
static void check_editions(const struct casata_rules *rules, const uint64_t *seen, int n) {
    for (const struct casata_older *o = rules->older; o && o->data; o++) {
        bool found = false;
        for (int i = 0; i < n; i++) found |= seen[i] == o->edition;
        if (!CHECK(found)) test_fail(rules->id, 0, "an earlier edition has no match");
    }
}

static int count_matches(const char *folder) {
    DIR *dir = opendir(folder);
    int n = 0;
    for (const struct dirent *e; dir && (e = readdir(dir)) != NULL;) n += strstr(e->d_name, ".json") != NULL;
    if (dir) closedir(dir);
    return n;
}

static void check_folder(const struct casata_rules *rules, const char *folder) {
    char path[1024], err[256], *next = NULL;
    uint64_t edition[MAX_MATCHES];
    size_t n;
    int listed = 0;
    snprintf(path, sizeof path, "%s/scores.txt", folder);
    char *text = file_read(path, MAX_FILE, &n, err);
    if (text)
        for (char *line = strtok_r(text, "\n", &next); line && listed < MAX_MATCHES;
             line = strtok_r(NULL, "\n", &next))
            edition[listed++] = check_match(folder, line);
    test_begin(path);
    if (!text) test_fail(path, 0, err);
    CHECK_INT(count_matches(folder), listed); /* no match file is left out */
    check_editions(rules, edition, listed);
    test_end();
    free(text);
}

/* --- update -------------------------------------------------------------------------------------------- */
static void seat_players(struct casata_match *m, bool bots, int game) {
    for (int seat = 0; seat < m->seats; seat++) {
        struct casata_seat_info *info = &m->seat[seat];
        if (bots) {
            info->kind = CASATA_BOT;
            info->level = (enum casata_level)((seat + game) % LEVELS);
        }
        snprintf(info->name, sizeof info->name, "%s %d", bots ? "Bot" : "Chance", seat + 1);
    }
}

static casata_action choose(struct casata_match *m, int seat) {
    casata_action legal[CASATA_MAX_CHOICES];
    if (m->seat[seat].kind == CASATA_BOT) return casata_match_bot(m, seat, m->seat[seat].level);
    int n = casata_legal(&m->game, m->state, seat, legal);
    return legal[casata_rng_below(&m->rng, (uint32_t)n)];
}

static void play_out(struct casata_match *m) {
    casata_match_chance(m, NULL);
    for (int seat; (seat = casata_match_to_act(m)) >= 0;) {
        const char *wrong = casata_match_play(m, seat, choose(m, seat), NULL);
        if (wrong) give_up(m->game.rules->id, wrong);
    }
}

static void write_match(const struct casata_game *g, int seats, int game, const char *folder, FILE *scores) {
    struct casata_match m;
    uint8_t option[CASATA_MAX_GAME_OPTIONS];
    bool bots = game >= GAMES / 2;
    char name[64], path[1024], result[512];
    props_options(g->rules, seats,
                  (game + GAMES * (seats - g->rules->min_seats)) % props_combinations(g->rules, seats),
                  option);
    const char *wrong = casata_match_new(&m, g, seats, option, (uint64_t)(SEED + seats * 100 + game));
    if (wrong) give_up(g->rules->id, wrong);
    seat_players(&m, bots, game);
    play_out(&m);
    snprintf(name, sizeof name, "%d-%s-%d.json", seats, bots ? "bots" : "random", game + 1);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *text = casata_match_save(&m);
    if (!text) give_up(path, "out of memory");
    if ((wrong = file_write_atomic(path, text))) give_up(path, wrong);
    free(text);
    result_line(&m, name, result);
    fprintf(scores, "%s\n", result);
    casata_match_free(&m);
}

/* Into a folder that does not exist yet: a corpus is worth something because it is old. */
static void make_folder(const struct casata_rules *rules, const char *folder) {
    struct casata_game g;
    char path[1024], *list = NULL;
    const char *wrong;
    size_t n;
    casata_find(rules->id, &g);
    if (mkdir(folder, 0777) != 0)
        give_up(folder,
                errno == EEXIST ? "has matches already; remove the folder to replace them" : strerror(errno));
    FILE *scores = open_memstream(&list, &n);
    if (!scores) give_up(folder, "out of memory");
    for (int seats = rules->min_seats; seats <= rules->max_seats; seats++)
        for (int game = 0; game < GAMES; game++) write_match(&g, seats, game, folder, scores);
    if (fclose(scores) != 0) give_up(folder, "out of memory");
    snprintf(path, sizeof path, "%s/scores.txt", folder);
    if ((wrong = file_write_atomic(path, list))) give_up(path, wrong);
    free(list);
    printf("%s: %d matches written\n", folder, GAMES * (rules->max_seats - rules->min_seats + 1));
}

/* --- matches of older rules ------------------------------------------------------------------------------ */
/* It opens with its decisions to be shown, goes on to its end, and is saved and opened again on the way. */
static void go_on(struct casata_match *m) {
    struct casata_match again = {0};
    struct casata_rng rng;
    char err[200] = "";
    casata_rng_seed(&rng, 1);
    CHECK(m->n_past > 0);
    CHECK(casata_check(&m->game, m->state) == NULL);
    CASATA_STATE_BUFFER(state);
    memcpy(state, m->state, m->game.rules->state_size);
    CHECK(casata_playout(&m->game, state, &rng, m->game.rules->max_decisions, NULL));
    char *saved = casata_match_save(m);
    if (!CHECK(saved && casata_match_load(&again, saved, strlen(saved), NULL, err)))
        test_fail(__FILE__, __LINE__, err);
    CHECK_INT(again.n_past, m->n_past);
    free(saved);
    casata_match_free(&again);
}
static void check_old(const char *folder, const char *name) {
    char path[1024], err[256];
    struct casata_match m = {0};
    size_t n;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    test_begin(path);
    char *text = file_read(path, MAX_FILE, &n, err);
    if (!text || !casata_match_load(&m, text, n, NULL, err))
        test_fail(path, 0, err);
    else
        go_on(&m);
    free(text);
    casata_match_free(&m);
    test_end();
}
static void check_old_folder(const char *folder) {
    struct dirent **entry;
    int n = scandir(folder, &entry, NULL, alphasort); /* none: no match is older than its rules */
    for (int i = 0; i < n; i++) {
        if (strstr(entry[i]->d_name, ".json")) check_old(folder, entry[i]->d_name);
        free(entry[i]);
    }
    if (n >= 0) free(entry);
}

int main(int argc, char **argv) {
    static const char usage[] =
        "usage: replays_test DIR [GAME]\n"
        "       replays_test --old DIR [GAME]\n"
        "       replays_test --make DIR GAME\n"
        "Replays every finished match in DIR/<game>, of all games or of one, and compares\n"
        "hashes, points and ranks; --old opens matches of older rules and goes on with them;\n"
        "--make plays matches of a game that has none yet.\n"
        "example: replays_test tests/replays\n";
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    bool make = argc > 1 && strcmp(argv[1], "--make") == 0;
    bool old = argc > 1 && strcmp(argv[1], "--old") == 0;
    char **arg = argv + 1 + (make || old);
    int n = argc - 1 - (make || old), found = 0;
    if (n < 1 + make || n > 2 || arg[0][0] == '-') {
        fputs(usage, stderr);
        return 2;
    }
    for (int i = 0; casata_all_rules[i]; i++) {
        char folder[512];
        if (n == 2 && strcmp(arg[1], casata_all_rules[i]->id) != 0) continue;
        found++;
        props_folder(arg[0], casata_all_rules[i]->id, folder);
        if (make)
            make_folder(casata_all_rules[i], folder);
        else if (old)
            check_old_folder(folder);
        else
            check_folder(casata_all_rules[i], folder);
    }
    if (!found) give_up(arg[1], "there is no such game");
    return make ? 0 : test_report();
}
