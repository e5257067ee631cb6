// `oisin edit` in Chromium: a quest is made by clicks and keys alone; what is typed wrong is said; undo, rename, search;
// accessibility (axe-core); what the server refuses. tools/check_edit.sh runs it. PICTURES: a folder for screenshots.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync, cpSync, existsSync, appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { until, sleep } from './chromium.mjs';
import { Editor, Person, VIOLATIONS, axe, check, checks, equal, isAccessible, newFolder, newProject, oisin, withEditor } from './edit_kit.mjs';
import { PICTURE_TESTS, chosenFile } from './edit_pictures.mjs';
import { storyTests } from './edit_graph.mjs';
import { choiceTests } from './edit_choices.mjs';
import { blockTests } from './edit_blocks.mjs';
import { mapTests } from './edit_maps.mjs';
import { sheetTests } from './edit_sheets.mjs';
import { soundTests } from './edit_sounds.mjs';
import { startTests } from './edit_start.mjs';
import { conflictTests } from './edit_conflicts.mjs';
import { languageTests } from './edit_languages.mjs';
import { folderTests } from './edit_folder.mjs';
import { modelTests } from './edit_models.mjs';
import { searchTests } from './edit_search.mjs';
import { pageTests } from './edit_pages.mjs';
import { publishTests } from './edit_publish.mjs';
import { textTests } from './edit_texts.mjs';
import { touchTests } from './edit_touch.mjs';
import { workspaceTests } from './edit_workspace.mjs';

// ---- tests ----

