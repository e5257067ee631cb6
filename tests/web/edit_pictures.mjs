// Images in the editor: sheets are cut by dragging and by keys, animations, replacing, accessibility. Called by edit.mjs.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sleep, until } from './chromium.mjs';
import { check, equal, newFolder, newProject, withEditor } from './edit_kit.mjs';

// A copy of the example with a sheet, in git.
function skerry(name) {
    const folder = newFolder(name), git = (...words) => execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@t', ...words]);
    cpSync('examples/skerry', folder, { recursive: true });
    git('init', '-q');
    git('add', '-A');
    git('commit', '-q', '-m', 'new');
    return folder;
}

async function drag(page, [x, y], [toX, toY]) {
    const send = (type, at, more = {}) => page.send('Input.dispatchMouseEvent', { type, x: at[0], y: at[1], button: 'left', buttons: 1, clickCount: 1, ...more });
    await send('mouseMoved', [x, y], { button: 'none', buttons: 0 });
    await send('mousePressed', [x, y]);
    await send('mouseMoved', [(x + toX) / 2, (y + toY) / 2]);
    await send('mouseMoved', [toX, toY]);
    await send('mouseReleased', [toX, toY], { buttons: 0 });
}

async function touchDrag(page, [x, y], [toX, toY]) {
    const send = (type, points) => page.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await send('touchStart', [{ x, y }]);
    await send('touchMove', [{ x: (x + toX) / 2, y }]);
    await send('touchMove', [{ x: toX, y: toY }]);
    await send('touchEnd', []);
}

// The pixel of the window in the middle of a block.
const blockIn = (page, size) => async (column, row) => {
    const [left, top, zoom] = await page.ask(`(() => { const c = document.querySelector('.sheet canvas');
        c.scrollIntoView({ block: 'center' });
        const b = c.getBoundingClientRect();
        return [b.x, b.y, parseInt(document.querySelector('.picture-tools output').textContent)]; })()`);
    return [left + (column + .5) * size * zoom, top + (row + .5) * size * zoom];
};

const sheetShown = (page) => until('the sheet is shown', () => page.ask('!!document.querySelector(".sheet canvas")?.width'));

async function undone(person, times) {
    for (let i = 0; i < times; i++) {
        await person.page.ask('document.activeElement.blur(); document.getElementById("status").textContent = ""');
        await person.press('z', 'KeyZ', 2);
        await until('it is undone', () => person.page.ask('/^Undone/.test(document.getElementById("status").textContent)'));
    }
}

// What was fetched because of another program's change comes after a change that was made here meanwhile.
async function aLateAnswerTakesNothingBack() {
    const project = newProject('late'), path = join(project, 'tiles/rocks.lyt'), names = ['one', 'two', 'three', 'four'];
    const textOf = (list) => `TirNanoG Layout\n16 16 0 0 0 0 tiles\n${list.map((name, i) => `so o ${name} (${i},0,${i + 1},1)\n`).join('')}`;
    cpSync('examples/skerry/tiles/isle.png', join(project, 'tiles/rocks.png'));
    writeFileSync(path, textOf(names));
    await withEditor(project, async (person, editor, page) => {
        await person.item('tiles/rocks.png');
        await sheetShown(page);
        await page.ask(`(() => { const real = window.fetch; window.late = 0;
            window.fetch = async (address, options) => {
                const response = await real(address, options);
                if (/api.file.*rocks.lyt/.test(address) && !options?.method && !window.late++)
                    await new Promise((resolve) => { window.come = resolve; });
                return response;
            }; })()`);
        writeFileSync(path, textOf(['uno', ...names.slice(1)]));
        await until('the change of the other program was fetched', () => page.ask('!!window.come'));
        await page.ask('document.querySelector(".sheet canvas").focus()');
        for (let i = 0; i < 3; i++)
            await person.press('PageDown');
        await person.press('Delete');
        await until('both changes are in the file', () => editor.file('tiles/rocks.lyt') === textOf(['uno', 'two', 'three']));
        await person.saved();
        await page.ask('window.come()');
        await until('both are shown', () => page.ask('[...document.querySelectorAll(".sheet select option")].map((one) => one.textContent).join().replace(/[^a-z,]/g, "").includes("uno")'));
        await sleep(500);
        equal('three sprites are shown', await page.ask('document.querySelector(".sheet select").options.length'), 4);
    });
}

