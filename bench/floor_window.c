/* The least that a start can take: SDL, a window, one frame. */
#include "kit.h"
#include "window.h"

int main(int count, char **words)
{
    (void)count, (void)words;
    const Window window = window_open();
    SDL_RenderClear(window.screen);
    SDL_RenderPresent(window.screen);
    SDL_Quit();
    return 0;
}
