/* Effects, and the small voices of people: each language has its own tune of speech. */
#include "art.h"

#include <stdio.h>

enum { NOTES_MAX = 10 };

/* Heard all the time: steps, and what the interface answers. */
static bool is_quiet(const char *name)
{
    return !strncmp(name, "step_", 5) || !strcmp(name, "hoof") || !strcmp(name, "select") ||
           !strcmp(name, "click");
}

typedef struct Effect {
    const char *name;
    Note notes[NOTES_MAX]; /* a note of no length ends them */
} Effect;

#define TONE(voice, from, length, hertz, slide, loud)                                          \
    {                                                                                          \
        VOICE_##voice, from, length, hertz, slide, loud, 0, 0.004, (length)*0.6                \
    }

static const Effect effects[] = {
    {"step_grass",
     {TONE(NOISE, 0, 0.07, 1400, 500, 0.5), TONE(NOISE, 0.03, 0.06, 3200, 900, 0.2)}},
    {"step_stone", {TONE(NOISE, 0, 0.03, 3000, 0, 0.5), TONE(TRIANGLE, 0, 0.05, 190, 90, 0.5)}},
    {"step_wood", {TONE(TRIANGLE, 0, 0.08, 150, 80, 0.8), TONE(NOISE, 0, 0.02, 1800, 0, 0.3)}},
    {"splash",
     {TONE(NOISE, 0, 0.3, 2500, 400, 0.6), TONE(TRIANGLE, 0.05, 0.15, 300, 700, 0.3)}},
    {"pickup", {TONE(PULSE, 0, 0.09, 659, 0, 0.4), TONE(PULSE, 0.08, 0.18, 988, 0, 0.4)}},
    {"coin", {TONE(SQUARE, 0, 0.06, 1319, 0, 0.35), TONE(SQUARE, 0.06, 0.3, 1760, 0, 0.35)}},
    {"door", {TONE(NOISE, 0, 0.25, 300, 900, 0.5), TONE(TRIANGLE, 0.22, 0.16, 120, 60, 0.9)}},
    {"knock",
     {TONE(TRIANGLE, 0, 0.08, 170, 90, 0.9), TONE(TRIANGLE, 0.16, 0.08, 170, 90, 0.9),
      TONE(TRIANGLE, 0.32, 0.1, 160, 80, 0.9)}},
    {"hit", {TONE(NOISE, 0, 0.09, 2600, 300, 0.9), TONE(SQUARE, 0, 0.12, 220, 70, 0.5)}},
    {"swing", {TONE(NOISE, 0, 0.16, 600, 3000, 0.5)}},
    {"craft",
     {TONE(NOISE, 0, 0.1, 900, 0, 0.3), TONE(HARP, 0.1, 0.5, 587, 0, 0.4),
      TONE(HARP, 0.22, 0.5, 740, 0, 0.4), TONE(HARP, 0.34, 0.6, 880, 0, 0.4)}},
    {"drink",
     {TONE(TRIANGLE, 0, 0.09, 260, 420, 0.6), TONE(TRIANGLE, 0.12, 0.09, 280, 460, 0.6),
      TONE(TRIANGLE, 0.24, 0.12, 300, 520, 0.6)}},
    {"select", {TONE(SQUARE, 0, 0.04, 880, 0, 0.25)}},
    {"click", {TONE(SQUARE, 0, 0.04, 660, 0, 0.3), TONE(SQUARE, 0.04, 0.06, 990, 0, 0.3)}},
    {"error", {TONE(PULSE, 0, 0.12, 196, 0, 0.5), TONE(PULSE, 0.13, 0.2, 147, 0, 0.5)}},
    {"howl", {TONE(FLUTE, 0, 0.5, 330, 587, 0.4), TONE(FLUTE, 0.5, 0.9, 587, 392, 0.4)}},
    {"magic",
     {TONE(HARP, 0, 0.4, 1175, 0, 0.3), TONE(HARP, 0.05, 0.4, 1480, 0, 0.3),
      TONE(HARP, 0.1, 0.4, 1760, 0, 0.3), TONE(HARP, 0.15, 0.6, 2349, 0, 0.3)}},
    {"quest",
     {TONE(HARP, 0, 0.8, 587, 0, 0.4), TONE(HARP, 0.12, 0.8, 740, 0, 0.4),
      TONE(HARP, 0.24, 0.8, 880, 0, 0.4), TONE(HARP, 0.36, 1.2, 1175, 0, 0.4)}},
    {"quest_done",
     {TONE(HARP, 0, 0.5, 587, 0, 0.4), TONE(HARP, 0.1, 0.5, 880, 0, 0.4),
      TONE(HARP, 0.2, 0.5, 740, 0, 0.4), TONE(HARP, 0.3, 0.5, 1175, 0, 0.4),
      TONE(HARP, 0.45, 1.4, 1480, 0, 0.4), TONE(TRIANGLE, 0.45, 1.2, 294, 0, 0.4)}},
    {"quest_failed",
     {TONE(HARP, 0, 0.6, 440, 0, 0.4), TONE(HARP, 0.2, 0.6, 349, 0, 0.4),
      TONE(HARP, 0.4, 1.0, 294, 0, 0.4)}},
    {"neigh",
     {TONE(PULSE, 0, 0.2, 700, 900, 0.3), TONE(PULSE, 0.18, 0.2, 880, 600, 0.3),
      TONE(PULSE, 0.36, 0.3, 640, 380, 0.3), TONE(NOISE, 0.5, 0.2, 900, 400, 0.2)}},
    {"hoof",
     {TONE(TRIANGLE, 0, 0.05, 240, 120, 0.8), TONE(TRIANGLE, 0.1, 0.05, 200, 100, 0.6)}},
    {"roar",
     {TONE(NOISE, 0, 0.7, 200, 900, 0.6), TONE(SQUARE, 0, 0.8, 90, 50, 0.5),
      TONE(SQUARE, 0.1, 0.6, 134, 70, 0.3)}},
    {"water",
     {TONE(NOISE, 0, 1.6, 300, 2600, 0.5), TONE(FLUTE, 0.5, 1.0, 440, 880, 0.2),
      TONE(TRIANGLE, 0.9, 0.5, 500, 900, 0.3)}},
};

