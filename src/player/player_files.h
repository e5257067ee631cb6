/* Storage of the player program, provided by the command line: small files in a folder of
 * the user, by name. Saved games are `saves/NAME.sav`, the settings are `settings`. */
#ifndef OISIN_PLAYER_PLAYER_FILES_H
#define OISIN_PLAYER_PLAYER_FILES_H

#include "base/report.h"

typedef struct DiskFile {
    Text name;    /* without folder and suffix */
    int64_t time; /* last change, seconds since 1970 */
    Text when;    /* the same, formatted for the user */
} DiskFile;

typedef struct PlayerDisk {
    /* Returns false without a report if the file does not exist; with a warning if it cannot
     * be read. */
    bool (*read)(void *context, const char *name, Bytes *out, Arena *arena);
    /* Atomic: after a crash, either the old or the new file exists. The previous file is
     * kept as `NAME.before`. */
    bool (*write)(void *context, const char *name, Bytes bytes);
    bool (*remove)(void *context, const char *name);
    /* The files in a folder with this suffix, latest first. */
    size_t (*list)(void *context, const char *folder, const char *suffix, DiskFile *out,
                   size_t max, Arena *arena);
    /* Saves a screenshot for the player and prints its path. */
    void (*picture)(void *context, Bytes png);
    void (*open_address)(void *context, const char *address);
    /* Returns false if no speech program exists. */
    bool (*speak)(void *context, const char *text);
    /* Sets the saved game to be written if the program crashes; copied. */
    void (*emergency)(void *context, Bytes save);
    void *context;
    bool slow; /* saved games are written in a background thread, one at a time */
    /* Seconds since 1970, for the dates in saved games; NULL: they have none. */
    uint64_t (*now)(void *context);
} PlayerDisk;

#endif
