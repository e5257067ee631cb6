/* The stack of open pages, the request to the program, and the history of texts. */
#include "player/menus/menus_internal.h"

void menus_clear_taken(Menus *menus)
{
    menus->taken = ACTIONS;
    menus->dropped[0] = 0;
}

void menus_push(Menus *menus, OpenPage page)
{
    if (page.page == MENU_LANGUAGE)
        page.selected = menus->spoken;
    if (menus->depth < PAGES_DEEP)
        menus->pages[menus->depth++] = page;
    menus_clear_taken(menus);
}

void menus_pop(Menus *menus)
{
    if (menus->depth)
        menus->depth--;
    menus->wants_key = false;
    menus_clear_taken(menus);
}

void menu_request(Menus *menus, MenuRequestKind kind, int32_t number, const char *text)
{
    menus->request = (MenuRequest){.kind = kind, .number = number};
    memcpy(menus->request.text, text, strlen(text) + 1); /* both are at most MENU_TEXT */
}

/* The texts belong to the game: texts of a previous language must stay unchanged. */
void menus_remember(Menus *menus, Text title, Text text)
{
    Arena *arena = menus->history_arenas[menus->history_count / HISTORY_MAX % 2];
    /* the ring has no texts of that arena any more */
    if (menus->history_count % HISTORY_MAX == 0)
        arena_reset(arena);
    menus->history[menus->history_count++ % HISTORY_MAX] =
        (HistoryLine){arena_text(arena, title), arena_text(arena, text)};
}
