/* Render groups and textures of a glTF scene's figures: see model_import.h. */
#include "evil_islands/models/model_import_internal.h"

#include "base/text.h"
#include "evil_islands/models/model_internal.h"
#include "evil_islands/textures/texture_file.h"
#include "evil_islands/textures/textures.h"
#include "base/image/png.h"

enum {
    GROUP_SKIN = 21,
    GROUP_MIN = 17,
    GROUP_MAX = 23,
    PIXELS_MAX = 1 << 25, /* of all textures together */
};

/* "skin", "skin_2", "skin.001"; "group_40". */
static bool group_of_name(Text name, uint32_t *out)
{
    size_t end = 0;
    int64_t number;
    if (text_starts(name, "group_")) {
        const Text rest = text_slice(name, 6, name.size);
        while (end < rest.size && rest.at[end] >= '0' && rest.at[end] <= '9')
            end++;
        const bool ok = text_number(text_slice(rest, 0, end), 0, UINT32_MAX, &number);
        *out = ok ? (uint32_t)number : *out;
        return ok;
    }
    while (end < name.size && name.at[end] != '_' && name.at[end] != '.' && name.at[end] != ' ')
        end++;
    for (uint32_t i = GROUP_MIN; i <= GROUP_MAX; i++)
        if (text_equal_caseless(text_slice(name, 0, end), text_of(fig_group_name(i)))) {
            *out = i;
            return true;
        }
    return false;
}

/* The part that determines the material: that of the material with the most triangles. */
static const GlbPart *main_part(const GlbBone *bone, bool *several)
{
    const GlbPart *best = &bone->parts[0];
    uint64_t most = 0;
    for (size_t i = 0; i < bone->part_count; i++) {
        uint64_t sum = 0;
        for (size_t k = 0; k < bone->part_count && k < 256; k++)
            if (bone->parts[k].primitive->material == bone->parts[i].primitive->material)
                sum += bone->parts[k].index_count;
        *several |= bone->parts[i].primitive->material != bone->parts[0].primitive->material;
        best = sum > most ? &bone->parts[i] : best;
        most = sum > most ? sum : most;
        if (i == 255)
            break; /* real models have fewer parts */
    }
    return best;
}

static bool number_of(const GlbPart *part, const GltfMaterial *material, const char *key,
                      uint32_t *out)
{
    return (material && glb_extra_number(material->extras, key, out)) ||
           glb_extra_number(part->primitive->extras, key, out) ||
           glb_extra_number(part->mesh->extras, key, out);
}

static void take_group(GlbModel *model, GlbBone *bone, const GlbPart *part,
                       const GltfMaterial *material)
{
    bone->fig->group = GROUP_SKIN;
    if ((material && group_of_name(material->name, &bone->fig->group)) ||
        number_of(part, material, "group", &bone->fig->group))
        return;
    const Text name = material ? material->name : TEXT("");
    report_warning(model->report,
                   "%.*s: its material \"%.*s\" is not called leather, wood, metal, cloth, "
                   "skin, stone or magic: skin is taken",
                   (int)bone->name.size, bone->name.at, (int)name.size, name.at);
}

/* ---- numbers ---- */

/* Parses two or three digits at the end of an image's name. */
static bool number_of_name(Text name, uint32_t *out)
{
    size_t at = name.size;
    int64_t number;
    while (at && name.at[at - 1] >= '0' && name.at[at - 1] <= '9')
        at--;
    const size_t digits = name.size - at;
    if (!at || name.at[at - 1] == '.' || digits < 2 || digits > 3 ||
        !text_number(text_slice(name, at, name.size), 0, 999, &number))
        return false;
    *out = (uint32_t)number;
    return true;
}

typedef struct Used {
    int32_t image;
    uint32_t number;
} Used;

/* Assigns a number to an image: the requested one, unless another image has it. */
static uint32_t number_image(Used **used, size_t *count, int32_t image, uint32_t wanted,
                             Arena *arena)
{
    uint32_t number = wanted;
    for (size_t i = 0; i < *count; i++)
        if ((*used)[i].image == image && (*used)[i].number == wanted)
            return wanted;
    for (size_t i = 0; i < *count; i++)
        if ((*used)[i].number == number) {
            number++;
            i = (size_t)-1; /* restart */
        }
    *ARENA_PUSH(arena, *used, *count) = (Used){image, number};
    return number;
}

