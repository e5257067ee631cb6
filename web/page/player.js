// The page of a game: loads module and game, and connects them with canvas, keys, pointers, gamepads, sound and
// storage. What the module calls and what it offers is described in src/player/web/web.h.

import { Storage } from './storage.js';
import { Sound } from './sound.js';
import { Saves } from './saves.js';
import { Online } from './online.js';

const GAME = document.body.dataset.game, SIZE = +document.body.dataset.size;
// More pixels than this are not drawn one by one: they are scaled by the browser.
const PIXELS_MAX = 1280 * 800;

const $ = (id) => document.getElementById(id);
const stage = $('stage'), canvas = $('screen'), typed = $('typed');
const context = canvas.getContext('2d', { alpha: false, desynchronized: true });

const online = new Online(document.body.dataset.server);
let module, sound, storage, scale = 1, running = false, ended = false, wake = null;

// ---- messages ----

let noteTimer = 0;

function note(text) {
    $('note').textContent = text;
    $('note').hidden = false;
    clearTimeout(noteTimer);
    noteTimer = setTimeout(() => { $('note').hidden = true; }, 8000);
}

function fail(text) {
    running = false;
    ended = true;
    $('loading').hidden = false;
    $('progress').hidden = true;
    $('state').textContent = text;
    $('retry').hidden = false;
}

$('retry').onclick = () => location.reload();

// ---- texts and bytes in the module's memory ----

function withBytes(bytes, call) {
    const at = module._web_alloc(bytes.length);
    module.HEAPU8.set(bytes, at);
    try {
        return call(at);
    } finally {
        module._web_free(at);
    }
}

const encoder = new TextEncoder();
const withText = (text, call) => withBytes(encoder.encode(text + '\0'), call);

// ---- what the module asks of the page ----

// Pixels of the screen in the stage, divided by `scale`.
function size() {
    const ratio = window.devicePixelRatio || 1;
    const w = Math.max(1, Math.round(stage.clientWidth * ratio)), h = Math.max(1, Math.round(stage.clientHeight * ratio));
    scale = Math.max(1, Math.ceil(Math.sqrt(w * h / PIXELS_MAX)));
    return { w: Math.max(1, Math.floor(w / scale)), h: Math.max(1, Math.floor(h / scale)) };
}

function pictureUrl(pixels, w, h) {
    const picture = document.createElement('canvas');
    picture.width = w;
    picture.height = h;
    picture.getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), w, h), 0, 0);
    return picture.toDataURL();
}

const cursors = new Map();
const CURSORS = ['default', 'pointer', 'not-allowed', 'pointer', 'wait'];

function download(name, bytes) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

const page = {
    now: () => performance.now() * 1000,
    size,
    title: (text) => { document.title = text; },
    fullScreen(on) {
        if (on && !document.fullscreenElement)
            document.documentElement.requestFullscreen?.().catch(() => {});
        else if (!on && document.fullscreenElement)
            document.exitFullscreen().catch(() => {});
    },
    clipboard: (text) => { navigator.clipboard?.writeText(text).catch(() => {}); },
    // The keyboard of a phone is shown while the field has the focus; the game has its own for fingers.
    typing(on) {
        typed.value = '';
        (on ? typed : canvas).focus({ preventScroll: true });
    },
    cursor(which, pixels, w, h) {
        if (pixels && !cursors.has(which))
            cursors.set(which, `url(${pictureUrl(pixels, w, h)}), ${CURSORS[which]}`);
        canvas.style.cursor = cursors.get(which) || CURSORS[which];
    },
    message(text, severe) {
        console[severe ? 'error' : 'warn'](text);
        if (severe && !running)
            fail(text);
        else
            note(text);
    },
    speak(text) {
        $('spoken').textContent = text;
        if (!window.speechSynthesis)
            return;
        speechSynthesis.cancel();
        const words = new SpeechSynthesisUtterance(text);
        words.lang = document.documentElement.lang;
        speechSynthesis.speak(words);
    },
    open: (address) => { window.open(address, '_blank', 'noopener'); },
    download,
    fileSize: (name) => storage.size(name),
    fileRead: (name) => storage.read(name),
    fileWrite: (name, bytes) => storage.write(name, bytes),
    fileRemove: (name) => storage.remove(name),
    fileAt: (folder, n) => storage.at(folder, n),
};

// ---- frames ----

let screen = null; // view of the frame in the module's memory

