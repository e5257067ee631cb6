/* Two files of any format out of one input: a line says which format they have
 * (named_format.h), the byte after it where the second one begins, in 1/256 of the rest. They
 * are compared, and each with itself. */
#include "kit/compare/difference.h"

#include "named_format.h"

#include <stdlib.h>

static void look(void *context, const Difference *difference)
{
    size_t *count = context;
    const Text parts[] = {difference->file, difference->place, difference->text};
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        for (size_t at = 0; at < parts[i].size; at++)
            if ((unsigned char)parts[i].at[at] < ' ' || parts[i].at[at] == 127)
                abort(); /* a line is a line */
    ++*count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const Format *format;
    Bytes rest;
    if (!named_format((Bytes){data, size}, &format, &rest) || !rest.size)
        return 0;
    const size_t all = rest.size - 1, half = all * rest.data[0] / 256;
    const DifferenceSide a = {TEXT("a"), {rest.data + 1, half}},
                         b = {TEXT("b"), {rest.data + 1 + half, all - half}};
    size_t count = 0;
    Report report = report_to(NULL, NULL);
    Differences differences = {.sink = look, .context = &count, .format = format};
    if (!difference_files(TEXT("a"), &a, &a, &differences, &report) || count)
        abort();
    const bool ok = difference_files(TEXT("a"), &a, &b, &differences, &report);
    if (ok != (report.errors == 0) || count != differences.count)
        abort();
    if (ok && (count == 0) != bytes_equal(a.bytes, b.bytes))
        abort();
    return 0;
}