// The steps of docs/how-to/edit-a-project.md: a quest, a shop and a map by clicks and keys alone, and a test by playing.
async function aQuestIsMadeByClicksAndKeys() {
    const project = newProject('valley');
    let plays = false;
    await withEditor(project, async (person, editor, page) => {
        plays = await page.ask('fetch("api/project").then((r) => r.json()).then((p) => p.plays)');
        await person.picture('edit-start.png');
        await person.add('attribute', 'helped', 'game/helped.atr');
        await person.add('quest', 'herbs', 'quests/herbs.qst');
        await person.fill('title', 'Herbs for the smith');
        await person.fill('description', 'The smith wants a coin.');
        await person.add('dialog', 'smith_hello', 'dialogs/smith_hello.dlg');
        await person.fill('title', 'Smith');
        await person.fill('message', 'Do you have a coin for me?');
        for (const text of ['Here it is.', 'What do you sell?']) {
            await person.click('Add', '.section:last-of-type', 'button');
            await person.saved();
            await person.fill('text', text, '.section:last-of-type li:last-child, .section:last-of-type > div');
        }
        await person.picture('edit-dialog.png');
        // something to sell: its image, and the object
        await page.ask('document.querySelector("[data-kind=tiles]").open = true');
        await person.click('Add a tile sprite', '[data-kind=tiles]', 'button');
        await until('the dialog is shown', () => page.ask('!!document.querySelector("dialog[open] input[type=file]")'));
        await chosenFile(page, join(process.cwd(), 'examples/skerry/tiles/key_soo0.png'), 'dialog input[type=file]');
        await until('the name is that of the file', () => page.ask('document.querySelector("dialog input[name=name]").value === "key_soo0"'));
        await person.click('Add', 'dialog', 'button');
        await until('the image is shown', () => page.ask('document.title.startsWith("tiles/key_soo0.png")'));
        await person.add('object', 'key', 'objects/key.obj');
        await person.fill('price', '1');
        await person.fill('unit', 'coin');
        await person.item('npcs/guide.npc');
        await person.click('Duplicate');
        await person.find('Name of the copy', 'dialog', 'input');
        await person.press('a', 'KeyA', 2);
        await person.type('smith');
        await person.press('Enter');
        await until('the copy is shown', () => page.ask('document.title.startsWith("npcs/smith.npc")'));
        await person.fill('name', 'Smith');
        await person.choose('movement', 'stand');
        await person.addTo('Items');
        await person.fill('chance', '100');
        await person.fill('quantity', '1');
        await person.fill('object', 'key');
        await person.write('e click {\n    dialog(smith_hello,0)\n    switch(a) {\n        case 1 {\n            switch(@cnt(coin)>=1) {\n                case 1 {\n' +
            '                    take(coin,1)\n                    quest(1,herbs)\n                    @helped=1\n                }\n                case 0 {\n' +
            '                    quest(0,herbs)\n                }\n            }\n        }\n        case 0 {\n            market()\n        }\n    }\n}');
        await person.picture('edit-handler.png');
        const before = editor.git('status', '--short', '--', '.', ':!.oisin');
        check(`only new files so far: ${before}`, before.trim().split('\n').every((line) => line.startsWith('??')));
        if (plays)
            await theSmithIsPlacedAndPlayed(person, editor, page);
    });
    if (!plays) { // without the player for browsers: no maps, no recording
        const startup = join(project, 'game/startup.cfg');
        writeFileSync(startup, readFileSync(startup, 'utf8').replace(/(e start \{\r?\n)/, '$1    npc(meadow,16,15,smith)\r\n'));
    }
    writeFileSync(join(project, 'tests/smith.test'), 'scenario the smith gets his coin\n  give coin 1\n  talk smith\n  choose "Here it is."\n  wait 2s\n  expect helped = 1\n\n' +
        'scenario the smith sells a key\n  give coin 1\n  talk smith\n  choose "What do you sell?"\n  expect market smith\n  buy key\n  expect has key\n');
    const checked = spawnSync(oisin, ['check', project], { encoding: 'utf8' });
    check(`check is clean: ${checked.stdout}${checked.stderr}`, checked.status === 0 && !/warning|error:/.test(checked.stderr.replace(/0 errors, 0 warnings/, '')));
    const played = spawnSync(oisin, ['test', project], { encoding: 'utf8' });
    check(`the scenarios pass: ${played.stdout}${played.stderr}`, played.status === 0);
}

// North of where the player starts; then the player talks to the smith, and that becomes a test.
async function theSmithIsPlacedAndPlayed(person, editor, page) {
    await person.item('maps/meadow.tmx');
    await until('the map is drawn', () => page.ask(`(document.querySelector('.map-canvas')?.width || 0) > 10`));
    await person.chooseByText('Layer ', 'NPCs');
    await person.click('smith', '.palette', '[role=option]');
    await page.ask(`document.querySelector('.map-canvas').focus()`);
    for (let i = 0; i < 16; i++)
        await person.press('ArrowRight');
    for (let i = 0; i < 15; i++)
        await person.press('ArrowDown');
    await person.press(' ', 'Space');
    await until('the smith is on the map', () => editor.git('diff', '--numstat', '--', 'maps/meadow.tmx').length > 0);
    const changed = editor.git('diff', '-U0', '--', 'maps/meadow.tmx').split('\n').filter((line) => /^[-+][^-+]/.test(line));
    check(`the map has new tilesets and one other row: ${changed.join('\n')}`, changed.filter((line) => /^[-+](\d+,)+/.test(line)).length === 2
        && changed.every((line) => /^[-+](\d+,)+|tileset/.test(line) || /^-\s*<(tileoffset|image)/.test(line)));
    await person.click('Play', 'header', 'button');
    await person.click('Record a test', '.timeline', 'button');
    const player = (code) => page.ask(`document.querySelector('#game iframe')?.contentWindow.oisin?.module.${code}`);
    await until('the new game has begun', () => page.ask('/^Recorded/.test(document.getElementById("status").textContent)'));
    await until('time has passed', async () => await player('_web_time_last()') > 12);
    await page.ask(`document.querySelector('#game iframe').contentWindow.focus()`);
    for (const key of ['ArrowUp', 'Enter', 'ArrowDown', 'Enter', 'Escape']) {
        await person.press(key);
        await sleep(600);
    }
    await person.click('End and save the test', '.timeline', 'button');
    await person.click('File in tests/', '#dialog', 'input');
    await person.press('a', 'KeyA', 2);
    await person.type('played');
    await person.click('Save', '#dialog', 'button');
    await until('the test is written', () => existsSync(join(editor.project, 'tests/played.test')));
    const text = editor.file('tests/played.test');
    check(`what was played is in it: ${text}`, /talk smith/.test(text) && /choose "What do you sell\?"/.test(text) && /expect market smith/.test(text));
    await person.click('Play', 'header', 'button');
}

async function wrongValuesAreSaidWhileTheyAreTyped() {
    const project = newProject('typed');
    await withEditor(project, async (person, editor, page) => {
        await person.item('npcs/guide.npc');
        const before = editor.file('npcs/guide.npc');
        await person.click('speed', 'main', 'input');
        await person.press('a', 'KeyA', 2);
        await person.type('99999');
        await until('the sentence of the linter', () => page.ask(`/is not a number from/.test(document.querySelector('[aria-invalid="true"]')?.closest('.field').querySelector('.problem').textContent || '')`));
        equal('nothing was written while it was typed', editor.file('npcs/guide.npc'), before);
        await person.fill('speed', '70');
        const lines = editor.git('diff', '--numstat').trim();
        equal('one line has changed', lines, '1\t1\tnpcs/guide.npc');
        await page.ask('document.activeElement.blur()');
        await person.press('z', 'KeyZ', 2);
        await until('it is undone', () => editor.file('npcs/guide.npc') === before);
        await person.press('Z', 'KeyZ', 10);
        await until('and done again', () => editor.file('npcs/guide.npc') !== before);
    });
}

async function changesOfOthersAppear() {
    const project = newProject('others');
    await withEditor(project, async (person, editor, page) => {
        await person.item('npcs/guide.npc');
        const text = editor.file('npcs/guide.npc');
        writeFileSync(join(project, 'npcs/guide.npc'), text.replace(/^Guide/m, 'Ferryman'));
        await until('the new name is shown', () => page.ask('document.querySelector("main input.long").value === "Ferryman"'));
        writeFileSync(join(project, 'npcs/broken.npc'), 'TirNanoG NPC\nX\nfly\n');
        await until('the new problem is listed', () => page.ask('/broken\\.npc/.test(document.getElementById("problems").textContent)'));
        // Two windows on the same item: neither loses a change.
        const other = await page.browser.open(editor.address + '#npcs%2Fguide.npc');
        const second = new Person(other);
        await until('the second window shows it', () => other.ask('!!document.querySelector("main input.long")').catch(() => false));
        await Promise.all([person.fill('name', 'Boatman'), second.fill('speed', '61')]);
        await until('both changes are in the file', () => /Boatman/.test(editor.file('npcs/guide.npc')) && / 61 /.test(editor.file('npcs/guide.npc')));
    });
}

async function everyPageIsAccessible() {
    if (!existsSync(axe)) {
        console.log('         skipped: axe-core (npm install --prefix build/npm axe-core)');
        return;
    }
    const project = newFolder('segais');
    cpSync('examples/segais', project, { recursive: true });
    await withEditor(project, async (person, editor, page) => {
        const shapes = (process.env.OISIN_EDIT_SHAPES ? JSON.parse(process.env.OISIN_EDIT_SHAPES) : [['light', 1280, 800], ['dark', 1280, 800], ['light', 320, 256]]); // 1280 at 400 %
        const paths = ['', 'npcs/brid.npc', 'objects/rod.obj', 'dialogs/brid_hello.dlg', 'dialogs/forge.cft', 'game/calling.opt',
            'game/maxhp.atr', 'quests/broth.qst', 'tiles/grass_00.til', 'npcs/bats.swr', 'ui/hud.cfg', 'ui/elements.cfg', 'ui/mainmenu.cfg',
            'config', 'game/startup.cfg', 'game/actions.cfg', 'ui/alerts.cfg', 'ext/second_tongue.cfg', 'tests/trade.test', 'sounds/hit.ogg', 'maps/town.tmx'];
        for (const [theme, width, height] of shapes) {
            await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }] });
            await page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
            await page.ask(readFileSync(axe, 'utf8') + '; 1');
            for (const path of paths) {
                await page.ask(`location.hash = ${JSON.stringify(path ? '#' + encodeURIComponent(path) : '')}`);
                await until(`${path} is shown`, () => page.ask(`document.title.startsWith(${JSON.stringify(path)}) && !!document.querySelector('main h2')`));
                await sleep(100);
                const found = await page.ask(VIOLATIONS);
                check(`${path || 'the start'} (${theme}, ${width}): ${found.join('\n')}`, found.length === 0);
                await person.picture(`edit-${theme}-${width}-${path.replace(/\W/g, '_') || 'start'}.png`);
            }
        }
    });
}

