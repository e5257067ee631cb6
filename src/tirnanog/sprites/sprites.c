/* The sprites in a project's images. */
#include "tirnanog/project/build.h"
#include "tirnanog/sprites/sprite_atlas.h"
#include "tirnanog/sprites/sprite_sheets.h"

#include "base/tasks.h"
#include "tirnanog/container/tng_sprites.h"

#include <stdlib.h>

/* ---- decoding ---- */

typedef struct Decoding {
    Project *project;
    Arena **arenas;
    Messages *messages;
} Decoding;

/* Runs in a thread: each image has its own arena and messages. */
static void decode(void *context, size_t index)
{
    Decoding *decoding = context;
    Picture *picture = &decoding->project->pictures[index];
    const ProjectFile *file = &decoding->project->files->items[picture->file];
    Arena *arena = decoding->arenas[index] = arena_new();
    Messages *messages = &decoding->messages[index];
    messages->arena = arena;
    Report all = report_to(messages_sink, messages);
    Report report = report_child(&all, file->path);
    PngInfo info;
    if (!text_ends(file->path, "_atls.png")) {
        picture->ok = picture_read(file->path, file->bytes, &picture->image, arena, &report);
        return;
    }
    picture->ok = png_read(file->bytes, &picture->image, &info, arena, &report);
    if (picture->ok)
        picture->atlas = sprite_atlas_list(&info);
}

static void decode_all(Project *project)
{
    const size_t count = project->picture_count;
    Decoding decoding = {project, ARENA_ALLOC(project->arena, Arena *, count),
                         ARENA_ALLOC(project->arena, Messages, count)};
    tasks_run(decode, &decoding, count);
    for (size_t i = 0; i < count; i++) {
        messages_replay(&decoding.messages[i], project->report);
        arena_adopt(project->arena, decoding.arenas[i]);
    }
}

/* ---- collecting ---- */

/* Pointers to sprites are valid until the next new sprite, because the list may move. */
static SpriteSource *sprite_of(Project *project, unsigned category, Text name)
{
    NameList *list = &project->names.sprites[category];
    const uint32_t *known = table_get(&list->numbers, name);
    if (known)
        return &project->sprites[category][*known];
    size_t count = list->count;
    SpriteSource *sprite = ARENA_PUSH(project->arena, project->sprites[category], count);
    *sprite = (SpriteSource){.name = name};
    names_add(list, name, project->arena);
    return sprite;
}

static bool sprite_name_ok(Text name, Report *report)
{
    return names_ok(name) ||
           report_error(report,
                        "invalid name \"%.*s\"; expected letters, digits, \"_\" and \".\" only",
                        (int)name.size, name.at);
}

/* `known` may be in another file than `strip`. */
static bool report_direction(const Project *project, Text name, const SpriteStrip *known,
                             const SpriteStrip *strip, Report *report)
{
    const uint32_t file = project->pictures[known->picture].file;
    const bool other =
        file < project->files->count && file != project->pictures[strip->picture].file;
    const Text path = other ? project->files->items[file].path : TEXT("");
    return report_error(report, "%.*s: duplicate direction %s%s%.*s%s", (int)name.size, name.at,
                        tng_direction_names[strip->direction], other ? "; " : "",
                        (int)path.size, path.at, other ? " has it, too" : "");
}

/* Strips are kept sorted by direction; a direction may occur only once. */
static bool add_strip(Project *project, unsigned category, Text name, SpriteStrip strip,
                      Report *report)
{
    if (!sprite_name_ok(name, report))
        return false;
    if (strip.w % strip.frames)
        return report_error(report, "%.*s: a width of %u cannot hold %u frames", (int)name.size,
                            name.at, strip.w, strip.frames);
    if (!strip.w || !strip.h || strip.w / strip.frames > TNG_SPRITE_MAX ||
        strip.h > TNG_SPRITE_MAX)
        return report_error(report, "%.*s: a frame of %u x %u pixels; expected 1 to %d",
                            (int)name.size, name.at, strip.w / strip.frames, strip.h,
                            TNG_SPRITE_MAX);
    SpriteSource *sprite = sprite_of(project, category, name);
    size_t at = 0;
    for (; at < sprite->strip_count && sprite->strips[at].direction <= strip.direction; at++)
        if (sprite->strips[at].direction == strip.direction)
            return report_direction(project, name, &sprite->strips[at], &strip, report);
    (void)ARENA_PUSH(project->arena, sprite->strips, sprite->strip_count);
    memmove(&sprite->strips[at + 1], &sprite->strips[at],
            (sprite->strip_count - 1 - at) * sizeof strip);
    sprite->strips[at] = strip;
    return true;
}

