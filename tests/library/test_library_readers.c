/* The library reads files through functions of its caller; and calls that decode run out of
 * memory. */
#include "lib/library_kit.h"

typedef struct Store {
    Bytes bytes;
    uint64_t read;
    bool fails;
} Store;

static size_t read_store(void *context, uint64_t offset, void *data, size_t size)
{
    Store *store = context;
    assert_true(offset + size <= store->bytes.size);
    memcpy(data, store->bytes.data + offset, size);
    store->read += size;
    return store->fails ? size - 1 : size;
}

static OisinFile *open_store(const Shelf *shelf, const char *name, Store *store)
{
    OisinReader reader = OISIN_INIT(OisinReader);
    reader.file_size = store->bytes.size;
    reader.read = read_store;
    reader.context = store;
    return oisin_open_reader(shelf->kit, name, &reader);
}

enum { LARGE = 5000000, MEMBERS = 1501 };

/* Packing does not make it smaller. */
static uint8_t noise_at(size_t index)
{
    return (uint8_t)((uint32_t)index * (uint32_t)index * 2654435761u >> 17 ^
                     index * 40503u >> 7);
}

static Bytes noise(Arena *arena)
{
    uint8_t *bytes = arena_alloc(arena, LARGE, 1);
    for (size_t i = 0; i < LARGE; i++)
        bytes[i] = noise_at(i);
    return (Bytes){bytes, LARGE};
}

static void check_members(const Shelf *shelf, OisinFile *file, Store *store)
{
    size_t size, large = MEMBERS;
    assert_int_equal(oisin_file_member_count(file), MEMBERS);
    for (size_t i = 0; i < MEMBERS; i++)
        if (!strcmp(oisin_file_member(file, i), "large.bin"))
            large = i;
    assert_true(store->read < 500000);
    for (size_t i = 0; i < MEMBERS; i += 100) {
        if (i == large)
            continue;
        OisinFile *small = oisin_open_member(file, i);
        assert_non_null(small);
        const char *text = oisin_file_bytes(small, &size);
        assert_true(size > 10 && !memcmp(text, "I am ", 5));
        assert_memory_equal(text + 5, oisin_file_member(file, i), size - 5);
        oisin_close(small);
    }
    assert_true(store->read < 500000);
    for (int twice = 0; twice < 2; twice++) {
        const uint64_t before = store->read;
        OisinFile *member = oisin_open_member(file, large);
        const uint8_t *bytes = oisin_file_bytes(member, &size);
        assert_int_equal(size, LARGE);
        assert_int_equal(store->read - before, LARGE);
        for (size_t i = 0; i < LARGE; i++)
            if (bytes[i] != noise_at(i))
                fail_msg("byte %zu", i);
        oisin_close(member);
    }
    store->fails = true;
    assert_null(oisin_open_member(file, large));
    assert_int_equal(oisin_error_code(shelf->kit), OISIN_ERROR_FILE);
    store->fails = false;
}

static void members_of_archives_are_read_when_opened(void **state)
{
    static const char *const names[] = {"all.mpk", "all.res", "copy.mpk"};
    const Shelf *shelf = *state;
    assert_int_equal(sh(shelf->cli, "mkdir in && i=1000 && while [ $i -lt 2500 ]; do printf 'I "
                                    "am %%s' $i.txt > in/$i.txt; i=$((i + 1)); done"),
                     0);
    cli_put(shelf->cli, "in/large.bin", noise(shelf->cli->arena));
    assert_int_equal(sh(shelf->cli,
                        "oisin pack in -o all.mpk && oisin pack in -o all.res && cp "
                        "all.mpk copy.mpk"),
                     0);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        size_t size;
        OisinFile *disk = shelf_open(shelf, names[i]);
        Store store = {.bytes.data = oisin_file_bytes(disk, &store.bytes.size)};
        OisinFile *file = open_store(shelf, names[i], &store);
        assert_non_null(file);
        assert_string_equal(oisin_file_title(file), "1501 files");
        check_members(shelf, file, &store);
        const void *all = oisin_file_bytes(file, &size); /* now everything is read */
        assert_int_equal(size, store.bytes.size);
        assert_memory_equal(all, store.bytes.data, size);
        store.read = 0;
        oisin_close(oisin_open_member(file, 0));
        assert_int_equal(store.read, 0);
        oisin_close(file);
        oisin_close(disk);
    }
}

