/* Reading and writing attributes. A variable is stored; a calculated attribute runs its
 * expression at each read; items and equipment modify the attributes of players, except
 * global ones; attributes of objects are sums of their modifiers. Only the base value is
 * stored: reading adds the modifiers, and writing subtracts them, so that hp=hp+1 adds 1.
 * Writing a variable or a global attribute starts its handler. Nesting and cost of both are
 * limited. */
#include "engine/rules/rules.h"

/* A chain of ten attributes that each read the next a hundred times would take years; so
 * there is also a budget per tick, which no reasonable game exceeds. */
enum { NESTING_MAX = 6, EXPRESSIONS_A_TICK = 1000000 };

bool relation_is_met(unsigned relation, int32_t a, int32_t b)
{
    switch (relation) {
    case 0:
        return a == b;
    case 1:
        return a != b;
    case 2:
        return a >= b;
    case 3:
        return a > b;
    case 4:
        return a <= b;
    case 5:
        return a < b;
    }
    return true;
}

static const TngAttribute *attribute_of(const World *world, uint32_t ordinal)
{
    return &world->content->attributes->attributes[ordinal];
}

static Actor *actor_of(const World *world, uint32_t entity)
{
    if (entity == ENTITY_NONE || entity > world->actor_count)
        return NULL;
    Actor *actor = world->actors[entity - 1];
    return actor && actor->used ? actor : NULL;
}

static bool is_equipped(const Player *player, uint32_t sprite)
{
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        if (player->equipped[i] == sprite)
            return true;
    return false;
}

/* What the items and the equipment of a player add to an attribute: a sum, and percent of
 * the base value. */
typedef struct Modifiers {
    int64_t sum, percent;
} Modifiers;

static Modifiers modifiers_of(World *world, const Player *player, uint32_t name)
{
    Modifiers modifiers = {0};
    for (size_t i = 0; i < player->item_count; i++) {
        const uint32_t sprite = player->items[i].sprite;
        const TngObject *object = content_object(world->content, sprite, NULL);
        world->charge += 1 + (object ? object->modifier_count / 4 : 0u);
        for (size_t k = 0; object && k < object->modifier_count; k++) {
            const ObjectModifier *modifier = &object->modifiers[k];
            if (modifier->attribute != name ||
                ((modifier->type & 1) && !is_equipped(player, sprite)))
                continue;
            if (modifier->type & 2)
                modifiers.percent += modifier->value;
            else
                modifiers.sum += modifier->value;
        }
    }
    return modifiers;
}

