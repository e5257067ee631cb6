// Models of old games in the editor: a turntable, the sheet of sprites before it is written, and both in a workspace and in a
// project. tests/web/edit.mjs calls these tests.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { until, sleep } from './chromium.mjs';
import { check, equal, isAccessible, newFolder, newProject, oisin, withEditor } from './edit_kit.mjs';

const run = (...words) => execFileSync(oisin, words, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });

// The files of a model of ours: unmotr.mod, .bon, .anm, .mmp; and ../scene.glb.
function modelFiles(folder) {
    mkdirSync(folder, { recursive: true });
    execFileSync(join(dirname(oisin), 'creature'), [folder, 'unmotr']);
    run('convert', join(folder, 'unmotr.mod'), '-o', join(folder, '../scene.glb'));
    return readdirSync(folder).map((one) => join(folder, one));
}

async function chooseFiles(page, files, selector) {
    const { root } = await page.send('DOM.getDocument');
    const { nodeId } = await page.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    await page.send('DOM.setFileInputFiles', { nodeId, files });
}

// [all pixels that are drawn, a number that depends on their places] of an image of the page.
const pixels = (page, selector) => page.ask(`(() => {
    const image = document.querySelector(${JSON.stringify(selector)});
    if (!image?.naturalWidth)
        return null;
    const canvas = Object.assign(document.createElement('canvas'), { width: image.naturalWidth, height: image.naturalHeight }), context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const data = context.getImageData(0, 0, canvas.width, canvas.height).data;
    let count = 0, sum = 0;
    for (let i = 0; i < data.length; i += 4)
        if (data[i + 3]) { count++; sum = (sum * 31 + i + data[i] * 7 + data[i + 1]) % 1000003; }
    return [count, sum];
})()`);

const drawn = (page, selector) => until(`${selector} is drawn`, async () => (await pixels(page, selector))?.[0] > 100);
const TABLE = '.turntable img', SHEET = '.model-sprites .picture-view img';

// Another image than before.
async function changed(page, selector, before) {
    await until(`${selector} changes`, async () => { const now = await pixels(page, selector); return now && now[1] !== before[1]; });
    return pixels(page, selector);
}

async function optionIs(page, name, value) {
    await page.ask(`(() => { const field = [...document.querySelectorAll('.model-sprites .field')].find((one) => one.querySelector('label').textContent === ${JSON.stringify(name)}).querySelector('input');
        if (field.type === 'checkbox') field.checked = ${JSON.stringify(value)} === 'true'; else field.value = ${JSON.stringify(value)};
        field.dispatchEvent(new Event('input', { bubbles: true })); })()`);
}

const facts = (page) => page.ask('document.querySelector(".model-sprites [role=status]").textContent');

async function everyShapeIsAccessible(person, page, words, name) {
    for (const [width, height] of [[1280, 800], [320, 256]]) {
        await page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
        await isAccessible(page, `${words}, ${width} wide`);
        await page.ask('document.querySelector(".turntable").scrollIntoView()');
        await person.picture(`edit-model-${name}-${width}.png`);
    }
    await page.send('Emulation.setDeviceMetricsOverride', { width: 1280, height: 1400, deviceScaleFactor: 1, mobile: false });
    await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'dark' }] });
    await person.picture(`edit-model-${name}-dark.png`);
    await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'light' }] });
    await page.send('Emulation.setDeviceMetricsOverride', { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false });
}

async function aModelOfAWorkspaceTurns() {
    const folder = newFolder('figures'), parts = join(folder, 'parts'), game = join(folder, 'game'), work = join(folder, 'work');
    modelFiles(parts);
    mkdirSync(game);
    run('pack', parts, '-o', join(game, 'figures.res'));
    run('unpack', game, '-o', work, '--recursive', '--open');
    await withEditor(work, async (person, editor, page) => {
        await person.item('figures.res/unmotr.mod/hp.json');
        await drawn(page, TABLE);
        let shown = await pixels(page, TABLE);
        // by keys, and announced
        await page.ask('document.querySelector(".turntable").focus()');
        await person.press('ArrowRight');
        await person.press('PageUp');
        shown = await changed(page, TABLE, shown);
        equal('it is announced', await page.ask('document.querySelector(".turntable").getAttribute("aria-valuetext")'), '60 degrees: it looks to the south-west');
        equal('and shown', await page.ask('document.querySelector(".turntable-side output").textContent'), '60 degrees: it looks to the south-west');
        // by dragging
        const [x, y] = await page.ask('(() => { const b = document.querySelector(".turntable").getBoundingClientRect(); return [b.x + 100, b.y + 100]; })()');
        const mouse = (type, at, buttons = 1) => page.send('Input.dispatchMouseEvent', { type, x: at, y, button: 'left', buttons, clickCount: 1 });
        await mouse('mousePressed', x);
        await mouse('mouseMoved', x + 60);
        await mouse('mouseReleased', x + 60, 0);
        shown = await changed(page, TABLE, shown);
        equal('the angle', await page.ask('document.querySelector(".turntable").getAttribute("aria-valuenow")'), '30');
        // by the slider
        await page.ask('(() => { const s = document.querySelector(".turntable-side input"); s.value = 180; s.dispatchEvent(new Event("input")); })()');
        shown = await changed(page, TABLE, shown);
        // a clip, its frames, and as it moves
        await page.ask('(() => { const s = document.querySelector(".turntable-side select"); s.value = 0; s.dispatchEvent(new Event("change")); })()');
        await person.click('Play the clip', '.turntable-side', 'button');
        await until('it moves', () => page.ask('+document.querySelectorAll(".turntable-side input")[1].value > 2'));
        await person.click('Pause', '.turntable-side', 'button');
        // the sheet, and the converter's own sentences
        await drawn(page, SHEET);
        check(`the sheet: ${await facts(page)}`, /^512 × 1,024 pixels, 16 sprites/.test(await facts(page)));
        await optionIs(page, 'directions', '3');
        await until('it is wrong', () => page.ask('/expected 1, 2, 4 or 8, found 3/.test(document.querySelector(".model-sprites .problem").textContent)'));
        equal('nothing is written so', await page.ask('[...document.querySelectorAll(".model-sprites button")].pop().disabled'), true);
        await optionIs(page, 'directions', '4');
        await optionIs(page, 'size', '32');
        await until('it is right', async () => /^256 × 256 pixels, 8 sprites/.test(await facts(page)));
        await optionIs(page, 'outline', 'true');
        await sleep(600);
        await person.picture('edit-model-turned.png');
        await everyShapeIsAccessible(person, page, 'a model of a workspace', 'workspace');
        await page.ask('(() => { const field = [...document.querySelectorAll(".model-sprites input[type=text]")].pop(); field.value = "troll"; })()');
        await person.click('Write the sprites', '.model-sprites', 'button');
        await until('it is written', () => existsSync(join(work, 'figures.res/troll.lyt')));
        check('the layout', /^TirNanoG Layout\n32 32 0 0 0 0 chars\nso l cidle \(0,0\) \(1,0\)/.test(readFileSync(join(work, 'figures.res/troll.lyt'), 'utf8')));
        // replaced only after a question
        await person.click('Write the sprites', '.model-sprites', 'button');
        await until('it asks', () => page.ask('/Replace these files/.test(document.querySelector("dialog[open]")?.textContent)'));
        await person.click('Cancel', '#dialog', 'button');
        await page.ask('document.activeElement.blur()');
        await person.press('z', 'KeyZ', 2);
        await until('it is undone', () => !existsSync(join(work, 'figures.res/troll.png')) && !existsSync(join(work, 'figures.res/troll.lyt')));
    });
}

