/* Small files of Evil Islands of our own, for tests and corpora. */
#ifndef OISIN_TESTS_EVIL_RES_H
#define OISIN_TESTS_EVIL_RES_H

#include "kit.h"

#include "evil_islands/archives/res.h"

/* An archive of these members, by the spec. */
Bytes res_of(Kit *kit, const char *const *names, const Bytes *contents, size_t count);

/* Folders, an empty member, names that share a chain, an archive in it that has one. */
Bytes small_res(Kit *kit);

#endif
