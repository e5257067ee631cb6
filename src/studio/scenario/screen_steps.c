/* Steps on screens: choosing a row, creating a character, going on, trading. */
#include "studio/scenario/scenario_internal.h"

/* ---- choosing ---- */

static bool no_option(Run *run, const char *what)
{
    Writer out = writer_to(run->scratch);
    screen_describe_options(run, &out);
    return run_fail(run, "%s: %.*s", what, (int)out.size, (char *)out.data);
}

/* The same; without options, this is not a refusal by the game. */
static bool no_choice(Run *run, const char *what)
{
    no_option(run, what);
    run->senseless = !local_context(run->world).player->screen.option_count;
    return false;
}

bool do_choose_row(Run *run, const Step *step)
{
    const int32_t row = step->values[0].number;
    if (row < 1 || (uint32_t)row > local_context(run->world).player->screen.option_count)
        return no_choice(run, "no such row");
    return run_tick(run, &(WorldInput){.option = (uint32_t)row});
}

/* 1 + the only row that contains this text, or 1 + the row that is this text: "field 1" is also
 * within "field 10". 0: none, or (`*several`) more than one. */
static uint32_t row_with_text(Run *run, Text text, bool *several)
{
    const uint32_t count = local_context(run->world).player->screen.option_count;
    uint32_t found = 0;
    *several = false;
    for (uint32_t i = 0; i < count; i++) {
        const Text row = screen_option(run, i);
        if (text_equal(row, text))
            return i + 1;
        if (!text_within(row, text))
            continue;
        *several |= found != 0;
        found = i + 1;
    }
    return *several ? 0 : found;
}

bool do_choose_text(Run *run, const Step *step)
{
    bool several;
    const uint32_t row = row_with_text(run, step->values[0].word, &several);
    if (several && !row) {
        no_option(run, "several rows contain this text");
        run->senseless = true;
        return false;
    }
    if (!row)
        return no_choice(run, "no row contains this text");
    return run_tick(run, &(WorldInput){.option = row});
}

/* ---- character creation ---- */

/* The row of a group of options; false if it is not shown. */
static bool group_row(const Run *run, uint32_t group, uint32_t *out)
{
    const ScreenState *screen = &local_context(run->world).player->screen;
    for (*out = 0; *out < screen->option_count; ++*out)
        if (screen->options[*out] == group)
            return true;
    return false;
}

/* Turns the group until the option is chosen. */
static bool turn_to(Run *run, const TngOptions *options, uint32_t group, uint32_t option)
{
    const uint32_t *chosen = &local_context(run->world).player->choices[group];
    uint32_t row;
    for (uint32_t i = 0; i < options->option_count && *chosen != option; i++)
        if (!group_row(run, group, &row) ||
            !run_tick(run, &(WorldInput){.select = row + 1, .adjust = 1}))
            break;
    const Text name = screen_text(run, options->options[option].name);
    return *chosen == option || run_fail(run, "\"%.*s\" cannot be chosen: it has a condition",
                                         (int)name.size, name.at);
}

bool do_pick(Run *run, const Step *step)
{
    const Text wanted = step->values[0].word, of = step->values[1].word;
    const World *world = run->world;
    const TngOptions *found = NULL;
    uint32_t group = 0, option = 0;
    if (!screen_needs(run, SCREEN_CREATE, "character creation"))
        return false;
    for (uint32_t i = 0; i < world->choice_count; i++) {
        const TngOptions *options = content_record(world->content, SECTION_OPTIONS, i);
        if (!options ||
            (step->values[1].given && !text_equal(screen_text(run, options->name), of)))
            continue;
        for (uint32_t k = 0; k < options->option_count; k++) {
            if (!text_equal(screen_text(run, options->options[k].name), wanted))
                continue;
            if (found)
                return run_fail_anyway(run, "several groups have \"%.*s\": add of \"GROUP\"",
                                       (int)wanted.size, wanted.at);
            found = options;
            group = i;
            option = k;
        }
    }
    return found ? turn_to(run, found, group, option)
                 : no_choice(run, "no group has an option with this name");
}

bool do_continue(Run *run, const Step *step)
{
    const ScreenState *screen = &local_context(run->world).player->screen;
    (void)step;
    if (screen->screen == SCREEN_DIALOG && screen->option_count)
        return no_option(run, "the dialog waits for an answer");
    if (screen->screen == SCREEN_DIALOG || screen->screen == SCREEN_CUTSCENE ||
        screen->screen == SCREEN_CREDITS)
        return run_tick(run, &(WorldInput){.buttons = BUTTON_CONFIRM});
    return screen_needs(run, SCREEN_DIALOG, "a dialog or a cutscene");
}

bool do_press(Run *run, const Step *step)
{
    return run_tick(run, &(WorldInput){.buttons = 1u << step->values[0].number});
}

bool do_leave(Run *run, const Step *step)
{
    const uint32_t before = local_context(run->world).player->screen.screen;
    (void)step;
    if (before == SCREEN_GAME)
        return run_fail_anyway(run, "no screen is open");
    if (!run_tick(run, &(WorldInput){.buttons = BUTTON_CANCEL}))
        return false;
    return local_context(run->world).player->screen.screen != before ||
           no_option(run, "this screen cannot be closed");
}

/* ---- trading ---- */

/* The row of an object to buy or sell. */
static uint32_t row_of(Run *run, uint32_t sprite, bool sell)
{
    const ScreenState *screen = &local_context(run->world).player->screen;
    for (uint32_t i = 0; i < screen->option_count; i++) {
        const uint32_t option = screen->options[i];
        const bool sells = option & OPTION_SELL;
        if (sells == sell && world_option_object(local_context(run->world), option) == sprite)
            return i + 1;
    }
    return 0;
}

/* The reason why a trade was not possible. */
static bool not_done(Run *run, const Value *object, bool sell)
{
    const TngObject *record = content_object(run->world->content, object->index, NULL);
    const int width = (int)object->word.size;
    if (sell || !record || record->unit == TNG_NO_SPRITE)
        return run_fail(run, "%.*s cannot be traded", width, object->word.at);
    const Text unit = run_name(run, SCRIPT_OBJECT, record->unit);
    return run_fail(run, "%.*s costs %u %.*s, and the player has %d", width, object->word.at,
                    record->price, (int)unit.size, unit.at,
                    world_count(local_context(run->world), record->unit));
}

static bool exchange(Run *run, const Step *step, bool sell)
{
    const Value *object = &step->values[0];
    if (!screen_needs(run, SCREEN_MARKET, "a market"))
        return false;
    for (int32_t i = 0; i < step->values[1].number; i++) {
        const int32_t before = world_count(local_context(run->world), object->index);
        if (sell && !before)
            return run_fail_anyway(run, "the player has no %.*s", (int)object->word.size,
                                   object->word.at);
        const uint32_t row = row_of(run, object->index, sell);
        if (!row)
            return no_option(run, sell ? "it cannot be sold here" : "it is not for sale here");
        if (!run_tick(run, &(WorldInput){.option = row}))
            return false;
        const int32_t now = world_count(local_context(run->world), object->index);
        if (sell ? now >= before : now <= before)
            return not_done(run, object, sell);
    }
    return true;
}

bool do_buy(Run *run, const Step *step) { return exchange(run, step, false); }

bool do_sell(Run *run, const Step *step) { return exchange(run, step, true); }
