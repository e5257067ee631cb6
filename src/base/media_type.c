/* One table for all servers: of games in the browser, of the editor, of the viewer. */
#include "base/media_type.h"

#include "base/path.h"

const char *media_type_of(Text path)
{
    static const struct {
        const char *suffix, *type;
    } types[] = {{".html", "text/html; charset=utf-8"},
                 {".js", "text/javascript; charset=utf-8"},
                 {".mjs", "text/javascript; charset=utf-8"},
                 {".css", "text/css; charset=utf-8"},
                 {".wasm", "application/wasm"},
                 {".json", "application/json; charset=utf-8"},
                 {".webmanifest", "application/manifest+json"},
                 {".svg", "image/svg+xml"},
                 {".png", "image/png"},
                 {".jpg", "image/jpeg"},
                 {".jpeg", "image/jpeg"},
                 {".gif", "image/gif"},
                 {".webp", "image/webp"},
                 {".ogg", "audio/ogg"},
                 {".ogv", "video/ogg"}};
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (path_has_suffix(path, types[i].suffix))
            return types[i].type;
    return "application/octet-stream";
}
