/* Values of the options for layouts. */
#include "mages/sprites/lay_cast.h"
#include "mages/sprites/lay_convert.h"
#include "mages/sprites/lay_faces.h"

#include "base/path.h"
#include "base/text.h"

static bool lay_frames_parse(const GivenOptions *given, const char *value, void *settings)
{
    LayOptions *options = &((LaySettings *)settings)->options;
    options->all_frames = !strcmp(value, "all");
    return options->all_frames || !strcmp(value, "first") ||
           report_error(given->report, "--frames is \"all\" or \"first\", not \"%s\"", value);
}

static bool lay_geometry_parse(const GivenOptions *given, const char *value, void *settings)
{
    static const char *const words[] = {"auto", "engine", "seed"};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (!strcmp(value, words[i])) {
            ((LaySettings *)settings)->options.geometry = (LayGeometry)i;
            return true;
        }
    return report_error(given->report, "--geometry is auto, engine or seed, not \"%s\"", value);
}

static bool lay_overlays_parse(const GivenOptions *given, const char *value, void *settings)
{
    LayOptions *options = &((LaySettings *)settings)->options;
    uint32_t *numbers = NULL;
    Text rest = text_of(value);
    options->all_overlays = text_is(rest, "all");
    if (options->all_overlays)
        return true;
    for (bool more = true; more;) {
        size_t comma = rest.size;
        int64_t number;
        more = text_find(rest, ',', &comma);
        if (!text_number(text_slice(rest, 0, comma), 0, 255, &number))
            return report_error(given->report,
                                "--overlay is \"all\" or numbers like 1,2; not \"%s\"", value);
        *ARENA_PUSH(given->arena, numbers, options->overlay_count) = (uint32_t)number;
        rest = text_slice(rest, more ? comma + 1 : comma, rest.size);
    }
    options->overlays = numbers;
    return true;
}

/* Portraits are written into a folder `portraits` of a project, and dialogs next to it. */
static bool choose_portraits(GivenOptions *given, LaySettings *out)
{
    int64_t side;
    if (strcmp(out->as, "portraits") != 0)
        return options_misuse(given, "--as: expected portraits or sprites, found \"%s\"",
                              out->as);
    if (!options_number(given, "size", LAY_PORTRAIT_MIN, LAY_PORTRAIT_MAX, LAY_PORTRAIT_SIDE,
                        &side))
        return false;
    Text path = path_without_slashes(text_of(given->output));
    if (!text_is(path, "portraits") && !text_ends(path, "/portraits"))
        return options_misuse(given,
                              "expected PROJECT/portraits as output of portraits, found \"%s\"",
                              given->output);
    path.size -= strlen("portraits");
    given->folder = path.size ? arena_text(given->arena, path) : TEXT(".");
    const Text folder = given->folder;
    if (!given->exists(arena_format(given->arena, "%.*s/config", (int)folder.size, folder.at)))
        return report_cause(given->report, CAUSE_NOT_FOUND,
                            "%.*s is not a project: it has no file config", (int)folder.size,
                            folder.at);
    out->portraits = true;
    out->side = (uint32_t)side;
    return true;
}

/* Rejects options that would have no effect in this combination. */
static bool agree(const GivenOptions *given)
{
    const bool writes_sheet = *given->conversion->to || options_given(given, "sheet");
    static const struct {
        const char *one, *other, *why;
    } rows[] = {{"layers", "overlay", "layers are not composed, so overlays cannot be drawn"},
                {"layers", "as", "portraits are composed"},
                {"sheet", "as", "portraits have no contact sheet"}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (options_given(given, rows[i].one) && options_given(given, rows[i].other))
            return options_misuse(given, "--%s has no effect with --%s: %s", rows[i].other,
                                  rows[i].one, rows[i].why);
    return !options_given(given, "size") || options_given(given, "as") || writes_sheet ||
           options_misuse(given,
                          "--size is the size of portraits or of the images of a contact "
                          "sheet: it requires --as portraits, --sheet, or an output .png");
}

static bool complete(GivenOptions *given, void *settings)
{
    LaySettings *lay = settings;
    if (lay->as && !text_is_caseless(text_of(lay->as), "sprites") &&
        !choose_portraits(given, lay))
        return false;
    if (given->input_count > 1 && options_given(given, "atlas"))
        return options_misuse(given, "--atlas is the image of one layout, not of several");
    return agree(given);
}

static const Setting rows[] = {
#define SETTINGS_FILE "mages/sprites/lay_options.def"
#define AT(member) offsetof(LaySettings, member)
#include "kit/convert/setting_rows.h"
    {0}};
const Subject lay_subject = {sizeof(LaySettings), rows, complete, &lay_batch, NULL};
