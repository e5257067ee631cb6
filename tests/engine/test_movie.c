/* Movies as pictures, on the menu and in cutscenes. */
#include "lib/game_kit.h"
#include "lib/media_kit.h"

#include "engine/render/movie.h"
#include "engine/render/render.h"

static const MediaMovie greys = {48, 32, 25, 60, 10, TH_PF_420};

static int set_up(void **state)
{
    *state = game_new(kit_new());
    return 0;
}

static int tear_down(void **state)
{
    kit_free(((Game *)*state)->kit);
    return 0;
}

static void put_movies(Game *game, TngFile *file, const char *const *names, const Bytes *files,
                       size_t count)
{
    TngSection *section = ARENA_PUSH(game->arena, file->sections, file->section_count);
    *section = (TngSection){.type = SECTION_MOVIES,
                            .kind = tng_section_kind(SECTION_MOVIES),
                            .count = count,
                            .entries = ARENA_ALLOC(game->arena, TngEntry, count)};
    for (size_t i = 0; i < count; i++) {
        TngAsset *asset = ARENA_ALLOC(game->arena, TngAsset, 1);
        asset->name = game_string(game, names[i]);
        section->entries[i] = (TngEntry){.descriptor = asset, .stored = files[i]};
    }
}

static void add_movies(Game *game, const char *const *names, const Bytes *files, size_t count)
{
    put_movies(game, &game->file, names, files, count);
    game->file.strings = writer_bytes(&game->strings);
}

static Movies *one_movie(Game *game, Bytes file)
{
    add_movies(game, (const char *const[]){"film"}, &file, 1);
    return movies_new(&game->file, game->arena, &game->kit->report);
}

static const Image *frame_at(Game *game, Movies *movies, uint32_t centiseconds, bool loops)
{
    return movie_frame(movies, game_string(game, "film"), centiseconds, loops);
}

/* What BT.601 makes of a grey. */
static int32_t grey_of(uint32_t frame) { return (media_luma(frame) - 16) * 255 / 219; }

static void assert_frame(const Image *image, uint32_t frame)
{
    const Pixel pixel = *image_at(image, image->w / 2, image->h / 4);
    if (abs((int32_t)PIXEL_R(pixel) - grey_of(frame)) > 4 || PIXEL_A(pixel) != 255)
        fail_msg("frame %u is %08x, not about %d", frame, pixel, grey_of(frame));
}

static void frames_can_be_requested_in_any_order(void **state)
{
    Game *game = *state;
    Movies *movies = one_movie(game, media_movie(game->kit, greys));
    assert_int_equal(movie_length(movies, game_string(game, "film")), 240);
    for (uint32_t i = 0; i < 60; i++)
        assert_frame(frame_at(game, movies, i * 4, false), i);
    static const uint32_t order[] = {0, 59, 3, 3, 45, 44, 10, 9, 39, 40, 41, 1, 30};
    for (size_t i = 0; i < COUNT_OF(order); i++)
        assert_frame(frame_at(game, movies, order[i] * 4 + 3, false), order[i]);
    assert_frame(frame_at(game, movies, 100000, false), 59);
    assert_frame(frame_at(game, movies, 241, true), 0);
    assert_frame(frame_at(game, movies, 240 * 7 + 80, true), 20);
    assert_int_equal(game->kit->messages.count, 0);
    movies_free(movies);
}

static void frame_does_not_depend_on_previous_calls(void **state)
{
    Game *game = *state;
    const Bytes file = media_file(game->kit, "examples/segais/movies/lake.ogv");
    Movies *movies = one_movie(game, file);
    uint64_t hashes[36];
    for (uint32_t i = 0; i < 36; i++)
        hashes[i] = image_hash(frame_at(game, movies, i * 100 / 12 + 1, false));
    for (uint32_t i = 0; i < 100; i++) {
        const uint32_t frame = next_random(36);
        assert_true(image_hash(frame_at(game, movies, frame * 100 / 12 + 1, false)) ==
                    hashes[frame]);
    }
    movies_free(movies);
}

