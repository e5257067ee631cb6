/* Reads translations. */
#include "tirnanog/translations/po.h"

#include "base/text.h"

static const char magic[] = "# TirNanoG Translation";

/* The strings of an entry, in their order. */
typedef enum Part {
    PART_NONE,
    PART_CONTEXT,
    PART_ID,
    PART_TEXT,
    PARTS,
    PART_PLURAL = PARTS /* not read */
} Part;

#define NOT_BEGUN SIZE_MAX

/* A string that continues on several lines. */
typedef struct Value {
    Writer bytes;
    SourcePosition place;
    size_t from, end; /* bytes of the file: its lines, without the end of the last one */
    bool given;
} Value;

typedef struct PoReader {
    PoFile *out;
    Arena *arena;
    Report *report;
    const char *start; /* of the file */
    Text line;         /* the current line and its number */
    uint32_t number;
    size_t from; /* bytes of the file: the first line of the entry; NOT_BEGUN: none yet */
    Value values[PARTS]; /* of the entry that is being read */
    Part part;           /* the one that a line with a string only continues */
    bool obsolete;       /* the entry, or the current line, begins with #~ */
    bool fuzzy;
    Writer comments, previous, previous_context; /* before the entry */
    Writer plural;                               /* whole lines */
    Writer *into_previous; /* the string that a further line continues, or NULL */
    bool has_magic, first; /* `first`: no entry was read */
    bool ok, stopped;
} PoReader;

static SourcePosition position_of(const PoReader *reader, const char *at)
{
    return (SourcePosition){.line = reader->number,
                            .column = (uint32_t)(at - reader->line.at) + 1,
                            .source = reader->line};
}

#define po_error(reader, place, ...)                                                           \
    ((reader)->ok = report_error_at((reader)->report, place, __VA_ARGS__))

/* The character of an escape, or 0. */
static char unescaped(char letter)
{
    static const char letters[] = "nrt\"'\\", characters[] = "\n\r\t\"'\\";
    const char *found = letter ? strchr(letters, letter) : NULL;
    return found ? characters[found - letters] : 0;
}

/* Appends a quoted string without its escapes. */
static void read_quoted(PoReader *reader, Text rest, Writer *out)
{
    rest = text_trimmed(rest);
    if (rest.size < 2 || rest.at[0] != '"' || rest.at[rest.size - 1] != '"') {
        po_error(reader, position_of(reader, rest.at),
                 "a text must be quoted, on each of its lines");
        return;
    }
    for (size_t i = 1; i + 1 < rest.size; i++) {
        char c = rest.at[i];
        if (c == '"') {
            po_error(reader, position_of(reader, rest.at + i),
                     "a quote within a text is written \\\"");
            return;
        }
        if (c == '\\') {
            c = i + 2 < rest.size ? unescaped(rest.at[++i]) : 0;
            if (!c) {
                po_error(reader, position_of(reader, rest.at + i),
                         "invalid escape; expected \\n \\r \\t \\' \\\" or \\\\");
                return;
            }
        }
        write_u8(out, (uint8_t)c);
    }
}

/* A text of a game is one line. */
static Text one_line(PoReader *reader, Text text, const Value *value, bool warn)
{
    size_t at = 0;
    while (text.size && text.at[text.size - 1] == '\n')
        text.size--;
    if (!text_find(text, '\n', &at))
        return text;
    char *copy = arena_alloc_raw(reader->arena, text.size, 1);
    for (size_t i = 0; i < text.size; i++)
        copy[i] = text.at[i] == '\n' ? ' ' : text.at[i];
    if (warn)
        report_warning_at(
            reader->report, value->place,
            "a text of a game has no line breaks of its own: \\n becomes a space");
    return (Text){copy, text.size};
}

/* The bytes belong to the reader and are reset by end_entry(). */
static Text value_text(const Value *value)
{
    return text_of_bytes(writer_bytes(&value->bytes));
}

/* Checked at the end of an entry, because a character may be split between lines. */
static bool value_valid(PoReader *reader, const Value *value)
{
    const Text text = value_text(value);
    if (utf8_invalid(text) == text.size)
        return true;
    reader->stopped = true; /* a file in another charset has this mistake everywhere */
    return po_error(reader, value->place,
                    "the text is not UTF-8; convert the file with msgconv --to-code=UTF-8");
}

