#include "format_samples.h"

#include "mages/archives/cpk.h"
#include "mages/archives/lnk4.h"
#include "kit/jobs/files.h"

static Bytes game_sample(Kit *kit) { return small_game(kit); }

static Bytes saved_sample(Kit *kit)
{
    TngFile *game = ARENA_ALLOC(kit->arena, TngFile, 1);
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

static Bytes mvl_sample(Kit *kit)
{
    Mvl mvl = small_mvl(kit);
    return mvl_write(&mvl, kit->arena);
}

/* Of two files, without the padding after the last one, which may be missing. */
static Bytes cpk_sample(Kit *kit)
{
    const ArchiveItem items[] = {
        {.path = TEXT("chara/ana_.lay"), .bytes = lay_sample(kit)},
        {.path = TEXT("words.txt"), .bytes = bytes_of_text(TEXT("some words"))}};
    ArchiveParts parts;
    assert_true(
        cpk_archive.pack(items, COUNT_OF(items), NULL, NULL, &parts, kit->arena, &kit->report));
    const Bytes file = archive_bytes(&parts, kit->arena);
    return bytes_slice(file, 0, file.size - (CPK_ALIGNMENT - items[1].bytes.size));
}

static Bytes lnk4_sample(Kit *kit)
{
    const ArchiveItem items[] = {{.path = TEXT("00000"), .bytes = mvl_sample(kit)},
                                 {.path = TEXT("00001"), .bytes = lay_sample(kit)}};
    ArchiveParts parts;
    assert_true(lnk4_archive.pack(items, COUNT_OF(items), NULL, NULL, &parts, kit->arena,
                                  &kit->report));
    return archive_bytes(&parts, kit->arena);
}

static Bytes res_sample(Kit *kit) { return small_res(kit); }

static Bytes reg_sample(Kit *kit) { return small_reg(kit); }

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

static Bytes character_sample(Kit *kit) { return evil_character(kit); }

static Bytes campaign_sample(Kit *kit) { return evil_campaign(kit); }

static Bytes zone_sample(Kit *kit) { return evil_zone(kit); }

enum { INFO_TITLE = 6 }; /* may be missing */

static Bytes info_sample(Kit *kit) { return evil_save_info(kit, "title"); }

static Bytes shot_sample(Kit *kit) { return evil_shot(kit); }

static const FormatSample made_samples[] = {{"tng", game_sample, 0, 0},
                                            {"sav", saved_sample, 0, 4},
                                            {"sfn", font_sample, 0, 0},
                                            {"lay", lay_sample, 0, 0},
                                            {"lay", lay_zlib_sample, 0, 0},
                                            {"mpk", mpk_sample, 0, 0},
                                            {"res", res_sample, 0, 0},
                                            {"reg", reg_sample, 0, 0},
                                            {"mmp", mmp_sample, 0, 0},
                                            {"mmp", mmp_packed_sample, 0, 0},
                                            {"adb", adb_sample, 0, 0},
                                            {"db", db_sample, 0, 0},
                                            {"lnk", lnk_sample, 0, 0},
                                            {"bon", bon_sample, 12, 0},
                                            {"fig", fig_sample, 0, 0},
                                            {"anm", anm_sample, 0, 0},
                                            {"mp", mp_sample, 0, 0},
                                            {"sec", sec_sample, 0, 0},
                                            {"sec", sec_wet_sample, 0, 0},
                                            {"mob", mob_sample, 0, 0},
                                            {"character", character_sample, 0, 0},
                                            {"campaign", campaign_sample, 0, 0},
                                            {"zonestate", zone_sample, 0, 0},
                                            {"saveinfo", info_sample, 0, INFO_TITLE},
                                            {"saveshot", shot_sample, 0, 0},
                                            {"mvl", mvl_sample, 0, 0},
                                            {"cpk", cpk_sample, 0, 0},
                                            {"lnk4", lnk4_sample, 0, 0}};

/* Bytes after which a file without a head may end: those of an element, if its record is just a
 * list of all that follow. */
static size_t frame_of(const Format *format)
{
    size_t count;
    const Field *fields = format->layout ? format->layout->fields(&count) : NULL;
    return fields && count == 1 && fields->shape == SHAPE_ALL ? fields->type->bytes : 0;
}

/* Sample `index` of all: those that are made, then a file of each other format. */
bool format_sample(size_t index, FormatSample *out)
{
    if (index < COUNT_OF(made_samples)) {
        *out = made_samples[index];
        return true;
    }
    index -= COUNT_OF(made_samples);
    for (const Format *format = formats; format->name; format++) {
        bool made = false;
        for (size_t i = 0; i < COUNT_OF(made_samples); i++)
            made |= !strcmp(made_samples[i].name, format->name);
        if (!made && !index--) {
            *out = (FormatSample){format->name, NULL, frame_of(format), 0};
            return true;
        }
    }
    return false;
}

Bytes sample_bytes(const FormatSample *sample, Kit *kit)
{
    Bytes file;
    if (sample->make)
        return sample->make(kit);
    const Text path = arena_format(kit->arena, "fuzz/corpus/%s/sample", sample->name);
    if (!file_load(path.at, &file, kit->arena, &kit->report))
        fail_msg("the format %s has no sample: %s", sample->name, path.at);
    return file;
}
