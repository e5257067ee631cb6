// The table of texts and translations (texts.js): a row for each text, a column for each language. A cell is a translation; what
// is typed changes only that translation in the file.

import { tr } from './words.js';
import { element, status } from './page.js';
import { CellGrid } from './cells.js';
import { parseRows, tabText } from './csv.js';

const ROW = 48, NARROW = 600; // pixels: two lines of text; below this width, columns are narrower
const WIDTHS = { speaker: 110, place: 170, state: 130 }, FIELD = [68, 220]; // the least and greatest height of a field

// What a row is for a language: "missing", "fuzzy", "wide" (it does not fit), or "done", as all texts are in their own language.
export function stateOf(row, { code, source }) {
    const cell = row.cells.get(code);
    return row.unused ? 'unused' : !cell?.text ? source ? 'done' : 'missing' : cell.fuzzy ? 'fuzzy' : cell.overflows ? 'wide' : 'done';
}

export const STATES = { missing: tr`missing`, fuzzy: tr`fuzzy`, wide: tr`does not fit`, unused: tr`unused`, done: tr`translated` };

// "dialogs/smith.dlg:3" as words: the item and what the text is there.
export const placeName = ([path, , member]) => `${path.replace(/\.[a-z]+$/, '')} ${member}`;

export class TextsGrid extends CellGrid {
    // `values`: readOnly, save(changes, label), go(path), chosen(row): the active row has changed, left(): a field was left.
    constructor(values) {
        super();
        Object.assign(this, values, { view: [], columns: [], languages: [], widths: [], lefts: [0] });
        this.makeGrid(tr`Texts and translations`, this.readOnly);
        this.name = element('span', { id: `${this.id}-name`, class: 'hidden' });
        this.element = element('div', {}, this.grid, this.name);
    }

    get rowHeight() { return ROW; }

    // The languages that are shown: { code, name, rtl, error }.
    setLanguages(languages, source) {
        this.languages = languages;
        this.columns = [{ kind: 'original', title: tr`Original`, lang: source }, ...languages.map((one) => ({ kind: 'language', title: one.name, lang: one.code, language: one })),
            { kind: 'speaker', title: tr`Speaker` }, { kind: 'place', title: tr`Place` }, { kind: 'state', title: tr`State` }];
    }

    show(rows) {
        this.view = rows;
        this.head.replaceChildren(element('span', { role: 'columnheader', class: 'corner', 'aria-colindex': 1 }, tr`Row`));
        const rest = Object.values(WIDTHS).reduce((sum, one) => sum + one, this.corner), wide = this.grid.clientWidth, least = wide < NARROW ? 170 : 200;
        const each = Math.max(least, Math.min(420, Math.floor((wide - rest - 16) / (this.languages.length + 1))));
        this.setWidths(this.columns.map((column) => WIDTHS[column.kind] || each));
        this.head.append(...this.columns.map((column, i) => {
            const made = element('span', { role: 'columnheader', id: `${this.id}--1-${i}`, 'aria-colindex': i + 2, lang: column.language ? column.lang : undefined }, column.title);
            made.style.width = `${this.widths[i]}px`;
            return made;
        }));
        this.setSize();
        this.redraw();
    }

    // There is nothing to do in the titles of columns.
    move(row, column, anchor = null, scroll = true) { super.move(Math.max(0, row), column, anchor, scroll); }

    rowTitle(number) { return `${this.view[number].number || ''}`; }

    // ---- cells ----

    textOf(row, column) {
        if (column.kind === 'language')
            return row.cells.get(column.lang)?.text || '';
        if (column.kind === 'state')
            return this.stateText(row);
        return column.kind === 'original' ? row.id : column.kind === 'speaker' ? row.speaker : row.places.map(placeName).join(', ');
    }

    // The worst one of the languages that are shown; of several, with their codes.
    stateText(row) {
        if (row.unused)
            return row.obsolete ? tr`unused, kept in the file` : STATES.unused;
        const states = this.languages.filter((one) => !one.error).map((one) => [one.code, stateOf(row, one)]).filter(([, state]) => state !== 'done');
        if (!states.length)
            return row.problem ? STATES.wide : STATES.done;
        const same = states.length === this.languages.length && states.every(([, state]) => state === states[0][1]);
        return same ? STATES[states[0][1]] : states.map(([code, state]) => `${code}: ${STATES[state]}`).join(', ');
    }

    problemsOf(row, column) {
        if (column?.kind === 'original')
            return row.problem ? [row.problem] : [];
        return column?.kind === 'language' ? row.cells.get(column.lang)?.problems || [] : [];
    }

    cellElement(number, row, i) {
        const column = this.columns[i], made = document.createElement('span'), text = this.textOf(row, column); // not element(): these are many
        made.setAttribute('role', 'gridcell');
        made.setAttribute('aria-colindex', i + 2);
        made.id = `${this.id}-${number}-${i}`;
        made.style.width = `${this.widths[i]}px`;
        if (column.lang) {
            made.lang = column.lang;
            made.dir = column.language ? column.language.rtl ? 'rtl' : 'ltr' : 'auto';
        }
        if (column.kind === 'language')
            made.className = `text-${stateOf(row, column.language)}`;
        if (this.problemsOf(row, column).length) {
            made.setAttribute('aria-invalid', 'true');
            made.title = this.problemsOf(row, column).join('\n');
        }
        if (column.kind === 'place' && row.places.length)
            made.append(element('a', { href: this.go(row.places[0][0]), tabindex: -1 }, placeName(row.places[0])), row.places.length > 1 ? ` +${row.places.length - 1}` : '');
        else
            made.textContent = text || (column.kind === 'language' && !row.unused ? '–' : '');
        this.markCell(made, number, i);
        return made;
    }

