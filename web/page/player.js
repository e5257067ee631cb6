// The page of a game: loads module and game, and connects them with canvas, keys, pointers, gamepads, sound and
// storage. What the module calls and what it offers is described in src/player/web/web.h.

import './crc.js';
import { Storage } from './storage.js';
import { Sound } from './sound.js';
import { Saves } from './saves.js';
import { Online } from './online.js';

// Filled in by `oisin build` (src/tirnanog/project/web_page.h).
const { game: GAME, size: SIZE, crc: CRC, version: VERSION, offline: OFFLINE } = document.body.dataset;
// More pixels than this are not drawn one by one: they are scaled by the browser.
const PIXELS_MAX = 1280 * 800;

const $ = (id) => document.getElementById(id);
const stage = $('stage'), canvas = $('screen'), typed = $('typed');
const context = canvas.getContext('2d', { alpha: false, desynchronized: true });

const online = new Online(document.body.dataset.server);
const inEditor = new URLSearchParams(location.search).has('author'); // in the page of `oisin edit`
let module, sound, storage, scale = 1, running = false, ended = false;

// ---- messages ----

let noteTimer = 0, warning = '';

function display(text) {
    $('note').textContent = text;
    $('note').hidden = !text;
}

function note(text) {
    display(text);
    clearTimeout(noteTimer);
    noteTimer = setTimeout(() => display(warning), 8000);
}

// A sentence that stays until it is replaced by another one, or by an empty text.
function warn(text) {
    if (text === warning)
        return;
    warning = text;
    clearTimeout(noteTimer);
    display(text);
}

function fail(text) {
    running = false;
    ended = true;
    sound?.stop();
    $('loading').hidden = false;
    $('progress').hidden = true;
    $('state').textContent = text;
    $('retry').hidden = false;
}

$('retry').onclick = () => location.reload();

// The module has stopped in the middle: its memory is of no use any more. The game was stored by it before
// (saves/emergency.sav, which the player is offered after the next start).
function crash(error) {
    const report = [error.stack || error, `page ${VERSION}`, navigator.userAgent, location.href].join('\n') + '\n';
    fail('The game has stopped because of an error. Your saved games are safe.');
    $('report').hidden = false;
    $('report').onclick = () => download('oisin-report.txt', encoder.encode(report));
}

// An event handler that uses the module.
const guarded = (call) => (event) => {
    if (!running)
        return;
    try {
        call(event);
    } catch (error) {
        crash(error);
    }
};

// The same while the page is hidden, too.
function whole(call) {
    if (ended)
        return;
    try {
        call();
    } catch (error) {
        crash(error);
    }
}

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

const touch = matchMedia('(pointer: coarse)'), reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

// Called after size(). Density: pixels of size() for a CSS pixel.
const displayFacts = () => ({ density: (window.devicePixelRatio || 1) / scale, touch: touch.matches, reducedMotion: reducedMotion.matches });

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
    display: displayFacts,
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

let first = true;

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
    if (first)
        performance.mark('first frame');
    first = false;
}

let nextFrame = 0; // the request of it

const frame = guarded(() => {
    pads();
    const at = module._web_frame();
    if (!at) {
        leave();
        fail('The game has ended.');
        return;
    }
    show(at);
    stayAwake();
    nextFrame = requestAnimationFrame(frame);
});

// Waits for everything that was written.
function leave() {
    if (module)
        module._web_leave();
    return storage.settled();
}

// Also after the end of the game.
function settle() {
    guarded(leave)();
    return storage.settled();
}

// ---- keys ----

const modifiers = (event) => (event.shiftKey ? 1 : 0) | (event.ctrlKey || event.metaKey ? 2 : 0) | (event.altKey ? 4 : 0);

// Keyboards on the screen of a phone have no positions.
const NAMED = ['Enter', 'Backspace', 'Escape', 'Tab', 'Delete', 'Home', 'End', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];
const codeOf = (event) => event.code || (NAMED.includes(event.key) ? event.key : '');

function key(event, down) {
    if (event.isComposing)
        return;
    gesture();
    const used = withText(codeOf(event), (code) => withText(event.key, (letter) => module._web_key(code, letter, modifiers(event), down, event.repeat)));
    const typing = document.activeElement === typed;
    if (used && !(typing && event.key.length === 1))
        event.preventDefault();
    else if (down && !typing && event.key.length === 1 && !event.ctrlKey && !event.metaKey)
        withText(event.key, (text) => module._web_text(text));
}

