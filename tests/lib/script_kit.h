/* What the script's tests share. */
#ifndef OISIN_TESTS_SCRIPT_KIT_H
#define OISIN_TESTS_SCRIPT_KIT_H

#include "kit.h"
#include "script_names.h"

bool compile(Kit *kit, const char *text, ScriptCode *out);
Text hex_of(Kit *kit, Bytes bytes);
Bytes bytes_of_hex(Kit *kit, const char *hex);
void assert_code(Kit *kit, const char *text, const char *hex);
Text repeated(Kit *kit, const char *text, size_t count);
bool verify_hex(Kit *kit, const char *hex, bool expression);

#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)

#endif
