/* Images are opened only if their name says that the sprite may be in them. */
#include "tirnanog/sprites/sprite_copy.h"

#include "base/image/png_write.h"
#include "base/path.h"
#include "base/text.h"
#include "tirnanog/sheets/reference.h"
#include "tirnanog/sprites/image_sprites.h"
#include "tirnanog/sprites/picture_names.h"

typedef struct Copying {
    const ProjectFiles *files;
    unsigned category;
    Text name, copy;
    ProjectFiles *out;
    Arena *arena;
    Report *report;
} Copying;

static void add(const Copying *copying, Text path, Bytes bytes)
{
    *ARENA_PUSH(copying->arena, copying->out->items, copying->out->count) =
        (ProjectFile){.path = path, .bytes = bytes};
}

/* "tiles/oak_soo0.png": the name of the sprite is its first part. */
static void copy_own(const Copying *copying, const ProjectFile *file)
{
    const Text base = path_base(file->path);
    const Text rest = text_slice(base, copying->name.size, base.size);
    add(copying,
        arena_format(copying->arena, "%s/%.*s%.*s", category_folders[copying->category],
                     (int)copying->copy.size, copying->copy.at, (int)rest.size, rest.at),
        file->bytes);
}

static bool cut_from_sheet(const Copying *copying, const ImageSprites *image,
                           const SheetSprite *sprite)
{
    SheetSprite one = *sprite;
    SheetLayout layout = image->layout;
    SheetPictures cut;
    one.suffix = TEXT("");
    layout.category = text_of(category_folders[copying->category]);
    layout.sprites = &one;
    layout.sprite_count = 1;
    if (!sheet_cut(&layout, &image->image, copying->copy, &cut, copying->arena,
                   copying->report))
        return false;
    for (size_t i = 0; i < cut.count; i++)
        add(copying, cut.items[i].path, png_write(&cut.items[i].image, NULL, copying->arena));
    return true;
}

static void cut_from_atlas(const Copying *copying, const ImageSprites *image,
                           const ImageSprite *sprite)
{
    const Image part = image_part(&image->image, sprite->x, sprite->y, sprite->w, sprite->h);
    add(copying,
        arena_format(copying->arena, "%s/%.*s_%s%c%c.png", category_folders[copying->category],
                     (int)copying->copy.size, copying->copy.at,
                     project_direction_name(sprite->direction), sprite->loop,
                     "0123456789ABCDEFGHIJKLMNOPQRSTUV"[sprite->frames - 1]),
        png_write(&part, NULL, copying->arena));
}

static bool copy_from(const Copying *copying, const ProjectFile *file)
{
    ImageSprites image;
    const Text stem = picture_name(file->path);
    if (!image_sprites(copying->files, file, &image, copying->arena, copying->report))
        return false;
    for (size_t i = 0; image.is_sheet && i < image.layout.sprite_count; i++) {
        const SheetSprite *sprite = &image.layout.sprites[i];
        const Text own =
            sprite->suffix.size
                ? arena_format(copying->arena, "%.*s_%.*s", (int)stem.size, stem.at,
                               (int)sprite->suffix.size, sprite->suffix.at)
                : stem;
        if (sprite->block_count && text_equal(own, copying->name) &&
            !cut_from_sheet(copying, &image, sprite))
            return false;
    }
    for (size_t i = 0; !image.is_sheet && i < image.count; i++)
        if (image.items[i].frames && text_equal(image.items[i].name, copying->name))
            cut_from_atlas(copying, &image, &image.items[i]);
    return true;
}

/* "village" of "village_well"; a sheet has no suffix of a sprite. */
static bool may_contain(const Copying *copying, const ProjectFile *file)
{
    const Text stem = picture_name(file->path);
    return text_ends(file->path, "_atls.png") ||
           (text_starts(copying->name, stem.size ? arena_text(copying->arena, stem).at : "") &&
            project_file(copying->files, arena_format(copying->arena, "%s/%.*s.lyt",
                                                      category_folders[copying->category],
                                                      (int)stem.size, stem.at)));
}

bool sprite_copy(const ProjectFiles *files, unsigned category, Text name, Text copy,
                 ProjectFiles *out, Arena *arena, Report *report)
{
    const Copying copying = {files, category, name, copy, out, arena, report};
    const size_t before = out->count;
    for (size_t i = 0; i < files->count; i++) {
        const ProjectFile *file = &files->items[i];
        if (picture_category(file->path) != (int)category ||
            !project_has_picture(files, file, arena))
            continue;
        if (may_contain(&copying, file)) {
            if (!copy_from(&copying, file))
                return false;
        } else if (text_equal(sprite_base_name(picture_name(file->path)), name))
            copy_own(&copying, file);
    }
    return out->count > before ||
           report_error(report, "there is no image of \"%.*s\"", (int)name.size, name.at);
}
