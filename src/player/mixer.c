/* Parts, in order: creation; selection of files and starting sounds, by effects of the world;
 * samples, which are mixed one by one from music, movies, effects and speech. */
#include "player/mixer.h"

#include "kit/open/ogv.h"
#include "player/limiter.h"
#include "player/voices.h"

#include <assert.h>

/* A piece of music that fades in, plays or fades out. If there are more changes than tracks
 * within a fade, the quietest ends immediately. */
enum { TRACKS = 4 };

typedef struct Music {
    Track track;
    uint32_t name;
    uint32_t level; /* up to Mixer.fade */
} Music;

struct Mixer {
    const TngFile *game;
    size_t language;
    uint32_t rate;
    Report *report;
    Voices voices;
    unsigned volumes[3]; /* music, effects, speech */
    Music music[TRACKS];
    Music *now;       /* fading in or playing; NULL: silence */
    uint32_t looping; /* restarts when music that is played once ends */
    Track movie;
    uint32_t fade, ramp;   /* in frames of the output */
    uint32_t ducked, held; /* up to `ramp`: for speech, for the pause */
    bool paused, mono;
    Limiter limiter;
};

/* A resource of the mixer's arena: decoders hold memory of their library. */
static void close_tracks(void *context)
{
    Mixer *mixer = context;
    for (size_t i = 0; i < TRACKS; i++)
        track_close(&mixer->music[i].track);
    track_close(&mixer->movie);
}

/* `game` must outlive the mixer, or be replaced by mixer_game(). The rate is in frames per
 * second. */
Mixer *mixer_new(const TngFile *game, size_t language, uint32_t rate, Arena *arena,
                 Report *report)
{
    Mixer *mixer = ARENA_ALLOC(arena, Mixer, 1);
    mixer->game = game;
    mixer->language = language;
    mixer->rate = rate ? rate : OGV_RATE;
    mixer->report = report;
    mixer->fade = mixer->rate * MIXER_FADE / 1000 + 1;
    mixer->ramp = mixer->rate * MIXER_RAMP / 1000 + 1;
    limiter_begin(&mixer->limiter, mixer->rate < 1000 ? 1000 : mixer->rate, arena);
    mixer->voices.arena = mixer->voices.sounds.arena = arena_new();
    mixer_set_volumes(mixer, 160, 256, 256);
    arena_own(arena, close_tracks, mixer);
    return mixer;
}

static void stop_all(Mixer *mixer)
{
    voices_stop(&mixer->voices, false);
    close_tracks(mixer);
    mixer->now = NULL;
    mixer->looping = 0;
    mixer->ducked = 0;
}

void mixer_free(Mixer *mixer)
{
    stop_all(mixer);
    arena_free(mixer->voices.arena);
}

/* Decoded sounds belong to the previous game; the arena is reset with them. */
void mixer_game(Mixer *mixer, const TngFile *game, size_t language)
{
    stop_all(mixer);
    limiter_clear(&mixer->limiter);
    mixer->game = game;
    mixer->language = language;
    Arena *arena = mixer->voices.arena;
    arena_reset(arena);
    mixer->voices.sounds = (NumberMap){.arena = arena};
}

/* Only speech depends on the language; music and effects continue. */
void mixer_speak(Mixer *mixer, size_t language)
{
    if (mixer->language == language)
        return;
    voices_stop(&mixer->voices, true);
    mixer->language = language;
}

/* In 1/MIXER_UNIT; above that nothing is amplified. */
void mixer_set_volumes(Mixer *mixer, unsigned music, unsigned effects, unsigned speech)
{
    const unsigned volumes[] = {music, effects, speech};
    for (size_t i = 0; i < 3; i++)
        mixer->volumes[i] = volumes[i] > MIXER_UNIT ? MIXER_UNIT : volumes[i];
}

void mixer_mono(Mixer *mixer, bool mono) { mixer->mono = mono; }

void mixer_pause(Mixer *mixer, bool paused)
{
    if (mixer->paused == paused)
        return;
    mixer->paused = paused;
    for (size_t i = 0; i < MIXER_VOICES; i++) /* those that play during the pause stop */
        mixer->voices.list[i].held |= paused;
}

/* ---- selection of files ---- */

/* Keys of cached sounds: voices depend on the language. */
#define KEY_HIT UINT64_C(1) /* built in */
#define GROUP_REPORTED UINT64_C(1)
#define GROUP_SOUNDS UINT64_C(2)
#define GROUP_VOICES UINT64_C(3)

/* The file of that name in a section; speech is in the section of its language. */
static Bytes file_of(const Mixer *mixer, unsigned section_type, uint32_t name)
{
    const TngSection *section = section_type == SECTION_LANGUAGE
                                    ? tng_language(mixer->game, mixer->language)
                                    : tng_section(mixer->game, section_type);
    for (size_t i = 0; section && name && i < section->count; i++)
        if (((const TngAsset *)section->entries[i].descriptor)->name == name)
            return section->entries[i].stored;
    return (Bytes){NULL, 0};
}

