/* Loads the state of one zone of several servers: only its rows, however many accounts and
 * zones the state has, since it happens while other zones are played. */
#ifndef OISIN_SERVER_STORE_ZONE_H
#define OISIN_SERVER_STORE_ZONE_H

#include "server/store/store_export.h"

/* The same world as store_export_zone, but only with the USERs of players who are in it; those
 * before them are blank. A zone that was never saved, of a state that a single server has
 * saved, is loaded by store_export_zone. On failure, returns false and reports an error. */
bool store_load_zone(Store *store, uint32_t zone, const ZoneMap *zones, Sav *out, Arena *arena,
                     Report *report);

#endif
