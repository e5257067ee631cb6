#include "base/cp1251.h"

#include "base/text.h"

/* The upper half, from 0x80 (unicode.org, MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1251.TXT). */
static const uint16_t upper[128] = {
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

uint32_t cp1251_character(uint8_t byte) { return byte < 0x80 ? byte : upper[byte - 0x80]; }

bool cp1251_byte(uint32_t character, uint8_t *out)
{
    *out = (uint8_t)character;
    if (character < 0x80)
        return true;
    /* Letters first: they are nearly all characters of a text. */
    if (character >= 0x410 && character <= 0x44F) {
        *out = (uint8_t)(character - 0x410 + 0xC0);
        return true;
    }
    for (unsigned i = 0; i < COUNT_OF(upper); i++)
        if (upper[i] == character) {
            *out = (uint8_t)(0x80 + i);
            return true;
        }
    return false;
}

static bool is_ascii(Text text)
{
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.at[i] >= 0x80)
            return false;
    return true;
}

Text cp1251_to_utf8(Text text, Arena *arena)
{
    if (is_ascii(text))
        return text;
    const size_t max = 3 * text.size; /* UTF-8 needs up to 3 bytes, for the euro sign and
                                       * similar characters */
    char *out = arena_alloc_raw(arena, max, 1);
    size_t size = 0;
    for (size_t i = 0; i < text.size; i++)
        size += utf8_put(out + size, cp1251_character((uint8_t)text.at[i]));
    arena_shrink(arena, out, max, size);
    return (Text){out, size};
}

bool cp1251_from_utf8(Text text, Text *out, size_t *bad, Arena *arena)
{
    const size_t invalid = utf8_invalid(text);
    uint8_t *bytes = arena_alloc_raw(arena, text.size + 1, 1);
    size_t size = 0;
    for (size_t at = 0; at < text.size; size++) {
        const size_t from = at;
        const uint32_t character = utf8_next(text, &at);
        if (from >= invalid || !cp1251_byte(character, &bytes[size])) {
            if (bad)
                *bad = from;
            return false;
        }
    }
    *out = (Text){(const char *)bytes, size};
    return true;
}
