/* Escaping, attributes, IDs and insertion for edits of a map's text. `map_take_id` also
 * increases the counter in <map> (nextlayerid, nextobjectid), from which Tiled numbers new
 * elements. */
#include "tirnanog/maps/map_xml.h"

#include "base/text.h"

#include <stdlib.h>

void map_write_escaped(Writer *out, Text text)
{
    for (size_t i = 0; i < text.size; i++) {
        const char c = text.at[i];
        const char *name = c == '&'    ? "&amp;"
                           : c == '<'  ? "&lt;"
                           : c == '>'  ? "&gt;"
                           : c == '"'  ? "&quot;"
                           : c == '\n' ? "&#10;"
                           : c == '\r' ? "&#13;"
                           : c == '\t' ? "&#9;"
                                       : NULL;
        if (name)
            write_text(out, text_of(name));
        else
            write_u8(out, (uint8_t)c);
    }
}

void map_write_thousandths(Writer *out, int64_t value)
{
    write_format(out, "%s%lld", value < 0 ? "-" : "", (long long)(llabs(value) / 1000));
    const int64_t rest = llabs(value) % 1000;
    if (rest)
        write_format(out,
                     rest % 100 == 0  ? ".%01lld"
                     : rest % 10 == 0 ? ".%02lld"
                                      : ".%03lld",
                     (long long)(rest % 100 == 0  ? rest / 100
                                 : rest % 10 == 0 ? rest / 10
                                                  : rest));
}

bool map_attribute_at(Text text, Text tag, const char *name, size_t *from, size_t *to)
{
    const Text value = xml_attribute(tag, name);
    if (value.at < text.at || value.at > text.at + text.size) /* there is none */
        return false;
    *from = (size_t)(value.at - text.at);
    *to = *from + value.size;
    return true;
}

unsigned map_take_id(TextEdits *edits, Text text, Text map, const char *name, unsigned count)
{
    size_t from, to;
    int64_t id = 1;
    if (!map_attribute_at(text, map, name, &from, &to) ||
        !text_number(text_slice(text, from, to), 1, INT32_MAX / 2, &id))
        return 1;
    text_replace(edits, from, to, arena_format(edits->arena, "%u", (unsigned)id + count));
    return (unsigned)id;
}

bool map_find_root(Text text, XmlElement *out, Report *report)
{
    size_t at = 0;
    return xml_next(text, &at, "map", out) || report_error(report, "the map has no <map>");
}

/* The blanks before an element in its line. */
static Text indent_of(Text text, size_t from)
{
    size_t start = from;
    while (start && (text.at[start - 1] == ' ' || text.at[start - 1] == '\t'))
        start--;
    return text_slice(text, start, from);
}

void map_insert_at_end(TextEdits *edits, Text text, const XmlElement *element, Text lines)
{
    size_t at = element->to;
    while (at > element->from && text.at[at - 1] != '<')
        at--;
    at--; /* of `</name>` */
    at -= indent_of(text, at).size;
    text_replace(edits, at, at, lines);
}
