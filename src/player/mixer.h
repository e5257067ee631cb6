/* Mixes music, sound of movies, effects and speech from a game's Ogg Vorbis files. It does not
 * use a sound device: the caller requests samples.
 *
 * Music and movies are decoded during playback; effects and speech are decoded on first use and
 * cached. All sample rates and channel counts are supported. Music cross-fades; when music that
 * is played once ends, the previous music restarts. During speech, music and movies play at
 * half volume. A limiter keeps the sum below full scale (player/limiter.h), so all is heard 5
 * ms later.
 *
 * The functions must not run concurrently: use a lock. */
#ifndef OISIN_PLAYER_MIXER_H
#define OISIN_PLAYER_MIXER_H

#include "engine/world.h"

enum {
    MIXER_VOICES = 16,    /* simultaneous effects and speech */
    MIXER_UNIT = 256,     /* unit of volumes */
    MIXER_SOUND_MAX = 60, /* maximum seconds of an effect or speech */
    MIXER_FADE = 500,     /* 1/1000 s: cross-fade of music */
    MIXER_RAMP = 20,      /* 1/1000 s: fade for speech and pause */
};

typedef struct Mixer Mixer;

/* `rate`: samples per second of the output, stereo. */
Mixer *mixer_new(const TngFile *game, size_t language, uint32_t rate, Arena *arena,
                 Report *report);
/* Closes open files; the memory belongs to the arena. */
void mixer_free(Mixer *mixer);

/* Switches to another game: everything stops, and the old game is not accessed any more. */
void mixer_game(Mixer *mixer, const TngFile *game, size_t language);
/* Switches the language of voices; current speech stops. */
void mixer_speak(Mixer *mixer, size_t language);

/* Plays an effect of the world; effects that are not sounds are ignored. */
void mixer_play(Mixer *mixer, const Effect *effect);
/* Plays a built-in sound of a hit. */
void mixer_hit(Mixer *mixer);
/* 0 to 256 each; movies have the volume of music. */
void mixer_set_volumes(Mixer *mixer, unsigned music, unsigned effects, unsigned speech);
/* Pauses current sounds; effects that start during the pause are played. */
void mixer_pause(Mixer *mixer, bool paused);
/* Plays the same signal on both channels. */
void mixer_mono(Mixer *mixer, bool mono);
/* Mixes the next `count` pairs of samples. */
void mixer_render(Mixer *mixer, int16_t *out, size_t count);

#endif
