/* Objects of a map (.mob) in its glTF scene.
 *
 * Below a node "objects" is one for each node of the tree with a place: objects, units, levers
 * and so on (OBJPOSITION, OBJROTATION), lights (KHR_lights_punctual), sounds and particles. A
 * name is that of the object, else of its template, else of its kind. Extras: "kind" (the
 * seed's name: "UNIT"), "id", "name", "template", "complexion" (as stored: dexterity, strength,
 * height), "texture", and what else a sound or a particle has.
 *
 * With `models`, files and archives among them, TEMPLATE.mod (TEMPLATE.bon, and the texture
 * that the object names) is put where an object is: its bones below the object's node, at
 * rest. Objects of the same template and texture share meshes; their bodies (complexion) are
 * the weights of their nodes. One warning each tells how many have no model, a damaged one or
 * one of a damaged texture, and how many were left out because there are too many (see
 * map_models.h); without `models` nothing is looked for. */
#ifndef OISIN_CONVERT_MAP_PLACING_H
#define OISIN_CONVERT_MAP_PLACING_H

#include "formats/open/gltf.h"
#include "project/files.h"

bool map_add_objects(Gltf *gltf, Bytes mob, const ProjectFiles *models, Arena *arena,
                     Report *report);

#endif
