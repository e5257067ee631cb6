/* Formats and files. */
#include "library/library_internal.h"

#include "base/output/output.h"
#include "base/path.h"
#include "kit/jobs/files.h"
#include "kit/jobs/foreign.h"
#include "kit/jobs/inside.h"
#include "kit/jobs/jobs.h"
#include "kit/jobs/job_recovery.h"

/* ---- formats ---- */

static const OisinFormat public_formats[] = {
#define FORMAT(name, title, ...) {#name, title},
#define RECORD_FORMAT(name, title, ...) {#name, title},
#define SUFFIX(suffix, name)
#include "kit/formats/formats.def"
#undef SUFFIX
#undef RECORD_FORMAT
#undef FORMAT
};

const OisinFormat *oisin_format(size_t index)
{
    return index < COUNT_OF(public_formats) ? &public_formats[index] : NULL;
}

const OisinFormat *format_public(const Format *format)
{
    return format ? &public_formats[format - formats] : NULL;
}

const OisinFormat *oisin_format_of_suffix(const char *suffix)
{
    return suffix ? format_public(format_of_suffix(text_of(suffix))) : NULL;
}

static bool no_format(Call *call)
{
    return kit_named(call, "name") && report_cause(&call->kit->report, CAUSE_NOT_FOUND,
                                                   "unknown format \"%s\"", call->name);
}

static bool page(Call *call)
{
    const Format *format = call->name ? format_named(text_of(call->name)) : NULL;
    Writer out = writer_to(call->kit->messages_arena);
    if (!format)
        return no_format(call);
    format_describe(format, &out);
    *(const char **)call->out = kit_text(call->kit, writer_text(&out));
    return true;
}

const char *oisin_format_page(OisinKit *kit, const char *name)
{
    const char *text = NULL;
    return kit_call(kit, (Call){.work = page, .name = name, .out = &text}) ? text : NULL;
}

/* ---- opening ---- */

OisinFile *file_of(const Call *call, Bytes bytes, Arena *arena)
{
    OisinFile *file = ARENA_ALLOC(arena, OisinFile, 1);
    *file = (OisinFile){.kit = call->kit,
                        .arena = arena,
                        .name = arena_text(arena, text_of(call->name)),
                        .bytes = bytes};
    file->format = format_of(file->name, bytes);
    return file;
}

static bool load(Call *call)
{
    if (!kit_named(call, "path"))
        return false;
    recover_before("show", &(GivenPaths){.arguments = &call->name, .argument_count = 1},
                   &call->kit->report);
    Arena *arena = arena_new();
    Bytes bytes;
    const bool ok = file_load(call->name, &bytes, arena, &call->kit->report);
    if (!ok) {
        arena_free(arena);
        return false;
    }
    OisinFile *file = file_of(call, bytes, arena);
    file->on_disk = true;
    *(OisinFile **)call->out = file;
    return true;
}

OisinFile *oisin_open(OisinKit *kit, const char *path)
{
    OisinFile *file = NULL;
    return kit_call(kit, (Call){.work = load, .name = path, .out = &file}) ? file : NULL;
}

static bool copy(Call *call)
{
    Arena *arena = arena_new();
    *(OisinFile **)call->out = file_of(call, arena_copy(arena, call->bytes), arena);
    return true;
}

OisinFile *oisin_open_bytes(OisinKit *kit, const char *name, const void *data, size_t size)
{
    OisinFile *file = NULL;
    const Bytes bytes = {data, size};
    name = name ? name : "";
    return kit_call(kit, (Call){.work = copy, .name = name, .bytes = bytes, .out = &file})
               ? file
               : NULL;
}

/* ---- files that the caller reads ---- */

typedef struct Reading {
    LazyFile lazy;
    OisinReader reader;
    OisinKit *kit;
} Reading;

