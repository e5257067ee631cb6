// Runs a handler here, in a game of its own, and shows what it does.

import { tr } from './words.js';
import { element, status, uniqueId } from './page.js';
import * as api from './api.js';

const KINDS = { npcs: 'npc', objects: 'object', quests: 'quest', cutscenes: 'cutscene', attributes: 'attribute' };

// Its name for `oisin script run`: "npc:smith:click"; null: it has none.
function handlerName(path, text) {
    const [, folder, name] = /^([a-z]+)\/(.+)\.[a-z]+$/.exec(path) || [], kind = KINDS[folder];
    const [, event, about] = /^\s*e\s+([a-z0-9]+)(?:\s+([A-Za-z0-9_.]+))?/.exec(text) || [];
    if (!kind)
        return null;
    if (kind !== 'npc' && kind !== 'object')
        return `${kind}:${name}`;
    return event ? `${kind}:${name}:${event}${event.startsWith('using') && about ? `:${about}` : ''}` : null;
}

// `text()`: the source as it is now. NULL: this handler is run by the game only.
export function handlerRunner(path, text) {
    if (!handlerName(path, text()))
        return null;
    const ids = ['answers', 'set', 'trace'].map(uniqueId);
    const answers = element('input', { id: ids[0], placeholder: '1,2', autocomplete: 'off', size: 8, 'aria-describedby': `${ids[0]}-help` });
    const set = element('input', { id: ids[1], placeholder: 'hp=10,@hp=3', autocomplete: 'off', size: 16, 'aria-describedby': `${ids[0]}-help` });
    const trace = element('input', { id: ids[2], type: 'checkbox' });
    const problem = element('p', { class: 'problem', role: 'alert' });
    const output = element('pre', { class: 'output', tabindex: '0', role: 'region', 'aria-label': tr`What the handler does`, hidden: true });
    const button = element('button', { type: 'button', onclick: async () => {
        button.disabled = true;
        try {
            const result = await api.run(handlerName(path, text()), { answers: answers.value, set: set.value, trace: trace.checked });
            output.textContent = result.text || tr`It does nothing.`;
            output.hidden = false;
            problem.textContent = result.problem;
            status(result.problem || tr`The handler has run.`, !!result.problem);
        } catch (error) {
            output.hidden = true;
            problem.textContent = error.message;
        } finally {
            button.disabled = false;
        }
    } }, tr`Run`);
    return element('details', { class: 'runner' }, element('summary', {}, tr`Run it here`),
        element('p', { class: 'help', id: `${ids[0]}-help` }, tr`In a new game, beside the player. Answers: rows to choose in dialogs, in order. Attributes: values before it runs; @ is the other one.`),
        element('p', {}, element('label', { for: ids[0] }, tr`Answers `), answers, ' ', element('label', { for: ids[1] }, tr`Attributes `), set, ' ',
            trace, element('label', { for: ids[2] }, tr` every instruction `), ' ', button), problem, output);
}
