/* What worn objects look like: on the figure, and in the slots of the bag. */
#include "lib/people_kit.h"

#include "engine/rules/rules.h"
#include "engine/render/render.h"

enum { W = 400, H = 300 };

static const Pixel coin_colour = PIXEL(240, 200, 40, 255);

static Image frame_of(Game *game)
{
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    const Image frame = image_new(W, H, game->arena);
    render_frame(renderer, local_context(game->world), &frame);
    renderer_free(renderer);
    return frame;
}

static uint32_t pixels_of(const Image *frame, Pixel colour)
{
    uint32_t count = 0;
    for (size_t k = 0; k < (size_t)W * H; k++)
        count += frame->pixels[k] == colour;
    return count;
}

/* An object whose layer above the figure is this tile. */
static void layered(Game *game, unsigned sprite, u8 order, uint16_t tile)
{
    ObjectLayers *layers = ARENA_ALLOC(game->arena, ObjectLayers, 1);
    layers->option = TNG_NO_TEXT;
    for (size_t i = 0; i < 20; i++) {
        layers->behind[i] = (SpriteRef){1, TNG_NO_SPRITE};
        layers->above[i] = (SpriteRef){1, i == 19 ? TNG_NO_SPRITE : tile};
    }
    game_object(game, sprite, 0, NULL);
    game->objects[sprite].layers = layers;
    game->objects[sprite].layer_count = 1;
    game->objects[sprite].order = order;
}

/* Whatever the slots are: the object with the higher order is drawn last. */
static void objects_are_drawn_in_the_order_of_their_layers(void **state)
{
    for (unsigned i = 0; i < 4; i++) {
        Game *game = game_new(((Game *)*state)->kit);
        const bool coin_above = i & 1;
        layered(game, COIN, coin_above ? 9 : 3, COIN);
        layered(game, SWORD, coin_above ? 3 : 9, SWORD);
        World *world = game_open(game);
        Player *player = local_context(world).player;
        player->equipped[i < 2] = COIN;
        player->equipped[i >= 2] = SWORD;
        const Image frame = frame_of(game);
        const uint32_t coins = pixels_of(&frame, coin_colour);
        if (coin_above)
            assert_true(coins > 100);
        else
            assert_int_equal(coins, 0);
    }
}

/* An object has an image for each of the 32 slots; without one its icon is shown. */
static void worn_object_has_the_image_of_its_slot(void **state)
{
    static const unsigned used[] = {0, 1, 7, 31};
    for (size_t i = 0; i < COUNT_OF(used); i++)
        for (unsigned own = 0; own < 2; own++) {
            Game *game = game_new(((Game *)*state)->kit);
            game_object(game, SWORD, 0, NULL);
            game->objects[SWORD].equip_mask = 1u << used[i];
            for (unsigned k = 0; k < 32; k++)
                game->objects[SWORD].equipped[k] =
                    (SpriteRef){1, (k == used[i]) == own ? COIN : TNG_NO_SPRITE};
            game->has_hud = true;
            game->hud = (TngHud){.slot_background = {1, WALL},
                                 .slot_selected = {1, WALL},
                                 .equipment_background = {1, WALL}};
            game->start = "location(town,4,4,so) give(sword,1)";
            World *world = game_open(game);
            const PlayerContext ctx = local_context(world);
            EquipmentSlot slots[32] = {{0}};
            TngSlots all = {.slots = slots, .slots_count = 32};
            world->content->slots = &all;
            game_ticks(game, (WorldInput){0}, 2);
            assert_true(inventory_equip(ctx, SWORD));
            assert_int_equal(ctx.player->equipped[used[i]], SWORD);
            game_press(game, BUTTON_INVENTORY);
            const Image frame = frame_of(game);
            assert_int_equal(pixels_of(&frame, coin_colour) > 20, own);
        }
}

static void bag_shows_the_inventory_sprite_of_an_object(void **state)
{
    for (unsigned own = 0; own < 2; own++) {
        Game *game = game_new(((Game *)*state)->kit);
        game_object(game, SWORD, 0, NULL);
        if (own)
            game->objects[SWORD].inventory = (SpriteRef){1, COIN};
        game->start = "location(town,4,4,so) give(sword,1)";
        game_open(game);
        game_press(game, BUTTON_INVENTORY);
        const Image frame = frame_of(game);
        assert_int_equal(pixels_of(&frame, coin_colour) > 20, own);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(objects_are_drawn_in_the_order_of_their_layers),
        TEST(worn_object_has_the_image_of_its_slot),
        TEST(bag_shows_the_inventory_sprite_of_an_object),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
