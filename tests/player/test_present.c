/* Frames in a window: only what changed is uploaded, and the window shows the frame. */
#include "lib/kit.h"

#include "player/frame_changes.h"
#include "player/sdl/present.h"

#include <string.h>

#undef main /* SDL's */

enum { W = 330, H = 203 };

static Image noise(uint32_t w, uint32_t h, Arena *arena)
{
    const Image image = image_new(w, h, arena);
    for (uint32_t i = 0; i < w * h; i++)
        image.pixels[i] = PIXEL(next_random(256), next_random(256), next_random(256), 255);
    return image;
}

static Image copy_of(const Image *image, Arena *arena)
{
    const Image copy = image_new(image->w, image->h, arena);
    image_copy(&copy, 0, 0, image);
    return copy;
}

static void change(const Image *image)
{
    const uint32_t w = 1 + next_random(40), h = 1 + next_random(40);
    const uint32_t x = next_random(image->w - w + 1), y = next_random(image->h - h + 1);
    for (uint32_t row = y; row < y + h; row++)
        for (uint32_t column = x; column < x + w; column++)
            *image_at(image, column, row) ^= PIXEL(255, 0, 0, 0);
}

static void areas_hold_every_change(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    for (uint32_t turn = 0; turn < 300; turn++) {
        const Image before = noise(W, H, arena), now = copy_of(&before, arena);
        const uint32_t changes = turn % 5;
        for (uint32_t i = 0; i < changes; i++)
            change(&now);
        Rect areas[FRAME_AREAS_MAX];
        const size_t count = frame_changes(&before, &now, areas);
        assert_in_range(count, changes > 0, FRAME_AREAS_MAX);
        if (!changes)
            assert_int_equal(count, 0);
        for (size_t i = 0; i < count; i++) {
            const Rect at = areas[i];
            const Image part = image_part(&now, (uint32_t)at.x, (uint32_t)at.y, (uint32_t)at.w,
                                          (uint32_t)at.h);
            image_copy(&before, at.x, at.y, &part);
        }
        assert_true(image_equal(&before, &now));
    }
    arena_free(arena);
}

static void area_is_as_small_as_the_change(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    const Image before = noise(1280, 720, arena), now = copy_of(&before, arena);
    Rect areas[FRAME_AREAS_MAX];
    *image_at(&now, 1000, 100) ^= 1;
    *image_at(&now, 1009, 120) ^= 1; /* in the same 32 lines */
    *image_at(&now, 3, 700) ^= 1;
    assert_int_equal(frame_changes(&before, &now, areas), 2);
    assert_memory_equal(&areas[0], (&(Rect){1000, 100, 10, 21}), sizeof(Rect));
    assert_memory_equal(&areas[1], (&(Rect){3, 700, 1, 1}), sizeof(Rect));
    for (uint32_t i = 0; i < 1280 * 720; i++)
        now.pixels[i] ^= 1;
    assert_int_equal(frame_changes(&before, &now, areas), 1);
    assert_memory_equal(&areas[0], (&(Rect){0, 0, 1280, 720}), sizeof(Rect));
    arena_free(arena);
}

static void assert_shown(const Presenter *presenter, const Image *frame, Arena *arena)
{
    const Rect at = presenter->fit.shown;
    const Image seen = image_new((uint32_t)at.w, (uint32_t)at.h, arena);
    assert_int_equal(SDL_RenderReadPixels(presenter->screen,
                                          &(SDL_Rect){at.x, at.y, at.w, at.h},
                                          SDL_PIXELFORMAT_RGBA32, seen.pixels, at.w * 4),
                     0);
    for (uint32_t y = 0; y < seen.h; y++)
        for (uint32_t x = 0; x < seen.w; x++)
            assert_int_equal(*image_at(&seen, x, y) & 0xFFFFFF,
                             *image_at(frame, x * frame->w / seen.w, y * frame->h / seen.h) &
                                 0xFFFFFF);
}

/* Also after the texture was made again, and in a window with borders. */
static void window_shows_the_frame(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    SDL_setenv("SDL_VIDEODRIVER", "dummy", 1);
    assert_int_equal(SDL_Init(SDL_INIT_VIDEO), 0);
    SDL_Window *window = SDL_CreateWindow("test", 0, 0, 640, 400, 0);
    Presenter presenter = {.screen = SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE)};
    assert_non_null(presenter.screen);
    const Fit fits[] = {{.w = 320, .h = 180, .shown = {0, 20, 640, 360}},
                        {.w = 640, .h = 400, .shown = {0, 0, 640, 400}}};
    Image before = {.w = 0};
    for (uint32_t turn = 0; turn < 40; turn++) {
        const Fit fit = fits[turn / 20];
        assert_true(presenter_fit(&presenter, fit, turn / 10 % 2));
        const Image now =
            before.w == fit.w ? copy_of(&before, arena) : noise(fit.w, fit.h, arena);
        if (turn % 3)
            change(&now);
        /* the frame before a new texture is known, but not in the texture */
        presenter_show(&presenter, before.w == fit.w ? &before : NULL, &now);
        assert_shown(&presenter, &now, arena);
        assert_int_equal(presenter.empty, false);
        before = now;
    }
    /* a part without changes is not uploaded */
    const Image other = copy_of(&before, arena);
    const Image shown = copy_of(&before, arena);
    change(&other);
    presenter_show(&presenter, &other, &other);
    assert_shown(&presenter, &shown, arena);
    presenter_show(&presenter, NULL, &other);
    assert_shown(&presenter, &other, arena);
    presenter_close(&presenter);
    SDL_DestroyRenderer(presenter.screen);
    SDL_DestroyWindow(window);
    SDL_Quit();
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(areas_hold_every_change),
        cmocka_unit_test(area_is_as_small_as_the_change),
        cmocka_unit_test(window_shows_the_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
