/* Aseprite images of our own writer (lib/aseprite_kit.h). */
#include "lib/aseprite_kit.h"
#include "lib/shared_kit.h"

#include "base/image/aseprite.h"
#include "base/image/picture.h"

#include <math.h>

static Image image;

static bool draw(Bytes file, size_t frame)
{
    Aseprite aseprite;
    kit_clear(kit);
    return aseprite_open(file, &aseprite, arena, &kit->report) &&
           aseprite_draw(&aseprite, frame, &image, arena, &kit->report);
}

static void must_draw(Bytes file, size_t frame)
{
    if (!draw(file, frame))
        fail_msg("%s", kit_message(kit, 0));
}

static void refused(Bytes file, const char *wanted)
{
    if (draw(file, 0))
        fail_msg("not refused (%s)", wanted);
    assert_int_equal(kit->messages.count, 1);
    if (!strstr(kit_message(kit, 0), wanted))
        fail_msg("\"%s\" does not contain \"%s\"", kit_message(kit, 0), wanted);
}

static void pixels_are(const Pixel *wanted, size_t count)
{
    assert_int_equal((size_t)image.w * image.h, count);
    for (size_t i = 0; i < count; i++)
        if (image.pixels[i] != wanted[i])
            fail_msg("pixel %zu is %08x; expected %08x", i, image.pixels[i], wanted[i]);
}

#define PIXELS_ARE(...)                                                                        \
    pixels_are((const Pixel[]){__VA_ARGS__}, sizeof((const Pixel[]){__VA_ARGS__}) / 4)
#define LAYER(...) aseprite_put_layer(&out, &(AsepriteLayerModel){__VA_ARGS__})
#define CEL(...) aseprite_put_cel(&out, &(AsepriteCelModel){__VA_ARGS__})

enum { RED = 0xFF0000FF, GREEN = 0xFF00FF00, BLUE = 0xFFFF0000, WHITE = 0xFFFFFFFF };

static AsepriteOut begin(uint16_t w, uint16_t h, uint16_t bits, uint16_t frames)
{
    return aseprite_begin(
        &(AsepriteModel){
            .frames = frames, .w = w, .h = h, .bits = bits, .flags = 1, .transparent = 3},
        arena);
}

static Bytes solid(size_t count, Pixel colour)
{
    Writer writer = writer_to(arena);
    for (size_t i = 0; i < count; i++)
        write_u32(&writer, colour);
    return writer_bytes(&writer);
}

/* An image of one pixel, and layers of one pixel from the bottom. */
static Bytes stack(const AsepriteLayerModel *layers, const Pixel *colours, size_t count,
                   uint32_t flags)
{
    AsepriteOut out = aseprite_begin(
        &(AsepriteModel){.frames = 1, .w = 1, .h = 1, .bits = 32, .flags = flags}, arena);
    aseprite_frame_begin(&out, 100);
    for (size_t i = 0; i < count; i++)
        aseprite_put_layer(&out, &layers[i]);
    for (size_t i = 0; i < count; i++)
        if (layers[i].kind == 0)
            CEL(.layer = (uint16_t)i, .w = 1, .h = 1, .pixels = solid(1, colours[i]));
    aseprite_frame_end(&out);
    return aseprite_end(&out);
}

/* ---- kinds of pixels ---- */

