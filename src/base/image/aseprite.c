/* Parts, in order: palettes; layers; cels; tilesets; tags and slices; frames and the header. */
#include "base/image/aseprite_internal.h"

#include "base/image/picture.h"

enum {
    /* Sizes in bytes, with the fields "size" and "magic" (ase-file-specs.md of Aseprite). */
    HEADER_SIZE = 128,
    FRAME_SIZE = 16,
    CHUNK_SIZE = 6,
    FILE_MAGIC = 0xA5E0,
    FRAME_MAGIC = 0xF1FA,
};

enum {
    CHUNK_OLD_PALETTE = 0x0004,
    CHUNK_OLDER_PALETTE = 0x0011, /* with 6 bits */
    CHUNK_LAYER = 0x2004,
    CHUNK_CEL = 0x2005,
    CHUNK_PROFILE = 0x2007,
    CHUNK_TAGS = 0x2018,
    CHUNK_PALETTE = 0x2019,
    CHUNK_SLICE = 0x2022,
    CHUNK_TILESET = 0x2023,
};

enum { FLAG_LAYER_OPACITY = 1, FLAG_COMPOSE_GROUPS = 2 };
enum { LAYER_VISIBLE = 1, LAYER_BACKGROUND = 8, LAYER_REFERENCE = 64 };
enum { SLICE_NINE = 1, SLICE_PIVOT = 2 };
enum { TILESET_EXTERNAL = 1, TILESET_INSIDE = 2, TILESET_EMPTY_IS_ZERO = 4 };
enum { PROFILE_NONE, PROFILE_SRGB, PROFILE_ICC };

/* Chunks change the state of the current frame; a palette is valid until the next one. */
typedef struct Opening {
    Aseprite *out;
    size_t frame;   /* the current one */
    Pixel *colours; /* of the current frame */
    uint32_t colour_count;
    bool own_colours; /* `colours` were allocated for the current frame */
    bool new_palette; /* a palette chunk of the new kind was found */
    Arena *arena;
    Report *report;
} Opening;

static Text read_name(Reader *reader)
{
    return text_of_bytes(read_bytes(reader, read_u16(reader)));
}

static int32_t read_short(Reader *reader) { return (int16_t)read_u16(reader); }

/* ---- palettes: earlier frames keep theirs ---- */

/* A new table for the frame that changes colours, as earlier frames point to theirs. */
static void colours_change(Opening *opening)
{
    if (opening->own_colours)
        return;
    Pixel *colours = ARENA_ALLOC(opening->arena, Pixel, ASEPRITE_COLOURS);
    if (opening->colours)
        memcpy(colours, opening->colours, ASEPRITE_COLOURS * sizeof *colours);
    opening->colours = colours;
    opening->own_colours = true;
}

static void colour_put(Opening *opening, uint64_t index, Pixel colour)
{
    if (index >= ASEPRITE_COLOURS)
        return; /* images with more colours are not indexed */
    opening->colours[index] = colour;
    if (opening->colour_count <= index)
        opening->colour_count = (uint32_t)index + 1;
}

/* 6 bits as 0-255: the upper bits are repeated below. */
static uint32_t colour_8_bits(uint32_t value, bool six_bits)
{
    return six_bits ? (value << 2 | value >> 4) & 255 : value;
}

/* Files for older programs have both kinds of palette: the new one, which has alpha, counts.
 * Packets give how many entries to skip, and a count of 0 for 256. */
static bool old_palette_read(Opening *opening, Reader *reader, bool six_bits)
{
    const uint32_t packets = read_u16(reader);
    uint64_t index = 0;
    if (opening->new_palette)
        return true;
    colours_change(opening);
    for (uint32_t i = 0; i < packets && reader_ok(reader); i++) {
        index += read_u8(reader);
        const uint32_t number = read_u8(reader), count = number ? number : ASEPRITE_COLOURS;
        for (uint32_t j = 0; j < count && reader_ok(reader); j++) {
            const uint32_t r = read_u8(reader), g = read_u8(reader), b = read_u8(reader);
            colour_put(opening, index++,
                       PIXEL(colour_8_bits(r, six_bits), colour_8_bits(g, six_bits),
                             colour_8_bits(b, six_bits), 255));
        }
    }
    return reader_ok(reader);
}

