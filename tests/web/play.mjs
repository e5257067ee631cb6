// Playing: keys, mouse, fingers, gamepads, sound, phones, tabs that are hidden.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sleep, until } from './chromium.mjs';

// The game as the page saves it when it is left, in a file for the native program.
export async function savedGame(page, folder) {
    const save = await page.ask(`(async () => {
        oisin.module._web_leave();
        await oisin.storage.settled();
        return Array.from(oisin.storage.read(oisin.storage.at('saves', 0).name));
    })()`);
    const file = join(folder, 'now.sav');
    writeFileSync(file, Buffer.from(save));
    return file;
}

// Where the hero is.
export const position = async (test, page) => test.entity(await savedGame(page, test.work));

const screenOfPhone = (width, height) => ({ width, height, deviceScaleFactor: 3, mobile: true });

export async function asPhone(page) {
    await page.send('Emulation.setDeviceMetricsOverride', screenOfPhone(390, 844));
    await page.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
}

async function moved(test, page, words, axis, sign, act) {
    const before = await position(test, page);
    await act();
    const after = await position(test, page), by = (after[axis] - before[axis]) * sign;
    test.check(`${words}: the hero has moved by ${by}`, by > 4);
}

const pad = (axes, pressed) => `fakePads = [{ id: 'Pad (STANDARD GAMEPAD Vendor: 045e Product: 028e)', index: 0, connected: true, mapping: 'standard',
    axes: ${JSON.stringify(axes)}, buttons: Array.from({ length: 17 }, (_, i) => ({ pressed: i === ${pressed}, value: i === ${pressed} ? 1 : 0 })) }]`;

export async function devices(test) {
    await test.withPage(async (page) => {
        await moved(test, page, 'the right arrow', 'x', 1, () => page.key('ArrowRight', 'ArrowRight', 700));
        await moved(test, page, 'the letter A', 'x', -1, () => page.key('KeyA', 'a', 700));
        await moved(test, page, 'a click below the hero', 'y', 1, async () => {
            await page.click(640, 500);
            await sleep(1500);
        });
        await moved(test, page, 'a finger above the hero', 'y', -1, async () => {
            await page.touch(640, 150);
            await sleep(1500);
        });
        await moved(test, page, 'the stick of a gamepad', 'x', 1, async () => {
            await page.ask(pad([1, 0, 0, 0], -1));
            await sleep(700);
            await page.ask(pad([0, 0, 0, 0], -1));
        });
        await moved(test, page, 'the cross of a gamepad', 'x', -1, async () => {
            await page.ask(pad([0, 0, 0, 0], 14));
            await sleep(700);
            await page.ask('fakePads = []'); // pulled out while it is held
            await sleep(100);
        });
        const there = await position(test, page);
        await sleep(400);
        test.equal('without a gamepad the hero stands', (await position(test, page)).x, there.x);
    });
}

export async function sound(test) {
    await test.withPage(async (page) => {
        test.equal('no sound before a gesture', await page.ask('oisin.sound.context'), null);
        await page.ask(`window.loudest = 0; {
            const { mix } = oisin.sound;
            oisin.sound.mix = (count) => {
                const samples = mix(count);
                loudest = samples.reduce((most, one) => Math.max(most, Math.abs(one)), loudest);
                return samples;
            };
        }`);
        await page.click(5, 5);
        await until('sound after a click', () => page.ask('oisin.sound.context?.state === "running"'));
        await until('an AudioWorklet plays it', () => page.ask('oisin.sound.node instanceof AudioWorkletNode'));
        await until('music is heard', () => page.ask('loudest > 0.01'));
        test.count += 3;
    }, { folder: test.example });
}

// The keyboard on the screen of a phone: keys without a code, or none at all.
export async function typing(test) {
    await test.withPage(async (page) => {
        await page.key('F9'); // the first call of a function puts it in the module
        await page.ask(`window.keys = []; { const { _web_key } = oisin.module, { UTF8ToString } = oisin.module;
            oisin.module._web_key = (code, ...more) => { keys.push(UTF8ToString(code) + (more[2] ? ' down' : ' up')); return _web_key(code, ...more); }; }`);
        const events = async (words, script, expected) => {
            await page.ask(`keys.length = 0; ${script}; 0`);
            test.equal(words, await page.ask('keys'), expected);
        };
        const before = (inputType) => `document.getElementById('typed').dispatchEvent(new InputEvent('beforeinput', { inputType: '${inputType}', cancelable: true }))`;
        await events('Enter', before('insertLineBreak'), ['Enter down', 'Enter up']);
        await events('Enter of others', before('insertParagraph'), ['Enter down', 'Enter up']);
        await events('Backspace', before('deleteContentBackward'), ['Backspace down', 'Backspace up']);
        await events('a key without a code', `for (const what of ['keydown', 'keyup']) document.body.dispatchEvent(new KeyboardEvent(what, { key: 'Enter', bubbles: true }))`,
            ['Enter down', 'Enter up']);
    });
}

