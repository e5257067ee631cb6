/* Formats whose files are one record: all operations follow from its layout. */
#include "kit/formats/format.h"

bool format_has_no_magic(Bytes file)
{
    (void)file;
    return false;
}

/* The magic of the format; empty if there is none. */
static Bytes magic_of(const RecordLayout *layout)
{
    size_t count;
    const Field *fields = layout->fields(&count), *first = fields;
    while (first < fields + count && first->shape == SHAPE_ASIDE)
        first++;
    if (first == fields + count || first->shape != SHAPE_MAGIC)
        return (Bytes){NULL, 0};
    return (Bytes){(const uint8_t *)first->name, first->count};
}

/* A format without a magic is never detected by content: see format_of(). */
bool format_is(const Format *format, Bytes file)
{
    if (format->is)
        return format->is(file);
    const Bytes magic = magic_of(format->layout);
    return magic.size && file.size >= magic.size && !memcmp(file.data, magic.data, magic.size);
}

typedef struct CheckJob {
    const Format *format;
    Bytes file;
    Arena *arena;
} CheckJob;

static bool run_check_job(void *context, Report *report)
{
    const CheckJob *job = context;
    return job->format->check(job->file, job->arena, report);
}

/* A record that can be read is valid, unless a hook checks more. */
bool format_check(const Format *format, Bytes file, Arena *arena, Report *report)
{
    CheckJob job = {format, file, arena};
    if (format->check)
        return game_text_detected(run_check_job, &job, NULL, arena, report);
    void *record = arena_alloc(arena, 1, format->layout->size);
    return format_read(format, record, file, arena, report) &&
           (!format->hooks.check || format->hooks.check(record, report));
}

bool format_holds(const Format *format, Bytes file, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    return format_is(format, file) || format_check(format, file, arena, &silent);
}

/* "12 frames, 1 light" */
static Text counts_of(const RecordLayout *layout, const void *record, Arena *arena)
{
    size_t fields;
    Writer out = writer_to(arena);
    const Field *field = layout->fields(&fields);
    for (const Field *end = field + fields; field < end; field++) {
        if (field->shape != SHAPE_LIST && field->shape != SHAPE_ALL)
            continue;
        const size_t count = field_count(layout, field, record), size = strlen(field->name);
        const bool singular = count == 1 && size && field->name[size - 1] == 's';
        write_format(&out, "%s%zu ", out.size ? ", " : "", count);
        for (size_t i = 0; i < size - singular; i++)
            write_u8(&out, field->name[i] == '_' ? ' ' : (uint8_t)field->name[i]);
    }
    return out.size ? writer_text(&out) : text_of(layout->doc);
}

/* Titles are for lists of files, so errors are silent. */
Text format_title(const Format *format, Bytes file, Arena *arena)
{
    if (format->title_of)
        return format->title_of(file, arena);
    Report silent = report_to(NULL, NULL);
    void *record = arena_alloc(arena, 1, format->layout->size);
    if (!format_read(format, record, file, arena, &silent))
        return TEXT("");
    return format->hooks.title ? format->hooks.title(record, arena)
                               : counts_of(format->layout, record, arena);
}

/* Bytes after the record are an error, as another format may begin in the same way. */
bool format_read(const Format *format, void *record, Bytes file, Arena *arena, Report *report)
{
    Reader reader = reader_of(file, report);
    memset(record, 0, format->layout->size);
    if ((format->hooks.prepare && !format->hooks.prepare(record, file, NULL, report)) ||
        !record_read(format->layout, record, &reader, arena))
        return false;
    return !reader_left(&reader) ||
           report_error(report, "at byte %zu: %zu bytes follow the end of the data", reader.at,
                        reader_left(&reader));
}

Bytes format_write(const Format *format, const void *record, Arena *arena)
{
    Writer writer = writer_to(arena);
    record_write(format->layout, record, &writer);
    return writer_bytes(&writer);
}

bool format_show(const Format *format, Bytes file, bool whole, JsonWriter *json, Arena *arena,
                 Report *report)
{
    if (format->show)
        return format->show(file, whole, json, arena, report);
    void *record = arena_alloc(arena, 1, format->layout->size);
    if (!format_read(format, record, file, arena, report))
        return false;
    record_show_fields(format->layout, record, NULL, json);
    return true;
}

/* Keys that describe the file and not the record are removed from a copy first, because
 * record_parse() rejects unknown keys. */
bool format_parse(const Format *format, const json_t *json, Bytes *out, Arena *arena,
                  Report *report)
{
    if (format->parse)
        return format->parse(json, out, arena, report);
    void *record = arena_alloc(arena, 1, format->layout->size);
    json_t *copy = json_owned(json_copy((json_t *)json), arena);
    json_object_del(copy, "format");
    json_object_del(copy, "exact");
    json_object_del(copy, "encoding");
    const bool ok = (!format->hooks.prepare ||
                     format->hooks.prepare(record, (Bytes){NULL, 0}, copy, report)) &&
                    record_parse(format->layout, record, copy, arena, report);
    arena_release(arena, copy);
    if (ok)
        *out = format_write(format, record, arena);
    return ok;
}

/* `views` are keys that were shown in addition, and follow from the others. */
bool format_parse_record(const RecordLayout *layout, const json_t *json,
                         const char *const *views, size_t count, Bytes *out, Arena *arena,
                         Report *report)
{
    void *record = arena_alloc(arena, 1, layout->size);
    Writer writer = writer_to(arena);
    json_t *copy = json_owned(json_copy((json_t *)json), arena);
    json_object_del(copy, "format");
    json_object_del(copy, "exact");
    json_object_del(copy, "encoding");
    for (size_t i = 0; i < count; i++)
        json_object_del(copy, views[i]);
    if (!record_parse(layout, record, copy, arena, report))
        return false;
    record_write(layout, record, &writer);
    *out = writer_bytes(&writer);
    return true;
}

/* More than any format has; further ones would be described repeatedly. */
enum { RECORDS_MAX = 64 };

/* Writes the table of a record, then those of its nested records, each once. */
static void describe(const RecordLayout *layout, const RecordLayout **seen, size_t *count,
                     Writer *writer)
{
    size_t fields;
    for (size_t i = 0; i < *count; i++)
        if (seen[i] == layout)
            return;
    if (*count < RECORDS_MAX)
        seen[(*count)++] = layout;
    record_describe(layout, writer);
    const Field *field = layout->fields(&fields);
    for (size_t i = 0; i < fields; i++)
        if (field[i].type && field[i].type->form == FORM_RECORD)
            describe(field[i].type, seen, count, writer);
}

void format_describe_record(const RecordLayout *layout, Writer *writer)
{
    const RecordLayout *seen[RECORDS_MAX];
    size_t count = 0;
    write_format(writer, "Little-endian%s.\n\n",
                 magic_of(layout).size ? "" : ", detected by its suffix");
    describe(layout, seen, &count, writer);
}
