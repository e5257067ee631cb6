/* Mixes music, effects and speech out of a game's Ogg Vorbis files, without a
 * sound card: somebody else asks for samples.
 *
 * Music is decoded as it plays; effects and speech are decoded when they are
 * first wanted and kept. The two functions that play and the one that renders
 * must not run at the same time: lock around them. */
#ifndef OISIN_PLAYER_MIXER_H
#define OISIN_PLAYER_MIXER_H

#include "engine/world.h"

enum { MIXER_VOICES = 16, MIXER_UNIT = 256, MIXER_SOUND_MOST = 60 /* seconds kept */ };

typedef struct Mixer Mixer;

/* `rate`: samples a second of the output, stereo. */
Mixer *mixer_new(const TngFile *game, size_t language, uint32_t rate, Arena *arena,
                 Report *report);
/* Closes what is open; the memory is the arena's. */
void mixer_free(Mixer *mixer);

/* Does what an effect of the world says; those that are no sounds are ignored. */
void mixer_play(Mixer *mixer, const Effect *effect);
/* Of 256 each. */
void mixer_set_volumes(Mixer *mixer, unsigned music, unsigned effects, unsigned speech);
/* The next `count` pairs of samples. */
void mixer_render(Mixer *mixer, int16_t *out, size_t count);

#endif
