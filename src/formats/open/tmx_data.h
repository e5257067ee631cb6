/* The cells of one layer, from the content of its <data> element.
 *
 * The content arrives in pieces that may be split anywhere, also within a
 * number; exactly `count` cells must come out. Memory for them is taken when
 * what is there could hold them. */
#ifndef OISIN_FORMATS_OPEN_TMX_DATA_H
#define OISIN_FORMATS_OPEN_TMX_DATA_H

#include "base/stream.h"

typedef enum TmxEncoding { TMX_XML, TMX_CSV, TMX_BASE64 } TmxEncoding;
typedef enum TmxPacking { TMX_PLAIN, TMX_GZIP, TMX_ZLIB, TMX_ZSTD } TmxPacking;
typedef enum CsvState { CSV_BEFORE, CSV_WITHIN, CSV_BEHIND } CsvState; /* a number */

typedef struct TmxData {
    TmxEncoding encoding;
    TmxPacking packing;
    uint32_t *cells;
    size_t count, filled;
    uint32_t seen;       /* all bits of all cells */
    const char *problem; /* NULL, or what is wrong, in words */

    CsvState state;
    uint64_t value; /* digits of the number so far */

    Writer bytes;  /* what base64 gave */
    uint32_t bits; /* not yet written ones */
    unsigned bit_count;
    bool padded;

    Arena *arena; /* the cells' */
} TmxData;

/* `left` is the size of the file from here on, or more; `room` how many bytes a
 * packed layer may unfold to. False and `problem` if this cannot be right. `scratch`
 * holds what base64 gives until the end, `arena` the cells. */
bool tmx_data_begin(TmxData *data, Text encoding, Text compression, size_t count, size_t left,
                    size_t room, Arena *scratch, Arena *arena);

/* Takes character data; returns how many bytes it could take. Less than `size` is an
 * error in `problem`, or, without one, a character that does not belong here. */
size_t tmx_data_text(TmxData *data, const char *text, size_t size);

/* A <tile> of the XML encoding. */
bool tmx_data_tile(TmxData *data, uint32_t id);

/* Unpacks; `cells` are complete, or false and `problem` tells why not. */
bool tmx_data_end(TmxData *data);

#endif
