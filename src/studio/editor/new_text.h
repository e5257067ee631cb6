/* Texts of new files: valid in this project. */
#ifndef OISIN_STUDIO_EDITOR_NEW_TEXT_H
#define OISIN_STUDIO_EDITOR_NEW_TEXT_H

#include "tirnanog/project/project_model.h"

/* "Old mill" of old_mill. */
Text new_title(Text name, Arena *arena);

/* The text of an item without anything in it; its title, if it has one, is the name. */
Text new_item_text(ProjectModel *model, const Sheet *sheet, Text path, Text name, Arena *arena);

/* The text of a file that exists once: the example of its sheet, in which names that the
 * project does not have are replaced by those that it has, or by "-"; lines without a valid
 * name are left out. */
Text new_single_text(ProjectModel *model, const Sheet *sheet, Text path, Arena *arena);

#endif
