/* Translations (.po), the subset that TirNanoG uses: pairs of msgid and msgstr, a
 * line each, after a first line that says "# TirNanoG Translation". Escapes:
 * \' \" \\. Sources: seeds/proj_format.txt (Translations), specs/project.md. */
#ifndef OISIN_FORMATS_OPEN_PO_H
#define OISIN_FORMATS_OPEN_PO_H

#include "base/stream.h"

typedef struct PoEntry {
    Text id, text; /* without quotes and escapes; a msgid without a msgstr: empty */
    uint32_t line;
} PoEntry;

typedef struct PoFile {
    PoEntry *entries;
    size_t count;
} PoFile;

/* Goes on after an error; false if there was one. Comments are skipped. */
bool po_read(Bytes file, PoFile *out, Arena *arena, Report *report);
Bytes po_write(const PoFile *file, Arena *arena);

#endif
