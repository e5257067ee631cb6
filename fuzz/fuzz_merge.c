/* Three files of any format out of one input: a line says which format they have
 * (named_format.h), the two bytes after it where the second and the third begin, in 1/252 of
 * the rest: 84 and 168 are thirds. With two equal files the result is the other one; the result
 * of three can be read again. */
#include "kit/compare/merge.h"

#include "named_format.h"

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
    enum { HEAD = 2, PARTS = 252 };
    const Format *format;
    Bytes input;
    size_t conflicts = 0;
    if (!named_format((Bytes){data, size}, &format, &input) || input.size < HEAD ||
        input.data[0] > PARTS || input.data[1] > PARTS)
        return 0;
    const size_t rest = input.size - HEAD;
    size_t one = rest * input.data[0] / PARTS, two = rest * input.data[1] / PARTS;
    if (one > two) {
        const size_t swapped = one;
        one = two;
        two = swapped;
    }
    const Bytes a = {input.data + HEAD, one}, b = {input.data + HEAD + one, two - one},
                c = {input.data + HEAD + two, rest - two};
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
