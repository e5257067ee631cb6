/* What the editor needs from its program: access to the files of one project, or of one
 * workspace (kit/workspace/workspace_data.h).
 *
 * Paths are relative to the project's folder, with slashes. The host refuses paths that lead
 * outside of it (through links, too). */
#ifndef OISIN_STUDIO_EDITOR_EDITOR_HOST_H
#define OISIN_STUDIO_EDITOR_EDITOR_HOST_H

#include "base/json.h"
#include "studio/editor/editor_publisher.h"
#include "tirnanog/project/project.h"

/* A file that is to be written, replaced or removed. */
typedef struct FileWrite {
    Text path;
    bool existed, exists; /* before and after */
    Bytes before, after;
} FileWrite;

typedef enum ReadResult { READ_OK, READ_ABSENT, READ_FAILED } ReadResult;

/* What a tool has printed, and found. */
typedef struct ToolResult {
    Text text;
    Text problem; /* one sentence; empty: none */
    uint32_t passed, failed;
    Text path; /* of the first test that has failed */
} ToolResult;

typedef struct HandlerWish {
    Text handler;      /* "npc:smith:click", or source */
    Text answers, set; /* "1,2"; "hp=10,@hp=3" */
    bool trace;
} HandlerWish;

struct EditorHost;
/* A recording that is played again with the debugger (studio/debug/debugger.h). */
typedef struct EditorDebug EditorDebug;

/* Programs that play a game without a window. False: the sentence was reported. */
typedef struct EditorTools {
    /* Runs a handler, and prints what it does: `oisin script run`. */
    bool (*run)(Bytes game, const HandlerWish *wish, ToolResult *out, Arena *arena,
                Report *report);
    /* Writes what was played as a scenario: `oisin replay test`. */
    bool (*scenario)(Bytes game, Text recording, Text name, ToolResult *out, Arena *arena,
                     Report *report);
    /* Plays the scenarios of a file, or of all if it is empty: `oisin test`. */
    bool (*test)(Bytes game, const ProjectFiles *files, Text path, ToolResult *out,
                 Arena *arena, Report *report);
    /* Begins, stopped before the first tick; NULL after an error was reported. */
    EditorDebug *(*debug_begin)(const struct EditorHost *host, Text recording, Report *report);
    /* A command, "next". */
    void (*debug_send)(EditorDebug *debug, Text line);
    /* The lines that were written since the last call. False: the play has ended. */
    bool (*debug_read)(EditorDebug *debug, Writer *out);
    void (*debug_end)(EditorDebug *debug);
} EditorTools;
/* A file of a workspace. */
typedef struct WorkspaceItem {
    Text path;
    Text format; /* of the game's file that it becomes: "db", "mmp"; empty: unchanged */
} WorkspaceItem;

typedef struct WorkspaceItems {
    WorkspaceItem *items; /* ordered by path */
    size_t count;
} WorkspaceItems;

/* A line of a file that has the words of a search. */
typedef struct WorkspaceHit {
    Text path;
    uint32_t line, column; /* from 1; in letters */
    Text text;             /* part of a long line */
} WorkspaceHit;

typedef struct WorkspaceHits {
    WorkspaceHit *items;
    size_t count;
    size_t next; /* index of the file at which to continue; at first that at which to begin */
} WorkspaceHits;

/* A workspace instead of a project. Errors are reported, with line and column if possible. */
typedef struct EditorWorkspace {
    void *context;
    Text output; /* the game's folder, for people; empty: unknown, and nothing is packed */
    bool (*list)(void *context, WorkspaceItems *out, Arena *arena, Report *report);
    /* Adds lines, of files in this order, that contain the words, without case; up to `max`
     * hits in all. False: there may be more, in the file `next` and after it. */
    bool (*search)(void *context, Text words, const WorkspaceItems *items, size_t max,
                   WorkspaceHits *out, Arena *arena);
    /* Puts members about a file into an open object: of a table its columns
     * (db_put_columns); of map objects the functions of scripts (mob_script_put_functions), and
     * the size of their map, "map": {"width", "height"}, if there is one; of a sprite layout
     * its "expressions". */
    void (*describe)(void *context, Text path, JsonWriter *json);
    /* That map, north up, or the expression with this number, as a PNG. */
    bool (*picture)(void *context, Text path, size_t number, Bytes *out, Arena *arena,
                    Report *report);
    /* Whether `pack` accepts the file with this content; also reports what `check` finds in the
     * game's file. */
    bool (*check)(void *context, Text path, Bytes bytes, Arena *arena, Report *report);
    /* Writes the game's files that differ; with `dry`, only notes which. Without `force`, a
     * file that another program has changed is an error. */
    bool (*pack)(void *context, bool dry, bool force, Arena *arena, Report *report);
} EditorWorkspace;

