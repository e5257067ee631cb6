/* Texts about the members of a line, for the reference (reference.c, maps_reference.c) and the
 * schema (schema.c). */
#ifndef OISIN_TIRNANOG_SHEETS_REFERENCE_MEMBERS_H
#define OISIN_TIRNANOG_SHEETS_REFERENCE_MEMBERS_H

#include "tirnanog/sheets/sheet_internal.h"

/* What a member is if it is missing. */
void reference_default(const Member *member, const char *argument, Writer *out);
/* Of "bit 0 only when equipped, bit 1 in percent", the part about one bit. */
void reference_meaning(const char *doc, const char *argument, Writer *out);

/* The titles of members: "(mask width) [(mask height)]". `list`: the path of the list of which
 * the members are an element; or empty. */
void reference_syntax(Text members, Text list, Writer *out);
/* A table of the values and meanings of members; `list_doc`: about the list. */
void reference_table(const RecordLayout *layout, void *record, Text members, Text list,
                     const char *list_doc, Writer *out);
/* A line of a sheet or a property of a map: the title of each member, then a table of them. */
void reference_members(const RecordLayout *layout, void *record, Text members, Writer *out);

#endif