    describe() {
        const row = this.view[this.row], column = this.columns[this.column];
        this.name.textContent = row && column ? `${column.title}: ${this.textOf(row, column) || STATES.missing}. ${this.problemsOf(row, column).join('. ')}` : '';
        this.chosen(row, column);
    }

    // ---- keys ----

    key(event) {
        const ctrl = event.ctrlKey || event.metaKey, column = this.columns[this.column];
        if (this.moveByKey(event))
            return;
        if (event.key === 'Enter' && ctrl)
            this.confirm();
        else if (event.key === 'Enter' && column?.kind === 'place')
            this.cellOf(this.row, this.column)?.querySelector('a')?.click();
        else if (event.key === 'Enter' || event.key === 'F2')
            this.edit();
        else if (event.key === 'Escape')
            this.move(this.row, this.column);
        else if (event.key === 'Delete' && !ctrl)
            this.clear();
        else if (event.key.length === 1 && !ctrl && !event.altKey && column?.kind === 'language')
            this.edit(event.key);
        else
            return;
        event.preventDefault();
        event.stopPropagation();
    }

    // After Tab: the next language, or the first one of the next row.
    moveBy([down, across]) {
        let row = this.row + down, column = this.column + across;
        if (across && column > this.languages.length)
            [row, column] = [row + 1, 1];
        else if (across && column < 1)
            [row, column] = [row - 1, this.languages.length];
        if (row < 0 || row >= this.view.length)
            [row, column] = [this.row, this.column];
        this.move(row, column);
        this.left();
    }

    // ---- editing ----

    // Why a cell cannot be edited; empty: it can.
    fixed(row, column) {
        if (this.readOnly)
            return tr`The project is shown only.`;
        if (!row || column?.kind !== 'language')
            return tr`Translations are edited in the columns of languages.`;
        if (column.language.error)
            return tr`${column.language.path} has an error in line ${column.language.error.line}.`;
        return row.unused ? tr`The game does not use this text.` : '';
    }

    edit(typed = null) {
        const row = this.view[this.row], column = this.columns[this.column], cell = this.cellOf(this.row, this.column), why = this.fixed(row, column);
        if (why || !cell || this.input) {
            if (why)
                status(why);
            return;
        }
        const old = row.cells.get(column.lang)?.text || '';
        const field = element('textarea', { class: 'cell-input', rows: 3, lang: column.lang, dir: column.language.rtl ? 'rtl' : 'ltr', autocomplete: 'off',
            'aria-label': tr`${column.title}: ${row.id}` });
        field.value = typed ?? old;
        const fit = () => {
            field.style.height = 'auto';
            field.style.height = `${Math.max(FIELD[0], Math.min(FIELD[1], field.scrollHeight + 4))}px`;
        };
        field.addEventListener('input', fit);
        this.openField(cell, field, old, (text, done) => this.set([[row, column.lang, text, done]]));
        if (typed === null)
            field.select();
        else
            field.setSelectionRange(typed.length, typed.length);
        fit();
    }

    // Changes translations: [[row, code, text, done]]. A text of a game is one line.
    set(changes, label = '') {
        const list = [];
        for (const [row, code, typed, done] of changes) {
            const text = typed.replace(/\s*[\r\n]+\s*/g, ' ').trim(), old = row.cells.get(code);
            if (text === (old?.text || '') && !(done && old?.fuzzy))
                continue;
            const fuzzy = !!(old?.fuzzy && !done && text);
            row.cells.set(code, { ...(old?.context ? { context: old.context } : {}), text, fuzzy, ...(fuzzy ? { was: old.was } : {}) });
            list.push({ code, row, edit: { id: row.id, context: old?.context || '', name: !!row.name, text, done: !!done } });
        }
        if (!list.length)
            return;
        for (const number of this.drawn.keys())
            this.redrawRow(number);
        this.mark();
        this.describe();
        this.save(list, label);
    }

    // The cells of the selection that can be edited: [row, code, text].
    selected() {
        const [top, left, bottom, right] = this.corners(), found = [];
        for (const row of this.view.slice(top, bottom + 1))
            for (const column of this.columns.slice(left, right + 1))
                if (!this.fixed(row, column))
                    found.push([row, column.lang, row.cells.get(column.lang)?.text || '']);
        return found;
    }

    // What is fuzzy is confirmed.
    confirm() {
        const fuzzy = this.selected().filter(([row, code]) => row.cells.get(code)?.fuzzy);
        if (fuzzy.length)
            this.set(fuzzy.map((one) => [...one, true]), tr`confirm translations`);
        else
            status(tr`Nothing here is fuzzy.`);
    }

    clear() { this.set(this.selected().map(([row, code]) => [row, code, '', false]), tr`clear cells`); }

    clipboard(event) {
        if (this.input || this.row < 0)
            return;
        event.preventDefault();
        const [top, left, bottom, right] = this.corners();
        if (event.type === 'paste')
            return this.paste(parseRows(event.clipboardData.getData('text/plain'), '\t').map((row) => row.cells), top, left);
        event.clipboardData.setData('text/plain', tabText(this.view.slice(top, bottom + 1).map((row) => this.columns.slice(left, right + 1).map((column) => this.textOf(row, column)))));
        status(tr`${bottom - top + 1} × ${right - left + 1} cells copied.`);
        if (event.type === 'cut')
            this.clear();
    }

    // A block from a spreadsheet; cells that cannot be edited are left out.
    paste(block, top, left) {
        const changes = [];
        block.forEach((cells, i) => cells.forEach((text, j) => {
            const row = this.view[top + i], column = this.columns[left + j];
            if (!this.fixed(row, column))
                changes.push([row, column.lang, text, false]);
        }));
        this.set(changes, tr`paste ${block.length} rows`);
    }
}
