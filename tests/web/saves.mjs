// Saved games: kept over a reload, exported to and imported from the native program, a full disk, a tab that is killed.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { Browser, sleep, until } from './chromium.mjs';
import { Server } from './server.mjs';
import { position } from './play.mjs';

async function press(page, selector) {
    const [x, y] = await page.ask(`(() => {
        const box = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    })()`);
    await page.click(x, y);
}

async function give(page, file) {
    const { root } = await page.send('DOM.getDocument');
    const { nodeId } = await page.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#file' });
    await page.send('DOM.setFileInputFiles', { nodeId, files: [file] });
}

export async function saves(test) {
    const downloads = mkdtempSync(join(test.work, 'downloads-'));
    await test.withPage(async (page) => {
        await page.key('ArrowRight', 'ArrowRight', 700);
        const before = await position(test, page);
        await page.reload();
        await page.ready();
        test.check('a saved game is there after a reload', await page.ask('oisin.storage.size("saves/auto1.sav") > 0'));

        await page.browser.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
        await press(page, '#open-menu');
        await until('the list is shown', () => page.ask('document.querySelectorAll("#list li").length > 0'));
        const labels = await page.ask('[...document.querySelectorAll("#list span")].map((one) => one.textContent.split(",")[0])');
        await press(page, `#list li:nth-child(${labels.indexOf('auto1') + 1}) button`);
        const file = join(downloads, 'auto1.sav');
        await until('the export is downloaded', () => existsSync(file));
        await sleep(200);
        const { x, y } = test.entity(file);
        test.equal('the native program reads the export', { x, y }, { x: before.x, y: before.y });
        const played = join(downloads, 'played.sav');
        test.run('play', test.game, '--headless', '--load', file, '--frames', '2', '--save', played);
        test.equal('and goes on with it', test.entity(played).x, before.x);

        // The other way: the hero of the native program is elsewhere.
        const quick = join(downloads, 'quick.sav'), input = join(downloads, 'down.input');
        writeDown(input);
        test.run('play', test.game, '--headless', '--input', input, '--save', quick);
        const theirs = test.entity(quick);
        test.check('it is elsewhere', theirs.y > before.y + 20);
        await give(page, quick);
        await until('the import is in the list', () => page.ask('oisin.storage.size("saves/quick.sav") > 0'));
        await press(page, '#close');
        await page.key('F9', 'F9');
        let ours = await position(test, page); // a busy machine loads it later
        for (let tries = 0; ours.y !== theirs.y && tries < 40; tries++) {
            await sleep(250);
            ours = await position(test, page);
        }
        test.equal('the page plays what the native program saved', [ours.x, ours.y], [theirs.x, theirs.y]);
        await page.reload();
        await page.ready();
        test.equal('the import is there after a reload', await page.ask('oisin.storage.size("saves/quick.sav")'), readFileSync(quick).length);
    });
}

const writeDown = (file) => writeFileSync(file, '# oisin input 1\nseed 1\n2 direction so\n30 direction none\n40 end\n');

// The state some seconds ago is listed only if the game did not end by leaving it.
export async function emergency(test) {
    const keep = `oisin.module._web_ticks(1300); oisin.storage.settled()`;
    const listed = 'oisin.storage.size("saves/emergency.sav") > 0', kept = 'oisin.storage.size("emergency") > 0';
    await test.withPage(async (page) => {
        await page.ask(keep);
        test.equal('it is kept, but not listed', [await page.ask(kept), await page.ask(listed)], [true, false]);
        await page.reload();
        await page.ready();
        test.equal('after leaving it is forgotten', [await page.ask('oisin.storage.size("emergency.before") > 0'), await page.ask(listed)], [false, false]);
        await page.ask(keep);
        await page.ask('oisin.module._web_frame = () => { throw new WebAssembly.RuntimeError("unreachable"); }');
        await until('the game has stopped', () => page.ask('!document.getElementById("report").hidden'));
        await page.reload();
        await page.ready();
        test.equal('after a fault it is listed', await page.ask(listed), true);
    });
}

// A browser whose storage is full. Chromium notices a real limit of its own (Storage.overrideQuotaForOrigin) half a minute
// later only, so its error is thrown here.
export async function full(test) {
    const write = (size) => `oisin.page.fileWrite('saves/one.sav', new Uint8Array(${size})); oisin.storage.settled()`;
    await test.withPage(async (page) => {
        await page.ask(write(1000));
        await page.ask(`window.put = IDBObjectStore.prototype.put;
            IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }`);
        test.check('nothing is noted before', await page.ask(`document.getElementById('note').hidden`));
        await page.ask(write(2000));
        test.equal('the player is told', await page.ask(`!document.getElementById('note').hidden && document.getElementById('note').textContent`),
            "There is no space left in the browser's storage: saves/one.sav was not written.");
        await page.reload();
        await page.ready();
        test.equal('the game before is there', await page.ask('oisin.storage.size("saves/one.sav")'), 1000);
        await page.ask(write(3000));
        await page.reload();
        await page.ready();
        test.equal('with space again, games are saved', await page.ask('oisin.storage.size("saves/one.sav")'), 3000);
    });
}

