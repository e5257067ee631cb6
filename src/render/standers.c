/* What stands on the map: sorted by height, row, and who came first. */
#include "render/parts.h"

void stander_add(Renderer *renderer, Stander stander)
{
    const Picture *picture = stander.picture;
    const int32_t x = stander.x - renderer->camera.x, y = stander.y - renderer->camera.y;
    if (x >= (int32_t)renderer->w || y >= (int32_t)renderer->h || x + picture->w <= 0 ||
        y + picture->h <= 0)
        return;
    Standers *standers = &renderer->standers;
    if (standers->count == standers->room) {
        const size_t room = standers->room ? standers->room * 2 : 1024;
        Stander *list = ARENA_TAKE(renderer->arena, Stander, room);
        if (standers->count)
            memcpy(list, standers->list, standers->count * sizeof *list);
        standers->list = list;
        standers->sorted = ARENA_TAKE(renderer->arena, Stander, room);
        standers->room = room;
    }
    standers->list[standers->count++] = stander;
}

/* Where a run that is already in order ends. */
static size_t run_end(const Stander *list, size_t from, size_t count)
{
    size_t end = from + 1;
    while (end < count && list[end - 1].key <= list[end].key)
        end++;
    return end;
}

static void merge(const Stander *list, size_t from, size_t middle, size_t end, Stander *out)
{
    size_t a = from, b = middle;
    for (size_t i = from; i < end; i++)
        out[i] = b >= end || (a < middle && list[a].key <= list[b].key) ? list[a++] : list[b++];
}

/* Runs in order are merged, two by two, until there is one: most of the list is in order
 * from the start, as cells are walked row by row. Equal keys keep their order. */
static void sort(Standers *standers)
{
    for (;;) {
        size_t runs = 0;
        for (size_t from = 0, middle, end; from < standers->count; from = end, runs++) {
            middle = run_end(standers->list, from, standers->count);
            end = middle < standers->count ? run_end(standers->list, middle, standers->count)
                                           : middle;
            if (!from && end == standers->count && middle == end)
                return;
            merge(standers->list, from, middle, end, standers->sorted);
        }
        Stander *list = standers->list;
        standers->list = standers->sorted;
        standers->sorted = list;
        if (runs < 2)
            return;
    }
}

void standers_sort(Renderer *renderer) { sort(&renderer->standers); }

void standers_draw(const Renderer *renderer, const Band *band)
{
    const Standers *standers = &renderer->standers;
    const int32_t top = renderer->camera.y + band->top, bottom = top + (int32_t)band->image.h;
    for (size_t i = 0; i < standers->count; i++) {
        const Stander *stander = &standers->list[i];
        if (stander->y < bottom && stander->y + stander->picture->h > top)
            picture_draw(&band->image, stander->x - renderer->camera.x, stander->y - top,
                         stander->picture);
    }
}
