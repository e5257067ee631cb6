/* A folder `.oisin.XXXXXX` for files that are not complete yet, in the folder that they go
 * into. It is locked as long as the job lives, so what a killed one has left can be told, and
 * is removed by the next. A job that ends because memory runs out leaves none, nor does one
 * that is interrupted. */
#ifndef OISIN_KIT_BESIDE_H
#define OISIN_KIT_BESIDE_H

#include "base/report.h"
#include "kit/unfinished.h"

#include <limits.h>

typedef struct Beside {
    char path[PATH_MAX]; /* empty: there is none */
    int lock;
    Arena *owner;          /* of `copy`, ... */
    struct Beside *copy;   /* ... by which a guard removes it */
    Unfinished unfinished; /* the copy, when somebody stops the program */
} Beside;

/* False and a message if it cannot be made. */
bool beside_make(Beside *beside, const char *folder, Report *report);
/* With all that is in it; what is not there is fine. */
void beside_remove(Beside *beside);

/* It stays, for somebody to look into. */
void beside_leave(Beside *beside);

/* Whether a file's name is that of such a folder. */
bool beside_is(const char *name);

#endif
