#include "kit/convert_options.h"

#include "base/path.h"
#include "base/text.h"
#include "kit/files.h"
#include "kit/maps.h"
#include "kit/models.h"
#include "kit/sprites.h"
#include "convert/lay_convert.h"
#include "convert/lay_faces.h"
#include "convert/pictures.h"
#include "project/sheet_cut.h"

#include <strings.h>
#include <unistd.h>

/* Portraits are written into a folder `portraits` of a project, and dialogs next to it. */
static bool take_project(Job *job, const char *output, ConversionJob *out, Text *folder,
                         Arena *arena)
{
    const char *as = job_text(job, OPTION_as);
    long side;
    if (strcmp(as, "portraits") != 0)
        return job_usage_error(job, "--as: expected portraits or sprites, found \"%s\"", as);
    if (!job_number(job, OPTION_size, LAY_PORTRAIT_MIN, LAY_PORTRAIT_MAX, LAY_PORTRAIT_SIDE,
                    &side))
        return false;
    Text path = path_without_slashes(text_of(output));
    if (!text_is(path, "portraits") && !text_ends(path, "/portraits"))
        return job_usage_error(
            job, "expected PROJECT/portraits as output of portraits, found \"%s\"", output);
    path.size -= strlen("portraits");
    *folder = path.size ? arena_text(arena, path) : TEXT(".");
    const Text config = arena_format(arena, "%.*s/config", (int)folder->size, folder->at);
    if (access(config.at, F_OK))
        return report_cause(job->report, CAUSE_NOT_FOUND,
                            "%.*s is not a project: it has no file config", (int)folder->size,
                            folder->at);
    out->lay.portraits = true;
    out->lay.side = (uint32_t)side;
    return true;
}

/* --format is the input's format, or the pixel format of the output texture: the names are
 * disjoint. */
static bool take_texture(Job *job, const char *to, TextureSettings *texture, Arena *arena)
{
    const char *format = job_text(job, OPTION_format);
    const bool flip = job_given(job, OPTION_flip);
    if (flip && job_given(job, OPTION_no_flip))
        return job_usage_error(job, "--flip and --no-flip exclude each other");
    if (flip)
        texture->rows = MMP_ROWS_BOTTOM_UP;
    if (job_given(job, OPTION_no_flip))
        texture->rows = MMP_ROWS_TOP_DOWN;
    texture->mips = job_given(job, OPTION_mips);
    if (format && !strcasecmp(to, "dds") &&
        (!strcasecmp(format, "bc7") || !strcasecmp(format, "bc5") ||
         !strcasecmp(format, "bc4") || !strcasecmp(format, "pnt3")))
        return job_usage_error(
            job, "%s is not written to .dds files: --format dxt5 (BC3) or 8888 (uncompressed)",
            format);
    texture->chosen = format && mmp_kind_named(text_of(format), &texture->kind);
    if (texture->chosen && *to && strcasecmp(to, "mmp") != 0 && strcasecmp(to, "dds") != 0)
        return job_usage_error(
            job, "--format %s is a pixel format of .mmp and .dds files, not of .%s files",
            format, to);
    if (strcasecmp(to, "gxt") != 0 || !job_given(job, OPTION_onto))
        return true;
    texture->onto_path = text_of(job_text(job, OPTION_onto));
    return job_file(job, OPTION_onto, &texture->onto, arena);
}

static bool take_layout(Job *job, LaySettings *out, Arena *arena)
{
    Report *report = job->report;
    out->options.trim = job_given(job, OPTION_trim);
    out->options.layers = job_given(job, OPTION_layers);
    out->options.strict = job_given(job, OPTION_strict);
    out->sheet = job_given(job, OPTION_sheet);
    if (!lay_frames_parse(job_text(job, OPTION_frames), &out->options, report) ||
        !lay_geometry_parse(job_text(job, OPTION_geometry), &out->options, report) ||
        !lay_overlays_parse(job_text(job, OPTION_overlay), &out->options, arena, report)) {
        job->usage_wrong = true;
        return false;
    }
    out->atlas_path = text_of(job_given(job, OPTION_atlas) ? job_text(job, OPTION_atlas) : "");
    return job_file(job, OPTION_atlas, &out->atlas, arena);
}

