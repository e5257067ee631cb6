/* Synthesis: a few voices of old sound chips, mixed and packed as Ogg Vorbis. */
#include "art.h"

#include "base/stream.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <vorbis/vorbisenc.h>

Wave wave_new(Art *art, double seconds, bool stereo)
{
    Wave wave = {.count = (size_t)(seconds * SOUND_RATE)};
    wave.left = ARENA_ALLOC(art->arena, float, wave.count);
    wave.right = stereo ? ARENA_ALLOC(art->arena, float, wave.count) : NULL;
    return wave;
}

double key_hertz(int key) { return 440.0 * pow(2.0, (key - 69) / 12.0); }

/* Rounded shapes: few overtones, so that they sound mild and pack well. */
static double voice_at(Voice voice, double phase, uint32_t *noise_state)
{
    const double turn = 6.283185307179586;
    switch (voice) {
    case VOICE_SQUARE:
        return (sin(turn * phase) + sin(turn * phase * 3) / 3 + sin(turn * phase * 5) / 6) *
               0.8;
    case VOICE_PULSE:
        return (sin(turn * phase) + sin(turn * phase * 2) * 0.6 + sin(turn * phase * 3) * 0.25 +
                sin(turn * phase * 5) * 0.12) *
               0.6;
    case VOICE_TRIANGLE:
        return sin(turn * phase) - sin(turn * phase * 3) / 9;
    case VOICE_FLUTE:
        return sin(turn * phase) + sin(turn * phase * 2) * 0.18 + sin(turn * phase * 3) * 0.06;
    case VOICE_HARP:
        return (sin(turn * phase) + sin(turn * phase * 2) * 0.4 + sin(turn * phase * 4) * 0.1) *
               0.8;
    case VOICE_NOISE:
        *noise_state = *noise_state * 1664525 + 1013904223;
        return (double)(*noise_state >> 8) / 8388608.0 - 1;
    }
    return 0;
}

static double envelope(const Note *note, double at)
{
    const double attack = note->attack > 0 ? note->attack : 0.004;
    const double end = note->seconds - at;
    double level = at < attack ? at / attack : 1;
    if (note->voice == VOICE_HARP)
        level *= exp(-at * 3.2);
    if (end < note->release)
        level *= end / note->release;
    return level;
}

void wave_add(Wave *wave, const Note *note, bool loop)
{
    const size_t from = (size_t)(note->from * SOUND_RATE);
    const size_t count = (size_t)(note->seconds * SOUND_RATE);
    const double right = (1 + note->pan) / 2, left = (1 - note->pan) / 2;
    double phase = 0, low = 0;
    uint32_t state = 12345 + (uint32_t)from;
    for (size_t i = 0; i < count; i++) {
        const double at = (double)i / SOUND_RATE, share = at / note->seconds;
        double hertz =
            note->slide > 0 ? note->hertz + (note->slide - note->hertz) * share : note->hertz;
        if (note->voice == VOICE_FLUTE && at > 0.25) /* a slow vibrato on long notes */
            hertz *= 1 + 0.004 * sin(at * 33);
        phase += hertz / SOUND_RATE;
        phase -= floor(phase);
        double value = voice_at(note->voice, phase, &state);
        if (note->voice == VOICE_NOISE) { /* `hertz` is the cut of a low pass */
            low += (value - low) * (1 - exp(-6.283 * hertz / SOUND_RATE));
            value = low * 1.6;
        }
        value *= envelope(note, at) * note->loud;
        size_t place = from + i;
        if (place >= wave->count) {
            if (!loop)
                return;
            place %= wave->count;
        }
        wave->left[place] += (float)(wave->right ? value * left * 1.4 : value);
        if (wave->right)
            wave->right[place] += (float)(value * right * 1.4);
    }
}

/* ---- Ogg Vorbis ---- */

static void pages(ogg_stream_state *stream, Writer *out, bool flush)
{
    ogg_page page;
    while (flush ? ogg_stream_flush(stream, &page) : ogg_stream_pageout(stream, &page)) {
        write_bytes(out, (Bytes){page.header, (size_t)page.header_len});
        write_bytes(out, (Bytes){page.body, (size_t)page.body_len});
    }
}

static void blocks(vorbis_dsp_state *state, vorbis_block *block, ogg_stream_state *stream,
                   Writer *out)
{
    ogg_packet packet;
    while (vorbis_analysis_blockout(state, block) == 1) {
        vorbis_analysis(block, NULL);
        vorbis_bitrate_addblock(block);
        while (vorbis_bitrate_flushpacket(state, &packet)) {
            ogg_stream_packetin(stream, &packet);
            pages(stream, out, false);
        }
    }
}

void art_ogg(Art *art, const char *path, const Wave *wave, float quality)
{
    enum { STEP = 1024 };
    vorbis_info info;
    vorbis_comment comment;
    vorbis_dsp_state state;
    vorbis_block block;
    ogg_stream_state stream;
    ogg_packet packets[3];
    Writer out = writer_to(art->arena);
    const int channels = wave->right ? 2 : 1;
    vorbis_info_init(&info);
    if (vorbis_encode_init_vbr(&info, channels, SOUND_RATE, quality)) {
        fprintf(stderr, "%s: the Vorbis encoder refuses its settings\n", path);
        exit(1);
    }
    vorbis_comment_init(&comment);
    vorbis_analysis_init(&state, &info);
    vorbis_block_init(&state, &block);
    ogg_stream_init(
        &stream, (int)(hash_of(3001, (int)strlen(path), path[strlen(path) - 5]) & 0x7FFFFFFF));
    vorbis_analysis_headerout(&state, &comment, &packets[0], &packets[1], &packets[2]);
    for (int i = 0; i < 3; i++)
        ogg_stream_packetin(&stream, &packets[i]);
    pages(&stream, &out, true);
    for (size_t at = 0; at < wave->count; at += STEP) {
        const size_t count = wave->count - at < STEP ? wave->count - at : STEP;
        float **buffer = vorbis_analysis_buffer(&state, (int)count);
        for (size_t i = 0; i < count; i++) {
            buffer[0][i] = (float)tanh((double)wave->left[at + i]);
            if (wave->right)
                buffer[1][i] = (float)tanh((double)wave->right[at + i]);
        }
        vorbis_analysis_wrote(&state, (int)count);
        blocks(&state, &block, &stream, &out);
    }
    vorbis_analysis_wrote(&state, 0);
    blocks(&state, &block, &stream, &out);
    pages(&stream, &out, true);
    ogg_stream_clear(&stream);
    vorbis_block_clear(&block);
    vorbis_dsp_clear(&state);
    vorbis_comment_clear(&comment);
    vorbis_info_clear(&info);
    art_file(art, path, writer_bytes(&out));
}
