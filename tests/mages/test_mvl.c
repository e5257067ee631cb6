/* Sprites of triangles: reading, writing, JSON, checks, composing and packing. A second
 * implementation of composing, tests/mvl_compose.py, must give the same pixels. */
#include "lib/mages_samples.h" /* first: its functions take a `kit` */

#include "lib/folder_kit.h"
#include "lib/shared_kit.h"

#include "mages/sprites/lay_pictures.h"
#include "mages/sprites/mvl_pack.h"
#include "kit/formats/format.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TEXTURE = 64 };

static Image texture_random(uint32_t w, uint32_t h, bool clear)
{
    const Image image = image_new(w, h, arena);
    for (uint32_t i = 0; i < w * h; i++) {
        const uint32_t alpha = clear ? (uint32_t[]){0, 255, 255, 90}[next_random(4)] : 255;
        image.pixels[i] = next_random(1 << 24) | alpha << 24;
    }
    return image;
}

static Bytes sample(void)
{
    Mvl mvl = small_mvl(kit);
    return mvl_write(&mvl, arena);
}

static void put(Bytes file, size_t at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        ((uint8_t *)file.data)[at + i] = (uint8_t)(value >> 8 * i);
}

/* ---- files ---- */

static void sprite_is_detected_and_read(void **state)
{
    (void)state;
    const Bytes file = sample();
    Mvl mvl;
    assert_true(mvl_is(file));
    assert_false(lay_is(file));
    assert_true(mvl_read(file, &mvl, arena, &kit->report));
    assert_int_equal(mvl.head.state_count, 6);
    assert_int_equal(mvl.head.vertex_count, 24);
    assert_int_equal(mvl.indices[1][5], 7);
    assert_true(mvl.vertices[5].x == 8 && mvl.vertices[5].u == 0.5f);
    assert_bytes_equal(mvl_write(&mvl, arena), file);
}

static void names_give_type_face_and_frame(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        MvlPart part;
    } rows[] = {{"ana_01", {LAY_SUB, 1, 0, true, true}},
                {"x99", {LAY_SUB, 99, 0, true, true}},
                {"07", {LAY_SUB, 7, 0, true, true}},
                {"ana_12_L1", {LAY_MOUTH, 12, 0, true, true}},
                {"ana_03_L9", {LAY_MOUTH, 3, 8, true, true}},
                {"3_E2", {LAY_EYES, 3, 1, true, true}},
                {"ana_03_E0", {LAY_EYES, 3, 0, true, false}},
                {"body", {LAY_SUB, 0, 0, false, true}},
                {"", {LAY_SUB, 0, 0, false, true}},
                {"_L1", {LAY_SUB, 0, 0, false, true}}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        MvlState one = {.index_count = 0};
        strcpy(one.name, rows[i].name);
        const MvlPart part = mvl_part(&one);
        if (part.type != rows[i].part.type || part.face != rows[i].part.face ||
            part.frame != rows[i].part.frame || part.numbered != rows[i].part.numbered ||
            part.drawn != rows[i].part.drawn)
            fail_msg("%s: type %x face %u frame %u", rows[i].name, part.type, part.face,
                     part.frame);
    }
}

static Bytes json_of(Bytes file)
{
    Writer json = writer_to(arena);
    assert_true(
        format_to_json(format_named(TEXT("mvl")), file, true, &json, arena, &kit->report));
    return writer_bytes(&json);
}

static Bytes file_of(Bytes json)
{
    Bytes back;
    const Format *format;
    assert_true(format_from_json(json, &back, &format, arena, &kit->report));
    return back;
}

