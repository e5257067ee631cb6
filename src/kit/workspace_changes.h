/* What was edited in a workspace since unpack made it. */
#ifndef OISIN_KIT_WORKSPACE_CHANGES_H
#define OISIN_KIT_WORKSPACE_CHANGES_H

#include "kit/workspace.h"
#include "convert/open_forms.h"
#include "convert/workspace.h"
#include "formats/archive.h"

typedef enum EntryState { ENTRY_SAME, ENTRY_CHANGED, ENTRY_GONE } EntryState;

/* A file, or the folder of a form, that unpack has not made. */
typedef struct NewMember {
    Text path;     /* in the archive; of a loose file the top's */
    Text open;     /* in the workspace */
    Opened opened; /* without its files */
    int64_t time;
} NewMember;

/* A file of the game's folder, as the workspace has it now. */
typedef struct TopChange {
    WorkspaceTop top;
    bool is_new;     /* not from unpack: `top` has its path and its kind only */
    uint8_t *states; /* of the entries: an EntryState each */
    int64_t *times;  /* of the entries: when the newest of their files was changed */
    size_t changed, gone;
    NewMember *news;
    size_t new_count, replaced; /* of the new ones, those that stand for one that is gone */
    bool bare;                  /* its texts have names without a suffix */
} TopChange;

typedef struct Changes {
    const char *folder;
    Workspace workspace;
    FoundFiles found;
    TopChange *tops; /* those of the manifest, then the new ones by path */
    size_t count;
    Arena *arena;
} Changes;

/* Reads the manifest and looks at every file; only those whose size or time tells nothing
 * are read. */
bool changes_find(const char *folder, Changes *out, Arena *arena, Report *report);

/* Whether all of a file is gone from the workspace. */
bool change_is_gone(const TopChange *change);
static inline bool change_is_none(const TopChange *change)
{
    return !change->is_new && !change->changed && !change->gone && !change->new_count;
}

/* The bytes of an entry, or of a new member, as the game has them. Messages name the open
 * file. What comes out is mapped or lies in the arena. */
bool change_entry_bytes(const Changes *changes, const TopChange *change, size_t entry,
                        Bytes *out, Arena *arena, Report *report);
bool change_new_bytes(const Changes *changes, const NewMember *member, Bytes *out, Arena *arena,
                      Report *report);

#endif
