// Scenario tests: played here, and written from what was played.

import { tr } from './words.js';
import { element, status, dialog, uniqueId, failed } from './page.js';
import * as api from './api.js';

// Runs the scenarios of a file, or of all: a button and what was printed.
export function testRunner(path) {
    const output = element('pre', { class: 'output', tabindex: '0', role: 'region', 'aria-label': tr`Results`, hidden: true });
    const button = element('button', { type: 'button', onclick: async () => {
        button.disabled = true;
        try {
            const result = await api.test(path);
            output.textContent = result.text;
            output.hidden = false;
            status(tr`${result.passed} passed, ${result.failed} failed.`, result.failed > 0);
        } catch (error) {
            output.hidden = true;
            failed(error);
        } finally {
            button.disabled = false;
        }
    } }, path ? tr`Run these tests` : tr`Run all tests`);
    return element('div', { class: 'runner' }, button, output);
}

const FILE = /^[A-Za-z0-9_.\-]+$/; // with `\-`: the attribute pattern has the flag v

// Adds scenarios to the end of a file, which may be new.
async function append(path, text) {
    let before = { exists: false };
    try {
        before = await api.file(path);
    } catch (error) {
        if (error.status !== 404)
            throw error;
    }
    if (!before.exists)
        return api.upload(path, text);
    const ends = before.text.endsWith('\n') ? '' : '\n';
    return api.change(path, before.hash, [{ op: 'text', text: `${before.text}${ends}\n${text}` }], tr`add a scenario to ${path}`);
}

// What was recorded, as a scenario that is named, changed and saved.
export async function scenarioDialog(project, recording) {
    const ids = ['name', 'file', 'steps'].map(uniqueId);
    let made;
    try {
        made = await api.scenario(recording, 'what was played');
    } catch (error) {
        failed(error);
        return;
    }
    const steps = made.text.slice(made.text.indexOf('\n') + 1);
    const data = await dialog(tr`Save what was played as a test`, [
        element('p', {}, made.problem ? tr`When it is played again, it stops in line ${made.problem}` : tr`It passes when it is played again.`),
        element('p', {}, element('label', { for: ids[0] }, tr`Name of the scenario `), element('input', { id: ids[0], name: 'name', required: true, autocomplete: 'off', value: 'what was played' })),
        element('p', {}, element('label', { for: ids[1] }, tr`File in tests/ `), element('input', { id: ids[1], name: 'file', required: true, pattern: FILE.source.slice(1, -1),
            autocomplete: 'off', value: 'recorded' })),
        element('p', {}, element('label', { for: ids[2], class: 'above' }, tr`Steps`), element('textarea', { id: ids[2], name: 'steps', rows: 14, cols: 60, spellcheck: 'false' }, steps))],
    [{ text: tr`Save`, value: (form) => form }, { text: tr`Cancel`, value: () => null }]);
    if (!data)
        return;
    const path = `tests/${data.get('file').replace(/\.test$/, '')}.test`;
    try {
        await append(path, `scenario ${data.get('name').trim()}\n${data.get('steps').replace(/\r/g, '').replace(/\n*$/, '\n')}`);
        status(tr`Saved: ${path}`);
        location.hash = `#${path}`;
    } catch (error) {
        failed(error);
    }
}