static bool read_part(void *context, uint64_t offset, void *data, size_t size)
{
    const Reading *reading = context;
    kit_callback_begin(reading->kit);
    const size_t got = reading->reader.read(reading->reader.context, offset, data, size);
    kit_callback_end(reading->kit);
    return got == size;
}

static bool open_reader(Call *call)
{
    OisinKit *kit = call->kit;
    OisinReader reader;
    if (!call->input || !kit_struct_read(kit, call->input, &reader, sizeof reader) ||
        !reader.read)
        return kit->code
                   ? false
                   : report_cause(&kit->report, CAUSE_USAGE, "a reader is missing (NULL)");
    Arena *arena = arena_new();
    Reading *reading = ARENA_ALLOC(arena, Reading, 1);
    Bytes bytes;
    *reading = (Reading){{read_part, reading, reader.file_size, NULL, false}, reader, kit};
    Report about = report_child(&kit->report, text_of(call->name));
    if (!lazy_file_open(&reading->lazy, &bytes, arena, &about)) {
        arena_free(arena);
        return false;
    }
    OisinFile *file = file_of(call, bytes, arena);
    file->lazy = reading->lazy.whole ? NULL : &reading->lazy;
    *(OisinFile **)call->out = file;
    return true;
}

OisinFile *oisin_open_reader(OisinKit *kit, const char *name, const OisinReader *reader)
{
    OisinFile *file = NULL;
    const Call call = {
        .work = open_reader, .name = name ? name : "", .input = reader, .out = &file};
    return kit_call(kit, call) ? file : NULL;
}

bool file_need_all(OisinFile *file, Report *report)
{
    Report about = report_child(report, file->name);
    if (file->lazy && !lazy_file_need_all(file->lazy, &about))
        return false;
    file->lazy = NULL;
    return true;
}

void oisin_close(OisinFile *file)
{
    if (file)
        arena_free(file->arena);
}

/* ---- format ---- */

static bool set_format(Call *call)
{
    const Format *format = call->name ? format_named(text_of(call->name)) : NULL;
    OisinFile *file = call->file;
    if (!format)
        return no_format(call);
    *file = (OisinFile){.kit = file->kit,
                        .arena = file->arena,
                        .name = file->name,
                        .bytes = file->bytes,
                        .format = format,
                        .lazy = file->lazy,
                        .on_disk = file->on_disk,
                        .sheet = file->sheet,
                        .sheet_path = file->sheet_path};
    return true;
}

bool oisin_file_set_format(OisinFile *file, const char *name)
{
    return kit_call(file->kit, (Call){.work = set_format, .file = file, .name = name});
}

const OisinFormat *oisin_file_format(const OisinFile *file)
{
    return format_public(file->format);
}

static bool title(Call *call)
{
    OisinFile *file = call->file;
    const bool is_archive = file->format && archive_kind(text_of(file->format->name));
    if (file->format && (is_archive || file_need_all(file, &call->kit->report)))
        *(const char **)call->out =
            arena_text(file->arena, format_title(file->format, file->bytes, file->arena)).at;
    return true;
}

const char *oisin_file_title(OisinFile *file)
{
    const char *text = "";
    return kit_call(file->kit, (Call){.work = title, .file = file, .out = &text}) ? text : "";
}

static bool whole(Call *call) { return file_need_all(call->file, &call->kit->report); }

const void *oisin_file_bytes(OisinFile *file, size_t *size)
{
    const bool ok = !file->lazy || kit_call(file->kit, (Call){.work = whole, .file = file});
    *size = ok ? file->bytes.size : 0;
    return ok ? file->bytes.data : NULL;
}

static bool save(Call *call)
{
    return kit_named(call, "path") && file_need_all(call->file, &call->kit->report) &&
           file_save(call->name, &call->file->bytes, 1, &call->kit->report);
}

bool oisin_file_save(OisinFile *file, const char *path)
{
    return kit_call(file->kit, (Call){.work = save, .file = file, .name = path});
}