// What they type without a letter.
const TYPED = { deleteContentBackward: 'Backspace', insertLineBreak: 'Enter', insertParagraph: 'Enter' };

function connectKeys() {
    const inMenu = (event) => $('menu').contains(event.target);
    addEventListener('keydown', guarded((event) => { if (!inMenu(event)) key(event, true); }));
    addEventListener('keyup', guarded((event) => { if (!inMenu(event)) key(event, false); }));
    typed.addEventListener('beforeinput', guarded((event) => {
        const named = TYPED[event.inputType];
        if (named)
            withText(named, (code) => [true, false].forEach((down) => module._web_key(code, code, 0, down, false)));
        else if (event.data && !event.isComposing)
            withText(event.data, (text) => module._web_text(text));
        if (event.cancelable && !event.isComposing)
            event.preventDefault();
    }));
    typed.addEventListener('compositionend', guarded((event) => {
        withText(event.data, (text) => module._web_text(text));
        typed.value = '';
    }));
}

// ---- mouse and fingers ----

function pointer(event, what) {
    const box = stage.getBoundingClientRect(), ratio = (window.devicePixelRatio || 1) / scale;
    const finger = event.pointerType === 'mouse' ? -1 : event.pointerId & 0x7fffffff;
    module._web_pointer(finger, (event.clientX - box.left) * ratio, (event.clientY - box.top) * ratio, what);
}

function connectPointers() {
    canvas.addEventListener('pointerdown', guarded((event) => {
        gesture();
        canvas.setPointerCapture(event.pointerId);
        if (event.pointerType === 'mouse' && event.button === 2)
            module._web_second_button();
        else if (event.pointerType !== 'mouse' || event.button === 0)
            pointer(event, 1);
        canvas.focus({ preventScroll: true });
        event.preventDefault();
    }));
    canvas.addEventListener('pointerup', guarded((event) => { gesture(); pointer(event, 0); }));
    canvas.addEventListener('pointercancel', guarded((event) => pointer(event, 0)));
    canvas.addEventListener('pointermove', guarded((event) => pointer(event, 2)));
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    let turned = 0; // a part of a row
    canvas.addEventListener('wheel', guarded((event) => {
        turned += event.deltaMode === 0 ? event.deltaY / 40 : event.deltaY;
        const rows = Math.trunc(turned);
        turned -= rows;
        if (rows)
            module._web_wheel(-rows);
        event.preventDefault();
    }), { passive: false });
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

let entered = false; // an entry of the history stands for the game, so that the back button is its own

// Browsers allow both only in the handler of a gesture.
function gesture() {
    sound.start().catch((error) => console.warn(error));
    if (!entered)
        history.pushState(null, '');
    entered = true;
}

let wake = null, wakeAsked = false;

// Cutscenes have no input: while one is shown, the screen must not go dark.
async function stayAwake() {
    const wanted = !!module._web_in_cutscene() && !document.hidden;
    if (wanted === wakeAsked || !navigator.wakeLock)
        return;
    wakeAsked = wanted;
    try {
        if (wanted) {
            wake = await navigator.wakeLock.request('screen');
            wake.addEventListener('release', () => { wakeAsked = false; });
        } else {
            await wake?.release();
        }
    } catch (error) {
        wake = null; // the battery is low, or the page may not: the game goes on
    }
}

const hide = guarded(() => {
    cancelAnimationFrame(nextFrame);
    sound.hide(true);
    module._web_focus(false);
    stayAwake();
    leave(); // the browser may end the page without another word
    running = false;
});

const unhide = () => {
    running = true;
    nextFrame = requestAnimationFrame(frame);
    sound.hide(false);
    guarded(() => module._web_focus(document.hasFocus()))();
};

function connectPage() {
    new ResizeObserver(guarded(() => module._web_resize())).observe(stage);
    for (const query of [matchMedia('(orientation: portrait)'), reducedMotion])
        query.addEventListener('change', guarded(() => module._web_resize()));
    document.addEventListener('visibilitychange', () => {
        if (document.hidden && running)
            hide();
        else if (!document.hidden && !running && !ended)
            unhide();
    });
    addEventListener('blur', guarded(() => module._web_focus(false)));
    addEventListener('focus', guarded(() => module._web_focus(true)));
    addEventListener('pagehide', guarded(() => { leave(); }));
    addEventListener('popstate', () => {
        if (running && module._web_back()) {
            history.pushState(null, '');
        } else {
            entered = false;
            (running ? leave() : storage.settled()).then(() => history.back());
        }
    });
}

// ---- loading ----

// The name of the store that sw.js uses for this version.
const STORE = `${new URL('./', location)} ${VERSION}`;

async function gameBytes(progress) {
    const response = await fetch(GAME);
    if (!response.ok)
        throw new Error(`${GAME}: the server answered ${response.status}`);
    const parts = [], reader = response.body.getReader();
    let count = 0, crc = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
        parts.push(part.value);
        count += part.value.length;
        crc = crcOf(crc, part.value);
        progress(count / SIZE);
    }
    if (count !== +SIZE || crc !== +CRC)
        throw new Error(`${GAME} is damaged, or was replaced on the server just now`);
    return { parts, count, headers: response.headers };
}

