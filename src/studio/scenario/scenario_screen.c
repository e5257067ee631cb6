/* Describes the screen in words, and performs the player's actions on it. */
#include "studio/scenario/scenario_internal.h"

static const void *record_of(Run *run, unsigned section)
{
    return content_record(run->world->content, section,
                          local_context(run->world).player->screen.record);
}

bool text_within(Text text, Text part)
{
    for (size_t i = 0; i + part.size <= text.size; i++)
        if (!memcmp(text.at + i, part.at, part.size))
            return true;
    return false;
}

/* ---- texts ---- */

static Text text_at(const Run *run, uint32_t index)
{
    return content_text(run->world->content, index);
}

static Text object_title(Run *run, uint32_t sprite)
{
    const TngObject *object = content_object(run->world->content, sprite, NULL);
    return object ? content_title(run->world->content, object->title) : TEXT("");
}

static Text menu_row(uint32_t option)
{
    static const char *const words[CHOICES] = {[CHOICE_CONTINUE] = "continue",
                                               [CHOICE_NEW] = "new game",
                                               [CHOICE_LOAD] = "load",
                                               [CHOICE_OPTIONS] = "options",
                                               [CHOICE_LANGUAGES] = "languages",
                                               [CHOICE_CREDITS] = "credits",
                                               [CHOICE_WEBSITE] = "website",
                                               [CHOICE_EXIT] = "exit",
                                               [CHOICE_RESUME] = "resume",
                                               [CHOICE_SAVE] = "save",
                                               [CHOICE_MENU] = "menu"};
    return option < CHOICES ? text_of(words[option]) : TEXT("");
}

/* For character creation: the title and the value of a row. */
static Text create_row(Run *run, uint32_t option)
{
    World *world = run->world;
    const PlayerContext ctx = local_context(world);
    const uint32_t index = option & OPTION_INDEX;
    const TngOptions *group;
    if (option == OPTION_NAME)
        return TEXT("name");
    if (option == OPTION_DONE)
        return TEXT("begin");
    if (option == OPTION_BACK)
        return TEXT("back");
    if (option & OPTION_POINTS)
        return text_at(run, world->content->attributes->attributes[index].title);
    group = content_record(world->content, SECTION_OPTIONS, index);
    if (!group || option & OPTION_PALETTE || ctx.player->choices[index] >= group->option_count)
        return group ? text_at(run, group->name) : TEXT("");
    const Text name = text_at(run, group->name);
    const Text chosen = text_at(run, group->options[ctx.player->choices[index]].name);
    return arena_format(run->scratch, "%.*s: %.*s", (int)name.size, name.at, (int)chosen.size,
                        chosen.at);
}

/* In ordered crafting there are fields, and objects to place in them. */
static Text craft_row(Run *run, uint32_t option)
{
    const Text word = world_craft_word(option, run->scratch);
    return word.size
               ? word
               : object_title(run, world_option_object(local_context(run->world), option));
}

Text screen_option(Run *run, uint32_t row)
{
    const ScreenState *screen = &local_context(run->world).player->screen;
    if (row >= screen->option_count)
        return TEXT("");
    const uint32_t option = screen->options[row];
    const TngDialog *dialog;
    const TngQuest *quest;
    switch (screen->screen) {
    case SCREEN_DIALOG:
        dialog = record_of(run, SECTION_DIALOGS);
        return dialog ? text_at(run, dialog->options[option].text) : TEXT("");
    case SCREEN_CREATE:
        return create_row(run, option);
    case SCREEN_STATS:
        return text_at(run, run->world->content->attributes->attributes[option].title);
    case SCREEN_SKILLS:
    case SCREEN_INVENTORY:
    case SCREEN_MARKET:
        return object_title(run, world_option_object(local_context(run->world), option));
    case SCREEN_QUESTS:
        quest = content_record(run->world->content, SECTION_QUESTS, option);
        return quest ? text_at(run, quest->title) : TEXT("");
    case SCREEN_CRAFT:
        return craft_row(run, option);
    case SCREEN_MENU:
    case SCREEN_PAUSE:
        return menu_row(option);
    default:
        return TEXT("");
    }
}

static bool subtitles(Run *run, const ScreenState *screen, TextVisitor *visit, void *context)
{
    const World *world = run->world;
    const TngCutscene *cutscene =
        screen->screen == SCREEN_CUTSCENE
            ? content_record(world->content, SECTION_CUTSCENES, screen->record)
            : NULL;
    const uint64_t now = (uint64_t)(world->tick - screen->since) * 100 / world->content->rate;
    for (size_t i = 0; cutscene && i < cutscene->subtitle_count; i++) {
        const Subtitle *subtitle = &cutscene->subtitles[i];
        if (now >= subtitle->from && now < subtitle->to &&
            visit(context, text_at(run, subtitle->text)))
            return true;
    }
    return false;
}

