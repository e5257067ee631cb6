/* convert/texture_file: textures that nobody has edited keep their files through a scene. */
#include "lib/evil_creature.h"
#include "lib/evil_mmp.h"
#include "lib/kit.h"

#include "kit/convert/conversion.h"
#include "evil_islands/models/model_settings.h"
#include "evil_islands/textures/texture_file.h"
#include "kit/open/gltf.h"
#include "base/image/png_write.h"

static Image pixels_of(Kit *kit, Bytes mmp)
{
    Mmp read;
    Image out;
    assert_true(mmp_read(mmp, &read, kit->arena, &kit->report));
    assert_true(mmp_picture(&read, 0, MMP_ROWS_USUAL, &out, kit->arena, &kit->report));
    return out;
}

static void file_is_in_the_image_until_its_pixels_are_edited(void **state)
{
    Kit *kit = *state;
    for (int kind = 0; kind < MMP_KIND_COUNT; kind++) {
        const Bytes mmp = small_mmp(kit, (MmpKind)kind);
        const Image image = pixels_of(kit, mmp);
        const Bytes png =
            texture_file_put(png_write(&image, NULL, kit->arena), mmp, kit->arena);
        Image shown;
        Bytes back;
        assert_true(png_read(png, &shown, NULL, kit->arena, &kit->report)); /* CRCs hold */
        assert_int_equal(image_hash(&shown), image_hash(&image));
        assert_true(texture_file_take(png, &back, kit->arena));
        assert_bytes_equal(back, mmp);
        *image_at(&image, 9, 5) ^= 0x00FF00; /* (1, 1) is transparent */
        const Bytes edited =
            texture_file_put(png_write(&image, NULL, kit->arena), mmp, kit->arena);
        assert_false(texture_file_take(edited, &back, kit->arena));
        assert_false(texture_file_take(png_write(&image, NULL, kit->arena), &back, kit->arena));
    }
}

static void damaged_images_have_no_file(void **state)
{
    Kit *kit = *state;
    const Bytes mmp = small_mmp(kit, MMP_DXT1);
    const Image image = pixels_of(kit, mmp);
    const Bytes png = texture_file_put(png_write(&image, NULL, kit->arena), mmp, kit->arena);
    Bytes back;
    for (size_t size = 0; size < png.size; size++)
        assert_false(texture_file_take(bytes_slice(png, 0, size), &back, kit->arena));
    for (size_t i = 0; i < png.size; i++) {
        const Bytes copy = arena_copy(kit->arena, png);
        ((uint8_t *)copy.data)[i] ^= 0x40;
        if (texture_file_take(copy, &back, kit->arena))
            assert_bytes_equal(back, mmp);
    }
}

/* Every level of a compressed texture was made again from the pixels of the largest. */
static void textures_of_models_keep_their_bytes_through_a_scene(void **state)
{
    static const MmpKind kinds[] = {MMP_DXT1, MMP_DXT3, MMP_DXT5, MMP_PNT3, MMP_565, MMP_8888};
    Kit *kit = *state;
    const Creature creature = creature_make("unxxxx", kit->arena);
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        Image levels[3] = {pixels_of(kit, creature.texture)};
        Bytes mmp = {0};
        for (size_t k = 1; k < COUNT_OF(levels); k++) { /* not what reducing would give */
            levels[k] = image_new(levels[0].w >> k, levels[0].h >> k, kit->arena);
            for (uint32_t p = 0; p < levels[k].w * levels[k].h; p++)
                *image_at(&levels[k], p % levels[k].w, p / levels[k].w) =
                    PIXEL(p % 251, 40 * k, 90, 255);
        }
        const size_t count = kinds[i] == MMP_PNT3 ? 1 : COUNT_OF(levels);
        assert_true(mmp_of_pictures(kinds[i], levels, count, MMP_ROWS_USUAL, &mmp, kit->arena,
                                    &kit->report));
        ConversionJob job = {.path = TEXT("unxxxx.mod"),
                             .input = creature.model,
                             .settings =
                                 &(ModelSettings){.bones = creature.bones, .texture = mmp}};
        Gltf scene;
        assert_true(conversion_run(conversion_find("mod", "glb", &job), &job, kit->arena,
                                   &kit->report));
        /* Written again, as by another program. */
        ConversionJob back = {.path = TEXT("x.glb"), .target = TEXT("unxxxx.mod")};
        assert_true(gltf_read(job.output, &scene, kit->arena, &kit->report));
        assert_true(gltf_write(&scene, &back.input, kit->arena, &kit->report));
        assert_true(conversion_run(conversion_find("glb", "mod", &back), &back, kit->arena,
                                   &kit->report));
        bool found = false;
        for (size_t k = 0; k < back.files_out.count; k++)
            if (text_ends(back.files_out.items[k].path, "mmp")) {
                assert_bytes_equal(back.files_out.items[k].bytes, mmp);
                found = true;
            }
        assert_true(found);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(file_is_in_the_image_until_its_pixels_are_edited),
        TEST(damaged_images_have_no_file),
        TEST(textures_of_models_keep_their_bytes_through_a_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
