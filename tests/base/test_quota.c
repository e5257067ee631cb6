/* Small files that claim much: each claim is within its limit, the sum is not. */
#include "lib/cli.h"
#include "lib/small_game.h"

#include "base/quota.h"
#include "tirnanog/container/tng.h"
#include "kit/jobs/files.h"
#include "base/image/png_write.h"

/* The sanitizers reserve more than any limit. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LIMIT(kib) ""
#else
#define LIMIT(kib) "ulimit -v " #kib "; "
#endif

/* A game like `file`, whose section of `type` has `count` entries, all like its first one but
 * for the asset, if one is given. */
static void put_game_of(Cli *cli, Bytes file, const char *path, unsigned type, size_t count,
                        Bytes stored)
{
    Kit *kit = kit_new();
    TngFile game;
    TngOutput out;
    assert_true(tng_read(file, &game, kit->arena, &kit->report));
    TngSection *section = (TngSection *)tng_section(&game, type);
    assert_non_null(section);
    const size_t size = section->kind->record->size;
    char *descriptors = arena_alloc(kit->arena, count, size);
    TngEntry *entries = ARENA_ALLOC(kit->arena, TngEntry, count);
    for (size_t i = 0; i < count; i++) {
        entries[i] =
            section
                ->entries[i < section->count && stored.size && type == SECTION_ATLASES ? i : 0];
        if (stored.size && (i >= section->count || type != SECTION_ATLASES))
            entries[i].stored = stored;
        entries[i].descriptor = descriptors + i * size;
        memcpy(entries[i].descriptor, section->entries[0].descriptor, size);
    }
    section->entries = entries;
    section->count = count;
    assert_true(tng_write(&game, &out, kit->arena, &kit->report));
    cli_put(cli, path, tng_output_bytes(&out, kit->arena));
    kit_free(kit);
}

static void put_game(Cli *cli, const char *path, unsigned type, size_t count, Bytes stored)
{
    Kit *kit = kit_new();
    put_game_of(cli, small_game(kit), path, type, count, stored);
    kit_free(kit);
}

static Bytes sprite_of(Kit *kit, u16 w, u16 h, u8 frames)
{
    TngAnimation animation = {.w = w, .h = h, .frame_count = frames};
    animation.frames = ARENA_ALLOC(kit->arena, TngFrame, frames);
    const TngSprite sprite = {.directions_count = 1, .directions = &animation};
    return tng_pack_record(&TngSprite_layout, &sprite, kit->arena);
}

static void exceeded_quota_stays_exceeded(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    Quota quota = quota_of(10, "pixels of pictures");
    assert_true(quota_take(&quota, 4, &kit->report));
    assert_true(quota_take(&quota, 6, &kit->report));
    assert_false(quota_exceeded(&quota));
    assert_false(quota_take(&quota, 1, &kit->report));
    assert_false(quota_take(&quota, 0, &kit->report));
    assert_true(quota_exceeded(&quota));
    assert_int_equal(kit->report.errors, 1);
    assert_true(kit_has_message(kit, "claims more than 10 pixels of pictures"));
    quota = quota_of_file(7, 100, 3, "bytes");
    assert_int_equal(quota.total, 100);
    quota = quota_of_file(70, 100, 3, "bytes");
    assert_int_equal(quota.total, 210);
    kit_free(kit);
}

/* 400 x 2048 x 2048 pixels would be 6.7 GB. */
static void image_shared_by_many_atlases_is_decoded_once(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    const Image image = image_new(2048, 2048, kit->arena);
    put_game(cli, "g.tng", SECTION_ATLASES, 400, png_write(&image, NULL, kit->arena));
    kit_free(kit);
    expect(cli, 0,
           LIMIT(2000000) "oisin check g.tng && oisin unpack g.tng -o game && test -s "
                          "game/mygame/config");
}

static void sprites_of_too_many_pixels_are_rejected(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    put_game(cli, "g.tng", SECTION_UI + 2, 3000, sprite_of(kit, 512, 2048, 32));
    put_game(cli, "wide.tng", SECTION_UI + 2, 1, sprite_of(kit, 2048, 2048, 32));
    kit_free(kit);
    expect(cli, 1,
           "timeout 300 \"$program\" unpack g.tng -o game; s=$?; test ! -e game && exit $s");
    assert_string_equal(content(cli, "err"),
                        "g.tng: the file claims more than 4294967296 pixels of sprites\n");
    expect(cli, 1, "oisin unpack wide.tng -o game; s=$?; test ! -e game && exit $s");
    assert_non_null(
        strstr(content(cli, "err"), "65536 x 2048 pixels for 32 frames is too large"));
}

static void objects_that_share_an_asset_do_not_fill_the_memory(void **state)
{
    Cli *cli = *state;
    put_game(cli, "g.tng", SECTION_OBJECTS, 60000, (Bytes){0});
    expect(cli, 0, "test $(stat -c %s g.tng) -lt 20000");
    expect(cli, 1, LIMIT(700000) "oisin show g.tng");
    assert_string_equal(content(cli, "err"), "g.tng: its JSON would be larger than 128 MiB\n");
    expect(cli, 1,
           LIMIT(700000) "oisin convert g.tng -o g.json; s=$?; test ! -e g.json && exit $s");
}

/* One long cutscene that 300 entries share: 24 KB of a game, 790 MB of text. */
static void texts_of_a_project_are_limited(void **state)
{
    Cli *cli = *state;
    Bytes file;
    expect(cli, 0,
           "oisin new p && { printf 'TirNanoG CutScene\\n- - - -\\n'; "
           "yes 't 0 0 0 100 0 0 0 FF000000 .. 8 plain Hi' | head -65000; } >p/ui/long.cut && "
           "oisin build p -o p.tng");
    Report report = report_to(NULL, NULL);
    assert_true(file_load(arena_format(cli->arena, "%s/p.tng", cli->folder).at, &file,
                          cli->arena, &report));
    put_game_of(cli, file, "g.tng", SECTION_CUTSCENES, 300, (Bytes){0});
    expect(cli, 1, LIMIT(500000) "oisin unpack g.tng -o game");
    assert_non_null(strstr(content(cli, "err"),
                           "the file claims more than 134217728 bytes of files of a project"));
}

static void assets_may_not_be_claimed_a_thousand_times(void **state)
{
    Cli *cli = *state;
    const size_t size = 1 << 20;
    uint8_t *music = arena_alloc(cli->arena, size, 1);
    memcpy(music, "OggS", 4);
    for (size_t i = 4; i < size; i++)
        music[i] = (uint8_t)next_random(256);
    put_game(cli, "g.tng", SECTION_ATLASES, 1000, (Bytes){music, size});
    expect(cli, 1, "oisin unpack g.tng -o game");
    assert_non_null(strstr(content(cli, "err"), "g.tng: the file claims more than "));
    assert_non_null(strstr(content(cli, "err"), " bytes of assets\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exceeded_quota_stays_exceeded),
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
        TEST(image_shared_by_many_atlases_is_decoded_once),
        TEST(sprites_of_too_many_pixels_are_rejected),
        TEST(objects_that_share_an_asset_do_not_fill_the_memory),
        TEST(texts_of_a_project_are_limited),
        TEST(assets_may_not_be_claimed_a_thousand_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
