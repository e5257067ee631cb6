/* Crafting: by known recipes, or by placing objects into sixteen fields. */
#include "engine/rules/rules.h"

static bool is_needed(const Ingredient *ingredient)
{
    return ingredient->object != TNG_NO_SPRITE;
}

/* Ingredients with the quantity 0 must be there, but are not consumed. */
bool world_can_craft(PlayerContext ctx, const Recipe *recipe)
{
    if (recipe->product == TNG_NO_SPRITE)
        return false;
    for (size_t i = 0; i < CRAFT_FIELDS; i++) {
        const Ingredient *needed = &recipe->ingredients[i];
        if (!is_needed(needed))
            continue;
        int64_t quantity = 0; /* the same object may be in several fields */
        for (size_t k = 0; k < CRAFT_FIELDS; k++)
            if (recipe->ingredients[k].object == needed->object)
                quantity += recipe->ingredients[k].quantity;
        const int32_t have = inventory_count(ctx.world, context_entity(ctx), needed->object);
        if (have < (quantity ? quantity : 1))
            return false;
    }
    return true;
}

/* Space for the product is checked before the ingredients are removed. */
static bool make(PlayerContext ctx, const TngCrafting *rules, const Recipe *recipe)
{
    if (!world_can_craft(ctx, recipe) || !inventory_has_room(ctx.player, recipe->product))
        return false;
    for (size_t i = 0; i < CRAFT_FIELDS; i++)
        if (is_needed(&recipe->ingredients[i]) && recipe->ingredients[i].quantity)
            inventory_take(ctx, recipe->ingredients[i].object, recipe->ingredients[i].quantity);
    inventory_give(ctx, recipe->product, recipe->quantity ? recipe->quantity : 1);
    world_effect(ctx, EFFECT_SOUND, rules->sound, 0);
    return true;
}

/* Objects in fields are still in the bag: nothing must be given back. */
void fields_clear(Player *player)
{
    for (size_t i = 0; i < CRAFT_FIELDS; i++)
        player->fields[i] = (Ingredient){0, TNG_NO_SPRITE};
    player->field = 0;
}

/* Ingredients that are only required, not consumed, are placed once. */
static bool matches(const Player *player, const Recipe *recipe)
{
    for (size_t i = 0; i < CRAFT_FIELDS; i++) {
        const Ingredient *needed = &recipe->ingredients[i], *there = &player->fields[i];
        if (needed->object != there->object ||
            (is_needed(needed) && there->quantity != (needed->quantity ? needed->quantity : 1)))
            return false;
    }
    return true;
}

/* For crafting by fields: the first recipe that matches all of them. */
const Recipe *world_recipe(PlayerContext ctx)
{
    const TngCrafting *rules =
        content_record(ctx.world->content, SECTION_CRAFTING, ctx.player->screen.record);
    for (size_t i = 0; rules && i < rules->recipe_count; i++)
        if (rules->recipes[i].product != TNG_NO_SPRITE &&
            matches(ctx.player, &rules->recipes[i]))
            return &rules->recipes[i];
    return NULL;
}

/* The number of an object in the fields. */
static int32_t laid(const Player *player, uint32_t object)
{
    int32_t sum = 0;
    for (size_t i = 0; i < CRAFT_FIELDS; i++)
        sum += player->fields[i].object == object ? player->fields[i].quantity : 0;
    return sum;
}

/* Adds one object to the selected field; a different one there is returned. */
static bool lay(PlayerContext ctx, uint32_t index)
{
    const uint32_t object = ctx.player->items[index].sprite;
    Ingredient *field = &ctx.player->fields[ctx.player->field % CRAFT_FIELDS];
    if (laid(ctx.player, object) >= inventory_count(ctx.world, context_entity(ctx), object) ||
        (field->object == object && field->quantity == UINT16_MAX))
        return false;
    if (field->object != object)
        *field = (Ingredient){0, (uint16_t)object};
    field->quantity++;
    return true;
}

static bool take_back(Player *player, uint32_t index)
{
    Ingredient *field = &player->fields[index];
    if (!field->quantity)
        return false;
    if (!--field->quantity)
        field->object = TNG_NO_SPRITE;
    return true;
}

/* Options: DONE makes the recipe of the fields, SELL lays an object of the bag, FIELD selects a
 * field, and a plain number is a known recipe. */
bool craft_choose(PlayerContext ctx, uint32_t option)
{
    const TngCrafting *rules =
        content_record(ctx.world->content, SECTION_CRAFTING, ctx.player->screen.record);
    if (!rules)
        return false;
    if (option == OPTION_DONE) {
        const Recipe *recipe = world_recipe(ctx);
        if (!recipe || !make(ctx, rules, recipe))
            return false;
        fields_clear(ctx.player);
        return true;
    }
    if (option & OPTION_SELL)
        return (option & OPTION_INDEX) < ctx.player->item_count &&
               lay(ctx, option & OPTION_INDEX);
    if (option & OPTION_FIELD) {
        ctx.player->field = (option & OPTION_INDEX) % CRAFT_FIELDS;
        return true;
    }
    return option < rules->recipe_count && make(ctx, rules, &rules->recipes[option]);
}

/* Only decreasing: objects are added by choosing them. */
bool craft_adjust(PlayerContext ctx, uint32_t option, int32_t step)
{
    if (!(option & OPTION_FIELD) || step > 0)
        return false;
    ctx.player->field = (option & OPTION_INDEX) % CRAFT_FIELDS;
    return take_back(ctx.player, ctx.player->field);
}

/* ---- options ---- */

static uint32_t craft_object(PlayerContext ctx, uint32_t option)
{
    const TngCrafting *rules =
        content_record(ctx.world->content, SECTION_CRAFTING, ctx.player->screen.record);
    return rules && option < rules->recipe_count ? rules->recipes[option].product
                                                 : TNG_NO_SPRITE;
}

static uint32_t market_object(PlayerContext ctx, uint32_t option)
{
    World *world = ctx.world;
    const uint32_t actor = ctx.player->screen.record;
    const TngNpc *npc =
        actor < world->actor_count
            ? content_record(world->content, SECTION_NPCS, world->actors[actor]->npc)
            : NULL;
    return npc && option < npc->item_count ? npc->items[option].object.index : TNG_NO_SPRITE;
}

uint32_t world_option_object(PlayerContext ctx, uint32_t option)
{
    const uint32_t which = ctx.player->screen.screen;
    const bool offered = which == SCREEN_MARKET || which == SCREEN_CRAFT;
    const uint32_t item = offered ? option & ~(uint32_t)OPTION_SELL : option;
    if (offered && !(option & OPTION_SELL))
        return which == SCREEN_MARKET ? market_object(ctx, option) : craft_object(ctx, option);
    if ((offered || which == SCREEN_INVENTORY || which == SCREEN_SKILLS) &&
        item < ctx.player->item_count)
        return ctx.player->items[item].sprite;
    return TNG_NO_SPRITE;
}

Text world_craft_word(uint32_t option, Arena *arena)
{
    if (option == OPTION_DONE)
        return TEXT("make");
    return option & OPTION_SELL || !(option & OPTION_FIELD)
               ? TEXT("")
               : arena_format(arena, "field %u", (option & OPTION_INDEX) + 1);
}