async function aSheetIsCutByDraggingAndByKeys() {
    const project = newProject('cut');
    cpSync('examples/skerry/tiles/isle.png', join(project, 'tiles/rocks.png'));
    await withEditor(project, async (person, editor, page) => {
        const layout = () => existsSync(join(project, 'tiles/rocks.lyt')) ? editor.file('tiles/rocks.lyt') : '';
        const written = (text) => until(`the layout is ${text}`, () => layout() === text).catch(() => equal('the layout', layout(), text));
        await person.item('tiles/rocks.png');
        await person.click('Cut into sprites', 'main', 'button');
        await sheetShown(page);
        await written('TirNanoG Layout\n32 32 0 0 0 0 tiles\n');
        await person.fill('Width', '16', 'main');
        await person.fill('Height', '16', 'main');
        await written('TirNanoG Layout\n16 16 0 0 0 0 tiles\n');
        const at = blockIn(page, 16), start = 'TirNanoG Layout\n16 16 0 0 0 0 tiles\n';
        await drag(page, await at(0, 0), await at(1, 1)); // drawn
        await written(`${start}so o new1 (0,0,1,1)\n`);
        await person.fill('Name', 'stone', 'main');
        await written(`${start}so o stone (0,0,1,1)\n`);
        await drag(page, await at(0, 0), await at(2, 1)); // moved
        await written(`${start}so o stone (2,1,3,2)\n`);
        const [x, y] = await at(3, 2);
        await drag(page, [x + 14, y], [x + 40, y]); // the right edge: one block more
        await written(`${start}so o stone (2,1,4,2)\n`);
        await page.ask('document.querySelector(".sheet canvas").focus()');
        await person.press('Escape'); // a new sprite
        for (let i = 0; i < 3; i++)
            await person.press('ArrowRight');
        await person.press('Enter');
        await person.press('ArrowDown', 'ArrowDown', 8);
        await person.press('ArrowRight');
        await person.press('Enter');
        await written(`${start}so o stone (2,1,4,2)\nso o new1 (4,0,4,1) (5,0,5,1)\n`);
        equal('it is announced', await page.ask('document.querySelector(".sheet .position").textContent'),
            'new1, frame 2 of 2: column 5, row 0, 1 x 2 blocks');
        await person.picture('edit-sheet-new.png');
        await person.press('Tab', 'Tab', 8); // back to the first frame
        await person.press('Delete');
        await written(`${start}so o stone (2,1,4,2)\nso o new1 (5,0,5,1)\n`);
        await person.press('PageUp');
        await person.press('Delete'); // the only frame: the sprite, too
        await written(`${start}so o new1 (5,0,5,1)\n`);
        await undone(person, 2);
        await written(`${start}so o stone (2,1,4,2)\nso o new1 (4,0,4,1) (5,0,5,1)\n`);
        await until('it is shown', () => page.ask('document.querySelector(".sheet select").options.length === 3'));
        await page.ask('document.querySelector(".sheet canvas").focus()');
        await person.press('Escape');
        await touchDrag(page, await at(8, 5), await at(9, 5)); // with a finger
        await written(`${start}so o stone (2,1,4,2)\nso o new1 (4,0,4,1) (5,0,5,1)\nso o new2 (8,5,9,5)\n`);
    });
}

async function onlyTheChangedLineOfALayoutIsWritten() {
    const project = skerry('relaid');
    await withEditor(project, async (person, editor, page) => {
        const before = editor.file('chars/cast.lyt');
        await person.item('chars/cast.png');
        await sheetShown(page);
        await page.ask('document.querySelector(".sheet canvas").focus()');
        await person.press('PageDown'); // keeper_walk
        await person.picture('edit-sheet.png');
        await person.press('ArrowDown');
        await until('one line has changed', () => editor.git('diff', '--numstat').trim() === '1\t1\tchars/cast.lyt');
        equal('the line', editor.git('diff', '-U0').split('\n').filter((line) => /^\+[^+]/.test(line)), ['+so l keeper_walk (0,1) (1,0) (2,0) (1,0)']);
        await person.fill('Width', '900', 'main').catch(() => {}); // outside: with the sentence of the check
        await until('the sentence of the check', () => page.ask('/the block ends at 1800,24, the sheet has/.test(document.querySelector(".sheet .problems").textContent)'));
        await undone(person, 2);
        equal('all is as before', editor.file('chars/cast.lyt'), before);
    });
}

