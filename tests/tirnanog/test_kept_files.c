/* Contents of a project's small files in the build cache: tirnanog/jobs/kept_files.h. */
#include "lib/cli.h"

#include "kit/jobs/disk_cache.h"
#include "tirnanog/jobs/kept_files.h"
#include "tirnanog/jobs/project_files.h"
#include "kit/formats/result_bundle.h"

#include <stdlib.h>

/* A cache of one entry in memory, which counts what is put into it. */
typedef struct OneEntry {
    BuildCache cache;
    Arena *arena;
    Bytes entry;
    size_t puts;
} OneEntry;

static bool get_one(void *context, CacheKey key, Bytes *out, Arena *arena)
{
    const OneEntry *one = context;
    (void)key;
    *out = arena_copy(arena, one->entry);
    return one->puts > 0;
}

static void put_one(void *context, CacheKey key, Bytes bytes)
{
    OneEntry *one = context;
    (void)key;
    one->entry = arena_copy(one->arena, bytes);
    one->puts++;
}

static Kit *kit;
static OneEntry one;

static int set_up(void **state)
{
    cli_begin(state);
    Cli *cli = *state;
    kit = kit_new();
    one = (OneEntry){{get_one, put_one, &one}, .arena = cli->arena};
    expect(cli, 0, "oisin new g -q");
    return 0;
}

static int tear_down(void **state)
{
    kit_free(kit);
    return cli_end(state);
}

static const char *project(const Cli *cli)
{
    return arena_format(cli->arena, "%s/g", cli->folder).at;
}

/* As if the clock of the file system had gone on since the last change. */
static FolderList list_settled(const Cli *cli)
{
    FolderList list;
    assert_true(project_list_files(project(cli), &list, cli->arena, &kit->report));
    list.start += 10000000000;
    return list;
}

static ProjectFiles load(const Cli *cli, const FolderList *list)
{
    ProjectFiles files;
    assert_true(
        project_load_kept(project(cli), list, &one.cache, &files, cli->arena, &kit->report));
    return files;
}

static void expect_same(const ProjectFiles *a, const ProjectFiles *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++)
        if (!text_equal(a->items[i].path, b->items[i].path) ||
            !bytes_equal(a->items[i].bytes, b->items[i].bytes))
            fail_msg("differs: %.*s", (int)a->items[i].path.size, a->items[i].path.at);
}

static void load_as_without_cache(const Cli *cli, const FolderList *list)
{
    ProjectFiles wanted;
    const ProjectFiles found = load(cli, list);
    assert_true(project_load_list(list, &wanted, cli->arena, &kit->report));
    expect_same(&wanted, &found);
}

static void kept_files_are_not_opened(void **state)
{
    Cli *cli = *state;
    const FolderList list = list_settled(cli);
    const ProjectFiles first = load(cli, &list);
    assert_int_equal(one.puts, 1);
    expect(cli, 0, "find g -type f -size -64k -delete");
    const ProjectFiles again = load(cli, &list);
    expect_same(&first, &again);
    assert_int_equal(one.puts, 1);
}

static void each_change_of_a_file_is_read(void **state)
{
    static const char *const changes[] = {
        "printf x >> g/config",
        /* The same size and time of writing. */
        ("cp -p g/config old; printf '#' | dd of=g/config bs=1 seek=9 conv=notrunc status=none; "
         "touch -r old g/config; ! cmp -s old g/config"),
        "cp -p g/config other; sed -i s/a/b/ other; touch -r g/config other; mv other g/config",
        "mv g/config o; cp g/license.txt g/config || echo > g/config; mv o g/notes.txt",
        "mkdir -p g/notes; echo > g/notes/a.txt",
        "rm $(ls g/*/* | head -1)",
        "head -c 70000 /dev/zero > g/config",
        "truncate -s 0 g/config",
        "mv g/config o; echo a > linked; echo b > g/other.txt; ln -s other.txt g/config",
    };
    Cli *cli = *state;
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        expect(cli, 0, "rm -rf g; oisin new g -q");
        FolderList list = list_settled(cli);
        load_as_without_cache(cli, &list);
        expect(cli, 0, arena_format(cli->arena, "sleep 0.02; %s", changes[i]).at);
        list = list_settled(cli);
        load_as_without_cache(cli, &list);
        load_as_without_cache(cli, &list);
    }
}

/* It may change again in the tick in which it was looked at. */
static void a_file_that_has_just_changed_is_not_kept(void **state)
{
    Cli *cli = *state;
    FolderList list = list_settled(cli);
    for (size_t i = 0; i < list.count; i++)
        list.items[i].status.changed = list.start;
    load(cli, &list);
    assert_int_equal(one.puts, 0);
    list.items[0].status.changed -= 9000000000;
    load(cli, &list);
    assert_int_equal(one.puts, 1);
    assert_true(one.entry.size < 100 + (size_t)list.items[0].status.size);
}

