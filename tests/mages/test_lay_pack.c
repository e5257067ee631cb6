#include "lib/kit.h"

#include "mages/sprites/lay_pack.h"
#include "mages/sprites/lay_pictures.h"

#include <stdio.h>

enum { W = 200, H = 150, ORIGIN_X = 90, ORIGIN_Y = 60 };

/* A character: a body, a face that changes in one place, a mouth in another. */
typedef struct Doll {
    Image images[16];
    LayFull pictures[16];
    size_t count;
    Kit *kit;
} Doll;

static void fill(const Image *image, Rect area, Pixel colour)
{
    for (int32_t y = area.y; y < area.y + area.h; y++)
        for (int32_t x = area.x; x < area.x + area.w; x++)
            *image_at(image, (uint32_t)x, (uint32_t)y) =
                colour ^ (Pixel)(x * 5 & 31) ^ (Pixel)(y * 3 & 31) << 8;
}

static void add(Doll *doll, uint32_t face, uint32_t mouth, uint32_t eye)
{
    Image *image = &doll->images[doll->count];
    *image = image_new(W, H, doll->kit->arena);
    fill(image, (Rect){35, 5, 130, 140}, PIXEL(160, 96, 64, 255));
    fill(image, (Rect){70, 30, 60, 50}, PIXEL(224, 160, 96 + 32 * (face & 3), 255));
    fill(image, (Rect){75, 35, 10, 10}, PIXEL(32, 64, 128, 128 + 40 * (eye & 3)));
    fill(image, (Rect){95, 62, 12, 6}, PIXEL(200, 32 * (mouth & 7), 32, 255));
    doll->pictures[doll->count++] = (LayFull){
        .name = TEXT("doll"), .face = face, .mouth = mouth, .eye = eye, .image = *image};
}

static void add_overlay(Doll *doll, uint32_t number)
{
    Image *image = &doll->images[doll->count];
    *image = image_new(W, H, doll->kit->arena);
    fill(image, (Rect){0, (int32_t)number * 10, W, 8}, PIXEL(255, 255, 192, 96));
    doll->pictures[doll->count++] =
        (LayFull){.name = TEXT("glow"), .face = number, .overlay = true, .image = *image};
}

static Doll *doll_of(void **state)
{
    Doll *doll = ARENA_ALLOC(((Kit *)*state)->arena, Doll, 1);
    doll->kit = *state;
    return doll;
}

static bool pack(Doll *doll, LayFlavour flavour, Lay *lay, Image *sheet)
{
    LayPacker *packer = lay_packer_new(W, H, ORIGIN_X, ORIGIN_Y, doll->kit->arena);
    for (size_t i = 0; i < doll->count; i++)
        if (!lay_packer_add(packer, &doll->pictures[i], &doll->kit->report))
            return false;
    return lay_packer_finish(packer, flavour, lay, sheet, doll->kit->arena, &doll->kit->report);
}

static void assert_entry(const Lay *lay, size_t index, uint32_t info, uint32_t count)
{
    assert_true(index < lay->file.sprite_count);
    assert_int_equal(lay->file.sprites[index].info, info);
    assert_int_equal(lay->file.sprites[index].chunk_count, count);
}

