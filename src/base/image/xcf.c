/* The structures of an XCF file: header, properties, the list of layers, and of each layer its
 * tiles and its mask. All numbers are big-endian. */
#include "base/image/xcf_internal.h"

#include "base/image/png.h"

static const char magic[] = "gimp xcf ";

enum {
    /* Versions of the format (docs of GIMP, xcf.txt); HEADER_SIZE: bytes. */
    VERSION_MAX = 13,
    VERSION_PRECISION = 4,  /* the header has a precision */
    VERSION_PRECISION2 = 7, /* its numbers are final; 5 and 6: floating point differs */
    VERSION_POINTERS = 11,  /* pointers have 64 bits */
    HEADER_SIZE = 26,
};

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

/* Layer modes: 0 is that of GIMP 2.8, whose composite mode and space are fixed. */
enum { MODE_NORMAL_LEGACY = 0, MODE_NORMAL = 28 };
enum { SPACE_AUTO = 0, SPACE_LINEAR = 1, SPACE_PERCEPTUAL = 2 };

static const char *mode_name(uint32_t mode)
{
    static const char *const names[] = {
#define XCF_MODE(number, name) [number] = name,
#include "base/image/xcf_modes.def"
#undef XCF_MODE
    };
    return mode < COUNT_OF(names) ? names[mode] : "unknown";
}

/* ---- header ---- */

/* "gimp xcf file" is version 0, "gimp xcf vNNN" the others; the text ends with NUL. */
static bool version_read(Reader *reader, XcfFile *xcf)
{
    if (!reader_need(reader, HEADER_SIZE, "the header"))
        return false;
    const Text name = text_of_bytes(read_bytes(reader, 14));
    if (!text_starts(name, magic) || name.at[13])
        return reader_fail(reader, "not an XCF file");
    if (!memcmp(name.at + 9, "file", 4))
        return true;
    for (int i = 10; i < 13; i++) {
        if (name.at[9] != 'v' || name.at[i] < '0' || name.at[i] > '9')
            return reader_fail(reader, "invalid XCF version \"%.4s\"", name.at + 9);
        xcf->version = xcf->version * 10 + (unsigned)(name.at[i] - '0');
    }
    if (xcf->version > VERSION_MAX)
        return reader_unsupported(
            reader,
            "XCF version %u is not supported (maximum: %d, GIMP 2.10); export "
            "the image as PNG",
            xcf->version, VERSION_MAX);
    return true;
}

typedef struct Precision {
    uint32_t number;
    uint8_t size; /* bytes of a sample; 0: not supported */
    bool linear;
    const char *name;
} Precision;

/* By version of the file. */
static const Precision precisions4[] = {
    {0, 1, false, "8-bit gamma"},          {1, 2, false, "16-bit gamma"},
    {2, 0, true, "32-bit integer linear"}, {3, 0, true, "16-bit floating point"},
    {4, 0, true, "32-bit floating point"}, {0}};
static const Precision precisions5[] = {{100, 1, true, "8-bit linear"},
                                        {150, 1, false, "8-bit gamma"},
                                        {200, 2, true, "16-bit linear"},
                                        {250, 2, false, "16-bit gamma"},
                                        {300, 0, true, "32-bit integer"},
                                        {350, 0, false, "32-bit integer"},
                                        {400, 0, true, "16-bit floating point"},
                                        {450, 0, false, "16-bit floating point"},
                                        {500, 0, true, "32-bit floating point"},
                                        {550, 0, false, "32-bit floating point"},
                                        {0}};
static const Precision precisions7[] = {{100, 1, true, "8-bit linear"},
                                        {150, 1, false, "8-bit gamma"},
                                        {200, 2, true, "16-bit linear"},
                                        {250, 2, false, "16-bit gamma"},
                                        {300, 0, true, "32-bit integer linear"},
                                        {350, 0, false, "32-bit integer gamma"},
                                        {500, 0, true, "16-bit floating point"},
                                        {550, 0, false, "16-bit floating point gamma"},
                                        {600, 0, true, "32-bit floating point"},
                                        {650, 0, false, "32-bit floating point gamma"},
                                        {700, 0, true, "64-bit floating point"},
                                        {750, 0, false, "64-bit floating point gamma"},
                                        {0}};

