/* Parts, in order: CSV; base64; the end of the data; writing. Maps consist of cells mostly, so
 * CSV has a fast path that reads eight bytes at a time. */
#include "tirnanog/maps/tmx_data.h"

#include "base/deflate.h"
#include "base/text.h"

#include <zstd.h>

/* The caller adds the place in the file, which is unknown here. Always returns false. */
static bool fail(TmxData *data, const char *problem)
{
    data->problem = problem;
    return false;
}

/* An empty encoding stands for elements <tile>, which cannot be compressed. */
static bool choose(TmxData *data, Text encoding, Text compression)
{
    static const char *const packings[] = {"", "gzip", "zlib", "zstd"};
    if (text_is(encoding, ""))
        data->encoding = TMX_XML;
    else if (text_is(encoding, "csv"))
        data->encoding = TMX_CSV;
    else if (text_is(encoding, "base64"))
        data->encoding = TMX_BASE64;
    else
        return fail(data, "unknown encoding; expected csv or base64");
    for (unsigned i = 0; i < COUNT_OF(packings); i++)
        if (text_is(compression, packings[i])) {
            data->packing = (TmxPacking)i;
            return i == 0 || data->encoding == TMX_BASE64 ||
                   fail(data, "only base64 may be compressed");
        }
    return fail(data, "unknown compression; expected gzip, zlib or zstd");
}

/* Checks the number of cells against the bytes left before it allocates: width and height
 * come from the file and may claim any size. For compressed data only `capacity` limits it. */
bool tmx_data_begin(TmxData *data, Text encoding, Text compression, size_t count, size_t left,
                    size_t capacity, Arena *scratch, Arena *arena)
{
    *data = (TmxData){.count = count, .bytes = writer_to(scratch), .arena = arena};
    if (!choose(data, encoding, compression))
        return false;
    /* Minimum size of a cell: "<tile/>"; a digit and a comma; 4 bytes in base64. */
    const size_t least = data->encoding == TMX_XML    ? count * 7
                         : data->encoding == TMX_CSV  ? count * 2 - 1
                         : data->packing == TMX_PLAIN ? count * 4 / 3 * 4
                                                      : 0;
    if (least > left)
        return fail(data, "the file is too short to hold its cells");
    if (data->packing != TMX_PLAIN && count * sizeof(uint32_t) > capacity)
        return fail(data, "it has too many cells for the size of the file");
    if (data->encoding != TMX_BASE64)
        data->cells = arena_alloc_raw(arena, count, sizeof *data->cells);
    return true;
}

/* ---- CSV ---- */

static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

static bool store(TmxData *data, uint64_t value)
{
    if (value > UINT32_MAX)
        return fail(data, "an id is too large");
    if (data->filled == data->count)
        return fail(data, "there are more cells than width x height");
    data->cells[data->filled++] = (uint32_t)value;
    data->seen |= (uint32_t)value;
    return true;
}

/* For eight bytes: the number of leading digits, up to 8. `digits` are these bytes as values 0
 * to 9; other bytes are undefined. */
static unsigned digits_of(uint64_t word, uint64_t *digits)
{
    *digits = word ^ UINT64_C(0x3030303030303030);
    const uint64_t others =
        ((*digits + UINT64_C(0x7676767676767676)) | *digits) & UINT64_C(0x8080808080808080);
    return others ? (unsigned)__builtin_ctzll(others) / 8 : 8;
}

/* The value of `count` digits, 1 to 8, without branches: lengths are not predictable. Adds
 * pairs of digits, then pairs of pairs, then both halves. */
static uint32_t digits_value(uint64_t digits, unsigned count)
{
    const uint64_t mask = UINT64_C(0x000000FF000000FF);
    digits <<= 64 - 8 * count;
    digits = digits * 10 + (digits >> 8);
    return (uint32_t)(((digits & mask) * UINT64_C(0x000F424000000064) +
                       (digits >> 16 & mask) * UINT64_C(0x0000271000000001)) >>
                      32);
}

