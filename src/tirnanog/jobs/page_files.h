/* The page with which a game is played in a browser: `build --for web` writes it for any
 * web server, `serve --web` serves it. */
#ifndef OISIN_TIRNANOG_JOBS_PAGE_FILES_H
#define OISIN_TIRNANOG_JOBS_PAGE_FILES_H

#include "tirnanog/project/web_page.h"

/* The installed files of the page without a game; an error if there are none. */
bool web_page_load(ProjectFiles *out, Arena *arena, Report *report);

/* The page for any web server: its files in memory, with the game. */
bool web_page_files(Bytes game, ProjectFiles *out, Arena *arena, Report *report);

/* The page of a game server: its files in memory, with the game. The page then connects to the
 * server that it comes from. */
bool web_page_serve(Bytes game, ProjectFiles *out, Arena *arena, Report *report);

#endif
