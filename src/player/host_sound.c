/* The sounds of a game in play: what the world and the settings ask of the mixer. */
#include "player/host_internal.h"

uint32_t host_sound(Host *host, Arena *arena, Report *report)
{
    const TngFile *game = host->session->game;
    const uint32_t asked = game ? tng_audio_rate(&game->header) : 0,
                   rate = asked ? asked : 44100;
    host->mixer = mixer_new(game, host->session->language, rate, arena, report);
    sound_set_volumes(host);
    return rate;
}

void host_no_sound(Host *host)
{
    if (host->mixer)
        mixer_free(host->mixer);
    host->mixer = NULL;
}

static void lock(const Host *host, bool locked)
{
    host->system->lock_sound(host->context, locked);
}

void sound_set_volumes(Host *host)
{
    const int32_t *values = host->app.settings.values;
    const bool silent = host->unfocused && values[SETTING_mute_unfocused];
    const unsigned unit = silent ? 0 : MIXER_UNIT;
    if (!host->mixer)
        return;
    lock(host, true);
    mixer_set_volumes(host->mixer, (unsigned)values[SETTING_music] * unit / 100,
                      (unsigned)values[SETTING_effects] * unit / 100,
                      (unsigned)values[SETTING_speech] * unit / 100);
    mixer_mono(host->mixer, values[SETTING_mono]);
    lock(host, false);
}

void sound_restart(Host *host, bool other_world)
{
    if (!host->mixer)
        return;
    lock(host, true);
    if (other_world)
        mixer_game(host->mixer, host->session->game, host->session->language);
    else
        mixer_speak(host->mixer, host->session->language);
    lock(host, false);
}

/* Whether something on the player's map was hurt in the last tick, and no sound of the game
 * tells it. */
static bool is_silent_hit(PlayerContext ctx, const Effect *effects, size_t count)
{
    const World *world = ctx.world;
    for (size_t i = 0; i < count; i++)
        if (effects[i].kind == EFFECT_SOUND)
            return false;
    for (uint32_t i = 0; i < world->actor_count; i++) {
        const Actor *actor = world->actors[i];
        if (actor->used && actor->hurt > 0 && actor->hurt_since == world->tick &&
            actor->map == context_actor(ctx)->map)
            return true;
    }
    return false;
}

void sound_play(Host *host)
{
    size_t count;
    const PlayerContext ctx = local_context(host->session->world);
    const Effect *effects = world_effects(ctx, &count);
    if (!host->mixer)
        return;
    lock(host, true);
    mixer_pause(host->mixer, ctx.player->screen.screen == SCREEN_PAUSE);
    for (size_t i = 0; i < count; i++)
        mixer_play(host->mixer, &effects[i]);
    if (ctx.player->started && is_silent_hit(ctx, effects, count))
        mixer_hit(host->mixer);
    lock(host, false);
}

void sound_music(Host *host)
{
    if (!host->mixer)
        return;
    sound_restart(host, true);
    world_repeat_sounds(local_context(host->session->world));
    sound_play(host);
}
