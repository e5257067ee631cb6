/* A movie of the lake with moving water, in Ogg Theora. */
#include "art.h"

#include "base/stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <theora/theoraenc.h>

enum { W = 640, H = 360, CODED_H = 368, RATE = 12, FRAMES = 36 };

static uint8_t limited(int value)
{
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

/* ITU-R BT.601, in the range of 16 to 235. */
static void planes(const Image *image, uint8_t *luma, uint8_t *blue, uint8_t *red)
{
    for (int y = 0; y < CODED_H; y++)
        for (int x = 0; x < W; x++) {
            const Pixel p = get(image, x, y < H ? y : H - 1);
            luma[y * W + x] = limited(
                (66 * (int)PIXEL_R(p) + 129 * (int)PIXEL_G(p) + 25 * (int)PIXEL_B(p) + 4224) >>
                8);
        }
    for (int y = 0; y < CODED_H / 2; y++)
        for (int x = 0; x < W / 2; x++) {
            int r = 0, g = 0, b = 0;
            for (int i = 0; i < 4; i++) {
                const int at = y * 2 + i / 2;
                const Pixel p = get(image, x * 2 + i % 2, at < H ? at : H - 1);
                r += (int)PIXEL_R(p), g += (int)PIXEL_G(p), b += (int)PIXEL_B(p);
            }
            blue[y * W / 2 + x] = limited((-38 * r - 74 * g + 112 * b + 512 + 131072) >> 10);
            red[y * W / 2 + x] = limited((112 * r - 94 * g - 18 * b + 512 + 131072) >> 10);
        }
}

static void page_out(ogg_stream_state *stream, Writer *out, bool flush)
{
    ogg_page page;
    while (flush ? ogg_stream_flush(stream, &page) : ogg_stream_pageout(stream, &page)) {
        write_bytes(out, (Bytes){page.header, (size_t)page.header_len});
        write_bytes(out, (Bytes){page.body, (size_t)page.body_len});
    }
}

static void headers(th_enc_ctx *encoder, ogg_stream_state *stream, Writer *out)
{
    th_comment comment;
    ogg_packet packet;
    th_comment_init(&comment);
    for (int n = 0; th_encode_flushheader(encoder, &comment, &packet) > 0; n++) {
        ogg_stream_packetin(stream, &packet);
        if (n == 0)
            page_out(stream, out, true); /* the first header has its own page */
    }
    page_out(stream, out, true);
    th_comment_clear(&comment);
}

void movie_files(Art *art)
{
    th_info info;
    ogg_stream_state stream;
    ogg_packet packet;
    Writer out = writer_to(art->arena);
    th_info_init(&info);
    info.frame_width = W;
    info.frame_height = CODED_H;
    info.pic_width = W;
    info.pic_height = H;
    info.pic_y = 0; /* the encoder counts from the top, the stream from below */
    info.fps_numerator = RATE;
    info.fps_denominator = 1;
    info.aspect_numerator = info.aspect_denominator = 1;
    info.pixel_fmt = TH_PF_420;
    info.quality = 44;
    info.keyframe_granule_shift = 6;
    th_enc_ctx *encoder = th_encode_alloc(&info);
    if (!encoder) {
        fprintf(stderr, "the Theora encoder refuses its settings\n");
        exit(1);
    }
    ogg_stream_init(&stream, 0x5E6A15);
    headers(encoder, &stream, &out);
    uint8_t *luma = ARENA_ALLOC(art->arena, uint8_t, W * CODED_H);
    uint8_t *blue = ARENA_ALLOC(art->arena, uint8_t, W * CODED_H / 4),
            *red = ARENA_ALLOC(art->arena, uint8_t, W * CODED_H / 4);
    th_ycbcr_buffer buffer = {{W, CODED_H, W, luma},
                              {W / 2, CODED_H / 2, W / 2, blue},
                              {W / 2, CODED_H / 2, W / 2, red}};
    const Image image = image_new(W, H, art->arena);
    for (int frame = 0; frame < FRAMES; frame++) {
        scenery_lake(&image, frame * 256 / FRAMES, false);
        planes(&image, luma, blue, red);
        th_encode_ycbcr_in(encoder, buffer);
        while (th_encode_packetout(encoder, frame == FRAMES - 1, &packet) > 0) {
            ogg_stream_packetin(&stream, &packet);
            page_out(&stream, &out, false);
        }
    }
    page_out(&stream, &out, true);
    ogg_stream_clear(&stream);
    th_encode_free(encoder);
    th_info_clear(&info);
    art_file(art, "movies/lake.ogv", writer_bytes(&out));
}