// The pixels of the canvas are those of the frame in the file.
const samePixels = (page, x, w) => page.ask(`(async () => {
    const canvas = document.querySelector('.animation canvas'), image = await createImageBitmap(await (await fetch('api/image?path=chars/gull_walk_eal1.png')).blob());
    const other = new OffscreenCanvas(canvas.width, canvas.height), context = other.getContext('2d');
    context.drawImage(image, -${x} * canvas.width, 0);
    const bytes = (one) => String(one.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data);
    return bytes(canvas) === bytes(other) && image.width === canvas.width * ${w};
})()`);

async function aProjectForReadingIsNotCut() {
    const project = skerry('read');
    await withEditor(project, async (person, editor, page) => {
        const before = editor.file('chars/cast.lyt');
        await person.item('chars/cast.png');
        await sheetShown(page);
        check('nothing can be typed', await page.ask('[...document.querySelectorAll(".sheet input, .sheet button, .replace input")].every((one) => one.disabled)'));
        await page.ask('document.querySelector(".sheet canvas").focus()');
        await person.press('PageDown');
        await person.press('Delete');
        const at = blockIn(page, 16);
        await drag(page, await at(0, 0), await at(1, 1));
        await sleep(300);
        equal('the layout', editor.file('chars/cast.lyt'), before);
        equal('sprites can be looked at', await page.ask('document.querySelector(".sheet .position").textContent'), 'keeper_walk, frame 1 of 4: column 0, row 0, 1 block');
    }, '--read-only');
}

async function animationsArePlayedAsInTheGame() {
    const project = skerry('played_sprites');
    await withEditor(project, async (person, editor, page) => {
        const position = () => page.ask('document.querySelector(".animation output")?.textContent || ""');
        await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] });
        await person.item('chars/gull_walk_wel1.png');
        await until('the animation is shown', async () => /^frame 1 of 2, in a loop, 8 frames per second/.test(await position()));
        await sleep(400);
        check('it does not move', /^frame 1 /.test(await position()) && await page.ask('[...document.querySelectorAll(".animation button")].some((one) => one.textContent === "Play the animation")'));
        await page.ask('document.querySelector(".animation canvas").focus()');
        await person.press('ArrowDown'); // to the east
        equal('the direction', await page.ask('[...document.querySelectorAll(".animation select")].at(-1).value'), 'ea');
        check('the first frame', await samePixels(page, 0, 2));
        await person.press('ArrowRight');
        equal('the next frame', (await position()).slice(0, 12), 'frame 2 of 2');
        check('the second frame', await samePixels(page, 1, 2));
        await person.press('ArrowRight');
        equal('in a loop', (await position()).slice(0, 12), 'frame 1 of 2');
        await person.press(' ', 'Space');
        const seen = new Set();
        await until('both frames are shown', async () => seen.add((await position()).slice(0, 7)).size === 2);
        await person.press(' ', 'Space');
        // The order of frames is that of the game.
        equal('frames', await page.ask(`import('./animation.js').then(({ frameAt }) => ['o', 'f', 'l'].map((loop) =>
            [0, 1, 2, 3, 4, 5, 6].map((step) => frameAt(loop, 3, step)).join('')))`), ['0122222', '0121012', '0120120']);
        await page.send('Emulation.setEmulatedMedia', { features: [] });
        await person.item('chars/cast.png');
        await until('it plays', () => page.ask('[...document.querySelectorAll(".animation button")].some((one) => one.textContent === "Pause")'));
    });
}

// The canvas has the pixels of the figure that the renderer has drawn; a number for them, or 0.
const figurePixels = (page, query, row) => page.ask(`(async () => {
    const canvas = document.querySelector('.figure canvas'), image = await createImageBitmap(await (await fetch('api/figure/image?${query}')).blob());
    const other = new OffscreenCanvas(canvas.width, canvas.height), context = other.getContext('2d');
    context.drawImage(image, 0, -${row} * canvas.height);
    const bytes = (one) => String(one.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data);
    let hash = 1;
    for (const byte of canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data)
        hash = (hash * 31 + byte) % 1000003;
    return image.height === canvas.height * 8 && bytes(canvas) === bytes(other) ? hash : 0;
})()`);

