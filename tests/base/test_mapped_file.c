/* Mapped files: which bytes they show, how many there can be, and what remains of a file that
 * another program truncates. */
#include "lib/kit.h"

#include "base/mapped_file.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAPS = 4096, PAGES = 4 };

static size_t page_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }

/* An open file without a name: `pages` pages, each filled with its number, from 1. */
static int file_of_pages(unsigned pages)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    for (unsigned i = 1; i <= pages; i++)
        for (size_t j = 0; j < page_size(); j++)
            assert_int_equal(fputc((int)i, file), (int)i);
    assert_int_equal(fflush(file), 0);
    const int copy = dup(fileno(file));
    assert_true(copy >= 0);
    fclose(file);
    return copy;
}

static void files_are_mapped_only_after_it_is_enabled(void **state)
{
    Kit *kit = *state;
    Bytes bytes;
    const int file = file_of_pages(1);
    file_mapping_disable();
    assert_false(file_map(file, "f", 10, &bytes, kit->arena));
    file_mapping_enable();
    assert_true(file_map(file, "f", 10, &bytes, kit->arena));
    assert_bytes_equal(bytes, BYTES(1, 1, 1, 1, 1, 1, 1, 1, 1, 1));
    file_mapping_disable();
    errno = EIO;
    assert_false(file_map(file, "f", 10, &bytes, kit->arena));
    assert_int_equal(errno, 0); /* it should be read */
    assert_true(inputs_are_whole(&kit->report));
    assert_int_equal(kit->messages.count, 0);
    close(file);
}

static void only_files_with_a_suffix_are_mapped(void **state)
{
    Kit *kit = *state;
    static const char *const media[] = {".ogg", ".ogv", NULL};
    Bytes bytes;
    const int file = file_of_pages(1);
    file_mapping_enable();
    file_mapping_only(media);
    assert_true(file_map(file, "a/f.ogv", 10, &bytes, kit->arena));
    assert_true(file_map(file, "f.ogg", 10, &bytes, kit->arena));
    assert_false(file_map(file, "f.tmx", 10, &bytes, kit->arena));
    assert_int_equal(errno, 0);
    assert_false(file_map(file, "ogg", 10, &bytes, kit->arena));
    file_mapping_only(NULL);
    assert_true(file_map(file, "f.tmx", 10, &bytes, kit->arena));
    file_mapping_disable();
    close(file);
}

/* A failed mapping and one whose arena was freed leave room for others. */
static void number_of_mapped_files_is_limited(void **state)
{
    Bytes bytes;
    const int file = file_of_pages(1);
    (void)state;
    file_mapping_enable();
    for (int round = 0; round < 2; round++) {
        Arena *arena = arena_new();
        for (int i = 0; i < MAPS + 10; i++)
            assert_false(file_map(file, "f", 0, &bytes, arena));
        for (int i = 0; i < MAPS; i++)
            assert_true(file_map(file, "f", 10, &bytes, arena));
        assert_false(file_map(file, "f", 10, &bytes, arena));
        arena_free(arena);
    }
    file_mapping_disable();
    close(file);
}

/* Runs `check` in its own process: the state of truncated files is that of the process.
 * Returns how it ended, as waitpid() tells. */
static int in_child(void (*check)(Kit *kit))
{
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        Kit *kit = kit_new();
        file_mapping_enable();
        check(kit);
        exit(0); /* which writes what was measured */
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

/* Not an assertion of cmocka, which would go on with the other tests in the child. */
static void require(bool good, int line)
{
    if (good)
        return;
    fprintf(stderr, "line %d failed\n", line);
    exit(1);
}
#define REQUIRE(condition) require((condition), __LINE__)

static bool is_filled(Bytes bytes, unsigned page, int value)
{
    for (size_t i = page * page_size(); i < (page + 1) * page_size(); i++)
        if (((const volatile uint8_t *)bytes.data)[i] != value)
            return false;
    return true;
}

static void truncate_between_others(Kit *kit)
{
    enum { FILES = 3 };
    int files[FILES];
    Bytes bytes[FILES];
    for (int i = 0; i < FILES; i++) {
        char name[] = "a.res";
        name[0] = (char)('a' + i);
        files[i] = file_of_pages(PAGES);
        REQUIRE(file_map(files[i], name, PAGES * page_size(), &bytes[i], kit->arena));
    }
    REQUIRE(inputs_are_whole(&kit->report));
    REQUIRE(ftruncate(files[1], (off_t)(2 * page_size())) == 0);
    errno = 77;
    REQUIRE(is_filled(bytes[1], 3, 0)); /* only this page and those after it are replaced */
    REQUIRE(errno == 77);
    REQUIRE(is_filled(bytes[1], 0, 1) && is_filled(bytes[1], 1, 2));
    REQUIRE(is_filled(bytes[1], 2, 0));
    for (unsigned i = 0; i < PAGES; i++)
        REQUIRE(is_filled(bytes[0], i, (int)i + 1) && is_filled(bytes[2], i, (int)i + 1));
    REQUIRE(ftruncate(files[2], 0) == 0); /* the first one is reported */
    REQUIRE(is_filled(bytes[2], 0, 0));
    REQUIRE(!inputs_are_whole(&kit->report));
    REQUIRE(strcmp(kit_message(kit, 0), "b.res: the file was truncated while it was read") ==
            0);
}

static void truncate_media(Kit *kit)
{
    static const char *const media[] = {".ogg", NULL};
    Bytes bytes;
    const int file = file_of_pages(PAGES);
    file_mapping_only(media);
    REQUIRE(file_map(file, "a.ogg", PAGES * page_size(), &bytes, kit->arena));
    REQUIRE(ftruncate(file, (off_t)page_size()) == 0);
    REQUIRE(is_filled(bytes, 1, 0) && is_filled(bytes, 0, 1));
    REQUIRE(inputs_are_whole(&kit->report));
}

static void truncated_media_are_no_failure(void **state)
{
    (void)state;
    assert_int_equal(in_child(truncate_media), 0);
}

static void truncated_files_end_with_zeros_and_are_reported(void **state)
{
    (void)state;
    assert_int_equal(in_child(truncate_between_others), 0);
}

static void read_after_a_foreign_file(Kit *kit)
{
    Bytes bytes;
    const int file = file_of_pages(PAGES), other = file_of_pages(1);
    REQUIRE(file_map(other, "f", 10, &bytes, kit->arena));
    const uint8_t *data = mmap(NULL, PAGES * page_size(), PROT_READ, MAP_PRIVATE, file, 0);
    REQUIRE(data != MAP_FAILED && ftruncate(file, 0) == 0);
    (void)((const volatile uint8_t *)data)[0];
}

/* A fault outside of our files is not hidden. */
static void other_bus_errors_end_the_program(void **state)
{
    (void)state;
    const int status = in_child(read_after_a_foreign_file);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGBUS);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(files_are_mapped_only_after_it_is_enabled),
        TEST(only_files_with_a_suffix_are_mapped),
        TEST(truncated_media_are_no_failure),
        TEST(number_of_mapped_files_is_limited),
        TEST(truncated_files_end_with_zeros_and_are_reported),
        TEST(other_bus_errors_end_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
