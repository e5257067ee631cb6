/* Parts, in order: the page, called by the menus; functions for its owner. The texts of a list
 * are copied to an arena, which is replaced as a whole: a new list may contain texts of the old
 * one. */
#include "player/menus/menus_internal.h"

#include "base/text.h"

#include <stdio.h>

static OpenPage *list_page(const Menus *menus)
{
    for (uint32_t i = 0; i < menus->depth; i++)
        if (menus->pages[i].page == MENU_LIST)
            return (OpenPage *)(uintptr_t)&menus->pages[i];
    return NULL;
}

/* ---- the page ---- */

uint32_t list_rows(const Menus *menus, const OpenPage *page)
{
    (void)page;
    return (uint32_t)menus->list.count;
}

static Text dots(size_t count, Arena *scratch)
{
    char *out = arena_alloc(scratch, 1, count + 1);
    memset(out, '*', count);
    return (Text){out, count};
}

static size_t letters_in(const char *line)
{
    size_t count = 0;
    for (; *line; line++)
        count += (*line & 0xC0) != 0x80;
    return count;
}

MenuRow list_row(const Menus *menus, const OpenPage *page, uint32_t row,
                 const Renderer *renderer, Arena *scratch)
{
    (void)renderer;
    const MenuEntry *entry = &menus->list.rows[row];
    MenuRow out = {entry->title, entry->value, entry->adjustable, entry->inactive, NULL};
    if (!entry->field)
        return out;
    const char *line = menus->fields[entry->field - 1];
    out.value = entry->hidden ? dots(letters_in(line), scratch) : text_of(line);
    out.value = arena_format(scratch, "%.*s%s", (int)out.value.size, out.value.at,
                             row == page->selected ? "_" : "");
    return out;
}

/* Enter in an input line moves to the next row; after a password the form is complete. */
void list_choose(Menus *menus, OpenPage *page, uint32_t row)
{
    const MenuEntry *entry = &menus->list.rows[row];
    if (entry->inactive)
        return;
    if (entry->field && !entry->hidden && row + 1 < menus->list.count)
        page->selected = row + 1;
    else
        menu_request(menus, MENU_REQUEST_ROW, entry->number, "");
}

void list_adjust(Menus *menus, OpenPage *page, uint32_t row, int32_t step)
{
    (void)page;
    const MenuEntry *entry = &menus->list.rows[row];
    if (entry->adjustable && !entry->inactive)
        menu_request(menus, step < 0 ? MENU_REQUEST_LESS : MENU_REQUEST_MORE, entry->number,
                     "");
}

char *list_typed(Menus *menus, size_t *capacity)
{
    const OpenPage *page = top_page(menus);
    const MenuEntry *entry =
        page && page->selected < menus->list.count ? &menus->list.rows[page->selected] : NULL;
    if (!entry || !entry->field || entry->inactive)
        return NULL;
    *capacity = entry->capacity < MENU_TEXT ? entry->capacity : MENU_TEXT;
    return menus->fields[entry->field - 1];
}

/* ---- functions for the owner ---- */

/* Rows may be inserted above the selected one: it is identified by its number. */
static uint32_t selected_again(const MenuList *list, uint32_t selected, int32_t number)
{
    if (selected < list->count && list->rows[selected].number == number)
        return selected;
    for (uint32_t i = 0; i < list->count; i++)
        if (list->rows[i].number == number)
            return i;
    return selected;
}

void menus_list(Menus *menus, const MenuList *list)
{
    Arena *arena = arena_new();
    MenuEntry *rows = ARENA_ALLOC(arena, MenuEntry, list->count + 1);
    for (size_t i = 0; i < list->count; i++) {
        rows[i] = list->rows[i];
        rows[i].title = arena_text(arena, rows[i].title);
        rows[i].value = arena_text(arena, rows[i].value);
    }
    OpenPage *page = list_page(menus);
    const bool renewed = page && menus_list_kind(menus) == list->kind;
    if (renewed && page->selected < menus->list.count)
        page->selected =
            selected_again(list, page->selected, menus->list.rows[page->selected].number);
    menus->list = *list;
    menus->list.rows = rows;
    menus->list.title = arena_text(arena, list->title);
    menus->list.note = arena_text(arena, list->note);
    arena_free(menus->list_arena); /* the new texts may refer to the old ones */
    menus->list_arena = arena;
    if (!page)
        menus_push(menus, (OpenPage){.page = MENU_LIST});
    else if (!renewed)
        page->selected = 0;
}

uint32_t menus_list_kind(const Menus *menus) { return list_page(menus) ? menus->list.kind : 0; }

void menus_list_close(Menus *menus)
{
    const OpenPage *page = list_page(menus);
    if (!page)
        return;
    const size_t index = (size_t)(page - menus->pages);
    memmove(&menus->pages[index], &menus->pages[index + 1],
            (menus->depth - index - 1) * sizeof *page);
    menus->depth--;
    menus->list.kind = 0;
}

void menus_list_select(Menus *menus, uint32_t row)
{
    OpenPage *page = list_page(menus);
    if (page)
        page->selected = row;
}

const char *menus_text_field(const Menus *menus, unsigned field)
{
    return menus->fields[field];
}

void menus_field_set(Menus *menus, unsigned field, Text text)
{
    const size_t size = text.size < MENU_TEXT ? text.size : MENU_TEXT - 1;
    memset(menus->fields[field], 0, MENU_TEXT);
    if (size)
        memcpy(menus->fields[field], text.at, size);
}

void menus_backdrop(Menus *menus, const Image *picture)
{
    Arena *arena = arena_new();
    menus->backdrop = picture ? image_turned(picture, 0, arena) : image_new(1, 1, arena);
    if (!picture)
        *image_at(&menus->backdrop, 0, 0) = PIXEL(16, 20, 36, 255);
    arena_free(menus->backdrop_arena);
    menus->backdrop_arena = arena;
}

void menus_no_backdrop(Menus *menus)
{
    menus->backdrop = (Image){0};
    arena_reset(menus->backdrop_arena);
}

void menus_status_panel(Menus *menus, const StatusPanel *aside) { menus->aside = *aside; }

void menus_add_chat_line(Menus *menus, Text title, Text text)
{
    ChatLineShown *line = &menus->heard[menus->heard_count++ % HEARD_MAX];
    *line = (ChatLineShown){.age = 0};
    snprintf(line->text, sizeof line->text, "%.*s%s%.*s", (int)title.size, title.at,
             title.size ? ": " : "", (int)text.size, text.at);
    menus_remember(menus, title, text);
}

void menus_age(Menus *menus)
{
    for (uint32_t i = 0; i < HEARD_MAX; i++)
        if (menus->heard[i].age < UINT32_MAX)
            menus->heard[i].age++;
}
