/* Texts of PNG files: tEXt, zTXt and iTXt chunks.
 *
 * Only tEXt chunks are part of the strict checks: a faulty zTXt or iTXt chunk does not affect
 * the pixels, and is ignored with a warning. */
#include "base/image/png_internal.h"

#include "base/deflate.h"

/* Takes the bytes up to the next zero, and the zero, from the start of `*rest`. */
static bool string_take(Bytes *rest, Bytes *out)
{
    const uint8_t *zero = rest->size ? memchr(rest->data, 0, rest->size) : NULL;
    if (!zero)
        return false;
    const size_t size = (size_t)(zero - rest->data);
    *out = bytes_slice(*rest, 0, size);
    *rest = bytes_slice(*rest, size + 1, rest->size - size - 1);
    return true;
}

static bool keyword_take(Bytes *rest, Bytes *out)
{
    return string_take(rest, out) && out->size >= 1 && out->size <= 79;
}

static void text_add(PngFile *png, Bytes keyword, Bytes value, Arena *arena)
{
    *ARENA_PUSH(arena, png->texts, png->text_count) =
        (PngText){text_of_bytes(keyword), text_of_bytes(value)};
}

bool png_text_read(Bytes data, PngFile *png, Arena *arena, Report *report)
{
    Bytes keyword, value = data;
    if (!keyword_take(&value, &keyword))
        return report_error(report, "invalid tEXt chunk: expected a keyword of 1 to 79 bytes");
    text_add(png, keyword, value, arena);
    return true;
}

/* After the keyword, zTXt has the compression method; iTXt has a flag, the method, the
 * language, the translated keyword. */
static const char *parts_take(Bytes *rest, bool international, bool *compressed)
{
    const size_t numbers = international ? 2 : 1;
    Bytes language, translated;
    if (rest->size < numbers)
        return "it ends too early";
    const uint8_t method = rest->data[numbers - 1];
    *compressed = !international || rest->data[0];
    if (rest->data[0] > international || (*compressed && method))
        return "unknown compression method";
    *rest = bytes_slice(*rest, numbers, rest->size - numbers);
    if (international && (!string_take(rest, &language) || !string_take(rest, &translated)))
        return "it ends too early";
    return NULL;
}

void png_packed_text_read(Bytes data, bool international, PngFile *png, Arena *arena,
                          Report *report)
{
    const char *name = international ? "iTXt" : "zTXt";
    Bytes keyword, value = data;
    bool compressed;
    const char *problem = keyword_take(&value, &keyword)
                              ? parts_take(&value, international, &compressed)
                              : "expected a keyword of 1 to 79 bytes";
    if (!problem && compressed) {
        const size_t limit = PNG_TEXTS_SIZE_MAX - png->inflated_size;
        const Inflated text = inflate_bytes(value, WRAPPING_ZLIB, 0, limit, arena);
        problem = text.problem;
        png->inflated_size += problem ? 0 : text.bytes.size;
        value = text.bytes;
    }
    if (problem)
        report_warning(report, "a PNG chunk %s is ignored: %s", name, problem);
    else
        text_add(png, keyword, value, arena);
}
