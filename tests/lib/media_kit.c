#include "media_kit.h"

static void media_pages(ogg_stream_state *stream, Writer *out, bool flush)
{
    ogg_page page;
    while (flush ? ogg_stream_flush(stream, &page) : ogg_stream_pageout(stream, &page)) {
        write_bytes(out, (Bytes){page.header, (size_t)page.header_len});
        write_bytes(out, (Bytes){page.body, (size_t)page.body_len});
    }
}

uint8_t media_luma(uint32_t frame) { return (uint8_t)(16 + frame * 37 % 220); }

Bytes media_movie(Kit *kit, MediaMovie wanted)
{
    th_info info;
    th_comment comment;
    ogg_stream_state stream;
    ogg_packet packet;
    Writer out = writer_to(kit->arena);
    th_info_init(&info);
    info.frame_width = (wanted.w + 15) & ~15u;
    info.frame_height = (wanted.h + 15) & ~15u;
    info.pic_width = wanted.w;
    info.pic_height = wanted.h;
    info.fps_numerator = wanted.rate;
    info.fps_denominator = 1;
    info.pixel_fmt = wanted.pixels;
    info.quality = 48;
    info.keyframe_granule_shift = 6;
    th_enc_ctx *encoder = th_encode_alloc(&info);
    assert_non_null(encoder);
    ogg_uint32_t every = wanted.key_every ? wanted.key_every : 64;
    th_encode_ctl(encoder, TH_ENCCTL_SET_KEYFRAME_FREQUENCY_FORCE, &every, sizeof every);
    ogg_stream_init(&stream, 1001);
    th_comment_init(&comment);
    while (th_encode_flushheader(encoder, &comment, &packet) > 0) {
        ogg_stream_packetin(&stream, &packet);
        media_pages(&stream, &out, true);
    }
    th_comment_clear(&comment);
    const uint32_t w = info.frame_width, h = info.frame_height;
    const uint32_t cw = wanted.pixels == TH_PF_444 ? w : w / 2;
    const uint32_t ch = wanted.pixels == TH_PF_420 ? h / 2 : h;
    uint8_t *luma = ARENA_ALLOC(kit->arena, uint8_t, (size_t)w * h);
    uint8_t *chroma = ARENA_ALLOC(kit->arena, uint8_t, (size_t)w * h);
    memset(chroma, 128, (size_t)w * h);
    for (uint32_t i = cw * (ch * 3 / 4); i < cw * ch; i++)
        chroma[i] = (uint8_t)(64 + i * 5 % 128);
    th_ycbcr_buffer planes = {{(int)w, (int)h, (int)w, luma},
                              {(int)cw, (int)ch, (int)cw, chroma},
                              {(int)cw, (int)ch, (int)cw, chroma}};
    for (uint32_t i = 0; i < w * h; i++)
        luma[i] = (uint8_t)(i * 2654435761u >> 24);
    for (uint32_t i = 0; i < wanted.frames; i++) {
        memset(luma, media_luma(i), (size_t)w * (h * 3 / 4));
        assert_int_equal(th_encode_ycbcr_in(encoder, planes), 0);
        while (th_encode_packetout(encoder, i + 1 == wanted.frames, &packet) > 0) {
            ogg_stream_packetin(&stream, &packet);
            media_pages(&stream, &out, true); /* each frame on its own page */
        }
    }
    ogg_stream_clear(&stream);
    th_encode_free(encoder);
    th_info_clear(&info);
    return writer_bytes(&out);
}

Bytes media_sound(Kit *kit, MediaSound wanted)
{
    vorbis_info info;
    vorbis_comment comment;
    vorbis_dsp_state state;
    vorbis_block block;
    ogg_stream_state stream;
    ogg_packet packets[3];
    Writer out = writer_to(kit->arena);
    vorbis_info_init(&info);
    assert_int_equal(
        vorbis_encode_init_vbr(&info, (long)wanted.channels, (long)wanted.rate, 0.6f), 0);
    vorbis_comment_init(&comment);
    vorbis_analysis_init(&state, &info);
    vorbis_block_init(&state, &block);
    ogg_stream_init(&stream, 2002);
    vorbis_analysis_headerout(&state, &comment, &packets[0], &packets[1], &packets[2]);
    for (int i = 0; i < 3; i++) {
        ogg_stream_packetin(&stream, &packets[i]);
        if (i != 1)
            media_pages(&stream, &out, true);
    }
    for (uint32_t at = 0, count = 1; count; at += count) { /* nothing at last: the end */
        count = wanted.frames - at < 1024 ? wanted.frames - at : 1024;
        float **buffer = count ? vorbis_analysis_buffer(&state, (int)count) : NULL;
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t c = 0; c < wanted.channels; c++)
                buffer[c][i] = (float)(wanted.amplitude * sin(6.283185307179586 * wanted.hertz *
                                                              (at + i) / wanted.rate));
        vorbis_analysis_wrote(&state, (int)count);
        while (vorbis_analysis_blockout(&state, &block) == 1) {
            ogg_packet packet;
            vorbis_analysis(&block, NULL);
            vorbis_bitrate_addblock(&block);
            while (vorbis_bitrate_flushpacket(&state, &packet)) {
                ogg_stream_packetin(&stream, &packet);
                media_pages(&stream, &out, false);
            }
        }
    }
    media_pages(&stream, &out, true);
    ogg_stream_clear(&stream);
    vorbis_block_clear(&block);
    vorbis_dsp_clear(&state);
    vorbis_comment_clear(&comment);
    vorbis_info_clear(&info);
    return writer_bytes(&out);
}

size_t media_page_size(Bytes bytes)
{
    size_t size = 27 + (size_t)bytes.data[26];
    for (size_t i = 0; i < bytes.data[26]; i++)
        size += bytes.data[27 + i];
    return size;
}

Bytes media_together(Kit *kit, Bytes movie, Bytes sound)
{
    Writer out = writer_to(kit->arena);
    Bytes rest[2] = {movie, sound};
    for (size_t i = 0; rest[0].size || rest[1].size; i = 1 - i) {
        if (!rest[i].size)
            continue;
        const size_t size = media_page_size(rest[i]);
        write_bytes(&out, bytes_slice(rest[i], 0, size));
        rest[i] = bytes_slice(rest[i], size, rest[i].size - size);
    }
    return writer_bytes(&out);
}

Bytes media_file(Kit *kit, const char *path)
{
    FILE *file = fopen(path, "rb");
    Writer out = writer_to(kit->arena);
    if (!file)
        fail_msg("%s cannot be read", path);
    for (int c; (c = fgetc(file)) != EOF;)
        write_u8(&out, (uint8_t)c);
    fclose(file);
    return writer_bytes(&out);
}

void media_seal(uint8_t *page, size_t size)
{
    ogg_page sealed = {page, (long)(27 + page[26]), page + 27 + page[26],
                       (long)(size - 27 - page[26])};
    ogg_page_checksum_set(&sealed);
}
