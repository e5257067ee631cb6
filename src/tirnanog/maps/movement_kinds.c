/* Derives the number of ways from objects and handlers, and adds speeds of 100 percent to tiles
 * that have fewer. Games get three ways unless they use more, so that every program can read
 * them. */
#include "tirnanog/maps/movement_kinds.h"

#include "tirnanog/script/bytecode.h"

unsigned ways_of_object(const TngObject *object)
{
    enum { MASK_FIFTH = 16 };
    unsigned ways = 0;
    for (size_t i = 0; i < object->modifier_count; i++) {
        const ObjectModifier *modifier = &object->modifiers[i];
        if (!modifier->attribute && modifier->value >= (int32_t)ways &&
            modifier->value < TNG_WAYS_MAX)
            ways = (unsigned)modifier->value + 1;
    }
    for (size_t i = 0; i < (size_t)object->mask_width * object->mask_height; i++)
        if (object->mask[i] & MASK_FIFTH)
            ways = TNG_WAYS_MAX;
    return ways;
}

/* A way that is not a constant may be any of the four that every game has had so far. */
unsigned ways_of_code(Bytes code)
{
    enum { WAYS_ANY = 4 };
    Instruction before = {0}, it;
    unsigned ways = 0;
    for (size_t at = 0; at < code.size && instruction_read(code, at, &it) == DECODED;
         before = it) {
        at += it.size;
        if (opcode_family(it.op) != FAMILY_CALL || it.value != COMMAND_transport)
            continue;
        const bool constant = instruction_is_constant(&before);
        const unsigned more = !constant                     ? WAYS_ANY
                              : before.value < TNG_WAYS_MAX ? before.value + 1
                                                            : 0;
        ways = more > ways ? more : ways;
    }
    return ways;
}

void ways_widen(TngTile *tile, unsigned ways, Arena *arena)
{
    if (tile->transport_count >= ways)
        return;
    TileSpeed *speeds = ARENA_ALLOC(arena, TileSpeed, ways);
    for (size_t i = 0; i < ways; i++)
        speeds[i] = i < tile->transport_count ? tile->speeds[i] : (TileSpeed){.speed = 100};
    tile->speeds = speeds;
    tile->transport_count = (u8)ways;
}
