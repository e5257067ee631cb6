/* The library decodes images and sounds in memory, finds the files of a game, and reads
 * archives through functions of its caller. */
#include "lib/library_kit.h"

#include "base/stream.h"

static const char *path_of(const Shelf *shelf, const char *below)
{
    return arena_format(shelf->cli->arena, "%s/%s", shelf->before, below).at;
}

static OisinFile *opened(const Shelf *shelf, const char *path)
{
    OisinFile *file = oisin_open(shelf->kit, path);
    if (!file)
        fail_msg("%s", oisin_error(shelf->kit));
    return file;
}

static const OisinPicture *decoded(const Shelf *shelf, OisinFile *file, size_t index)
{
    const OisinPicture *picture = oisin_open_picture(file, index);
    if (!picture)
        fail_msg("%s", oisin_error(shelf->kit));
    return picture;
}

/* The image `index` of a file has the pixels of a PNG file that the command wrote. */
static void assert_same_as_png(const Shelf *shelf, OisinFile *file, size_t index,
                               const char *png)
{
    OisinFile *expected = opened(shelf, png);
    const OisinPicture *mine = decoded(shelf, file, index),
                       *theirs = decoded(shelf, expected, 0);
    assert_int_equal(mine->width, theirs->width);
    assert_int_equal(mine->height, theirs->height);
    const uint8_t *a = mine->pixels, *b = theirs->pixels;
    for (size_t i = 0; i < (size_t)4 * mine->width * mine->height; i += 4)
        if (a[i + 3] != b[i + 3] || (a[i + 3] && memcmp(a + i, b + i, 3) != 0))
            fail_msg("%s: pixel %zu differs", png, i / 4);
    oisin_close(expected);
    oisin_close_picture(mine);
    oisin_close_picture(theirs);
}

/* ---- images ---- */

static void textures_have_the_pixels_of_the_command(void **state)
{
    static const struct {
        const char *corpus, *suffix;
        size_t count;
    } rows[] = {{"mmp", "mmp", 1}, {"dds", "dds", 1}, {"gxt", "gxt", 1}};
    const Shelf *shelf = *state;
    size_t compared = 0;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        assert_int_equal(
            sh(shelf->cli,
               "rm -rf in && mkdir in && n=0; for f in %s/%s/*; do n=$((n + 1)); cp $f "
               "in/$n.%s; "
               "oisin convert in/$n.%s -o in/$n.png 2> /dev/null || rm in/$n.%s; done; "
               "ls in/*.%s | wc -l",
               shelf->corpus, rows[i].corpus, rows[i].suffix, rows[i].suffix, rows[i].suffix,
               rows[i].suffix),
            0);
        for (int number = 1; number < 400; number++) {
            char path[40], png[40];
            snprintf(path, sizeof path, "in/%d.%s", number, rows[i].suffix);
            snprintf(png, sizeof png, "in/%d.png", number);
            if (access(path, F_OK))
                continue;
            OisinFile *file = opened(shelf, path);
            assert_true(oisin_file_picture_count(file) >= rows[i].count);
            assert_string_equal(oisin_file_picture_name(file, 0), "");
            assert_same_as_png(shelf, file, 0, png);
            oisin_close(file);
            compared++;
        }
    }
    assert_true(compared > 10);
}

static void levels_of_a_texture_are_images(void **state)
{
    const Shelf *shelf = *state;
    make_game(shelf);
    assert_int_equal(sh(shelf->cli, "oisin convert game/game.tng -o map.png --map meadow && "
                                    "oisin convert map.png -o map.dds --format dxt1 --mips && "
                                    "oisin convert map.dds -o levels.png --mips"),
                     0);
    OisinFile *file = opened(shelf, "map.dds");
    assert_true(oisin_file_picture_count(file) > 3);
    assert_same_as_png(shelf, file, 0, "levels.png");
    assert_same_as_png(shelf, file, 1, "levels.1.png");
    assert_null(oisin_open_picture(file, 99));
    assert_int_equal(oisin_error_code(shelf->kit), OISIN_ERROR_NOT_FOUND);
    assert_null(oisin_file_picture_name(file, 99));
    oisin_close(file);
}

