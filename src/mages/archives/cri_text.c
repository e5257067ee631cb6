/* ASCII is the same in both encodings, so most texts need no table of Shift-JIS. */
#include "mages/archives/cri_text.h"

#include "base/encoding.h"

bool cri_text_is_ascii(Text text)
{
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.at[i] >= 0x80)
            return false;
    return true;
}

Text cri_text_decode(CriEncoding encoding, const Cp932 *page, Text text, Arena *arena)
{
    return cri_text_is_ascii(text) ? text
           : encoding == CRI_UTF8  ? encoding_decode(ENCODING_UTF8, text, arena)
                                   : cp932_decode(page, text, arena);
}

bool cri_text_encode(CriEncoding encoding, const Cp932 *page, Text text, Text *out,
                     Arena *arena, Report *report)
{
    size_t bad = 0;
    *out = text;
    if (cri_text_is_ascii(text))
        return true;
    if (encoding == CRI_UTF8)
        return encoding_encode(ENCODING_UTF8, text, out, &bad, arena) ||
               report_error(report, "%.*s: not UTF-8", (int)text.size, text.at);
    return cp932_encode(page, text, out, &bad, arena) ||
           report_error(report,
                        "%.*s: the character at byte %zu is not in Shift-JIS, in which the "
                        "archive has its names",
                        (int)text.size, text.at, bad);
}
