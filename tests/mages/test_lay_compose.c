/* Composing sprite layouts: which pictures there are and what is drawn where. */
#include "lib/lay_kit.h"

#include "base/tasks.h"
#include "base/image/png.h"

#include <math.h>

static LayPlan compose(const Lay *lay, const Image *sheet, const LayOptions *options)
{
    LayPlan plan;
    kit_clear(kit);
    if (!lay_compose(lay, sheet, options, TEXT("NAME"), &plan, arena, &kit->report))
        fail_msg("%s", kit_message(kit, kit->messages.count - 1));
    return plan;
}

static const LayPicture *picture_of(const LayPlan *plan, const char *name)
{
    for (size_t i = 0; i < plan->picture_count; i++)
        if (text_is(plan->pictures[i].name, name))
            return &plan->pictures[i];
    return NULL;
}

static Image decoded(const LayPicture *picture)
{
    Image image = {0};
    if (!png_read(lay_picture_file(picture, arena), &image, NULL, arena, &kit->report))
        fail_msg("%s", kit_message(kit, kit->messages.count - 1));
    return image;
}

/* ---- the slow reference: pixel by pixel, straight from specs/lay.md ---- */

typedef struct Reference {
    const Lay *lay;
    const Image *sheet;
    bool seed;
    int min_x, min_y, w, h;
} Reference;

static Reference reference_of(const Lay *lay, const Image *sheet, bool seed)
{
    const int start = seed ? 0 : 100000, side = seed ? 32 : 30;
    Reference out = {lay, sheet, seed, start, start, 0, 0};
    int max_x = -start, max_y = -start;
    for (uint32_t i = 0; i < lay->file.chunk_count; i++) {
        const int x = (int)lay->file.chunks[i].dst_x, y = (int)lay->file.chunks[i].dst_y;
        out.min_x = x < out.min_x ? x : out.min_x;
        out.min_y = y < out.min_y ? y : out.min_y;
        max_x = x > max_x ? x : max_x;
        max_y = y > max_y ? y : max_y;
    }
    out.w = max_x + side - out.min_x;
    out.h = max_y + side - out.min_y;
    return out;
}

static Pixel over_slowly(Pixel under, Pixel over)
{
    const unsigned sa = over >> 24, da = under >> 24;
    const unsigned rest = (unsigned)floor(da * (255 - sa) / 255.0 + 0.5), alpha = sa + rest;
    Pixel out = alpha << 24;
    if (!alpha)
        return 0;
    for (unsigned shift = 0; shift < 24; shift += 8)
        out |= (unsigned)floor(((over >> shift & 255) * sa + (under >> shift & 255) * rest) /
                                   (double)alpha +
                               0.5)
               << shift;
    return out;
}

/* One entry at one pixel of the canvas. */
static Pixel entry_at(const Reference *reference, const LaySprite *sprite, int x, int y,
                      Pixel pixel)
{
    const int side = reference->seed ? 32 : 30;
    for (uint32_t i = 0; i < sprite->chunk_count; i++) {
        const LayChunk *chunk = &reference->lay->file.chunks[sprite->chunk_offset + i];
        const int dx = x - ((int)chunk->dst_x - reference->min_x);
        const int dy = y - ((int)chunk->dst_y - reference->min_y);
        const int sx = (int)chunk->src_x + dx - reference->seed;
        const int sy = (int)chunk->src_y + dy - reference->seed;
        if (dx < 0 || dy < 0 || dx >= side || dy >= side || sx < 0 || sy < 0 ||
            sx >= (int)reference->sheet->w || sy >= (int)reference->sheet->h)
            continue;
        const Pixel source = *image_at(reference->sheet, (uint32_t)sx, (uint32_t)sy);
        pixel = reference->seed && sprite->info >> 24 != LAY_OVERLAY
                    ? source
                    : over_slowly(pixel, source);
    }
    return pixel;
}

static const LaySprite *entry_of(const Lay *lay, LayType type, uint32_t face, uint32_t frame)
{
    for (uint32_t i = 0; i < lay->file.sprite_count; i++) {
        const uint32_t info = lay->file.sprites[i].info;
        if (info == info_of(type, face, frame) || (type == LAY_BASE && info >> 24 == LAY_BASE))
            return &lay->file.sprites[i];
    }
    return NULL;
}

