// Pages of the editor with a project of real size, examples/segais: 333 tile sprites, 200 forms of all kinds; and clicks as a
// hand makes them: press, then release, at a place of the screen.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until, sleep } from './chromium.mjs';
import { chosenFile } from './edit_pictures.mjs';
import { check, equal, newFolder, newProject, withEditor } from './edit_kit.mjs';

const FIELDS_MAX = 30; // of a file whose fields are all edited

function segais() {
    const folder = newFolder('segais');
    cpSync('examples/segais', folder, { recursive: true });
    return folder;
}

// The first tile that is not shown without scrolling is chosen and painted.
// A browser would otherwise find them one after another.
async function thePageNamesItsModules() {
    await withEditor(newProject('modules'), async (person, editor, page) => {
        const named = await page.ask('[...document.querySelectorAll("link[rel=modulepreload]")].map((one) => one.href)');
        const loaded = (await page.ask('performance.getEntriesByType("resource").map((one) => one.name)')).filter((name) => /\.js$/.test(name) && !/codemirror|main\.js/.test(name));
        check(`${loaded.length} are loaded`, loaded.length > 40);
        equal('not named', loaded.filter((one) => !named.includes(one)), []);
        equal('named twice', named.length, new Set(named).size);
    });
}

async function aTileIsChosenAmong333() {
    await withEditor(segais(), async (person, editor, page) => {
        await person.item('maps/town.tmx');
        await until('the palette is there', () => page.ask('document.querySelectorAll(".palette [role=option]").length >= 333'));
        await sleep(500);
        const small = await page.ask(`[...document.querySelectorAll('.palette [role=option]')].filter((one) => one.clientHeight < 48 + 10 ||
            one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1).length`);
        equal('things of the palette that are cut', small, 0);
        await person.picture('edit-palette.png');
        const name = await page.ask(`(() => {
            const all = [...document.querySelectorAll('.palette [role=option]')], one = all[250];
            one.scrollIntoView({ block: 'center' });
            return one.title;
        })()`);
        const centre = (selector) => page.ask(`(() => { const b = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`);
        await page.click(...await centre(`.palette [title="${name}"]`));
        equal('it is chosen', await page.ask('document.querySelector(".palette [aria-selected=true]").title'), name);
        const before = editor.file('maps/town.tmx');
        await page.click(...await centre('.map-canvas'));
        await until('the cell is painted', () => editor.file('maps/town.tmx') !== before);
    });
}

// In each form, a field is edited and left by a press on a button: the button stays under the pointer until the release, and
// gets the click.
async function theFirstClickAfterEditingCounts() {
    await withEditor(segais(), async (person, editor, page) => {
        const paths = ['objects/penny.obj', 'npcs/brid.npc', 'dialogs/forge.cft', 'ui/hud.cfg', 'game/startup.cfg', 'quests/broth.qst', 'ui/elements.cfg', 'game/body.opt'];
        let pages = 0;
        for (const path of paths) {
            await person.item(path);
            await until(`${path} is shown`, () => page.ask('!!document.querySelector("main .form")'));
            for (const kind of ['text', 'number'])
                for (const invalid of [false, true])
                    pages += await oneFieldIsLeft(page, path, kind, invalid);
        }
        check(`fields that were left by a press: ${pages}`, pages >= 12);
    });
}

// 0: the page has no such field with a button after it.
async function oneFieldIsLeft(page, path, kind, invalid) {
    const target = await page.ask(`(() => {
        const field = [...document.querySelectorAll('.form .field input[type=${kind}]:not([readonly])')][0];
        const buttons = [...document.querySelectorAll('.form .add, .form .row-buttons button:not(:disabled)')];
        const button = field && buttons.find((one) => field.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING && one.getClientRects().length);
        if (!button)
            return null;
        window.tried = button;
        window.clicks = 0;
        button.addEventListener('click', (event) => { clicks++; event.stopImmediatePropagation(); event.preventDefault(); }, { capture: true, once: true });
        field.focus();
        field.select();
        return true;
    })()`);
    if (!target)
        return 0;
    const place = () => page.ask('(() => { const b = tried.getBoundingClientRect(); return [b.x, b.y, b.width, b.height].map(Math.round); })()');
    await page.send('Input.insertText', { text: invalid ? (kind === 'number' ? '99999999' : 'no such thing') : kind === 'number' ? '3' : 'penny' });
    await page.ask('tried.scrollIntoView({ block: "center" })');
    await sleep(100);
    const [x, y, w, h] = await place();
    const at = { x: x + w / 2, y: y + h / 2, button: 'left', clickCount: 1 };
    await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: at.x, y: at.y });
    await page.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
    for (let i = 0; i < 6; i++) { // a slow hand: the value is saved and checked meanwhile
        await sleep(60);
        equal(`${path}: the button after a field (${kind}${invalid ? ', invalid' : ''}) stays`, await place(), [x, y, w, h]);
    }
    await page.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
    await until(`${path}: the click counts`, () => page.ask('clicks === 1'));
    await sleep(150);
    return 1;
}

