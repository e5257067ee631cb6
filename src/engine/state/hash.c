/* The hash over a world's state: everything that can affect the future. */
#include "base/hash.h"
#include "engine/world.h"

static uint64_t mix_bytes(uint64_t hash, const void *data, size_t size)
{
    return hash_bytes(hash, (Bytes){data, size});
}

static uint64_t mix_actor(uint64_t hash, const Actor *actor)
{
    /* From the first member to the pointer there are 32-bit numbers only, no gaps. */
    hash = mix_bytes(hash, actor, offsetof(Actor, orders));
    hash = mix_bytes(hash, actor->orders, actor->order_count * sizeof *actor->orders);
    hash = mix_bytes(hash, actor->way, actor->way_count);
    hash = mix_bytes(hash, actor->values, actor->value_count * sizeof *actor->values);
    return actor->fate ? hash_mix(hash, (uint64_t)actor->fate << 32) : hash;
}

static uint64_t mix_task(uint64_t hash, const Task *task)
{
    hash = task->player ? hash_mix(hash, task->player) : hash;
    /* Up to here there are 32-bit numbers only, no gaps. */
    hash = mix_bytes(hash, task, offsetof(Task, began_at) + sizeof task->began_at);
    hash = mix_bytes(hash, task->run, offsetof(MachineRun, stack));
    return mix_bytes(hash, task->run->stack, (task->run->depth + 1) * sizeof *task->run->stack);
}

static uint64_t mix_map(uint64_t hash, const MapState *map)
{
    hash = hash_mix(hash, map->changes);
    hash = mix_bytes(hash, map->spawns, map->spawn_count * sizeof *map->spawns);
    /* Stale watches are recomputed before they are used. */
    return mix_bytes(hash, map->watches, map->watch_count * sizeof *map->watches);
}

static uint64_t mix_screen(uint64_t hash, const ScreenState *screen)
{
    hash = mix_bytes(hash, screen, offsetof(ScreenState, options));
    hash = mix_bytes(hash, screen->options, screen->option_count * sizeof *screen->options);
    return hash_mix(hash, (uint64_t)screen->result_set << 32 | (uint32_t)screen->result);
}

/* A player, and the lists of the world in between. */
static uint64_t mix_player(uint64_t hash, const World *world, const Player *player)
{
    const size_t attributes = world->content->attributes->attribute_count;
    const struct {
        const void *data;
        size_t size;
    } parts[] = {
        {world->globals, attributes * sizeof *world->globals},
        {player->items, player->item_count * sizeof *player->items},
        {player->equipped, sizeof player->equipped},
        {player->quests, world->quest_count},
        {player->belt, sizeof player->belt},
        {player->choices, world->choice_count * sizeof *player->choices},
        {player->palettes, world->choice_count * sizeof *player->palettes},
        {player->points, attributes * sizeof *player->points},
        {player->fields, sizeof player->fields},
        {player->alerts, player->alert_count * sizeof *player->alerts},
        {world->overlays, world->overlay_count * sizeof *world->overlays},
        {world->shots, world->shot_count * sizeof *world->shots},
        {player->path, player->path_count * sizeof *player->path},
        {&player->errand, sizeof player->errand},
        {&player->beyond, sizeof player->beyond},
        {&player->entered, sizeof player->entered},
        {world->loot, world->loot_count * sizeof *world->loot},
        {&player->scene, sizeof player->scene},
    };
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        hash = mix_bytes(hash_mix(hash, i), parts[i].data, parts[i].size);
    if (player->seeking)
        hash = mix_bytes(hash, &player->sought, sizeof player->sought);
    hash = mix_screen(mix_screen(hash, &player->screen), &player->under);
    hash = mix_screen(mix_screen(hash, &player->outer), &player->paused);
    const uint32_t numbers[] = {player->touched,
                                player->contact,
                                player->arrived,
                                player->music,
                                (uint32_t)player->scene_minutes,
                                world->task_number,
                                player->field,
                                player->beginning};
    return mix_bytes(hash, numbers, sizeof numbers);
}

/* State that only shared worlds have. */
static uint64_t mix_many(uint64_t hash, const World *world)
{
    hash = mix_bytes(hash, world->winners, world->quest_count * sizeof *world->winners);
    for (uint32_t i = 0; i < world->player_count; i++) {
        const Player *player = world->players[i];
        if (!player->used)
            continue;
        hash = hash_mix(hash, (uint64_t)player->id << 32 | player->actor);
        hash = hash_mix(hash, (uint64_t)i << 1 | player->started);
        hash = hash_mix(hash, (uint64_t)player->met << 32 | player->met_at);
        for (uint32_t k = 0; k < player->near_count; k++)
            hash = hash_mix(hash_mix(hash, player->nears[k].key), player->nears[k].bits);
        hash = mix_player(mix_bytes(hash, player->name, sizeof player->name), world, player);
    }
    return hash;
}

uint64_t world_hash(const World *world)
{
    uint64_t hash = hash_mix(world->random, world->tick);
    hash = hash_mix(hash, (uint64_t)world->play_started << 1 | world->players[0]->started);
    for (uint32_t i = 0; i < world->actor_count; i++)
        if (world->actors[i]->used)
            hash = mix_actor(hash_mix(hash, i), world->actors[i]);
    for (uint32_t i = 0; i < world->map_count; i++)
        if (world->maps[i] && world->maps[i]->record)
            hash = mix_map(hash_mix(hash, i), world->maps[i]);
    for (uint32_t i = 0; i < world->task_count; i++)
        if (world->tasks[i]->used)
            hash = mix_task(hash_mix(hash, i), world->tasks[i]);
    hash = mix_player(hash, world, world->players[0]);
    return world->shared ? mix_many(hash, world) : hash;
}
