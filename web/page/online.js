// Playing together: WebSockets to the server that the page comes from. src/player/web/web_online.h describes the calls.

const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export class Online {
    // `path`: of the WebSocket, such as "socket"; empty: the page does not come from a game server.
    constructor(path) {
        this.connects = path !== '' && !new URLSearchParams(location.search).has('alone');
        const url = new URL(path || './', location.href);
        url.search = url.hash = '';
        url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
        this.url = url;
        this.sockets = new Map();
        setInterval(() => { if (this.module && document.hidden) this.whole(() => this.module._web_idle()); }, 1000);
    }

    // Call it before web_open; `at`, `size`: the game in the module's memory. `whole` calls a function unless the
    // module has stopped by an error.
    begin(module, at, size, withBytes, withText, whole) {
        this.whole = whole;
        this.module = module;
        this.withBytes = withBytes;
        this.withText = withText;
        if (!this.connects)
            return;
        if (this.url.protocol === 'ws:' && !LOCAL.test(this.url.hostname))
            throw new Error('this page must be opened with https://, because passwords are sent');
        const port = +this.url.port || (this.url.protocol === 'wss:' ? 443 : 80);
        withText(this.url.hostname, (host) => module._web_connect(host, port, at, size));
    }

    open(number) {
        const socket = new WebSocket(this.url);
        socket.binaryType = 'arraybuffer';
        socket.onopen = () => this.whole(() => this.module._web_socket_opened(number));
        socket.onmessage = ({ data }) => this.whole(() =>
            this.withBytes(new Uint8Array(data), (at) => this.module._web_socket_bytes(number, at, data.byteLength)));
        socket.onclose = ({ wasClean, code }) => {
            this.sockets.delete(number);
            const why = wasClean && code === 1000 ? '' : 'the connection was lost';
            this.whole(() => this.withText(why, (text) => this.module._web_socket_closed(number, text)));
        };
        this.sockets.set(number, socket);
    }

    send(number, bytes) {
        const socket = this.sockets.get(number);
        if (socket && socket.readyState === WebSocket.OPEN)
            socket.send(bytes);
    }

    waiting(number) { return this.sockets.get(number)?.bufferedAmount || 0; }
    close(number) { this.sockets.get(number)?.close(1000); }
}
