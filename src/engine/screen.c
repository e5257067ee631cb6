/* Screens over the map: which is open, what can be chosen, what that does. */
#include "engine/parts.h"

static void add(ScreenState *screen, uint32_t option)
{
    if (screen->option_count < OPTIONS_MOST)
        screen->options[screen->option_count++] = (uint16_t)option;
}

static void fill_market(World *world)
{
    ScreenState *screen = &world->screen;
    const Actor *actor = world->actors[screen->record];
    const TngNpc *npc = content_record(world->content, SECTION_NPCS, actor->npc);
    const uint32_t first = world->content->attributes->attribute_count;
    for (uint32_t i = 0; npc && actor->used && i < npc->item_count; i++)
        if (actor->values[first + i] > 0)
            add(screen, i);
    for (uint32_t i = 0; i < world->item_count; i++) {
        const TngObject *object = content_object(world->content, world->items[i].sprite, NULL);
        if (object && object->price && object->unit != TNG_NO_SPRITE &&
            object->unit != world->items[i].sprite)
            add(screen, OPTION_SELL + i);
    }
}

static void fill_craft(World *world)
{
    const TngCrafting *rules =
        content_record(world->content, SECTION_CRAFTING, world->screen.record);
    for (uint32_t i = 0; rules && i < rules->recipe_count; i++)
        if (rules->recipes[i].product != TNG_NO_SPRITE)
            add(&world->screen, i);
}

static void fill_choices(World *world)
{
    ScreenState *screen = &world->screen;
    if (screen->screen == SCREEN_PAUSE) {
        add(screen, CHOICE_RESUME);
        add(screen, CHOICE_MENU);
        add(screen, CHOICE_EXIT);
        return;
    }
    add(screen, CHOICE_NEW);
    if (world->content->credits->groups_count)
        add(screen, CHOICE_CREDITS);
    add(screen, CHOICE_EXIT);
}

/* Lists anew what can be chosen; the selection stays where it can. */
void screen_fill(World *world)
{
    ScreenState *screen = &world->screen;
    if (screen->screen == SCREEN_DIALOG || screen->screen == SCREEN_CHOOSER)
        return; /* filled once, when opened */
    screen->option_count = 0;
    switch (screen->screen) {
    case SCREEN_MENU:
    case SCREEN_PAUSE:
        fill_choices(world);
        break;
    case SCREEN_INVENTORY:
        for (uint32_t i = 0; i < world->item_count; i++)
            add(screen, i);
        break;
    case SCREEN_QUESTS:
        for (uint32_t i = 0; i < world->quest_count; i++)
            if (world->quests[i] != QUEST_UNKNOWN)
                add(screen, i);
        break;
    case SCREEN_MARKET:
        fill_market(world);
        break;
    case SCREEN_CRAFT:
        fill_craft(world);
        break;
    default:
        break;
    }
    if (screen->selected >= screen->option_count)
        screen->selected = screen->option_count ? screen->option_count - 1 : 0;
}

/* False while another screen is open. Within a cutscene its own dialogs lie over it. */
bool screen_open(World *world, uint32_t which, uint32_t record, Task *task)
{
    const bool over = world->screen.screen == SCREEN_CUTSCENE && task &&
                      task->cutscene == cutscene_level(world);
    if (world->screen.screen != SCREEN_GAME && !over)
        return false;
    *(which == SCREEN_CUTSCENE ? &world->outer : &world->under) = world->screen;
    world->screen = (ScreenState){
        .screen = which, .record = record, .since = world->tick, .task = task ? task->used : 0};
    if (which == SCREEN_DIALOG && over) /* seed: in a cutscene dialogs last for their time */
        world->screen.until =
            world->tick +
            world_hsec(world, task->duration > 0 ? (uint32_t)task->duration : 300);
    if (task) /* before what follows may run other tasks */
        task->wait = WAIT_SCREEN;
    if (which == SCREEN_DIALOG)
        dialog_fill(world);
    else if (which == SCREEN_CHOOSER)
        chooser_fill(world);
    else if (which == SCREEN_CUTSCENE)
        cutscene_start(world, record);
    screen_fill(world);
    return true;
}

/* The one it was played in goes on from where it was. */
static void end_cutscene(World *world)
{
    const uint32_t lasted = world->tick - world->screen.since;
    tasks_stop_cutscene(world, cutscene_level(world));
    world->screen = world->outer;
    world->outer = (ScreenState){0};
    world->screen.since += lasted;
    world->scene.map = NONE;
    const TngCutscene *cutscene =
        world->screen.screen == SCREEN_CUTSCENE
            ? content_record(world->content, SECTION_CUTSCENES, world->screen.record)
            : NULL;
    const bool loops = cutscene && cutscene->loop_music;
    world_effect(world, EFFECT_MUSIC, loops ? cutscene->loop_music : world->music, 0);
}

