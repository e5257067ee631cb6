/* The files of the player program, in the folders of cli/user_paths.h, and what it asks of
 * other programs: opening addresses, reading texts aloud. */
#ifndef OISIN_CLI_USER_FOLDERS_H
#define OISIN_CLI_USER_FOLDERS_H

#include "cli/speaker.h"
#include "cli/user_paths.h"
#include "player/player_files.h"

typedef struct UserFolders {
    UserPaths paths;
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