static void all_colour_modes_are_read(void **state)
{
    (void)state;
    for (int raw = 0; raw < 2; raw++) {
        AsepriteOut out = begin(2, 1, 32, 1);
        out.old_counts = raw;
        aseprite_frame_begin(&out, 100);
        LAYER(.name = "one");
        CEL(.raw = raw, .w = 2, .h = 1, .pixels = BYTES(1, 2, 3, 255, 9, 8, 7, 100));
        aseprite_frame_end(&out);
        must_draw(aseprite_end(&out), 0);
        PIXELS_ARE(PIXEL(1, 2, 3, 255), PIXEL(9, 8, 7, 100));

        out = begin(2, 1, 16, 1);
        aseprite_frame_begin(&out, 100);
        LAYER(.name = "one");
        CEL(.raw = raw, .w = 2, .h = 1, .pixels = BYTES(50, 255, 60, 70));
        aseprite_frame_end(&out);
        must_draw(aseprite_end(&out), 0);
        PIXELS_ARE(PIXEL(50, 50, 50, 255), PIXEL(60, 60, 60, 70));

        out = begin(2, 2, 8, 1);
        aseprite_frame_begin(&out, 100);
        aseprite_put_palette(&out, (const uint32_t[]){RED, 0x80808080, BLUE, WHITE}, 4);
        LAYER(.name = "one");
        CEL(.raw = raw, .w = 2, .h = 2, .pixels = BYTES(0, 1, 2, 3));
        aseprite_frame_end(&out);
        must_draw(aseprite_end(&out), 0);
        PIXELS_ARE(RED, 0x80808080, BLUE, 0); /* 3 is the transparent colour */
    }
}

/* On the background, no colour is transparent. */
static void background_shows_the_transparent_colour(void **state)
{
    (void)state;
    AsepriteOut out = begin(1, 1, 8, 1);
    aseprite_frame_begin(&out, 100);
    aseprite_put_palette(&out, (const uint32_t[]){RED, GREEN, BLUE, WHITE}, 4);
    LAYER(.background = true);
    CEL(.w = 1, .h = 1, .pixels = BYTES(3));
    aseprite_frame_end(&out);
    must_draw(aseprite_end(&out), 0);
    PIXELS_ARE(WHITE);
}

static void old_palettes_are_read(void **state)
{
    (void)state;
    for (uint16_t kind = 0x04; kind <= 0x11; kind += 0x0D) {
        AsepriteOut out = begin(2, 1, 8, 1);
        aseprite_frame_begin(&out, 100);
        aseprite_chunk_begin(&out, kind);
        write_bytes(&out.writer, BYTES(2, 0, 1, 1, 63, 32, 0, 1, 1, 1, 2, 3));
        aseprite_chunk_end(&out);
        LAYER(.name = "one");
        CEL(.w = 2, .h = 1, .pixels = BYTES(1, 4));
        aseprite_frame_end(&out);
        const Bytes file = aseprite_end(&out);
        if (kind == 0x04) { /* the second packet skips one colour */
            refused(file, "colour 4 is not in the palette of 4");
            continue;
        }
        refused(file, "colour 4 is not in the palette of 4");
        out = begin(1, 1, 8, 1);
        aseprite_frame_begin(&out, 100);
        aseprite_chunk_begin(&out, kind);
        write_bytes(&out.writer, BYTES(1, 0, 1, 1, 63, 32, 0));
        aseprite_chunk_end(&out);
        LAYER(.name = "one");
        CEL(.w = 1, .h = 1, .pixels = BYTES(1));
        aseprite_frame_end(&out);
        must_draw(aseprite_end(&out), 0);
        PIXELS_ARE(PIXEL(255, 130, 0, 255));
    }
}

/* Files for old versions have both chunks. */
static void new_palette_replaces_the_old_one(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++) {
        AsepriteOut out = begin(1, 1, 8, 1);
        aseprite_frame_begin(&out, 100);
        for (int i = 0; i < 2; i++) {
            if (i == first) {
                aseprite_put_palette(&out, (const uint32_t[]){GREEN, GREEN}, 2);
                continue;
            }
            aseprite_chunk_begin(&out, 4);
            write_bytes(&out.writer, BYTES(1, 0, 0, 2, 1, 1, 1, 2, 2, 2));
            aseprite_chunk_end(&out);
        }
        LAYER(.name = "one");
        CEL(.w = 1, .h = 1, .pixels = BYTES(1));
        aseprite_frame_end(&out);
        must_draw(aseprite_end(&out), 0);
        PIXELS_ARE(GREEN);
    }
}