/* Theora decodes to the same bits everywhere, and so do our colours. */
static void the_frames_of_a_known_movie_have_known_pixels(void **state)
{
    Game *game = *state;
    Movies *movies = one_movie(game, media_file(game->kit, "fuzz/corpus/ogv/movie.ogv"));
    static const struct {
        uint32_t centiseconds;
        uint64_t hash;
    } known[] = {{0, 0x150f1b144ef9f206}, {20, 0x17a868cf97ba27a9}, {79, 0xe1d22d04a11cbed4}};
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        const Image *frame = frame_at(game, movies, known[i].centiseconds, false);
        if (image_hash(frame) != known[i].hash)
            fail_msg("at %u: 0x%016llx", known[i].centiseconds,
                     (unsigned long long)image_hash(frame));
    }
    movies_free(movies);
}

static void missing_movie_draws_nothing(void **state)
{
    Game *game = *state;
    Movies *movies = one_movie(game, media_movie(game->kit, greys));
    assert_null(movie_frame(movies, 0, 0, true));
    assert_null(movie_frame(movies, game_string(game, "other"), 0, true));
    assert_int_equal(movie_length(movies, 0), 0);
    assert_int_equal(game->kit->messages.count, 0);
    movies_free(movies);
}

static void undecodable_movie_is_reported_once_with_placeholder(void **state)
{
    Game *game = *state;
    Kit *kit = game->kit;
    MediaMovie rough = greys;
    rough.pixels = TH_PF_444;
    const Bytes whole = media_movie(kit, greys);
    const Bytes head = bytes_slice(whole, 0, media_page_size(whole));
    const Bytes late = bytes_slice(whole, whole.size - 2000, 2000);
    Writer headless = writer_to(kit->arena);
    write_bytes(&headless, head);
    write_bytes(&headless, late);
    const char *const names[] = {"words", "rough", "headless"};
    const Bytes files[] = {
        {(const uint8_t *)"no movie", 8}, media_movie(kit, rough), writer_bytes(&headless)};
    add_movies(game, names, files, 3);
    Movies *movies = movies_new(&game->file, game->arena, &kit->report);
    for (uint32_t i = 0; i < 9; i++) {
        const Image *frame = movie_frame(movies, game_string(game, names[i % 3]), i * 10, true);
        assert_non_null(frame);
        assert_true(frame->w > 0 && PIXEL_A(frame->pixels[0]) == 255);
    }
    assert_int_equal(kit->messages.count, 3);
    assert_true(kit_has_message(kit, "movie words: not an Ogg file"));
    assert_true(kit_has_message(kit, "movie rough: unsupported pixel format; expected 4:2:0"));
    assert_true(kit_has_message(kit, "movie headless: its headers are damaged"));
    movies_free(movies);
}

/* Frame 23's page is lost: up to the next key frame, 30, nothing can be shown. */
static void decoding_resumes_at_a_key_frame_after_damage(void **state)
{
    Game *game = *state;
    Kit *kit = game->kit;
    const Bytes file = arena_copy(kit->arena, media_movie(kit, greys));
    uint32_t page = 0;
    for (size_t at = 0; at < file.size; page++) {
        const size_t size = media_page_size(bytes_slice(file, at, file.size - at));
        if (page == 3 + 23)
            ((uint8_t *)(uintptr_t)file.data)[at + size - 1] ^= 0x55;
        at += size;
    }
    Movies *movies = one_movie(game, file);
    uint64_t hashes[60];
    for (uint32_t i = 0; i < 59; i++)
        hashes[i] = image_hash(frame_at(game, movies, i * 4, false));
    assert_frame(frame_at(game, movies, 22 * 4, false), 22);
    assert_true(hashes[23] == hashes[28] && hashes[23] != hashes[22]);
    assert_frame(frame_at(game, movies, 29 * 4, false), 30); /* one is missing */
    for (uint32_t i = 0; i < 100; i++) {
        const uint32_t frame = next_random(59);
        assert_true(image_hash(frame_at(game, movies, frame * 4, false)) == hashes[frame]);
    }
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_has_message(kit, "movie film: some of its frames are damaged"));
    movies_free(movies);
}

