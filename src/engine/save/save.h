/* Saved games: writes a running world to a .sav file and restores it
 * (tirnanog/container/sav.h).
 *
 * A restored world continues exactly as the original would have: it has the same hash
 * now and after any number of ticks. This holds for the same game file (its unique ID);
 * a save of another build of the game is migrated by names, and differences are
 * reported. File contents are not trusted: everything is checked before it becomes
 * state. */
#ifndef OISIN_ENGINE_SAVE_H
#define OISIN_ENGINE_SAVE_H

#include "engine/world.h"
#include "tirnanog/container/sav.h"

/* The objects of a changed map, from which its chunk is packed. */
typedef struct SnapshotLayer {
    SavMap *map;
    const uint16_t *cells;
    size_t count;
} SnapshotLayer;

/* A copy of a world's state at one moment. It can be packed in another thread while the
 * world continues. The game file must outlive it; all else is in the arena it was made in. */
typedef struct Snapshot {
    Sav sav;
    const TngFile *game;
    const Bytes *codes; /* of the handlers in chunk OISN, in their order */
    SnapshotLayer *layers;
    size_t layer_count;
    /* For a shared world, the ordinal in the file of each chunk USER, which is the player's
     * ID from 0; `snapshot_pack` adds the missing ones without a player. Otherwise NULL. */
    const uint32_t *users;
    uint32_t user_max; /* number of IDs; snapshot_pack rejects more than SAVE_USERS_MAX */
} Snapshot;
enum { SAVE_USERS_MAX = 1 << 16 };

/* Call it between two ticks. False and a report if no game is running. The arena must
 * belong to the calling thread. */
bool world_snapshot(const World *world, Snapshot *out, Arena *arena, Report *report);
/* Sets the thumbnail for lists of saved games: any image, usually of the map alone. */
void snapshot_picture(Snapshot *snapshot, const Image *picture, Arena *arena);
/* One player of a shared world, as a saved game: the data for joining again. See
 * world_remove_player for what continues then. */
void world_snapshot_player(const World *world, uint32_t player_index, Snapshot *out,
                           Arena *arena);
/* Completes the snapshot's chunks: adds the names of the numbers in it and packs the maps.
 * This takes some time and does not access the world. The chunks are valid as long as the
 * arena. `snapshot_pack` does this itself. */
void snapshot_finish(Snapshot *snapshot, Arena *arena);
/* Packs the file; two threads must not pack one snapshot at the same time. */
bool snapshot_pack(Snapshot *snapshot, Bytes *out, Arena *arena, Report *report);
/* Copies data that the world does not use from the file which it was loaded from: the
 * deny list, other players, the player's account, unknown chunks. `before` must live
 * until the snapshot is packed. */
void snapshot_keep(Snapshot *snapshot, const Sav *before, Arena *arena);

/* Whose game it is, for other programs (chunk USER): it is not part of the world. Times are
 * seconds since 1970, 0 if they are not known. */
typedef struct SaveAccount {
    uint64_t created, login, logout, seen;
    char language[2]; /* ISO 639-1 */
} SaveAccount;

/* Sets the account of the snapshot's first player. */
void snapshot_account(Snapshot *snapshot, const SaveAccount *account);

/* Snapshot and pack in one call; `picture` may be NULL: no thumbnail. */
bool world_save(const World *world, const Image *picture, Bytes *out, Arena *arena,
                Report *report);

/* Differences after a migration, as sentences for the player. */
typedef struct SaveNotes {
    Text *lines;
    size_t count;
} SaveNotes;

/* Restores a world. Its music is among its effects until the first tick. A single-player
 * save may be loaded as a shared world with one player, and a shared world as the game of
 * its first player; only a save loaded as what it was continues exactly. The option
 * `seed` is used only if another program wrote the save; `skip_menu` and `wait` are
 * ignored. `file` is not referenced afterwards. NULL and one error if the file is damaged
 * or belongs to another game. */
World *world_load(const TngFile *game, Bytes file, const WorldOptions *options,
                  SaveNotes *notes, Arena *arena, Report *report);

/* The ticks until a spawn point lets an NPC appear. */
typedef struct SpawnWait {
    uint32_t map, point, ticks;
} SpawnWait;

/* A shared world can be composed of maps of several worlds of this game: it is loaded from
 * their chunks of NPCs and objects. These are the parts of its maps that no chunk but OISN has,
 * which describes a whole world. */
typedef struct MapParts {
    Loot *loot; /* quantities of piles */
    size_t loot_count;
    ObjectValue *values; /* changed attributes of objects */
    size_t value_count;
    Actor *npcs; /* in the order of their chunks */
    size_t npc_count;
    SpawnWait *spawns;
    size_t spawn_count;
} MapParts;

/* Adds the parts of each map to `of_map[map]`; NULL: they are left out. */
void world_collect_parts(const World *world, MapParts *const *of_map, Arena *arena);
/* Replaces those of the composed world. Returns how many piles and attributes are left out,
 * because a world has fewer. */
size_t world_put_parts(World *world, const MapParts *parts);

/* An entry in a list of saved games. */
typedef struct SaveSummary {
    Text game;          /* ID */
    uint8_t unique[8];  /* unique ID of the game file; zeros if another program saved it */
    uint32_t play_time; /* seconds */
    uint64_t created;   /* SaveAccount.created */
    Text place, player; /* title of the map, the player's name; UTF-8, may be empty */
    Image preview;      /* 256 x 256; pixels are NULL if it is missing or unreadable */
} SaveSummary;
/* Texts and thumbnail are allocated in the arena. */
bool save_summary(Bytes file, SaveSummary *out, Arena *arena, Report *report);

#endif
