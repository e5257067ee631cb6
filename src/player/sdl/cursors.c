/* Converts images of the interface to SDL's cursors and the icon. Cursors are made on first
 * use, at the zoom of the interface, and made again if the zoom changes. */
#include "player/sdl/cursors.h"

#include "engine/render/theme.h"

/* An image of the interface with straight alpha, at a zoom; NULL if the game has none. */
static SDL_Surface *surface_of(const Session *session, Element element, uint32_t zoom,
                               Arena *scratch)
{
    const SpriteFrame *picture = element_picture(session->renderer, element);
    if (!picture || !picture->image.pixels)
        return NULL;
    const Image image =
        image_new((uint32_t)picture->w * zoom, (uint32_t)picture->h * zoom, scratch);
    blit_scaled(&image,
                (Rect){picture->left * (int32_t)zoom, picture->top * (int32_t)zoom,
                       (int32_t)(picture->image.w * zoom), (int32_t)(picture->image.h * zoom)},
                &picture->image, 255);
    image_unpremultiply(&image);
    return SDL_CreateRGBSurfaceWithFormatFrom(image.pixels, (int)image.w, (int)image.h, 32,
                                              (int)image.stride * 4, SDL_PIXELFORMAT_RGBA32);
}

static SDL_Cursor *make(const Session *session, CursorKind which, uint32_t zoom)
{
    Arena *scratch = arena_new();
    SDL_Surface *surface =
        surface_of(session, (Element)(ELEMENT_CURSOR + which), zoom, scratch);
    SDL_Cursor *cursor = surface ? SDL_CreateColorCursor(surface, 0, 0) : NULL;
    SDL_FreeSurface(surface);
    arena_free(scratch);
    return cursor;
}

void window_icon_set(SDL_Window *window, const Session *session)
{
    Arena *scratch = arena_new();
    SDL_Surface *surface = surface_of(session, ELEMENT_APP_ICON, 1, scratch);
    if (surface)
        SDL_SetWindowIcon(window, surface); /* which copies it */
    SDL_FreeSurface(surface);
    arena_free(scratch);
}

void cursors_set(Cursors *cursors, const Session *session, CursorKind which)
{
    if (cursors->zoom != session->render.ui_zoom)
        cursors_clear(cursors);
    cursors->zoom = session->render.ui_zoom;
    if (cursors->shown == (int32_t)which + 1)
        return;
    if (!cursors->made[which])
        cursors->cursors[which] = make(session, which, cursors->zoom);
    cursors->made[which] = true;
    SDL_SetCursor(cursors->cursors[which] ? cursors->cursors[which] : SDL_GetDefaultCursor());
    cursors->shown = (int32_t)which + 1;
}

void cursors_clear(Cursors *cursors)
{
    SDL_SetCursor(SDL_GetDefaultCursor());
    for (size_t i = 0; i < CURSORS; i++)
        if (cursors->cursors[i])
            SDL_FreeCursor(cursors->cursors[i]);
    *cursors = (Cursors){0};
}
