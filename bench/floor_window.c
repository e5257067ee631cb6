/* The least that a start can take: SDL, a window, one frame. */
#include <SDL.h>

int main(int count, char **words)
{
    (void)count, (void)words;
    if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_AUDIO))
        return 1;
    SDL_Window *window = SDL_CreateWindow("floor", 0, 0, 1280, 720, 0);
    SDL_Renderer *renderer = SDL_CreateRenderer(window, -1, 0);
    SDL_RenderClear(renderer);
    SDL_RenderPresent(renderer);
    SDL_Quit();
    return 0;
}
