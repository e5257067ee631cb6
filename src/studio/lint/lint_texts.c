/* Draws all texts of a game, and reports what was cut. Parts, in order: where a text comes
 * from; drawing all screens; languages. Screens are put into the player's state directly:
 * playing the game would not open all of them. */
#include "studio/lint/lint_texts.h"

#include "base/hash.h"
#include "base/text.h"
#include "engine/world.h"
#include "tirnanog/translations/po.h"
#include "engine/render/render.h"

/* The game in one of its languages. */
typedef struct Texts {
    const ProjectChecked *checked;
    World *world;
    Renderer *renderer;
    Image picture;
    Text path; /* of the translation; these are the texts of the project if it has no entries */
    PoFile po;
    Table *indexes; /* a text of the project to its index */
    bool *reported; /* per text of the project */
    Table found;    /* texts that were reported about the translation */
    Report *report;
    Arena *arena; /* of the language */
} Texts;

static void warn(Report *about, uint32_t line, const RenderOverflow *overflow)
{
    about->kind = text_overflow_kind;
    report_warning_at(
        about, (SourcePosition){.line = line},
        "too %s for its box: %d pixels, with the smallest letters; the box has %d "
        "in a window of %d x %d",
        overflow->is_height ? "high" : "long", overflow->needed, overflow->space, RENDER_WIDTH,
        RENDER_HEIGHT);
}

static void report_source(Texts *texts, const RenderOverflow *overflow)
{
    const uint32_t *index = table_get(texts->indexes, overflow->text);
    const ProjectTexts *all = texts->checked->texts;
    if (!index || texts->reported[*index]) /* a word of the player program, or a number */
        return;
    texts->reported[*index] = true;
    for (size_t i = 0; i < all->place_count; i++)
        if (all->places[i].text == *index) {
            Report about = report_child(texts->report, all->places[i].path);
            warn(&about, all->places[i].line, overflow);
        }
}

static void take_overflow(void *context, const RenderOverflow *overflow)
{
    Texts *texts = context;
    bool is_translation = false;
    if (table_get(&texts->found, overflow->text))
        return;
    Report about = report_child(texts->report, texts->path);
    for (size_t i = 0; i < texts->po.count; i++)
        if (text_equal(texts->po.entries[i].text, overflow->text)) {
            is_translation = true;
            warn(&about, texts->po.entries[i].line, overflow);
        }
    if (is_translation)
        table_put(&texts->found, arena_text(texts->arena, overflow->text), 0);
    else
        report_source(texts, overflow);
}

/* ---- drawing ---- */

static void draw(Texts *texts)
{
    render_frame(texts->renderer, local_context(texts->world), &texts->picture);
}

/* Opens a screen with the rows 0 to count - 1. */
static ScreenState *open_screen(Texts *texts, Screen kind, uint32_t record, size_t count)
{
    ScreenState *screen = &local_context(texts->world).player->screen;
    *screen = (ScreenState){.screen = kind, .record = record, .since = texts->world->tick};
    screen->option_count = count < OPTIONS_MAX ? (uint32_t)count : OPTIONS_MAX;
    for (uint32_t i = 0; i < screen->option_count; i++)
        screen->options[i] = (uint16_t)i;
    return screen;
}

/* With all answers: those that a handler hides at times are counted, too. */
static void draw_dialogs(Texts *texts)
{
    Content *content = texts->world->content;
    for (uint32_t i = 0; i < content_count(content, SECTION_DIALOGS); i++) {
        const TngDialog *dialog = content_record(content, SECTION_DIALOGS, i);
        if (dialog) {
            open_screen(texts, SCREEN_DIALOG, i, dialog->option_count);
            draw(texts);
        }
    }
}

static void draw_quests(Texts *texts)
{
    const size_t count = content_count(texts->world->content, SECTION_QUESTS);
    Player *player = local_context(texts->world).player;
    memset(player->quests, QUEST_OPEN, count);
    ScreenState *screen = open_screen(texts, SCREEN_QUESTS, 0, count);
    for (screen->selected = 0; screen->selected < screen->option_count; screen->selected++)
        draw(texts);
}

static void draw_options(Texts *texts)
{
    Content *content = texts->world->content;
    Player *player = local_context(texts->world).player;
    const uint32_t groups = texts->world->choice_count;
    for (uint32_t i = 0; i < groups && i < OPTIONS_MAX; i++) {
        const TngOptions *group = content_record(content, SECTION_OPTIONS, i);
        const uint32_t before = player->choices[i];
        open_screen(texts, SCREEN_CREATE, 0, groups)->selected = i;
        for (uint32_t k = 0; group && k < group->option_count; k++) {
            player->choices[i] = k;
            draw(texts);
        }
        player->choices[i] = before;
    }
}

