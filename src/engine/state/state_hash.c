/* The hash over a world's state: everything that can affect the future.
 *
 * Members flagged as HASHED are mixed in by their rows in state.def; neighbours in memory at
 * once. What is flagged as ORDERED is mixed in below: recorded hashes depend on the order,
 * which is older than the rows. tests/engine/test_state.c changes each member of both kinds and
 * expects another hash, and changes all others and expects the same. */
#include "base/hash.h"
#include "engine/state/state.h"
#include "engine/state/state_members.h"

#include <assert.h>

/* ---- no padding is hashed ---- */

/* The bytes of all members. Arrays of a struct may be hashed at once if there is nothing else
 * in it. */
/* clang-format off */
#define ENTITY(Type, doc) enum { Type##_BYTES = 0
#define STATE(type, name, check, max, flags, sent, doc) +sizeof(type)
#define STATES(type, name, count, flags, sent, doc) +sizeof(type) * (count)
#define LISTED(type, name, capacity, counter, flags, sent, doc) +sizeof(type) * (capacity)
#define POINTED(type, name, counter, flags, sent, doc) +sizeof(type *)
#define PER(type, name, what, flags, sent, doc) +sizeof(type *)
#define NESTED(type, name, flags, sent, doc) +sizeof(type)
#define LINK(type, name, doc) +sizeof(type)
#define LINKS(type, name, count, doc) +sizeof(type) * (count)
#define END_ENTITY(Type) };
#include "engine/state/state.def"
#define ENTITY(Type, doc) enum { Type##_BYTES = 0
#define STATE(type, name, check, max, flags, sent, doc) +sizeof(type)
#define END_ENTITY(Type) };
#include "engine/state/state_outside.def"
/* clang-format on */
enum { char_BYTES = 1, u8_BYTES = 1, u16_BYTES = 2, u32_BYTES = 4, i32_BYTES = 4 };
#define PACKED(type, flags)                                                                    \
    _Static_assert(!((flags) & (HASHED | ORDERED)) || sizeof(type) == type##_BYTES,            \
                   #type " has padding, so it cannot be hashed");
#define STATES(type, name, count, flags, sent, doc) PACKED(type, flags)
#define LISTED(type, name, capacity, counter, flags, sent, doc) PACKED(type, flags)
#define PER(type, name, what, flags, sent, doc) PACKED(type, flags)
/* Near is hashed by its members. */
#define POINTED(type, name, counter, flags, sent, doc) PACKED(type, (flags) & ~ORDERED)
#include "engine/state/state.def"
PACKED(Watch, ORDERED)
PACKED(SpawnPoint, ORDERED)
PACKED(ObjectValue, ORDERED)

static uint64_t mix_bytes(uint64_t hash, const void *data, size_t size)
{
    return hash_bytes(hash, (Bytes){data, size});
}

/* ---- members by their rows ---- */

/* Numbers that follow each other; or a list, or a number that is HASHED_IF_SET. */
typedef struct HashStep {
    size_t offset, size;
    const StateMember *member; /* NULL: numbers */
} HashStep;

typedef struct HashPlan {
    HashStep steps[64];
    size_t count;
} HashPlan;

static HashPlan plan_of(const StateEntity *entity)
{
    size_t count;
    const StateMember *members = entity->members(&count);
    HashPlan plan;
    plan.count = 0;
    for (size_t i = 0; i < count; i++) {
        const StateMember *member = &members[i];
        HashStep *last = plan.count ? &plan.steps[plan.count - 1] : NULL;
        if (!(member->flags & (HASHED | HASHED_IF_SET)))
            continue;
        const bool one = member->shape == MEMBER_ONE && member->flags & HASHED;
        if (one && last && !last->member && last->offset + last->size == member->offset) {
            last->size += member->size;
            continue;
        }
        assert(plan.count < COUNT_OF(plan.steps));
        assert(!(member->flags & HASHED_IF_SET) || member->size == sizeof(uint32_t));
        plan.steps[plan.count++] =
            (HashStep){member->offset, member->size, one ? NULL : member};
    }
    return plan;
}

static uint64_t mix_row(uint64_t hash, const HashPlan *plan, const World *world,
                        const void *row)
{
    uint32_t rank = 0, number;
    for (size_t i = 0; i < plan->count; i++) {
        const HashStep *step = &plan->steps[i];
        const void *at = (const char *)row + step->offset;
        if (!step->member) {
            hash = mix_bytes(hash, at, step->size);
        } else if (step->member->flags & HASHED_IF_SET) {
            memcpy(&number, at, sizeof number);
            hash = number ? hash_mix(hash, (uint64_t)number << 32 | rank) : hash;
            rank++;
        } else {
            hash = mix_bytes(hash, member_values(step->member, row),
                             member_count(world, step->member, row) * step->size);
        }
    }
    return hash;
}

typedef struct HashPlans {
    const World *world;
    HashPlan of_world, map, actor, task, screen, player;
} HashPlans;

/* ---- members in their older order ---- */

static uint64_t mix_task(uint64_t hash, const HashPlans *plans, const Task *task)
{
    const MachineRun *run = task->run;
    hash = task->player ? hash_mix(hash, task->player) : hash;
    hash = mix_row(hash, &plans->task, plans->world, task);
    hash = mix_bytes(hash, run, offsetof(MachineRun, stack));
    return mix_bytes(hash, run->stack, (run->depth + 1) * sizeof *run->stack);
}

static uint64_t mix_map(uint64_t hash, const HashPlans *plans, const MapState *map)
{
    hash = hash_mix(hash, map->changes);
    hash = mix_bytes(hash, map->spawns, map->spawn_count * sizeof *map->spawns);
    hash = mix_bytes(hash, map->watches, map->watch_count * sizeof *map->watches);
    return mix_row(hash, &plans->map, plans->world, map);
}

static uint64_t mix_screen(uint64_t hash, const HashPlans *plans, const ScreenState *screen)
{
    hash = mix_row(hash, &plans->screen, plans->world, screen);
    return hash_mix(hash, (uint64_t)screen->result_set << 32 | (uint32_t)screen->result);
}

/* A player, and the lists of the world in between. */
static uint64_t mix_player(uint64_t hash, const HashPlans *plans, const Player *player)
{
    const World *world = plans->world;
    const size_t attributes = world->content->attributes->attribute_count;
    uint32_t alerts[ALERTS_MAX][2]; /* as recorded before alerts had quests */
    for (uint32_t i = 0; i < player->alert_count; i++) {
        alerts[i][0] = player->alerts[i].alert;
        alerts[i][1] = player->alerts[i].since;
    }
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
        {alerts, player->alert_count * sizeof *alerts},
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
    for (uint32_t i = 0; i < player->alert_count; i++)
        if (player->alerts[i].quest)
            hash = hash_mix(hash, (uint64_t)player->alerts[i].quest << 32 | i);
    if (player->seeking)
        hash = mix_bytes(hash, &player->sought, sizeof player->sought);
    hash = mix_screen(mix_screen(hash, plans, &player->screen), plans, &player->under);
    hash = mix_screen(mix_screen(hash, plans, &player->outer), plans, &player->paused);
    const uint32_t numbers[] = {player->touched,
                                player->contact,
                                player->arrived,
                                player->music,
                                (uint32_t)player->scene_minutes,
                                world->task_number,
                                player->field,
                                player->beginning};
    hash = mix_bytes(hash, numbers, sizeof numbers);
    return mix_row(hash, &plans->player, world, player);
}

/* State that only shared worlds have. */
static uint64_t mix_many(uint64_t hash, const HashPlans *plans)
{
    const World *world = plans->world;
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
        hash = mix_player(mix_bytes(hash, player->name, sizeof player->name), plans, player);
    }
    return hash;
}

