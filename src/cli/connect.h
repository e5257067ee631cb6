/* A game on a server, as the player has it on the disk: the certificates of servers in
 * known_hosts beside the settings, their game files in games/, each by its unique id. */
#ifndef OISIN_CLI_CONNECT_H
#define OISIN_CLI_CONNECT_H

#include "cli/user_folders.h"
#include "player/online.h"

typedef struct Connect {
    PlayerServer server;
    char pins[PATH_MAX], folder[PATH_MAX]; /* a file, and where the games are */
    char part[PATH_MAX];                   /* of the game that comes */
    uint64_t part_size;
    uint64_t coming, fetched; /* unique ids: of that, and of what came whole by now; 0 none */
    Bytes given;              /* a game file of the command line; empty: none */
    Arena *arena;
    Report *report;
} Connect;

/* `target`: HOST or HOST:PORT. The password comes from the environment, as a command line can
 * be read by everybody on the machine. */
bool connect_open(Connect *connect, const UserFolders *folders, const char *target,
                  const char *name, Arena *arena, Report *report);

/* A small game for the pages that lead to the server's: its fonts and colours are seen. */
bool connect_lobby(Bytes *out, Arena *arena, Report *report);

#endif
