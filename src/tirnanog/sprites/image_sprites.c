/* Parts, in order: images of one sprite; atlases and sheets; the functions of the header. Other
 * directions of a sprite are other images, of which only the headers are read. */
#include "tirnanog/sprites/image_sprites.h"

#include "base/path.h"
#include "base/text.h"
#include "tirnanog/container/tng_sprites.h"
#include "base/image/picture.h"
#include "base/image/png.h"
#include "tirnanog/project/build.h"
#include "tirnanog/sprites/sprite_atlas.h"
#include "tirnanog/sprites/sprite_sheets.h"

static const char loops[] = "ofl";

static ImageSprite *add(ImageSprites *out, Text path, Text name, Arena *arena)
{
    ImageSprite *sprite = ARENA_PUSH(arena, out->items, out->count);
    *sprite = (ImageSprite){.path = path, .name = name, .loop = 'o'};
    return sprite;
}

static void set_strip(ImageSprite *sprite, const SpriteStrip *strip)
{
    sprite->direction = strip->direction;
    sprite->loop = loops[strip->loop];
    sprite->frames = strip->frames;
}

/* ---- images of one sprite ---- */

static void add_strip(ImageSprites *out, Text path, const SpriteStrip *strip, Text name,
                      uint32_t w, uint32_t h, Arena *arena)
{
    ImageSprite *sprite = add(out, path, name, arena);
    set_strip(sprite, strip);
    sprite->w = w;
    sprite->h = h;
}

/* The other directions. Their sizes are in their headers. */
static void add_siblings(const ProjectFiles *files, Text path, Text name, ImageSprites *out,
                         Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    for (size_t i = 0; i < files->count; i++) {
        const ProjectFile *file = &files->items[i];
        const PictureFormat *format = picture_format_of(file->path);
        SpriteStrip strip;
        Text base;
        uint32_t w, h;
        if (!format || text_equal(file->path, path) ||
            picture_category(file->path) != (int)out->category ||
            !sprite_suffix_parse(picture_name(file->path), &base, &strip) ||
            !text_equal(base, name) || picture_hidden_by(files, file->path, arena) ||
            !format->size(file->bytes, &w, &h, &silent))
            continue;
        add_strip(out, file->path, &strip, name, w, h, arena);
    }
}

static bool add_single(const ProjectFiles *files, Text path, ImageSprites *out, Arena *arena,
                       Report *report)
{
    const Text name = picture_name(path);
    SpriteStrip strip = {.frames = 1};
    Text base = sprite_base_name(name);
    out->is_strip = sprite_suffix_parse(name, &base, &strip) || text_ends(name, "_full");
    if (!out->is_strip)
        return true; /* not a sprite yet */
    if (out->image.w % strip.frames)
        return report_error(report, "a width of %u cannot hold %u frames", out->image.w,
                            strip.frames);
    add_strip(out, path, &strip, base, out->image.w, out->image.h, arena);
    add_siblings(files, path, base, out, arena);
    return true;
}

/* ---- atlases and sheets ---- */

static bool add_atlas(Text path, Text list, ImageSprites *out, Arena *arena, Report *report)
{
    AtlasPart *parts;
    size_t count;
    const bool ok = sprite_atlas_read(list, &out->image, &parts, &count, arena, report);
    out->is_strip = true;
    for (size_t i = 0; i < count; i++) {
        SpriteStrip strip;
        Text base;
        if (!sprite_suffix_parse(parts[i].name, &base, &strip) || parts[i].w % strip.frames)
            continue;
        ImageSprite *sprite = add(out, path, base, arena);
        set_strip(sprite, &strip);
        sprite->x = parts[i].x;
        sprite->y = parts[i].y;
        sprite->w = parts[i].w;
        sprite->h = parts[i].h;
    }
    return ok;
}

static void add_sheet(Text path, ImageSprites *out, Arena *arena)
{
    const Text stem = picture_name(path);
    for (size_t i = 0; i < out->layout.sprite_count; i++) {
        const SheetSprite *from = &out->layout.sprites[i];
        if (!from->block_count)
            continue;
        ImageSprite *sprite =
            add(out, path,
                from->suffix.size ? arena_format(arena, "%.*s_%.*s", (int)stem.size, stem.at,
                                                 (int)from->suffix.size, from->suffix.at)
                                  : stem,
                arena);
        sprite->direction = from->direction;
        sprite->loop = from->loop;
        sprite->frames = (uint8_t)from->block_count;
        sprite->blocks = from->blocks;
    }
}

/* ---- what the header promises ---- */

const char *project_direction_name(unsigned direction)
{
    return tng_direction_names[direction & 7];
}

bool image_layout_check(const ProjectFile *layout, const ProjectFile *sheet, SheetLayout *out,
                        Image *image, Arena *arena, Report *report)
{
    Report about = report_child(report, layout->path);
    SheetPictures cut;
    if (!sheet)
        return sheet_layout_read(text_of_bytes(layout->bytes), out, arena, &about);
    const int category = picture_category(sheet->path);
    Report of_image = report_child(report, sheet->path);
    if (!picture_read(sheet->path, sheet->bytes, image, arena, &of_image))
        return false;
    if (!sprite_sheet_read(layout, category < 0 ? "-" : category_folders[category], image, out,
                           arena, report))
        return false;
    /* Names are compared without the folder, which "-" does not have. */
    return sheet_cut(out, image, picture_name(sheet->path), &cut, arena, &about);
}

bool image_sprites(const ProjectFiles *files, const ProjectFile *file, ImageSprites *out,
                   Arena *arena, Report *report)
{
    const Text stem = path_without_suffix(file->path);
    const int category = picture_category(file->path);
    const bool atlas = text_ends(file->path, "_atls.png");
    PngInfo info;
    *out = (ImageSprites){.category = category < 0 ? 0 : (unsigned)category};
    out->layout_path = arena_format(arena, "%.*s.lyt", (int)stem.size, stem.at);
    const ProjectFile *layout = project_file(files, out->layout_path);
    out->is_sheet = layout && category != CATEGORY_BACKS;
    if (out->is_sheet) {
        const bool ok =
            image_layout_check(layout, file, &out->layout, &out->image, arena, report);
        if (out->image.pixels)
            add_sheet(file->path, out, arena);
        return ok;
    }
    if (!(atlas ? png_read(file->bytes, &out->image, &info, arena, report)
                : picture_read(file->path, file->bytes, &out->image, arena, report)))
        return false;
    return atlas ? add_atlas(file->path, sprite_atlas_list(&info), out, arena, report)
                 : add_single(files, file->path, out, arena, report);
}