static int32_t clamp(int64_t value)
{
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

static int32_t with_modifiers(const Modifiers *modifiers, int64_t base)
{
    return clamp(base + modifiers->sum + base * modifiers->percent / 100);
}

/* The base value that reads as `value`. Percentages skip some values: then the next one in
 * the direction of the change, so that counting up or down never stops. Percentages of -100
 * or less have no inverse and are ignored. */
static int32_t without_modifiers(const Modifiers *modifiers, int32_t old, int32_t value)
{
    const int64_t plain = (int64_t)value - modifiers->sum, percent = 100 + modifiers->percent;
    const int32_t now = with_modifiers(modifiers, old);
    if (now == value)
        return old;
    if (percent <= 0 || percent == 100)
        return clamp(plain);
    const int64_t step = value > now ? 1 : -1;
    int64_t base =
        plain * 100 / percent - 2 * step; /* before the value, whatever the rounding */
    for (int i = 0; i < 4 && step * (with_modifiers(modifiers, base) - (int64_t)value) < 0; i++)
        base += step;
    return clamp(base);
}

/* The player whose items modify an attribute of an entity; NULL if there are none. The
 * modifiers of the weight attribute are the weights of the objects; it is itself the limit. */
static const Player *modified_player(World *world, uint32_t entity, uint32_t ordinal)
{
    const TngAttributes *attributes = world->content->attributes;
    if (attributes->special_count > 1 &&
        attributes->special[1] == attribute_of(world, ordinal)->name)
        return NULL;
    const unsigned type = attribute_of(world, ordinal)->type;
    if (type == ATTRIBUTE_VARIABLE && !content_is_modified(world->content, ordinal))
        return NULL; /* most variables */
    return world_player_of(world, entity);
}

/* The opponent of an attribute's handler is the player, unless the player owns it. */
static uint32_t opposite(PlayerContext ctx, uint32_t entity)
{
    return world_player_of(ctx.world, entity) ? ENTITY_NONE : context_entity(ctx);
}

static int32_t calculate(PlayerContext ctx, uint32_t entity, uint32_t ordinal)
{
    World *world = ctx.world;
    const ScriptRef ref = {SECTION_ATTRIBUTES, ordinal, 0};
    if (!content_program(world->content, ref) || world->depth >= NESTING_MAX ||
        world->expressions >= EXPRESSIONS_A_TICK)
        return 0;
    MachineRun run;
    uint32_t budget = EXPRESSION_BUDGET;
    machine_start(&run, entity, opposite(ctx, entity));
    world->depth++;
    const MachineStatus status = script_run(ctx, ref, NULL, &run, &budget);
    world->depth--;
    world->expressions += EXPRESSION_BUDGET - budget + 1;
    world->charge += EXPRESSION_BUDGET - budget;
    return status == MACHINE_DONE ? machine_value(&run) : 0;
}

int32_t attribute_read(PlayerContext ctx, uint32_t entity, uint32_t ordinal)
{
    World *world = ctx.world;
    if (ordinal == NONE)
        return 0;
    const unsigned type = attribute_of(world, ordinal)->type;
    if (type == ATTRIBUTE_GLOBAL)
        return world->globals[ordinal];
    if (type == ATTRIBUTE_GLOBAL_CALCULATED)
        return calculate(ctx, entity, ordinal);
    const uint32_t name = attribute_of(world, ordinal)->name;
    int32_t own;
    if (entity >= ENTITY_OBJECT)
        return object_value_read(world, entity, ordinal, &own)
                   ? own
                   : object_value(world, entity - ENTITY_OBJECT, name);
    Actor *actor = actor_of(world, entity);
    if (!actor)
        return 0;
    const int32_t value =
        type == ATTRIBUTE_CALCULATED ? calculate(ctx, entity, ordinal) : actor->values[ordinal];
    const Player *player = modified_player(world, entity, ordinal);
    if (!player)
        return value;
    const Modifiers modifiers = modifiers_of(world, player, name);
    return with_modifiers(&modifiers, value);
}

int32_t attribute_get(PlayerContext ctx, uint32_t entity, uint32_t name)
{
    return attribute_read(ctx, entity, content_attribute(ctx.world->content, name));
}

void attribute_set(PlayerContext ctx, uint32_t entity, uint32_t name, int32_t value)
{
    attribute_write(ctx, entity, content_attribute(ctx.world->content, name), value);
}

void attribute_write(PlayerContext ctx, uint32_t entity, uint32_t ordinal, int32_t value)
{
    World *world = ctx.world;
    if (ordinal == NONE)
        return;
    const unsigned type = attribute_of(world, ordinal)->type;
    if (type == ATTRIBUTE_CALCULATED || type == ATTRIBUTE_GLOBAL_CALCULATED)
        return;
    if (entity >= ENTITY_OBJECT && type != ATTRIBUTE_GLOBAL) {
        object_value_write(world, entity, ordinal, value);
        return;
    }
    Actor *actor = actor_of(world, entity);
    int32_t *stored = type == ATTRIBUTE_GLOBAL ? &world->globals[ordinal]
                      : actor                  ? &actor->values[ordinal]
                                               : NULL;
    const Player *player = stored && actor ? modified_player(world, entity, ordinal) : NULL;
    if (player && type != ATTRIBUTE_GLOBAL) {
        const Modifiers modifiers =
            modifiers_of(world, player, attribute_of(world, ordinal)->name);
        value = without_modifiers(&modifiers, *stored, value);
    }
    if (!stored || *stored == value)
        return;
    *stored = value;
    if (actor && actor->player && ordinal == world->content->health)
        actor->fate = world->running ? world->running->used : 0;
    if ((type == ATTRIBUTE_VARIABLE || type == ATTRIBUTE_GLOBAL) &&
        world->depth < NESTING_MAX) {
        world->depth++;
        const uint32_t task =
            task_start(ctx, &(TaskStart){.ref = {SECTION_ATTRIBUTES, ordinal, 0},
                                         .self = entity,
                                         .opponent = opposite(ctx, entity),
                                         .location = {NONE, {0, 0}}});
        if (actor && actor->player && ordinal == world->content->health &&
            task_find(world, task))
            actor->fate = task; /* the handler continues and has not decided yet */
        world->depth--;
    }
}

void attributes_default(World *world, uint32_t entity)
{
    const TngAttributes *attributes = world->content->attributes;
    Actor *actor = actor_of(world, entity);
    for (uint32_t i = 0; i < attributes->attribute_count; i++) {
        const TngAttribute *attribute = &attributes->attributes[i];
        if (actor)
            actor->values[i] = attribute->type == ATTRIBUTE_VARIABLE ? attribute->value : 0;
        else if (entity == ENTITY_NONE)
            world->globals[i] = attribute->type == ATTRIBUTE_GLOBAL ? attribute->value : 0;
    }
}

bool needs_are_met(PlayerContext ctx, uint32_t entity, const Needs *needs)
{
    return !needs->attribute ||
           relation_is_met(needs->relation, attribute_get(ctx, entity, needs->attribute),
                           needs->value);
}

bool attribute_conditions_met(PlayerContext ctx, uint32_t entity, const AttributeRule *rules,
                              size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (rules[i].relation != RELATION_SET &&
            !relation_is_met(rules[i].relation, attribute_get(ctx, entity, rules[i].attribute),
                             rules[i].value))
            return false;
    return true;
}

void attribute_assignments_apply(World *world, uint32_t entity, const AttributeRule *rules,
                                 size_t count)
{
    Actor *actor = actor_of(world, entity);
    for (size_t i = 0; i < count; i++) {
        const uint32_t ordinal = content_attribute(world->content, rules[i].attribute);
        if (rules[i].relation == RELATION_SET && ordinal != NONE && actor)
            actor->values[ordinal] = rules[i].value; /* an initial value: no handler runs */
    }
}

/* An object's modifier per attribute, which never changes. Objects without modifiers share
 * an array of zeros. */
static const int32_t *object_values(World *world, uint32_t sprite)
{
    Content *content = world->content;
    const TngObject *object = sprite == NONE ? NULL : content_object(content, sprite, NULL);
    if (!object || !object->modifier_count)
        sprite = NONE;
    void **known = number_map_put(&content->object_values, (uint64_t)sprite + 1);
    if (*known)
        return *known;
    int32_t *values =
        ARENA_ALLOC(content->arena, int32_t, content->attributes->attribute_count + 1u);
    for (size_t i = 0; sprite != NONE && i < object->modifier_count; i++) {
        const uint32_t ordinal = content_attribute(content, object->modifiers[i].attribute);
        if (ordinal != NONE)
            values[ordinal] =
                (int32_t)((uint32_t)values[ordinal] + (uint32_t)object->modifiers[i].value);
    }
    *known = values;
    return values;
}

const int32_t *attribute_values(World *world, uint32_t entity)
{
    const Actor *actor = entity < ENTITY_OBJECT ? actor_of(world, entity) : NULL;
    if (actor || entity < ENTITY_OBJECT)
        return actor ? actor->values : object_values(world, NONE);
    return object_values_at(world, entity, object_values(world, entity - ENTITY_OBJECT));
}
