// A map's properties and patrol paths, below the map.

import { tr } from './words.js';
import { element, status, prose, uniqueId } from './page.js';
import { field } from './fields.js';
import * as api from './api.js';

// The words of a value: the last member may be the rest of the line.
function wordsOf(known, value) {
    const parts = [];
    let rest = (value || '').trim();
    known.members.forEach((member) => {
        if (member.rest) {
            parts.push(rest);
            rest = '';
        } else {
            const [word = ''] = /^\S+/.exec(rest) || [];
            parts.push(word);
            rest = rest.slice(word.length).trim();
        }
    });
    return parts;
}

const CHANGED = tr`Another program has changed the map meanwhile: your change was not written. Make it again.`;

export class MapParts {
    // `saved(answer)`: after a change.
    constructor(map, editor, saved) {
        Object.assign(this, { map, editor, saved, chosen: 0, lists: 0 /* counts those of others */, queue: Promise.resolve() });
        this.properties = element('div');
        this.paths = element('div');
        this.element = element('div', { class: 'map-parts' }, element('details', {}, element('summary', {}, tr`Properties of the map`), this.properties),
            element('details', { open: map.paths.length > 0 }, element('summary', {}, tr`Patrol paths`), this.paths));
        this.show();
    }

    update(map) {
        const changed = JSON.stringify([map.properties, map.paths]) !== JSON.stringify([this.map.properties, this.map.paths]);
        this.map = map;
        this.lists += changed;
        if (changed)
            this.show();
    }

    // `make()`: what is sent, from the map as it is when all changes before have been written. Lists of others are kept: the
    // editor merges ours, which is based on the map that is shown.
    send(make) {
        const lists = this.lists;
        if (this.showing) // a field that goes is told that it was left
            return;
        this.queue = this.queue.then(async () => {
            try {
                const { map } = this, values = lists === this.lists ? make() : null;
                if (lists !== this.lists)
                    status(CHANGED, true);
                if (!values)
                    return;
                const answer = await api.mapParts(this.editor.path, map.hash, values);
                Object.assign(this.map, values); // what is read again is new only where others have changed it
                if (answer.merged || map !== this.map)
                    await this.editor.reload();
                else
                    map.hash = answer.hash;
                status(answer.merged ? tr`Saved, together with a change of another program.` : tr`Saved.`);
                this.saved(answer);
            } catch (error) {
                if (error.status === 412)
                    await this.editor.reload().then(() => this.show()).catch(() => {});
                status(error.status === 412 ? CHANGED : error.message, true);
            }
        });
    }

    show() {
        this.showing = true;
        this.showProperties();
        this.showPaths();
        this.showing = false;
    }

    // ---- properties ----

    // `find(list)`: the index of what changes, -1: a new one. `value`: null: it is removed.
    setProperty(find, value) {
        this.send(() => {
            const properties = this.map.properties.map((one) => ({ ...one })), index = find(properties);
            if (index < 0 && value)
                properties.push(value);
            else if (index >= 0)
                properties.splice(index, 1, ...(value ? [value] : []));
            return { properties };
        });
    }

    fieldsOf(known, index) {
        const list = this.map.properties, words = wordsOf(known, index < 0 ? '' : list[index].value);
        return known.members.map((member, i) => field(member, words[i] || (member.rest || index < 0 ? '' : member.default),
            known.members.length > 1 ? null : known.name, '', (value, typing) => {
                if (typing)
                    return;
                words[i] = value.trim();
                const find = (all) => all.findIndex((one, k) => one.name === known.name && (!known.many || k === index));
                const full = known.members.map((one, k) => words[k] || (one.rest ? '' : one.default || '-')).join(' ').trim();
                const empty = known.members.length === 1 ? !words[0] || words[0] === '-' : !words.some((word) => word && word !== '-');
                this.setProperty(find, empty ? null : { name: known.name, value: full });
            }));
    }

