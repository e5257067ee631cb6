/* Libraries that are loaded when they are first used.
 *
 * The dynamic loader maps all libraries of a program before main() runs. Those for fonts,
 * sounds, movies and rare image formats bring 60 others with them, which takes 20 ms and 14 MB,
 * though `oisin probe` needs none of them. A source file that calls such a library lists the
 * functions that it uses, and calls them through a struct of pointers:
 *
 *     #define LIBSNDFILE(FUNCTION) FUNCTION(sf_close) FUNCTION(sf_open_virtual)
 *     LAZY_FUNCTIONS(libsndfile, LIBSNDFILE);
 *     ...
 *     if (!LAZY_LOAD(libsndfile, report))
 *         return false;
 *     libsndfile.sf_close(handle);
 *
 * The pointers have the types of the library's own header, so that the compiler checks the
 * calls. They are NULL until LAZY_LOAD has returned true; after that they stay.
 *
 * In the browser and on Windows all libraries are parts of the program
 * (OISIN_STATIC_LIBRARIES); there, the pointers are set from the start. */
#ifndef OISIN_BASE_LAZY_LIBRARY_H
#define OISIN_BASE_LAZY_LIBRARY_H

#include "base/report.h"

#include <stdatomic.h>

enum {
#define LIBRARY(id, file, package) LAZY_##id,
#include "base/lazy_libraries.def"
#undef LIBRARY
    LAZY_COUNT
};

typedef struct LazyFunctions {
    unsigned library;         /* LAZY_id */
    void *pointers;           /* the struct: a function pointer for each name, in this order */
    const char *const *names; /* for dlsym() */
    size_t count;
    atomic_bool loaded;
    atomic_bool missing; /* the last attempt has failed */
} LazyFunctions;

/* Loads the library unless it is loaded, and sets the pointers. Any thread may call it. Reports
 * an error that names the missing package, and returns false, if that fails; the next call
 * tries again. `report` may be NULL: then an attempt that has failed before is not repeated. */
bool lazy_load(LazyFunctions *functions, Report *report);

/* The file that this code is in: the program, or a shared library. NULL if the loader does not
 * know; the name may be one that does not lead to it from the current folder. */
const char *loaded_code_file(void);

#define LAZY_LOAD(id, report) lazy_load(&id##_functions, report)

#define LAZY_POINTER(name) __typeof__(name) *name;
#define LAZY_NAME(name) #name,
#define LAZY_ADDRESS(name) .name = name,

#ifdef OISIN_STATIC_LIBRARIES
#define LAZY_INITIAL(LIST)                                                                     \
    {                                                                                          \
        LIST(LAZY_ADDRESS)                                                                     \
    }
#define LAZY_LOADED true
#else
#define LAZY_INITIAL(LIST)                                                                     \
    {                                                                                          \
        0                                                                                      \
    }
#define LAZY_LOADED false
#endif

#define LAZY_FUNCTIONS(id, LIST)                                                               \
    static struct {                                                                            \
        LIST(LAZY_POINTER)                                                                     \
    } id = LAZY_INITIAL(LIST);                                                                 \
    static const char *const id##_names[] = {LIST(LAZY_NAME)};                                 \
    static LazyFunctions id##_functions = {                                                    \
        LAZY_##id, &id, id##_names, COUNT_OF(id##_names), LAZY_LOADED, false}

#endif