// So that sw.js need not load it once more.
async function keepGame(game) {
    if (OFFLINE !== 'yes' || !('serviceWorker' in navigator))
        return;
    const store = await caches.open(STORE);
    if (!await store.match(GAME))
        await store.put(GAME, new Response(new Blob(game.parts), { headers: game.headers }));
}

// https://github.com/WebAssembly/simd: a function that makes a vector and takes it apart.
const hasSimd = () => WebAssembly.validate(new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]));

const HASHES = {
    'engine.mjs': '@HASH engine.mjs@',
    'engine.wasm': '@HASH engine.wasm@',
    'engine-plain.mjs': '@HASH engine-plain.mjs@',
    'engine-plain.wasm': '@HASH engine-plain.wasm@',
};

// A module that is imported later is checked by its hash when it is loaded before. Safari before 17 and Firefox
// before 115 do not know such links.
async function preload(file) {
    if (!document.createElement('link').relList?.supports?.('modulepreload')) {
        const response = await fetch(file, { integrity: HASHES[file] });
        if (!response.ok)
            throw new Error(`${file}: the server answered ${response.status}`);
        await response.arrayBuffer();
        return;
    }
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', href: file, integrity: HASHES[file] });
    return new Promise((resolve, reject) => {
        link.onload = resolve;
        link.onerror = () => reject(new Error(`${file} cannot be loaded, or is of another version`));
        document.head.append(link);
    });
}

async function createModule() {
    const name = hasSimd() ? 'engine' : 'engine-plain', file = name + '.wasm';
    const [response] = await Promise.all([fetch(file, { integrity: HASHES[file] }), preload(`${name}.mjs`)]);
    if (!response.ok)
        throw new Error(`${file}: the server answered ${response.status}`);
    const code = await import(`./${name}.mjs`);
    return code.default({ page, sockets: online, wasmBinary: await response.arrayBuffer() });
}

async function openGame(game) {
    const at = module._web_alloc(game.count);
    let end = at;
    for (const part of game.parts) {
        module.HEAPU8.set(part, end);
        end += part.length;
    }
    const id = module.UTF8ToString(module._web_game_id(at, game.count));
    await storage.open(id);
    const chosen = new URLSearchParams(location.search).get('language');
    const languages = chosen ? [chosen] : navigator.languages || [navigator.language];
    online.begin(module, at, game.count, withBytes, withText, whole);
    const options = (inEditor ? 2 + (new URLSearchParams(location.search).has('skip') ? 1 : 0) : 0) + (chosen ? 4 : 0);
    return withText(languages.join(':'), (list) => module._web_open(at, game.count, list, 0, options));
}

async function start() {
    $('state').textContent = 'Loading';
    storage = new Storage(warn);
    const [created, game] = await Promise.all([createModule(), gameBytes((part) => { $('progress').value = part; })]);
    module = created;
    if (!await openGame(game))
        return;
    sound = new Sound(module._web_sound_rate(), (count) => {
        let samples = null;
        whole(() => { samples = new Float32Array(module.HEAPU8.buffer, module._web_sound(count), 2 * count); });
        return samples || new Float32Array(2 * count);
    });
    connectKeys();
    connectPointers();
    connectPage();
    new Saves(storage, download, settle, guarded(() => module._web_files_changed()));
    $('loading').hidden = true;
    running = true;
    canvas.focus();
    window.oisin = { module, storage, page, sound }; // for tests
    nextFrame = requestAnimationFrame(frame);
    await keepGame(game).catch((error) => console.warn(error));
    if (OFFLINE === 'yes' && 'serviceWorker' in navigator)
        navigator.serviceWorker.register('sw.js').catch((error) => console.warn(error));
}

start().catch((error) => fail(`The game could not be loaded: ${error.message}`));
