/* Drawing functions set which part of the description they draw (`describe_as`), and each drawn
 * text is added to that part; text within the area of the selected row belongs to the row. */
#include "engine/render/render_internal.h"

const Description *render_describe(const Renderer *renderer) { return &renderer->description; }

void renderer_watch_texts(Renderer *renderer, TextWatch watch) { renderer->watch = watch; }

void describe_clear(Renderer *renderer)
{
    Description *description = &renderer->description;
    description->title = description->body = TEXT("");
    description->row = description->detail = TEXT("");
    description->at = description->rows = 0;
    renderer->row_area = (Rect){0};
    renderer->part = PART_OTHER;
}

TextPart describe_as(Renderer *renderer, TextPart part)
{
    const TextPart before = renderer->part;
    renderer->part = part;
    return before;
}

TextPart describe_notice(Renderer *renderer, uint64_t id)
{
    renderer->notice_id = id;
    return describe_as(renderer, PART_NOTICE);
}

void describe_row_area(Renderer *renderer, Rect area) { renderer->row_area = area; }

void describe_rows(Renderer *renderer, uint32_t at, uint32_t rows)
{
    renderer->description.at = at;
    renderer->description.rows = rows;
}

void describe_focus(Renderer *renderer, Text text)
{
    renderer->description.row = arena_text(renderer->scratch, text);
    renderer->description.detail = TEXT("");
    describe_rows(renderer, 0, 0);
}

static bool is_in_row(const Renderer *renderer, Rect box)
{
    const Rect *row = &renderer->row_area;
    const int32_t x = box.x + box.w / 2, y = box.y + box.h / 2;
    return x >= row->x && y >= row->y && x < row->x + row->w && y < row->y + row->h;
}

static void add_notice(Renderer *renderer, uint64_t id, Text text)
{
    Description *description = &renderer->description;
    if (description->notice_count < NOTICES_MAX)
        description->notices[description->notice_count++] =
            (Notice){id, arena_text(renderer->scratch, text)};
}

void describe_add(Renderer *renderer, TextPart part, Text text)
{
    Description *description = &renderer->description;
    Text *whole = part == PART_TITLE    ? &description->title
                  : part == PART_BODY   ? &description->body
                  : part == PART_ROW    ? &description->row
                  : part == PART_DETAIL ? &description->detail
                                        : NULL;
    if (!text.size)
        return;
    if (part == PART_NOTICE)
        add_notice(renderer, renderer->notice_id, text);
    else if (whole && !whole->size)
        *whole = arena_text(renderer->scratch, text);
    else if (whole)
        *whole = arena_format(renderer->scratch, "%.*s%s %.*s", (int)whole->size, whole->at,
                              part == PART_ROW || part == PART_DETAIL ? "," : "",
                              (int)text.size, text.at);
}

void describe_drawn(Renderer *renderer, Rect box, Text text)
{
    const bool row = renderer->part == PART_OTHER && is_in_row(renderer, box);
    describe_add(renderer, row ? PART_ROW : renderer->part, text);
}
