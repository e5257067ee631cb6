/* Crafting in an open dialog: by choosing a product or, where the places of ingredients matter,
 * by filling the sixteen fields as a player does. */
#include "studio/scenario/scenario_internal.h"

static PlayerContext player(const Run *run) { return local_context(run->world); }

static const TngCrafting *rules_of(const Run *run)
{
    return content_record(run->world->content, SECTION_CRAFTING,
                          player(run).player->screen.record);
}

/* 1 + the row with this option; 0 if there is none. */
static uint32_t row_with(const Run *run, uint32_t option)
{
    const ScreenState *screen = &player(run).player->screen;
    for (uint32_t i = 0; i < screen->option_count; i++)
        if (screen->options[i] == option)
            return i + 1;
    return 0;
}

/* ---- fields ---- */

static uint32_t wanted_in(const Recipe *recipe, uint32_t field)
{
    const Ingredient *needed = &recipe->ingredients[field];
    return needed->object == TNG_NO_SPRITE ? 0 : needed->quantity ? needed->quantity : 1;
}

/* Takes out what does not belong there. */
static bool clear_field(Run *run, const Recipe *recipe, uint32_t field)
{
    const Ingredient *there = &player(run).player->fields[field];
    const uint32_t row = row_with(run, OPTION_FIELD + field);
    while (there->quantity && (there->object != recipe->ingredients[field].object ||
                               there->quantity > wanted_in(recipe, field))) {
        const uint32_t before = there->quantity;
        if (!run_tick(run, &(WorldInput){.option = row, .adjust = -1}))
            return false;
        if (there->quantity == before)
            return run_fail_anyway(run, "field %u cannot be emptied", field + 1);
    }
    return true;
}

/* 1 + the row of an item of the bag. */
static uint32_t item_row(const Run *run, uint32_t object)
{
    for (uint32_t i = 0; i < player(run).player->item_count; i++)
        if (player(run).player->items[i].sprite == object)
            return row_with(run, OPTION_SELL + i);
    return 0;
}

static bool fill_field(Run *run, const Recipe *recipe, uint32_t field)
{
    const uint32_t object = recipe->ingredients[field].object;
    const Ingredient *there = &player(run).player->fields[field];
    if (there->quantity >= wanted_in(recipe, field))
        return true;
    if (!run_tick(run, &(WorldInput){.option = row_with(run, OPTION_FIELD + field)}))
        return false;
    while (there->quantity < wanted_in(recipe, field)) {
        const uint32_t before = there->quantity, row = item_row(run, object);
        if (row && !run_tick(run, &(WorldInput){.option = row}))
            return false;
        const Text name = run_name(run, SCRIPT_OBJECT, object);
        if (there->quantity == before)
            return run_fail(run, "%.*s cannot be placed in field %u", (int)name.size, name.at,
                            field + 1);
    }
    return true;
}

static bool fill(Run *run, const Recipe *recipe)
{
    for (uint32_t i = 0; i < CRAFT_FIELDS; i++)
        if (!clear_field(run, recipe, i))
            return false;
    for (uint32_t i = 0; i < CRAFT_FIELDS; i++)
        if (!fill_field(run, recipe, i))
            return false;
    return true;
}

/* ---- the step ---- */

/* A recipe for the object: the first one for which everything is there, otherwise the first.
 * NULL if there is none. */
static const Recipe *recipe_for(const Run *run, uint32_t object)
{
    const TngCrafting *rules = rules_of(run);
    const Recipe *first = NULL;
    for (uint32_t i = 0; rules && i < rules->recipe_count; i++) {
        const Recipe *recipe = &rules->recipes[i];
        if (recipe->product != object)
            continue;
        if (world_can_craft(player(run), recipe))
            return recipe;
        first = first ? first : recipe;
    }
    return first;
}

static bool no_recipe(Run *run, const Value *object)
{
    const ScreenState *screen = &player(run).player->screen;
    Writer out = writer_to(run->scratch);
    const TngCrafting *rules = rules_of(run);
    write_format(&out, "%.*s cannot be made here: ", (int)object->word.size, object->word.at);
    if (rules && rules->any_order && screen->option_count)
        screen_describe_options(run, &out);
    else
        write_format(&out, "no recipe makes it");
    const Text text = writer_text(&out);
    return run_fail(run, "%.*s", (int)text.size, text.at);
}

static bool craft_once(Run *run, const Value *object)
{
    const TngCrafting *rules = rules_of(run);
    const Recipe *recipe = recipe_for(run, object->index);
    if (!recipe)
        return no_recipe(run, object);
    const int width = (int)object->word.size;
    if (!world_can_craft(player(run), recipe))
        return run_fail(run, "ingredients for %.*s are missing", width, object->word.at);
    if (!rules->any_order && !fill(run, recipe))
        return false;
    const uint32_t option =
        rules->any_order ? (uint32_t)(recipe - rules->recipes) : (uint32_t)OPTION_DONE;
    const int32_t before = world_count(player(run), object->index);
    if (!run_tick(run, &(WorldInput){.option = row_with(run, option)}))
        return false;
    return world_count(player(run), object->index) > before ||
           run_fail(run, "the bag has no room for %.*s", width, object->word.at);
}

bool do_craft(Run *run, const Step *step)
{
    for (int32_t i = 0; i < step->values[1].number; i++)
        if (!screen_needs(run, SCREEN_CRAFT, "a crafting dialog") ||
            !craft_once(run, &step->values[0]))
            return false;
    return true;
}
