// A web server of static files on this machine, as strict as one can be: for the tests of the page.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.css': 'text/css',
    '.png': 'image/png', '.webmanifest': 'application/manifest+json' };
// As docs/how-to/web.md recommends.
export const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const REPORTS = '/csp-reports'; // where browsers tell about violations

export class Server {
    constructor(folder) {
        this.folder = folder;
        this.requests = []; // paths
        this.reports = []; // of violations of the policy
        this.sockets = new Set();
        this.server = createServer((request, response) => this.answer(request, response));
        this.server.on('connection', (socket) => {
            this.sockets.add(socket);
            socket.on('close', () => this.sockets.delete(socket));
        });
    }

    async start(port = 0) {
        await new Promise((resolve) => this.server.listen(port, '127.0.0.1', resolve));
        this.port = this.server.address().port;
        this.address = `http://127.0.0.1:${this.port}/`;
        return this;
    }

    async stop() {
        const ended = new Promise((resolve) => this.server.close(resolve)); // also if it was closed before
        for (const socket of this.sockets)
            socket.destroy();
        await ended;
    }

    async answer(request, response) {
        const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
        const name = path.endsWith('/') ? path + 'index.html' : path;
        if (path === REPORTS) {
            let text = '';
            request.on('data', (data) => { text += data; });
            request.on('end', () => { this.reports.push(text); response.writeHead(204).end(); });
            return;
        }
        this.requests.push(path);
        const headers = { 'Content-Security-Policy': `${POLICY}; report-uri ${REPORTS}`, 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer',
            'Cache-Control': 'no-cache', 'Content-Type': TYPES[extname(name)] || 'application/octet-stream' };
        try {
            const bytes = await readFile(join(this.folder, name));
            response.writeHead(200, { ...headers, 'Content-Length': bytes.length }).end(bytes);
        } catch {
            response.writeHead(404, headers).end();
        }
    }
}
