/* Parts, in order: members by their descriptions; actors, players, maps and tasks; the whole.
 * Cells of maps and runs of the machine have no description that can be compared member by
 * member, and have their own functions. Scratch memory is freed after each comparison, since
 * most find no difference. */
#include "engine/state/state_difference.h"

#include "base/numbers.h"

enum { COMPARED = SAVED | HASHED | ORDERED | HASHED_IF_SET };

typedef struct Comparison {
    const World *worlds[2];
    StateDifference *out;
    Arena *arena;
} Comparison;

static Text number_text(const StateEntity *type, const void *at, Arena *arena)
{
    uint64_t number = 0; /* little-endian only, see image.h */
    int32_t as_signed;
    memcpy(&number, at, type->size);
    memcpy(&as_signed, &number, sizeof as_signed);
    return type->is_signed ? arena_format(arena, "%d", as_signed)
                           : arena_format(arena, "%llu", (unsigned long long)number);
}

static bool compare_rows(const Comparison *comparison, const StateEntity *entity,
                         const void *const rows[2], Text prefix);

/* One value of a member; NULL: the list is shorter. */
static bool compare_value(const Comparison *comparison, const StateMember *member,
                          const void *const at[2], Text name)
{
    StateDifference *out = comparison->out;
    const StateEntity *type = member->element;
    if (at[0] && at[1] && type->members)
        return compare_rows(comparison, type, at, name);
    if (at[0] && at[1] && !memcmp(at[0], at[1], type->size))
        return false;
    out->member = name;
    for (int i = 0; i < 2; i++)
        out->values[i] = !at[i]          ? TEXT("missing")
                         : type->members ? TEXT("present")
                                         : number_text(type, at[i], comparison->arena);
    return true;
}

/* Bytes after the end of the text do not count: they may be left from an earlier one. */
static bool compare_text(const Comparison *comparison, const char *const values[2],
                         size_t count, Text name)
{
    if (!strncmp(values[0], values[1], count))
        return false;
    comparison->out->member = name;
    for (int i = 0; i < 2; i++)
        comparison->out->values[i] = arena_format(comparison->arena, "\"%.*s\"",
                                                  (int)strnlen(values[i], count), values[i]);
    return true;
}

/* `value` is the index of the first element that differs. */
static bool compare_member(const Comparison *comparison, const StateMember *member,
                           const void *const rows[2], Text prefix, size_t *value)
{
    const Text name = prefix.size ? arena_format(comparison->arena, "%.*s.%s", (int)prefix.size,
                                                 prefix.at, member->name)
                                  : text_of(member->name);
    size_t counts[2];
    const char *values[2];
    for (int i = 0; i < 2; i++) {
        counts[i] = member_count(comparison->worlds[i], member, rows[i]);
        values[i] = member_values(member, rows[i]);
    }
    if (member->element == &char_entity)
        return compare_text(comparison, values, counts[0], name);
    const size_t count = counts[0] > counts[1] ? counts[0] : counts[1];
    for (*value = 0; *value < count; ++*value) {
        const size_t at = *value * member->size;
        const void *const both[2] = {*value < counts[0] ? values[0] + at : NULL,
                                     *value < counts[1] ? values[1] + at : NULL};
        const Text which =
            member->shape == MEMBER_ONE || (member->element->members && member->max == 1)
                ? name
                : arena_format(comparison->arena, "%.*s[%zu]", (int)name.size, name.at, *value);
        if (compare_value(comparison, member, both, which))
            return true;
    }
    return false;
}

/* Stops at the first difference: later ones usually follow from it. */
static bool compare_rows(const Comparison *comparison, const StateEntity *entity,
                         const void *const rows[2], Text prefix)
{
    size_t count, value = 0;
    const StateMember *members = entity->members(&count);
    for (size_t i = 0; i < count; i++)
        if (members[i].shape != MEMBER_LINK && members[i].flags & COMPARED &&
            compare_member(comparison, &members[i], rows, prefix, &value)) {
            comparison->out->members = &members[i];
            comparison->out->value = value;
            return true;
        }
    return false;
}

/* An actor, a player and so on; NULL: it does not exist. */
static bool compare(const Comparison *comparison, const StateEntity *entity,
                    StateDifferenceKind kind, uint32_t index, const void *a, const void *b)
{
    const void *const rows[2] = {a, b};
    StateDifference *out = comparison->out;
    Arena *scratch = arena_new();
    const Comparison mine = {{comparison->worlds[0], comparison->worlds[1]}, out, scratch};
    bool differs = !a != !b;
    *out = (StateDifference){.kind = kind, .index = index};
    if (differs)
        for (int i = 0; i < 2; i++)
            out->values[i] = rows[i] ? TEXT("present") : TEXT("missing");
    else if (a)
        differs = compare_rows(&mine, entity, rows, TEXT(""));
    if (differs) {
        out->member = arena_text(comparison->arena, out->member);
        for (int i = 0; i < 2; i++)
            out->values[i] = arena_text(comparison->arena, out->values[i]);
    }
    arena_free(scratch);
    return differs;
}

