/* The rows of each page and their actions: a table of functions, one row per page. */
#include "player/menus/menus_internal.h"

typedef struct PageRules {
    uint8_t title; /* a Word */
    uint32_t (*rows)(const Front *front, const OpenPage *page);
    FrontRow (*row)(const Front *front, const OpenPage *page, uint32_t row,
                    const Renderer *renderer, Arena *scratch);
    void (*choose)(Front *front, OpenPage *page, uint32_t row);
    void (*adjust)(Front *front, OpenPage *page, uint32_t row, int32_t step);
} PageRules;

/* ---- the list of options ---- */

static const uint8_t page_words[SETTINGS_PAGES] = {
#define PAGE(name, word) WORD_##word,
#include "player/menus/settings.def"
};

enum { ROW_CONTROLS = SETTINGS_PAGES, ROW_LANGUAGE, OPTION_ROWS };

static uint32_t options_rows(const Front *front, const OpenPage *page)
{
    (void)page;
    return front->languages > 1 ? OPTION_ROWS : OPTION_ROWS - 1;
}

static FrontRow options_row(const Front *front, const OpenPage *page, uint32_t row,
                            const Renderer *renderer, Arena *scratch)
{
    (void)front, (void)page, (void)scratch;
    const Word word = row == ROW_CONTROLS   ? WORD_CONTROLS
                      : row == ROW_LANGUAGE ? WORD_LANGUAGE
                                            : (Word)page_words[row];
    return (FrontRow){.title = word_of(renderer, word)};
}

static void options_choose(Front *front, OpenPage *page, uint32_t row)
{
    (void)page;
    if (row == ROW_CONTROLS)
        front_push(front, (OpenPage){.page = FRONT_CONTROLS});
    else if (row == ROW_LANGUAGE)
        front_push(front, (OpenPage){.page = FRONT_LANGUAGE});
    else
        front_push(front, (OpenPage){.page = FRONT_SETTINGS, .settings = (SettingsPage)row});
}

/* ---- a page of settings ---- */

/* The n-th setting of a page; SETTINGS if there are fewer. */
static Setting setting_of(SettingsPage page, uint32_t row)
{
    for (Setting i = 0; i < SETTINGS; i++)
        if (setting_rows[i].page == page && !row--)
            return i;
    return SETTINGS;
}

static uint32_t settings_rows(const Front *front, const OpenPage *page)
{
    uint32_t count = 0;
    (void)front;
    while (setting_of(page->settings, count) < SETTINGS)
        count++;
    return count;
}

static FrontRow settings_row(const Front *front, const OpenPage *page, uint32_t row,
                             const Renderer *renderer, Arena *scratch)
{
    const Setting setting = setting_of(page->settings, row);
    const SettingRow *of = &setting_rows[setting];
    const int32_t value = front->settings->values[setting];
    FrontRow out = {.title = word_of(renderer, (Word)of->title), .adjustable = true};
    switch (of->kind) {
    case SETTING_SWITCH:
        out.value = word_of(renderer, value ? WORD_ON : WORD_OFF);
        break;
    case SETTING_CHOICE: /* its words follow its title */
        out.value = word_of(renderer, (Word)(of->title + 1 + (uint32_t)(value - of->min)));
        break;
    case SETTING_NUMBER:
        out.value =
            value ? arena_format(scratch, "%d", value) : word_of(renderer, (Word)of->zero);
        break;
    }
    return out;
}

static void settings_adjust(Front *front, OpenPage *page, uint32_t row, int32_t step)
{
    if (setting_adjust(front->settings, setting_of(page->settings, row), step))
        menu_request(front, MENU_REQUEST_OPTIONS, 0, "");
}

static void settings_choose(Front *front, OpenPage *page, uint32_t row)
{
    settings_adjust(front, page, row, 1);
}

/* ---- controls ---- */

static uint32_t controls_rows(const Front *front, const OpenPage *page)
{
    (void)front, (void)page;
    return ACTIONS + 1;
}

static FrontRow controls_row(const Front *front, const OpenPage *page, uint32_t row,
                             const Renderer *renderer, Arena *scratch)
{
    if (row == ACTIONS)
        return (FrontRow){.title = word_of(renderer, WORD_RESET)};
    const Text title = word_of(renderer, (Word)action_rows[row].title);
    FrontRow out = {.title = title};
    if (row == page->selected && front->wants_key) {
        out.value = word_of(renderer, WORD_PRESS_KEY);
    } else if (row == page->selected && front->taken < ACTIONS) {
        const Text keys = bindings_text(front->bindings, (Action)row, false, scratch);
        out.value = arena_format(scratch, "%.*s  (%s: %s)", (int)keys.size, keys.at,
                                 word_of(renderer, WORD_TAKEN_FROM).at,
                                 word_of(renderer, (Word)action_rows[front->taken].title).at);
    } else if (row == page->selected && front->dropped[0]) {
        const Text keys =
            bindings_text(front->bindings, (Action)row, front->dropped_pad, scratch);
        out.value = arena_format(scratch, "%.*s  (%s: %s)", (int)keys.size, keys.at,
                                 word_of(renderer, WORD_DROPPED).at, front->dropped);
    } else {
        const Text keys = bindings_text(front->bindings, (Action)row, false, scratch);
        const Text pads = bindings_text(front->bindings, (Action)row, true, scratch);
        out.value = arena_format(scratch, "%.*s%s%.*s", (int)keys.size, keys.at,
                                 pads.size ? "  |  " : "", (int)pads.size, pads.at);
    }
    return out;
}

