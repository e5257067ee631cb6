/* Which texts there are in a project's files, and where. */
#include "tirnanog/translations/text_places.h"

/* The usual width is 640 (RENDER_WIDTH); the margins are those of engine/render/draw_hud.c and
 * engine/render/draw_dialog.c. */
const TextBoxKind text_boxes[TEXT_BOXES] = {
    [BOX_ALERT] = {"ui/alerts.cfg", "text", "an alert", 640 - 40},
    [BOX_TITLE] = {".dlg", "title", "the title of a dialog", 640 - 2 * 10}};

bool text_box_has(TextBox box, const TextPlace *place)
{
    return text_ends(place->path, text_boxes[box].suffix) &&
           text_is(place->member, text_boxes[box].member);
}

const char text_overflow_kind[] = "a text is too large for its box";

static bool is_dialog(const TextPlace *place) { return text_ends(place->path, ".dlg"); }

Table text_speakers(const ProjectTexts *texts, Arena *arena)
{
    Table speakers = table_new(arena);
    for (size_t i = 0; i < texts->place_count; i++)
        if (is_dialog(&texts->places[i]) && text_is(texts->places[i].member, "title"))
            table_put(&speakers, texts->places[i].path, texts->places[i].text);
    return speakers;
}

Text text_speaker(const ProjectTexts *texts, const Table *speakers, const TextPlace *place)
{
    const uint32_t *title = is_dialog(place) && !text_is(place->member, "title")
                                ? table_get(speakers, place->path)
                                : NULL;
    return title ? texts->items[*title] : TEXT("");
}

bool text_is_answer(const TextPlace *place)
{
    return is_dialog(place) && text_is(place->member, "text");
}

void text_places_add(ProjectTexts *texts, uint32_t text, uint32_t line, const char *member,
                     Arena *arena)
{
    *ARENA_PUSH(arena, texts->places, texts->place_count) =
        (TextPlace){.text = text, .line = line, .member = text_of(member)};
}

void text_places_file(ProjectTexts *texts, size_t first, Text path)
{
    for (size_t i = first; i < texts->place_count; i++)
        texts->places[i].path = path;
}
