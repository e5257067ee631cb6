/* The sound device of a window. */
#include "player/sdl/window_internal.h"

static void fill_audio(void *context, Uint8 *stream, int size)
{
    mixer_render(context, (int16_t *)(void *)stream, (size_t)size / 4);
}

void window_sound_open(Window *window, Arena *arena)
{
    Host *host = &window->host;
    const uint32_t rate = host_sound(host, arena, window->report);
    const SDL_AudioSpec wanted = {.freq = (int)rate,
                                  .format = AUDIO_S16SYS,
                                  .channels = 2,
                                  .samples = 1024,
                                  .callback = fill_audio,
                                  .userdata = host->mixer};
    if (SDL_InitSubSystem(SDL_INIT_AUDIO) == 0)
        window->audio = SDL_OpenAudioDevice(NULL, 0, &wanted, NULL, 0);
    if (window->audio) {
        SDL_PauseAudioDevice(window->audio, 0);
        return;
    }
    report_warning(window->report, "no sound: %s", SDL_GetError());
    host_no_sound(host);
}

void window_sound_close(Window *window)
{
    if (window->audio)
        SDL_CloseAudioDevice(window->audio);
    host_no_sound(&window->host);
}