    showProperties() {
        const list = this.map.properties, parts = [];
        for (const known of this.map.known) {
            const rows = list.map((one, index) => ({ one, index })).filter(({ one }) => one.name === known.name);
            const head = uniqueId('property'), heading = element('h3', { id: head }, known.name.replace(/^./, (letter) => letter.toUpperCase()));
            const made = element('div', { class: 'section', role: 'group', 'aria-labelledby': head }, heading, element('p', { class: 'doc' }, prose(known.doc)));
            if (!known.many)
                made.append(element('div', { class: 'row' }, ...this.fieldsOf(known, rows.length ? rows[0].index : -1)));
            else {
                for (const { index } of rows)
                    made.append(element('div', { class: 'row' }, ...this.fieldsOf(known, index),
                        element('button', { type: 'button', 'aria-label': tr`Remove this ${known.name}`, onclick: () => { this.setProperty(() => index, null); this.later(); } }, '✕')));
                made.append(element('button', { type: 'button', class: 'add', onclick: () => { this.setProperty(() => -1, { name: known.name, value: known.example }); this.later(); } },
                    tr`Add a ${known.name}`));
            }
            parts.push(made);
        }
        const unknown = list.filter((one) => !this.map.known.some((known) => known.name === one.name));
        if (unknown.length)
            parts.push(element('p', {}, tr`Not used by the game: `, unknown.map((one) => one.name).join(', ')));
        this.properties.replaceChildren(...parts);
    }

    later() { this.queue.then(() => this.show()); }

    // ---- patrol paths ----

    setPaths(change) {
        this.send(() => {
            const paths = this.map.paths.map((one) => ({ name: one.name, cells: [...one.cells] }));
            return change(paths) === false ? null : { paths };
        });
        this.queue.then(() => { this.showPaths(); this.editor.draw(); });
    }

    // A cell that was chosen on the map.
    addCell({ x, y }) {
        this.setPaths((paths) => {
            if (!paths[this.chosen]) {
                status(tr`There is no patrol path: choose "Add a path at the cursor" below the map.`, true);
                return false;
            }
            paths[this.chosen].cells.push(x, y);
        });
    }

    showPaths() {
        const group = uniqueId('path'), all = this.map.paths;
        this.chosen = Math.min(this.chosen, Math.max(0, all.length - 1));
        const rows = all.map((path, index) => {
            const ids = [uniqueId('path'), uniqueId('cells')];
            const cells = element('input', { id: ids[1], class: 'long', spellcheck: 'false', value: path.cells.reduce((text, n, i) => text + (i % 2 ? `,${n}` : `${i ? ' ' : ''}${n}`), ''),
                onchange: () => {
                    const found = [...cells.value.matchAll(/(\d+)\s*,\s*(\d+)/g)].flatMap((one) => [+one[1], +one[2]]);
                    this.setPaths((paths) => { paths[index].cells = found; });
                } });
            return element('div', { class: 'row' }, element('input', { type: 'radio', name: group, id: ids[0], checked: index === this.chosen, onchange: () => { this.chosen = index; this.editor.draw(); } }),
                element('label', { for: ids[0] }, tr`Path ${path.name} `), element('label', { for: ids[1] }, tr`Cells of path ${path.name} `), cells,
                element('button', { type: 'button', 'aria-label': tr`Delete path ${path.name}`, onclick: () => this.setPaths((paths) => { paths.splice(index, 1); }) }, '✕'));
        });
        const free = [...Array(99).keys()].find((number) => !all.some((path) => path.name === String(number)));
        this.paths.replaceChildren(element('p', { class: 'doc' }, tr`NPCs that patrol walk along the path with their number. The tool `, element('b', {}, tr`Path`),
            tr` adds cells to the chosen one.`), ...rows,
        element('button', { type: 'button', class: 'add', disabled: free === undefined, onclick: () => {
            const { x, y } = this.editor.cursor;
            this.chosen = all.length;
            this.setPaths((paths) => { paths.push({ name: String(free), cells: [x, y] }); });
        } }, tr`Add a path at the cursor`));
    }
}
