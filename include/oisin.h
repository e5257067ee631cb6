/* oisin.h: the library of oisin, a toolkit for the data of adventure and role-playing games and
 * an engine that plays them. docs/library.md has examples; all that the program `oisin` does
 * with files it does by the same code.
 *
 * HANDLES. A kit (OisinKit) is where work happens: it keeps messages and callbacks. Files and
 * worlds are opened with a kit and end before it does. Each handle has one function that frees
 * it; NULL may be given to that.
 *
 * OWNERSHIP. What goes in stays yours and is not needed after the call. What comes out of a
 * handle (texts, bytes, values) belongs to the handle: it is valid as long as that is open,
 * unless its function says less. Nothing that the library gives is ever given to free().
 *
 * TEXTS are UTF-8 and end with a zero byte; those that may hold zero bytes come with a size.
 * Sizes count bytes. Paths are as the system has them; ARCHIVE/MEMBER is a file in an archive,
 * to any depth, in capital or small letters.
 *
 * ERRORS. A function that can fail gives false or NULL, and says why: oisin_error() has it
 * until the next call with the same kit (or with a handle that was opened with it), and so have
 * the messages, among which are warnings and notes, too. The library prints nothing, and it
 * ends no program. Damaged files are errors, never crashes. NULL for a kit, file, world or
 * value is a mistake, unless it is said that it may be.
 *
 * THREADS. A kit and all that was opened with it are used by one thread at a time; different
 * kits may be used by different threads at the same time. Within a call the library uses
 * threads of its own: see oisin_set_threads. Callbacks come from the thread that called, and
 * must not use the kit that they are called for. While a file is written the process's umask is
 * read, which cannot be done without setting it for a moment.
 *
 * LOCALE. Numbers in files are written and read with a point, whatever the locale is. */
#ifndef OISIN_H
#define OISIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first number is that of the shared library: with the same one programs go on working. */
#define OISIN_VERSION "0.1.0"

#if defined(__GNUC__)
#define OISIN_API __attribute__((visibility("default")))
#else
#define OISIN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct OisinKit OisinKit;
typedef struct OisinFile OisinFile;
typedef struct OisinValue OisinValue;
typedef struct OisinWorld OisinWorld;

/* ---- the kit ---- */

/* OISIN_VERSION of the library that is running. */
OISIN_API const char *oisin_version(void);

/* NULL if there is no memory. */
OISIN_API OisinKit *oisin_new(void);
/* After all that was opened with it was closed. */
OISIN_API void oisin_free(OisinKit *kit);

/* How many threads a call may use, for all kits: 1 to 64; 0 (as it is at first): as many as
 * there are cores. Call it while no other call runs. Results do not depend on it. */
OISIN_API void oisin_set_threads(unsigned threads);

typedef enum OisinSeverity { OISIN_NOTE, OISIN_WARNING, OISIN_ERROR } OisinSeverity;

typedef struct OisinMessage {
    OisinSeverity severity;
    const char *file;      /* what it is about: a path; empty if it is about none */
    unsigned line, column; /* from 1, the column in bytes; 0: there is none */
    const char *text;      /* one line */
    const char *source;    /* the line of text it is about, or empty */
} OisinMessage;

/* The errors of the last call, "FILE:LINE:COLUMN: TEXT" a line; empty if there was none. Valid
 * until the next call. */
OISIN_API const char *oisin_error(const OisinKit *kit);
/* All messages of the last call, at most 1000; valid until the next call. NULL behind the last.
 */
OISIN_API size_t oisin_message_count(const OisinKit *kit);
OISIN_API const OisinMessage *oisin_message(const OisinKit *kit, size_t index);

/* From now on each message is given to `hear`, too, as soon as it is said; NULL: to nobody. */
typedef void OisinMessageCallback(void *context, const OisinMessage *message);
OISIN_API void oisin_on_message(OisinKit *kit, OisinMessageCallback *hear, void *context);

/* How far a long call is: `done` of `total` parts, and `what` ("pictures") comes next. `what`
 * NULL: one of several parts of the job, or all of it, is over. NULL: nobody wants to know. */
typedef void OisinProgress(void *context, const char *what, size_t done, size_t total);
OISIN_API void oisin_on_progress(OisinKit *kit, OisinProgress *progress, void *context);

/* ---- formats ---- */

typedef struct OisinFormat {
    const char *name;  /* "tng": its usual suffix, and what oisin_file_format gives */
    const char *title; /* for people */
} OisinFormat;

