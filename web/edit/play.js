// The game beside the editor, in a frame: reloading after changes, earlier ticks, and a recording that becomes a test.

import { tr } from './words.js';
import { $, element, status, uniqueId, failed } from './page.js';
import * as api from './api.js';
import { scenarioDialog } from './tests.js';
import { beginDebug, endDebug } from './debug.js';

let frame = null, recording = false, bar = null, timer = 0, project = null;

const game = () => frame?.contentWindow?.oisin?.module;

// ---- beginning and ending ----

function open(options, then) {
    const aside = $('game');
    endDebug();
    bar = timeline();
    frame = element('iframe', { src: `player/?author${options}`, title: tr`${project.title}, played`, allow: 'gamepad; fullscreen; autoplay' });
    aside.replaceChildren(frame, bar.element);
    aside.hidden = false;
    $('play').setAttribute('aria-pressed', 'true');
    frame.addEventListener('load', () => frame?.contentWindow.focus());
    clearInterval(timer);
    const opened = frame;
    let waits = true;
    timer = setInterval(() => {
        if (waits && game() && frame === opened) {
            waits = false;
            then?.();
        }
        bar.show();
    }, 200);
}

function close() {
    endDebug();
    clearInterval(timer);
    $('game').replaceChildren();
    $('game').hidden = true;
    $('play').setAttribute('aria-pressed', 'false');
    frame = null;
    recording = false;
}

// Without the player for browsers, in a window of its own.
async function playInWindow(place, language = '') {
    await api.openWindow(place, language);
    status(tr`The game is in its own window. It follows what you change.`);
}

export function togglePlay(about) {
    project = about;
    if (!about.plays)
        playInWindow('').catch(failed);
    else if (frame)
        close();
    else
        open('');
}

// The game from its start, in a language.
export function playInLanguage(about, code) {
    project = about;
    recording = false;
    if (about.plays)
        open(`&language=${encodeURIComponent(code)}`);
    else
        playInWindow('', code).catch(failed);
}

// Text in the memory of the module, until `use` has returned.
function withText(module, text, use) {
    const bytes = new TextEncoder().encode(text), at = module._web_alloc(bytes.length + 1);
    module.HEAPU8.set(bytes, at);
    module.HEAPU8[at + bytes.length] = 0;
    try {
        return use(at);
    } finally {
        module._web_free(at);
    }
}

// The player stands in this cell: of the game that is played, otherwise of a new one.
export function playFrom(about, map, x, y) {
    project = about;
    if (!about.plays) {
        playInWindow(`${map},${x},${y}`).catch(failed);
        return;
    }
    const place = () => {
        const module = game();
        if (module._web_in_cutscene())
            withText(module, 'Escape', (key) => { module._web_key(key, key, 0, 1, 0); module._web_key(key, key, 0, 0, 0); });
        module._web_ticks(2);
        withText(module, `location(${map},${x},${y},so)`, (code) => module._web_run(code));
        frame.contentWindow.focus();
        status(tr`The player is at ${map} ${x} ${y}.`);
    };
    if (game())
        place();
    else
        open('&skip', place);
}

// ---- changes ----

// After a change without errors. False: no game is played.
export async function reloadGame() {
    const module = game();
    if (!module)
        return false;
    if (recording) {
        status(tr`The game that is recorded stays as it was; the change is in the next one.`);
        return false;
    }
    const response = await fetch('api/game');
    if (!response.ok) {
        status((await response.json().catch(() => ({}))).error || tr`The game cannot be built.`, true);
        return false;
    }
    const bytes = new Uint8Array(await response.arrayBuffer()), at = module._web_alloc(bytes.length);
    module.HEAPU8.set(bytes, at);
    module._web_reload(at, bytes.length);
    return true;
}

// ---- the timeline ----

const clock = (ticks, rate) => {
    const tenths = Math.floor(ticks * 10 / rate);
    return `${Math.floor(tenths / 600)}:${String(Math.floor(tenths / 10) % 60).padStart(2, '0')}.${tenths % 10}`;
};

function timeline() {
    const button = (text, label, action) => element('button', { type: 'button', title: label, 'aria-label': label, onclick: () => { if (game()) action(game()); } }, text);
    const id = uniqueId('time');
    const slider = element('input', { type: 'range', id, min: 0, max: 0, value: 0, step: 1, oninput: () => game()?._web_time_go(+slider.value) });
    const time = element('output', { for: id }, `${clock(0, 1)} / ${clock(0, 1)}`), // nothing moves when the game begins
        pause = element('button', { type: 'button', onclick: () => game()?._web_time_stop(!game()._web_time_stopped()) }, tr`Pause`);
    const step = (count) => (module) => module._web_time_go(Math.min(module._web_time_last(), Math.max(module._web_time_first(), module._web_time_now() + count)));
    const record = element('button', { type: 'button', 'aria-pressed': 'false', onclick: () => (recording ? endRecording() : beginRecording()) }, tr`Record a test`);
    const debug = element('button', { type: 'button', title: tr`Plays what you have played again, and stops at breakpoints`, onclick: () => {
        const module = game();
        if (!module)
            return;
        module._web_time_stop(true);
        beginDebug(bar.element, module.UTF8ToString(module._web_recording()));
    } }, tr`Debug`);
    const show = () => {
        const module = game();
        if (!module)
            return;
        const first = module._web_time_first(), now = module._web_time_now(), last = module._web_time_last(), rate = module._web_time_rate();
        slider.min = first;
        slider.max = last;
        if (document.activeElement !== slider || !module._web_time_stopped())
            slider.value = now;
        slider.setAttribute('aria-valuetext', tr`${clock(now, rate)} of ${clock(last, rate)}`);
        time.textContent = `${clock(now, rate)} / ${clock(last, rate)}`;
        pause.textContent = module._web_time_stopped() ? tr`Go on` : tr`Pause`;
        record.textContent = recording ? tr`End and save the test` : tr`Record a test`;
        record.setAttribute('aria-pressed', String(recording));
        record.disabled = project.readOnly;
    };
    return { show, element: element('div', { class: 'timeline', role: 'group', 'aria-label': tr`Time` }, pause, button('‹', tr`One tick back`, step(-1)),
        element('label', { for: id, class: 'hidden' }, tr`Time of the game`), slider, button('›', tr`One tick forward`, step(1)), time, debug, record) };
}

// ---- recording ----

// A test begins with a new game: what was played before is not part of it.
function beginRecording() {
    open('&skip', () => status(tr`Recorded: play, then choose "End and save the test".`));
    recording = true;
}

async function endRecording() {
    const module = game();
    if (!module)
        return;
    const text = module.UTF8ToString(module._web_recording());
    module._web_time_stop(true);
    recording = false;
    bar.show();
    await scenarioDialog(project, text);
}
