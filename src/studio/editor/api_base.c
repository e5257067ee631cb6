/* The content on which a change is based: by If-Match; if others have changed it, the answer
 * has theirs. */
#include "studio/editor/editor_internal.h"

void answer_conflict(Call *call, Text path, const Bytes *mine, Bytes theirs)
{
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_put_text(&json, "error", TEXT("the same lines were changed by somebody else"));
    json_put_text(&json, "path", path);
    put_hash(&json, "hash", theirs.size ? file_hash(theirs) : 0);
    if (edit_store_is_text(theirs) && (!mine || edit_store_is_text(*mine))) {
        if (mine)
            json_put_text(&json, "mine", text_of_bytes(*mine));
        json_put_text(&json, "theirs", text_of_bytes(theirs));
    }
    json_close(&json);
    call_json(call, &json);
    call->answer->status = 412;
}

bool change_base(Call *call, Text path, FileEdit *edit)
{
    *edit = (FileEdit){.path = path};
    if (!parse_hash(call->request->if_match, &edit->base_hash)) {
        call_error(call, 428, "the header If-Match is missing");
        return false;
    }
    if (!edit_store_path_ok(path)) {
        call_error(call, 403, "this path is not allowed");
        return false;
    }
    Bytes now;
    uint64_t hash;
    if (!edit->base_hash &&
        !edit_store_read(&call->editor->store, path, &now, &hash, call->arena, &call->report)) {
        call_error(call, 403, "this path is not allowed"); /* a link leads outside */
        return false;
    }
    if (edit->base_hash && !edit_store_version(&call->editor->store, path, edit->base_hash,
                                               &edit->base, call->arena)) {
        (void)edit_store_read(&call->editor->store, path, &now, &hash, call->arena,
                              &call->report);
        answer_conflict(call, path, NULL, now);
        return false;
    }
    return true;
}
