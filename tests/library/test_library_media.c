/* The library decodes images and sounds in memory, finds the files of a game, and reads
 * archives through functions of its caller. */
#include "lib/library_kit.h"

#include "base/stream.h"
#include "kit/jobs/files.h"
#include "tirnanog/jobs/game_inside.h"
#include "tirnanog/sheets/script_names.h"

#include <dirent.h>
#include <sndfile.h>

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
    OisinFile *expected = shelf_open(shelf, png);
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
            OisinFile *file = shelf_open(shelf, path);
            assert_true(oisin_file_picture_count(file) >= rows[i].count);
            assert_string_equal(oisin_file_picture_name(file, 0), "");
            assert_same_as_png(shelf, file, 0, png);
            oisin_close(file);
            compared++;
        }
    }
    assert_true(compared > 10);
}

static void image_files_have_the_pixels_of_the_command(void **state)
{
    const Shelf *shelf = *state;
    struct dirent **found;
    size_t compared = 0;
    const char *folder = arena_format(shelf->cli->arena, "%s/picture", shelf->corpus).at;
    const int count = scandir(folder, &found, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const char *path =
            arena_format(shelf->cli->arena, "%s/%s", folder, found[i]->d_name).at;
        if (found[i]->d_name[0] != '.') {
            const bool converts = sh(shelf->cli, "oisin convert %s -o in.png", path) == 0;
            OisinFile *file = shelf_open(shelf, path);
            if (converts) {
                assert_int_equal(oisin_file_picture_count(file), 1);
                assert_same_as_png(shelf, file, 0, "in.png");
                compared++;
            } else {
                assert_null(oisin_open_picture(file, 0));
                assert_int_equal(oisin_error_code(shelf->kit),
                                 strstr(oisin_error(shelf->kit), "supported")
                                     ? OISIN_ERROR_UNSUPPORTED
                                     : OISIN_ERROR_INVALID);
            }
            oisin_close(file);
        }
        free(found[i]);
    }
    free(found);
    assert_true(compared > 15);
}