// Neither JSON nor messages of JavaScript are shown; an old error does not stay after a success.
async function mistakesAreSentences() {
    const project = newProject('wrong');
    await withEditor(project, async (person, editor, page) => {
        const line = () => page.ask('(() => { const s = document.getElementById("status"); return [s.textContent, s.classList.contains("error")]; })()');
        await page.ask('import(new URL("page.js", location)).then((page) => { console.error = () => {}; page.failed(new TypeError("x is not a function")); })');
        const [text, severe] = await line();
        check(`a sentence: ${text}`, severe && /Load the page again/.test(text) && !/function/.test(text));
        await page.ask(`import(new URL("page.js", location)).then((page) => {
            dispatchEvent(new PointerEvent("pointerdown")); page.status("older");
            dispatchEvent(new PointerEvent("pointerup")); page.status("newer", true); })`);
        await until('the newer sentence', async () => (await line())[0] === 'newer');
        await sleep(100);
        equal('the newer sentence stays', (await line())[0], 'newer');
        const patterns = await page.ask(`(async () => {
            const texts = await Promise.all(performance.getEntriesByType('resource').filter((one) => /\\.js$/.test(one.name)).map((one) => fetch(one.name).then((r) => r.text())));
            return texts.join('\\n').match(/pattern: '[^']*'/g).map((one) => one.slice(10, -1));
        })()`);
        check('there are patterns', patterns.length >= 2);
        for (const pattern of [...patterns, '[A-Za-z0-9_.\\-]+'])
            check(`valid with the flag v: ${pattern}`, (() => { try { return new RegExp(pattern, 'v'); } catch { return false; } })());
        await person.item('objects/coin.obj');
        await person.fill('price', '2');
        equal('the error is over', (await line())[1], false);
        if (!await page.ask('fetch("api/project").then((r) => r.json()).then((p) => p.plays)'))
            return;
        await person.item('maps/meadow.tmx');
        await person.click('Apply automap rules');
        await until('there are no rules', async () => /automap rules/.test((await line())[0]) && (await line())[1]);
        writeFileSync(join(project, 'npcs/guide.npc'), 'TirNanoG NPC\nGuide\nstand\n');
        await person.click('Play', 'header', 'button');
        await until('the frame says why', () => page.ask('/^The game cannot be built: /.test(document.querySelector("#game iframe")?.contentDocument?.body?.textContent || "")'));
    });
}

// Lists and blocks without a line get their first one by a button: nobody needs to know their syntax.
async function emptyListsGetTheirFirstLine() {
    const project = newProject('first');
    await withEditor(project, async (person, editor, page) => {
        const add = (title) => page.ask(`(() => {
            const section = [...document.querySelectorAll('main .section')].find((one) => one.firstChild.textContent === ${JSON.stringify(title)});
            const button = section?.querySelector(':scope > button.add');
            button?.click();
            return !!button;
        })()`);
        writeFileSync(join(project, 'tiles/grass.til'), 'TirNanoG TileRule\n');
        writeFileSync(join(project, 'objects/sign.obj'), 'TirNanoG Object\nSign\n0 0 - - - 0 - 0 0 0\n');
        await person.item('tiles/grass.til');
        check('a tile has a button', await add('Speeds and rules'));
        await until('its first line', () => /^100 -$/m.test(editor.file('tiles/grass.til')));
        await person.item('objects/sign.obj');
        check('an object has a button', await add('Mask'));
        await until('its first mask', () => editor.file('objects/sign.obj') === 'TirNanoG Object\nSign\n1 1 - - - 0 - 0 0 0\n0\n');
        await until('a field for the mask', () => page.ask('!!document.querySelector("main .section .code, main .section textarea")'));
        await person.picture('edit-first-mask.png');
        const checked = spawnSync(process.env.OISIN, ['check', project], { encoding: 'utf8' });
        check(`no error: ${checked.stdout}${checked.stderr}`, checked.status === 0);
    });
}

