/* The properties of an XCF image and of its layers: kinds that change what is seen are read,
 * the others skipped. */
#include "base/image/xcf_internal.h"

/* Kinds of properties that change pixels. */
enum {
    PROPERTY_END = 0,
    PROPERTY_COLOURS = 1,
    PROPERTY_FLOATING = 5,
    PROPERTY_OPACITY = 6,
    PROPERTY_MODE = 7,
    PROPERTY_VISIBLE = 8,
    PROPERTY_APPLY_MASK = 11,
    PROPERTY_SHOW_MASK = 13,
    PROPERTY_OFFSETS = 15,
    PROPERTY_COMPRESSION = 17,
    PROPERTY_PARASITES = 21,
    PROPERTY_GROUP = 29,
    PROPERTY_PATH = 30,
    PROPERTY_FLOAT_OPACITY = 33,
    PROPERTY_COMPOSITE = 35,
    PROPERTY_COMPOSITE_SPACE = 36,
};

enum { SPACE_AUTO = 0, SPACE_LINEAR = 1, SPACE_PERCEPTUAL = 2 };

/* IEEE 754 in the byte order of the file. */
static float read_float(Reader *reader)
{
    const uint32_t bits = read_u32(reader);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The colours of an indexed image. */
static bool colours_read(Reader *reader, XcfFile *xcf)
{
    const uint32_t count = read_u32(reader);
    if (count > COUNT_OF(xcf->colours))
        return reader_fail(reader, "%u colours; the maximum is %zu", count,
                           COUNT_OF(xcf->colours));
    const Bytes bytes = read_bytes(reader, (size_t)count * 3);
    if (!reader_ok(reader))
        return false;
    for (size_t i = 0; i < count; i++)
        xcf->colours[i] =
            PIXEL(bytes.data[3 * i], bytes.data[3 * i + 1], bytes.data[3 * i + 2], 255);
    xcf->colour_count = count;
    return true;
}

/* Of each: a name, flags, and a value. */
static void parasites_read(Reader *reader, size_t end, Report *report)
{
    while (reader_ok(reader) && reader->at < end) {
        const Text name = text_of_bytes(read_bytes(reader, read_u32(reader)));
        read_u32(reader);
        read_bytes(reader, read_u32(reader));
        if (reader_ok(reader) && text_starts(name, "icc-profile") && name.size == 12)
            report_warning(report, "the image's colour profile is ignored; its colours are "
                                   "read as sRGB");
    }
}

/* The head of the next property; false at the end of the list or of the file. `end` is where
 * the next one starts. */
bool xcf_property_next(Reader *reader, uint32_t *kind, size_t *end)
{
    *kind = read_u32(reader);
    const uint32_t size = read_u32(reader);
    if (!reader_ok(reader) || *kind == PROPERTY_END)
        return false;
    if (size > reader_left(reader))
        return reader_fail(reader, "a property of %u bytes; %zu are left", size,
                           reader_left(reader));
    *end = reader->at + size;
    return true;
}

/* Unknown properties are skipped by their size. */
bool xcf_image_properties_read(Reader *reader, XcfFile *xcf)
{
    uint32_t kind = 0;
    size_t end = 0;
    while (xcf_property_next(reader, &kind, &end)) {
        if (kind == PROPERTY_COLOURS) {
            /* Old versions of GIMP stored a wrong size of this property. */
            if (!colours_read(reader, xcf))
                return false;
            continue;
        }
        if (kind == PROPERTY_COMPRESSION) {
            const uint8_t compression = read_u8(reader);
            if (compression > XCF_ZLIB)
                return reader_fail(reader, "unknown compression %u", compression);
            xcf->compression = (XcfCompression)compression;
        }
        if (kind == PROPERTY_PARASITES)
            parasites_read(reader, end, xcf->report);
        if (reader_ok(reader))
            reader_seek(reader, end);
    }
    return reader_ok(reader);
}

/* One index for each group from the outermost on, then the item's own. One more than
 * XCF_DEPTH_MAX is read, so that parent_of() can reject it. */
static void path_read(Reader *reader, size_t end, XcfItem *item, Arena *arena)
{
    uint32_t *path = NULL;
    item->path_count = 0;
    while (reader_ok(reader) && end - reader->at >= 4 && item->path_count <= XCF_DEPTH_MAX)
        *ARENA_PUSH(arena, path, item->path_count) = read_u32(reader);
    item->path = path;
}

/* A negative number is the one that "auto" meant when the file was written. */
static int32_t positive(int32_t value)
{
    return value == INT32_MIN ? 0 : value < 0 ? -value : value;
}

/* 1 is linear, 2 perceptual; 0 is "auto". Others (Lab) would need other arithmetic. */
static bool space_read(Reader *reader, int *space)
{
    const int32_t value = positive((int32_t)read_u32(reader));
    if (reader_ok(reader) && value > SPACE_PERCEPTUAL)
        return reader_unsupported(reader,
                                  "composite space %d is not supported; expected linear or "
                                  "perceptual RGB",
                                  value);
    *space = value;
    return true;
}

/* Properties that do not change pixels are ignored. */
static bool layer_property(Reader *reader, uint32_t kind, size_t end, XcfItem *item, int *space,
                           Arena *arena)
{
    switch (kind) {
    case PROPERTY_FLOATING:
        item->floating = true;
        return true;
    case PROPERTY_OPACITY:
        item->opacity = (float)(read_u32(reader) / 255.0);
        return true;
    case PROPERTY_FLOAT_OPACITY:
        item->opacity = read_float(reader);
        return true;
    case PROPERTY_MODE:
        item->mode = read_u32(reader);
        return true;
    case PROPERTY_VISIBLE:
        item->visible = read_u32(reader) != 0;
        return true;
    case PROPERTY_APPLY_MASK:
        item->apply_mask = read_u32(reader) != 0;
        return true;
    case PROPERTY_SHOW_MASK:
        item->show_mask = read_u32(reader) != 0;
        return true;
    case PROPERTY_OFFSETS:
        item->x = (int32_t)read_u32(reader);
        item->y = (int32_t)read_u32(reader);
        return true;
    case PROPERTY_GROUP:
        item->group = true;
        return true;
    case PROPERTY_PATH:
        path_read(reader, end, item, arena);
        return true;
    case PROPERTY_COMPOSITE: {
        const int32_t value = positive((int32_t)read_u32(reader));
        item->composite = (XcfComposite)value;
        return value <= XCF_INTERSECTION ||
               reader_fail(reader, "unknown composite mode %d", value);
    }
    case PROPERTY_COMPOSITE_SPACE:
        return space_read(reader, space);
    default:
        return true;
    }
}

bool xcf_layer_properties_read(Reader *reader, XcfItem *item, Arena *arena)
{
    uint32_t kind = 0;
    size_t end = 0;
    int space = SPACE_AUTO;
    *item = (XcfItem){.w = item->w,
                      .h = item->h,
                      .has_alpha = item->has_alpha,
                      .visible = true,
                      .apply_mask = true,
                      .opacity = 1};
    while (xcf_property_next(reader, &kind, &end)) {
        if (!layer_property(reader, kind, end, item, &space, arena))
            return false;
        if (reader_ok(reader))
            reader_seek(reader, end);
    }
    if (item->mode == MODE_NORMAL_LEGACY) { /* these are fixed in GIMP */
        item->linear = false;
        item->composite = XCF_UNION;
    } else {
        item->linear = space != SPACE_PERCEPTUAL;
    }
    /* A comparison that is false for NaN. */
    if (!(item->opacity >= 0))
        item->opacity = 0;
    if (item->opacity > 1)
        item->opacity = 1;
    return reader_ok(reader);
}