/* NULL behind the last; valid for ever. */
OISIN_API const OisinFormat *oisin_format(size_t index);
/* The format that files with this suffix (without a dot, in any case) have: also of suffixes
 * that are no names, as mpr and idb. NULL if it is unknown. */
OISIN_API const OisinFormat *oisin_format_of_suffix(const char *suffix);
/* The page of docs/formats about it, Markdown: every record, and its fields with their types
 * and meanings. NULL, and an error, if there is no such format. Valid until the next call. */
OISIN_API const char *oisin_format_page(OisinKit *kit, const char *name);

/* ---- files ---- */

/* A file of the disk, a member of an archive, or bytes of your own. `name` of those is for
 * messages, and its suffix tells the format if the bytes do not. The format need not be known:
 * see oisin_file_format. */
OISIN_API OisinFile *oisin_open(OisinKit *kit, const char *path);
OISIN_API OisinFile *oisin_open_bytes(OisinKit *kit, const char *name, const void *data,
                                      size_t size);
OISIN_API void oisin_close(OisinFile *file);

/* Takes the file as one of this format from now on, whatever it looks like. */
OISIN_API bool oisin_file_set_format(OisinFile *file, const char *name);
/* NULL if it is none that is known here. */
OISIN_API const OisinFormat *oisin_file_format(const OisinFile *file);
/* What the file says it is: a game's id, a font's name; may be empty. */
OISIN_API const char *oisin_file_title(OisinFile *file);
OISIN_API const void *oisin_file_bytes(const OisinFile *file, size_t *size);
/* Writes the bytes to a file: beside first, then renamed. */
OISIN_API bool oisin_file_save(OisinFile *file, const char *path);
/* Finds all mistakes in it; false if there is an error among them. */
OISIN_API bool oisin_file_check(OisinFile *file);

/* The files in an archive (mpk, res and its like); 0 if it is none or cannot be read. */
OISIN_API size_t oisin_file_member_count(OisinFile *file);
/* Its name, with slashes between folders; NULL behind the last. */
OISIN_API const char *oisin_file_member(OisinFile *file, size_t index);
/* To be closed by itself; the archive may be closed before. */
OISIN_API OisinFile *oisin_open_member(OisinFile *file, size_t index);

/* ---- records ---- */

/* BRIEF leaves out what is large (pictures, sounds and fonts inside a game); WHOLE has every
 * bit, so that the file can be made of it again. */
typedef enum OisinDetail { OISIN_BRIEF, OISIN_WHOLE } OisinDetail;

/* All formats are walked alike: as a tree of values, whose names are those of the format's
 * page. Bytes that are not understood are texts of hex digits. NULL, and an error, if the
 * format is unknown or the file damaged. The root is a record, and its first field is "format".
 */
OISIN_API const OisinValue *oisin_file_records(OisinFile *file, OisinDetail detail);

typedef enum OisinKind {
    OISIN_NOTHING,
    OISIN_BOOL,   /* a number, 0 or 1 */
    OISIN_NUMBER, /* whole */
    OISIN_REAL,
    OISIN_TEXT,
    OISIN_LIST,
    OISIN_RECORD
} OisinKind;

OISIN_API OisinKind oisin_kind(const OisinValue *value);
/* Its name as a field of its record; empty in a list. */
OISIN_API const char *oisin_name(const OisinValue *value);
/* How many values are in a list or record; 0 for others. NULL behind the last. */
OISIN_API size_t oisin_count(const OisinValue *value);
OISIN_API const OisinValue *oisin_at(const OisinValue *value, size_t index);
/* A field by its name, or one of fields: "sections.3.type" is a way through fields and lists.
 * NULL if there is none. `value` may be NULL. */
OISIN_API const OisinValue *oisin_get(const OisinValue *value, const char *way);
/* The value itself; 0, or an empty text, if it is of another kind. A number is a real, too.
 * `value` may be NULL, and so may be `size`. */
OISIN_API int64_t oisin_number(const OisinValue *value);
OISIN_API double oisin_real(const OisinValue *value);
OISIN_API const char *oisin_text(const OisinValue *value, size_t *size);

/* The same as JSON, as `oisin show` (BRIEF) and `oisin convert` (WHOLE) have it. */
OISIN_API const char *oisin_to_json(OisinFile *file, OisinDetail detail, size_t *size);
/* The file that a JSON text with every bit describes: if nothing was changed in it, the same
 * bytes. `name` is the new file's, as with oisin_open_bytes. */
OISIN_API OisinFile *oisin_from_json(OisinKit *kit, const char *name, const char *json,
                                     size_t size);

/* ---- work on files of the disk: the commands of the program ---- */

