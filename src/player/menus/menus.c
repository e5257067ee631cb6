/* Pages form a stack (page_stack.c). After opening and closing come input
 * (selection, typed text, keys for the controls page), requests to the program, and clicks.
 * The rows of each page are in pages.c and list.c, drawing is in draw.c. */
#include "player/menus/menus_internal.h"

#include "base/text.h"

#include <stdio.h>

/* Each arena is reset when its content is replaced: slots, lists, the backdrop. The history has
 * two, which take turns: the lines of one are dropped at once. */
Menus *menus_new(Settings *settings, Bindings *bindings, Arena *arena)
{
    Menus *menus = ARENA_ALLOC(arena, Menus, 1);
    *menus = (Menus){.settings = settings,
                     .bindings = bindings,
                     .arena = arena,
                     .taken = ACTIONS,
                     .slot_arena = arena_new(),
                     .list_arena = arena_new(),
                     .backdrop_arena = arena_new(),
                     .history_arenas = {arena_new(), arena_new()}};
    return menus;
}

/* The struct is in the arena of menus_new(): only the arenas of its own are freed. */
void menus_free(Menus *menus)
{
    arena_free(menus->slot_arena);
    arena_free(menus->list_arena);
    arena_free(menus->backdrop_arena);
    memset(menus->fields, 0, sizeof menus->fields); /* they may contain a password */
    arena_free(menus->history_arenas[0]);
    arena_free(menus->history_arenas[1]);
}

void menus_open(Menus *menus, MenuPage page)
{
    if (page == MENU_NONE)
        menus->depth = 0;
    else
        menus_push(menus, (OpenPage){.page = page});
}

/* "No" is selected first. */
void menus_ask(Menus *menus, uint32_t question, MenuRequest then)
{
    menus_push(menus, (OpenPage){.page = MENU_CONFIRM,
                                 .question = (Word)question,
                                 .selected = 1,
                                 .then = then});
}

/* Copies everything, previews included: the caller reads the files into a scratch arena. */
void menus_slots(Menus *menus, const MenuSlot *slots, size_t count)
{
    arena_reset(menus->slot_arena);
    menus->slot_count = count < SLOTS_MAX ? count : SLOTS_MAX;
    menus->slots = ARENA_ALLOC(menus->slot_arena, MenuSlot, menus->slot_count + 1);
    for (size_t i = 0; i < menus->slot_count; i++) {
        MenuSlot *slot = &menus->slots[i];
        *slot = slots[i];
        slot->name = arena_text(menus->slot_arena, slot->name);
        slot->label = arena_text(menus->slot_arena, slot->label);
        slot->title = arena_text(menus->slot_arena, slot->title);
        slot->when = arena_text(menus->slot_arena, slot->when);
        if (slot->preview.pixels)
            slot->preview = image_turned(&slots[i].preview, 0, menus->slot_arena);
    }
}

static void keep(char *out, Text text)
{
    size_t size = text.size < MENU_TEXT ? text.size : MENU_TEXT - 1;
    while (size && size < text.size && (text.at[size] & 0xC0) == 0x80)
        size--; /* do not cut within a character */
    if (size)
        memcpy(out, text.at, size);
    out[size] = 0;
}

void menus_type(Menus *menus, Text title, Text text, size_t capacity)
{
    menus->type_title = arena_text(menus->arena, title);
    menus->type_capacity = capacity < MENU_TEXT ? capacity : MENU_TEXT;
    keep(menus->typed, text);
    menus->keyboard.row = menus->keyboard.column = 0;
    menus->keyboard.shift = !text.size; /* names and sentences begin with a capital letter */
    menus_push(menus, (OpenPage){.page = MENU_TYPE});
}

void menus_keyboard(Menus *menus, bool shown) { menus->keyboard.shown = shown; }

void menus_message(Menus *menus, Text text)
{
    menus->message = arena_text(menus->arena, text);
    menus_push(menus, (OpenPage){.page = MENU_MESSAGE});
}

