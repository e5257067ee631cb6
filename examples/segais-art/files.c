/* Writing what was drawn. */
#include "art.h"

#include "base/stream.h"
#include "base/text.h"
#include "base/image/png_write.h"
#include "tirnanog/sheets/entity_paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static void give_up(const char *path)
{
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
    exit(1);
}

static bool begins(const char *path, const char *beginning)
{
    return !strncmp(path, beginning, strlen(beginning));
}

/* An object has the name of its tile. */
static const char *object_path(const Art *art, const char *path)
{
    const Text stem = path_name(text_of(path), ".obj");
    for (const ArtName *name = art->names; name->drawn; name++) {
        if (!begins(name->drawn, "tiles/") || !text_is(stem, name->drawn + strlen("tiles/")))
            continue;
        char *own =
            (char *)arena_format(art->arena, "objects/%s.obj",
                                 name->name ? name->name : name->drawn + strlen("tiles/"))
                .at;
        char *slash = strchr(own + strlen("objects/"), '/');
        if (slash)
            *slash = '_';
        return own;
    }
    return NULL;
}

/* The path of a file in this project; NULL: it has no such file. */
static const char *path_of(const Art *art, const char *path)
{
    if (art->names && begins(path, "objects/"))
        return object_path(art, path);
    for (const ArtName *name = art->names; name && name->drawn; name++)
        if (begins(path, name->drawn))
            return name->name ? arena_format(art->arena, "%s%s", name->name,
                                             path + strlen(name->drawn))
                                    .at
                              : path;
    return art->names ? NULL : path;
}

bool art_wants(const Art *art, const char *path)
{
    if (art->names)
        return path_of(art, path) != NULL;
    for (size_t i = 0; art->wanted && art->wanted[i]; i++)
        if (begins(path, art->wanted[i]))
            return true;
    return !art->wanted;
}

void art_file(Art *art, const char *path, Bytes bytes)
{
    if (!art_wants(art, path))
        return;
    char *full = (char *)arena_format(art->arena, "%s/%s", art->folder, path_of(art, path)).at;
    for (char *slash = strchr(full + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(full, 0777) && errno != EEXIST)
            give_up(full);
        *slash = '/';
    }
    FILE *file = fopen(full, "wb");
    if (!file || fwrite(bytes.data, 1, bytes.size, file) != bytes.size || fclose(file))
        give_up(full);
}

void art_png(Art *art, const char *path, const Image *image)
{
    const PngOptions options = {.level = 12};
    art_file(art, path, png_write(image, &options, art->arena));
}

static char frame_letter(unsigned frames)
{
    return "0123456789ABCDEFGHIJKLMNOPQRSTUV"[frames - 1];
}

static void add_sprite(Art *art, ArtSprite sprite)
{
    *ARENA_PUSH(art->arena, art->sprites, art->sprite_count) = sprite;
}

/* A tile that a project has under another name, perhaps as a part of a sheet. */
static void named_tile(Art *art, const char *name, char loop, unsigned frames,
                       const Image *image)
{
    const Text full = arena_format(art->arena, "tiles/%s", name);
    for (const ArtName *row = art->names; row->drawn; row++) {
        if (!text_is(full, row->drawn))
            continue;
        const Text own = text_of(row->name ? row->name : name);
        const uint32_t w = image->w / frames >> art->half, h = image->h >> art->half;
        size_t slash;
        if (text_find(own, '/', &slash)) {
            const Text sheet = text_slice(own, 0, slash),
                       part = text_slice(own, slash + 1, own.size);
            ArtSprite sprite = {.name = arena_format(art->arena, "%.*s_%.*s", (int)sheet.size,
                                                     sheet.at, (int)part.size, part.at),
                                .w = w,
                                .h = h,
                                .frames = frames};
            sprite.block = sheet_add(art, sheet, part, loop, frames, image, &sprite.sheet);
            add_sprite(art, sprite);
            return;
        }
        const char *file = arena_format(art->arena, "tiles/%.*s_so%c%c.png", (int)own.size,
                                        own.at, loop, frame_letter(frames))
                               .at;
        Art plain = *art;
        plain.names = NULL;
        plain.wanted = NULL;
        const Image half = art->half ? art_halved(image, frames, art->arena) : *image;
        art_png(&plain, file, &half);
        add_sprite(art, (ArtSprite){.name = own,
                                    .path = arena_format(art->arena, "../%s", file),
                                    .w = w,
                                    .h = h,
                                    .frames = frames});
    }
}

