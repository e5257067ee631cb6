/* Parts, in order: decoding to mono; starting and stopping voices; mixing. Sounds are mixed
 * down to mono, because left and right follow from their position on the map. If all voices are
 * in use, a new sound replaces the effect that is nearest to its end. */
#include "player/voices.h"

#include <assert.h>

enum { PAN_ALL = 100 };

static void clear_file(void *file) { ov_clear(file); }

static const Sound *decode_with(Track *track, Bytes bytes, Arena *scratch, Arena *arena)
{
    OggVorbis_File *file = &track->file;
    if (!memory_open(file, &track->memory, bytes))
        return NULL;
    arena_own(scratch, clear_file, file);
    Sound *sound = ARENA_ALLOC(arena, Sound, 1);
    const vorbis_info *info = ov_info(file, -1);
    const size_t channels = (size_t)info->channels;
    sound->rate = (uint32_t)info->rate;
    const size_t max = (size_t)sound->rate * MIXER_SOUND_MAX;
    size_t capacity = 0;
    int16_t part[2048];
    for (int section = 0; sound->count < max;) {
        const long size = ov_read(file, (char *)part, sizeof part, 0, 2, 1, &section);
        if (size <= 0 || section) /* only the first of chained files */
            break;
        const size_t frames = (size_t)size / 2 / channels;
        if (sound->count + frames > capacity) {
            capacity = (sound->count + frames) * 2;
            int16_t *bigger = arena_alloc_raw(arena, capacity, sizeof *bigger);
            if (sound->count)
                memcpy(bigger, sound->samples, sound->count * sizeof *bigger);
            sound->samples = bigger;
        }
        for (size_t i = 0; i < frames; i++) {
            const Frame frame = frame_of(part + i * channels, channels);
            sound->samples[sound->count++] = (int16_t)((frame.left + frame.right) / 2);
        }
    }
    return sound;
}

const Sound *sound_decode(Bytes bytes, Arena *arena)
{
    Arena *scratch = arena_new();
    const Sound *sound = decode_with(ARENA_ALLOC(scratch, Track, 1), bytes, scratch, arena);
    arena_free(scratch);
    return sound;
}

void voices_stop(Voices *voices, bool only_speech)
{
    for (size_t i = 0; i < MIXER_VOICES; i++)
        if (!only_speech || voices->list[i].speech)
            voices->list[i].sound = NULL;
}

bool voices_speak(const Voices *voices)
{
    for (size_t i = 0; i < MIXER_VOICES; i++)
        if (voices->list[i].sound && voices->list[i].speech)
            return true;
    return false;
}

/* A free voice; otherwise the effect that is nearest to its end. */
static Voice *free_voice(Voices *voices)
{
    Voice *best = NULL;
    for (size_t i = 0; i < MIXER_VOICES; i++) {
        Voice *voice = &voices->list[i];
        if (!voice->sound)
            return voice;
        if (!voice->speech && (!best || voice->sound->count - (voice->at >> 16) <
                                            best->sound->count - (best->at >> 16)))
            best = voice;
    }
    assert(best); /* at most one of them is speech */
    return best;
}

void voice_start(Voices *voices, const Sound *sound, const Effect *effect)
{
    const bool speech = effect->kind == EFFECT_SPEECH;
    if (speech) /* only one speech at a time */
        voices_stop(voices, true);
    if (!sound || !sound->count || !effect->loudness)
        return;
    const int32_t unit =
        (int32_t)(effect->loudness < LOUDNESS_FULL ? effect->loudness : LOUDNESS_FULL);
    const int32_t pan = effect->pan < -PAN_ALL  ? -PAN_ALL
                        : effect->pan > PAN_ALL ? PAN_ALL
                                                : effect->pan;
    *free_voice(voices) = (Voice){.sound = sound,
                                  .left = pan > 0 ? unit * (PAN_ALL - pan) / PAN_ALL : unit,
                                  .right = pan < 0 ? unit * (PAN_ALL + pan) / PAN_ALL : unit,
                                  .speech = speech};
}

static void add_voice(Voice *voice, unsigned volume, uint32_t rate, Frame *sum)
{
    const Sound *sound = voice->sound;
    const size_t at = (size_t)(voice->at >> 16);
    if (at >= sound->count) {
        voice->sound = NULL;
        return;
    }
    const int32_t a = sound->samples[at];
    const int32_t b = at + 1 < sound->count ? sound->samples[at + 1] : 0;
    const int32_t between = a + (int32_t)((int64_t)(b - a) * (voice->at & 0xFFFF) / 65536);
    const int32_t sample = between * (int32_t)volume / MIXER_UNIT;
    sum->left += sample * voice->left / MIXER_UNIT;
    sum->right += sample * voice->right / MIXER_UNIT;
    voice->at += ((uint64_t)sound->rate << 16) / rate;
}

void voices_add(Voices *voices, bool held, const unsigned *volumes, uint32_t rate, Frame *sum)
{
    for (size_t i = 0; i < MIXER_VOICES; i++) {
        Voice *voice = &voices->list[i];
        if (voice->sound && voice->held == held)
            add_voice(voice, volumes[voice->speech], rate, sum);
    }
}
