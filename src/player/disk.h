/* What the player program keeps, as the command line gives it: small files by name, below a
 * folder of the user's. Saved games are `saves/NAME.sav`, the settings are `settings`. */
#ifndef OISIN_PLAYER_DISK_H
#define OISIN_PLAYER_DISK_H

#include "base/report.h"

typedef struct DiskFile {
    Text name;    /* without folder and suffix */
    int64_t time; /* of its last change, seconds since 1970 */
    Text when;    /* the same, ready to be read */
} DiskFile;

typedef struct PlayerDisk {
    /* False without a word if there is no such file; with a warning if it cannot be read. */
    bool (*read)(void *context, const char *name, Bytes *out, Arena *arena);
    /* The old file or the new one is there whatever happens; what was there before is kept
     * as `NAME.before`. */
    bool (*write)(void *context, const char *name, Bytes bytes);
    bool (*remove)(void *context, const char *name);
    /* Those in a folder with this suffix, the latest first. */
    size_t (*list)(void *context, const char *folder, const char *suffix, DiskFile *out,
                   size_t max, Arena *arena);
    /* A picture for the player to keep; its path is told. */
    void (*picture)(void *context, Bytes png);
    void (*open_address)(void *context, const char *address);
    /* False if there is no program that speaks. */
    bool (*speak)(void *context, const char *text);
    /* What is to be written if the program crashes; copied. */
    void (*emergency)(void *context, Bytes save);
    void *context;
    bool slow; /* saved games are written in a thread beside the game, one at a time */
} PlayerDisk;

#endif
