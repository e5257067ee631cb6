/* What the player does on screens, as steps; and screens that the game opens. */
#include "studio/scenario/transcript_internal.h"

#include "base/text.h"

/* The row that was activated on the screen of the tick before. */
static bool activated(const Transcript *transcript, const WorldInput *input, uint32_t *row)
{
    const ScreenState *screen = &transcript->screen;
    *row = input->option   ? input->option - 1
           : input->select ? input->select - 1
                           : screen->selected;
    return (input->option || input->buttons & BUTTON_CONFIRM) && *row < screen->option_count;
}

static bool text_is_unique(const Transcript *transcript, uint32_t row)
{
    const Text text = transcript->rows[row];
    size_t line;
    if (!text.size || text_find(text, '\n', &line))
        return false;
    for (uint32_t i = 0; i < transcript->screen.option_count; i++)
        if (i != row && text_within(transcript->rows[i], text))
            return false;
    return true;
}

static void note_choice(Transcript *transcript, uint32_t row)
{
    if (!text_is_unique(transcript, row)) {
        transcript_step(transcript, "choose %u", row + 1);
        return;
    }
    const Text text = transcript_quoted(transcript, transcript->rows[row]);
    transcript_step(transcript, "choose %.*s", (int)text.size, text.at);
}

static void note_exchange(Transcript *transcript, uint32_t row)
{
    const uint32_t option = transcript->screen.options[row];
    const uint32_t sprite = transcript->objects[row];
    const bool sells = option & OPTION_SELL, crafts = transcript->screen.screen == SCREEN_CRAFT;
    const int32_t now =
        sprite == TNG_NO_SPRITE ? 0 : world_count(transcript_player(transcript), sprite);
    const int32_t held = transcript->held[row];
    if (sprite != TNG_NO_SPRITE && (sells && !crafts ? now < held : now > held))
        transcript_again(transcript,
                         crafts  ? "craft"
                         : sells ? "sell"
                                 : "buy",
                         transcript_name(transcript, SCRIPT_OBJECT, sprite));
    else if (crafts)
        note_choice(transcript, row);
}

static void note_making(Transcript *transcript)
{
    const World *world = transcript->run.world;
    for (uint32_t i = 0; i < world->choice_count; i++) {
        const TngOptions *group = content_record(world->content, SECTION_OPTIONS, i);
        const uint32_t chosen = transcript_player(transcript).player->choices[i];
        if (!group || chosen == NONE || chosen >= group->option_count)
            continue;
        const Text name = transcript_quoted(
            transcript, content_text(world->content, group->options[chosen].name));
        const Text of =
            transcript_quoted(transcript, content_text(world->content, group->name));
        transcript_step(transcript, "pick %.*s of %.*s", (int)name.size, name.at, (int)of.size,
                        of.at);
    }
    transcript_step(transcript, "choose \"begin\"");
}

static void note_gear(Transcript *transcript, uint32_t row)
{
    const Player *player = transcript_player(transcript).player;
    const ScreenState *screen = &transcript->screen;
    bool worn = false;
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++) {
        const uint16_t before = transcript->equipped[i], now = player->equipped[i];
        const uint16_t which = now != TNG_NO_SPRITE ? now : before;
        const Text name = transcript_name(transcript, SCRIPT_OBJECT, which);
        if (before == now || worn) /* a thing of two slots is worn once */
            continue;
        transcript_walk(transcript);
        transcript_step(transcript, "%s %.*s", now != TNG_NO_SPRITE ? "equip" : "unequip",
                        (int)name.size, name.at);
        worn = true;
    }
    if (!worn && row < screen->option_count && transcript->started_count)
        transcript_use(transcript, transcript->objects[row], TEXT(""));
}

/* Watched to its end. */
static void note_end_of_cutscene(Transcript *transcript)
{
    const Text name = transcript_record_name(transcript, SCRIPT_CUTSCENE, SECTION_CUTSCENES,
                                             transcript->screen.record);
    transcript_expect(transcript, "wait until no cutscene %.*s at most 5min", (int)name.size,
                      name.at);
}

/* What the player did on the screen of the tick before. */
void transcript_screen(Transcript *transcript, const WorldInput *input)
{
    const ScreenState *before = &transcript->screen,
                      *now = &transcript_player(transcript).player->screen;
    const bool stays = now->screen == before->screen && now->record == before->record &&
                       now->since == before->since;
    const bool answers = input->option || input->buttons & (BUTTON_CONFIRM | BUTTON_CANCEL);
    uint32_t row;
    const bool chosen = activated(transcript, input, &row);
    switch (before->screen) {
    case SCREEN_DIALOG:
        if (!stays && chosen)
            note_choice(transcript, row);
        else if (!stays && answers && !before->option_count)
            transcript_step(transcript, "continue");
        break;
    case SCREEN_CHOOSER:
        if (chosen)
            note_choice(transcript, row);
        break;
    case SCREEN_CUTSCENE:
        if (!stays && now->screen != SCREEN_DIALOG && !transcript->beginning && answers)
            transcript_step(transcript, "continue");
        else if (!stays && now->screen != SCREEN_DIALOG && !transcript->beginning)
            note_end_of_cutscene(transcript);
        break;
    case SCREEN_MENU:
        if (!stays && chosen)
            note_choice(transcript, row);
        break;
    case SCREEN_CREATE:
        if (!stays && chosen && before->options[row] == OPTION_DONE)
            note_making(transcript);
        break;
    case SCREEN_MARKET:
    case SCREEN_CRAFT:
        if (chosen)
            note_exchange(transcript, row);
        if (!stays && input->buttons & BUTTON_CANCEL)
            transcript_step(transcript, "leave");
        break;
    case SCREEN_INVENTORY:
        note_gear(transcript, chosen ? row : UINT32_MAX);
        break;
    default:
        break;
    }
}

static const struct {
    ScriptKind kind;
    unsigned section;
    const char *word;
} opened[SCREENS] = {[SCREEN_DIALOG] = {SCRIPT_DIALOG, SECTION_DIALOGS, "dialog"},
                     [SCREEN_CHOOSER] = {SCRIPT_CHOOSER, SECTION_CHOOSERS, "chooser"},
                     [SCREEN_CUTSCENE] = {SCRIPT_CUTSCENE, SECTION_CUTSCENES, "cutscene"},
                     [SCREEN_MARKET] = {SCRIPT_NPC, 0, "market"},
                     [SCREEN_CRAFT] = {SCRIPT_CRAFT, SECTION_CRAFTING, "crafting"}};

/* A screen that the game has opened. */
void transcript_opened(Transcript *transcript)
{
    const ScreenState *before = &transcript->screen,
                      *now = &transcript_player(transcript).player->screen;
    const World *world = transcript->run.world;
    const bool is_new = now->screen != before->screen || now->record != before->record ||
                        now->since != before->since;
    if (!is_new || transcript->beginning || now->screen >= SCREENS || !opened[now->screen].word)
        return;
    if (now->screen == SCREEN_CUTSCENE && before->screen == SCREEN_DIALOG &&
        now->since < transcript->screen.since) /* the one below the dialog goes on */
        return;
    const Text name =
        now->screen == SCREEN_MARKET
            ? transcript_name(transcript, SCRIPT_NPC, world->actors[now->record]->npc)
            : transcript_record_name(transcript, opened[now->screen].kind,
                                     opened[now->screen].section, now->record);
    transcript_walk(transcript); /* being here may have opened it */
    transcript_comes(transcript, "%s %.*s", opened[now->screen].word, (int)name.size, name.at);
}
