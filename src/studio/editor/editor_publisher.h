/* What the editor needs to publish a game: the folders of targets, which it does not make
 * itself, and a server on this network. */
#ifndef OISIN_STUDIO_EDITOR_EDITOR_PUBLISHER_H
#define OISIN_STUDIO_EDITOR_EDITOR_PUBLISHER_H

#include "base/json.h"

/* False: the sentence was reported. */
typedef struct EditorPublisher {
    void *context;
    /* Puts the members "targets": [{"name", "title", "note", "steps": [], "folder", "made"}],
     * "opens" (folders can be opened) and "server" into an open object. "server" is
     * {"possible", "addresses": [{"address", "reach": "computer" or "network"}], "running",
     * "address" (in a browser; empty: not yet), "code": the rows of its QR code, "10110...";
     * empty: there is none, and "problem" says why; or why the server has ended}. */
    void (*describe)(void *context, JsonWriter *json, Arena *arena);
    /* Makes the folder of a target again: `oisin build --for`. */
    bool (*make)(void *context, Text target, Arena *arena, Report *report);
    /* Opens that folder in the file manager. */
    bool (*open)(void *context, Text target, Arena *arena, Report *report);
    /* Starts `oisin serve` at one of the addresses; it is not ready yet. */
    bool (*serve)(void *context, Text address, Arena *arena, Report *report);
    void (*serve_end)(void *context);
} EditorPublisher;

#endif
