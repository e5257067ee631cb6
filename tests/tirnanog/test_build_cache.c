/* What a build keeps in the cache: kit/formats/result_cache.h, result_bundle.h,
 * packed_container.c; and what is read ahead in another thread: read_ahead.h. */
#include "lib/kit.h"

#include "base/hash.h"
#include "base/memory_guard.h"
#include "base/tasks.h"
#include "base/text.h"
#include "kit/formats/result_bundle.h"
#include "tirnanog/project/project.h"

enum { KEPT_MAX = 200 };

/* A cache in memory, which counts what is put into it. */
typedef struct MemoryCache {
    BuildCache cache;
    Arena *arena;
    CacheKey keys[KEPT_MAX];
    Bytes entries[KEPT_MAX];
    size_t count, puts;
} MemoryCache;

static Kit *kit;
static MemoryCache memory;

static Bytes *entry_of(CacheKey key)
{
    for (size_t i = 0; i < memory.count; i++)
        if (memory.keys[i].high == key.high && memory.keys[i].low == key.low)
            return &memory.entries[i];
    return NULL;
}

static bool get(void *context, CacheKey key, Bytes *out, Arena *arena)
{
    const Bytes *entry = entry_of(key);
    (void)context;
    if (entry)
        *out = arena_copy(arena, *entry);
    return entry;
}

static void put(void *context, CacheKey key, Bytes bytes)
{
    (void)context;
    memory.puts++;
    if (!entry_of(key)) {
        assert_true(memory.count < KEPT_MAX);
        memory.keys[memory.count++] = key;
    }
    *entry_of(key) = arena_copy(memory.arena, bytes);
}

static int set_up(void **state)
{
    kit = *state = kit_new();
    memory = (MemoryCache){{get, put, NULL}, .arena = kit->arena};
    tasks_set_threads(1); /* the cache in memory is not for several threads */
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    tasks_set_threads(0);
    kit_free(kit);
    return 0;
}

static ProjectFiles new_project(void)
{
    ProjectFiles files;
    assert_true(project_new(TEXT("g"), &files, kit->arena, &kit->report));
    return files;
}

static Bytes build(ProjectFiles *files, const BuildOptions *options)
{
    TngOutput out;
    assert_true(project_build(files, options, &out, kit->arena, &kit->report));
    return tng_output_bytes(&out, kit->arena);
}

static void second_build_computes_nothing_again(void **state)
{
    (void)state;
    const BuildOptions fresh = {0}, cached = {.cache = &memory.cache};
    ProjectFiles files = new_project();
    const Bytes wanted = build(&files, &fresh);
    assert_true(bytes_equal(build(&files, &cached), wanted));
    const size_t puts = memory.puts;
    assert_int_equal(puts,
                     4); /* sprites, an atlas, the map; all compressed records and texts */
    assert_true(bytes_equal(build(&files, &cached), wanted));
    assert_int_equal(memory.puts, puts);
}

static void drafts_have_their_own_results(void **state)
{
    (void)state;
    const BuildOptions draft = {.draft = true};
    ProjectFiles files = new_project();
    const Bytes wanted = build(&files, &draft), final = build(&files, &(BuildOptions){0});
    assert_false(bytes_equal(wanted, final));
    for (unsigned i = 0; i < 2; i++) {
        const BuildOptions options = {.draft = true, .cache = &memory.cache};
        assert_true(bytes_equal(build(&files, &options), wanted));
        const BuildOptions cached = {.cache = &memory.cache};
        assert_true(bytes_equal(build(&files, &cached), final));
    }
}

static CacheKey number_key(uint64_t number) { return (CacheKey){hash_mix(7, number), number}; }

static Bytes number_bytes(uint64_t number)
{
    return bytes_of_text(arena_format(kit->arena, "result %llu", (unsigned long long)number));
}

/* Opens a bundle and asks for the results `from` to `to`; returns how many were found. */
static size_t use(uint64_t from, uint64_t to)
{
    CacheBundle *bundle = bundle_open(&memory.cache, number_key(1), kit->arena);
    size_t found = 0;
    for (uint64_t i = from; i < to; i++) {
        Bytes bytes;
        if (!bundle_get(bundle, number_key(i), &bytes)) {
            bundle_put(bundle, number_key(i), number_bytes(i));
            continue;
        }
        assert_true(bytes_equal(bytes, number_bytes(i)));
        found++;
    }
    bundle_close(bundle);
    return found;
}

static void a_bundle_is_written_again_when_an_eighth_is_new_or_unused(void **state)
{
    (void)state;
    assert_int_equal(use(0, 0), 0);
    assert_int_equal(memory.puts, 0);
    assert_int_equal(use(0, 1600), 0);
    assert_int_equal(memory.puts, 1);
    assert_int_equal(use(0, 1800), 1600); /* 200 of 1600 are new: not more than an eighth */
    assert_int_equal(memory.puts, 1);
    assert_int_equal(use(0, 1801), 1600);
    assert_int_equal(memory.puts, 2);
    assert_int_equal(use(0, 1801), 1801);
    assert_int_equal(use(300, 1801), 1501); /* 300 are not used any more */
    assert_int_equal(memory.puts, 3);
    assert_int_equal(use(0, 1801), 1501);
}