/* What it says at its end is more than there is. */
static void last_frame_is_shown_during_a_gap(void **state)
{
    Game *game = *state;
    const Bytes file = media_movie(game->kit, greys);
    Writer gap = writer_to(game->arena);
    uint32_t page = 0;
    for (size_t at = 0; at < file.size; page++) {
        const size_t size = media_page_size(bytes_slice(file, at, file.size - at));
        if (page < 3 + 10 || page >= 3 + 50)
            write_bytes(&gap, bytes_slice(file, at, size));
        at += size;
    }
    Movies *movies = one_movie(game, writer_bytes(&gap));
    assert_int_equal(movie_length(movies, game_string(game, "film")), 240);
    for (uint32_t i = 0; i < 60; i++)
        assert_frame(frame_at(game, movies, (i * 7 % 60) * 4, false),
                     i * 7 % 60 < 10   ? i * 7 % 60
                     : i * 7 % 60 < 20 ? i * 7 % 60 + 40
                                       : 59);
    movies_free(movies);
}

static void movies_share_a_limited_number_of_decoders(void **state)
{
    Game *game = *state;
    const char *const names[] = {"a", "b", "c"};
    Bytes files[3];
    for (size_t i = 0; i < 3; i++) {
        MediaMovie movie = greys;
        movie.w += 16 * (uint32_t)i;
        files[i] = media_movie(game->kit, movie);
    }
    add_movies(game, names, files, 3);
    Movies *movies = movies_new(&game->file, game->arena, &game->kit->report);
    for (uint32_t i = 0; i < 30; i++) {
        const Image *frame = movie_frame(movies, game_string(game, names[i % 3]), i * 4, true);
        assert_int_equal(frame->w, 48 + 16 * (i % 3));
        assert_frame(frame, i);
    }
    movies_free(movies);
}

static void colours_match_the_standard(void **state)
{
    Game *game = *state;
    /* A grey that is 16 is black, 235 white: ends of the range. */
    Movies *movies = one_movie(game, media_movie(game->kit, greys));
    const Pixel black = frame_at(game, movies, 0, false)->pixels[0];
    assert_in_range(PIXEL_R(black), 0, 3);
    assert_int_equal(PIXEL_R(black), PIXEL_G(black));
    assert_int_equal(PIXEL_R(black), PIXEL_B(black));
    movies_free(movies);
}

/* ---- drawing ---- */

static Image painted(Game *game, uint32_t w, uint32_t h)
{
    const Image image = image_new(w, h, game->arena);
    for (size_t i = 0; i < (size_t)w * h; i++)
        image.pixels[i] = PIXEL(i * 7 % 256, i * 13 % 256, i * 29 % 256, 255);
    return image;
}

static void movie_of_target_size_is_drawn_unscaled(void **state)
{
    Game *game = *state;
    const Image film = painted(game, 64, 36), target = image_new(64, 36, game->arena);
    movie_draw(&target, &film, false, game->arena);
    assert_true(image_equal(&target, &film));
}

static void movie_preserves_its_aspect_ratio(void **state)
{
    Game *game = *state;
    Image film = painted(game, 64, 36);
    for (size_t i = 0; i < 64 * 36; i++)
        film.pixels[i] = PIXEL(200, 100, 50, 255);
    static const struct {
        uint32_t w, h;
        bool whole;
        uint32_t bar_x, bar_y; /* a pixel of the bars, or w */
    } cases[] = {{64, 64, true, 30, 2},    {64, 64, false, 64, 0}, {200, 36, true, 3, 3},
                 {200, 36, false, 200, 0}, {31, 17, true, 31, 0},  {640, 360, true, 640, 0}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const Image target = painted(game, cases[i].w, cases[i].h);
        movie_draw(&target, &film, cases[i].whole, game->arena);
        const Pixel middle = *image_at(&target, target.w / 2, target.h / 2);
        assert_int_equal(middle, PIXEL(200, 100, 50, 255));
        if (cases[i].bar_x < cases[i].w)
            assert_int_equal(*image_at(&target, cases[i].bar_x, cases[i].bar_y),
                             PIXEL(0, 0, 0, 255));
        for (size_t k = 0; k < (size_t)target.w * target.h; k++)
            assert_true(target.pixels[k] == middle || target.pixels[k] == PIXEL(0, 0, 0, 255));
    }
}