static void each_frame_has_its_palette(void **state)
{
    (void)state;
    AsepriteOut out = begin(1, 1, 8, 3);
    static const uint32_t colours[3][1] = {{RED}, {BLUE}, {GREEN}};
    for (uint16_t i = 0; i < 3; i++) {
        aseprite_frame_begin(&out, 100);
        if (i != 2)
            aseprite_put_palette(&out, colours[i], 1);
        if (!i)
            LAYER(.name = "one");
        CEL(.w = 1, .h = 1, .pixels = BYTES(0));
        aseprite_frame_end(&out);
    }
    const Bytes file = aseprite_end(&out);
    must_draw(file, 0);
    PIXELS_ARE(RED);
    must_draw(file, 1);
    PIXELS_ARE(BLUE);
    must_draw(file, 2);
    PIXELS_ARE(BLUE);
}

/* ---- cels ---- */

static void cels_are_clipped_to_the_canvas(void **state)
{
    (void)state;
    AsepriteOut out = begin(2, 2, 32, 1);
    aseprite_frame_begin(&out, 100);
    LAYER(.name = "one");
    LAYER(.name = "two");
    LAYER(.name = "far");
    CEL(.x = -1, .y = -1, .w = 2, .h = 2, .pixels = solid(4, RED));
    CEL(.layer = 1, .x = 1, .y = 1, .w = 5, .h = 3, .pixels = solid(15, GREEN));
    CEL(.layer = 2, .x = 100, .y = -100, .w = 1, .h = 1, .pixels = solid(1, BLUE));
    aseprite_frame_end(&out);
    must_draw(aseprite_end(&out), 0);
    PIXELS_ARE(RED, 0, 0, GREEN);
}

/* Also through another link; position and opacity are those of the linked cel. */
static void linked_cels_repeat_an_earlier_frame(void **state)
{
    (void)state;
    AsepriteOut out = begin(2, 1, 32, 3);
    for (uint16_t i = 0; i < 3; i++) {
        aseprite_frame_begin(&out, 100);
        if (!i) {
            LAYER(.name = "one");
            CEL(.x = 1, .transparency = 127, .w = 1, .h = 1, .pixels = solid(1, RED));
        } else {
            CEL(.linked = true, .link = (uint16_t)(i - 1));
        }
        aseprite_frame_end(&out);
    }
    const Bytes file = aseprite_end(&out);
    for (size_t i = 0; i < 3; i++) {
        must_draw(file, i);
        PIXELS_ARE(0, 0x800000FF);
    }
}

static void z_index_changes_the_order(void **state)
{
    (void)state;
    for (int16_t z = -1; z < 2; z++) {
        AsepriteOut out = begin(1, 1, 32, 1);
        aseprite_frame_begin(&out, 100);
        LAYER(.name = "one");
        LAYER(.name = "two");
        CEL(.layer = 0, .z = z, .w = 1, .h = 1, .pixels = solid(1, RED));
        CEL(.layer = 1, .w = 1, .h = 1, .pixels = solid(1, GREEN));
        aseprite_frame_end(&out);
        must_draw(aseprite_end(&out), 0);
        PIXELS_ARE(z == 1 ? RED : GREEN);
    }
}

static Bytes tilemap(uint32_t flags, Bytes tiles)
{
    AsepriteOut out = begin(5, 2, 32, 1);
    Writer pixels = writer_to(arena);
    for (uint32_t i = 0; i < 12; i++) /* three tiles of 2 x 2 */
        write_u32(&pixels, 0xFF000000 | i);
    aseprite_frame_begin(&out, 100);
    aseprite_put_tileset(&out, 7, flags, 3, 2, 2, writer_bytes(&pixels));
    LAYER(.kind = 2, .name = "map", .tileset = 7);
    CEL(.tilemap = true, .x = 1, .w = 2, .h = 1, .pixels = tiles);
    aseprite_frame_end(&out);
    return aseprite_end(&out);
}

