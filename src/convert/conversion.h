/* Conversions between formats: a table of edges (conversions.def), each a
 * function from bytes (or a folder's files) to bytes or files. */
#ifndef OISIN_CONVERT_CONVERSION_H
#define OISIN_CONVERT_CONVERSION_H

#include "base/report.h"
#include "project/files.h"

typedef struct ConversionJob {
    Text path;                        /* of the input, for names */
    Bytes input;                      /* a file's bytes, or ... */
    ProjectFiles files;               /* ... a folder's files */
    const char *range, *map, *choice; /* options, NULL if they were not given */
    Bytes layout;
    Bytes output;           /* what comes out: a file, or ... */
    ProjectFiles files_out; /* ... files for a folder */
} ConversionJob;

typedef struct Conversion {
    const char *from, *to; /* suffixes without the dot; "" is a folder */
    const char *doc;
    bool (*run)(ConversionJob *job, Arena *arena, Report *report);
} Conversion;

extern const Conversion conversions[]; /* ended by a doc of NULL */

/* The edge from one suffix to another, NULL if there is none. An output without
 * a suffix is a folder, if an edge leads to one, or else the first edge's file. */
const Conversion *conversion_find(const char *from, const char *to, const ConversionJob *job);

#endif
