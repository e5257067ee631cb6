/* Parser for ranges of code points. */
#include "base/text.h"
#include "tirnanog/fonts/ssfn_import.h"

#include <stdlib.h>

static int by_first(const void *a, const void *b)
{
    const uint32_t x = ((const SsfnCodes *)a)->first, y = ((const SsfnCodes *)b)->first;
    return (x > y) - (x < y);
}

static bool code_parse(Text word, uint32_t *out)
{
    if (text_starts(word, "U+") || text_starts(word, "u+"))
        word = text_slice(word, 2, word.size);
    return word.size >= 1 && word.size <= 6 && text_hex(word, (unsigned)word.size, out) &&
           *out < SSFN_CODE_COUNT;
}

static bool range_parse(Text word, SsfnCodes *out)
{
    size_t dash;
    if (!text_find(word, '-', &dash)) {
        const bool good = code_parse(word, &out->first);
        out->last = out->first;
        return good;
    }
    return code_parse(text_trimmed(text_slice(word, 0, dash)), &out->first) &&
           code_parse(text_trimmed(text_slice(word, dash + 1, word.size)), &out->last) &&
           out->first <= out->last;
}

bool ssfn_ranges_parse(Text text, SsfnCodes **out, size_t *count, Arena *arena, Report *report)
{
    SsfnCodes *ranges = NULL;
    size_t n = 0, comma;
    for (bool more = true; more;) {
        more = text_find(text, ',', &comma);
        const Text word = text_trimmed(text_slice(text, 0, more ? comma : text.size));
        text = more ? text_slice(text, comma + 1, text.size) : text;
        if (!range_parse(word, ARENA_PUSH(arena, ranges, n)))
            return report_error(report,
                                "\"%.*s\" is not a range of characters such as U+20-U+17F",
                                (int)(word.size < 60 ? word.size : 60), word.at);
    }
    qsort(ranges, n, sizeof *ranges, by_first);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (kept && ranges[i].first <= ranges[kept - 1].last + 1) {
            if (ranges[i].last > ranges[kept - 1].last)
                ranges[kept - 1].last = ranges[i].last;
        } else {
            ranges[kept++] = ranges[i];
        }
    *out = ranges;
    *count = kept;
    return true;
}
