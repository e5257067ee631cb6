/* Changes single translations. Parts, in order: writing a string with the line ends of the
 * file; flags; entries. The reader has recorded where the lines of an entry are. */
#include "tirnanog/translations/po_edit.h"

#include "base/text.h"
#include "base/text_edit.h"

typedef struct PoChange {
    PoFile po;
    Text file;
    TextEdits edits;
    Writer added; /* entries */
    Arena *arena;
} PoChange;

/* ---- strings ---- */

/* With the line ends of the file. */
static Text with_line_ends(const PoChange *change, Text lines)
{
    Writer out = writer_to(change->arena);
    for (Text line; text_line(&lines, &line);) {
        write_text(&out, line);
        write_text(&out, text_of(text_line_end(change->file)));
    }
    return writer_text(&out);
}

/* The lines of a string, each with its end. */
static Text string_lines(const PoChange *change, const char *word, Text text)
{
    Writer out = writer_to(change->arena);
    po_write_string(&out, word, text, change->po.header.at != NULL);
    return with_line_ends(change, writer_text(&out));
}

/* gettext's tools want a line end at the end of both strings or of none. */
static Text value_lines(const PoChange *change, Text text, bool ends_line)
{
    if (text.size && ends_line)
        text = arena_format(change->arena, "%.*s\n", (int)text.size, text.at);
    return string_lines(change, "msgstr", text);
}

/* ---- flags ---- */

/* "#, fuzzy, c-format" without "fuzzy"; empty: no other flag is left. */
static Text other_flags(Text line, Arena *arena)
{
    Writer out = writer_to(arena);
    Text flags = text_slice(line, 2, line.size);
    while (flags.size) {
        size_t end = flags.size;
        text_find(flags, ',', &end);
        const Text flag = text_trimmed(text_slice(flags, 0, end));
        flags = text_slice(flags, end < flags.size ? end + 1 : end, flags.size);
        if (flag.size && !text_is(flag, "fuzzy"))
            write_format(&out, "%s %.*s", out.size ? "," : "#,", (int)flag.size, flag.at);
    }
    return writer_text(&out);
}

/* The lines "#|" have the text for which the suggestion was made. */
static void confirm(PoChange *change, const PoEntry *entry)
{
    Text rest = text_slice(change->file, entry->from, entry->value), line;
    while (rest.size) {
        const size_t from = (size_t)(rest.at - change->file.at);
        text_line(&rest, &line);
        const size_t end = (size_t)(rest.at - change->file.at);
        const Text words = text_trimmed(line);
        if (text_starts(words, "#|"))
            text_replace(&change->edits, from, end, TEXT(""));
        if (!text_starts(words, "#,"))
            continue;
        const Text flags = other_flags(words, change->arena);
        if (flags.size)
            text_replace(&change->edits, from, from + line.size, flags);
        else
            text_replace(&change->edits, from, end, TEXT(""));
    }
}

/* ---- entries ---- */

const PoEntry *po_find(const PoFile *file, Text code, const PoEdit *edit)
{
    for (size_t i = 0; i < file->count; i++) {
        const PoEntry *entry = &file->entries[i];
        const bool is_name = po_is_language_name(file, i, code);
        if (edit->is_name ? is_name
                          : !is_name && text_equal(entry->id, edit->id) &&
                                text_equal(entry->context, edit->context))
            return entry;
    }
    return NULL;
}

static bool replace(PoChange *change, const PoEntry *entry, const PoEdit *edit, Report *report)
{
    const bool fuzzy = entry->suggestion.size > 0;
    if (!entry->end)
        return report_error_at(report, ((SourcePosition){.line = entry->line}),
                               "this entry has no msgstr");
    if (!text_equal(edit->text, fuzzy ? entry->suggestion : entry->text)) {
        const Text lines = value_lines(change, edit->text, entry->ends_line);
        const size_t end = strlen(text_line_end(change->file));
        text_replace(&change->edits, entry->value, entry->end,
                     text_slice(lines, 0, lines.size - end));
    }
    if (edit->done || !edit->text.size)
        confirm(change, entry);
    return true;
}

/* An empty line is before each entry, as po_write writes them. */
static void add(PoChange *change, Text code, const PoEdit *edit)
{
    const bool gettext = change->po.header.at != NULL;
    const Text context = edit->is_name ? TEXT(PO_LANGUAGE) : edit->context;
    Writer *out = &change->added;
    if (change->po.obsolete_count == 0)
        write_text(out, text_of(text_line_end(change->file)));
    if (gettext)
        write_text(out, with_line_ends(change, edit->notes));
    if (gettext && context.size)
        write_text(out, string_lines(change, "msgctxt", context));
    write_text(out, string_lines(change, "msgid", edit->is_name && !gettext ? code : edit->id));
    write_text(out, value_lines(change, edit->text, false));
    if (change->po.obsolete_count)
        write_text(out, text_of(text_line_end(change->file)));
}

/* Before the obsolete entries, or at the end, whose last line may have no end. */
static void insert_added(PoChange *change)
{
    const bool last = change->po.obsolete_count == 0;
    const size_t place = last ? change->file.size : change->po.obsolete[0].from;
    const bool open = last && place && change->file.at[place - 1] != '\n';
    const Text added = writer_text(&change->added);
    if (added.size)
        text_replace(&change->edits, place, place,
                     arena_format(change->arena, "%s%.*s",
                                  open ? text_line_end(change->file) : "", (int)added.size,
                                  added.at));
}

/* A text of a game is one line, and has no control characters. */
static bool text_ok(Text text, Report *report)
{
    for (size_t i = 0; i < text.size; i++)
        if ((uint8_t)text.at[i] < ' ' && text.at[i] != '\t')
            return report_error(report, "a translation is one line of text");
    return true;
}

bool po_set(Bytes file, Text code, const PoEdit *edits, size_t count, Bytes *out, Arena *arena,
            Report *report)
{
    PoChange change = {.file = text_of_bytes(file),
                       .edits = {.arena = arena},
                       .added = writer_to(arena),
                       .arena = arena};
    if (!po_read(file, &change.po, arena, report))
        return false;
    for (size_t i = 0; i < count; i++) {
        const PoEntry *entry = po_find(&change.po, code, &edits[i]);
        if (!text_ok(edits[i].text, report) ||
            (entry && !replace(&change, entry, &edits[i], report)))
            return false;
        if (!entry && edits[i].text.size)
            add(&change, code, &edits[i]);
    }
    insert_added(&change);
    *out = bytes_of_text(text_edited(&change.edits, change.file));
    return true;
}