static void image_files_are_detected_without_a_suffix(void **state)
{
    const Shelf *shelf = *state;
    size_t size;
    make_game(shelf);
    assert_int_equal(sh(shelf->cli, "oisin convert game/game.tng -o map.png --map meadow"), 0);
    OisinFile *file = opened(shelf, "map.png");
    const void *bytes = oisin_file_bytes(file, &size);
    OisinFile *unnamed = oisin_open_bytes(shelf->kit, NULL, bytes, size);
    assert_int_equal(oisin_file_picture_count(unnamed), 1);
    assert_same_as_png(shelf, unnamed, 0, "map.png");
    OisinFile *cut = oisin_open_bytes(shelf->kit, "cut.png", bytes, size / 2);
    assert_null(oisin_open_picture(cut, 0));
    assert_int_equal(oisin_error_code(shelf->kit), OISIN_ERROR_INVALID);
    OisinFile *text = oisin_open_bytes(shelf->kit, "a.txt", "hello", 5);
    assert_int_equal(oisin_file_picture_count(text), 0);
    assert_int_equal(oisin_error_code(shelf->kit), OISIN_ERROR_NONE);
    assert_null(oisin_open_picture(text, 0));
    assert_int_equal(oisin_error_code(shelf->kit), OISIN_ERROR_UNSUPPORTED);
    oisin_close(text);
    oisin_close(cut);
    oisin_close(unnamed);
    oisin_close(file);
    oisin_close_picture(NULL);
}

static void assert_expressions(const Shelf *shelf, OisinFile *file)
{
    const size_t count = oisin_file_picture_count(file);
    assert_true(count > 3);
    for (size_t i = 0; i < count; i++) {
        const char *name = oisin_file_picture_name(file, i);
        assert_int_equal(strncmp(name, "CRS_AOI_", 8), 0);
        assert_same_as_png(shelf, file, i,
                           arena_format(shelf->cli->arena, "pictures/%s.png", name).at);
    }
}

static void expressions_have_the_pixels_of_the_command(void **state)
{
    const Shelf *shelf = *state;
    size_t size;
    assert_int_equal(sh(shelf->cli,
                        "mkdir in && cp %s/examples/sprites/CRS* in && oisin convert "
                        "in/CRS_AOI_.lay -o pictures --frames all && oisin pack in -o s.mpk",
                        shelf->before),
                     0);
    OisinFile *file = opened(shelf, "in/CRS_AOI_.lay");
    assert_expressions(shelf, file);
    OisinFile *member = opened(shelf, "s.mpk/CRS_AOI_.lay");
    assert_expressions(shelf, member);
    /* Bytes of the program have no neighbours: there is an equal name on the disk. */
    const void *bytes = oisin_file_bytes(file, &size);
    OisinFile *alone = oisin_open_bytes(shelf->kit, "in/CRS_AOI_.lay", bytes, size);
    assert_int_equal(oisin_file_picture_count(alone), 0);
    assert_int_equal(oisin_error_code(shelf->kit), OISIN_ERROR_NOT_FOUND);
    OisinFile *sheet = opened(shelf, "in/CRS_AOI.png");
    assert_true(oisin_file_set_sheet(alone, sheet));
    oisin_close(sheet);
    assert_expressions(shelf, alone);
    const OisinPicture *picture = decoded(shelf, alone, 0);
    oisin_close(alone);
    assert_string_equal(picture->name, oisin_file_picture_name(file, 0));
    oisin_close_picture(picture);
    assert_false(oisin_file_set_sheet(file, NULL));
    assert_int_equal(oisin_error_code(shelf->kit), OISIN_ERROR_USAGE);
    oisin_close(member);
    oisin_close(file);
}

/* ---- sounds ---- */

enum { FRAMES = 10000 };