void menus_button_labels(Menus *menus, ButtonLabel *label, void *context)
{
    menus->label = label;
    menus->label_context = context;
}

void menus_console(Menus *menus, const Console *console) { menus->console = console; }

/* `note_tick` is 1 + the tick, so that 0 means no note. */
void menus_notify(Menus *menus, const World *world, Text text)
{
    keep(menus->note, text);
    menus->note_tick = world->tick + 1;
}

/* Each dialog once, when it opens. */
void menus_record_dialog(Menus *menus, PlayerContext ctx)
{
    const World *world = ctx.world;
    const ScreenState *screen = &ctx.player->screen;
    if (screen->screen != SCREEN_DIALOG ||
        (screen->record == menus->seen_record && screen->since == menus->seen_since))
        return;
    menus->seen_record = screen->record;
    menus->seen_since = screen->since;
    const TngDialog *dialog = content_record(world->content, SECTION_DIALOGS, screen->record);
    if (!dialog)
        return;
    menus_remember(menus, content_text(world->content, dialog->title),
                   content_text(world->content, dialog->message));
}

uint32_t menus_notice(const Menus *menus) { return menus->history_count; }

MenuPage menus_page(const Menus *menus)
{
    return menus->depth ? menus->pages[menus->depth - 1].page : MENU_NONE;
}

uint32_t menus_rows(const Menus *menus)
{
    return menus->depth ? page_rows(menus, &menus->pages[menus->depth - 1]) : 0;
}

uint32_t menus_selected(const Menus *menus)
{
    return menus->depth ? menus->pages[menus->depth - 1].selected : 0;
}

uint32_t menus_depth(const Menus *menus) { return menus->depth; }

void menus_scan(Menus *menus, Text label, Rect area)
{
    snprintf(menus->scan_label, sizeof menus->scan_label, "%.*s", (int)label.size, label.at);
    menus->scan_area = area;
}

/* ---- input ---- */

/* Wraps around at both ends. */
static void select_by(Menus *menus, OpenPage *page, int32_t step)
{
    const int32_t count = (int32_t)page_rows(menus, page);
    if (count > 1)
        page->selected = (uint32_t)(((int32_t)page->selected + step + count) % count);
    menus_clear_taken(menus);
}

/* The line that receives characters; NULL: none. */
static char *typed_now(Menus *menus, size_t *capacity)
{
    *capacity = menus->type_capacity;
    return menus_page(menus) == MENU_TYPE   ? menus->typed
           : menus_page(menus) == MENU_LIST ? list_typed(menus, capacity)
                                            : NULL;
}

/* Elsewhere left and right have no meaning; slots are adjusted (deleted) by DROP only. */
static bool is_adjusted(const OpenPage *page)
{
    return page->page == MENU_SETTINGS || page->page == MENU_LIST;
}

/* A list is closed by its owner. */
static void leave_page(Menus *menus, const OpenPage *page)
{
    if (page->page == MENU_LIST)
        menu_request(menus, MENU_REQUEST_BACK, 0, "");
    else
        menus_pop(menus);
}

/* Presses the selected key. A capital letter is followed by small ones. */
static void press_key(Menus *menus, OpenPage *page)
{
    char character[5];
    Keyboard *keyboard = &menus->keyboard;
    switch (keyboard_key(keyboard, character)) {
    case KEY_CHARACTER:
        menus_text(menus, text_of(character));
        keyboard->shift = false;
        break;
    case KEY_SHIFT:
        keyboard->shift = !keyboard->shift;
        break;
    case KEY_SPACE:
        menus_text(menus, TEXT(" "));
        break;
    case KEY_ERASE:
        menus_erase(menus);
        break;
    case KEY_DONE:
        page_choose(menus, page, 0);
        break;
    }
}

bool menus_keyboard_shown(const Menus *menus)
{
    return menus->keyboard.shown && menus_page(menus) == MENU_TYPE;
}

