/* Internal declarations of the PNG reader and writer. */
#ifndef OISIN_BASE_IMAGE_PNG_INTERNAL_H
#define OISIN_BASE_IMAGE_PNG_INTERNAL_H

#include "base/stream.h"
#include "base/image/png.h"

#define PNG_SIGNATURE "\x89PNG\r\n\x1a\n"

enum { PNG_SIGNATURE_SIZE = 8, PNG_HEADER_SIZE = 13, PNG_CHUNK_EXTRA = 12 };

/* Colour types of IHDR. */
enum { PNG_GREY = 0, PNG_RGB = 2, PNG_INDEXED = 3, PNG_GREY_ALPHA = 4, PNG_RGBA = 6 };

enum { FILTER_NONE, FILTER_SUB, FILTER_UP, FILTER_AVERAGE, FILTER_PAETH, FILTER_COUNT };

/* A file whose chunks have been read. */
typedef struct PngFile {
    uint32_t w, h;
    uint8_t bits, colour_type;
    bool interlaced;
    bool has_key;
    Pixel key; /* tRNS of grey (r = g = b) and RGB with up to 8 bits, alpha 0 */
    Pixel palette[256];
    size_t palette_count;
    Bytes *data; /* the IDAT chunks */
    size_t data_count, data_size;
    PngText *texts;
    size_t text_count;
    bool texts_wanted;    /* also zTXt and iTXt */
    size_t inflated_size; /* bytes of all texts that were compressed */
} PngFile;

/* Samples per pixel; 0 if the colour type is invalid. */
unsigned png_samples(uint8_t colour_type);

/* Decode image data to pixels: with our own decoder (non-interlaced, up to 8 bits), and with
 * libpng. */
bool png_decode(const PngFile *png, Image *out, Arena *arena, Report *report);
bool png_decode_by_library(Bytes file, const PngFile *png, Image *out, Arena *arena,
                           Report *report);

/* Add the text of a tEXt chunk, and of a zTXt or iTXt chunk (`international`). */
bool png_text_read(Bytes data, PngFile *png, Arena *arena, Report *report);
void png_packed_text_read(Bytes data, bool international, PngFile *png, Arena *arena,
                          Report *report);

bool png_decode_grey16(Bytes file, const PngFile *png, uint16_t **out, Arena *arena,
                       Report *report);

/* For images with one sample per pixel (greyscale, indexed) of up to 8 bits: the colours of
 * samples 0 to 2^bits - 1, with grey scaled to 0-255; conversion of a row of packed samples to
 * colours, which returns the largest sample; the check whether that one is in the palette. */
void png_colours(const PngFile *png, Pixel *colours);
unsigned png_samples_expand(Pixel *out, const uint8_t *row, size_t w, unsigned bits,
                            const Pixel *colours);
bool png_sample_check(const PngFile *png, unsigned largest, uint32_t y, Report *report);

/* Rows of bytes to be filtered and compressed. */
typedef struct PngRaster {
    const uint8_t *bytes;
    size_t row_size, step; /* bytes; `step` is the distance to the pixel on the left */
    uint32_t h;
    bool alone; /* the first row must not use the row above, which is unknown */
} PngRaster;

/* RGBA or RGB of the pixels; fully transparent pixels are 0. */
PngRaster png_raster(const Image *image, bool alpha, Arena *arena);

/* Filters the rows from `first` to before `end`; each row follows its filter byte. */
Bytes png_rows_filter(const PngRaster *raster, uint32_t first, uint32_t end, bool adaptive,
                      Arena *arena);
/* Compresses a sample of rows in both ways with a fast level, and compares the sizes. */
bool png_adaptive_is_smaller(const PngRaster *raster, Arena *arena);

/* Write the signature and IHDR, and any chunk. */
void png_put_header(Writer *writer, uint32_t w, uint32_t h, uint8_t bits, uint8_t type);
void png_put_chunk(Writer *writer, const char *name, Bytes data);

#endif