/* Changes the entries `first` to `last`; `size` is the new number of colours. */
static bool palette_chunk_read(Opening *opening, Reader *reader)
{
    const uint32_t size = read_u32(reader), first = read_u32(reader), last = read_u32(reader);
    read_bytes(reader, 8);
    if (!reader_ok(reader))
        return false;
    if (first > last || last >= size)
        return reader_fail(reader, "colours %u to %u of a palette with %u", first, last, size);
    colours_change(opening);
    opening->new_palette = true;
    opening->colour_count = size < opening->colour_count ? size : opening->colour_count;
    for (uint64_t i = first; i <= last && reader_ok(reader); i++) {
        const uint32_t flags = read_u16(reader), r = read_u8(reader), g = read_u8(reader);
        const uint32_t b = read_u8(reader), a = read_u8(reader);
        if (flags & 1)
            read_name(reader);
        if (reader_ok(reader))
            colour_put(opening, i, PIXEL(r, g, b, a));
    }
    return reader_ok(reader);
}

/* Bit 0 of the flags: a fixed gamma. */
static bool profile_read(Opening *opening, Reader *reader)
{
    const uint32_t kind = read_u16(reader), flags = read_u16(reader);
    if (reader_ok(reader) && (kind == PROFILE_ICC || (flags & 1)))
        report_warning(opening->report,
                       "the colour profile is ignored; colours are taken as sRGB");
    return reader_ok(reader);
}

/* ---- layers ---- */

/* The group of a layer: the last layer with a smaller level. */
static bool parent_find(const Aseprite *aseprite, Reader *reader, AsepriteLayer *layer)
{
    layer->parent = ASEPRITE_LAYERS_MAX;
    if (!layer->depth)
        return true;
    if (layer->depth > ASEPRITE_DEPTH_MAX)
        return reader_fail(reader, "a layer in %u groups; the maximum is %d", layer->depth,
                           ASEPRITE_DEPTH_MAX);
    for (size_t i = aseprite->layer_count; i--;) {
        const AsepriteLayer *group = &aseprite->layers[i];
        if (group->depth >= layer->depth)
            continue;
        if (group->depth + 1 != layer->depth || group->kind != LAYER_GROUP)
            break;
        layer->parent = (uint32_t)i;
        layer->visible &= group->visible;
        return true;
    }
    return reader_fail(reader, "layer \"%.*s\" is in a group that does not exist",
                       (int)layer->name.size, layer->name.at);
}

/* The opacity of layers counts only if the header's flag says so. */
static bool layer_read(Opening *opening, Reader *reader)
{
    Aseprite *out = opening->out;
    AsepriteLayer layer = {0};
    const uint32_t flags = read_u16(reader), kind = read_u16(reader);
    layer.depth = read_u16(reader);
    read_bytes(reader, 4);
    layer.mode = read_u16(reader);
    layer.opacity = read_u8(reader);
    read_bytes(reader, 3);
    layer.name = read_name(reader);
    if (kind == LAYER_TILEMAP)
        layer.tileset = read_u32(reader);
    if (!reader_ok(reader))
        return false;
    if (kind > LAYER_TILEMAP)
        return reader_fail(reader, "layer \"%.*s\" has the unknown type %u",
                           (int)layer.name.size, layer.name.at, kind);
    if (out->layer_count == ASEPRITE_LAYERS_MAX)
        return reader_fail(reader, "more than %d layers", ASEPRITE_LAYERS_MAX);
    layer.kind = (AsepriteLayerKind)kind;
    layer.visible = flags & LAYER_VISIBLE;
    layer.background = flags & LAYER_BACKGROUND;
    layer.reference = flags & LAYER_REFERENCE;
    if (!out->layer_opacity)
        layer.opacity = 255;
    if (!parent_find(out, reader, &layer))
        return false;
    *ARENA_PUSH(opening->arena, out->layers, out->layer_count) = layer;
    return true;
}

/* ---- cels ---- */

/* A link must point to an earlier frame: this excludes cycles. Pixels are decompressed when the
 * cel is drawn. */
