/* Changes in a workspace since unpack made it. */
#ifndef OISIN_KIT_WORKSPACE_WORKSPACE_CHANGES_H
#define OISIN_KIT_WORKSPACE_WORKSPACE_CHANGES_H

#include "kit/workspace/workspace.h"
#include "kit/workspace/open_forms.h"
#include "kit/workspace/workspace_data.h"
#include "kit/formats/archive.h"

typedef enum EntryState { ENTRY_SAME, ENTRY_CHANGED, ENTRY_GONE } EntryState;

/* A file, or the folder of a form, that was not made by unpack. */
typedef struct NewMember {
    Text path;     /* in the archive; for a loose file that of the top */
    Text open;     /* in the workspace */
    Opened opened; /* without its files */
    int64_t time;
} NewMember;

/* The current state of a file of the game's folder in the workspace. */
typedef struct TopChange {
    WorkspaceTop top;
    bool is_new;     /* not from unpack: `top` has only its path and its kind */
    uint8_t *states; /* of the entries: an EntryState each */
    int64_t *times;  /* of the entries: last change of the newest of their files */
    size_t changed, gone;
    size_t recipes_gone; /* those of `gone` that are recipes (archive.h), not members */
    NewMember *news;
    size_t new_count, replaced; /* number of new members that replace a removed one */
    bool bare;                  /* its texts have names without a suffix */
    Text encoding;              /* of most of its texts: for new ones; empty: cp1251 */
} TopChange;

typedef struct Changes {
    const char *folder;
    Workspace workspace;
    FoundFiles found;
    TopChange *tops; /* those of the manifest, then the new ones, ordered by path */
    size_t count;
    Arena *arena;
} Changes;

/* Reads the manifest and examines every file; only those whose size and time are not
 * conclusive are read. */
bool changes_find(const char *folder, Changes *out, Arena *arena, Report *report);

/* Whether all of a file was removed from the workspace. */
bool change_is_gone(const TopChange *change);
static inline bool change_is_none(const TopChange *change)
{
    return !change->is_new && !change->changed && !change->gone && !change->new_count;
}

/* The bytes of an entry, or of a new member, in the game's format. Messages name the open
 * file. What was edited or is new is written in the chosen encoding (base/game_text.h),
 * otherwise in that of the file, or of its archive. The result is mapped or allocated in the
 * arena. */
bool change_entry_bytes(const Changes *changes, const TopChange *change, size_t entry,
                        Bytes *out, Arena *arena, Report *report);
bool change_new_bytes(const Changes *changes, const TopChange *change, const NewMember *member,
                      Bytes *out, Arena *arena, Report *report);

#endif
