// A field for one value of a row. Which one, the schema of the project's text files tells.

import { tr } from './words.js';
import { element, help as showHelp, uniqueId, whenReleased } from './page.js';
import { updateChoices, hasChoices, previewLink, choose } from './choices.js';

const NONE = '-';

// Lists of names for completion, one for each kind.
export function updateNames(project) {
    for (const kind of project.kinds) {
        const id = `names-${kind.id}`;
        let list = document.getElementById(id);
        if (!list) {
            list = element('datalist', { id });
            document.body.append(list);
        }
        list.replaceChildren(...[NONE, ...kind.names].map((name) => element('option', { value: name })));
    }
    updateChoices(project);
}

function input(member, value, attributes) {
    switch (member.form) {
    case 'number':
        return element('input', { ...attributes, type: 'number', min: member.low, max: member.high, step: 1, value });
    case 'bit': {
        const box = element('input', { ...attributes, type: 'checkbox', checked: value === '1' });
        return box;
    }
    case 'choice':
        return element('select', attributes, ...member.choices.map((choice) =>
            element('option', { value: choice, selected: choice === value }, choice)),
        ...(member.choices.includes(value) ? [] : [element('option', { value, selected: true }, value)]));
    case 'name': case 'sprite': case 'portrait':
        return element('input', { ...attributes, type: 'text', list: `names-${member.kind}`, value, spellcheck: 'false' });
    case 'text': case 'line':
        return element('input', { ...attributes, type: 'text', value, class: 'long', lang: member.form === 'text' ? '' : undefined });
    case 'colour':
        return element('input', { ...attributes, type: 'text', value, pattern: '[0-9A-Fa-f]{8}', size: 8, spellcheck: 'false' });
    default:
        return element('input', { ...attributes, type: 'text', value, spellcheck: 'false' });
    }
}

const label = (name) => name.replaceAll('_', ' ');

// `label`: of a field among several of its kind, else null. `change(value, typing)` is called while the value is typed
// (typing: true) and when it is complete.
export function field(member, value, title, problem, change) {
    const kind = member.form === 'portrait' ? 'portraits' : member.kind;
    const id = uniqueId('field'), help = `${id}-help`, wrong = `${id}-wrong`;
    const control = input(member, value, { id, 'aria-describedby': `${help} ${wrong}`,
        'aria-invalid': problem ? 'true' : undefined });
    const read = () => control.type === 'checkbox' ? (control.checked ? '1' : '0') : control.value;
    const shown = element('span', { class: 'preview' }, previewLink(kind, value));
    const message = element('span', { id: wrong, class: 'problem' }, problem || '');
    let timer = 0;
    control.addEventListener('input', () => {
        clearTimeout(timer);
        timer = setTimeout(() => change(read(), true), 200);
    });
    control.addEventListener('change', () => {
        clearTimeout(timer);
        const chosen = read();
        whenReleased(() => shown.replaceChildren(...[previewLink(kind, chosen)].filter(Boolean)));
        change(chosen, false);
    });
    const picker = hasChoices(kind) ? element('button', { type: 'button', class: 'pick', 'aria-haspopup': 'dialog',
        'aria-label': tr`Choose ${title || label(member.name)}`, title: tr`Choose`, onclick: async () => {
            const name = await choose(kind, tr`Choose ${title || label(member.name)}`, read());
            if (name !== null) {
                control.value = name;
                control.dispatchEvent(new Event('change'));
            }
            picker.focus();
        } }, '…') : null;
    const words = `${member.doc ? member.doc + '. ' : ''}${member.values.replaceAll('`', '')}`;
    control.addEventListener('focus', () => showHelp(words));
    control.addEventListener('blur', () => showHelp(''));
    const made = element('div', { class: `field form-${member.form}` },
        element('label', { for: id }, title || label(member.name)), control, picker,
        member.unit ? element('span', { class: 'unit' }, member.unit) : null, shown, message,
        element('span', { id: help, class: 'help' }, words));
    made.showProblem = (text) => whenReleased(() => {
        message.textContent = text || '';
        if (text)
            control.setAttribute('aria-invalid', 'true');
        else
            control.removeAttribute('aria-invalid');
    });
    return made;
}
