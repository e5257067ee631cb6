/* Movies, slides and subtitles of a cutscene. */
#include "engine/render/render_internal.h"

/* The opacity at a time, 0 to 255. Fades are points in time; values before the start are
 * interpreted as durations. */
static uint32_t seen_at(const Renderer *renderer, uint32_t now, uint32_t from, uint32_t in,
                        uint32_t out, uint32_t to)
{
    if (now < from || now >= to)
        return 0;
    if (renderer->options.reduced_motion)
        return 255;
    const uint32_t in_end = in >= from ? in : from + in;
    const uint32_t out_start = out > from && out <= to ? out : out < to - from ? to - out : to;
    if (now < in_end)
        return (now - from) * 255 / (in_end - from);
    if (now > out_start && to > out_start)
        return (to - now) * 255 / (to - out_start);
    return 255;
}

static void draw_slide(Renderer *renderer, const Slide *slide, uint32_t alpha, uint32_t age,
                       const Image *target)
{
    const Rect whole = {0, 0, (int32_t)target->w, (int32_t)target->h};
    const SpriteFrame *picture = picture_of(&renderer->pictures, slide->image, age);
    if (!picture) {
        fill(target, whole,
             (slide->colour & 0xFFFFFF) | (PIXEL_A(slide->colour) * alpha / 255) << 24);
        return;
    }
    if (picture->w <= 0 || picture->h <= 0)
        return;
    const Scale scale = scale_to_cover(picture->w, picture->h, whole.w, whole.h);
    picture_draw_scaled(target, (whole.w - scaled(picture->w, scale)) / 2,
                        (whole.h - scaled(picture->h, scale)) / 2, picture, scale, alpha);
}

static void draw_subtitle(Renderer *renderer, const Subtitle *subtitle, uint32_t alpha,
                          const Image *target)
{
    const Pixel colour =
        PIXEL_A(subtitle->colour) ? subtitle->colour : PIXEL(255, 255, 255, 255);
    const TextStyle wanted = theme_style(
        renderer, subtitle->font, (colour & 0xFFFFFF) | (PIXEL_A(colour) * alpha / 255) << 24);
    const int32_t w = (int32_t)target->w, h = (int32_t)target->h;
    const int32_t x = w * subtitle->x / 100;
    const Text text = content_text(renderer->content, subtitle->text);
    const int32_t margin = 12;
    const int32_t left = subtitle->align == ALIGN_LEFT ? x : margin;
    const int32_t half = x < w - x ? x : w - x;
    const Rect space = subtitle->align == ALIGN_CENTRE
                           ? (Rect){x - half + margin, 0, 2 * (half - margin), h}
                       : subtitle->align == ALIGN_RIGHT ? (Rect){left, 0, x - left, h}
                                                        : (Rect){left, 0, w - margin - x, h};
    const TextStyle style =
        theme_fit_paragraph(renderer, &wanted, text, (Spot){space.w, space.h - 2 * margin});
    const int32_t text_h =
        theme_paragraph(renderer, NULL, space.x, 0, space.w, &style, text, ALIGN_LEFT);
    /* Large letters may need more lines than there is space below. */
    const int32_t lowest = renderer->options.text_percent > 100 ? h - text_h - 4 : h;
    const int32_t at = h * subtitle->y / 100, y = at < lowest ? at : lowest > 4 ? lowest : 4;
    theme_note_overflow(renderer, text, true, y + text_h, h);
    if (renderer->options.subtitle_back)
        fill(target, (Rect){space.x - 4, y - 3, space.w + 8, text_h + 6},
             PIXEL(0, 0, 0, alpha * 150 / 255));
    theme_paragraph(renderer, target, space.x, y, space.w, &style, text,
                    (Align)(subtitle->align <= ALIGN_RIGHT ? subtitle->align : ALIGN_LEFT));
}

/* The first movie once, then the other repeatedly; if there is no other, the last frame
 * remains. False if there is none. */
static bool draw_movie(Renderer *renderer, const TngCutscene *cutscene, uint32_t now,
                       const Image *target)
{
    Movies *movies = renderer->movies;
    const uint32_t length = movie_length(movies, cutscene->movie);
    const bool first = cutscene->movie && (now < length || !cutscene->loop_movie);
    const Image *frame = first ? movie_frame(movies, cutscene->movie, now, false)
                               : movie_frame(movies, cutscene->loop_movie, now - length, true);
    if (frame)
        movie_draw(target, frame, true, renderer->scratch);
    return frame;
}

static void draw_pictures(Renderer *renderer, const TngCutscene *cutscene, uint32_t age,
                          uint32_t now, const Image *target)
{
    const bool film = cutscene->movie || cutscene->loop_movie;
    if (!draw_movie(renderer, cutscene, now, target) &&
        (film || (cutscene->slide_count && !cutscene->script_size))) /* covers the map */
        fill(target, (Rect){0, 0, (int32_t)target->w, (int32_t)target->h}, PIXEL(0, 0, 0, 255));
    for (size_t i = 0; i < cutscene->slide_count; i++) {
        const Slide *slide = &cutscene->slides[i];
        const uint32_t alpha =
            seen_at(renderer, now, slide->from, slide->fade_in, slide->fade_out, slide->to);
        if (alpha)
            draw_slide(renderer, slide, alpha, age, target);
    }
}

void cutscene_draw(Renderer *renderer, World *world, const ScreenState *screen,
                   const Image *target)
{
    const TngCutscene *cutscene =
        content_record(renderer->content, SECTION_CUTSCENES, screen->record);
    if (!cutscene)
        return;
    const uint32_t age = world->tick - screen->since;
    const uint32_t now = (uint32_t)((uint64_t)age * 100 / renderer->content->rate);
    if (!renderer->options.interface_only)
        draw_pictures(renderer, cutscene, age, now, target);
    for (size_t i = 0; i < cutscene->subtitle_count; i++) {
        const Subtitle *subtitle = &cutscene->subtitles[i];
        const uint32_t alpha = seen_at(renderer, now, subtitle->from, subtitle->fade_in,
                                       subtitle->fade_out, subtitle->to);
        const TextPart before =
            describe_notice(renderer, (uint64_t)screen->since << 32 | (uint32_t)i);
        if (alpha)
            draw_subtitle(renderer, subtitle, alpha, target);
        describe_as(renderer, before);
    }
}
