/* WebP, lossy and lossless, through libwebp. Animations are rejected by name. */
#include "image/picture.h"

#include "base/lazy_library.h"

#include <webp/decode.h>

#define LIBWEBP(FUNCTION) FUNCTION(WebPDecodeRGBAInto) FUNCTION(WebPGetFeaturesInternal)
LAZY_FUNCTIONS(libwebp, LIBWEBP);

bool picture_size_webp(Bytes file, uint32_t *w, uint32_t *h, Report *report)
{
    WebPBitstreamFeatures features;
    if (!LAZY_LOAD(libwebp, report))
        return false;
    /* WebPGetFeatures() is an inline function, which calls this one. */
    if (libwebp.WebPGetFeaturesInternal(file.data, file.size, &features,
                                        WEBP_DECODER_ABI_VERSION) != VP8_STATUS_OK)
        return report_error(report, "not a WebP image, or its header is damaged");
    if (features.has_animation)
        return report_cause(report, CAUSE_UNSUPPORTED,
                            "an animated WebP is not supported; expected one image");
    *w = (uint32_t)features.width;
    *h = (uint32_t)features.height;
    return picture_size_check(*w, *h, report);
}

bool picture_read_webp(Bytes file, Image *out, Arena *arena, Report *report)
{
    uint32_t w, h;
    if (!picture_size_webp(file, &w, &h, report))
        return false;
    *out = image_new(w, h, arena);
    if (!libwebp.WebPDecodeRGBAInto(file.data, file.size, (uint8_t *)out->pixels,
                                    (size_t)w * h * sizeof(Pixel), (int)(w * sizeof(Pixel))))
        return report_error(report, "the data of the WebP image are damaged or incomplete");
    return true;
}
