/* Small files of models and maps of our own, for tests and corpora. */
#ifndef OISIN_TESTS_EVIL_FIGURES_H
#define OISIN_TESTS_EVIL_FIGURES_H

#include "kit.h"

#include "evil_islands/models/anm.h"
#include "evil_islands/models/bon.h"
#include "evil_islands/models/fig.h"
#include "evil_islands/models/lnk.h"
#include "evil_islands/maps/mp.h"
#include "evil_islands/maps/sec.h"

Bytes small_lnk(Kit *kit);
Bytes small_bon(Kit *kit);

/* A pyramid that is larger in each variant. */
Bytes small_fig(Kit *kit);
Bytes small_anm(Kit *kit);
Bytes small_mp(Kit *kit);
Bytes small_sec(Kit *kit, bool wet);

#endif
