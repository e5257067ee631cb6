/* Text and paths in web pages. Quotes are escaped everywhere, so that one function serves
 * elements and attributes. In paths all but unreserved characters and slashes are encoded, also
 * colons, so that no path from an archive becomes a scheme such as javascript:. */
#include "base/html.h"

#include "base/text.h"

#include <string.h>

void write_html(Writer *out, Text text)
{
    for (size_t at = 0; at < text.size;) {
        const size_t from = at;
        const uint32_t character = utf8_next(text, &at);
        const bool is_space = character == '\n' || character == '\t';
        if ((character < 0x20 && !is_space) || character == 0x7F ||
            (character == 0xFFFD && at == from + 1))
            write_format(out, "\xEF\xBF\xBD");
        else if (character < 0x80 && strchr("&<>\"'", (int)character))
            write_format(out, "&#%u;", character);
        else
            write_text(out, text_slice(text, from, at));
    }
}

void write_url(Writer *out, Text path)
{
    static const char unreserved[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                     "0123456789-._~/";
    for (size_t i = 0; i < path.size; i++) {
        const unsigned char byte = (unsigned char)path.at[i];
        if (byte && strchr(unreserved, byte))
            write_u8(out, byte);
        else
            write_format(out, "%%%02X", byte);
    }
}
