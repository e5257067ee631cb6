/* oisin.h: the library of oisin, a toolkit for the data of adventure and role-playing games and
 * an engine that plays them. docs/reference/library.md has examples. The program `oisin` uses
 * the same code for all its work on files.
 *
 * HANDLES. A kit (OisinKit) holds messages and callbacks. Files and worlds are opened with a
 * kit, and must be closed before the kit is freed. Each handle has one function that frees it,
 * which accepts NULL.
 *
 * OWNERSHIP. Arguments remain yours and are not needed after the call. Results (texts, bytes,
 * values) belong to the handle: they are valid as long as the handle is open, unless the
 * function specifies a shorter time; those that are valid until the next call may be its
 * arguments. Never pass a result of the library to free().
 *
 * STRUCTS that your program allocates begin with their size, so that later versions can add
 * fields at their ends: create them with OISIN_INIT. The library accepts the sizes of older
 * versions, whose missing fields are zero, and those of newer versions if the fields that it
 * does not know are zero (results: it sets these to zero); other sizes, and 0, are errors.
 *
 * TEXTS are UTF-8 and NUL-terminated; texts that may contain zero bytes are returned with a
 * size. Sizes are in bytes. Paths are those of the system; ARCHIVE/MEMBER is a file in an
 * archive, to any depth, without regard to case.
 *
 * ERRORS. A function that fails returns false or NULL. oisin_error() returns the reason, and
 * oisin_error_code() its kind, until the next call with the same kit, or with a handle opened
 * with it; the messages also include warnings and notes. The library prints nothing and never
 * ends the program. Damaged files are errors, never crashes. Passing NULL as a kit, file, world
 * or value is a programming error, unless it is explicitly allowed.
 *
 * THREADS. A kit and the handles opened with it may be used by one thread at a time; different
 * kits may be used by different threads at the same time. Within a call the library uses its
 * own threads: see oisin_set_threads. Writing a file reads the process's umask, which requires
 * setting it for a moment.
 *
 * CALLBACKS run on the calling thread, with its locale. They must not use their kit or its
 * handles, and must return: a longjmp or a C++ exception that leaves a callback leaks the
 * memory of the call, and neither the kit nor another one may be used by that thread
 * afterwards. A callback of another language must catch its exceptions.
 *
 * LOCALE. Numbers in files are written and read with a decimal point, independent of the
 * locale. */
#ifndef OISIN_H
#define OISIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first number is that of the shared library: versions with the same one are compatible.
 * OISIN_VERSION_NUMBER is for #if: 0xAABBCC for version AA.BB.CC. */
#define OISIN_VERSION "0.2.0"
#define OISIN_VERSION_NUMBER 0x000200

#if defined(__GNUC__)
#define OISIN_API __attribute__((visibility("default")))
#else
#define OISIN_API
#endif

/* The first value of a struct with a member `size`, all else zero:
 *     OisinInput input = OISIN_INIT(OisinInput);
 *     input.direction = 3;
 * In C, &(OisinInput){OISIN_SIZE(OisinInput), .direction = 3} is the same as an argument. */
