/* What a server might say: bodies of STATE packets for the copy that a client has of a small
 * game, which is then walked in and asked, as a player's window would.
 *
 * The input is a row of bodies, each with two bytes of length before it; a length of 0 is a
 * tick. */
#include "server/protocol/mirror.h"
#include "small_game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SELF = 1, TICKS_MAX = 200 };

/* What is asked for each frame. */
static void look(World *world)
{
    const PlayerContext ctx = local_context(world);
    ShownMap shown[SHOWN_MAX];
    Spot middle;
    const uint32_t map = world_view(ctx, &middle);
    if (map != NONE && map >= world->map_count)
        abort();
    world_shown(ctx, shown);
    world_daytime(ctx);
    const TngAttributes *attributes = world->content->attributes;
    for (uint32_t i = 0; i < attributes->attribute_count; i++)
        world_attribute(ctx, context_entity(ctx), attributes->attributes[i].name);
    for (uint32_t i = 0; i < ctx.player->item_count; i++)
        world_price(world, ctx.player->items[i].sprite);
    if (ctx.player->screen.screen == SCREEN_CRAFT)
        world_recipe(ctx);
    if (ctx.player->screen.selected > OPTIONS_MAX * 256)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    Mirror *mirror = mirror_new(small_game(), 0, SELF, arena, &report);
    unsigned ticks = 0;
    while (mirror && size >= 2 && ticks < TICKS_MAX) {
        size_t length = data[0] | (size_t)data[1] << 8;
        data += 2;
        size -= 2;
        length = length < size ? length : size;
        if (length && !mirror_read(mirror, (Bytes){data, length}, &report)) {
            if (report.errors != 1)
                abort(); /* said once */
            break;
        }
        if (!length) {
            mirror_tick(mirror, ticks / 5 % 9, ticks / 7);
            look(mirror_world(mirror));
            ticks++;
        }
        data += length;
        size -= length;
    }
    mirror_free(mirror);
    arena_free(arena);
    return 0;
}
