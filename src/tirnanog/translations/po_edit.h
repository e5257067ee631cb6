/* Changes of single translations in the bytes of a .po file. All other bytes remain unchanged:
 * comments, line ends, the order, the wrapping of other texts. */
#ifndef OISIN_TIRNANOG_TRANSLATIONS_PO_EDIT_H
#define OISIN_TIRNANOG_TRANSLATIONS_PO_EDIT_H

#include "tirnanog/translations/po.h"

typedef struct PoEdit {
    Text id, context;
    bool is_name; /* the entry with the language's own name, whatever its id is */
    Text text;    /* the translation; empty: there is none */
    bool done;    /* it is confirmed: no longer fuzzy */
    Text notes;   /* whole lines "#." and "#:", if the entry has to be added */
} PoEdit;

/* The entry of an edit; NULL: the file does not have it. */
const PoEntry *po_find(const PoFile *file, Text code, const PoEdit *edit);

/* Replaces translations. A fuzzy one stays fuzzy unless it is `done` or becomes empty. An entry
 * that the file does not have is added after the others. Reports what is wrong with the file,
 * or with a text. */
bool po_set(Bytes file, Text code, const PoEdit *edits, size_t count, Bytes *out, Arena *arena,
            Report *report);

#endif
