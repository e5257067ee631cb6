/* Parts, in order: names; characters of one encoding in bytes; whole texts. */
#include "base/encoding.h"

#include "base/cp949.h"
#include "base/recode.h"
#include "base/stream.h"

enum { ESCAPE = 0xF700, ESCAPE_FIRST = 0xF780, ESCAPE_LAST = 0xF7FF, INVALID = 0xFFFD };

/* ---- names ---- */

static const char *const names[ENCODINGS] = {"cp1251", "cp1250", "utf-8", "cp949"};

const char *encoding_name(Encoding encoding) { return names[encoding]; }

bool encoding_named(Text name, Encoding *out)
{
    for (unsigned i = 0; i < ENCODINGS; i++)
        if (text_is_caseless(name, names[i]) ||
            (i == ENCODING_UTF8 && text_is_caseless(name, "utf8"))) {
            *out = (Encoding)i;
            return true;
        }
    return false;
}

static Text list_of(const bool *listed, const char *last, Arena *arena)
{
    Writer out = writer_to(arena);
    unsigned left = 0;
    for (unsigned i = 0; i < ENCODINGS; i++)
        left += listed[i];
    for (unsigned i = 0; i < ENCODINGS; i++)
        if (listed[i]) {
            left--;
            write_format(&out, "%s%s", names[i], left > 1 ? ", " : left ? last : "");
        }
    return writer_text(&out);
}

Text encoding_names(Arena *arena)
{
    static const bool all[ENCODINGS] = {true, true, true, true};
    return list_of(all, " or ", arena);
}

/* ---- characters ---- */

/* The upper half of cp1251 (unicode.org, MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1251.TXT);
 * unassigned bytes are control characters, as in the WHATWG encoding standard. */
static const uint16_t cp1251[128] = {
    0x0402, 0x0403, 0x201A, 0x0453, 0x201E, 0x2026, 0x2020, 0x2021, /* 80 */
    0x20AC, 0x2030, 0x0409, 0x2039, 0x040A, 0x040C, 0x040B, 0x040F,
    0x0452, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, /* 90 */
    0x0098, 0x2122, 0x0459, 0x203A, 0x045A, 0x045C, 0x045B, 0x045F,
    0x00A0, 0x040E, 0x045E, 0x0408, 0x00A4, 0x0490, 0x00A6, 0x00A7, /* A0 */
    0x0401, 0x00A9, 0x0404, 0x00AB, 0x00AC, 0x00AD, 0x00AE, 0x0407,
    0x00B0, 0x00B1, 0x0406, 0x0456, 0x0491, 0x00B5, 0x00B6, 0x00B7, /* B0 */
    0x0451, 0x2116, 0x0454, 0x00BB, 0x0458, 0x0405, 0x0455, 0x0457,
    0x0410, 0x0411, 0x0412, 0x0413, 0x0414, 0x0415, 0x0416, 0x0417, /* C0 */
    0x0418, 0x0419, 0x041A, 0x041B, 0x041C, 0x041D, 0x041E, 0x041F,
    0x0420, 0x0421, 0x0422, 0x0423, 0x0424, 0x0425, 0x0426, 0x0427, /* D0 */
    0x0428, 0x0429, 0x042A, 0x042B, 0x042C, 0x042D, 0x042E, 0x042F,
    0x0430, 0x0431, 0x0432, 0x0433, 0x0434, 0x0435, 0x0436, 0x0437, /* E0 */
    0x0438, 0x0439, 0x043A, 0x043B, 0x043C, 0x043D, 0x043E, 0x043F,
    0x0440, 0x0441, 0x0442, 0x0443, 0x0444, 0x0445, 0x0446, 0x0447, /* F0 */
    0x0448, 0x0449, 0x044A, 0x044B, 0x044C, 0x044D, 0x044E, 0x044F,
};