static void tilemaps_are_drawn_with_their_tiles(void **state)
{
    (void)state;
    must_draw(tilemap(6, BYTES(1, 0, 0, 0, 2, 0, 0, 0)), 0);
    PIXELS_ARE(0, 0xFF000004, 0xFF000005, 0xFF000008, 0xFF000009, 0, 0xFF000006, 0xFF000007,
               0xFF00000A, 0xFF00000B);
    /* empty; flipped in both directions */
    must_draw(tilemap(6, BYTES(0, 0, 0, 0, 2, 0, 0, 0xC0)), 0);
    PIXELS_ARE(0, 0, 0, 0xFF00000B, 0xFF00000A, 0, 0, 0, 0xFF000009, 0xFF000008);
    refused(tilemap(6, BYTES(3, 0, 0, 0, 0, 0, 0, 0)), "layer \"map\" has tile 3 of 3");
    refused(tilemap(6, BYTES(1, 0, 0, 0x20, 0, 0, 0, 0)), "has a rotated tile");
    refused(tilemap(5, BYTES(1, 0, 0, 0, 0, 0, 0, 0)), "\"ground\" is in another file");
    refused(tilemap(6, BYTES(1, 0, 0, 0)), "layer \"map\" cannot be decompressed");
}

/* ---- layers ---- */

static void hidden_and_reference_layers_are_left_out(void **state)
{
    static const Pixel colours[] = {RED, GREEN, BLUE, WHITE};
    const AsepriteLayerModel layers[] = {
        {.name = "one"}, {.hidden = true, .mode = 12}, {.reference = true}};
    const AsepriteLayerModel grouped[] = {
        {.name = "one"}, {.hidden = true, .kind = 1}, {.level = 1}};
    (void)state;
    must_draw(stack(layers, colours, 3, 1), 0);
    PIXELS_ARE(RED);
    must_draw(stack(grouped, colours, 3, 1), 0);
    PIXELS_ARE(RED);
}

static void opacities_of_cel_and_layer_are_multiplied(void **state)
{
    (void)state;
    for (uint32_t flags = 0; flags < 2; flags++) { /* without the flag, that of layers is 255 */
        AsepriteOut out = aseprite_begin(
            &(AsepriteModel){.frames = 1, .w = 1, .h = 1, .bits = 32, .flags = flags}, arena);
        aseprite_frame_begin(&out, 100);
        LAYER(.transparency = 155);
        CEL(.transparency = 195, .w = 1, .h = 1, .pixels = solid(1, RED));
        aseprite_frame_end(&out);
        must_draw(aseprite_end(&out), 0);
        PIXELS_ARE(flags ? 0x180000FF : 0x3C0000FF); /* 100 * 60 / 255 = 23.5 */
    }
}

/* A group with an opacity is composed first, if the file says so; otherwise it has none. */
static void groups_are_composed_if_the_file_says_so(void **state)
{
    static const Pixel colours[] = {WHITE, 0, RED, GREEN};
    const AsepriteLayerModel layers[] = {
        {.name = "one"}, {.kind = 1, .transparency = 127}, {.level = 1}, {.level = 1}};
    (void)state;
    must_draw(stack(layers, colours, 4, 1), 0);
    PIXELS_ARE(GREEN);
    must_draw(stack(layers, colours, 4, 3), 0);
    PIXELS_ARE(PIXEL(127, 255, 127, 255));
}