/* Warns once for each name. */
static void refuse(Mixer *mixer, const char *what, uint32_t name)
{
    const Text text = tng_string(mixer->game, name);
    void **told = number_map_put(&mixer->voices.sounds, GROUP_REPORTED << 32 | name);
    if (!*told)
        report_warning(mixer->report, "%s %.*s is not Ogg Vorbis", what, (int)text.size,
                       text.at);
    *told = mixer;
}

/* Effects are short and played often: they are decoded once. NULL is cached, too. */
static const Sound *sound_of(Mixer *mixer, unsigned section, uint32_t name)
{
    const uint64_t group =
        section == SECTION_LANGUAGE ? GROUP_VOICES + mixer->language : GROUP_SOUNDS;
    const uint64_t key = group << 32 | name;
    void **known = number_map_get(&mixer->voices.sounds, key);
    if (known)
        return *known;
    const Bytes bytes = file_of(mixer, section, name);
    const Sound *sound = sound_decode(bytes, mixer->voices.arena);
    if (!sound && bytes.size)
        refuse(mixer, "sound", name);
    *number_map_put(&mixer->voices.sounds, key) = (void *)(uintptr_t)sound;
    return sound;
}

/* A thud for games that have no sound for a hit: a tone that falls, with noise at its start. */
static const Sound *hit_sound(Mixer *mixer)
{
    enum {
        RATE = 11025,
        COUNT = RATE / 8,
        LOUD = 14000,
        NOISE = COUNT / 6,
        HIGH = 160,
        LOW = 60
    };
    void **known = number_map_put(&mixer->voices.sounds, KEY_HIT);
    if (*known)
        return *known;
    Sound *sound = ARENA_ALLOC(mixer->voices.arena, Sound, 1);
    *sound = (Sound){ARENA_ALLOC(mixer->voices.arena, int16_t, COUNT), COUNT, RATE};
    uint32_t noise = 1, phase = 0;
    for (int32_t i = 0; i < COUNT; i++) {
        const int32_t left = COUNT - i, hertz = LOW + (HIGH - LOW) * left / COUNT;
        phase += (uint32_t)hertz * 65536 / RATE;
        const int32_t at = (int32_t)(phase & 0xFFFF);
        const int32_t triangle = at < 32768 ? at * 2 - 32768 : 98304 - at * 2;
        noise = noise * 1664525 + 1013904223;
        const int32_t rough = i < NOISE ? (int32_t)(noise >> 16) - 32768 : 0;
        const int64_t sum = (triangle * 3 + rough) / 4;
        sound->samples[i] = (int16_t)(sum * LOUD / 32768 * left / COUNT * left / COUNT);
    }
    *known = sound;
    return sound;
}

void mixer_hit(Mixer *mixer)
{
    const Effect effect = {EFFECT_SOUND, 0, 0, LOUDNESS_FULL, 0};
    voice_start(&mixer->voices, hit_sound(mixer), &effect);
}

/* A free track, otherwise the quietest that fades out. */
static Music *free_music(Mixer *mixer)
{
    Music *best = NULL;
    for (size_t i = 0; i < TRACKS; i++) {
        Music *music = &mixer->music[i];
        if (music == mixer->now)
            continue;
        if (!music->track.open)
            return music;
        if (!best || music->level < best->level)
            best = music;
    }
    assert(best); /* one of them is `now` */
    return best;
}

/* Nothing can be heard: a new piece then needs no fade. */
static bool silent(const Mixer *mixer)
{
    for (size_t i = 0; i < TRACKS; i++)
        if (mixer->music[i].track.open && mixer->music[i].level)
            return false;
    return true;
}

/* The same music goes on without a break, so that scripts may ask for it on each map. `from` is
 * in 1/100 s. */
static void start_music(Mixer *mixer, uint32_t name, bool loops, uint32_t from)
{
    if (loops)
        mixer->looping = name;
    if (mixer->now && mixer->now->track.open && mixer->now->name == name &&
        mixer->now->track.loops == loops)
        return;
    const Bytes bytes = file_of(mixer, SECTION_MUSIC, name);
    const uint32_t level = silent(mixer) ? mixer->fade : 0; /* silence needs no fade */
    Music *before = mixer->now;
    mixer->now = NULL;
    if (!bytes.size)
        return;
    Music *music = free_music(mixer);
    if (!track_open(&music->track, bytes, mixer->rate, loops)) {
        refuse(mixer, "music", name);
        return;
    }
    track_skip(&music->track, (uint64_t)from * 10);
    if (!music->track.open) { /* it was over */
        mixer->now = before;
        return;
    }
    music->name = name;
    music->level = level;
    mixer->now = music;
}

/* Plays the sound of a movie, if any. The period of a loop is the duration of its frames, or
 * a multiple, since restarting takes time. */
