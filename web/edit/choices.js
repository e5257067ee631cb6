// Pictures and sounds of names: shown beside a field, and to choose from.

import { tr, plural } from './words.js';
import { element, dialog } from './page.js';
import { listenTo } from './listen.js';
import { SOUNDS } from './sounds.js';
import * as api from './api.js';

const SHOWN_MAX = 300; // more are found with the filter
const SPRITES = ['tiles', 'chars', 'portraits', 'ui', 'backs'];
const FOLDERS = { sound: 'sounds', music: 'music' };

let pictures = new Map(), voices = [], lists = new Map(), grid = { grid: 'ortho', w: 32, h: 32 };

export function updateChoices(project) {
    pictures = new Map(project.pictures.map(([kind, name, path]) => [`${kind}/${name}`, path]).reverse());
    voices = project.voices;
    lists = new Map(project.kinds.map((kind) => [kind.id, kind.names]));
    grid = { grid: project.grid, w: project.tileWidth || 32, h: project.tileHeight || 32 };
}

// How the cells of its maps lie, and their size.
export const gridOfProject = () => grid;

// The image of a sprite: of its usual folder, otherwise of another one.
export function picturePath(kind, name) {
    for (const folder of [kind, ...SPRITES])
        if (pictures.has(`${folder}/${name}`))
            return pictures.get(`${folder}/${name}`);
    return null;
}

export function pictureOf(kind, name) {
    const path = picturePath(kind, name);
    return path && api.imageAddress(path);
}

// A voice has a file for each language; the first one is played.
function soundOf(kind, name) {
    const path = kind === 'speech' ? voices.find((one) => one.replace(/^speech\/|(_[^_/]*)?\.ogg$/g, '') === name)
        : lists.get(kind)?.includes(name) ? `${FOLDERS[kind]}/${name}.ogg` : null;
    return path ? api.address(path) : null;
}

const isSound = (kind) => kind in FOLDERS || kind === 'speech';
const folderOf = (kind) => ['object', 'tile'].includes(kind) ? 'tiles' : kind;

// The picture of a value, or a button that plays it; null: it has none.
export function preview(kind, name) {
    const address = isSound(kind) ? soundOf(kind, name) : SPRITES.includes(folderOf(kind)) ? pictureOf(folderOf(kind), name) : null;
    if (!address)
        return null;
    return isSound(kind) ? listenTo(address, name)
        : element('img', { src: address, alt: '', loading: 'lazy', class: 'sprite' });
}

// The same beside a field: a picture leads to the page of its image.
export function previewLink(kind, name) {
    const made = preview(kind, name), path = isSound(kind) ? null : made && picturePath(folderOf(kind), name);
    return path ? element('a', { href: '#' + encodeURIComponent(path), 'aria-label': tr`Image ${name}` }, made) : made;
}

export const hasChoices = (kind) => isSound(kind) || SPRITES.includes(folderOf(kind));

// Resolves to the name that was chosen, or to null.
export function choose(kind, title, value) {
    return dialog(title, (close) => {
        const list = element('ul', { class: 'choices' }), count = element('p', { role: 'status' });
        const filter = element('input', { type: 'search', 'aria-label': tr`Filter`, placeholder: tr`Filter`, autocomplete: 'off', spellcheck: 'false', oninput: () => show(),
            onkeydown: (event) => {
                if (event.key === 'Enter') {
                    event.preventDefault();
                    list.querySelector('.choice')?.focus();
                }
            } });
        const show = () => {
            const words = filter.value.trim().toLowerCase(), found = (lists.get(kind) || []).filter((name) => name.toLowerCase().includes(words));
            count.textContent = found.length > SHOWN_MAX ? tr`${found.length} names, the first ${SHOWN_MAX} are shown` : plural(found.length, '{0} name', '{0} names');
            list.replaceChildren(...found.slice(0, SHOWN_MAX).map((name) => {
                const shown = preview(kind, name), button = element('button', { type: 'button', class: 'choice',
                    'aria-pressed': String(name === value), onclick: () => close(name) }, isSound(kind) ? null : shown, element('span', {}, name));
                return element('li', {}, isSound(kind) ? shown : null, button);
            }));
        };
        show();
        const more = isSound(kind) ? element('p', {}, element('a', { href: `#${encodeURIComponent(SOUNDS + kind)}`, onclick: () => close(null) }, tr`Add sounds…`)) : null;
        return [filter, count, list, ...(more ? [more] : [])];
    }, [{ text: tr`Cancel`, value: () => null }]);
}
