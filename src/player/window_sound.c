/* The sound of a window: the device and the mixer. */
#include "player/window_internal.h"

static void fill_audio(void *context, Uint8 *stream, int size)
{
    mixer_render(context, (int16_t *)(void *)stream, (size_t)size / 4);
}

void sound_open(Window *window, Arena *arena)
{
    const TngFile *game = window->session->game;
    const uint32_t asked = game ? tng_audio_rate(&game->header) : 0,
                   rate = asked ? asked : 44100;
    const SDL_AudioSpec wanted = {
        .freq = (int)rate,
        .format = AUDIO_S16SYS,
        .channels = 2,
        .samples = 1024,
        .callback = fill_audio,
        .userdata = window->mixer =
            mixer_new(game, window->session->language, rate, arena, window->report)};
    if (SDL_InitSubSystem(SDL_INIT_AUDIO) == 0)
        window->audio = SDL_OpenAudioDevice(NULL, 0, &wanted, NULL, 0);
    if (!window->audio)
        report_warning(window->report, "no sound: %s", SDL_GetError());
    else
        SDL_PauseAudioDevice(window->audio, 0);
}

void sound_set_volumes(Window *window)
{
    const int32_t *values = window->app.settings.values;
    const bool silent = window->unfocused && values[SETTING_mute_unfocused];
    const unsigned unit = silent ? 0 : MIXER_UNIT;
    if (!window->audio)
        return;
    SDL_LockAudioDevice(window->audio);
    mixer_set_volumes(window->mixer, (unsigned)values[SETTING_music] * unit / 100,
                      (unsigned)values[SETTING_effects] * unit / 100,
                      (unsigned)values[SETTING_speech] * unit / 100);
    mixer_mono(window->mixer, values[SETTING_mono]);
    SDL_UnlockAudioDevice(window->audio);
}

void sound_restart(Window *window, bool other_world)
{
    if (!window->audio)
        return;
    SDL_LockAudioDevice(window->audio);
    if (other_world)
        mixer_game(window->mixer, window->session->game, window->session->language);
    else
        mixer_speak(window->mixer, window->session->language);
    SDL_UnlockAudioDevice(window->audio);
}

void sound_play(Window *window)
{
    size_t count;
    const Effect *effects = world_effects(local_context(window->session->world), &count);
    if (!window->audio)
        return;
    SDL_LockAudioDevice(window->audio);
    mixer_pause(window->mixer,
                local_context(window->session->world).player->screen.screen == SCREEN_PAUSE);
    for (size_t i = 0; i < count; i++)
        mixer_play(window->mixer, &effects[i]);
    SDL_UnlockAudioDevice(window->audio);
}

void sound_music(Window *window)
{
    const Effect music = {.kind = EFFECT_MUSIC,
                          .name = local_context(window->session->world).player->music,
                          .loudness = LOUDNESS_FULL};
    sound_restart(window, true);
    if (!window->audio)
        return;
    SDL_LockAudioDevice(window->audio);
    mixer_play(window->mixer, &music);
    SDL_UnlockAudioDevice(window->audio);
}

void sound_close(Window *window)
{
    if (window->audio)
        SDL_CloseAudioDevice(window->audio);
    mixer_free(window->mixer);
}
