/* harness.c: counting and reporting of tests. It must not need an allocator or, in WebAssembly, any import.
 */
#include "harness.h"

#ifdef __wasm__
static void print_default(const char *text) { (void)text; }
#else
#include <stdio.h>
static void print_default(const char *text) { fputs(text, stdout); }
#endif

void (*test_print)(const char *text) = print_default;
bool test_verbose;

enum { MAX_SHOWN = 20 }; /* failures printed for one test; a broken loop would flood the log */

static int passed, failed, failures_here;
static const char *current = "";

static void print_number(int64_t n) {
    char buf[24], *p = buf + sizeof buf - 1;
    uint64_t u = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    *p = 0;
    do *--p = (char)('0' + u % 10);
    while (u /= 10);
    if (n < 0) *--p = '-';
    test_print(p);
}

static void print_hex(uint64_t n) {
    char buf[17];
    for (int i = 15; i >= 0; i--, n >>= 4) buf[i] = "0123456789abcdef"[n & 15];
    buf[16] = 0;
    test_print(buf);
}

/* Counts a failure and opens its line; false: too many to show. */
static bool open_failure(const char *file, int line, const char *text) {
    if (++failures_here > MAX_SHOWN) return false;
    test_print("FAIL ");
    test_print(current);
    test_print(": ");
    test_print(file);
    test_print(":");
    print_number(line);
    test_print(": ");
    test_print(text);
    return true;
}

void test_fail(const char *file, int line, const char *text) {
    if (open_failure(file, line, text)) test_print("\n");
}

bool test_check(bool ok, const char *file, int line, const char *text) {
    if (!ok) test_fail(file, line, text);
    return ok;
}

bool test_check_int(int64_t got, int64_t want, const char *file, int line, const char *text) {
    if (got == want) return true;
    if (!open_failure(file, line, text)) return false;
    test_print(" is ");
    print_number(got);
    test_print(", expected ");
    print_number(want);
    test_print("\n");
    return false;
}

bool test_check_hex(uint64_t got, uint64_t want, const char *file, int line, const char *text) {
    if (got == want) return true;
    if (!open_failure(file, line, text)) return false;
    test_print(" is ");
    print_hex(got);
    test_print(", expected ");
    print_hex(want);
    test_print("\n");
    return false;
}

static bool fail_texts(const char *got, const char *relation, const char *want, const char *file, int line,
                       const char *text) {
    if (!open_failure(file, line, text)) return false;
    test_print("\n  got      ");
    test_print(got ? got : "(null)");
    test_print(relation);
    test_print(want ? want : "(null)");
    test_print("\n");
    return false;
}

bool test_check_str(const char *got, const char *want, const char *file, int line, const char *text) {
    if (got && want && strcmp(got, want) == 0) return true;
    return fail_texts(got, "\n  expected ", want, file, line, text);
}

bool test_check_part(const char *part, const char *whole, const char *file, int line, const char *text) {
    if (part && whole && strstr(whole, part)) return true;
    return fail_texts(part, "\n  not in   ", whole, file, line, text);
}

void test_begin(const char *name) {
    current = name;
    failures_here = 0;
}

void test_end(void) {
    if (failures_here) {
        failed++;
        return;
    }
    passed++;
    if (!test_verbose) return;
    test_print("ok ");
    test_print(current);
    test_print("\n");
}

void test_run(const struct test_suite *const *suite, int n, const char *filter) {
    for (int i = 0; i < n; i++) {
        if (filter && !strstr(suite[i]->name, filter)) continue;
        for (int k = 0; k < suite[i]->n; k++) {
            test_begin(suite[i]->test[k].name);
            suite[i]->test[k].run();
            test_end();
        }
    }
}

int test_report(void) {
    print_number(passed);
    test_print(" passed, ");
    print_number(failed);
    test_print(" failed\n");
    return failed || !passed;
}

int test_passed(void) { return passed; }
int test_failed(void) { return failed; }
