#include "formats/open/po.h"

#include "base/text.h"

static const char magic[] = "# TirNanoG Translation";

static SourcePosition position_of(Text line, uint32_t number, const char *at)
{
    return (SourcePosition){
        .line = number, .column = (uint32_t)(at - line.at) + 1, .source = line};
}

/* Parses the quoted text and removes its escapes. */
static bool read_quoted(Text line, uint32_t number, Text rest, Text *out, Arena *arena,
                        Report *report)
{
    rest = text_trimmed(rest);
    if (rest.size < 2 || rest.at[0] != '"' || rest.at[rest.size - 1] != '"')
        return report_error_at(report, position_of(line, number, rest.at),
                               "a text must be quoted, on one line");
    char *text = arena_alloc_raw(arena, rest.size, 1);
    size_t size = 0;
    for (size_t i = 1; i + 1 < rest.size; i++) {
        char c = rest.at[i];
        if (c == '"')
            return report_error_at(report, position_of(line, number, rest.at + i),
                                   "a quote within a text is written \\\"");
        if (c == '\\') {
            c = i + 2 < rest.size ? rest.at[++i] : 0;
            if (c != '\'' && c != '"' && c != '\\')
                return report_error_at(report, position_of(line, number, rest.at + i),
                                       "only \\' \\\" and \\\\ may be escaped");
        }
        text[size++] = c;
    }
    *out = (Text){text, size};
    const size_t bad = utf8_invalid(*out);
    return bad == size ||
           report_error_at(report, position_of(line, number, rest.at), "the text is not UTF-8");
}

/* Parses a keyword and a space; returns false if the line does not begin with it. */
static bool keyword(Text line, const char *word, Text *rest)
{
    const Text trimmed = text_trimmed(line);
    const size_t size = strlen(word);
    if (!text_starts(trimmed, word) || trimmed.size <= size ||
        (trimmed.at[size] != ' ' && trimmed.at[size] != '"' && trimmed.at[size] != '\t'))
        return false;
    *rest = text_slice(trimmed, size, trimmed.size);
    return true;
}

bool po_read(Bytes file, PoFile *out, Arena *arena, Report *report)
{
    Text all = text_of_bytes(file), line = all, rest;
    PoEntry entry = {0};
    bool ok = true, open = false;
    *out = (PoFile){0};
    if (text_starts(all, "\xEF\xBB\xBF")) /* Notepad adds a byte order mark */
        all = text_slice(all, 3, all.size);
    if (!text_line(&all, &line) || !text_is(text_trimmed(line), magic))
        return report_error_at(report, position_of(line, 1, line.at),
                               "the first line must be \"%s\"", magic);
    for (uint32_t number = 2; text_line(&all, &line); number++) {
        const Text trimmed = text_trimmed(line);
        if (!trimmed.size || trimmed.at[0] == '#')
            continue;
        if (keyword(line, "msgid", &rest)) {
            if (open) /* no translation: the original is used */
                *ARENA_PUSH(arena, out->entries, out->count) = entry;
            entry = (PoEntry){.line = number};
            open = true;
            ok &= read_quoted(line, number, rest, &entry.id, arena, report);
        } else if (keyword(line, "msgstr", &rest)) {
            if (!open)
                ok = report_error_at(report, position_of(line, number, trimmed.at),
                                     "a msgstr without a msgid");
            ok &= read_quoted(line, number, rest, &entry.text, arena, report);
            if (open)
                *ARENA_PUSH(arena, out->entries, out->count) = entry;
            open = false;
        } else {
            ok = report_error_at(report, position_of(line, number, trimmed.at),
                                 "expected msgid \"...\" or msgstr \"...\"");
        }
    }
    if (open)
        *ARENA_PUSH(arena, out->entries, out->count) = entry;
    return ok;
}

/* A text is one line in the file; the player breaks lines automatically. */
static void write_quoted(Writer *writer, const char *word, Text text)
{
    write_format(writer, "%s \"", word);
    for (size_t i = 0; i < text.size; i++) {
        const char c = text.at[i];
        if (c == '"' || c == '\\' || c == '\'')
            write_u8(writer, '\\');
        write_u8(writer, c == '\n' ? ' ' : (uint8_t)c);
    }
    write_text(writer, TEXT("\"\r\n"));
}

Bytes po_write(const PoFile *file, Arena *arena)
{
    Writer writer = writer_to(arena);
    write_format(&writer, "%s\r\n", magic);
    for (size_t i = 0; i < file->count; i++) {
        write_text(&writer, TEXT("\r\n"));
        write_quoted(&writer, "msgid", file->entries[i].id);
        write_quoted(&writer, "msgstr", file->entries[i].text);
    }
    return writer_bytes(&writer);
}