static bool cel_data_read(Opening *opening, Reader *reader, AsepriteCel *cel)
{
    if (cel->kind == CEL_LINKED) {
        cel->link = read_u16(reader);
        return !reader_ok(reader) || cel->link < opening->frame ||
               reader_fail(reader,
                           "a cel of frame %zu is linked to frame %u, which is not "
                           "before it",
                           opening->frame, cel->link);
    }
    cel->w = read_u16(reader);
    cel->h = read_u16(reader);
    if (cel->kind == CEL_TILEMAP) {
        const uint32_t bits = read_u16(reader);
        cel->id_mask = read_u32(reader);
        cel->x_mask = read_u32(reader);
        cel->y_mask = read_u32(reader);
        cel->diagonal_mask = read_u32(reader);
        read_bytes(reader, 10);
        if (reader_ok(reader) && bits != 32)
            return reader_fail(reader, "a tilemap with %u bits per tile; expected 32", bits);
    }
    cel->data = read_bytes(reader, reader_left(reader));
    return true;
}

/* Layers must have been read before their cels. */
static bool cel_read(Opening *opening, Reader *reader)
{
    const Aseprite *out = opening->out;
    AsepriteFrame *frame = &out->frames[opening->frame];
    AsepriteCel cel = {.layer = read_u16(reader)};
    cel.x = read_short(reader);
    cel.y = read_short(reader);
    cel.opacity = read_u8(reader);
    const uint32_t kind = read_u16(reader);
    cel.z = read_short(reader);
    read_bytes(reader, 5);
    if (!reader_ok(reader))
        return false;
    if (kind > CEL_TILEMAP)
        return reader_fail(reader, "a cel of the unknown type %u", kind);
    if (cel.layer >= out->layer_count)
        return reader_fail(reader, "a cel of layer %u; the file has %zu layers", cel.layer,
                           out->layer_count);
    cel.kind = (AsepriteCelKind)kind;
    if (!cel_data_read(opening, reader, &cel) || !reader_ok(reader))
        return false;
    *ARENA_PUSH(opening->arena, frame->cels, frame->cel_count) = cel;
    return true;
}

/* ---- tilesets ---- */

/* An external tileset has no pixels in this file. */
static bool tileset_read(Opening *opening, Reader *reader)
{
    AsepriteTileset tileset = {.id = read_u32(reader)};
    const uint32_t flags = read_u32(reader);
    tileset.count = read_u32(reader);
    tileset.w = read_u16(reader);
    tileset.h = read_u16(reader);
    read_bytes(reader, 16);
    tileset.name = read_name(reader);
    tileset.external = !(flags & TILESET_INSIDE);
    tileset.empty_is_zero = flags & TILESET_EMPTY_IS_ZERO;
    if (flags & TILESET_EXTERNAL)
        read_bytes(reader, 8);
    if (flags & TILESET_INSIDE)
        tileset.data = read_bytes(reader, read_u32(reader));
    if (!reader_ok(reader))
        return false;
    *ARENA_PUSH(opening->arena, opening->out->tilesets, opening->out->tileset_count) = tileset;
    return true;
}

/* ---- tags and slices ---- */

/* Frames are checked here, so that users of tags need not. */
static bool tags_read(Opening *opening, Reader *reader)
{
    Aseprite *out = opening->out;
    const uint32_t count = read_u16(reader);
    read_bytes(reader, 8);
    for (uint32_t i = 0; i < count && reader_ok(reader); i++) {
        AsepriteTag tag = {.from = read_u16(reader)};
        tag.to = read_u16(reader);
        const uint32_t direction = read_u8(reader);
        tag.repeat = read_u16(reader);
        read_bytes(reader, 10);
        tag.name = read_name(reader);
        if (!reader_ok(reader))
            return false;
        if (tag.from > tag.to || tag.to >= out->frame_count)
            return reader_fail(reader, "tag \"%.*s\" has the frames %u to %u of %zu",
                               (int)tag.name.size, tag.name.at, tag.from, tag.to,
                               out->frame_count);
        if (direction > ASEPRITE_PING_PONG_REVERSE)
            return reader_fail(reader, "tag \"%.*s\" has the unknown direction %u",
                               (int)tag.name.size, tag.name.at, direction);
        tag.direction = (AsepriteDirection)direction;
        *ARENA_PUSH(opening->arena, out->tags, out->tag_count) = tag;
    }
    return reader_ok(reader);
}

