/* A server that the editor starts beside itself: `oisin serve` as another process, with a page
 * for browsers, at an address that the author has chosen. It ends with the editor, or before.
 */
#ifndef OISIN_CLI_SERVE_BESIDE_H
#define OISIN_CLI_SERVE_BESIDE_H

#include "base/json.h"
#include "base/system/programs.h"

typedef struct ServeBeside {
    const char *project; /* its folder */
    const char *folder;  /* for the state, its key and what the server prints */
    Process process;     /* 0: none */
    bool failed;         /* the last one has ended by itself */
} ServeBeside;

/* Puts the member "server" into an open object: see EditorPublisher. */
void serve_beside_describe(ServeBeside *server, JsonWriter *json, Arena *arena);
/* Returns when the process has begun, before it listens. `address`: one of those that were
 * listed. */
bool serve_beside_start(ServeBeside *server, Text address, Arena *arena, Report *report);
void serve_beside_end(ServeBeside *server);

/* The QR code of a text: rows of "1", dark, and "0", without a margin. Reports that the library
 * is missing, or that the text is too long. */
bool serve_code(Text text, const Text **rows, size_t *count, Arena *arena, Report *report);

#endif