/* --as, --size and --texture have other meanings for maps than for models and layouts. */
static bool take_kind(Job *job, const char *output, ConversionJob *out, Text *folder,
                      Arena *arena)
{
    if (job_given(job, OPTION_preset)) /* so has --size */
        return true;
    if (maps_are_meant(job, output))
        return maps_take_options(job, &out->world, arena);
    if (!models_take_options(job, &out->model, arena) ||
        !sprites_take_options(job, &out->sprites))
        return false;
    out->lay.sheet_side = out->sprites.side;
    return !job_given(job, OPTION_as) || out->sprites.chosen ||
           take_project(job, output, out, folder, arena);
}

/* The options of each row of conversions.def, after the END_OF_ROW of the previous row. */
enum { END_OF_ROW = JOB_OPTION_COUNT };
static const uint16_t options_taken[] = {
#define TAKES(option) OPTION_##option,
#define CONVERSION(from, to, run, doc, options)                                                \
    OPTION_output, OPTION_format, options END_OF_ROW,
#include "convert/conversions.def"
#undef CONVERSION
#undef TAKES
};

bool conversion_takes(const Conversion *conversion, JobOption option)
{
    const uint16_t *taken = options_taken;
    if (option == OPTION_force && !*conversion->to) /* replaces edited files of the folder */
        return true;
    for (ptrdiff_t row = conversion - conversions; row; row--)
        while (*taken++ != END_OF_ROW)
            continue;
    while (*taken != END_OF_ROW && *taken != option)
        taken++;
    return *taken == option;
}