function show(at) {
    const numbers = new Int32Array(module.HEAPU8.buffer, at, 11);
    const [pixels, w, h, stride, x, y, shownW, shownH, smooth, count] = numbers;
    if (!count)
        return;
    if (canvas.width !== w || canvas.height !== h) {
        canvas.width = w;
        canvas.height = h;
    }
    const ratio = (window.devicePixelRatio || 1) / scale;
    const place = { left: x / ratio, top: y / ratio, width: shownW / ratio, height: shownH / ratio };
    for (const [name, value] of Object.entries(place))
        if (canvas.style[name] !== value + 'px')
            canvas.style[name] = value + 'px';
    canvas.classList.toggle('squares', smooth < 2);
    const buffer = module.HEAPU8.buffer;
    if (!screen || screen.data.buffer !== buffer || screen.data.byteOffset !== pixels || screen.width !== stride || screen.height !== h)
        screen = new ImageData(new Uint8ClampedArray(buffer, pixels, stride * h * 4), stride, h);
    const areas = new Int32Array(buffer, at + 40, count * 4);
    for (let i = 0; i < count * 4; i += 4)
        context.putImageData(screen, 0, 0, areas[i], areas[i + 1], areas[i + 2], areas[i + 3]);
}

function frame() {
    if (!running)
        return;
    pads();
    const at = module._web_frame();
    if (!at) {
        leave();
        fail('The game has ended.');
        return;
    }
    show(at);
    requestAnimationFrame(frame);
}

// Waits for everything that was written.
function leave() {
    if (module)
        module._web_leave();
    return storage.settled();
}

// ---- keys ----

const modifiers = (event) => (event.shiftKey ? 1 : 0) | (event.ctrlKey || event.metaKey ? 2 : 0) | (event.altKey ? 4 : 0);

function key(event, down) {
    if (!running || event.isComposing)
        return;
    gesture();
    const used = withText(event.code, (code) => module._web_key(code, modifiers(event), down, event.repeat));
    const typing = document.activeElement === typed;
    if (used && !(typing && event.key.length === 1))
        event.preventDefault();
    else if (down && !typing && event.key.length === 1 && !event.ctrlKey && !event.metaKey)
        withText(event.key, (text) => module._web_text(text));
}

function connectKeys() {
    addEventListener('keydown', (event) => { if (!$('saves').contains(event.target)) key(event, true); });
    addEventListener('keyup', (event) => { if (!$('saves').contains(event.target)) key(event, false); });
    typed.addEventListener('beforeinput', (event) => {
        if (event.inputType === 'deleteContentBackward')
            withText('Backspace', (code) => module._web_key(code, 0, true, false));
        else if (event.data && !event.isComposing)
            withText(event.data, (text) => module._web_text(text));
        if (event.cancelable && !event.isComposing)
            event.preventDefault();
    });
    typed.addEventListener('compositionend', (event) => {
        withText(event.data, (text) => module._web_text(text));
        typed.value = '';
    });
}

// ---- mouse and fingers ----

function pointer(event, what) {
    const box = stage.getBoundingClientRect(), ratio = (window.devicePixelRatio || 1) / scale;
    const finger = event.pointerType === 'mouse' ? -1 : event.pointerId & 0x7fffffff;
    module._web_pointer(finger, (event.clientX - box.left) * ratio, (event.clientY - box.top) * ratio, what);
}

function connectPointers() {
    canvas.addEventListener('pointerdown', (event) => {
        gesture();
        canvas.setPointerCapture(event.pointerId);
        if (event.pointerType === 'mouse' && event.button === 2)
            module._web_second_button();
        else if (event.pointerType !== 'mouse' || event.button === 0)
            pointer(event, 1);
        event.preventDefault();
    });
    canvas.addEventListener('pointerup', (event) => { gesture(); pointer(event, 0); });
    canvas.addEventListener('pointercancel', (event) => pointer(event, 0));
    canvas.addEventListener('pointermove', (event) => pointer(event, 2));
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    let turned = 0; // a part of a row
    canvas.addEventListener('wheel', (event) => {
        turned += event.deltaMode === 0 ? event.deltaY / 40 : event.deltaY;
        const rows = Math.trunc(turned);
        turned -= rows;
        if (rows)
            module._web_wheel(-rows);
        event.preventDefault();
    }, { passive: false });
}

// ---- gamepads ----

let pad = null; // {index, buttons, axes}: as they were told to the module

