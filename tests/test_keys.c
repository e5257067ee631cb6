/* Keys that need not be held. */
#include "lib/kit.h"

#include "player/keys.h"

#include <string.h>

/* A system with five keys. */
static const char *const key_names[] = {"", "Down", "Right", "Up", "D", "Left"};

static KeyCode code_of(const char *name)
{
    for (KeyCode i = 1; i < (KeyCode)COUNT_OF(key_names); i++)
        if (!strcmp(key_names[i], name))
            return i;
    return KEY_UNKNOWN;
}

static const char *name_of(KeyCode key) { return key_names[key]; }
static int32_t no_button(const char *name) { return (void)name, NO_BUTTON; }
static const char *no_name(int32_t button) { return (void)button, ""; }
static const KeyNames names = {code_of, name_of, no_button, no_name};

static void ignore(void *context, Action action, bool again)
{
    (void)context, (void)action, (void)again;
}

static void press(Keys *keys, const char *name)
{
    keys_key(keys, code_of(name), true, false, ignore, NULL);
    keys_key(keys, code_of(name), false, false, ignore, NULL);
}

static void toggled_key_starts_and_stops_walking(void **state)
{
    Settings settings;
    Bindings bindings = {0};
    (void)state;
    settings_default(&settings);
    bindings_default(&bindings);
    settings.values[SETTING_hold_to_walk] = 0;
    Keys keys = keys_new(&bindings, &settings, &names);
    keys_on_map(&keys, true);
    press(&keys, "Down");
    assert_int_equal(keys_direction(&keys), 1 + SOUTH);
    press(&keys, "D");
    assert_int_equal(keys_direction(&keys), 1 + EAST);
    press(&keys, "Right");
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
    Keys keys = keys_new(&bindings, &settings, &names);
    keys_on_map(&keys, true);
    press(&keys, "Down");
    keys_on_map(&keys, false); /* a screen opens: who walked stops */
    assert_int_equal(keys_direction(&keys), 0);
    press(&keys, "Up");
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
