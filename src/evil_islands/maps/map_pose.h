/* Poses of the models on a map. A model stands as in the first frame of its idle clip, if it
 * has one: of the clips whose name contains "idle" in any case, the one with the shortest name,
 * of several the first by name. Otherwise it is at rest. Movement of single vertices is left
 * out. That this is the clip in which the game lets a unit stand is unproven: its rules are in
 * an animation database of the game, which is not needed for this. */
#ifndef OISIN_EVIL_ISLANDS_MAPS_MAP_POSE_H
#define OISIN_EVIL_ISLANDS_MAPS_MAP_POSE_H

#include "evil_islands/models/model.h"

/* Index of the clip for a word in lower case, chosen as above: "idle"; -1: none. */
int32_t map_pose_clip(const Model *model, const char *word);

/* A copy of what places the bones: their positions in all bodies, and as the only clip the
 * first frame of the idle clip, with the vertices that a body's height follows from. */
Model *map_pose_keep(const Model *model, Arena *arena);

/* The cost of map_pose_place, and with `lowest` of map_pose_lowest, in bytes that are read. */
uint64_t map_pose_work(const Model *kept, bool lowest);

/* Poses all bones of a kept model for a body; returns false if a position is not finite. */
bool map_pose_place(const Model *kept, const float weights[FIG_VARIANTS], ModelPose *poses);

/* The height of the lowest vertex of a posed model that is turned around its origin; 0 if it
 * has no vertices. */
float map_pose_lowest(const Model *kept, const float weights[FIG_VARIANTS],
                      const ModelPose *poses, Quat turn);

#endif