void art_sprite(Art *art, const char *folder, const char *name, const char *direction,
                char loop, unsigned frames, const Image *image)
{
    if (art->names && !strcmp(folder, "tiles")) {
        named_tile(art, name, loop, frames, image);
        return;
    }
    const Text path = arena_format(art->arena, "%s/%s_%s%c%c.png", folder, name, direction,
                                   loop, frame_letter(frames));
    art_png(art, path.at, image);
    if (!strcmp(folder, "tiles") && !strcmp(direction, "so"))
        add_sprite(art, (ArtSprite){.name = arena_text(art->arena, text_of(name)),
                                    .path = arena_format(art->arena, "../%.*s", (int)path.size,
                                                         path.at),
                                    .w = image->w / frames,
                                    .h = image->h});
}

bool art_has(const Art *art, const char *name)
{
    for (size_t i = 0; i < art->sprite_count; i++)
        if (text_is(art->sprites[i].name, name))
            return true;
    return false;
}

const ArtSprite *art_find(const Art *art, const char *name)
{
    for (size_t i = 0; i < art->sprite_count; i++)
        if (text_is(art->sprites[i].name, name))
            return &art->sprites[i];
    fprintf(stderr, "no sprite is called %s\n", name);
    exit(1);
}

/* ---- atlases ---- */

typedef struct AtlasPart {
    Text name;
    Image image;
    uint32_t y;
} AtlasPart;

void atlas_add(Atlas *atlas, const char *name, const char *direction, char loop,
               unsigned frames, Image image)
{
    Arena *arena = atlas->art->arena;
    if (atlas->half)
        image = art_halved(&image, frames, arena);
    *ARENA_PUSH(arena, atlas->parts, atlas->count) = (AtlasPart){
        arena_format(arena, "%s_%s%c%c", name, direction, loop, frame_letter(frames)), image,
        0};
}

/* Strips in rows from the left, as long as they fit: simple, and easy to edit. */
void atlas_write(Atlas *atlas, const char *folder, const char *name)
{
    enum { WIDTH = 256 };
    Arena *arena = atlas->art->arena;
    uint32_t x = 0, y = 0, row = 0, width = WIDTH;
    Writer list = writer_to(arena);
    write_format(&list, "TirNanoG Atlas\n");
    uint32_t *left = ARENA_ALLOC(arena, uint32_t, atlas->count);
    for (size_t i = 0; i < atlas->count; i++)
        width = atlas->parts[i].image.w > width ? atlas->parts[i].image.w : width;
    for (size_t i = 0; i < atlas->count; i++) {
        AtlasPart *part = &atlas->parts[i];
        if (x + part->image.w > width) {
            x = 0;
            y += row;
            row = 0;
        }
        left[i] = x;
        part->y = y;
        write_format(&list, "%u %u %u %u %.*s\n", x, y, part->image.w, part->image.h,
                     (int)part->name.size, part->name.at);
        x += part->image.w;
        row = part->image.h > row ? part->image.h : row;
    }
    const Image image = image_new(width, y + row, arena);
    for (size_t i = 0; i < atlas->count; i++)
        image_copy(&image, (int32_t)left[i], (int32_t)atlas->parts[i].y,
                   &atlas->parts[i].image);
    const PngText comment = {TEXT("Comment"), writer_text(&list)};
    const PngOptions options = {.level = 12, .texts = &comment, .text_count = 1};
    art_file(atlas->art, arena_format(arena, "%s/%s_atls.png", folder, name).at,
             png_write(&image, &options, arena));
}
