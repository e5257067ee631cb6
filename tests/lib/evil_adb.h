/* Animation databases of our own, of all three record sizes, for tests and corpora. */
#ifndef OISIN_TESTS_EVIL_ADB_H
#define OISIN_TESTS_EVIL_ADB_H

#include "kit.h"

#include "evil_islands/tables/adb.h"

Bytes small_adb(Kit *kit, uint32_t size);

#endif
