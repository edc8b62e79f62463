/* embed.c: turns a file into a C array: embed SYMBOL IN OUT.c. A zero byte follows the content, so that text
 * can be read as a string. Ignores the content of the file. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int fail(const char *what, const char *name) {
    fprintf(stderr, "embed: ");
    perror(name);
    fprintf(stderr, "embed: cannot %s %s\n", what, name);
    return 1;
}

static bool is_symbol(const char *s) {
    if (!isalpha((unsigned char)*s) && *s != '_') return false;
    for (; *s; s++)
        if (!isalnum((unsigned char)*s) && *s != '_') return false;
    return true;
}

int main(int argc, char **argv) {
    if (argc == 2 && !strcmp(argv[1], "--help")) {
        puts("usage: embed SYMBOL IN OUT.c\n"
             "Writes the bytes of IN as the array SYMBOL, a zero after them, and SYMBOL_size.\n"
             "example: embed casata_mo_pl pl.mo pl.c");
        return 0;
    }
    if (argc != 4 || !is_symbol(argv[1])) {
        fprintf(stderr, "usage: embed SYMBOL IN OUT.c (SYMBOL is a C name)\n");
        return 2;
    }
    FILE *in = fopen(argv[2], "rb");
    if (!in) return fail("read", argv[2]);
    FILE *out = fopen(argv[3], "wb");
    if (!out) {
        fclose(in);
        return fail("write", argv[3]);
    }
    fprintf(out, "#include <stddef.h>\nextern const unsigned char %s[];\nextern const size_t %s_size;\n",
            argv[1], argv[1]);
    fprintf(out, "_Alignas(16) const unsigned char %s[] = {", argv[1]);
    unsigned long n = 0;
    for (int c; (c = getc(in)) != EOF; n++) fprintf(out, n % 20 ? "%d," : "\n%d,", c);
    fprintf(out, "\n0};\nconst size_t %s_size = %lu;\n", argv[1], n);
    bool read_ok = !ferror(in);
    fclose(in);
    bool write_ok = !ferror(out);
    if (fclose(out) || !write_ok) return fail("write", argv[3]);
    return read_ok ? 0 : fail("read", argv[2]);
}