/* A click chooses a key only if there is one at its number. */
static void keyboard_input(Menus *menus, OpenPage *page, const WorldInput *input)
{
    Keyboard *keyboard = &menus->keyboard;
    const uint32_t buttons = input->buttons;
    if (input->select)
        keyboard_select(keyboard, input->select - 1);
    keyboard_move(keyboard, !!(buttons & BUTTON_RIGHT) - !!(buttons & BUTTON_LEFT),
                  !!(buttons & BUTTON_DOWN) - !!(buttons & BUTTON_UP));
    if (input->option ? keyboard_select(keyboard, input->option - 1)
                      : (buttons & BUTTON_CONFIRM) != 0)
        press_key(menus, page);
    else if (buttons & BUTTON_DROP)
        menus_erase(menus);
    else if (buttons & BUTTON_PAUSE)
        page_choose(menus, page, 0);
    else if (buttons & BUTTON_CANCEL)
        leave_page(menus, page);
}

/* The number of rows may have changed since the last frame (a list of players), so the
 * selection is limited first. One action per call. */
void menus_input(Menus *menus, const WorldInput *input)
{
    OpenPage *page = top_page(menus);
    if (!page || menus->wants_key)
        return;
    if (menus_keyboard_shown(menus)) {
        keyboard_input(menus, page, input);
        return;
    }
    size_t capacity;
    const uint32_t rows = page_rows(menus, page);
    if (page->selected >= rows)
        page->selected = rows ? rows - 1 : 0;
    if (input->select && input->select <= rows)
        page->selected = input->select - 1;
    if (input->buttons & BUTTON_UP)
        select_by(menus, page, -1);
    if (input->buttons & BUTTON_DOWN)
        select_by(menus, page, 1);
    if (input->option && input->option <= rows) {
        page->selected = input->option - 1;
        if (input->adjust)
            page_adjust(menus, page, page->selected, input->adjust);
        else if (!typed_now(menus, &capacity)) /* a click into a line only selects it */
            page_choose(menus, page, page->selected);
    } else if (input->buttons & (BUTTON_LEFT | BUTTON_RIGHT) && is_adjusted(page)) {
        page_adjust(menus, page, page->selected, input->buttons & BUTTON_LEFT ? -1 : 1);
    } else if (input->buttons & BUTTON_DROP) {
        page_adjust(menus, page, page->selected, -1);
    } else if (input->buttons & BUTTON_CONFIRM) {
        page_choose(menus, page, page->selected);
    } else if (input->buttons & (BUTTON_CANCEL | BUTTON_PAUSE)) {
        leave_page(menus, page);
    }
}

bool menus_wants_text(const Menus *menus)
{
    size_t capacity;
    return typed_now((Menus *)(uintptr_t)menus, &capacity) != NULL;
}

bool menus_wants_key(const Menus *menus) { return menus->wants_key; }

Action menus_key_action(const Menus *menus)
{
    return menus->wants_key && menus->depth ? (Action)menus->pages[menus->depth - 1].selected
                                            : ACTIONS;
}

/* Rejects invisible characters and characters that change the writing direction: names with
 * them could not be distinguished. */
static bool is_seen(uint32_t character)
{
    static const uint32_t hidden[][2] = {{0, ' ' - 1},     {0x7F, 0x9F},      {0x200B, 0x200B},
                                         {0x200E, 0x200F}, {0x2028, 0x202E},  {0x2060, 0x206F},
                                         {0xFEFF, 0xFEFF}, {0xE0000, 0xE0FFF}};
    for (size_t i = 0; i < COUNT_OF(hidden); i++)
        if (character >= hidden[i][0] && character <= hidden[i][1])
            return false;
    return true;
}

