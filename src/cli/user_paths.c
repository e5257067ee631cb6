/* The folders of a user by the XDG Base Directory Specification. The ID of a game comes from
 * its author and becomes the name of a folder: one with other characters than letters, digits,
 * "_", "-" and "." becomes "unknown". */
#include "cli/user_paths.h"

#include "base/system/files.h"
#include "base/system/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool place(char out[PATH_SIZE / 2], const char *variable, const char *below,
                  const char *rest)
{
    const char *base = environment(variable), *home = environment("HOME");
    int size = -1;
    if (base && base[0] == '/')
        size = snprintf(out, PATH_SIZE / 2, "%s/%s", base, rest);
    else if (home && home[0])
        size = snprintf(out, PATH_SIZE / 2, "%s/%s/%s", home, below, rest);
    return size > 0 && size < PATH_SIZE / 2;
}

/* Whether a game's ID can be used as the name of a folder that is not hidden. */
static bool is_plain(Text id)
{
    for (size_t i = 0; i < id.size; i++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.",
                    id.at[i] ? id.at[i] : '/'))
            return false;
    return id.size > 0 && id.at[0] != '.';
}

bool user_paths_find(UserPaths *out, const char *home, Text game_id)
{
    char below[64];
    if (!is_plain(game_id))
        game_id = TEXT("unknown");
    snprintf(below, sizeof below, "oisin/%.*s", (int)(game_id.size < 32 ? game_id.size : 32),
             game_id.at);
    if (!home)
        return place(out->settings, "XDG_CONFIG_HOME", ".config", "oisin") &&
               place(out->game, "XDG_DATA_HOME", ".local/share", below);
    const int a = snprintf(out->settings, sizeof out->settings, "%s", home);
    const int b = snprintf(out->game, sizeof out->game, "%s/%s", home, below + 6);
    return a > 0 && b > 0 && (size_t)b < sizeof out->game;
}