static void a_bundle_without_a_cache_is_empty(void **state)
{
    (void)state;
    Bytes bytes;
    CacheBundle *bundle = bundle_open(NULL, number_key(1), kit->arena);
    bundle_put(bundle, number_key(2), number_bytes(2));
    assert_false(bundle_get(bundle, number_key(2), &bytes));
    bundle_close(bundle);
}

/* For one value of each second word, hash_bytes ignores the word before it, and where it is. */
static void each_byte_counts_in_a_key(void **state)
{
    (void)state;
    for (uint64_t special = 0; special < 3; special++)
        for (size_t size = 1; size <= 64; size++) {
            static const uint64_t words[] = {0, 0x9E3779B97F4A7C15u, 0x6A09E667F3BCC909u};
            uint8_t data[64];
            for (size_t i = 0; i < 64; i += 8)
                memcpy(data + i, &words[special], 8);
            CacheKey before = cache_key("test");
            cache_key_add(&before, (Bytes){data, size});
            for (size_t at = 0; at < size; at++) {
                CacheKey after = cache_key("test");
                data[at] ^= 0x55;
                cache_key_add(&after, (Bytes){data, size});
                data[at] ^= 0x55;
                if (before.high == after.high && before.low == after.low)
                    fail_msg("byte %zu of %zu does not count", at, size);
            }
        }
    static const uint64_t golden = 0x9E3779B97F4A7C15u;
    const uint64_t one[] = {golden, 1, golden, golden, golden},
                   other[] = {golden, golden, golden, 1, golden};
    CacheKey a = cache_key("test"), b = a;
    cache_key_add(&a, (Bytes){(const uint8_t *)one, sizeof one});
    cache_key_add(&b, (Bytes){(const uint8_t *)other, sizeof other});
    assert_true(a.high != b.high || a.low != b.low);
}

/* ---- what is read ahead ---- */

static void put_file(ProjectFiles *files, const char *path, const char *content)
{
    ProjectFile *file = (ProjectFile *)project_file(files, text_of(path));
    if (!file) {
        file = ARENA_PUSH(kit->arena, files->items, files->count);
        file->path = text_of(path);
    }
    file->bytes = bytes_of_text(text_of(content));
    project_files_sort(files);
}

/* 20 maps, more than are read ahead, some of them wrong; and two translations, one wrong. */
static ProjectFiles wrong_project(void)
{
    ProjectFiles files = new_project();
    const ProjectFile *map = NULL;
    for (size_t i = 0; i < files.count; i++)
        if (text_ends(files.items[i].path, ".tmx"))
            map = &files.items[i];
    assert_non_null(map);
    const Bytes whole = map->bytes;
    for (unsigned i = 0; i < 20; i++) {
        const char *path = arena_format(kit->arena, "maps/more%u.tmx", i).at;
        put_file(&files, path, "");
        ((ProjectFile *)project_file(&files, text_of(path)))->bytes =
            i % 3 ? whole : bytes_slice(whole, 0, whole.size / 2 + i);
    }
    put_file(&files, "maps/a name.tmx", "refused before it is read");
    put_file(&files, "lang/de.po",
             "# TirNanoG Translation\n\nmsgid \"de\"\nmsgstr \"Deutsch\n");
    put_file(&files, "lang/fr.po",
             "# TirNanoG Translation\n\nmsgid \"fr\"\nmsgstr \"Fran\u00E7ais\"\n\n"
             "msgid \"no such text\"\nmsgstr \"a\"\n");
    return files;
}

static Text messages_with(unsigned threads)
{
    ProjectFiles files = wrong_project();
    TngOutput out;
    Writer lines = writer_to(kit->arena);
    kit_clear(kit);
    tasks_set_threads(threads);
    assert_false(project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report));
    for (size_t i = 0; i < kit->messages.count; i++)
        write_format(&lines, "%s\n", kit_message(kit, i));
    return writer_text(&lines);
}

static void messages_do_not_depend_on_the_threads(void **state)
{
    (void)state;
    const Text one = messages_with(1);
    size_t maps = 0;
    for (Text rest = one, line; text_line(&rest, &line);)
        maps += strstr(arena_text(kit->arena, line).at, "well-formed") != NULL;
    assert_int_equal(maps, 7);
    for (unsigned threads = 2; threads < 5; threads++)
        assert_true(text_equal(messages_with(threads), one));
}

/* ---- memory ---- */

static void build_once(void *context)
{
    TngOutput out;
    Arena *arena = arena_new();
    Report silent = report_to(NULL, NULL);
    project_build(context, &(BuildOptions){0}, &out, arena, &silent);
    arena_free(arena);
}

static void each_allocation_may_fail_while_files_are_read_ahead(void **state)
{
    (void)state;
    ProjectFiles files = wrong_project();
    size_t failures = 0;
    tasks_set_threads(2);
    for (size_t n = 1;; n += 1 + n / 16) {
        arena_fail_at(n);
        const bool done = memory_guard(build_once, &files);
        arena_fail_at(0);
        if (done)
            break;
        failures++;
    }
    assert_true(failures > 20);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(second_build_computes_nothing_again),
        TEST(drafts_have_their_own_results),
        TEST(a_bundle_is_written_again_when_an_eighth_is_new_or_unused),
        TEST(a_bundle_without_a_cache_is_empty),
        TEST(each_byte_counts_in_a_key),
        TEST(messages_do_not_depend_on_the_threads),
        TEST(each_allocation_may_fail_while_files_are_read_ahead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
