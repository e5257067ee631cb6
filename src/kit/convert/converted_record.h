/* What convert has written into a folder, so that it can tell its own files from those that
 * somebody has made or edited there: the hash of each file, in .oisin/converted of the folder,
 * which belongs to the same set of files as they do.
 *
 * A file that differs from what was last written there is replaced only with --force, as by
 * unpack. One that is the same as the new one may always be written. */
#ifndef OISIN_KIT_CONVERT_CONVERTED_RECORD_H
#define OISIN_KIT_CONVERT_CONVERTED_RECORD_H

#include "base/hash.h"
#include "base/output/output.h"

typedef struct WrittenFile {
    Text path; /* below the folder */
    uint64_t hash;
} WrittenFile;

typedef struct Written {
    const char *folder;
    bool force;
    WrittenFile *before;
    size_t before_count;
    Table indexes;    /* of `before`, by path */
    WrittenFile *now; /* by the file's number in the set of files (output_count) */
    size_t count;
    Arena *arena;
} Written;

/* Reads what was written before; a damaged line is ignored. */
Written written_open(const char *folder, bool force, Arena *arena);
/* Whether a file, which is the next one of the set, may be written; otherwise reports an error
 * and returns false. */
bool written_allows(Written *written, const Output *output, Text path, const Bytes *parts,
                    size_t count, Report *report);
/* Adds the record of all files of the set to it. */
bool written_save(const Written *written, Output *output, Report *report);

#endif