/* Fast path for whole numbers of at most 7 digits and a comma, as long as enough bytes and
 * cells follow to omit checks; most cells of most layers are 0. */
static const char *csv_run(TmxData *data, const char *at, const char *end)
{
    static const char zeros[8] = "0,0,0,0,";
    uint32_t *cell = data->cells + data->filled, *const last = data->cells + data->count;
    uint32_t seen = data->seen;
    uint64_t word, zero_word, digits;
    memcpy(&zero_word, zeros, sizeof zeros);
    while ((size_t)(end - at) >= sizeof word && last - cell >= 4) {
        memcpy(&word, at, sizeof word);
        if (word == zero_word) {
            memset(cell, 0, 4 * sizeof *cell);
            cell += 4;
            at += sizeof word;
            continue;
        }
        const unsigned count = digits_of(word, &digits);
        if (count == 0 && is_space(*at)) {
            at++;
            continue;
        }
        if (count == 0 || count == sizeof word || at[count] != ',')
            break;
        seen |= *cell++ = digits_value(digits, count);
        at += count + 1;
    }
    data->seen = seen;
    data->filled = (size_t)(cell - data->cells);
    return at;
}

/* Returns how many bytes it has taken; fewer than `size` mean bad input at that place. The
 * state survives between calls, since a text may arrive in parts and end within a number. */
static size_t csv_text(TmxData *data, const char *text, size_t size)
{
    const char *at = text, *const end = text + size;
    while (at < end) {
        if (data->state == CSV_BEFORE && (at = csv_run(data, at, end)) == end)
            break;
        const unsigned digit = (unsigned)(unsigned char)*at - '0';
        if (digit < 10 && data->state != CSV_BEHIND) {
            data->state = CSV_WITHIN;
            data->value = data->value * 10 + digit;
            if (data->value > UINT32_MAX) {
                fail(data, "an id is too large");
                break;
            }
        } else if (*at == ',' && data->state != CSV_BEFORE) {
            if (!store(data, data->value))
                break;
            data->state = CSV_BEFORE;
            data->value = 0;
        } else if (is_space(*at)) {
            data->state = data->state == CSV_WITHIN ? CSV_BEHIND : data->state;
        } else {
            break;
        }
        at++;
    }
    return (size_t)(at - text);
}

/* ---- base64, RFC 4648 ---- */

/* The value of a digit; -1 for other characters, among them '=' and spaces. */
static int base64_digit(char c)
{
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+'             ? 62
           : c == '/'             ? 63
                                  : -1;
}

/* Returns how many bytes it has taken, like csv_text(). It reserves the most that the text
 * can give, with the bits left from the last call, and takes back the rest at the end. */
static size_t base64_text(TmxData *data, const char *text, size_t size)
{
    uint8_t *out = writer_reserve(&data->bytes, size / 4 * 3 + 3), *const start = out;
    size_t i = 0;
    for (; i < size; i++) {
        const int digit = base64_digit(text[i]);
        if (digit < 0) {
            data->padded |= text[i] == '=';
            if (text[i] != '=' && !is_space(text[i]))
                break;
            continue;
        }
        if (data->padded) /* no data may follow the padding */
            break;
        data->bits = data->bits << 6 | (uint32_t)digit;
        data->bit_count += 6;
        if (data->bit_count >= 8) {
            data->bit_count -= 8;
            *out++ = (uint8_t)(data->bits >> data->bit_count);
        }
    }
    data->bytes.size -= (size_t)(size / 4 * 3 + 3) - (size_t)(out - start);
    if (data->packing == TMX_PLAIN && data->bytes.size > data->count * sizeof(uint32_t))
        fail(data, "there are more cells than width x height");
    return i;
}

size_t tmx_data_text(TmxData *data, const char *text, size_t size)
{
    if (data->encoding == TMX_CSV)
        return csv_text(data, text, size);
    if (data->encoding == TMX_BASE64)
        return base64_text(data, text, size);
    size_t i = 0;
    while (i < size && is_space(text[i]))
        i++;
    return i;
}

