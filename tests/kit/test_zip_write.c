/* Zip files as libzip reads them. */
#include "lib/kit.h"

#include "base/text.h"
#include "kit/formats/zip_write.h"

#include <zip.h>

static Bytes written(Kit *kit, const ProjectFiles *files)
{
    Bytes out;
    assert_true(zip_write(files, &out, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
    return out;
}

static zip_t *opened(Bytes bytes)
{
    zip_error_t error;
    zip_source_t *source = zip_source_buffer_create(bytes.data, bytes.size, 0, &error);
    assert_non_null(source);
    zip_t *zip = zip_open_from_source(source, ZIP_CHECKCONS | ZIP_RDONLY, &error);
    assert_non_null(zip);
    return zip;
}

static void assert_entry(zip_t *zip, size_t index, const ProjectFile *file, Arena *arena)
{
    zip_stat_t about;
    assert_int_equal(zip_stat_index(zip, index, 0, &about), 0);
    assert_true(text_equal(text_of(about.name), file->path));
    assert_int_equal(about.size, file->bytes.size);
    uint8_t *bytes = arena_alloc(arena, file->bytes.size + 1, 1);
    zip_file_t *opened_file = zip_fopen_index(zip, index, 0);
    assert_non_null(opened_file);
    assert_int_equal(zip_fread(opened_file, bytes, file->bytes.size + 1), file->bytes.size);
    zip_fclose(opened_file); /* has compared the CRC */
    assert_memory_equal(bytes, file->bytes.data, file->bytes.size);
}

static void files_are_read_back(void **state)
{
    Kit *kit = *state;
    uint8_t noise[500];
    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (uint8_t)(i * i * 7 + i / 3);
    static char spaces[4000];
    memset(spaces, ' ', sizeof spaces);
    ProjectFile items[] = {
        {TEXT("index.html"), bytes_of_text(TEXT("<!DOCTYPE html>"))},
        {TEXT("a/Żółw.txt"), {(const uint8_t *)spaces, sizeof spaces}},
        {TEXT("empty"), {NULL, 0}},
        {TEXT("noise"), {noise, sizeof noise}},
    };
    const ProjectFiles files = {.items = items, .count = COUNT_OF(items)};
    const Bytes zip = written(kit, &files);
    assert_true(zip.size < 1500);
    zip_t *read = opened(zip);
    assert_int_equal(zip_get_num_entries(read, 0), COUNT_OF(items));
    for (size_t i = 0; i < COUNT_OF(items); i++)
        assert_entry(read, i, &items[i], kit->arena);
    zip_discard(read);
    assert_true(bytes_equal(zip, written(kit, &files)));
}

static void too_many_files_are_refused(void **state)
{
    Kit *kit = *state;
    const size_t count = 65535;
    ProjectFile *items = ARENA_ALLOC(kit->arena, ProjectFile, count);
    for (size_t i = 0; i < count; i++)
        items[i] = (ProjectFile){arena_format(kit->arena, "%zu", i), {NULL, 0}};
    Bytes out;
    zip_discard(opened(written(kit, &(ProjectFiles){.items = items, .count = count - 1})));
    assert_false(zip_write(&(ProjectFiles){.items = items, .count = count}, &out, kit->arena,
                           &kit->report));
    assert_string_equal(kit->messages.items[0].text.at,
                        "65535 files are too many for a zip file; at most 65534");
}

static void no_files_are_an_empty_zip_file(void **state)
{
    Kit *kit = *state;
    assert_int_equal(written(kit, &(ProjectFiles){0}).size, 22);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(files_are_read_back),
        TEST(too_many_files_are_refused),
        TEST(no_files_are_an_empty_zip_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