/* A stereo file of 16 bits; the samples count up. */
static Bytes wave(Arena *arena)
{
    Writer out = writer_to(arena);
    write_text(&out, TEXT("RIFF"));
    write_u32(&out, 36 + FRAMES * 4);
    write_text(&out, TEXT("WAVEfmt "));
    write_u32(&out, 16);
    write_u16(&out, 1);
    write_u16(&out, 2);
    write_u32(&out, 22050);
    write_u32(&out, 22050 * 4);
    write_u16(&out, 4);
    write_u16(&out, 16);
    write_text(&out, TEXT("data"));
    write_u32(&out, FRAMES * 4);
    for (int i = 0; i < FRAMES; i++) {
        write_u16(&out, (uint16_t)(i * 3));
        write_u16(&out, (uint16_t)(-i * 3));
    }
    return writer_bytes(&out);
}

static void samples_of_a_wave_file_are_exact(void **state)
{
    const Shelf *shelf = *state;
    const Bytes bytes = wave(shelf->cli->arena);
    OisinFile *file = oisin_open_bytes(shelf->kit, "a.wav", bytes.data, bytes.size);
    OisinPcm *pcm = oisin_open_pcm(file);
    float samples[2 * 777];
    size_t frame = 0, count;
    assert_non_null(pcm);
    oisin_close(file);
    assert_int_equal(oisin_pcm_rate(pcm), 22050);
    assert_int_equal(oisin_pcm_channels(pcm), 2);
    while ((count = oisin_pcm_read(pcm, samples, 777))) {
        for (size_t i = 0; i < count; i++, frame++) {
            assert_true(samples[2 * i] == (float)((int)frame * 3) / 32768);
            assert_true(samples[2 * i + 1] == (float)(-(int)frame * 3) / 32768);
        }
    }
    assert_int_equal(oisin_error_code(shelf->kit), OISIN_ERROR_NONE);
    assert_int_equal(frame, FRAMES);
    assert_int_equal(oisin_pcm_read(pcm, samples, 1), 0);
    oisin_close_pcm(pcm);
    OisinFile *text = oisin_open_bytes(shelf->kit, "a.txt", "hello", 5);
    assert_null(oisin_open_pcm(text));
    assert_int_equal(oisin_error_code(shelf->kit), OISIN_ERROR_UNSUPPORTED);
    oisin_close(text);
    oisin_close_pcm(NULL);
}

static void damaged_sounds_are_errors(void **state)
{
    const Shelf *shelf = *state;
    size_t size;
    OisinFile *file = opened(shelf, path_of(shelf, "examples/segais/sounds/water.ogg"));
    const uint8_t *bytes = oisin_file_bytes(file, &size);
    /* Not in its headers: libsndfile leaks memory when it refuses one. */
    enum { HEADERS = 5000 };
    for (size_t cut = HEADERS; cut < size; cut += 1 + size / 40) {
        uint8_t *copy = malloc(size);
        memcpy(copy, bytes, size);
        copy[cut] ^= 0x55;
        OisinFile *damaged = oisin_open_bytes(shelf->kit, "a.ogg", copy, size - cut / 3);
        OisinPcm *pcm = oisin_open_pcm(damaged);
        float samples[2 * 100];
        size_t frames = 0;
        for (size_t count; pcm && (count = oisin_pcm_read(pcm, samples, 100));)
            frames += count;
        assert_true(pcm || oisin_error_code(shelf->kit));
        assert_true(frames < 10000000);
        oisin_close_pcm(pcm);
        oisin_close(damaged);
        free(copy);
    }
    oisin_close(file);
}

/* ---- files of a game ---- */