/* Opaque pixels: the formulas of the W3C's Compositing and Blending, in 8 bits. */
static void blend_modes_mix_colours(void **state)
{
    static const Pixel colours[] = {PIXEL(200, 100, 0, 255), PIXEL(100, 200, 50, 255)};
    static const Pixel wanted[] = {
        PIXEL(100, 200, 50, 255), /* normal */
        PIXEL(78, 78, 0, 255),    /* multiply: 200 * 100 / 255 */
        PIXEL(222, 222, 50, 255), /* screen: 300 - 78 */
        PIXEL(188, 157, 0, 255),  /* overlay: screen(100, 145), multiply(200, 200) */
    };
    (void)state;
    for (uint16_t mode = 0; mode < COUNT_OF(wanted); mode++) {
        const AsepriteLayerModel layers[] = {{.name = "one"}, {.mode = mode}};
        must_draw(stack(layers, colours, 2, 1), 0);
        PIXELS_ARE(wanted[mode]);
    }
}

static double mixed(unsigned mode, double below, double above)
{
    switch (mode) {
    case 0:
        return above;
    case 1:
        return below * above;
    case 2:
        return below + above - below * above;
    default:
        return below <= 0.5 ? 2 * below * above : 1 - 2 * (1 - below) * (1 - above);
    }
}

/* A colour over another one with straight alpha, all from 0 to 1. */
static double over_of(double below, double under, double above, double over)
{
    return (over * above + under * (1 - over) * below) / (over + under - over * under);
}

/* The rule in floating point, for pixels of any alpha: from normal mode towards the chosen mode
 * by the alpha below, then again by that of both. On an opaque pixel this is the W3C's
 * Compositing and Blending; elsewhere Aseprite differs from it. */
static void blending_agrees_with_real_numbers(void **state)
{
    uint32_t random = 1;
    (void)state;
    for (int n = 0; n < 4000; n++) {
        Pixel colours[2];
        for (int i = 0; i < 2; i++) {
            random = random * 1664525 + 1013904223;
            colours[i] = random >> 8 | (64 + (random >> 3) % 192) << 24;
        }
        const unsigned mode = (unsigned)n % 4;
        const AsepriteLayerModel layers[] = {
            {.name = "one"}, {.mode = (uint16_t)mode, .transparency = (uint8_t)(n % 3 * 40)}};
        must_draw(stack(layers, colours, 2, 1), 0);
        const double under = PIXEL_A(colours[0]) / 255.0;
        const double over = PIXEL_A(colours[1]) / 255.0 * (255 - n % 3 * 40) / 255.0;
        const double alpha = under + over - under * over;
        assert_true(fabs(PIXEL_A(image.pixels[0]) - alpha * 255) <= 1.5);
        for (int shift = 0; shift < 24; shift += 8) {
            const double below = (colours[0] >> shift & 255) / 255.0;
            const double above = (colours[1] >> shift & 255) / 255.0;
            const double normal = over_of(below, under, above, over);
            const double blended = over_of(below, under, mixed(mode, below, above), over);
            const double first = normal + (blended - normal) * under;
            const double wanted = 255 * (first + (blended - first) * under * over);
            const int found = image.pixels[0] >> shift & 255;
            if (fabs(found - wanted) > 4)
                fail_msg("mode %u of %08x and %08x: %d; expected %.1f", mode, colours[0],
                         colours[1], found, wanted);
        }
    }
}

static void other_blend_modes_are_refused_by_name(void **state)
{
    static const Pixel colours[] = {RED, GREEN};
    static const char *const names[] = {"darken",     "lighten",    "color dodge", "color burn",
                                        "hard light", "soft light", "difference",  "exclusion",
                                        "hue",        "saturation", "color",       "luminosity",
                                        "addition",   "subtract",   "divide",      "unknown"};
    (void)state;
    for (uint16_t i = 0; i < COUNT_OF(names); i++) {
        const AsepriteLayerModel layers[] = {{.name = "one"},
                                             {.mode = (uint16_t)(i + 4), .name = "glow"}};
        refused(
            stack(layers, colours, 2, 1),
            arena_format(arena, "layer \"glow\" has blend mode %u (%s)", i + 4, names[i]).at);
    }
}