// A cell of a mask, from the left and the bottom of the object's own cell: the rule of docs/project/masks.md.
function cellOfMask(grid, [w, h], column, row, rows) {
    const up = rows - 1 - row, shift = ((row & 1) - ((rows - 1) & 1)) / 2;
    return { ortho: [column * w, up * h], iso: [(column + shift) * w, up * h / 2], hexv: [(column + shift) * w, up * h * 0.75] }[grid];
}

// Cells of a mask are painted over the picture: the top row by a drag, one by a key, and one in a column that is new. In the
// file only the mask and its size change.
async function aMaskIsPaintedOverThePicture() {
    for (const [example, path] of [['segais', 'objects/oak.obj'], ['segais-iso', 'objects/rampart.obj'], ['segais-hex', 'objects/pillar_low.obj']]) {
        const project = newFolder(example);
        cpSync(`examples/${example}`, project, { recursive: true });
        if (example !== 'segais') // a larger mask than that of its one cell
            writeFileSync(join(project, path), readFileSync(join(project, path), 'utf8').replace(/^1 1 (.*\n)\d+\r?\n/m, '3 3 $19 1 0\n1 1 0\n9 9 9\n'));
        await withEditor(project, async (person, editor, page) => {
            const lines = () => editor.file(path).split(/\r?\n/), before = lines(), [columns, rows] = before[2].split(' ').map(Number);
            check(`${path} has a large mask`, rows > 2);
            const [grid, ...tile] = editor.file('config').split(/\r?\n/)[2].split(' ').map((word, i) => i ? Number(word) : word);
            await person.item(path);
            await until('the picture is there', () => page.ask('document.querySelector(".mask canvas")?.width > 60'));
            await person.chooseByText('Paint', 'flyable');
            const place = async (column, row, wide = columns) => {
                const [left, bottom, scale] = await page.ask(`(() => {
                    const canvas = document.querySelector('.mask canvas');
                    canvas.scrollIntoView({ block: 'center' });
                    const box = canvas.getBoundingClientRect();
                    return [box.left, box.bottom, box.width / canvas.width];
                })()`);
                let first = 0;
                for (let r = 0; r < rows; r++)
                    for (let c = 0; c < wide; c++)
                        first = Math.min(first, cellOfMask(grid, tile, c, r, rows)[0]);
                const [x, up] = cellOfMask(grid, tile, column, row, rows);
                return [left + scale * (1 + x - first + tile[0] / 2), bottom - scale * (1 + up + tile[1] / 2)];
            };
            const mouse = (type, [x, y]) => page.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: 1, clickCount: 1 });
            await mouse('mousePressed', await place(0, 0));
            for (let column = 1; column < columns; column++)
                await mouse('mouseMoved', await place(column, 0));
            await mouse('mouseReleased', await place(columns - 1, 0));
            const wanted = [...before];
            wanted[3] = Array(columns).fill(3).join(' ');
            await until(`${example}: the top row is painted`, () => lines()[3] === wanted[3]);
            equal(`${example}: nothing else`, lines().join('\n'), wanted.join('\n'));
            await person.picture(`edit-mask-${grid}.png`);

            await person.click('reacts', '.mask', 'input');
            await page.ask('document.querySelector(".mask canvas").focus()');
            for (let row = 0; row < rows; row++)
                await person.press('ArrowDown');
            for (let column = 0; column < columns; column++)
                await person.press('ArrowLeft');
            await person.press(' ', 'Space');
            const last = 2 + rows, words = before[last].split(' ');
            wanted[last] = ['11', ...words.slice(1)].join(' ');
            await until(`${example}: the cell of the object is painted by keys`, () => lines()[last] === wanted[last]);

            await person.click('Add a column', '.mask', 'button');
            wanted[2] = before[2].replace(/^\d+/, String(columns + 1));
            for (let row = 0; row < rows; row++)
                wanted[3 + row] += ' 0';
            await until(`${example}: a column is there`, () => lines()[2] === wanted[2]);
            equal(`${example}: nothing else`, lines().join('\n'), wanted.join('\n'));
            equal('the field of the width', await page.ask('[...document.querySelectorAll("main label")].find((one) => /mask width/.test(one.textContent)).parentNode.querySelector("input").value'), String(columns + 1));
            await page.click(...await place(columns, rows - 1, columns + 1));
            wanted[last] = wanted[last].replace(/0$/, '11');
            await until(`${example}: its last cell is painted`, () => lines()[last] === wanted[last]);
            await person.fill('mask width', String(columns), '.form');
            wanted[2] = before[2];
            for (let row = 0; row < rows; row++)
                wanted[3 + row] = wanted[3 + row].replace(/ \d+$/, '');
            await until(`${example}: a width that is typed changes the mask`, () => lines()[2] === wanted[2]);
            equal(`${example}: nothing else`, lines().join('\n'), wanted.join('\n'));
            const checked = spawnSync(process.env.OISIN, ['check', project], { encoding: 'utf8' });
            check(`no error: ${checked.stdout}${checked.stderr}`, checked.status === 0);
        });
    }
}

