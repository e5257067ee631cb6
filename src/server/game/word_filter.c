/* Finds listed words in chat and names. Parts, in order: reading the list; applying it, word by
 * word. Whole words are looked up in a table, by their folded form and by their skeleton; parts
 * (rows with an asterisk) are compared with each word, by folded form only. */
#include "server/game/word_filter.h"

#include "base/hash.h"

#include <string.h>

typedef struct Part {
    Text form;          /* folded */
    bool before, after; /* other letters may come before it, after it */
} Part;

struct WordFilter {
    const PlayerNames *names;
    Table words; /* folded forms and skeletons of whole words */
    Part *parts;
    size_t part_count;
    Arena *arena;
};

/* ---- reading the list ---- */

static bool add_part(WordFilter *filter, Text word, bool before, bool after, Report *report)
{
    if (filter->part_count == WORD_FILTER_PARTS)
        return report_error(report, "more than %d rows with an asterisk", WORD_FILTER_PARTS);
    *ARENA_PUSH(filter->arena, filter->parts, filter->part_count) =
        (Part){name_folded(filter->names, word, filter->arena), before, after};
    return true;
}

static bool add_row(WordFilter *filter, Text row, Report *report)
{
    enum { WORD_MAX = 96 };
    const bool before = text_starts(row, "*"),
               after = row.size > 1 && row.at[row.size - 1] == '*';
    const Text word = text_slice(row, before, row.size - after);
    if (!word.size || word.size > WORD_MAX || utf8_invalid(word) < word.size ||
        memchr(word.at, '*', word.size) || memchr(word.at, ' ', word.size))
        return report_error(report,
                            "expected one word of at most %d bytes, with or without an "
                            "asterisk at its ends",
                            WORD_MAX);
    if (before || after)
        return add_part(filter, word, before, after, report);
    table_put(&filter->words, name_folded(filter->names, word, filter->arena), 1);
    table_put(&filter->words, name_skeletons(filter->names, word, filter->arena).forms[1], 1);
    return true;
}

static bool add_rows(WordFilter *filter, const char *path, Bytes file, Report *report)
{
    Text rest = text_without_mark(text_of_bytes(file)), line;
    if (file.size > WORD_FILTER_BYTES)
        return report_error(report, "%s: the list of words has %zu bytes, the maximum is %d",
                            path, file.size, WORD_FILTER_BYTES);
    for (unsigned number = 1; text_line(&rest, &line); number++) {
        line = text_trimmed(line);
        if (!line.size || line.at[0] == '#')
            continue;
        Report about = report_child(report, arena_format(filter->arena, "%s:%u", path, number));
        if (!add_row(filter, line, &about))
            return false;
    }
    return true;
}

WordFilter *word_filter_new(const PlayerNames *names, const char *path, Bytes file,
                            Report *report)
{
    Arena *arena = arena_new();
    WordFilter *filter = ARENA_ALLOC(arena, WordFilter, 1);
    *filter = (WordFilter){.names = names, .words = table_new(arena), .arena = arena};
    if (add_rows(filter, path, file, report))
        return filter;
    arena_free(arena);
    return NULL;
}

void word_filter_free(WordFilter *filter)
{
    if (filter)
        arena_free(filter->arena);
}

/* ---- applying it ---- */

static bool ends_with(Text text, Text end)
{
    return text.size >= end.size && !memcmp(text.at + text.size - end.size, end.at, end.size);
}

static bool has_part(const Part *part, Text folded)
{
    if (part->form.size > folded.size)
        return false;
    if (part->before && part->after)
        return memmem(folded.at, folded.size, part->form.at, part->form.size) != NULL;
    return part->before ? ends_with(folded, part->form)
                        : !memcmp(folded.at, part->form.at, part->form.size);
}

/* Skeletons also make "rn" and "m" equal, and two plain words that differ in it are not the
 * same word: "burn" is not "bum". */
static bool is_plain(Text word)
{
    for (size_t i = 0; i < word.size; i++) {
        const char letter = (char)(word.at[i] | 0x20);
        if (letter < 'a' || letter > 'z')
            return false;
    }
    return true;
}

static bool is_listed(const WordFilter *filter, Text word, Arena *scratch)
{
    const Text folded = name_folded(filter->names, word, scratch);
    bool found =
        table_get(&filter->words, folded) != NULL ||
        (filter->words.count && !is_plain(word) &&
         table_get(&filter->words, name_skeletons(filter->names, word, scratch).forms[1]));
    for (size_t i = 0; i < filter->part_count && !found; i++)
        found = has_part(&filter->parts[i], folded);
    return found;
}

/* The next word from `*at` on: letters and digits; empty at the end. */
static Text next_word(const PlayerNames *names, Text text, size_t *at)
{
    size_t start = *at, next = *at;
    while (start < text.size) {
        if (name_letter(names, utf8_next(text, &next)))
            break;
        start = next;
    }
    size_t end = start;
    for (next = start; next < text.size; end = next)
        if (!name_letter(names, utf8_next(text, &next)))
            break;
    *at = end;
    return text_slice(text, start, end);
}

bool word_filter_has(const WordFilter *filter, Text text)
{
    if (!filter)
        return false;
    Arena *scratch = arena_new();
    bool found = false;
    Text word;
    for (size_t at = 0; !found && (word = next_word(filter->names, text, &at)).size;)
        found = is_listed(filter, word, scratch);
    arena_free(scratch);
    return found;
}

static void write_stars(Writer *out, Text word)
{
    for (size_t at = 0; at < word.size; utf8_next(word, &at))
        write_u8(out, '*');
}

Text word_filter_apply(const WordFilter *filter, Text text, Arena *arena)
{
    if (!word_filter_has(filter, text))
        return text;
    Writer out = writer_to(arena);
    size_t written = 0;
    Text word;
    for (size_t at = 0; (word = next_word(filter->names, text, &at)).size;) {
        const size_t start = (size_t)(word.at - text.at);
        write_text(&out, text_slice(text, written, start));
        if (is_listed(filter, word, arena))
            write_stars(&out, word);
        else
            write_text(&out, word);
        written = at;
    }
    write_text(&out, text_slice(text, written, text.size));
    return writer_text(&out);
}
