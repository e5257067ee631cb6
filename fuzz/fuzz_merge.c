/* Three files of any format out of one input: one byte says which format they have (0: see
 * yourself), the next two where the second and the third begin, in 1/252 of the rest: 84 and
 * 168 are thirds. With two equal files the result is the other one; the result of three can be
 * read again. */
#include "formats/merge.h"

#include <stdlib.h>

static void look(void *context, const MergeConflict *conflict)
{
    size_t *count = context;
    const Text parts[] = {conflict->file, conflict->place, conflict->base, conflict->mine,
                          conflict->theirs};
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        for (size_t at = 0; at < parts[i].size; at++)
            if ((unsigned char)parts[i].at[at] < ' ' || parts[i].at[at] == 127)
                abort(); /* a line is a line */
    ++*count;
}

static bool merged(const Format *format, Bytes base, Bytes mine, Bytes theirs, Bytes *out,
                   size_t *conflicts, Arena *arena)
{
    Report report = report_to(NULL, NULL);
    const MergeInput input = {base, mine, theirs};
    Merge merge = {.sink = look, .context = conflicts, .format = format};
    const bool ok = merge_files(TEXT("a"), &input, &merge, out, arena, &report);
    if (ok != (report.errors == 0) || *conflicts != merge.conflicts)
        abort();
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { HEAD = 3, PARTS = 252 };
    if (size < HEAD || data[1] > PARTS || data[2] > PARTS)
        return 0;
    size_t format_count = 0, conflicts = 0;
    while (formats[format_count].name)
        format_count++;
    const size_t rest = size - HEAD;
    size_t one = rest * data[1] / PARTS, two = rest * data[2] / PARTS;
    if (one > two) {
        const size_t swapped = one;
        one = two;
        two = swapped;
    }
    const Format *format = data[0] ? &formats[(data[0] - 1) % format_count] : NULL;
    const Bytes a = {data + HEAD, one}, b = {data + HEAD + one, two - one},
                c = {data + HEAD + two, rest - two};
    Arena *arena = arena_new();
    Bytes out;
    if (!merged(format, a, a, b, &out, &conflicts, arena) || !bytes_equal(out, b) || conflicts)
        abort();
    if (!merged(format, a, b, a, &out, &conflicts, arena) || !bytes_equal(out, b) || conflicts)
        abort();
    if (merged(format, a, b, c, &out, &conflicts, arena) && format && !conflicts) {
        /* What was merged is a file of the format: merging it once more changes nothing. */
        Bytes again;
        if (!merged(format, b, out, out, &again, &conflicts, arena) || !bytes_equal(again, out))
            abort();
    }
    arena_free(arena);
    return 0;
}
