/* Files that another thread parses while the build reads sprites, texts and scripts: the first
 * maps, which take longest, and the translations. Parsing needs nothing but the file; names are
 * looked up later, in the order of the steps, so that the game does not depend on the thread.
 */
#ifndef OISIN_TIRNANOG_PROJECT_READ_AHEAD_H
#define OISIN_TIRNANOG_PROJECT_READ_AHEAD_H

#include "base/tasks.h"
#include "tirnanog/translations/po.h"
#include "kit/formats/file_list.h"

typedef struct MapsAhead MapsAhead; /* maps.c */

/* lang/CODE.po */
typedef struct Translation {
    const ProjectFile *file;
    PoFile po;
    Messages messages; /* of parsing it */
    bool ok;
} Translation;

typedef struct ReadAhead {
    MapsAhead *maps; /* the first ones, or NULL */
    Translation *translations;
    size_t translation_count;
    Arena *arena; /* of the translations */
    void (*read_maps)(MapsAhead *maps);
    void (*read_translations)(struct ReadAhead *ahead);
    Background *thread; /* NULL: not started, or done */
} ReadAhead;

/* When all but `thread` is set. With one thread, translations are read at once, and maps not
 * ahead. */
void read_ahead_start(ReadAhead *ahead);
/* Until everything is parsed; may be called again. */
void read_ahead_wait(ReadAhead *ahead);

/* ---- what there is to read: for the build (build.c) ---- */

struct Project;

MapsAhead *maps_ahead(struct Project *project);
void maps_read_ahead(MapsAhead *ahead);
void translations_list(struct Project *project);
void translations_read(ReadAhead *ahead);

#endif