static void controls_choose(Front *front, OpenPage *page, uint32_t row)
{
    (void)page;
    front_clear_taken(front);
    if (row < ACTIONS) {
        front->wants_key = true;
        return;
    }
    bindings_default(front->bindings);
    menu_request(front, MENU_REQUEST_OPTIONS, 0, "");
}

/* ---- language ---- */

static uint32_t language_rows(const Front *front, const OpenPage *page)
{
    (void)page;
    return front->languages;
}

/* In the language itself, for players who read no other. */
static FrontRow language_row(const Front *front, const OpenPage *page, uint32_t row,
                             const Renderer *renderer, Arena *scratch)
{
    (void)front, (void)page;
    return (FrontRow){.title = render_language(renderer, row, scratch),
                      .value = render_speaks(renderer) == row ? TEXT("*") : TEXT("")};
}

static void language_choose(Front *front, OpenPage *page, uint32_t row)
{
    (void)page;
    menu_request(front, MENU_REQUEST_LANGUAGE, (int32_t)row, "");
    front_pop(front);
}

/* ---- saved games ---- */

/* The save page begins with a new slot and hides slots that are not overwritten manually. */
static bool is_listed(const Front *front, const OpenPage *page, size_t slot)
{
    return page->page == FRONT_LOAD || !front->slots[slot].fixed;
}

static uint32_t slots_rows(const Front *front, const OpenPage *page)
{
    uint32_t count = page->page == FRONT_SAVE;
    for (size_t i = 0; i < front->slot_count; i++)
        count += is_listed(front, page, i);
    return count;
}

/* FRONT_NEW_SLOT for the row of a new slot. */
static int32_t slot_of(const Front *front, const OpenPage *page, uint32_t row)
{
    if (page->page == FRONT_SAVE && !row--)
        return FRONT_NEW_SLOT;
    for (size_t i = 0; i < front->slot_count; i++)
        if (is_listed(front, page, i) && !row--)
            return (int32_t)i;
    return FRONT_NEW_SLOT;
}

static FrontRow slots_row(const Front *front, const OpenPage *page, uint32_t row,
                          const Renderer *renderer, Arena *scratch)
{
    const int32_t index = slot_of(front, page, row);
    if (index == FRONT_NEW_SLOT)
        return (FrontRow){.title = word_of(renderer, WORD_NEW_SLOT)};
    const FrontSlot *slot = &front->slots[index];
    const uint32_t minutes = slot->seconds / 60;
    FrontRow out = {.title =
                        arena_format(scratch, "%.*s  %.*s", (int)slot->label.size,
                                     slot->label.at, (int)slot->title.size, slot->title.at),
                    .value = arena_format(scratch, "%.*s   %u:%02u", (int)slot->when.size,
                                          slot->when.at, minutes / 60, minutes % 60),
                    .inactive = slot->damaged,
                    .slot = slot};
    if (slot->damaged || slot->before)
        out.title = arena_format(
            scratch, "%.*s%s(%s)", (int)out.title.size, out.title.at,
            slot->title.size ? " " : "",
            word_of(renderer, slot->before ? WORD_DAMAGED_BEFORE : WORD_DAMAGED).at);
    return out;
}

static void slots_choose(Front *front, OpenPage *page, uint32_t row)
{
    const int32_t index = slot_of(front, page, row);
    if (page->page == FRONT_LOAD) {
        menu_request(front, MENU_REQUEST_LOAD, index, "");
        return;
    }
    if (index == FRONT_NEW_SLOT) {
        menu_request(front, MENU_REQUEST_SAVE, index, "");
        return;
    }
    front_push(front, (OpenPage){.page = FRONT_CONFIRM,
                                 .question = WORD_OVERWRITE,
                                 .selected = 1,
                                 .then = {.kind = MENU_REQUEST_SAVE, .number = index}});
}

/* Decreasing a saved game deletes it, after a question. */
static void slots_adjust(Front *front, OpenPage *page, uint32_t row, int32_t step)
{
    const int32_t index = slot_of(front, page, row);
    if (step < 0 && index != FRONT_NEW_SLOT)
        front_push(front, (OpenPage){.page = FRONT_CONFIRM,
                                     .question = WORD_DELETE,
                                     .selected = 1,
                                     .then = {.kind = MENU_REQUEST_DELETE, .number = index}});
}

/* ---- questions and other pages ---- */