#define OISIN_SIZE(type) .size = sizeof(type)
#ifdef __cplusplus
template <class Type> static inline Type OisinInit()
{
    Type value = Type();
    value.size = sizeof value;
    return value;
}
#define OISIN_INIT(type) OisinInit<type>()
extern "C" {
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L
#define OISIN_INIT(type)                                                                       \
    {                                                                                          \
        OISIN_SIZE(type)                                                                       \
    }
#else
#define OISIN_INIT(type)                                                                       \
    {                                                                                          \
        sizeof(type)                                                                           \
    }
#endif

typedef struct OisinKit OisinKit;
typedef struct OisinFile OisinFile;
typedef struct OisinValue OisinValue;
typedef struct OisinWorld OisinWorld;
typedef struct OisinPcm OisinPcm;

/* ---- the kit ---- */

/* OISIN_VERSION and OISIN_VERSION_NUMBER of the running library. */
OISIN_API const char *oisin_version(void);
OISIN_API unsigned oisin_version_number(void);

/* Returns NULL if memory is short. */
OISIN_API OisinKit *oisin_new(void);
/* Call it after all handles opened with the kit are closed. */
OISIN_API void oisin_free(OisinKit *kit);

/* Maximum threads per call, for all kits: 1 to 64; 0 (default): one per core. Call it while
 * no other call runs. Results do not depend on it. */
OISIN_API void oisin_set_threads(unsigned threads);

typedef enum OisinSeverity { OISIN_NOTE, OISIN_WARNING, OISIN_ERROR } OisinSeverity;

/* Kinds of errors. More may follow: treat unknown ones as OISIN_ERROR_INVALID. */
typedef enum OisinErrorCode {
    OISIN_ERROR_NONE = 0,
    OISIN_ERROR_INVALID = 1,     /* the data is damaged or has an error */
    OISIN_ERROR_USAGE = 2,       /* a wrong argument or option */
    OISIN_ERROR_NOT_FOUND = 3,   /* there is no file, member, format or item of this name */
    OISIN_ERROR_FILE = 4,        /* the system refused an operation on a file: see the errno */
    OISIN_ERROR_EXISTS = 5,      /* the output exists, or is an input, and is not replaced */
    OISIN_ERROR_UNSUPPORTED = 6, /* the format, a feature of it, or the conversion is not
                                  * supported; also encrypted data */
    OISIN_ERROR_MEMORY = 7,      /* there is not enough memory */
    OISIN_ERROR_CANCELLED = 8,   /* the progress callback cancelled the call */
    OISIN_ERROR_STATE = 9,       /* not possible now, for example because no game is running */
    OISIN_ERROR_TESTS = 10       /* scenarios of oisin_test failed */
} OisinErrorCode;

typedef struct OisinMessage {
    OisinSeverity severity;
    const char *file;      /* path of the file; empty if there is none */
    unsigned line, column; /* from 1, the column in bytes; 0: none */
    const char *text;      /* one line */
    const char *source;    /* the line of text it is about, or empty */
    OisinErrorCode code;   /* of an error */
    int system_error;      /* its errno, or 0 */
} OisinMessage;

/* The errors of the last call, "FILE:LINE:COLUMN: TEXT" on each line; empty if there was
 * none. Valid until the next call. */
OISIN_API const char *oisin_error(const OisinKit *kit);
/* The kind of the first of these errors; OISIN_ERROR_NONE if there was none. */
OISIN_API OisinErrorCode oisin_error_code(const OisinKit *kit);
/* The errno of that error; 0 if it was not a failed system call. */
OISIN_API int oisin_error_errno(const OisinKit *kit);
/* The name of a code: "OISIN_ERROR_USAGE"; NULL if it is unknown. */
OISIN_API const char *oisin_error_name(OisinErrorCode code);
/* All messages of the last call, at most 1000, among them the first error; valid until the
 * next call. NULL after the last. */
OISIN_API size_t oisin_message_count(const OisinKit *kit);
OISIN_API const OisinMessage *oisin_message(const OisinKit *kit, size_t index);

/* Also passes each message to the callback when it is reported; NULL: stops this. */
typedef void OisinMessageCallback(void *context, const OisinMessage *message);
OISIN_API void oisin_on_message(OisinKit *kit, OisinMessageCallback *callback, void *context);

/* The progress of a long call: `done` of `total` parts (0: unknown), and the name of the next
 * one in `what` ("images"). `what` NULL: a part of the job, or all of it, is finished. The last
 * values are repeated often, so that the callback can cancel the call soon, by returning a
 * value other than 0: the call then fails with OISIN_ERROR_CANCELLED, and outputs are those
 * from before, or complete if they were just written. Called by the functions of "jobs on files
 * of the disk". `progress` NULL: stops this. */
typedef int OisinProgress(void *context, const char *what, size_t done, size_t total);
OISIN_API void oisin_on_progress(OisinKit *kit, OisinProgress *progress, void *context);

/* ---- formats ---- */

typedef struct OisinFormat {
    const char *name;  /* "tng": its usual suffix, as returned by oisin_file_format */
    const char *title; /* description for users */
} OisinFormat;

/* NULL after the last; valid for the lifetime of the program. */
OISIN_API const OisinFormat *oisin_format(size_t index);
/* The format of files with this suffix (without a dot, in any case); suffixes other than the
 * name, such as mpr and idb, work too. NULL if it is unknown. */
OISIN_API const OisinFormat *oisin_format_of_suffix(const char *suffix);
/* The page of docs/reference/formats about the format, in Markdown: every record, and its
 * fields with their types and meanings. Returns NULL and an error if the format does not exist.
 * Valid until the next call. */
OISIN_API const char *oisin_format_page(OisinKit *kit, const char *name);

/* ---- files ---- */

/* Opens a file of the disk, a member of an archive, or bytes in memory. For bytes, `name` is
 * used in messages, and its suffix selects the format if the contents do not. Files of
 * unknown formats can be opened, too: see oisin_file_format. */
OISIN_API OisinFile *oisin_open(OisinKit *kit, const char *path);
OISIN_API OisinFile *oisin_open_bytes(OisinKit *kit, const char *name, const void *data,
                                      size_t size);
OISIN_API void oisin_close(OisinFile *file);

/* Reads `size` bytes at `offset` into `data` and returns their number; fewer are an error. */
typedef size_t OisinReadAt(void *context, uint64_t offset, void *data, size_t size);
typedef struct OisinReader {
    size_t size; /* OISIN_INIT */
    uint64_t file_size;
    OisinReadAt *read;
    void *context;
} OisinReader;
/* Opens a file that your program reads, such as an archive on a server. Of the archives mpk,
 * res and lnk4, only the table is read, and a member when it is opened; other files are read
 * now, and such an archive as a whole when another function needs it. `context` must be valid
 * until the file is closed. */
OISIN_API OisinFile *oisin_open_reader(OisinKit *kit, const char *name,
                                       const OisinReader *reader);

/* Treats the file as one of this format from now on, whatever its contents. */
OISIN_API bool oisin_file_set_format(OisinFile *file, const char *name);
/* Returns NULL if the format is unknown. */
OISIN_API const OisinFormat *oisin_file_format(const OisinFile *file);
/* The name that the file contains: a game's id, a font's name; may be empty. */
OISIN_API const char *oisin_file_title(OisinFile *file);
/* Returns NULL and an error only if the file's reader fails. */
OISIN_API const void *oisin_file_bytes(OisinFile *file, size_t *size);
/* Writes the bytes to a temporary file, then renames it. */
OISIN_API bool oisin_file_save(OisinFile *file, const char *path);
/* Reports all errors in the file; returns false if there is one. */
OISIN_API bool oisin_file_check(OisinFile *file);

/* Number of files in an archive (mpk, res and similar), or in the project that a game (tng)
 * can be unpacked into; 0 if there are none or the file cannot be read. */
OISIN_API size_t oisin_file_member_count(OisinFile *file);
/* The name, with slashes between folders; NULL after the last. */
OISIN_API const char *oisin_file_member(OisinFile *file, size_t index);
/* Must be closed separately; the archive may be closed before it. */
OISIN_API OisinFile *oisin_open_member(OisinFile *file, size_t index);

/* ---- images and sounds, decoded ---- */

typedef struct OisinPicture {
    unsigned width, height;
    const void *pixels; /* rows from the top, 4 bytes R G B A per pixel, not premultiplied */
    const char *name;   /* of an expression; otherwise empty */
    int x, y;           /* position of an expression on the canvas of its layout */
} OisinPicture;

/* Number of images in the file: 1 of an image file (png, xcf, aseprite, webp, tga, bmp, gif,
 * jpeg) and of a saved game (sav, saveshot); the levels of a texture (mmp, dds), the largest
 * first; the textures of a gxt; the expressions of a sprite layout (lay, mvl), whose sheet is
 * searched beside it, on the disk or in its archive. 0 if there are none or the file cannot be
 * read. */
OISIN_API size_t oisin_file_picture_count(OisinFile *file);
/* The name of an expression, otherwise an empty text; NULL after the last. */
OISIN_API const char *oisin_file_picture_name(OisinFile *file, size_t index);
/* The sheet of a sprite layout that has none beside it. It may be closed afterwards. */
OISIN_API bool oisin_file_set_sheet(OisinFile *file, OisinFile *sheet);
/* Decodes an image. Must be closed separately; the file may be closed before it. */
OISIN_API const OisinPicture *oisin_open_picture(OisinFile *file, size_t index);
OISIN_API void oisin_close_picture(const OisinPicture *picture);

/* Opens a sound file (WAV, AIFF, FLAC, MP3, Ogg Vorbis, Opus; 1 or 2 channels). Must be closed
 * separately; the file may be closed before it. */
OISIN_API OisinPcm *oisin_open_pcm(OisinFile *file);
OISIN_API void oisin_close_pcm(OisinPcm *pcm);
OISIN_API unsigned oisin_pcm_rate(const OisinPcm *pcm); /* in Hz */
OISIN_API unsigned oisin_pcm_channels(const OisinPcm *pcm);
/* Decodes the next samples, of at most `frames` times all channels, interleaved; full scale is
 * -1 to 1. Returns the number of frames; 0 at the end, or after an error. The frames before an
 * error are returned together with it; every later call returns 0 and the same error. */
OISIN_API size_t oisin_pcm_read(OisinPcm *pcm, float *samples, size_t frames);

/* ---- records ---- */

/* BRIEF omits large data (images, sounds and fonts inside a game); WHOLE has all data, so
 * that the file can be rebuilt from it. */
typedef enum OisinDetail { OISIN_BRIEF, OISIN_WHOLE } OisinDetail;

/* The contents of any format as a tree of values, whose names are those of the format's
 * page. Bytes of unknown meaning are hexadecimal texts. Returns NULL and an error if the
 * format is unknown or the file is damaged. The root is a record, and its first field is
 * "format". */
OISIN_API const OisinValue *oisin_file_records(OisinFile *file, OisinDetail detail);

typedef enum OisinKind {
    OISIN_NOTHING,
    OISIN_BOOL,   /* a number, 0 or 1 */
    OISIN_NUMBER, /* an integer */
    OISIN_REAL,
    OISIN_TEXT,
    OISIN_LIST,
    OISIN_RECORD
} OisinKind;

OISIN_API OisinKind oisin_kind(const OisinValue *value);
/* Its name as a field of its record; empty in a list. */
OISIN_API const char *oisin_name(const OisinValue *value);
/* The number of values in a list or record; 0 for others. oisin_at returns NULL after the
 * last. */
OISIN_API size_t oisin_count(const OisinValue *value);
OISIN_API const OisinValue *oisin_at(const OisinValue *value, size_t index);
/* A field by name or path: "sections.3.type" leads through fields and lists. Returns NULL if
 * it does not exist. `value` may be NULL. */
OISIN_API const OisinValue *oisin_get(const OisinValue *value, const char *path);
/* The value itself; 0, or an empty text, if it is of another kind. oisin_real also accepts
 * numbers. `value` and `size` may be NULL. */
OISIN_API int64_t oisin_number(const OisinValue *value);
OISIN_API double oisin_real(const OisinValue *value);
OISIN_API const char *oisin_text(const OisinValue *value, size_t *size);

/* The records as JSON, like `oisin show` (BRIEF) and `oisin convert` (WHOLE). */
OISIN_API const char *oisin_to_json(OisinFile *file, OisinDetail detail, size_t *size);
/* Rebuilds a file from JSON of detail WHOLE; unchanged JSON gives the same bytes. `name` is
 * that of the new file, as in oisin_open_bytes. */
OISIN_API OisinFile *oisin_from_json(OisinKit *kit, const char *name, const char *json,
                                     size_t size);

/* ---- jobs on files of the disk: the commands of the program ---- */

/* Options as on the command line, without the dashes: {"format", "dxt1"}; a value of NULL
 * for options without argument. A list of options ends with a name of NULL; NULL is an empty
 * list. `oisin help COMMAND` describes all options; help, quiet, jobs and output are not
 * available. */
typedef struct OisinOption { /* never gets more fields */
    const char *name, *value;
} OisinOption;

/* Each function returns false if anything failed, and then leaves no partially written file
 * or folder. The actions done are among the messages, as notes. */

/* Converts inputs to the format of the suffix of `output`, or to a folder if it has none. */
OISIN_API bool oisin_convert(OisinKit *kit, const char *const *inputs, size_t count,
                             const char *output, const OisinOption *options);
/* Unpacks games into projects, archives into files, and folders of a game into a workspace. */
OISIN_API bool oisin_unpack(OisinKit *kit, const char *const *inputs, size_t count,
                            const char *folder, const OisinOption *options);
/* Packs a folder made by oisin_unpack, or one like it, into a file or the game's folder. */
OISIN_API bool oisin_pack(OisinKit *kit, const char *folder, const char *output,
                          const OisinOption *options);
/* Creates a small project that can be built and played. */
OISIN_API bool oisin_new_project(OisinKit *kit, const char *folder);
/* Builds a game from a project; `output` NULL: PROJECT/game.tng. */
OISIN_API bool oisin_build(OisinKit *kit, const char *project, const char *output,
                           const OisinOption *options);
/* Checks files and projects; false if there is an error. */
OISIN_API bool oisin_check(OisinKit *kit, const char *const *inputs, size_t count,
                           const OisinOption *options);

/* Plays the scenarios in a project's tests or, after a game file, in the test files that
 * follow; other inputs select scenarios by the beginning of their names. Returns true if all
 * passed. `*lines` (may be NULL) is set to the output of `oisin test`, valid until the next
 * call; NULL if no scenario was played. */
OISIN_API bool oisin_test(OisinKit *kit, const char *const *inputs, size_t count,
                          const OisinOption *options, const char **lines);

/* Returns the handlers of a game or project, or the script of a map (.mob, .txt, .eis), as
 * text that is valid until the next call; NULL and an error on failure. `begins` selects
 * handlers of a game by the beginning of their names; NULL: all. */
typedef enum OisinScriptFace {
    OISIN_SCRIPT_LISTED,   /* instructions; for a map: its statements */
    OISIN_SCRIPT_LIFTED,   /* source, as authors write it; code of other compilers that has
                            * none: `listing { ... }`, its instructions; not for maps */
    OISIN_SCRIPT_FORMATTED /* for a map: its source, reformatted */
} OisinScriptFace;
OISIN_API const char *oisin_scripts(OisinKit *kit, const char *input, const char *begins,
                                    OisinScriptFace face, const OisinOption *options);

typedef enum OisinChange { OISIN_CHANGED, OISIN_REMOVED, OISIN_ADDED } OisinChange;

typedef struct OisinDifference {
    OisinChange change;
    const char *file;  /* with members of it after slashes */
    const char *place; /* in its records: maps["town"].width; empty: the whole file */
    const char *text;  /* 10 -> 12; the added or removed data */
} OisinDifference;

/* Compares two files or two folders. `found` (may be NULL) is called with each difference,
 * valid during the call; `*count` (may be NULL) is set to their number. Returns false if
 * they could not be compared. */
typedef void OisinFound(void *context, const OisinDifference *difference);
OISIN_API bool oisin_diff(OisinKit *kit, const char *a, const char *b,
                          const OisinOption *options, OisinFound *found, void *context,
                          size_t *count);

/* ---- a game, played without a window ---- */

typedef struct OisinWorldOptions {
    size_t size;   /* OISIN_INIT */
    uint64_t seed; /* of the random number generator */
    /* "de"; NULL, or a language that the game does not have: English, otherwise its first */
    const char *language;
    bool skip_menu;    /* start a new game immediately */
    const void *saved; /* the bytes of a saved game (.sav) to continue; NULL: none */
    size_t saved_size;
} OisinWorldOptions;

/* A player's input of one tick; all zero but its size: none. */
typedef struct OisinInput {
    size_t size;        /* OISIN_INIT */
    unsigned direction; /* held: 0 none, otherwise 1 + the direction of OisinPlace */
    unsigned buttons;   /* pressed since the last tick: bits from oisin_world_button */
    unsigned action;    /* 1 to 9: a default action */
    unsigned item;      /* 1 + the item of the bag to use */
    unsigned belt;      /* 1 + the slot of the belt to use; in the bag: to fill */
    unsigned option;    /* 1 + the row of the screen to choose */
    unsigned select;    /* 1 + the row of the screen to select */
    int adjust;         /* -1, 1: decrease or increase that row, or the selected one */
    bool go;            /* walk to the cell, or talk to or use what is there: */
    int32_t x, y;
    const char *text; /* typed: a name, a chat message; NULL: nothing */
} OisinInput;

/* Of the last call with the world's kit, like oisin_error and oisin_error_code. */
OISIN_API const char *oisin_world_error(const OisinWorld *world);
OISIN_API OisinErrorCode oisin_world_error_code(const OisinWorld *world);

/* The bit of a button: confirm cancel up down left right inventory quests pause next
 * previous drop stats skills; 0 if the name is unknown. */
OISIN_API unsigned oisin_world_button(const char *name);

/* Opens a game file or a project, and the extensions to be played with it. `options` may be
 * NULL. The same game, options and inputs result in the same world on every machine. */
OISIN_API OisinWorld *oisin_world_open(OisinKit *kit, const char *const *games, size_t count,
                                       const OisinWorldOptions *options);
/* Opens the world of an open game file, which may be closed before the world. */
OISIN_API OisinWorld *oisin_world_open_file(OisinFile *game, const OisinWorldOptions *options);
OISIN_API void oisin_world_close(OisinWorld *world);

/* Advances the world by one tick. `input` may be NULL. Returns false if the player leaves
 * the game; there is an error only if memory ran out or the size of `input` is wrong. */
OISIN_API bool oisin_world_tick(OisinWorld *world, const OisinInput *input);
/* The number of ticks so far, and per second. */
OISIN_API uint32_t oisin_world_ticks(const OisinWorld *world);
OISIN_API uint32_t oisin_world_rate(const OisinWorld *world);
/* A hash of the whole state: equal worlds have equal hashes. */
OISIN_API uint64_t oisin_world_hash(OisinWorld *world);

/* Position of the player. */
typedef struct OisinPlace {
    size_t size;        /* OISIN_INIT */
    const char *map;    /* its name; empty if it has none */
    int32_t x, y;       /* the cell */
    unsigned direction; /* 0 south, 1 southwest, 2 west, and so on to 7 southeast */
} OisinPlace;
/* Returns false if no game is running, only a menu. The name is valid until the next call. */
OISIN_API bool oisin_world_place(OisinWorld *world, OisinPlace *out);

/* The open screen: game menu dialog chooser cutscene inventory quests market craft pause
 * credits create stats skills. */
OISIN_API const char *oisin_world_screen(const OisinWorld *world);
/* The rows that can be chosen there, and all visible texts; NULL after the last. Valid until
 * the next call. */
OISIN_API size_t oisin_world_option_count(const OisinWorld *world);
OISIN_API const char *oisin_world_option(OisinWorld *world, size_t index);
OISIN_API const char *oisin_world_text(OisinWorld *world, size_t index);
/* Dialog texts since the game began, latest first, "NAME: TEXT" or "TEXT"; the last 64 are
 * kept. NULL after the last. Valid until the next call. */
OISIN_API const char *oisin_world_said(OisinWorld *world, size_t index);

/* Sounds that started in the last tick, in order; false after the last. The name, valid
 * until the next call, is that of a member of the game file, without its suffix. */
typedef enum OisinSoundKind {
    OISIN_MUSIC,      /* looped, replaces other music; an empty name ends it */
    OISIN_MUSIC_ONCE, /* played once, replaces other music */
    OISIN_SOUND,
    OISIN_SPEECH, /* replaces other speech */
    OISIN_MOVIE,  /* the sound of a movie; an empty name ends it */
    OISIN_MOVIE_LOOP
} OisinSoundKind;
typedef struct OisinSound {
    size_t size; /* OISIN_INIT */
    OisinSoundKind kind;
    const char *name;
    int pan;           /* -100 left to 100 right */
    unsigned loudness; /* 256 full, less at a distance */
    const char *file;  /* path of the file in the game, for oisin_world_file: sounds/door.ogg;
                        * empty if the name is empty or the game has no such file */
} OisinSound;
OISIN_API bool oisin_world_sound(OisinWorld *world, size_t index, OisinSound *out);

/* Opens a sound, movie or font of the game by its path in the project: "sounds/door.ogg",
 * "music/title.ogg", "speech/teller_de.ogg", "movies/intro.ogv", "fonts/text.sfn". */
OISIN_API OisinFile *oisin_world_file(OisinWorld *world, const char *path);

/* By the names in the project. Return false and an error if the game does not have the name. */
OISIN_API bool oisin_world_attribute(OisinWorld *world, const char *name, int32_t *out);
OISIN_API bool oisin_world_item_count(OisinWorld *world, const char *object, int32_t *out);
typedef enum OisinQuest {
    OISIN_QUEST_UNKNOWN,
    OISIN_QUEST_OPEN,
    OISIN_QUEST_DONE,
    OISIN_QUEST_FAILED
} OisinQuest;
OISIN_API bool oisin_world_quest(OisinWorld *world, const char *name, OisinQuest *out);

/* Returns the bytes of a saved game, valid until the next call; NULL and an error if no game
 * is running. */
OISIN_API const void *oisin_world_save(OisinWorld *world, size_t *size);
/* Draws the frame for a window of this size: rows from the top, four bytes R G B A per pixel,
 * opaque. `pixels` has space for height rows of `stride` bytes each; stride is at least
 * 4 * width and a multiple of 4. Width 16 to 3840, height 16 to 2160. */
OISIN_API bool oisin_world_picture(OisinWorld *world, unsigned width, unsigned height,
                                   void *pixels, size_t stride);

#ifdef __cplusplus
}
#endif

#endif
