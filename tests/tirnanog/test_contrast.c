/* All texts of all screens of all examples: they are legible on what is under them, do not
 * overlap, and stay in their window. */
#include "lib/tour_kit.h"

#include "cli/system_font.h"
#include "engine/render/render_internal.h"

#include <math.h>
#include <stdlib.h>

enum { TEXTS_MAX = 2048, FAULTS_MAX = 1000 };

typedef struct Seen {
    DrawnText drawn;
    char text[64];
    bool covered;
    double contrast;
} Seen;

typedef struct Measure {
    Seen seen[TEXTS_MAX];
    size_t count, texts, frames, faults;
    const char *game, *language;
    RenderOptions options;
    uint32_t w, h;
    uint32_t *lights; /* scratch: luminance of the pixels under a text */
} Measure;

/* ---- contrast as WCAG 2 defines it ---- */

static double linear(unsigned channel)
{
    const double value = channel / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static double luminance(Pixel pixel)
{
    return 0.2126 * linear(PIXEL_R(pixel)) + 0.7152 * linear(PIXEL_G(pixel)) +
           0.0722 * linear(PIXEL_B(pixel));
}

static int by_value(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* To the pixel of median luminance in the box. */
static double contrast_of(Measure *measure, const Image *under, const DrawnText *drawn)
{
    const Rect *box = &drawn->box;
    size_t count = 0;
    for (int32_t y = box->y < 0 ? 0 : box->y; y < box->y + box->h && y < (int32_t)under->h; y++)
        for (int32_t x = box->x < 0 ? 0 : box->x; x < box->x + box->w && x < (int32_t)under->w;
             x++)
            measure->lights[count++] =
                (uint32_t)(1e6 * luminance(*image_at(under, (uint32_t)x, (uint32_t)y)));
    if (!count)
        return 21;
    qsort(measure->lights, count, sizeof *measure->lights, by_value);
    const double a = luminance(drawn->colour) + 0.05;
    const double b = measure->lights[count / 2] / 1e6 + 0.05;
    return a > b ? a / b : b / a;
}

static void on_text(void *context, const Image *under, const DrawnText *drawn)
{
    Measure *measure = context;
    if (measure->count == TEXTS_MAX)
        return;
    Seen *seen = &measure->seen[measure->count++];
    *seen = (Seen){.drawn = *drawn, .contrast = contrast_of(measure, under, drawn)};
    snprintf(seen->text, sizeof seen->text, "%.*s", (int)drawn->text.size, drawn->text.at);
}

static bool is_within(Rect inner, Rect outer, int32_t tolerance)
{
    return inner.x >= outer.x - tolerance && inner.y >= outer.y - tolerance &&
           inner.x + inner.w <= outer.x + outer.w + tolerance &&
           inner.y + inner.h <= outer.y + outer.h + tolerance;
}

static bool overlap(Rect a, Rect b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

static void on_cover(void *context, Rect area)
{
    Measure *measure = context;
    for (size_t i = 0; i < measure->count; i++)
        measure->seen[i].covered |= overlap(measure->seen[i].drawn.box, area);
}

/* ---- the checks ---- */

static void fault(Measure *measure, const TourStop *stop, const char *what, double value,
                  const Seen *seen, const Seen *other)
{
    const Rect *box = &seen->drawn.box;
    if (measure->faults++ < FAULTS_MAX)
        print_message("%s %s %u %% %ux%u, %s: %s %.2f: \"%s\" %d %d %d %d%s%s\n", measure->game,
                      measure->language, measure->options.text_percent, measure->w, measure->h,
                      stop->name, what, value, seen->text, box->x, box->y, box->w, box->h,
                      other ? " and " : "", other ? other->text : "");
}

/* Letters without the space of the line above and below them. */
static Rect ink(Rect box)
{
    return (Rect){box.x + 1, box.y + box.h / 4, box.w - 2, box.h - box.h / 2};
}

/* Numbers of counts and belt places are over each other's slots. */
static bool is_number_of_slot(const Seen *seen)
{
    return strspn(seen->text, "0123456789") == strlen(seen->text);
}

static bool is_large(const Seen *seen) { return seen->drawn.size >= 24; }

static void check_contrast(Measure *measure, const TourStop *stop, const Seen *seen)
{
    const double wanted = seen->drawn.is_inactive || is_large(seen) ? 3 : 4.5;
    if (PIXEL_A(seen->drawn.colour) == 255 && seen->contrast < wanted)
        fault(measure, stop, "contrast", seen->contrast, seen, NULL);
}

static void check_frame(Measure *measure, const TourStop *stop)
{
    const Rect whole = {0, 0, (int32_t)measure->w, (int32_t)measure->h};
    const bool scrolls = !strcmp(stop->name, "credits");
    for (size_t i = 0; i < measure->count; i++) {
        const Seen *seen = &measure->seen[i];
        if (seen->covered || (scrolls && !is_within(seen->drawn.box, whole, 0)))
            continue;
        check_contrast(measure, stop, seen);
        if (!is_within(ink(seen->drawn.box), seen->drawn.window, 0) ||
            !is_within(ink(seen->drawn.box), whole, 0))
            fault(measure, stop, "outside", 0, seen, NULL);
        for (size_t k = 0; k < i; k++)
            if (!measure->seen[k].covered && !is_number_of_slot(seen) &&
                !is_number_of_slot(&measure->seen[k]) &&
                overlap(ink(seen->drawn.box), ink(measure->seen[k].drawn.box)))
                fault(measure, stop, "overlap", 0, seen, &measure->seen[k]);
    }
    measure->texts += measure->count;
    measure->frames++;
}

static void measure_stop(void *context, Fixture *fixture, const TourStop *stop)
{
    Measure *measure = context;
    Session *session = &fixture->session;
    RenderOptions options = measure->options;
    options.hide_touch_pad = true;
    session_resize(session, measure->w, measure->h, &options);
    session_draw(session); /* pages know the languages from the frame before */
    session->drawn = false;
    measure->count = 0;
    renderer_watch_texts(session->renderer, (TextWatch){on_text, on_cover, measure});
    session_draw(session);
    renderer_watch_texts(session->renderer, (TextWatch){0});
    check_frame(measure, stop);
}

static void measure_game(Fixture *fixture, Measure *measure, Bytes game)
{
    fixture->options.skip_menu = false;
    fixture->options.font = system_font;
    fixture_begin(fixture, game);
    for (size_t i = 0; i < tng_language_count(fixture->session.game); i++)
        if (!memcmp(((const TngLanguage *)tng_language(fixture->session.game, i)->record)->code,
                    measure->language, 2))
            session_set_language(&fixture->session, i);
    /* The words of the interface, also if the game has no such language. */
    memcpy(fixture->session.world->content->code, measure->language, 2);
    letters_note_game(&fixture->app.letters, &fixture->session);
    tour(fixture, 8, measure_stop, measure);
    fixture_end(fixture);
}

static void check_game(void **state, const char *path, uint32_t colours)
{
    static const struct {
        const char *language;
        uint32_t percent, w, h, touch;
    } cases[] = {{"en", 100, 640, 360, 0}, {"de", 100, 640, 360, 0},  {"ja", 100, 640, 360, 0},
                 {"ru", 100, 640, 360, 0}, {"en", 200, 640, 360, 0},  {"de", 200, 640, 360, 0},
                 {"ru", 100, 480, 320, 0}, {"de", 100, 390, 844, 44}, {"de", 100, 844, 390, 44},
                 {"en", 200, 390, 844, 44}};
    Fixture *fixture = *state;
    Measure *measure = ARENA_ALLOC(fixture->kit->arena, Measure, 1);
    const Bytes game = path ? tour_game(fixture->kit, path) : build(fixture);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        measure->game = path ? path : "template";
        measure->language = cases[i].language;
        measure->w = cases[i].w;
        measure->h = cases[i].h;
        measure->lights = ARENA_ALLOC(fixture->kit->arena, uint32_t, measure->w * measure->h);
        measure->options = (RenderOptions){.zoom = 1,
                                           .ui_zoom = 1,
                                           .text_percent = cases[i].percent,
                                           .colours = colours,
                                           .touch = cases[i].touch,
                                           .letters = cases[i].touch ? 14 : 0,
                                           .subtitle_back = true,
                                           .reduced_motion = true};
        measure_game(fixture, measure, game);
    }
    assert_in_range(measure->frames, 140, 10000);
    assert_in_range(measure->texts, 1000, 1000000);
    if (measure->faults)
        fail_msg("%zu faults", measure->faults);
}

static void texts_of_segais_are_legible(void **state)
{
    check_game(state, "examples/segais", 0);
}
static void texts_of_skerry_are_legible(void **state)
{
    check_game(state, "examples/skerry", 0);
}
static void texts_of_iso_are_legible(void **state)
{
    check_game(state, "examples/segais-iso", 0);
}
static void texts_of_hex_are_legible(void **state)
{
    check_game(state, "examples/segais-hex", 0);
}
static void texts_of_the_default_theme_are_legible(void **state) { check_game(state, NULL, 0); }
static void texts_in_high_contrast_are_legible(void **state)
{
    check_game(state, "examples/segais", COLOURS_CONTRAST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(texts_of_segais_are_legible),
        TEST(texts_of_skerry_are_legible),
        TEST(texts_of_iso_are_legible),
        TEST(texts_of_hex_are_legible),
        TEST(texts_of_the_default_theme_are_legible),
        TEST(texts_in_high_contrast_are_legible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