static bool any_of(const Lay *lay, LayType type, uint32_t face)
{
    for (uint32_t frame = 0; frame < 16; frame++)
        if (entry_of(lay, type, face, frame))
            return true;
    return false;
}

static void check_picture(const Reference *reference, const LayPlan *plan, const char *name,
                          const LaySprite *const *entries, size_t count)
{
    const LayPicture *picture = picture_of(plan, name);
    if (!picture)
        fail_msg("there is no %s", name);
    const Image image = decoded(picture);
    assert_int_equal(image.w, picture->box.w);
    assert_int_equal(image.h, picture->box.h);
    for (int y = 0; y < reference->h; y++)
        for (int x = 0; x < reference->w; x++) {
            Pixel wanted = 0;
            for (size_t i = 0; i < count; i++)
                if (entries[i])
                    wanted = entry_at(reference, entries[i], x, y, wanted);
            const int px = x - picture->box.x, py = y - picture->box.y;
            const bool inside =
                px >= 0 && py >= 0 && px < picture->box.w && py < picture->box.h;
            const Pixel found = inside ? *image_at(&image, (uint32_t)px, (uint32_t)py) : 0;
            if (wanted >> 24 ? found != wanted : found >> 24)
                fail_msg("%s: %d, %d is %08x, not %08x", name, x, y, found, wanted);
        }
}

/* All expressions that there should be, and how many. */
static size_t check_faces(const Reference *reference, const LayPlan *plan)
{
    const Lay *lay = reference->lay;
    size_t count = 0, faces = 0;
    for (uint32_t face = 0; face < 5; face++) {
        const bool sub = entry_of(lay, LAY_SUB, face, 0), mouths = any_of(lay, LAY_MOUTH, face);
        const bool both = any_of(lay, LAY_BOTH, face), eyes = any_of(lay, LAY_EYES, face);
        if (!sub && !mouths && !both && !eyes)
            continue;
        faces++;
        for (uint32_t eye = 0; eye < 4; eye++)
            for (uint32_t mouth = 0; mouth < 3; mouth++) {
                const LaySprite *const entries[] = {
                    entry_of(lay, LAY_BASE, 0, 0), entry_of(lay, LAY_SUB, face, 0),
                    entry_of(lay, LAY_MOUTH, face, mouth),
                    entry_of(lay, LAY_BOTH, face, 3 * eye + mouth),
                    entry_of(lay, LAY_EYES, face, eye)};
                if ((mouths && !entries[2]) || (both && !entries[3]) || (eyes && !entries[4]) ||
                    (!mouths && !both && mouth) || (!eyes && !both && eye))
                    continue;
                char name[64], eye_name[16] = "", mouth_name[16] = "";
                if (eye)
                    snprintf(eye_name, sizeof eye_name, "_e%u", eye);
                if (mouth)
                    snprintf(mouth_name, sizeof mouth_name, "_m%u", mouth);
                snprintf(name, sizeof name, "NAME_f%02u%s%s", face, eye_name, mouth_name);
                check_picture(reference, plan, name, entries, COUNT_OF(entries));
                count++;
            }
    }
    const LaySprite *base = entry_of(lay, LAY_BASE, 0, 0);
    if (!faces && base) {
        check_picture(reference, plan, "NAME", &base, 1);
        count++;
    }
    for (uint32_t number = 0; number < 4; number++) {
        const LaySprite *overlay = entry_of(lay, LAY_OVERLAY, 0, number);
        char name[64];
        if (!overlay)
            continue;
        snprintf(name, sizeof name, "NAME_o%u", number);
        check_picture(reference, plan, name, &overlay, 1);
        count++;
    }
    return count;
}

