#include "cli/convert_options.h"

#include "base/text.h"
#include "cli/files.h"
#include "cli/maps.h"
#include "cli/models.h"
#include "cli/sprites.h"
#include "convert/lay_convert.h"
#include "convert/lay_faces.h"

#include <strings.h>
#include <unistd.h>

bool option_file(Invocation *invocation, const char *name, Bytes *out, Arena *arena)
{
    const char *path = option_text(invocation, name);
    return !path || file_load(path, out, arena, &invocation->report);
}

/* Portraits go into a project's folder of that name, and dialogs beside it. */
static int take_project(Invocation *invocation, const char *output, ConversionJob *out,
                        Text *folder, Arena *arena)
{
    const char *as = option_text(invocation, "as");
    long side;
    if (strcmp(as, "portraits"))
        return usage_error(invocation, "--as takes portraits or sprites, not \"%s\"", as);
    if (!option_number(invocation, "size", LAY_PORTRAIT_LEAST, LAY_PORTRAIT_MOST,
                       LAY_PORTRAIT_SIDE, &side))
        return EXIT_USAGE;
    Text path = text_of(output);
    while (path.size > 1 && path.at[path.size - 1] == '/')
        path.size--;
    if (!text_is(path, "portraits") && !text_ends(path, "/portraits"))
        return usage_error(invocation, "portraits go into PROJECT/portraits, not into \"%s\"",
                           output);
    path.size -= strlen("portraits");
    *folder = path.size ? arena_text(arena, path) : TEXT(".");
    const Text config = arena_format(arena, "%.*s/config", (int)folder->size, folder->at);
    if (access(config.at, F_OK)) {
        report_error(&invocation->report, "%.*s is no project: it has no file config",
                     (int)folder->size, folder->at);
        return EXIT_FAILED;
    }
    out->lay.portraits = true;
    out->lay.side = (uint32_t)side;
    return EXIT_DONE;
}

/* --format is the input's format, or the pixel format of the texture that comes out: no word
 * is both. */
static int take_texture(Invocation *invocation, const char *to, TextureSettings *texture)
{
    const char *format = option_text(invocation, "format");
    const bool flip = option_given(invocation, "flip");
    if (flip && option_given(invocation, "no-flip"))
        return usage_error(invocation, "--flip and --no-flip exclude each other");
    if (flip)
        texture->rows = MMP_ROWS_BOTTOM_UP;
    if (option_given(invocation, "no-flip"))
        texture->rows = MMP_ROWS_TOP_DOWN;
    texture->mips = option_given(invocation, "mips");
    texture->chosen = format && mmp_kind_named(text_of(format), &texture->kind);
    if (texture->chosen && *to && strcasecmp(to, "mmp"))
        return usage_error(
            invocation, "--format %s is the pixel format of a .mmp, not of a .%s", format, to);
    return EXIT_DONE;
}

static int take_layout(Invocation *invocation, LaySettings *out, Arena *arena)
{
    Report *report = &invocation->report;
    out->options.trim = option_given(invocation, "trim");
    out->options.layers = option_given(invocation, "layers");
    out->options.strict = option_given(invocation, "strict");
    out->sheet = option_given(invocation, "sheet");
    if (!lay_frames_parse(option_text(invocation, "frames"), &out->options, report) ||
        !lay_geometry_parse(option_text(invocation, "geometry"), &out->options, report) ||
        !lay_overlays_parse(option_text(invocation, "overlay"), &out->options, arena, report))
        return EXIT_USAGE;
    return option_file(invocation, "atlas", &out->atlas, arena) ? EXIT_DONE : EXIT_FAILED;
}

/* --as, --size and --texture of maps are others than those of models and layouts. */
static int take_kind(Invocation *invocation, const char *output, ConversionJob *out,
                     Text *folder, Arena *arena)
{
    if (maps_are_meant(invocation, output))
        return maps_take_options(invocation, &out->world, arena);
    int status = models_take_options(invocation, &out->model, arena);
    if (!status)
        status = sprites_take_options(invocation, &out->sprites);
    if (!status && option_given(invocation, "as") && !out->sprites.chosen)
        status = take_project(invocation, output, out, folder, arena);
    return status;
}

static bool has_word(const char *words, const char *word)
{
    Text rest = text_of(words);
    for (Text next; (next = text_word(&rest)).size;)
        if (text_is(next, word))
            return true;
    return false;
}

bool convert_options_fit(Invocation *invocation, const Conversion *conversion, const char *from,
                         const char *to)
{
    for (const Option *option = options; option->name; option++)
        if (!strcmp(option->command, "convert") && strcmp(option->name, "output") != 0 &&
            strcmp(option->name, "format") != 0 && option_given(invocation, option->name) &&
            !has_word(conversion->options, option->name)) {
            usage_error(invocation, "--%s is not for what becomes %s%s of %s%s", option->name,
                        *to ? "a ." : "a folder", to, *from ? "a ." : "a folder", from);
            return false;
        }
    return true;
}

const char *const convert_file_options[] = {"atlas", "layout", "bones", "anim",   "texture",
                                            "onto",  "cam",    "mob",   "models", NULL};

int convert_options_take(Invocation *invocation, const char *output, const char *to,
                         ConversionJob *out, Text *folder, Arena *arena)
{
    *out = (ConversionJob){.range = option_text(invocation, "range"),
                           .map = option_text(invocation, "map"),
                           .choice = option_text(invocation, "choose"),
                           .target = text_of(output)};
    int status = take_layout(invocation, &out->lay, arena);
    if (!status)
        status = take_texture(invocation, to, &out->texture);
    if (!status)
        status = take_kind(invocation, output, out, folder, arena);
    if (status)
        return status;
    return option_file(invocation, "layout", &out->layout, arena) ? EXIT_DONE : EXIT_FAILED;
}
