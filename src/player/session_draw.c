/* The images of a session: two alternate, so that one can be shown while the next one is drawn.
 */
#include "player/session.h"

/* Two images alternate: the one returned stays valid while the next one is drawn. */
const Image *session_draw(Session *session)
{
    if (!session->drawn) {
        if (!session->waiting && !session->failed) {
            session->current ^= 1;
            render_frame(session->renderer, local_context(session->world),
                         &session->images[session->current]);
        }
        session->numbers[session->current] = ++session->drawings;
        session->drawn = true;
    }
    return &session->images[session->current];
}

/* NULL if the image with this number was overwritten. */
const Image *session_drawing(const Session *session, uint32_t number)
{
    for (uint32_t i = 0; i < 2; i++)
        if (number && session->numbers[i] == number)
            return &session->images[i];
    return NULL;
}

/* The frame without the interface, for thumbnails of saves. Overwrites the current image. */
const Image *session_scene(Session *session)
{
    RenderOptions options = session->render;
    options.scene_only = true;
    renderer_set(session->renderer, &options);
    const Image *frame = &session->images[session->current];
    session->numbers[session->current] = 0; /* it no longer shows the whole frame */
    render_frame(session->renderer, local_context(session->world), frame);
    renderer_set(session->renderer, &session->render);
    session->drawn = false;
    return frame;
}

/* The next drawing passes its scene to `taker`: a save needs no second drawing then. */
void session_take_scene(Session *session, SceneCapture taker)
{
    renderer_scene(session->renderer, taker);
    session->drawn = false;
}

/* A save that waits for its scene must get it before the world changes. */
void session_scene_now(Session *session)
{
    if (renderer_capture_pending(session->renderer))
        session_scene(session);
}