// What a hand makes of a value: a number one more, another choice, a text with a letter more.
const other = { rule: (value) => value.replace(/\d+$/, (digits) => Number(digits) + 1), number: (value) => String(Number(value || 0) + 1), colour: (value) => value.replace(/^./, (digit) => digit === '7' ? '6' : '7') };
const edited = (form, value) => other[form] ? other[form](value) : value === '-' || value === '' ? 'zz' : `${value}z`;

// The file with one value replaced, at any of its places; a missing one is added after a blank.
function withValue(before, old, value) {
    const found = [];
    for (let at = before.indexOf(old || '-'); at >= 0; at = before.indexOf(old || '-', at + 1))
        found.push(before.slice(0, at) + value + before.slice(at + (old || '-').length));
    if (!old)
        for (const match of before.matchAll(/\r?\n/g))
            found.push(`${before.slice(0, match.index)} ${value}${before.slice(match.index)}`);
    return found;
}

// One file of each kind, the one with the most fields: a click into each field, another value, a Tab. Then the file is the old
// one but for that value, and Undo brings every byte back.
async function eachFieldOfEachFormChangesOnlyItsValue() {
    const project = segais();
    await withEditor(project, async (person, editor, page) => {
        const kinds = new Map();
        for (const href of await page.ask('[...document.querySelectorAll("#tree a")].map((one) => decodeURIComponent(one.getAttribute("href").slice(1)))')) {
            const file = await page.ask(`fetch('api/file?' + new URLSearchParams({ path: ${JSON.stringify(href)} })).then((r) => r.json()).then((f) => [f.schema, (f.rows || []).reduce((n, row) => n + row.words.length, 0)])`);
            if (file[0] && file[1] && file[1] <= FIELDS_MAX && !(kinds.get(file[0])?.count >= file[1]))
                kinds.set(file[0], { path: href, count: file[1] });
        }
        const wrong = [];
        let fields = 0;
        for (const { path } of kinds.values()) {
            await person.item(path);
            await until(`${path} has a form`, () => page.ask('!!document.querySelector("main .form .field")'));
            const found = await eachFieldOf(person, editor, page, path);
            fields += found.fields;
            wrong.push(...found.wrong);
        }
        console.log(`         ${fields} fields of ${kinds.size} kinds of files`);
        equal('fields that change something else', wrong.join('\n'), '');
        check(`kinds of files: ${[...kinds.keys()].join(' ')}`, kinds.size >= 15);
        check(`fields: ${fields}`, fields >= 150);
    });
}

const FIELDS = 'main .form .field:not(.form-code)';
const valueOf = `((one) => one.type === 'checkbox' ? (one.checked ? '1' : '0') : one.value)`;

