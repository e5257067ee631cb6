/* Private to sheets: parsed lines of a sheet, for reading (sheet.c) and writing
 * (sheet_write.c). */
#ifndef OISIN_TIRNANOG_SHEETS_SHEET_INTERNAL_H
#define OISIN_TIRNANOG_SHEETS_SHEET_INTERNAL_H

#include "tirnanog/sheets/sheet.h"

/* A member found by its path: the record that contains it, its field and its value. */
typedef struct Member {
    const RecordLayout *layout;
    void *record;
    const Field *field;
    void *value;
    const RecordLayout *type;
} Member;

Member member_of(const RecordLayout *layout, void *record, Text path);

/* One of a sheet's lines. */
typedef struct Line {
    Text tag;   /* "p", "o.d", "a|r"; empty if the line needs none */
    Text list;  /* the list whose elements have the members; empty for the record */
    long count; /* of lines: 1, n, or -1 for all remaining; with a tag: at most n, or -1 */
    bool optional;
    const char *block; /* %name */
    Text members;
} Line;

Line line_parse(const char *source);
/* Whether a file has at most one of these tagged lines. */
bool line_is_single(const Line *line);

/* A line of a sheet together with what its members belong to. */
typedef struct LineShape {
    Line line;
    bool inner;                 /* within a block of another line */
    const RecordLayout *layout; /* of the record that has the members */
    void *record;               /* with the defaults */
    const char *list_doc;       /* about the list of which the record is an element; or empty */
    size_t max;                 /* number of lines with the tag; 0: no limit, or no tag */
} LineShape;
LineShape line_shape(const Sheet *sheet, size_t index, Arena *arena);

/* A member in a line of a sheet. */
typedef struct MemberSpec {
    Text path;
    char argument[64]; /* the word after the slash */
    long count;        /* values on the line */
    bool rest, optional;
} MemberSpec;

/* Parses the next of a line's members; false at the end. */
bool member_spec_next(Text *members, MemberSpec *spec);
/* The last name of a path: "left" of "look.buttons.0.left". */
Text member_title(Text path);

#endif
