/* Whole maps against Tiled's own tmxrasterizer, pixel by pixel: the same map goes to Tiled
 * as a file with pictures beside it, and through a build to our renderer. */
#include "lib/kit.h"

#include "base/stream.h"
#include "tirnanog/maps/tmx.h"
#include "base/image/png_write.h"
#include "tirnanog/project/project.h"
#include "engine/render/map_picture.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SIDE = 8 };

/* Sprites of many sizes: a tile, flat and small, tall, wide, tall and wide. */
static const struct Sprite {
    const char *name;
    uint32_t w, h; /* in quarters of a tile */
    bool glassy;
} sprites[] = {{"ground", 4, 4, false}, {"stone", 2, 3, false},   {"tree", 4, 11, false},
               {"wall", 7, 4, false},   {"castle", 9, 13, false}, {"mist", 4, 6, true}};

static const struct Shape {
    const char *word;
    TmxOrientation orientation;
    uint32_t w, h;
} shapes[] = {
    {"ortho", TMX_ORTHOGONAL, 16, 12},        {"iso", TMX_ISOMETRIC, 32, 16},
    {"hexv", TMX_HEXAGONAL_VERTICAL, 20, 24}, {"hexh", TMX_HEXAGONAL_HORIZONTAL, 24, 20},
    {"ortho", TMX_ORTHOGONAL, 15, 13},        {"iso", TMX_ISOMETRIC, 30, 18},
    {"hexv", TMX_HEXAGONAL_VERTICAL, 18, 22}, {"hexh", TMX_HEXAGONAL_HORIZONTAL, 26, 14}};

static void file_write(Kit *kit, const char *folder, const char *path, Bytes bytes)
{
    FILE *file = fopen(arena_format(kit->arena, "%s/%s", folder, path).at, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    assert_int_equal(fclose(file), 0);
}

static Bytes file_read(Kit *kit, const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    Writer writer = writer_to(kit->arena);
    uint8_t buffer[4096];
    for (size_t size; (size = fread(buffer, 1, sizeof buffer, file));)
        write_bytes(&writer, (Bytes){buffer, size});
    fclose(file);
    return writer_bytes(&writer);
}

/* An ellipse in a few colours, so that boxes, margins and what lies behind are seen. */
static Image sprite_draw(Kit *kit, const struct Sprite *sprite, const struct Shape *shape)
{
    const uint32_t w = sprite->w * shape->w / 4, h = sprite->h * shape->h / 4;
    const Image image = image_new(w, h, kit->arena);
    const uint32_t colour = next_random(1 << 24);
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++) {
            const int32_t dx = (int32_t)(2 * x + 1 - w), dy = (int32_t)(2 * y + 1 - h);
            const uint64_t far = (uint64_t)(dx * dx) * h * h + (uint64_t)(dy * dy) * w * w;
            if (far <= (uint64_t)w * w * h * h)
                *image_at(&image, x, y) =
                    (colour ^ (x * 5 + y * 3)) | (sprite->glassy ? 0x80000000u : 0xFF000000u);
        }
    return image;
}

static void file_add(Kit *kit, ProjectFiles *files, Text path, Bytes bytes)
{
    *ARENA_PUSH(kit->arena, files->items, files->count) = (ProjectFile){path, bytes};
}

typedef struct Scene {
    Kit *kit;
    const struct Shape *shape;
    ProjectFiles files;
    TmxMap map;
    char folder[FOLDER_SIZE];
} Scene;

/* Which layers hold which sprites: bit i is sprites[i]. */
static void scene_make(Scene *scene, const struct Shape *shape, unsigned which)
{
    static const uint32_t ids[] = {1, 2, 5, 8, 11};
    Kit *kit = scene->kit;
    scene->shape = shape;
    scene->files = (ProjectFiles){.game = TEXT("raster")};
    scene->map = (TmxMap){.orientation = shape->orientation,
                          .w = SIDE,
                          .h = SIDE,
                          .tile_w = shape->w,
                          .tile_h = shape->h};
    assert_true(make_temporary_folder(scene->folder, "oisin-raster"));
    assert_int_equal(mkdir(arena_format(kit->arena, "%s/tiles", scene->folder).at, 0700), 0);
    assert_int_equal(mkdir(arena_format(kit->arena, "%s/maps", scene->folder).at, 0700), 0);
    file_add(kit, &scene->files, TEXT("config"),
             bytes_of_text(arena_format(kit->arena,
                                        "TirNanoG Project 0\r\nRaster\r\n%s %u %u %d\r\n",
                                        shape->word, shape->w, shape->h, SIDE)));
    for (uint32_t i = 0; i < COUNT_OF(sprites); i++) {
        if (!(which & 1u << i))
            continue;
        const Image image = sprite_draw(kit, &sprites[i], shape);
        const uint32_t id = (uint32_t)scene->map.tileset_count + 1;
        const Text path = arena_format(kit->arena, "tiles/%s_soo0.png", sprites[i].name);
        const Bytes png = png_write(&image, NULL, kit->arena);
        file_add(kit, &scene->files, path, png);
        file_write(kit, scene->folder, path.at, png);
        *ARENA_PUSH(kit->arena, scene->map.tilesets, scene->map.tileset_count) =
            (TmxTileset){.first = id,
                         .name = arena_format(kit->arena, "tiles_%s", sprites[i].name),
                         .image = arena_format(kit->arena, "../%s", path.at),
                         .w = image.w,
                         .h = image.h};
    }
    scene->map.layers = ARENA_ALLOC(kit->arena, TmxLayer, COUNT_OF(ids));
    scene->map.layer_count = COUNT_OF(ids);
    for (size_t i = 0; i < COUNT_OF(ids); i++) {
        uint32_t *cells = ARENA_ALLOC(kit->arena, uint32_t, SIDE * SIDE);
        for (size_t j = 0; j < SIDE * SIDE; j++)
            if (next_random(3) == 0)
                cells[j] = 1 + next_random((uint32_t)scene->map.tileset_count);
        scene->map.layers[i] =
            (TmxLayer){.id = ids[i], .w = SIDE, .h = SIDE, .cells = cells, .name = TEXT("l")};
    }
    const Bytes tmx = tmx_write(&scene->map, kit->arena);
    file_add(kit, &scene->files, TEXT("maps/m.tmx"), tmx);
    file_write(kit, scene->folder, "maps/m.tmx", tmx);
}

