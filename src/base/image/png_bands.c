/* Each band is an IDAT chunk with a deflate piece (deflate_piece.h). Files that share bands
 * differ only in the head, with the size and the zlib header, and in the tail, with the
 * checksum, which is computed from those of the bands. */
#include "base/image/png_bands.h"

#include "base/deflate_piece.h"
#include "base/image/png_internal.h"

PngBand png_band(const Image *rows, int level, Arena *arena, Arena *scratch)
{
    PngRaster raster = png_raster(rows, true, scratch);
    raster.alone = true;
    const Bytes filtered = png_rows_filter(&raster, 0, rows->h,
                                           png_adaptive_is_smaller(&raster, scratch), scratch);
    const Bytes piece = deflate_piece(filtered, level ? level : DEFLATE_NORMAL, scratch);
    Writer writer = writer_to(scratch);
    png_put_chunk(&writer, "IDAT", piece);
    return (PngBand){arena_copy(arena, writer_bytes(&writer)), adler32_of(1, filtered),
                     filtered.size};
}

void png_join(uint32_t w, uint32_t h, const PngBand *const *bands, size_t count, Bytes *parts,
              Arena *arena)
{
    /* The zlib format (RFC 1950): its header in an IDAT chunk before the bands, the last block
     * and the checksum in one after them. 0x78 0x9C: 32 KB window, default level. */
    Writer head = writer_to(arena), end = writer_to(arena), tail = writer_to(arena);
    png_put_header(&head, w, h, 8, PNG_RGBA);
    png_put_chunk(&head, "IDAT", (Bytes){(const uint8_t *)"\x78\x9C", 2});
    uint32_t adler = 1;
    for (size_t i = 0; i < count; i++) {
        adler = adler32_join(adler, bands[i]->adler, bands[i]->size);
        parts[1 + i] = bands[i]->chunk;
    }
    write_bytes(&end, DEFLATE_PIECES_END);
    write_u32(&end, __builtin_bswap32(adler));
    png_put_chunk(&tail, "IDAT", writer_bytes(&end));
    png_put_chunk(&tail, "IEND", (Bytes){0});
    parts[0] = writer_bytes(&head);
    parts[1 + count] = writer_bytes(&tail);
}
