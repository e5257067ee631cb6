/* Sprites in atlases, and their cache for the next build. */
#include "tirnanog/project/build.h"

#include "base/tasks.h"
#include "base/image/png_write.h"

#include <assert.h>

typedef struct Encoding {
    const Project *project;
    const AtlasPlan *plan;
    const Image *images;
    Bytes *files;
    Arena **arenas;
} Encoding;

/* Runs in a thread. The key has all pixels, so that the cache is right whatever made them. */
static void encode(void *context, size_t index)
{
    Encoding *encoding = context;
    Arena *scratch = arena_new();
    const PngOptions options = {.level = encoding->project->png_level};
    const Image atlas = atlas_draw(encoding->plan, index, encoding->images, scratch);
    const BuildCache *cache = encoding->project->cache;
    CacheKey key = project_cache_key(encoding->project, "atlas");
    cache_key_add(&key, (Bytes){(const uint8_t *)&(uint32_t[]){atlas.w, atlas.h}, 8});
    cache_key_add(&key, (Bytes){(const uint8_t *)atlas.pixels, (size_t)atlas.w * atlas.h * 4});
    Bytes *file = &encoding->files[index];
    encoding->arenas[index] = arena_new();
    if (!cache_get(cache, key, file, encoding->arenas[index])) {
        *file = arena_copy(encoding->arenas[index], png_write(&atlas, &options, scratch));
        cache_put(cache, key, *file);
    }
    arena_free(scratch);
}

/* The order is that of store_sprite(), which takes the places one after the other. */
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
                        project_frame(project, &sprite->strips[j], frame);
        }
    return images;
}

/* `places` is advanced by the frames of the sprite. Atlas and operation share a field. */
static void store_sprite(Project *project, const SpriteSource *sprite,
                         const AtlasPosition **places, TngEntry *entry)
{
    TngSprite record = {.directions_count = (uint32_t)sprite->strip_count};
    record.directions = ARENA_ALLOC(project->arena, TngAnimation, sprite->strip_count);
    for (size_t j = 0; j < sprite->strip_count; j++) {
        const SpriteStrip *strip = &sprite->strips[j];
        TngAnimation *animation = &record.directions[j];
        *animation = (TngAnimation){.w = (u16)(strip->w / strip->frames),
                                    .h = (u16)strip->h,
                                    .type = (u8)(strip->direction | strip->loop << 6),
                                    .frame_count = strip->frames};
        animation->frames = ARENA_ALLOC(project->arena, TngFrame, strip->frames);
        for (size_t k = 0; k < strip->frames; k++, ++*places)
            animation->frames[k] =
                (TngFrame){.atlas = (u16)((*places)->atlas | (*places)->operation << 12),
                           .x = (*places)->x,
                           .y = (*places)->y,
                           .w = (*places)->w,
                           .h = (*places)->h,
                           .left = (u16)(*places)->left,
                           .top = (u16)(*places)->top};
    }
    ((TngSpriteAsset *)entry->descriptor)->direction_count = (u8)sprite->strip_count;
    entry->stored =
        tng_pack_record_at(&TngSprite_layout, &record, project->level, project->arena);
}

/* Layouts, masks and other files of the folder do not count. */
static bool is_background(const Project *project, const ProjectFile *file)
{
    return picture_category(file->path) == CATEGORY_BACKS &&
           project_has_picture(project->files, file, project->arena);
}

/* A PNG is stored unchanged. Files of other formats were read before without an error. */
static Bytes background_bytes(const Project *project, const ProjectFile *file)
{
    Report silent = report_to(NULL, NULL);
    Image image;
    if (picture_format_of(file->path)->read == picture_read_png ||
        !picture_read(file->path, file->bytes, &image, project->arena, &silent))
        return file->bytes;
    const PngOptions options = {.level = project->png_level};
    return png_write(&image, &options, project->arena);
}

/* A file whose name is not in the list was rejected before, and is skipped. */
static void store_backgrounds(Project *project)
{
    const NameList *backs = &project->names.sprites[CATEGORY_BACKS];
    if (!backs->count)
        return;
    TngEntry *entries = project_entry(project, SECTION_BACKS, backs->count);
    for (size_t i = 0; i < project->files->count; i++) {
        const ProjectFile *file = &project->files->items[i];
        if (!is_background(project, file))
            continue;
        uint32_t index;
        Text name = picture_name(file->path); /* _full and _soo0 have five bytes */
        name.size -= 5;
        if (!names_find(backs, name, &index))
            continue;
        entries[index].stored = background_bytes(project, file);
        ((TngAsset *)entries[index].descriptor)->name = names_string(&project->names, name);
    }
}

/* ---- the cache ---- */

/* Merges, then sprites by category, then atlases. */
static void keep_sprites(Project *project)
{
    if (!project->cache)
        return;
    Arena *scratch = arena_new();
    Writer out = writer_to(scratch);
    write_u32(&out, (uint32_t)project->merge_count);
    for (size_t i = 0; i < project->merge_count; i++) {
        const Merge *merge = &project->merges[i];
        write_u8(&out, merge->category);
        write_u32(&out, (uint32_t)merge->key.size);
        write_text(&out, merge->key);
        write_u32(&out, (uint32_t)merge->name.size);
        write_text(&out, merge->name);
    }
    for (unsigned c = 0; c < CATEGORY_BACKS; c++) {
        const NameList *names = &project->names.sprites[c];
        write_u32(&out, (uint32_t)names->count);
        for (size_t i = 0; i < names->count; i++) {
            const TngEntry *entry = &project->by_type[SECTION_UI + c].entries[i];
            write_u32(&out, (uint32_t)names->items[i].size);
            write_text(&out, names->items[i]);
            write_u8(&out, ((const TngSpriteAsset *)entry->descriptor)->direction_count);
            write_u32(&out, (uint32_t)entry->stored.size);
            write_bytes(&out, entry->stored);
        }
    }
    const TngSection *atlases = &project->by_type[SECTION_ATLASES];
    write_u32(&out, (uint32_t)atlases->count);
    for (size_t i = 0; i < atlases->count; i++) {
        write_u32(&out, (uint32_t)atlases->entries[i].stored.size);
        write_bytes(&out, atlases->entries[i].stored);
    }
    cache_put(project->cache, project->sprites_key, writer_bytes(&out));
    arena_free(scratch);
}

