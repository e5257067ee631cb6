/* Random numbers, and what a tick reports to the outside: sounds, music, alerts.
 *
 * The random numbers are state: the same seed and inputs give the same numbers. Effects are
 * collected per player and fetched after the tick (world_effects). */
#ifndef OISIN_ENGINE_EFFECTS_H
#define OISIN_ENGINE_EFFECTS_H

#include "engine/state/state.h"

uint32_t world_random(World *world, uint32_t below);
/* Adds an effect; sounds without a name are ignored, and all effects of a mirror. */
void world_effect(PlayerContext ctx, EffectKind kind, uint32_t name, int32_t pan);
/* Music that is played once, or a movie, from a position in 1/100 s. */
void world_effect_from(PlayerContext ctx, EffectKind kind, uint32_t name, uint32_t from);
void world_sound(PlayerContext ctx, uint32_t name, int32_t pan, uint32_t loudness);
void world_music(PlayerContext ctx, uint32_t name);
void world_alert(PlayerContext ctx, uint32_t alert);
/* An alert that names a quest. */
void world_quest_alert(PlayerContext ctx, uint32_t alert, uint32_t quest);

#endif
