/* Files of Evil Islands: camera paths, animations, textures of the kind PNT3. */
#include "studio/prove/prove_internal.h"

#include "evil_islands/textures/mmp.h"

#include <math.h>

/* A place in the current file of an archive; `index` is the record. */
static ProvePlace place_at(const Proof *proof, size_t index, size_t offset)
{
    return (ProvePlace){(unsigned)proof->files, index, offset};
}

/* ---- camera paths ---- */

bool prove_camera(Proof *proof, Bytes file, Report *report)
{
    enum { FRAME = 36, DAY = 86400000 };
    if (!file.size || file.size % FRAME)
        return report_error(report, "its size %zu is not a multiple of %d", file.size, FRAME);
    for (size_t i = 0; i < file.size / FRAME * 2; i++) {
        const size_t at = i / 2 * FRAME + i % 2 * 4;
        const uint32_t bits = (uint32_t)uint_of(file.data + at, 4, false);
        float value;
        memcpy(&value, &bits, sizeof value);
        if (!(bits & 0x7FFFFFFF)) /* 0 and -0 */
            continue;
        prove_whether(proof, fabsf(value) > 1e-30f && fabsf(value) < 1e12f,
                      READING_camera_numbers_float, place_at(proof, i / 2, at), "0x%08x", bits);
        prove_whether(proof, bits <= DAY, READING_camera_numbers_integer,
                      place_at(proof, i / 2, at), "0x%08x", bits);
    }
    proof->records += file.size / FRAME;
    return true;
}

/* ---- animations ---- */

bool prove_animation(Proof *proof, Bytes file, Report *report)
{
    Reader reader = reader_of(file, report);
    static const struct {
        const char *what;
        unsigned size;
    } lists[] = {{"the rotations", 16}, {"the translations", 12}};
    for (unsigned i = 0; i < COUNT_OF(lists); i++) {
        const uint64_t count = read_u32(&reader);
        if (!reader_need(&reader, count * lists[i].size, lists[i].what))
            return false;
        read_bytes(&reader, count * lists[i].size);
    }
    const uint64_t frames = read_u32(&reader);
    const size_t left = reader_left(&reader), at = reader.at;
    if (!reader_ok(&reader))
        return false;
    proof->records++;
    if (!frames) {
        prove_whether(proof, left == 4, READING_animation_end_always, place_at(proof, 0, at),
                      "%zu bytes are left", left);
        prove_whether(proof, left == 4 || left == 0, READING_animation_end_optional,
                      place_at(proof, 0, at), "%zu bytes are left", left);
        return true;
    }
    const uint64_t vertices = read_u32(&reader);
    if (reader_ok(&reader) && frames * vertices * 12 != reader_left(&reader))
        prove_misfit(proof, place_at(proof, 0, at),
                     "%zu bytes are left for %llu x %llu vertices", reader_left(&reader),
                     (unsigned long long)frames, (unsigned long long)vertices);
    return reader_ok(&reader);
}

/* ---- textures ---- */

static void prove_pixels(Proof *proof, Bytes data, uint64_t size)
{
    uint64_t unpacked = 0, literals = 0;
    for (size_t at = 0; at + 4 <= data.size; at += 4) {
        const uint32_t value = (uint32_t)uint_of(data.data + at, 4, false);
        const bool run = value && value <= MMP_PNT3_RUN_MAX;
        unpacked += run ? value : 4;
        literals = run ? 0 : literals + 4;
    }
    if (!literals) {
        if (unpacked != size)
            prove_misfit(proof, place_at(proof, 0, MMP_HEADER_SIZE),
                         "%llu bytes of pixels, not %llu", (unsigned long long)unpacked,
                         (unsigned long long)size);
        return;
    }
    prove_whether(proof, unpacked == size, READING_texture_end_kept,
                  place_at(proof, 0, MMP_HEADER_SIZE), "%llu bytes of pixels, not %llu",
                  (unsigned long long)unpacked, (unsigned long long)size);
    prove_whether(proof, unpacked - literals == size, READING_texture_end_lost,
                  place_at(proof, 0, MMP_HEADER_SIZE), "%llu bytes of pixels, not %llu",
                  (unsigned long long)(unpacked - literals), (unsigned long long)size);
}

bool prove_texture(Proof *proof, Bytes file, Report *report)
{
    enum { WIDTH_AT = 4, HEIGHT_AT = 8, LEVELS_AT = 12, FOURCC_AT = 16, BITS_AT = 20 };
    if (!mmp_is(file) || file.size < MMP_HEADER_SIZE)
        return report_error(report, "not a texture (.mmp)");
    if (memcmp(file.data + FOURCC_AT, "PNT3", 4) != 0)
        return report_error(report, "a texture of another kind than PNT3, about which no "
                                    "question is open");
    const uint64_t w = uint_of(file.data + WIDTH_AT, 4, false);
    const uint64_t h = uint_of(file.data + HEIGHT_AT, 4, false);
    const uint64_t levels = uint_of(file.data + LEVELS_AT, 4, false);
    const uint64_t bits = uint_of(file.data + BITS_AT, 4, false);
    const Bytes data = bytes_slice(file, MMP_HEADER_SIZE, file.size - MMP_HEADER_SIZE);
    if (!w || !h || w > MMP_SIDE_MAX || h > MMP_SIDE_MAX)
        return report_error(report, "%llu x %llu pixels", (unsigned long long)w,
                            (unsigned long long)h);
    proof->records++;
    prove_whether(proof, levels == data.size, READING_texture_size_levels,
                  place_at(proof, 0, LEVELS_AT), "%llu, the pixels have %zu bytes",
                  (unsigned long long)levels, data.size);
    prove_whether(proof, bits == data.size, READING_texture_size_bits,
                  place_at(proof, 0, BITS_AT), "%llu, the pixels have %zu bytes",
                  (unsigned long long)bits, data.size);
    if (data.size < w * h * 4)
        prove_pixels(proof, data, w * h * 4);
    return true;
}
