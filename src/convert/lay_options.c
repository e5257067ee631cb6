/* Values of the options for layouts. */
#include "convert/lay_convert.h"

#include "base/text.h"

bool lay_frames_parse(const char *text, LayOptions *options, Report *report)
{
    options->all_frames = text && !strcmp(text, "all");
    return !text || options->all_frames || !strcmp(text, "first") ||
           report_error(report, "--frames is \"all\" or \"first\", not \"%s\"", text);
}

bool lay_geometry_parse(const char *text, LayOptions *options, Report *report)
{
    static const char *const words[] = {"auto", "engine", "seed"};
    options->geometry = LAY_GEOMETRY_AUTO;
    for (size_t i = 0; text && i < COUNT_OF(words); i++)
        if (!strcmp(text, words[i])) {
            options->geometry = (LayGeometry)i;
            return true;
        }
    return !text ||
           report_error(report, "--geometry is auto, engine or seed, not \"%s\"", text);
}

bool lay_overlays_parse(const char *text, LayOptions *options, Arena *arena, Report *report)
{
    uint32_t *numbers = NULL;
    Text rest = text_of(text ? text : "");
    options->all_overlays = text_is(rest, "all");
    options->overlay_count = 0;
    if (!text || options->all_overlays)
        return true;
    for (bool more = true; more;) {
        size_t comma = rest.size;
        int64_t number;
        more = text_find(rest, ',', &comma);
        if (!text_number(text_slice(rest, 0, comma), 0, 255, &number))
            return report_error(report, "--overlay is \"all\" or numbers like 1,2; not \"%s\"",
                                text);
        *ARENA_PUSH(arena, numbers, options->overlay_count) = (uint32_t)number;
        rest = text_slice(rest, more ? comma + 1 : comma, rest.size);
    }
    options->overlays = numbers;
    return true;
}