/* Unknown words, gaps, another order, shared indices, bytes at the end. */
static void unusual_files_survive_json(void **state)
{
    (void)state;
    Mvl mvl = small_mvl(kit);
    mvl.head.first = 0x31564D;
    memset(mvl.head.unknown, 7, sizeof mvl.head.unknown);
    memset(mvl.head.states[2].unknown, 9, sizeof mvl.head.states[2].unknown);
    mvl.vertices[3].z = -1.5f;
    mvl.tail = BYTES(1, 2, 3);
    mvl.head.vertex_offset = 2048;
    for (size_t i = 0; i < mvl.head.state_count; i++)
        mvl.head.states[i].index_offset = (u32)(1600 - 32 * i);
    Bytes file = mvl_write(&mvl, arena);
    assert_int_equal(uint_of(file.data + 0x74, 4, false), 2048);
    assert_false(find_part(json_of(file).data, json_of(file).size, "exact"));
    assert_bytes_equal(file_of(json_of(file)), file);
    put(file, 0x78 + 64 + 4, 1600, 4); /* the second state shares the indices of the first */
    put(file, 0x80 + 20, 5, 1);        /* a byte after a name's end */
    put(file, 1900, 5, 1);             /* a byte in a gap */
    assert_bytes_equal(file_of(json_of(file)), file);
}

static void edited_json_gets_new_offsets(void **state)
{
    (void)state;
    const Bytes json = json_of(sample());
    const Text text = text_of_bytes(json);
    char *edited = (char *)arena_text(arena, text).at;
    char *first = strstr(edited, "\"indices\"");
    char *zero = strchr(first, '[') + 1;
    /* The list of the first state becomes nine numbers. */
    const Text longer =
        arena_format(arena, "%.*s0, 1, 2, %s", (int)(zero - edited), edited, zero);
    char *count = strstr((char *)longer.at, "\"index_count\": 6");
    assert_non_null(count);
    count[strlen("\"index_count\": ")] = '9';
    const Bytes file = file_of(bytes_of_text(longer));
    Mvl mvl;
    assert_true(mvl_read(file, &mvl, arena, &kit->report));
    assert_int_equal(mvl.head.states[0].index_count, 9);
    assert_int_equal(mvl.indices[1][5], 7);
    assert_true(mvl.vertices[5].u == 0.5f);
    assert_true(mvl_check(file, arena, &kit->report));
}

static void hostile_counts_are_rejected_with_one_line(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        uint32_t value;
        const char *words;
    } rows[] = {{4, 0xFFFFFFFF, "states"},
                {4, 4000, "at byte"},
                {0x70, 0xFFFFFFFF, "vertices"},
                {0x74, 0xFFFFFFF0, "vertices"},
                {0x78, 0xFFFFFFFE, "indices of state 0"},
                {0x7C, 0x10000000, "indices of state 0"}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Bytes file = arena_copy(arena, sample());
        Mvl mvl;
        put(file, rows[i].at, rows[i].value, 4);
        kit_clear(kit);
        assert_false(mvl_read(file, &mvl, arena, &kit->report));
        assert_int_equal(kit->messages.count, 1);
        assert_true(kit_has_message(kit, rows[i].words));
    }
    /* 60 states that share a list of 64,000 indices: 3.8 million. */
    Mvl mvl = small_mvl(kit);
    mvl.head.state_count = 60;
    mvl.head.states = ARENA_ALLOC(arena, MvlState, 60);
    for (size_t i = 0; i < 60; i++)
        mvl.head.states[i] = (MvlState){.index_offset = 5000};
    const Bytes file = mvl_write(&mvl, arena);
    const Bytes large = {arena_alloc(arena, 1 << 18, 1), 1 << 18};
    memcpy((uint8_t *)large.data, file.data, file.size);
    for (size_t i = 0; i < 60; i++)
        put(large, 0x78 + 64 * i, 64000, 4);
    kit_clear(kit);
    assert_false(mvl_read(large, &mvl, arena, &kit->report));
    assert_true(kit_has_message(kit, "the maximum is 3145728"));
}

