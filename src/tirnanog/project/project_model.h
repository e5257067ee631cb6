/* A model of a project: what its files mean together, for programs that show and change them.
 *
 * A model is made by a complete check of the files (a second with a cold cache, some hundredths
 * of it otherwise). It then reads single files again, also changed ones, with the names of all
 * others, in well under a millisecond. */
#ifndef OISIN_TIRNANOG_PROJECT_PROJECT_MODEL_H
#define OISIN_TIRNANOG_PROJECT_PROJECT_MODEL_H

#include "tirnanog/maps/terrain_rules.h"
#include "tirnanog/project/project.h"
#include "tirnanog/sheets/sheets.h"
#include "tirnanog/project/story_graph.h"
#include "tirnanog/sheets/name_uses.h"

typedef struct ProjectModel ProjectModel;

/* `checker`: see project_check_with; NULL: none. `files` must outlive the model, which belongs
 * to the arena and to one thread. Problems are reported, with the paths of files; there is
 * always a result. */
ProjectModel *project_model_new(ProjectFiles *files, const BuildCache *cache,
                                ProjectChecker *checker, Arena *arena, Report *report);

const ProjectFiles *project_model_files(const ProjectModel *model);
const Names *project_model_names(const ProjectModel *model);
const ProjectUses *project_model_uses(const ProjectModel *model);
/* How dialogs and quests lead to each other. */
const Story *project_model_story(const ProjectModel *model);
/* How its maps are painted with terrains; NULL: a rule has an error, which a check reports. */
const TerrainRules *project_model_terrains(const ProjectModel *model);
/* The game that the files are: its grid and title. */
const ProjectConfig *project_model_config(const ProjectModel *model);
/* The language of the project's own texts: two letters. */
Text project_model_language(const ProjectModel *model);
/* All texts of the project with their places, as project_texts finds them; after errors, those
 * that could be read. */
void project_model_texts(const ProjectModel *model, ProjectTexts *out, Arena *arena);
/* How long a frame of an animation is shown, in milliseconds. */
unsigned project_model_frame_time(const ProjectModel *model);

/* Where the name of a file is in its path, and its kind; false if it is not named. */
bool project_name_of(Text path, uint16_t *kind, Text *name);

/* Reads one text file: its rows, and its problems. Text of `rows` and of messages is allocated
 * from `arena`. */
void project_model_read(ProjectModel *model, const Sheet *sheet, const ProjectFile *file,
                        SheetRows *rows, Arena *arena, Report *report);

#endif
