// Texts and translations: languages, filters, the table (texts_grid.js), and what is known of the row in it.

import { tr, plural } from './words.js';
import { element, status, dialog, uniqueId, failed } from './page.js';
import { link } from './tree.js';
import { TextsGrid, stateOf, placeName } from './texts_grid.js';
import { playInLanguage } from './play.js';
import * as api from './api.js';

export const TEXTS = 'texts:'; // its address; with a code, this language is shown: texts:de
const SHOWN_MAX = 4; // languages that are shown at first
const FILTERS = [['all', tr`all`], ['missing', tr`missing`], ['fuzzy', tr`fuzzy`], ['wide', tr`does not fit`], ['unused', tr`unused`]];
const ORDER = ['missing', 'fuzzy', 'wide', 'done', 'unused'];

const rowOf = (one, number, unused) => ({ id: one.id, name: one.name, number, speaker: one.speaker || '', places: one.places || [], problem: one.problem || '', unused,
    obsolete: !!one.obsolete, cells: new Map(one.cells.map((cell) => [cell.language, cell])) });
const keyOf = (row) => JSON.stringify(row.unused ? [row.id, [...row.cells.keys()], [...row.cells.values()].map((cell) => cell.context)] : [row.id, !!row.name]);

export class TextsPage {
    // `changed(answer)`: after each change that was written.
    constructor(project, code, changed) {
        Object.assign(this, { project, changed, kept: `oisin-texts-${project.id}`, shown: null, wanted: code, words: '', filter: 'all', rows: [], hashes: new Map(),
            sends: Promise.resolve(), version: 0 /* counts changes */, follows: true });
        this.grid = new TextsGrid({ readOnly: project.readOnly, save: (list, label) => this.save(list, label), go: link, chosen: (row, column) => this.showRow(row, column),
            left: () => this.stale && this.reload().catch(failed) });
        const button = (text, act) => element('button', { type: 'button', hidden: project.readOnly, onclick: () => act().catch(failed) }, text);
        this.boxes = element('div', {});
        this.updateButton = button(tr`Take new and changed texts`, () => this.update());
        this.languages = element('fieldset', { class: 'text-languages' }, element('legend', {}, tr`Languages`), this.boxes,
            element('p', {}, button(tr`New language…`, () => this.addLanguage()), ' ', this.updateButton));
        const ids = ['filter', 'words', 'play'].map(uniqueId);
        this.filterList = element('select', { id: ids[0], onchange: () => { this.filter = this.filterList.value; this.arrange(); } },
            ...FILTERS.map(([value, text]) => element('option', { value }, text)));
        let timer = 0;
        this.wordsField = element('input', { type: 'search', id: ids[1], autocomplete: 'off', oninput: () => {
            clearTimeout(timer);
            timer = setTimeout(() => { this.words = this.wordsField.value.trim().toLowerCase(); this.arrange(); }, 120);
        } });
        this.counter = element('span', { class: 'count', role: 'status' });
        this.playList = element('select', { id: ids[2] });
        const playable = project.plays || project.window;
        this.tools = element('div', { class: 'map-tools' },
            element('span', {}, element('label', { for: ids[0] }, tr`Show `), this.filterList),
            element('span', {}, element('label', { for: ids[1] }, tr`Search texts `), this.wordsField), this.counter,
            element('button', { type: 'button', onclick: () => this.arrange() }, tr`Sort again`),
            playable ? element('span', {}, element('label', { for: ids[2] }, tr`Language of the game `), this.playList, ' ',
                element('button', { type: 'button', onclick: () => playInLanguage(project, this.playList.value) }, tr`Play in it`)) : null);
        this.row = element('section', { class: 'text-row', 'aria-label': tr`The text` });
        this.note = element('p', { class: 'problem', role: 'status' });
        this.element = element('div', { class: 'texts table' }, this.languages, this.tools, this.note, this.grid.element, this.row);
    }

    // ---- what there is ----

    // Again if a translation was saved meanwhile.
    async load() {
        let table, version;
        do {
            version = this.version;
            await this.sends;
            table = await api.texts();
        } while (version !== this.version);
        this.table = table;
        for (const one of table.languages)
            this.hashes.set(one.path, one.hash);
        this.rows = [...table.texts.map((one, i) => rowOf(one, i + 1, false)), ...table.unused.map((one) => rowOf(one, 0, true))];
        const codes = table.languages.filter((one) => !one.source).map((one) => one.code);
        if (!this.shown)
            this.shown = new Set(this.readKept().filter((code) => codes.includes(code)));
        if (!this.shown.size)
            this.shown = new Set(codes.slice(0, SHOWN_MAX));
        const added = !!this.wanted && table.languages.some((one) => one.code === this.wanted);
        if (added) {
            this.keepShown(this.wanted, true);
            this.wanted = null;
        }
        this.showLanguages();
        this.note.hidden = !table.errors;
        this.note.textContent = table.errors ? plural(table.errors, 'The project has {0} error: texts may be missing here.', 'The project has {0} errors: texts may be missing here.') : '';
        return added;
    }