/* As on the command line, without the dashes: {"format", "dxt1"}; a value of NULL for those
 * that take none. A list of options ends with a name of NULL; NULL is an empty one. `oisin help
 * COMMAND` has them all; help, quiet, jobs and output are none of them. */
typedef struct OisinOption {
    const char *name, *value;
} OisinOption;

/* Each gives false if anything failed, and then leaves no file or folder half-written. What was
 * done is among the messages, as notes. */

/* Inputs become what the suffix of `output` says; a folder if it has none. */
OISIN_API bool oisin_convert(OisinKit *kit, const char *const *inputs, size_t count,
                             const char *output, const OisinOption *options);
/* Games become projects in the folder, archives their files, folders of a game a workspace. */
OISIN_API bool oisin_unpack(OisinKit *kit, const char *const *inputs, size_t count,
                            const char *folder, const OisinOption *options);
/* A folder that oisin_unpack has made, or one like it, into a file, or into the game's folder.
 */
OISIN_API bool oisin_pack(OisinKit *kit, const char *folder, const char *output,
                          const OisinOption *options);
/* A small project that builds and plays. */
OISIN_API bool oisin_new_project(OisinKit *kit, const char *folder);
/* A project into a game; `output` NULL: PROJECT/game.tng. */
OISIN_API bool oisin_build(OisinKit *kit, const char *project, const char *output,
                           const OisinOption *options);
/* Files and projects; false if there is an error. */
OISIN_API bool oisin_check(OisinKit *kit, const char *const *inputs, size_t count,
                           const OisinOption *options);

/* Plays the scenarios in a project's tests, or, behind a game file, in the test files that
 * follow; other inputs say how the names of those begin that are wanted. True if all passed.
 * `*lines` (may be NULL) gets what `oisin test` prints, valid until the next call; NULL if none
 * were played. */
OISIN_API bool oisin_test(OisinKit *kit, const char *const *inputs, size_t count,
                          const OisinOption *options, const char **lines);

/* The handlers of a game or project, or the script of a map (.mob, .txt, .eis), as text that is
 * valid until the next call; NULL, and an error, if something failed. Of a game those whose
 * names begin so; `begins` NULL: all. */
typedef enum OisinScriptFace {
    OISIN_SCRIPT_LISTED,    /* instructions; of a map: its statements */
    OISIN_SCRIPT_LIFTED,    /* source, as authors write it; not of a map */
    OISIN_SCRIPT_FORMATTED, /* of a map: its source, laid out anew */
} OisinScriptFace;
OISIN_API const char *oisin_scripts(OisinKit *kit, const char *input, const char *begins,
                                    OisinScriptFace face, const OisinOption *options);

typedef enum OisinChange { OISIN_CHANGED, OISIN_REMOVED, OISIN_ADDED } OisinChange;

typedef struct OisinDifference {
    OisinChange change;
    const char *file;  /* and behind slashes the members in it */
    const char *place; /* in its records: maps["town"].width; empty: the file as a whole */
    const char *text;  /* 10 -> 12; what was added or removed */
} OisinDifference;

/* What differs between two files or two folders. `found` (may be NULL) gets each, valid until
 * it returns; `*count` (may be NULL) how many there were. False if they could not be compared.
 */
typedef void OisinFound(void *context, const OisinDifference *difference);
OISIN_API bool oisin_diff(OisinKit *kit, const char *a, const char *b,
                          const OisinOption *options, OisinFound *found, void *context,
                          size_t *count);

/* ---- a game, played without a window ---- */

typedef struct OisinWorldOptions {
    uint64_t seed;        /* of the random generator */
    const char *language; /* "de"; NULL, or one that the game lacks: English, else its first */
    bool skip_menu;       /* begin a new game at once */
    const void *saved;    /* the bytes of a saved game (.sav) to go on with; NULL: none */
    size_t saved_size;
} OisinWorldOptions;

/* What a player does during a tick; all zero: nothing. */
typedef struct OisinInput {
    unsigned direction; /* held: 0 none, else 1 + the direction as OisinPlace has it */
    unsigned buttons;   /* pressed since the last tick: bits from oisin_world_button */
    unsigned action;    /* 1 to 9: a default action */
    unsigned item;      /* 1 + the item of the bag that is used */
    unsigned belt;      /* 1 + the place of the belt that is used; in the bag: filled */
    unsigned option;    /* 1 + the row of the screen that is chosen */
    unsigned select;    /* 1 + the row of the screen that is selected */
    int adjust;         /* -1, 1: less or more of that row, or of the selected one */
    bool go;            /* walk to the cell, or talk to or use what is there: */
    int32_t x, y;
    const char *text; /* typed: a name, something said; NULL: nothing */
} OisinInput;

