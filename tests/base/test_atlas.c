#include "lib/shared_kit.h"

#include "base/image/atlas.h"
#include "base/tasks.h"

static Image random_image(uint32_t w, uint32_t h)
{
    const Image image = image_new(w, h, arena);
    for (size_t i = 0; i < (size_t)w * h; i++)
        image.pixels[i] = next_random(1 << 24) | (1 + next_random(255)) << 24;
    return image;
}

/* The same picture with a transparent margin that has colours. */
static Image with_margin(const Image *image, uint32_t left, uint32_t top, uint32_t more)
{
    const Image wide = image_new(image->w + left + more, image->h + top + more, arena);
    for (size_t i = 0; i < (size_t)wide.w * wide.h; i++)
        wide.pixels[i] = 0x00777777;
    image_copy(&wide, (int32_t)left, (int32_t)top, image);
    return wide;
}

static AtlasPlan plan_of(const Image *images, size_t count, unsigned side_log2)
{
    AtlasPlan plan;
    assert_true(atlas_plan(images, count, side_log2, &plan, arena, &kit->report));
    return plan;
}

/* Atlases are powers of two within the limit, and no two cells overlap. */
static void plan_check(const AtlasPlan *plan, unsigned side_log2)
{
    size_t cells = 0;
    for (size_t i = 0; i < plan->atlas_count; i++) {
        const Atlas *atlas = &plan->atlases[i];
        assert_int_equal(atlas->w & (atlas->w - 1), 0);
        assert_int_equal(atlas->h & (atlas->h - 1), 0);
        assert_true(atlas->w <= 1u << side_log2 && atlas->h <= 1u << side_log2);
        assert_true(atlas->used_h <= atlas->h && atlas->cell_count > 0);
        assert_int_equal(atlas->first_cell, cells);
        cells += atlas->cell_count;
        const Image taken = image_new(atlas->w, atlas->h, arena);
        for (size_t k = 0; k < atlas->cell_count; k++) {
            const AtlasCell *cell = &plan->cells[atlas->first_cell + k];
            assert_int_equal(cell->atlas, i);
            assert_true(cell->x + cell->w <= (int)atlas->w);
            assert_true(cell->y + cell->h <= (int)atlas->used_h);
            for (uint32_t y = 0; y < cell->h; y++)
                for (uint32_t x = 0; x < cell->w; x++) {
                    Pixel *pixel = image_at(&taken, cell->x + x, cell->y + y);
                    assert_int_equal(*pixel, 0);
                    *pixel = 1;
                }
        }
    }
    assert_int_equal(plan->cell_count, cells);
}

/* Every picture comes back from the drawn atlases by its operation and margins. */
static void pictures_check(const AtlasPlan *plan, const Image *images)
{
    Image *drawn = ARENA_ALLOC(arena, Image, plan->atlas_count);
    for (size_t i = 0; i < plan->atlas_count; i++)
        drawn[i] = atlas_draw(plan, i, images, arena);
    for (size_t i = 0; i < plan->place_count; i++) {
        const AtlasPosition *place = &plan->places[i];
        const Image again = image_new(images[i].w, images[i].h, arena);
        if (place->w) {
            const Image cell =
                image_part(&drawn[place->atlas], place->x, place->y, place->w, place->h);
            const Image turned = image_turned(&cell, atlas_way(place->operation), arena);
            image_copy(&again, (int32_t)place->left, (int32_t)place->top, &turned);
        }
        assert_true(image_equal(&again, &images[i]));
    }
}

static void images_are_recovered_from_their_atlas(void **unused)
{
    (void)unused;
    enum { COUNT = 300 };
    Image images[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        const Image image =
            i && next_random(4) == 0
                ? image_turned(&images[next_random((uint32_t)i)], next_random(8), arena)
                : random_image(1 + next_random(40), 1 + next_random(40));
        images[i] = with_margin(&image, next_random(5), next_random(5), next_random(5));
    }
    for (unsigned side_log2 = 7; side_log2 <= 10; side_log2++) {
        const AtlasPlan plan = plan_of(images, COUNT, side_log2);
        plan_check(&plan, side_log2);
        pictures_check(&plan, images);
    }
}

static void operation_is_applied_to_the_cell(void **unused)
{
    (void)unused;
    /* The picture "1 2" over "3 4", and what the operations make of it. */
    static const uint8_t wanted[ATLAS_OPERATION_COUNT][4] = {
        {1, 2, 3, 4}, {3, 4, 1, 2}, {2, 1, 4, 3}, {3, 1, 4, 2}, {4, 3, 2, 1}, {2, 4, 1, 3}};
    for (unsigned operation = 0; operation < ATLAS_OPERATION_COUNT; operation++) {
        Image images[2] = {image_new(2, 2, arena), image_new(2, 2, arena)};
        for (unsigned i = 0; i < 4; i++) {
            images[0].pixels[i] = PIXEL(i + 1, 0, 0, 255);
            images[1].pixels[i] = PIXEL(wanted[operation][i], 0, 0, 255);
        }
        const AtlasPlan plan = plan_of(images, 2, 6);
        assert_int_equal(plan.cell_count, 1);
        assert_int_equal(plan.places[0].operation, ATLAS_COPY);
        assert_int_equal(plan.places[1].operation, operation);
    }
}

static void eight_orientations_of_an_image_need_two_cells(void **unused)
{
    (void)unused;
    const Image image = random_image(9, 5);
    Image images[9];
    for (unsigned way = 0; way < 8; way++)
        images[way] = image_turned(&image, way, arena);
    images[8] = image;
    const AtlasPlan plan = plan_of(images, 9, 6);
    assert_int_equal(plan.cell_count, 2);
    pictures_check(&plan, images);
}

