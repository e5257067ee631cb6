/* Small files of models and maps of our own, for tests and corpora. */
#ifndef OISIN_TESTS_EVIL_FIGURES_H
#define OISIN_TESTS_EVIL_FIGURES_H

#include "kit.h"

#include "formats/evil_islands/anm.h"
#include "formats/evil_islands/bon.h"
#include "formats/evil_islands/fig.h"
#include "formats/evil_islands/lnk.h"
#include "formats/evil_islands/mp.h"
#include "formats/evil_islands/sec.h"

Bytes small_lnk(Kit *kit);
Bytes small_bon(Kit *kit);

/* A pyramid that is larger in each variant. */
Bytes small_fig(Kit *kit);
Bytes small_anm(Kit *kit);
Bytes small_mp(Kit *kit);
Bytes small_sec(Kit *kit, bool wet);

#endif
