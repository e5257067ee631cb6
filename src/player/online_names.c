/* Names of other players, and notes over the map. */
#include "player/online_internal.h"

#include <stdio.h>

void online_note_name(Online *online, uint32_t player, Text name)
{
    KnownName *known = NULL;
    for (uint32_t i = 0; i < ONLINE_NAMES && !known; i++)
        if (online->names[i].player == player)
            known = &online->names[i];
    if (!known)
        known = &online->names[online->name_count++ % ONLINE_NAMES];
    known->player = player;
    snprintf(known->name, sizeof known->name, "%.*s", (int)name.size, name.at);
    letters_note(&online->app->letters, online->session, name);
}

Text online_name(Online *online, uint32_t player)
{
    const World *world = online->session->world;
    for (uint32_t i = 0; online->inside && i < world->player_count; i++)
        if (world->players[i]->used && world->players[i]->id == player &&
            world->players[i]->name[0])
            online_note_name(online, player, text_of(world->players[i]->name));
    for (uint32_t i = 0; i < ONLINE_NAMES; i++)
        if (online->names[i].player == player && player)
            return text_of(online->names[i].name);
    char number[16];
    snprintf(number, sizeof number, "#%u", player);
    online_note_name(online, player, text_of(number));
    return online_name(online, player);
}

void online_notify(Online *online, Text text)
{
    menus_notify(online->menus, online->session->world, text);
}

void online_notify_about(Online *online, Word word, uint32_t player)
{
    char line[256];
    const Text name = online_name(online, player);
    snprintf(line, sizeof line, "%.*s %s", (int)name.size, name.at,
             online_word(online, word).at);
    online_notify(online, text_of(line));
}