/* "Content-Type: text/plain; charset=UTF-8"; xgettext writes CHARSET if it does not know. */
static bool charset_ok(PoReader *reader, Text header)
{
    static const char *const good[] = {"UTF-8", "UTF8", "ASCII", "US-ASCII", "CHARSET"};
    Text type = po_header_field(header, "Content-Type");
    for (size_t i = 0; i + 8 < type.size; i++)
        if (text_equal_caseless(text_slice(type, i, i + 8), TEXT("charset="))) {
            type = text_trimmed(text_slice(type, i + 8, type.size));
            for (size_t g = 0; g < COUNT_OF(good); g++)
                if (text_is_caseless(type, good[g]))
                    return true;
            reader->stopped = true;
            return po_error(reader, reader->values[PART_TEXT].place,
                            "the charset is %.*s; expected UTF-8 (convert the file with "
                            "msgconv --to-code=UTF-8)",
                            (int)type.size, type.at);
        }
    return true;
}

/* A file without either start is probably no translation of a game; one message suffices. */
static bool has_start(PoReader *reader, bool header)
{
    if (reader->has_magic || header)
        return true;
    reader->stopped = true;
    return po_error(reader, ((SourcePosition){.line = 1, .column = 1}),
                    "expected \"%s\" in the first line, or the header of gettext (msgid \"\") "
                    "as the first entry",
                    magic);
}

/* Returns the collected lines and empties the writer for the next entry. */
static Text taken(Writer *lines, Arena *arena)
{
    const Text text = text_of_bytes(writer_bytes(lines));
    *lines = writer_to(arena);
    return text;
}

/* In one line; empty if it is not UTF-8. */
static Text valid_line(PoReader *reader, Text text)
{
    return utf8_invalid(text) == text.size ? one_line(reader, text, NULL, false) : TEXT("");
}

/* Ends an entry: it is the header, or appended. */
static void end_entry(PoReader *reader)
{
    PoFile *out = reader->out;
    Value *values = reader->values;
    if (values[PART_ID].given) {
        const bool header = reader->first && !reader->obsolete && !values[PART_CONTEXT].given &&
                            !value_text(&values[PART_ID]).size;
        const Text text = value_text(&values[PART_TEXT]);
        const bool usable = (!reader->first || has_start(reader, header)) &&
                            (!header || charset_ok(reader, text)) &&
                            value_valid(reader, &values[PART_CONTEXT]) &&
                            value_valid(reader, &values[PART_ID]) &&
                            value_valid(reader, &values[PART_TEXT]);
        const Text comments = taken(&reader->comments, reader->arena);
        const Text previous = taken(&reader->previous, reader->arena);
        const Text previous_context = taken(&reader->previous_context, reader->arena);
        const Text plural = taken(&reader->plural, reader->arena);
        if (usable && header) {
            out->header = text.size ? text : TEXT("");
            out->header_comments = comments;
        } else if (usable) {
            const Text line = one_line(reader, text, &values[PART_TEXT], !reader->obsolete);
            const PoEntry entry = {
                .id = one_line(reader, value_text(&values[PART_ID]), NULL, false),
                .text = reader->fuzzy ? TEXT("") : line,
                .line = values[PART_ID].place.line,
                .context = one_line(reader, value_text(&values[PART_CONTEXT]), NULL, false),
                .suggestion = reader->fuzzy ? line : TEXT(""),
                .previous = valid_line(reader, previous),
                .previous_context = valid_line(reader, previous_context),
                .comments = comments,
                .plural = plural,
                .from = reader->from,
                .value = values[PART_TEXT].from,
                .end = values[PART_TEXT].end,
                .ends_line = text_ends(value_text(&values[PART_ID]), "\n")};
            if (reader->obsolete)
                *ARENA_PUSH(reader->arena, out->obsolete, out->obsolete_count) = entry;
            else
                *ARENA_PUSH(reader->arena, out->entries, out->count) = entry;
            out->fuzzy_count += !reader->obsolete && entry.suggestion.size;
        }
        reader->first = false;
        reader->fuzzy = false;
        reader->from = NOT_BEGUN; /* comments before an entry stay its own */
    }
    for (Part p = 0; p < PARTS; p++)
        values[p] = (Value){.bytes = writer_to(reader->arena)};
    reader->part = PART_NONE;
}

