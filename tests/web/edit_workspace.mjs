// `oisin edit ARCHIVE` in Chromium: a database in a grid, by keys, mouse and clipboard; packing; texts, settings and textures of an
// old game. The game is made of our own corpora. tests/web/edit.mjs calls these tests with its helpers.

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync, mkdirSync, copyFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { until, sleep } from './chromium.mjs';
import { Person, check, equal, newFolder, oisin, withEditor } from './edit_kit.mjs';

const CORPUS = 'fuzz/corpus', ROWS = 5000;

export function workspaceTests() {
    const run = (...words) => execFileSync(oisin, words, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });

    // A game with archives; monsters.csv has 5,000 rows of 60 columns and more. Its folder.
    function newGame(name) {
        const folder = newFolder(name), parts = join(folder, 'parts'), game = join(folder, 'game'), first = join(folder, 'first');
        for (const one of ['database', 'maps/zone', 'textures', 'texts'])
            mkdirSync(join(parts, one), { recursive: true });
        mkdirSync(game);
        for (const [from, to] of [['db/items', 'database/items.idb'], ['db/units', 'database/units.udb'], ['adb/small_88', 'database/hero.adb'],
            ['mmp/8888.mmp', 'textures/grass.mmp'], ['mob/every_kind', 'maps/zone/zone1.mob']])
            copyFileSync(join(CORPUS, from), join(parts, to));
        writeFileSync(join(folder, 'settings.ini'), '[Main]\ncount=7\nscale=1.5\nname=Лес\nsize=1 2 3\n');
        run('convert', join(folder, 'settings.ini'), '-o', join(parts, 'maps/zone/settings.reg'));
        writeFileSync(join(parts, 'texts/hello'), Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]));
        for (const one of ['database', 'maps', 'textures', 'texts'])
            run('pack', join(parts, one), '-o', join(game, `${one}.res`));
        run('unpack', game, '-o', first, '--recursive', '--open');
        const path = join(first, 'database.res/units.udb/monsters.csv'), lines = readFileSync(path, 'utf8').split('\r\n');
        const head = lines.findIndex((line) => line.startsWith('FLD')) + 1, body = lines.slice(head).filter(Boolean);
        const row = body[0].includes('"') ? body.join('\r\n') : body[0];
        writeFileSync(path, lines.slice(0, head).join('\r\n') + '\r\n' + Array.from({ length: ROWS }, (none, i) => row.replace(/^[^,]*/, `unit ${i}`)).join('\r\n') + '\r\n');
        const weapons = join(first, 'database.res/items.idb/weapons.csv'), all = readFileSync(weapons, 'utf8').trimEnd().split('\r\n'), last = all.pop();
        const names = ['axe', 'bow', 'club', 'dagger', 'sword', 'spear', 'mace', 'lance'];
        writeFileSync(weapons, [...all, ...names.map((one, i) => last.replace(/^main,main,9/, `${one},${one},${(i * 37) % 11}`))].join('\r\n') + '\r\n');
        run('pack', first, '-o', game);
        return game;
    }

    const WEAPONS = 'database.res/items.idb/weapons.csv', MONSTERS = 'database.res/units.udb/monsters.csv';

    class Modder extends Person {
        get editing() { return this.folder; }
        text(path) { return readFileSync(join(this.folder, path), 'utf8'); }
        lines(path) { return this.text(path).split('\r\n'); }
        async keys(...names) {
            for (const name of names) {
                const parts = name.split('+'), key = parts.pop(), modifiers = parts.reduce((sum, one) => sum + { Ctrl: 2, Shift: 8, Alt: 1 }[one], 0);
                await this.press(key, key.length === 1 ? `Key${key.toUpperCase()}` : key, modifiers);
            }
        }
        async grid() {
            await until('there is a grid', () => this.page.ask('document.querySelectorAll("[role=grid] [role=gridcell]").length > 3'));
            await this.page.ask('document.querySelector("[role=grid]").focus()');
        }
        // What a screen reader would read: the active cell.
        active() { return this.page.ask('(() => { const g = document.querySelector("[role=grid]"), c = document.getElementById(g.getAttribute("aria-activedescendant")); return c && c.textContent; })()'); }
        cells(column) { return this.page.ask(`[...document.querySelectorAll('[role=grid] .grid-body [role=row]')].sort((a, b) => a.ariaRowIndex - b.ariaRowIndex).map((row) => row.children[${column + 1}].textContent)`); }
        paste(text) {
            return this.page.ask(`(() => { const data = new DataTransfer(); data.setData('text/plain', ${JSON.stringify(text)});
                document.querySelector('[role=grid]').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); })()`);
        }
        copied() {
            return this.page.ask(`(() => { const data = new DataTransfer();
                document.querySelector('[role=grid]').dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true })); return data.getData('text/plain'); })()`);
        }
    }

    const withArchive = (archive, call, ...options) => withEditor(archive, (person, editor, page) => {
        const modder = new Modder(page);
        modder.folder = existsSync(`${archive}-edit`) ? `${archive}-edit` : archive;
        return call(modder, editor, page);
    }, ...options);

    async function aTableIsEditedByKeys() {
        const game = newGame('keys');
        await withArchive(join(game, 'database.res'), async (modder, editor, page) => {
            await modder.item(WEAPONS);
            await modder.grid();
            const before = modder.lines(WEAPONS);
            await modder.keys('ArrowDown', 'ArrowRight', 'ArrowRight');
            equal('the cell is announced', await modder.active(), before[4].split(',')[2]);
            await modder.keys('Enter');
            await modder.type('nine');
            await until('the sentence of the reader', () => page.ask('/type_id: a whole number/.test(document.querySelector(".table > .problem").textContent)'));
            await modder.picture('edit-table.png');
            equal('nothing was written while it was typed', modder.lines(WEAPONS), before);
            await modder.keys('Escape');
            await modder.type('');
            await modder.keys('Enter', 'Ctrl+a');
            await modder.type('123');
            await modder.keys('Enter');
            await modder.saved();
            const after = modder.lines(WEAPONS);
            equal('only this line has changed', after.map((line, i) => line === before[i] ? '' : i).filter(String), [4]);
            check(`the value: ${after[4]}`, after[4].split(',')[2] === '123');
            await modder.keys('Ctrl+z');
            await until('it is undone', () => modder.text(WEAPONS) === before.join('\r\n'));
            await until('and shown', async () => (await modder.cells(2))[1] === before[4].split(',')[2]);
            // Rows.
            await modder.grid();
            await modder.keys('Ctrl+Home', 'Ctrl+Insert');
            await modder.saved();
            equal('a row was duplicated', modder.lines(WEAPONS), [...before.slice(0, 4), before[3], ...before.slice(4)]);
            await modder.keys('Ctrl+Delete');
            await until('and deleted', () => modder.text(WEAPONS) === before.join('\r\n'));
            // A reference.
            await modder.keys('Ctrl+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Ctrl+Enter');
            await until('the material is shown', () => page.ask('document.title.includes("materials.csv")'));
            await until('in its row', async () => await modder.active() === 'main');
        });
    }

    async function aBlockIsPastedSortedAndFiltered() {
        const game = newGame('blocks');
        await withArchive(join(game, 'database.res'), async (modder, editor, page) => {
            await modder.item(WEAPONS);
            await modder.grid();
            const before = modder.lines(WEAPONS), values = before.slice(3, -1).map((line) => +line.split(',')[2]);
            await modder.keys('ArrowRight', 'ArrowRight', 'ArrowUp');
            equal('a title', (await modder.active()).trim(), 'type_id');
            await modder.keys('Enter');
            equal('sorted by numbers', (await modder.cells(2)).map(Number), [...values].sort((a, b) => a - b));
            equal('the file keeps its order', modder.lines(WEAPONS), before);
            await modder.keys('ArrowDown');
            await modder.paste('70\r\n71\r\n');
            await modder.saved();
            const order = values.map((value, i) => [value, i]).sort((a, b) => a[0] - b[0] || a[1] - b[1]), pasted = modder.lines(WEAPONS);
            equal('pasted in the order that is shown', [pasted[3 + order[0][1]].split(',')[2], pasted[3 + order[1][1]].split(',')[2]], ['70', '71']);
            equal('two lines have changed', pasted.filter((line, i) => line !== before[i]).length, 2);
            await page.ask('document.activeElement.blur()');
            await modder.keys('Ctrl+z');
            await until('it is one step', () => modder.text(WEAPONS) === before.join('\r\n'));
            await modder.grid();
            await modder.keys('Ctrl+Home', 'ArrowUp', 'Enter'); // by name
            await modder.keys('Enter'); // descending
            equal('sorted from z to a', await modder.cells(0), ['sword', 'spear', 'mace', 'lance', 'dagger', 'club', 'bow', 'axe']);
            await modder.keys('Enter'); // none
            await modder.keys('ArrowDown', 'Ctrl+Home', 'Shift+ArrowDown', 'Shift+ArrowRight');
            equal('copied for a spreadsheet', await modder.copied(), before.slice(3, 5).map((line) => line.split(',').slice(0, 2).join('\t')).join('\r\n'));
            await modder.click('Filter', 'main', 'input');
            await modder.type('sword');
            await until('one row is left', async () => (await modder.cells(0)).length === 1 && (await modder.cells(0))[0] === 'sword');
            check('the number of rows is said', await page.ask('/1 of 8 rows/.test(document.querySelector(".table .count").textContent)'));
            await modder.picture('edit-table-filter.png');
        });
    }

    async function whatWasEditedIsPacked() {
        const game = newGame('packed'), archive = join(game, 'database.res');
        await withArchive(archive, async (modder, editor, page) => {
            const was = readFileSync(archive);
            await modder.click('Pack', 'header', 'button');
            await until('there is nothing to pack', () => page.ask('/Nothing to pack/.test(document.getElementById("dialog").textContent)'));
            await modder.click('Close', 'dialog', 'button');
            await modder.item(WEAPONS);
            await modder.grid();
            await modder.keys('Enter', 'Ctrl+a');
            await modder.type('halberd');
            await modder.keys('Enter');
            await modder.saved();
            await modder.click('Pack', 'header', 'button');
            await until('what will be written is listed', () => page.ask('/database.res: 1 changed/.test(document.getElementById("dialog").textContent)'));
            await modder.picture('edit-pack.png');
            check('nothing is written yet', was.equals(readFileSync(archive)));
            await modder.click('Pack', 'dialog', 'button');
            await until('it is packed', () => page.ask('document.getElementById("status").textContent === "Packed."'));
            const checked = spawnSync(oisin, ['diff', archive, archive], { encoding: 'utf8' });
            equal('the archive is whole', checked.status, 0);
            const again = join(game, '../again');
            run('unpack', archive, '-o', again, '--open', '--recursive');
            equal('the game has the new name', readFileSync(join(again, WEAPONS), 'utf8').split('\r\n')[3].split(',')[0], 'halberd');
            equal('and its other tables', readFileSync(join(again, MONSTERS)).equals(readFileSync(join(modder.folder, MONSTERS))), true);
            // Another program changes the game.
            writeFileSync(archive, was.subarray(0, was.length - 1));
            await modder.grid();
            await modder.keys('Enter', 'Ctrl+a');
            await modder.type('pike');
            await modder.keys('Enter');
            await modder.saved();
            await modder.click('Pack', 'header', 'button');
            await modder.click('Pack', 'dialog', 'button');
            await until('it asks', () => page.ask('/Replace files that were changed outside/.test(document.getElementById("dialog").textContent)'));
            await modder.click('Cancel', 'dialog', 'button');
            check('it is not replaced', readFileSync(archive).length === was.length - 1);
        });
    }

    async function aLargeTableIsFluid() {
        const game = newGame('fluid');
        await withArchive(join(game, 'database.res'), async (modder, editor, page) => {
            const opened = await page.ask(`(async () => { const start = performance.now(); location.hash = ${JSON.stringify('#' + encodeURIComponent(MONSTERS))};
                while (!document.querySelector('[role=grid] [role=gridcell]')) await new Promise((r) => setTimeout(r, 5)); return performance.now() - start; })()`);
            await modder.grid();
            const size = await page.ask('[+document.querySelector("[role=grid]").ariaRowCount - 1, +document.querySelector("[role=grid]").ariaColCount - 1]');
            check(`rows and columns: ${size}`, size[0] === ROWS && size[1] >= 60);
            const frames = await page.ask(`(async () => { const grid = document.querySelector('[role=grid]'), times = [];
                for (let i = 0; i < 60; i++) { const start = performance.now(); grid.scrollTop += 97; await new Promise((r) => requestAnimationFrame(() => setTimeout(r, 0))); times.push(performance.now() - start); }
                return times.sort((a, b) => a - b); })()`);
            check('few elements', await page.ask('document.querySelectorAll("[role=grid] [role=row]").length') < 80);
            const sorted = await page.ask(`(() => { const start = performance.now(); document.querySelector('[role=columnheader][id]').click(); document.querySelector('[role=grid]').offsetHeight; return performance.now() - start; })()`);
            await modder.keys('Ctrl+End');
            equal('the last row is reached', await page.ask('document.querySelector(".grid .active").parentElement.ariaRowIndex'), String(ROWS + 1));
            await modder.keys('Home', 'Enter', 'Ctrl+a');
            await modder.type('last of all');
            await page.ask('window.began = performance.now(), document.getElementById("status").textContent = ""');
            await modder.keys('Enter');
            await until('saved', () => page.ask('/Saved/.test(document.getElementById("status").textContent)'));
            check('in the last line', modder.lines(MONSTERS).some((line) => line.startsWith('last of all,')));
            console.log(`         ${size[0]} rows of ${size[1]} columns: opened in ${Math.round(opened)} ms, a frame takes ${frames[30].toFixed(1)} ms (the slowest ${frames.at(-1).toFixed(1)} ms), sorted in ${Math.round(sorted)} ms`);
        });
    }

    // The text of a file, by the lines that an edit has changed.
    const different = (before, after) => after.split('\n').filter((line, i) => line !== before.split('\n')[i]);

    async function settingsAndScriptsKeepTheirTypes() {
        const game = newGame('values');
        await withArchive(join(game, 'maps.res'), async (modder, editor, page) => {
            const ini = 'maps.res/zone/settings.ini', before = modder.text(ini);
            await modder.item(ini);
            await modder.fill('count', '8');
            await modder.fill('scale', '2');
            await modder.fill('name', '12');
            equal('values keep their types', different(before, modder.text(ini)), ['count=8', 'scale=2.0', 'name="12"']);
            await modder.click('count', 'main', 'input');
            await modder.press('a', 'KeyA', 2);
            await modder.type('many');
            await until('a text is not a number', () => page.ask('/expected a whole number/.test(document.querySelector("main [aria-invalid]")?.closest(".field").textContent || "")'));
            await modder.press('a', 'KeyA', 2);
            await modder.type('99999999999');
            await until('the sentence of the reader', () => page.ask('/does not fit into 32 bits/.test(document.querySelector("main [aria-invalid]")?.closest(".field").querySelector(".problem").textContent || "")'));
            await modder.picture('edit-settings.png');
            for (let i = 0; i < 4; i++) {
                await page.ask('document.activeElement.blur()');
                await sleep(300);
                if (modder.text(ini) !== before)
                    await modder.keys('Ctrl+z');
            }
            await until('all is undone', () => modder.text(ini) === before);

            const mob = 'maps.res/zone/zone1.mob/script.txt', old = modder.text(mob);
            await modder.item(mob);
            await until('there is the script', () => page.ask('document.querySelectorAll("main .CodeMirror").length === 1'));
            await page.ask(`(() => { const one = document.querySelector('main .CodeMirror').CodeMirror; one.scrollIntoView(null); one.focus(); one.setCursor(11, 0); one.replaceSelection('x'); })()`);
            await page.ask(`(() => { const one = document.querySelector('main .CodeMirror').CodeMirror; one.setValue(one.getValue().replace('x', '').replace('KillUnit', 'KilUnit')); })()`);
            await until('the script is checked while it is typed', () => page.ask('/unknown function KilUnit/.test(document.querySelector("main .form-code .problem").textContent)'));
            await page.ask(`(() => { const one = document.querySelector('main .CodeMirror').CodeMirror; one.setValue(one.getValue().replace('KilUnit', 'KillUnit').replace('Sleep( 2 )', 'Sleep( 3 ) '));
                one.setCursor(one.posFromIndex(one.getValue().indexOf('Sleep( 3 ) ') + 11)); })()`);
            await modder.type('GetObj');
            await until('functions are completed', () => page.ask('[...document.querySelectorAll(".CodeMirror-hint")].some((one) => one.textContent === "GetObjectByID")'));
            await modder.picture('edit-script.png');
            await modder.press('Escape');
            await page.ask(`(() => { const one = document.querySelector('main .CodeMirror').CodeMirror; one.setValue(one.getValue().replace(' GetObj', '')); one.getInputField().blur(); })()`);
            await modder.saved();
            const lines = different(old, modder.text(mob));
            check(`one line has changed: ${lines}`, lines.length === 1 && lines[0].includes('Sleep( 3 )'));
        });
    }

    async function objectsAreMovedOnTheMap() {
        const make = join(dirname(oisin), 'bench/make_map'), game = newFolder('objects');
        if (!existsSync(make)) {
            console.log('         skipped: objects on the map (make build/release/bench/make_map)');
            return;
        }
        mkdirSync(game);
        execFileSync(make, [game, '2', '2', '20']);
        run('unpack', game, '-o', `${game}-work`, '--recursive', '--open');
        await withArchive(`${game}-work`, async (modder, editor, page) => {
            const path = 'zone1.mob/objects.json', before = modder.text(path);
            await modder.item(path);
            await until('the map is drawn', () => page.ask('document.querySelector(".objects-map img")?.naturalWidth > 500'));
            equal('all objects are on it', await page.ask('document.querySelectorAll(".objects [role=option]").length'), 20);
            await page.ask('document.querySelector(".objects").focus()');
            await modder.keys('ArrowRight', 'ArrowRight');
            const chosen = () => page.ask('document.querySelector(".map-tools strong").textContent');
            check(`the third is chosen: ${await chosen()}`, /3 of 20/.test(await chosen()));
            const value = (axis) => page.ask(`+document.querySelector('[id$="-${axis}"]').value`), x = await value('x'), y = await value('y');
            await modder.keys('Shift+ArrowRight', 'Shift+ArrowUp');
            await until('it has moved', async () => await value('x') === x + 1 && await value('y') === y + 1);
            await modder.saved();
            equal('one line has changed', different(before, modder.text(path)).length, 1);
            await modder.picture('edit-objects.png');
            // With the mouse.
            const from = await page.ask('(() => { const b = document.querySelector(".object[aria-selected=true]").getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()');
            const mouse = (type, dx, dy) => page.send('Input.dispatchMouseEvent', { type, x: from[0] + dx, y: from[1] + dy, button: 'left', buttons: 1, clickCount: 1 });
            await mouse('mousePressed', 0, 0);
            await mouse('mouseMoved', 20, 10);
            await mouse('mouseReleased', 20, 10);
            await until('it was dragged', async () => await value('x') > x + 1 && await value('y') < y + 1);
            for (let i = 0; i < 3; i++) {
                await page.ask('document.activeElement.blur()');
                await sleep(300);
                await modder.keys('Ctrl+z');
            }
            await until('all is undone', () => modder.text(path) === before);
            await until('and shown', async () => await value('x') === x);
            await accessible(modder, page, [path, 'zone1.json']);
        }, '-o', game);
    }

    async function expressionsAreBrowsed() {
        const game = newFolder('faces'), folder = `${game}-work`, path = 'crs/CRS_AOI_.json';
        mkdirSync(join(game, 'crs'), { recursive: true });
        for (const name of ['CRS_AOI_.lay', 'CRS_AOI.png'])
            copyFileSync(join('examples/sprites', name), join(game, 'crs', name));
        run('unpack', game, '-o', folder, '--open');
        await withArchive(folder, async (modder, editor, page) => {
            await modder.item(path);
            const loaded = () => until('it is drawn', () => page.ask('(() => { const i = document.querySelector(".expression"); return i && i.complete && i.naturalWidth > 10; })()'));
            const pixels = () => page.ask(`(async () => { const i = document.querySelector('.expression'), c = document.createElement('canvas'); await i.decode(); c.width = i.naturalWidth; c.height = i.naturalHeight;
                const d = c.getContext('2d'); d.drawImage(i, 0, 0); return [...d.getImageData(0, 0, c.width, c.height).data].reduce((sum, value, at) => (sum * 31 + value * (at % 97)) % 1000003, 0); })()`);
            await loaded();
            const seen = new Map();
            for (const label of ['Face ', 'Mouth ']) { // this layout has no eyes of their own
                const values = await page.ask(`[...[...document.querySelectorAll('main select')].find((one) => one.labels[0].textContent === ${JSON.stringify(label)}).options].map((one) => one.value)`);
                check(`${label} has parts to choose: ${values}`, values.length > 1);
                await page.ask(`(() => { const one = [...document.querySelectorAll('main select')].find((one) => one.labels[0].textContent === ${JSON.stringify(label)});
                    one.value = ${JSON.stringify(values.at(-1))}; one.dispatchEvent(new Event('change', { bubbles: true })); })()`);
                await loaded();
                seen.set(label, await pixels());
            }
            equal('each part changes the image', new Set(seen.values()).size, 2);
            check(`what is shown is said: ${await page.ask('document.querySelector("main .count").textContent')}`, await page.ask('/face 6, mouth 2$/.test(document.querySelector("main .count").textContent)'));
            await modder.picture('edit-expressions.png');
            await accessible(modder, page, [path, 'crs/CRS_AOI.png']);
        }, '-o', game);
    }

    async function anImageReplacesATexture() {
        const game = newGame('images');
        await withArchive(join(game, 'textures.res'), async (modder, editor, page) => {
            const path = 'textures.res/grass.png', before = readFileSync(join(modder.folder, path));
            await modder.item(path);
            await until('it is shown', () => page.ask('document.querySelector(".picture").naturalWidth === 16'));
            const drop = (make) => page.ask(`(async () => { const data = new DataTransfer(); data.items.add(new File([${make}], 'new.png', { type: 'image/png' }));
                document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); })()`);
            await drop('"GIF89a"');
            await until('what is not a PNG is refused', () => page.ask('/PNG/.test(document.getElementById("status").textContent)'));
            check('nothing is written', before.equals(readFileSync(join(modder.folder, path))));
            await drop(`await new Promise((done) => { const c = document.createElement('canvas'); c.width = 32; c.height = 32; c.getContext('2d').fillRect(4, 4, 8, 8); c.toBlob(done); })`);
            await modder.saved();
            await until('the new one is shown', () => page.ask('document.querySelector(".picture").naturalWidth === 32'));
            await page.ask('document.activeElement.blur()');
            await modder.keys('Ctrl+z');
            await until('it is undone', () => before.equals(readFileSync(join(modder.folder, path))));
            await until('and shown', () => page.ask('document.querySelector(".picture").naturalWidth === 16'));
        });
    }

    async function scriptsInTablesAreText() {
        const game = newGame('hostile'), folder = join(game, '../work'), evil = '<img src=x onerror=window.hacked=1>';
        run('unpack', game, '-o', folder, '--recursive', '--open');
        const path = join(folder, WEAPONS);
        writeFileSync(path, readFileSync(path, 'utf8').replace('axe,axe', `${evil},${evil}`).replace('bow,bow,', `bow,"a\n${evil}",`));
        writeFileSync(join(folder, 'texts.res', `${evil.replace(/=/g, '')}.txt`), evil);
        await withArchive(folder, async (modder, editor, page) => {
            await modder.item(WEAPONS);
            await modder.grid();
            await page.ask('location.hash = "#texts.res%2F%3Cimg%20srcx%20onerrorwindow.hacked1%3E.txt"');
            await until('the text is shown', () => page.ask('!!document.querySelector("main textarea")'));
            equal('no script ran', await page.ask('window.hacked === undefined'), true);
        }, '-o', game);
    }

    // axe-core on files of a workspace, in light, dark, and at 400 %.
    async function accessible(modder, page, paths) {
        const axe = join(process.cwd(), 'build/npm/node_modules/axe-core/axe.min.js');
        for (const [theme, width, height] of existsSync(axe) ? [['light', 1280, 800], ['dark', 1280, 800], ['light', 320, 256]] : []) {
            await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }] });
            await page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
            await page.ask(readFileSync(axe, 'utf8') + '; 1');
            for (const path of paths) {
                await page.ask(`location.hash = ${JSON.stringify(path ? '#' + encodeURIComponent(path) : '')}`);
                await until(`${path} is shown`, () => page.ask(`document.title.startsWith(${JSON.stringify(path)}) && !!document.querySelector('main h2')`));
                await sleep(150);
                const found = await page.ask('axe.run().then((result) => result.violations.map((one) => `${one.id}: ${one.help}: ${one.nodes[0].html.slice(0, 160)} (${one.nodes[0].failureSummary.slice(0, 200)})`))');
                check(`${path || 'the start'} (${theme}, ${width}): ${found.join('\n')}`, found.length === 0);
                await modder.picture(`workspace-${theme}-${width}-${path.replace(/\W/g, '_') || 'start'}.png`);
            }
        }
    }

    async function workspacesAreAccessible() {
        const game = newGame('axe'), folder = join(game, '../work');
        run('unpack', game, '-o', folder, '--recursive', '--open');
        await withArchive(folder, (modder, editor, page) => accessible(modder, page, ['', WEAPONS, MONSTERS, 'database.res/hero.csv', 'textures.res/grass.png', 'texts.res/hello.txt',
            'maps.res/zone/settings.ini', 'maps.res/zone/zone1.json']), '-o', game);
    }

    return { aTableIsEditedByKeys, aBlockIsPastedSortedAndFiltered, whatWasEditedIsPacked, aLargeTableIsFluid, settingsAndScriptsKeepTheirTypes,
        objectsAreMovedOnTheMap, expressionsAreBrowsed, anImageReplacesATexture, scriptsInTablesAreText, workspacesAreAccessible };
}