static void check_reports_each_problem(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        uint64_t value;
        unsigned bytes;
        const char *words;
    } rows[] = {{0x80 + 3, 0, 1, "has no number: it is face 0"},
                {0x80 + 64 + 5, '1', 1, "it has the numbers of state 0"},
                {0x80 + 128 + 5, '3', 1, "belongs to face 3, which has no state"},
                {0x80 + 128 + 8, '0', 1, "is never drawn: frames are 1 to 9"},
                {0x78, 5, 4, "5 indices are not triangles"},
                {0x78, 0, 4, "it has no triangles"},
                {504, 0x7FC00000, 4, "vertex 0, at byte 504: a coordinate is not a number"},
                {504, 0x47000000, 4, "a coordinate is not a number up to 32767"},
                {504, 0xC5FA0000, 4, "more than 4096 pixels wide or high"},
                {504 + 12, 0x3FC00000, 4, "u or v is outside the texture"},
                {504 + 480, 24, 2, "vertex 24; there are 24"}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Bytes file = arena_copy(arena, sample());
        put(file, rows[i].at, rows[i].value, rows[i].bytes);
        kit_clear(kit);
        mvl_check(file, arena, &kit->report);
        if (!kit_has_message(kit, rows[i].words))
            fail_msg("\"%s\" was not reported but: %s", rows[i].words, kit_message(kit, 0));
    }
}

/* ---- composing ---- */

static LayPlan compose(const Mvl *mvl, const Image *texture)
{
    LayPlan plan;
    const LayOptions options = {.all_frames = true};
    kit_clear(kit);
    if (!mvl_plan(mvl, texture, &options, TEXT("x"), &plan, arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return plan;
}

static Image drawn(const LayPlan *plan, size_t index)
{
    const LayPicture *picture = &plan->pictures[index];
    const Image image = image_new((uint32_t)picture->box.w, (uint32_t)picture->box.h, arena);
    lay_draw(plan, picture, &image);
    return image;
}

static void squares_on_the_pixel_grid_are_copied_exactly(void **state)
{
    (void)state;
    const Mvl mvl = small_mvl(kit);
    const Image texture = texture_random(TEXTURE, TEXTURE, true);
    const LayPlan plan = compose(&mvl, &texture);
    assert_int_equal(plan.picture_count, 5);
    assert_int_equal(plan.w, 16);
    assert_int_equal(plan.h, 32);
    assert_int_equal(plan.origin_x, 8);
    assert_int_equal(plan.origin_y, 16);
    assert_true(text_is(plan.pictures[3].name, "x_f01_e1_m1"));
    const Image image = drawn(&plan, 3), expected = image_new(16, 32, arena);
    static const struct {
        uint32_t x, y;
        int32_t at;
    } parts[] = {{0, 0, 0}, {48, 0, 16}, {16, 16, 8}};
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        const Image part = image_part(&texture, parts[i].x, parts[i].y, 16, 16);
        image_over(&expected, 0, parts[i].at, &part);
    }
    assert_true(image_equal(&image, &expected));
}

static int32_t off_by(int32_t steps)
{
    return (int32_t)next_random((uint32_t)steps) - steps / 2;
}

/* Any mesh of a rectangle, with any diagonals and corners in any order, draws it once. */
static void meshes_neither_leave_gaps_nor_draw_twice(void **state)
{
    (void)state;
    enum { SIDE = 40, POINTS = 5 };
    const Image texture = texture_random(SIDE, SIDE, false);
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        texture.pixels[i] = (texture.pixels[i] & 0xFFFFFF) | 0x80000000;
    for (int round = 0; round < 40; round++) {
        FlatVertex mesh[POINTS][POINTS];
        for (int y = 0; y < POINTS; y++)
            for (int x = 0; x < POINTS; x++) {
                const bool edge_x = x == 0 || x == POINTS - 1,
                           edge_y = y == 0 || y == POINTS - 1;
                /* In every other round edges go through centres of pixels. */
                const int32_t step = round & 1 ? 128 : 1, steps = 1200 / step;
                const int32_t px = x * 2560 + (edge_x ? 0 : off_by(steps) * step),
                              py = y * 2560 + (edge_y ? 0 : off_by(steps) * step);
                mesh[y][x] = (FlatVertex){px, py, px, py};
            }
        const Image image = image_new(SIDE, SIDE, arena);
        for (int y = 0; y + 1 < POINTS; y++)
            for (int x = 0; x + 1 < POINTS; x++) {
                const FlatVertex a = mesh[y][x], b = mesh[y][x + 1], c = mesh[y + 1][x + 1],
                                 d = mesh[y + 1][x];
                const bool turn = next_random(2);
                const FlatVertex first[3] = {a, turn ? b : c, turn ? c : b},
                                 second[3] = {c, a, d};
                flat_triangle(&image, 0, 0, &texture, first);
                flat_triangle(&image, 0, 0, &texture, second);
            }
        assert_true(image_equal(&image, &texture));
    }
}

static void triangles_are_clipped_to_the_target(void **state)
{
    (void)state;
    const Image texture = texture_random(16, 16, false), whole = image_new(60, 60, arena);
    const FlatVertex corners[3] = {
        {300, 200, 0, 0}, {14000, 900, 4096, 0}, {700, 15000, 0, 4096}};
    flat_triangle(&whole, 0, 0, &texture, corners);
    for (int32_t x = -20; x <= 50; x += 7)
        for (int32_t y = -20; y <= 50; y += 7) {
            const Image part = image_new(20, 20, arena), expected = image_new(20, 20, arena);
            flat_triangle(&part, -x, -y, &texture, corners);
            image_copy(&expected, -x, -y, &whole);
            assert_true(image_equal(&part, &expected));
        }
}

static float random_float(float from, float to, uint32_t steps)
{
    return from + (to - from) * (float)next_random(steps + 1) / (float)steps;
}

/* States of some triangles anywhere, on a grid of pixels or between. */
static Mvl mvl_random(bool grid)
{
    static const char *const names[] = {"a_01",    "a_01_L1", "a_01_L2", "a_01_E1", "a_02",
                                        "a_02_E3", "a_10",    "a_10_L1", "a_10_L3", "a_10_E1"};
    enum { VERTICES = 16 };
    Mvl mvl = {.head = {.state_count = COUNT_OF(names), .vertex_count = VERTICES}};
    mvl.head.states = ARENA_ALLOC(arena, MvlState, COUNT_OF(names));
    mvl.indices = ARENA_ALLOC(arena, u16 *, COUNT_OF(names));
    mvl.vertices = ARENA_ALLOC(arena, MvlVertex, VERTICES);
    for (size_t i = 0; i < VERTICES; i++)
        mvl.vertices[i] = (MvlVertex){
            grid ? (float)next_random(60) / 2 - 15 : random_float(-15.3f, 14.9f, 1000),
            grid ? (float)next_random(60) / 2 - 15 : random_float(-12.3f, 17.9f, 1000),
            random_float(-1, 1, 9), random_float(0, 1, grid ? 32 : 999),
            random_float(0, 1, grid ? 16 : 999)};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const u32 count = 3 * (1 + next_random(3));
        mvl.head.states[i].index_count = count;
        strcpy(mvl.head.states[i].name, names[i]);
        mvl.indices[i] = ARENA_ALLOC(arena, u16, count);
        for (u32 k = 0; k < count; k++)
            mvl.indices[i][k] = (u16)next_random(VERTICES);
    }
    return mvl;
}

