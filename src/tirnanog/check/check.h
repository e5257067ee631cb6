/* Parts of the linter (project_check). */
#ifndef OISIN_TIRNANOG_CHECK_CHECK_H
#define OISIN_TIRNANOG_CHECK_CHECK_H

#include "tirnanog/project/build.h"

/* Loads a project with `options`, and checks it as project_check_with. */
bool project_check_into(Project *project, ProjectFiles *files, const BuildOptions *options,
                        ProjectChecker *checker, Arena *arena, Report *report);

/* A record of a section, decoded from its bytes in the game; NULL if it cannot be read. */
void *project_asset(const Project *project, unsigned type, size_t index);

/* What is on the maps. */
typedef struct MapContents {
    size_t map_count, cell_count;
    /* Per map: the cells of the layer; NULL: it cannot be read. */
    uint16_t **npcs, **objects, **spawners;
    bool *ground; /* per tile sprite: it is on the lowest layer of a map */
} MapContents;
MapContents project_map_contents(const Project *project);

/* Event handlers: positions outside maps, what is decided before, variables that nothing reads,
 * handlers that call each other, handlers that another one hides, and attributes that need
 * each other for ever. */
void project_check_handlers(Project *project, const ProjectScripts *scripts);
/* What the game does silently: no start, prices without a unit, characters that nobody can
 * choose, fonts that cannot be read. */
void project_check_rules(Project *project, const ProjectScripts *scripts,
                         const MapContents *maps);
/* Maps, dialogs, cutscenes and quests to which only unreachable maps and handlers lead. Sets
 * `reach` of the project. */
void project_check_reach(Project *project, const ProjectScripts *scripts,
                         const MapContents *maps);
/* NPCs that patrol on a map without their path. */
void project_check_patrols(Project *project, const ProjectScripts *scripts,
                           const MapContents *maps);
/* Dialogs whose answers make no difference, or that no answer leaves. Needs the story. */
void project_check_story(Project *project);
/* Letters of texts and translations that neither the project's fonts nor that of the player
 * have. */
void project_check_texts(Project *project, ProjectTexts *texts);

#endif
