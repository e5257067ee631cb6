/* Character layers: which sprites are merged, and the resulting sprites. */
#include "tirnanog/project/build.h"

#include "base/text.h"

#include <assert.h>

/* Frame `frame` of a strip; a strip with fewer frames repeats them. */
Image project_frame(const Project *project, const SpriteStrip *strip, uint32_t frame)
{
    const uint32_t w = strip->w / strip->frames;
    return image_part(&project->pictures[strip->picture].image,
                      strip->x + frame % strip->frames * w, strip->y, w, strip->h);
}

/* The first strip, if the sprite lacks the direction. The sprite must have strips. */
static const SpriteStrip *strip_of(const SpriteSource *sprite, unsigned direction)
{
    for (size_t i = 0; i < sprite->strip_count; i++)
        if (sprite->strips[i].direction == direction)
            return &sprite->strips[i];
    return &sprite->strips[0];
}

/* Layers of different sizes are centred, with aligned bottoms. */
static void merge_direction(Project *project, const SpriteSource **parts, size_t count,
                            uint8_t direction, SpriteSource *out)
{
    uint32_t w = 0, h = 0;
    SpriteStrip strip = {.picture = (uint32_t)project->picture_count, .direction = direction};
    for (size_t i = 0; i < count; i++) {
        const SpriteStrip *part = strip_of(parts[i], direction);
        w = part->w / part->frames > w ? part->w / part->frames : w;
        h = part->h > h ? part->h : h;
        if (part->frames > strip.frames) {
            strip.frames = part->frames;
            strip.loop = part->loop;
        }
    }
    strip.w = w * strip.frames;
    strip.h = h;
    const Image image = image_new(strip.w, strip.h, project->arena);
    for (size_t i = 0; i < count; i++)
        for (uint32_t frame = 0; frame < strip.frames; frame++) {
            const Image part = project_frame(project, strip_of(parts[i], direction), frame);
            image_over(&image, (int32_t)(frame * w + (w - part.w) / 2), (int32_t)(h - part.h),
                       &part);
        }
    *ARENA_PUSH(project->arena, project->pictures, project->picture_count) =
        (Picture){.file = UINT32_MAX, .image = image, .ok = true};
    *ARENA_PUSH(project->arena, out->strips, out->strip_count) = strip;
}

/* Parts whose image has an error are left out: that error is reported elsewhere. The merged
 * sprite comes after all others of its category, so numbers that are known stay valid. */
static void merge_sprites(Project *project, const Merge *merge)
{
    const SpriteSource **parts = arena_alloc(project->arena, merge->part_count, sizeof *parts);
    unsigned directions = 0;
    size_t part_count = 0;
    for (size_t i = 0; i < merge->part_count; i++) {
        const SpriteName *part = &merge->parts[i];
        const uint32_t *index =
            table_get(&project->names.sprites[part->category].numbers, part->name);
        assert(index);
        const SpriteSource *sprite = &project->sprites[part->category][*index];
        for (size_t j = 0; j < sprite->strip_count; j++)
            directions |= 1u << sprite->strips[j].direction;
        if (sprite->strip_count) /* none: its image has an error */
            parts[part_count++] = sprite;
    }
    SpriteSource merged = {.name = merge->name};
    for (uint8_t direction = 0; direction < 8; direction++)
        if (directions >> direction & 1)
            merge_direction(project, parts, part_count, direction, &merged);
    size_t count = project->names.sprites[merge->category].count;
    *ARENA_PUSH(project->arena, project->sprites[merge->category], count) = merged;
    names_add(&project->names.sprites[merge->category], merge->name, project->arena);
}

/* Equal for the same parts in the same order: rows of different entities then share one
 * sprite. */
static Text merge_key(Project *project, const SpriteName *parts, size_t count)
{
    Writer key = writer_to(project->arena);
    for (size_t i = 0; i < count; i++)
        write_format(&key, "%u/%.*s,", parts[i].category, (int)parts[i].name.size,
                     parts[i].name.at);
    return writer_text(&key);
}

/* A unique name: entity, option, column. */
static Text merge_name(Project *project, unsigned category, Text entity, size_t option,
                       size_t column)
{
    Text name = arena_format(project->arena, "%.*s_%zu_%zu", (int)entity.size, entity.at,
                             option, column);
    while (table_get(&project->names.sprites[category].numbers, name))
        name = arena_format(project->arena, "%s_", name.at);
    return name;
}

/* A single part is used directly. The parts are copied, since the caller's array is on its
 * stack. The first part determines the category. */
static void note_merge(Project *project, Text entity, size_t option, size_t column,
                       const SpriteName *parts, size_t count)
{
    const Text key = merge_key(project, parts, count);
    if (count < 2 || table_get(&project->merge_by_key, key))
        return;
    const unsigned category = parts[0].category;
    table_put(&project->merge_by_key, key, (uint32_t)project->merge_count);
    Merge *merge = ARENA_PUSH(project->arena, project->merges, project->merge_count);
    *merge = (Merge){.key = key,
                     .name = merge_name(project, category, entity, option, column),
                     .category = (uint8_t)category,
                     .parts = arena_alloc(project->arena, count, sizeof *parts),
                     .part_count = count};
    memcpy(merge->parts, parts, count * sizeof *parts);
}

enum { LAYERS_MAX = 255 };