static bool alerts(Run *run, TextVisitor *visit, void *context)
{
    World *world = run->world;
    const PlayerContext ctx = local_context(world);
    for (uint32_t i = 0; i < ctx.player->alert_count; i++) {
        const uint32_t alert = ctx.player->alerts[i].alert;
        if (visit(context, text_at(run, world->content->alerts->alerts[alert].text)))
            return true;
    }
    return false;
}

bool screen_texts(Run *run, TextVisitor *visit, void *context)
{
    const ScreenState *screen = &local_context(run->world).player->screen;
    uint32_t texts[2] = {TNG_NO_TEXT, TNG_NO_TEXT};
    const TngDialog *dialog =
        screen->screen == SCREEN_DIALOG ? record_of(run, SECTION_DIALOGS) : NULL;
    const TngCrafting *rules =
        screen->screen == SCREEN_CRAFT ? record_of(run, SECTION_CRAFTING) : NULL;
    if (dialog) {
        texts[0] = dialog->title;
        texts[1] = dialog->message;
    } else if (rules) {
        texts[0] = rules->title;
        texts[1] = rules->message;
    }
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const Text text = text_at(run, texts[i]);
        if (text.size && visit(context, text))
            return true;
    }
    for (uint32_t i = 0; i < screen->option_count; i++) {
        const Text text = screen_option(run, i);
        if (text.size && visit(context, text))
            return true;
    }
    return subtitles(run, screen, visit, context) ||
           subtitles(run, &local_context(run->world).player->under, visit, context) ||
           alerts(run, visit, context);
}

/* ---- descriptions ---- */

static const struct {
    ScriptKind kind;
    unsigned section;
    const char *word;
} screens[] = {[SCREEN_GAME] = {0, 0, "the map"},
               [SCREEN_MENU] = {0, 0, "the main menu"},
               [SCREEN_DIALOG] = {SCRIPT_DIALOG, SECTION_DIALOGS, "dialog"},
               [SCREEN_CHOOSER] = {SCRIPT_CHOOSER, SECTION_CHOOSERS, "chooser"},
               [SCREEN_CUTSCENE] = {SCRIPT_CUTSCENE, SECTION_CUTSCENES, "cutscene"},
               [SCREEN_INVENTORY] = {0, 0, "the bag"},
               [SCREEN_QUESTS] = {0, 0, "the quests"},
               [SCREEN_MARKET] = {0, 0, "the market"},
               [SCREEN_CRAFT] = {SCRIPT_CRAFT, SECTION_CRAFTING, "crafting"},
               [SCREEN_PAUSE] = {0, 0, "the pause"},
               [SCREEN_CREDITS] = {0, 0, "the credits"},
               [SCREEN_CREATE] = {0, 0, "character creation"},
               [SCREEN_STATS] = {0, 0, "the attributes"},
               [SCREEN_SKILLS] = {0, 0, "the skills"}};

void screen_describe(Run *run, Writer *out)
{
    World *world = run->world;
    const ScreenState *screen = &local_context(world).player->screen;
    const uint32_t which = screen->screen < COUNT_OF(screens) ? screen->screen : SCREEN_GAME;
    write_format(out, "the screen shows %s", screens[which].word);
    Text name = TEXT("");
    if (screens[which].kind)
        name = run_name(run, screens[which].kind,
                        content_name(world->content, screens[which].section, screen->record));
    else if (which == SCREEN_MARKET)
        name =
            arena_format(run->scratch, "of %s",
                         arena_text(run->scratch, run_name(run, SCRIPT_NPC,
                                                           world->actors[screen->record]->npc))
                             .at);
    write_format(out, "%s%.*s", name.size ? " " : "", (int)name.size, name.at);
}

bool screen_needs(Run *run, uint32_t screen, const char *what)
{
    if (local_context(run->world).player->screen.screen == screen)
        return true;
    Writer out = writer_to(run->scratch);
    screen_describe(run, &out);
    return run_fail_anyway(run, "this needs %s, but %.*s", what, (int)out.size,
                           (char *)out.data);
}

void screen_describe_options(Run *run, Writer *out)
{
    const uint32_t count = local_context(run->world).player->screen.option_count;
    if (!count) {
        screen_describe(run, out);
        write_text(out, TEXT(" without options"));
        return;
    }
    write_text(out, TEXT("there is"));
    for (uint32_t i = 0; i < count && i < 12; i++) {
        const Text text = screen_option(run, i);
        write_format(out, "%s %u", i ? "," : "", i + 1);
        if (text.size)
            write_format(out, " \"%.*s\"", (int)text.size, text.at);
    }
    if (count > 12)
        write_format(out, " and %u more", count - 12);
}

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
    const Text name = text_at(run, options->options[option].name);
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
        if (!options || (step->values[1].given && !text_equal(text_at(run, options->name), of)))
            continue;
        for (uint32_t k = 0; k < options->option_count; k++) {
            if (!text_equal(text_at(run, options->options[k].name), wanted))
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