async function timesAreShort() {
    const project = newProject('large');
    for (let i = 0; i < 5000; i++)
        writeFileSync(join(project, `dialogs/talk_${i}.dlg`), `TirNanoG Dialog\nGuide\nText number ${i}, about a thing.\n- - 0\n- - - Answer ${i}.\n`);
    await withEditor(project, async (person, editor, page) => {
        await person.item('dialogs/talk_42.dlg'); // the first one loads modules
        const form = await page.ask(`(async () => { const start = performance.now(); location.hash = '#dialogs%2Ftalk_4711.dlg';
            while (!document.title.startsWith('dialogs/talk_4711')) await new Promise((r) => setTimeout(r, 1)); return performance.now() - start; })()`);
        const search = await page.ask(`(async () => { const start = performance.now(); await (await fetch('api/search?q=number+4999')).json();
            return performance.now() - start; })()`);
        console.log(`         5,000 files: a form opens in ${Math.round(form)} ms, a search takes ${Math.round(search)} ms`);
    });
}

async function theServerRefusesOthers() {
    const project = newProject('attacked');
    const editor = await new Editor(project).start();
    try {
        const own = new URL(editor.address), before = editor.git('status', '--short');
        const status = async (...words) => (await editor.send(...words))[0];
        equal('an own request', await status('GET', 'api/project'), 200);
        equal('without the token', await status('GET', '/api/project'), 404);
        equal('with another token', await status('GET', '/0123456789abcdef01234567/api/project'), 404);
        equal('another name of the host', await status('GET', 'api/project', { host: 'evil.example' }), 403);
        equal('another port', await status('GET', 'api/project', { host: `127.0.0.1:${+own.port + 1}` }), 403);
        const body = JSON.stringify({ kind: 'npc', name: 'evil' });
        for (const headers of [{ Origin: 'http://evil.example' }, { Origin: 'null' }, { Origin: `https://127.0.0.1:${own.port}` },
            { 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site' }])
            equal(`a page with ${JSON.stringify(headers)}`, await status('POST', 'api/new', { body, headers }), 403);
        equal('another method', await status('PUT', 'api/new', { body }), 405);
        equal('a path above', await status('GET', 'api/file?path=..%2F..%2Fetc%2Fpasswd'), 403);
        equal('a page above', await status('GET', '%2e%2e/%2e%2e/etc/passwd'), 404);
        equal('a huge body', await status('POST', 'api/file?path=tiles/x_soo0.png', { body: Buffer.alloc(40 << 20) }), 413);
        equal('deep JSON', await status('POST', 'api/new', { body: '['.repeat(200000) }), 400);
        equal('nothing was written', editor.git('status', '--short'), before);
    } finally {
        await editor.stop();
    }
}

async function scriptsInNamesAndTextsAreText() {
    const project = newProject('scripts');
    const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
    writeFileSync(join(project, 'npcs/guide.npc'), readFileSync(join(project, 'npcs/guide.npc'), 'utf8').replace(/^Guide/m, evil));
    appendFileSync(join(project, 'config'), `${evil}\n`);
    await withEditor(project, async (person, editor, page) => {
        await person.item('npcs/guide.npc');
        await person.click('Search the project', 'header', 'input');
        await person.type('onerror');
        await until('the result is shown', () => page.ask('/onerror/.test(document.querySelector("#tree .results")?.textContent || "")'));
        await sleep(300);
        equal('no script ran', await page.ask('window.hacked === undefined'), true);
    });
}

// The server is killed at random moments; what it has confirmed is in the files.
async function killsLoseNothing() {
    const rounds = +(process.env.OISIN_EDIT_KILLS || 5);
    const project = newProject('killed');
    for (let round = 0; round < rounds; round++) {
        const editor = await new Editor(project).start();
        let confirmed = 0, sent = 0, over = false;
        const work = (async () => {
            while (!over) {
                try {
                    const file = JSON.parse((await editor.send('GET', 'api/file?path=npcs/guide.npc'))[1]);
                    sent = (sent % 240) + 1;
                    const [status] = await editor.send('POST', 'api/change?path=npcs/guide.npc', { headers: { 'If-Match': `"${file.hash}"` },
                        body: JSON.stringify({ operations: [{ op: 'set', row: 1, member: 1, index: 0, value: String(sent) }] }) });
                    if (status === 200)
                        confirmed = sent;
                } catch {
                    break;
                }
            }
        })();
        await sleep(50 + Math.random() * 400);
        over = false;
        await editor.stop('SIGKILL');
        over = true;
        await work;
        const speed = +/^\w+ (\d+) /m.exec(editor.file('npcs/guide.npc').split('\n').slice(2).join('\n'))[1];
        check(`round ${round}: ${confirmed} was confirmed, ${sent} sent, the file has ${speed}`, !confirmed || speed === confirmed || speed === sent);
        const again = await new Editor(project).start();
        const [status] = await again.send('POST', 'api/undo', { body: '{}' });
        equal('undo works afterwards', status, 200);
        await again.stop();
    }
}

// Painted with the mouse and with keys; the file differs only in these cells, and undo takes them back.
async function aMapIsPainted() {
    const project = newProject('painted');
    await withEditor(project, async (person, editor, page) => {
        await person.item('maps/meadow.tmx');
        await until('the map is drawn', () => page.ask(`(() => { const c = document.querySelector('.map-canvas');
            return c && c.width > 10 && c.getContext('2d').getImageData(c.width >> 1, c.height >> 1, 1, 1).data[1] > 60; })()`));
        const before = editor.file('maps/meadow.tmx');
        await person.chooseByText('Layer ', 'objects');
        await person.click('coin', '.palette', '[role=option]');
        const [left, top] = await page.ask(`(() => { const b = document.querySelector('.map-canvas').getBoundingClientRect(); return [b.x, b.y]; })()`);
        await page.click(left + 5 * 32 + 16, top + 6 * 32 + 16);
        await person.saved();
        await until('the coin is in the file', () => editor.file('maps/meadow.tmx') !== before);
        await page.ask(`document.querySelector('.map-canvas').focus()`);
        await person.press('ArrowRight');
        await person.press(' ', 'Space');
        await until('two coins', () => editor.git('diff', '-U0', '--', 'maps/meadow.tmx').length > 0 && page.ask('/1 cell/.test(document.getElementById("status").textContent)'));
        await person.picture('edit-map.png');
        const lines = editor.git('diff', '--numstat', '--', 'maps/meadow.tmx').trim();
        check(`few lines have changed: ${lines}`, /^[12]\s[12]\s/.test(lines));
        await page.ask('document.activeElement.blur()');
        await person.press('z', 'KeyZ', 2);
        await sleep(500);
        await person.press('z', 'KeyZ', 2);
        await until('all is undone', () => editor.file('maps/meadow.tmx') === before);
        const frame = await page.ask(`(async () => { const times = []; const c = document.querySelector('.map-canvas');
            for (let i = 0; i < 30; i++) { const start = performance.now(); c.dispatchEvent(new WheelEvent('wheel', { deltaY: 20, cancelable: true }));
                await new Promise((r) => requestAnimationFrame(r)); times.push(performance.now() - start); }
            return times.sort((a, b) => a - b)[15]; })()`);
        console.log(`         a frame of the map takes ${frame.toFixed(1)} ms`);
    });
}

// A new map, its neighbour, music and a patrol path, by fields and keys; each change keeps all other bytes.
async function aMapIsMade() {
    const project = newProject('made');
    await withEditor(project, async (person, editor, page) => {
        await person.click('maps 1', 'nav', 'summary');
        await person.click('New map', 'nav', 'button');
        await until('the size of maps is explained', () => page.ask(`/32 x 32 cells/.test(document.querySelector('#dialog').textContent)`));
        await person.click('Name (letters, digits, _ and .)', '#dialog', 'input');
        await person.type('old_mill');
        await person.press('Enter');
        await until('the map is drawn', () => page.ask(`/old_mill/.test(location.hash) && (document.querySelector('.map-canvas')?.width || 0) > 10`));
        const whole = editor.file('maps/old_mill.tmx');
        check('it has a title', /name="title" value="Old mill"/.test(whole));
        await person.click('grass', '.palette', '[role=option]');
        await page.ask(`document.querySelector('.map-canvas').focus()`);
        await person.press(' ', 'Space');
        await until('a cell is painted, with its tileset', () => /tiles.tsx/.test(editor.file('maps/old_mill.tmx')));
        await person.click('Properties of the map', 'main', 'summary');
        const before = editor.file('maps/old_mill.tmx');
        await person.fill('south', 'meadow', '.map-parts');
        await until('the neighbour is in the file', () => /name="south" value="meadow"/.test(editor.file('maps/old_mill.tmx')));
        equal('one line more', editor.file('maps/old_mill.tmx').replace(/ *<property name="south" value="meadow".>\r?\n/, ''), before);
        await person.click('Patrol paths', 'main', 'summary');
        await person.click('Add a path at the cursor', 'main', 'button');
        await until('the path is in the file', () => /<polygon points="0,0"/.test(editor.file('maps/old_mill.tmx')));
        await page.ask(`document.querySelector('input[name="tool"][value="path"]').click()`);
        await page.ask(`document.querySelector('.map-canvas').focus()`);
        for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown'])
            await person.press(key);
        await person.press(' ', 'Space');
        await until('it has two cells', () => /<polygon points="0,0 64,32"/.test(editor.file('maps/old_mill.tmx')));
        await person.picture('edit-map-parts.png');
        await isAccessible(page, 'a map with its parts');
        await page.ask('document.activeElement.blur()');
        for (let i = 0; i < 3; i++) {
            await person.press('z', 'KeyZ', 2);
            await sleep(500);
        }
        await until('all of it is undone', () => editor.file('maps/old_mill.tmx') === before);
        await until('the fields, too', () => page.ask(`[...document.querySelectorAll('.map-parts input')].every((one) => one.value !== 'meadow')`));
    });
}

async function theGameIsPlayedBesideIt() {
    const project = newProject('played');
    await withEditor(project, async (person, editor, page) => {
        if (!await page.ask('fetch("api/project").then((r) => r.json()).then((p) => p.plays)')) {
            console.log('         skipped: play beside the editor (make web)');
            return;
        }
        await person.click('Play', 'header', 'button');
        await until('the game is loaded', () => page.ask('!!document.querySelector("#game iframe")?.contentWindow.oisin'));
        const ticks = () => page.ask('document.querySelector("#game iframe").contentWindow.oisin.module._web_tick_count()');
        await until('it runs', async () => await ticks() > 5);
        const before = await ticks();
        await person.item('npcs/guide.npc');
        await page.ask(`(() => { const module = document.querySelector('#game iframe').contentWindow.oisin.module, first = module._web_time_first();
            const field = [...document.querySelectorAll('main input')].find((one) => one.value === 'Guide');
            window.changedAt = 0;
            field.addEventListener('change', () => {
                const start = performance.now(), look = setInterval(() => {
                    if (module._web_time_first() !== first) { window.changedAt = performance.now() - start; clearInterval(look); }
                }, 2);
            });
        })()`);
        await person.fill('name', 'Ferrywoman');
        await until('it goes on', async () => await ticks() > before + 5);
        await until('the change is in the game', () => page.ask('window.changedAt > 0'));
        console.log(`         a change is in the game after ${Math.round(await page.ask('window.changedAt'))} ms`);
        await person.picture('edit-play.png');
    });
}

// Played from a place, back in time, recorded, and run as a test; a handler is run.
async function whatIsPlayedBecomesATest() {
    const project = newProject('recorded');
    await withEditor(project, async (person, editor, page) => {
        if (!await page.ask('fetch("api/project").then((r) => r.json()).then((p) => p.plays)')) {
            console.log('         skipped: recordings in the editor (make web)');
            return;
        }
        const player = (code) => page.ask(`document.querySelector('#game iframe')?.contentWindow.oisin?.module.${code}`);
        await person.item('maps/meadow.tmx');
        await person.click('Play from here', 'main', 'button');
        await until('the player is placed', () => page.ask('/The player is at meadow 0 0/.test(document.getElementById("status").textContent)'));
        await until('time has passed', async () => await player('_web_time_last()') > 20);
        await person.click('Pause', '.timeline', 'button');
        const last = await player('_web_time_last()');
        await person.click('One tick back', '.timeline', 'button');
        equal('a tick back', await player('_web_time_now()'), last - 1);
        await page.ask(`(() => { const slider = document.querySelector('.timeline input'); slider.value = slider.min; slider.dispatchEvent(new Event('input')); })()`);
        equal('the first tick', await player('_web_time_now()'), await player('_web_time_first()'));
        await person.click('Record a test', '.timeline', 'button');
        await until('it is recorded', () => page.ask('/^Recorded/.test(document.getElementById("status").textContent)'));
        await until('it has begun', async () => await player('_web_time_last()') > 10);
        const place = `(() => { const frame = document.querySelector('#game iframe').contentWindow, module = frame.oisin.module, code = 'location(meadow,19,12,so)';
            const at = module._web_alloc(code.length + 1);
            for (let i = 0; i <= code.length; i++) module.HEAPU8[at + i] = i < code.length ? code.charCodeAt(i) : 0;
            const done = module._web_run(at); frame.focus(); return done; })()`;
        equal('code is run', await page.ask(place), 1);
        await sleep(400);
        await person.press('Enter');
        await sleep(800);
        await person.press('Enter');
        await sleep(800);
        await person.picture('edit-record.png');
        await person.click('End and save the test', '.timeline', 'button');
        await person.click('File in tests/', '#dialog', 'input');
        await person.press('a', 'KeyA', 2);
        await person.type('played');
        await person.picture('edit-recorded.png');
        await isAccessible(page, 'the dialog of a recorded test');
        await person.click('Save', '#dialog', 'button');
        await until('the test is written', () => existsSync(join(project, 'tests/played.test')));
        const text = editor.file('tests/played.test');
        check(`the steps are those that were played: ${text}`, /^scenario what was played\n/.test(text) && /place meadow 19 12 so/.test(text) && /talk guide/.test(text)
            && /expect dialog/.test(text));
        await person.click('Run these tests', 'main', 'button');
        await until('it passes', () => page.ask('/^1 passed, 0 failed/.test(document.getElementById("status").textContent)'));
        await person.item('npcs/guide.npc');
        await person.click('Run it here', 'main', 'summary');
        await person.click('Run', 'main', 'button');
        await until('it has run', () => page.ask('/dialog\\(/.test(document.querySelector("main .output:not([hidden])")?.textContent)'));
        await person.picture('edit-run.png');
        await isAccessible(page, 'a handler that was run');
    });
}

// A breakpoint is set by F9; what was played stops there.
async function theDebuggerStopsAtABreakpoint() {
    const project = newProject('debugged');
    await withEditor(project, async (person, editor, page) => {
        if (!await page.ask('fetch("api/project").then((r) => r.json()).then((p) => p.plays)')) {
            console.log('         skipped: the debugger in the editor (make web)');
            return;
        }
        const player = (code) => page.ask(`document.querySelector('#game iframe')?.contentWindow.oisin?.module.${code}`);
        await person.item('npcs/guide.npc');
        await until('there is the handler', () => page.ask('!!document.querySelector(".CodeMirror")'));
        await page.ask(`(() => { const editor = document.querySelector('.CodeMirror').CodeMirror; editor.focus(); editor.setCursor(1, 4); })()`);
        await person.press('F9');
        await until('it is shown', () => page.ask('!!document.querySelector(".breakpoint")'));
        await page.ask(`(() => { location.hash = '#maps%2Fmeadow.tmx'; })()`);
        await until('the map is there', () => page.ask('!!document.querySelector(".map-canvas")'));
        await page.ask(`document.querySelector('.map-canvas').focus()`);
        for (let i = 0; i < 19; i++)
            await person.press('ArrowRight');
        for (let i = 0; i < 12; i++)
            await person.press('ArrowDown');
        await person.click('Play from here', 'main', 'button');
        await until('the player is placed', () => page.ask('/The player is at meadow 19 12/.test(document.getElementById("status").textContent)'));
        await until('time has passed', async () => await player('_web_time_last()') > 12);
        await page.ask(`document.querySelector('#game iframe').contentWindow.focus()`);
        await person.press('Enter');
        await sleep(500);
        await person.click('Debug', '.timeline', 'button');
        await until('it has stopped', () => page.ask('/^Stopped: breakpoint 1 at npcs.guide.npc:6/.test(document.getElementById("status").textContent)'));
        await until('the line is shown', () => page.ask('!!document.querySelector(".stopped")'));
        await person.click('Value of', '.debug', 'input');
        await person.type('@hp*2');
        await person.press('Enter');
        await until('the value is printed', () => page.ask('/^40$/m.test(document.querySelector(".debug .output").textContent)'));
        await person.picture('edit-debug.png');
        await isAccessible(page, 'the debugger');
        await person.click('Continue', '.debug', 'button');
        await until('it has ended', () => page.ask('/What was played has ended/.test(document.querySelector(".debug .output").textContent)'));
        await person.click('End', '.debug', 'button');
        equal('the panel is gone', await page.ask('!!document.querySelector(".debug")'), false);
    });
}

const TESTS = {
    aQuestIsMadeByClicksAndKeys, wrongValuesAreSaidWhileTheyAreTyped, changesOfOthersAppear, everyPageIsAccessible, timesAreShort,
    theServerRefusesOthers, scriptsInNamesAndTextsAreText, killsLoseNothing,
    theGameIsPlayedBesideIt, whatIsPlayedBecomesATest, theDebuggerStopsAtABreakpoint,
    aMapIsPainted, aMapIsMade,
    ...mapTests(),
    ...startTests(),
    ...PICTURE_TESTS,
    ...storyTests(),
    ...choiceTests(),
    ...blockTests(),
    ...conflictTests(),
    ...languageTests(),
    ...workspaceTests(),
    ...folderTests(),
    ...modelTests(),
    ...soundTests(),
    ...sheetTests(),
    ...searchTests(),
    ...publishTests(),
    ...textTests(),
    ...touchTests(),
    ...pageTests,
};

let failed = 0;
for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(TESTS)) {
    try {
        await TESTS[name]();
        console.log(`         ${name.replace(/[A-Z]/g, (letter) => ' ' + letter.toLowerCase())}`);
    } catch (error) {
        failed++;
        console.log(`FAILED: ${name}: ${error.message}`);
    }
}
console.log(`${checks} checks`);
process.exit(failed ? 1 : 0);