/* Parts of an atlas are named as files are: sprite, direction, repetition, frames. */
static bool add_atlas(Project *project, unsigned category, uint32_t number, Report *report)
{
    const Picture *picture = &project->pictures[number];
    AtlasPart *parts;
    size_t count;
    bool ok = sprite_atlas_read(picture->atlas, &picture->image, &parts, &count, project->arena,
                                report);
    for (size_t i = 0; i < count; i++) {
        SpriteStrip strip = {.picture = number,
                             .x = parts[i].x,
                             .y = parts[i].y,
                             .w = parts[i].w,
                             .h = parts[i].h};
        Text base;
        ok &= sprite_suffix_parse(parts[i].name, &base, &strip) &&
              add_strip(project, category, base, strip, report);
    }
    return ok;
}

/* Each sprite of a sheet becomes a separate image. */
static bool add_sheet(Project *project, unsigned category, uint32_t number,
                      const ProjectFile *layout_file)
{
    const Picture picture = project->pictures[number];
    const Text path = project->files->items[picture.file].path;
    SheetLayout layout;
    SheetPictures cut;
    Report about = report_child(project->report, layout_file->path);
    bool ok = sprite_sheet_read(layout_file, category_folders[category], &picture.image,
                                &layout, project->arena, project->report);
    layout.category = text_of(category_folders[category]);
    if (!ok ||
        !sheet_cut(&layout, &picture.image, picture_name(path), &cut, project->arena, &about))
        return false;
    for (size_t i = 0; i < cut.count; i++) {
        const Image *image = &cut.items[i].image;
        SpriteStrip strip = {
            .picture = (uint32_t)project->picture_count, .w = image->w, .h = image->h};
        Text base;
        *ARENA_PUSH(project->arena, project->pictures, project->picture_count) =
            (Picture){.file = picture.file, .image = *image, .ok = true};
        ok &= sprite_suffix_parse(picture_name(cut.items[i].path), &base, &strip) &&
              add_strip(project, category, base, strip, &about);
    }
    return ok;
}

/* An image with an error: its name is known, so that the files that use it have no errors. */
static bool add_broken(Project *project, unsigned category, Text name)
{
    if (names_ok(name))
        sprite_of(project, category, name);
    return false;
}

/* What comes before the last "_". */
static Text without_suffix(Text name)
{
    size_t size = name.size;
    while (size && name.at[size - 1] != '_')
        size--;
    return size > 1 ? text_slice(name, 0, size - 1) : name;
}

/* An image with an error still defines its name: see add_broken(). */
static bool add_picture(Project *project, unsigned category, uint32_t number)
{
    const Picture *picture = &project->pictures[number];
    const Text path = project->files->items[picture->file].path;
    const Text name = picture_name(path);
    SpriteStrip strip = {
        .picture = number, .frames = 1, .w = picture->image.w, .h = picture->image.h};
    Report about = report_child(project->report, path);
    Text base;
    const ProjectFile *layout = sprite_sheet_layout_file(project->files, path, project->arena);
    if (layout)
        return !picture->ok || add_sheet(project, category, number, layout);
    if (text_ends(name, "_atls"))
        return !picture->ok || add_atlas(project, category, number, &about);
    if (text_ends(name, "_full"))
        base = text_slice(name, 0, name.size - 5);
    else if (!sprite_suffix_parse(name, &base, &strip)) {
        report_error(&about,
                     "invalid suffix of the sprite \"%.*s\"; expected _full, _atls, or "
                     "direction, o, f or l, and frames, as in _soo0",
                     (int)name.size, name.at);
        return add_broken(project, category, without_suffix(name));
    }
    return (picture->ok && add_strip(project, category, base, strip, &about)) ||
           add_broken(project, category, base);
}