static uint32_t two_rows(const Front *front, const OpenPage *page)
{
    (void)front, (void)page;
    return 2;
}

static FrontRow confirm_row(const Front *front, const OpenPage *page, uint32_t row,
                            const Renderer *renderer, Arena *scratch)
{
    (void)front, (void)page, (void)scratch;
    return (FrontRow){.title = word_of(renderer, row ? WORD_NO : WORD_YES)};
}

static void confirm_choose(Front *front, OpenPage *page, uint32_t row)
{
    const FrontRequest then = page->then;
    front_pop(front);
    if (row == 0)
        menu_request(front, then.kind, then.number, then.text);
}

static uint32_t history_rows(const Front *front, const OpenPage *page)
{
    (void)page;
    return front->history_count < HISTORY_MAX ? front->history_count : HISTORY_MAX;
}

/* Latest first. */
static FrontRow history_row(const Front *front, const OpenPage *page, uint32_t row,
                            const Renderer *renderer, Arena *scratch)
{
    const HistoryLine *line = &front->history[(front->history_count - 1 - row) % HISTORY_MAX];
    (void)page, (void)renderer;
    return (FrontRow){.title = line->title.size
                                   ? arena_format(scratch, "%.*s: %.*s", (int)line->title.size,
                                                  line->title.at, (int)line->text.size,
                                                  line->text.at)
                                   : line->text};
}

static uint32_t one_row(const Front *front, const OpenPage *page)
{
    (void)front, (void)page;
    return 1;
}

static FrontRow message_row(const Front *front, const OpenPage *page, uint32_t row,
                            const Renderer *renderer, Arena *scratch)
{
    (void)front, (void)page, (void)row, (void)scratch;
    return (FrontRow){.title = word_of(renderer, WORD_BACK)};
}

static void close_page(Front *front, OpenPage *page, uint32_t row)
{
    (void)page, (void)row;
    front_pop(front);
}

static FrontRow type_row(const Front *front, const OpenPage *page, uint32_t row,
                         const Renderer *renderer, Arena *scratch)
{
    (void)page, (void)row, (void)renderer;
    return (FrontRow){.title = arena_format(scratch, "%s_", front->typed)};
}

static void type_choose(Front *front, OpenPage *page, uint32_t row)
{
    (void)page, (void)row;
    front_pop(front);
    if (front->typed[0])
        menu_request(front, MENU_REQUEST_CHAT, 0, front->typed);
}

static const PageRules pages[FRONT_PAGES] = {
    [FRONT_OPTIONS] = {WORD_OPTIONS, options_rows, options_row, options_choose, NULL},
    [FRONT_SETTINGS] = {0, settings_rows, settings_row, settings_choose, settings_adjust},
    [FRONT_CONTROLS] = {WORD_CONTROLS, controls_rows, controls_row, controls_choose, NULL},
    [FRONT_LANGUAGE] = {WORD_LANGUAGE, language_rows, language_row, language_choose, NULL},
    [FRONT_LOAD] = {WORD_LOAD, slots_rows, slots_row, slots_choose, slots_adjust},
    [FRONT_SAVE] = {WORD_SAVE, slots_rows, slots_row, slots_choose, slots_adjust},
    [FRONT_CONFIRM] = {0, two_rows, confirm_row, confirm_choose, NULL},
    [FRONT_HISTORY] = {WORD_HISTORY, history_rows, history_row, close_page, NULL},
    [FRONT_TYPE] = {0, one_row, type_row, type_choose, NULL},
    [FRONT_MESSAGE] = {0, one_row, message_row, close_page, NULL},
    [FRONT_LIST] = {0, list_rows, list_row, list_choose, list_adjust},
};

uint32_t page_rows(const Front *front, const OpenPage *page)
{
    return pages[page->page].rows ? pages[page->page].rows(front, page) : 0;
}

FrontRow page_row(const Front *front, const OpenPage *page, uint32_t row,
                  const Renderer *renderer, Arena *scratch)
{
    return pages[page->page].row(front, page, row, renderer, scratch);
}

void page_choose(Front *front, OpenPage *page, uint32_t row)
{
    if (row < page_rows(front, page))
        pages[page->page].choose(front, page, row);
}

void page_adjust(Front *front, OpenPage *page, uint32_t row, int32_t step)
{
    if (pages[page->page].adjust && row < page_rows(front, page))
        pages[page->page].adjust(front, page, row, step);
}

Text page_title(const Front *front, const OpenPage *page, const Renderer *renderer)
{
    switch (page->page) {
    case FRONT_SETTINGS:
        return word_of(renderer, (Word)page_words[page->settings]);
    case FRONT_CONFIRM:
        return word_of(renderer, page->question);
    case FRONT_TYPE:
        return front->type_title;
    case FRONT_MESSAGE:
        return front->message;
    case FRONT_LIST:
        return front->list.title;
    default:
        return word_of(renderer, (Word)pages[page->page].title);
    }
}
