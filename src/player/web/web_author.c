#include "player/web/web_reload.h"

#include "player/web/web.h"

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

void web_reload_options(PlayerOptions *options)
{
    options->reload = take;
    options->reloaded = taken;
}
