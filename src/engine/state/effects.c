/* Random numbers, and what a tick reports to the outside: sounds, music, alerts. */
#include "engine/state/effects.h"

/* SplitMix64 (Steele, Lea, Flood 2014): its state is one number. */
uint32_t world_random(World *world, uint32_t below)
{
    uint64_t z = world->random += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    z ^= z >> 31;
    return (uint32_t)((z >> 32) * (below ? below : 1) >> 32);
}

static void add_effect(Turn turn, Effect effect)
{
    const EffectKind kind = effect.kind;
    if (!turn.world->mirror && turn.player->effect_count < EFFECTS_MAX &&
        (effect.name ||
         (kind != EFFECT_MUSIC_ONCE && kind != EFFECT_SOUND && kind != EFFECT_SPEECH)))
        turn.player->effects[turn.player->effect_count++] = effect;
}

void world_effect(Turn turn, EffectKind kind, uint32_t name, int32_t pan)
{
    add_effect(turn, (Effect){kind, name, pan, LOUDNESS_FULL});
}

void world_sound(Turn turn, uint32_t name, int32_t pan, uint32_t loudness)
{
    add_effect(turn, (Effect){EFFECT_SOUND, name, pan, loudness});
}

/* During a cutscene with its own music, the change is deferred to its end. */
void world_music(Turn turn, uint32_t name)
{
    if (turn.player->music == name)
        return;
    turn.player->music = name;
    const ScreenState *screen =
        turn.player->screen.screen == SCREEN_CUTSCENE  ? &turn.player->screen
        : turn.player->under.screen == SCREEN_CUTSCENE ? &turn.player->under
                                                       : NULL;
    const TngCutscene *cutscene =
        screen ? content_record(turn.world->content, SECTION_CUTSCENES, screen->record) : NULL;
    if (!cutscene || (!cutscene->music && !cutscene->loop_music))
        world_effect(turn, EFFECT_MUSIC, name, 0);
}

void world_alert(Turn turn, uint32_t alert)
{
    World *world = turn.world;
    if (alert >= world->content->alerts->alert_count || turn.player->alert_count >= ALERTS_MAX)
        return;
    turn.player->alerts[turn.player->alert_count++] = (AlertState){alert, world->tick};
    world_effect(turn, EFFECT_SOUND, world->content->alerts->alerts[alert].sound, 0);
}