/* No operation mirrors at a diagonal, but both can be had from a third way. */
static void image_and_its_transpose_share_a_cell(void **unused)
{
    (void)unused;
    const Image image = random_image(9, 5);
    const Image images[2] = {image, image_turned(&image, 3, arena)};
    const AtlasPlan plan = plan_of(images, 2, 6);
    assert_int_equal(plan.cell_count, 1);
    pictures_check(&plan, images);
}

static void transparent_image_uses_no_space(void **unused)
{
    (void)unused;
    Image images[2] = {image_new(30, 20, arena), image_new(0, 0, arena)};
    images[0].pixels[7] = 0x00FFFFFF;
    const AtlasPlan plan = plan_of(images, 2, 8);
    assert_int_equal(plan.atlas_count, 0);
    assert_int_equal(plan.places[0].w | plan.places[0].h, 0);
    const AtlasPlan none = plan_of(images, 0, 8);
    assert_int_equal(none.atlas_count, 0);
}

static void single_image_gets_the_smallest_power_of_two_size(void **unused)
{
    (void)unused;
    const Image image = random_image(33, 9);
    const AtlasPlan plan = plan_of(&image, 1, 11);
    assert_int_equal(plan.atlas_count, 1);
    assert_int_equal(plan.atlases[0].w, 64);
    assert_int_equal(plan.atlases[0].h, 16);
}

static void tiles_fill_an_atlas_without_a_gap(void **unused)
{
    (void)unused;
    enum { COUNT = 256 };
    Image images[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        images[i] = random_image(16, 16);
    const AtlasPlan plan = plan_of(images, COUNT, 8);
    plan_check(&plan, 8);
    assert_int_equal(plan.atlas_count, 1);
    assert_int_equal(plan.atlases[0].w * plan.atlases[0].h, 256 * 256);
}

static void image_larger_than_the_atlas_is_rejected(void **unused)
{
    (void)unused;
    kit_clear(kit);
    const Image images[2] = {random_image(3, 3), random_image(3, 65)};
    AtlasPlan plan;
    assert_false(atlas_plan(images, 2, 6, &plan, arena, &kit->report));
    assert_int_equal(kit->messages.count, 1);
    assert_true(text_is(kit->messages.items[0].text,
                        "image 1 has 3 x 65 pixels; the maximum is 64 x 64"));
    const Image large = random_image(2049, 1);
    assert_false(atlas_plan(&large, 1, 12, &plan, arena, &kit->report));
}

static void more_than_4096_atlases_are_rejected(void **unused)
{
    (void)unused;
    kit_clear(kit);
    enum { COUNT = ATLAS_COUNT_MAX + 1 };
    Image *images = ARENA_ALLOC(arena, Image, COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        images[i] = image_new(1, 1, arena);
        images[i].pixels[0] = 0xFF000000 | i;
    }
    AtlasPlan plan = plan_of(images, COUNT - 1, 0);
    assert_int_equal(plan.atlas_count, ATLAS_COUNT_MAX);
    assert_false(atlas_plan(images, COUNT, 0, &plan, arena, &kit->report));
    assert_int_equal(kit->messages.count, 1);
}

static void the_plan_does_not_depend_on_the_number_of_threads(void **unused)
{
    (void)unused;
    enum { COUNT = 500 };
    Image images[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        images[i] = i % 5 == 4 ? image_turned(&images[i - 3], next_random(8), arena)
                               : random_image(1 + next_random(30), 1 + next_random(30));
    tasks_set_threads(1);
    const AtlasPlan one = plan_of(images, COUNT, 9);
    tasks_set_threads(7);
    const AtlasPlan many = plan_of(images, COUNT, 9);
    tasks_set_threads(0);
    assert_int_equal(one.cell_count, many.cell_count);
    for (size_t i = 0; i < COUNT; i++)
        assert_memory_equal(&one.places[i], &many.places[i], sizeof one.places[i]);
}

static void mixed_sizes_pack_densely(void **unused)
{
    (void)unused;
    enum { COUNT = 1500 };
    Image *images = ARENA_ALLOC(arena, Image, COUNT);
    uint64_t area = 0, whole = 0, used = 0;
    for (size_t i = 0; i < COUNT; i++) {
        const uint32_t max = i % 50 == 0 ? 150 : 40;
        images[i] = random_image(4 + next_random(max), 4 + next_random(max));
        area += (uint64_t)images[i].w * images[i].h;
    }
    const AtlasPlan plan = plan_of(images, COUNT, 10);
    plan_check(&plan, 10);
    for (size_t i = 0; i < plan.atlas_count; i++) {
        whole += (uint64_t)plan.atlases[i].w * plan.atlases[i].h;
        used += (uint64_t)plan.atlases[i].w * plan.atlases[i].used_h;
    }
    assert_true(area * 100 >= used * 97);
    assert_true(area * 100 >= whole * 90);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_are_recovered_from_their_atlas),
        cmocka_unit_test(operation_is_applied_to_the_cell),
        cmocka_unit_test(eight_orientations_of_an_image_need_two_cells),
        cmocka_unit_test(image_and_its_transpose_share_a_cell),
        cmocka_unit_test(transparent_image_uses_no_space),
        cmocka_unit_test(single_image_gets_the_smallest_power_of_two_size),
        cmocka_unit_test(tiles_fill_an_atlas_without_a_gap),
        cmocka_unit_test(image_larger_than_the_atlas_is_rejected),
        cmocka_unit_test(more_than_4096_atlases_are_rejected),
        cmocka_unit_test(the_plan_does_not_depend_on_the_number_of_threads),
        cmocka_unit_test(mixed_sizes_pack_densely),
    };
    return cmocka_run_group_tests(tests, shared_kit_start, shared_kit_end);
}
