/* Drawing of sprites and backgrounds: directions, loops, the category of backgrounds. */
#include "lib/people_kit.h"

#include "base/image/png_write.h"
#include "engine/render/render_internal.h"

enum { W = 320, H = 240 };

static void sprite_shows_its_own_direction_or_the_nearest(void **state)
{
    (void)state;
    TngAnimation all[8] = {{0}}, some[2] = {{.type = 0}, {.type = 4 | 2 << 6}};
    for (u8 i = 0; i < 8; i++)
        all[i].type = (u8)((7 - i) | (i % 3) << 6); /* in any order, with any loop */
    const TngSprite full = {.directions = all, .directions_count = 8};
    const TngSprite two = {.directions = some, .directions_count = 2};
    for (unsigned direction = 0; direction < 8; direction++) {
        assert_int_equal(sprite_direction(&full, direction)->type & 63, direction);
        if (direction % 4 != 2)
            assert_int_equal(sprite_direction(&two, direction)->type & 63,
                             direction < 2 || direction > 6 ? 0 : 4);
    }
}

/* Once: the last frame remains. */
static void animation_plays_once_or_back_and_forth_or_in_a_loop(void **state)
{
    (void)state;
    static const char *const frames[] = {"0123333333333", "0123210123210", "0123012301230"};
    const Content content = {.picture_ticks = 4};
    for (u8 loop = 0; loop < 3; loop++) {
        const TngAnimation animation = {.type = (u8)(5 | loop << 6), .frame_count = 4};
        for (uint32_t i = 0; frames[loop][i]; i++)
            for (uint32_t tick = 0; tick < 4; tick++)
                assert_int_equal(animation_frame(&content, &animation, 4 * i + tick),
                                 frames[loop][i] - '0');
    }
}

/* Category 4 is not a sprite but a whole image: here behind the main menu. */
static void background_is_an_image_of_its_own(void **state)
{
    Game *game = *state;
    const Pixel violet = PIXEL(200, 20, 220, 255);
    MenuLook look = {.background = {4, 0}, .title = {0, TNG_NO_SPRITE}};
    game->has_menu = true;
    game->menu_look = &look;
    TngFile read;
    assert_true(tng_read(game_bytes(game), &read, game->arena, &game->kit->report));
    Image image = image_new(32, 24, game->arena);
    for (size_t i = 0; i < 32 * 24; i++)
        image.pixels[i] = violet;
    TngSection *section = game_section(game, SECTION_BACKS, 1, sizeof(TngAsset));
    section->entries[0].stored = png_write(&image, NULL, game->arena);
    TngSection *sections = ARENA_ALLOC(game->arena, TngSection, read.section_count + 1);
    memcpy(sections, read.sections, read.section_count * sizeof *sections);
    sections[read.section_count++] = *section;
    read.sections = sections;
    game->world = world_new(&read, &(WorldOptions){.seed = 1}, game->arena, &game->kit->report);
    game_ticks(game, (WorldInput){0}, 1);
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    const Image frame = image_new(W, H, game->arena);
    render_frame(renderer, local_context(game->world), &frame);
    uint32_t count = 0;
    for (size_t i = 0; i < (size_t)W * H; i++)
        count += frame.pixels[i] == violet;
    assert_true(count > W * H / 2);
    renderer_free(renderer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(sprite_shows_its_own_direction_or_the_nearest),
        TEST(animation_plays_once_or_back_and_forth_or_in_a_loop),
        TEST(background_is_an_image_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