/* The ending of a sprite is accepted, too, but its direction and frames have no meaning. */
static bool add_background(Project *project, uint32_t number)
{
    const Picture *picture = &project->pictures[number];
    const Text path = project->files->items[picture->file].path;
    Text name = picture_name(path), base;
    SpriteStrip strip;
    Report about = report_child(project->report, path);
    if (text_ends(name, "_full"))
        name.size -= 5;
    else if (sprite_suffix_parse(name, &base, &strip))
        name = base;
    else
        return report_error(&about, "a background's name must end in _full");
    if (!sprite_name_ok(name, &about))
        return false;
    if (table_get(&project->names.sprites[CATEGORY_BACKS].numbers, name))
        return report_error(&about, "duplicate background \"%.*s\"", (int)name.size, name.at);
    names_add(&project->names.sprites[CATEGORY_BACKS], name, project->arena);
    return true;
}

static int compare_sources(const void *a, const void *b)
{
    return text_compare(((const SpriteSource *)a)->name, ((const SpriteSource *)b)->name);
}

/* Numbers are in the byte order of names. */
static bool sort_sprites(Project *project)
{
    bool ok = true;
    for (unsigned c = 0; c < CATEGORY_BACKS; c++) {
        NameList *list = &project->names.sprites[c];
        const size_t count = list->count;
        if (count > TNG_NO_SPRITE || (c == CATEGORY_PORTRAITS && count > TNG_PLAYER_PORTRAIT))
            ok = report_error(project->report, "%s: %zu sprites; the maximum is %d",
                              category_folders[c], count,
                              c == CATEGORY_PORTRAITS ? TNG_PLAYER_PORTRAIT : TNG_NO_SPRITE);
        if (count)
            qsort(project->sprites[c], count, sizeof(SpriteSource), compare_sources);
        *list = names_list_empty(list, project->arena);
        for (size_t i = 0; i < count; i++)
            names_add(list, project->sprites[c][i].name, project->arena);
    }
    return ok;
}

/* A hash of everything that sprites and atlases depend on. */
static CacheKey sprites_key(const Project *project)
{
    CacheKey key = project_cache_key(project, "sprites");
    for (size_t i = 0; i < project->files->count; i++) {
        const ProjectFile *file = &project->files->items[i];
        if (!project_has_picture(project->files, file, project->arena))
            continue;
        cache_key_add(&key, bytes_of_text(file->path));
        cache_key_add(&key, file->bytes);
        const ProjectFile *layout =
            sprite_sheet_layout_file(project->files, file->path, project->arena);
        if (layout)
            cache_key_add(&key, layout->bytes);
    }
    project_layers_hash(project, &key);
    return key;
}

/* All images are decoded in parallel; sprites are collected in the order of the files. */
static bool read_pictures(Project *project)
{
    const ProjectFiles *files = project->files;
    bool ok = true;
    for (uint32_t i = 0; i < files->count; i++)
        if (project_has_picture(files, &files->items[i], project->arena))
            *ARENA_PUSH(project->arena, project->pictures, project->picture_count) =
                (Picture){.file = i};
    decode_all(project);
    const size_t count = project->picture_count; /* sheets add more */
    for (uint32_t i = 0; i < count; i++) {
        const int category = picture_category(files->items[project->pictures[i].file].path);
        ok &= project->pictures[i].ok;
        ok &= category == CATEGORY_BACKS ? add_background(project, i)
                                         : add_picture(project, (unsigned)category, i);
    }
    return ok;
}

/* Names of backgrounds become strings here, because the container refers to them by string. */
bool project_sprites(Project *project)
{
    bool ok = true;
    if (project->cache)
        project->sprites_key = sprites_key(project);
    if (!project_sprites_known(project)) {
        ok = read_pictures(project);
        project_layers(project);
        ok &= sort_sprites(project);
    }
    NameList *backs = &project->names.sprites[CATEGORY_BACKS];
    for (size_t i = 0; i < backs->count; i++)
        names_string(&project->names, backs->items[i]);
    return ok;
}