/* A model of an old game, and options of `oisin convert` for its sprites. */
typedef struct ModelWish {
    Text path;                 /* of a file of the model, in the workspace or the project ... */
    const ProjectFiles *given; /* ... or, unless NULL, among these */
    uint64_t version;          /* changes when those files may have changed */
    const json_t *options;     /* an object of texts: {"size": "32", "outline": "true"} */
} ModelWish;

typedef struct ModelMomentWish {
    int64_t clip, frame; /* -1: at rest */
    double turn;         /* degrees, clockwise from above */
} ModelMomentWish;

typedef struct ModelSprites {
    Bytes sheet; /* a PNG */
    uint32_t w, h;
    Text layout; /* the .lyt file */
    size_t count;
} ModelSprites;

/* Models drawn by the converter's renderer. False: the sentence was reported. */
typedef struct EditorModels {
    void *context;
    /* Puts the members "name", "bones", "triangles", "clips": [{"name", "frames"}], and
     * "options" into an open object. */
    bool (*describe)(void *context, const ModelWish *wish, JsonWriter *json, Arena *arena,
                     Report *report);
    /* A frame of a clip from one side, as a PNG. */
    bool (*turned)(void *context, const ModelWish *wish, const ModelMomentWish *moment,
                   Bytes *out, Arena *arena, Report *report);
    /* Its sprites in one sheet, for a folder of a project; "-": for none. */
    bool (*sprites)(void *context, const ModelWish *wish, Text folder, ModelSprites *out,
                    Arena *arena, Report *report);
    /* The models among files, also in archives. */
    void (*list)(const ProjectFiles *given, ProjectFiles *out, Arena *arena, Report *report);
} EditorModels;

typedef enum KeptFile {
    KEPT_PLACES, /* where the nodes of the story's graph are */
    KEPT_STAMPS  /* areas of maps; a part of the project for git, too */
} KeptFile;

typedef struct EditorHost {
    void *context;
    Text name; /* of the project's folder */
    bool read_only;
    /* All files of the project. Called from two threads. */
    bool (*load)(void *context, ProjectFiles *out, Arena *arena, Report *report);
    /* One file as it is now. READ_FAILED was reported. */
    ReadResult (*read)(void *context, Text path, Bytes *out, Arena *arena, Report *report);
    /* Writes all of them, or none: also if one of the files is not as it was before. */
    bool (*write)(void *context, const FileWrite *writes, size_t count, Report *report);
    /* The journal: a file of the editor's own in the project. */
    bool (*journal_read)(void *context, Bytes *out, Arena *arena);
    /* `*before` becomes the size of the file before. */
    bool (*journal_append)(void *context, Bytes bytes, uint64_t *before, Report *report);
    /* Removes what was appended after this size; possible on a full disk. */
    bool (*journal_cut)(void *context, uint64_t size);
    bool (*journal_replace)(void *context, Bytes bytes, Report *report);
    /* Other files of the editor's own. */
    bool (*kept_read)(void *context, KeptFile which, Bytes *out, Arena *arena);
    bool (*kept_replace)(void *context, KeptFile which, Bytes bytes, Report *report);
    /* Whether a file was changed by others since the last call. */
    bool (*changed)(void *context);
    const EditorWorkspace *workspace; /* NULL: a project */
    const BuildCache *cache;          /* or NULL */
    ProjectChecker *checker;          /* or NULL */
    /* The files of the page of a game without a game, sorted; NULL: it is not installed. */
    const ProjectFiles *player;
    /* Opens the game in its own window, at the place "town,5,6", or as a player begins if
     * that is empty; in a language, "de", or in that of the player. NULL: there are none. */
    bool (*window)(void *context, Text place, Text language, Report *report);
    const EditorTools *tools;         /* NULL: none of them */
    const EditorModels *models;       /* NULL: they are not shown */
    const EditorPublisher *publisher; /* NULL: nothing is published */
    /* A file of the page, "edit.js"; false: there is none. */
    bool (*page)(void *context, Text name, Bytes *out, Arena *arena);
} EditorHost;

#endif
