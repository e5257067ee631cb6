// Keeps the game for play without a network. A version is stored as a whole before it is used, so that a page never
// mixes files of two versions; the one before it is deleted when no page uses it any longer.

importScripts('crc.js');

const NAME = `${self.registration.scope} @VERSION@`; // other games of this server have stores of their own
// Size and CRC of each file. A server that is being updated answers with files of two versions: then nothing is stored.
const FILES = @FILES@;

async function keep(cache, file) {
    if (await cache.match(file)) // the page has put the game there
        return;
    const response = await fetch(file, { cache: 'no-cache' }), [size, crc] = FILES[file];
    if (!response.ok)
        throw new Error(`${file}: ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length !== size || crcOf(0, bytes) !== crc)
        throw new Error(`${file} is of another version`);
    await cache.put(file, new Response(bytes, { headers: response.headers }));
}

self.addEventListener('install', (event) => {
    event.waitUntil(caches.open(NAME).then((cache) =>
        Promise.all(Object.keys(FILES).map((file) => keep(cache, file)))));
});

self.addEventListener('activate', (event) => {
    event.waitUntil(caches.keys().then((names) =>
        Promise.all(names.filter((name) => name.startsWith(self.registration.scope + ' ') && name !== NAME)
            .map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== 'GET' || !url.href.startsWith(self.registration.scope))
        return;
    const name = url.pathname.slice(new URL(self.registration.scope).pathname.length), file = name === '' || name === 'index.html' ? './' : name;
    if (Object.hasOwn(FILES, file))
        event.respondWith(caches.open(NAME).then(async (cache) => await cache.match(file) || fetch(event.request)));
});
