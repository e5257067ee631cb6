/* Private to the reference (reference.c) and the schema (schema.c): texts about members. */
#ifndef OISIN_TIRNANOG_SHEETS_REFERENCE_PARTS_H
#define OISIN_TIRNANOG_SHEETS_REFERENCE_PARTS_H

#include "tirnanog/sheets/sheet_internal.h"

/* What a member is if it is missing. */
void reference_default(const Member *member, const char *argument, Writer *out);
/* Of "bit 0 only when equipped, bit 1 in percent", the part about one bit. */
void reference_meaning(const char *doc, const char *argument, Writer *out);

#endif
