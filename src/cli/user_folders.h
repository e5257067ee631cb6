/* What the player program keeps on the disk: settings in $XDG_CONFIG_HOME/oisin (or
 * ~/.config/oisin), a game's saved games in $XDG_DATA_HOME/oisin/GAME (or
 * ~/.local/share/oisin/GAME); or both below one folder of one's own. */
#ifndef OISIN_CLI_USER_FOLDERS_H
#define OISIN_CLI_USER_FOLDERS_H

#include "player/disk.h"

#include <limits.h>

typedef struct UserFolders {
    char settings[PATH_MAX / 2], game[PATH_MAX / 2]; /* folders */
    PlayerDisk disk;
    Report *report;
} UserFolders;

/* `home` NULL: the user's own places. NULL if there is none. */
const PlayerDisk *user_folders_open(UserFolders *folders, const char *home, Text game_id,
                                    Report *report);
/* If the program is stopped by a fault, what was given to disk->emergency is written as
 * saves/emergency.sav, and emergency.txt says what happened. */
void user_folders_watch_faults(const UserFolders *folders);

/* For PlayerOptions.font: the first that is there of fonts that have most letters. */
bool user_folders_font(Bytes *out, Arena *arena);

#endif