export async function phone(test) {
    // The size of the canvas on the screen, and how many pixels of the screen one of the game has.
    const shown = `(() => {
        const canvas = document.getElementById('screen'), box = canvas.getBoundingClientRect();
        return { w: Math.round(box.width * devicePixelRatio), h: Math.round(box.height * devicePixelRatio), by: box.width * devicePixelRatio / canvas.width };
    })()`;
    await test.withPage(async (page) => {
        for (const [w, h] of [[390, 844], [844, 390]]) {
            await page.send('Emulation.setDeviceMetricsOverride', screenOfPhone(w, h));
            const now = await until(`the frame fits a screen of ${w} x ${h}`, async () => {
                const { w: shownW, h: shownH, by } = await page.ask(shown);
                return Math.abs(shownW - 3 * w) < 24 && Math.abs(shownH - 3 * h) < 24 && { by };
            });
            test.check(`${w} x ${h}: pixels are scaled by ${now.by}`, Math.abs(now.by - Math.round(now.by)) < 0.01 && now.by >= 2);
        }
        const display = () => page.ask('oisin.page.display()');
        const { density, touch, reducedMotion } = await display();
        test.check(`${density} pixels of the frame for a CSS pixel`, Math.abs(density - await page.ask('document.getElementById("screen").width / innerWidth')) < 0.05);
        test.check('fingers are used before the first touch', touch);
        test.check('motion is not reduced', !reducedMotion);
        await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] });
        test.check('motion is reduced', (await display()).reducedMotion);
        test.check('buttons of the page are large enough', await page.ask('[...document.querySelectorAll("button")].every((one) => { const { width, height } = one.getBoundingClientRect(); return !width || (width >= 44 && height >= 44); })'));
        await page.touch(400, 300);
        test.check('a finger was noticed', await page.ask('navigator.maxTouchPoints > 0'));
    }, {
        folder: test.example,
        prepare: asPhone,
    });
}

export async function hidden(test) {
    const ticks = 'oisin.module._web_tick_count()';
    const set = (page, on) => page.ask(`Object.defineProperty(document, 'hidden', { value: ${on}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await test.withPage(async (page) => {
        await page.key('ArrowRight', 'ArrowRight', 300);
        await set(page, true);
        await sleep(200);
        const before = await page.ask(ticks);
        await sleep(500);
        test.equal('a hidden page is paused', await page.ask(ticks), before);
        test.check('it has saved the game', await page.ask('oisin.storage.size("saves/auto1.sav") > 0'));
        test.equal('no lock of the screen on the map', await page.ask('asked.wake'), 0);
        test.equal('the browser is asked to keep saved games', await page.ask('asked.persist'), 1);
        await set(page, false);
        await until('the page goes on when it is shown', async () => await page.ask(ticks) > before);
        await page.ask(`(() => { const { requestAnimationFrame } = window; window.asks = 0;
            window.requestAnimationFrame = (call) => { asks++; return requestAnimationFrame(call); }; })()`);
        await page.ask(`Array.from({ length: 5 }, () => [true, false].forEach((on) => {
            Object.defineProperty(document, 'hidden', { value: on, configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
        })); new Promise((resolve) => setTimeout(resolve, 200))`);
        const rate = await page.ask(`new Promise((resolve) => { let frames = 0; const before = asks;
            const count = () => { if (++frames < 11) requestAnimationFrame(count); else resolve((asks - before - frames) / 10); }; count(); })`);
        test.check(`frames are drawn once: ${rate}`, rate < 2);
        // The back button closes what is open, and leaves from the map only.
        await page.key('KeyI', 'i');
        await sleep(300);
        await page.ask('history.back()');
        await sleep(300);
        test.check('the page is still there', await page.ask('!!window.oisin'));
        test.equal('the map is shown after it', await page.ask('oisin.module._web_back()'), 0);
        await page.ask('history.back()');
        await until('the page is left from the map', () => page.ask('location.href === "about:blank"').catch(() => false));
    }, { silent: true });
    // The example begins with a cutscene: a movie.
    await test.withPage(async (page) => {
        await until('the screen stays on in a cutscene', () => page.ask('asked.wake > 0'));
        test.count++;
    }, { folder: test.example });
}

// Browsers that do not load modules before they are imported.
export async function older(test) {
    await test.withPage(async (page) => {
        test.check('the game is loaded', await page.ask('!document.querySelector("head link[rel=modulepreload][href^=engine]")'));
    }, {
        prepare: (page) => page.send('Page.addScriptToEvaluateOnNewDocument', { source: 'DOMTokenList.prototype.supports = () => false' }),
    });
}

export async function crashed(test) {
    await test.withPage(async (page) => {
        await page.ask('oisin.module._web_frame = () => { throw new WebAssembly.RuntimeError("unreachable"); }');
        await until('the page says so', () => page.ask('document.getElementById("state").textContent.includes("because of an error")'));
        test.check('a report is offered', await page.ask('!document.getElementById("report").hidden'));
        test.equal('its sound has ended', await page.ask('oisin.sound.rate'), 0);
    });
    const damaged = join(test.work, 'plain', 'game.tng'), bytes = readFileSync(damaged);
    const wrong = Buffer.from(bytes);
    wrong[wrong.length >> 1] ^= 1;
    writeFileSync(damaged, wrong);
    try {
        await test.withPage(() => {}, { folder: join(test.work, 'plain') });
        test.check('a damaged game is refused', false);
    } catch (error) {
        test.check(`a damaged game is refused: ${error.message}`, error.message.includes('game.tng is damaged'));
    } finally {
        writeFileSync(damaged, bytes);
    }
}
