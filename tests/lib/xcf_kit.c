#include "xcf_kit.h"

#include "base/deflate.h"

#include <string.h>

enum { TILE = 64 };

typedef struct Out {
    const XcfModel *model;
    Writer writer;
    unsigned pointer, sample; /* bytes */
} Out;

static void put_property(Out *out, uint32_t kind, const uint32_t *values, size_t count)
{
    write_u32(&out->writer, kind);
    write_u32(&out->writer, (uint32_t)count * 4);
    for (size_t i = 0; i < count; i++)
        write_u32(&out->writer, values[i]);
}

#define PUT(out, kind, ...)                                                                    \
    put_property(out, kind, (const uint32_t[]){__VA_ARGS__},                                   \
                 sizeof((const uint32_t[]){__VA_ARGS__}) / 4)

/* Runs of equal bytes as such, everything else as single bytes, long runs in the long form. */
static void put_rle(Writer *writer, const uint8_t *bytes, size_t count, size_t step)
{
    for (size_t at = 0; at < count;) {
        size_t run = 1;
        while (at + run < count && bytes[(at + run) * step] == bytes[at * step])
            run++;
        if (run > 127) {
            write_u8(writer, 127);
            write_u8(writer, (uint8_t)(run >> 8));
            write_u8(writer, (uint8_t)run);
            write_u8(writer, bytes[at * step]);
        } else if (run > 1) {
            write_u8(writer, (uint8_t)(run - 1));
            write_u8(writer, bytes[at * step]);
        } else if (at % 2) { /* the long form of different bytes, for one */
            write_u8(writer, 128);
            write_u16(writer, 1);
            write_u8(writer, bytes[at * step]);
        } else {
            write_u8(writer, 255);
            write_u8(writer, bytes[at * step]);
        }
        at += run;
    }
}

static void put_tile(Out *out, const uint8_t *bytes, size_t pixels, size_t step)
{
    if (out->model->compression == 1)
        for (size_t i = 0; i < step; i++)
            put_rle(&out->writer, bytes + i, pixels, step);
    else if (out->model->compression == 2)
        write_bytes(&out->writer, deflate_bytes((Bytes){bytes, pixels * step}, WRAPPING_ZLIB,
                                                DEFLATE_NORMAL, out->writer.arena));
    else
        write_bytes(&out->writer, (Bytes){bytes, pixels * step});
}

/* A hierarchy of one level; returns its offset. */
static size_t put_pixels(Out *out, uint32_t w, uint32_t h, unsigned samples,
                         const uint16_t *values, size_t value_count)
{
    Writer *writer = &out->writer;
    const size_t step = (size_t)samples * out->sample, start = writer->size;
    const uint32_t columns = (w + TILE - 1) / TILE, rows = (h + TILE - 1) / TILE;
    write_u32(writer, w);
    write_u32(writer, h);
    write_u32(writer, (uint32_t)step);
    write_uint(writer, writer->size + 2 * out->pointer, out->pointer);
    write_uint(writer, 0, out->pointer);
    write_u32(writer, w);
    write_u32(writer, h);
    const size_t table = writer->size;
    write_zeros(writer, (size_t)(columns * rows + 1) * out->pointer);
    for (uint32_t tile = 0; tile < columns * rows; tile++) {
        const uint32_t x0 = tile % columns * TILE, y0 = tile / columns * TILE;
        const uint32_t tw = w - x0 < TILE ? w - x0 : TILE, th = h - y0 < TILE ? h - y0 : TILE;
        Writer pixels = {.arena = writer->arena, .big = out->model->version >= 12};
        for (uint32_t y = y0; y < y0 + th; y++)
            for (uint32_t x = x0; x < x0 + tw; x++)
                for (unsigned s = 0; s < samples; s++)
                    write_uint(&pixels,
                               values[(((size_t)y * w + x) * samples + s) % value_count],
                               out->sample);
        write_uint_at(writer, table + tile * out->pointer, writer->size, out->pointer);
        put_tile(out, pixels.data, (size_t)tw * th, step);
    }
    return start;
}

static void put_name(Out *out, const char *name)
{
    write_u32(&out->writer, (uint32_t)strlen(name) + 1);
    write_text(&out->writer, text_of(name));
    write_u8(&out->writer, 0);
}

