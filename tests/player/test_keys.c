/* Keys that need not be held. */
#include "lib/kit.h"

#include "player/keys.h"

#include <string.h>

/* A system with few keys. */
static const char *const key_names[] = {"",  "Down", "Right", "Up", "D", "Left", "A",
                                        "Q", "W",    "Z",     "I",  "E", "Ц"};

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

/* French keyboards have Q where Americans have A, Z for W, A for Q; Russian ones other letters.
 */
static void keys_of_other_layouts_play(void **state)
{
    Settings settings;
    Bindings bindings = {0};
    (void)state;
    settings_default(&settings);
    bindings_default(&bindings);
    Keys keys = keys_new(&bindings, &settings, &names);
    static const struct {
        const char *place, *letter, *means;
        bool latin;
    } cases[] = {
        {"W", "Z", "W", true},    {"A", "Q", "A", true}, {"Q", "A", "", true},
        {"Z", "W", "Z", true},    {"D", "D", "D", true}, {"W", "Ц", "W", false},
        {"I", "Ц", "I", false},   {"E", "E", "E", true}, {"", "I", "I", true},
        {"Up", "Up", "Up", true},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const KeyPress pressed = {code_of(cases[i].place), code_of(cases[i].letter),
                                  cases[i].latin};
        assert_string_equal(name_of(keys_meaning(&keys, pressed)), cases[i].means);
    }
    /* The page of controls: a letter for what means a letter, a place for what means a place.
     */
    const KeyPress french = {code_of("W"), code_of("Z"), true},
                   russian = {code_of("I"), code_of("Ц"), false};
    assert_string_equal(name_of(keys_meaning_for(french, ACTION_inventory)), "Z");
    assert_string_equal(name_of(keys_meaning_for(french, ACTION_up)), "W");
    assert_string_equal(name_of(keys_meaning_for(russian, ACTION_inventory)), "I");
    bindings_add(&bindings, ACTION_inventory, false, "Z");
    bindings_release_place(&bindings, "W"); /* the same key no longer walks */
    assert_string_equal(name_of(keys_meaning(&keys, french)), "Z");
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
        cmocka_unit_test(keys_of_other_layouts_play),
        cmocka_unit_test(keys_do_not_walk_while_the_map_is_covered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