bool tmx_data_tile(TmxData *data, uint32_t id)
{
    return data->encoding == TMX_XML ? store(data, id)
                                     : fail(data, "<tile> within encoded data");
}

/* ---- the end ---- */

/* Unpacks at most the size of the cells: a small file cannot claim more memory than checked
 * at the start. The number of cells must match exactly. */
static bool unpack(TmxData *data)
{
    const Bytes packed = writer_bytes(&data->bytes);
    const size_t size = data->count * sizeof(uint32_t);
    size_t got = 0;
    if (data->packing == TMX_PLAIN) {
        got = packed.size;
        data->cells = (uint32_t *)arena_copy(data->arena, packed).data;
    } else if (data->packing == TMX_ZSTD) {
        data->cells = arena_alloc_raw(data->arena, data->count, sizeof(uint32_t));
        got = ZSTD_decompress(data->cells, size, packed.data, packed.size);
        if (ZSTD_isError(got))
            return fail(data, ZSTD_getErrorName(got));
    } else {
        const Wrapping wrapping = data->packing == TMX_GZIP ? WRAPPING_GZIP : WRAPPING_ZLIB;
        const Inflated inflated = inflate_bytes(packed, wrapping, size, size, data->arena);
        if (inflated.problem)
            return fail(data, inflated.problem);
        got = inflated.bytes.size;
        data->cells = (uint32_t *)inflated.bytes.data;
    }
    data->filled = got / sizeof(uint32_t);
    if (got != size)
        return fail(data, got < size ? "there are fewer cells than width x height"
                                     : "there are more cells than width x height");
    for (size_t i = 0; i < data->count; i++)
        data->seen |= data->cells[i];
    return true;
}

bool tmx_data_end(TmxData *data)
{
    if (data->problem)
        return false;
    if (data->encoding == TMX_BASE64)
        return unpack(data);
    if (data->encoding == TMX_CSV) {
        if (data->state == CSV_BEFORE && data->filled)
            return fail(data, "a number is missing after the last comma");
        if (data->state != CSV_BEFORE && !store(data, data->value))
            return false;
    }
    return data->filled == data->count ||
           fail(data, "there are fewer cells than width x height");
}

/* ---- writing ---- */

static Bytes packed_cells(TmxPacking packing, Bytes cells, Arena *arena)
{
    if (packing == TMX_GZIP || packing == TMX_ZLIB)
        return deflate_bytes(cells, packing == TMX_GZIP ? WRAPPING_GZIP : WRAPPING_ZLIB,
                             DEFLATE_NORMAL, arena);
    if (packing != TMX_ZSTD)
        return cells;
    const size_t capacity = ZSTD_compressBound(cells.size);
    uint8_t *out = arena_alloc_raw(arena, capacity, 1);
    const size_t size =
        ZSTD_compress(out, capacity, cells.data, cells.size, ZSTD_CLEVEL_DEFAULT);
    if (ZSTD_isError(size)) /* only without memory: the output has the size it asked for */
        memory_out(capacity);
    return (Bytes){out, size};
}

Text tmx_data_encode(TmxPacking packing, const uint32_t *cells, size_t count, Arena *arena)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const Bytes bytes =
        packed_cells(packing, (Bytes){(const uint8_t *)cells, count * sizeof *cells}, arena);
    const size_t size = (bytes.size + 2) / 3 * 4;
    char *out = arena_alloc(arena, size + 1, 1), *at = out;
    for (size_t i = 0; i < bytes.size; i += 3) {
        const size_t rest = bytes.size - i;
        const uint32_t bits = (uint32_t)bytes.data[i] << 16 |
                              (uint32_t)(rest > 1 ? bytes.data[i + 1] : 0) << 8 |
                              (rest > 2 ? bytes.data[i + 2] : 0);
        *at++ = digits[bits >> 18];
        *at++ = digits[bits >> 12 & 63];
        *at++ = rest > 1 ? digits[bits >> 6 & 63] : '=';
        *at++ = rest > 2 ? digits[bits & 63] : '=';
    }
    return (Text){out, size};
}
