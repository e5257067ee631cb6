/* Memory in pages on Windows. Only files without a name are mapped: others could not be cut,
 * and on some file systems not replaced, as long as they are. */
#include "base/system/memory.h"

#include "base/system/windows_internal.h"

#include <errno.h>

size_t page_size(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwPageSize;
}

void memory_tune(void) {}

static void *map(HANDLE file, size_t size)
{
    const HANDLE mapping = CreateFileMappingW(file, NULL, PAGE_READONLY,
                                              (DWORD)((uint64_t)size >> 32), (DWORD)size, NULL);
    void *start = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, size) : NULL;
    if (!start)
        failed();
    if (mapping)
        CloseHandle(mapping);
    return start;
}

/* From the beginning of the file. */
static bool read_all(HANDLE file, char *to, size_t size)
{
    enum { PIECE_MAX = 1 << 30 };
    DWORD got;
    for (size_t done = 0; done < size; done += got) {
        const size_t left = size - done;
        OVERLAPPED place = {.Offset = (DWORD)done, .OffsetHigh = (DWORD)((uint64_t)done >> 32)};
        if (!ReadFile(file, to + done, left < PIECE_MAX ? (DWORD)left : PIECE_MAX, &got,
                      &place))
            return failed();
        if (!got) {
            errno = EIO; /* it was cut meanwhile */
            return false;
        }
    }
    return true;
}

/* file_unnamed makes such files. */
static bool is_unnamed(HANDLE file)
{
    BY_HANDLE_FILE_INFORMATION facts;
    return GetFileInformationByHandle(file, &facts) &&
           facts.dwFileAttributes & FILE_ATTRIBUTE_TEMPORARY;
}

/* Leaves the position of the handle, which reading moves. */
static bool read_file(HANDLE file, char *to, size_t size)
{
    const LARGE_INTEGER none = {0};
    LARGE_INTEGER position;
    if (!SetFilePointerEx(file, none, &position, FILE_CURRENT))
        return failed();
    const bool ok = read_all(file, to, size);
    const int cause = errno;
    SetFilePointerEx(file, position, NULL, FILE_BEGIN);
    errno = cause;
    return ok;
}

void *memory_map_file(int file, size_t size)
{
    const HANDLE own = slot_handle(file);
    if (is_unnamed(own))
        return map(own, size);
    char *start = memory_reserve(size);
    if (!start || read_file(own, start, size))
        return start;
    const int cause = errno;
    memory_release(start, size);
    errno = cause;
    return NULL;
}

/* Counts as used at once, but takes no memory before it is written. */
void *memory_reserve(size_t size)
{
    void *start = VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    if (!start)
        failed();
    return start;
}

void memory_release(void *start, size_t size)
{
    (void)size;
    if (!UnmapViewOfFile(start))
        VirtualFree(start, 0, MEM_RELEASE);
}

void memory_drop(void *start, size_t size)
{
    if (VirtualFree(start, size, MEM_DECOMMIT))
        VirtualAlloc(start, size, MEM_COMMIT, PAGE_READWRITE);
}

/* A page of a view cannot be replaced. */
bool memory_fill(void *start, size_t size)
{
    (void)start, (void)size;
    return false;
}

bool memory_on_fault(bool (*handler)(void *address))
{
    (void)handler;
    return false;
}
