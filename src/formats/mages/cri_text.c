#include "formats/mages/cri_text.h"

#include "base/stream.h"
#include "base/text.h"

enum { ESCAPE = 0xF700, INVALID = 0xFFFD };

bool cri_text_is_ascii(Text text)
{
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.at[i] >= 0x80)
            return false;
    return true;
}

/* Bytes of invalid UTF-8 are escaped, and those of characters that would stand for a byte. */
static Text from_utf8(Text text, Arena *arena)
{
    Writer out = writer_to(arena);
    for (size_t at = 0; at < text.size;) {
        const size_t from = at;
        const uint32_t character = utf8_next(text, &at);
        const bool invalid = character == INVALID && at == from + 1;
        char escape[4];
        if (!invalid && !cp932_escaped_byte(character)) {
            write_text(&out, text_slice(text, from, at));
            continue;
        }
        for (size_t i = from; i < at; i++)
            write_text(
                &out, (Text){escape, utf8_put(escape, (uint32_t)ESCAPE + (uint8_t)text.at[i])});
    }
    return writer_text(&out);
}

static Text to_utf8(Text text, Arena *arena)
{
    Writer out = writer_to(arena);
    for (size_t at = 0; at < text.size;) {
        const size_t from = at;
        const uint8_t byte = cp932_escaped_byte(utf8_next(text, &at));
        if (byte)
            write_u8(&out, byte);
        else
            write_text(&out, text_slice(text, from, at));
    }
    return writer_text(&out);
}

Text cri_text_decode(CriEncoding encoding, const Cp932 *page, Text text, Arena *arena)
{
    return cri_text_is_ascii(text) ? text
           : encoding == CRI_UTF8  ? from_utf8(text, arena)
                                   : cp932_decode(page, text, arena);
}

bool cri_text_encode(CriEncoding encoding, const Cp932 *page, Text text, Text *out,
                     Arena *arena, Report *report)
{
    size_t bad = 0;
    *out = text;
    if (cri_text_is_ascii(text))
        return true;
    if (encoding == CRI_UTF8) {
        *out = to_utf8(text, arena);
        return true;
    }
    return cp932_encode(page, text, out, &bad, arena) ||
           report_error(report,
                        "%.*s: the character at byte %zu is not in Shift-JIS, in which the "
                        "archive has its names",
                        (int)text.size, text.at, bad);
}
