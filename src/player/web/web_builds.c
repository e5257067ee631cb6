/* New builds of the game. The page allocates a build's memory, and this file frees it when the
 * player does not use it any more. */
#include "player/web/web_author.h"

#include "player/host.h"
#include "tirnanog/sheets/script_names.h"

#include <stdlib.h>

/* What the player does not use any more is freed: a build that is replaced may be in use for
 * one more. */
static struct {
    uint8_t *next;
    size_t size;
    uint8_t *builds[2];
} reloading;

void web_reload(uint8_t *game, size_t size)
{
    free(reloading.next);
    reloading.next = game;
    reloading.size = size;
}

static bool take(void *context, Bytes *game, Text *trouble)
{
    (void)context, (void)trouble;
    if (!reloading.next)
        return false;
    *game = (Bytes){reloading.next, reloading.size};
    return true;
}

static void taken(void *context, bool accepted)
{
    (void)context;
    uint8_t *old = accepted ? reloading.builds[1] : reloading.next;
    if (accepted) {
        reloading.builds[1] = reloading.builds[0];
        reloading.builds[0] = reloading.next;
    }
    reloading.next = NULL;
    free(old);
}

void author_options(PlayerOptions *options)
{
    options->author = options->record = true;
    options->names = project_game_script_names;
    options->reload = take;
    options->reloaded = taken;
}