    async open() {
        await this.load();
        this.setColumns();
        this.arrange();
    }

    // After changes: rows keep their order, so that what is being translated stays where it is.
    async reload() {
        if (this.reloading || this.grid.input) {
            this.stale = true;
            return;
        }
        this.reloading = true;
        let added = false;
        try {
            do {
                this.stale = false;
                added = await this.load() || added;
            } while (this.stale && !this.grid.input);
        } finally {
            this.reloading = false;
        }
        if (this.grid.input) { // a cell is edited: after that
            this.stale = true;
            return;
        }
        const order = new Map(this.view?.map((row, i) => [keyOf(row), i])), view = this.rows.filter((row) => order.has(keyOf(row)));
        this.setColumns();
        if (added)
            return this.arrange();
        if (view.length !== order.size || this.rows.length !== this.count)
            return this.arrange(true);
        this.display(view.sort((a, b) => order.get(keyOf(a)) - order.get(keyOf(b))));
    }

    setColumns() { this.grid.setLanguages(this.table.languages.filter((one) => this.shown.has(one.code)), this.table.source); }

    // ---- the rows that are shown ----

    worst(row) {
        const states = row.unused ? ['unused'] : this.grid.languages.filter((one) => !one.error).map((one) => stateOf(row, one));
        return Math.min(row.problem ? ORDER.indexOf('wide') : ORDER.length, ...states.map((state) => ORDER.indexOf(state)));
    }

    fits(row) {
        const { filter, words } = this, states = this.grid.languages.map((one) => row.cells.get(one.code));
        const has = filter === 'all' ? !row.unused : filter === 'unused' ? row.unused
            : !row.unused && (filter === 'wide' ? !!row.problem || states.some((cell) => cell?.overflows) : this.grid.languages.some((one) => !one.error && stateOf(row, one) === filter));
        return has && (!words || this.grid.columns.some((column) => column.kind !== 'state' && this.grid.textOf(row, column).toLowerCase().includes(words)));
    }

    // Missing ones first. `stay`: the active row remains active.
    arrange(stay = false) {
        const active = stay && this.grid.view[this.grid.row], key = active && keyOf(active);
        const view = this.rows.filter((row) => this.fits(row)).map((row, i) => [this.worst(row), i, row]).sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(([, , row]) => row);
        this.grid.row = Math.max(0, key ? view.findIndex((row) => keyOf(row) === key) : 0);
        if (!stay) {
            this.grid.column = this.grid.languages.length ? 1 : 0;
            this.grid.anchor = null;
            this.grid.grid.scrollTop = 0;
        }
        this.display(view);
    }

    display(view) {
        this.view = view;
        this.count = this.rows.length;
        this.counter.textContent = plural(view.length, '{0} text', '{0} texts');
        this.grid.show(view);
    }

    // ---- languages ----

    readKept() {
        try {
            return JSON.parse(localStorage.getItem(this.kept)) || [];
        } catch { /* storage is forbidden, or has something else */
            return [];
        }
    }

    keepShown(code, on) {
        this.shown[on ? 'add' : 'delete'](code);
        try {
            localStorage.setItem(this.kept, JSON.stringify([...this.shown]));
        } catch { /* storage is forbidden: the choice is for this page */ }
    }

    toggle(code, on) {
        this.keepShown(code, on);
        this.setColumns();
        this.arrange();
    }

    showLanguages() {
        const { languages } = this.table, focused = document.activeElement?.dataset?.language, now = JSON.stringify([languages, [...this.shown]]);
        if (this.made === now)
            return;
        this.made = now;
        const boxes = languages.map((one) => {
            const id = uniqueId('language'), left = [one.source ? tr`the language of the texts` : '', !one.source && one.missing ? tr`${one.missing} missing` : '', one.fuzzy ? tr`${one.fuzzy} fuzzy` : ''].filter(Boolean);
            return element('p', {}, element('input', { type: 'checkbox', id, checked: this.shown.has(one.code), 'data-language': one.code, onchange: (event) => this.toggle(one.code, event.target.checked) }),
                element('label', { for: id }, ' ', element('span', { lang: one.code }, one.name), ` (${one.code})`, !one.error && left.length ? `: ${left.join(', ')}` : ''),
                one.error ? element('span', { class: 'problem' }, ' ', element('a', { href: link(one.path) }, one.error.line ? tr`line ${one.error.line}` : one.path), `: ${one.error.text}`) : '');
        });
        this.boxes.replaceChildren(...(boxes.length ? boxes : [element('p', {}, tr`The game has no translation yet.`)]));
        this.updateButton.hidden = this.project.readOnly || !boxes.length;
        if (focused)
            this.boxes.querySelector(`[data-language="${focused}"]`)?.focus();
        const chosen = this.playList.value;
        this.playList.replaceChildren(...languages.map((one) => element('option', { value: one.code, selected: one.code === chosen, lang: one.code }, one.name)));
        this.playList.parentElement?.toggleAttribute('hidden', !languages.length);
    }

