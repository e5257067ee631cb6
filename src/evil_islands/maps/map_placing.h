/* Objects of a map (.mob) in its glTF scene.
 *
 * The node "objects" has one child for each node of the tree with a position: objects, units,
 * levers and so on (OBJPOSITION, OBJROTATION), lights (KHR_lights_punctual), sounds and
 * particles. Nodes at the top level of the file hold the tree and are not objects, even if
 * damage gives them a position. The child has the name of the object, otherwise of its
 * template, otherwise of its kind.
 *
 * The z of OBJPOSITION is the height above the land, so the land of the scene (map_ground.h) is
 * added to it: "ground" of the extras. That of lights, sounds and particles is absolute. Where
 * there is no land, heights count from 0.
 *
 * Extras: "kind" (as in the specification: "UNIT"), "id",
 * "name", "template", "complexion" (as stored: dexterity, strength, height), "texture", and
 * further values of sounds and particles.
 *
 * If `models` (files, including archives) is given, TEMPLATE.mod, with TEMPLATE.bon and the
 * texture that the object names, is placed at the object: its bones are below the object's
 * node, in the pose of map_pose.h; a unit's model is moved up or down so that its lowest point
 * is where the unit stands. Objects with the same template and texture share meshes; the
 * weights of their nodes define their bodies (complexion). One warning each gives the number of
 * objects whose model is missing, is damaged or has a damaged texture, and of objects that were
 * omitted because of the limits (see map_models.h). Without `models` nothing is looked for. */
#ifndef OISIN_EVIL_ISLANDS_MAPS_MAP_PLACING_H
#define OISIN_EVIL_ISLANDS_MAPS_MAP_PLACING_H

#include "evil_islands/objects/mob.h"
#include "kit/open/gltf.h"
#include "kit/formats/file_list.h"

/* Kinds of nodes that have a position on the map. */
typedef struct PlaceRow {
    uint32_t position, rotation, id, name; /* ids of nodes; 0: none */
    bool on_land;                          /* its height counts from the land */
} PlaceRow;
enum { MAP_PLACES = 4 };
extern const PlaceRow map_places[MAP_PLACES];

/* The place of an object in the scene if the land there has height 0; false if its position is
 * not finite. */
bool map_place_of(const MobNode *node, const PlaceRow *row, Vec3 *translation, Quat *rotation);
/* Of the object, otherwise of its template, otherwise of its kind. */
Text map_place_name(const MobNode *node, const PlaceRow *row, Arena *arena);

/* The scene has the land already. */
bool map_add_objects(Gltf *gltf, Bytes mob, const ProjectFiles *models, Arena *arena,
                     Report *report);

#endif
