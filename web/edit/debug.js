// The debugger: what was played is played again, without a window, and stops at breakpoints.

import { tr } from './words.js';
import { element, status, uniqueId, failed } from './page.js';
import { breakpoints, showStop } from './breakpoints.js';
import * as api from './api.js';

const BUTTONS = [['continue', tr`Continue`], ['next', tr`Next line`], ['step', tr`Into`], ['finish', tr`To the end`], ['attributes', tr`Attributes`], ['locals', tr`Local variables`]];

let panel = null;

function build() {
    const id = uniqueId('print');
    const log = element('pre', { class: 'output', tabindex: '0', role: 'log', 'aria-label': tr`Debugger` });
    const print = element('input', { id, size: 16, autocomplete: 'off', spellcheck: 'false' });
    const form = element('form', { onsubmit: (event) => {
        event.preventDefault();
        if (print.value.trim())
            send(`print ${print.value.trim()}`);
    } }, element('label', { for: id }, tr`Value of `), print, ' ', element('button', {}, tr`Print`));
    const made = element('section', { class: 'debug', 'aria-label': tr`Debugger` }, element('div', { role: 'group', 'aria-label': tr`Go on` },
        ...BUTTONS.map(([command, text]) => element('button', { type: 'button', onclick: () => send(command) }, text)),
        element('button', { type: 'button', onclick: endDebug }, tr`End`)), form, log);
    return { element: made, log, timer: 0 };
}

function show(answer) {
    for (const line of answer.lines.split('\n').filter((one) => one && one !== 'ok')) {
        panel.log.append(`${line}\n`);
        const [, path, number] = /^stopped: .* at ([^ :]+):(\d+) /.exec(line) || [];
        if (path) {
            showStop({ path, line: +number });
            if (decodeURIComponent(location.hash.slice(1)) !== path)
                location.hash = encodeURIComponent(path);
        }
        if (line.startsWith('stopped: '))
            status(line.replace(/^stopped: /, tr`Stopped: `));
    }
    panel.log.scrollTop = panel.log.scrollHeight;
    if (!answer.playing) {
        panel.log.append(tr`What was played has ended.\n`);
        showStop(null);
        status(tr`What was played has ended.`);
        clearInterval(panel.timer);
    }
}

async function ask(values) {
    try {
        const answer = await api.debug(values);
        if (panel)
            show(answer);
    } catch (error) {
        failed(error);
        endDebug();
    }
}

function send(command) {
    if (/^(continue|next|step|finish)$/.test(command))
        showStop(null);
    return ask({ command });
}

export function endDebug() {
    if (!panel)
        return;
    clearInterval(panel.timer);
    panel.element.remove();
    panel = null;
    showStop(null);
    api.debug({ end: true }).catch(() => {});
}

// Below `above`: plays a recording, and stops at the breakpoints.
export async function beginDebug(above, recording) {
    endDebug();
    const all = breakpoints();
    if (!all.length) {
        status(tr`There is no breakpoint: choose a line of a handler, and press F9 or click beside its number.`, true);
        return;
    }
    panel = build();
    above.after(panel.element);
    await ask({ recording });
    for (const { path, line } of all)
        if (panel)
            await ask({ command: `break ${path}:${line}` });
    if (!panel)
        return;
    await ask({ command: 'continue' });
    if (panel)
        panel.timer = setInterval(() => ask({}), 200);
}
