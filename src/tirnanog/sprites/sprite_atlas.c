/* Reads the list from the text chunks of a PNG. A wrong line is reported and the others are
 * still read, so that an author sees all errors at once. */
#include "tirnanog/sprites/sprite_atlas.h"

#include "base/text.h"
#include "tirnanog/sprites/picture_names.h"

static const char title[] = "TirNanoG Atlas";

static bool has_title(Text text)
{
    Text line;
    return text_line(&text, &line) && text_is(text_trimmed(line), title);
}

Text sprite_atlas_list(const PngInfo *info)
{
    for (size_t i = 0; i < info->text_count; i++)
        if (text_is(info->texts[i].keyword, "Comment") && has_title(info->texts[i].value))
            return info->texts[i].value;
    return TEXT("");
}

static bool part_read(Text line, uint32_t number, const Image *image, AtlasPart *out,
                      Report *report)
{
    Text words = line, base;
    int64_t v[4];
    SpriteStrip strip;
    bool good = true;
    for (int i = 0; i < 4; i++)
        good = good && text_number(text_word(&words), 0, PNG_SIDE_MAX, &v[i]);
    const Text name = text_word(&words);
    if (!good || !sprite_suffix_parse(name, &base, &strip) || !names_ok(name))
        return report_error(
            report, "Comment, line %u: expected x y width height name_suffix, found \"%.*s\"",
            number, (int)line.size, line.at);
    if (v[0] + v[2] > image->w || v[1] + v[3] > image->h)
        return report_error(report, "Comment, line %u: %.*s is outside the image", number,
                            (int)name.size, name.at);
    *out = (AtlasPart){name, (uint32_t)v[0], (uint32_t)v[1], (uint32_t)v[2], (uint32_t)v[3]};
    return true;
}

bool sprite_atlas_read(Text list, const Image *image, AtlasPart **out, size_t *count,
                       Arena *arena, Report *report)
{
    Text line;
    *out = NULL;
    *count = 0;
    if (!text_line(&list, &line))
        return report_error(report,
                            "an _atls image must be a PNG with a text \"Comment\" (tEXt, zTXt "
                            "or iTXt) that starts with \"%s\"",
                            title);
    bool ok = true;
    for (uint32_t number = 2; text_line(&list, &line); number++) {
        AtlasPart part;
        if (!text_trimmed(line).size)
            continue;
        if (part_read(line, number, image, &part, report))
            *ARENA_PUSH(arena, *out, *count) = part;
        else
            ok = false;
    }
    return ok;
}