/* Rows of layers of an entity or option: [layer][column]. */
typedef struct LayerRows {
    Text words[LAYERS_MAX][TNG_ROW_LENGTH];
    size_t count;
} LayerRows;

/* The last column of a row is the portrait. */
static unsigned usual_category(size_t column)
{
    return column == TNG_ROW_LENGTH - 1 ? CATEGORY_PORTRAITS : CATEGORY_CHARS;
}

static void note_rows(Project *project, Text entity, size_t option, LayerRows *rows)
{
    SpriteName parts[LAYERS_MAX];
    for (size_t column = 0; column < TNG_ROW_LENGTH; column++) {
        size_t count = 0;
        for (size_t i = 0; i < rows->count; i++) {
            const Text word = rows->words[i][column];
            unsigned category, found;
            /* The line with an unknown sprite is reported later. */
            if (names_sprite(&project->names, word, usual_category(column), &category,
                             &found) &&
                category < CATEGORY_BACKS)
                parts[count++] = (SpriteName){category, word};
        }
        note_merge(project, entity, option, column, parts, count);
    }
    rows->count = 0;
}

/* The records of a file, without its magic, its title and the bodies of handlers: a title
 * may look like a record, and texts may contain braces. */
typedef struct LayerLines {
    Text rest;
    size_t number;
    bool in_handler, opened;
    long depth;
} LayerLines;

static bool layer_line(LayerLines *lines, Text *letter, Text *words)
{
    Text line;
    while (text_line(&lines->rest, &line)) {
        *words = line;
        *letter = text_word(words);
        if (++lines->number <= 2)
            continue;
        if (!lines->in_handler) {
            if (!text_is(*letter, "e"))
                return true;
            *lines = (LayerLines){lines->rest, lines->number, true, false, 0};
        }
        for (size_t i = 0; i < line.size; i++) {
            lines->depth += line.at[i] == '{' ? 1 : line.at[i] == '}' ? -1 : 0;
            lines->opened |= line.at[i] == '{';
        }
        lines->in_handler = !lines->opened || lines->depth > 0;
    }
    return false;
}

/* Lines with the letter l or o: merging depends only on these. */
void project_layers_hash(const Project *project, CacheKey *key)
{
    for (size_t i = 0; i < project->files->count; i++) {
        const ProjectFile *file = &project->files->items[i];
        if (!path_is_kind(file->path, NAME_NPC) && !path_is_kind(file->path, NAME_OPTION))
            continue;
        LayerLines lines = {.rest = text_of_bytes(file->bytes)};
        Text letter, words;
        bool named = false;
        while (layer_line(&lines, &letter, &words)) {
            if (!text_is(letter, "l") && !text_is(letter, "o"))
                continue;
            if (!named)
                cache_key_add(key, bytes_of_text(file->path));
            named = true;
            cache_key_add(key, bytes_of_text(letter));
            cache_key_add(key, bytes_of_text(text_is(letter, "l") ? words : TEXT("")));
        }
    }
}

/* Before anything has a number: finds the layers to merge. */
static void note_layers(Project *project, const ProjectFile *file, Text entity)
{
    LayerRows *rows = arena_alloc(project->arena, 1, sizeof *rows);
    LayerLines lines = {.rest = text_of_bytes(file->bytes)};
    Text letter, words;
    size_t option = 0;
    while (layer_line(&lines, &letter, &words)) {
        if (text_is(letter, "o")) {
            note_rows(project, entity, option, rows);
            option++;
        }
        if (text_is(letter, "l") && rows->count < LAYERS_MAX) {
            for (size_t i = 0; i < TNG_ROW_LENGTH; i++) {
                const Text word = text_word(&words);
                rows->words[rows->count][i] = word.size ? word : TEXT("-");
            }
            rows->count++;
        }
    }
    note_rows(project, entity, option, rows);
}

SpriteRef project_merged(Project *project, const ProjectRow *rows, size_t row_count,
                         size_t column)
{
    SpriteName parts[LAYERS_MAX];
    SpriteRef last = {0, TNG_NO_SPRITE};
    size_t count = 0;
    for (size_t i = 0; i < row_count && count < LAYERS_MAX; i++) {
        const SpriteRef sprite = rows[i].sprites[column];
        if (sprite.index == TNG_NO_SPRITE)
            continue;
        last = sprite;
        if (sprite.category < CATEGORY_BACKS)
            parts[count++] = (SpriteName){
                sprite.category, project->names.sprites[sprite.category].items[sprite.index]};
    }
    if (count < 2)
        return last;
    const uint32_t *number =
        table_get(&project->merge_by_key, merge_key(project, parts, count));
    uint32_t index = TNG_NO_SPRITE;
    if (!number) /* the file has an error, which note_layers treated differently */
        return last;
    const Merge *merge = &project->merges[*number];
    names_find(&project->names.sprites[merge->category], merge->name, &index);
    return (SpriteRef){merge->category, (u16)index};
}

void project_layers(Project *project)
{
    for (size_t i = 0; i < project->files->count; i++) {
        const Text path = project->files->items[i].path;
        if (path_is_kind(path, NAME_NPC))
            note_layers(project, &project->files->items[i], path_name(path, ".npc"));
        else if (path_is_kind(path, NAME_OPTION))
            note_layers(project, &project->files->items[i], path_name(path, ".opt"));
    }
    for (size_t i = 0; i < project->merge_count; i++)
        merge_sprites(project, &project->merges[i]);
}
