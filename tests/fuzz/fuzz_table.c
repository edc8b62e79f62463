/* fuzz_table.c: bytes as a table of figures: its file name in the first line (an unknown one means the first
 * table), then its text. A refusal names the file and says why; an accepted text gives the same figures
 * again. */
#include "cli/edition.h"
#include "fuzz/fuzz.h"

#include <string.h>

static const struct casata_csv_table *pick_table(const struct casata_schema *schema, const char *name,
                                                 size_t n) {
    for (int i = 0; i < schema->n_tables; i++)
        if (strlen(schema->table[i].file) == n && memcmp(schema->table[i].file, name, n) == 0)
            return &schema->table[i];
    return schema->table;
}

static void read_table(const struct casata_schema *schema, const char *text, size_t n) {
    static uint8_t data[2][UINT16_MAX];
    const char *end = memchr(text, '\n', n);
    size_t name = end ? (size_t)(end - text) : n;
    const struct casata_csv_table *table = pick_table(schema, text, name);
    if (end) name++;
    for (int i = 0; i < 2; i++) {
        struct casata_csv_error err = {0};
        memset(data[i], 0, schema->data_size);
        if (casata_csv_read(table, text + name, n - name, data[i], &err)) continue;
        fuzz_require(err.file && strcmp(err.file, table->file) == 0, "an error without file", table->file);
        fuzz_require(err.message[0] && memchr(err.message, 0, sizeof err.message), "an error without reason",
                     table->file);
        return;
    }
    fuzz_require(memcmp(data[0], data[1], schema->data_size) == 0, "two readings differ", table->file);
    const char *wrong = schema->check(data[0]);
    fuzz_require(!wrong || wrong[0], "an empty reason", table->file);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    for (const struct edition_text *t = edition_texts; t->schema; t++)
        read_table(t->schema, (const char *)bytes, n);
    return 0;
}
