/* Whether a screen from a file or a server refers only to what exists. */
#include "engine/screens/screens.h"

/* Number of options in the record of a dialog or chooser. */
static uint32_t options_of(World *world, const ScreenState *screen)
{
    const TngDialog *dialog;
    const TngChooser *chooser;
    if (screen->screen == SCREEN_DIALOG) {
        dialog = content_record(world->content, SECTION_DIALOGS, screen->record);
        return dialog ? dialog->option_count : 0;
    }
    chooser = content_record(world->content, SECTION_CHOOSERS, screen->record);
    return chooser ? chooser->option_count : 0;
}

/* The bag may have fewer items than the rows, until they are rebuilt. */
static bool trade_option_holds(World *world, const ScreenState *screen, uint32_t option)
{
    if (option & OPTION_SELL)
        return (option & ~(uint32_t)OPTION_SELL) < ITEMS_MAX;
    if (screen->screen == SCREEN_CRAFT) {
        const TngCrafting *rules =
            content_record(world->content, SECTION_CRAFTING, screen->record);
        if (option & OPTION_FIELD)
            return (option & OPTION_INDEX) < CRAFT_FIELDS;
        return option == OPTION_DONE || (rules && option < rules->recipe_count);
    }
    const TngNpc *npc =
        content_record(world->content, SECTION_NPCS, world->actors[screen->record]->npc);
    return npc && option < npc->item_count;
}

static bool option_holds(World *world, const ScreenState *screen, uint32_t option)
{
    switch (screen->screen) {
    case SCREEN_DIALOG:
    case SCREEN_CHOOSER:
        return option < options_of(world, screen);
    case SCREEN_MARKET:
    case SCREEN_CRAFT:
        return trade_option_holds(world, screen, option);
    case SCREEN_INVENTORY:
    case SCREEN_SKILLS:
        return option < ITEMS_MAX;
    case SCREEN_STATS:
        return option < world->content->attributes->attribute_count;
    case SCREEN_QUESTS:
        return option < world->quest_count;
    default:
        return option < CHOICES;
    }
}

/* Character creation is not possible during a game. */
bool screen_is_valid(PlayerContext ctx, const ScreenState *screen)
{
    static const uint8_t sections[SCREENS] = {[SCREEN_DIALOG] = SECTION_DIALOGS,
                                              [SCREEN_CHOOSER] = SECTION_CHOOSERS,
                                              [SCREEN_CUTSCENE] = SECTION_CUTSCENES,
                                              [SCREEN_CRAFT] = SECTION_CRAFTING};
    World *world = ctx.world;
    const unsigned section = screen->screen < SCREENS ? sections[screen->screen] : 0;
    if (screen->screen == SCREEN_CREATE && !ctx.player->started)
        return true; /* its rows are rebuilt */
    if (screen->screen == SCREEN_CREATE || screen->screen == SCREEN_MENU ||
        (screen->screen == SCREEN_MARKET &&
         (!screen->record || screen->record >= world->actor_count ||
          !entity_is_npc(world, screen->record + 1))) ||
        (section && !content_record(world->content, section, screen->record)))
        return false;
    for (uint32_t i = 0; i < screen->option_count; i++)
        if (!option_holds(world, screen, screen->options[i]))
            return false;
    return true;
}
