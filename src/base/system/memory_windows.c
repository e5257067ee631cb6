/* Memory in pages on Windows. Files are not mapped for long: a mapped file cannot be replaced.
 */
#include "base/system/memory.h"

#include "base/system/windows_internal.h"

size_t page_size(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwPageSize;
}

void memory_tune(void) {}

void *memory_map_file(int file, size_t size)
{
    const HANDLE mapping = CreateFileMappingW(slot_handle(file), NULL, PAGE_READONLY,
                                              (DWORD)((uint64_t)size >> 32), (DWORD)size, NULL);
    void *start = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, size) : NULL;
    if (!start)
        failed();
    if (mapping)
        CloseHandle(mapping);
    return start;
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
