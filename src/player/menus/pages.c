/* The rows of each page and their actions: a table of functions, one row per page. */
#include "player/menus/menus_internal.h"

#include "base/text.h"

/* `choose` and `adjust` may change the stack of pages: `page` is not valid after they do. */
typedef struct PageRules {
    uint8_t title; /* a Word */
    uint32_t (*rows)(const Menus *menus, const OpenPage *page);
    MenuRow (*row)(const Menus *menus, const OpenPage *page, uint32_t row,
                   const Renderer *renderer, Arena *scratch);
    void (*choose)(Menus *menus, OpenPage *page, uint32_t row);
    void (*adjust)(Menus *menus, OpenPage *page, uint32_t row, int32_t step);
} PageRules;

/* ---- the list of options ---- */

static const uint8_t page_words[SETTINGS_PAGES] = {
#define PAGE(name, word) WORD_##word,
#include "player/menus/settings.def"
};

/* The rows before ROW_CONTROLS are the pages of settings, in their order. */
enum { ROW_CONTROLS = SETTINGS_PAGES, ROW_LANGUAGE, ROW_EXTENSIONS, OPTION_ROWS };

/* A game with one language has no such row; one without extensions neither. */
static uint32_t options_rows(const Menus *menus, const OpenPage *page)
{
    (void)page;
    return ROW_LANGUAGE + (menus->languages > 1) + (menus->extension_count > 0);
}

/* Without the row of languages, the one of extensions takes its place. */
static uint32_t option_of_row(const Menus *menus, uint32_t row)
{
    return row == ROW_LANGUAGE && menus->languages <= 1 ? ROW_EXTENSIONS : row;
}

static MenuRow options_row(const Menus *menus, const OpenPage *page, uint32_t row,
                           const Renderer *renderer, Arena *scratch)
{
    (void)page, (void)scratch;
    row = option_of_row(menus, row);
    const Word word = row == ROW_CONTROLS     ? WORD_CONTROLS
                      : row == ROW_LANGUAGE   ? WORD_LANGUAGE
                      : row == ROW_EXTENSIONS ? WORD_EXTENSIONS
                                              : (Word)page_words[row];
    return (MenuRow){.title = word_of(renderer, word)};
}