void screen_close(World *world)
{
    const ScreenState closed = world->screen;
    if (closed.screen == SCREEN_CUTSCENE) {
        end_cutscene(world);
    } else {
        world->screen = world->under;
        world->under = (ScreenState){0};
    }
    task_wake(world, closed.task, &closed);
}

static void button_sound(World *world, uint32_t which)
{
    if (which < world->content->elements->sound_count &&
        world->content->elements->sounds[which])
        world_effect(world, EFFECT_SOUND, world->content->elements->sounds[which], 0);
}

static void choose_choice(World *world, uint32_t choice)
{
    switch (choice) {
    case CHOICE_NEW:
        world_new_game(world);
        break;
    case CHOICE_EXIT:
        world_effect(world, EFFECT_EXIT, 0, 0);
        break;
    case CHOICE_RESUME:
        screen_close(world);
        break;
    case CHOICE_CREDITS:
        world->under = world->screen;
        world->screen = (ScreenState){.screen = SCREEN_CREDITS, .since = world->tick};
        break;
    case CHOICE_MENU:
        world_leave(world);
        break;
    }
}

static void choose(World *world)
{
    ScreenState *screen = &world->screen;
    const bool any = screen->selected < screen->option_count;
    const uint32_t option = any ? screen->options[screen->selected] : 0;
    bool done = true;
    switch (screen->screen) {
    case SCREEN_DIALOG:
        dialog_choose(world);
        return;
    case SCREEN_CHOOSER:
        chooser_choose(world);
        return;
    case SCREEN_CREDITS:
        screen_close(world);
        return;
    case SCREEN_MENU:
    case SCREEN_PAUSE:
        button_sound(world, 1);
        if (any)
            choose_choice(world, option);
        return;
    case SCREEN_INVENTORY: {
        const bool wearable = any && inventory_equip(world, world->items[option].sprite);
        if (any && !wearable) {
            screen_close(world);
            inventory_use(world, option);
        }
        return;
    }
    case SCREEN_MARKET:
        done = any &&
               (option & OPTION_SELL ? market_sell(world, screen->record, option & ~OPTION_SELL)
                                     : market_buy(world, screen->record, option));
        break;
    case SCREEN_CRAFT:
        done = any && craft_make(world, screen->record, option);
        break;
    default:
        return;
    }
    button_sound(world, done ? 1 : 2);
}

static void cancel(World *world)
{
    switch (world->screen.screen) {
    case SCREEN_MENU:
        return;
    case SCREEN_DIALOG:
        if (world->screen.option_count) /* an answer is wanted */
            return;
        break;
    default:
        break;
    }
    screen_close(world);
}

static void select_by(World *world, int32_t step)
{
    ScreenState *screen = &world->screen;
    const int32_t count = (int32_t)screen->option_count;
    if (count < 2)
        return;
    int32_t wanted = (int32_t)screen->selected + step;
    if (step == 1 || step == -1)
        wanted = (wanted + count) % count;
    if (wanted < 0 || wanted >= count)
        return;
    screen->selected = (uint32_t)wanted;
    button_sound(world, 0);
}

void screen_input(World *world, const WorldInput *input)
{
    const bool grid = world->screen.screen == SCREEN_INVENTORY;
    const int32_t row = grid ? INVENTORY_COLUMNS : 1;
    screen_fill(world);
    if (input->buttons & BUTTON_UP)
        select_by(world, -row);
    if (input->buttons & BUTTON_DOWN)
        select_by(world, row);
    if (input->buttons & BUTTON_LEFT)
        select_by(world, -1);
    if (input->buttons & BUTTON_RIGHT)
        select_by(world, 1);
    if (input->option && input->option <= world->screen.option_count) {
        world->screen.selected = input->option - 1;
        choose(world);
    } else if (input->buttons & BUTTON_CONFIRM) {
        if (world->screen.screen == SCREEN_CUTSCENE)
            screen_close(world);
        else if (!world->screen.until)
            choose(world);
    } else if (input->buttons & BUTTON_CANCEL) {
        cancel(world);
    } else if ((world->screen.screen == SCREEN_INVENTORY &&
                (input->buttons & BUTTON_INVENTORY)) ||
               (world->screen.screen == SCREEN_QUESTS && (input->buttons & BUTTON_QUESTS))) {
        screen_close(world);
    }
    screen_fill(world);
}

void screen_tick(World *world)
{
    if (world->screen.screen == SCREEN_CUTSCENE)
        cutscene_tick(world);
    else if (world->screen.until && world->tick >= world->screen.until)
        screen_close(world);
}
