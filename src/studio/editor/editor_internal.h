/* Private to the editor. */
#ifndef OISIN_STUDIO_EDITOR_EDITOR_INTERNAL_H
#define OISIN_STUDIO_EDITOR_EDITOR_INTERNAL_H

#include "base/json.h"
#include "studio/editor/checker.h"
#include "studio/editor/editor.h"
#include "studio/editor/edit_store.h"
#include "studio/editor/sent_files.h"

typedef struct BuiltGame BuiltGame; /* built_game.h */

struct Editor {
    const EditorHost *host;
    EditStore store;
    Checker *checker;
    Checked *checked; /* the latest result; NULL: none yet */
    Arena *played;    /* of the page of the game; NULL: none yet */
    ProjectFiles page;
    EditorDebug *debug;        /* NULL: nothing is debugged */
    BuiltGame *built;          /* NULL: none yet */
    struct ModelStore *models; /* NULL: none yet */
    SentFiles sounds, images;  /* that were sent, and are not in the project yet */
};

/* One request that is answered. */
typedef struct Call {
    Editor *editor;
    const HttpRequest *request;
    HttpAnswer *answer;
    Arena *arena;
    Messages problems; /* the sink of `report` */
    Report report;     /* for the sentence of an error */
    const json_t *body;
} Call;

typedef void Route(Call *call);
#define ROUTE(method, path, function, purpose) Route function;
#include "studio/editor/api.def"
#undef ROUTE

ProjectModel *call_model(const Call *call);

/* Answers with what `json` has written. */
void call_json(Call *call, const JsonWriter *json);
/* Answers with an error: of the report if it has one, otherwise `sentence`. */
void call_error(Call *call, unsigned status, const char *sentence);
/* What a file of the editor's own has; NULL: it is not there, or no JSON. */
json_t *kept_json(Call *call, KeptFile which);
/* Replaces it by what `json` has written, and answers with that, or with an error. */
void keep_json(Call *call, KeptFile which, const JsonWriter *json, const char *sentence);
/* The project has no model: the first error says why. */
void call_unread(Call *call);
/* A text of the body; empty: there is none. */
Text call_text(const Call *call, const char *key);
bool call_flag(const Call *call, const char *key);

/* Puts a file: path, hash, text, rows, problems. */
void put_file(JsonWriter *json, Call *call, Text path, Bytes bytes, uint64_t hash);
void put_hash(JsonWriter *json, const char *key, uint64_t hash);
bool parse_hash(Text text, uint64_t *out);
/* The game that the files are now. `draft`: as in BuildOptions. False after an error was
 * answered. */
bool build_game(Call *call, bool draft, Bytes *out, Arena *arena);
/* Ends the debugger, if it runs. */
void end_debug(Editor *editor);
void model_store_free(struct ModelStore *store);
/* Puts the problems of a file: "problems". */
void put_messages(JsonWriter *json, const Messages *messages);
/* Puts the grid and the lines of a layout: "layout". */
void put_sheet_layout(JsonWriter *json, Text text, Arena *arena);
/* Puts how a .lyt file cuts its image, and what a check of the project says about it. */
void put_layout(JsonWriter *json, Call *call, Text path, Bytes bytes);
/* False: it is an image that cannot be decoded, which is reported. */
bool image_is_valid(Text path, Bytes bytes, Arena *arena, Report *report);
/* Puts the number of changes, and the labels of the steps to undo and to redo. */
void put_state(JsonWriter *json, const Call *call);
void put_message_members(JsonWriter *json, const Message *message);
/* Of a workspace: its files, and the problems of one of them with some content. */
void put_workspace(JsonWriter *json, const Call *call);
void search_workspace(Call *call, Text words);
void put_workspace_problems(JsonWriter *json, const Call *call, Text path, Bytes bytes);
/* Answers that others have changed the same lines; `mine`: NULL if it is not known. */
void answer_conflict(Call *call, Text path, const Bytes *mine, Bytes theirs);
/* The content on which a change is based, by If-Match; false: the call was answered. */
bool change_base(Call *call, Text path, FileEdit *edit);
/* The page of the game: "player/FILE". For its index.html, the game is built again. */
void send_player(Call *call, Text file);
/* References are changed where the last check has found them: it must know all changes. */
void wait_for_check(Editor *editor);
/* Makes changes and answers: with the first file, with a conflict, or with an error. */
void answer_change(Call *call, Text label, const FileEdit *edits, size_t count);

#endif