/* The tables end with a row without a name. Rows of size 0 are known but not supported. */
static bool precision_read(Reader *reader, XcfFile *xcf)
{
    xcf->sample_size = 1;
    if (xcf->version < VERSION_PRECISION)
        return true;
    const uint32_t number = read_u32(reader);
    if (!reader_ok(reader))
        return false;
    const Precision *row = xcf->version == VERSION_PRECISION   ? precisions4
                           : xcf->version < VERSION_PRECISION2 ? precisions5
                                                               : precisions7;
    while (row->name && row->number != number)
        row++;
    if (!row->size)
        return reader_unsupported(reader,
                                  "precision %u (%s) is not supported; expected 8 or 16 bits "
                                  "(Image > Precision)",
                                  number, row->name ? row->name : "unknown");
    xcf->sample_size = row->size;
    xcf->linear = row->linear;
    return true;
}

/* The size is limited before anything is allocated for it. */
static bool header_read(Reader *reader, XcfFile *xcf)
{
    if (!version_read(reader, xcf))
        return false;
    xcf->pointer_size = xcf->version >= VERSION_POINTERS ? 8 : 4;
    xcf->w = read_u32(reader);
    xcf->h = read_u32(reader);
    const uint32_t base = read_u32(reader);
    if (!xcf->w || !xcf->h || xcf->w > PNG_SIDE_MAX || xcf->h > PNG_SIDE_MAX ||
        (uint64_t)xcf->w * xcf->h > PNG_PIXELS_MAX)
        return reader_fail(reader,
                           "invalid size of %u x %u pixels (maximum: %d per side, %d in total)",
                           xcf->w, xcf->h, PNG_SIDE_MAX, PNG_PIXELS_MAX);
    if (base > XCF_INDEXED || (base == XCF_INDEXED && !xcf->version))
        return reader_fail(reader, "unknown kind of image %u", base);
    xcf->base = (XcfBase)base;
    if (!precision_read(reader, xcf))
        return false;
    if (base == XCF_INDEXED && (xcf->sample_size != 1 || xcf->linear))
        return reader_fail(reader, "an indexed image must have 8 bits with gamma");
    return true;
}