async function aCharacterIsComposed() {
    const project = newFolder('composed');
    cpSync('examples/segais', project, { recursive: true });
    await withEditor(project, async (person, editor, page) => {
        await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] });
        await person.item('game/hair.opt');
        await until('the figure is shown', () => page.ask('!!document.querySelector(".figure canvas")?.width'));
        const choose = async (label, value) => {
            await page.ask(`(() => { const list = [...document.querySelectorAll('.figure select')].find((one) => one.labels[0].textContent.trim() === ${JSON.stringify(label)});
                list.value = ${JSON.stringify(String(value))}; list.dispatchEvent(new Event('change')); })()`);
        };
        const seen = new Set();
        const shown = async (query, row = 0) => seen.add(await until(`the figure is that of ${query}`, () => figurePixels(page, query, row)));
        await shown('choices=0,0,0&palettes=0,0,0&column=1');
        await choose('Hair', 2);
        await shown('choices=0,0,2&palettes=0,0,0&column=1');
        await choose('Hair: colours', 3);
        await shown('choices=0,0,2&palettes=0,0,3&column=1');
        await choose('Hero', 1);
        await choose('Hero: colours', 2);
        await shown('choices=1,0,2&palettes=2,0,3&column=1');
        await choose('Movement', 0);
        await shown('choices=1,0,2&palettes=2,0,3&column=0');
        await page.ask('document.querySelector(".figure canvas").focus()');
        await person.press('ArrowDown'); // to the south-west
        await shown('choices=1,0,2&palettes=2,0,3&column=0', 1);
        equal('all of them are different', seen.size, 6);
        await page.ask('document.querySelector(".figure").scrollIntoView()');
        await person.picture('edit-figure.png');
        // What is changed in the form is in the figure.
        const before = await figurePixels(page, 'choices=1,0,2&palettes=2,0,3&column=0', 1);
        await page.ask(`(() => { const found = [...document.querySelectorAll('main input')].filter((one) => one.value === 'hair_bun_idle')[0];
            found.value = 'hair_long_idle'; found.dispatchEvent(new Event('change')); })()`);
        await until('the figure has long hair', async () => { const now = await figurePixels(page, 'choices=1,0,2&palettes=2,0,3&column=0', 1); return now && now !== before; });
    });
}

// The page may draw itself again between these questions.
export async function chosenFile(page, file, selector = '.replace input') {
    await until(`${selector} takes a file`, async () => {
        const { root } = await page.send('DOM.getDocument');
        const { nodeId } = await page.send('DOM.querySelector', { nodeId: root.nodeId, selector });
        if (!nodeId)
            return false;
        return page.send('DOM.setFileInputFiles', { nodeId, files: [file] }).then(() => true, (error) => {
            if (!/Could not find node/.test(error.message))
                throw error;
            return false;
        });
    });
}

async function anImageIsReplaced() {
    const project = skerry('replaced');
    await withEditor(project, async (person, editor, page) => {
        const bytes = () => readFileSync(join(project, 'tiles/key_soo0.png')), before = bytes();
        await person.item('tiles/key_soo0.png');
        await until('it is shown', () => page.ask('!!document.querySelector(".picture-view img")?.naturalWidth'));
        await chosenFile(page, join(process.cwd(), 'examples/skerry/tiles/lamp_soo0.png'));
        await until('it is replaced', () => bytes().equals(readFileSync('examples/skerry/tiles/lamp_soo0.png')));
        await until('it is announced', () => page.ask('/was replaced by/.test(document.getElementById("status").textContent)'));
        await undone(person, 1);
        check('it is undone', bytes().equals(before));
        await until('it can be chosen again', () => page.ask('!!document.querySelector(".replace input")'));
        await chosenFile(page, join(process.cwd(), 'examples/skerry/config'));
        await until('another file is refused', () => page.ask('/expected a .png file/.test(document.getElementById("status").textContent)'));
        check('it is unchanged', bytes().equals(before));
    });
}

// A sheet: its layout, its sprites, and what uses them; the list of files before.
async function aSheetIsRenamed() {
    const project = skerry('renamed');
    await withEditor(project, async (person, editor, page) => {
        await person.item('chars/cast.png');
        await sheetShown(page);
        await person.click('Rename', 'main', 'button');
        await person.click('New name', 'dialog', 'input');
        equal('the name of the sheet', await page.ask('document.querySelector("dialog input").value'), 'cast');
        await person.press('a', 'KeyA', 2);
        await person.type('people');
        await person.press('Enter');
        await until('the files are listed', () => page.ask('/chars.cast.lyt → chars.people.lyt/.test(document.querySelector("dialog").textContent) && /npcs.tom.npc/.test(document.querySelector("dialog").textContent)'));
        await person.picture('edit-rename-image.png');
        await person.click('Rename', 'dialog', 'button');
        await until('it has the new name', () => page.ask('document.title.startsWith("chars/people.png") && !!document.querySelector(".sheet canvas")'));
        check('what uses it, too', / people_tom people_tom_walk /.test(editor.file('npcs/tom.npc')));
        await undone(person, 1);
        await until('one step takes all back', () => / cast_tom cast_tom_walk /.test(editor.file('npcs/tom.npc')) && existsSync(join(project, 'chars/cast.lyt')));
        await until('the page finds it again', () => page.ask('!!document.querySelector("#tree")'));
    });
}