    // Names in the language itself and in that of this page.
    async addLanguage() {
        const id = uniqueId('new'), names = new Intl.DisplayNames([document.documentElement.lang || 'en'], { type: 'language', fallback: 'none' });
        const list = this.table.known.map(([code, name]) => [code, name, names.of(code)]).sort((a, b) => new Intl.Collator().compare(a[1], b[1]));
        const asked = dialog(tr`New language`, [
            element('p', {}, tr`The translation begins with all texts of the game. Players choose it in the options of the game.`),
            element('p', {}, element('label', { for: id }, tr`Language `), element('select', { id, name: 'code', required: true }, element('option', { value: '' }, ''),
                ...list.map(([value, name, here]) => element('option', { value }, `${name}${here && here.toLowerCase() !== name.toLowerCase() ? ` – ${here}` : ''} (${value})`))))],
        [{ text: tr`Add`, value: (form) => form.get('code') }, { text: tr`Cancel`, value: () => null }]);
        document.getElementById(id).focus();
        const code = await asked;
        if (!code)
            return;
        const answer = await api.addLanguage(code);
        this.wanted = code;
        status(tr`${answer.path} was made.`);
        this.changed(answer);
    }

    async update() {
        await this.sends;
        const answer = await api.updateTexts();
        if (answer.path === undefined)
            return status(tr`All translations have the texts of the game already.`);
        status(tr`New texts were added. Changed ones are fuzzy until you confirm them.`);
        this.changed(answer);
    }

    // ---- changes ----

    // A request for each file; each is based on the file after the one before.
    save(list, label) {
        this.version++;
        for (const { path, code } of this.table.languages) {
            const edits = list.filter((one) => one.code === code).map((one) => one.edit);
            if (edits.length)
                this.sends = this.sends.then(() => this.send(path, edits, label || tr`translate ${edits[0].id.slice(0, 40)} (${code})`));
        }
    }

    async send(path, edits, label) {
        try {
            const answer = await api.translate(path, this.hashes.get(path), edits, label);
            this.hashes.set(path, answer.hash);
            status(tr`Saved.`);
            this.changed(answer);
            if (answer.merged)
                this.stale = true;
        } catch (error) {
            failed(error);
            if (error instanceof api.ApiError && edits[0].text) // it must not be lost
                status(tr`Not saved: “${edits[0].text}”. ${error.message}`, true);
            this.stale = true;
        }
        if (this.stale)
            setTimeout(() => this.reload().catch(failed));
    }

    // ---- the row ----

    // All of the text that is active: the table shows two lines of each cell.
    showRow(row, column) {
        const now = row && JSON.stringify([row, [...row.cells], column?.lang, this.grid.languages]);
        if (row && this.rowMade === now)
            return;
        this.rowMade = now;
        if (!this.table || !row)
            return this.row.replaceChildren(this.table ? element('p', {}, tr`There is no such text.`) : '');
        const problems = (list) => list?.length ? element('p', { class: 'problem' }, list.join('. ')) : '';
        const parts = [element('dt', {}, tr`Original`), element('dd', {}, element('bdi', { lang: this.table.source }, row.id), problems(row.problem ? [row.problem] : []))];
        for (const one of this.grid.languages) {
            const cell = row.cells.get(one.code);
            if (row.unused && !cell)
                continue;
            parts.push(element('dt', { lang: one.code, class: column?.lang === one.code ? 'chosen' : '' }, one.name), element('dd', {},
                cell?.text ? element('bdi', { lang: one.code, dir: one.rtl ? 'rtl' : 'ltr' }, cell.text) : element('em', {}, tr`missing`),
                cell?.context ? element('small', {}, ' ', tr`context: ${cell.context}`) : '',
                cell?.fuzzy ? element('p', {}, cell.was ? tr`Fuzzy: it was the translation of “${cell.was}”. ` : tr`Fuzzy: somebody has to confirm it. `,
                    row.unused || this.project.readOnly ? '' : element('button', { type: 'button', title: 'Ctrl+Enter', onclick: () => { this.grid.set([[row, one.code, cell.text, true]]); this.grid.grid.focus(); } }, tr`Done`)) : '',
                problems(cell?.problems)));
        }
        if (row.places.length)
            parts.push(element('dt', {}, tr`Places`), element('dd', {}, ...row.places.slice(0, 20).flatMap((place, i) => [i ? ', ' : '', element('a', { href: link(place[0]) }, placeName(place))]),
                row.places.length > 20 ? ' …' : ''));
        this.row.replaceChildren(element('dl', {}, ...parts));
    }
}
