/* What the tests of reading and of writing Tiled maps share. */
#ifndef OISIN_TESTS_TMX_KIT_H
#define OISIN_TESTS_TMX_KIT_H

#include "shared_kit.h"

#include "tirnanog/maps/tmx.h"

/* At most one error is reported, and only on failure. */
bool read_bytes_of(Bytes file, TmxMap *map);
TmxMap tmx_read_good(Text text);

#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)

#endif
