/* Parts, in order: opening the zip; checks of an entry; checks of all names; unpacking. No
 * entry is decompressed before all have been checked. */
#include "tirnanog/jobs/project_template.h"

#include "base/hash.h"
#include "base/lazy_library.h"
#include "base/path.h"
#include "base/text.h"
#include "kit/formats/archive.h"

#include <zip.h>

#define LIBZIP(FUNCTION)                                                                       \
    FUNCTION(zip_discard)                                                                      \
    FUNCTION(zip_error_fini)                                                                   \
    FUNCTION(zip_error_init)                                                                   \
    FUNCTION(zip_error_strerror)                                                               \
    FUNCTION(zip_fclose) FUNCTION(zip_file_get_external_attributes) FUNCTION(zip_fopen_index)  \
        FUNCTION(zip_fread) FUNCTION(zip_get_error) FUNCTION(zip_get_num_entries)              \
            FUNCTION(zip_open_from_source) FUNCTION(zip_source_buffer_create)                  \
                FUNCTION(zip_source_free) FUNCTION(zip_stat_index) FUNCTION(zip_stat_init)
LAZY_FUNCTIONS(libzip, LIBZIP);

typedef struct Entry {
    uint64_t index; /* in the zip */
    Text path;
    size_t size;
} Entry;

typedef struct Template {
    zip_t *zip;
    Entry *entries;
    size_t count;
    uint64_t total;
    Arena *arena;
    Report *report;
} Template;

static void zip_release(void *zip) { libzip.zip_discard(zip); }

static bool zip_fails(Report *report, zip_error_t *error)
{
    return report_error(report, "not a usable zip file: %s", libzip.zip_error_strerror(error));
}

/* The source is released by the zip, or here if there is none. */
static bool template_open(Template *template, Bytes file)
{
    zip_error_t error;
    if (!LAZY_LOAD(libzip, template->report))
        return false;
    libzip.zip_error_init(&error);
    zip_source_t *source = libzip.zip_source_buffer_create(file.data, file.size, 0, &error);
    template->zip =
        source ? libzip.zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error) : NULL;
    if (!template->zip) {
        if (source)
            libzip.zip_source_free(source);
        zip_fails(template->report, &error);
        libzip.zip_error_fini(&error);
        return false;
    }
    arena_own(template->arena, zip_release, template->zip);
    return true;
}

/* Files that systems add to archives. */
static bool is_system_file(Text path)
{
    const Text name = path_base(path);
    return text_starts(path, "__MACOSX/") || text_is(name, ".DS_Store") ||
           text_is(name, "Thumbs.db") || text_is(name, "desktop.ini");
}

/* Links and devices are recorded in the upper half of the attributes of Unix. */
static bool is_special(const Template *template, uint64_t index)
{
    zip_uint8_t system;
    zip_uint32_t attributes;
    if (libzip.zip_file_get_external_attributes(template->zip, index, 0, &system,
                                                &attributes) != 0)
        return false;
    enum { UNIX_KIND = 0170000, UNIX_FILE = 0100000, UNIX_FOLDER = 0040000 };
    const unsigned kind = attributes >> 16 & UNIX_KIND;
    return system == ZIP_OPSYS_UNIX && kind && kind != UNIX_FILE && kind != UNIX_FOLDER;
}

static bool entry_sizes_check(Template *template, const zip_stat_t *entry)
{
    Report *report = template->report;
    const zip_uint64_t needed =
        ZIP_STAT_SIZE | ZIP_STAT_ENCRYPTION_METHOD | ZIP_STAT_COMP_METHOD;
    if ((entry->valid & needed) != needed)
        return report_error(report, "%s: incomplete entry", entry->name);
    if (entry->encryption_method != ZIP_EM_NONE)
        return report_cause(report, CAUSE_UNSUPPORTED, "%s: encrypted files are not supported",
                            entry->name);
    if (entry->comp_method != ZIP_CM_STORE && entry->comp_method != ZIP_CM_DEFLATE)
        return report_cause(report, CAUSE_UNSUPPORTED,
                            "%s: compression %u is not supported; expected deflate",
                            entry->name, entry->comp_method);
    if (entry->size > TEMPLATE_FILE_SIZE_MAX)
        return report_error(report, "%s: %llu bytes; the maximum is %d", entry->name,
                            (unsigned long long)entry->size, TEMPLATE_FILE_SIZE_MAX);
    template->total += entry->size;
    return template->total <= TEMPLATE_SIZE_MAX ||
           report_error(report, "more than %d bytes in all files", TEMPLATE_SIZE_MAX);
}