static void put_layer_properties(Out *out, const XcfLayerModel *layer)
{
    float opacity = (float)layer->opacity / 255;
    uint32_t bits;
    memcpy(&bits, &opacity, sizeof bits);
    if (layer->floating)
        PUT(out, 5, 0);
    PUT(out, 6, layer->opacity);
    if (out->model->version >= 4)
        PUT(out, 33, bits);
    PUT(out, 8, !layer->hidden);
    PUT(out, 11, !layer->ignore_mask);
    PUT(out, 13, layer->show_mask);
    PUT(out, 15, (uint32_t)layer->x, (uint32_t)layer->y);
    PUT(out, 7, layer->mode);
    if (layer->space)
        PUT(out, 36, (uint32_t)layer->space);
    if (layer->composite)
        PUT(out, 35, (uint32_t)layer->composite);
    if (layer->group)
        put_property(out, 29, NULL, 0);
    if (layer->path) {
        uint32_t path[8] = {0};
        for (size_t i = 0; i < layer->path_size; i++)
            path[i] = (uint8_t)layer->path[i];
        put_property(out, 30, path, layer->path_size);
    }
    put_property(out, 0, NULL, 0);
}

static size_t put_layer(Out *out, const XcfLayerModel *layer)
{
    Writer *writer = &out->writer;
    const uint16_t nothing = 0;
    const unsigned samples = (out->model->base == 0 ? 3 : 1) + layer->alpha;
    const size_t start = writer->size;
    write_u32(writer, layer->w);
    write_u32(writer, layer->h);
    write_u32(writer, out->model->base * 2 + layer->alpha);
    put_name(out, "layer");
    put_layer_properties(out, layer);
    const size_t pointers = writer->size;
    write_zeros(writer, 2 * out->pointer);
    const size_t pixels =
        put_pixels(out, layer->w, layer->h, samples, layer->samples ? layer->samples : &nothing,
                   layer->samples ? layer->sample_count : 1);
    write_uint_at(writer, pointers, pixels, out->pointer);
    if (layer->mask) {
        write_uint_at(writer, pointers + out->pointer, writer->size, out->pointer);
        write_u32(writer, layer->w);
        write_u32(writer, layer->h);
        put_name(out, "mask");
        PUT(out, 6, 255);
        put_property(out, 0, NULL, 0);
        const size_t to_pixels = writer->size;
        write_zeros(writer, out->pointer);
        write_uint_at(writer, to_pixels,
                      put_pixels(out, layer->w, layer->h, 1, layer->mask, layer->mask_count),
                      out->pointer);
    }
    return start;
}

static void put_image_properties(Out *out)
{
    const XcfModel *model = out->model;
    Writer *writer = &out->writer;
    if (model->colours) {
        write_u32(writer, 1);
        write_u32(writer, model->colour_count + 4); /* as GIMP 1.0, which forgot a factor */
        write_u32(writer, model->colour_count);
        write_bytes(writer, (Bytes){model->colours, (size_t)model->colour_count * 3});
    }
    write_u32(writer, 17);
    write_u32(writer, 1);
    write_u8(writer, (uint8_t)model->compression);
    if (model->profile) {
        write_u32(writer, 21);
        write_u32(writer, 4 + 12 + 4 + 4 + 3);
        put_name(out, "icc-profile");
        write_u32(writer, 1);
        write_u32(writer, 3);
        write_text(writer, TEXT("abc"));
    }
    put_property(out, 0, NULL, 0);
}

Bytes xcf_file(const XcfModel *model, Arena *arena)
{
    Out out = {.model = model,
               .writer = {.arena = arena, .big = true},
               .pointer = model->version >= 11 ? 8 : 4,
               .sample = model->precision == 200 || model->precision == 250 ? 2 : 1};
    Writer *writer = &out.writer;
    write_text(writer, TEXT("gimp xcf "));
    if (model->version)
        write_format(writer, "v%03u", model->version);
    else
        write_text(writer, TEXT("file"));
    write_u8(writer, 0);
    write_u32(writer, model->w);
    write_u32(writer, model->h);
    write_u32(writer, model->base);
    if (model->version >= 4)
        write_u32(writer, model->precision);
    put_image_properties(&out);
    const size_t table = writer->size;
    write_zeros(writer, (model->layer_count + 2) * out.pointer);
    for (size_t i = 0; i < model->layer_count; i++) {
        const size_t at = put_layer(&out, &model->layers[i]);
        write_uint_at(writer, table + i * out.pointer, at, out.pointer);
    }
    return writer_bytes(writer);
}