uint64_t world_hash(const World *world)
{
    const HashPlans plans = {.world = world,
                             .of_world = plan_of(&World_entity),
                             .map = plan_of(&MapState_entity),
                             .actor = plan_of(&Actor_entity),
                             .task = plan_of(&Task_entity),
                             .screen = plan_of(&ScreenState_entity),
                             .player = plan_of(&Player_entity)};
    uint64_t hash = hash_mix(world->random, world->tick);
    hash = hash_mix(hash, (uint64_t)world->play_started << 1 | world->players[0]->started);
    hash = mix_row(hash, &plans.of_world, world, world);
    for (uint32_t i = 0; i < world->actor_count; i++)
        if (world->actors[i]->used)
            hash = mix_row(hash_mix(hash, i), &plans.actor, world, world->actors[i]);
    for (uint32_t i = 0; i < world->map_count; i++)
        if (world->maps[i] && world->maps[i]->record)
            hash = mix_map(hash_mix(hash, i), &plans, world->maps[i]);
    for (uint32_t i = 0; i < world->task_count; i++)
        if (world->tasks[i]->used)
            hash = mix_task(hash_mix(hash, i), &plans, world->tasks[i]);
    hash = mix_player(hash, &plans, world->players[0]);
    if (world->object_value_count) /* newer than recorded hashes */
        hash = mix_bytes(hash, world->object_values,
                         world->object_value_count * sizeof *world->object_values);
    return world->shared ? mix_many(hash, &plans) : hash;
}