// Browsers close databases when their disk has a fault, or when the data of a page is deleted.
export async function closed(test) {
    const write = (size) => `oisin.page.fileWrite('saves/one.sav', new Uint8Array(${size})); oisin.storage.settled()`;
    const kept = async (page, words, size) => {
        test.equal(`${words}: no warning`, await page.ask('document.getElementById("note").textContent'), '');
        await page.reload();
        await page.ready();
        test.equal(words, await page.ask('oisin.storage.size("saves/one.sav")'), size);
    };
    await test.withPage(async (page) => {
        await page.ask('oisin.storage.database.close();' + write(1000));
        await kept(page, 'a database that is closed is opened again', 1000);
        await page.ask('oisin.storage.database.close(); indexedDB.open = () => { throw new Error("no disk"); };' + write(2000));
        test.equal('while it cannot be opened, the player is told', await page.ask('document.getElementById("note").textContent'), 'Nothing is saved: no disk');
        await page.ask('delete indexedDB.open; oisin.page.fileWrite("other", new Uint8Array(1)); oisin.storage.settled()');
        await kept(page, 'then everything is written', 2000);
        await page.ask('{ const { database } = oisin.storage; database.close(); oisin.storage.writes = false; }' + write(3000));
        await page.ask('oisin.storage.writes = true; oisin.storage.unsaved.add("saves/one.sav"); oisin.storage.database.dispatchEvent(new Event("close")); oisin.storage.settled()');
        await kept(page, 'when the browser closes it, all is written at once', 3000);
    });
}

// A second page of the same game does not write, and says so; without locks both do, and the file before is kept.
export async function windows(test) {
    const write = (name, size) => `oisin.page.fileWrite('saves/${name}.sav', new Uint8Array(${size})); oisin.storage.settled()`;
    const size = (name) => `oisin.storage.size('saves/${name}.sav')`;
    const note = '!document.getElementById("note").hidden && document.getElementById("note").textContent';
    const noLocks = (page) => page.send('Page.addScriptToEvaluateOnNewDocument',
        { source: 'Object.defineProperty(Navigator.prototype, "locks", { value: undefined })' });
    for (const prepare of [null, noLocks]) {
        const browser = new Browser(), server = await new Server(test.folder).start(), given = { browser, server, prepare };
        try {
            await test.withPage(async (first) => {
                await first.ask(write('one', 1000));
                await test.withPage(async (second) => {
                    test.check('the player is told', /open in another window/.test(await second.ask(note)) === !prepare);
                    await first.ask(write('one', 2000));
                    await second.ask(write('one', 3000));
                    test.equal('the first says nothing', await first.ask(note), false);
                    await first.send('Page.close');
                    await second.reload();
                    await second.ready();
                    test.equal('what is stored', await second.ask(size('one')), prepare ? 3000 : 2000);
                    test.equal('and before', await second.ask(`oisin.storage.size('saves/one.sav.before')`), prepare ? 2000 : 1000);
                    await second.ask(write('two', 500));
                    await second.reload();
                    await second.ready();
                    test.equal('the only page writes', await second.ask(size('two')), 500);
                }, given);
            }, { ...given, silent: true });
        } finally {
            await browser.close();
            await server.stop();
        }
    }
}

// Writes numbered files one after the other; `report` is called with each number before and after it is written.
const WRITING = `(async () => {
    for (let n = window.first; ; n++) {
        const bytes = new Uint8Array(200000).fill(n & 255);
        new DataView(bytes.buffer).setUint32(0, n);
        report('begin ' + n);
        oisin.page.fileWrite('saves/slot' + n % 3 + '.sav', bytes);
        await oisin.storage.settled();
        report('end ' + n);
    }
})(); 0`;
const READING = `[0, 1, 2].map((slot) => {
    const name = 'saves/slot' + slot + '.sav', file = oisin.storage.files.get(name);
    if (!file)
        return 0;
    const n = new DataView(file.bytes.buffer, file.bytes.byteOffset).getUint32(0);
    return file.bytes.length === 200000 && file.bytes.subarray(4).every((one) => one === (n & 255)) ? n : -1;
})`;

export async function kills(test) {
    const rounds = +(process.env.OISIN_WEB_KILLS || 6), profile = mkdtempSync(join(tmpdir(), 'oisin-profile-'));
    const server = await new Server(test.folder).start();
    const ended = [0, 0, 0]; // by slot: the last number that was written
    let next = 1;
    let browser = new Browser(profile);
    try {
        for (let round = 0; round <= rounds; round++) {
            const page = await browser.open(server.address, (one) => one.send('Runtime.addBinding', { name: 'report' }));
            await page.ready();
            const found = await page.ask(READING);
            for (let slot = 0; slot < 3; slot++) {
                // It may be one of which the browser could not report any more that it was begun.
                const whole = found[slot] >= ended[slot] && found[slot] % 3 === (found[slot] ? slot : 0);
                test.check(`round ${round}, slot ${slot}: found ${found[slot]}, written ${ended[slot]}`, whole);
                ended[slot] = found[slot];
                next = Math.max(next, found[slot] + 1);
            }
            if (round === rounds)
                break;
            page.on('Runtime.bindingCalled', ({ payload }) => {
                const [what, n] = payload.split(' ');
                if (what === 'end')
                    ended[n % 3] = +n;
                next = Math.max(next, +n + 1);
            });
            await page.ask(`window.first = ${next}; ${WRITING}`);
            await sleep(100 + Math.random() * 400);
            if (round % 2) {
                browser.kill();
                await browser.ended;
                browser = new Browser(profile);
            } else {
                page.send('Page.crash').catch(() => {});
                await until('the tab has crashed', () => page.crashed);
                await browser.send('Target.closeTarget', { targetId: page.target });
            }
        }
        test.check(`something was written in the meantime: ${next}`, next > rounds * 2);
    } finally {
        await browser.close();
        await server.stop();
        rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    }
}