/* Keys must be in the order of their frames: aseprite_slice_at() stops at the first later
 * one. */
static bool slice_read(Opening *opening, Reader *reader)
{
    Aseprite *out = opening->out;
    AsepriteSlice slice = {0};
    const uint32_t count = read_u32(reader), flags = read_u32(reader);
    read_u32(reader);
    slice.name = read_name(reader);
    for (uint32_t i = 0; i < count && reader_ok(reader); i++) {
        AsepriteSliceKey key = {.frame = read_u32(reader)};
        key.x = (int32_t)read_u32(reader);
        key.y = (int32_t)read_u32(reader);
        key.w = read_u32(reader);
        key.h = read_u32(reader);
        if (flags & SLICE_NINE)
            read_bytes(reader, 16);
        if (flags & SLICE_PIVOT)
            read_bytes(reader, 8);
        if (!reader_ok(reader))
            return false;
        if (i && key.frame <= slice.keys[i - 1].frame)
            return reader_fail(reader, "the keys of slice \"%.*s\" are not in order",
                               (int)slice.name.size, slice.name.at);
        *ARENA_PUSH(opening->arena, slice.keys, slice.key_count) = key;
    }
    *ARENA_PUSH(opening->arena, out->slices, out->slice_count) = slice;
    return reader_ok(reader);
}

/* A key is valid from its frame until the next key. An empty area hides the slice. */
const AsepriteSliceKey *aseprite_slice_at(const AsepriteSlice *slice, size_t frame)
{
    const AsepriteSliceKey *found = NULL;
    for (size_t i = 0; i < slice->key_count && slice->keys[i].frame <= frame; i++)
        found = &slice->keys[i];
    return found && found->w && found->h ? found : NULL;
}

/* ---- frames ---- */

static bool chunk_read(Opening *opening, uint32_t kind, Reader *reader)
{
    switch (kind) {
    case CHUNK_OLD_PALETTE:
    case CHUNK_OLDER_PALETTE:
        return old_palette_read(opening, reader, kind == CHUNK_OLDER_PALETTE);
    case CHUNK_PALETTE:
        return palette_chunk_read(opening, reader);
    case CHUNK_PROFILE:
        return profile_read(opening, reader);
    case CHUNK_LAYER:
        return layer_read(opening, reader);
    case CHUNK_CEL:
        return cel_read(opening, reader);
    case CHUNK_TAGS:
        return tags_read(opening, reader);
    case CHUNK_SLICE:
        return slice_read(opening, reader);
    case CHUNK_TILESET:
        return tileset_read(opening, reader);
    default:
        return true; /* comments, paths, masks and chunks of later versions */
    }
}

/* A part of the reader's bytes with offsets of the file in its messages. */
static Reader reader_inside(Reader *reader, size_t size, Report *report)
{
    Reader inside = reader_of((Bytes){0}, report);
    inside.base = reader->base + reader->at;
    inside.bytes = read_bytes(reader, size);
    inside.failed = reader->failed;
    return inside;
}

/* The number of chunks is in a 16-bit field, or, if it is too large for that, in a 32-bit one.
 * A chunk is read within its size, so that unknown fields at its end do no harm. */
static bool frame_read(Opening *opening, Reader *reader, uint32_t speed)
{
    AsepriteFrame *frame = &opening->out->frames[opening->frame];
    const uint32_t size = read_u32(reader), magic = read_u16(reader);
    uint32_t count = read_u16(reader);
    const uint32_t duration = read_u16(reader);
    read_bytes(reader, 2);
    const uint32_t new_count = read_u32(reader);
    if (!reader_ok(reader))
        return false;
    if (magic != FRAME_MAGIC || size < FRAME_SIZE)
        return reader_fail(
            reader, "expected a frame, found %u bytes with the magic number %04x", size, magic);
    Reader chunks = reader_inside(reader, size - FRAME_SIZE, opening->report);
    if (new_count)
        count = new_count;
    frame->duration = duration ? duration : speed;
    opening->own_colours = false;
    for (uint32_t i = 0; i < count && reader_ok(&chunks); i++) {
        const uint32_t chunk_size = read_u32(&chunks), kind = read_u16(&chunks);
        if (reader_ok(&chunks) && chunk_size < CHUNK_SIZE)
            return reader_fail(&chunks, "a chunk of %u bytes; the minimum is %d", chunk_size,
                               CHUNK_SIZE);
        Reader chunk = reader_inside(&chunks, reader_ok(&chunks) ? chunk_size - CHUNK_SIZE : 0,
                                     opening->report);
        if (!reader_ok(&chunks) || !chunk_read(opening, kind, &chunk) || !reader_ok(&chunk))
            return false;
    }
    frame->colours = opening->colours;
    frame->colour_count = opening->colour_count;
    return reader_ok(&chunks);
}

