/* Games and projects are played in the browser: the page of a game
 * (tirnanog/project/web_page.h) at the address .play/PATH/ of the viewer. Paths of files have
 * no hidden parts, so there is no file of that name. The page has scripts, and its own policy;
 * it is not kept for play without a network, because its address is used once. */
#ifndef OISIN_STUDIO_VIEWER_VIEW_PLAY_H
#define OISIN_STUDIO_VIEWER_VIEW_PLAY_H

#include "studio/viewer/views_internal.h"

/* Whether it is a game or a project, and the files of the page are there. */
bool play_is_possible(const Found *found);
/* Writes the link to the page. */
void write_play_link(const Look *look, Writer *out);

/* Splits .play/PATH/FILE; false: another kind of path. */
bool play_path(Text path, Text *game, Text *file);
/* Answers with a file of the page, "": index.html, for which the page is made again. */
bool play_answer(const Look *look, Text file, ViewerAnswer *answer, Report *report);

#endif