/* Reports options of layouts that would have no effect in this combination. */
static bool layout_options_agree(Job *job, const Conversion *conversion)
{
    const bool writes_sheet = *conversion->to || job_given(job, OPTION_sheet);
    static const struct {
        JobOption one, other;
        const char *why;
    } rows[] = {
        {OPTION_layers, OPTION_overlay, "layers are not composed, so overlays cannot be drawn"},
        {OPTION_layers, OPTION_as, "portraits are composed"},
        {OPTION_sheet, OPTION_as, "portraits have no contact sheet"}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (job_given(job, rows[i].one) && job_given(job, rows[i].other))
            return job_usage_error(job, "--%s has no effect with --%s: %s",
                                   job_option_names[rows[i].other],
                                   job_option_names[rows[i].one], rows[i].why);
    return !job_given(job, OPTION_size) || job_given(job, OPTION_as) || writes_sheet ||
           job_usage_error(job,
                           "--size is the size of portraits or of the images of a contact "
                           "sheet: it requires --as portraits, --sheet, or an output .png");
}

bool convert_options_fit(Job *job, const Conversion *conversion, const char *from,
                         const char *to)
{
    for (const Option *option = job_options; option->name; option++)
        if (!strcmp(option->command, "convert") && job_given(job, option->id) &&
            !conversion_takes(conversion, option->id) && !(option->id == OPTION_force && !*to))
            return job_usage_error(job, "--%s does not apply to conversions from %s%s to %s%s",
                                   option->name, *from ? "." : "a folder", from,
                                   *to ? "." : "a folder", to);
    if (conversion->run == sheet_to_sprites && !job_given(job, OPTION_preset) &&
        (job_given(job, OPTION_size) || job_given(job, OPTION_folder)))
        return job_usage_error(job, "--size and --folder require --preset for sprite sheets");
    /* Of the conversions with this option, all others are about layouts. */
    return !conversion_takes(conversion, OPTION_trim) || layout_options_agree(job, conversion);
}

const JobOption convert_file_options[CONVERT_FILE_OPTIONS] = {
    OPTION_atlas, OPTION_layout, OPTION_bones, OPTION_anim,  OPTION_texture,
    OPTION_onto,  OPTION_cam,    OPTION_mob,   OPTION_models};

static bool take_sheet_layout(Job *job, ConversionJob *out, Arena *arena)
{
    out->layout_path =
        job_given(job, OPTION_layout) ? text_of(job_text(job, OPTION_layout)) : TEXT("layout");
    return job_file(job, OPTION_layout, &out->layout, arena);
}

/* The folders whose sprites have names of directions and frames. */
static bool take_category(Job *job, ConversionJob *out)
{
    static const char *const folders[] = {"ui", "tiles", "chars", "portraits"};
    const char *given = job_text(job, OPTION_folder);
    for (size_t i = 0; given && i < COUNT_OF(folders); i++)
        if (!strcmp(given, folders[i]))
            out->category = folders[i];
    return !given || out->category ||
           job_usage_error(
               job, "--folder: expected ui, tiles, chars or portraits, found \"%s\"", given);
}

/* "16" or "16x24". */
static bool take_cell(Job *job, const char *size, PresetSettings *out)
{
    Text w = text_of(size), h = w;
    size_t at;
    int64_t numbers[2];
    if (text_find(w, 'x', &at)) {
        h = text_slice(w, at + 1, w.size);
        w.size = at;
    }
    if (!text_number(w, 1, SHEET_NUMBER_MAX, &numbers[0]) ||
        !text_number(h, 1, SHEET_NUMBER_MAX, &numbers[1]))
        return job_usage_error(job, "--size: expected pixels, as in 16 or 16x24, found \"%s\"",
                               size);
    out->w = (uint32_t)numbers[0];
    out->h = (uint32_t)numbers[1];
    return true;
}

static bool take_preset(Job *job, PresetSettings *out, const char *category)
{
    static const JobOption of_grid[] = {OPTION_size, OPTION_margin, OPTION_spacing};
    const char *size = job_text(job, OPTION_size);
    long margin, spacing;
    out->name = job_text(job, OPTION_preset);
    out->category = category;
    if (out->name && !preset_exists(out->name, job->report))
        return false;
    if (out->name && job_given(job, OPTION_layout))
        return job_usage_error(job, "--layout and --preset exclude each other");
    for (size_t i = out->name ? 0 : 1; i < COUNT_OF(of_grid); i++)
        if (job_given(job, of_grid[i]) && (!out->name || strcmp(out->name, "grid") != 0))
            return job_usage_error(job, "--%s applies to --preset grid only",
                                   job_option_names[of_grid[i]]);
    if (!job_number(job, OPTION_margin, 0, SHEET_NUMBER_MAX, 0, &margin) ||
        !job_number(job, OPTION_spacing, 0, SHEET_NUMBER_MAX, 0, &spacing))
        return false;
    out->margin = (uint32_t)margin;
    out->spacing = (uint32_t)spacing;
    return !out->name || !size || take_cell(job, size, out);
}

static bool take_sound(Job *job, SoundSettings *out)
{
    long rate, channels;
    if (!job_number(job, OPTION_rate, SOUND_RATE_MIN, SOUND_RATE_MAX, 0, &rate) ||
        !job_number(job, OPTION_channels, 1, SOUND_CHANNELS_MAX, 0, &channels))
        return false;
    out->rate = (uint32_t)rate;
    out->channels = (uint32_t)channels;
    out->normalize = job_given(job, OPTION_normalize);
    return true;
}

bool convert_options_take(Job *job, const char *output, const char *to, ConversionJob *out,
                          Text *folder, Arena *arena)
{
    long face;
    if (!job_number(job, OPTION_face, 1, 65535, 1, &face))
        return false;
    *out = (ConversionJob){.face = (uint32_t)face - 1,
                           .range = job_text(job, OPTION_range),
                           .map = job_text(job, OPTION_map),
                           .choice = job_text(job, OPTION_choose),
                           .target = text_of(output)};
    return take_layout(job, &out->lay, arena) && take_texture(job, to, &out->texture, arena) &&
           take_kind(job, output, out, folder, arena) && take_category(job, out) &&
           take_preset(job, &out->preset, out->category) && take_sound(job, &out->sound) &&
           take_sheet_layout(job, out, arena);
}
