#include "player/mixer.h"

#include "engine/numbers.h"

#include <stdio.h>

#include <vorbis/vorbisfile.h>

/* A decoded sound, mono. */
typedef struct Sound {
    int16_t *samples;
    size_t count;
    uint32_t rate;
} Sound;

typedef struct Voice {
    const Sound *sound;  /* NULL: silent */
    uint64_t at;         /* in 1/65536 samples */
    int32_t left, right; /* of 256 */
    bool speech;
} Voice;

/* A file in memory as libvorbisfile reads it. */
typedef struct Memory {
    Bytes bytes;
    size_t at;
} Memory;

struct Mixer {
    const TngFile *game;
    size_t language;
    uint32_t rate;
    Arena *arena;
    Report *report;
    Numbers sounds; /* names to Sound */
    Voice voices[MIXER_VOICES];
    unsigned volumes[3];
    OggVorbis_File music;
    Memory music_memory;
    bool music_open, music_loops;
    uint32_t music_name;
    int music_section, music_channels;
    uint32_t music_rate;
    int16_t buffer[4096];           /* decoded music, interleaved */
    size_t buffer_count, buffer_at; /* frames */
    uint32_t fraction;              /* of the resampling, 1/65536 */
};

static size_t memory_read(void *out, size_t size, size_t count, void *context)
{
    Memory *memory = context;
    const size_t left = memory->bytes.size - memory->at;
    const size_t wanted = size && count > left / size ? left / size : count;
    memcpy(out, memory->bytes.data + memory->at, wanted * size);
    memory->at += wanted * size;
    return wanted;
}

static int memory_seek(void *context, ogg_int64_t offset, int origin)
{
    Memory *memory = context;
    const int64_t from = origin == SEEK_SET   ? 0
                         : origin == SEEK_CUR ? (int64_t)memory->at
                                              : (int64_t)memory->bytes.size;
    if (from + offset < 0 || from + offset > (int64_t)memory->bytes.size)
        return -1;
    memory->at = (size_t)(from + offset);
    return 0;
}

static long memory_tell(void *context) { return (long)((Memory *)context)->at; }

static bool open_memory(OggVorbis_File *file, Memory *memory, Bytes bytes)
{
    const ov_callbacks callbacks = {memory_read, memory_seek, NULL, memory_tell};
    *memory = (Memory){bytes, 0};
    return bytes.size && ov_open_callbacks(memory, file, NULL, 0, callbacks) == 0;
}

Mixer *mixer_new(const TngFile *game, size_t language, uint32_t rate, Arena *arena,
                 Report *report)
{
    Mixer *mixer = ARENA_TAKE(arena, Mixer, 1);
    mixer->game = game;
    mixer->language = language;
    mixer->rate = rate ? rate : 44100;
    mixer->arena = arena;
    mixer->report = report;
    mixer->sounds.arena = arena;
    mixer_set_volumes(mixer, 160, 256, 256);
    return mixer;
}

static void close_music(Mixer *mixer)
{
    if (mixer->music_open)
        ov_clear(&mixer->music);
    mixer->music_open = false;
    mixer->buffer_count = mixer->buffer_at = 0;
}

void mixer_free(Mixer *mixer) { close_music(mixer); }

void mixer_set_volumes(Mixer *mixer, unsigned music, unsigned effects, unsigned speech)
{
    const unsigned volumes[] = {music, effects, speech};
    for (size_t i = 0; i < 3; i++)
        mixer->volumes[i] = volumes[i] > MIXER_UNIT ? MIXER_UNIT : volumes[i];
}

/* The file of that name in a section; speech is in the language's section. */
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

static void decode_all(Mixer *mixer, OggVorbis_File *file, Sound *sound)
{
    const vorbis_info *info = ov_info(file, -1);
    const int channels = info ? info->channels : 1;
    sound->rate = info && info->rate > 0 ? (uint32_t)info->rate : 44100;
    const size_t most = (size_t)sound->rate * MIXER_SOUND_MOST;
    size_t room = 0;
    int16_t part[2048];
    for (int section = 0; sound->count < most && channels > 0 && channels <= 8;) {
        const long bytes = ov_read(file, (char *)part, sizeof part, 0, 2, 1, &section);
        if (bytes <= 0)
            return;
        const size_t frames = (size_t)bytes / 2 / (size_t)channels;
        if (sound->count + frames > room) {
            room = (sound->count + frames) * 2;
            int16_t *bigger = arena_take_raw(mixer->arena, room, sizeof *bigger);
            if (sound->count)
                memcpy(bigger, sound->samples, sound->count * sizeof *bigger);
            sound->samples = bigger;
        }
        for (size_t i = 0; i < frames; i++)
            sound->samples[sound->count++] = part[i * (size_t)channels];
    }
}

static const Sound *sound_of(Mixer *mixer, unsigned section, uint32_t name)
{
    const uint64_t key = (uint64_t)(section + 1) << 32 | name;
    void **known = numbers_get(&mixer->sounds, key);
    if (known)
        return *known;
    Sound *sound = NULL;
    OggVorbis_File file;
    Memory memory;
    const Bytes bytes = file_of(mixer, section, name);
    if (open_memory(&file, &memory, bytes)) {
        sound = ARENA_TAKE(mixer->arena, Sound, 1);
        decode_all(mixer, &file, sound);
        ov_clear(&file);
    } else if (bytes.size) {
        const Text text = tng_string(mixer->game, name);
        report_warning(mixer->report, "sound %.*s is no Ogg Vorbis", (int)text.size, text.at);
    }
    *numbers_put(&mixer->sounds, key) = sound;
    return sound;
}

