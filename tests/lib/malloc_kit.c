#include "malloc_kit.h"

atomic_size_t taken;
_Thread_local size_t taken_here;

#ifndef SANITIZED
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

void *malloc(size_t size)
{
    taken++;
    taken_here++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    taken++;
    taken_here++;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    taken++;
    taken_here++;
    return __libc_realloc(memory, size);
}
#endif
