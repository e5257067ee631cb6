/* Spreadsheets of Excel and LibreOffice (.xlsx, ECMA-376): the texts and numbers of cells.
 *
 * Texts are cells of the type Text: spreadsheets make no numbers or dates of them, which they
 * do with the texts of a CSV. */
#ifndef OISIN_KIT_OPEN_XLSX_H
#define OISIN_KIT_OPEN_XLSX_H

#include "kit/open/csv.h"

enum {
    XLSX_COLUMNS_MAX = 1 << 14, /* limits of Excel */
    XLSX_ROWS_MAX = 1 << 20,
    XLSX_TEXT_MAX = 32767,        /* characters of a cell */
    XLSX_PART_SIZE_MAX = 1 << 28, /* of a file in the zip */
};

typedef struct XlsxSheet {
    Text name;
    Csv table;         /* without empty rows; all rows have the same number of cells */
    const bool *texts; /* writing: for each column whether its cells are texts */
    size_t text_count; /* columns in `texts` */
} XlsxSheet;

typedef struct XlsxSheets {
    XlsxSheet *items;
    size_t count;
    Text encoding; /* noted of the file that they were made from: see game_text_note */
} XlsxSheets;

/* Cells have the values that were stored: of a formula its last result. Numbers are as the file
 * has them, so that a reader rounds only once. Fails at a cell with an error such as #REF!. */
bool xlsx_read(Bytes file, XlsxSheets *out, Arena *arena, Report *report);
/* The first `head` rows are titles, which stay in sight. The same tables give the same bytes.
 */
bool xlsx_write(const XlsxSheets *sheets, size_t head, Bytes *out, Arena *arena,
                Report *report);

#endif
