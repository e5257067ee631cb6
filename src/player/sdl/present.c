/* Creates the texture for a frame's size and uploads changed rectangles. A new texture has
 * undefined contents, so the first frame is uploaded completely (`empty`). */
#include "player/sdl/present.h"

#include "player/frame_changes.h"

bool presenter_fit(Presenter *presenter, Fit fit, int32_t smooth)
{
    const bool same = presenter->texture && presenter->fit.w == fit.w &&
                      presenter->fit.h == fit.h && presenter->smooth == smooth;
    presenter->fit = fit;
    if (same)
        return true;
    presenter_close(presenter);
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, smooth == 2 ? "linear" : "nearest");
    presenter->texture = SDL_CreateTexture(presenter->screen, SDL_PIXELFORMAT_RGBA32,
                                           SDL_TEXTUREACCESS_STREAMING, (int)fit.w, (int)fit.h);
    presenter->smooth = smooth;
    presenter->empty = true;
    return presenter->texture;
}

static void upload(const Presenter *presenter, const Image *frame, const Rect *area)
{
    const SDL_Rect at = {area->x, area->y, area->w, area->h};
    SDL_UpdateTexture(presenter->texture, &at,
                      image_at(frame, (uint32_t)area->x, (uint32_t)area->y),
                      (int)(frame->stride * sizeof *frame->pixels));
}

void presenter_show(Presenter *presenter, const Image *before, const Image *frame)
{
    Rect areas[FRAME_AREAS_MAX] = {{0, 0, (int32_t)frame->w, (int32_t)frame->h}};
    size_t count = 1;
    if (before && !presenter->empty)
        count = frame_changes(before, frame, areas);
    if (!count)
        return;
    for (size_t i = 0; i < count; i++)
        upload(presenter, frame, &areas[i]);
    presenter->empty = false;
    const Rect shown = presenter->fit.shown;
    const SDL_Rect at = {shown.x, shown.y, shown.w, shown.h};
    int w, h;
    SDL_GetRendererOutputSize(presenter->screen, &w, &h);
    if (shown.w != w || shown.h != h) { /* it has borders */
        SDL_SetRenderDrawColor(presenter->screen, 0, 0, 0, 255);
        SDL_RenderClear(presenter->screen);
    }
    SDL_RenderCopy(presenter->screen, presenter->texture, NULL, &at);
    SDL_RenderPresent(presenter->screen);
}

void presenter_close(Presenter *presenter)
{
    if (presenter->texture)
        SDL_DestroyTexture(presenter->texture);
    presenter->texture = NULL;
}
