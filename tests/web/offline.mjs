// Without a network after the first visit; a new version is used as a whole or not at all; a game of 80 MB.

import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { Browser, sleep, until } from './chromium.mjs';
import { Server } from './server.mjs';

const kept = (page) => page.ask('navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)');

export async function offline(test) {
    const server = await new Server(test.folder).start(), browser = new Browser(), { port } = server;
    try {
        await test.withPage(async (page) => {
            await until('the worker has the game', () => kept(page));
            test.equal('the game is asked for once', server.requests.filter((path) => path === '/game.tng').length, 1);
        }, { browser, server });
        await server.stop();
        await test.withPage(async (page) => {
            await page.key('ArrowRight', 'ArrowRight', 100);
            test.check('it is played without a server', await page.ask('oisin.module._web_tick_count() > 0'));
        }, { browser, server });
        await new Server(test.folder).start(port).then((again) => again.stop()); // the port was free all the time
        test.count++;
    } finally {
        await browser.close();
    }
}

export async function update(test) {
    const folder = join(test.work, 'updated'), project = join(test.work, 'town');
    cpSync(test.folder, folder, { recursive: true });
    const server = await new Server(folder).start(), browser = new Browser();
    const version = (page) => page.ask('document.body.dataset.version');
    const visit = (call) => test.withPage(async (page) => {
        const result = await call(page);
        await browser.send('Target.closeTarget', { targetId: page.target });
        await sleep(300);
        return result;
    }, { browser, server, silent: true });
    try {
        const first = await visit(async (page) => {
            await until('the worker has the game', () => kept(page));
            return version(page);
        });
        writeFileSync(join(project, 'npcs/other.npc'), 'TirNanoG NPC\nOther\nstand 100 200 0\nl hero hero_walk - - - - - - - - - - - - - - - - - -\n');
        const game = join(folder, 'game.tng'), before = readFileSync(game);
        test.run('build', project, '-q', '--web', folder);
        const after = readFileSync(game);
        writeFileSync(game, before); // the server has not got all of the new version yet
        const registration = 'navigator.serviceWorker.getRegistration()', tried = `${registration}.then((one) => one.update()).then(() => 'tried', () => 'failed')`;
        await visit(async (page) => {
            test.equal('the whole old version is played meanwhile', await version(page), first);
            await page.ask(tried);
            await until('the update has failed', () => page.ask(`${registration}.then((one) => !one.installing && !one.waiting)`));
            test.check('the new game was asked for', server.requests.filter((path) => path === '/game.tng').length > 1);
        });
        await visit(async (page) => test.equal('after a failed update, too', await version(page), first));
        writeFileSync(game, after);
        await visit(async (page) => {
            await page.ask(tried);
            await until('the new version is kept', () => page.ask(`${registration}.then((one) => !!one.waiting)`));
            test.equal('but not used by this page', await version(page), first);
            test.equal('nor after a reload of it', await page.reload().then(() => page.ready()).then(() => version(page)), first);
        });
        await server.stop();
        await visit(async (page) => {
            test.check('the next visit has the new one, also without a network', await version(page) !== first);
            await until('the old one is deleted', () => page.ask('caches.keys().then((names) => names.length === 1)'));
        });
        test.count += 2;
    } finally {
        await browser.close();
        await server.stop();
    }
}

// ---- a large game ----

let state = 1;
function noise(size) {
    const bytes = Buffer.alloc(size);
    for (let i = 0; i + 4 <= size; i += 4) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        bytes.writeUInt32LE((state ^ state >>> 13) >>> 0, i);
    }
    return bytes;
}

function crc(bytes) {
    let value = -1;
    for (const byte of bytes) {
        value ^= byte;
        for (let bit = 0; bit < 8; bit++)
            value = value >>> 1 ^ (value & 1 ? 0xedb88320 : 0);
    }
    return ~value >>> 0;
}

function png(w, h) {
    const chunk = (name, data) => {
        const inner = Buffer.concat([Buffer.from(name), data]), out = Buffer.alloc(inner.length + 8);
        out.writeUInt32BE(data.length, 0);
        inner.copy(out, 4);
        out.writeUInt32BE(crc(inner), inner.length + 4);
        return out;
    };
    const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]), rows = noise(h * (3 * w + 1));
    header.writeUInt32BE(w, 0);
    header.writeUInt32BE(h, 4);
    for (let y = 0; y < h; y++)
        rows[y * (3 * w + 1)] = 0;
    return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 0 })),
        chunk('IEND', Buffer.alloc(0))]);
}

export async function large(test) {
    const project = join(test.work, 'wide'), folder = join(test.work, 'widepage');
    cpSync(join(test.work, 'town'), project, { recursive: true });
    mkdirSync(join(project, 'backs'), { recursive: true });
    for (let i = 0; i < 27; i++)
        writeFileSync(join(project, `backs/noise${i}_full.png`), png(1000, 1000));
    test.run('build', project, '-q', '--no-cache', '--web', folder);
    const { size } = statSync(join(folder, 'game.tng'));
    test.check(`the game has 80 MB: ${size}`, size > 80e6);
    const server = await new Server(folder).start(), browser = new Browser();
    try {
        await test.withPage(async (page) => {
            await page.key('ArrowRight', 'ArrowRight', 100);
            test.check('it is played', await page.ask('oisin.module._web_tick_count() > 0'));
            await until('the worker has it', () => kept(page));
        }, { browser, server });
        await server.stop();
        await test.withPage(async (page) => test.check('also without a network', await page.ask('oisin.module._web_tick_count() >= 0')), { browser, server });
    } finally {
        await browser.close();
        rmSync(project, { recursive: true, force: true });
        rmSync(folder, { recursive: true, force: true });
    }
}
