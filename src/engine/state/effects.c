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

static void add_effect(PlayerContext ctx, Effect effect)
{
    const EffectKind kind = effect.kind;
    if (!ctx.world->mirror && ctx.player->effect_count < EFFECTS_MAX &&
        (effect.name ||
         (kind != EFFECT_MUSIC_ONCE && kind != EFFECT_SOUND && kind != EFFECT_SPEECH)))
        ctx.player->effects[ctx.player->effect_count++] = effect;
}

void world_effect(PlayerContext ctx, EffectKind kind, uint32_t name, int32_t pan)
{
    add_effect(ctx, (Effect){kind, name, pan, LOUDNESS_FULL, 0});
}

void world_effect_from(PlayerContext ctx, EffectKind kind, uint32_t name, uint32_t from)
{
    add_effect(ctx, (Effect){kind, name, 0, LOUDNESS_FULL, from});
}

void world_sound(PlayerContext ctx, uint32_t name, int32_t pan, uint32_t loudness)
{
    add_effect(ctx, (Effect){EFFECT_SOUND, name, pan, loudness, 0});
}

/* During a cutscene with its own music, the change is deferred to its end. */
void world_music(PlayerContext ctx, uint32_t name)
{
    if (ctx.player->music == name)
        return;
    ctx.player->music = name;
    const ScreenState *screen =
        ctx.player->screen.screen == SCREEN_CUTSCENE  ? &ctx.player->screen
        : ctx.player->under.screen == SCREEN_CUTSCENE ? &ctx.player->under
                                                      : NULL;
    const TngCutscene *cutscene =
        screen ? content_record(ctx.world->content, SECTION_CUTSCENES, screen->record) : NULL;
    if (!cutscene || (!cutscene->music && !cutscene->loop_music))
        world_effect(ctx, EFFECT_MUSIC, name, 0);
}

static void add_alert(PlayerContext ctx, uint32_t alert, uint32_t quest)
{
    World *world = ctx.world;
    if (alert >= world->content->alerts->alert_count || ctx.player->alert_count >= ALERTS_MAX)
        return;
    ctx.player->alerts[ctx.player->alert_count++] = (AlertState){alert, world->tick, quest};
    world_effect(ctx, EFFECT_SOUND, world->content->alerts->alerts[alert].sound, 0);
}

void world_alert(PlayerContext ctx, uint32_t alert) { add_alert(ctx, alert, 0); }

void world_quest_alert(PlayerContext ctx, uint32_t alert, uint32_t quest)
{
    add_alert(ctx, alert, quest + 1);
}
