/* Palettes of Adobe's programs: colour tables (.act), swatches of Photoshop (.aco) and of all
 * programs (.ase). Numbers are big-endian. */
#include "base/image/palette_files.h"

#include "base/stream.h"
#include "base/text.h"

/* A claimed size is checked before texts are allocated. */
static Text utf16_read(Reader *reader, size_t units, Arena *arena)
{
    if (!reader_need(reader, 2 * units, "name"))
        return TEXT("");
    char *out = arena_alloc(arena, 3 * units + 1, 1);
    size_t size = 0;
    bool ended = false;
    for (size_t i = 0; i < units; i++) {
        uint32_t code = read_u16(reader);
        if ((code & 0xFC00) == 0xD800 && i + 1 < units) {
            const uint32_t low = read_u16(reader);
            i++;
            code = (low & 0xFC00) == 0xDC00 ? 0x10000 + ((code & 0x3FF) << 10 | (low & 0x3FF))
                                            : 0xFFFD;
        } else if ((code & 0xF800) == 0xD800) {
            code = 0xFFFD;
        }
        ended |= !code;
        if (!ended)
            size += utf8_put(out + size, code < 0x20 || code == 0x7F ? ' ' : code);
    }
    return text_trimmed((Text){out, size});
}

static bool colour_add(Palette *palette, Reader *reader, Pixel colour, Text name)
{
    if (palette->count == PALETTE_MAX)
        return reader_fail(reader, "more than %d colours", PALETTE_MAX);
    palette->names[palette->count] = name;
    palette->colours[palette->count++] = colour;
    return true;
}

/* ---- .act: 256 RGB colours; some files say how many are used, and which is transparent ----
 */

bool palette_read_act(Bytes file, Palette *out, Arena *arena, Report *report)
{
    enum { TABLE = 3 * PALETTE_MAX };
    Reader reader = reader_of(file, report);
    size_t count = PALETTE_MAX;
    (void)arena;
    *out = (Palette){0};
    if (file.size != TABLE && file.size != TABLE + 4)
        return report_error(report, "a colour table has %d or %d bytes, but the file has %zu",
                            TABLE, TABLE + 4, file.size);
    if (file.size > TABLE)
        count = (size_t)uint_of(file.data + TABLE, 2, true);
    if (count < 1 || count > PALETTE_MAX)
        return report_error(report, "%zu colours; expected 1 to %d", count, PALETTE_MAX);
    while (out->count < count) {
        const uint8_t r = read_u8(&reader), g = read_u8(&reader), b = read_u8(&reader);
        out->colours[out->count++] = PIXEL(r, g, b, 255);
    }
    return true;
}

/* ---- colours, of parts from 0 to 1 ---- */

static uint8_t byte_of(double part)
{
    return (uint8_t)((part < 0 ? 0 : part > 1 ? 1 : part) * 255 + 0.5);
}

static Pixel colour_of(double r, double g, double b)
{
    return PIXEL(byte_of(r), byte_of(g), byte_of(b), 255);
}

/* Hue, saturation and brightness; a hue of 1 is a full turn. */
static Pixel colour_of_hsb(double hue, double saturation, double brightness)
{
    const double turn = hue >= 1 ? 0 : hue * 6;
    const int sector = (int)turn;
    const double part = turn - sector;
    const double low = brightness * (1 - saturation);
    const double down = brightness * (1 - saturation * part);
    const double up = brightness * (1 - saturation * (1 - part));
    switch (sector) {
    case 0:
        return colour_of(brightness, up, low);
    case 1:
        return colour_of(down, brightness, low);
    case 2:
        return colour_of(low, brightness, up);
    case 3:
        return colour_of(low, down, brightness);
    case 4:
        return colour_of(up, low, brightness);
    default:
        return colour_of(brightness, low, down);
    }
}

/* ---- .aco: colours without names, then the same with names ---- */

enum { ACO_RGB = 0, ACO_HSB = 1, ACO_GREY = 8 };

static const char *const aco_spaces[] = {"RGB",       "HSB",       "CMYK", "Pantone",
                                         "Focoltone", "Trumatch",  "Toyo", "Lab",
                                         "grey",      "wide CMYK", "HKS"};