static void levels_of_a_texture_are_images(void **state)
{
    const Shelf *shelf = *state;
    make_game(shelf);
    assert_int_equal(sh(shelf->cli, "oisin convert game/game.tng -o map.png --map meadow && "
                                    "oisin convert map.png -o map.dds --format dxt1 --mips && "
                                    "oisin convert map.dds -o levels.png --mips"),
                     0);
    OisinFile *file = shelf_open(shelf, "map.dds");
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
    OisinFile *file = shelf_open(shelf, "map.png");
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
    OisinFile *file = shelf_open(shelf, "in/CRS_AOI_.lay");
    assert_expressions(shelf, file);
    OisinFile *member = shelf_open(shelf, "s.mpk/CRS_AOI_.lay");
    assert_expressions(shelf, member);
    /* Also in an archive that is not on the disk. */
    OisinFile *archive = shelf_open(shelf, "s.mpk");
    const void *packed = oisin_file_bytes(archive, &size);
    OisinFile *in_memory = oisin_open_bytes(shelf->kit, "nowhere.mpk", packed, size);
    const size_t index = strcmp(oisin_file_member(in_memory, 0), "CRS_AOI_.lay") != 0;
    OisinFile *layout = oisin_open_member(in_memory, index);
    oisin_close(in_memory);
    assert_expressions(shelf, layout);
    oisin_close(layout);
    oisin_close(archive);
    /* Bytes of the program have no neighbours: there is an equal name on the disk. */
    const void *bytes = oisin_file_bytes(file, &size);
    OisinFile *alone = oisin_open_bytes(shelf->kit, "in/CRS_AOI_.lay", bytes, size);
    assert_int_equal(oisin_file_picture_count(alone), 0);
    assert_int_equal(oisin_error_code(shelf->kit), OISIN_ERROR_NOT_FOUND);
    OisinFile *sheet = shelf_open(shelf, "in/CRS_AOI.png");
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
    OisinFile *file = shelf_open(shelf, shelf_path(shelf, "examples/segais/sounds/water.ogg"));
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

/* Noise as FLAC, of which the second half is missing. */
static OisinFile *half_a_sound(const Shelf *shelf)
{
    enum { SAMPLES = 40000 };
    static int16_t samples[SAMPLES];
    SF_INFO info = {
        .samplerate = 44100, .channels = 1, .format = SF_FORMAT_FLAC | SF_FORMAT_PCM_16};
    uint32_t random = 5;
    size_t size;
    for (size_t i = 0; i < SAMPLES; i++) {
        random = random * 1664525 + 1013904223;
        samples[i] = (int16_t)(random >> 16);
    }
    SNDFILE *out = sf_open("whole.flac", SFM_WRITE, &info);
    assert_int_equal(sf_writef_short(out, samples, SAMPLES), SAMPLES);
    sf_close(out);
    OisinFile *whole = shelf_open(shelf, "whole.flac");
    const void *bytes = oisin_file_bytes(whole, &size);
    OisinFile *half = oisin_open_bytes(shelf->kit, "half.flac", bytes, size / 2);
    oisin_close(whole);
    return half;
}

/* The second error was "the sound is damaged: close it", whatever the first one was. */
static void damaged_sound_keeps_its_first_error(void **state)
{
    enum { WANTED = 40000 };
    const Shelf *shelf = *state;
    static float samples[WANTED];
    static const char start[] = "half.flac: the sound is damaged: ";
    OisinFile *half = half_a_sound(shelf);
    OisinPcm *pcm = oisin_open_pcm(half);
    oisin_close(half);
    assert_in_range(oisin_pcm_read(pcm, samples, WANTED), 1000, WANTED - 1000);
    assert_int_equal(oisin_error_code(shelf->kit), OISIN_ERROR_INVALID);
    const Text error = arena_text(shelf->cli->arena, text_of(oisin_error(shelf->kit)));
    assert_int_equal(strncmp(error.at, start, strlen(start)), 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(oisin_pcm_read(pcm, samples, WANTED), 0);
        assert_int_equal(oisin_error_code(shelf->kit), OISIN_ERROR_INVALID);
        assert_string_equal(oisin_error(shelf->kit), error.at);
    }
    oisin_close_pcm(pcm);
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
    OisinFile *game = shelf_open(shelf, "segais.tng");
    count = oisin_file_member_count(game);
    assert_int_equal(count, strtoul(content(shelf->cli, "out"), NULL, 10));
    for (size_t i = 0; i < count; i += 1 + i / 10) {
        OisinFile *member = oisin_open_member(game, i);
        OisinFile *same = shelf_open(
            shelf,
            arena_format(shelf->cli->arena, "files/segais/%s", oisin_file_member(game, i)).at);
        const void *a = oisin_file_bytes(member, &mine), *b = oisin_file_bytes(same, &size);
        assert_int_equal(mine, size);
        assert_memory_equal(a, b, size);
        oisin_close(same);
        oisin_close(member);
    }
    OisinFile *sound = shelf_open(shelf, "segais.tng/sounds/door.ogg");
    OisinFile *source = shelf_open(shelf, shelf_path(shelf, "examples/segais/sounds/door.ogg"));
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

/* Numbers of voices are those of the first language: they are wrong in one that lacks a voice.
 */
static void voices_of_unequal_languages_are_not_found(void **state)
{
    const Shelf *shelf = *state;
    Arena *arena = shelf->cli->arena;
    Report report = report_to(NULL, NULL);
    TngFile game;
    Names names;
    Bytes file, voice;
    assert_int_equal(
        sh(shelf->cli, "oisin build %s/examples/segais -q -o segais.tng", shelf->before), 0);
    assert_true(file_load("segais.tng", &file, arena, &report));
    assert_true(tng_read(file, &game, arena, &report));
    assert_true(project_game_names(&game, &names, arena, &report));
    static const char *const paths[] = {"speech/aoife_de.ogg", "speech/aoife_en.ogg"};
    for (size_t i = 0; i < COUNT_OF(paths); i++)
        assert_true(game_file_bytes(&game, &names, text_of(paths[i]), &voice));
    TngSection *second = (TngSection *)(uintptr_t)tng_language(&game, 1);
    const char *code = ((const TngLanguage *)second->record)->code;
    second->entries++;
    second->count--;
    for (size_t i = 0; i < COUNT_OF(paths); i++)
        assert_int_equal(game_file_bytes(&game, &names, text_of(paths[i]), &voice),
                         strncmp(paths[i] + strlen("speech/aoife_"), code, 2) != 0);
}

static void sounds_of_a_world_lead_to_their_files(void **state)
{
    const Shelf *shelf = *state;
    const char *const games[] = {shelf_path(shelf, "examples/segais")};
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

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, shelf_begin, shelf_end)
    const struct CMUnitTest tests[] = {
        TEST(textures_have_the_pixels_of_the_command),
        TEST(image_files_have_the_pixels_of_the_command),
        TEST(levels_of_a_texture_are_images),
        TEST(image_files_are_detected_without_a_suffix),
        TEST(expressions_have_the_pixels_of_the_command),
        TEST(samples_of_a_wave_file_are_exact),
        TEST(damaged_sounds_are_errors),
        TEST(damaged_sound_keeps_its_first_error),
        TEST(files_of_a_game_are_its_members),
        TEST(voices_of_unequal_languages_are_not_found),
        TEST(sounds_of_a_world_lead_to_their_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
