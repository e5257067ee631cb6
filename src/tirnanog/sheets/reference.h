/* The reference of a project's text files, in Markdown: `oisin formats obj`, docs/project.
 *
 * The pages of sheets follow from their tables (sheets*.c, words.c, the `doc` of members in
 * tng.def and project_records.def). The pages about names of images, maps, handlers and
 * translations print the tables of the code that reads these. */
#ifndef OISIN_TIRNANOG_SHEETS_REFERENCE_H
#define OISIN_TIRNANOG_SHEETS_REFERENCE_H

#include "tirnanog/sheets/sheets.h"

/* Name and title of each page, one per line. */
void reference_list(Writer *out);
/* A page by its name ("obj"), its path ("ui/hud.cfg") or that of one of its files
 * ("objects/rod.obj"); false if there is none. */
bool reference_describe(Text name, Writer *out);
/* The index, with links to the pages as files in its folder. */
void reference_index(Writer *out);

/* The parts that the modules with the tables write. */
void map_describe(Writer *out);      /* maps_reference.c */
void event_describe(Writer *out);    /* words_script.c */
void mask_describe(Writer *out);     /* words_blocks.c */
void automap_describe(Writer *out);  /* automap.c */
void sprite_describe(Writer *out);   /* picture_names.c */
void language_describe(Writer *out); /* languages.c */
extern const char language_example[];

#endif