static void other_files_are_read_whole(void **state)
{
    const Shelf *shelf = *state;
    size_t size;
    make_game(shelf);
    OisinFile *disk = shelf_open(shelf, "game/game.tng");
    Store store = {.bytes.data = oisin_file_bytes(disk, &store.bytes.size)};
    OisinFile *file = open_store(shelf, "game.tng", &store);
    assert_non_null(file);
    assert_int_equal(store.read, store.bytes.size);
    assert_string_equal(oisin_file_format(file)->name, "tng");
    assert_true(oisin_file_check(file));
    assert_memory_equal(oisin_file_bytes(file, &size), store.bytes.data, store.bytes.size);
    oisin_close(file);
    store.fails = true;
    assert_null(open_store(shelf, "game.tng", &store));
    assert_int_equal(oisin_error_code(shelf->kit), OISIN_ERROR_FILE);
    store = (Store){{(const uint8_t *)"", 0}, 0, false};
    file = open_store(shelf, "empty", &store);
    assert_non_null(file);
    oisin_file_bytes(file, &size);
    assert_int_equal(size, 0);
    oisin_close(file);
    oisin_close(disk);
    assert_null(oisin_open_reader(shelf->kit, "a", NULL));
    assert_int_equal(oisin_error_code(shelf->kit), OISIN_ERROR_USAGE);
    assert_null(oisin_open_reader(shelf->kit, "a", &(OisinReader)OISIN_INIT(OisinReader)));
    assert_int_equal(oisin_error_code(shelf->kit), OISIN_ERROR_USAGE);
}

/* Tables that claim too much must not be believed. */
static void damaged_tables_of_readers_are_errors(void **state)
{
    const Shelf *shelf = *state;
    make_game(shelf);
    assert_int_equal(sh(shelf->cli, "oisin pack game/ui -o ui.mpk && oisin pack game/ui -o "
                                    "ui.res"),
                     0);
    for (int kind = 0; kind < 2; kind++) {
        OisinFile *disk = shelf_open(shelf, kind ? "ui.res" : "ui.mpk");
        size_t size;
        const uint8_t *bytes = oisin_file_bytes(disk, &size);
        for (size_t at = 4; at < 200 && at < size; at++) {
            uint8_t *copy = malloc(size);
            memcpy(copy, bytes, size);
            copy[at] ^= 0xFF;
            Store store = {.bytes = {copy, size}};
            OisinFile *file = open_store(shelf, "damaged", &store);
            const size_t count = file ? oisin_file_member_count(file) : 0;
            for (size_t i = 0; i < count; i++)
                oisin_close(oisin_open_member(file, i));
            oisin_close(file);
            free(copy);
        }
        oisin_close(disk);
    }
}

/* ---- memory ---- */

static bool decode_much(OisinKit *kit, Store *store)
{
    float samples[200];
    size_t size;
    OisinReader reader = {.size = sizeof reader,
                          .file_size = store->bytes.size,
                          .read = read_store,
                          .context = store};
    OisinFile *layout = oisin_open(kit, "in/CRS_AOI_.lay");
    const OisinPicture *picture = layout ? oisin_open_picture(layout, 0) : NULL;
    OisinFile *sound = picture ? oisin_open(kit, "game.tng/sounds/door.ogg") : NULL;
    OisinPcm *pcm = sound ? oisin_open_pcm(sound) : NULL;
    bool ok = pcm && oisin_pcm_read(pcm, samples, 200) == 200;
    OisinFile *archive = ok ? oisin_open_reader(kit, "a.mpk", &reader) : NULL;
    ok = archive && oisin_file_member_count(archive) == 2;
    OisinFile *member = ok ? oisin_open_member(archive, 1) : NULL;
    ok = member && oisin_file_bytes(archive, &size);
    OisinFile *game = ok ? oisin_open(kit, "game.tng") : NULL;
    ok = game && oisin_file_member_count(game) > 10;
    const OisinErrorCode code = oisin_error_code(kit);
    arena_fail_at(0);
    assert_int_equal(code, ok ? OISIN_ERROR_NONE : OISIN_ERROR_MEMORY);
    oisin_close(game);
    oisin_close(member);
    oisin_close(archive);
    oisin_close_pcm(pcm);
    oisin_close(sound);
    oisin_close_picture(picture);
    oisin_close(layout);
    return ok;
}

static void no_memory_is_an_error_of_every_call(void **state)
{
    const Shelf *shelf = *state;
    size_t failed = 0;
    assert_int_equal(sh(shelf->cli,
                        "mkdir in && cp %s/examples/sprites/CRS* in && oisin pack in -o a.mpk "
                        "&& oisin new game -q && mkdir -p game/sounds && cp "
                        "%s/examples/segais/sounds/door.ogg game/sounds && oisin build game -q "
                        "-o game.tng",
                        shelf->before, shelf->before),
                     0);
    OisinFile *disk = shelf_open(shelf, "a.mpk");
    Store store = {.bytes.data = oisin_file_bytes(disk, &store.bytes.size)};
    for (size_t at = 1; at; at += 1 + at / 16) {
        arena_fail_at(at);
        if (decode_much(shelf->kit, &store))
            break;
        failed++;
    }
    assert_true(failed > 50);
    oisin_close(disk);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, shelf_begin, shelf_end)
    const struct CMUnitTest tests[] = {
        TEST(members_of_archives_are_read_when_opened),
        TEST(other_files_are_read_whole),
        TEST(damaged_tables_of_readers_are_errors),
        TEST(no_memory_is_an_error_of_every_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
