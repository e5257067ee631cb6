/* Collections of images: tilesets of Tiled in which each image is a tile. `oisin maps sync`
 * would write the same; maps need their numbers. */
#include "art.h"

#include "base/stream.h"
#include "base/system/files.h"
#include "base/text.h"

#include <stdlib.h>

typedef struct Item {
    Text image;
    const ArtSprite *sprite;
} Item;

static int by_image(const void *a, const void *b)
{
    return text_compare(((const Item *)a)->image, ((const Item *)b)->image);
}

static bool is_object(const Art *art, const ArtSprite *sprite)
{
    return file_exists(arena_format(art->arena, "%s/objects/%.*s.obj", art->folder,
                                    (int)sprite->name.size, sprite->name.at)
                           .at);
}

static void fill_in(Art *art, Collection *out, const char *name, Item *items, size_t count)
{
    if (count)
        qsort(items, count, sizeof *items, by_image);
    *out = (Collection){.name = name,
                        .sprites = ARENA_ALLOC(art->arena, const ArtSprite *, count + 1),
                        .images = ARENA_ALLOC(art->arena, Text, count + 1),
                        .count = count};
    for (size_t i = 0; i < count; i++) {
        out->images[i] = items[i].image;
        out->sprites[i] = items[i].sprite;
    }
}

static void write_one(Art *art, const Collection *collection)
{
    Writer out = writer_to(art->arena);
    write_format(&out,
                 "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tileset version=\"1.10\" "
                 "name=\"%s\" tilewidth=\"0\" tileheight=\"0\" columns=\"0\" "
                 "objectalignment=\"bottom\">\n",
                 collection->name);
    for (size_t i = 0; i < collection->count; i++) {
        const ArtSprite *sprite = collection->sprites[i];
        write_format(&out, " <tile id=\"%zu\"", i);
        if (sprite && sprite->frames > 1) /* its first frame */
            write_format(&out, " x=\"0\" y=\"0\" width=\"%u\" height=\"%u\"", sprite->w,
                         sprite->h);
        write_format(&out, "><image source=\"%.*s\"/></tile>\n",
                     (int)collection->images[i].size, collection->images[i].at);
    }
    write_format(&out, "</tileset>\n");
    art_file(art, arena_format(art->arena, "maps/%s.tsx", collection->name).at,
             writer_bytes(&out));
}

void collections_write(Art *art)
{
    Item *lists[COLLECTIONS] = {0};
    size_t counts[COLLECTIONS] = {0};
    static const char *const names[COLLECTIONS] = {"tiles", "objects", "npcs", "spawners"};
    for (size_t i = 0; i < art->sprite_count; i++) {
        const ArtSprite *sprite = &art->sprites[i];
        if (sprite->sheet)
            continue;
        const int kind = is_object(art, sprite);
        *ARENA_PUSH(art->arena, lists[kind], counts[kind]) = (Item){sprite->path, sprite};
    }
    for (size_t i = 0; i < art->preview_count; i++) {
        const int kind = text_ends(art->previews[i], "_npc.png") ? 2 : 3;
        *ARENA_PUSH(art->arena, lists[kind], counts[kind]) = (Item){art->previews[i], NULL};
    }
    art->collections = ARENA_ALLOC(art->arena, Collection, COLLECTIONS);
    for (int kind = 0; kind < COLLECTIONS; kind++) {
        fill_in(art, &art->collections[kind], names[kind], lists[kind], counts[kind]);
        if (counts[kind])
            write_one(art, &art->collections[kind]);
    }
}
