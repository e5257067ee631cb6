// "Insert ...": a template of handlers is chosen, and what it needs from lists.

import { tr, translated } from './words.js';
import { element, dialog, uniqueId, Sentence } from './page.js';
import { preview } from './choices.js';

const NONE = tr`none yet: make one first`;
let templates = null;

// Those for files of this folder.
async function templatesOf(path) {
    templates ||= await fetch('handlers.json').then((response) => response.json());
    return templates.filter((one) => one.folders.includes(path.replace(/\/.*/, '')));
}

export const hasTemplates = (path) => /^(npcs|objects)\//.test(path);

function chooseTemplate(list) {
    return dialog(tr`Insert handlers`, (close) => [element('ul', { class: 'choices template-choices' }, ...list.map((one) =>
        element('li', {}, element('button', { type: 'button', class: 'choice', onclick: () => close(one) },
            element('strong', {}, translated(one.title)), element('span', {}, translated(one.doc))))))],
    [{ text: tr`Cancel`, value: () => null }]);
}

// A field for a question. Its value is in the form under the name of the question.
function question({ name, kind, title, value }, kinds) {
    const id = uniqueId('ask'), names = kinds.get(kind)?.names || [];
    if (kind === 'number')
        return element('p', {}, element('label', { for: id }, translated(title)), ' ', element('input', { id, name, type: 'number', min: 0, max: 65535, step: 1, required: true, value }));
    const shown = element('span', { class: 'preview' });
    const show = (chosen) => shown.replaceChildren(...[names.length ? preview(kind, chosen) : null].filter(Boolean));
    show(names[0]);
    return element('p', {}, element('label', { for: id }, translated(title)), ' ',
        element('select', { id, name, required: true, onchange: (event) => show(event.target.value) },
            ...names.length ? names.map((one) => element('option', { value: one }, one)) : [element('option', { value: '' }, NONE)]), ' ', shown);
}

// Resolves to { template, values }, or to null. `kinds`: lists of names.
export async function askTemplate(path, kinds) {
    const template = await chooseTemplate(await templatesOf(path));
    if (!template)
        return null;
    const values = await dialog(translated(template.title), [element('p', { class: 'doc' }, translated(template.doc)), ...template.asks.map((one) => question(one, kinds))],
        [{ text: tr`Insert`, value: (data) => Object.fromEntries(data) }, { text: tr`Cancel`, value: () => null }]);
    if (values && template.asks.some(({ name }) => !values[name]))
        throw new Sentence(tr`Nothing was inserted: something that it needs is missing.`);
    return values && { template, values };
}