static void start_voice(Mixer *mixer, const Sound *sound, int32_t pan, bool speech)
{
    if (!sound || !sound->count)
        return;
    Voice *voice = &mixer->voices[0]; /* when all are busy, the one nearest to its end */
    for (size_t i = 0; i < MIXER_VOICES; i++) {
        Voice *other = &mixer->voices[i];
        if (speech && other->speech)
            other->sound = NULL; /* nobody speaks twice at once */
        if (!other->sound || (voice->sound && other->at > voice->at))
            voice = other;
        if (!voice->sound)
            break;
    }
    *voice = (Voice){.sound = sound,
                     .left = pan > 0 ? MIXER_UNIT * (100 - pan) / 100 : MIXER_UNIT,
                     .right = pan < 0 ? MIXER_UNIT * (100 + pan) / 100 : MIXER_UNIT,
                     .speech = speech};
}

static void start_music(Mixer *mixer, uint32_t name, bool loops)
{
    if (mixer->music_open && mixer->music_name == name && mixer->music_loops == loops)
        return;
    close_music(mixer);
    mixer->music_name = name;
    mixer->music_loops = loops;
    const Bytes bytes = file_of(mixer, SECTION_MUSIC, name);
    mixer->music_open = open_memory(&mixer->music, &mixer->music_memory, bytes);
    if (!mixer->music_open && bytes.size) {
        const Text text = tng_string(mixer->game, name);
        report_warning(mixer->report, "music %.*s is no Ogg Vorbis", (int)text.size, text.at);
    }
    mixer->fraction = 0;
}

void mixer_play(Mixer *mixer, const Effect *effect)
{
    switch (effect->kind) {
    case EFFECT_MUSIC:
    case EFFECT_MUSIC_ONCE:
        start_music(mixer, effect->name, effect->kind == EFFECT_MUSIC);
        break;
    case EFFECT_SOUND:
        start_voice(mixer, sound_of(mixer, SECTION_SOUNDS, effect->name), effect->pan, false);
        break;
    case EFFECT_SPEECH:
        start_voice(mixer, sound_of(mixer, SECTION_LANGUAGE, effect->name), 0, true);
        break;
    case EFFECT_MOVIE:
    case EFFECT_EXIT:
        break;
    }
}

/* More decoded music, from the start again at the end; false if there is none. */
static bool fill_buffer(Mixer *mixer)
{
    for (int tries = 0; tries < 4; tries++) {
        const long bytes = ov_read(&mixer->music, (char *)mixer->buffer, sizeof mixer->buffer,
                                   0, 2, 1, &mixer->music_section);
        const vorbis_info *info = ov_info(&mixer->music, -1);
        if (bytes > 0 && info && info->channels > 0) {
            mixer->music_channels = info->channels;
            mixer->music_rate = (uint32_t)info->rate;
            mixer->buffer_count = (size_t)bytes / 2 / (size_t)info->channels;
            mixer->buffer_at = 0;
            if (mixer->buffer_count)
                return true;
        }
        if (bytes == 0 && (!mixer->music_loops || ov_raw_seek(&mixer->music, 0) != 0))
            break;
    }
    close_music(mixer);
    return false;
}

static void next_music(Mixer *mixer, int32_t *left, int32_t *right)
{
    *left = *right = 0;
    if (!mixer->music_open || (mixer->buffer_at >= mixer->buffer_count && !fill_buffer(mixer)))
        return;
    const size_t channels = (size_t)mixer->music_channels;
    const int16_t *samples = mixer->buffer + mixer->buffer_at * channels;
    *left = samples[0] * (int32_t)mixer->volumes[0] / MIXER_UNIT;
    *right = samples[channels > 1] * (int32_t)mixer->volumes[0] / MIXER_UNIT;
    const uint64_t step = ((uint64_t)mixer->music_rate << 16) / mixer->rate + mixer->fraction;
    mixer->buffer_at += (size_t)(step >> 16);
    mixer->fraction = (uint32_t)(step & 0xFFFF);
}

static void add_voice(Mixer *mixer, Voice *voice, int32_t *left, int32_t *right)
{
    const size_t at = (size_t)(voice->at >> 16);
    if (at >= voice->sound->count) {
        voice->sound = NULL;
        return;
    }
    const int32_t sample =
        voice->sound->samples[at] * (int32_t)mixer->volumes[voice->speech ? 2 : 1] / MIXER_UNIT;
    *left += sample * voice->left / MIXER_UNIT;
    *right += sample * voice->right / MIXER_UNIT;
    voice->at += ((uint64_t)voice->sound->rate << 16) / mixer->rate;
}

static int16_t limited(int32_t value)
{
    return (int16_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value);
}

void mixer_render(Mixer *mixer, int16_t *out, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int32_t left, right;
        next_music(mixer, &left, &right);
        for (size_t k = 0; k < MIXER_VOICES; k++)
            if (mixer->voices[k].sound)
                add_voice(mixer, &mixer->voices[k], &left, &right);
        out[2 * i] = limited(left);
        out[2 * i + 1] = limited(right);
    }
}