/* NULL if the slot is unused; slots that are unused in both worlds are equal. */
static const Actor *actor_of(const World *world, uint32_t index)
{
    return index < world->actor_count && world->actors[index]->used ? world->actors[index]
                                                                    : NULL;
}

static const Player *player_at(const World *world, uint32_t index)
{
    return index < world->player_count && world->players[index]->used ? world->players[index]
                                                                      : NULL;
}

static const MapState *map_at(const World *world, uint32_t index)
{
    return index < world->map_count && world->maps[index] && world->maps[index]->record
               ? world->maps[index]
               : NULL;
}

static const Task *task_at(const World *world, uint32_t index)
{
    return index < world->task_count && world->tasks[index]->used ? world->tasks[index] : NULL;
}

/* The objects of a map, of which the table has only a hash. */
static bool compare_cells(const Comparison *comparison, uint32_t index)
{
    const MapState *a = map_at(comparison->worlds[0], index);
    const MapState *b = map_at(comparison->worlds[1], index);
    const Grid *grid = &comparison->worlds[0]->content->grid;
    const size_t cells = grid_cells(grid);
    StateDifference *out = comparison->out;
    if (!a || !b || !a->cells || !b->cells)
        return false;
    for (size_t i = 0; i < TNG_LAYERS * cells; i++) {
        if (a->cells[i] == b->cells[i])
            continue;
        const size_t at = i % cells, side = (size_t)grid->side;
        const uint16_t sprites[2] = {a->cells[i], b->cells[i]};
        *out = (StateDifference){.kind = STATE_DIFFERENCE_MAP, .index = index, .is_cell = true};
        out->cell = (Cell){(int32_t)(at % side), (int32_t)(at / side)};
        out->member = arena_format(comparison->arena, "cells[%zu]", i / cells);
        for (int k = 0; k < 2; k++)
            out->values[k] = sprites[k] == TNG_NO_SPRITE
                                 ? TEXT("empty")
                                 : arena_format(comparison->arena, "%u", sprites[k]);
        return true;
    }
    return false;
}

/* The state of the virtual machine, which is not in the table. */
static bool compare_runs(const Comparison *comparison, uint32_t index)
{
    const Task *tasks[2] = {task_at(comparison->worlds[0], index),
                            task_at(comparison->worlds[1], index)};
    StateDifference *out = comparison->out;
    if (!tasks[0] || !tasks[1])
        return false;
    const MachineRun *a = tasks[0]->run, *b = tasks[1]->run;
    *out = (StateDifference){.kind = STATE_DIFFERENCE_TASK, .index = index};
    const struct {
        const char *name;
        uint32_t values[2];
    } numbers[] = {{"step", {a->step, b->step}},
                   {"self", {a->self, b->self}},
                   {"opponent", {a->opponent, b->opponent}},
                   {"pending", {a->pending, b->pending}},
                   {"depth", {a->depth, b->depth}}};
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        if (numbers[i].values[0] != numbers[i].values[1]) {
            out->member = text_of(numbers[i].name);
            for (int k = 0; k < 2; k++)
                out->values[k] = arena_format(comparison->arena, "%u", numbers[i].values[k]);
            return true;
        }
    for (size_t i = 0; i < SCRIPT_LOCALS + a->depth + 1; i++) {
        const bool local = i < SCRIPT_LOCALS;
        const int32_t x = local ? a->locals[i] : a->stack[i - SCRIPT_LOCALS];
        const int32_t y = local ? b->locals[i] : b->stack[i - SCRIPT_LOCALS];
        if (x == y)
            continue;
        out->member = local ? arena_format(comparison->arena, "%c", (char)('a' + i))
                            : arena_format(comparison->arena, "stack[%zu]", i - SCRIPT_LOCALS);
        out->values[0] = arena_format(comparison->arena, "%d", x);
        out->values[1] = arena_format(comparison->arena, "%d", y);
        return true;
    }
    return false;
}

/* Actors come first, because a difference of theirs says more than one of the counters of the
 * world. */
bool state_difference(const World *a, const World *b, StateDifference *out, Arena *arena)
{
    const Comparison both = {{a, b}, out, arena};
    for (uint32_t i = 0; i < LARGER(a->actor_count, b->actor_count); i++)
        if (compare(&both, &Actor_entity, STATE_DIFFERENCE_ACTOR, i, actor_of(a, i),
                    actor_of(b, i)))
            return true;
    for (uint32_t i = 0; i < LARGER(a->player_count, b->player_count); i++)
        if (compare(&both, &Player_entity, STATE_DIFFERENCE_PLAYER, i, player_at(a, i),
                    player_at(b, i)))
            return true;
    for (uint32_t i = 0; i < LARGER(a->map_count, b->map_count); i++)
        if (compare_cells(&both, i) || compare(&both, &MapState_entity, STATE_DIFFERENCE_MAP, i,
                                               map_at(a, i), map_at(b, i)))
            return true;
    for (uint32_t i = 0; i < LARGER(a->task_count, b->task_count); i++)
        if (compare(&both, &Task_entity, STATE_DIFFERENCE_TASK, i, task_at(a, i),
                    task_at(b, i)) ||
            compare_runs(&both, i))
            return true;
    return compare(&both, &World_entity, STATE_DIFFERENCE_WORLD, 0, a, b);
}