static bool entry_read(Template *template, uint64_t index)
{
    Report *report = template->report;
    zip_stat_t entry;
    Text path;
    libzip.zip_stat_init(&entry);
    if (libzip.zip_stat_index(template->zip, index, 0, &entry) != 0 || !entry.name)
        return zip_fails(report, libzip.zip_get_error(template->zip));
    const Text name = text_of(entry.name);
    if (is_special(template, index))
        return report_cause(report, CAUSE_UNSUPPORTED,
                            "%s: links and devices are not supported", entry.name);
    if (is_system_file(name))
        return true;
    if (text_ends(name, "/")) { /* a folder */
        const Text folder = text_slice(name, 0, name.size - 1);
        return archive_path(folder, &path, template->arena, report);
    }
    if (memchr(name.at, '\\', name.size))
        return report_error(report, "\"%s\": invalid name", entry.name);
    if (!archive_path(name, &path, template->arena, report) ||
        !entry_sizes_check(template, &entry))
        return false;
    *ARENA_PUSH(template->arena, template->entries, template->count) =
        (Entry){index, path, (size_t)entry.size};
    return true;
}

static Text lower(Text text, Arena *arena)
{
    char *copy = arena_alloc(arena, text.size + 1, 1);
    for (size_t i = 0; i < text.size; i++)
        copy[i] = text.at[i] >= 'A' && text.at[i] <= 'Z' ? (char)(text.at[i] | 32) : text.at[i];
    return (Text){copy, text.size};
}

/* Neither a second file of this name, nor a file where another has a folder. */
static bool names_check(const Template *template)
{
    enum { IS_FILE = 1, IS_FOLDER = 2 };
    Table seen = table_new(template->arena);
    for (size_t i = 0; i < template->count; i++) {
        const Text path = lower(template->entries[i].path, template->arena);
        bool clash = table_get(&seen, path) != NULL;
        for (size_t at = 0; at < path.size && !clash; at++) {
            const Text folder = text_slice(path, 0, at);
            if (path.at[at] != '/')
                continue;
            const uint32_t *known = table_get(&seen, folder);
            clash = known && *known == IS_FILE;
            if (!known)
                table_put(&seen, folder, IS_FOLDER);
        }
        if (clash)
            return report_error(template->report, "%.*s: duplicate name",
                                (int)template->entries[i].path.size,
                                template->entries[i].path.at);
        table_put(&seen, path, IS_FILE);
    }
    return true;
}

/* Removes the folder that contains all files, if there is one and the project is in it. */
static bool root_find(Template *template)
{
    size_t slash;
    Text root = {0};
    for (size_t i = 0; i < template->count; i++)
        if (text_is(template->entries[i].path, "config"))
            return true;
    for (size_t i = 0; i < template->count; i++) {
        const Text path = template->entries[i].path;
        if (text_find(path, '/', &slash) &&
            text_is(text_slice(path, slash + 1, path.size), "config"))
            root = text_slice(path, 0, slash + 1);
    }
    if (!root.size)
        return report_error(template->report, "not a template: there is no config file");
    for (size_t i = 0; i < template->count; i++) {
        Text *path = &template->entries[i].path;
        if (path->size <= root.size || !text_equal(text_slice(*path, 0, root.size), root))
            return report_error(template->report, "%.*s is outside the folder of the project",
                                (int)path->size, path->at);
        *path = text_slice(*path, root.size, path->size);
    }
    return true;
}

/* The library verifies the CRC when it has returned all bytes: one byte more than the size is
 * requested, so that it reaches the end, and a larger entry is noticed. */
static bool entry_unpack(const Template *template, const Entry *entry, Bytes *out)
{
    uint8_t *bytes = arena_alloc_raw(template->arena, entry->size + 1, 1);
    size_t done = 0;
    zip_file_t *file = libzip.zip_fopen_index(template->zip, entry->index, 0);
    if (!file)
        return zip_fails(template->report, libzip.zip_get_error(template->zip));
    zip_int64_t size;
    do {
        size = libzip.zip_fread(file, bytes + done, entry->size + 1 - done);
        done += size > 0 ? (size_t)size : 0;
    } while (size > 0 && done <= entry->size);
    libzip.zip_fclose(file);
    *out = (Bytes){bytes, entry->size};
    if (size == 0 && done == entry->size)
        return true;
    return report_error(template->report, "%.*s: damaged data", (int)entry->path.size,
                        entry->path.at);
}

static bool template_read(Template *template, ProjectFiles *out, Arena *arena)
{
    const zip_int64_t count = libzip.zip_get_num_entries(template->zip, 0);
    if (count > TEMPLATE_FILES_MAX)
        return report_error(template->report, "%lld files; the maximum is %d", (long long)count,
                            TEMPLATE_FILES_MAX);
    for (zip_int64_t i = 0; i < count; i++)
        if (!entry_read(template, (uint64_t)i))
            return false;
    if (!names_check(template) || !root_find(template))
        return false;
    for (size_t i = 0; i < template->count; i++) {
        Bytes bytes;
        if (!entry_unpack(template, &template->entries[i], &bytes))
            return false;
        *ARENA_PUSH(arena, out->items, out->count) =
            (ProjectFile){template->entries[i].path, bytes};
    }
    return true;
}

bool project_template_read(Bytes zip, ProjectFiles *out, Arena *arena, Report *report)
{
    Template template = {.arena = arena, .report = report};
    *out = (ProjectFiles){0};
    if (!template_open(&template, zip))
        return false;
    const bool ok = template_read(&template, out, arena);
    arena_release(arena, template.zip);
    return ok;
}