// What is typed, and what the field had; null: there is nothing to choose.
async function editField(person, page, number) {
    const look = () => page.ask(`(() => {
        for (const one of document.querySelectorAll('main .form details'))
            one.open = true;
        const field = document.querySelectorAll(${JSON.stringify(FIELDS)})[${number}], control = window.control = field.querySelector('input, select');
        control.scrollIntoView({ block: 'center' });
        const box = control.getBoundingClientRect();
        return { x: box.x + Math.min(box.width / 2, 40), y: box.y + box.height / 2, form: /form-(\\w+)/.exec(field.className)[1], old: ${valueOf}(control),
            name: field.querySelector('label').textContent, choices: control.tagName === 'SELECT' ? [...control.options].map((one) => one.value) : null };
    })()`);
    let found = await look();
    for (let before = null; before?.y !== found.y; [before, found] = [found, await look()])
        await sleep(40); // the picture of the value before has gone
    const { choices, old, form } = found, now = choices?.indexOf(old);
    if (choices?.length < 2 || /^mask (width|height)$/.test(found.name)) // that changes the mask, too: aMaskIsPaintedOverThePicture
        return null;
    await page.click(found.x, found.y);
    if (choices) { // the list that has opened is closed, and takes keys
        await person.press('Escape');
        await page.ask('control.focus()');
        await person.press(now ? 'ArrowUp' : 'ArrowDown');
    } else if (form !== 'bit') {
        await person.press('a', 'KeyA', 2);
        await person.type(edited(form, old));
    }
    await person.press('Tab');
    return { ...found, value: choices ? choices[now ? now - 1 : 1] : form === 'bit' ? String(1 - old) : edited(form, old) };
}

async function undoOne(person, editor, page, path) {
    const before = editor.file(path);
    await person.click('Undo', 'header', 'button');
    await until(`${path} is undone`, () => editor.file(path) !== before, 5000);
}

async function eachFieldOf(person, editor, page, path) {
    const first = editor.file(path), wrong = [], count = await page.ask(`document.querySelectorAll(${JSON.stringify(FIELDS)}).length`);
    let fields = 0, steps = 0;
    for (let i = 0; i < count; i++) {
        const before = editor.file(path), field = await editField(person, page, i);
        if (!field)
            continue;
        fields++;
        const about = `${path}: ${field.name} (${field.form}): "${field.old}" -> "${field.value}"`;
        if (!await until('it is written', () => editor.file(path) !== before, 3000).then(() => true, () => false)) {
            wrong.push(`${about}: nothing was written: ${await page.ask('document.getElementById("status").textContent')}`);
            continue;
        }
        steps++;
        if (!withValue(before, field.old, field.value).includes(editor.file(path)))
            wrong.push(`${about}: other bytes changed`);
        await sleep(60);
        if (await page.ask(`document.querySelectorAll(${JSON.stringify(FIELDS)}).length`) !== count) { // a value that nothing can read
            await undoOne(person, editor, page, path);
            steps--;
            await until('the form is as before', () => page.ask(`document.querySelectorAll(${JSON.stringify(FIELDS)}).length === ${count}`), 5000);
            await sleep(300);
        }
    }
    for (; steps; steps--)
        await undoOne(person, editor, page, path);
    if (editor.file(path) !== first)
        wrong.push(`${path}: undo leaves another file`);
    return { fields, wrong };
}

// A project of 5,000 files: every kind of page is shown, the list of a kind opens, a field is edited.
async function aProjectOf5000FilesIsEdited() {
    const project = newProject('large');
    const tile = readFileSync(join(project, 'tiles/grass_soo0.png'));
    for (let i = 0; i < 2500; i++) {
        writeFileSync(join(project, `tiles/rock${i}_soo0.png`), tile);
        writeFileSync(join(project, `objects/rock${i}.obj`), `TirNanoG Object\nRock ${i}\n1 1 - rock${i} - ${i} coin 0 0 0\n1\n`);
    }
    await withEditor(project, async (person, editor, page) => {
        await person.picture('edit-5000-start.png');
        for (const path of ['objects/rock2499.obj', 'tiles/rock1234_soo0.png', 'game/startup.cfg', 'ui/hud.cfg', 'npcs/guide.npc', 'dialogs/how.dlg', 'fonts/plain.sfn']) {
            await person.item(path);
            await until(`${path} is shown`, () => page.ask('document.querySelector("#item").textContent.length > 20'));
        }
        await person.item('objects/rock2499.obj');
        await person.fill('price', '77', '.form');
        await until('the price is written', () => / 77 coin/.test(editor.file('objects/rock2499.obj')));
        await person.picture('edit-5000-object.png');
        await page.ask('document.querySelector("[data-kind=object]").open = true');
        await until('the list has all', () => page.ask('document.querySelectorAll("[data-kind=object] a").length >= 2500'));
        await person.item('maps/meadow.tmx');
        await until('the palette tells how much it shows', () => page.ask('/^25\\d\\d names, the first 600 are shown$/.test(document.querySelector(".map-side .count")?.textContent)'));
        await person.picture('edit-5000-palette.png');
        await person.click('Filter of what can be placed', '.map-side', 'input');
        await person.type('rock2499');
        await until('it is found', () => page.ask('document.querySelectorAll(".palette [role=option]").length === 1 && !document.querySelector(".map-side .count").textContent'));
        const centre = (selector) => page.ask(`(() => { const b = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`);
        await page.click(...await centre('.palette [title=rock2499]'));
        const before = editor.file('maps/meadow.tmx');
        await page.click(...await centre('.map-canvas'));
        await until('it is placed', () => editor.file('maps/meadow.tmx') !== before);
    });
}

