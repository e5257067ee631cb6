/* The files in the zip file that an .xlsx is. */
#ifndef OISIN_KIT_OPEN_XLSX_PARTS_H
#define OISIN_KIT_OPEN_XLSX_PARTS_H

#include "base/report.h"

typedef struct XlsxParts {
    void *zip; /* the arena owns it */
    uint64_t total;
} XlsxParts;

bool xlsx_parts_open(Bytes file, XlsxParts *out, Arena *arena, Report *report);
/* Unpacks a file; false without a report if there is none and `optional`. */
bool xlsx_part(XlsxParts *parts, Text name, bool optional, Bytes *out, Arena *arena,
               Report *report);

#endif
