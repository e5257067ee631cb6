/* Files that are read by a function of their owner, and archives of which only the needed parts
 * are read: the table, and a member when it is opened.
 *
 * The bytes of such an archive are address space of its size. Parts that were not read are zero
 * and take no memory. */
#ifndef OISIN_KIT_JOBS_LAZY_FILE_H
#define OISIN_KIT_JOBS_LAZY_FILE_H

#include "base/report.h"

typedef struct LazyFile {
    /* Reads exactly `size` bytes at `offset`; returns whether that succeeded. */
    bool (*read)(void *context, uint64_t offset, void *data, size_t size);
    void *context;
    uint64_t size;
    uint8_t *data;
    bool whole; /* all bytes were read */
} LazyFile;

/* Reads the head of the file, then the table of an archive, or everything else. `read`,
 * `context` and `size` of `file` are set; the arena owns the bytes. */
bool lazy_file_open(LazyFile *file, Bytes *out, Arena *arena, Report *report);
/* Reads a slice of the bytes; or all that were not read. */
bool lazy_file_need(const LazyFile *file, Bytes part, Report *report);
bool lazy_file_need_all(LazyFile *file, Report *report);
/* Frees the memory of a slice that was read, except for pages that other parts share. */
void lazy_file_drop(const LazyFile *file, Bytes part);

#endif
