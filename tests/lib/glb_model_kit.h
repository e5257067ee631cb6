/* For tests of glb_model: scenes of the creature, what becomes of them, whether it is the same.
 */
#ifndef OISIN_TESTS_GLB_MODEL_KIT_H
#define OISIN_TESTS_GLB_MODEL_KIT_H

#include "evil_creature.h"
#include "kit.h"

#include "evil_islands/models/model_import.h"
#include "evil_islands/models/model_export.h"
#include "kit/formats/format.h"

typedef bool Run(ConversionJob *job, Arena *arena, Report *report);
Model creature(Kit *kit);
Gltf glb_scene_of(Kit *kit, const Model *model, ModelSettings settings);

/* Runs a conversion of a scene; false if that fails. */
bool glb_run(Kit *kit, Run *function, const Gltf *scene, ConversionJob *job);
Bytes file_of(const ConversionJob *job, const char *path);
Model loaded(Kit *kit, const ConversionJob *job);
Model back(Kit *kit, const Gltf *scene);
Bytes entry_of(Kit *kit, Bytes archive, const char *name);

/* What says nothing of extras, as Blender writes it unless it is asked to. */
void drop_extras(Gltf *scene);
void assert_near(Vec3 a, Vec3 b, double most);

/* A corner in all bodies. */
typedef struct Corner {
    Vec3 places[FIG_VARIANTS], normal;
    FigUv uv;
} Corner;

Corner corner_of(const FigFile *fig, uint32_t index);

/* The same triangles, in all bodies; first those of few bones, since each looks for each. */
void assert_same_figures(const Model *a, const Model *b, size_t bones);

/* The angle between two turns. */
double angle(Quat a, Quat b);
void assert_same_clips(const Model *a, const Model *b);

#endif
