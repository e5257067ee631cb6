/* Describes the screen in words. */
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

Text screen_text(const Run *run, uint32_t index)
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
        return screen_text(run, world->content->attributes->attributes[index].title);
    group = content_record(world->content, SECTION_OPTIONS, index);
    if (!group || option & OPTION_PALETTE || ctx.player->choices[index] >= group->option_count)
        return group ? screen_text(run, group->name) : TEXT("");
    const Text name = screen_text(run, group->name);
    const Text chosen = screen_text(run, group->options[ctx.player->choices[index]].name);
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
        return dialog ? screen_text(run, dialog->options[option].text) : TEXT("");
    case SCREEN_CREATE:
        return create_row(run, option);
    case SCREEN_STATS:
        return screen_text(run, run->world->content->attributes->attributes[option].title);
    case SCREEN_SKILLS:
    case SCREEN_INVENTORY:
    case SCREEN_MARKET:
        return object_title(run, world_option_object(local_context(run->world), option));
    case SCREEN_QUESTS:
        quest = content_record(run->world->content, SECTION_QUESTS, option);
        return quest ? screen_text(run, quest->title) : TEXT("");
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
            visit(context, screen_text(run, subtitle->text)))
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
        if (visit(context, screen_text(run, world->content->alerts->alerts[alert].text)))
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
        const Text text = screen_text(run, texts[i]);
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
