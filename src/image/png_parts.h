/* What the files that read and write PNG share; not for others. */
#ifndef OISIN_IMAGE_PNG_PARTS_H
#define OISIN_IMAGE_PNG_PARTS_H

#include "base/stream.h"
#include "image/png.h"

#define PNG_SIGNATURE "\x89PNG\r\n\x1a\n"

enum { PNG_SIGNATURE_SIZE = 8, PNG_HEADER_SIZE = 13, PNG_CHUNK_EXTRA = 12 };

/* Colour types of IHDR. */
enum { PNG_GREY = 0, PNG_RGB = 2, PNG_INDEXED = 3, PNG_GREY_ALPHA = 4, PNG_RGBA = 6 };

enum { FILTER_NONE, FILTER_SUB, FILTER_UP, FILTER_AVERAGE, FILTER_PAETH, FILTER_COUNT };

/* A file whose chunks have been looked through. */
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
} PngFile;

/* Samples of a pixel; 0 if there is no such colour type. */
unsigned png_samples(uint8_t colour_type);

/* Image data to pixels, in our own way (non-interlaced, up to 8 bits) and with libpng. */
bool png_decode(const PngFile *png, Image *out, Arena *arena, Report *report);
bool png_decode_by_library(Bytes file, const PngFile *png, Image *out, Arena *arena,
                           Report *report);

bool png_decode_grey16(Bytes file, const PngFile *png, uint16_t **out, Arena *arena,
                       Report *report);

/* For pictures of one sample a pixel (grey, indexed) with up to 8 bits: the colours of
 * samples 0 to 2^bits - 1, grey stretched to 0-255; a row of packed samples to colours,
 * returning the largest sample seen; whether that one is in the palette. */
void png_colours(const PngFile *png, Pixel *colours);
unsigned png_samples_expand(Pixel *out, const uint8_t *row, size_t w, unsigned bits,
                            const Pixel *colours);
bool png_sample_check(const PngFile *png, unsigned largest, uint32_t y, Report *report);

/* Rows of bytes to be filtered and packed. */
typedef struct PngRaster {
    const uint8_t *bytes;
    size_t row_size, step; /* bytes; `step` is how far the pixel to the left is */
    uint32_t h;
    bool alone; /* the first row must not use the one above: it is not known */
} PngRaster;

/* RGBA or RGB of the pixels, fully transparent ones as 0. */
PngRaster png_raster(const Image *image, bool alpha, Arena *arena);

/* Rows from `first` to `end`, each behind its filter byte. */
Bytes png_rows_filter(const PngRaster *raster, uint32_t first, uint32_t end, bool adaptive,
                      Arena *arena);
/* Packs a few strips of rows both ways, fast, and compares. */
bool png_adaptive_is_smaller(const PngRaster *raster, Arena *arena);

/* Signature and IHDR; any chunk. */
void png_put_header(Writer *writer, uint32_t w, uint32_t h, uint8_t bits, uint8_t type);
void png_put_chunk(Writer *writer, const char *name, Bytes data);

#endif
