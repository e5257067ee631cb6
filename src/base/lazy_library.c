/* Loads a library with dlopen and fills the pointers to its functions. Other threads see
 * `loaded` only after all pointers are set. */
#include "base/lazy_library.h"

#ifndef OISIN_STATIC_LIBRARIES
#include <dlfcn.h>
#endif
#include <pthread.h>
#include <string.h>

typedef struct LazyLibrary {
    const char *file, *package;
} LazyLibrary;

static const LazyLibrary libraries[LAZY_COUNT] = {
#define LIBRARY(id, file, package) {file, package},
#include "base/lazy_libraries.def"
#undef LIBRARY
};

#ifdef OISIN_STATIC_LIBRARIES
const char *loaded_code_file(void) { return NULL; }

/* Is never called: all pointers are set from the start. */
static const char *load(LazyFunctions *functions)
{
    (void)functions;
    return "no loader";
}
#else
const char *loaded_code_file(void)
{
    static const char here;
    Dl_info found;
    return dladdr(&here, &found) ? found.dli_fname : NULL;
}

static const char *problem_found(void)
{
    const char *problem = dlerror();
    return problem ? problem : "no reason given";
}

/* Returns NULL, or why it failed: a text of this thread. Handles are never closed: the program
 * uses the functions until it ends. */
static const char *load(LazyFunctions *functions)
{
    char *pointers = functions->pointers;
    void *handle = dlopen(libraries[functions->library].file, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return problem_found();
    for (size_t i = 0; i < functions->count; i++) {
        void *address = dlsym(handle, functions->names[i]);
        if (!address)
            return problem_found();
        memcpy(pointers + i * sizeof address, &address, sizeof address);
    }
    atomic_store_explicit(&functions->loaded, true, memory_order_release);
    return NULL;
}
#endif

bool lazy_load(LazyFunctions *functions, Report *report)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    if (atomic_load_explicit(&functions->loaded, memory_order_acquire))
        return true;
    if (!report && atomic_load_explicit(&functions->missing, memory_order_relaxed))
        return false;
    pthread_mutex_lock(&mutex);
    const char *problem =
        atomic_load_explicit(&functions->loaded, memory_order_relaxed) ? NULL : load(functions);
    pthread_mutex_unlock(&mutex);
    atomic_store_explicit(&functions->missing, problem != NULL, memory_order_relaxed);
    const LazyLibrary *library = &libraries[functions->library];
    if (problem && report)
        report_error(report, "%s cannot be loaded (Debian package %s): %s", library->file,
                     library->package, problem);
    return !problem;
}