static void start_movie(Mixer *mixer, const Effect *effect)
{
    enum { MIN = 100 }; /* 1/100 s */
    const Bytes bytes = file_of(mixer, SECTION_MOVIES, effect->name);
    OgvMovie movie;
    Report ignored = report_to(NULL, NULL); /* reported by the caller that shows it */
    track_close(&mixer->movie);
    if (!bytes.size || !ogv_read(bytes, &movie, &ignored) || !movie.sound.channels)
        return;
    const uint32_t times = movie.length < MIN ? (MIN - 1) / movie.length + 1 : 1;
    const uint64_t period = (uint64_t)movie.length * times * mixer->rate / 100;
    track_open_movie(&mixer->movie, bytes, movie.sound.serial, mixer->rate,
                     effect->kind == EFFECT_MOVIE_LOOP ? period : 0);
    track_skip(&mixer->movie, (uint64_t)effect->from * 10);
}

void mixer_play(Mixer *mixer, const Effect *effect)
{
    switch (effect->kind) {
    case EFFECT_MUSIC:
    case EFFECT_MUSIC_ONCE:
        start_music(mixer, effect->name, effect->kind == EFFECT_MUSIC, effect->from);
        break;
    case EFFECT_MOVIE:
    case EFFECT_MOVIE_LOOP:
        start_movie(mixer, effect);
        break;
    case EFFECT_SOUND:
    case EFFECT_SPEECH:
        voice_start(&mixer->voices,
                    sound_of(mixer,
                             effect->kind == EFFECT_SOUND ? SECTION_SOUNDS : SECTION_LANGUAGE,
                             effect->name),
                    effect);
        break;
    default:
        break;
    }
}

/* ---- samples ---- */

/* 64 bits, because the sum of several sources times the fade exceeds 32. */
static int32_t scaled(int32_t sample, uint32_t part, uint32_t whole)
{
    return (int32_t)((int64_t)sample * part / whole);
}

/* Mixes all music with its fades. */
static Frame music_frame(Mixer *mixer)
{
    Frame sum = {0, 0};
    for (size_t i = 0; i < TRACKS; i++) {
        Music *music = &mixer->music[i];
        if (!music->track.open)
            continue;
        const Frame frame = track_frame(&music->track);
        sum.left += scaled(frame.left, music->level, mixer->fade);
        sum.right += scaled(frame.right, music->level, mixer->fade);
        if (music == mixer->now)
            music->level += music->level < mixer->fade;
        else if (!music->level || !--music->level)
            track_close(&music->track);
    }
    if (mixer->now && !mixer->now->track.open) { /* played once, or damaged */
        const bool once = !mixer->now->track.loops;
        mixer->now = NULL;
        if (once)
            start_music(mixer, mixer->looping, true, 0);
    }
    return sum;
}

/* Mixes sounds that stop during a pause. */
static Frame held_frame(Mixer *mixer)
{
    Frame sum = music_frame(mixer);
    const Frame movie = track_frame(&mixer->movie);
    const bool speaks = voices_speak(&mixer->voices);
    if (speaks && mixer->ducked < mixer->ramp)
        mixer->ducked++;
    else if (!speaks && mixer->ducked)
        mixer->ducked--;
    const uint32_t part = (2 * mixer->ramp - mixer->ducked) * mixer->volumes[0];
    const uint32_t whole = 2 * mixer->ramp * MIXER_UNIT;
    sum.left = scaled(sum.left + movie.left, part, whole);
    sum.right = scaled(sum.right + movie.right, part, whole);
    return sum;
}

/* Sounds of the interface play during the pause; all others fade out, and continue at the same
 * place. */
static Frame next_frame(Mixer *mixer)
{
    const unsigned *volumes = mixer->volumes + 1;
    Frame sum = {0, 0};
    if (mixer->paused && mixer->held < mixer->ramp)
        mixer->held++;
    else if (!mixer->paused && mixer->held)
        mixer->held--;
    if (mixer->held < mixer->ramp) {
        sum = held_frame(mixer);
        voices_add(&mixer->voices, true, volumes, mixer->rate, &sum);
        sum.left = scaled(sum.left, mixer->ramp - mixer->held, mixer->ramp);
        sum.right = scaled(sum.right, mixer->ramp - mixer->held, mixer->ramp);
    }
    voices_add(&mixer->voices, false, volumes, mixer->rate, &sum);
    return sum;
}

/* `out`: `count` frames of two samples. The limiter comes last, as the sum may exceed 16
 * bits. */
void mixer_render(Mixer *mixer, int16_t *out, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        Frame sum = next_frame(mixer);
        if (mixer->mono)
            sum.left = sum.right = (sum.left + sum.right) / 2;
        sum = limiter_next(&mixer->limiter, sum);
        out[2 * i] = (int16_t)sum.left;
        out[2 * i + 1] = (int16_t)sum.right;
    }
}
