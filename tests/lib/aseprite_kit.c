#include "aseprite_kit.h"

#include "base/deflate.h"

#include <string.h>

static void put_name(Writer *writer, const char *name)
{
    write_u16(writer, (uint16_t)strlen(name));
    write_text(writer, text_of(name));
}

AsepriteOut aseprite_begin(const AsepriteModel *model, Arena *arena)
{
    AsepriteOut out = {.writer = writer_to(arena)};
    Writer *writer = &out.writer;
    write_u32(writer, 0); /* the size of the file */
    write_u16(writer, 0xA5E0);
    write_u16(writer, model->frames);
    write_u16(writer, model->w);
    write_u16(writer, model->h);
    write_u16(writer, model->bits);
    write_u32(writer, model->flags);
    write_u16(writer, 100); /* deprecated speed */
    write_zeros(writer, 8);
    write_u8(writer, model->transparent);
    write_zeros(writer, 128 - 29);
    return out;
}

Bytes aseprite_end(AsepriteOut *out)
{
    write_uint_at(&out->writer, 0, out->writer.size, 4);
    return writer_bytes(&out->writer);
}

void aseprite_frame_begin(AsepriteOut *out, uint16_t duration)
{
    out->frame = out->writer.size;
    out->chunks = 0;
    write_u32(&out->writer, 0);
    write_u16(&out->writer, 0xF1FA);
    write_u16(&out->writer, 0xFFFF);
    write_u16(&out->writer, duration);
    write_zeros(&out->writer, 6);
}

void aseprite_frame_end(AsepriteOut *out)
{
    write_uint_at(&out->writer, out->frame, out->writer.size - out->frame, 4);
    if (out->old_counts || !out->chunks)
        write_uint_at(&out->writer, out->frame + 6, out->chunks, 2);
    else
        write_uint_at(&out->writer, out->frame + 12, out->chunks, 4);
}

void aseprite_chunk_begin(AsepriteOut *out, uint16_t kind)
{
    out->chunk = out->writer.size;
    out->chunks++;
    write_u32(&out->writer, 0);
    write_u16(&out->writer, kind);
}

void aseprite_chunk_end(AsepriteOut *out)
{
    write_uint_at(&out->writer, out->chunk, out->writer.size - out->chunk, 4);
}

void aseprite_put_layer(AsepriteOut *out, const AsepriteLayerModel *layer)
{
    Writer *writer = &out->writer;
    aseprite_chunk_begin(out, 0x2004);
    write_u16(writer, (uint16_t)((layer->hidden ? 0 : 1) | layer->background << 3 |
                                 layer->reference << 6));
    write_u16(writer, layer->kind);
    write_u16(writer, layer->level);
    write_zeros(writer, 4);
    write_u16(writer, layer->mode);
    write_u8(writer, (uint8_t)(255 - layer->transparency));
    write_zeros(writer, 3);
    put_name(writer, layer->name ? layer->name : "layer");
    if (layer->kind == 2)
        write_u32(writer, layer->tileset);
    aseprite_chunk_end(out);
}

static void put_compressed(Writer *writer, Bytes bytes)
{
    write_bytes(writer, deflate_bytes(bytes, WRAPPING_ZLIB, DEFLATE_NORMAL, writer->arena));
}

void aseprite_put_cel(AsepriteOut *out, const AsepriteCelModel *cel)
{
    Writer *writer = &out->writer;
    aseprite_chunk_begin(out, 0x2005);
    write_u16(writer, cel->layer);
    write_u16(writer, (uint16_t)cel->x);
    write_u16(writer, (uint16_t)cel->y);
    write_u8(writer, (uint8_t)(255 - cel->transparency));
    write_u16(writer, cel->linked ? 1 : cel->tilemap ? 3 : cel->raw ? 0 : 2);
    write_u16(writer, (uint16_t)cel->z);
    write_zeros(writer, 5);
    if (cel->linked) {
        write_u16(writer, cel->link);
    } else {
        write_u16(writer, cel->w);
        write_u16(writer, cel->h);
        if (cel->tilemap) {
            write_u16(writer, 32);
            write_u32(writer, 0x1FFFFFFF);
            write_u32(writer, 0x80000000);
            write_u32(writer, 0x40000000);
            write_u32(writer, 0x20000000);
            write_zeros(writer, 10);
        }
        if (!cel->raw)
            put_compressed(writer, cel->pixels);
        else
            write_bytes(writer, cel->pixels);
    }
    aseprite_chunk_end(out);
}

void aseprite_put_palette(AsepriteOut *out, const uint32_t *colours, uint32_t count)
{
    Writer *writer = &out->writer;
    aseprite_chunk_begin(out, 0x2019);
    write_u32(writer, count);
    write_u32(writer, 0);
    write_u32(writer, count - 1);
    write_zeros(writer, 8);
    for (uint32_t i = 0; i < count; i++) {
        write_u16(writer, i % 2); /* every other one has a name */
        write_u32(writer, colours[i]);
        if (i % 2)
            put_name(writer, "sand");
    }
    aseprite_chunk_end(out);
}

void aseprite_put_tag(AsepriteOut *out, const char *name, uint16_t from, uint16_t to,
                      uint8_t direction, uint16_t repeat)
{
    Writer *writer = &out->writer;
    aseprite_chunk_begin(out, 0x2018);
    write_u16(writer, 1);
    write_zeros(writer, 8);
    write_u16(writer, from);
    write_u16(writer, to);
    write_u8(writer, direction);
    write_u16(writer, repeat);
    write_zeros(writer, 10);
    put_name(writer, name);
    aseprite_chunk_end(out);
}

void aseprite_put_slice(AsepriteOut *out, const char *name, uint32_t flags, uint32_t frame,
                        int32_t x, int32_t y, uint32_t w, uint32_t h)
{
    Writer *writer = &out->writer;
    aseprite_chunk_begin(out, 0x2022);
    write_u32(writer, 1);
    write_u32(writer, flags);
    write_u32(writer, 0);
    put_name(writer, name);
    write_u32(writer, frame);
    write_u32(writer, (uint32_t)x);
    write_u32(writer, (uint32_t)y);
    write_u32(writer, w);
    write_u32(writer, h);
    write_zeros(writer, (flags & 1 ? 16 : 0) + (flags & 2 ? 8 : 0));
    aseprite_chunk_end(out);
}

void aseprite_put_tileset(AsepriteOut *out, uint32_t id, uint32_t flags, uint32_t count,
                          uint16_t w, uint16_t h, Bytes pixels)
{
    Writer *writer = &out->writer;
    aseprite_chunk_begin(out, 0x2023);
    write_u32(writer, id);
    write_u32(writer, flags);
    write_u32(writer, count);
    write_u16(writer, w);
    write_u16(writer, h);
    write_u16(writer, 1);
    write_zeros(writer, 14);
    put_name(writer, "ground");
    if (flags & 1)
        write_zeros(writer, 8);
    if (flags & 2) {
        const size_t at = writer->size;
        write_u32(writer, 0);
        put_compressed(writer, pixels);
        write_uint_at(writer, at, writer->size - at - 4, 4);
    }
    aseprite_chunk_end(out);
}
