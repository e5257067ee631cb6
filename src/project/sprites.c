/* A project's pictures: which sprites they hold. */
#include "project/build.h"

#include "base/tasks.h"
#include "base/text.h"
#include "formats/tirnanog/tng_sprites.h"
#include "image/png_write.h"

#include <stdlib.h>

static const char loop_letters[] = "ofl"; /* by loop type: once, forth and back, loop */

/* ---- names: name_soo0 ---- */

/* Frames minus one: 0-9, A-V. */
static int frame_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'V' ? c - 'A' + 10 : -1;
}

static bool suffix_parse(Text name, Text *base, SpriteStrip *strip)
{
    if (name.size < 6 || name.at[name.size - 5] != '_')
        return false;
    const char *suffix = name.at + name.size - 4;
    const char *loop = suffix[2] ? strchr(loop_letters, suffix[2]) : NULL;
    const int frames = frame_digit(suffix[3]);
    for (uint8_t i = 0; i < 8; i++)
        if (!memcmp(suffix, tng_direction_names[i], 2) && loop && frames >= 0) {
            *base = text_slice(name, 0, name.size - 5);
            strip->direction = i;
            strip->loop = (uint8_t)(loop - loop_letters);
            strip->frames = (uint8_t)(frames + 1);
            return true;
        }
    return false;
}

/* ---- decoding ---- */

typedef struct Decoding {
    Project *project;
    Arena **arenas;
    Messages *messages;
} Decoding;

static void decode(void *context, size_t index)
{
    Decoding *decoding = context;
    Picture *picture = &decoding->project->pictures[index];
    const ProjectFile *file = &decoding->project->files->items[picture->file];
    Arena *arena = decoding->arenas[index] = arena_new();
    Messages *messages = &decoding->messages[index];
    messages->arena = arena;
    Report report = report_to(messages_sink, messages);
    report_about(&report, file->path);
    PngInfo info;
    picture->ok = png_read(file->bytes, &picture->image, &info, arena, &report);
    if (picture->ok && text_ends(file->path, "_atls.png"))
        picture->atlas = png_text_of(&info, "Comment");
}

static void decode_all(Project *project)
{
    const size_t count = project->picture_count;
    Decoding decoding = {project, ARENA_TAKE(project->arena, Arena *, count),
                         ARENA_TAKE(project->arena, Messages, count)};
    tasks_run(decode, &decoding, count);
    for (size_t i = 0; i < count; i++) {
        messages_replay(&decoding.messages[i], project->report);
        arena_adopt(project->arena, decoding.arenas[i]);
    }
}

/* ---- collecting ---- */

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

static bool add_strip(Project *project, unsigned category, Text name, SpriteStrip strip)
{
    Report *report = project->report;
    if (strip.w % strip.frames)
        return report_error(report, "%.*s: a width of %u cannot hold %u frames", (int)name.size,
                            name.at, strip.w, strip.frames);
    if (!strip.w || !strip.h || strip.w / strip.frames > TNG_SPRITE_MOST ||
        strip.h > TNG_SPRITE_MOST)
        return report_error(report, "%.*s: a frame of %u x %u pixels; 1 to %d are possible",
                            (int)name.size, name.at, strip.w / strip.frames, strip.h,
                            TNG_SPRITE_MOST);
    SpriteSource *sprite = sprite_of(project, category, name);
    size_t at = 0;
    for (; at < sprite->strip_count && sprite->strips[at].direction <= strip.direction; at++)
        if (sprite->strips[at].direction == strip.direction)
            return report_error(report, "%.*s: direction %s for the second time", (int)name.size,
                                name.at, tng_direction_names[strip.direction]);
    (void)ARENA_PUSH(project->arena, sprite->strips, sprite->strip_count);
    memmove(&sprite->strips[at + 1], &sprite->strips[at],
            (sprite->strip_count - 1 - at) * sizeof strip);
    sprite->strips[at] = strip;
    return true;
}

