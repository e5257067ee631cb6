/* Collects replacements, then writes the text once. They refer to the original text and may be
 * added in any order; one that begins inside an earlier one is ignored. */
#include "base/text_edit.h"

#include "base/stream.h"
#include "base/text.h"

#include <stdlib.h>

void text_replace(TextEdits *edits, size_t from, size_t to, Text text)
{
    *ARENA_PUSH(edits->arena, edits->items, edits->count) = (TextEdit){from, to, text};
}

static int compare_edits(const void *a, const void *b)
{
    const size_t x = ((const TextEdit *)a)->from, y = ((const TextEdit *)b)->from;
    return (x > y) - (x < y);
}

Text text_edited(const TextEdits *edits, Text text)
{
    Writer out = writer_to(edits->arena);
    size_t at = 0;
    if (edits->count)
        qsort(edits->items, edits->count, sizeof *edits->items, compare_edits);
    for (size_t i = 0; i < edits->count; i++) {
        if (edits->items[i].from < at)
            continue; /* within one before it */
        write_text(&out, text_slice(text, at, edits->items[i].from));
        write_text(&out, edits->items[i].text);
        at = edits->items[i].to;
    }
    write_text(&out, text_slice(text, at, text.size));
    return writer_text(&out);
}

const char *text_line_end(Text text)
{
    size_t at;
    return text_find(text, '\r', &at) ? "\r\n" : "\n";
}
