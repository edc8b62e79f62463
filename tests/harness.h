/* harness.h: named tests with counts, for native runs and for WebAssembly (no allocation, output through
 * one function). It knows nothing of games.
 *
 * A file test_<name>.c in a folder of tests, where name is free of '-', defines static test functions and ends with
 *
 *     static const struct test tests[] = {{"what holds", test_function}, ...};
 *     TEST_SUITE(<name>, tests);
 *
 * The build finds the file, and the program of its folder (unit_test, ai_test, match_test) runs its suite; files in
 * tests/unit/native/ use more than the engine (match, jansson, files) and stay out of the WebAssembly run. */
#ifndef TESTS_HARNESS_H
#define TESTS_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct test {
    const char *name;
    void (*run)(void);
};
struct test_suite {
    const char *name;
    const struct test *test;
    int n;
};
extern const struct test_suite *const test_suites[]; /* of this program, listed by the build */
extern const int n_test_suites;
#define TEST_SUITE(id, tests) \
    const struct test_suite suite_##id = {#id, tests, (int)(sizeof(tests) / sizeof *(tests))}

/* Each records a failure with its place and goes on with the test; true: it held. */
#define CHECK(cond)       test_check((cond), __FILE__, __LINE__, #cond)
#define CHECK_INT(a, b)   test_check_int((int64_t)(a), (int64_t)(b), __FILE__, __LINE__, #a)
#define CHECK_HEX(a, b)   test_check_hex((uint64_t)(a), (uint64_t)(b), __FILE__, __LINE__, #a)
#define CHECK_STR(a, b)   test_check_str((a), (b), __FILE__, __LINE__, #a)
#define CHECK_PART(a, in) test_check_part((a), (in), __FILE__, __LINE__, #a) /* text `in` contains `a` */

bool test_check(bool ok, const char *file, int line, const char *text);
bool test_check_int(int64_t got, int64_t want, const char *file, int line, const char *text);
bool test_check_hex(uint64_t got, uint64_t want, const char *file, int line, const char *text);
bool test_check_str(const char *got, const char *want, const char *file, int line, const char *text);
bool test_check_part(const char *part, const char *whole, const char *file, int line, const char *text);
/* A failure with a text of its own. */
void test_fail(const char *file, int line, const char *text);

/* For tests that are not functions (files, games): each result is one test. */
void test_begin(const char *name);
void test_end(void);

/* Runs the suites whose name contains `filter` (NULL: all). */
void test_run(const struct test_suite *const *suite, int n, const char *filter);
/* Prints "N passed, N failed"; the exit status: 0 only if something ran and nothing failed. */
int test_report(void);
int test_passed(void);
int test_failed(void);

/* Where output goes (default: nowhere in WebAssembly, standard output natively), and whether passed tests are
 * named too. */
extern void (*test_print)(const char *text);
extern bool test_verbose;

#endif
