/* Chooses the frame's size for a window and its place there, and converts positions in the
 * window back to pixels of the frame. With `whole`, each pixel of the frame has the same size
 * in the window, unless the window is too small for that. */
#include "player/frame_fit.h"

static uint32_t limited(uint64_t value, uint32_t min, uint32_t max)
{
    return value < min ? min : value > max ? max : (uint32_t)value;
}

/* As large as possible, centred in the window. */
static Rect place(uint32_t w, uint32_t h, uint32_t window_w, uint32_t window_h)
{
    const bool by_width = (uint64_t)window_w * h <= (uint64_t)window_h * w;
    const uint64_t to_w = by_width ? window_w : (uint64_t)window_h * w / h;
    const uint64_t to_h = by_width ? (uint64_t)window_w * h / w : window_h;
    return (Rect){(int32_t)(window_w - to_w) / 2, (int32_t)(window_h - to_h) / 2, (int32_t)to_w,
                  (int32_t)to_h};
}

/* The smallest integer by which the window's size must be divided. */
static uint32_t divisor(uint32_t w, uint32_t h)
{
    const uint32_t by_w = (w + FIT_MAX_W - 1) / FIT_MAX_W;
    const uint32_t by_h = (h + FIT_MAX_H - 1) / FIT_MAX_H;
    return by_w > by_h ? by_w : by_h;
}

Fit fit_frame(uint32_t window_w, uint32_t window_h, bool whole)
{
    const uint32_t w = window_w ? window_w : 1, h = window_h ? window_h : 1;
    const uint32_t by = divisor(w, h);
    Fit fit = {.w = w / by, .h = h / by};
    if (whole && fit.w >= FIT_MIN_W && fit.h >= FIT_MIN_H) {
        const int32_t shown_w = (int32_t)(fit.w * by), shown_h = (int32_t)(fit.h * by);
        fit.shown =
            (Rect){((int32_t)w - shown_w) / 2, ((int32_t)h - shown_h) / 2, shown_w, shown_h};
        return fit;
    }
    uint64_t lines = whole ? FIT_MIN_H : RENDER_HEIGHT;
    if (lines * w < (uint64_t)FIT_MIN_W * h) /* a narrow window has more lines */
        lines = (uint64_t)FIT_MIN_W * h / w;
    fit.h = limited(lines, FIT_MIN_H, FIT_MAX_H);
    fit.w = limited(lines * w / h, FIT_MIN_W, FIT_MAX_W);
    fit.shown = place(fit.w, fit.h, w, h);
    return fit;
}

static int32_t within(int64_t value, uint32_t size)
{
    return value < 0 ? 0 : value >= size ? (int32_t)size - 1 : (int32_t)value;
}

Spot fit_spot(const Fit *fit, int32_t x, int32_t y)
{
    const int64_t w = fit->shown.w > 0 ? fit->shown.w : 1,
                  h = fit->shown.h > 0 ? fit->shown.h : 1;
    return (Spot){within((x - fit->shown.x) * (int64_t)fit->w / w, fit->w),
                  within((y - fit->shown.y) * (int64_t)fit->h / h, fit->h)};
}