/* ---- the header ---- */

bool aseprite_is(Bytes file)
{
    return file.size >= CHUNK_SIZE && uint_of(file.data + 4, 2, false) == FILE_MAGIC;
}

/* The speed is the duration of frames (ms) that have none. */
static bool header_read(Reader *reader, Aseprite *out, uint32_t *speed)
{
    if (!aseprite_is(reader->bytes))
        return reader_fail(reader, text_starts(text_of_bytes(reader->bytes), "ASEF")
                                       ? "a palette of Adobe, not an Aseprite image; convert "
                                         "it to .gpl"
                                       : "not an Aseprite image");
    if (!reader_need(reader, HEADER_SIZE, "header"))
        return false;
    read_bytes(reader, 6);
    out->frame_count = read_u16(reader);
    out->w = read_u16(reader);
    out->h = read_u16(reader);
    out->bits = read_u16(reader);
    const uint32_t flags = read_u32(reader);
    *speed = read_u16(reader);
    read_bytes(reader, 8);
    out->transparent = read_u8(reader);
    out->layer_opacity = flags & FLAG_LAYER_OPACITY;
    out->compose_groups = flags & FLAG_COMPOSE_GROUPS;
    reader_seek(reader, HEADER_SIZE);
    if (!picture_size_check(out->w, out->h, reader->report))
        return false;
    if (out->bits != 8 && out->bits != 16 && out->bits != 32)
        return reader_fail(reader, "%u bits per pixel; expected 8, 16 or 32", out->bits);
    return out->frame_count > 0 || reader_fail(reader, "the image has no frames");
}

/* `file` must stay valid as long as `out`: cels refer to its bytes. */
bool aseprite_open(Bytes file, Aseprite *out, Arena *arena, Report *report)
{
    Opening opening = {.out = out, .arena = arena, .report = report};
    Reader reader = reader_of(file, report);
    uint32_t speed = 0;
    *out = (Aseprite){0};
    if (!header_read(&reader, out, &speed))
        return false;
    if (!reader_need(&reader, out->frame_count * FRAME_SIZE, "frames"))
        return false;
    out->frames = ARENA_ALLOC(arena, AsepriteFrame, out->frame_count);
    for (; opening.frame < out->frame_count; opening.frame++)
        if (!frame_read(&opening, &reader, speed))
            return false;
    return true;
}

uint32_t aseprite_duration(const Aseprite *aseprite, size_t frame)
{
    return aseprite->frames[frame].duration;
}

bool picture_size_aseprite(Bytes file, uint32_t *w, uint32_t *h, Report *report)
{
    Aseprite aseprite = {0};
    Reader reader = reader_of(file, report);
    uint32_t speed = 0;
    if (!header_read(&reader, &aseprite, &speed))
        return false;
    *w = aseprite.w;
    *h = aseprite.h;
    return true;
}

/* For formats with one image; animations use aseprite_open(). */
bool picture_read_aseprite(Bytes file, Image *out, Arena *arena, Report *report)
{
    Arena *own = arena_new();
    Aseprite aseprite;
    const bool ok = aseprite_open(file, &aseprite, own, report) &&
                    aseprite_draw(&aseprite, 0, out, arena, report);
    if (ok && aseprite.frame_count > 1)
        report_warning(report, "the image has %zu frames; only the first is read",
                       aseprite.frame_count);
    arena_free(own);
    return ok;
}
