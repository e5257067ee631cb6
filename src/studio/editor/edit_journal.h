/* The journal of an editor: every change, so that it can be undone, also after a restart.
 *
 * A step changes some files at once. It is appended to the journal before the files are
 * switched. If the files cannot be written, on a full disk, the journal is cut to its size
 * before. A program that is killed between both leaves a step that was not done; the journal
 * notices this from the files' hashes when it is opened.
 *
 * Each line of the file is a JSON object: a step, or {"undo": true}, {"redo": true}, or
 * {"skip": true}: the last step that is done is dropped, but its files stay. A line that was
 * cut ends the journal. Bytes are in hexadecimal digits, and only the part of a file that
 * differs is stored. */
#ifndef OISIN_STUDIO_EDITOR_EDIT_JOURNAL_H
#define OISIN_STUDIO_EDITOR_EDIT_JOURNAL_H

#include "studio/editor/editor_host.h"

/* The oldest steps are forgotten beyond these: 1,000 steps, and 128 MiB of removed and added
 * bytes in sum (images that replace each other). The newest step is always kept.
 * The file has two hexadecimal digits for each byte, and as much again of what is forgotten. */
enum { JOURNAL_STEPS_MAX = 1000, JOURNAL_BYTES_MAX = 128 << 20 };

/* The change of one file: old[at, at + removed.size) becomes `added`. */
typedef struct FileChange {
    Text path;
    bool existed, exists;
    uint64_t hash_before, hash_after; /* of the whole file; 0: it does not exist */
    size_t at;
    Bytes removed, added;
} FileChange;

typedef struct JournalStep {
    Text label; /* what the user did, for the menu: "set speed of npcs/wolf.npc" */
    FileChange *changes;
    size_t count;
    size_t size; /* bytes that are removed and added; of a step in a journal */
    Arena *arena;
} JournalStep;

typedef enum JournalLine {
    LINE_INVALID,
    LINE_STEP,
    LINE_UNDO,
    LINE_REDO,
    LINE_SKIP
} JournalLine;

typedef struct Journal {
    const EditorHost *host;
    JournalStep *steps; /* oldest first */
    size_t count, capacity;
    size_t done;           /* number of steps that are done; the others were undone */
    size_t size;           /* of all steps */
    size_t size_max;       /* JOURNAL_BYTES_MAX; a test has less */
    size_t forgotten;      /* bytes in the file of steps that are not kept any more */
    JournalLine last;      /* the line that was appended last, ... */
    uint64_t last_at;      /* ... where it begins in the file, ... */
    JournalStep last_step; /* ... and its step, if the files are not written yet */
    Arena *arena;
} Journal;

/* Reads the journal; a step at its end that did not reach the files is dropped. */
void journal_open(Journal *journal, const EditorHost *host);
void journal_close(Journal *journal);

/* The changes from writes. */
JournalStep journal_step(Text label, const FileWrite *writes, size_t count);
/* Appends a step, which belongs to the journal then. */
bool journal_add(Journal *journal, JournalStep step, Report *report);
/* When the files of the step that was just added are written: drops those that were undone, and
 * forgets the oldest beyond the limits. */
void journal_commit(Journal *journal);
/* Takes back the line of the step that was just added, undone or redone, because its files
 * could not be written. */
void journal_drop(Journal *journal);
/* Notes that the last step was undone, or the next one redone. */
bool journal_undone(Journal *journal, Report *report);
bool journal_redone(Journal *journal, Report *report);
/* Drops the last step that is done, because it cannot be undone. */
bool journal_skip(Journal *journal, Report *report);

/* A file after the change, from its bytes before it; or the other way round. False if the
 * bytes are not those. */
bool change_forward(const FileChange *change, Bytes before, Bytes *after, Arena *arena);
bool change_back(const FileChange *change, Bytes after, Bytes *before, Arena *arena);

uint64_t file_hash(Bytes bytes);

#endif