static Image theirs(const Scene *scene)
{
    Kit *kit = scene->kit;
    const char *folder = scene->folder;
    const char *command =
        arena_format(kit->arena,
                     "cd %s && HOME=%s XDG_CONFIG_HOME=%s QT_QPA_PLATFORM=offscreen timeout 60 "
                     "tmxrasterizer maps/m.tmx theirs.png >/dev/null 2>&1",
                     folder, folder, folder)
            .at;
    assert_int_equal(system(command), 0);
    Image image;
    assert_true(png_read(file_read(kit, arena_format(kit->arena, "%s/theirs.png", folder).at),
                         &image, NULL, kit->arena, &kit->report));
    return image;
}

static Image ours(Scene *scene)
{
    Kit *kit = scene->kit;
    const BuildOptions options = {0};
    TngOutput out;
    TngFile game;
    Image image;
    if (!project_build(&scene->files, &options, &out, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    Writer writer = writer_to(kit->arena);
    for (size_t i = 0; i < out.count; i++)
        write_bytes(&writer, out.parts[i]);
    assert_true(tng_read(writer_bytes(&writer), &game, kit->arena, &kit->report));
    assert_true(render_map(&game, 0, &image, kit->arena, &kit->report));
    return image;
}

/* The greatest difference of a colour, drawn as premultiplied: what is nearly transparent
 * has hardly a colour. */
static unsigned difference(Pixel a, Pixel b)
{
    unsigned max = 0;
    for (unsigned shift = 0; shift < 32; shift += 8) {
        const unsigned x = shift == 24 ? PIXEL_A(a) : (a >> shift & 255) * PIXEL_A(a) / 255;
        const unsigned y = shift == 24 ? PIXEL_A(b) : (b >> shift & 255) * PIXEL_A(b) / 255;
        const unsigned far = x > y ? x - y : y - x;
        max = far > max ? far : max;
    }
    return max;
}

/* Tiled's blending rounds by itself; only half transparent pixels may differ, by `most`. */
static void pictures_agree(unsigned which, unsigned max)
{
    for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        Scene scene = {.kit = kit_new()};
        scene_make(&scene, &shapes[i], which);
        const Image a = ours(&scene), b = theirs(&scene);
        if (a.w != b.w || a.h != b.h)
            fail_msg("%s: %u x %u, Tiled's is %u x %u (%s)", shapes[i].word, a.w, a.h, b.w, b.h,
                     scene.folder);
        for (uint32_t y = 0; y < a.h; y++)
            for (uint32_t x = 0; x < a.w; x++)
                if (difference(*image_at(&a, x, y), *image_at(&b, x, y)) > max) {
                    file_write(scene.kit, scene.folder, "ours.png",
                               png_write(&a, NULL, scene.kit->arena));
                    fail_msg("%s %ux%u: pixel %u,%u is %08x, Tiled's %08x (%s)", shapes[i].word,
                             shapes[i].w, shapes[i].h, x, y, *image_at(&a, x, y),
                             *image_at(&b, x, y), scene.folder);
                }
        assert_int_equal(system(arena_format(scene.kit->arena, "rm -r %s", scene.folder).at),
                         0);
        kit_free(scene.kit);
    }
}

static void tiles_of_equal_size_match_tiled(void **state)
{
    (void)state;
    if (!has_tool("tmxrasterizer"))
        skip();
    pictures_agree(1, 0);
}

static void small_and_tall_sprites_match_tiled(void **state)
{
    (void)state;
    if (!has_tool("tmxrasterizer"))
        skip();
    pictures_agree(1 | 2 | 4, 0);
}

static void wide_sprites_match_tiled(void **state)
{
    (void)state;
    if (!has_tool("tmxrasterizer"))
        skip();
    pictures_agree(1 | 2 | 4 | 8 | 16, 0);
}

static void half_transparent_sprites_match_tiled(void **state)
{
    (void)state;
    if (!has_tool("tmxrasterizer"))
        skip();
    pictures_agree(63, 1);
}

int main(void)
{
    random_state = 7;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_of_equal_size_match_tiled),
        cmocka_unit_test(small_and_tall_sprites_match_tiled),
        cmocka_unit_test(wide_sprites_match_tiled),
        cmocka_unit_test(half_transparent_sprites_match_tiled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
