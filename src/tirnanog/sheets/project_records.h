/* The text files of a project as C structs; see project_records.def. */
#ifndef OISIN_TIRNANOG_SHEETS_PROJECT_RECORDS_H
#define OISIN_TIRNANOG_SHEETS_PROJECT_RECORDS_H

#include "tirnanog/container/tng_records.h"

typedef Text Word; /* a name that is not translated to a number; points into its file */
enum { Word_bytes = 0 };
extern const RecordLayout Word_layout;
typedef u8 SlotNumber; /* an equipment slot: its index in hud.cfg */
enum { SlotNumber_bytes = 1 };
extern const RecordLayout SlotNumber_layout;

#define RECORD_FILE "tirnanog/sheets/project_records.def"
#include "base/record_struct.h"
#undef RECORD_FILE

/* Sets members to their defaults: no text, no sprite, zero. */
void sheet_defaults(const RecordLayout *layout, void *record);
/* Appends an element to a list; NULL if the list's counter is at its maximum. */
void *sheet_append(const RecordLayout *layout, const Field *field, void *record, Arena *arena);

#endif
