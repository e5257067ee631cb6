#include "player/menus/menus_internal.h"

#include "base/text.h"

#include <stdio.h>

static OpenPage *list_page(const Front *front)
{
    for (uint32_t i = 0; i < front->depth; i++)
        if (front->pages[i].page == FRONT_LIST)
            return (OpenPage *)(uintptr_t)&front->pages[i];
    return NULL;
}

/* ---- the page ---- */

uint32_t list_rows(const Front *front, const OpenPage *page)
{
    (void)page;
    return (uint32_t)front->list.count;
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

FrontRow list_row(const Front *front, const OpenPage *page, uint32_t row,
                  const Renderer *renderer, Arena *scratch)
{
    (void)renderer;
    const FrontEntry *entry = &front->list.rows[row];
    FrontRow out = {entry->title, entry->value, entry->adjustable, entry->inactive, NULL};
    if (!entry->field)
        return out;
    const char *line = front->fields[entry->field - 1];
    out.value = entry->hidden ? dots(letters_in(line), scratch) : text_of(line);
    out.value = arena_format(scratch, "%.*s%s", (int)out.value.size, out.value.at,
                             row == page->selected ? "_" : "");
    return out;
}

/* Enter in an input line moves to the next row; after a password the form is complete. */
void list_choose(Front *front, OpenPage *page, uint32_t row)
{
    const FrontEntry *entry = &front->list.rows[row];
    if (entry->inactive)
        return;
    if (entry->field && !entry->hidden && row + 1 < front->list.count)
        page->selected = row + 1;
    else
        menu_request(front, MENU_REQUEST_ROW, entry->number, "");
}

void list_adjust(Front *front, OpenPage *page, uint32_t row, int32_t step)
{
    (void)page;
    const FrontEntry *entry = &front->list.rows[row];
    if (entry->adjustable && !entry->inactive)
        menu_request(front, step < 0 ? MENU_REQUEST_LESS : MENU_REQUEST_MORE, entry->number,
                     "");
}

char *list_typed(Front *front, size_t *capacity)
{
    const OpenPage *page = top_page(front);
    const FrontEntry *entry =
        page && page->selected < front->list.count ? &front->list.rows[page->selected] : NULL;
    if (!entry || !entry->field || entry->inactive)
        return NULL;
    *capacity = entry->capacity < FRONT_TEXT ? entry->capacity : FRONT_TEXT;
    return front->fields[entry->field - 1];
}

/* ---- functions for the owner ---- */

/* Rows may be inserted above the selected one: it is identified by its number. */
static uint32_t selected_again(const FrontList *list, uint32_t selected, int32_t number)
{
    if (selected < list->count && list->rows[selected].number == number)
        return selected;
    for (uint32_t i = 0; i < list->count; i++)
        if (list->rows[i].number == number)
            return i;
    return selected;
}

void front_list(Front *front, const FrontList *list)
{
    Arena *arena = arena_new();
    FrontEntry *rows = ARENA_ALLOC(arena, FrontEntry, list->count + 1);
    for (size_t i = 0; i < list->count; i++) {
        rows[i] = list->rows[i];
        rows[i].title = arena_text(arena, rows[i].title);
        rows[i].value = arena_text(arena, rows[i].value);
    }
    OpenPage *page = list_page(front);
    const bool renewed = page && front_list_kind(front) == list->kind;
    if (renewed && page->selected < front->list.count)
        page->selected =
            selected_again(list, page->selected, front->list.rows[page->selected].number);
    front->list = *list;
    front->list.rows = rows;
    front->list.title = arena_text(arena, list->title);
    front->list.note = arena_text(arena, list->note);
    arena_free(front->list_arena); /* the new texts may refer to the old ones */
    front->list_arena = arena;
    if (!page)
        front_push(front, (OpenPage){.page = FRONT_LIST});
    else if (!renewed)
        page->selected = 0;
}

uint32_t front_list_kind(const Front *front) { return list_page(front) ? front->list.kind : 0; }

void front_list_close(Front *front)
{
    const OpenPage *page = list_page(front);
    if (!page)
        return;
    const size_t index = (size_t)(page - front->pages);
    memmove(&front->pages[index], &front->pages[index + 1],
            (front->depth - index - 1) * sizeof *page);
    front->depth--;
    front->list.kind = 0;
}

void front_list_select(Front *front, uint32_t row)
{
    OpenPage *page = list_page(front);
    if (page)
        page->selected = row;
}

const char *front_field(const Front *front, unsigned field) { return front->fields[field]; }

void front_field_set(Front *front, unsigned field, Text text)
{
    const size_t size = text.size < FRONT_TEXT ? text.size : FRONT_TEXT - 1;
    memset(front->fields[field], 0, FRONT_TEXT);
    if (size)
        memcpy(front->fields[field], text.at, size);
}

void front_backdrop(Front *front, const Image *picture)
{
    Arena *arena = arena_new();
    front->backdrop = picture ? image_turned(picture, 0, arena) : image_new(1, 1, arena);
    if (!picture)
        *image_at(&front->backdrop, 0, 0) = PIXEL(16, 20, 36, 255);
    arena_free(front->backdrop_arena);
    front->backdrop_arena = arena;
}

void front_no_backdrop(Front *front)
{
    front->backdrop = (Image){0};
    arena_reset(front->backdrop_arena);
}

void front_aside(Front *front, const FrontAside *aside) { front->aside = *aside; }

void front_capture_key(Front *front, Text title, Text text)
{
    ChatLineShown *line = &front->heard[front->heard_count++ % HEARD_MAX];
    *line = (ChatLineShown){.age = 0};
    snprintf(line->text, sizeof line->text, "%.*s%s%.*s", (int)title.size, title.at,
             title.size ? ": " : "", (int)text.size, text.at);
    front_remember(front, title, text);
}

void front_age(Front *front)
{
    for (uint32_t i = 0; i < HEARD_MAX; i++)
        if (front->heard[i].age < UINT32_MAX)
            front->heard[i].age++;
}