/* ---- animations ---- */

static void tags_slices_and_durations_are_read(void **state)
{
    Aseprite aseprite;
    (void)state;
    AsepriteOut out = begin(4, 4, 32, 3);
    for (uint16_t i = 0; i < 3; i++) {
        aseprite_frame_begin(&out, i == 2 ? 0 : (uint16_t)(80 + i));
        if (!i) {
            aseprite_put_tag(&out, "walk down", 0, 2, 2, 1);
            aseprite_put_slice(&out, "trim", 3, 1, -1, 2, 3, 4);
        }
        aseprite_frame_end(&out);
    }
    kit_clear(kit);
    if (!aseprite_open(aseprite_end(&out), &aseprite, arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    assert_int_equal(aseprite.frame_count, 3);
    assert_int_equal(aseprite_duration(&aseprite, 0), 80);
    assert_int_equal(aseprite_duration(&aseprite, 1), 81);
    assert_int_equal(aseprite_duration(&aseprite, 2), 100); /* the speed of the header */
    assert_int_equal(aseprite.tag_count, 1);
    assert_true(text_is(aseprite.tags[0].name, "walk down"));
    assert_int_equal(aseprite.tags[0].to, 2);
    assert_int_equal(aseprite.tags[0].direction, ASEPRITE_PING_PONG);
    assert_int_equal(aseprite.tags[0].repeat, 1);
    assert_int_equal(aseprite.slice_count, 1);
    assert_null(aseprite_slice_at(&aseprite.slices[0], 0));
    const AsepriteSliceKey *key = aseprite_slice_at(&aseprite.slices[0], 2);
    assert_non_null(key);
    assert_true(key->x == -1 && key->y == 2 && key->w == 3 && key->h == 4);
}

/* ---- damaged files ---- */

static Bytes two_layers(void)
{
    static const Pixel colours[] = {RED, 0x80112233};
    const AsepriteLayerModel layers[] = {{.name = "one"}, {.transparency = 55, .mode = 3}};
    return arena_copy(arena, stack(layers, colours, 2, 1));
}

static void wrong_numbers_are_refused(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        uint8_t value;
        const char *wanted;
    } rows[] = {{4, 0, "not an Aseprite image"},      {6, 0, "the image has no frames"},
                {6, 200, "frames needs 3200 bytes"},  {8, 0, "invalid size: 0 x 1"},
                {12, 24, "24 bits per pixel"},        {132, 0, "expected a frame"},
                {128, 15, "expected a frame"},        {144, 5, "a chunk of 5 bytes"},
                {144, 250, "a block needs 244 bytes"}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Bytes file = two_layers();
        ((uint8_t *)file.data)[rows[i].at] = rows[i].value;
        refused(file, rows[i].wanted);
    }
}

static Bytes with_chunk(uint16_t kind, Bytes data)
{
    AsepriteOut out = begin(1, 1, 32, 1);
    aseprite_frame_begin(&out, 100);
    LAYER(.name = "one");
    aseprite_chunk_begin(&out, kind);
    write_bytes(&out.writer, data);
    aseprite_chunk_end(&out);
    aseprite_frame_end(&out);
    return aseprite_end(&out);
}

static void wrong_chunks_are_refused(void **state)
{
    (void)state;
    refused(with_chunk(0x2004, BYTES(1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0)),
            "is in a group that does not exist");
    refused(with_chunk(0x2004, BYTES(1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0)),
            "is in a group that does not exist"); /* a layer is not a group */
    refused(with_chunk(0x2004, BYTES(1, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0)),
            "unknown type 9");
    refused(with_chunk(0x2005, BYTES(1, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
            "a cel of layer 1");
    refused(with_chunk(0x2005, BYTES(0, 0, 0, 0, 0, 0, 9, 4, 0, 0, 0, 0, 0, 0, 0, 0)),
            "a cel of the unknown type 4");
    refused(with_chunk(0x2005, BYTES(0, 0, 0, 0, 0, 0, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
            "linked to frame 0, which is not before it");
    refused(with_chunk(0x2018, BYTES(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
                                     0, 0, 0, 0, 0, 0, 0, 0, 0)),
            "has the frames 0 to 1 of 1");
    refused(
        with_chunk(0x2019, BYTES(1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
        "colours 0 to 1 of a palette with 1");
    must_draw(with_chunk(0x2222, BYTES(1, 2, 3)), 0); /* of a later version */
}

/* A cel of 16000 x 4000 pixels in 22 bytes, which would need 256 MB. */
static void large_cel_needs_enough_bytes(void **state)
{
    (void)state;
    refused(with_chunk(0x2005, BYTES(0, 0, 0, 0, 0, 0, 255, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0x80,
                                     0x3E, 0xA0, 0x0F, 0x78, 0x9C)),
            "the data end too early");
    assert_true(arena_used(arena) < 1 << 24);
}

/* Each of many cels is small in the file. */
static void sum_of_all_pixels_is_limited(void **state)
{
    (void)state;
    AsepriteOut out = begin(1, 1, 8, 1);
    const Bytes pixels = {ARENA_ALLOC(arena, uint8_t, 8000 * 8000), 8000 * 8000};
    aseprite_frame_begin(&out, 100);
    aseprite_put_palette(&out, (const uint32_t[]){RED}, 1);
    for (int i = 0; i < 17; i++)
        LAYER(.name = "one");
    for (uint16_t i = 0; i < 17; i++)
        CEL(.layer = i, .x = 1, .w = 8000, .h = 8000, .pixels = pixels);
    aseprite_frame_end(&out);
    refused(aseprite_end(&out), "the layers are too large");
}

static void palettes_of_adobe_are_not_images(void **state)
{
    (void)state;
    refused(BYTES('A', 'S', 'E', 'F', 0, 1, 0, 0, 0, 0, 0, 0), "a palette of Adobe");
}

static void image_is_the_first_frame(void **state)
{
    (void)state;
    AsepriteOut out = begin(1, 1, 32, 2);
    for (uint16_t i = 0; i < 2; i++) {
        aseprite_frame_begin(&out, 100);
        if (!i)
            LAYER(.name = "one");
        CEL(.w = 1, .h = 1, .pixels = solid(1, i ? GREEN : RED));
        aseprite_frame_end(&out);
    }
    kit_clear(kit);
    assert_true(picture_read(TEXT("a.ASE"), aseprite_end(&out), &image, arena, &kit->report));
    PIXELS_ARE(RED);
    assert_true(kit_has_message(kit, "the image has 2 frames; only the first is read"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(all_colour_modes_are_read),
        TEST(background_shows_the_transparent_colour),
        TEST(old_palettes_are_read),
        TEST(new_palette_replaces_the_old_one),
        TEST(each_frame_has_its_palette),
        TEST(cels_are_clipped_to_the_canvas),
        TEST(linked_cels_repeat_an_earlier_frame),
        TEST(z_index_changes_the_order),
        TEST(tilemaps_are_drawn_with_their_tiles),
        TEST(hidden_and_reference_layers_are_left_out),
        TEST(opacities_of_cel_and_layer_are_multiplied),
        TEST(groups_are_composed_if_the_file_says_so),
        TEST(blend_modes_mix_colours),
        TEST(blending_agrees_with_real_numbers),
        TEST(other_blend_modes_are_refused_by_name),
        TEST(tags_slices_and_durations_are_read),
        TEST(wrong_numbers_are_refused),
        TEST(wrong_chunks_are_refused),
        TEST(large_cel_needs_enough_bytes),
        TEST(sum_of_all_pixels_is_limited),
        TEST(palettes_of_adobe_are_not_images),
        TEST(image_is_the_first_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