static void stretched_pixels_are_interpolated(void **state)
{
    Game *game = *state;
    const Image film = image_new(2, 1, game->arena), target = image_new(8, 4, game->arena);
    film.pixels[0] = PIXEL(0, 0, 0, 255);
    film.pixels[1] = PIXEL(255, 128, 64, 255);
    movie_draw(&target, &film, false, game->arena);
    static const uint8_t reds[] = {0, 0, 32, 96, 159, 223, 255, 255};
    for (uint32_t x = 0; x < 8; x++)
        assert_int_equal(PIXEL_R(*image_at(&target, x, 2)), reds[x]);
}

/* ---- in a game ---- */

static Pixel middle_of(Game *game, Renderer *renderer, const Image *target)
{
    render_frame(renderer, local_context(game->world), target);
    return *image_at(target, target->w / 2, target->h / 4);
}

static void assert_grey(Pixel pixel, uint32_t frame)
{
    if (abs((int32_t)PIXEL_R(pixel) - grey_of(frame)) > 4)
        fail_msg("%08x is not frame %u", pixel, frame);
}

/* The game with movies beside everything else; the names are those it has already. */
static void open_with(Game *game, const char *const *names, const Bytes *files, size_t count,
                      TngMainMenu *menu)
{
    TngFile *read = ARENA_ALLOC(game->arena, TngFile, 1);
    for (size_t i = 0; i < count; i++)
        game_string(game, names[i]);
    assert_true(tng_read(game_bytes(game), read, game->arena, &game->kit->report));
    TngFile more = *read; /* an array that can grow */
    more.sections = NULL;
    more.section_count = 0;
    for (size_t i = 0; i < read->section_count; i++)
        *ARENA_PUSH(game->arena, more.sections, more.section_count) = read->sections[i];
    put_movies(game, &more, names, files, count);
    if (menu)
        *ARENA_PUSH(game->arena, more.sections, more.section_count) =
            (TngSection){.type = SECTION_MAIN_MENU,
                         .kind = tng_section_kind(SECTION_MAIN_MENU),
                         .record = menu};
    *read = more;
    game->world = world_new(read, &(WorldOptions){.seed = 1}, game->arena, &game->kit->report);
    assert_non_null(game->world);
}

/* How often the last tick wanted that, with a name or without. */
static uint32_t heard(Game *game, EffectKind kind, bool named)
{
    size_t count;
    uint32_t times = 0;
    const Effect *effects = world_effects(local_context(game->world), &count);
    for (size_t i = 0; i < count; i++)
        times += effects[i].kind == kind && (effects[i].name != 0) == named;
    return times;
}