/* "x y width height name_soo0", after the line TirNanoG Atlas */
static bool add_atlas(Project *project, unsigned category, uint32_t number)
{
    const Picture *picture = &project->pictures[number];
    Text rest = picture->atlas, line;
    if (!text_line(&rest, &line) || !text_is(text_trimmed(line), "TirNanoG Atlas"))
        return report_error(project->report, "an _atls picture needs a tEXt chunk \"Comment\" "
                                             "that begins with \"TirNanoG Atlas\"");
    bool ok = true;
    for (uint32_t n = 2; text_line(&rest, &line); n++) {
        Text words = line, base;
        int64_t v[4];
        bool good = true;
        if (!text_trimmed(line).size)
            continue;
        for (int i = 0; i < 4; i++)
            good = good && text_number(text_word(&words), 0, PNG_SIDE_MOST, &v[i]);
        const Text name = text_word(&words);
        SpriteStrip strip = {.picture = number};
        if (!good || !suffix_parse(name, &base, &strip)) {
            ok = report_error(project->report,
                              "Comment, line %u: \"%.*s\" is not: x y width height name_suffix", n,
                              (int)line.size, line.at);
            continue;
        }
        if (v[0] + v[2] > picture->image.w || v[1] + v[3] > picture->image.h) {
            ok = report_error(project->report, "Comment, line %u: %.*s is outside the picture", n,
                              (int)name.size, name.at);
            continue;
        }
        strip.x = (uint32_t)v[0], strip.y = (uint32_t)v[1];
        strip.w = (uint32_t)v[2], strip.h = (uint32_t)v[3];
        ok &= add_strip(project, category, base, strip);
    }
    return ok;
}

static bool add_picture(Project *project, unsigned category, uint32_t number)
{
    const Picture *picture = &project->pictures[number];
    const Text path = project->files->items[picture->file].path;
    const Text name = path_name(path, ".png");
    SpriteStrip strip = {.picture = number, .frames = 1, .w = picture->image.w,
                         .h = picture->image.h};
    Text base;
    project_about(project, path);
    if (text_ends(name, "_atls"))
        return !picture->ok || add_atlas(project, category, number);
    if (text_ends(name, "_full"))
        base = text_slice(name, 0, name.size - 5);
    else if (!suffix_parse(name, &base, &strip))
        return report_error(project->report,
                            "\"%.*s\" does not end like a sprite: _full, _atls, or direction, "
                            "o, f or l, and frames, as in _soo0",
                            (int)name.size, name.at);
    return !picture->ok || add_strip(project, category, base, strip);
}

/* Backgrounds are stored as they are. */
static bool add_background(Project *project, uint32_t number)
{
    const Picture *picture = &project->pictures[number];
    const Text path = project->files->items[picture->file].path;
    Text name = path_name(path, ".png"), base;
    SpriteStrip strip;
    project_about(project, path);
    if (text_ends(name, "_full"))
        name.size -= 5;
    else if (suffix_parse(name, &base, &strip))
        name = base;
    else
        return report_error(project->report, "a background's name ends in _full.png");
    if (table_get(&project->names.sprites[CATEGORY_BACKS].numbers, name))
        return report_error(project->report, "a second background \"%.*s\"", (int)name.size,
                            name.at);
    names_add(&project->names.sprites[CATEGORY_BACKS], name, project->arena);
    return true;
}

static int picture_category(Text path)
{
    for (int i = 0; i < CATEGORIES; i++) {
        const size_t size = strlen(category_folders[i]);
        if (text_starts(path, category_folders[i]) && path.size > size && path.at[size] == '/' &&
            text_ends(path, ".png"))
            return i;
    }
    return -1;
}

static int compare_sources(const void *a, const void *b)
{
    return text_compare(((const SpriteSource *)a)->name, ((const SpriteSource *)b)->name);
}

/* Numbers follow from the names' bytes. */
static void sort_sprites(Project *project)
{
    for (unsigned c = 0; c < CATEGORY_BACKS; c++) {
        NameList *list = &project->names.sprites[c];
        const size_t count = list->count;
        if (count)
            qsort(project->sprites[c], count, sizeof(SpriteSource), compare_sources);
        *list = (NameList){.numbers = table_new(project->arena)};
        for (size_t i = 0; i < count; i++)
            names_add(list, project->sprites[c][i].name, project->arena);
    }
}

/* ---- layers ---- */

/* Frame `frame` of a strip; a strip with fewer frames repeats them. */
static Image strip_frame(const Project *project, const SpriteStrip *strip, uint32_t frame)
{
    const uint32_t w = strip->w / strip->frames;
    return image_part(&project->pictures[strip->picture].image,
                      strip->x + frame % strip->frames * w, strip->y, w, strip->h);
}