/* Through bytes and back, and every picture drawn from the parts. */
static void assert_comes_back(Doll *doll, LayFlavour flavour, bool zlib)
{
    Kit *kit = doll->kit;
    Lay lay, read;
    Image sheet;
    LayPlan plan;
    if (!pack(doll, flavour, &lay, &sheet))
        fail_msg("%s", kit_message(kit, 0));
    lay.zlib = zlib;
    const Bytes file = lay_write(&lay, kit->arena);
    assert_true(lay_read(file, &read, kit->arena, &kit->report));
    assert_int_equal(read.flavour, flavour);
    assert_int_equal(read.zlib, zlib);
    const LayOptions options = {.all_frames = true};
    if (!lay_plan(&read, &sheet, &options, TEXT("doll"), &plan, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    size_t found = 0;
    for (size_t i = 0; i < plan.picture_count; i++) {
        const LayPicture *picture = &plan.pictures[i];
        Image drawn = image_new((uint32_t)picture->box.w, (uint32_t)picture->box.h, kit->arena);
        lay_draw(&plan, picture, &drawn);
        for (size_t k = 0; k < doll->count; k++) {
            const LayFull *full = &doll->pictures[k];
            const bool overlay = picture->type == LAY_OVERLAY;
            const uint32_t face = overlay ? picture->overlays[0] : picture->face;
            if (full->overlay != overlay || full->face != face ||
                (!overlay && (full->mouth != picture->mouth || full->eye != picture->eye)))
                continue;
            found++;
            /* The canvas is what the cells cover: it may be larger or smaller. */
            Image all = image_new(W + 60, H + 60, kit->arena);
            Image wanted = image_new(W + 60, H + 60, kit->arena);
            image_copy(&wanted, 30, 30, &full->image);
            image_copy(&all, 30 + ORIGIN_X - plan.origin_x + picture->box.x,
                       30 + ORIGIN_Y - plan.origin_y + picture->box.y, &drawn);
            assert_true(image_equal(&all, &wanted));
        }
    }
    assert_int_equal(found, doll->count);
    assert_int_equal(plan.picture_count, doll->count);
    assert_int_equal(kit->report.errors + kit->report.warnings, 0);
}

/* 200 x 150 pixels are 7 x 5 cells; the face covers 2..4 x 1..2 of them, the mouth one. */
static void parts_are_cut_by_the_rule_of_the_genuine_packer(void **state)
{
    Doll *doll = doll_of(state);
    Lay lay;
    Image sheet;
    for (uint32_t face = 1; face <= 2; face++)
        for (uint32_t mouth = 0; mouth < 3; mouth++)
            add(doll, face, mouth, 0);
    assert_true(pack(doll, LAY_A, &lay, &sheet));
    assert_int_equal(lay.file.sprite_count, 9);
    assert_entry(&lay, 0, 0x00000001, 5 * 5 - 3 * 2);
    assert_entry(&lay, 1, 0x20000001, 3 * 2 - 1);
    assert_entry(&lay, 2, 0x40000100, 1);
    assert_entry(&lay, 3, 0x40000101, 1);
    assert_entry(&lay, 4, 0x40000102, 1);
    assert_entry(&lay, 5, 0x20000002, 3 * 2 - 1);
    assert_entry(&lay, 8, 0x40000202, 1);
    /* Row by row, one after the other; the centre of the screen is 0, 0. */
    const LayChunk first = lay.file.chunks[0];
    assert_true(first.dst_x == 30 - ORIGIN_X && first.dst_y == -ORIGIN_Y);
    assert_true(first.src_x == 1 && first.src_y == 1);
    for (uint32_t i = 1; i < lay.file.sprite_count; i++)
        assert_int_equal(lay.file.sprites[i].chunk_offset,
                         lay.file.sprites[i - 1].chunk_offset +
                             lay.file.sprites[i - 1].chunk_count);
    assert_int_equal(sheet.w, 2048);
    assert_int_equal(sheet.h, 32);
    /* The gutter is what is beside the cell in the picture. */
    assert_int_equal(*image_at(&sheet, 32, 1), *image_at(&doll->images[0], 59, 0));
    assert_int_equal(*image_at(&sheet, 33, 31), *image_at(&doll->images[0], 60, 30));
}

static void all_flavours_survive_a_round_trip(void **state)
{
    Doll *doll = doll_of(state);
    for (uint32_t face = 1; face <= 3; face++)
        for (uint32_t mouth = 0; mouth < (face == 2 ? 1 : 3); mouth++)
            add(doll, face, mouth, 0);
    add_overlay(doll, 1);
    add_overlay(doll, 7);
    for (unsigned flavour = LAY_A; flavour <= LAY_C; flavour++)
        for (unsigned zlib = 0; zlib < 2; zlib++)
            assert_comes_back(doll, (LayFlavour)flavour, zlib);
}

static void eyes_and_mouths_change_together(void **state)
{
    Doll *doll = doll_of(state);
    for (uint32_t eye = 0; eye < 3; eye++)
        for (uint32_t mouth = 0; mouth < 3; mouth++)
            add(doll, 1, mouth, eye);
    assert_comes_back(doll, LAY_A, false);
}

/* Such pictures differ in nothing, or are nothing but the base. */
static void all_images_are_preserved(void **state)
{
    Doll *doll = doll_of(state);
    add(doll, 1, 0, 0);
    assert_comes_back(doll, LAY_A, false);
    add(doll, 2, 8, 0); /* the mouth of 8 looks like that of 0 */
    add(doll, 5, 0, 0); /* and face 5 like face 1 */
    assert_comes_back(doll, LAY_B, false);
    *doll = (Doll){.kit = doll->kit};
    add(doll, 0, 0, 0);
    assert_comes_back(doll, LAY_C, false);
    add(doll, 0, 1, 0); /* mouths on the base itself */
    add(doll, 0, 2, 0);
    assert_comes_back(doll, LAY_A, false);
}

/* All its places in the sheet are below 2: the flavours could not be told apart. */
static void a_single_cell_is_not_mistaken_for_fractions(void **state)
{
    Doll *doll = doll_of(state);
    Image *image = &doll->images[0];
    *image = image_new(30, 30, doll->kit->arena);
    fill(image, (Rect){0, 0, 30, 30}, PIXEL(224, 64, 64, 255));
    doll->pictures[0] = (LayFull){.name = TEXT("one"), .face = 1, .image = *image};
    doll->count = 1;
    Lay lay, read;
    Image sheet;
    for (unsigned flavour = LAY_A; flavour <= LAY_C; flavour++) {
        assert_true(pack(doll, (LayFlavour)flavour, &lay, &sheet));
        assert_true(lay_read(lay_write(&lay, doll->kit->arena), &read, doll->kit->arena,
                             &doll->kit->report));
        assert_int_equal(read.flavour, flavour);
    }
}

static void oversized_values_are_rejected_with_a_message(void **state)
{
    static const struct {
        LayFull picture;
        const char *message;
    } wrong[] = {
        {{.face = 70000}, "pic: face 70000, mouth 0, eye 0 do not fit a layout"},
        {{.face = 1, .mouth = 256}, "pic: face 1, mouth 256, eye 0 do not fit a layout"},
        {{.face = 1, .mouth = 3, .eye = 1}, "pic: face 1, mouth 3, eye 1 do not fit a layout"},
        {{.face = 256, .overlay = true}, "pic: face 256, mouth 0, eye 0 do not fit a layout"},
        {{.face = 1}, "pic: there is another picture of the same face"},
        {{.face = 2, .x = 1}, "pic: 200 x 150 at 1, 0 extends beyond the canvas of 200 x 150"},
        {{.face = 2, .y = -1},
         "pic: 200 x 150 at 0, -1 extends beyond the canvas of 200 x 150"},
    };
    Doll *doll = doll_of(state);
    add(doll, 1, 0, 0);
    LayPacker *packer = lay_packer_new(W, H, 0, 0, doll->kit->arena);
    assert_true(lay_packer_add(packer, &doll->pictures[0], &doll->kit->report));
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        LayFull picture = wrong[i].picture;
        picture.name = TEXT("pic");
        picture.image = doll->images[0];
        kit_clear(doll->kit);
        assert_false(lay_packer_add(packer, &picture, &doll->kit->report));
        assert_true(kit_has_message(doll->kit, wrong[i].message));
    }
    Lay lay;
    Image sheet;
    packer = lay_packer_new(W, H, 0, 0, doll->kit->arena);
    assert_false(
        lay_packer_finish(packer, LAY_A, &lay, &sheet, doll->kit->arena, &doll->kit->report));
    assert_true(kit_has_message(doll->kit, "there are no pictures"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(parts_are_cut_by_the_rule_of_the_genuine_packer),
        TEST(all_flavours_survive_a_round_trip),
        TEST(eyes_and_mouths_change_together),
        TEST(all_images_are_preserved),
        TEST(a_single_cell_is_not_mistaken_for_fractions),
        TEST(oversized_values_are_rejected_with_a_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
