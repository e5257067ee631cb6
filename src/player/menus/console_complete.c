/* Completing the word at the end of the console's line. */
#include "base/text.h"
#include "player/menus/console_internal.h"

#include <stdio.h>

typedef struct Matches {
    Text common; /* common prefix */
    size_t count;
    char list[CONSOLE_TEXT];
} Matches;

static void match(Matches *matches, Text word, Text name)
{
    if (!name.size || name.size < word.size || memcmp(name.at, word.at, word.size) != 0)
        return;
    if (!matches->count++)
        matches->common = name;
    size_t same = 0;
    while (same < matches->common.size && same < name.size &&
           matches->common.at[same] == name.at[same])
        same++;
    matches->common.size = same;
    const size_t used = strlen(matches->list);
    snprintf(matches->list + used, sizeof matches->list - used, "%.*s ", (int)name.size,
             name.at);
}

/* The kind of the last word of the line; `*word` is its beginning. */
static ConsoleKind wanted(const Console *console, Text *word)
{
    const Text line = text_of(console->line);
    Text rest = line;
    const Text first = text_word(&rest);
    const bool behind = line.size && line.at[line.size - 1] == ' ';
    if (rest.size == 0 && !behind) {
        *word = first;
        return KIND_COMMAND;
    }
    size_t n = 0;
    *word = TEXT("");
    for (Text next; (next = text_word(&rest)).size; n++)
        *word = next;
    if (behind)
        *word = TEXT("");
    else if (n)
        n--;
    const ConsoleRow *row = console_row(first);
    return row ? console_kind(row, n, NULL, NULL) : KIND_NONE;
}

void console_complete(Console *console, const ConsoleHost *host)
{
    Matches matches = {.common = TEXT("")};
    Text word, name;
    Arena *scratch = arena_new();
    const ConsoleKind kind = wanted(console, &word);
    for (uint32_t i = 0; console_name(host, kind, i, &name, scratch); i++)
        match(&matches, word, name);
    if (matches.count)
        console_text(console, text_slice(matches.common, word.size, matches.common.size));
    if (matches.count == 1)
        console_text(console, TEXT(" "));
    if (matches.count > 1 && matches.common.size == word.size)
        console_print(console, "%s", matches.list);
    arena_free(scratch);
}
