/* The folders of a user (base/system/places.h). The ID of a game comes from
 * its author and becomes the name of a folder: one with other characters than letters, digits,
 * "_", "-" and "." becomes "unknown". */
#include "cli/user_paths.h"

#include "base/system/places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    snprintf(below, sizeof below, "%.*s", (int)(game_id.size < 32 ? game_id.size : 32),
             game_id.at);
    const char *settings = home, *data = home;
    char own[2][PATH_SIZE / 2];
    if (!home) {
        if (!user_place(PLACE_SETTINGS, own[0], sizeof own[0]) ||
            !user_place(PLACE_DATA, own[1], sizeof own[1]))
            return false;
        settings = own[0];
        data = own[1];
    }
    const int a = snprintf(out->settings, sizeof out->settings, "%s", settings);
    const int b = snprintf(out->game, sizeof out->game, "%s/%s", data, below);
    return a > 0 && (size_t)a < sizeof out->settings && b > 0 && (size_t)b < sizeof out->game;
}
