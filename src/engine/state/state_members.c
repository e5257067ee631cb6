/* Parts, in order: the descriptions, made of state.def; values and ranges; output;
 * documentation. */
#include "engine/state/state_members.h"

#define PRIMITIVE(Type, signed_)                                                               \
    const StateEntity Type##_entity = {                                                        \
        .name = #Type, .doc = "", .size = sizeof(Type), .is_signed = (signed_)};
PRIMITIVE(u8, false)
PRIMITIVE(u16, false)
PRIMITIVE(u32, false)
PRIMITIVE(i32, true)
PRIMITIVE(char, false)

#define STATE_FILE "engine/state/state_outside.def"
#include "engine/state/state_define.h"
#define STATE_FILE "engine/state/state.def"
#include "engine/state/state_define.h"

/* The number of elements of this row; those of LISTED and POINTED are in another member. */
size_t member_count(const World *world, const StateMember *member, const void *row)
{
    switch (member->shape) {
    case MEMBER_ONE:
        return 1;
    case MEMBER_ARRAY:
        return member->max;
    case MEMBER_LISTED:
    case MEMBER_POINTED:
        return member_counter(member, row);
    case MEMBER_PER_ATTRIBUTE:
        return world->content->attributes->attribute_count;
    case MEMBER_PER_QUEST:
        return world->quest_count;
    case MEMBER_PER_GROUP:
        return world->choice_count;
    case MEMBER_LINK:
        break;
    }
    return 0;
}

/* Arrays within the struct, or the memory that a pointer refers to. */
void *member_values(const StateMember *member, const void *row)
{
    char *at = (char *)(uintptr_t)row + member->offset;
    void *values;
    if (member->shape <= MEMBER_LISTED || member->shape == MEMBER_LINK)
        return at;
    memcpy(&values, at, sizeof values);
    return values;
}

/* ---- checks ---- */

/* Inclusive. Names such as maps have no range: they are checked against the game. */
StateRange state_range(const Grid *grid, StateCheck check, uint32_t max)
{
    const int64_t side = grid->side;
    uint32_t w, h;
    switch (check) {
    case CHECK_NUMBER:
        return (StateRange){0, max, false};
    case CHECK_SIGNED:
        return (StateRange){-(int64_t)max, max, true};
    case CHECK_IN_CELL:
        return (StateRange){0, side - 1, true};
    case CHECK_NEAR_CELL:
        return (StateRange){-side, 2 * side, true};
    case CHECK_FAR_CELL:
        return (StateRange){-side, UINT16_MAX, true};
    case CHECK_PIXEL:
    case CHECK_FOOT:
        grid_picture_size(grid, &w, &h);
        const int64_t unit = (int64_t)(w > h ? w : h) * (check == CHECK_FOOT ? SUB : 1);
        return (StateRange){-unit, 2 * unit, true};
    case CHECK_OBJECT:
        return (StateRange){0, TNG_NO_SPRITE, false};
    case CHECK_MAP:
    case CHECK_QUEST:
    case CHECK_SPRITE:
    case CHECK_ENTITY:
    case CHECK_MUSIC:
    case CHECK_SINCE:
    case CHECK_UNTIL:
        break;
    }
    return (StateRange){0, UINT32_MAX, false};
}

/* Only single values: lists are copied by their own code. */
void state_copy(const StateEntity *entity, void *to, const void *from, unsigned flags)
{
    size_t count;
    const StateMember *members = entity->members(&count);
    for (size_t i = 0; i < count; i++)
        if (members[i].shape == MEMBER_ONE && members[i].flags & flags)
            memcpy((char *)to + members[i].offset, (const char *)from + members[i].offset,
                   members[i].size);
}

/* ---- output ---- */

static void print_number(const StateEntity *type, const void *at, Writer *out)
{
    uint32_t number = 0; /* little-endian only, see image.h */
    memcpy(&number, at, type->size);
    if (type->is_signed)
        write_format(out, "%d", (int32_t)number);
    else
        write_format(out, "%u", number);
}

/* Names such as "actor 3.orders[0]". */
static void print_member(const World *world, const StateMember *member, const void *row,
                         const char *prefix, unsigned flags, Writer *out)
{
    const size_t count = member_count(world, member, row);
    const char *values = member_values(member, row);
    if (member->element == &char_entity) {
        write_format(out, "%s.%s = %.*s\n", prefix, member->name, (int)strnlen(values, count),
                     values);
        return;
    }
    for (size_t i = 0; member->element->members && i < count; i++) {
        const char *name =
            member->max == 1
                ? arena_format(out->arena, "%s.%s", prefix, member->name).at
                : arena_format(out->arena, "%s.%s[%zu]", prefix, member->name, i).at;
        state_print(world, member->element, values + i * member->size, name, flags, out);
    }
    if (member->element->members)
        return;
    write_format(out, "%s.%s =", prefix, member->name);
    for (size_t i = 0; i < count; i++) {
        write_text(out, TEXT(" "));
        print_number(member->element, values + i * member->size, out);
    }
    write_text(out, TEXT("\n"));
}

