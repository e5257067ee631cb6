/* Music: our own tunes in the manner of Irish ones, written as letters.
 *
 * A tune is in D; a letter is a step of the scale (`d` is d', `D` an octave
 * lower, `d'` one higher), a digit after it its length in quavers, `-` a rest.
 * Blanks and bars are for the eye. Chords are one letter a half bar. */
#include "art.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>

typedef struct Tune {
    const char *path;
    const char *melody, *chords;
    int key;            /* of D */
    bool minor;         /* dorian: the third and the seventh are low */
    double quaver;      /* seconds */
    int passes;         /* how often the melody is played; the second time by the flute */
    int bar;            /* quavers in a chord's half bar */
    Voice lead, second; /* the melody, and the harp below */
    bool drum, drone;
} Tune;

static int step_key(const Tune *tune, char letter)
{
    static const int major[7] = {0, 2, 4, 5, 7, 9, 11}, dorian[7] = {0, 2, 3, 5, 7, 9, 10};
    const int degree = (toupper((unsigned char)letter) - 'D' + 7) % 7;
    return tune->key + (tune->minor ? dorian : major)[degree] +
           (islower((unsigned char)letter) ? 12 : 0);
}

/* Of one pass. */
static double melody_length(const Tune *tune)
{
    int quavers = 0;
    for (const char *c = tune->melody; *c; c++)
        if (isalpha((unsigned char)*c) || *c == '-')
            quavers += isdigit((unsigned char)c[1])                      ? c[1] - '0'
                       : isdigit((unsigned char)c[1] == '\'' ? c[2] : 0) ? c[2] - '0'
                                                                         : 1;
    return quavers * tune->quaver;
}

static void melody(Wave *wave, const Tune *tune, double from, Voice lead)
{
    double at = from;
    for (const char *c = tune->melody; *c; c++) {
        if (!isalpha((unsigned char)*c) && *c != '-')
            continue;
        const bool high = c[1] == '\'';
        const char length = high ? c[2] : c[1];
        const double seconds =
            (isdigit((unsigned char)length) ? length - '0' : 1) * tune->quaver;
        if (*c != '-') {
            const int key = step_key(tune, *c) + (high ? 12 : 0);
            const Note note = {lead,  at,  seconds * 1.02, key_hertz(key), 0, 0.26, -0.15,
                               0.012, 0.06};
            const Note echo = {
                lead, at + tune->quaver * 1.5, seconds, key_hertz(key), 0, 0.05, 0.5, 0.03,
                0.1};
            wave_add(wave, &note, true);
            wave_add(wave, &echo, true);
            if (seconds > tune->quaver * 1.5) { /* a cut before long notes */
                const Note cut = {lead,  at,    0.045, key_hertz(key + 2), 0, 0.14,
                                  -0.15, 0.005, 0.02};
                wave_add(wave, &cut, true);
            }
        }
        at += seconds;
    }
}

/* What goes on below: a drum on the beat, or the drone of a pipe. */
static void ground(Wave *wave, const Tune *tune, double at)
{
    const double half = tune->bar * tune->quaver;
    if (tune->drum) {
        const Note beat = {VOICE_TRIANGLE, at, 0.14, 110, 48, 0.4, 0, 0.003, 0.1};
        const Note tap = {VOICE_NOISE, at + half * 2 / 3, 0.05, 2200, 0, 0.1, 0.2, 0.002, 0.04};
        wave_add(wave, &beat, true);
        wave_add(wave, &tap, true);
    }
    if (tune->drone) {
        const Note drone = {VOICE_FLUTE, at,  half * 1.2, key_hertz(tune->key - 12), 0, 0.07,
                            -0.4,        0.2, 0.4};
        const Note fifth = {VOICE_FLUTE, at,  half * 1.2, key_hertz(tune->key - 5), 0, 0.05,
                            0.4,         0.2, 0.4};
        wave_add(wave, &drone, true);
        wave_add(wave, &fifth, true);
    }
}

/* Broken chords on a harp, and a bass. */
static void harmony(Wave *wave, const Tune *tune, double length)
{
    size_t count = 0;
    const double half = tune->bar * tune->quaver;
    char chords[128];
    for (const char *c = tune->chords; *c && count < sizeof chords; c++)
        if (isalpha((unsigned char)*c))
            chords[count++] = *c;
    assert(count);
    for (size_t i = 0; i * half < length - 0.01; i++) {
        static const int pattern[6] = {0, 2, 4, 7, 4, 2};
        const char root = chords[i % count];
        const double at = (double)i * half;
        const Note bass = {
            VOICE_TRIANGLE, at,  half * 0.95, key_hertz(step_key(tune, root) - 12), 0, 0.24, 0,
            0.01,           0.15};
        wave_add(wave, &bass, true);
        for (int q = 0; q < tune->bar; q++) {
            const int degree = (toupper((unsigned char)root) - 'A' + pattern[q % 6]) % 7;
            const int octave = (toupper((unsigned char)root) - 'A' + pattern[q % 6]) / 7;
            const int base = step_key(tune, (char)('A' + degree));
            const int lift = degree < 3 && octave == 0 ? 0 : octave && degree >= 3 ? 12 : 0;
            const Note pluck = {tune->second,
                                at + q * tune->quaver,
                                tune->quaver * 3,
                                key_hertz(base + lift),
                                0,
                                0.12,
                                0.35,
                                0.004,
                                0.2};
            wave_add(wave, &pluck, true);
        }
        ground(wave, tune, at);
    }
}

