/* Encodes Ogg Vorbis through libvorbisenc, with the loop as comments. The serial number of the
 * stream is a constant instead of a random number, so that the same sound gives the same
 * bytes. */
#include "kit/convert/sound.h"

#include "base/lazy_library.h"
#include "base/stream.h"

#include <stdio.h>

#include <vorbis/vorbisenc.h>

#define LIBOGG(FUNCTION)                                                                       \
    FUNCTION(ogg_stream_clear)                                                                 \
    FUNCTION(ogg_stream_flush)                                                                 \
    FUNCTION(ogg_stream_init) FUNCTION(ogg_stream_packetin) FUNCTION(ogg_stream_pageout)
LAZY_FUNCTIONS(libogg, LIBOGG);

#define LIBVORBISENC(FUNCTION) FUNCTION(vorbis_encode_init_vbr)
LAZY_FUNCTIONS(libvorbisenc, LIBVORBISENC);

#define LIBVORBIS(FUNCTION)                                                                    \
    FUNCTION(vorbis_analysis)                                                                  \
    FUNCTION(vorbis_analysis_blockout)                                                         \
    FUNCTION(vorbis_analysis_buffer) FUNCTION(vorbis_analysis_headerout)                       \
        FUNCTION(vorbis_analysis_init) FUNCTION(vorbis_analysis_wrote)                         \
            FUNCTION(vorbis_bitrate_addblock) FUNCTION(vorbis_bitrate_flushpacket)             \
                FUNCTION(vorbis_block_clear) FUNCTION(vorbis_block_init)                       \
                    FUNCTION(vorbis_comment_add_tag) FUNCTION(vorbis_comment_clear)            \
                        FUNCTION(vorbis_comment_init) FUNCTION(vorbis_dsp_clear)               \
                            FUNCTION(vorbis_info_clear) FUNCTION(vorbis_info_init)
LAZY_FUNCTIONS(libvorbis, LIBVORBIS);

enum { SERIAL = 1 };
static const float QUALITY = 0.4f; /* about 128 kbit/s in stereo */

struct SoundOutput {
    vorbis_info info;
    vorbis_comment comment;
    vorbis_dsp_state state;
    vorbis_block block;
    ogg_stream_state stream;
    uint32_t channels;
    Writer writer;
};

static void output_free(void *context)
{
    SoundOutput *output = context;
    libogg.ogg_stream_clear(&output->stream);
    libvorbis.vorbis_block_clear(&output->block);
    libvorbis.vorbis_dsp_clear(&output->state);
    libvorbis.vorbis_comment_clear(&output->comment);
    libvorbis.vorbis_info_clear(&output->info);
}

static void pages_write(SoundOutput *output, int (*next)(ogg_stream_state *, ogg_page *))
{
    ogg_page page;
    while (next(&output->stream, &page)) {
        write_bytes(&output->writer, (Bytes){page.header, (size_t)page.header_len});
        write_bytes(&output->writer, (Bytes){page.body, (size_t)page.body_len});
    }
}

/* As RPG Maker and other players read them. */
static void add_loop(SoundOutput *output, SoundLoop loop)
{
    char number[24];
    if (!loop.length)
        return;
    snprintf(number, sizeof number, "%llu", (unsigned long long)loop.start);
    libvorbis.vorbis_comment_add_tag(&output->comment, "LOOPSTART", number);
    snprintf(number, sizeof number, "%llu", (unsigned long long)loop.length);
    libvorbis.vorbis_comment_add_tag(&output->comment, "LOOPLENGTH", number);
}

SoundOutput *sound_encode(uint32_t rate, uint32_t channels, SoundLoop loop, Arena *arena,
                          Report *report)
{
    SoundOutput *output = ARENA_ALLOC(arena, SoundOutput, 1);
    ogg_packet packets[3];
    if (!LAZY_LOAD(libogg, report) || !LAZY_LOAD(libvorbis, report) ||
        !LAZY_LOAD(libvorbisenc, report))
        return NULL;
    output->channels = channels;
    output->writer = writer_to(arena);
    libvorbis.vorbis_info_init(&output->info);
    if (libvorbisenc.vorbis_encode_init_vbr(&output->info, (long)channels, (long)rate,
                                            QUALITY)) {
        libvorbis.vorbis_info_clear(&output->info);
        report_error(report, "Vorbis has no encoding for %u Hz", rate);
        return NULL;
    }
    libvorbis.vorbis_comment_init(&output->comment);
    add_loop(output, loop);
    libvorbis.vorbis_analysis_init(&output->state, &output->info);
    libvorbis.vorbis_block_init(&output->state, &output->block);
    libogg.ogg_stream_init(&output->stream, SERIAL);
    arena_own(arena, output_free, output);
    libvorbis.vorbis_analysis_headerout(&output->state, &output->comment, &packets[0],
                                        &packets[1], &packets[2]);
    for (size_t i = 0; i < COUNT_OF(packets); i++)
        libogg.ogg_stream_packetin(&output->stream, &packets[i]);
    pages_write(output, libogg.ogg_stream_flush); /* the sound begins on its own page */
    return output;
}

void sound_put(SoundOutput *output, const float *samples, size_t count)
{
    ogg_packet packet;
    if (count) {
        float **buffers = libvorbis.vorbis_analysis_buffer(&output->state, (int)count);
        for (size_t i = 0; i < count; i++)
            for (uint32_t c = 0; c < output->channels; c++)
                buffers[c][i] = samples[i * output->channels + c];
    }
    libvorbis.vorbis_analysis_wrote(&output->state, (int)count);
    while (libvorbis.vorbis_analysis_blockout(&output->state, &output->block) == 1) {
        libvorbis.vorbis_analysis(&output->block, NULL);
        libvorbis.vorbis_bitrate_addblock(&output->block);
        while (libvorbis.vorbis_bitrate_flushpacket(&output->state, &packet)) {
            libogg.ogg_stream_packetin(&output->stream, &packet);
            pages_write(output, libogg.ogg_stream_pageout);
        }
    }
}

Bytes sound_bytes(const SoundOutput *output) { return writer_bytes(&output->writer); }
