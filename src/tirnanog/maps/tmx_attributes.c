/* Attributes of the current element for the reader of Tiled's maps: as text, as numbers, and
 * their position for messages. expat has no positions of attributes, so they are searched for
 * in its input buffer. */
#include "tirnanog/maps/tmx_elements.h"

#include "base/text.h"
#include "tirnanog/maps/tmx_decimal.h"

const char *tmx_attribute(const char **attributes, const char *name)
{
    for (; attributes[0]; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

Text tmx_attribute_text(const char **attributes, const char *name)
{
    const char *value = tmx_attribute(attributes, name);
    return value ? text_of(value) : TEXT("");
}

/* The offset of an attribute's value in a start tag; 0: not found. */
static size_t value_in_tag(Text tag, const char *name)
{
    const size_t size = strlen(name);
    for (size_t at = 0; at < tag.size; at++) {
        size_t end = at;
        while (end < tag.size && tag.at[end] != '"' && tag.at[end] != '\'')
            end++;
        if (end == tag.size)
            return 0;
        /* From here to the quote: blanks, the name, blanks around "=". */
        const Text before = text_trimmed(text_slice(tag, at, end));
        Text word = text_trimmed(
            text_slice(before, 0, before.size && text_ends(before, "=") ? before.size - 1 : 0));
        const size_t from = word.size > size ? word.size - size : 0;
        word = text_slice(word, from, word.size);
        if (text_is(word, name) && (word.at == tag.at || strchr(" \t\r\n", word.at[-1])))
            return end + 1;
        const char quote = tag.at[end];
        for (at = end + 1; at < tag.size && tag.at[at] != quote;)
            at++;
    }
    return 0;
}

SourcePosition tmx_attribute_position(const TmxReader *reader, const char *name)
{
    SourcePosition place = tmx_position(reader);
    int offset = 0, size = 0;
    const char *input = XML_GetInputContext(reader->parser, &offset, &size);
    const int count = XML_GetCurrentByteCount(reader->parser);
    if (!input || count <= 0 || offset + count > size)
        return place;
    const size_t value = value_in_tag((Text){input + offset, (size_t)count}, name);
    for (size_t i = 0; i < value; i++) {
        const unsigned char c = (unsigned char)input[(size_t)offset + i];
        place.line += c == '\n';
        place.column = c == '\n' ? 1 : place.column + ((c & 0xC0) != 0x80);
    }
    return place;
}

bool tmx_attribute_number(TmxReader *reader, const char **attributes, const char *name,
                          int64_t min, int64_t max, int64_t missing, uint32_t *out)
{
    const char *value = tmx_attribute(attributes, name);
    int64_t number = missing;
    if (!value && missing < min)
        return TMX_FAIL(reader, "%s is missing", name);
    if (value && !text_number(text_of(value), min, max, &number))
        return TMX_FAIL_AT(reader, name, "%s must be a number from %lld to %lld, not \"%.40s\"",
                           name, (long long)min, (long long)max, value);
    *out = (uint32_t)number;
    return true;
}

bool tmx_attribute_decimal(TmxReader *reader, const char **attributes, const char *name,
                           int64_t *out)
{
    const char *value = tmx_attribute(attributes, name);
    Text rest = value ? text_of(value) : TEXT("0");
    return (decimal_read(&rest, out) && !rest.size) ||
           TMX_FAIL_AT(reader, name, "%s is not a number: \"%.40s\"", name, value);
}

bool tmx_attributes_small(TmxReader *reader, const char **attributes)
{
    for (; attributes[0]; attributes += 2)
        if (strlen(attributes[1]) > TMX_ATTRIBUTE_MAX)
            return TMX_FAIL(reader, "an attribute of more than %d bytes", TMX_ATTRIBUTE_MAX);
    return true;
}

SourcePosition tmx_position(const TmxReader *reader)
{
    return (SourcePosition){.line = (uint32_t)XML_GetCurrentLineNumber(reader->parser),
                            .column = (uint32_t)XML_GetCurrentColumnNumber(reader->parser) + 1};
}

bool tmx_fail(TmxReader *reader, SourcePosition place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const Text line = arena_vformat(reader->scratch, format, arguments);
    va_end(arguments);
    reader->failed = true;
    XML_StopParser(reader->parser, XML_FALSE);
    return report_error_at(reader->report, place, "%s", line.at);
}