static const Tune tunes[] = {
    {"music/town.ogg", /* a jig */
     "fdd Add | fag fed | gee Bee | g2b gfe | fdd Add | fag fef | gbg ecA | d3 d3 |"
     "fdd Add | fag fed | gee Bee | g2b gfe | fdd Add | fag fef | gbg ecA | d3 d2a |"
     "d'3 ad'a | bag fga | bgb afa | gfe fdA | d'3 ad'a | bag fef | gbg ecA | d3 d2a |"
     "d'ad' agf | bag fga | bgb afa | gfe e2f | gab afd | gfg efg | fdf ecA | d3 d3",
     "DD DD EA GA DD DB GA DD DD DD EA GA DD DB GA DD DD GD GD AA DD GB GA DD DD GD GD AA GD "
     "EA DA DD",
     62, false, 0.16, 2, 3, VOICE_SQUARE, VOICE_HARP, true, false},
    {"music/forest.ogg", /* a slow reel in the dorian */
     "e2 B2 B2 AB | d2 A2 F4 | E2 F2 G2 AB | A2 F2 E4 | e2 B2 B2 AB | d2 e2 f2 e2 | d2 B2 A2 "
     "F2 | E6 -2 |"
     "e2 f2 g2 f2 | e2 d2 B4 | d2 e2 f2 d2 | A2 B2 d4 | e2 f2 g2 ba | g2 f2 e2 d2 | B2 d2 A2 "
     "F2 | E6 -2",
     "EE DD EG DE EE DD GA EE EE GE DD AD EE GA GA EE", 62, true, 0.33, 1, 4, VOICE_FLUTE,
     VOICE_HARP, false, true},
    {"music/moor.ogg", /* a lament with a long breath */
     "A3 -d2 e | f3 e d2 | A3 B d2 | e6 | f3 g a2 | g3 f e2 | d3 B A2 | B6 |"
     "d3 e f2 | e3 d B2 | A3 F A2 | B6 | d3 f e2 | d3 B A2 | F3 A B2 | d6",
     "DD BB GG AA DD EE GG BB DD BB GG EE DD GG AA DD", 57, true, 0.4, 1, 3, VOICE_FLUTE,
     VOICE_HARP, false, true},
    {"music/shore.ogg", /* a slip that rocks like a boat */
     "dfa baf a3 | gbg fdA B3 | dfa baf afd | e2f gec d3 | afd' d'ba b3 | gfg bag a3 |"
     "bd'b afd gec | d2e fed A3 | dfa baf a3 | gbg fdA B3 | Ade fed egf | d3 d2A d3",
     "DDG GDG DDA AED DGG GED GDA DDA DDG GDG ADA DDD", 62, false, 0.2, 2, 3, VOICE_FLUTE,
     VOICE_HARP, true, false},
    {"music/cave.ogg", /* few notes, long echoes */
     "E4 -4 | B4 A4 | F6 -2 | -8 | E4 G4 | F2 E2 D4 | E6 -2 | -8 | e4 d4 | B6 -2 | A4 F4 | G2 "
     "F2 E4 | D4 F4 | E8",
     "EE EE DD DD EG DD EE EE EE GG DD EE DD EE", 50, true, 0.37, 1, 4, VOICE_PULSE,
     VOICE_TRIANGLE, false, true},
    {"music/title.ogg", /* a slow air */
     "d3 e f2 | a4 f2 | e3 d B2 | A6 | d3 e f2 | a3 b a2 | f3 e d2 | e6 |"
     "a3 b d'2 | b4 a2 | f3 e d2 | B4 A2 | d3 e f2 | a3 f e2 | d3 B e2 | d6",
     "DD DD GG DD DD DG DA AA DD GG DB GA DD DA GA DD", 62, false, 0.43, 1, 3, VOICE_FLUTE,
     VOICE_HARP, false, true},
};

void music_files(Art *art)
{
    for (size_t i = 0; i < COUNT_OF(tunes); i++) {
        const double length = melody_length(&tunes[i]);
        if (!art_wants(art, tunes[i].path))
            continue;
        Wave wave = wave_new(art, length * tunes[i].passes, true);
        for (int pass = 0; pass < tunes[i].passes; pass++)
            melody(&wave, &tunes[i], pass * length, pass ? VOICE_FLUTE : tunes[i].lead);
        harmony(&wave, &tunes[i], length * tunes[i].passes);
        wave_level_music(&wave, MUSIC_LUFS);
        art_ogg(art, tunes[i].path, &wave, 0.1f);
    }
}