/* ---- files ---- */

static bool put_texture(GlbModel *model, const ConversionJob *job, const GltfImage *image,
                        Text path, uint64_t *pixels)
{
    const TextureSettings *settings = texture_settings(job);
    uint32_t w = 0, h = 0;
    Report about = report_part(model->report, image->name, model->arena);
    Arena *scratch = arena_new();
    ConversionJob one = {.path = job->path, .input = image->file, .settings = job->settings};
    bool ok = png_size(image->file, &w, &h, &about);
    *pixels += (uint64_t)w * h;
    if (ok && *pixels > PIXELS_MAX)
        ok = report_error(&about, "more than %d pixels in all textures", PIXELS_MAX);
    /* Unless another pixel format, all levels or another order of rows was asked for. */
    const bool as_it_was =
        !settings->chosen && !settings->mips && settings->rows == MMP_ROWS_USUAL;
    ok = ok && ((as_it_was && texture_file_take(image->file, &one.output, scratch)) ||
                png_to_mmp(&one, scratch, &about));
    if (ok)
        *ARENA_PUSH(model->arena, model->textures.items, model->textures.count) =
            (ProjectFile){path, arena_copy(model->arena, one.output)};
    arena_free(scratch);
    return ok;
}

static bool is_png(Bytes file) { return file.size > 8 && !memcmp(file.data, "\x89PNG", 4); }

/* A texture that all figures share has no number. */
static bool put_textures(GlbModel *model, const ConversionJob *job, const Used *used,
                         size_t count)
{
    uint64_t pixels = 0;
    for (size_t i = 0; i < count; i++) {
        const GltfImage *image = &model->gltf.images[used[i].image];
        bool alone = true;
        for (size_t k = 0; k < count; k++)
            alone &= used[k].image == used[0].image;
        if (alone && i)
            break;
        if (!is_png(image->file))
            report_warning(model->report,
                           "the image \"%.*s\" is not a PNG in the same file, and is ignored",
                           (int)image->name.size, image->name.at);
        else if (!put_texture(model, job, image,
                              alone ? TEXT(".mmp")
                                    : arena_format(model->arena, "%02u.mmp", used[i].number),
                              &pixels))
            return false;
    }
    return true;
}

static void warn_of_colours(const GlbModel *model, const GlbBone *bone)
{
    bool any = false;
    for (size_t i = 0; i < bone->part_count; i++)
        any |= bone->parts[i].primitive->has_colours;
    if (any)
        report_warning(model->report, "%.*s has vertex colours, which a figure cannot have",
                       (int)bone->name.size, bone->name.at);
}

bool glb_make_textures(GlbModel *model, const ConversionJob *job)
{
    Used *used = NULL;
    size_t count = 0;
    for (size_t i = 0; i < model->bone_count; i++) {
        GlbBone *bone = &model->bones[i];
        bool several = false;
        if (!bone->fig)
            continue;
        const GlbPart *part = main_part(bone, &several);
        const int32_t at = part->primitive->material;
        const GltfMaterial *material = at >= 0 ? &model->gltf.materials[at] : NULL;
        const int32_t image = material ? material->image : -1;
        uint32_t number = image < 0 ? 0 : (uint32_t)image;
        if (several)
            report_warning(model->report,
                           "%.*s has several materials: a figure has one, that of the most "
                           "triangles",
                           (int)bone->name.size, bone->name.at);
        warn_of_colours(model, bone);
        take_group(model, bone, part, material);
        if (!number_of(part, material, "texture_number", &number) && image >= 0 &&
            !number_of_name(model->gltf.images[image].name, &number) &&
            model->gltf.image_count == 1)
            number = 0;
        if (image >= 0)
            number = number_image(&used, &count, image, number, model->arena);
        bone->fig->texture_number = number;
    }
    return put_textures(model, job, used, count);
}
