/* Which image of the interface is the cursor, and which one a game has for it. */
#include "lib/people_kit.h"

#include "player/host.h"
#include "engine/render/render_internal.h"

enum { W = 640, H = 360 };

static CursorKind cursor_over(const Session *session, Cell cell, bool down)
{
    const Renderer *renderer = session->renderer;
    const Image frame = image_new(W, H, session->world->arena);
    render_frame(session->renderer, local_context(session->world), &frame);
    return cursor_for(session, false, cell.x * GAME_TILE + 8 - renderer->camera.x,
                      cell.y * GAME_TILE + 8 - renderer->camera.y, down);
}

/* The pointer, a click, over something to use, while a cutscene allows no input. */
static void cursor_shows_what_a_click_would_do(void **state)
{
    Game *game = *state;
    game_npc(game, GUARD, TNG_EVENT_CLICK, "cutscn(scene)");
    game->cutscene.slide_count = 1;
    game->cutscene.slides = ARENA_ALLOC(game->arena, Slide, 1);
    game->cutscene.slides[0].to = 1000;
    game_put(game, TOWN, LAYER_NPCS, 4, 5, GUARD);
    Session session = {.world = game_open(game)};
    session.renderer = renderer_new(session.world, game->arena, &game->kit->report);
    assert_int_equal(cursor_over(&session, (Cell){8, 8}, false), CURSOR_ARROW);
    assert_int_equal(cursor_over(&session, (Cell){8, 8}, true), CURSOR_CLICK);
    assert_int_equal(cursor_over(&session, (Cell){4, 5}, false), CURSOR_USE);
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(cursor_over(&session, (Cell){8, 8}, false), CURSOR_NOT_ALLOWED);
    assert_int_equal(cursor_over(&session, (Cell){4, 5}, false), CURSOR_NOT_ALLOWED);
    renderer_free(session.renderer);
}

/* The first seven images of ui/elements.cfg, and the last four, however many there are. */
static void the_document_orders_the_named_images_of_the_interface(void **state)
{
    static const unsigned counts[] = {11, 40, ELEMENTS};
    static const Element first[] = {(Element)(ELEMENT_CURSOR + CURSOR_ARROW),
                                    (Element)(ELEMENT_CURSOR + CURSOR_CLICK),
                                    (Element)(ELEMENT_CURSOR + CURSOR_NOT_ALLOWED),
                                    (Element)(ELEMENT_CURSOR + CURSOR_USE),
                                    (Element)(ELEMENT_CURSOR + CURSOR_WAIT),
                                    ELEMENT_CHECK_OFF,
                                    ELEMENT_CHECK_ON};
    static const Element last[] = {ELEMENT_CHAT_LEFT, ELEMENT_CHAT_MIDDLE, ELEMENT_CHAT_RIGHT,
                                   ELEMENT_APP_ICON};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        Game *game = game_new(((Game *)*state)->kit);
        SpriteRef *sprites = ARENA_ALLOC(game->arena, SpriteRef, counts[i]);
        for (unsigned k = 0; k < counts[i]; k++)
            sprites[k] = (SpriteRef){1, TNG_NO_SPRITE};
        game->has_elements = true;
        game->elements.sprites = sprites;
        game->elements.sprites_count = counts[i];
        World *world = game_open(game);
        SpriteRef *images = world->content->elements->sprites;
        Renderer *renderer = renderer_new(world, game->arena, &game->kit->report);
        for (unsigned k = 0; k < COUNT_OF(first) + COUNT_OF(last); k++) {
            const bool is_first = k < COUNT_OF(first);
            const size_t at = is_first ? k : counts[i] - COUNT_OF(last) + k - COUNT_OF(first);
            const Element element = is_first ? first[k] : last[k - COUNT_OF(first)];
            assert_null(element_picture(renderer, element));
            images[at].index = COIN;
            assert_non_null(element_picture(renderer, element));
            images[at].index = TNG_NO_SPRITE;
        }
        renderer_free(renderer);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(cursor_shows_what_a_click_would_do),
        TEST(the_document_orders_the_named_images_of_the_interface),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
