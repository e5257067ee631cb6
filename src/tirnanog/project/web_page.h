/* The page of a game: the files of a folder that any web server can serve, with which the game
 * is played in a browser.
 *
 * They are those of the page without a game, which `make web` makes (web/page/ describes them),
 * a file with the game, and its icon. Words between @ are replaced in three of them:
 * index.html, the manifest, and sw.js, which gets a list of all files with their sizes and
 * CRCs. So a browser uses a new version only if it has all files of that version. */
#ifndef OISIN_TIRNANOG_PROJECT_WEB_PAGE_H
#define OISIN_TIRNANOG_PROJECT_WEB_PAGE_H

#include "base/report.h"
#include "kit/formats/file_list.h"

typedef struct WebPage {
    const ProjectFiles *files; /* of the page without a game, sorted; names without folders */
    Bytes game;                /* a .tng file */
    bool offline;              /* the browser keeps it for play without a network */
    bool serves;               /* it comes from a game server, and connects to it */
} WebPage;

/* `*out` gets the files in the order in which they should be written: a page that is being
 * replaced on a server never names a file that is not there yet. */
bool web_page_make(const WebPage *page, ProjectFiles *out, Arena *arena, Report *report);

#endif
