/* The structures of an XCF file: header, the list of layers, and of each layer its tiles and
 * its mask. All numbers are big-endian. */
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
    while (xcf_property_next(reader, &kind, &end))
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
    if (!xcf_layer_properties_read(reader, item, xcf->arena))
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
    bool ok = header_read(&reader, xcf) && xcf_image_properties_read(&reader, xcf) &&
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
