/* Parts, in order: JSON of any format; the table of conversions; finding a row; running it. The
 * first row that fits counts, so the order of conversions.def matters. Rows that only some
 * files of a suffix fit (candidates.def) look at the file. */
#include "kit/convert/conversion.h"

#include "base/game_text.h"
#include "base/path.h"
#include "base/text.h"
#include "kit/formats/archive.h"
#include "kit/formats/format.h"

/* A format that the user has named is taken without a look at the content. */
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

/* The JSON names its format; the suffix of the target must agree with it. */
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

static const Setting no_rows[] = {{0}};
const Subject no_subject = {0, no_rows, NULL, NULL, NULL};

const Conversion conversions[] = {
#define OF(group) | OF_GROUP(group)
#define EACH OF(EACH)
#define PARTS OF(PARTS)
#define CONVERSION(subject, from, to, run, doc, options)                                       \
    {from, to, doc, run, &subject##_subject, 0ull options},
#include "kit/convert/conversions.def"
#undef CONVERSION
#undef PARTS
#undef EACH
#undef OF
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

/* NULL if there is none for this pair. */
const char *conversion_advice(const char *from, const char *to)
{
    static const struct {
        const char *from, *to, *words;
    } advice[] = {
#define ADVICE(from, to, words) {from, to, words},
#include "kit/convert/candidates.def"
    };
    for (size_t i = 0; i < COUNT_OF(advice); i++)
        if (text_is_caseless(text_of(from), advice[i].from) &&
            text_is_caseless(text_of(to), advice[i].to))
            return advice[i].words;
    return NULL;
}

#define CANDIDATE(run, fits) bool fits(const char *from, const ConversionJob *job);
#include "kit/convert/candidates.def"

static const struct {
    bool (*run)(ConversionJob *job, Arena *arena, Report *report);
    bool (*fits)(const char *from, const ConversionJob *job);
} candidates[] = {
#define CANDIDATE(run, fits) {run, fits},
#include "kit/convert/candidates.def"
};

static const struct {
    bool (*is)(const char *name);
    bool (*fits)(const GivenOptions *given, const char *format, const char *to);
    bool (*unknown)(const char *format, const char *to, Arena *arena, Report *report);
} pixel_formats[] = {
#define PIXEL_FORMATS(is, fits, unknown) {is, fits, unknown},
#include "kit/convert/conversions.def"
};

bool conversion_is_pixel_format(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(pixel_formats); i++)
        if (pixel_formats[i].is(name))
            return true;
    return false;
}

bool conversion_format_fits(const GivenOptions *given, const char *format, const char *to)
{
    for (size_t i = 0; i < COUNT_OF(pixel_formats); i++)
        if (!pixel_formats[i].fits(given, format, to))
            return false;
    return true;
}

bool conversion_format_unknown(const char *format, const char *to, Arena *arena, Report *report)
{
    for (size_t i = 0; i < COUNT_OF(pixel_formats); i++)
        if (!pixel_formats[i].unknown(format, to, arena, report))
            return false;
    return true;
}

/* A conversion takes the settings of its groups, and --encoding if it has texts. */
bool conversion_takes_option(const Conversion *conversion, const char *name)
{
    for (const Setting *row = conversion->subject->rows; row->name; row++)
        if ((row->group & conversion->options) && !strcmp(row->name, name))
            return true;
    return (conversion->options & OF_GROUP(encoding)) && !strcmp(name, "encoding");
}

/* Rows that only some files with their suffix fit. */
static bool is_candidate(const Conversion *row, const char *from, const ConversionJob *job)
{
    for (size_t i = 0; i < COUNT_OF(candidates); i++)
        if (row->run == candidates[i].run)
            return candidates[i].fits(from, job);
    return true;
}

/* Without a target suffix, the first row for the source counts: its target is a folder, or
 * the usual form. */
const Conversion *conversion_find(const char *from, const char *to, const ConversionJob *job)
{
    const Conversion *first = NULL;
    if (!*to && text_is_caseless(text_of(from), "png") && (job->given & OF_GROUP(pixels)))
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

/* May run several times with different encodings, so the job is reset to how it was given. */
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
