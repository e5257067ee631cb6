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

static bool prove_camera(Proof *proof, Bytes file, Report *report)
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
        const bool is_float = fabsf(value) > 1e-30f && fabsf(value) < 1e12f;
        prove_which(proof, is_float | (bits <= DAY) << 1, READING_camera_numbers_float,
                    place_at(proof, i / 2, at), "0x%08x", bits);
    }
    proof->records += file.size / FRAME;
    return true;
}

/* ---- animations ---- */

static bool prove_animation(Proof *proof, Bytes file, Report *report)
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
        prove_which(proof, (left == 4) | (left == 4 || !left) << 1,
                    READING_animation_end_always, place_at(proof, 0, at), "%zu bytes are left",
                    left);
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
    const ProvePlace place = place_at(proof, 0, MMP_HEADER_SIZE);
    uint64_t unpacked = 0, literals = 0;
    for (size_t at = 0; at + 4 <= data.size; at += 4) {
        const uint32_t value = (uint32_t)uint_of(data.data + at, 4, false);
        const bool run = value && value <= MMP_PNT3_RUN_MAX;
        unpacked += run ? value : 4;
        literals = run ? 0 : literals + 4;
    }
    const uint64_t found[2] = {unpacked, unpacked - literals};
    if (!literals && unpacked != size)
        prove_misfit(proof, place, "%llu bytes of pixels, not %llu",
                     (unsigned long long)unpacked, (unsigned long long)size);
    for (unsigned i = 0; literals && i < 2; i++)
        prove_whether(proof, found[i] == size, (ProveReading)(READING_texture_end_kept + i),
                      place, "%llu bytes of pixels, not %llu", (unsigned long long)found[i],
                      (unsigned long long)size);
}

static bool prove_texture(Proof *proof, Bytes file, Report *report)
{
    enum { LEVELS_AT = 12, BITS_AT = 20 };
    MmpFile mmp = {0};
    MmpKind kind;
    Reader reader = reader_of(file, report);
    if (!mmp_is(file) || file.size < MMP_HEADER_SIZE ||
        !record_read(&MmpFile_layout, &mmp, &reader, proof->arena))
        return report_error(report, "not a texture (.mmp)");
    if (!mmp_kind_of(mmp.fourcc, &kind) || kind != MMP_PNT3)
        return report_error(report, "a texture of another kind than PNT3, about which no "
                                    "question is open");
    if (!mmp.width || !mmp.height || mmp.width > MMP_SIDE_MAX || mmp.height > MMP_SIDE_MAX)
        return report_error(report, "%u x %u pixels", mmp.width, mmp.height);
    const size_t packed = mmp.data.size, whole = (size_t)mmp.width * mmp.height * 4;
    proof->records++;
    prove_whether(proof, mmp.mip_levels_count == packed, READING_texture_size_levels,
                  place_at(proof, 0, LEVELS_AT), "%u, the pixels have %zu bytes",
                  mmp.mip_levels_count, packed);
    prove_whether(proof, mmp.bits_per_pixel == packed, READING_texture_size_bits,
                  place_at(proof, 0, BITS_AT), "%u, the pixels have %zu bytes",
                  mmp.bits_per_pixel, packed);
    if (packed < whole)
        prove_pixels(proof, mmp.data, whole);
    return true;
}

bool (*const prove_examine[PROVE_KINDS])(Proof *proof, Bytes file, Report *report) = {
    [PROVE_CAMERA] = prove_camera,
    [PROVE_ANIMATION] = prove_animation,
    [PROVE_TEXTURE] = prove_texture,
};