static char folder[FOLDER_SIZE];

static void save(const char *name, Bytes bytes)
{
    FILE *file = fopen(arena_format(arena, "%s/%s", folder, name).at, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    fclose(file);
}

static Bytes load(const char *name)
{
    enum { SIZE = 1 << 16 };
    FILE *file = fopen(arena_format(arena, "%s/%s", folder, name).at, "rb");
    uint8_t *data = arena_alloc(arena, SIZE, 1);
    assert_non_null(file);
    const size_t size = fread(data, 1, SIZE, file);
    fclose(file);
    return (Bytes){data, size};
}

static void compare_with_python(const LayPlan *plan, const char *listed)
{
    size_t lines = 0;
    for (const char *at = listed; (at = strchr(at, '\n')); at++)
        lines++;
    assert_int_equal(lines, plan->picture_count);
    for (size_t i = 0; i < plan->picture_count; i++) {
        const LayPicture *picture = &plan->pictures[i];
        const Text name =
            arena_format(arena, "f%02u_m%u_e%u", picture->face, picture->mouth, picture->eye);
        const Text line = arena_format(arena, "%s %u %u %d %d\n", name.at, plan->w, plan->h,
                                       plan->origin_x, plan->origin_y);
        if (!strstr(listed, line.at))
            fail_msg("%s is not in %s", line.at, listed);
        const Bytes bytes = load(arena_format(arena, "%s.rgba", name.at).at);
        assert_int_equal(bytes.size, (size_t)plan->w * plan->h * 4);
        const Image image = drawn(plan, i);
        for (uint32_t k = 0; k < plan->w * plan->h; k++) {
            Pixel pixel;
            memcpy(&pixel, bytes.data + 4 * (size_t)k, 4);
            const bool clear = !PIXEL_A(pixel) && !PIXEL_A(image.pixels[k]);
            if (pixel != image.pixels[k] && !clear)
                fail_msg("%s, pixel %u: %08x, python %08x", name.at, k, image.pixels[k], pixel);
        }
    }
}

static void second_implementation_gives_the_same_pixels(void **state)
{
    (void)state;
    char here[4096];
    assert_non_null(getcwd(here, sizeof here));
    assert_true(make_temporary_folder(folder, "oisin-mvl"));
    for (int round = 0; round < 10; round++) {
        Mvl mvl = mvl_random(round & 1);
        const Image texture = texture_random(24, 17, true);
        const LayPlan plan = compose(&mvl, &texture);
        save("x.mvl", mvl_write(&mvl, arena));
        save("x.texture", (Bytes){(const uint8_t *)texture.pixels, 24 * 17 * 4});
        const Text line = arena_format(
            arena, "cd %s && python3 %s/tests/mvl_compose.py x.mvl x.texture 24 17 >listed",
            folder, here);
        assert_int_equal(system(line.at), 0);
        compare_with_python(&plan, text_of_bytes(load("listed")).at);
    }
    remove_all(folder);
}

/* A hostile file cannot ask for endless drawing: 4096 x 4096 pixels by the thousand. */
static void work_is_limited(void **state)
{
    (void)state;
    enum { COUNT = 30000 };
    Mvl mvl = small_mvl(kit);
    mvl.head.state_count = 1;
    mvl.head.states[0].index_count = 3 * COUNT;
    mvl.indices[0] = ARENA_ALLOC(arena, u16, 3 * COUNT);
    for (u16 i = 0; i < 3; i++)
        mvl.vertices[i] = (MvlVertex){i == 1 ? 4000 : 0, i == 2 ? 4000 : 0, 0, 0, 0};
    for (size_t i = 0; i < 3 * COUNT; i++)
        mvl.indices[0][i] = i % 3;
    const Image texture = texture_random(16, 16, true);
    const LayOptions options = {.all_frames = true};
    LayPlan plan = {0};
    assert_true(mvl_plan(&mvl, &texture, &options, TEXT("x"), &plan, arena, &kit->report));
    assert_false(lay_compose_plan(&plan, &options, arena, &kit->report));
    assert_true(kit_has_message(kit, "million pixels"));
    kit_clear(kit);
    assert_false(mvl_limits_check(&mvl, &kit->report));
}

/* ---- packing ---- */

enum { W = 80, H = 133 };

/* A body, and squares for face, mouth and eyes. */
static Image expression(uint32_t face, uint32_t mouth, uint32_t eye)
{
    const Image image = image_new(W, H, arena);
    for (uint32_t y = 0; y < H; y++)
        for (uint32_t x = 0; x < W; x++) {
            uint32_t colour = y * 3 + x * 5 + 1;
            if (y >= 30 && y < 120)
                colour += face * 1000;
            if (y >= 90 && y < 100 && x > 35)
                colour += mouth * 77777;
            if (y >= 35 && y < 50 && x > 35)
                colour += eye * 55555;
            const bool hole =
                (mouth == 2 && y >= 90 && y < 120 && x >= 60) || (x + y) % 17 == 3;
            if (!hole)
                *image_at(&image, x, y) = (colour * 2654435761u >> 8) | 0xFF000000;
        }
    return image;
}

static LayPacker *packer_with(const uint32_t (*pictures)[3], size_t count)
{
    LayPacker *packer = lay_packer_new(W, H, 45, 75, arena);
    for (size_t i = 0; i < count; i++) {
        const LayFull full = {.name = TEXT("p.png"),
                              .face = pictures[i][0],
                              .mouth = pictures[i][1],
                              .eye = pictures[i][2],
                              .image =
                                  expression(pictures[i][0], pictures[i][1], pictures[i][2])};
        assert_true(lay_packer_add(packer, &full, &kit->report));
    }
    return packer;
}

static void packed_images_are_composed_again(void **state)
{
    (void)state;
    static const uint32_t pictures[][3] = {{1, 0, 0}, {1, 1, 0}, {1, 2, 0},
                                           {1, 0, 1}, {1, 1, 1}, {1, 2, 1},
                                           {2, 0, 0}, {3, 0, 0}, {3, 1, 0}};
    Mvl mvl, again;
    Image texture;
    LayPacker *packer = packer_with(pictures, COUNT_OF(pictures));
    assert_true(mvl_pack(packer, TEXT("ana"), &mvl, &texture, arena, &kit->report));
    const Bytes file = mvl_write(&mvl, arena);
    assert_true(mvl_is(file));
    assert_true(mvl_check(file, arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
    assert_true(mvl_read(file, &again, arena, &kit->report));
    const LayPlan plan = compose(&again, &texture);
    assert_int_equal(plan.picture_count, COUNT_OF(pictures));
    for (size_t i = 0; i < plan.picture_count; i++) {
        const LayPicture *picture = &plan.pictures[i];
        const Image image = drawn(&plan, i),
                    expected = expression(picture->face, picture->mouth, picture->eye);
        assert_true(image_equal(&image, &expected));
    }
    assert_int_equal(plan.w, W);
    assert_int_equal(plan.h, H);
    assert_int_equal(plan.origin_x, 45);
    assert_int_equal(plan.origin_y, 75);
}

static void character_without_faces_is_face_zero(void **state)
{
    (void)state;
    static const uint32_t pictures[][3] = {{0, 0, 0}};
    Mvl mvl;
    Image texture;
    assert_true(
        mvl_pack(packer_with(pictures, 1), TEXT("ana"), &mvl, &texture, arena, &kit->report));
    assert_int_equal(mvl.head.state_count, 1);
    assert_string_equal(mvl.head.states[0].name, "ana_00");
}

static void what_the_format_cannot_have_is_rejected(void **state)
{
    (void)state;
    static const struct {
        uint32_t pictures[3][3];
        const char *words;
    } rows[] = {{{{100, 0, 0}, {1, 0, 0}, {2, 0, 0}}, "face 100"},
                {{{1, 0, 0}, {1, 9, 0}, {2, 0, 0}}, "mouth or eyes 9"},
                {{{1, 0, 0}, {1, 1, 1}, {2, 0, 0}}, "its eyes and its mouths"}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Mvl mvl;
        Image texture;
        kit_clear(kit);
        assert_false(mvl_pack(packer_with(rows[i].pictures, 3), TEXT("ana"), &mvl, &texture,
                              arena, &kit->report));
        if (!kit_has_message(kit, rows[i].words))
            fail_msg("%s: %s", rows[i].words, kit_message(kit, 0));
    }
    LayPacker *packer = lay_packer_new(W, H, 0, 0, arena);
    const LayFull overlay = {
        .name = TEXT("o.png"), .face = 1, .overlay = true, .image = expression(1, 0, 0)};
    Mvl mvl;
    Image texture;
    assert_true(lay_packer_add(packer, &overlay, &kit->report));
    assert_false(mvl_pack(packer, TEXT("ana"), &mvl, &texture, arena, &kit->report));
    assert_true(kit_has_message(kit, "has no overlays"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)
        TEST(sprite_is_detected_and_read),
        TEST(names_give_type_face_and_frame),
        TEST(unusual_files_survive_json),
        TEST(edited_json_gets_new_offsets),
        TEST(hostile_counts_are_rejected_with_one_line),
        TEST(check_reports_each_problem),
        TEST(squares_on_the_pixel_grid_are_copied_exactly),
        TEST(meshes_neither_leave_gaps_nor_draw_twice),
        TEST(triangles_are_clipped_to_the_target),
        TEST(second_implementation_gives_the_same_pixels),
        TEST(work_is_limited),
        TEST(packed_images_are_composed_again),
        TEST(character_without_faces_is_face_zero),
        TEST(what_the_format_cannot_have_is_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
