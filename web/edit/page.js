// Small helpers: elements, texts, the status line, dialogs.

import { tr } from './words.js';

export const $ = (id) => document.getElementById(id);

// element('label', { class: 'x', onclick: f, 'aria-label': 'y' }, 'text', child, ...)
export function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith('on'))
            made.addEventListener(key.slice(2), value);
        else if (value === true)
            made.setAttribute(key, '');
        else if (value !== false && value !== undefined && value !== null)
            made.setAttribute(key, value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined && child !== ''));
    return made;
}

let next = 0;
export const uniqueId = (start) => `${start}-${++next}`;

// ---- nothing moves under a pressed pointer ----

// Leaving a field by a press on a button saves it, and what is shown then could move the button before the release: the click
// would be lost. So what the page shows by itself waits for the release.
let pressed = false;
const waiting = [];

function release() {
    pressed = false;
    setTimeout(runWaiting); // after the click
}

function runWaiting() {
    try {
        while (!pressed && waiting.length)
            waiting.shift()();
    } finally {
        if (!pressed && waiting.length)
            setTimeout(runWaiting);
    }
}

addEventListener('pointerdown', () => { pressed = true; }, true);
for (const name of ['pointerup', 'pointercancel', 'keydown', 'blur'])
    addEventListener(name, (event) => { if (pressed && (name !== 'blur' || event.target === window)) release(); }, true);
// The release may have been over another window, or over the list of a select.
addEventListener('pointermove', (event) => { if (pressed && !event.buttons) release(); }, true);

// In their order: what waits comes first.
export const whenReleased = (act) => { if (pressed || waiting.length) waiting.push(act); else act(); };
export const released = () => new Promise((resolve) => whenReleased(resolve));

// Announced by screen readers, because the line is a live region.
export const status = (text, severe = false) => whenReleased(() => {
    const line = $('status');
    line.textContent = text;
    line.classList.toggle('error', severe);
});

// What went well takes the place of an error that was shown before.
export const clearError = () => whenReleased(() => {
    if ($('status').classList.contains('error'))
        status('');
});

// An error whose message is a sentence for the reader.
export class Sentence extends Error {}

// Other errors are mistakes of the page: their messages are for the console.
export function failed(error) {
    if (!(error instanceof Sentence))
        console.error(error);
    status(error instanceof Sentence ? error.message : tr`The page has made a mistake; what was saved is safe. Load the page again.`, true);
}

// The line with the help for the field that has the focus, in a place of fixed size.
export const help = (text) => { $('help').textContent = text; };

// Markdown of the reference: only `code`.
export function prose(text) {
    const made = element('span');
    text.split('`').forEach((part, i) => made.append(i % 2 ? element('code', {}, part) : part));
    return made;
}

let cancel = null; // the dialog that is open

// A dialog with buttons; resolves to the value of the button, or null, also when another dialog takes its place. `content`:
// elements, or a function of close(value) that returns them.
export function dialog(title, content, buttons) {
    cancel?.();
    return new Promise((resolve) => {
        const box = $('dialog'), heading = uniqueId('dialog');
        const close = (value) => { cancel = null; box.close(); resolve(value); };
        cancel = () => close(null);
        box.replaceChildren(element('form', { method: 'dialog', onsubmit: (event) => {
            event.preventDefault();
            close(buttons[0].value(new FormData(event.target)));
        } },
        element('h2', { id: heading }, title), ...(typeof content === 'function' ? content(close) : content),
        element('p', { class: 'buttons' },
            ...buttons.map((button, i) => element('button', { type: i ? 'button' : 'submit', class: button.class,
                ...(i ? { onclick: () => close(button.value()) } : {}) }, button.text)))));
        box.setAttribute('aria-labelledby', heading);
        box.oncancel = cancel;
        box.showModal();
        box.querySelector('input, textarea, button')?.focus();
    });
}

// One line of text; null: cancelled. `about`: what one should know before.
export function askText(title, label, value = '', about = '') {
    const id = uniqueId('ask');
    return dialog(title, [about ? element('p', {}, about) : '', element('p', {}, element('label', { for: id }, label), ' ',
        element('input', { id, name: 'text', value, required: true, autocomplete: 'off', spellcheck: 'false' }))],
    [{ text: 'OK', value: (data) => data.get('text') }, { text: tr`Cancel`, value: () => null }]);
}

export const confirmed = (title, content, yes) => dialog(title, content,
    [{ text: yes, value: () => true }, { text: tr`Cancel`, value: () => false }]);
