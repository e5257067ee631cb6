/* Translations (.po), the subset used by TirNanoG: pairs of msgid and msgstr, one line each,
 * after the first line "# TirNanoG Translation". Escapes: \' \" \\. Sources:
 * seeds/proj_format.txt (Translations), specs/project.md. */
#ifndef OISIN_FORMATS_OPEN_PO_H
#define OISIN_FORMATS_OPEN_PO_H

#include "base/stream.h"

typedef struct PoEntry {
    Text id, text; /* without quotes and escapes; empty if a msgid has no msgstr */
    uint32_t line;
} PoEntry;

typedef struct PoFile {
    PoEntry *entries;
    size_t count;
} PoFile;

/* Continues after an error; returns false if there was one. Comments are skipped. */
bool po_read(Bytes file, PoFile *out, Arena *arena, Report *report);
Bytes po_write(const PoFile *file, Arena *arena);

#endif
