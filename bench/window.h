/* A window of 1280 x 720 that shows frames as programs with SDL usually do, but does not wait
 * for the screen. */
#ifndef OISIN_BENCH_WINDOW_H
#define OISIN_BENCH_WINDOW_H

#include <SDL.h>

enum { WINDOW_WIDTH = 1280, WINDOW_HEIGHT = 720 };

typedef struct Window {
    SDL_Window *window;
    SDL_Renderer *screen;
    SDL_Texture *texture;
} Window;

/* Ends the program if there is no screen. */
static inline Window window_open(void)
{
    Window out = {NULL, NULL, NULL};
    if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_AUDIO) == 0)
        out.window = SDL_CreateWindow("bench", 0, 0, WINDOW_WIDTH, WINDOW_HEIGHT, 0);
    if (out.window)
        out.screen = SDL_CreateRenderer(out.window, -1, 0);
    if (!out.screen) {
        fprintf(stderr, "no window: %s\n", SDL_GetError());
        exit(1);
    }
    return out;
}

static inline void window_events(void)
{
    for (SDL_Event event; SDL_PollEvent(&event);)
        continue;
}

/* Rows of 1280 pixels. */
static inline void window_show(Window *window, const uint32_t *pixels)
{
    if (!window->texture)
        window->texture =
            SDL_CreateTexture(window->screen, SDL_PIXELFORMAT_RGBA32,
                              SDL_TEXTUREACCESS_STREAMING, WINDOW_WIDTH, WINDOW_HEIGHT);
    window_events();
    SDL_UpdateTexture(window->texture, NULL, pixels, WINDOW_WIDTH * 4);
    SDL_SetRenderDrawColor(window->screen, 0, 0, 0, 255);
    SDL_RenderClear(window->screen);
    SDL_RenderCopy(window->screen, window->texture, NULL, NULL);
    SDL_RenderPresent(window->screen);
}

#endif