async function anImageIsAdded() {
    const project = newProject('added');
    await withEditor(project, async (person, editor, page) => {
        await page.ask('document.querySelector("[data-kind=tiles]").open = true');
        await person.click('Add a tile sprite', '[data-kind=tiles]', 'button');
        await until('the dialog is shown', () => page.ask('!!document.querySelector("dialog[open] input[type=file]")'));
        await chosenFile(page, join(process.cwd(), 'examples/skerry/tiles/lamp_soo0.png'), 'dialog input[type=file]');
        await until('the name is that of the file', () => page.ask('document.querySelector("dialog input[name=name]").value === "lamp_soo0"'));
        await person.picture('edit-add.png');
        await person.click('Add', 'dialog', 'button');
        await until('the image is shown', () => page.ask('document.title.startsWith("tiles/lamp_soo0.png") && !!document.querySelector(".picture-view img")'));
        check('it is in the project', readFileSync(join(project, 'tiles/lamp_soo0.png')).equals(readFileSync('examples/skerry/tiles/lamp_soo0.png')));
        await until('it is in the tree', () => page.ask('document.querySelector("[data-kind=tiles] [aria-current]")?.textContent === "lamp"'));
        // The same name again: the image that is there is not replaced.
        await person.click('Add a tile sprite', '[data-kind=tiles]', 'button');
        await until('the dialog is shown', () => page.ask('!!document.querySelector("dialog[open] input[type=file]")'));
        await chosenFile(page, join(process.cwd(), 'examples/skerry/tiles/key_soo0.png'), 'dialog input[type=file]');
        await page.ask('document.querySelector("dialog input[name=name]").value = "lamp_soo0"');
        await person.click('Add', 'dialog', 'button');
        await until('it is refused', () => page.ask('document.getElementById("status").classList.contains("error")'));
        check('it is unchanged', readFileSync(join(project, 'tiles/lamp_soo0.png')).equals(readFileSync('examples/skerry/tiles/lamp_soo0.png')));
    });
}

async function pagesOfImagesAreAccessible() {
    const axe = join(process.cwd(), 'build/npm/node_modules/axe-core/axe.min.js');
    if (!existsSync(axe)) {
        console.log('         skipped: axe-core (npm install --prefix build/npm axe-core)');
        return;
    }
    await withEditor(skerry('seen'), async (person, editor, page) => {
        await page.ask(readFileSync(axe, 'utf8') + '; 1');
        for (const [theme, width, height] of [['light', 1280, 800], ['dark', 1280, 800], ['light', 320, 256]]) {
            await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }, { name: 'prefers-reduced-motion', value: 'reduce' }] });
            await page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
            for (const path of ['chars/cast.png', 'tiles/isle.png', 'chars/gull_walk_wel1.png', 'portraits', 'objects/lamp.obj']) {
                const shown = path === 'portraits' ? await page.ask('fetch("api/project").then((r) => r.json()).then((p) => p.pictures.find(([kind]) => kind === "portraits")[2])') : path;
                await person.item(shown);
                await until('it is drawn', () => page.ask('!!document.querySelector("main canvas, main img")'));
                await sleep(150);
                const found = await page.ask('axe.run().then((result) => result.violations.map((one) => `${one.id}: ${one.help}: ${one.nodes[0].html.slice(0, 160)} (${one.nodes[0].failureSummary.slice(0, 200)})`))');
                check(`${shown} (${theme}, ${width}): ${found.join('\n')}`, found.length === 0);
                const wide = await page.ask('document.documentElement.scrollWidth');
                check(`${shown} (${theme}, ${width}) is ${wide} wide`, wide <= width);
                await person.picture(`edit-${theme}-${width}-${shown.replace(/\W/g, '_')}.png`);
            }
        }
    });
}

export const PICTURE_TESTS = { aLateAnswerTakesNothingBack, aSheetIsCutByDraggingAndByKeys, onlyTheChangedLineOfALayoutIsWritten, aProjectForReadingIsNotCut, animationsArePlayedAsInTheGame, anImageIsReplaced, aSheetIsRenamed,
    anImageIsAdded, aCharacterIsComposed, pagesOfImagesAreAccessible };
