/* What holds for every format of the registry, on a sample of each. A new format
 * is a row here, and gets all of these tests. */
#include "evil_adb.h"
#include "evil_db.h"
#include "evil_figures.h"
#include "evil_mmp.h"
#include "evil_mob.h"
#include "evil_reg.h"
#include "evil_res.h"
#include "kit.h"
#include "mages_samples.h"
#include "small_game.h"

#include "engine/save.h"
#include "formats/format.h"
#include "formats/open/font_builtin.h"
#include "formats/open/ssfn.h"

static Bytes game_sample(Kit *kit) { return small_game(kit); }

static Bytes saved_sample(Kit *kit)
{
    TngFile *game = ARENA_TAKE(kit->arena, TngFile, 1);
    const WorldOptions options = {.seed = 1, .skip_menu = true};
    Bytes file;
    assert_true(tng_read(small_game(kit), game, kit->arena, &kit->report));
    World *world = world_new(game, &options, kit->arena, &kit->report);
    for (unsigned i = 0; i < 60; i++)
        world_tick(world, &(WorldInput){0});
    assert_true(world_save(world, NULL, &file, kit->arena, &kit->report));
    return file;
}

static Bytes font_sample(Kit *kit) { return font_builtin(kit->arena)->bytes; }

static Bytes lay_sample(Kit *kit)
{
    const Lay lay = small_lay(kit, LAY_A);
    return lay_write(&lay, kit->arena);
}

static Bytes lay_zlib_sample(Kit *kit)
{
    Lay lay = small_lay(kit, LAY_C);
    lay.zlib = true;
    return lay_write(&lay, kit->arena);
}

static Bytes mpk_sample(Kit *kit)
{
    const Mpk mpk = small_mpk(kit);
    return mpk_write(&mpk, kit->arena);
}

static Bytes res_sample(Kit *kit) { return small_res(kit); }

static Bytes reg_sample(Kit *kit) { return small_reg(kit); }

static Bytes cam_sample(Kit *kit) { return small_cam(kit); }

/* Of the smallest records: a longer one can be cut to a file of shorter ones. */
static Bytes adb_sample(Kit *kit) { return small_adb(kit, 36); }

static Bytes db_sample(Kit *kit) { return small_db(kit, DB_perks); }

static Bytes lnk_sample(Kit *kit) { return small_lnk(kit); }

static Bytes bon_sample(Kit *kit) { return small_bon(kit); }

static Bytes fig_sample(Kit *kit) { return small_fig(kit); }

static Bytes anm_sample(Kit *kit) { return small_anm(kit); }

static Bytes mp_sample(Kit *kit) { return small_mp(kit); }

static Bytes sec_sample(Kit *kit) { return small_sec(kit, false); }

static Bytes sec_wet_sample(Kit *kit) { return small_sec(kit, true); }

static Bytes mob_sample(Kit *kit) { return evil_mob_tree(kit->arena); }

static Bytes mmp_sample(Kit *kit) { return small_mmp(kit, MMP_DXT1); }

static Bytes mmp_packed_sample(Kit *kit) { return small_mmp(kit, MMP_PNT3); }

static const struct {
    const char *name;
    Bytes (*make)(Kit *kit);
    size_t frame; /* a file without a head may end behind each of so many bytes; or 0 */
} samples[] = {{"tng", game_sample, 0}, {"sav", saved_sample, 0},      {"sfn", font_sample, 0},
               {"lay", lay_sample, 0},  {"lay", lay_zlib_sample, 0},   {"mpk", mpk_sample, 0},
               {"res", res_sample, 0},  {"reg", reg_sample, 0},        {"cam", cam_sample, 36},
               {"mmp", mmp_sample, 0},  {"mmp", mmp_packed_sample, 0}, {"adb", adb_sample, 0},
               {"db", db_sample, 0},    {"lnk", lnk_sample, 0},        {"bon", bon_sample, 12},
               {"fig", fig_sample, 0},  {"anm", anm_sample, 0},        {"mp", mp_sample, 0},
               {"sec", sec_sample, 0},  {"sec", sec_wet_sample, 0},    {"mob", mob_sample, 0}};

static void every_format_has_a_sample(void **state)
{
    (void)state;
    for (const Format *format = formats; format->name; format++) {
        bool found = false;
        for (size_t i = 0; i < COUNT_OF(samples); i++)
            found |= !strcmp(samples[i].name, format->name);
        assert_true(found);
    }
}