/* A voice: syllables whose pitch follows a line, nasal for age. */
static const struct {
    const char *name;
    double hertz;
    Voice voice;
    const char *tunes[2]; /* in English, in German: a digit is a syllable's height */
} voices[] = {
    {"aoife", 330, VOICE_PULSE, {"57 564", "465 7 53"}},
    {"fintan", 110, VOICE_PULSE, {"44 3 5321", "35 4432 1"}},
    {"salmon", 82, VOICE_FLUTE, {"1 3 5 3", "1 2 4 31"}},
    {"liban", 290, VOICE_FLUTE, {"5 7 65 4", "57 6 543"}},
    {"muireann", 220, VOICE_PULSE, {"44 56 432", "4 55 64 31"}},
    {"teller", 165, VOICE_PULSE, {"34 54 3 4321", "45 43 54 321"}},
};

static void speech(Art *art, size_t index)
{
    static const char *const languages[2] = {"en", "de"};
    for (int language = 0; language < 2; language++) {
        const char *tune = voices[index].tunes[language];
        char path[64];
        snprintf(path, sizeof path, "speech/%s_%s.ogg", voices[index].name,
                 languages[language]);
        if (!art_wants(art, path))
            continue;
        Wave wave = wave_new(art, 0.16 * (double)strlen(tune) + 0.2, false);
        double at = 0.02;
        for (const char *c = tune; *c; c++, at += 0.13) {
            if (*c == ' ')
                continue;
            const double hertz = voices[index].hertz * (1 + (*c - '4') * 0.07);
            const Note vowel = {voices[index].voice,
                                at,
                                0.12,
                                hertz,
                                hertz * (*c & 1 ? 1.08 : 0.93),
                                0.5,
                                0,
                                0.015,
                                0.05};
            const Note breath = {VOICE_NOISE, at - 0.015, 0.03, 3500, 0, 0.12, 0, 0.004, 0.02};
            wave_add(&wave, &vowel, false);
            wave_add(&wave, &breath, false);
        }
        wave_level(&wave, SPEECH_LUFS);
        art_ogg(art, path, &wave, 0.0f);
    }
}

void sounds_files(Art *art)
{
    for (size_t i = 0; i < COUNT_OF(effects); i++) {
        double end = 0;
        char path[64];
        for (size_t n = 0; n < NOTES_MAX && effects[i].notes[n].seconds > 0; n++) {
            const double stop = effects[i].notes[n].from + effects[i].notes[n].seconds;
            end = stop > end ? stop : end;
        }
        snprintf(path, sizeof path, "sounds/%s.ogg", effects[i].name);
        if (!art_wants(art, path))
            continue;
        Wave wave = wave_new(art, end + 0.02, false);
        for (size_t n = 0; n < NOTES_MAX && effects[i].notes[n].seconds > 0; n++)
            wave_add(&wave, &effects[i].notes[n], false);
        wave_level(&wave, is_quiet(effects[i].name) ? QUIET_LUFS : EFFECT_LUFS);
        art_ogg(art, path, &wave, 0.0f);
    }
    for (size_t i = 0; i < COUNT_OF(voices); i++)
        speech(art, i);
}
