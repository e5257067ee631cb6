/* Parser for the cells of one layer, the content of its <data> element.
 *
 * The content is passed in pieces that may be split anywhere, even within a number; it must
 * contain exactly `count` cells. Memory for them is allocated once the data could contain them.
 */
#ifndef OISIN_TIRNANOG_MAPS_TMX_DATA_H
#define OISIN_TIRNANOG_MAPS_TMX_DATA_H

#include "base/stream.h"

typedef enum TmxEncoding { TMX_XML, TMX_CSV, TMX_BASE64 } TmxEncoding;
typedef enum TmxPacking { TMX_PLAIN, TMX_GZIP, TMX_ZLIB, TMX_ZSTD } TmxPacking;
typedef enum CsvState {
    CSV_BEFORE,
    CSV_WITHIN,
    CSV_BEHIND
} CsvState; /* position relative to a
             * number */

typedef struct TmxData {
    TmxEncoding encoding;
    TmxPacking packing;
    uint32_t *cells;
    size_t count, filled;
    uint32_t seen;       /* OR of all cells */
    const char *problem; /* NULL, or a description of the error */

    CsvState state;
    uint64_t value; /* value of the current number so far */

    Writer bytes;  /* decoded base64 */
    uint32_t bits; /* pending bits */
    unsigned bit_count;
    bool padded;

    Arena *arena; /* for the cells */
} TmxData;

/* `left` is at least the size of the rest of the file; `capacity` limits the decompressed size
 * of a layer. Returns false and sets `problem` on an error. `scratch` holds decoded base64
 * until the end, `arena` the cells. */
bool tmx_data_begin(TmxData *data, Text encoding, Text compression, size_t count, size_t left,
                    size_t capacity, Arena *scratch, Arena *arena);

/* Parses character data and returns the number of accepted bytes. If it is less than `size`,
 * `problem` describes the error; without `problem` a character is invalid here. */
size_t tmx_data_text(TmxData *data, const char *text, size_t size);

/* Adds a <tile> of the XML encoding. */
bool tmx_data_tile(TmxData *data, uint32_t id);

/* Decompresses the data; `cells` are complete, or it returns false and sets `problem`. */
bool tmx_data_end(TmxData *data);

/* The base64 content of a <data> element, in one line. */
Text tmx_data_encode(TmxPacking packing, const uint32_t *cells, size_t count, Arena *arena);

#endif