static const SpriteStrip *strip_of(const SpriteSource *sprite, unsigned direction)
{
    for (size_t i = 0; i < sprite->strip_count; i++)
        if (sprite->strips[i].direction == direction)
            return &sprite->strips[i];
    return &sprite->strips[0];
}

/* Layers of other sizes stand on the same ground: centred, bottoms aligned. */
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
            const Image part = strip_frame(project, strip_of(parts[i], direction), frame);
            image_over(&image, (int32_t)(frame * w + (w - part.w) / 2), (int32_t)(h - part.h),
                       &part);
        }
    *ARENA_PUSH(project->arena, project->pictures, project->picture_count) =
        (Picture){.file = UINT32_MAX, .image = image, .ok = true};
    *ARENA_PUSH(project->arena, out->strips, out->strip_count) = strip;
}

static bool merge_sprites(Project *project, const Merge *merge)
{
    const SpriteSource **parts = arena_take(project->arena, merge->part_count, sizeof *parts);
    unsigned directions = 0;
    for (size_t i = 0; i < merge->part_count; i++) {
        uint32_t index;
        if (!names_find(&project->names.sprites[merge->category], merge->parts[i], &index))
            return true; /* the line that names it is told so later */
        parts[i] = &project->sprites[merge->category][index];
        for (size_t j = 0; j < parts[i]->strip_count; j++)
            directions |= 1u << parts[i]->strips[j].direction;
    }
    SpriteSource merged = {.name = merge->name};
    for (uint8_t direction = 0; direction < 8; direction++)
        if (directions >> direction & 1)
            merge_direction(project, parts, merge->part_count, direction, &merged);
    size_t count = project->names.sprites[merge->category].count;
    *ARENA_PUSH(project->arena, project->sprites[merge->category], count) = merged;
    names_add(&project->names.sprites[merge->category], merge->name, project->arena);
    return true;
}

static Text merge_key(Project *project, unsigned category, const Text *parts, size_t count)
{
    Writer key = writer_to(project->arena);
    write_format(&key, "%u:", category);
    for (size_t i = 0; i < count; i++)
        write_format(&key, "%.*s,", (int)parts[i].size, parts[i].at);
    return writer_text(&key);
}

/* A name that no sprite has: entity, option, column. */
static Text merge_name(Project *project, unsigned category, Text entity, size_t option,
                       size_t column)
{
    Text name = arena_format(project->arena, "%.*s_%zu_%zu", (int)entity.size, entity.at, option,
                             column);
    while (table_get(&project->names.sprites[category].numbers, name))
        name = arena_format(project->arena, "%s_", name.at);
    return name;
}

static void note_merge(Project *project, Text entity, size_t option, size_t column,
                       const Text *parts, size_t count)
{
    const unsigned category = column == TNG_ROW_LENGTH - 1 ? CATEGORY_PORTRAITS : CATEGORY_CHARS;
    const Text key = merge_key(project, category, parts, count);
    if (count < 2 || table_get(&project->merge_by_key, key))
        return;
    table_put(&project->merge_by_key, key, (uint32_t)project->merge_count);
    Merge *merge = ARENA_PUSH(project->arena, project->merges, project->merge_count);
    *merge = (Merge){.key = key,
                     .name = merge_name(project, category, entity, option, column),
                     .category = (uint8_t)category,
                     .parts = arena_take(project->arena, count, sizeof(Text)),
                     .part_count = count};
    memcpy(merge->parts, parts, count * sizeof *parts);
}

enum { LAYERS_MOST = 255 };

/* Rows of layers of one entity or option: [layer][column]. */
typedef struct LayerRows {
    Text words[LAYERS_MOST][TNG_ROW_LENGTH];
    size_t count;
} LayerRows;

static void note_rows(Project *project, Text entity, size_t option, LayerRows *rows)
{
    Text parts[LAYERS_MOST];
    for (size_t column = 0; column < TNG_ROW_LENGTH; column++) {
        size_t count = 0;
        for (size_t i = 0; i < rows->count; i++)
            if (!text_is(rows->words[i][column], "-"))
                parts[count++] = rows->words[i][column];
        note_merge(project, entity, option, column, parts, count);
    }
    rows->count = 0;
}

