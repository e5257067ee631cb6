/* Writes the block of an actor in the original format. */
#include "engine/save/save_internal.h"

/* The entity block has space for this many attributes, and none for global ones. */
static void fill_attributes(Save *save, const Actor *actor, uint32_t row, SavEntity *entity,
                            SaveValues *further)
{
    const Content *content = save->world->content;
    const uint32_t count = content->attributes->attribute_count;
    entity->attributes = arena_alloc_raw(save->arena, count + 1, sizeof *entity->attributes);
    for (uint32_t i = 0; i < count; i++)
        if (!attribute_is_global(content, i) && entity->attribute_count < ENTITY_ATTRIBUTES_MAX)
            entity->attributes[entity->attribute_count++] = actor->values[i];
        else if (actor->values[i])
            *ARENA_PUSH(save->arena, further->items, further->count) =
                (SaveValue){row, i, (uint32_t)actor->values[i]};
}

void save_entity(Save *save, const Actor *actor, uint32_t row, SavEntity *entity,
                 SaveValues *further)
{
    *entity = (SavEntity){.map = actor->map == NONE ? SAV_NOWHERE : actor->map,
                          .direction = (u8)actor->direction,
                          .x = actor->at.x >> 8, /* SUB is 1 << 8 */
                          .y = actor->at.y >> 8,
                          .behaviour = (u8)actor->movement,
                          .transport = (u8)actor->transport,
                          .altitude = (i8)actor->altitude};
    if (actor->map != NONE)
        save_note(save, SAV_NAME_MAP, actor->map);
    fill_attributes(save, actor, row, entity, further);
}
