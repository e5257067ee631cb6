/* Gives the player the server to connect to. The page contains the server's game, so the game
 * is compared by its unique ID and never downloaded here. */
#include "player/web/web_online.h"

#include "tirnanog/container/tng.h"
#include "player/online.h"
#include "player/web/web.h"

static struct {
    PlayerServer server;
    char host[256];
    Bytes game;
    bool connects;
} online;

/* The page has the server's game; if the server has got another one, the page is to be loaded
 * again. */
static Bytes find_game(void *context, const PacketServerHello *hello)
{
    enum { UNIQUE_AT = 48, UNIQUE = 8 };
    (void)context;
    const bool same = online.game.size == hello->size &&
                      online.game.size > UNIQUE_AT + UNIQUE &&
                      uint_of(online.game.data + UNIQUE_AT, UNIQUE, false) == hello->unique;
    return same ? online.game : (Bytes){NULL, 0};
}

/* The browser checks certificates. */
static Known known(void *context, uint8_t pin[PIN_SIZE], Report *report)
{
    (void)context, (void)pin, (void)report;
    return KNOWN_NOT;
}

static void trust(void *context, const uint8_t pin[PIN_SIZE]) { (void)context, (void)pin; }

void web_connect(const char *host, uint32_t port, const uint8_t *game, size_t size)
{
    const size_t length = strlen(host);
    const size_t kept = length < sizeof online.host ? length : sizeof online.host - 1;
    memcpy(online.host, host, kept);
    online.game = (Bytes){game, size};
    online.server = (PlayerServer){.host = {online.host, kept},
                                   .port = port,
                                   .games = {.find = find_game,
                                             .absent = "the server has another version of "
                                                       "the game: load the page again"},
                                   .known = known,
                                   .trust = trust};
    online.connects = true;
}

const PlayerServer *web_server(void) { return online.connects ? &online.server : NULL; }
