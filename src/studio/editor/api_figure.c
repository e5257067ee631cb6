/* A player's figure, composed of chosen options and colours by the renderer of the game. */
#include "studio/editor/built_game.h"

#include "base/text.h"
#include "base/image/png_write.h"

/* The next number of a list such as "0,2,1"; `value` if there is none. */
static uint32_t next_number(Text *list, uint32_t max, uint32_t value)
{
    size_t size = 0;
    int64_t number;
    while (size < list->size && list->at[size] != ',')
        size++;
    if (text_number(text_slice(*list, 0, size), 0, max, &number))
        value = (uint32_t)number;
    *list = text_slice(*list, size + (size < list->size), list->size);
    return value;
}

static Figure figure_of(const Call *call, const FigureView *view)
{
    const uint32_t count = figure_view_group_count(view);
    Text choices = http_argument(call->request, "choices");
    Text palettes = http_argument(call->request, "palettes");
    Text column = http_argument(call->request, "column");
    uint32_t *numbers = ARENA_ALLOC(call->arena, uint32_t, 2 * count + 1);
    for (uint32_t i = 0; i < count; i++) {
        numbers[i] = next_number(&choices, UINT16_MAX, 0);
        numbers[count + i] = next_number(&palettes, UINT16_MAX, 0);
    }
    return (Figure){numbers, numbers + count, next_number(&column, FIGURE_COLUMNS - 1, 0)};
}

static bool draw(Call *call, FigureView **view, Figure *figure, FigureImage *out)
{
    *view = built_figure(call);
    if (!*view)
        return false;
    *figure = figure_of(call, *view);
    if (figure_view_draw(*view, figure, out, call->arena, &call->report))
        return true;
    call_error(call, 409, "the figure cannot be drawn");
    return false;
}

static void put_groups(JsonWriter *json, const FigureView *view, const Figure *figure)
{
    json_open_list(json, "groups");
    for (uint32_t i = 0; i < figure_view_group_count(view); i++) {
        const FigureGroup group = figure_view_group(view, i);
        json_open(json, NULL);
        json_put_text(json, "name", group.name);
        json_open_list(json, "options");
        for (uint32_t j = 0; j < group.option_count; j++)
            json_put_text(json, NULL, group.options[j]);
        json_close_list(json);
        json_put_uint(json, "palettes", group.palette_count);
        json_put_uint(json, "choice", figure->choices[i]);
        json_put_uint(json, "palette", figure->palettes[i]);
        json_close(json);
    }
    json_close_list(json);
}

void get_figure(Call *call)
{
    const ProjectModel *model = call_model(call);
    FigureView *view;
    Figure figure;
    FigureImage image;
    if (!draw(call, &view, &figure, &image))
        return;
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    const uint32_t columns = figure_view_columns(view);
    json_open(&json, NULL);
    put_groups(&json, view, &figure);
    json_open_list(&json, "columns");
    for (uint32_t i = 0; i < FIGURE_COLUMNS; i++)
        if (columns >> i & 1)
            json_put_uint(&json, NULL, i);
    json_close_list(&json);
    json_put_uint(&json, "w", image.w);
    json_put_uint(&json, "h", image.h);
    json_put_uint(&json, "frames", image.frames);
    json_put_bool(&json, "once", image.once);
    json_put_uint(&json, "frameTime", model ? project_model_frame_time(model) : 125);
    json_close(&json);
    call_json(call, &json);
}

void get_figure_image(Call *call)
{
    FigureView *view;
    Figure figure;
    FigureImage image;
    if (!draw(call, &view, &figure, &image))
        return;
    if (!image.w) {
        call_error(call, 404, "the figure has no sprites");
        return;
    }
    call->answer->status = 200;
    call->answer->type = "image/png";
    call->answer->bytes = png_write(&image.image, NULL, call->arena);
}
