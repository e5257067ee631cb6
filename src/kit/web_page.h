/* `build --web DIR`: a folder that any web server can serve, with which a game is played in a browser. */
#ifndef OISIN_KIT_WEB_PAGE_H
#define OISIN_KIT_WEB_PAGE_H

#include "formats/tirnanog/tng.h"
#include "kit/job.h"
#include "project/project.h"

typedef struct WebPage {
    Text folder;               /* to be written */
    const ProjectFiles *files; /* of the project */
    const TngOutput *game;
} WebPage;

/* Files of other names in the folder stay. */
bool web_page_save(const WebPage *page, Arena *arena, Report *report);

#endif
