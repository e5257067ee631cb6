// What can be placed on a layer of a map: pictures in groups, with a filter and what was used last.

import { tr } from './words.js';
import { element, uniqueId } from './page.js';
import { kindOfLayer } from './map_view.js';

const THINGS_MAX = 600; // more are found with the filter
const RECENT_MAX = 8;
const GROUP_MIN = 3; // names with the same beginning; fewer are among the others

// "grass_soo0", "grass_12" and "grassA" begin with "grass".
const beginning = (name) => /^[^_0-9]*[^_0-9A-Z]?/.exec(name)[0].replace(/[A-Z]$/, '') || name;

// Names in the order of their sheets first, then by their beginnings: [{ title, numbers }]. `sheets`: name to the path of the
// image that it is cut from.
export function groupsOf(names, sheets) {
    const groups = new Map(), others = [];
    const add = (title, number) => { groups.has(title) ? groups.get(title).push(number) : groups.set(title, [number]); };
    const counts = new Map();
    for (const name of names)
        counts.set(beginning(name), (counts.get(beginning(name)) || 0) + 1);
    names.forEach((name, number) => { if (sheets.has(name)) add(sheets.get(name), number); });
    names.forEach((name, number) => {
        if (sheets.has(name))
            return;
        counts.get(beginning(name)) >= GROUP_MIN ? add(beginning(name), number) : others.push(number);
    });
    const list = [...groups].map(([title, numbers]) => ({ title, numbers }));
    return others.length ? [...list, { title: list.length ? tr`Others` : '', numbers: others }] : list;
}

// The names that are parts of a sheet, in its order: an image that has several names.
export function sheetsOf(pictures) {
    const paths = new Map(), sheets = new Map();
    for (const [kind, name, path] of pictures)
        if (kind === 'tiles')
            paths.set(path, [...(paths.get(path) || []), name]);
    for (const [path, names] of paths)
        if (new Set(names).size > 1)
            for (const name of names)
                sheets.set(name, path.replace(/^.*\//, '').replace(/\.[a-z]+$/, ''));
    return sheets;
}

export class Palette {
    // `chosen(number)`: by the person.
    constructor(view, pictures, chosen) {
        Object.assign(this, { view, chosen, layer: 0, number: 0, only: null, recent: new Map(), sheets: sheetsOf(pictures), id: uniqueId('palette') });
        this.filter = element('input', { type: 'search', 'aria-label': tr`Filter of what can be placed`, placeholder: tr`Filter`, oninput: () => this.show() });
        this.count = element('p', { role: 'status', class: 'count' });
        this.list = element('div', { class: 'palette', role: 'listbox', tabindex: '0', 'aria-label': tr`What is placed`, onkeydown: (event) => this.key(event) });
        this.parts = [this.filter, this.count, this.list];
    }

    get names() { return this.view.names(this.layer); }
    get kind() { return kindOfLayer(this.layer); }
    // Numbers of what was used last.
    get last() { return (this.recent.get(this.kind) || []).map((name) => this.names.indexOf(name)).filter((number) => number >= 0); }

    // `only`: numbers; null: all.
    set(layer, number, only = null) {
        Object.assign(this, { layer, number, only });
        this.show();
    }

    thing(number, group) {
        return element('div', { role: 'option', id: `${this.id}-${group}-${number}`, 'aria-selected': String(number === this.number), title: this.names[number], 'data-number': number,
            onclick: () => this.choose(number) }, element('img', { src: this.view.thing(this.layer, number), alt: '', loading: 'lazy', fetchpriority: 'low', draggable: 'false' }), element('span', {}, this.names[number]));
    }

    show() {
        const words = this.filter.value.trim().toLowerCase(), names = this.names, wanted = (number) => names[number] !== undefined && names[number].toLowerCase().includes(words) && (!this.only || this.only.includes(number));
        const groups = groupsOf(names, this.sheets).map(({ title, numbers }) => ({ title, numbers: numbers.filter(wanted) })).filter(({ numbers }) => numbers.length);
        const last = this.last.filter(wanted), total = groups.reduce((sum, { numbers }) => sum + numbers.length, 0);
        this.count.textContent = !total && this.only ? tr`No terrain has this name; the other tools show all tiles.` : total > THINGS_MAX ? tr`${total} names, the first ${THINGS_MAX} are shown` : '';
        let left = THINGS_MAX;
        const made = [...(last.length && total > 2 * RECENT_MAX ? [{ title: tr`Used last`, numbers: last }] : []), ...groups].map(({ title, numbers }, i) => {
            const shown = numbers.slice(0, left), head = `${this.id}-${i}`;
            left -= shown.length;
            return shown.length && element('div', { role: 'group', class: 'things', ...(title ? { 'aria-labelledby': head } : {}) },
                title ? element('div', { id: head, class: 'group', role: 'presentation' }, title) : null, ...shown.map((number) => this.thing(number, i)));
        });
        this.list.replaceChildren(...made.filter(Boolean));
        this.mark();
    }

    mark(scroll = false) {
        let first = null;
        for (const made of this.list.querySelectorAll('[role="option"]')) {
            const is = +made.dataset.number === this.number;
            made.setAttribute('aria-selected', String(is));
            if (is)
                first ||= made;
        }
        first ? this.list.setAttribute('aria-activedescendant', first.id) : this.list.removeAttribute('aria-activedescendant');
        if (scroll)
            first?.scrollIntoView({ block: 'nearest' });
    }

    choose(number, scroll = false) {
        this.number = number;
        this.mark(scroll);
        this.chosen(number);
    }

    // It was painted with: shown first from the next layer or filter on.
    used(number) {
        const name = this.names[number];
        this.recent.set(this.kind, [name, ...(this.recent.get(this.kind) || []).filter((one) => one !== name)].slice(0, RECENT_MAX));
    }

    key(event) {
        const all = [...this.list.querySelectorAll('[role="option"]')].filter((one, i, list) => list.findIndex((other) => other.dataset.number === one.dataset.number) === i);
        const now = all.findIndex((one) => +one.dataset.number === this.number), step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (!step || !all.length)
            return;
        event.preventDefault();
        this.choose(+all[Math.min(all.length - 1, Math.max(0, now + step))].dataset.number, true);
    }
}
