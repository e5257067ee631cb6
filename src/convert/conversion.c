#include "convert/conversion.h"

#include "base/game_text.h"
#include "base/path.h"
#include "base/text.h"
#include "convert/image_font.h"
#include "formats/archive.h"
#include "formats/evil_islands/adb.h"
#include "formats/evil_islands/reg_ini.h"
#include "formats/format.h"
#include "formats/open/ssfn_import.h"
#include "image/aseprite.h"
#include "image/picture_frames.h"

#include <strings.h>

bool any_to_json(ConversionJob *job, Arena *arena, Report *report)
{
    const Format *format =
        job->format ? format_of_suffix(text_of(job->format)) : format_of(job->path, job->input);
    Writer writer = writer_to(arena);
    if (!format)
        return report_error(report, "no format that is known here");
    if (!format_to_json(format, job->input, true, &writer, arena, report))
        return false;
    job->output = writer_bytes(&writer);
    return true;
}

/* A file can be read, but have an error: a member whose name unpack refuses, for example. The
 * file that the JSON was made from may have had it, too. */
static void warn_of_errors(const Format *format, Bytes file, Report *report)
{
    Arena *arena = arena_new();
    Messages messages = {.arena = arena};
    Report checking = report_to(messages_sink, &messages);
    const bool ok = format_check(format, file, arena, &checking);
    for (size_t i = 0; i < messages.count && !ok; i++)
        if (messages.items[i].severity == SEVERITY_ERROR) {
            report_warning(report, "the new file has an error: %.*s",
                           (int)messages.items[i].text.size, messages.items[i].text.at);
            break;
        }
    arena_free(arena);
}

bool json_to_any(ConversionJob *job, Arena *arena, Report *report)
{
    const Format *format;
    if (!format_from_json(job->input, &job->output, &format, arena, report))
        return false;
    /* The suffix of the target, if any, shows which format the user expects. */
    const Text suffix = path_suffix(job->target);
    const Format *meant = suffix.size ? format_of_suffix(suffix) : NULL;
    job->suffix = format_suffix(format);
    if (meant && !format_has_suffix(format, suffix) &&
        (!archive_of_suffix(suffix) ||
         archive_of_suffix(suffix) != archive_kind(text_of(format->name))))
        return report_error(report, "it describes a .%s, not a .%.*s", format_suffix(format),
                            (int)suffix.size, suffix.at);
    warn_of_errors(format, job->output, report);
    /* Some formats share a suffix, and differ in content and size only. */
    const Format *read = meant ? format_of(job->target, job->output) : format;
    return read == format || !meant || !format_has_suffix(format, suffix) ||
           report_error(report, "the .%.*s file that it describes would be read as %s",
                        (int)suffix.size, suffix.at, read ? read->title : "no known format");
}

/* Begins the last line of settings whose texts are not in cp1251. */
#define NOTE "#!encoding "

bool reg_to_text(ConversionJob *job, Arena *arena, Report *report)
{
    Text text;
    if (!reg_to_ini(job->input, &text, arena, report))
        return false;
    const Text note = game_text_note();
    if (note.size)
        text = arena_format(arena, "%.*s" NOTE "%.*s\n", (int)text.size, text.at,
                            (int)note.size, note.at);
    job->output = bytes_of_text(text);
    return true;
}

/* The encoding in the last note, which is a comment; NULL: none. */
static Text noted_encoding(Text text)
{
    Text found = {NULL, 0}, line;
    while (text_line(&text, &line))
        if (text_starts(line, NOTE))
            found = text_slice(line, sizeof NOTE - 1, line.size);
    return found;
}

bool text_to_reg(ConversionJob *job, Arena *arena, Report *report)
{
    const GameTexts before = game_texts();
    Text text = text_of_bytes(job->input);
    game_texts_open(&(Text *){&text}, 1, arena, report);
    const bool ok = game_text_use_note(noted_encoding(text), report) &&
                    ini_to_reg(text, &job->output, arena, report);
    game_texts_use(before);
    return ok;
}

bool adb_to_table(ConversionJob *job, Arena *arena, Report *report)
{
    Text text;
    if (!adb_to_csv(job->input, &text, arena, report))
        return false;
    job->output = bytes_of_text(text);
    return true;
}

