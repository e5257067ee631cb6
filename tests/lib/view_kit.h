/* A folder in memory that is looked into. */
#ifndef OISIN_TESTS_VIEW_KIT_H
#define OISIN_TESTS_VIEW_KIT_H

#include "shelf_kit.h"

#include "base/hash.h"
#include "base/text.h"
#include "studio/viewer/viewer.h"

ViewerHost view_host(Shelf *shelf);

/* A page without a game (tirnanog/project/web_page.h), as small as one can be. */
extern const ProjectFiles view_page;

#endif
