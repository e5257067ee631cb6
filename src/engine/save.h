/* Saved games: a running world into a .sav and back (formats/tirnanog/sav.h).
 *
 * What is loaded goes on exactly as it would have without: the same hash now and after
 * any number of ticks. That holds for the same game file (its unique id); a save of
 * another build of the game is moved over by names, and what changed is told. Nothing
 * in a file is trusted: all of it is checked before it becomes state. */
#ifndef OISIN_ENGINE_SAVE_H
#define OISIN_ENGINE_SAVE_H

#include "engine/world.h"
#include "formats/tirnanog/sav.h"

/* Objects of a map that was changed, which its chunk is to be packed from. */
typedef struct SnapshotLayer {
    SavMap *map;
    const uint16_t *cells;
    size_t count;
} SnapshotLayer;

/* A world at one moment, cut loose: it may be packed in another thread while the world
 * goes on. The game file must live on; all else is in the arena it was made in. */
typedef struct Snapshot {
    Sav sav;
    const TngFile *game;
    const Bytes *codes; /* of the handlers in the chunk OISN, in their order */
    SnapshotLayer *layers;
    size_t layer_count;
    /* Of a shared world: which chunk USER of the file each one here is, by the player's id
     * from 0; those between are added by `snapshot_pack`, as nobody's. Else NULL. */
    const uint32_t *users;
    uint32_t user_max; /* the highest id; SAVE_USERS_MAX: that snapshot_pack packs */
} Snapshot;
enum { SAVE_USERS_MAX = 1 << 16 };

/* Between two ticks. False and a report if no game is running. The arena belongs to the
 * caller's thread. */
bool world_snapshot(const World *world, Snapshot *out, Arena *arena, Report *report);
/* With this picture in the list of saved games: any, usually the map alone. */
void snapshot_picture(Snapshot *snapshot, const Image *picture, Arena *arena);
/* One player of a shared world alone, as a saved game: what joining again needs. What of it
 * goes on then says world_part. */
void world_character(const World *world, uint32_t place, Snapshot *out, Arena *arena);
/* What the numbers in it mean is written into it, and maps are packed, which takes some time
 * and needs no world: then its chunks are complete, as long as the arena lives. `snapshot_pack`
 * does so itself. */
void snapshot_finish(Snapshot *snapshot, Arena *arena);
/* The file; `snapshot` must not be packed twice at once. */
bool snapshot_pack(Snapshot *snapshot, Bytes *out, Arena *arena, Report *report);
/* What the world knows nothing of goes from the file it was loaded from into the next one:
 * the deny list, other players, the account of the player, unknown chunks. `before`
 * must live until the snapshot is packed. */
void snapshot_keep(Snapshot *snapshot, const Sav *before, Arena *arena);

/* All at once; `picture` NULL for none. */
bool world_save(const World *world, const Image *picture, Bytes *out, Arena *arena,
                Report *report);

/* What is not as it was, in sentences for the player. */
typedef struct SaveNotes {
    Text *lines;
    size_t count;
} SaveNotes;

/* A world in the middle of the saved game; its music is among its effects until the first
 * tick. A game for one is loaded as a shared world with one player, a shared world as the
 * game of the first player, and each as what it was goes on exactly. Of the options `seed`
 * counts only for what a save of another program does not have; `skip_menu` and `wait` do not
 * count. `file` need not live on. NULL and one error if the file is damaged or of another game.
 */
World *world_load(const TngFile *game, Bytes file, const WorldOptions *options,
                  SaveNotes *notes, Arena *arena, Report *report);

/* For a list of saved games. */
typedef struct SaveSummary {
    Text game;          /* id */
    uint8_t unique[8];  /* of the game file; zeros if another program has saved it */
    uint32_t play_time; /* seconds */
    Text place, player; /* title of the map, the player's name; UTF-8, may be empty */
    Image preview;      /* 256 x 256; pixels NULL if it has none that can be read */
} SaveSummary;
/* Texts and picture are in the arena. */
bool save_summary(Bytes file, SaveSummary *out, Arena *arena, Report *report);

#endif
