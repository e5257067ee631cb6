/* Values of the options for textures. */
#include "evil_islands/textures/texture_settings.h"

#include "base/text.h"
#include "kit/open/dds.h"

static bool texture_format_parse(const GivenOptions *given, const char *value, void *settings)
{
    TextureSettings *texture = settings;
    (void)given;
    texture->chosen = mmp_kind_named(text_of(value), &texture->kind);
    return true;
}

bool texture_format_is(const char *name)
{
    MmpKind kind;
    return mmp_kind_named(text_of(name), &kind);
}

static bool is_not_in_dds(const char *format)
{
    for (size_t i = 0; i < MMP_KIND_COUNT; i++)
        if (text_is_caseless(text_of(format), mmp_kinds[i].word))
            return !mmp_kinds[i].in_dds;
    return dds_is_only_read(format);
}

bool texture_format_fits(const GivenOptions *given, const char *format, const char *to)
{
    if (text_is_caseless(text_of(to), "dds") && is_not_in_dds(format))
        return options_misuse(
            given,
            "%s is not written to .dds files: --format dxt5 (BC3) or 8888 (uncompressed)",
            format);
    return !texture_format_is(format) || !*to || text_is_caseless(text_of(to), "mmp") ||
           text_is_caseless(text_of(to), "dds") ||
           options_misuse(
               given, "--format %s is a pixel format of .mmp and .dds files, not of .%s files",
               format, to);
}

bool texture_format_unknown(const char *format, const char *to, Arena *arena, Report *report)
{
    Writer names = writer_to(arena);
    for (size_t i = 0; i < MMP_KIND_COUNT; i++)
        if (mmp_kinds[i].in_dds || !text_is_caseless(text_of(to), "dds"))
            write_format(&names, "%s%s", names.size ? ", " : "", mmp_kinds[i].word);
    const Text list = writer_text(&names);
    return (!text_is_caseless(text_of(to), "mmp") && !text_is_caseless(text_of(to), "dds")) ||
           report_cause(report, CAUSE_NOT_FOUND,
                        "unknown texture format \"%s\"; expected one of %.*s", format,
                        (int)list.size, list.at);
}

static bool complete(GivenOptions *given, void *settings)
{
    TextureSettings *texture = settings;
    if (texture->flip && texture->no_flip)
        return options_misuse(given, "--flip and --no-flip exclude each other");
    texture->rows = texture->flip      ? MMP_ROWS_BOTTOM_UP
                    : texture->no_flip ? MMP_ROWS_TOP_DOWN
                                       : MMP_ROWS_USUAL;
    return true;
}

static const Setting rows[] = {
#define SETTINGS_FILE "evil_islands/textures/texture_options.def"
#define AT(member) offsetof(TextureSettings, member)
#include "kit/convert/setting_rows.h"
    {0}};
const Subject texture_subject = {sizeof(TextureSettings), rows, complete, NULL, NULL};