static bool check(Call *call)
{
    OisinFile *file = call->file;
    const OisinOption forced[] = {{"format", file->format ? file->format->name : NULL},
                                  {NULL, NULL}};
    const char *values[JOB_OPTION_COUNT];
    Job job;
    const bool looks = format_of(file->name, file->bytes) == file->format;
    call->options = looks ? NULL : forced;
    if (!kit_job(call, "check", values, &job) || !file_need_all(file, &call->kit->report))
        return false;
    Arena *arena = arena_new();
    Report about = report_child(&call->kit->report, file->name);
    const bool ok = job_check_bytes(&job, file->name.at, file->bytes, arena, &about);
    arena_free(arena);
    return ok;
}

bool oisin_file_check(OisinFile *file)
{
    return kit_call(file->kit, (Call){.work = check, .file = file});
}

/* ---- members ---- */

/* Archives by their format, which may have been set; games. */
static const ArchiveKind *kind_of(const OisinFile *file)
{
    const Text format = text_of(file->format ? file->format->name : "");
    return inside_of_format(format, file->bytes);
}

static bool look_into(OisinFile *file, Report *report)
{
    const ArchiveKind *kind = kind_of(file);
    if (file->kind || !kind)
        return file->kind != NULL;
    Report about = report_child(report, file->name);
    if (file->lazy && !kind->table && !file_need_all(file, report))
        return false;
    size_t count;
    if (!kind->read(file->bytes, &file->archive, &count, file->arena, &about))
        return false;
    file->members = ARENA_ALLOC(file->arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        file->members[i] =
            path_with_slashes(archive_name(kind, file->archive, i), file->arena).at;
    file->member_count = count;
    file->kind = kind;
    return true;
}

static bool members(Call *call) { return look_into(call->file, &call->kit->report); }

size_t oisin_file_member_count(OisinFile *file)
{
    return kit_call(file->kit, (Call){.work = members, .file = file}) ? file->member_count : 0;
}

const char *oisin_file_member(OisinFile *file, size_t index)
{
    return index < oisin_file_member_count(file) ? file->members[index] : NULL;
}

/* A copy of the member's content. */
static bool read_member(const OisinFile *file, size_t index, Bytes *out, Arena *arena,
                        Report *report)
{
    const Bytes stored =
        file->lazy ? archive_stored(file->kind, file->archive, index) : (Bytes){0};
    if (file->lazy && !lazy_file_need(file->lazy, stored, report))
        return false;
    if (!archive_content(file->kind, file->archive, index, out, arena, report))
        return false;
    *out = arena_copy(arena, *out);
    if (file->lazy)
        lazy_file_drop(file->lazy, stored);
    return true;
}

/* A sprite layout in an archive that is not on the disk cannot find its sheet later. */
static void take_sheet(OisinFile *layout, const OisinFile *file, size_t index)
{
    Text names[IMAGE_SHEETS_MAX];
    Report silent = report_to(NULL, NULL);
    const Text path = text_of(file->members[index]);
    const size_t folder = path.size - path_base(path).size;
    const size_t count =
        layout->on_disk ? 0 : image_sheet_names(layout->format, path, names, layout->arena);
    for (size_t i = 0; i < count && !layout->sheet.data; i++)
        for (size_t k = 0; k < file->member_count && !layout->sheet.data; k++) {
            const Text other = text_of(file->members[k]);
            if (other.size - path_base(other).size == folder &&
                text_equal_caseless(text_slice(other, 0, folder),
                                    text_slice(path, 0, folder)) &&
                text_equal_caseless(path_base(other), names[i]) &&
                read_member(file, k, &layout->sheet, layout->arena, &silent))
                layout->sheet_path = other;
        }
    if (count)
        layout->sheet_path = arena_text(layout->arena, layout->sheet_path);
}

static bool open_member(Call *call)
{
    OisinFile *file = call->file;
    Report *report = &call->kit->report;
    if (!look_into(file, report))
        return report->errors ? false
                              : report_cause(report, CAUSE_UNSUPPORTED, "%s is not an archive",
                                             file->name.at);
    if (call->count >= file->member_count)
        return report_cause(report, CAUSE_NOT_FOUND, "%s has %zu members", file->name.at,
                            file->member_count);
    Arena *arena = arena_new();
    Bytes bytes;
    call->name = arena_format(arena, "%s/%s", file->name.at, file->members[call->count]).at;
    Report about = report_child(report, text_of(call->name));
    if (!read_member(file, call->count, &bytes, arena, &about)) {
        arena_free(arena);
        return false;
    }
    OisinFile *member = file_of(call, bytes, arena);
    member->on_disk = file->on_disk;
    take_sheet(member, file, call->count);
    *(OisinFile **)call->out = member;
    return true;
}

OisinFile *oisin_open_member(OisinFile *file, size_t index)
{
    OisinFile *member = NULL;
    const Call call = {.work = open_member, .file = file, .count = index, .out = &member};
    return kit_call(file->kit, call) ? member : NULL;
}

/* ---- records ---- */

static bool write_json(OisinFile *file, OisinDetail detail, Report *report)
{
    Writer out = writer_to(file->arena);
    if (file->details[detail].json)
        return true;
    if (!file_need_all(file, report))
        return false;
    Report about = report_child(report, file->name);
    if (!file->format)
        return report_cause(&about, CAUSE_UNSUPPORTED, "%s",
                            foreign_file(file->name, file->bytes, file->arena).at);
    if (!format_to_json(file->format, file->bytes, detail == OISIN_WHOLE, &out, file->arena,
                        &about))
        return false;
    file->details[detail].size = out.size;
    file->details[detail].json = arena_text(file->arena, writer_text(&out)).at;
    return true;
}

static bool records(Call *call)
{
    OisinFile *file = call->file;
    const OisinValue **records = &file->details[call->detail].records;
    Report about = report_child(&call->kit->report, file->name);
    if (!*records && write_json(file, call->detail, &call->kit->report))
        *records = values_read((Bytes){(const uint8_t *)file->details[call->detail].json,
                                       file->details[call->detail].size},
                               file->arena, &about);
    return *records != NULL;
}

const OisinValue *oisin_file_records(OisinFile *file, OisinDetail detail)
{
    detail = detail == OISIN_WHOLE ? OISIN_WHOLE : OISIN_BRIEF;
    return kit_call(file->kit, (Call){.work = records, .file = file, .detail = detail})
               ? file->details[detail].records
               : NULL;
}

static bool to_json(Call *call)
{
    return write_json(call->file, call->detail, &call->kit->report);
}

const char *oisin_to_json(OisinFile *file, OisinDetail detail, size_t *size)
{
    detail = detail == OISIN_WHOLE ? OISIN_WHOLE : OISIN_BRIEF;
    if (!kit_call(file->kit, (Call){.work = to_json, .file = file, .detail = detail}))
        return NULL;
    if (size)
        *size = file->details[detail].size;
    return file->details[detail].json;
}

static bool from_json(Call *call)
{
    Arena *arena = arena_new();
    const Format *format;
    Bytes bytes;
    Report about = report_child(&call->kit->report, text_of(call->name));
    if (!format_from_json(call->bytes, &bytes, &format, arena, &about)) {
        arena_free(arena);
        return false;
    }
    OisinFile *file = file_of(call, bytes, arena);
    file->format = format;
    *(OisinFile **)call->out = file;
    return true;
}

OisinFile *oisin_from_json(OisinKit *kit, const char *name, const char *json, size_t size)
{
    OisinFile *file = NULL;
    const Bytes bytes = {(const uint8_t *)json, size};
    name = name ? name : "";
    return kit_call(kit, (Call){.work = from_json, .name = name, .bytes = bytes, .out = &file})
               ? file
               : NULL;
}