/* Before anything has a number: which layers will be merged. Only lines with
 * the letter l outside of handlers count. */
static void note_layers(Project *project, const ProjectFile *file, Text entity)
{
    LayerRows *rows = arena_take(project->arena, 1, sizeof *rows);
    Text rest = text_of_bytes(file->bytes), line;
    long depth = 0;
    size_t option = 0;
    while (text_line(&rest, &line)) {
        Text words = line;
        const Text letter = text_word(&words);
        if (depth == 0 && text_is(letter, "o")) {
            note_rows(project, entity, option, rows);
            option++;
        }
        if (depth == 0 && text_is(letter, "l") && rows->count < LAYERS_MOST) {
            for (size_t i = 0; i < TNG_ROW_LENGTH; i++) {
                const Text word = text_word(&words);
                rows->words[rows->count][i] = word.size ? word : TEXT("-");
            }
            rows->count++;
        }
        for (size_t i = 0; i < line.size; i++)
            depth += line.at[i] == '{' ? 1 : line.at[i] == '}' ? -1 : 0;
    }
    note_rows(project, entity, option, rows);
}

SpriteRef project_merged(Project *project, const ProjectRow *rows, size_t row_count, size_t column)
{
    Text parts[LAYERS_MOST];
    SpriteRef last = {0, TNG_NO_SPRITE};
    size_t count = 0;
    for (size_t i = 0; i < row_count && count < LAYERS_MOST; i++) {
        const SpriteRef sprite = rows[i].sprites[column];
        if (sprite.index == TNG_NO_SPRITE || sprite.category >= CATEGORIES)
            continue;
        parts[count++] = project->names.sprites[sprite.category].items[sprite.index];
        last = sprite;
    }
    const unsigned category = column == TNG_ROW_LENGTH - 1 ? CATEGORY_PORTRAITS : CATEGORY_CHARS;
    const uint32_t *merge =
        count > 1 ? table_get(&project->merge_by_key, merge_key(project, category, parts, count))
                  : NULL;
    uint32_t index;
    if (merge && names_find(&project->names.sprites[category], project->merges[*merge].name, &index))
        return (SpriteRef){(u8)category, (u16)index};
    return last;
}

bool project_sprites(Project *project)
{
    const ProjectFiles *files = project->files;
    bool ok = true;
    for (uint32_t i = 0; i < files->count; i++)
        if (picture_category(files->items[i].path) >= 0)
            *ARENA_PUSH(project->arena, project->pictures, project->picture_count) =
                (Picture){.file = i};
    decode_all(project);
    for (uint32_t i = 0; i < project->picture_count; i++) {
        const int category =
            picture_category(files->items[project->pictures[i].file].path);
        ok &= project->pictures[i].ok;
        ok &= category == CATEGORY_BACKS ? add_background(project, i)
                                         : add_picture(project, (unsigned)category, i);
    }
    project_about(project, TEXT(""));
    for (size_t i = 0; i < files->count; i++) {
        const Text path = files->items[i].path;
        if (path_is_kind(path, NAME_NPC))
            note_layers(project, &files->items[i], path_name(path, ".npc"));
        else if (path_is_kind(path, NAME_OPTION))
            note_layers(project, &files->items[i], path_name(path, ".opt"));
    }
    for (size_t i = 0; i < project->merge_count; i++)
        ok &= merge_sprites(project, &project->merges[i]);
    sort_sprites(project);
    NameList *backs = &project->names.sprites[CATEGORY_BACKS];
    for (size_t i = 0; i < backs->count; i++)
        names_string(&project->names, backs->items[i]);
    return ok;
}

/* ---- atlases ---- */

typedef struct Encoding {
    const AtlasPlan *plan;
    const Image *images;
    Bytes *files;
    Arena **arenas;
} Encoding;

static void encode(void *context, size_t index)
{
    Encoding *encoding = context;
    Arena *scratch = arena_new();
    const Image atlas = atlas_draw(encoding->plan, index, encoding->images, scratch);
    encoding->arenas[index] = arena_new();
    encoding->files[index] =
        arena_copy(encoding->arenas[index], png_write(&atlas, NULL, scratch));
    arena_free(scratch);
}