static void a_format_knows_its_files_by_their_first_bytes_and_by_their_suffix(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        Kit *kit = kit_new();
        const Bytes file = samples[i].make(kit);
        const Format *found = format_of(TEXT("no_suffix"), file);
        if (format_named(text_of(samples[i].name))->is(file))
            assert_string_equal(found->name, samples[i].name);
        else /* it has no magic: the suffix alone tells */
            assert_null(found);
        const Text path = arena_format(kit->arena, "x.%s", samples[i].name);
        assert_string_equal(format_of(path, BYTES(1, 2, 3))->name, samples[i].name);
        kit_free(kit);
    }
    assert_null(format_of(TEXT("x.unknown"), BYTES(1, 2, 3)));
}

static void a_sample_is_clean_and_has_a_title(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        Kit *kit = kit_new();
        const Format *format = format_named(text_of(samples[i].name));
        const Bytes file = samples[i].make(kit);
        assert_true(format->check(file, kit->arena, &kit->report));
        assert_int_equal(kit->messages.count, 0);
        assert_true(format->title_of(file, kit->arena).size > 0);
        kit_free(kit);
    }
}

static void json_gives_every_sample_back_bit_by_bit(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        Kit *kit = kit_new();
        const Format *format = format_named(text_of(samples[i].name)), *found;
        const Bytes file = samples[i].make(kit);
        Writer json = writer_to(kit->arena);
        Bytes back;
        assert_true(format_to_json(format, file, true, &json, kit->arena, &kit->report));
        assert_null(strstr(arena_text(kit->arena, writer_text(&json)).at, "\"exact\""));
        assert_true(
            format_from_json(writer_bytes(&json), &back, &found, kit->arena, &kit->report));
        assert_ptr_equal(found, format);
        assert_bytes_equal(back, file);
        kit_free(kit);
    }
}

static void an_edited_json_with_exact_bytes_is_written_anew_and_says_so(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        Kit *kit = kit_new();
        const Format *format = format_named(text_of(samples[i].name)), *found;
        const Bytes file = samples[i].make(kit);
        Writer json = writer_to(kit->arena);
        Bytes back;
        assert_true(format_to_json(format, file, true, &json, kit->arena, &kit->report));
        /* The exact bytes of something else: the rest of the text counts. */
        json.size -= 2; /* the closing brace and the line's end */
        write_format(&json, ", \"exact\": \"00\"}\n");
        assert_true(
            format_from_json(writer_bytes(&json), &back, &found, kit->arena, &kit->report));
        assert_true(kit_says(kit, "the text was edited"));
        assert_bytes_equal(back, file);
        kit_free(kit);
    }
}

static void every_cut_of_a_sample_is_refused_with_one_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        Kit *kit = kit_new();
        const Format *format = format_named(text_of(samples[i].name));
        const Bytes file = samples[i].make(kit);
        for (size_t size = 0; size < file.size; size += 1 + file.size / 150) {
            Kit *one = kit_new();
            Writer json = writer_to(one->arena);
            if (samples[i].frame && size % samples[i].frame == 0) {
                kit_free(one);
                continue;
            }
            assert_false(format->check(bytes_slice(file, 0, size), one->arena, &one->report));
            assert_true(one->report.errors >= 1);
            for (size_t m = 0; m < one->messages.count; m++)
                assert_null(strchr(kit_message(one, m), '\n'));
            format_to_json(format, bytes_slice(file, 0, size), true, &json, one->arena,
                           &one->report);
            kit_free(one);
        }
        kit_free(kit);
    }
}

static void every_format_prints_its_page(void **state)
{
    (void)state;
    for (const Format *format = formats; format->name; format++) {
        Kit *kit = kit_new();
        Writer page = writer_to(kit->arena);
        format_describe(format, &page);
        assert_non_null(strstr(arena_text(kit->arena, writer_text(&page)).at, "| field |"));
        kit_free(kit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_has_a_sample),
        cmocka_unit_test(a_format_knows_its_files_by_their_first_bytes_and_by_their_suffix),
        cmocka_unit_test(a_sample_is_clean_and_has_a_title),
        cmocka_unit_test(json_gives_every_sample_back_bit_by_bit),
        cmocka_unit_test(an_edited_json_with_exact_bytes_is_written_anew_and_says_so),
        cmocka_unit_test(every_cut_of_a_sample_is_refused_with_one_line),
        cmocka_unit_test(every_format_prints_its_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
