// Keeps the game for play without a network. A version is stored as a whole before it is used, so that a page never
// mixes files of two versions; the one before it is deleted when no page uses it any longer.

const VERSION = '@VERSION@';
const FILES = @FILES@;

self.addEventListener('install', (event) => {
    event.waitUntil(caches.open(VERSION).then((cache) =>
        Promise.all(FILES.map(async (file) => {
            const response = await fetch(file, { cache: 'no-cache' });
            if (!response.ok)
                throw new Error(`${file}: ${response.status}`);
            await cache.put(file, response);
        }))));
});

self.addEventListener('activate', (event) => {
    event.waitUntil(caches.keys().then((names) =>
        Promise.all(names.filter((name) => name.startsWith('@GAME@ ') && name !== VERSION)
            .map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== 'GET' || url.origin !== location.origin)
        return;
    event.respondWith(caches.open(VERSION).then(async (cache) =>
        await cache.match(event.request, { ignoreSearch: true }) || fetch(event.request)));
});
