/* Mixes music, movies' sound, effects and speech out of a game's Ogg Vorbis files, without
 * a sound card: somebody else asks for samples.
 *
 * Music and movies are decoded as they play; effects and speech are decoded when they are
 * first wanted and kept. Files of any rate and number of channels are taken. Music that
 * changes fades over into the next; when music that is played once is over, what played
 * before begins again. While somebody speaks, music and movies are half as loud. What is
 * too loud all together is cut off at the largest sample.
 *
 * No two of the functions may run at the same time: lock around them. */
#ifndef OISIN_PLAYER_MIXER_H
#define OISIN_PLAYER_MIXER_H

#include "engine/world.h"

enum {
    MIXER_VOICES = 16,    /* effects and speech at once */
    MIXER_UNIT = 256,     /* of volumes */
    MIXER_SOUND_MAX = 60, /* seconds of an effect or speech */
    MIXER_FADE = 500,     /* 1/1000 s: music into music */
    MIXER_RAMP = 20,      /* 1/1000 s: music for speech, and for the pause */
};

typedef struct Mixer Mixer;

/* `rate`: samples a second of the output, stereo. */
Mixer *mixer_new(const TngFile *game, size_t language, uint32_t rate, Arena *arena,
                 Report *report);
/* Closes what is open; the memory is the arena's. */
void mixer_free(Mixer *mixer);

/* Another game: everything that plays stops, nothing of the old game is touched again. */
void mixer_game(Mixer *mixer, const TngFile *game, size_t language);
/* Voices from now on in another language; who speaks falls silent. */
void mixer_speak(Mixer *mixer, size_t language);

/* Does what an effect of the world says; those that are no sounds are ignored. */
void mixer_play(Mixer *mixer, const Effect *effect);
/* Of 256 each; movies have the volume of music. */
void mixer_set_volumes(Mixer *mixer, unsigned music, unsigned effects, unsigned speech);
/* What plays stands still until it is over; effects that begin in the pause are heard. */
void mixer_pause(Mixer *mixer, bool paused);
/* The same for both ears. */
void mixer_mono(Mixer *mixer, bool mono);
/* The next `count` pairs of samples. */
void mixer_render(Mixer *mixer, int16_t *out, size_t count);

#endif
