/* Handles of Windows as small numbers: the index of a table, as elsewhere the system keeps it.
 */
#include "base/system/windows_internal.h"

#include <errno.h>
#include <stdlib.h>

enum { SLOTS = 4096, SLOTS_STANDARD = 3 };

typedef struct Slot {
    HANDLE handle; /* NULL: free */
    HANDLE lock;   /* of a folder: the file that stands for it */
    wchar_t *folder;
    bool appends;
} Slot;

static Slot slots[SLOTS];
static SRWLOCK slots_lock = SRWLOCK_INIT;

int slot_take(HANDLE handle, const wchar_t *folder, bool appends)
{
    wchar_t *path = folder ? _wcsdup(folder) : NULL;
    int found = -1;
    AcquireSRWLockExclusive(&slots_lock);
    for (int i = SLOTS_STANDARD; i < SLOTS && found < 0 && (path || !folder); i++)
        if (!slots[i].handle) {
            slots[i] = (Slot){.handle = handle, .folder = path, .appends = appends};
            found = i;
        }
    ReleaseSRWLockExclusive(&slots_lock);
    if (found >= 0)
        return found;
    free(path);
    CloseHandle(handle);
    errno = EMFILE;
    return -1;
}

static Slot slot_of(int slot)
{
    static const DWORD standard[SLOTS_STANDARD] = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE,
                                                   STD_ERROR_HANDLE};
    Slot out = {0};
    if (slot >= 0 && slot < SLOTS_STANDARD) {
        out.handle = GetStdHandle(standard[slot]);
    } else if (slot >= 0 && slot < SLOTS) {
        AcquireSRWLockShared(&slots_lock);
        out = slots[slot];
        ReleaseSRWLockShared(&slots_lock);
    }
    return out;
}

HANDLE slot_handle(int slot)
{
    const HANDLE handle = slot_of(slot).handle;
    return handle ? handle : INVALID_HANDLE_VALUE;
}

bool slot_appends(int slot) { return slot_of(slot).appends; }

const wchar_t *slot_folder(int slot) { return slot_of(slot).folder; }

HANDLE slot_give(int slot)
{
    HANDLE handle = INVALID_HANDLE_VALUE;
    AcquireSRWLockExclusive(&slots_lock);
    if (slot >= SLOTS_STANDARD && slot < SLOTS && slots[slot].handle) {
        handle = slots[slot].handle;
        if (slots[slot].lock)
            CloseHandle(slots[slot].lock);
        free(slots[slot].folder);
        slots[slot] = (Slot){0};
    }
    ReleaseSRWLockExclusive(&slots_lock);
    return handle;
}

bool slot_keep(int slot, HANDLE lock)
{
    AcquireSRWLockExclusive(&slots_lock);
    slots[slot].lock = lock;
    ReleaseSRWLockExclusive(&slots_lock);
    return true;
}