// A game without a title screen gets one by clicks: the file, a background that is added, its colour and font, the title as a text.
async function aTitleScreenIsMadeFromNothing() {
    const project = newProject('title');
    await withEditor(project, async (person, editor, page) => {
        await person.item('ui/mainmenu.cfg');
        await person.click('Create this file', 'main', 'button');
        await until('the file is there', () => existsSync(join(project, 'ui/mainmenu.cfg')));
        await until('its form', () => page.ask('document.querySelectorAll("main .form .field").length > 20'));

        const kind = '[data-kind=backs]';
        await page.ask(`document.querySelector('${kind}').open = true`);
        await person.click('Add a background', kind, 'button');
        await person.find('File', 'dialog', 'input');
        await chosenFile(page, join(process.cwd(), 'examples/segais/backs/lake_full.png'), 'dialog input[type=file]');
        await person.click('Add', 'dialog', 'button');
        await until('the image is in the project', () => existsSync(join(project, 'backs/lake_full.png')));
        await until('its page', () => page.ask('document.title.startsWith("backs/lake")'));

        await person.item('ui/mainmenu.cfg');
        await person.click('Choose background', '.form', 'button');
        await person.click('lake', 'dialog', 'button');
        await until('it is the background', () => / lake$/m.test(editor.file('ui/mainmenu.cfg').replace(/\r/g, '')));
        await person.fill('title colour', 'FFF0E0C0', '.form');
        await person.fill('title font', 'B . 24 plain', '.form');
        const box = await page.ask(`(() => {
            const one = [...document.querySelectorAll('main .form .field')].filter((field) => field.querySelector('label').textContent === 'flags 2' || /as text/.test(field.textContent)).map((field) => field.querySelector('input[type=checkbox]')).find(Boolean);
            one.scrollIntoView({ block: 'center' });
            const b = one.getBoundingClientRect();
            return one.checked ? null : [b.x + b.width / 2, b.y + b.height / 2];
        })()`);
        if (box)
            await page.click(...box);
        await until('the title is a text', () => /^[01] 1 FFF0E0C0 /m.test(editor.file('ui/mainmenu.cfg')));
        await person.picture('edit-title-screen-form.png');
        const checked = spawnSync(process.env.OISIN, ['check', project], { encoding: 'utf8' });
        check(`no problem: ${checked.stdout}${checked.stderr}`, checked.status === 0 && /0 errors, 0 warnings/.test(checked.stdout + checked.stderr));
        if (!await page.ask('fetch("api/project").then((r) => r.json()).then((p) => p.plays)'))
            return; // no player for browsers
        await person.click('Play', 'header', 'button');
        await until('the game is loaded', () => page.ask('!!document.querySelector("#game iframe")?.contentWindow.oisin'));
        await sleep(1500);
        await person.picture('edit-title-screen.png');
    });
}

export const pageTests = { thePageNamesItsModules, aTitleScreenIsMadeFromNothing, aProjectOf5000FilesIsEdited, eachFieldOfEachFormChangesOnlyItsValue, aMaskIsPaintedOverThePicture, emptyListsGetTheirFirstLine, aTileIsChosenAmong333, theFirstClickAfterEditingCounts, mistakesAreSentences };