function pads() {
    const all = navigator.getGamepads ? [...navigator.getGamepads()].filter((one) => one && one.connected) : [];
    const now = all.find((one) => pad && one.index === pad.index) || all.find((one) => one.mapping === 'standard') || all[0];
    if (pad && (!now || now.index !== pad.index)) {
        withText('', (id) => module._web_pad(id));
        pad = null;
    }
    if (!now)
        return;
    if (!pad) {
        pad = { index: now.index, buttons: [], axes: [] };
        withText(now.id, (id) => module._web_pad(id));
    }
    now.buttons.forEach((button, i) => {
        const trigger = i === 6 || i === 7;
        if (trigger && pad.buttons[i] !== button.value)
            module._web_pad_axis(i - 2, button.value);
        else if (!trigger && !!pad.buttons[i] !== button.pressed)
            module._web_pad_button(i, button.pressed);
        pad.buttons[i] = trigger ? button.value : button.pressed;
    });
    now.axes.slice(0, 4).forEach((value, i) => {
        if (pad.axes[i] !== value)
            module._web_pad_axis(i, value);
        pad.axes[i] = value;
    });
}

// ---- the page ----

function gesture() {
    sound.start().catch((error) => console.warn(error));
    stayAwake();
}

// While the game is seen, the screen does not go dark: cutscenes have no input.
async function stayAwake() {
    if (wake || document.hidden || !navigator.wakeLock)
        return;
    try {
        wake = await navigator.wakeLock.request('screen');
        wake.addEventListener('release', () => { wake = null; });
    } catch (error) {
        wake = null;
    }
}

function connectPage() {
    new ResizeObserver(() => module._web_resize()).observe(stage);
    matchMedia('(orientation: portrait)').addEventListener('change', () => module._web_resize());
    document.addEventListener('visibilitychange', () => {
        module._web_focus(!document.hidden);
        sound.hide(document.hidden);
        if (document.hidden) {
            leave(); // the browser may end the page without another word
            running = false;
        } else if (!running && !ended) {
            running = true;
            requestAnimationFrame(frame);
        }
    });
    addEventListener('blur', () => module._web_focus(false));
    addEventListener('focus', () => module._web_focus(true));
    addEventListener('pagehide', () => { leave(); });
    history.pushState(null, ''); // the back button is that of the game, until there is nothing to go back to
    addEventListener('popstate', () => {
        if (running && module._web_back())
            history.pushState(null, '');
        else
            leave().then(() => history.back());
    });
}

// ---- loading ----

async function bytesOf(url, total, progress) {
    const response = await fetch(url);
    if (!response.ok)
        throw new Error(`${url}: the server answered ${response.status}`);
    const parts = [], reader = response.body.getReader();
    let count = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
        parts.push(part.value);
        count += part.value.length;
        progress(count / total);
    }
    return { parts, count };
}

// https://github.com/WebAssembly/simd: a function that makes a vector and takes it apart.
const hasSimd = () => WebAssembly.validate(new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]));

const HASHES = {
    'engine.wasm': '@HASH engine.wasm@',
    'engine-plain.wasm': '@HASH engine-plain.wasm@',
};

async function createModule() {
    const name = hasSimd() ? 'engine' : 'engine-plain', file = name + '.wasm';
    const [code, response] = await Promise.all([import(`./${name}.mjs`), fetch(file, { integrity: HASHES[file] })]);
    if (!response.ok)
        throw new Error(`${file}: the server answered ${response.status}`);
    return code.default({ page, sockets: online, wasmBinary: await response.arrayBuffer() });
}

async function start() {
    const progress = (part) => { $('progress').value = part; };
    const query = new URLSearchParams(location.search);
    $('state').textContent = 'Loading';
    storage = new Storage(note);
    const [created, game] = await Promise.all([createModule(), bytesOf(GAME, SIZE, progress)]);
    module = created;
    const at = module._web_alloc(game.count);
    let end = at;
    for (const part of game.parts) {
        module.HEAPU8.set(part, end);
        end += part.length;
    }
    game.parts.length = 0;
    const id = module.UTF8ToString(module._web_game_id(at, game.count));
    await storage.open(id);
    const language = (query.get('language') || navigator.language || 'en').slice(0, 2);
    online.begin(module, at, game.count, withBytes, withText);
    const opened = withText(language, (code) => module._web_open(at, game.count, code, 0, 0));
    if (!opened)
        return;
    sound = new Sound(module._web_sound_rate(), (count) => {
        const samples = module._web_sound(count);
        return new Float32Array(module.HEAPU8.buffer, samples, 2 * count);
    });
    connectKeys();
    connectPointers();
    connectPage();
    new Saves(storage, download, () => leave());
    $('loading').hidden = true;
    running = true;
    canvas.focus();
    window.oisin = { module, storage, page }; // for tests
    requestAnimationFrame(frame);
    if ('serviceWorker' in navigator)
        navigator.serviceWorker.register('sw.js').catch((error) => console.warn(error));
}

start().catch((error) => fail(`The game could not be loaded: ${error.message}`));
