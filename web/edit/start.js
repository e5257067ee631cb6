// `oisin edit` without a project: one's own projects, and templates for a new one (src/cli/edit_start.c).

import { tr } from './words.js';
import { $, askText, element, failed, status } from './page.js';
import * as api from './api.js';

// The editor of the project answers at the same address.
async function open(values) {
    try {
        await api.begin(values);
        location.reload();
    } catch (error) {
        failed(error);
    }
}

async function create(template, folder) {
    const name = await askText(tr`New game`, tr`Name (letters, digits, _ and .)`, '', tr`Its folder is made in ${folder}.`);
    if (!name?.trim())
        return;
    status(tr`The game is being made.`);
    await open({ name: name.trim(), template });
}

// A picture with the words below it, as one button.
function card({ title, sentence, picture, action }) {
    return element('li', {}, element('button', { type: 'button', class: 'card', onclick: action },
        picture ? element('img', { src: picture, alt: '', loading: 'lazy' }) : null, element('strong', {}, title), element('span', {}, sentence)));
}

async function show() {
    const { folder, projects, templates } = await api.project();
    document.body.classList.add('starting');
    for (const id of ['search', 'undo', 'redo', 'play', 'keys', 'tree'])
        $(id).hidden = true;
    $('item').replaceChildren(element('header', {}, element('h2', {}, tr`Your games`)),
        projects.length ? element('ul', { class: 'cards' }, ...projects.map(({ name, title }) => card({ title, sentence: name, action: () => open({ name }) })))
            : element('p', {}, tr`There is none yet in ${folder}. Begin with one of these:`),
        element('h2', {}, tr`Begin a new game`),
        element('ul', { class: 'cards' }, ...templates.map(({ name, sentence, picture }) => card({ title: name, sentence, picture: picture ? api.templatePicture(name) : null,
            action: () => create(name, folder).catch(failed) }))));
    document.title = `${tr`Your games`} - Oisín`;
    $('item').focus();
}

show().catch(failed);
