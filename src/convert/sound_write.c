#include "convert/sound.h"

#include "base/stream.h"

#include <vorbis/vorbisenc.h>

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
    ogg_stream_clear(&output->stream);
    vorbis_block_clear(&output->block);
    vorbis_dsp_clear(&output->state);
    vorbis_comment_clear(&output->comment);
    vorbis_info_clear(&output->info);
}

static void pages_write(SoundOutput *output, int (*next)(ogg_stream_state *, ogg_page *))
{
    ogg_page page;
    while (next(&output->stream, &page)) {
        write_bytes(&output->writer, (Bytes){page.header, (size_t)page.header_len});
        write_bytes(&output->writer, (Bytes){page.body, (size_t)page.body_len});
    }
}

SoundOutput *sound_encode(uint32_t rate, uint32_t channels, Arena *arena, Report *report)
{
    SoundOutput *output = ARENA_ALLOC(arena, SoundOutput, 1);
    ogg_packet packets[3];
    output->channels = channels;
    output->writer = writer_to(arena);
    vorbis_info_init(&output->info);
    if (vorbis_encode_init_vbr(&output->info, (long)channels, (long)rate, QUALITY)) {
        vorbis_info_clear(&output->info);
        report_error(report, "Vorbis has no encoding for %u Hz", rate);
        return NULL;
    }
    vorbis_comment_init(&output->comment);
    vorbis_analysis_init(&output->state, &output->info);
    vorbis_block_init(&output->state, &output->block);
    ogg_stream_init(&output->stream, SERIAL);
    arena_own(arena, output_free, output);
    vorbis_analysis_headerout(&output->state, &output->comment, &packets[0], &packets[1],
                              &packets[2]);
    for (size_t i = 0; i < COUNT_OF(packets); i++)
        ogg_stream_packetin(&output->stream, &packets[i]);
    pages_write(output, ogg_stream_flush); /* the sound begins on its own page */
    return output;
}

void sound_put(SoundOutput *output, const float *samples, size_t count)
{
    ogg_packet packet;
    if (count) {
        float **buffers = vorbis_analysis_buffer(&output->state, (int)count);
        for (size_t i = 0; i < count; i++)
            for (uint32_t c = 0; c < output->channels; c++)
                buffers[c][i] = samples[i * output->channels + c];
    }
    vorbis_analysis_wrote(&output->state, (int)count);
    while (vorbis_analysis_blockout(&output->state, &output->block) == 1) {
        vorbis_analysis(&output->block, NULL);
        vorbis_bitrate_addblock(&output->block);
        while (vorbis_bitrate_flushpacket(&output->state, &packet)) {
            ogg_stream_packetin(&output->stream, &packet);
            pages_write(output, ogg_stream_pageout);
        }
    }
}

Bytes sound_bytes(const SoundOutput *output) { return writer_bytes(&output->writer); }
