// The functions browser_socket_* of src/player/web/web_online.h: each calls one of Module.sockets (web/page/online.js).
mergeInto(LibraryManager.library, {
    browser_socket_open: function (number) { Module.sockets.open(number); },
    browser_socket_send: function (number, bytes, size) { Module.sockets.send(number, HEAPU8.slice(bytes, bytes + size)); },
    browser_socket_waiting: function (number) { return Module.sockets.waiting(number); },
    browser_socket_close: function (number) { Module.sockets.close(number); },
});