/* The current line belongs to an entry. */
static void begin_entry(PoReader *reader)
{
    if (reader->from == NOT_BEGUN)
        reader->from = (size_t)(reader->line.at - reader->start);
}

/* The current line is the last one of a string, as far as it was read. */
static void end_value(PoReader *reader, Value *value)
{
    value->end = (size_t)(reader->line.at + reader->line.size - reader->start);
}

/* Parses a keyword; returns false if the line does not begin with it. */
static bool keyword(Text line, const char *word, Text *rest)
{
    const size_t size = strlen(word);
    if (!text_starts(line, word) || line.size <= size ||
        (line.at[size] != ' ' && line.at[size] != '"' && line.at[size] != '\t'))
        return false;
    *rest = text_slice(line, size, line.size);
    return true;
}

/* Whether a comma-separated list of flags has "fuzzy". */
static bool has_fuzzy(Text flags)
{
    while (flags.size) {
        size_t end = flags.size;
        text_find(flags, ',', &end);
        if (text_is(text_trimmed(text_slice(flags, 0, end)), "fuzzy"))
            return true;
        flags = text_slice(flags, end < flags.size ? end + 1 : end, flags.size);
    }
    return false;
}

/* "#| msgid "..." and its further lines; mistakes in comments are not reported. */
static void read_previous(PoReader *reader, Text line)
{
    Report silent = report_to(NULL, NULL), *report = reader->report;
    const bool ok = reader->ok;
    Text rest = line;
    if (keyword(line, "msgctxt", &rest))
        reader->into_previous = &reader->previous_context;
    else if (keyword(line, "msgid", &rest))
        reader->into_previous = &reader->previous;
    else if (!line.size || line.at[0] != '"')
        reader->into_previous = NULL;
    reader->report = &silent;
    if (reader->into_previous)
        read_quoted(reader, rest, reader->into_previous);
    reader->report = report;
    reader->ok = ok;
}

/* A comment belongs to the entry after it. */
static void read_comment(PoReader *reader, Text line)
{
    const char kind = line.size > 1 ? line.at[1] : ' ';
    if (reader->part >= PART_TEXT)
        end_entry(reader);
    begin_entry(reader);
    if (kind == ',')
        reader->fuzzy |= has_fuzzy(text_slice(line, 2, line.size));
    else if (kind == '|')
        read_previous(reader, text_trimmed(text_slice(line, 2, line.size)));
    else if (kind != '.' && kind != ':' && utf8_invalid(line) == line.size) {
        write_text(&reader->comments, line);
        write_u8(&reader->comments, '\n');
    }
}

/* A part that is repeated, or comes before the last one, starts a new entry. */
static void begin_value(PoReader *reader, Part part, Text rest)
{
    Value *value = &reader->values[part];
    if (value->given || reader->part > part)
        end_entry(reader);
    if (part == PART_TEXT && !reader->values[PART_ID].given) {
        po_error(reader, position_of(reader, text_trimmed(reader->line).at),
                 "a msgstr without a msgid");
        return;
    }
    begin_entry(reader);
    value->given = true;
    reader->part = part;
    value->place = position_of(reader, text_trimmed(rest).at);
    value->from = (size_t)(reader->line.at - reader->start);
    end_value(reader, value);
    read_quoted(reader, rest, &value->bytes);
}

/* Plural forms of an obsolete entry, which the game does not use, are only written again. */
static void keep_plural(PoReader *reader, Text line)
{
    reader->part = PART_PLURAL;
    if (utf8_invalid(line) == line.size)
        write_format(&reader->plural, "#~ %.*s\n", (int)line.size, line.at);
}

/* A change between obsolete and other lines ends an entry. Plural forms are kept only of
 * obsolete entries; elsewhere they are errors. */