/* Each damage is noticed before a byte outside of the entry is read. */
static void damaged_entries_are_not_used(void **state)
{
    Cli *cli = *state;
    const FolderList list = list_settled(cli);
    load(cli, &list);
    const Bytes whole = one.entry;
    for (size_t size = 0; size < whole.size; size += size < 2000 ? 7 : 997) {
        one.entry = arena_copy(cli->arena, bytes_slice(whole, 0, size));
        load_as_without_cache(cli, &list);
    }
    for (size_t at = 0; at < 8 + 32 * list.count; at += 1 + at / 64) {
        one.entry = arena_copy(cli->arena, whole);
        ((uint8_t *)one.entry.data)[at] ^= 0xFF;
        load(cli, &list); /* wrong contents are up to the sum of the cache */
    }
}

/* 1,500 files: one that has changed is read, and the entry is not written. */
static void entry_is_written_again_when_an_eighth_has_changed(void **state)
{
    Cli *cli = *state;
    expect(
        cli, 0,
        "mkdir -p g/objects; cd g/objects; for i in $(seq 1500); do echo \"o $i\" > o$i.obj; "
        "done");
    FolderList list = list_settled(cli);
    load_as_without_cache(cli, &list);
    assert_int_equal(one.puts, 1);
    expect(cli, 0, "echo x > g/objects/o77.obj");
    list = list_settled(cli);
    load_as_without_cache(cli, &list);
    assert_int_equal(one.puts, 1);
    expect(cli, 0, "cd g/objects; for i in $(seq 300 500); do echo x > o$i.obj; done");
    list = list_settled(cli);
    load_as_without_cache(cli, &list);
    assert_int_equal(one.puts, 2);
    load_as_without_cache(cli, &list);
    expect(cli, 0, "cd g/objects; rm o2*.obj o3*.obj o4*.obj");
    list = list_settled(cli);
    load_as_without_cache(cli, &list);
    assert_int_equal(one.puts, 3);
}

/* 250 further files of 60 KB, listed before all others. */
static FolderList listed_first(Cli *cli, unsigned round)
{
    expect(cli, 0,
           arena_format(cli->arena,
                        "cd g/sounds; for i in $(seq 250); do cp s1.ogg r%u_$i.ogg; done",
                        round)
               .at);
    FolderList list = list_settled(cli), sorted = list;
    sorted.items = ARENA_ALLOC(cli->arena, FolderFile, list.count);
    sorted.count = 0;
    const char *start = arena_format(cli->arena, "sounds/r%u_", round).at;
    for (unsigned old = 0; old < 2; old++)
        for (size_t i = 0; i < list.count; i++)
            if (text_starts(list.items[i].name, start) == !old)
                sorted.items[sorted.count++] = list.items[i];
    return sorted;
}

/* More than the limit in sum: the rest is read each time, and does not write the entry. */
static void the_sum_is_limited(void **state)
{
    Cli *cli = *state;
    expect(cli, 0,
           "mkdir -p g/sounds; cd g/sounds; head -c 60000 /dev/zero | tr '\\0' a > s1.ogg; "
           "for i in $(seq 2 330); do cp s1.ogg s$i.ogg; done");
    const FolderList list = list_settled(cli);
    load_as_without_cache(cli, &list);
    assert_true(one.entry.size < BUNDLE_MAX + 100000);
    load_as_without_cache(cli, &list);
    assert_int_equal(one.puts, 1);
    for (unsigned i = 0; i < 3; i++) { /* new files before the old ones */
        const FolderList more = listed_first(cli, i);
        load_as_without_cache(cli, &more);
        assert_true(one.entry.size < BUNDLE_MAX + 100000);
    }
    assert_int_equal(one.puts, 4);
}

/* The program, with the cache on the disk. */
static void builds_are_the_same_with_and_without(void **state)
{
    Cli *cli = *state;
    setenv("XDG_CACHE_HOME", arena_format(cli->arena, "%s/cache", cli->folder).at, 1);
    expect(cli, 0,
           "sleep 0.05; oisin build g -q && f=$(ls g/*/*.obj g/*/*.npc g/*/*.dlg | head -1); "
           "for i in 1 2 3; do printf '\\n' >> $f; oisin build g -q && "
           "oisin build g -q --no-cache -o other.tng && cmp g/game.tng other.tng || exit 1; "
           "done");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(kept_files_are_not_opened),
        TEST(each_change_of_a_file_is_read),
        TEST(a_file_that_has_just_changed_is_not_kept),
        TEST(damaged_entries_are_not_used),
        TEST(entry_is_written_again_when_an_eighth_has_changed),
        TEST(the_sum_is_limited),
        TEST(builds_are_the_same_with_and_without),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