static void composed_images_match_the_reference(void **state)
{
    (void)state;
    random_state = 7;
    for (unsigned round = 0; round < 60; round++) {
        const bool seed = round % 3 == 2;
        const Image sheet = sheet_random(round % 2);
        const Lay lay = lay_random(round % 5 == 4 ? 16 : 30);
        const LayOptions options = {.all_frames = true,
                                    .trim = round % 4 == 1,
                                    .geometry = seed ? LAY_GEOMETRY_SEED : LAY_GEOMETRY_ENGINE};
        const Reference reference = reference_of(&lay, &sheet, seed);
        LayPlan plan;
        kit_clear(kit);
        if (!lay_compose(&lay, &sheet, &options, TEXT("NAME"), &plan, arena, &kit->report)) {
            assert_true(kit_has_message(kit, "no entry can be drawn"));
            continue;
        }
        assert_int_equal(plan.w, reference.w);
        assert_int_equal(plan.h, reference.h);
        assert_int_equal(plan.origin_x, -reference.min_x);
        assert_int_equal(plan.origin_y, -reference.min_y);
        assert_int_equal(check_faces(&reference, &plan), plan.picture_count);
    }
}

static void overlays_are_composed_in_the_requested_order(void **state)
{
    (void)state;
    const Image sheet = sheet_random(false);
    Lay lay = lay_empty();
    const uint32_t infos[] = {info_of(LAY_BASE, 0, 1), info_of(LAY_OVERLAY, 0, 1),
                              info_of(LAY_SUB, 1, 0), info_of(LAY_OVERLAY, 0, 2)};
    for (size_t i = 0; i < COUNT_OF(infos); i++)
        entry_add(&lay, infos[i], 40, 30);
    const LaySprite *all = lay.file.sprites;
    const uint32_t numbers[] = {2, 1};
    const Reference reference = reference_of(&lay, &sheet, false);
    const LayOptions chosen = {.overlays = numbers, .overlay_count = 2};
    LayPlan plan = compose(&lay, &sheet, &chosen);
    assert_int_equal(plan.picture_count, 1);
    const LaySprite *const second[] = {&all[0], &all[2], &all[3], &all[1]};
    check_picture(&reference, &plan, "NAME_f01+o2+o1", second, 4);
    const LayOptions every = {.all_overlays = true};
    plan = compose(&lay, &sheet, &every);
    const LaySprite *const first[] = {&all[0], &all[2], &all[1], &all[3]};
    check_picture(&reference, &plan, "NAME_f01+o1+o2", first, 4);
    const uint32_t missing = 3;
    const LayOptions wrong = {.overlays = &missing, .overlay_count = 1};
    assert_false(lay_compose(&lay, &sheet, &wrong, TEXT("NAME"), &plan, arena, &kit->report));
    assert_true(kit_has_message(kit, "no overlay 3; it has 2"));
}

static void layers_are_cropped_to_cells_with_their_position(void **state)
{
    (void)state;
    const Image sheet = sheet_random(false);
    Lay lay = lay_empty();
    entry_add(&lay, info_of(LAY_BASE, 0, 1), 30, 30);
    entry_add(&lay, info_of(LAY_SUB, 2, 0), 3, 30);
    entry_add(&lay, info_of(LAY_BOTH, 2, 5), 2, 30);
    entry_add(&lay, info_of(LAY_MOUTH, 2, 1), 0, 30);
    entry_add(&lay, info_of(LAY_OVERLAY, 0, 7), 2, 30);
    const LayOptions options = {.layers = true};
    const LayPlan plan = compose(&lay, &sheet, &options);
    const Reference reference = reference_of(&lay, &sheet, false);
    const char *const names[] = {"NAME_base", "NAME_f02", "NAME_f02_e1_m2", NULL, "NAME_o7"};
    assert_int_equal(plan.picture_count, 4);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const LaySprite *entry = &lay.file.sprites[i];
        if (names[i])
            check_picture(&reference, &plan, names[i], &entry, 1);
    }
    const LayPicture *patch = picture_of(&plan, "NAME_f02_e1_m2");
    assert_int_equal(patch->eye, 1);
    assert_int_equal(patch->mouth, 2);
    assert_true(patch->box.w % 30 == 0 && patch->box.w < (int32_t)plan.w);
}

/* ---- geometry ---- */

