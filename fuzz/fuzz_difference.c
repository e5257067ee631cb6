/* Two files of any format out of one input: one byte says which format they have (0: see
 * yourself), the next where the second one begins, in 1/256 of the rest. They are compared, and
 * each with itself. */
#include "formats/difference.h"

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
    if (size < 2)
        return 0;
    size_t format_count = 0;
    while (formats[format_count].name)
        format_count++;
    const size_t half = (size - 2) * data[1] / 256, chosen = data[0];
    const DifferenceSide a = {TEXT("a"), {data + 2, half}},
                         b = {TEXT("b"), {data + 2 + half, size - 2 - half}};
    size_t count = 0;
    Report report = report_to(NULL, NULL);
    Differences differences = {.sink = look, .context = &count, .format = NULL};
    if (chosen)
        differences.format = &formats[(chosen - 1) % format_count];
    if (!difference_files(TEXT("a"), &a, &a, &differences, &report) || count)
        abort();
    const bool ok = difference_files(TEXT("a"), &a, &b, &differences, &report);
    if (ok != (report.errors == 0) || count != differences.count)
        abort();
    if (ok && (count == 0) != bytes_equal(a.bytes, b.bytes))
        abort();
    return 0;
}
