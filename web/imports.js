// The functions browser_* of src/player/web/web.h: each calls one of Module.page, which web/player.js gives.
mergeInto(LibraryManager.library, {
    browser_now: function () { return Module.page.now(); },
    browser_time: function () { return Date.now() / 1000; },
    browser_size: function (w, h) {
        const size = Module.page.size();
        HEAPU32[w >> 2] = size.w;
        HEAPU32[h >> 2] = size.h;
    },
    browser_display: function (density) {
        const display = Module.page.display();
        HEAPU32[density >> 2] = Math.max(1, Math.round(100 * display.density));
        return (display.touch ? 1 : 0) | (display.reducedMotion ? 2 : 0);
    },
    browser_title: function (line) { Module.page.title(UTF8ToString(line)); },
    browser_full_screen: function (on) { Module.page.fullScreen(!!on); },
    browser_clipboard: function (line) { Module.page.clipboard(UTF8ToString(line)); },
    browser_typing: function (on) { Module.page.typing(!!on); },
    browser_cursor: function (which, pixels, w, h) {
        Module.page.cursor(which, pixels ? HEAPU8.slice(pixels, pixels + w * h * 4) : null, w, h);
    },
    browser_message: function (line, severe) { Module.page.message(UTF8ToString(line), !!severe); },
    browser_speak: function (line) { Module.page.speak(UTF8ToString(line)); },
    browser_open: function (line) { Module.page.open(UTF8ToString(line)); },
    browser_download: function (name, bytes, size) {
        Module.page.download(UTF8ToString(name), HEAPU8.slice(bytes, bytes + size));
    },
    browser_file_size: function (name) { return Module.page.fileSize(UTF8ToString(name)); },
    browser_file_read: function (name, out) { HEAPU8.set(Module.page.fileRead(UTF8ToString(name)), out); },
    browser_file_write: function (name, bytes, size) {
        return Module.page.fileWrite(UTF8ToString(name), HEAPU8.slice(bytes, bytes + size));
    },
    browser_file_remove: function (name) { return Module.page.fileRemove(UTF8ToString(name)); },
    browser_file_at: function (folder, n, out, size) {
        const file = Module.page.fileAt(UTF8ToString(folder), n);
        if (!file)
            return -1;
        stringToUTF8(file.name, out, size);
        return file.time;
    },
    browser_format_time: function (time, out, size) {
        stringToUTF8(new Date(time * 1000).toLocaleString(), out, size);
    },
});
