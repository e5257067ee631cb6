#include "player/menus/menus_internal.h"

#include "base/text.h"

#include <stdio.h>

Front *front_new(Settings *settings, Bindings *bindings, Arena *arena)
{
    Front *front = ARENA_ALLOC(arena, Front, 1);
    *front = (Front){.settings = settings,
                     .bindings = bindings,
                     .arena = arena,
                     .taken = ACTIONS,
                     .slot_arena = arena_new(),
                     .list_arena = arena_new(),
                     .backdrop_arena = arena_new(),
                     .history_arenas = {arena_new(), arena_new()}};
    return front;
}

void front_free(Front *front)
{
    arena_free(front->slot_arena);
    arena_free(front->list_arena);
    arena_free(front->backdrop_arena);
    memset(front->fields, 0, sizeof front->fields); /* they may contain a password */
    arena_free(front->history_arenas[0]);
    arena_free(front->history_arenas[1]);
}

void front_clear_taken(Front *front)
{
    front->taken = ACTIONS;
    front->dropped[0] = 0;
}

void front_push(Front *front, OpenPage page)
{
    if (page.page == FRONT_LANGUAGE)
        page.selected = front->spoken;
    if (front->depth < PAGES_DEEP)
        front->pages[front->depth++] = page;
    front_clear_taken(front);
}

void front_pop(Front *front)
{
    if (front->depth)
        front->depth--;
    front->wants_key = false;
    front_clear_taken(front);
}

void menu_request(Front *front, MenuRequest kind, int32_t number, const char *text)
{
    front->request = (FrontRequest){.kind = kind, .number = number};
    memcpy(front->request.text, text, strlen(text) + 1); /* both are at most FRONT_TEXT */
}

void front_open(Front *front, FrontPage page)
{
    if (page == FRONT_NONE)
        front->depth = 0;
    else
        front_push(front, (OpenPage){.page = page});
}

void front_ask(Front *front, uint32_t question, FrontRequest then)
{
    front_push(front, (OpenPage){.page = FRONT_CONFIRM,
                                 .question = (Word)question,
                                 .selected = 1,
                                 .then = then});
}

void front_slots(Front *front, const FrontSlot *slots, size_t count)
{
    arena_reset(front->slot_arena);
    front->slot_count = count < SLOTS_MAX ? count : SLOTS_MAX;
    front->slots = ARENA_ALLOC(front->slot_arena, FrontSlot, front->slot_count + 1);
    for (size_t i = 0; i < front->slot_count; i++) {
        FrontSlot *slot = &front->slots[i];
        *slot = slots[i];
        slot->name = arena_text(front->slot_arena, slot->name);
        slot->label = arena_text(front->slot_arena, slot->label);
        slot->title = arena_text(front->slot_arena, slot->title);
        slot->when = arena_text(front->slot_arena, slot->when);
        if (slot->preview.pixels)
            slot->preview = image_turned(&slots[i].preview, 0, front->slot_arena);
    }
}

static void keep(char *out, Text text)
{
    size_t size = text.size < FRONT_TEXT ? text.size : FRONT_TEXT - 1;
    while (size && size < text.size && (text.at[size] & 0xC0) == 0x80)
        size--; /* do not cut within a character */
    if (size)
        memcpy(out, text.at, size);
    out[size] = 0;
}

void front_type(Front *front, Text title, Text text, size_t capacity)
{
    front->type_title = arena_text(front->arena, title);
    front->type_capacity = capacity < FRONT_TEXT ? capacity : FRONT_TEXT;
    keep(front->typed, text);
    front_push(front, (OpenPage){.page = FRONT_TYPE});
}

void front_message(Front *front, Text text)
{
    front->message = arena_text(front->arena, text);
    front_push(front, (OpenPage){.page = FRONT_MESSAGE});
}

void front_console(Front *front, const Console *console) { front->console = console; }

void front_notify(Front *front, const World *world, Text text)
{
    keep(front->note, text);
    front->note_tick = world->tick + 1;
}

/* The texts belong to the game: texts of a previous language must stay unchanged. */
void front_remember(Front *front, Text title, Text text)
{
    Arena *arena = front->history_arenas[front->history_count / HISTORY_MAX % 2];
    /* the ring has no texts of that arena any more */
    if (front->history_count % HISTORY_MAX == 0)
        arena_reset(arena);
    front->history[front->history_count++ % HISTORY_MAX] =
        (HistoryLine){arena_text(arena, title), arena_text(arena, text)};
}

/* Each dialog once, when it opens. */
void front_note(Front *front, Turn turn)
{
    const World *world = turn.world;
    const ScreenState *screen = &turn.player->screen;
    if (screen->screen != SCREEN_DIALOG ||
        (screen->record == front->seen_record && screen->since == front->seen_since))
        return;
    front->seen_record = screen->record;
    front->seen_since = screen->since;
    const TngDialog *dialog = content_record(world->content, SECTION_DIALOGS, screen->record);
    if (!dialog)
        return;
    front_remember(front, content_text(world->content, dialog->title),
                   content_text(world->content, dialog->message));
}

uint32_t front_notice(const Front *front) { return front->history_count; }

FrontPage front_page(const Front *front)
{
    return front->depth ? front->pages[front->depth - 1].page : FRONT_NONE;
}

/* ---- input ---- */

