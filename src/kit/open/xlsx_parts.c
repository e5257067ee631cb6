/* Reads files of the zip through libzip. Their sizes are added up before memory is allocated,
 * and the data must have exactly the size that the zip claims. */
#include "kit/open/xlsx_parts.h"

#include "base/lazy_library.h"
#include "kit/open/xlsx.h"

#include <zip.h>

#define LIBZIP(FUNCTION)                                                                       \
    FUNCTION(zip_discard)                                                                      \
    FUNCTION(zip_error_fini)                                                                   \
    FUNCTION(zip_error_init)                                                                   \
    FUNCTION(zip_error_strerror)                                                               \
    FUNCTION(zip_fclose) FUNCTION(zip_fopen_index) FUNCTION(zip_fread) FUNCTION(zip_get_error) \
        FUNCTION(zip_name_locate) FUNCTION(zip_open_from_source)                               \
            FUNCTION(zip_source_buffer_create) FUNCTION(zip_source_free)                       \
                FUNCTION(zip_stat_index) FUNCTION(zip_stat_init)
LAZY_FUNCTIONS(libzip, LIBZIP);

static void zip_release(void *zip) { libzip.zip_discard(zip); }

static bool zip_fails(Report *report, zip_error_t *error)
{
    return report_error(report, "not a spreadsheet (.xlsx): %s",
                        libzip.zip_error_strerror(error));
}

/* The source is released by the zip, or here if there is none. */
bool xlsx_parts_open(Bytes file, XlsxParts *out, Arena *arena, Report *report)
{
    zip_error_t error;
    *out = (XlsxParts){0};
    if (!LAZY_LOAD(libzip, report))
        return false;
    libzip.zip_error_init(&error);
    zip_source_t *source = libzip.zip_source_buffer_create(file.data, file.size, 0, &error);
    out->zip =
        source ? libzip.zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error) : NULL;
    if (out->zip) {
        arena_own(arena, zip_release, out->zip);
        return true;
    }
    if (source)
        libzip.zip_source_free(source);
    zip_fails(report, &error);
    libzip.zip_error_fini(&error);
    return false;
}

/* A zip of a few bytes may claim any size. */
static bool size_check(XlsxParts *parts, const zip_stat_t *entry, Report *report)
{
    const zip_uint64_t needed = ZIP_STAT_SIZE | ZIP_STAT_ENCRYPTION_METHOD;
    if ((entry->valid & needed) != needed)
        return report_error(report, "incomplete entry in the zip file");
    if (entry->encryption_method != ZIP_EM_NONE)
        return report_cause(report, CAUSE_UNSUPPORTED, "encrypted files are not supported");
    parts->total += entry->size < XLSX_PART_SIZE_MAX ? entry->size : XLSX_PART_SIZE_MAX + 1;
    return parts->total <= XLSX_PART_SIZE_MAX ||
           report_error(report, "more than %d bytes in all files of the spreadsheet",
                        XLSX_PART_SIZE_MAX);
}

/* The library verifies the CRC when it has returned all bytes. */
static bool unpack(XlsxParts *parts, const zip_stat_t *entry, uint8_t *bytes, Report *report)
{
    uint64_t done = 0;
    zip_int64_t size;
    zip_file_t *file = libzip.zip_fopen_index(parts->zip, entry->index, 0);
    if (!file)
        return zip_fails(report, libzip.zip_get_error(parts->zip));
    do {
        size = libzip.zip_fread(file, bytes + done, entry->size + 1 - done);
        done += size > 0 ? (uint64_t)size : 0;
    } while (size > 0 && done <= entry->size);
    libzip.zip_fclose(file);
    return (size == 0 && done == entry->size) || report_error(report, "damaged data");
}

bool xlsx_part(XlsxParts *parts, Text name, bool optional, Bytes *out, Arena *arena,
               Report *report)
{
    zip_stat_t entry;
    Report about = report_part(report, name, arena);
    const zip_int64_t index =
        libzip.zip_name_locate(parts->zip, arena_text(arena, name).at, ZIP_FL_NOCASE);
    if (index < 0)
        return !optional &&
               report_error(report, "not a spreadsheet (.xlsx): it has no file %.*s",
                            (int)name.size, name.at);
    libzip.zip_stat_init(&entry);
    if (libzip.zip_stat_index(parts->zip, (zip_uint64_t)index, 0, &entry) != 0)
        return zip_fails(&about, libzip.zip_get_error(parts->zip));
    if (!size_check(parts, &entry, &about))
        return false;
    uint8_t *bytes = arena_alloc_raw(arena, (size_t)entry.size + 1, 1);
    *out = (Bytes){bytes, (size_t)entry.size};
    return unpack(parts, &entry, bytes, &about);
}
