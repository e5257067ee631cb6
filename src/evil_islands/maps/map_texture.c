/* Textures of maps: see map.h. */
#include "evil_islands/maps/map.h"

#include "base/tasks.h"
#include "evil_islands/textures/textures.h"
#include "evil_islands/textures/mmp.h"
#include "base/image/png_write.h"

void map_textures_used(const Map *map, bool liquids, bool *wanted)
{
    const size_t count = (size_t)map->mp.sectors_x * map->mp.sectors_y;
    for (size_t i = 0; i < count; i++) {
        const SecFile *sec = map->sectors[i];
        for (unsigned j = 0; sec && j < SEC_TILES * SEC_TILES; j++) {
            wanted[sec->tiles[j] >> 6 & 255] |= sec->tiles[j] != SEC_NONE;
            if (liquids && sec->wet && sec->liquid_materials[j] != SEC_NONE &&
                sec->liquid_tiles[j] != SEC_NONE)
                wanted[sec->liquid_tiles[j] >> 6 & 255] = true;
        }
    }
}

typedef struct TextureTask {
    const MapTexture *texture;
    bool png; /* requested as a file as well */
    Image image;
    Bytes file;
    Arena *arena;
    Messages messages;
    bool ok;
} TextureTask;

static bool read_picture(TextureTask *task, Arena *arena, Report *report)
{
    const Bytes file = task->texture->file;
    Mmp mmp;
    if (!mmp_is(file))
        return png_read(file, &task->image, NULL, arena, report);
    return mmp_read(file, &mmp, arena, report) &&
           mmp_picture(&mmp, 0, MMP_ROWS_USUAL, &task->image, arena, report);
}

/* If the texture is requested as a file, its pixels are not kept. */
static void read_texture(void *context, size_t index)
{
    TextureTask *task = &((TextureTask *)context)[index];
    Arena *scratch = arena_new();
    task->arena = arena_new();
    task->messages.arena = task->arena;
    Report all = report_to(messages_sink, &task->messages);
    Report report = report_child(&all, task->texture->name);
    task->ok = read_picture(task, task->png ? scratch : task->arena, &report);
    if (task->ok && (task->image.w % MAP_ATLAS_SIDE || task->image.h % MAP_ATLAS_SIDE))
        task->ok = report_error(&report, "%u x %u pixels: a texture of a map has 8 x 8 tiles",
                                task->image.w, task->image.h);
    if (task->ok && task->png) {
        task->file = arena_copy(task->arena, png_write(&task->image, NULL, scratch));
        task->image.pixels = NULL;
    }
    arena_free(scratch);
}

static bool all_fit(const TextureTask *tasks, unsigned count, Report *report)
{
    uint64_t pixels = 0;
    for (unsigned i = 0; i < count; i++)
        pixels += texture_pixels(tasks[i].texture->file);
    return pixels <= MAP_PIXELS_MAX ||
           report_error(report, "the textures have %llu pixels: at most %d in all",
                        (unsigned long long)pixels, MAP_PIXELS_MAX);
}

static void warn_of_missing(const Map *map, const bool *wanted, Report *report)
{
    unsigned count = 0, first = 0;
    for (unsigned i = MAP_TEXTURES_MAX; i--;)
        if (wanted[i] && !map->textures[i].file.data) {
            count++;
            first = i;
        }
    if (count)
        report_warning(
            report, "%u texture%s not found, first %.*s%03u.mmp; using flat colours instead",
            count, count == 1 ? " was" : "s were", (int)map->zone.size, map->zone.at, first);
}

bool map_textures(const Map *map, const bool *wanted, Image *images, Bytes *pngs, Arena *arena,
                  Report *report)
{
    TextureTask tasks[MAP_TEXTURES_MAX];
    unsigned numbers[MAP_TEXTURES_MAX], count = 0;
    bool ok = true;
    memset(images, 0, MAP_TEXTURES_MAX * sizeof *images);
    warn_of_missing(map, wanted, report);
    for (unsigned i = 0; i < MAP_TEXTURES_MAX; i++)
        if (wanted[i] && map->textures[i].file.data) {
            numbers[count] = i;
            tasks[count++] = (TextureTask){.texture = &map->textures[i], .png = pngs != NULL};
        }
    if (!all_fit(tasks, count, report))
        return false;
    tasks_run(read_texture, tasks, count);
    for (unsigned i = 0; i < count; i++) {
        arena_adopt(arena, tasks[i].arena);
        if (ok)
            messages_replay(&tasks[i].messages, report);
        ok &= tasks[i].ok;
        images[numbers[i]] = tasks[i].image;
        if (pngs)
            pngs[numbers[i]] = tasks[i].file;
    }
    return ok;
}
