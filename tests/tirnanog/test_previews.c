/* Previews of NPCs and spawners, for Tiled. */
#include "lib/audit_kit.h"
#include "lib/shared_kit.h"

#include "base/image/png.h"
#include "tirnanog/sprites/previews.h"

static ProjectFiles previews_of(Bytes game)
{
    ProjectFiles out = {0};
    project_previews(game_of(kit, game), NULL, &out, arena);
    return out;
}

static const ProjectFile *find(const ProjectFiles *files, const char *path)
{
    for (size_t i = 0; i < files->count; i++)
        if (text_is(files->items[i].path, path))
            return &files->items[i];
    return NULL;
}

static Image image_at_path(const ProjectFiles *files, const char *path)
{
    Image image;
    const ProjectFile *file = find(files, path);
    if (!file)
        fail_msg("no %s", path);
    assert_true(png_read(file->bytes, &image, NULL, arena, &kit->report));
    return image;
}

/* A guide with a sprite, a ghost without, and a spawner of each. */
static ProjectFiles project_with_npcs(void)
{
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, "npcs/ghost.npc", "TirNanoG NPC\nGhost\nstand 100 200 0\n");
    put_text(kit, &files, "npcs/guides.swr", "TirNanoG Spawner\n1 100\n- - - guide\n");
    put_text(kit, &files, "npcs/ghosts.swr", "TirNanoG Spawner\n1 100\n- - - ghost\n");
    project_files_sort(&files);
    return files;
}

static void preview_is_the_first_frame_facing_south(void **state)
{
    ProjectFiles files = project_with_npcs();
    (void)state;
    const ProjectFiles previews = previews_of(built(kit, &files));
    assert_int_equal(previews.count, 4);
    const Image guide = image_at_path(&previews, "npcs/guide_npc.png");
    const Image hero = image_at_path(&files, "chars/hero_soo0.png");
    assert_true(image_equal(&guide, &hero));
}

/* Puts a changed record back into a game. */
static void replace(TngFile *game, unsigned section, size_t index, const RecordLayout *layout,
                    const void *record)
{
    tng_section(game, section)->entries[index].stored = tng_pack_record(layout, record, arena);
}

/* Games of other tools may store the directions in another order. */
static void south_is_found_in_any_order(void **state)
{
    ProjectFiles files = project_with_npcs();
    (void)state;
    TngFile *game = game_of(kit, built(kit, &files));
    const TngNpc *guide = asset_of(kit, game, SECTION_NPCS, 1);
    TngSprite *hero = asset_of(kit, game, SECTION_CHARS, guide->sprites[0].index);
    assert_in_range(hero->directions_count, 2, 8);
    const TngAnimation south = hero->directions[0];
    hero->directions[0] = hero->directions[1];
    hero->directions[1] = south;
    for (size_t i = 0; i < hero->directions_count; i++)
        if (i != 1)
            hero->directions[i].h++; /* the hero may look the same from all sides */
    replace(game, SECTION_CHARS, guide->sprites[0].index, &TngSprite_layout, hero);
    ProjectFiles out = {0};
    project_previews(game, NULL, &out, arena);
    const Image preview = image_at_path(&out, "npcs/guide_npc.png");
    const Image wanted = image_at_path(&files, "chars/hero_soo0.png");
    assert_true(image_equal(&preview, &wanted));
}

static void spawner_shows_its_npc_in_corners(void **state)
{
    ProjectFiles files = project_with_npcs();
    (void)state;
    const ProjectFiles previews = previews_of(built(kit, &files));
    const Image guides = image_at_path(&previews, "npcs/guides_swr.png");
    const Image hero = image_at_path(&files, "chars/hero_soo0.png");
    const uint32_t middle = hero.w / 2, right = hero.w - 1;
    assert_int_equal(guides.w, hero.w);
    assert_int_equal(*image_at(&guides, middle, middle), *image_at(&hero, middle, middle));
    assert_int_equal(PIXEL_A(*image_at(&hero, 0, 0)), 0);
    assert_int_equal(PIXEL_A(*image_at(&guides, 0, 0)), 255);
    assert_int_equal(*image_at(&guides, 0, 0), *image_at(&guides, right, hero.h - 1));
}

static void npc_without_sprite_gets_a_mark(void **state)
{
    ProjectFiles files = project_with_npcs();
    (void)state;
    const ProjectFiles previews = previews_of(built(kit, &files));
    const Image ghost = image_at_path(&previews, "npcs/ghost_npc.png");
    const Image ghosts = image_at_path(&previews, "npcs/ghosts_swr.png");
    assert_int_equal(ghost.w, 32);
    assert_int_equal(PIXEL_A(*image_at(&ghost, 16, 16)), 255);
    assert_false(image_equal(&ghost, &ghosts));
}

/* Neither a game nor a warning depends on them. */
static void game_is_the_same_with_and_without_previews(void **state)
{
    ProjectFiles files = project_with_npcs();
    (void)state;
    const Bytes wanted = built(kit, &files);
    const ProjectFiles previews = previews_of(wanted);
    for (size_t i = 0; i < previews.count; i++)
        audit_put(kit, &files, arena_text(arena, previews.items[i].path).at,
                  previews.items[i].bytes);
    project_files_sort(&files);
    kit_clear(kit);
    assert_bytes_equal(built(kit, &files), wanted);
    assert_int_equal(kit->report.warnings, 0);
}

static void unpacked_maps_refer_to_the_previews(void **state)
{
    ProjectFiles files = project_with_npcs();
    (void)state;
    const Bytes game = built(kit, &files);
    ProjectFiles again = unbuilt(kit, game);
    image_at_path(&again, "npcs/guide_npc.png");
    image_at_path(&again, "npcs/ghosts_swr.png");
    const ProjectFile *map = find(&again, "maps/meadow.tmx");
    assert_non_null(map);
    static const char wanted[] =
        "<image source=\"../npcs/guide_npc.png\" width=\"32\" height=\"32\"/>";
    assert_non_null(find_part(map->bytes.data, map->bytes.size, wanted));
    project_files_sort(&again);
    assert_bytes_equal(built(kit, &again), game);
}

/* Their sprite is not in the game, or has no pixels. */
static void damaged_references_give_marks(void **state)
{
    ProjectFiles files = project_with_npcs();
    (void)state;
    TngFile *game = game_of(kit, built(kit, &files));
    TngNpc *guide = asset_of(kit, game, SECTION_NPCS, 1);
    const SpriteRef wrong[] = {{2, 9999}, {200, 0}, {2, 65535}, {4, 0}};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        guide->sprites[0] = wrong[i];
        replace(game, SECTION_NPCS, 1, &TngNpc_layout, guide);
        ProjectFiles out = {0};
        project_previews(game, NULL, &out, arena);
        assert_int_equal(out.count, 4);
        const Image guides = image_at_path(&out, "npcs/guide_npc.png");
        const Image ghosts = image_at_path(&out, "npcs/ghost_npc.png");
        assert_true(image_equal(&guides, &ghosts));
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(preview_is_the_first_frame_facing_south),
        TEST(south_is_found_in_any_order),
        TEST(spawner_shows_its_npc_in_corners),
        TEST(npc_without_sprite_gets_a_mark),
        TEST(game_is_the_same_with_and_without_previews),
        TEST(unpacked_maps_refer_to_the_previews),
        TEST(damaged_references_give_marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