bool table_to_adb(ConversionJob *job, Arena *arena, Report *report)
{
    const GameTexts before = game_texts();
    Text text = text_of_bytes(job->input);
    game_texts_open(&(Text *){&text}, 1, arena, report);
    const bool ok = csv_to_adb(bytes_of_text(text), &job->output, arena, report);
    game_texts_use(before);
    return ok;
}

bool font_to_sfn(ConversionJob *job, Arena *arena, Report *report)
{
    SsfnCodes *ranges = NULL;
    size_t count = 0;
    SsfnModel model;
    Bytes file = job->input;
    return (!job->range ||
            ssfn_ranges_parse(text_of(job->range), &ranges, &count, arena, report)) &&
           image_font_to_bdf(job, &file, arena, report) &&
           ssfn_import(file, job->face, ranges, count, &model, arena, report) &&
           ssfn_write(&model, &job->output, arena, report);
}

const Conversion conversions[] = {
#define CONVERSION(from, to, run, doc, options) {from, to, doc, run},
#include "convert/conversions.def"
#undef CONVERSION
    {0}};

/* Whether a suffix is one of the words of a row. */
static bool fits(const char *words, const char *suffix)
{
    const Format *format = *suffix ? format_of_suffix(text_of(suffix)) : NULL;
    Text rest = text_of(words);
    for (Text word; (word = text_word(&rest)).size;)
        if (text_is_caseless(word, suffix) ||
            (format && (text_is(word, "*") || text_is(word, format->name))))
            return true;
    return !*words && !*suffix;
}

bool conversion_takes_suffix(const Conversion *row, const char *suffix)
{
    return fits(row->from, suffix);
}

bool conversion_makes_suffix(const Conversion *row, const char *suffix)
{
    return fits(row->to, suffix);
}

const char *conversion_advice(const char *from, const char *to)
{
    if (strcasecmp(to, "glb") != 0)
        return NULL;
    if (!strcasecmp(from, "bon"))
        return "a .bon has places of bones, and no shape: convert the model's .mod, .lnk or "
               ".fig, and give it with --bones unless it lies beside it";
    if (!strcasecmp(from, "anm"))
        return "a .anm has motions, and no shape: convert the model's .mod or .lnk, and give "
               "it "
               "with --anim unless it lies beside it";
    return NULL;
}

/* Several images of other formats are converted to PNG in a folder; a PNG is one already. */
static bool is_sheet(const char *from, const ConversionJob *job)
{
    return job->layout.size || job->preset.name || !strcasecmp(from, "png");
}

/* Rows that only some files with their suffix fit. */
static bool is_candidate(const Conversion *row, const char *from, const ConversionJob *job)
{
    if (row->run == sheet_to_sprites)
        return is_sheet(from, job);
    /* Maps, and saved games of TirNanoG, have the same suffixes. */
    if (row->run == character_to_table)
        return !job->input.size || format_is(format_named(TEXT("character")), job->input);
    if (row->run == animation_to_sprites)
        return picture_is_animated(text_of(from), job->input);
    if (row->run == shot_to_png)
        return !job->input.size || !format_is(format_named(TEXT("sav")), job->input);
    return row->run != aseprite_to_sprites || aseprite_is(job->input); /* or Adobe's palettes */
}

const Conversion *conversion_find(const char *from, const char *to, const ConversionJob *job)
{
    const Conversion *first = NULL;
    if (!*to && !strcasecmp(from, "png") && job->texture.chosen)
        to = "mmp";
    for (const Conversion *row = conversions; row->doc; row++) {
        if (!fits(row->from, from) || !is_candidate(row, from, job))
            continue;
        if (fits(row->to, to))
            return row;
        if (!first)
            first = row;
    }
    return *to ? NULL : first;
}

/* ---- running ---- */

typedef struct RunJob {
    const Conversion *conversion;
    ConversionJob *job, before;
    Arena *arena;
} RunJob;

static bool run(void *context, Report *report)
{
    RunJob *run = context;
    *run->job = run->before;
    return run->conversion->run(run->job, run->arena, report);
}

bool conversion_run(const Conversion *conversion, ConversionJob *job, Arena *arena,
                    Report *report)
{
    RunJob all = {conversion, job, *job, arena};
    Encoding found = ENCODING_CP1251;
    const bool ok = game_text_detected(run, &all, &found, arena, report);
    if (ok && found != ENCODING_CP1251)
        report_note(report, "its texts are in %s", encoding_name(found));
    return ok;
}
