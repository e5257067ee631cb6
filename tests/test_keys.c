/* Keys that need not be held. */
#include "lib/kit.h"

#include "player/keys.h"

#undef main /* SDL's */

static void ignore(void *context, Action action, bool again)
{
    (void)context, (void)action, (void)again;
}

static void press(Keys *keys, SDL_Keycode key)
{
    keys_key(keys, key, true, false, ignore, NULL);
    keys_key(keys, key, false, false, ignore, NULL);
}

static void toggled_key_starts_and_stops_walking(void **state)
{
    Settings settings;
    Bindings bindings = {0};
    (void)state;
    settings_default(&settings);
    bindings_default(&bindings);
    settings.values[SETTING_hold_to_walk] = 0;
    Keys keys = keys_new(&bindings, &settings);
    keys_on_map(&keys, true);
    press(&keys, SDLK_DOWN);
    assert_int_equal(keys_direction(&keys), 1 + SOUTH);
    press(&keys, SDLK_d);
    assert_int_equal(keys_direction(&keys), 1 + EAST);
    press(&keys, SDLK_RIGHT);
    assert_int_equal(keys_direction(&keys), 0);
}

/* Menus are gone through by the same keys. */
static void keys_do_not_walk_while_the_map_is_covered(void **state)
{
    Settings settings;
    Bindings bindings = {0};
    (void)state;
    settings_default(&settings);
    bindings_default(&bindings);
    settings.values[SETTING_hold_to_walk] = 0;
    Keys keys = keys_new(&bindings, &settings);
    keys_on_map(&keys, true);
    press(&keys, SDLK_DOWN);
    keys_on_map(&keys, false); /* a screen opens: who walked stops */
    assert_int_equal(keys_direction(&keys), 0);
    press(&keys, SDLK_UP);
    keys_on_map(&keys, true);
    assert_int_equal(keys_direction(&keys), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(toggled_key_starts_and_stops_walking),
        cmocka_unit_test(keys_do_not_walk_while_the_map_is_covered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