void state_print(const World *world, const StateEntity *entity, const void *row,
                 const char *prefix, unsigned flags, Writer *out)
{
    size_t count;
    const StateMember *members = entity->members(&count);
    for (size_t i = 0; i < count; i++)
        if (members[i].shape != MEMBER_LINK && members[i].flags & flags)
            print_member(world, &members[i], row, prefix, flags, out);
}

/* Only what is in use, since unused slots keep old values. */
void world_print(const World *world, Writer *out)
{
    const unsigned flags = SAVED | HASHED | ORDERED;
    state_print(world, &World_entity, world, "world", flags, out);
    for (uint32_t i = 0; i < world->map_count; i++)
        if (world->maps[i] && world->maps[i]->record)
            state_print(world, &MapState_entity, world->maps[i],
                        arena_format(out->arena, "map %u", i).at, flags, out);
    for (uint32_t i = 0; i < world->actor_count; i++)
        if (world->actors[i]->used)
            state_print(world, &Actor_entity, world->actors[i],
                        arena_format(out->arena, "actor %u", i).at, flags, out);
    for (uint32_t i = 0; i < world->task_count; i++)
        if (world->tasks[i]->used)
            state_print(world, &Task_entity, world->tasks[i],
                        arena_format(out->arena, "task %u", i).at, flags, out);
    for (uint32_t i = 0; i < world->player_count; i++)
        if (world->players[i]->used)
            state_print(world, &Player_entity, world->players[i],
                        arena_format(out->arena, "player %u", i).at, flags, out);
}

/* ---- documentation ---- */

static const char *values_of(const StateMember *member, Arena *arena)
{
    static const char *const words[] = {[CHECK_MAP] = "map, or 4294967295",
                                        [CHECK_QUEST] = "quest",
                                        [CHECK_OBJECT] = "object, or 65535",
                                        [CHECK_SPRITE] = "category * 65536 + sprite",
                                        [CHECK_ENTITY] = "entity",
                                        [CHECK_MUSIC] = "offset in the strings, or 0",
                                        [CHECK_IN_CELL] = "cell of the map",
                                        [CHECK_NEAR_CELL] = "cell, also of adjacent maps",
                                        [CHECK_FAR_CELL] = "cell",
                                        [CHECK_PIXEL] = "pixel",
                                        [CHECK_FOOT] = "1/256 pixel",
                                        [CHECK_SINCE] = "tick in the past",
                                        [CHECK_UNTIL] = "tick in the future, or 0"};
    switch (member->shape) {
    case MEMBER_ARRAY:
        return arena_format(arena, "%u of them", member->max).at;
    case MEMBER_LISTED:
        return arena_format(arena, "at most %u of them", member->max).at;
    case MEMBER_POINTED:
        return "a list";
    case MEMBER_PER_ATTRIBUTE:
        return "one for each attribute";
    case MEMBER_PER_QUEST:
        return "one for each quest";
    case MEMBER_PER_GROUP:
        return "one for each group of options";
    default:
        break;
    }
    if (member->check == CHECK_SIGNED)
        return arena_format(arena, "-%u to %u", member->max, member->max).at;
    if (member->check != CHECK_NUMBER)
        return words[member->check];
    return member->max == UINT32_MAX ? "" : arena_format(arena, "0 to %u", member->max).at;
}

static void describe_entity(const StateEntity *entity, Writer *out)
{
    size_t count;
    const StateMember *members = entity->members(&count);
    write_format(out,
                 "## %s\n\n%s\n\n| member | type | values | kept in | sent | meaning |\n"
                 "|---|---|---|---|---|---|\n",
                 entity->name, entity->doc);
    for (size_t i = 0; i < count; i++) {
        const StateMember *member = &members[i];
        if (member->shape == MEMBER_LINK)
            continue;
        const bool saved = member->flags & SAVED,
                   hashed = member->flags & (HASHED | ORDERED | HASHED_IF_SET);
        write_format(out, "| `%s` | %s | %s | %s%s%s | %s | %s |\n", member->name,
                     member->element->name, values_of(member, out->arena), saved ? "saves" : "",
                     saved && hashed ? ", " : "", hashed ? "hash" : "",
                     strcmp(member->sent, "NO") ? member->sent : "", member->doc);
    }
    write_format(out, "\n");
}

void members_describe(Writer *out)
{
    write_format(
        out,
        "# The state of a world\n\nGenerated from `src/engine/state/state.def`. The debugger "
        "prints these members of an entity with `state`. Members that are kept in saves have a "
        "column or a table with this name in the chunk `OISN` of saved games; others are in "
        "its "
        "other chunks, or are derived. `sent` names the part of STATE in "
        "[the protocol](protocol.md) and the type that the member has there; HAND: the part "
        "has "
        "it in another form.\n\n");
#define ENTITY(Type, doc) describe_entity(&Type##_entity, out);
#include "engine/state/state.def"
}
