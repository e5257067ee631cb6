/* WebP, lossy and lossless, through libwebp, and animations through libwebpdemux. */
#include "base/image/picture.h"
#include "base/image/picture_frames_internal.h"

#include "base/lazy_library.h"

#include <webp/decode.h>
#include <webp/demux.h>

#define LIBWEBP(FUNCTION) FUNCTION(WebPDecodeRGBAInto) FUNCTION(WebPGetFeaturesInternal)
#define LIBWEBPDEMUX(FUNCTION)                                                                 \
    FUNCTION(WebPAnimDecoderDelete)                                                            \
    FUNCTION(WebPAnimDecoderGetInfo)                                                           \
    FUNCTION(WebPAnimDecoderGetNext)                                                           \
    FUNCTION(WebPAnimDecoderNewInternal) FUNCTION(WebPAnimDecoderOptionsInitInternal)
LAZY_FUNCTIONS(libwebp, LIBWEBP);
LAZY_FUNCTIONS(libwebpdemux, LIBWEBPDEMUX);

/* WebPGetFeatures() is an inline function, which calls this one. */
static bool features_of(Bytes file, WebPBitstreamFeatures *out, Report *report)
{
    return LAZY_LOAD(libwebp, report) &&
           (libwebp.WebPGetFeaturesInternal(file.data, file.size, out,
                                            WEBP_DECODER_ABI_VERSION) == VP8_STATUS_OK ||
            report_error(report, "not a WebP image, or its header is damaged"));
}

bool picture_size_webp(Bytes file, uint32_t *w, uint32_t *h, Report *report)
{
    WebPBitstreamFeatures features;
    if (!features_of(file, &features, report))
        return false;
    *w = (uint32_t)features.width;
    *h = (uint32_t)features.height;
    return picture_size_check(*w, *h, report);
}

/* ---- animations ---- */

bool webp_is_animated(Bytes file)
{
    Report silent = report_to(NULL, NULL);
    WebPBitstreamFeatures features;
    return features_of(file, &features, &silent) && features.has_animation;
}

/* The caller has checked the size; NULL: reported. */
static WebPAnimDecoder *decoder_new(Bytes file, WebPAnimInfo *info, Report *report)
{
    WebPAnimDecoderOptions options;
    const WebPData data = {file.data, file.size};
    WebPAnimDecoder *decoder = NULL;
    if (!LAZY_LOAD(libwebpdemux, report))
        return NULL;
    if (libwebpdemux.WebPAnimDecoderOptionsInitInternal(&options, WEBP_DEMUX_ABI_VERSION))
        decoder =
            libwebpdemux.WebPAnimDecoderNewInternal(&data, &options, WEBP_DEMUX_ABI_VERSION);
    if (!decoder)
        report_error(report, "the data of the WebP animation are damaged or incomplete");
    else
        libwebpdemux.WebPAnimDecoderGetInfo(decoder, info);
    return decoder;
}

/* Into images of the canvas's size. */
static bool decode(WebPAnimDecoder *decoder, const Image *images, uint32_t *durations,
                   size_t count, Report *report)
{
    int before = 0;
    for (size_t i = 0; i < count; i++) {
        uint8_t *canvas;
        int end = 0;
        if (!libwebpdemux.WebPAnimDecoderGetNext(decoder, &canvas, &end))
            return report_error(report, "frame %zu of the WebP animation is damaged or missing",
                                i + 1);
        memcpy(images[i].pixels, canvas, (size_t)images[i].w * images[i].h * sizeof(Pixel));
        durations[i] = end > before ? (uint32_t)(end - before) : 0;
        before = end;
    }
    return true;
}

static bool first_frame(Bytes file, const Image *out, Report *report)
{
    WebPAnimInfo info;
    uint32_t duration;
    WebPAnimDecoder *decoder = decoder_new(file, &info, report);
    const bool ok = decoder && decode(decoder, out, &duration, 1, report);
    if (ok && info.frame_count > 1)
        report_warning(report, "the WebP is animated; only its first image is read (oisin "
                               "convert makes a sprite of all)");
    if (decoder)
        libwebpdemux.WebPAnimDecoderDelete(decoder);
    return ok;
}

/* The number of frames is asked for before memory of the arena is allocated. */
bool webp_frames_read(Bytes file, PictureFrames *out, Arena *arena, Report *report)
{
    WebPAnimInfo info;
    if (!picture_size_webp(file, &out->w, &out->h, report))
        return false;
    WebPAnimDecoder *decoder = decoder_new(file, &info, report);
    if (!decoder)
        return false;
    libwebpdemux.WebPAnimDecoderDelete(decoder);
    out->count = info.frame_count;
    out->times = info.loop_count;
    if (!picture_frames_new(out, arena, report))
        return false;
    decoder = decoder_new(file, &info, report);
    const bool ok = decoder && decode(decoder, out->images, out->durations, out->count, report);
    if (decoder)
        libwebpdemux.WebPAnimDecoderDelete(decoder);
    return ok;
}

bool picture_read_webp(Bytes file, Image *out, Arena *arena, Report *report)
{
    uint32_t w, h;
    if (!picture_size_webp(file, &w, &h, report))
        return false;
    *out = image_new(w, h, arena);
    if (webp_is_animated(file))
        return first_frame(file, out, report);
    if (!libwebp.WebPDecodeRGBAInto(file.data, file.size, (uint8_t *)out->pixels,
                                    (size_t)w * h * sizeof(Pixel), (int)(w * sizeof(Pixel))))
        return report_error(report, "the data of the WebP image are damaged or incomplete");
    return true;
}
