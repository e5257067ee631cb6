/* Writes translations. */
#include "tirnanog/translations/po.h"

#include "base/text.h"

/* ---- TirNanoG's syntax ---- */

/* A text is one line in the file; the player breaks lines automatically. */
static void write_plain(Writer *writer, const char *word, Text text)
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

static void write_plain_file(Writer *writer, const PoFile *file)
{
    write_text(writer, TEXT("# TirNanoG Translation\r\n"));
    for (size_t i = 0; i < file->count; i++) {
        write_text(writer, TEXT("\r\n"));
        write_plain(writer, "msgid", file->entries[i].id);
        write_plain(writer, "msgstr", file->entries[i].text);
    }
}

/* ---- gettext's syntax ---- */

static void write_quoted(Writer *writer, Text text)
{
    static const char characters[] = "\"\\\n\r\t", letters[] = "\"\\nrt";
    write_u8(writer, '"');
    for (size_t i = 0; i < text.size; i++) {
        const char *found = text.at[i] ? strchr(characters, text.at[i]) : NULL;
        if (found)
            write_u8(writer, '\\');
        write_u8(writer, (uint8_t)(found ? letters[found - characters] : text.at[i]));
    }
    write_text(writer, TEXT("\"\n"));
}

/* The byte after which a line of at most `width` columns ends: the last space, or all. */
static size_t wrap_at(Text text, size_t width)
{
    size_t columns = 0, space = 0;
    for (size_t i = 0; i < text.size; i++) {
        columns += ((uint8_t)text.at[i] & 0xC0) != 0x80;
        columns += text.at[i] == '"' || text.at[i] == '\\';
        if (columns > width && space)
            return space;
        if (text.at[i] == ' ')
            space = i + 1;
    }
    return text.size;
}

/* Long texts and those with line ends begin on the next line, as msgcat writes them. */
static void write_string(Writer *writer, const char *prefix, const char *word, Text text)
{
    enum { WIDTH = 76 };
    size_t end = 0;
    const bool lines = text_find(text, '\n', &end) && end + 1 < text.size;
    write_format(writer, "%s%s ", prefix, word);
    if (!lines && wrap_at(text, WIDTH - strlen(prefix) - strlen(word)) == text.size) {
        write_quoted(writer, text);
        return;
    }
    write_text(writer, TEXT("\"\"\n"));
    while (text.size) {
        end = text.size;
        if (text_find(text, '\n', &end))
            end++;
        const size_t size = wrap_at(text_slice(text, 0, end), WIDTH - strlen(prefix));
        write_format(writer, "%s", prefix);
        write_quoted(writer, text_slice(text, 0, size));
        text = text_slice(text, size, text.size);
    }
}

static void write_entry(Writer *writer, const PoEntry *entry, bool obsolete)
{
    const char *prefix = obsolete ? "#~ " : "";
    const bool fuzzy = entry->suggestion.size > 0;
    write_u8(writer, '\n');
    write_text(writer, entry->comments);
    write_text(writer, entry->notes);
    if (fuzzy)
        write_text(writer, TEXT("#, fuzzy\n"));
    if ((fuzzy || obsolete) && entry->previous_context.size)
        write_string(writer, obsolete ? "#~| " : "#| ", "msgctxt", entry->previous_context);
    if ((fuzzy || obsolete) && entry->previous.size)
        write_string(writer, obsolete ? "#~| " : "#| ", "msgid", entry->previous);
    if (entry->context.size)
        write_string(writer, prefix, "msgctxt", entry->context);
    write_string(writer, prefix, "msgid", entry->id);
    if (entry->plural.size)
        write_text(writer, entry->plural);
    else
        write_string(writer, prefix, "msgstr", fuzzy ? entry->suggestion : entry->text);
}

static Bytes with_crlf(Bytes bytes, Arena *arena)
{
    Writer writer = writer_to(arena);
    for (size_t i = 0; i < bytes.size; i++) {
        if (bytes.data[i] == '\n')
            write_u8(&writer, '\r');
        write_u8(&writer, bytes.data[i]);
    }
    return writer_bytes(&writer);
}

void po_write_string(Writer *out, const char *word, Text text, bool gettext)
{
    if (gettext)
        write_string(out, "", word, text);
    else
        write_plain(out, word, text);
}

Bytes po_write(const PoFile *file, Arena *arena)
{
    Writer writer = writer_to(arena);
    if (!file->header.at) {
        write_plain_file(&writer, file);
        return writer_bytes(&writer);
    }
    write_text(&writer, file->header_comments);
    write_text(&writer, TEXT("msgid \"\"\n"));
    write_string(&writer, "", "msgstr", file->header);
    for (size_t i = 0; i < file->count; i++)
        write_entry(&writer, &file->entries[i], false);
    for (size_t i = 0; i < file->obsolete_count; i++)
        write_entry(&writer, &file->obsolete[i], true);
    return file->crlf ? with_crlf(writer_bytes(&writer), arena) : writer_bytes(&writer);
}
