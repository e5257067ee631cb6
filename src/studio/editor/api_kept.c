/* Files of the editor's own as JSON: what they have, and their replacement. */
#include "studio/editor/editor_internal.h"

json_t *kept_json(Call *call, KeptFile which)
{
    const EditorHost *host = call->editor->host;
    Report silent = report_to(NULL, NULL);
    Bytes bytes;
    return host->kept_read(host->context, which, &bytes, call->arena)
               ? json_read(bytes, call->arena, &silent)
               : NULL;
}

void keep_json(Call *call, KeptFile which, const JsonWriter *json, const char *sentence)
{
    const EditorHost *host = call->editor->host;
    if (host->read_only ||
        !host->kept_replace(host->context, which, writer_bytes(json->out), &call->report))
        call_error(call, 409, sentence);
    else
        call_json(call, json);
}