/* Objects that can be carried: those with an image for the bag. */
static void draw_objects(Texts *texts)
{
    Content *content = texts->world->content;
    Player *player = local_context(texts->world).player;
    open_screen(texts, SCREEN_INVENTORY, 0, 1);
    for (uint32_t sprite = 0; sprite < TNG_NO_SPRITE; sprite++) {
        const TngObject *object = content_object(content, sprite, NULL);
        if (!object || object->inventory.index == TNG_NO_SPRITE)
            continue;
        player->items[0] = (Item){.sprite = (uint16_t)sprite, .count = 1};
        player->item_count = 1;
        draw(texts);
    }
    player->item_count = 0;
}

static void draw_subtitles(Texts *texts)
{
    World *world = texts->world;
    for (uint32_t i = 0; i < content_count(world->content, SECTION_CUTSCENES); i++) {
        const TngCutscene *cutscene = content_record(world->content, SECTION_CUTSCENES, i);
        for (uint32_t k = 0; cutscene && k < cutscene->subtitle_count; k++) {
            const Subtitle *subtitle = &cutscene->subtitles[k];
            const uint32_t middle = subtitle->from / 2 + subtitle->to / 2;
            open_screen(texts, SCREEN_CUTSCENE, i, 0)->since =
                world->tick - world_ticks_of(world, middle);
            draw(texts);
        }
    }
}

static void draw_alerts(Texts *texts)
{
    const TngAlerts *alerts = texts->world->content->alerts;
    Player *player = local_context(texts->world).player;
    open_screen(texts, SCREEN_GAME, 0, 0);
    player->alert_count = 1;
    for (uint32_t i = 0; i < alerts->alert_count; i++) {
        /* The first three are about quests and name them. */
        const uint32_t quests = i < QUEST_FAILED ? texts->world->quest_count : 0;
        for (uint32_t quest = quests ? 1 : 0; quest <= quests; quest++) {
            player->alerts[0] =
                (AlertState){.alert = i, .since = texts->world->tick, .quest = quest};
            draw(texts);
        }
    }
    player->alert_count = 0;
}

/* ---- languages ---- */

static void read_translation(Texts *texts, Text code, Arena *arena)
{
    const Text path = arena_format(arena, "lang/%.*s.po", (int)code.size, code.at);
    const ProjectFile *file = project_file(texts->checked->files, path);
    Report silent = report_to(NULL, NULL);
    if (file && po_read(file->bytes, &texts->po, arena, &silent))
        texts->path = path;
    else
        texts->po = (PoFile){0};
}

static void check_language(Texts *texts, size_t language, Arena *arena)
{
    static void (*const drawers[])(Texts *) = {draw_alerts,  draw_dialogs, draw_quests,
                                               draw_options, draw_objects, draw_subtitles};
    const TngFile *game = texts->checked->game;
    const TngLanguage *record = tng_language(game, language)->record;
    Report silent = report_to(NULL, NULL);
    texts->world = world_new(game, &(WorldOptions){.language = language, .skip_menu = true},
                             arena, &silent);
    if (!texts->world)
        return;
    world_tick(texts->world, &(WorldInput){0});
    texts->arena = arena;
    texts->found = table_new(arena);
    texts->picture = image_new(RENDER_WIDTH, RENDER_HEIGHT, arena);
    read_translation(texts, (Text){record->code, 2}, arena);
    texts->renderer = renderer_new(texts->world, arena, &silent);
    renderer_set(texts->renderer,
                 &(RenderOptions){.text_percent = 100, .interface_only = true});
    renderer_watch_overflows(texts->renderer, (OverflowWatch){take_overflow, texts});
    for (size_t i = 0; i < COUNT_OF(drawers); i++)
        drawers[i](texts);
    renderer_free(texts->renderer);
}

void lint_texts(const ProjectChecked *checked, Arena *arena, Report *report)
{
    const ProjectTexts *all = checked->texts;
    Table indexes = table_new(arena);
    for (size_t i = 0; i < all->count; i++)
        table_put(&indexes, all->items[i], (uint32_t)i);
    Texts texts = {.checked = checked,
                   .indexes = &indexes,
                   .reported = ARENA_ALLOC(arena, bool, all->count + 1),
                   .report = report};
    for (size_t i = 0; i < tng_language_count(checked->game); i++) {
        Arena *own = arena_new();
        check_language(&texts, i, own);
        arena_free(own);
    }
}
