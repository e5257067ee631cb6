/* Templates of projects: zip files. What is read stays below the limits, with paths inside the
 * project. */
#include "tirnanog/jobs/project_template.h"

#include "base/text.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Memory is allocated by the sizes that the zip claims, after they were checked. */
enum { CLAIMED_MAX = 1 << 20 };

static bool claims_much(Bytes zip)
{
    for (size_t i = 0; i + 28 <= zip.size; i++)
        if (!memcmp(zip.data + i, "PK\1\2", 4) && (zip.data[i + 26] > 8 || zip.data[i + 27]))
            return true;
    return zip.size > CLAIMED_MAX;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const Bytes zip = {data, size};
    if (claims_much(zip))
        return 0;
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    ProjectFiles files;
    if (!project_template_read(zip, &files, arena, &report)) {
        if (report.errors != 1)
            abort();
    } else {
        if (report.errors || !files.count || files.count > TEMPLATE_FILES_MAX)
            abort();
        for (size_t i = 0; i < files.count; i++) {
            const Text path = files.items[i].path;
            if (!path.size || path.at[0] == '/' ||
                memmem(path.at, path.size, "..", 2) == path.at)
                abort();
        }
    }
    arena_free(arena);
    return 0;
}