static void read_words(PoReader *reader, Text line, bool obsolete)
{
    static const char *const words[PARTS] = {"", "msgctxt", "msgid", "msgstr"};
    Text rest;
    if (obsolete != reader->obsolete)
        end_entry(reader);
    reader->obsolete = obsolete;
    if (!line.size)
        return;
    if (reader->part == PART_PLURAL && line.at[0] == '"') {
        keep_plural(reader, line);
        return;
    }
    if (reader->part && line.at[0] == '"') {
        end_value(reader, &reader->values[reader->part]);
        read_quoted(reader, line, &reader->values[reader->part].bytes);
        return;
    }
    for (Part part = PART_CONTEXT; part < PARTS; part++)
        if (keyword(line, words[part], &rest)) {
            begin_value(reader, part, rest);
            return;
        }
    const bool plural = text_starts(line, "msgid_plural") || text_starts(line, "msgstr[");
    if (plural && obsolete && reader->values[PART_ID].given) {
        keep_plural(reader, line);
        return;
    }
    if (plural)
        po_error(
            reader, position_of(reader, line.at),
            "plural forms (msgid_plural, msgstr[0]) are not supported: each text of a game "
            "has one form");
    else
        po_error(reader, position_of(reader, line.at),
                 "expected msgid \"...\" or msgstr \"...\"");
}

/* By the first line end: the file is written again in the same way. */
static bool has_crlf(Text text)
{
    size_t end = 0;
    return text_find(text, '\n', &end) && end && text.at[end - 1] == '\r';
}

/* Lines are read to the end after errors, unless all further ones would follow from the
 * first. */
bool po_read(Bytes file, PoFile *out, Arena *arena, Report *report)
{
    Text all = text_of_bytes(file);
    Report about = report_child(report, report->subject);
    PoReader reader = {.out = out,
                       .arena = arena,
                       .report = &about,
                       .start = (const char *)file.data,
                       .from = NOT_BEGUN,
                       .comments = writer_to(arena),
                       .previous = writer_to(arena),
                       .previous_context = writer_to(arena),
                       .plural = writer_to(arena),
                       .first = true,
                       .ok = true};
    *out = (PoFile){0};
    about.page = "po";
    if (text_starts(all, "\xFF\xFE") || text_starts(all, "\xFE\xFF"))
        return report_error(&about, "the file is UTF-16; expected UTF-8");
    all = text_without_mark(all);
    out->crlf = has_crlf(all);
    end_entry(&reader); /* prepares the first one */
    while (!reader.stopped && text_line(&all, &reader.line)) {
        const Text line = text_trimmed(reader.line);
        reader.number++;
        if (reader.number == 1 && text_is(line, magic))
            reader.has_magic = true;
        else if (text_starts(line, "#~|"))
            read_comment(&reader,
                         arena_format(arena, "#%.*s", (int)line.size - 2, line.at + 2));
        else if (text_starts(line, "#~"))
            read_words(&reader, text_trimmed(text_slice(line, 2, line.size)), true);
        else if (line.size && line.at[0] == '#')
            read_comment(&reader, line);
        else if (line.size)
            read_words(&reader, line, false);
    }
    if (!reader.stopped)
        end_entry(&reader);
    if (!reader.stopped && reader.first)
        has_start(&reader, false);
    return reader.ok;
}

void po_warn_fuzzy(const PoFile *file, Report *report)
{
    if (file->fuzzy_count)
        report_warning(report,
                       "%zu fuzzy translation%s ignored: confirm %s in a translation editor",
                       file->fuzzy_count, file->fuzzy_count == 1 ? " is" : "s are",
                       file->fuzzy_count == 1 ? "it" : "them");
}

/* Names of fields are compared without case, as gettext does for mail headers. */
Text po_header_field(Text header, const char *name)
{
    Text line;
    const Text wanted = text_of(name);
    while (header.size) {
        size_t end = header.size;
        text_find(header, '\n', &end);
        line = text_slice(header, 0, end);
        header = text_slice(header, end < header.size ? end + 1 : end, header.size);
        if (line.size > wanted.size && line.at[wanted.size] == ':' &&
            text_equal_caseless(text_slice(line, 0, wanted.size), wanted))
            return text_trimmed(text_slice(line, wanted.size + 1, line.size));
    }
    return TEXT("");
}

/* Files of this program have a context for it; older ones have the code as the first entry. */
bool po_is_language_name(const PoFile *file, size_t index, Text code)
{
    const PoEntry *entry = &file->entries[index];
    return text_is(entry->context, PO_LANGUAGE) ||
           (!index && !entry->context.size && text_equal(entry->id, code));
}

Text po_language_name(const PoFile *file, Text code)
{
    for (size_t i = 0; i < file->count; i++)
        if (po_is_language_name(file, i, code) && file->entries[i].text.size)
            return file->entries[i].text;
    return TEXT("");
}
