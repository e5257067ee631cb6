// What `make bench` measures of the page (bench/run.py): bench.mjs EXAMPLE SCENE, the page of the example game, and a
// folder with the page, scene.tng and scene.input. Prints a line for each figure.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { Browser, sleep, until } from './chromium.mjs';
import { Server } from './server.mjs';

const [example, scene] = process.argv.slice(2);
const FRAMES = 600, STARTS = 5;

// The page without the game, as one browser loads it.
function size(folder) {
    const files = readdirSync(folder).filter((name) => !/^engine-plain|^game.tng$/.test(name) && statSync(join(folder, name)).isFile());
    return files.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
}

// From the address to the first frame of the title, with an empty cache.
async function title(address) {
    const times = [];
    let memory = 0;
    for (let i = 0; i < STARTS; i++) {
        const browser = new Browser(), page = await browser.open(null);
        await page.go(address);
        await page.ready();
        times.push(await until('the first frame', () => page.ask('performance.getEntriesByName("first frame")[0]?.startTime')));
        if (i === STARTS - 1) {
            await page.key('Enter');
            await sleep(10000);
            memory = browser.memoryOfTab();
        }
        await browser.close();
    }
    return { title: times.sort((a, b) => a - b)[STARTS >> 1], memory };
}

// In the page: opens the scene of bench/bench_web.c.
async function openScene() {
    const nothing = () => {};
    const page = { now: () => 0, size: () => ({ w: 1280, h: 720 }), display: () => ({ density: 1 }), title: nothing, fullScreen: nothing, clipboard: nothing, typing: nothing,
        cursor: nothing, message: (text) => { throw new Error(text); }, speak: nothing, fileAt: () => null };
    const bytes = async (file) => new Uint8Array(await (await fetch(file)).arrayBuffer());
    const { default: create } = await import('./engine.mjs');
    const module = await create({ page, wasmBinary: await bytes('engine.wasm') });
    const give = (data) => {
        const at = module._web_alloc(data.length + 1);
        module.HEAPU8.set(data, at);
        module.HEAPU8[at + data.length] = 0;
        return at;
    };
    const game = await bytes('scene.tng'), input = await bytes('scene.input');
    if (!module._web_open(give(game), game.length, give([]), give(input), 0))
        throw new Error('the scene cannot be opened');
    window.scene = module;
}

// In the page: ticks of the scene, and with `drawn` a frame after each.
function play(ticks, drawn) {
    for (let i = 0; i < ticks; i++) {
        scene._web_ticks(1);
        if (drawn)
            scene._web_frame();
    }
}

// The time of the processor for drawing a frame: what others do on the machine meanwhile does not count.
async function draw(browser, page) {
    const cost = async (drawn) => {
        const before = browser.timeOfTab();
        await page.ask(`(${play})(${FRAMES}, ${drawn})`);
        return browser.timeOfTab() - before;
    };
    await page.ask(`(${openScene})()`);
    await cost(true); // it is compiled in haste first
    const costs = [];
    for (let i = 0; i < 3; i++)
        costs.push(await cost(true) - await cost(false));
    return costs.sort((a, b) => a - b)[1] / FRAMES;
}

const server = await new Server(example).start(), scenes = await new Server(scene).start();
const { title: first, memory } = await title(server.address);
const browser = new Browser(), page = await browser.open(scenes.address);
await page.ready();
const frame = await draw(browser, page);
await browser.close();
console.log(`size ${(size(example) / 1e6).toFixed(3)}\ntitle ${first.toFixed(0)}\nmemory ${(memory / 1e6).toFixed(1)}\nframe ${frame.toFixed(4)}`);
process.exit(0);
