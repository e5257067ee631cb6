/* Another build of the game on the state of several servers.
 *
 * The state is migrated once, by the first server with the new build, when no other server uses
 * it. The numbers of maps, zones, quests and global attributes are mapped by their names, which
 * the servers of the old build have stored (server/store/build_names.h); the worlds are loaded
 * as those of a single server are (engine/save/save.h). A zone that has the same maps in both
 * builds continues exactly. If zones were divided or joined, or a single server has saved the
 * maps, the objects and NPCs of the maps are kept, and running scripts are left out.
 *
 * First, a small batch takes all zones, so that servers of the old build that start or continue
 * meanwhile can write nothing that the migration would overwrite. Then everything is one batch,
 * which is refused if the zones were taken by another server. After a server that was killed
 * meanwhile, the state is still that of the old build. */
#ifndef OISIN_SERVER_MIGRATION_H
#define OISIN_SERVER_MIGRATION_H

#include "server/game/game.h"
#include "server/store/build_names.h"

/* Migrates the state, after waiting until the servers that use it are known to be dead, or
 * until another server has migrated it. `number` is random. On failure, returns false and
 * reports an error: others are running, or an older program has not stored the names. */
bool migration_run(Server *server, const ZoneMap *zones, uint64_t number, Report *report);
/* For each server of several, before it uses the state: stores the names of this build, unless
 * they are stored already, with zones. On failure, returns false and reports an error: another
 * server migrates the state. */
bool migration_begin(Server *server, const ZoneMap *zones, Report *report);
/* For the first batch of a single server with another build. Names in the state are those of an
 * older build, of a server of several that could not start. */
void migration_set_build(const Server *server, StoreBatch *batch);
/* Makes the store refuse the batch if another server has migrated the state to another build by
 * then, or has begun to. */
void migration_fence(const Server *server, StoreBatch *batch);
/* Whether that is why the store has refused a batch with `migration_fence`. Then the server
 * fails. */
bool migration_has_refused(Server *server, StoreOutcome outcome);

#endif
