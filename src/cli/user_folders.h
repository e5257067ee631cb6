/* Files of the player program: settings in $XDG_CONFIG_HOME/oisin (or ~/.config/oisin), a
 * game's saved games in $XDG_DATA_HOME/oisin/GAME (or ~/.local/share/oisin/GAME); or both
 * below one folder given by the user. */
#ifndef OISIN_CLI_USER_FOLDERS_H
#define OISIN_CLI_USER_FOLDERS_H

#include "cli/speaker.h"
#include "player/disk.h"

#include <limits.h>

typedef struct UserFolders {
    char settings[PATH_MAX / 2], game[PATH_MAX / 2]; /* folders */
    PlayerDisk disk;
    Speaker *speaker; /* NULL: nothing was read aloud yet */
    Report *report;
} UserFolders;

/* `home` NULL: the default folders. Returns NULL if there are none. */
const PlayerDisk *user_folders_open(UserFolders *folders, const char *home, Text game_id,
                                    Report *report);
/* Ends what is being read aloud. */
void user_folders_close(UserFolders *folders);
/* If the program crashes, the data passed to disk->emergency is written to
 * saves/emergency.sav, and emergency.txt describes the crash. */
void user_folders_watch_faults(const UserFolders *folders);

#endif
