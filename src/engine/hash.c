/* The hash over a world's state: everything that can influence what comes. */
#include "base/hash.h"
#include "engine/parts.h"

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
    return mix_bytes(hash, actor->values, actor->value_count * sizeof *actor->values);
}

static uint64_t mix_task(uint64_t hash, const Task *task)
{
    /* Up to here there are 32-bit numbers only, no gaps. */
    hash = mix_bytes(hash, task, offsetof(Task, began_at) + sizeof task->began_at);
    hash = mix_bytes(hash, task->run, offsetof(MachineRun, stack));
    return mix_bytes(hash, task->run->stack, (task->run->depth + 1) * sizeof *task->run->stack);
}

static uint64_t mix_map(uint64_t hash, const MapState *map)
{
    hash = hash_mix(hash, map->changes);
    hash = mix_bytes(hash, map->spawns, map->spawn_count * sizeof *map->spawns);
    /* Stale watches are made anew before they count. */
    return mix_bytes(hash, map->watches, map->watch_count * sizeof *map->watches);
}

static uint64_t mix_screen(uint64_t hash, const ScreenState *screen)
{
    hash = mix_bytes(hash, screen, offsetof(ScreenState, options));
    hash = mix_bytes(hash, screen->options, screen->option_count * sizeof *screen->options);
    return hash_mix(hash, (uint64_t)screen->result_set << 32 | (uint32_t)screen->result);
}

uint64_t world_hash(const World *world)
{
    uint64_t hash = hash_mix(world->random, world->tick);
    hash = hash_mix(hash, (uint64_t)world->play_started << 1 | world->started);
    for (uint32_t i = 0; i < world->actor_count; i++)
        if (world->actors[i]->used)
            hash = mix_actor(hash_mix(hash, i), world->actors[i]);
    for (uint32_t i = 0; i < world->map_count; i++)
        if (world->maps[i] && world->maps[i]->record)
            hash = mix_map(hash_mix(hash, i), world->maps[i]);
    for (uint32_t i = 0; i < world->task_count; i++)
        if (world->tasks[i]->used)
            hash = mix_task(hash_mix(hash, i), world->tasks[i]);
    const struct {
        const void *data;
        size_t size;
    } parts[] = {
        {world->globals, world->content->attributes->attribute_count * sizeof(int32_t)},
        {world->items, world->item_count * sizeof *world->items},
        {world->equipped, sizeof world->equipped},
        {world->quests, world->quest_count},
        {world->belt, sizeof world->belt},
        {world->choices, world->choice_count * sizeof *world->choices},
        {world->palettes, world->choice_count * sizeof *world->palettes},
        {world->points, world->content->attributes->attribute_count * sizeof *world->points},
        {world->fields, sizeof world->fields},
        {world->alerts, world->alert_count * sizeof *world->alerts},
        {world->overlays, world->overlay_count * sizeof *world->overlays},
        {world->shots, world->shot_count * sizeof *world->shots},
        {world->path, world->path_count * sizeof *world->path},
        {&world->errand, sizeof world->errand},
        {&world->beyond, sizeof world->beyond},
        {&world->entered, sizeof world->entered},
        {world->loot, world->loot_count * sizeof *world->loot},
        {&world->scene, sizeof world->scene},
    };
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        hash = mix_bytes(hash_mix(hash, i), parts[i].data, parts[i].size);
    hash = mix_screen(mix_screen(hash, &world->screen), &world->under);
    hash = mix_screen(mix_screen(hash, &world->outer), &world->paused);
    const uint32_t numbers[] = {world->touched,
                                world->contact,
                                world->arrived,
                                world->music,
                                (uint32_t)world->scene_minutes,
                                world->task_number,
                                world->field,
                                world->beginning};
    return mix_bytes(hash, numbers, sizeof numbers);
}