/* A slice of the cache's bytes, which live as long as the project. */
static Text take_text(Reader *reader)
{
    return text_of_bytes(read_bytes(reader, read_u32(reader)));
}

static bool take_merges(Project *project, Reader *reader)
{
    const uint32_t count = read_u32(reader);
    for (uint32_t i = 0; i < count && reader_ok(reader); i++) {
        Merge merge = {.category = read_u8(reader)};
        merge.key = take_text(reader);
        merge.name = take_text(reader);
        if (merge.category >= CATEGORIES)
            return reader_fail(reader, "category");
        table_put(&project->merge_by_key, merge.key, (uint32_t)project->merge_count);
        *ARENA_PUSH(project->arena, project->merges, project->merge_count) = merge;
    }
    return reader_ok(reader);
}

/* The count is compared with the bytes that are left before memory is allocated. */
static bool take_sprites(Project *project, unsigned category, Reader *reader)
{
    const uint32_t count = read_u32(reader);
    if (count > reader_left(reader) / 9)
        return reader_fail(reader, "count");
    TngEntry *entries = count ? project_entry(project, SECTION_UI + category, count) : NULL;
    for (uint32_t i = 0; i < count && reader_ok(reader); i++) {
        names_add(&project->names.sprites[category], take_text(reader), project->arena);
        ((TngSpriteAsset *)entries[i].descriptor)->direction_count = read_u8(reader);
        entries[i].stored = read_bytes(reader, read_u32(reader));
    }
    return reader_ok(reader);
}

static bool take_atlases(Project *project, Reader *reader)
{
    const uint32_t count = read_u32(reader);
    if (count > reader_left(reader) / 4)
        return reader_fail(reader, "count");
    TngEntry *entries = count ? project_entry(project, SECTION_ATLASES, count) : NULL;
    for (uint32_t i = 0; i < count && reader_ok(reader); i++)
        entries[i].stored = read_bytes(reader, read_u32(reader));
    return reader_ok(reader);
}

/* Backgrounds were decoded and validated by the build that filled the cache. */
static void take_backgrounds(Project *project)
{
    for (size_t i = 0; i < project->files->count; i++) {
        const ProjectFile *file = &project->files->items[i];
        if (!is_background(project, file))
            continue;
        Text name = picture_name(file->path);
        name.size -= 5;
        names_add(&project->names.sprites[CATEGORY_BACKS], name, project->arena);
    }
}

bool project_sprites_known(Project *project)
{
    Bytes kept;
    Report silent = report_to(NULL, NULL);
    if (!cache_get(project->cache, project->sprites_key, &kept, project->arena))
        return false;
    Reader reader = reader_of(kept, &silent);
    take_merges(project, &reader);
    for (unsigned c = 0; c < CATEGORY_BACKS; c++)
        take_sprites(project, c, &reader);
    /* The cache verifies a checksum, so these are the bytes we wrote. */
    assert(reader_ok(&reader));
    take_atlases(project, &reader);
    take_backgrounds(project);
    project->sprites_known = true;
    return true;
}

enum { SIDE_LOG2 = 11 }; /* 2048: supported by all graphics hardware */

/* Sprites are stored while atlases are not yet encoded: only their places are needed. */
static bool pack_sprites(Project *project)
{
    size_t count;
    const Image *images = all_frames(project, &count);
    AtlasPlan plan;
    if (!atlas_plan(images, count, SIDE_LOG2, &plan, project->arena, project->report))
        return false;
    const AtlasPosition *places = plan.places;
    for (unsigned c = 0; c < CATEGORY_BACKS; c++) {
        const size_t sprites = project->names.sprites[c].count;
        TngEntry *entries = sprites ? project_entry(project, SECTION_UI + c, sprites) : NULL;
        for (size_t i = 0; i < sprites; i++)
            store_sprite(project, &project->sprites[c][i], &places, &entries[i]);
    }
    if (!plan.atlas_count)
        return true;
    TngEntry *entries = project_entry(project, SECTION_ATLASES, plan.atlas_count);
    Encoding encoding = {project, &plan, images,
                         ARENA_ALLOC(project->arena, Bytes, plan.atlas_count),
                         ARENA_ALLOC(project->arena, Arena *, plan.atlas_count)};
    tasks_run(encode, &encoding, plan.atlas_count);
    for (size_t i = 0; i < plan.atlas_count; i++) {
        arena_adopt(project->arena, encoding.arenas[i]);
        entries[i].stored = encoding.files[i];
    }
    return true;
}

/* Sprites from the cache are complete; backgrounds are always stored again. */
bool project_atlases(Project *project)
{
    project->header.atlas_log2 = SIDE_LOG2;
    store_backgrounds(project);
    if (project->sprites_known)
        return true;
    if (!pack_sprites(project))
        return false;
    keep_sprites(project);
    return true;
}
