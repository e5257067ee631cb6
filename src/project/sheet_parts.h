/* Inside of sheets: what a line of a sheet says, for reading (sheet.c) and writing
 * (sheet_write.c). */
#ifndef OISIN_PROJECT_SHEET_PARTS_H
#define OISIN_PROJECT_SHEET_PARTS_H

#include "project/sheet.h"

/* A member by its path: the record it is in, its field, and the value itself. */
typedef struct Member {
    const Layout *layout;
    void *record;
    const Field *field;
    void *value;
    const Layout *type;
} Member;

Member member_of(const Layout *layout, void *record, Text path);

/* One of a sheet's lines. */
typedef struct Line {
    Text tag;   /* "p", "o.d", "a|r"; empty if the line needs none */
    Text list;  /* the list whose elements the members are in; empty for the record */
    long count; /* of lines: 1, n, or -1 for all that are left */
    bool optional;
    const char *block; /* %name */
    Text members;
} Line;

Line line_parse(const char *source);

/* A member as a line names it. */
typedef struct Mention {
    Text path;
    char argument[64]; /* what is after the slash */
    long count;        /* values on the line */
    bool rest, optional;
} Mention;

/* The next of a line's members; false at the end. */
bool mention_next(Text *members, Mention *mention);

#endif
