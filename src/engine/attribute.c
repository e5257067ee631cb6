#include "engine/parts.h"

/* Types of attributes (seeds/tng_format.txt, attributes). */
enum { PRIMARY, VARIABLE, CALCULATED, GLOBAL, GLOBAL_CALCULATED };

enum { DEPTH_MOST = 6, EXPRESSION_BUDGET = 2000 };

bool relation_holds(unsigned relation, int32_t a, int32_t b)
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

int32_t object_value(World *world, uint32_t sprite, uint32_t name)
{
    const TngObject *object = content_object(world->content, sprite, NULL);
    uint32_t sum = 0;
    for (size_t i = 0; object && i < object->modifier_count; i++)
        if (object->modifiers[i].attribute == name)
            sum += (uint32_t)object->modifiers[i].value;
    return (int32_t)sum;
}

static Actor *actor_of(const World *world, uint32_t entity)
{
    if (entity == ENTITY_NONE || entity > world->actor_count)
        return NULL;
    Actor *actor = world->actors[entity - 1];
    return actor && actor->used ? actor : NULL;
}

static bool is_equipped(const World *world, uint32_t sprite)
{
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        if (world->equipped[i] == sprite)
            return true;
    return false;
}

/* What the player carries and wears changes primary and calculated attributes;
 * variables stay as scripts set them. */
static int32_t modified(World *world, uint32_t name, int32_t value)
{
    int64_t sum = 0, percent = 0;
    for (size_t i = 0; i < world->item_count; i++) {
        const uint32_t sprite = world->items[i].sprite;
        const TngObject *object = content_object(world->content, sprite, NULL);
        for (size_t k = 0; object && k < object->modifier_count; k++) {
            const ObjectModifier *modifier = &object->modifiers[k];
            if (modifier->attribute != name ||
                ((modifier->type & 1) && !is_equipped(world, sprite)))
                continue;
            if (modifier->type & 2)
                percent += modifier->value;
            else
                sum += modifier->value;
        }
    }
    const int64_t result = value + sum + value * percent / 100;
    return result > INT32_MAX ? INT32_MAX : result < INT32_MIN ? INT32_MIN : (int32_t)result;
}

static int32_t calculate(World *world, uint32_t entity, uint32_t ordinal)
{
    const MachineProgram *program =
        content_program(world->content, (ScriptRef){SECTION_ATTRIBUTES, ordinal, 0});
    if (!program || world->depth >= DEPTH_MOST)
        return 0;
    MachineHost host;
    uint32_t budget = EXPRESSION_BUDGET;
    world->depth++;
    const int32_t value =
        machine_evaluate(program, task_host(world, &host), entity,
                         entity == ENTITY_PLAYER ? ENTITY_NONE : ENTITY_PLAYER, &budget);
    world->depth--;
    return value;
}

int32_t attribute_get(World *world, uint32_t entity, uint32_t name)
{
    const uint32_t ordinal = content_attribute(world->content, name);
    if (ordinal == NONE)
        return 0;
    const unsigned type = attribute_of(world, ordinal)->type;
    if (type == GLOBAL)
        return world->globals[ordinal];
    if (type == GLOBAL_CALCULATED)
        return calculate(world, entity, ordinal);
    if (entity >= ENTITY_OBJECT)
        return object_value(world, entity - ENTITY_OBJECT, name);
    Actor *actor = actor_of(world, entity);
    if (!actor)
        return 0;
    const int32_t value =
        type == CALCULATED ? calculate(world, entity, ordinal) : actor->values[ordinal];
    return type != VARIABLE && entity == ENTITY_PLAYER ? modified(world, name, value) : value;
}

void attribute_set(World *world, uint32_t entity, uint32_t name, int32_t value)
{
    const uint32_t ordinal = content_attribute(world->content, name);
    if (ordinal == NONE)
        return;
    const unsigned type = attribute_of(world, ordinal)->type;
    if (type == CALCULATED || type == GLOBAL_CALCULATED)
        return;
    Actor *actor = actor_of(world, entity);
    int32_t *place = type == GLOBAL ? &world->globals[ordinal]
                     : actor        ? &actor->values[ordinal]
                                    : NULL;
    if (!place || *place == value)
        return;
    *place = value;
    if ((type == VARIABLE || type == GLOBAL) && world->depth < DEPTH_MOST) {
        world->depth++;
        task_start(world, &(TaskStart){.ref = {SECTION_ATTRIBUTES, ordinal, 0},
                                       .self = entity,
                                       .opponent = entity == ENTITY_PLAYER ? ENTITY_NONE
                                                                           : ENTITY_PLAYER,
                                       .place = {NONE, {0, 0}}});
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
            actor->values[i] = attribute->type == VARIABLE ? attribute->value : 0;
        else if (entity == ENTITY_NONE)
            world->globals[i] = attribute->type == GLOBAL ? attribute->value : 0;
    }
}

bool needs_hold(World *world, uint32_t entity, const Needs *needs)
{
    return !needs->attribute ||
           relation_holds(needs->relation, attribute_get(world, entity, needs->attribute),
                          needs->value);
}

bool rules_hold(World *world, uint32_t entity, const AttributeRule *rules, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (rules[i].relation != RELATION_SET &&
            !relation_holds(rules[i].relation, attribute_get(world, entity, rules[i].attribute),
                            rules[i].value))
            return false;
    return true;
}

void rules_give(World *world, uint32_t entity, const AttributeRule *rules, size_t count)
{
    Actor *actor = actor_of(world, entity);
    for (size_t i = 0; i < count; i++) {
        const uint32_t ordinal = content_attribute(world->content, rules[i].attribute);
        if (rules[i].relation == RELATION_SET && ordinal != NONE && actor)
            actor->values[ordinal] = rules[i].value; /* no change: it begins so */
    }
}
