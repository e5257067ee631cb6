/* Output of differences: a line for each. */
#include "kit/compare/difference_internal.h"

#include <stdarg.h>
#include <stdio.h>

void difference_write(const Difference *difference, Writer *out)
{
    write_text(out, difference->file);
    if (difference->place.size) {
        write_text(out, TEXT(": "));
        write_text(out, difference->place);
    }
    write_text(out, difference->kind == DIFFERENCE_REMOVED ? TEXT(": - ")
                    : difference->kind == DIFFERENCE_ADDED ? TEXT(": + ")
                                                           : TEXT(": "));
    write_text(out, difference->text);
}

void difference_report(DifferenceJob *job, DifferenceKind kind)
{
    const Difference difference = {kind, job->file, writer_text(&job->place),
                                   writer_text(&job->text)};
    job->differences->count++;
    job->differences->sink(job->differences->context, &difference);
    job->text.size = 0;
}

void difference_format(DifferenceJob *job, DifferenceKind kind, const char *format, ...)
{
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    write_text(&job->text, text_of(line));
    difference_report(job, kind);
}