/* A character that does not fit is left out whole; shorter ones after it may still fit. */
void menus_text(Menus *menus, Text typed)
{
    size_t capacity;
    char *line = typed_now(menus, &capacity);
    size_t size = line ? strlen(line) : 0;
    for (size_t at = 0; line && at < typed.size;) {
        char bytes[4];
        const uint32_t character = utf8_next(typed, &at);
        const size_t more = utf8_put(bytes, character);
        if (!is_seen(character) || size + more >= capacity)
            continue;
        memcpy(line + size, bytes, more);
        size += more;
        line[size] = 0;
    }
}

/* Removes one character, not one byte. */
void menus_erase(Menus *menus)
{
    size_t capacity;
    char *line = typed_now(menus, &capacity);
    size_t size = line ? strlen(line) : 0;
    while (size && (line[--size] & 0xC0) == 0x80)
        continue;
    if (line)
        line[size] = 0;
}

/* Moving, confirming and cancelling cannot lose all keys: the page could not be used any
 * more. */
static void clear_keys(Bindings *bindings, Action action)
{
    if (action > ACTION_cancel) {
        bindings_clear(bindings, action);
        return;
    }
    bindings_set(bindings, action, false, text_of(action_rows[action].keys));
    bindings_set(bindings, action, true, text_of(action_rows[action].buttons));
}

/* Escape is reserved for leaving: it clears all keys of the action; actions without which
 * the program is unusable get their defaults back. */
void menus_key(Menus *menus, bool pad, const char *name)
{
    OpenPage *page = top_page(menus);
    if (!page || !menus->wants_key)
        return;
    menus->wants_key = false;
    const Action action = (Action)page->selected;
    menus_clear_taken(menus);
    if (!pad && !strcmp(name, "Escape") && action != ACTION_cancel) {
        clear_keys(menus->bindings, action);
    } else {
        snprintf(menus->dropped, sizeof menus->dropped, "%s",
                 bindings_drops(menus->bindings, action, pad, name));
        menus->dropped_pad = pad;
        menus->taken = bindings_add(menus->bindings, action, pad, name);
    }
    menu_request(menus, MENU_REQUEST_OPTIONS, 0, "");
}

/* Takes the pending request; there is at most one. */
bool menus_request(Menus *menus, MenuRequest *out)
{
    if (menus->request.kind == MENU_REQUEST_NONE)
        return false;
    *out = menus->request;
    menus->request.kind = MENU_REQUEST_NONE;
    return true;
}

RenderOverlay menus_overlay(Menus *menus)
{
    return (RenderOverlay){menus_draw, menus, menus->depth > 0};
}

/* HIT_LESS and HIT_MORE are the arrows of a row. A click outside of all areas is not input. */
bool menus_pick(const Menus *menus, const Renderer *renderer, int32_t x, int32_t y,
                WorldInput *input)
{
    const Spot at = render_layer_spot(renderer, x, y);
    const HitArea *hit_area = hit_area_at(renderer, at.x, at.y);
    if (!menus->depth || !hit_area)
        return false;
    if (hit_area->kind == HIT_OPTION || hit_area->kind == HIT_LESS ||
        hit_area->kind == HIT_MORE)
        input->option = hit_area->value + 1;
    if (hit_area->kind == HIT_SELECT)
        input->select = hit_area->value + 1;
    if (hit_area->kind == HIT_LESS || hit_area->kind == HIT_MORE)
        input->adjust = hit_area->kind == HIT_MORE ? 1 : -1;
    if (hit_area->kind == HIT_BUTTONS)
        input->buttons |= hit_area->value;
    return true;
}

/* Selects only when the row changes, so that the mouse at rest does not undo a key. */
bool menus_hover(const Menus *menus, const Renderer *renderer, int32_t x, int32_t y,
                 WorldInput *input)
{
    const Spot at = render_layer_spot(renderer, x, y);
    const HitArea *hit_area = hit_area_at(renderer, at.x, at.y);
    if (!menus->depth || !hit_area)
        return false;
    if (hit_area->kind == HIT_OPTION &&
        menus->pages[menus->depth - 1].selected != hit_area->value)
        input->select = hit_area->value + 1;
    return true;
}
