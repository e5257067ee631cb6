// Half an hour of the example: the module plays it tick by tick as the native program does, and draws the same pixels.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TICKS, recording } from './recording.mjs';

const STEP = 600;
export const FRAMES = [30, 200, 600, 5003, 12000, 17450, 24000, 35999, 47777, 53999];

// What the native program has: hashes by tick, and the frames as images in the folder of the server.
export function native({ build, exampleGame, example: folder }) {
    const input = join(folder, 'half.input');
    writeFileSync(input, recording());
    const lines = execFileSync(join(build, 'world_hashes'), [exampleGame, input, TICKS, STEP, folder, ...FRAMES], { encoding: 'utf8' });
    return lines.trim().split('\n').map((line) => line.split(' '));
}

// In the page: a module of its own, without its clock. Returns what differs.
export async function play(name, hashes, frames, w, h) {
    const nothing = () => {};
    const page = { now: () => 0, size: () => ({ w, h }), display: () => ({ density: 1 }), title: nothing, fullScreen: nothing, clipboard: nothing, typing: nothing,
        cursor: nothing, message: (text) => { throw new Error(text); }, speak: nothing, fileAt: () => null };
    const bytes = async (file) => new Uint8Array(await (await fetch(file)).arrayBuffer());
    const { default: create } = await import(`./${name}.mjs`);
    const module = await create({ page, wasmBinary: await bytes(name + '.wasm') });
    const give = (data) => {
        const at = module._web_alloc(data.length + 1);
        module.HEAPU8.set(data, at);
        module.HEAPU8[at + data.length] = 0;
        return at;
    };
    const game = await bytes('game.tng'), input = await bytes('half.input'), wrong = [];
    if (!module._web_open(give(game), game.length, give([]), give(input), 0))
        throw new Error('the game cannot be opened');
    module._web_frame(); // the first one runs a tick
    const hex = (half) => (module._web_hash(half) >>> 0).toString(16).padStart(8, '0');
    const expected = new Map(hashes.map(([tick, hash]) => [+tick, hash]));
    const stops = [...new Set([...expected.keys(), ...frames])].sort((a, b) => a - b);
    for (const tick of stops) {
        module._web_ticks(tick - module._web_tick_count());
        if (expected.has(tick) && expected.get(tick) !== hex(1) + hex(0))
            wrong.push(`the world at tick ${tick}`);
        if (!frames.includes(tick))
            continue;
        const at = module._web_frame(), numbers = new Int32Array(module.HEAPU8.buffer, at, 4);
        const picture = await createImageBitmap(new Blob([await bytes(`frame${tick}.png`)], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(picture.width, picture.height), context = canvas.getContext('2d');
        context.drawImage(picture, 0, 0);
        const theirs = new Uint32Array(context.getImageData(0, 0, picture.width, picture.height).data.buffer);
        const ours = new Uint32Array(module.HEAPU8.buffer, numbers[0], numbers[3] * numbers[2]);
        let different = numbers[1] === picture.width && numbers[2] === picture.height ? 0 : -1;
        for (let i = 0; different >= 0 && i < theirs.length; i++)
            different += ours[Math.floor(i / picture.width) * numbers[3] + i % picture.width] !== theirs[i];
        if (different)
            wrong.push(different < 0 ? `the size of frame ${tick}: ${numbers[1]} x ${numbers[2]}` : `${different} pixels of frame ${tick}`);
    }
    return wrong;
}

export async function replay(test) {
    const hashes = native(test);
    test.check('there are ninety hashes', hashes.length === TICKS / STEP && new Set(hashes.map((one) => one[1])).size > 80);
    await test.withPage(async (page) => {
        for (const name of ['engine', 'engine-plain']) {
            const wrong = await page.ask(`(${play})('${name}', ${JSON.stringify(hashes)}, ${JSON.stringify(FRAMES)}, 640, 360)`);
            test.equal(`${name}: the same worlds and pixels as the native program`, wrong, []);
        }
    }, { folder: test.example });
}
