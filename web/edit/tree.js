// The tree of the project on the left: kinds of items, files that exist once, results of a search.

import { tr, plural, translated } from './words.js';
import { $, element } from './page.js';
import { pictureOf } from './choices.js';
import { MODELS, sheetFolders } from './models.js';
import { IMAGES } from './images.js';
import { SOUNDS, SOUND_KINDS } from './sounds.js';

export const link = (path) => '#' + encodeURIComponent(path);

function item(path, name, current, picture) {
    return element('li', {}, element('a', { href: link(path), 'aria-current': path === current ? 'page' : undefined },
        picture ? element('img', { src: picture, alt: '', loading: 'lazy', class: 'icon' }) : null, name));
}

// Kinds that are made with the editor; sounds and fonts come from other programs.
const isMade = (kind) => kind.schema || kind.id === 'map';

const PLURALS = { music: 'music', speech: 'speeches' };

const soundsLink = (project, kind) => project.readOnly ? null : element('p', {}, element('a', { href: link(SOUNDS + kind) }, tr`Add sounds…`));

function group(project, kind, current, open, onNew) {
    const folder = (name) => `${kind.folder}/${name}${kind.suffix}`;
    const icon = kind.id === 'object' || kind.id === 'tile' ? 'tiles' : null;
    return element('details', { open: open.has(kind.id) || kind.names.some((name) => folder(name) === current), 'data-kind': kind.id },
        element('summary', {}, `${translated(PLURALS[kind.id] || `${kind.word}s`)} `, element('span', { class: 'count' }, `${kind.names.length}`)),
        element('ul', {}, ...kind.names.map((name) => item(folder(name), name, current, icon && pictureOf(icon, name)))),
        isMade(kind) ? element('button', { type: 'button', class: 'add', onclick: () => onNew(kind) }, tr`New ${translated(kind.word)}`)
            : SOUND_KINDS.includes(kind.id) ? soundsLink(project, kind.id) : null);
}

// Images by the name of their sprite, which may have an image for each direction.
function images(project, kind, current, open, onNew) {
    const all = project.pictures.filter(([id]) => id === kind.id), known = new Set();
    const shown = all.filter(([, name]) => !known.has(name) && known.add(name));
    return element('details', { open: open.has(kind.id) || all.some(([, , path]) => path === current), 'data-kind': kind.id },
        element('summary', {}, `${translated(`${kind.word}s`)} `, element('span', { class: 'count' }, `${shown.length}`)),
        element('ul', {}, ...shown.map(([, name, path]) => item(path, name, current))),
        project.readOnly ? null : element('button', { type: 'button', class: 'add', onclick: () => onNew(kind) }, tr`Add a ${translated(kind.word)}`),
        project.readOnly ? null : element('p', {}, element('a', { href: link(IMAGES + kind.folder) }, tr`Several images, or a sheet…`)),
        project.readOnly || !sheetFolders(project).includes(kind.folder) ? null : element('p', {}, element('a', { href: link(MODELS + kind.folder) }, tr`Sprites from a model…`)));
}

// Elements stay, and with them what a pointer is about to press and what is scrolled to. So does what a button does: only the
// names of its kind change.
const keyOf = (one) => one.dataset?.kind || one.querySelector?.(':scope > a')?.getAttribute('href') || one.nodeName;

function update(old, made) {
    if (old.nodeType === Node.TEXT_NODE) {
        old.data = made.data;
        return;
    }
    for (const { name } of [...old.attributes])
        if (!made.hasAttribute(name))
            old.removeAttribute(name);
    for (const { name, value } of made.attributes)
        old.setAttribute(name, value);
    updateChildren(old, [...made.childNodes]);
}

function updateChildren(parent, children) {
    const before = new Map();
    for (const child of parent.childNodes)
        before.set(keyOf(child), [...before.get(keyOf(child)) || [], child]);
    const kept = children.map((child) => before.get(keyOf(child))?.shift());
    for (const gone of [...before.values()].flat())
        gone.remove();
    let place = parent.firstChild;
    children.forEach((child, i) => {
        if (kept[i] && !kept[i].isEqualNode(child))
            update(kept[i], child);
        if (kept[i] && kept[i] === place)
            place = place.nextSibling;
        else
            parent.insertBefore(kept[i] || child, place);
    });
}

export function showTree(project, current, onNew, onNewImage) {
    const tree = $('tree');
    const open = new Set([...tree.querySelectorAll('details[open]')].map((made) => made.dataset.kind));
    const files = (kind, title, paths, more = null) => paths.length || more ? element('details', { open: open.has(kind) || paths.includes(current), 'data-kind': kind },
        element('summary', {}, `${title} `, element('span', { class: 'count' }, `${paths.length}`)),
        element('ul', {}, ...paths.map((path) => item(path, path.replace(/^[a-z]+\//, ''), current))), more) : null;
    const made = project.kinds.filter((kind) => kind.id !== 'slot' && !kind.sprites);
    updateChildren(tree, [
        element('p', {}, element('a', { href: link('story:') }, tr`Story`)),
        element('p', {}, element('a', { href: link('texts:') }, tr`Texts and translations`)),
        ...made.filter(isMade).map((kind) => group(project, kind, current, open, onNew)),
        ...project.kinds.filter((kind) => kind.sprites).map((kind) => images(project, kind, current, open, onNewImage)),
        files('game', tr`game and interface`, project.singles.map((single) => single.path)),
        files('lang', 'languages', project.languages), files('ext', 'extensions', project.extensions), files('tests', 'tests', project.tests),
        files('voices', 'speech', project.voices, soundsLink(project, 'speech')),
        ...made.filter((kind) => !isMade(kind) && kind.id !== 'speech' && (kind.names.length || SOUND_KINDS.includes(kind.id))).map((kind) => group(project, kind, current, open, onNew)),
    ].filter(Boolean));
}

// Results of a search instead of the tree.
export function showResults(words, answer, close) {
    $('tree').replaceChildren(
        element('h2', {}, tr`Search: ${words}`),
        element('button', { type: 'button', onclick: close }, tr`Close the search`),
        element('p', { role: 'status' }, answer.results.length ? answer.more ? tr`${answer.results.length} or more results` : plural(answer.results.length, '{0} result', '{0} results') : tr`Nothing was found.`),
        element('ul', { class: 'results' }, ...answer.results.map((one) => element('li', {},
            element('a', { href: link(one.path) }, one.path), one.line ? tr` line ${one.line}` : '',
            one.text ? element('code', {}, one.text) : null))));
}
