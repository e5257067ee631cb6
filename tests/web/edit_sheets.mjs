// Images in the editor: several at once; sheets of the LPC, RPG Maker and Aseprite, drawn here, are recognised, corrected and cut.
// tests/web/edit.mjs calls these tests.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import zlib, { deflateSync } from 'node:zlib';
import { until } from './chromium.mjs';
import { check, equal, isAccessible, newProject, withEditor } from './edit_kit.mjs';
import { drop } from './edit_sounds.mjs';

// zlib.crc32 is missing before Node 22.
const crcTable = Array.from({ length: 256 }, (_, n) => { for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1; return n >>> 0; });
const crc = zlib.crc32 || ((bytes) => (bytes.reduce((sum, byte) => crcTable[(sum ^ byte) & 255] ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0);

// A PNG; `pixel(x, y)`: [r, g, b, a].
function png(w, h, pixel) {
    const rows = Buffer.alloc(h * (w * 4 + 1));
    for (let y = 0; y < h; y++)
        for (let x = 0; x < w; x++)
            rows.set(pixel(x, y), y * (w * 4 + 1) + 1 + x * 4);
    const chunk = (name, data) => {
        const body = Buffer.concat([Buffer.from(name), data]), made = Buffer.alloc(body.length + 8);
        made.writeUInt32BE(data.length, 0);
        body.copy(made, 4);
        made.writeUInt32BE(crc(body), made.length - 4);
        return made;
    };
    const head = Buffer.alloc(13);
    head.writeUInt32BE(w, 0);
    head.writeUInt32BE(h, 4);
    head.set([8, 6], 8);
    return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

// A figure in each cell: a disc whose colour is that of its row, moving with its column.
const figures = (columns, rows, cell) => png(columns * cell, rows * cell, (x, y) => {
    const column = Math.floor(x / cell), row = Math.floor(y / cell), right = x % cell - cell / 2 - column % 3 * 3 + 3, down = y % cell - cell / 2;
    return right * right + down * down < cell * cell / 9 ? [row * 30 % 255, 120, 255 - row * 30 % 255, 255] : [0, 0, 0, 0];
});

const kindOf = (page, row = 0) => page.ask(`document.querySelectorAll('.image-row')[${row}]?.querySelector('select')?.value ?? null`);
const becomes = (page, row = 0) => page.ask(`document.querySelectorAll('.image-row')[${row}]?.querySelector('.count[role=status]')?.textContent || ''`);

// What the check says of the project when it has seen the last change.
const errors = (page) => until('the project is checked', () => page.ask('fetch("api/project").then((r) => r.json()).then((p) => p.checked === p.changes && p.problems.filter((one) => one.severity === "error").map((one) => `${one.path}: ${one.text}`))'));

async function everyShapeIsAccessible(person, page, words, name) {
    for (const [width, height] of [[1280, 800], [320, 640]]) {
        await page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
        await isAccessible(page, `${words}, ${width} wide`);
        const wide = await page.ask('document.documentElement.scrollWidth');
        check(`${words}: the page is ${wide} wide`, wide <= width);
        await page.ask('document.querySelector(".image-row").scrollIntoView()');
        await person.picture(`${name}-${width}.png`);
    }
    await page.send('Emulation.setDeviceMetricsOverride', { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false });
}

export function sheetTests() {
    async function aSheetOfTheLpcIsRecognisedAndCut() {
        const project = newProject('lpc');
        await withEditor(project, async (person, editor, page) => {
            await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] });
            await drop(page, 'main', [['hero.png', 'image/png', figures(13, 21, 64)]]);
            await until('it is recognised', async () => await kindOf(page) === 'lpc');
            await until('its folder is chosen', async () => /chars\/hero.png/.test(await becomes(page)));
            const names = () => page.ask('[...document.querySelectorAll(".animation-names input[type=text]")].map((one) => one.value)');
            await until('its animations are shown', async () => (await names()).length === 7);
            equal('animations', await names(), ['spellcast', 'thrust', '', 'walk', 'slash', 'shoot', 'hurt']);
            check('the grid is drawn', await page.ask(`(() => { const canvas = document.querySelector('.image-row canvas'), data = canvas.getContext('2d').getImageData(0, 0, canvas.width, 2).data;
                return canvas.width === 832 && data[3] === 255; })()`));
            // one animation gets another name, one is left out
            await person.click('Name of the animation slash', '.image-row', 'input');
            await person.press('a', 'KeyA', 2);
            await person.type('swing');
            await person.press('Tab');
            await person.click('Keep the animation shoot', '.image-row', 'input');
            await until('the preview has the new name', () => page.ask('[...document.querySelectorAll(".image-row .animation option")].map((one) => one.value).includes("swing")'));
            check('and not what is left out', await page.ask('![...document.querySelectorAll(".image-row .animation option")].some((one) => one.value.endsWith("shoot"))'));
            await everyShapeIsAccessible(person, page, 'a sheet before it is added', 'edit-sheet-lpc');
            await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'dark' }, { name: 'prefers-reduced-motion', value: 'reduce' }] });
            await person.picture('edit-sheet-lpc-dark.png');
            // the new project has another hero
            await person.click('Add to the project', 'main', 'button');
            await until('its sentence', () => page.ask('/already a character sprite "hero"; choose another name/.test(document.querySelector(".images > .problem").textContent)'));
            await person.click('Name', '.image-row', 'input');
            await person.press('a', 'KeyA', 2);
            await person.type('rider');
            await person.press('Tab');
            await person.click('Add to the project', 'main', 'button');
            await until('the sheet is shown', () => page.ask('document.title.startsWith("chars/rider.png") && !!document.querySelector(".sheet canvas")'));
            const layout = editor.file('chars/rider.lyt').split('\r\n');
            equal('the grid', layout[1], '64 64 0 0 0 0 chars');
            check('walking to the south', layout.includes('so l walk (1,10) (2,10) (3,10) (4,10) (5,10) (6,10) (7,10) (8,10)'));
            check('the new name', layout.some((line) => line.startsWith('no o swing ')) && !layout.some((line) => /shoot|slash/.test(line)));
            equal('errors of the project', await errors(page), []);
            await page.ask('document.activeElement.blur()');
            await person.press('z', 'KeyZ', 2);
            await until('one undo takes it back', () => !existsSync(join(project, 'chars/rider.lyt')) && !existsSync(join(project, 'chars/rider.png')));
        });
    }

    async function severalImagesAreAddedAtOnce() {
        const project = newProject('several');
        await withEditor(project, async (person, editor, page) => {
            const photo = png(576, 384, (x, y) => { const n = (x * 7919 + y * 104729) * 2654435761 >>> 0; return [n & 255, n >>> 8 & 255, n >>> 16 & 255, 255]; });
            const list = JSON.stringify({ frames: [0, 1, 2].map((n) => ({ filename: `cat ${n}`, frame: { x: n * 16, y: 0, w: 16, h: 16 }, rotated: false, trimmed: false,
                spriteSourceSize: { x: 0, y: 0, w: 16, h: 16 }, sourceSize: { w: 16, h: 16 }, duration: 100 })), meta: { frameTags: [{ name: 'run', from: 0, to: 2, direction: 'forward' }] } });
            await drop(page, 'main', [['Actor1.png', 'image/png', figures(12, 8, 48)], ['photo.png', 'image/png', photo], ['cat.png', 'image/png', figures(3, 1, 16)],
                ['cat.json', 'application/json', list], ['broken.png', 'image/png', 'no image']]);
            await until('all are read', () => page.ask('document.querySelectorAll(".image-row .sound-fields:first-of-type").length >= 3 && document.querySelectorAll(".image-row > div > .problem:only-child").length === 1'));
            await until('RPG Maker is recognised', async () => await kindOf(page, 0) === 'rpgmaker-characters' && /chars\/Actor1/.test(await becomes(page, 0)));
            equal('a photo is one image', [await kindOf(page, 1), await becomes(page, 1)], ['', 'becomes tiles/photo_soo0.png']);
            await until('the list is that of Aseprite', async () => await kindOf(page, 2) === 'aseprite' && await becomes(page, 2) === 'becomes 1 file');
            // corrected: half of the columns, and back
            const layoutOf = () => page.ask('document.querySelector(".image-row canvas").getAttribute("aria-label")');
            equal('cells', await layoutOf(), '12 columns and 8 rows of 48 x 48 pixels');
            const columns = async (count) => { await person.click('Columns', '.image-row', 'input'); await person.press('a', 'KeyA', 2); await person.type(String(count)); await person.press('Tab'); };
            await columns(6);
            equal('wider cells', await layoutOf(), '6 columns and 8 rows of 96 x 48 pixels');
            await columns(12);
            equal('as before', await layoutOf(), '12 columns and 8 rows of 48 x 48 pixels');
            await everyShapeIsAccessible(person, page, 'several images before they are added', 'edit-images');
            await person.click('Add to the project', 'main', 'button');
            await until('they are added', () => existsSync(join(project, 'tiles/photo_soo0.png')));
            for (const path of ['chars/Actor1.png', 'chars/Actor1.lyt', 'chars/cat_run_sol2.png'])
                check(path, existsSync(join(project, path)));
            check('a figure walks', /^so f 8_walk \(9,4\) \(10,4\) \(11,4\)\r$/m.test(editor.file('chars/Actor1.lyt')));
            await until('what is broken stays, with its sentence', () => page.ask('document.querySelectorAll(".image-row").length === 1 && !!document.querySelector(".image-row .problem").textContent'));
            equal('errors of the project', await errors(page), []);
            await page.ask('document.activeElement.blur()');
            await person.press('z', 'KeyZ', 2);
            await until('one undo takes all back', () => !existsSync(join(project, 'tiles/photo_soo0.png')) && !existsSync(join(project, 'chars/Actor1.lyt')) && !existsSync(join(project, 'chars/cat_run_sol2.png')));
        });
    }

    async function autotilesAndGridsAreChosenByHand() {
        const project = newProject('chosen');
        await withEditor(project, async (person, editor, page) => {
            await page.ask('location.hash = "#images%3Atiles"');
            await until('the page is shown', () => page.ask('!!document.querySelector(".images")'));
            await drop(page, 'main', [['World_A2.png', 'image/png', png(768, 576, (x, y) => [x >> 5 << 3 & 255, y >> 5 << 3 & 255, 90, 255])]]);
            await until('autotiles are recognised', async () => await kindOf(page) === 'rpgmaker-a2' && /becomes \d+ files/.test(await becomes(page)));
            check('what they become is said', await page.ask('/automap rules/.test(document.querySelector(".image-row").textContent)'));
            await page.ask(`(() => { const list = document.querySelector('.image-row select'); list.value = 'grid'; list.dispatchEvent(new Event('change')); })()`);
            await until('plain cells', () => page.ask('!!document.querySelector(".image-row canvas")'));
            equal('of the size of the tiles', await page.ask('document.querySelector(".image-row canvas").getAttribute("aria-label")'), '24 columns and 18 rows of 32 x 32 pixels');
            await person.click('Name', '.image-row', 'input');
            await person.press('a', 'KeyA', 2);
            await person.type('world');
            await person.press('Tab');
            await person.click('Add to the project', 'main', 'button');
            await until('it is added', () => existsSync(join(project, 'tiles/world.lyt')));
            equal('the layout', editor.file('tiles/world.lyt'), 'TirNanoG Layout\r\n32 32 0 0 0 0 tiles\r\n');
            await until('it is shown', () => page.ask('document.title.startsWith("tiles/world.png")'));
            // the same name again, which is another sprite
            await page.ask('location.hash = "#images%3Atiles"');
            await until('the page is shown', () => page.ask('!!document.querySelector(".images")'));
            await drop(page, 'main', [['world.png', 'image/png', png(64, 64, () => [1, 2, 3, 255])]]);
            await until('it is one image', async () => await becomes(page) === 'becomes tiles/world_soo0.png');
        });
    }

    return { aSheetOfTheLpcIsRecognisedAndCut, severalImagesAreAddedAtOnce, autotilesAndGridsAreChosenByHand };
}
