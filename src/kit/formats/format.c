/* Parts, in order: finding a format by name, suffix or content; JSON with and without the
 * exact bytes. */
#include "kit/formats/format.h"

#include "base/game_text.h"
#include "base/path.h"
#include "base/quota.h"
#include "base/text.h"

const Format formats[] = {
#define FORMAT(name, title, is, show, check, parse, title_of, describe)                        \
    {#name, title, is, show, check, parse, title_of, describe, NULL, {0}},
#define RECORD_FORMAT(name_, title_, Record, hooks)                                            \
    {.name = #name_, .title = (title_), .layout = &Record##_layout, hooks},
#define HOOK(name, function) .hooks.name = (function),
#define SUFFIX(suffix, name)
#include "kit/formats/formats.def"
#undef SUFFIX
#undef HOOK
#undef RECORD_FORMAT
#undef FORMAT
    {0}};

/* NULL if the wing of the format is left out of the build. */
const Format *format_named(Text name)
{
    for (const Format *format = formats; format->name; format++)
        if (text_is(name, format->name))
            return format;
    return NULL;
}

static const struct {
    const char *suffix, *name;
} aliases[] = {
#define FORMAT(name, title, is, show, check, parse, title_of, describe)
#define RECORD_FORMAT(name, title, Record, hooks)
#define SUFFIX(suffix, name) {#suffix, #name},
#include "kit/formats/formats.def"
#undef SUFFIX
#undef RECORD_FORMAT
#undef FORMAT
};

/* Aliases first: a suffix may belong to another format than the one with its name. */
const Format *format_of_suffix(Text suffix)
{
    for (size_t i = 0; i < COUNT_OF(aliases); i++)
        if (text_is_caseless(suffix, aliases[i].suffix))
            return format_named(text_of(aliases[i].name));
    for (const Format *format = formats; format->name; format++)
        if (text_is_caseless(suffix, format->name))
            return format;
    return NULL;
}

static const struct {
    const char *suffix, *name;
    size_t size; /* of all files of this format; 0: its content tells */
} shared[] = {
#define FORMAT(name, title, is, show, check, parse, title_of, describe)
#define RECORD_FORMAT(name, title, Record, hooks)
#define SUFFIX(suffix, name)
#define SHARED(suffix, name, size) {#suffix, #name, size},
#include "kit/formats/formats.def"
#undef SUFFIX
#undef RECORD_FORMAT
#undef FORMAT
};

const char *format_suffix(const Format *format)
{
    for (size_t i = 0; i < COUNT_OF(shared); i++)
        if (!strcmp(shared[i].name, format->name))
            return shared[i].suffix;
    return format->name;
}

bool format_has_suffix(const Format *format, Text suffix)
{
    return format_of_suffix(suffix) == format ||
           text_is_caseless(suffix, format_suffix(format));
}

/* For suffixes that several formats share and whose files have no magic. */
static const Format *format_of_size(Text suffix, size_t size)
{
    for (size_t i = 0; i < COUNT_OF(shared); i++)
        if (shared[i].size && shared[i].size == size &&
            text_is_caseless(suffix, shared[i].suffix))
            return format_named(text_of(shared[i].name));
    return NULL;
}

/* The content decides if it has a magic; the size or the suffix only otherwise. */
const Format *format_of(Text path, Bytes file)
{
    for (const Format *format = formats; format->name; format++)
        if (format_is(format, file))
            return format;
    Text suffix = path_suffix(path);
    if (text_is_caseless(suffix, "gz") &&
        text_is_caseless(path_suffix(path_without_suffix(path)), "sfn"))
        suffix = TEXT("sfn"); /* fonts are detected inside gzip */
    const Format *by_size = format_of_size(suffix, file.size);
    return by_size ? by_size : suffix.size ? format_of_suffix(suffix) : NULL;
}

static bool is_among(const Format *format, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(names[i], format->name))
            return true;
    return false;
}

/* Formats whose JSON always gives the same bytes: the costly comparison is omitted. */
static bool is_exact(const Format *format)
{
    static const char *const names[] = {
#define FORMAT(name, title, is, show, check, parse, title_of, describe)
#define RECORD_FORMAT(name, title, Record, hooks)
#define SUFFIX(suffix, name)
#define EXACT(name) #name,
#include "kit/formats/formats.def"
#undef SUFFIX
#undef RECORD_FORMAT
#undef FORMAT
    };
    return is_among(format, names, COUNT_OF(names));
}

bool format_has_game_texts(const Format *format)
{
    static const char *const names[] = {
#define FORMAT(name, title, is, show, check, parse, title_of, describe)
#define RECORD_FORMAT(name, title, Record, hooks)
#define SUFFIX(suffix, name)
#define GAME_TEXTS(name) #name,
#include "kit/formats/formats.def"
#undef SUFFIX
#undef RECORD_FORMAT
#undef FORMAT
    };
    return is_among(format, names, COUNT_OF(names));
}

/* The JSON of a file is limited to FACTOR times its size, and at least MIN bytes: compressed
 * records can be a thousand times smaller than their JSON. */
enum { JSON_SIZE_MIN = 128 << 20, JSON_FACTOR = 100 };

/* Most JSON is not larger than this. Growing into twice the space copies it each time; for
 * large files, room that is not needed would be too much. */
enum { JSON_USUAL_FACTOR = 10, JSON_ROOM_FILE_MAX = 4 << 20 };

/* `exact` is written last, so that a reader of the JSON finds the content first. */
static bool show(const Format *format, Bytes file, bool whole, const Bytes *exact, Writer *out,
                 Arena *arena, Report *report)
{
    const size_t limit =
        quota_of_file(file.size, JSON_SIZE_MIN, JSON_FACTOR, "bytes of JSON").total;
    if (whole && file.size <= JSON_ROOM_FILE_MAX)
        writer_room(out, JSON_USUAL_FACTOR * file.size);
    JsonWriter json = json_to_limited(out, limit);
    json_open(&json, NULL);
    json_put_text(&json, "format", text_of(format->name));
    if (game_texts().encoding != ENCODING_CP1251 && format_has_game_texts(format))
        json_put_text(&json, "encoding", text_of(encoding_name(game_texts().encoding)));
    if (!format_show(format, file, whole, &json, arena, report))
        return false;
    if (exact)
        json_put_hex(&json, "exact", *exact);
    json_close(&json);
    json_end(&json);
    return !json.exceeded ||
           report_error(report, "its JSON would be larger than %zu MiB", limit >> 20);
}

/* Converts JSON to bytes in our canonical form. */
static bool parse_plain(const Format *format, Text text, Bytes *out, Arena *arena,
                        Report *report)
{
    const json_t *json = json_read(bytes_of_text(text), arena, report);
    return json && format_parse(format, json, out, arena, report);
}

/* The JSON is converted back: if the bytes differ, it is written again with the exact bytes. */
static bool to_json(const Format *format, Bytes file, bool whole, Writer *out, Arena *arena,
                    Report *report)
{
    const size_t from = out->size;
    if (!show(format, file, whole, NULL, out, arena, report))
        return false;
    if (!whole || is_exact(format))
        return true;
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    Bytes back = {0};
    const Text text = text_slice(writer_text(out), from, out->size);
    const bool same =
        parse_plain(format, text, &back, scratch, &silent) && bytes_equal(back, file);
    arena_free(scratch);
    if (same)
        return true;
    out->size = from;
    return show(format, file, whole, &file, out, arena, report);
}

typedef struct JsonJob {
    const Format *format;
    Bytes file;
    bool whole;
    Writer *out;
    size_t from;
    Arena *arena;
} JsonJob;

static bool run_json_job(void *context, Report *report)
{
    const JsonJob *job = context;
    job->out->size = job->from;
    return to_json(job->format, job->file, job->whole, job->out, job->arena, report);
}

bool format_to_json(const Format *format, Bytes file, bool whole, Writer *out, Arena *arena,
                    Report *report)
{
    JsonJob job = {format, file, whole, out, out->size, arena};
    return game_text_detected(run_json_job, &job, NULL, arena, report);
}

/* Whether the exact bytes still correspond to the rest of the document, that is, it was not
 * edited. Both are compared as values, not as text. */
static bool exact_holds(const Format *format, Bytes exact, const json_t *json, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    Writer text = writer_to(arena);
    if (!show(format, exact, true, NULL, &text, arena, &silent))
        return false;
    json_t *other = json_read(writer_bytes(&text), arena, &silent);
    json_t *rest = json_owned(json_copy((json_t *)json), arena);
    json_object_del(rest, "exact");
    const bool equal = other && json_equal(other, rest);
    arena_release(arena, rest);
    arena_release(arena, other);
    return equal;
}

static const Message *first_error(const Messages *messages)
{
    for (size_t i = 0; i < messages->count; i++)
        if (messages->items[i].severity == SEVERITY_ERROR)
            return &messages->items[i];
    return NULL;
}

/* Parsers check values, not everything that a reader checks: whether a member is inside of its
 * archive, for example. */
static bool is_readable(const Format *format, Bytes file, Report *report)
{
    Arena *arena = arena_new();
    Messages messages = {.arena = arena};
    Report reading = report_to(messages_sink, &messages);
    Writer text = writer_to(arena);
    const bool ok = show(format, file, true, NULL, &text, arena, &reading);
    const Message *error = first_error(&messages);
    if (!ok)
        report_error(report, "the .%s file that it describes could not be read again: %.*s",
                     format_suffix(format), error ? (int)error->text.size : 0,
                     error ? error->text.at : "");
    arena_free(arena);
    return ok;
}

/* What is built is read again, because parsers accept some values that readers reject. */
bool format_build(const Format *format, const json_t *json, Bytes *out, Arena *arena,
                  Report *report)
{
    return format_parse(format, json, out, arena, report) && is_readable(format, *out, report);
}

/* The exact bytes win over the values if these were not edited. */
static bool from_json(const json_t *json, Bytes *out, const Format **format, Arena *arena,
                      Report *report)
{
    Text name;
    Bytes exact;
    if (!json_is_object(json) || !json_get_text(json, "format", &name, arena, report))
        return report_error(report, "this JSON describes no file: it has no \"format\"");
    *format = format_named(name);
    if (!*format)
        return report_cause(report, CAUSE_UNSUPPORTED, "unknown format \"%.*s\"",
                            (int)name.size, name.at);
    if (json_object_get(json, "exact")) {
        if (!json_get_hex(json, "exact", &exact, arena, report))
            return false;
        if (exact_holds(*format, exact, json, arena)) {
            *out = exact;
            return true;
        }
        report_warning(report, "the JSON was edited: \"exact\" is ignored, and the file is "
                               "written in canonical form");
    }
    return format_build(*format, json, out, arena, report);
}

/* The encoding is global while the JSON is converted, and is restored in any case. */
bool format_from_json(Bytes text, Bytes *out, const Format **format, Arena *arena,
                      Report *report)
{
    const json_t *json = json_read(text, arena, report);
    GameTexts before;
    if (!json || !format_use_encoding(json, &before, report))
        return false;
    const bool ok = from_json(json, out, format, arena, report);
    game_texts_use(before);
    return ok;
}

void format_describe(const Format *format, Writer *writer)
{
    write_format(writer, "# .%s: %s\n\n", format_suffix(format), format->title);
    if (format->describe)
        format->describe(writer);
    else
        format_describe_record(format->layout, writer);
}
