/* Effects and speech: fully decoded sounds, and their playback. */
#ifndef OISIN_PLAYER_VOICES_H
#define OISIN_PLAYER_VOICES_H

#include "engine/state/number_map.h"
#include "engine/world.h"
#include "player/mixer.h"
#include "player/music_track.h"

/* A decoded sound, mono. */
typedef struct Sound {
    int16_t *samples;
    size_t count;
    uint32_t rate;
} Sound;

typedef struct Voice {
    const Sound *sound;  /* NULL: free */
    uint64_t at;         /* position in 1/65536 samples */
    int32_t left, right; /* volume, 0 to 256 */
    bool speech, held;   /* held: stops during a pause */
} Voice;

typedef struct Voices {
    Voice list[MIXER_VOICES];
    NumberMap sounds; /* section and name to Sound */
    Arena *arena;     /* for the sounds */
} Voices;

/* Decodes the whole file; NULL if it is not Ogg Vorbis. */
const Sound *sound_decode(Bytes bytes, Arena *arena);

void voice_start(Voices *voices, const Sound *sound, const Effect *effect);
void voices_stop(Voices *voices, bool only_speech);
bool voices_speak(const Voices *voices);
/* Adds the next frame of voices that stop during a pause, or of the others. */
void voices_add(Voices *voices, bool held, const unsigned *volumes, uint32_t rate, Frame *sum);

#endif
