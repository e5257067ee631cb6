/* Memory in pages: files in it, and space without contents. */
#ifndef OISIN_BASE_SYSTEM_MEMORY_H
#define OISIN_BASE_SYSTEM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

size_t page_size(void);

/* Sets up the heap for programs whose threads take and give back blocks of megabytes. */
void memory_tune(void);

/* The first bytes of a file, to read; NULL and errno on failure. The file may be replaced or
 * cut meanwhile: where a mapping would forbid that (Windows), it is read. If a mapped file
 * becomes shorter, reading behind its end is a fault: see memory_on_fault. */
void *memory_map_file(int file, size_t size);
/* Address space; its pages are zero, and take memory when they are written. */
void *memory_reserve(size_t size);
void memory_release(void *start, size_t size);
/* Pages that will not be needed again: their memory is given back, and they are zero. */
void memory_drop(void *start, size_t size);
/* Puts pages of zeros in the place of a mapping. Safe in the handler. */
bool memory_fill(void *start, size_t size);

/* `handler` is called when a page of a mapped file cannot be read, on the thread that wanted
 * it; true: the access is tried again, false: the program ends. Returns false if the system has
 * no such faults. The handler may only call functions that are safe in a signal handler. */
bool memory_on_fault(bool (*handler)(void *address));

#endif