async function aModelBecomesSpritesOfAProject() {
    const project = newProject('trolls'), files = modelFiles(join(newFolder('model'), 'files'));
    mkdirSync(join(project, 'models'));
    writeFileSync(join(project, 'models/scene.glb'), readFileSync(join(files[0], '../../scene.glb')));
    await withEditor(project, async (person, editor, page) => {
        await page.ask('document.querySelector("[data-kind=chars]").open = true');
        await person.click('Sprites from a model…', '[data-kind=chars]', 'a');
        await until('the page is shown', () => page.ask('/^Sprites from a model/.test(document.title)'));
        await isAccessible(page, 'the page before a model is chosen');
        await chooseFiles(page, [join(process.cwd(), 'README.md')], 'main input[type=file]');
        await until('it is refused', () => page.ask('/None of these files is a model/.test(document.getElementById("status").textContent)'));
        await chooseFiles(page, files, 'main input[type=file]');
        await drawn(page, TABLE);
        await drawn(page, SHEET);
        await until('its animation is there', () => page.ask('document.querySelector(".model-sprites .animation canvas")?.width === 64'));
        await everyShapeIsAccessible(person, page, 'a model of a project', 'project');
        await page.ask('(() => { const s = document.querySelector(".turntable-side input"); s.value = 30; s.dispatchEvent(new Event("input")); })()');
        await page.send('Emulation.setDeviceMetricsOverride', { width: 1280, height: 1280, deviceScaleFactor: 1, mobile: false });
        await page.ask('document.querySelector(".model").scrollIntoView(); document.querySelector("main").scrollTop -= 50');
        await sleep(300);
        await person.picture('edit-model.png');
        await page.ask('(() => { const field = [...document.querySelectorAll(".model-sprites input[type=text]")].pop(); field.value = "troll"; })()');
        await person.click('Write the sprites', '.model-sprites', 'button');
        await until('its sheet is shown', () => page.ask('document.title.startsWith("chars/troll.png")'));
        await until('as a sheet', () => page.ask('!!document.querySelector(".sheet canvas")?.width'));
        await person.picture('edit-model-sheet.png');
        equal('only these files are new', editor.git('status', '--short', 'chars').trim().split('\n').map((one) => one.trim()), ['?? chars/troll.lyt', '?? chars/troll.png']);
        await until('no error of it', async () => { const state = await page.ask('fetch("api/project").then((r) => r.json())'); return state.problems.every((one) => one.severity !== 'error'); });
        await page.ask('document.activeElement.blur()');
        await person.press('z', 'KeyZ', 2);
        await until('it is undone', () => !existsSync(join(project, 'chars/troll.png')));
        // a scene in the project's folder
        await page.ask(`location.hash = '#model%3Aportraits'`);
        await until('the page is shown again', () => page.ask('/^Sprites from a model/.test(document.title)'));
        await page.ask('document.querySelector("main form input").value = "models/scene.glb"');
        await person.click('Show the model', 'main', 'button');
        await drawn(page, TABLE);
        equal('the folder', await page.ask('document.querySelector(".model-sprites select").value'), 'portraits');
        await page.ask('document.querySelector("main form input").value = "../../etc/passwd.mod"');
        await person.click('Show the model', 'main', 'button');
        await until('it is refused', () => page.ask('/not allowed/.test(document.getElementById("status").textContent)'));
    });
}

export const modelTests = () => ({ aModelOfAWorkspaceTurns, aModelBecomesSpritesOfAProject });