static Image *all_frames(const Project *project, size_t *count)
{
    Image *images = NULL;
    *count = 0;
    for (unsigned c = 0; c < CATEGORY_BACKS; c++)
        for (size_t i = 0; i < project->names.sprites[c].count; i++) {
            const SpriteSource *sprite = &project->sprites[c][i];
            for (size_t j = 0; j < sprite->strip_count; j++)
                for (uint32_t frame = 0; frame < sprite->strips[j].frames; frame++)
                    *ARENA_PUSH(project->arena, images, *count) =
                        strip_frame(project, &sprite->strips[j], frame);
        }
    return images;
}

static void store_sprite(Project *project, const SpriteSource *sprite, const AtlasPlace **places,
                         TngEntry *entry)
{
    TngSprite record = {.directions_count = (uint32_t)sprite->strip_count};
    record.directions = ARENA_TAKE(project->arena, TngAnimation, sprite->strip_count);
    for (size_t j = 0; j < sprite->strip_count; j++) {
        const SpriteStrip *strip = &sprite->strips[j];
        TngAnimation *animation = &record.directions[j];
        *animation = (TngAnimation){.w = (u16)(strip->w / strip->frames),
                                    .h = (u16)strip->h,
                                    .type = (u8)(strip->direction | strip->loop << 6),
                                    .frame_count = strip->frames};
        animation->frames = ARENA_TAKE(project->arena, TngFrame, strip->frames);
        for (size_t k = 0; k < strip->frames; k++, ++*places)
            animation->frames[k] = (TngFrame){
                .atlas = (u16)((*places)->atlas | (*places)->operation << 12),
                .x = (*places)->x, .y = (*places)->y, .w = (*places)->w, .h = (*places)->h,
                .left = (u16)(*places)->left, .top = (u16)(*places)->top};
    }
    ((TngSpriteAsset *)entry->descriptor)->direction_count = (u8)sprite->strip_count;
    entry->stored = tng_store(&TngSprite_layout, &record, project->arena);
}

static void store_backgrounds(Project *project)
{
    const NameList *backs = &project->names.sprites[CATEGORY_BACKS];
    if (!backs->count)
        return;
    TngEntry *entries = project_entry(project, SECTION_BACKS, backs->count);
    for (size_t i = 0; i < project->files->count; i++) {
        const ProjectFile *file = &project->files->items[i];
        if (picture_category(file->path) != CATEGORY_BACKS)
            continue;
        uint32_t index;
        Text name = path_name(file->path, ".png"); /* _full and _soo0 are five bytes both */
        name.size -= 5;
        if (!names_find(backs, name, &index))
            continue;
        entries[index].stored = file->bytes;
        ((TngAsset *)entries[index].descriptor)->name = names_string(&project->names, name);
    }
}

bool project_atlases(Project *project)
{
    size_t count;
    const Image *images = all_frames(project, &count);
    AtlasPlan plan;
    enum { SIDE_LOG2 = 11 }; /* 2048: what every graphics card and phone takes */
    project->header.atlas_log2 = SIDE_LOG2;
    if (!atlas_plan(images, count, SIDE_LOG2, &plan, project->arena, project->report))
        return false;
    const AtlasPlace *places = plan.places;
    for (unsigned c = 0; c < CATEGORY_BACKS; c++) {
        const size_t sprites = project->names.sprites[c].count;
        TngEntry *entries = sprites ? project_entry(project, SECTION_UI + c, sprites) : NULL;
        for (size_t i = 0; i < sprites; i++)
            store_sprite(project, &project->sprites[c][i], &places, &entries[i]);
    }
    store_backgrounds(project);
    if (!plan.atlas_count)
        return true;
    TngEntry *entries = project_entry(project, SECTION_ATLASES, plan.atlas_count);
    Encoding encoding = {&plan, images, ARENA_TAKE(project->arena, Bytes, plan.atlas_count),
                         ARENA_TAKE(project->arena, Arena *, plan.atlas_count)};
    tasks_run(encode, &encoding, plan.atlas_count);
    for (size_t i = 0; i < plan.atlas_count; i++) {
        arena_adopt(project->arena, encoding.arenas[i]);
        entries[i].stored = encoding.files[i];
    }
    return true;
}
