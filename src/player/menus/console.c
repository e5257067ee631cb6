/* The console's output and input line: typing, history, drawing. */
#include "base/text.h"
#include "player/menus/console_internal.h"
#include "engine/render/blit.h"
#include "engine/render/theme.h"

#include <stdio.h>

/* ---- output ---- */

void console_print(Console *console, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(console->output[console->output_count++ % CONSOLE_LINES], CONSOLE_TEXT, format,
              arguments);
    va_end(arguments);
}

const char *console_line(const Console *console, uint32_t back)
{
    return back < console->output_count && back < CONSOLE_LINES
               ? console->output[(console->output_count - 1 - back) % CONSOLE_LINES]
               : "";
}

/* ---- the line ---- */

void console_text(Console *console, Text typed)
{
    size_t size = strlen(console->line);
    for (size_t at = 0; at < typed.size;) {
        char bytes[4];
        const uint32_t character = utf8_next(typed, &at);
        const size_t more = utf8_put(bytes, character);
        if (character < ' ' || character == 127 || size + more >= CONSOLE_TEXT)
            continue;
        memcpy(console->line + size, bytes, more);
        size += more;
        console->line[size] = 0;
    }
}

void console_erase(Console *console)
{
    size_t size = strlen(console->line);
    while (size && (console->line[--size] & 0xC0) == 0x80)
        continue;
    console->line[size] = 0;
}

void console_recall(Console *console, int32_t step)
{
    const uint32_t kept =
        console->history_count < CONSOLE_HISTORY ? console->history_count : CONSOLE_HISTORY;
    if ((step > 0 && console->recalled >= kept) || (step < 0 && !console->recalled))
        return;
    console->recalled += (uint32_t)step;
    const uint32_t at = console->history_count - console->recalled;
    const char *line = console->recalled ? console->history[at % CONSOLE_HISTORY] : "";
    memcpy(console->line, line, strlen(line) + 1);
}

/* ---- drawing ---- */

void console_draw(const Console *console, Renderer *renderer, const Image *layer)
{
    enum { SHOWN = 10, MARGIN = 6 };
    const TextStyle style =
        theme_style(renderer, (FontStyle){0, 8, 0}, PIXEL(235, 240, 220, 255));
    const int32_t step = theme_line(&style), w = (int32_t)layer->w;
    const Spot capacity = {w - 2 * MARGIN, step};
    char line[CONSOLE_TEXT + 4];
    int32_t y = (int32_t)layer->h - step - MARGIN;
    if (!console->open)
        return;
    snprintf(line, sizeof line, "> %s_", console->line);
    fill(layer, (Rect){0, y - 2, w, step + MARGIN + 2}, PIXEL(0, 0, 0, 220));
    theme_text_in(renderer, layer, MARGIN, y, capacity, &style, text_of(line), ALIGN_LEFT);
    for (uint32_t i = 0; i < SHOWN && console_line(console, i)[0]; i++) {
        y -= step;
        fill(layer, (Rect){0, y - 2, w, step}, PIXEL(0, 0, 0, 160));
        theme_text_in(renderer, layer, MARGIN, y - 2, capacity, &style,
                      text_of(console_line(console, i)), ALIGN_LEFT);
    }
}
