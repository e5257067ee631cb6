// What `make bench` measures of the editor's page (bench/run.py): bench_edit.mjs PROJECT MAP ITEM FIELD WORDS, in Chromium without
// a window. Prints a line for each figure, the median of some tries, in milliseconds.

import { Browser, until, sleep } from './chromium.mjs';
import { Editor } from './edit_kit.mjs';

const [project, map, item, field, words] = process.argv.slice(2);
const TRIES = 5, STROKE = 60 /* moves of the pointer */;

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];

// In each page: `seen(test)` resolves to the time at which the page has drawn what the test looks for.
const WATCH = `window.seen = (test) => new Promise((resolve) => { const look = () => (test() ? resolve(performance.timeOrigin + performance.now()) : setTimeout(look, 1)); look(); });
    window.treeAt = seen(() => document.querySelectorAll('#tree details').length > 3);`;

async function measured(act) {
    const times = [];
    for (let i = 0; i < TRIES; i++)
        times.push(await act(i));
    return median(times);
}

// From the start of the program to the tree of the project; Chromium runs already.
async function open(browser) {
    return measured(async () => {
        const start = Date.now(), editor = await new Editor(project).start();
        const page = await browser.open(editor.address, (one) => one.send('Page.addScriptToEvaluateOnNewDocument', { source: WATCH }));
        const end = await until('the tree is there', () => page.ask('window.treeAt').catch(() => null));
        await page.send('Page.close').catch(() => {});
        await editor.stop();
        return end - start;
    });
}

const go = (page, path, test) => page.ask(`(async () => { const start = performance.timeOrigin + performance.now();
    location.hash = ${JSON.stringify('#' + encodeURIComponent(path))};
    return await seen(() => ${test}) - start; })()`);

const IS_DRAWN = `(() => { const c = document.querySelector('.map-canvas');
    return c && c.width > 10 && c.height && new Uint32Array(c.getContext('2d').getImageData(0, 0, Math.min(c.width, 256), Math.min(c.height, 256)).data.buffer).some((one) => one !== 0xff000000 && one !== 0xff2c2a28 && one); })()`;

async function home(page) {
    await page.ask('location.hash = ""');
    await until('nothing is shown', () => page.ask('!document.querySelector(".map-canvas, .form")'));
    await sleep(100);
}

// The work of the page for one move of a pointer that paints: the handlers of events, and what they have drawn in the next frame.
async function stroke(page) {
    await go(page, `maps/${map}.tmx`, IS_DRAWN);
    await page.ask(`(() => { const c = document.querySelector('.map-canvas'); c.scrollIntoView({ block: 'end' }); window.work = 0;
        const real = window.requestAnimationFrame;
        window.requestAnimationFrame = (call) => real((time) => { const start = performance.now(); call(time); window.work += performance.now() - start; }); })()`);
    const times = await page.ask(`(async () => { const c = document.querySelector('.map-canvas'), b = c.getBoundingClientRect(), times = [];
        const send = (type, i, buttons) => { const start = performance.now(); c.dispatchEvent(new PointerEvent(type, { pointerId: 1, isPrimary: true, bubbles: true, cancelable: true, button: type === 'pointermove' ? -1 : 0, buttons,
            clientX: b.x + 20 + i * 8, clientY: b.bottom - 40 - i * 4 })); window.work += performance.now() - start; };
        c.setPointerCapture = () => {};
        send('pointerdown', 0, 1);
        for (let i = 1; i < ${STROKE}; i++) {
            window.work = 0;
            send('pointermove', i, 1);
            await new Promise((resolve) => setTimeout(resolve, 34));
            times.push(window.work);
        }
        send('pointerup', ${STROKE}, 0);
        return times; })()`);
    await until('it is saved', () => page.ask('/Saved/.test(document.getElementById("status").textContent)'));
    await page.ask('document.getElementById("undo").click()');
    await sleep(500);
    return Math.max(...times);
}

const search = (page) => page.ask(`(async () => { const q = document.getElementById('query'); q.value = ${JSON.stringify(words)}; const start = performance.timeOrigin + performance.now();
    document.getElementById('search').requestSubmit();
    const end = await seen(() => document.querySelector('#tree .results li'));
    [...document.querySelectorAll('#tree button')][0].click();
    return end - start; })()`);

// From a change in a form to the game that goes on with it.
async function playAfterChange(page) {
    await page.ask('document.getElementById("play").click()');
    await until('the game is there', () => page.ask('!!document.querySelector("#game iframe")?.contentWindow?.oisin?.module'), 60000);
    await sleep(2000);
    return measured(async (i) => {
        await go(page, item, 'document.querySelector(".form input")');
        await sleep(300);
        return page.ask(`(async () => { const module = document.querySelector('#game iframe').contentWindow.oisin.module, real = module._web_reload;
            let reloaded = 0;
            module._web_reload = (...values) => { real(...values); reloaded = performance.timeOrigin + performance.now(); module._web_reload = real; };
            const label = [...document.querySelectorAll('.form label')].find((one) => one.textContent.trim().startsWith(${JSON.stringify(field)})), input = label.control;
            input.focus();
            const start = performance.timeOrigin + performance.now();
            input.value += ${i};
            input.dispatchEvent(new Event('input', { bubbles: true }));
            input.dispatchEvent(new Event('change', { bubbles: true }));
            return await Promise.race([seen(() => reloaded), new Promise((resolve) => setTimeout(() => resolve(NaN), 20000))]) - start; })()`);
    });
}

const browser = new Browser();
console.log(`open ${await open(browser)}`);
const editor = await new Editor(project).start();
try {
    const page = await browser.open(editor.address, (one) => one.send('Page.addScriptToEvaluateOnNewDocument', { source: WATCH }));
    await until('the tree is there', () => page.ask('window.treeAt').catch(() => null));
    await sleep(1000);
    console.log(`map ${await measured(async () => { await home(page); return go(page, `maps/${map}.tmx`, IS_DRAWN); })}`);
    console.log(`stroke ${await stroke(page)}`);
    await home(page);
    console.log(`form ${await measured(async () => { await home(page); return go(page, item, 'document.querySelector(".form input")'); })}`);
    console.log(`search ${await measured(() => search(page))}`);
    if (await page.ask('!document.getElementById("play").hidden') && await page.ask('fetch("player/").then((answer) => answer.ok)'))
        console.log(`play ${await playAfterChange(page)}`);
} finally {
    await editor.stop();
    await browser.close();
}
