/* The modules of the page, named in its first answer.
 *
 * A browser finds the modules that a module imports when it has read that one, and theirs when
 * it has read them: many rounds. Links of the kind "modulepreload" name all of them at once. */
#ifndef OISIN_STUDIO_EDITOR_PAGE_MODULES_H
#define OISIN_STUDIO_EDITOR_PAGE_MODULES_H

#include "studio/editor/editor_host.h"

/* `html` with a link for `first` and for each module that it imports, directly or not, before
 * the end of its head. */
Bytes page_modules(const EditorHost *host, Bytes html, Text first, Arena *arena);

#endif