static void geometry_is_detected_by_the_lattice(void **state)
{
    (void)state;
    const Image sheet = sheet_random(false);
    const LayOptions options = {0};
    const Lay engine = two_chunks(30, 60), seed = two_chunks(32, 64);
    LayPlan plan = compose(&engine, &sheet, &options);
    assert_false(plan.replace);
    assert_int_equal(plan.w, 60);
    assert_int_equal(plan.h, 90);
    assert_int_equal(plan.origin_x, 60);
    assert_int_equal(plan.origin_y, 90);
    plan = compose(&seed, &sheet, &options);
    assert_true(plan.replace);
    assert_int_equal(plan.w, 60 + 32); /* up to the origin, and a cell */
    assert_int_equal(plan.h, 90 + 32);
}

static void flavour_c_uses_fractions_of_the_image(void **state)
{
    (void)state;
    const Image sheet = sheet_random(false);
    const LayOptions options = {0};
    Lay pixels = two_chunks(30, 0), fractions = two_chunks(30, 0);
    fractions.flavour = LAY_C;
    for (uint32_t i = 0; i < 2; i++) {
        fractions.file.chunks[i].src_x /= 2048;
        fractions.file.chunks[i].src_y /= 1024;
    }
    const LayPlan a = compose(&pixels, &sheet, &options),
                  b = compose(&fractions, &sheet, &options);
    assert_bytes_equal(lay_picture_file(a.pictures, arena),
                       lay_picture_file(b.pictures, arena));
}

static void rounded_fractions_are_reported_once(void **state)
{
    (void)state;
    const Image sheet = sheet_random(false);
    const LayOptions options = {0};
    Lay lay = two_chunks(30, 0);
    lay.file.chunks[0].dst_x += 0.25f;
    lay.file.chunks[1].src_y -= 0.25f;
    LayPlan plan = compose(&lay, &sheet, &options);
    assert_int_equal(plan.w, 60);
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_has_message(kit, "chunk 0 and others: coordinates are rounded"));
    lay = two_chunks(30.01f, 0); /* within 1/64 */
    plan = compose(&lay, &sheet, &options);
    assert_int_equal(kit->messages.count, 0);
}

static void cells_outside_the_image_are_clipped_or_rejected_with_strict(void **state)
{
    (void)state;
    const Image sheet = sheet_random(false);
    Lay lay = two_chunks(30, 0);
    LayOptions options = {0};
    lay.file.chunks[0].src_x = 32 * CELLS - 10;
    lay.file.chunks[1].src_y = -5;
    const Reference reference = reference_of(&lay, &sheet, false);
    LayPlan plan = compose(&lay, &sheet, &options);
    const LaySprite *base = lay.file.sprites;
    check_picture(&reference, &plan, "NAME", &base, 1);
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_has_message(kit, "what leaves the picture of 192 x 192 is clipped"));
    options.strict = true;
    assert_false(lay_compose(&lay, &sheet, &options, TEXT("NAME"), &plan, arena, &kit->report));
    lay.file.chunks[0].src_x = lay.file.chunks[1].src_x = 30000; /* all of it */
    options.strict = false;
    plan = compose(&lay, &sheet, &options);
    assert_int_equal(plan.picture_count, 1);
    assert_true(kit_has_message(kit, "chunk 0 and others: what leaves"));
    /* A chunk that two entries use is one chunk. */
    lay.file.chunks[1].src_x = 1;
    lay.file.chunks[1].src_y = 1;
    lay.file.sprites[lay.file.sprite_count++] = (LaySprite){info_of(LAY_OVERLAY, 0, 1), 0, 1};
    compose(&lay, &sheet, &options);
    assert_true(kit_has_message(kit, "chunk 0: what leaves"));
}

/* ---- entries ---- */