/* The bit of a button: confirm cancel up down left right inventory quests pause next previous
 * drop stats skills; 0 if there is no such button. */
OISIN_API unsigned oisin_world_button(const char *name);

/* A game file or a project, and the extensions that are played with it. `options` may be NULL.
 * The same game, options and inputs give the same world on every machine. */
OISIN_API OisinWorld *oisin_world_open(OisinKit *kit, const char *const *games, size_t count,
                                       const OisinWorldOptions *options);
/* Of a game that is open; it may be closed before the world. */
OISIN_API OisinWorld *oisin_world_open_file(OisinFile *game, const OisinWorldOptions *options);
OISIN_API void oisin_world_close(OisinWorld *world);

/* One tick goes by. `input` may be NULL. False if the player wants to leave the game; there is
 * an error only if memory ran out. */
OISIN_API bool oisin_world_tick(OisinWorld *world, const OisinInput *input);
/* How many there were, and how many make a second. */
OISIN_API uint32_t oisin_world_ticks(const OisinWorld *world);
OISIN_API uint32_t oisin_world_rate(const OisinWorld *world);
/* Over all that the world is: equal worlds have equal sums. */
OISIN_API uint64_t oisin_world_hash(OisinWorld *world);

/* Where the player is. */
typedef struct OisinPlace {
    const char *map;    /* its name; empty if it has none */
    int32_t x, y;       /* the cell */
    unsigned direction; /* 0 south, 1 southwest, 2 west, and so on to 7 southeast */
} OisinPlace;
/* False if no game is running: there is only a menu. The name is valid until the next call. */
OISIN_API bool oisin_world_place(OisinWorld *world, OisinPlace *out);

/* What is open: game menu dialog chooser cutscene inventory quests market craft pause credits
 * create stats skills. */
OISIN_API const char *oisin_world_screen(const OisinWorld *world);
/* The rows that can be chosen there, and all texts that are shown; NULL behind the last. Valid
 * until the next call. */
OISIN_API size_t oisin_world_option_count(const OisinWorld *world);
OISIN_API const char *oisin_world_option(OisinWorld *world, size_t index);
OISIN_API const char *oisin_world_text(OisinWorld *world, size_t index);
/* What was said to the player since the game began, the latest first, "NAME: TEXT" or "TEXT";
 * the last 64 are kept. NULL behind the last. Valid until the next call. */
OISIN_API const char *oisin_world_said(OisinWorld *world, size_t index);

/* What began to be heard in the last tick, in that order; false behind the last. The name,
 * valid until the next call, is that of a member of the game file, without its suffix. */
typedef enum OisinSoundKind {
    OISIN_MUSIC,      /* again and again, in place of other music; an empty name ends it */
    OISIN_MUSIC_ONCE, /* in place of other music */
    OISIN_SOUND,
    OISIN_SPEECH, /* in place of other speech */
    OISIN_MOVIE,  /* the sound of one that is shown; an empty name ends it */
    OISIN_MOVIE_LOOP,
} OisinSoundKind;
typedef struct OisinSound {
    OisinSoundKind kind;
    const char *name;
    int pan;           /* -100 left to 100 right */
    unsigned loudness; /* 256 full, less from afar */
} OisinSound;
OISIN_API bool oisin_world_sound(OisinWorld *world, size_t index, OisinSound *out);

/* By their names in the project. False, and an error, if the game has none of that name. */
OISIN_API bool oisin_world_attribute(OisinWorld *world, const char *name, int32_t *out);
OISIN_API bool oisin_world_item_count(OisinWorld *world, const char *object, int32_t *out);
typedef enum OisinQuest {
    OISIN_QUEST_UNKNOWN,
    OISIN_QUEST_OPEN,
    OISIN_QUEST_DONE,
    OISIN_QUEST_FAILED
} OisinQuest;
OISIN_API bool oisin_world_quest(OisinWorld *world, const char *name, OisinQuest *out);

/* The bytes of a saved game, valid until the next call; NULL, and an error, if no game is
 * running. */
OISIN_API const void *oisin_world_save(OisinWorld *world, size_t *size);
/* The frame as a window of this size would show it: rows from the top, four bytes R G B A a
 * pixel, opaque. `pixels` has room for height rows of `stride` bytes each, and stride is at
 * least 4 * width and a multiple of 4. Width 16 to 3840, height 16 to 2160. */
OISIN_API bool oisin_world_picture(OisinWorld *world, unsigned width, unsigned height,
                                   void *pixels, size_t stride);

#ifdef __cplusplus
}
#endif

#endif
