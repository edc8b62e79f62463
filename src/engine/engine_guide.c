/* engine_guide.c: the commands of guides and worked examples (docs/protocol.md). Pictures and examples replace the
 * match. */
#include "casata/guide.h"
#include "engine/engine_int.h"

enum { GUIDE_MAX = 1 << 18 }; /* of a reply */

bool engine_do_guide(struct request *r) {
    struct engine *e = r->e;
    const struct casata_game *g;
    char fault[200];
    if (!engine_want_game(r, &g) || !engine_want_course(r, g)) return false;
    if (!engine_reserve(e, GUIDE_MAX)) return engine_no_memory(r);
    engine_put_about(r);
    if (!casata_guide_write(e->course, g, r->lang, &e->w, fault))
        return engine_refuse(r, "bad_lesson", "%s", fault);
    return casata_writer_ok(&e->w) || engine_no_memory(r);
}

bool engine_do_examples(struct request *r) {
    const struct casata_game *g;
    if (!engine_want_game(r, &g) || !engine_want_course(r, g)) return false;
    if (!engine_reserve(r->e, GUIDE_MAX)) return engine_no_memory(r);
    casata_guide_examples(r->e->course, &r->e->w);
    return true;
}

typedef bool place(const struct casata_course *c, const struct casata_game *g, const char *name,
                   struct casata_match *m, char fault[200]);

static bool go_to(struct request *r, const char *key, place *find) {
    struct engine *e = r->e;
    const struct casata_game *g;
    const char *name = "";
    char fault[200];
    if (!engine_want_game(r, &g) || !engine_want_text(r, key, &name) || !engine_want_course(r, g))
        return false;
    engine_stop_thinking(e);
    engine_end_lesson(e);
    if (!find(e->course, g, name, &e->match, fault)) return engine_refuse(r, "bad_lesson", "%s", fault);
    e->running = true;
    engine_put_status(e);
    return true;
}

bool engine_do_picture(struct request *r) { return go_to(r, "picture", casata_guide_picture); }
bool engine_do_example(struct request *r) { return go_to(r, "example", casata_guide_example); }
