// Maps are painted by mouse and keys, without the player for browsers: terrains, brushes, areas that are copied to another map.

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { until, sleep } from './chromium.mjs';
import { check, equal, isAccessible, newFolder, oisin, withEditor } from './edit_kit.mjs';

const TILE = 16, SIDE = 64;

function copyOf(name, from = 'examples') {
    const folder = newFolder(name);
    cpSync(`${from}/${name}`, folder, { recursive: true });
    const git = (...words) => execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@t', ...words]);
    git('init', '-q');
    git('add', '-A');
    git('commit', '-q', '-m', 'new');
    return folder;
}

export function mapTests() {
    // Pieces of the picture, the cells that the page has, and how the mouse reaches them.
    class MapPerson {
        constructor(person, editor, page) { Object.assign(this, { person, editor, page }); }

        async open(name) {
            await this.person.item(`maps/${name}.tmx`);
            await until('the map is drawn', () => this.page.ask(`(() => { const c = document.querySelector('.map-canvas');
                if (!c || c.width <= 10 || !c.height)
                    return false;
                const pixels = new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer);
                return pixels.some((one) => one !== 0xff000000 && one !== 0xff2c2a28); // not only what is around the map
            })()`));
        }

        async at(x, y) {
            const [left, top] = await this.page.ask(`(() => { const c = document.querySelector('.map-canvas'); c.scrollIntoView({ block: 'end' }); const b = c.getBoundingClientRect(); return [b.x, b.y]; })()`);
            return [left + x * TILE + TILE / 2, top + y * TILE + TILE / 2];
        }

        async click(x, y) { await this.page.click(...await this.at(x, y)); }
        async tool(id) { await this.page.ask(`document.querySelector('input[name="tool"][value="${id}"]').click()`); }
        async drag(x, y, toX, toY) { await this.page.drag(...await this.at(x, y), ...await this.at(toX, toY)); }

        // The names in the cells of a layer of the file, as the editor answers them.
        async cells(name, layer) {
            return this.page.ask(`(async () => { const view = await (await fetch('api/map-view?path=maps/${name}.tmx')).json();
                const cells = new Uint16Array(await (await fetch('api/map-cells?path=maps/${name}.tmx')).arrayBuffer());
                return [...cells.slice(${layer * SIDE * SIDE}, ${(layer + 1) * SIDE * SIDE})].map((one) => one === 65535 ? '' : view.tiles[one]); })()`);
        }

        async written(act) {
            await this.page.ask('document.getElementById("status").textContent = ""');
            await act();
            await this.person.saved();
        }
    }

    async function aTerrainIsPaintedWithItsTransitions() {
        const project = copyOf('skerry');
        await withEditor(project, async (person, editor, page) => {
            const map = new MapPerson(person, editor, page), before = editor.file('maps/island.tmx');
            await map.open('island');
            await map.tool('terrain');
            const shown = await page.ask('[...document.querySelectorAll(".palette [role=option]")].map((one) => one.title)');
            equal('the terrains can be chosen', shown.sort(), ['isle_grass', 'isle_sand']);
            await person.click('isle_sand', '.palette', '[role=option]');
            await map.written(() => map.drag(3, 3, 14, 9));
            const painted = editor.file('maps/island.tmx'), cells = await map.cells('island', 0);
            check('the file has it', painted !== before);
            check('with tiles of the transition', cells.some((name) => /^isle_shore_/.test(name)));
            const again = spawnSync(oisin, ['maps', 'paint', project, 'island', '-n'], { encoding: 'utf8' });
            check(`\`maps paint\` finds nothing to do: ${again.stdout}${again.stderr}`, /island\.tmx: 0 cells/.test(again.stdout + again.stderr));
            const rows = editor.git('diff', '--numstat').trim();
            check(`only rows of this map: ${rows}`, /^(\d+)\t\1\tmaps\/island\.tmx$/.test(rows));
            await person.picture('edit-terrain.png');
            await page.ask('document.activeElement.blur()');
            await person.press('z', 'KeyZ', 2);
            await until('it is undone in one step', () => editor.file('maps/island.tmx') === before);
        });
    }

    // Otherwise the void would be seen through the edges of a path.
    async function aPathIsPaintedAboveTheGround() {
        const project = copyOf('village', 'templates');
        await withEditor(project, async (person, editor, page) => {
            const map = new MapPerson(person, editor, page), layer = () => page.ask('document.querySelector(".map-tools select").value');
            await map.open('village');
            await map.tool('terrain');
            await person.click('wall_00', '.palette', '[role=option]');
            equal('a wall hides what is below', await layer(), '0');
            await person.click('path_00', '.palette', '[role=option]');
            equal('a path is put on ground 2', await layer(), '1');
            check('it is said', await page.ask('/transparent edges/.test(document.getElementById("status").textContent)'));
            await person.chooseByText('Layer ', 'ground 1');
            equal('but one may choose', await layer(), '0');
        });
    }

    async function brushesLinesAndRectanglesArePainted() {
        const project = copyOf('skerry');
        await withEditor(project, async (person, editor, page) => {
            const map = new MapPerson(person, editor, page), before = editor.file('maps/island.tmx');
            await map.open('island');
            await person.click('isle_sand', '.palette', '[role=option]');
            const count = async () => (await map.cells('island', 0)).filter((name) => name === 'isle_sand').length;
            const clear = async () => {
                await page.ask('document.activeElement.blur()');
                await person.press('z', 'KeyZ', 2);
                await until('it is undone', () => editor.file('maps/island.tmx') === before);
                await sleep(300);
            };
            const start = await count();
            const cases = [['paint', 3, [2, 2, 7, 2], 3 * 8], ['line', 1, [2, 2, 9, 9], 8], ['rectangle', 1, [2, 2, 9, 5], 32], ['line', 2, [2, 2, 2, 9], 18]];
            for (const [tool, size, [x, y, toX, toY], cells] of cases) {
                await map.tool(tool);
                await page.ask(`(() => { const field = document.querySelector('.map-tools input[type="number"]'); field.value = ${size}; field.dispatchEvent(new Event('input')); })()`);
                await map.written(() => map.drag(x, y, toX, toY));
                equal(`${tool} of ${size}`, await count() - start, cells);
                await clear();
            }
            await map.tool('fill'); // the sea around the island
            await map.written(() => map.click(1, 1));
            check('the sea is filled', await count() - start > 500);
            await clear();
            // By keys: a line of cells, and the names under the cursor.
            await map.tool('paint');
            await page.ask(`document.querySelector('.map-canvas').focus()`);
            await map.written(() => person.press(' ', 'Space'));
            check('what is under the cursor is named', await page.ask(`/isle_sand \\(ground 1\\)/.test(document.querySelector('.position').textContent)`));
        });
    }

    async function anAreaIsCopiedToAnotherMap() {
        const project = copyOf('skerry');
        await withEditor(project, async (person, editor, page) => {
            const map = new MapPerson(person, editor, page), before = editor.file('maps/tower.tmx');
            await map.open('island');
            const source = [await map.cells('island', 0), await map.cells('island', 4)];
            let spot = source[1].findIndex((name, i) => name && i % SIDE > 3 && i % SIDE < 36 && i > 4 * SIDE && i < 16 * SIDE);
            const x = spot % SIDE - 2, y = Math.floor(spot / SIDE) - 2;
            await map.tool('area');
            await map.drag(x, y, x + 4, y + 4);
            await person.click('Areas and stamps', 'main', 'summary');
            await person.click('Copy', 'main', 'button');
            await until('it is copied', () => page.ask('/^Copied: 5 x 5/.test(document.getElementById("status").textContent)'));
            await person.click('Keep as a stamp', 'main', 'button');
            await person.find('Name of the stamp', 'dialog', 'input');
            await person.type('rock');
            await person.press('Enter');
            await until('it is kept', () => page.ask('/rock is kept/.test(document.getElementById("status").textContent)'));
            await map.open('tower');
            await until('the stamps are listed', () => page.ask(`[...document.querySelectorAll('.areas option')].some((one) => one.textContent === 'rock')`));
            await person.chooseByText('Stamp ', 'rock');
            await map.written(() => map.click(6, 7));
            const target = [await map.cells('tower', 0), await map.cells('tower', 4)];
            for (const layer of [0, 1])
                for (let i = 0; i < 25; i++) {
                    const from = source[layer][(y + Math.floor(i / 5)) * SIDE + x + i % 5];
                    if (from)
                        equal(`cell ${i} of layer ${layer}`, target[layer][(7 + Math.floor(i / 5)) * SIDE + 6 + i % 5], from);
                }
            await person.picture('edit-stamp.png');
            await isAccessible(page, 'a map with a stamp');
            await page.ask('document.activeElement.blur()');
            await person.press('z', 'KeyZ', 2);
            await until('all layers are one step', () => editor.file('maps/tower.tmx') === before);
        });
    }

    // Both sides with the mouse, from one map to the other; then the same by keys.
    async function aDoorIsDraggedToAnotherMap() {
        const project = copyOf('village', 'templates');
        await withEditor(project, async (person, editor, page) => {
            const map = new MapPerson(person, editor, page);
            await person.add('map', 'hut', 'maps/hut.tmx');
            editor.git('add', '-A');
            editor.git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-q', '-m', 'hut');
            await map.open('village');
            await map.tool('door');
            await person.chooseByText('Leads to the map ', 'hut');
            await until('the other map is shown', () => page.ask('document.querySelectorAll(".map-canvas").length === 2 && /hut: no cell/.test(document.querySelector(".map-sides").textContent)'));
            await person.click('Smaller', 'main', 'button');
            const [one, two] = await page.ask('[...document.querySelectorAll(".map-canvas")].map((one) => { const b = one.getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; })');
            const inn = [one[0] + (8 * 32 + 16 + one[2] / 2) / 2, one[1] + (11 * 32 + 16 + one[3] / 2) / 2], middle = [two[0] + 3 * 32 + 16, two[1] + 2 * 32 + 16];
            await page.drag(...inn, ...middle);
            await until('both cells are named', () => page.ask('/village 8, 11.*hut 3, 2.*mat/.test(document.querySelector(".map-sides").textContent)'));
            await person.picture('edit-door.png');
            await isAccessible(page, 'a door');
            await person.click('Make the door', 'main', 'button');
            await person.saved();
            check('the inn leads there', /location\(hut,3,3,so\)/.test(editor.file('objects/house_inn.obj')));
            check('the mat of the inn leads to the same place: it serves here, too', /location\(village,8,12,so\)/.test(editor.file('objects/mat.obj')));
            const files = editor.git('status', '--porcelain', '-uall').trimEnd().split('\n').map((line) => line.slice(3)).sort();
            equal('nothing else has changed', files, ['maps/hut.tmx', 'objects/house_inn.obj']);
            await until('the other map shows it', () => page.ask('fetch("api/map-cells?path=maps/hut.tmx").then((r) => r.arrayBuffer()).then((b) => new Uint16Array(b)[4 * 32 * 32 + 2 * 32 + 3] !== 65535)'));
            await page.ask('document.activeElement.blur()');
            await person.press('z', 'KeyZ', 2);
            await until('it is undone in one step', () => editor.git('status', '--porcelain').trim() === '');
            // By keys, without a way back.
            await person.click('It leads back, too', 'main', 'label');
            await page.ask('document.querySelector(".map-canvas").focus()');
            for (const [key, times] of [['ArrowRight', 21], ['ArrowLeft', 13]])
                for (let i = 0; i < times; i++)
                    await person.press(key);
            await person.press('Enter');
            await person.press('ArrowRight');
            await person.press('Enter');
            await until('both cells are named', () => page.ask('/village \\d+, \\d+.*hut \\d+, \\d+/.test(document.querySelector(".map-sides").textContent)'));
            check('the other map has the focus', await page.ask('document.activeElement === document.querySelectorAll(".map-canvas")[1]'));
        });
    }

    // Without the player for browsers the game is played in a window; SDL has one that is not seen.
    async function theGameIsPlayedInAWindow() {
        const project = copyOf('skerry'), games = () => spawnSync('pgrep', ['-af', `play .*${project}`], { encoding: 'utf8' }).stdout.trim().split('\n').filter(Boolean);
        Object.assign(process.env, { SDL_VIDEODRIVER: 'dummy', SDL_AUDIODRIVER: 'dummy' });
        try {
            await withEditor(project, async (person, editor, page) => {
                const map = new MapPerson(person, editor, page), windows = async (words, test) => {
                    await until(words, () => page.ask('/^The game is in its own window/.test(document.getElementById("status").textContent)'));
                    const found = games();
                    check(`${words}: ${found}`, found.length === 1 && test(found[0]));
                    await page.ask('document.getElementById("status").textContent = ""');
                };
                if (await page.ask('fetch("api/project").then((r) => r.json()).then((p) => p.plays)'))
                    return;
                await map.open('island');
                await person.click('Play', 'header', 'button');
                await windows('it begins as a player does', (line) => !/--place/.test(line));
                await person.click('Play', 'header', 'button');
                await until('a second one is refused', () => page.ask('/open already/.test(document.getElementById("status").textContent)'));
                await map.tool('pick');
                await map.click(20, 22);
                await person.click('Play from here', 'main', 'button');
                await windows('it begins there', (line) => /--place island,20,22$/.test(line));
                editor.process.kill('SIGKILL');
                equal('it goes on without the editor', games().length, 1);
            });
        } finally {
            delete process.env.SDL_VIDEODRIVER;
            delete process.env.SDL_AUDIODRIVER;
            for (const line of games())
                process.kill(+line.split(' ')[0]);
        }
    }

    return { aDoorIsDraggedToAnotherMap, theGameIsPlayedInAWindow, aTerrainIsPaintedWithItsTransitions, aPathIsPaintedAboveTheGround, brushesLinesAndRectanglesArePainted, anAreaIsCopiedToAnotherMap };
}