/* The same of cp1250 (CP1250.TXT). */
static const uint16_t cp1250[128] = {
    0x20AC, 0x0081, 0x201A, 0x0083, 0x201E, 0x2026, 0x2020, 0x2021, /* 80 */
    0x0088, 0x2030, 0x0160, 0x2039, 0x015A, 0x0164, 0x017D, 0x0179,
    0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, /* 90 */
    0x0098, 0x2122, 0x0161, 0x203A, 0x015B, 0x0165, 0x017E, 0x017A,
    0x00A0, 0x02C7, 0x02D8, 0x0141, 0x00A4, 0x0104, 0x00A6, 0x00A7, /* A0 */
    0x00A8, 0x00A9, 0x015E, 0x00AB, 0x00AC, 0x00AD, 0x00AE, 0x017B,
    0x00B0, 0x00B1, 0x02DB, 0x0142, 0x00B4, 0x00B5, 0x00B6, 0x00B7, /* B0 */
    0x00B8, 0x0105, 0x015F, 0x00BB, 0x013D, 0x02DD, 0x013E, 0x017C,
    0x0154, 0x00C1, 0x00C2, 0x0102, 0x00C4, 0x0139, 0x0106, 0x00C7, /* C0 */
    0x010C, 0x00C9, 0x0118, 0x00CB, 0x011A, 0x00CD, 0x00CE, 0x010E,
    0x0110, 0x0143, 0x0147, 0x00D3, 0x00D4, 0x0150, 0x00D6, 0x00D7, /* D0 */
    0x0158, 0x016E, 0x00DA, 0x0170, 0x00DC, 0x00DD, 0x0162, 0x00DF,
    0x0155, 0x00E1, 0x00E2, 0x0103, 0x00E4, 0x013A, 0x0107, 0x00E7, /* E0 */
    0x010D, 0x00E9, 0x0119, 0x00EB, 0x011B, 0x00ED, 0x00EE, 0x010F,
    0x0111, 0x0144, 0x0148, 0x00F3, 0x00F4, 0x0151, 0x00F6, 0x00F7, /* F0 */
    0x0159, 0x016F, 0x00FA, 0x0171, 0x00FC, 0x00FD, 0x0163, 0x02D9,
};

static const uint16_t *const pages[ENCODINGS] = {cp1251, cp1250};

static bool is_escape(uint32_t character)
{
    return character >= ESCAPE_FIRST && character <= ESCAPE_LAST;
}

/* The byte of a character in a code page of single bytes. */
static bool find_byte(const uint16_t *page, uint32_t character, uint8_t *out)
{
    /* Letters first: they are nearly all characters of a Russian text. */
    if (page == cp1251 && character >= 0x410 && character <= 0x44F) {
        *out = (uint8_t)(character - 0x410 + 0xC0);
        return true;
    }
    for (unsigned i = 0; i < 128; i++)
        if (page[i] == character) {
            *out = (uint8_t)(0x80 + i);
            return true;
        }
    return false;
}

/* The bytes of a character, up to four; 0: the encoding does not have it. */
static unsigned put_character(const void *page, uint32_t character, uint8_t out[RECODE_MAX])
{
    const Encoding encoding = *(const Encoding *)page;
    out[0] = (uint8_t)character;
    if (character < 0x80)
        return 1;
    if (encoding == ENCODING_CP1251 || encoding == ENCODING_CP1250)
        return find_byte(pages[encoding], character, out);
    if (is_escape(character)) {
        out[0] = (uint8_t)(character - ESCAPE);
        return 1;
    }
    if (encoding == ENCODING_UTF8)
        return (unsigned)utf8_put((char *)out, character);
    return cp949_pair(character, out) ? 2 : 0;
}

/* The character at `*at`, which moves behind it. */
static uint32_t take_character(const void *page, Text text, size_t *at)
{
    const Encoding encoding = *(const Encoding *)page;
    const uint8_t byte = (uint8_t)text.at[(*at)++];
    size_t after = *at - 1;
    uint32_t character = 0;
    if (byte < 0x80)
        return byte;
    if (encoding == ENCODING_CP1251 || encoding == ENCODING_CP1250)
        return pages[encoding][byte - 0x80];
    if (encoding == ENCODING_UTF8) {
        character = utf8_next(text, &after);
        if (character == INVALID && after == *at)
            character = 0;
    } else if (*at < text.size) {
        character = cp949_character(byte, (uint8_t)text.at[*at]);
        after = *at + 1;
    }
    if (!character || is_escape(character))
        return ESCAPE + byte;
    *at = after;
    return character;
}

/* ---- texts ---- */

static bool is_ascii(Text text)
{
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.at[i] >= 0x80)
            return false;
    return true;
}

Text encoding_decode(Encoding encoding, Text text, Arena *arena)
{
    if (is_ascii(text))
        return text;
    return recode_to_utf8(take_character, &encoding, text, arena);
}

bool encoding_encode(Encoding encoding, Text text, Text *out, size_t *bad, Arena *arena)
{
    return recode_from_utf8(put_character, &encoding, text, out, bad, arena);
}

bool encoding_has(Encoding encoding, uint32_t character)
{
    uint8_t bytes[4];
    return put_character(&encoding, character, bytes) > 0;
}

Text encoding_lack(Encoding encoding, uint32_t character, Arena *arena)
{
    bool having[ENCODINGS];
    unsigned count = 0;
    for (unsigned i = 0; i < ENCODINGS; i++)
        count += having[i] = encoding_has((Encoding)i, character);
    const Text others = list_of(having, " and ", arena);
    return arena_format(arena, "U+%04X is not in %s; %.*s %s it", character, names[encoding],
                        (int)others.size, others.at, count == 1 ? "has" : "have");
}
