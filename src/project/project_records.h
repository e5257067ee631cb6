/* The text side of a project as C structs; see project.def. */
#ifndef OISIN_PROJECT_PROJECT_RECORDS_H
#define OISIN_PROJECT_PROJECT_RECORDS_H

#include "formats/tirnanog/tng_records.h"

typedef Text Word; /* a name that stays a text; lives as long as the file it is from */
extern const Layout Word_layout;
typedef u8 SlotNumber; /* an equipment slot, by its place in hud.cfg */
extern const Layout SlotNumber_layout;

#define RECORD_FILE "project/project.def"
#include "base/record_struct.h"
#undef RECORD_FILE

#endif
