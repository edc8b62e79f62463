/* test_position_read.c: position JSON read back, and refused with a reason where it is not sound. */
#include "casata/rules.h"
#include "casata/writer.h"
#include "harness.h"
#include "example/example.h"

static char sample[2048];

static struct casata_game write_sample(struct fiera *s) {
    struct casata_game g = example_game();
    struct casata_rng rng;
    struct casata_writer w = casata_writer_on(sample, sizeof sample);
    casata_rng_seed(&rng, 9);
    casata_init(&g, s, 3, NULL);
    casata_playout(&g, s, &rng, 11, NULL);
    casata_position_json(&g, s, &w);
    CHECK(casata_writer_ok(&w));
    return g;
}

static void round_trip(void) {
    struct fiera s, t;
    char err[200] = "";
    struct casata_game g = write_sample(&s);
    if (!CHECK(casata_position_read(&g, sample, strlen(sample), &t, err))) test_fail(__FILE__, __LINE__, err);
    CHECK(memcmp(&s, &t, sizeof s) == 0);
}

/* Replaces the first `from` by `to` and expects a refusal that changes nothing and says something. */
static void refused(const char *from, const char *to) {
    struct fiera s, t;
    char err[200] = "", text[4096];
    struct casata_game g = write_sample(&s);
    const char *at = strstr(sample, from);
    if (!at) {
        test_fail(__FILE__, __LINE__, from);
        return;
    }
    struct casata_writer w = casata_writer_on(text, sizeof text);
    casata_w_raw(&w, sample, (size_t)(at - sample));
    casata_w_text(&w, to);
    casata_w_text(&w, at + strlen(from));
    memset(&t, 0xee, sizeof t);
    if (casata_position_read(&g, text, strlen(text), &t, err)) test_fail(__FILE__, __LINE__, to);
    if (!CHECK(strlen(err) > 5)) test_fail(__FILE__, __LINE__, to);
}

static void refusals(void) {
    refused("{", "");
    refused("{", "[");
    refused("\"fiera\"", "\"other\"");
    refused("\"seats\":3", "\"seats\":2");
    refused("\"seats\":3", "\"seats\":9");
    refused("\"seats\":3", "\"seats\":\"3\"");
    refused("\"seats\":3", "\"seats\":-1");
    refused("\"three\"", "\"four\"");
    refused("\"three\"", "3");
    refused("\"fair\",\"seat\":0", "\"square\",\"seat\":0");
    refused("\"mask\":[]", "\"mask\":256");
    refused("\"mask\":[]", "\"mask\":[6]");
    refused("\"mask\":[]", "\"mask\":[\"0\"]");
    refused("\"dealt\":3", "\"dealt\":99");
    refused("\"dealt\"", "\"unknown\"");
    refused("\"deck\":", "\"deck\":1,\"drawer\":");
    refused("\"deck\":[", "\"deck\":[\"gold\",");
    refused("\"deck\":[\"", "\"deck\":[\"silk\",\"silk\",\"");
    refused("\"hidden\":[],", "");
    refused("\"coins\":0", "\"coins\":1.5");
    refused("\"coins\":0", "\"coins\":300");
    refused("\"players\":[", "\"players\":[{},");
    refused("]}", "]} x");
}

/* Cut anywhere, the text is refused. */
static void cut_off(void) {
    struct fiera s, t;
    char err[200];
    struct casata_game g = write_sample(&s);
    for (size_t n = 0; n < strlen(sample); n++) CHECK(!casata_position_read(&g, sample, n, &t, err));
}

static const struct test tests[] = {
    {"position: read back", round_trip},
    {"position: refused with a reason", refusals},
    {"position: refused when cut off", cut_off},
};
TEST_SUITE(position_read, tests);