static void first_of_equal_entries_is_used(void **state)
{
    (void)state;
    const Image sheet = sheet_random(false);
    const LayOptions options = {.all_frames = true};
    Lay lay = lay_empty();
    entry_add(&lay, info_of(LAY_SUB, 1, 0), 8, 30);
    entry_add(&lay, info_of(LAY_SUB, 1, 0), 8, 30);
    entry_add(&lay, info_of(LAY_BASE, 0, 3), 20, 30);
    entry_add(&lay, info_of(LAY_BASE, 0, 1), 20, 30);
    entry_add(&lay, 0x70000001, 2, 30);
    const LayPlan plan = compose(&lay, &sheet, &options);
    const Reference reference = reference_of(&lay, &sheet, false);
    const LaySprite *const entries[] = {&lay.file.sprites[2], &lay.file.sprites[0]};
    check_picture(&reference, &plan, "NAME_f01", entries, 2);
    assert_int_equal(plan.picture_count, 1);
    assert_int_equal(kit->messages.count, 2);
    assert_true(kit_has_message(kit, "entry 4: type 0x70 is unknown and skipped"));
    assert_true(
        kit_has_message(kit, "entry 1 and others: it has the numbers of an earlier one"));
}

static void only_first_frames_are_drawn_by_default(void **state)
{
    (void)state;
    const Image sheet = sheet_random(false);
    LayOptions options = {0};
    Lay lay = lay_empty();
    entry_add(&lay, info_of(LAY_BASE, 0, 1), 20, 30);
    for (uint32_t face = 1; face <= 2; face++)
        for (uint32_t mouth = 3; mouth--;)
            entry_add(&lay, info_of(LAY_MOUTH, face, mouth), 2, 30);
    LayPlan plan = compose(&lay, &sheet, &options);
    assert_int_equal(plan.picture_count, 2);
    assert_true(text_is(plan.pictures[0].name, "NAME_f01"));
    assert_true(text_is(plan.pictures[1].name, "NAME_f02"));
    options.all_frames = true;
    plan = compose(&lay, &sheet, &options);
    assert_int_equal(plan.picture_count, 6);
    assert_true(text_is(plan.pictures[2].name, "NAME_f01_m2"));
}

static void face_with_mismatched_parts_is_not_drawn(void **state)
{
    (void)state;
    const Image sheet = sheet_random(false);
    const LayOptions options = {.all_frames = true};
    Lay lay = lay_empty();
    entry_add(&lay, info_of(LAY_BASE, 0, 1), 20, 30);
    entry_add(&lay, info_of(LAY_SUB, 1, 0), 2, 30);
    entry_add(&lay, info_of(LAY_MOUTH, 1, 2), 2, 30);
    entry_add(&lay, info_of(LAY_BOTH, 1, 0), 2, 30); /* mouth 0 only */
    entry_add(&lay, info_of(LAY_SUB, 2, 0), 2, 30);
    const LayPlan plan = compose(&lay, &sheet, &options);
    assert_int_equal(plan.picture_count, 1);
    assert_true(text_is(plan.pictures[0].name, "NAME_f02"));
    assert_true(kit_has_message(kit, "face 1: its mouths and eyes do not fit together"));
}

/* ---- threads ---- */

static void output_is_independent_of_thread_count(void **state)
{
    (void)state;
    const LayOptions options = {.all_frames = true, .trim = true};
    for (unsigned round = 0; round < 8; round++) {
        const Image sheet = sheet_random(true);
        Lay lay = lay_random(30);
        entry_add(&lay, info_of(LAY_BASE, 0, 1), 40, 30);
        tasks_set_threads(1);
        const LayPlan one = compose(&lay, &sheet, &options);
        tasks_set_threads(3);
        const LayPlan many = compose(&lay, &sheet, &options);
        tasks_set_threads(0);
        assert_int_equal(one.picture_count, many.picture_count);
        for (size_t i = 0; i < one.picture_count; i++)
            assert_bytes_equal(lay_picture_file(&one.pictures[i], arena),
                               lay_picture_file(&many.pictures[i], arena));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)
        TEST(composed_images_match_the_reference),
        TEST(overlays_are_composed_in_the_requested_order),
        TEST(layers_are_cropped_to_cells_with_their_position),
        TEST(geometry_is_detected_by_the_lattice),
        TEST(flavour_c_uses_fractions_of_the_image),
        TEST(rounded_fractions_are_reported_once),
        TEST(cells_outside_the_image_are_clipped_or_rejected_with_strict),
        TEST(first_of_equal_entries_is_used),
        TEST(only_first_frames_are_drawn_by_default),
        TEST(face_with_mismatched_parts_is_not_drawn),
        TEST(output_is_independent_of_thread_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