/* ---- properties ---- */

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
static bool property_next(Reader *reader, uint32_t *kind, size_t *end)
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
static bool image_properties_read(Reader *reader, XcfFile *xcf)
{
    uint32_t kind = 0;
    size_t end = 0;
    while (property_next(reader, &kind, &end)) {
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

static bool layer_properties_read(Reader *reader, XcfItem *item, Arena *arena)
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
    while (property_next(reader, &kind, &end)) {
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

/* ---- pixels ---- */

static uint64_t read_pointer(Reader *reader, const XcfFile *xcf)
{
    return read_uint(reader, xcf->pointer_size, "a pointer");
}

/* A pointer is an offset from the start of the file. */
static bool seek_pointer(Reader *reader, const XcfFile *xcf, const char *what)
{
    const uint64_t at = read_pointer(reader, xcf);
    if (!reader_ok(reader))
        return false;
    if (at >= reader->bytes.size)
        return reader_fail(reader, "the %s is outside the file", what);
    reader_seek(reader, (size_t)at);
    return true;
}

/* Columns of tiles of a layer that are inside the canvas. */
static void columns_clip(const XcfFile *xcf, const XcfItem *item, XcfPixels *pixels)
{
    const int64_t first = -(int64_t)item->x, end = (int64_t)xcf->w - item->x;
    const bool none = end <= 0 || first >= pixels->w;
    pixels->first = none || first <= 0 ? 0 : (uint32_t)(first / XCF_TILE);
    pixels->end = none               ? 0
                  : end >= pixels->w ? pixels->columns
                                     : (uint32_t)((end + XCF_TILE - 1) / XCF_TILE);
}

/* Strips are not allocated yet: the sums over all layers decide first. */
static bool limits_check(Reader *reader, XcfFile *xcf, XcfPixels *pixels)
{
    const uint32_t width = (pixels->end - pixels->first) * XCF_TILE;
    const uint32_t rows = pixels->h < xcf->h ? pixels->h : xcf->h;
    pixels->strip_row_size = (size_t)width * pixels->samples * xcf->sample_size;
    pixels->strip_tile_row = UINT32_MAX;
    xcf->pixel_count += (uint64_t)width * rows;
    xcf->strips_size += pixels->strip_row_size * XCF_TILE;
    if (xcf->pixel_count > XCF_PIXELS_MAX || xcf->strips_size > XCF_STRIPS_MAX)
        return reader_fail(reader, "the layers are too large; they may have %d pixels together",
                           XCF_PIXELS_MAX);
    return true;
}

/* Reads a "hierarchy", of which only the first level has pixels. */
static bool pixels_read(Reader *reader, XcfFile *xcf, const XcfItem *item, unsigned samples,
                        XcfPixels *out)
{
    *out = (XcfPixels){.samples = samples};
    out->w = read_u32(reader);
    out->h = read_u32(reader);
    const uint32_t size = read_u32(reader);
    if (!reader_ok(reader))
        return false;
    if (out->w > XCF_SIDE_MAX || out->h > XCF_SIDE_MAX)
        return reader_fail(reader, "a layer of %u x %u pixels; the maximum is %d on a side",
                           out->w, out->h, XCF_SIDE_MAX);
    if (out->w != item->w || out->h != item->h || size != samples * xcf->sample_size)
        return reader_fail(reader,
                           "pixels of %u x %u x %u bytes do not fit a layer of %u x %u x %u",
                           out->w, out->h, size, item->w, item->h, samples * xcf->sample_size);
    if (!seek_pointer(reader, xcf, "level"))
        return false;
    const uint32_t w = read_u32(reader), h = read_u32(reader);
    if (reader_ok(reader) && (w != item->w || h != item->h))
        return reader_fail(reader, "the first level has %u x %u pixels; expected %u x %u", w, h,
                           item->w, item->h);
    out->columns = (out->w + XCF_TILE - 1) / XCF_TILE;
    const uint64_t count = (uint64_t)out->columns * ((out->h + XCF_TILE - 1) / XCF_TILE);
    if (!reader_ok(reader) || count > reader_left(reader) / xcf->pointer_size)
        return reader_fail(reader, "the list of %llu tiles is incomplete",
                           (unsigned long long)count);
    out->tiles_at = reader->at;
    if (!read_pointer(reader, xcf))
        out->tiles_at = 0;
    columns_clip(xcf, item, out);
    return limits_check(reader, xcf, out);
}

/* ---- layers ---- */

/* Without the alpha sample. */
static unsigned samples_of(XcfBase base) { return base == XCF_RGB ? 3 : 1; }

/* A mask is a channel with one sample per pixel and the size of its layer. */
static bool mask_read(Reader *reader, XcfFile *xcf, XcfItem *item)
{
    const uint32_t w = read_u32(reader), h = read_u32(reader);
    uint32_t kind = 0;
    size_t end = 0;
    if (reader_ok(reader) && (w != item->w || h != item->h))
        return reader_fail(reader, "a mask of %u x %u pixels on a layer of %u x %u", w, h,
                           item->w, item->h);
    read_bytes(reader, read_u32(reader)); /* its name */
    while (property_next(reader, &kind, &end))
        reader_seek(reader, end);
    return reader_ok(reader) && seek_pointer(reader, xcf, "mask's hierarchy") &&
           pixels_read(reader, xcf, item, 1, &item->mask);
}

/* Whether the layer, which is visible, can be drawn. */
static bool mode_check(const XcfItem *item, Text name, Report *report)
{
    if (item->mode != MODE_NORMAL_LEGACY && item->mode != MODE_NORMAL)
        return report_cause(report, CAUSE_UNSUPPORTED,
                            "layer \"%.*s\" has mode %u (%s); only normal mode is supported",
                            (int)name.size, name.at, item->mode, mode_name(item->mode));
    if (item->floating)
        return report_error(report,
                            "layer \"%.*s\" is a floating selection; anchor it first "
                            "(Layer > Anchor Layer)",
                            (int)name.size, name.at);
    if (item->show_mask && item->has_mask)
        return report_error(report,
                            "layer \"%.*s\" shows its mask instead of its pixels; turn that "
                            "off (Layer > Mask > Show Layer Mask)",
                            (int)name.size, name.at);
    return true;
}

/* Finds the group of an item by its path. Groups stand before their children. */
static XcfItem *parent_of(Reader *reader, XcfFile *xcf, const XcfItem *item, bool *shown)
{
    XcfItem *parent = &xcf->root;
    *shown = true;
    if (item->path_count > XCF_DEPTH_MAX) {
        reader_fail(reader, "a layer in %zu groups; the maximum is %d", item->path_count - 1,
                    XCF_DEPTH_MAX);
        return NULL;
    }
    for (size_t i = 0; i + 1 < item->path_count; i++) {
        const uint32_t index = item->path[i];
        if (index >= parent->child_count || !parent->children[index]->group) {
            reader_fail(reader, "a layer is in a group that does not exist");
            return NULL;
        }
        parent = parent->children[index];
        *shown &= parent->visible;
    }
    return parent;
}

/* Small layers may cost whole rows: groups, layers that clear what is around them, and changes
 * of the colour space. */
static bool work_check(Reader *reader, XcfFile *xcf, const XcfItem *item)
{
    if (item->group || item->composite == XCF_CLIP_TO_LAYER ||
        item->composite == XCF_INTERSECTION || item->linear != xcf->last_linear)
        xcf->work += (uint64_t)xcf->w * xcf->h;
    xcf->last_linear = item->linear;
    return xcf->work <= XCF_WORK_MAX ||
           reader_fail(reader,
                       "too many groups and changes of the composite space for an "
                       "image of %u x %u pixels",
                       xcf->w, xcf->h);
}

/* Hidden layers are not read further, but stay in the tree: paths of later items count them. */
static bool layer_read(Reader *reader, XcfFile *xcf)
{
    XcfItem *item = ARENA_ALLOC(xcf->arena, XcfItem, 1);
    bool shown;
    item->w = read_u32(reader);
    item->h = read_u32(reader);
    const uint32_t type = read_u32(reader);
    Text name = text_of_bytes(read_bytes(reader, read_u32(reader)));
    if (reader_ok(reader) && type / 2 != xcf->base)
        return reader_fail(reader, "a layer of kind %u in an image of kind %u", type / 2,
                           xcf->base);
    item->has_alpha = type & 1;
    if (name.size && !name.at[name.size - 1])
        name.size--;
    if (!layer_properties_read(reader, item, xcf->arena))
        return false;
    XcfItem *parent = parent_of(reader, xcf, item, &shown);
    if (!parent)
        return false;
    *ARENA_PUSH(xcf->arena, parent->children, parent->child_count) = item;
    if (!item->visible || !shown)
        return true;
    const size_t pointers = reader->at;
    read_pointer(reader, xcf);
    const uint64_t mask = read_pointer(reader, xcf);
    if (!reader_ok(reader))
        return false;
    item->has_mask = mask && item->apply_mask;
    if (!mode_check(item, name, xcf->report) || !work_check(reader, xcf, item))
        return false;
    if (item->has_mask) {
        if (mask >= reader->bytes.size)
            return reader_fail(reader, "the mask is outside the file");
        reader_seek(reader, (size_t)mask);
        if (!mask_read(reader, xcf, item))
            return false;
    }
    if (item->group) /* its pixels are those of its children */
        return true;
    reader_seek(reader, pointers);
    return seek_pointer(reader, xcf, "hierarchy") &&
           pixels_read(reader, xcf, item, samples_of(xcf->base) + item->has_alpha,
                       &item->pixels);
}

/* Pointers to layers, from the topmost on; 0 ends the list. Each is read with a copy of the
 * reader. */
static bool layers_read(Reader *reader, XcfFile *xcf)
{
    for (;;) {
        const uint64_t at = read_pointer(reader, xcf);
        if (!reader_ok(reader) || !at)
            return reader_ok(reader);
        if (at >= xcf->bytes.size)
            return reader_fail(reader, "a layer is outside the file");
        if (xcf->layer_count++ == XCF_LAYERS_MAX)
            return reader_fail(reader, "more than %d layers", XCF_LAYERS_MAX);
        Reader layer = *reader;
        reader_seek(&layer, (size_t)at);
        if (!layer_read(&layer, xcf))
            return false;
    }
}

/* Allocated when the whole file is known to be within the limits. */
static void strips_make(XcfFile *xcf, XcfItem *item)
{
    XcfPixels *both[] = {&item->pixels, &item->mask};
    for (size_t i = 0; i < COUNT_OF(both); i++)
        if (both[i]->samples)
            both[i]->strip = arena_alloc(xcf->arena, XCF_TILE, both[i]->strip_row_size);
    for (size_t i = 0; i < item->child_count; i++)
        strips_make(xcf, item->children[i]);
}

/* The image is in `arena`, everything else in arenas that are freed here. */
bool xcf_read(Bytes file, Image *out, Arena *arena, Report *report)
{
    Arena *own = arena_new();
    XcfFile *xcf = ARENA_ALLOC(own, XcfFile, 1);
    Reader reader = reader_of(file, report);
    reader.big = true;
    *xcf = (XcfFile){.bytes = file,
                     .root = {.group = true, .visible = true, .opacity = 1},
                     .arena = own,
                     .scratch = arena_new(),
                     .report = report};
    bool ok = header_read(&reader, xcf) && image_properties_read(&reader, xcf) &&
              layers_read(&reader, xcf);
    if (ok) {
        strips_make(xcf, &xcf->root);
        *out = image_new(xcf->w, xcf->h, arena);
        ok = xcf_compose(xcf, out);
    }
    arena_free(xcf->scratch);
    arena_free(own);
    return ok;
}

/* Reads only the header: for previews. */
bool xcf_size(Bytes file, uint32_t *w, uint32_t *h, Report *report)
{
    XcfFile xcf = {.bytes = file};
    Reader reader = reader_of(file, report);
    reader.big = true;
    if (!header_read(&reader, &xcf))
        return false;
    *w = xcf.w;
    *h = xcf.h;
    return true;
}