static bool aco_colour(Reader *reader, size_t index, Pixel *out)
{
    const uint16_t space = read_u16(reader);
    double parts[4];
    for (int i = 0; i < 4; i++)
        parts[i] = read_u16(reader) / 65535.0;
    if (!reader_ok(reader))
        return false;
    if (space == ACO_RGB)
        *out = colour_of(parts[0], parts[1], parts[2]);
    else if (space == ACO_HSB)
        *out = colour_of_hsb(parts[0], parts[1], parts[2]);
    else if (space == ACO_GREY) /* 0 to 10000 */
        *out = colour_of(parts[0] * 6.5535, parts[0] * 6.5535, parts[0] * 6.5535);
    else if (space < COUNT_OF(aco_spaces))
        return reader_fail(reader, "colour %zu is %s; expected RGB, HSB or grey", index,
                           aco_spaces[space]);
    else
        return reader_fail(reader, "colour %zu has the unknown colour space %u", index, space);
    return true;
}

static bool aco_list(Reader *reader, bool named, Palette *out, Arena *arena)
{
    const uint16_t count = read_u16(reader);
    *out = (Palette){0};
    for (size_t i = 0; i < count; i++) {
        Pixel colour = 0;
        if (!aco_colour(reader, i + 1, &colour))
            return false;
        const Text name = named ? utf16_read(reader, read_u32(reader), arena) : TEXT("");
        if (!reader_ok(reader) || !colour_add(out, reader, colour, name))
            return false;
    }
    return reader_ok(reader) &&
           (out->count || reader_fail(reader, "the palette has no colours"));
}

bool palette_read_aco(Bytes file, Palette *out, Arena *arena, Report *report)
{
    Reader reader = reader_of(file, report);
    reader.big = true;
    const uint16_t version = read_u16(&reader);
    if (!reader_ok(&reader))
        return false;
    if (version != 1 && version != 2)
        return reader_fail(&reader, "version %u of an .aco file; expected 1 or 2", version);
    if (!aco_list(&reader, version == 2, out, arena))
        return false;
    if (version == 2 || reader_left(&reader) < 2 || read_u16(&reader) != 2)
        return true;
    return aco_list(&reader, true, out, arena);
}

/* ---- .ase: blocks with a type and a size ---- */

enum { ASE_COLOUR = 0x0001, ASE_GROUP = 0xC001 };

/* NaN is 0. */
static double ase_part(Reader *reader)
{
    const uint32_t bits = read_u32(reader);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value > 0 ? (value < 1 ? value : 1) : 0;
}

static bool ase_colour(Reader *block, Palette *out, Arena *arena)
{
    const size_t index = out->count + 1;
    const Text name = utf16_read(block, read_u16(block), arena);
    const Text model = text_trimmed(text_of_bytes(read_bytes(block, 4)));
    Pixel colour;
    if (!reader_ok(block))
        return false;
    if (text_is_caseless(model, "RGB")) {
        const double r = ase_part(block), g = ase_part(block), b = ase_part(block);
        colour = colour_of(r, g, b);
    } else if (text_is_caseless(model, "Gray")) {
        const double grey = ase_part(block);
        colour = colour_of(grey, grey, grey);
    } else if (text_is_caseless(model, "CMYK") || text_is_caseless(model, "LAB")) {
        return reader_fail(block, "colour %zu is %.*s; expected RGB or Gray", index,
                           (int)model.size, model.at);
    } else {
        return reader_fail(block, "colour %zu has an unknown colour model", index);
    }
    return reader_ok(block) && colour_add(out, block, colour, name);
}

bool palette_read_ase(Bytes file, Palette *out, Arena *arena, Report *report)
{
    Reader reader = reader_of(file, report);
    reader.big = true;
    *out = (Palette){0};
    const Text magic = text_of_bytes(read_bytes(&reader, 4));
    if (reader_ok(&reader) && !text_is(magic, "ASEF"))
        return reader_fail(&reader, "not an Adobe Swatch Exchange file: it does not start "
                                    "with ASEF");
    const uint16_t version = read_u16(&reader);
    read_u16(&reader);
    const uint32_t blocks = read_u32(&reader);
    if (reader_ok(&reader) && version != 1)
        return reader_fail(&reader, "version %u of an .ase file; expected 1", version);
    for (uint32_t i = 0; i < blocks && reader_ok(&reader); i++) {
        const uint16_t type = read_u16(&reader);
        const uint32_t size = read_u32(&reader);
        const size_t at = reader.at;
        Reader block = reader_of(read_bytes(&reader, size), report);
        block.big = true;
        block.base = at;
        if (!reader_ok(&reader))
            return false;
        if (type == ASE_COLOUR && !ase_colour(&block, out, arena))
            return false;
        if (type == ASE_GROUP && !out->name.size)
            out->name = utf16_read(&block, read_u16(&block), arena);
        if (!reader_ok(&block))
            return false;
    }
    return reader_ok(&reader) &&
           (out->count || reader_fail(&reader, "the palette has no colours"));
}
