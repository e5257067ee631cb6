/* Messages of tng_check: where in the file, and in which record. */
#include "tirnanog/container/tng_check_internal.h"

#include <stdarg.h>

/* "section 30 (dialogs), number 2, at byte 14: ..." */
void check_report(Check *check, bool error, size_t at, const RecordPath *path,
                  const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const Text what = arena_vformat(check->scratch, format, arguments);
    va_end(arguments);
    Text where = arena_format(check->scratch, "section %u (%s)", check->section->type,
                              check->section->kind ? check->section->kind->title : "unknown");
    if (check->index != SIZE_MAX)
        where = arena_format(check->scratch, "%s, number %zu", where.at, check->index);
    where = arena_format(check->scratch, "%s, at byte %zu", where.at, check->base + at);
    if (path) {
        const Text name = record_path(path, check->scratch);
        where = arena_format(check->scratch, "%s, %s", where.at, name.at);
    }
    check->report->kind = format;
    if (error)
        report_error(check->report, "%s: %s", where.at, what.at);
    else
        report_warning(check->report, "%s: %s", where.at, what.at);
    check->report->kind = NULL;
}

void check_trailing(Check *check, size_t size, size_t at)
{
    check_report(check, false, at, NULL, "%zu unknown byte%s after the known data", size,
                 size == 1 ? "" : "s");
}
