/* Escapes text for XML. Line ends and tabs are written as numbers, because a parser would turn
 * them into spaces in attributes. */
#include "base/xml.h"

#include "base/text.h"

void write_xml(Writer *writer, Text text)
{
    for (size_t at = 0; at < text.size;) {
        char bytes[4];
        const uint32_t c = utf8_next(text, &at);
        if (c == '&')
            write_text(writer, TEXT("&amp;"));
        else if (c == '<')
            write_text(writer, TEXT("&lt;"));
        else if (c == '>')
            write_text(writer, TEXT("&gt;"));
        else if (c == '"')
            write_text(writer, TEXT("&quot;"));
        else if (c == '\n' || c == '\r' || c == '\t')
            write_format(writer, "&#%u;", c);
        else if (c < ' ' || c == 0xFFFE || c == 0xFFFF)
            write_u8(writer, '?');
        else
            write_text(writer, (Text){bytes, utf8_put(bytes, c)});
    }
}
