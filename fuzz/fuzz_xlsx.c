/* A spreadsheet: the input is its files, separated by zero bytes, so that changes reach the XML
 * and do not just damage a checksum. A database that is made of it survives the way back. */
#include "base/text.h"
#include "evil_islands/tables/databases.h"
#include "kit/open/xlsx.h"

#include <stdlib.h>
#include <string.h>
#include <zip.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void free_source(void *source) { zip_source_free(source); }

static Bytes zip_bytes(zip_source_t *source, Arena *arena)
{
    zip_stat_t facts;
    if (zip_source_stat(source, &facts) != 0 || zip_source_open(source) != 0)
        abort();
    uint8_t *bytes = arena_alloc(arena, (size_t)facts.size + 1, 1);
    const zip_int64_t got = zip_source_read(source, bytes, facts.size);
    zip_source_close(source);
    return (Bytes){bytes, (size_t)got};
}

static Bytes spreadsheet(Bytes parts, Arena *arena)
{
    static const char *const names[] = {"xl/workbook.xml", "xl/_rels/workbook.xml.rels",
                                        "xl/sharedStrings.xml", "xl/worksheets/sheet1.xml",
                                        "xl/worksheets/sheet2.xml"};
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t *to = zip_source_buffer_create(NULL, 0, 0, &error);
    arena_own(arena, free_source, to);
    zip_source_keep(to);
    zip_t *zip = zip_open_from_source(to, ZIP_TRUNCATE, &error);
    for (size_t i = 0; i < COUNT_OF(names) && parts.size; i++) {
        const uint8_t *end = memchr(parts.data, 0, parts.size);
        const size_t length = end ? (size_t)(end - parts.data) : parts.size;
        const zip_int64_t index = zip_file_add(
            zip, names[i], zip_source_buffer(zip, parts.data, length, 0), ZIP_FL_ENC_UTF_8);
        zip_set_file_compression(zip, (zip_uint64_t)index, ZIP_CM_STORE, 0);
        const size_t taken = end ? length + 1 : length;
        parts = bytes_slice(parts, taken, parts.size - taken);
    }
    if (zip_close(zip) != 0)
        abort();
    return zip_bytes(to, arena);
}

static void read_again(Bytes database, const char *name, Arena *arena)
{
    Report report = report_to(NULL, NULL);
    ConversionJob job = {.path = text_of(name), .target = TEXT("t.xlsx"), .input = database};
    if (!db_to_spreadsheet(&job, arena, &report))
        return; /* a text is too long for a cell */
    job = (ConversionJob){.path = TEXT("t.xlsx"), .target = text_of(name), .input = job.output};
    if (!spreadsheet_to_db(&job, arena, &report) || !bytes_equal(job.output, database))
        abort(); /* not a bit may be lost */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    XlsxSheets sheets;
    const Bytes file = spreadsheet((Bytes){data, size}, arena);
    if (xlsx_read(file, &sheets, arena, &report) == (report.errors > 0))
        abort();
    xlsx_read((Bytes){data, size}, &sheets, arena, &report);
    ConversionJob job = {.path = TEXT("t.xlsx"), .target = TEXT("levers.ldb"), .input = file};
    if (spreadsheet_to_db(&job, arena, &report))
        read_again(job.output, "levers.ldb", arena);
    arena_free(arena);
    return 0;
}