/* 60 frames in 2.4 s, then 30 of the loop in 1.2 s again and again; 30 ticks a second. */
static void cutscene_lasts_as_long_as_its_movie_then_loops_its_second_movie(void **state)
{
    Game *game = *state;
    MediaMovie half = greys;
    half.frames = 30;
    const char *const names[] = {"once", "loop"};
    const Bytes files[] = {media_movie(game->kit, greys), media_movie(game->kit, half)};
    Slide slide = {.from = 0, .to = 400, .image = {4, TNG_NO_SPRITE}};
    game->cutscene.movie = game_string(game, "once");
    game->cutscene.loop_movie = game_string(game, "loop");
    game->cutscene.slides = &slide;
    game->cutscene.slide_count = 1;
    game->start = "cutscn(scene)";
    open_with(game, names, files, 2, NULL);
    const Image target = image_new(480, 320, game->arena);
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    uint32_t once = 0, loop = 0, ticks = 0, stop = 0;
    for (; ticks < 200; ticks++) {
        game_ticks(game, (WorldInput){0}, 1);
        const uint32_t age =
            game->world->tick - local_context(game->world).player->screen.since;
        once += heard(game, EFFECT_MOVIE, true);
        stop += ticks && heard(game, EFFECT_MOVIE, false);
        if (local_context(game->world).player->screen.screen != SCREEN_CUTSCENE)
            break;
        if (heard(game, EFFECT_MOVIE_LOOP, true)) {
            assert_int_equal(age, 72);
            loop++;
        }
        const uint32_t centiseconds = age * 100 / 30;
        const uint32_t frame =
            centiseconds < 240 ? centiseconds / 4 : (centiseconds - 240) % 120 / 4;
        assert_grey(middle_of(game, renderer, &target), frame);
    }
    assert_in_range(ticks, 118, 122);
    assert_int_equal(once, 1);
    assert_int_equal(loop, 1);
    assert_int_equal(stop, 1);
    renderer_free(renderer);
}

static void a_movie_alone_ends_its_cutscene(void **state)
{
    Game *game = *state;
    const Bytes file = media_movie(game->kit, greys);
    game->cutscene.movie = game_string(game, "once");
    game->start = "cutscn(scene)";
    open_with(game, (const char *const[]){"once"}, &file, 1, NULL);
    game_ticks(game, (WorldInput){0}, 70);
    assert_int_equal(local_context(game->world).player->screen.screen, SCREEN_CUTSCENE);
    game_ticks(game, (WorldInput){0}, 6);
    assert_int_equal(local_context(game->world).player->screen.screen, SCREEN_GAME);
}

static void menu_shows_its_movie(void **state)
{
    Game *game = *state;
    const Bytes file = media_movie(game->kit, greys);
    TngMainMenu *menu = ARENA_ALLOC(game->arena, TngMainMenu, 1);
    menu->enabled = 1;
    menu->look.movie = game_string(game, "back");
    menu->look.background = menu->look.title = (SpriteRef){4, TNG_NO_SPRITE};
    open_with(game, (const char *const[]){"back"}, &file, 1, menu);
    assert_int_equal(local_context(game->world).player->screen.screen, SCREEN_MENU);
    const Image target = image_new(480, 320, game->arena);
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    for (uint32_t i = 0; i < 100; i++) {
        game_ticks(game, (WorldInput){0}, 1);
        render_frame(renderer, local_context(game->world), &target);
        const uint32_t age =
            game->world->tick - local_context(game->world).player->screen.since;
        assert_grey(*image_at(&target, 5, 5), age * 100 / 30 % 240 / 4);
    }
    renderer_set(renderer, &(RenderOptions){1, 1, 100, .reduced_motion = true});
    render_frame(renderer, local_context(game->world), &target);
    assert_grey(*image_at(&target, 5, 5), 0);
    renderer_free(renderer);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(frames_can_be_requested_in_any_order),
        TEST(frame_does_not_depend_on_previous_calls),
        TEST(the_frames_of_a_known_movie_have_known_pixels),
        TEST(missing_movie_draws_nothing),
        TEST(undecodable_movie_is_reported_once_with_placeholder),
        TEST(decoding_resumes_at_a_key_frame_after_damage),
        TEST(last_frame_is_shown_during_a_gap),
        TEST(movies_share_a_limited_number_of_decoders),
        TEST(colours_match_the_standard),
        TEST(movie_of_target_size_is_drawn_unscaled),
        TEST(movie_preserves_its_aspect_ratio),
        TEST(stretched_pixels_are_interpolated),
        TEST(cutscene_lasts_as_long_as_its_movie_then_loops_its_second_movie),
        TEST(a_movie_alone_ends_its_cutscene),
        TEST(menu_shows_its_movie),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