static void files_of_a_game_are_its_members(void **state)
{
    const Shelf *shelf = *state;
    size_t size, mine, count;
    assert_int_equal(sh(shelf->cli,
                        "oisin build %s/examples/segais -q -o segais.tng && oisin unpack "
                        "segais.tng -o files -q && find files/segais -type f | wc -l",
                        shelf->before),
                     0);
    OisinFile *game = opened(shelf, "segais.tng");
    count = oisin_file_member_count(game);
    assert_int_equal(count, strtoul(content(shelf->cli, "out"), NULL, 10));
    for (size_t i = 0; i < count; i += 1 + i / 10) {
        OisinFile *member = oisin_open_member(game, i);
        OisinFile *same = opened(
            shelf,
            arena_format(shelf->cli->arena, "files/segais/%s", oisin_file_member(game, i)).at);
        const void *a = oisin_file_bytes(member, &mine), *b = oisin_file_bytes(same, &size);
        assert_int_equal(mine, size);
        assert_memory_equal(a, b, size);
        oisin_close(same);
        oisin_close(member);
    }
    OisinFile *sound = opened(shelf, "segais.tng/sounds/door.ogg");
    OisinFile *source = opened(shelf, path_of(shelf, "examples/segais/sounds/door.ogg"));
    const void *a = oisin_file_bytes(sound, &mine), *b = oisin_file_bytes(source, &size);
    assert_int_equal(mine, size);
    assert_memory_equal(a, b, size);
    assert_null(oisin_open(shelf->kit, "segais.tng/sounds/dor.ogg"));
    assert_int_equal(oisin_error_code(shelf->kit), OISIN_ERROR_NOT_FOUND);
    assert_non_null(strstr(oisin_error(shelf->kit), "did you mean sounds/door.ogg?"));
    oisin_close(source);
    oisin_close(sound);
    oisin_close(game);
}

static void sounds_of_a_world_lead_to_their_files(void **state)
{
    const Shelf *shelf = *state;
    const char *const games[] = {path_of(shelf, "examples/segais")};
    OisinWorld *world = oisin_world_open(shelf->kit, games, 1, NULL);
    const OisinInput skip = {OISIN_SIZE(OisinInput), .buttons = oisin_world_button("cancel")},
                     down = {OISIN_SIZE(OisinInput), .buttons = oisin_world_button("down")};
    unsigned music = 0, sounds = 0;
    for (int i = 0; i < 200; i++) {
        OisinSound sound = OISIN_INIT(OisinSound);
        assert_true(oisin_world_tick(world, strcmp(oisin_world_screen(world), "cutscene")
                                                ? i % 10 ? NULL : &down
                                                : &skip));
        for (size_t k = 0; oisin_world_sound(world, k, &sound); k++) {
            if (!*sound.name) {
                assert_string_equal(sound.file, "");
                continue;
            }
            OisinFile *file = oisin_world_file(world, sound.file);
            assert_non_null(file);
            OisinPcm *pcm = oisin_open_pcm(file);
            if (sound.kind != OISIN_MOVIE && sound.kind != OISIN_MOVIE_LOOP) {
                assert_non_null(pcm);
                assert_int_equal(oisin_pcm_rate(pcm), 44100);
            }
            music += sound.kind == OISIN_MUSIC;
            sounds += sound.kind == OISIN_SOUND;
            oisin_close_pcm(pcm);
            oisin_close(file);
        }
    }
    assert_true(music > 0 && sounds > 5);
    static const char *const none[] = {
        "sounds/none.ogg", "sounds/", "", "speech/a.ogg", "speech/_de.ogg", "x", "music/.ogg"};
    for (size_t i = 0; i < COUNT_OF(none); i++) {
        assert_null(oisin_world_file(world, none[i]));
        assert_int_equal(oisin_world_error_code(world), OISIN_ERROR_NOT_FOUND);
    }
    assert_null(oisin_world_file(world, NULL));
    assert_int_equal(oisin_world_error_code(world), OISIN_ERROR_USAGE);
    oisin_world_close(world);
}

/* ---- readers ---- */

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
        OisinFile *disk = opened(shelf, names[i]);
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
    OisinFile *disk = opened(shelf, "game/game.tng");
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
        OisinFile *disk = opened(shelf, kind ? "ui.res" : "ui.mpk");
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
    OisinFile *disk = opened(shelf, "a.mpk");
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
        TEST(textures_have_the_pixels_of_the_command),
        TEST(levels_of_a_texture_are_images),
        TEST(image_files_are_detected_without_a_suffix),
        TEST(expressions_have_the_pixels_of_the_command),
        TEST(samples_of_a_wave_file_are_exact),
        TEST(damaged_sounds_are_errors),
        TEST(files_of_a_game_are_its_members),
        TEST(sounds_of_a_world_lead_to_their_files),
        TEST(members_of_archives_are_read_when_opened),
        TEST(other_files_are_read_whole),
        TEST(damaged_tables_of_readers_are_errors),
        TEST(no_memory_is_an_error_of_every_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