static void select_by(Front *front, OpenPage *page, int32_t step)
{
    const int32_t count = (int32_t)page_rows(front, page);
    if (count > 1)
        page->selected = (uint32_t)(((int32_t)page->selected + step + count) % count);
    front_clear_taken(front);
}

/* The line that receives characters; NULL: none. */
static char *typed_now(Front *front, size_t *capacity)
{
    *capacity = front->type_capacity;
    return front_page(front) == FRONT_TYPE   ? front->typed
           : front_page(front) == FRONT_LIST ? list_typed(front, capacity)
                                             : NULL;
}

static bool is_adjusted(const OpenPage *page)
{
    return page->page == FRONT_SETTINGS || page->page == FRONT_LIST;
}

/* A list is closed by its owner. */
static void leave_page(Front *front, const OpenPage *page)
{
    if (page->page == FRONT_LIST)
        menu_request(front, MENU_REQUEST_BACK, 0, "");
    else
        front_pop(front);
}

void front_input(Front *front, const WorldInput *input)
{
    OpenPage *page = top_page(front);
    if (!page || front->wants_key)
        return;
    size_t capacity;
    const uint32_t rows = page_rows(front, page);
    if (page->selected >= rows)
        page->selected = rows ? rows - 1 : 0;
    if (input->select && input->select <= rows)
        page->selected = input->select - 1;
    if (input->buttons & BUTTON_UP)
        select_by(front, page, -1);
    if (input->buttons & BUTTON_DOWN)
        select_by(front, page, 1);
    if (input->option && input->option <= rows) {
        page->selected = input->option - 1;
        if (input->adjust)
            page_adjust(front, page, page->selected, input->adjust);
        else if (!typed_now(front, &capacity)) /* a click into a line only selects it */
            page_choose(front, page, page->selected);
    } else if (input->buttons & (BUTTON_LEFT | BUTTON_RIGHT) && is_adjusted(page)) {
        page_adjust(front, page, page->selected, input->buttons & BUTTON_LEFT ? -1 : 1);
    } else if (input->buttons & BUTTON_DROP) {
        page_adjust(front, page, page->selected, -1);
    } else if (input->buttons & BUTTON_CONFIRM) {
        page_choose(front, page, page->selected);
    } else if (input->buttons & (BUTTON_CANCEL | BUTTON_PAUSE)) {
        leave_page(front, page);
    }
}

bool front_wants_text(const Front *front)
{
    size_t capacity;
    return typed_now((Front *)(uintptr_t)front, &capacity) != NULL;
}

bool front_wants_key(const Front *front) { return front->wants_key; }

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

void front_text(Front *front, Text typed)
{
    size_t capacity;
    char *line = typed_now(front, &capacity);
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

void front_erase(Front *front)
{
    size_t capacity;
    char *line = typed_now(front, &capacity);
    size_t size = line ? strlen(line) : 0;
    while (size && (line[--size] & 0xC0) == 0x80)
        continue;
    if (line)
        line[size] = 0;
}

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
void front_key(Front *front, bool pad, const char *name)
{
    OpenPage *page = top_page(front);
    if (!page || !front->wants_key)
        return;
    front->wants_key = false;
    const Action action = (Action)page->selected;
    front_clear_taken(front);
    if (!pad && !strcmp(name, "Escape") && action != ACTION_cancel) {
        clear_keys(front->bindings, action);
    } else {
        snprintf(front->dropped, sizeof front->dropped, "%s",
                 bindings_drops(front->bindings, action, pad, name));
        front->dropped_pad = pad;
        front->taken = bindings_add(front->bindings, action, pad, name);
    }
    menu_request(front, MENU_REQUEST_OPTIONS, 0, "");
}

bool front_request(Front *front, FrontRequest *out)
{
    if (front->request.kind == MENU_REQUEST_NONE)
        return false;
    *out = front->request;
    front->request.kind = MENU_REQUEST_NONE;
    return true;
}

RenderOverlay front_overlay(Front *front)
{
    return (RenderOverlay){front_draw, front, front->depth > 0};
}

bool front_pick(const Front *front, const Renderer *renderer, int32_t x, int32_t y,
                WorldInput *input)
{
    const Spot at = render_layer_spot(renderer, x, y);
    const HitArea *hit_area = hit_area_at(renderer, at.x, at.y);
    if (!front->depth || !hit_area)
        return false;
    if (hit_area->kind == HIT_OPTION || hit_area->kind == HIT_LESS ||
        hit_area->kind == HIT_MORE)
        input->option = hit_area->value + 1;
    if (hit_area->kind == HIT_LESS || hit_area->kind == HIT_MORE)
        input->adjust = hit_area->kind == HIT_MORE ? 1 : -1;
    if (hit_area->kind == HIT_BUTTONS)
        input->buttons |= hit_area->value;
    return true;
}

bool front_hover(const Front *front, const Renderer *renderer, int32_t x, int32_t y,
                 WorldInput *input)
{
    const Spot at = render_layer_spot(renderer, x, y);
    const HitArea *hit_area = hit_area_at(renderer, at.x, at.y);
    if (!front->depth || !hit_area)
        return false;
    if (hit_area->kind == HIT_OPTION &&
        front->pages[front->depth - 1].selected != hit_area->value)
        input->select = hit_area->value + 1;
    return true;
}