static void options_choose(Menus *menus, OpenPage *page, uint32_t row)
{
    (void)page;
    row = option_of_row(menus, row);
    if (row == ROW_CONTROLS)
        menus_push(menus, (OpenPage){.page = MENU_CONTROLS});
    else if (row == ROW_EXTENSIONS)
        menus_push(menus, (OpenPage){.page = MENU_EXTENSIONS});
    else if (row == ROW_LANGUAGE)
        menus_push(menus, (OpenPage){.page = MENU_LANGUAGE});
    else
        menus_push(menus, (OpenPage){.page = MENU_SETTINGS, .settings = (SettingsPage)row});
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

/* Counts by setting_of(), so that both agree on what is a row. */
static uint32_t settings_rows(const Menus *menus, const OpenPage *page)
{
    uint32_t count = 0;
    (void)menus;
    while (setting_of(page->settings, count) < SETTINGS)
        count++;
    return count;
}

static MenuRow settings_row(const Menus *menus, const OpenPage *page, uint32_t row,
                            const Renderer *renderer, Arena *scratch)
{
    const Setting setting = setting_of(page->settings, row);
    const SettingRow *of = &setting_rows[setting];
    const int32_t value = menus->settings->values[setting];
    MenuRow out = {.title = word_of(renderer, (Word)of->title), .adjustable = true};
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

/* The program applies and saves the settings at the request, not at each frame. */
static void settings_adjust(Menus *menus, OpenPage *page, uint32_t row, int32_t step)
{
    if (setting_adjust(menus->settings, setting_of(page->settings, row), step))
        menu_request(menus, MENU_REQUEST_OPTIONS, 0, "");
}

/* Choosing goes one value forward and starts again after the last one. */
static void settings_choose(Menus *menus, OpenPage *page, uint32_t row)
{
    settings_adjust(menus, page, row, 1);
}

/* ---- controls ---- */

/* The row after the actions restores the defaults. */
static uint32_t controls_rows(const Menus *menus, const OpenPage *page)
{
    (void)menus, (void)page;
    return ACTIONS + 1;
}

/* Names of keys are shown unchanged; those of buttons depend on the controller at hand. */
static const char *label_of(const Menus *menus, bool pad, const char *name)
{
    return pad && menus->label ? menus->label(menus->label_context, name) : name;
}

/* The keys or buttons of an action, as the player knows them. */
static Text labels_of(const Menus *menus, Action action, bool pad, Arena *arena)
{
    Writer out = writer_to(arena);
    const Bindings *bindings = menus->bindings;
    for (size_t i = 0; i < BINDINGS_MAX; i++) {
        const char *name = pad ? bindings->pads[action][i] : bindings->keys[action][i];
        if (name[0])
            write_format(&out, "%s%s", out.size ? ", " : "", label_of(menus, pad, name));
    }
    return writer_text(&out);
}

/* The selected row shows what the last change did: from which action the key was taken, or
 * which key was dropped, as an action has BINDINGS_MAX at most. */
static MenuRow controls_row(const Menus *menus, const OpenPage *page, uint32_t row,
                            const Renderer *renderer, Arena *scratch)
{
    if (row == ACTIONS)
        return (MenuRow){.title = word_of(renderer, WORD_RESET)};
    const Text title = word_of(renderer, (Word)action_rows[row].title);
    MenuRow out = {.title = title};
    if (row == page->selected && menus->wants_key) {
        out.value = word_of(renderer, WORD_PRESS_KEY);
    } else if (row == page->selected && menus->taken < ACTIONS) {
        const Text keys = labels_of(menus, (Action)row, false, scratch);
        out.value = arena_format(scratch, "%.*s  (%s: %s)", (int)keys.size, keys.at,
                                 word_of(renderer, WORD_TAKEN_FROM).at,
                                 word_of(renderer, (Word)action_rows[menus->taken].title).at);
    } else if (row == page->selected && menus->dropped[0]) {
        const Text keys = labels_of(menus, (Action)row, menus->dropped_pad, scratch);
        out.value = arena_format(scratch, "%.*s  (%s: %s)", (int)keys.size, keys.at,
                                 word_of(renderer, WORD_DROPPED).at,
                                 label_of(menus, menus->dropped_pad, menus->dropped));
    } else {
        const Text keys = labels_of(menus, (Action)row, false, scratch);
        const Text pads = labels_of(menus, (Action)row, true, scratch);
        out.value = arena_format(scratch, "%.*s%s%.*s", (int)keys.size, keys.at,
                                 pads.size ? "  |  " : "", (int)pads.size, pads.at);
    }
    return out;
}

/* The next key is not input but the new binding: menus_key() gets it. */
static void controls_choose(Menus *menus, OpenPage *page, uint32_t row)
{
    (void)page;
    menus_clear_taken(menus);
    if (row < ACTIONS) {
        menus->wants_key = true;
        return;
    }
    bindings_default(menus->bindings);
    menu_request(menus, MENU_REQUEST_OPTIONS, 0, "");
}

/* ---- language ---- */

static uint32_t language_rows(const Menus *menus, const OpenPage *page)
{
    (void)page;
    return menus->languages;
}

/* In the language itself, for players who read no other. */
static MenuRow language_row(const Menus *menus, const OpenPage *page, uint32_t row,
                            const Renderer *renderer, Arena *scratch)
{
    (void)menus, (void)page;
    return (MenuRow){.title = render_language(renderer, row, scratch),
                     .value = render_language_index(renderer) == row ? TEXT("*") : TEXT("")};
}

/* The page is closed, because its texts change with the language. */
static void language_choose(Menus *menus, OpenPage *page, uint32_t row)
{
    (void)page;
    menu_request(menus, MENU_REQUEST_LANGUAGE, (int32_t)row, "");
    menus_pop(menus);
}

/* ---- extensions ---- */

/* The fact "extension:NAME=ADDRESS" of the game's file. An address that does not fit is left
 * out: a cut one would lead elsewhere. */
static void add_extension(void *context, Text fact)
{
    Menus *menus = context;
    const size_t start = strlen("extension:");
    size_t equal;
    if (!text_starts(fact, "extension:") || !text_find(fact, '=', &equal) ||
        menus->extension_count == EXTENSIONS_MAX)
        return;
    const Text address = text_slice(fact, equal + 1, fact.size);
    menus->extensions[menus->extension_count++] = (MenuExtension){
        text_slice(fact, start, equal), address.size < MENU_TEXT ? address : TEXT("")};
}

void menus_find_extensions(Menus *menus, const TngFile *game)
{
    menus->extension_count = 0;
    tng_facts(game, add_extension, menus);
}

static uint32_t extension_rows(const Menus *menus, const OpenPage *page)
{
    (void)page;
    return menus->extension_count;
}

static MenuRow extension_row(const Menus *menus, const OpenPage *page, uint32_t row,
                             const Renderer *renderer, Arena *scratch)
{
    (void)page, (void)renderer, (void)scratch;
    const MenuExtension *extension = &menus->extensions[row];
    return (MenuRow){.title = extension->name,
                     .value = extension->address,
                     .inactive = !extension->address.size};
}

static void extension_choose(Menus *menus, OpenPage *page, uint32_t row)
{
    (void)page;
    char address[MENU_TEXT];
    const Text text = menus->extensions[row].address; /* shorter than that */
    snprintf(address, sizeof address, "%.*s", (int)text.size, text.at);
    if (text.size)
        menu_request(menus, MENU_REQUEST_OPEN, (int32_t)row, address);
}

/* ---- saved games ---- */

/* The save page begins with a new slot and hides slots that are not overwritten manually. */
static bool is_listed(const Menus *menus, const OpenPage *page, size_t slot)
{
    return page->page == MENU_LOAD || !menus->slots[slot].fixed;
}

static uint32_t slots_rows(const Menus *menus, const OpenPage *page)
{
    uint32_t count = page->page == MENU_SAVE;
    for (size_t i = 0; i < menus->slot_count; i++)
        count += is_listed(menus, page, i);
    return count;
}

/* MENU_NEW_SLOT for the row of a new slot. */
static int32_t slot_of(const Menus *menus, const OpenPage *page, uint32_t row)
{
    if (page->page == MENU_SAVE && !row--)
        return MENU_NEW_SLOT;
    for (size_t i = 0; i < menus->slot_count; i++)
        if (is_listed(menus, page, i) && !row--)
            return (int32_t)i;
    return MENU_NEW_SLOT;
}

static MenuRow slots_row(const Menus *menus, const OpenPage *page, uint32_t row,
                         const Renderer *renderer, Arena *scratch)
{
    const int32_t index = slot_of(menus, page, row);
    if (index == MENU_NEW_SLOT)
        return (MenuRow){.title = word_of(renderer, WORD_NEW_SLOT)};
    const MenuSlot *slot = &menus->slots[index];
    const uint32_t minutes = slot->seconds / 60;
    MenuRow out = {.title = arena_format(scratch, "%.*s  %.*s", (int)slot->label.size,
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

/* Overwriting asks first; the answer "no" is selected. */
static void slots_choose(Menus *menus, OpenPage *page, uint32_t row)
{
    const int32_t index = slot_of(menus, page, row);
    if (page->page == MENU_LOAD) {
        menu_request(menus, MENU_REQUEST_LOAD, index, "");
        return;
    }
    if (index == MENU_NEW_SLOT) {
        menu_request(menus, MENU_REQUEST_SAVE, index, "");
        return;
    }
    menus_push(menus, (OpenPage){.page = MENU_CONFIRM,
                                 .question = WORD_OVERWRITE,
                                 .selected = 1,
                                 .then = {.kind = MENU_REQUEST_SAVE, .number = index}});
}

/* Decreasing a saved game deletes it, after a question. */
static void slots_adjust(Menus *menus, OpenPage *page, uint32_t row, int32_t step)
{
    const int32_t index = slot_of(menus, page, row);
    if (step < 0 && index != MENU_NEW_SLOT)
        menus_push(menus, (OpenPage){.page = MENU_CONFIRM,
                                     .question = WORD_DELETE,
                                     .selected = 1,
                                     .then = {.kind = MENU_REQUEST_DELETE, .number = index}});
}

/* ---- questions and other pages ---- */

static uint32_t two_rows(const Menus *menus, const OpenPage *page)
{
    (void)menus, (void)page;
    return 2;
}

static MenuRow confirm_row(const Menus *menus, const OpenPage *page, uint32_t row,
                           const Renderer *renderer, Arena *scratch)
{
    (void)menus, (void)page, (void)scratch;
    return (MenuRow){.title = word_of(renderer, row ? WORD_NO : WORD_YES)};
}

/* `page` is copied before it is removed from the stack. */
static void confirm_choose(Menus *menus, OpenPage *page, uint32_t row)
{
    const MenuRequest then = page->then;
    menus_pop(menus);
    if (row == 0)
        menu_request(menus, then.kind, then.number, then.text);
}

/* `history_count` counts all lines ever: the list is a ring. */
static uint32_t history_rows(const Menus *menus, const OpenPage *page)
{
    (void)page;
    return menus->history_count < HISTORY_MAX ? menus->history_count : HISTORY_MAX;
}

/* Latest first. */
static MenuRow history_row(const Menus *menus, const OpenPage *page, uint32_t row,
                           const Renderer *renderer, Arena *scratch)
{
    const HistoryLine *line = &menus->history[(menus->history_count - 1 - row) % HISTORY_MAX];
    (void)page, (void)renderer;
    return (MenuRow){.title =
                         line->title.size
                             ? arena_format(scratch, "%.*s: %.*s", (int)line->title.size,
                                            line->title.at, (int)line->text.size, line->text.at)
                             : line->text};
}

static uint32_t one_row(const Menus *menus, const OpenPage *page)
{
    (void)menus, (void)page;
    return 1;
}

static MenuRow message_row(const Menus *menus, const OpenPage *page, uint32_t row,
                           const Renderer *renderer, Arena *scratch)
{
    (void)menus, (void)page, (void)row, (void)scratch;
    return (MenuRow){.title = word_of(renderer, WORD_BACK)};
}

static void close_page(Menus *menus, OpenPage *page, uint32_t row)
{
    (void)page, (void)row;
    menus_pop(menus);
}

static MenuRow type_row(const Menus *menus, const OpenPage *page, uint32_t row,
                        const Renderer *renderer, Arena *scratch)
{
    (void)page, (void)row, (void)renderer;
    return (MenuRow){.title = arena_format(scratch, "%s_", menus->typed)};
}

/* An empty line closes the page and sends nothing. */
static void type_choose(Menus *menus, OpenPage *page, uint32_t row)
{
    (void)page, (void)row;
    menus_pop(menus);
    if (menus->typed[0])
        menu_request(menus, MENU_REQUEST_CHAT, 0, menus->typed);
}

/* A title of 0 means that page_title() computes it. */
static const PageRules pages[MENU_PAGES] = {
    [MENU_OPTIONS] = {WORD_OPTIONS, options_rows, options_row, options_choose, NULL},
    [MENU_SETTINGS] = {0, settings_rows, settings_row, settings_choose, settings_adjust},
    [MENU_CONTROLS] = {WORD_CONTROLS, controls_rows, controls_row, controls_choose, NULL},
    [MENU_LANGUAGE] = {WORD_LANGUAGE, language_rows, language_row, language_choose, NULL},
    [MENU_EXTENSIONS] = {WORD_EXTENSIONS, extension_rows, extension_row, extension_choose,
                         NULL},
    [MENU_LOAD] = {WORD_LOAD, slots_rows, slots_row, slots_choose, slots_adjust},
    [MENU_SAVE] = {WORD_SAVE, slots_rows, slots_row, slots_choose, slots_adjust},
    [MENU_CONFIRM] = {0, two_rows, confirm_row, confirm_choose, NULL},
    [MENU_HISTORY] = {WORD_HISTORY, history_rows, history_row, close_page, NULL},
    [MENU_TYPE] = {0, one_row, type_row, type_choose, NULL},
    [MENU_MESSAGE] = {0, one_row, message_row, close_page, NULL},
    [MENU_LIST] = {0, list_rows, list_row, list_choose, list_adjust},
};

uint32_t page_rows(const Menus *menus, const OpenPage *page)
{
    return pages[page->page].rows ? pages[page->page].rows(menus, page) : 0;
}

MenuRow page_row(const Menus *menus, const OpenPage *page, uint32_t row,
                 const Renderer *renderer, Arena *scratch)
{
    return pages[page->page].row(menus, page, row, renderer, scratch);
}

/* Rows may have become fewer since the input was made. */
void page_choose(Menus *menus, OpenPage *page, uint32_t row)
{
    if (row < page_rows(menus, page))
        pages[page->page].choose(menus, page, row);
}

void page_adjust(Menus *menus, OpenPage *page, uint32_t row, int32_t step)
{
    if (pages[page->page].adjust && row < page_rows(menus, page))
        pages[page->page].adjust(menus, page, row, step);
}

Text page_title(const Menus *menus, const OpenPage *page, const Renderer *renderer)
{
    switch (page->page) {
    case MENU_SETTINGS:
        return word_of(renderer, (Word)page_words[page->settings]);
    case MENU_CONFIRM:
        return word_of(renderer, page->question);
    case MENU_TYPE:
        return menus->type_title;
    case MENU_MESSAGE:
        return menus->message;
    case MENU_LIST:
        return menus->list.title;
    default:
        return word_of(renderer, (Word)pages[page->page].title);
    }
}
