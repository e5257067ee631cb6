/* Files of the player for games on servers: the certificates of servers in known_hosts next
 * to the settings, and their game files in games/, by unique id. */
#ifndef OISIN_CLI_CONNECT_COMMAND_H
#define OISIN_CLI_CONNECT_COMMAND_H

#include "base/system/files.h"
#include "cli/user_folders.h"
#include "player/online.h"

typedef struct Connect {
    PlayerServer server;
    char pins[PATH_SIZE], folder[PATH_SIZE]; /* known_hosts; the folder of the games */
    char part[PATH_SIZE];                    /* of the game being downloaded */
    uint64_t part_size;
    /* unique ids: of that game, and of the last complete one; 0: none */
    uint64_t coming, fetched;
    Bytes given; /* a game file of the command line; empty: none */
    Arena *arena;
    Report *report;
} Connect;

/* `target`: HOST or HOST:PORT. The password is read from the environment, since command
 * lines are visible to all users of the machine. */
bool connect_open(Connect *connect, const UserFolders *folders, const char *target,
                  const char *name, Arena *arena, Report *report);

/* A small game that provides fonts and colours for the pages before the login. */
bool connect_lobby(Bytes *out, Arena *arena, Report *report);

#endif
