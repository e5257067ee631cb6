// A table of a database as a grid: what is shown, and the keys. Sorting and filtering change what is shown, not the order in the
// file. table.js adds what changes the file.

import { tr, plural } from './words.js';
import { element, uniqueId, status } from './page.js';
import { CellGrid } from './cells.js';
import { CsvFile } from './csv.js';

const LETTER = 8.5; // the width of a letter in pixels
export const NUMBERS = 'ITUFBXfib', LISTS = 'sC45'; // types of columns: see src/evil_islands/tables/db_types.def

// ---- columns ----

const isBlank = (row) => row.cells.every((cell) => cell === '');

// The tables of a file: one; or, if blank rows separate them (animations), several. Titles are a row of the file.
function partsOf(rows) {
    const names = rows.slice(0, 6).findIndex((row) => row.cells.some((cell) => /^(FLD\d+-\d+|RAW\d+)$/.test(cell)));
    if (names >= 0)
        return [{ titles: names && !isBlank(rows[names - 1]) ? names - 1 : names, names, first: names + 1, count: rows.length - names - 1 }];
    const parts = [];
    for (let i = 0; i < rows.length; i++) {
        if (isBlank(rows[i]))
            continue;
        let end = i;
        while (end < rows.length && !isBlank(rows[end]))
            end++;
        parts.push({ titles: i, names: i, first: i + 1, count: end - i - 1 });
        i = end;
    }
    return parts.length ? parts : [{ titles: 0, names: 0, first: 1, count: 0 }];
}

function columnsOf(file, part, known) {
    const titles = file.rows[part.titles]?.cells || [], names = file.rows[part.names]?.cells || [];
    return names.map((name, i) => {
        const id = /^FLD(\d+)-/.exec(name), found = id && known.find((one) => one.id === +id[1]);
        return { name, title: titles[i] || name, type: found?.type || '', doc: found?.doc || '', refers: found?.refers || null };
    });
}

// What a text refers to: it ends at a brace; codes of modifiers are separated by commas and semicolons.
export const namesIn = (text) => text.split(/\n/).flatMap((line) => line.replace(/\{.*$/s, '').split(/[,;]/)).map((name) => name.trim()).filter(Boolean);

// ---- the grid ----

export class Grid extends CellGrid {
    // `values`: path, hash, readOnly, known (columns), problems, saved(answer), sends.
    constructor(text, title, values) {
        super();
        Object.assign(this, values);
        this.file = new CsvFile(text);
        this.part = 0;
        this.filter = '';
        this.sort = null; // { column, down }
        this.make(title);
        this.refresh();
    }

    make(title) {
        this.makeGrid(title, this.readOnly);
        const id = this.id;
        const button = (text, keys, call) => element('button', { type: 'button', title: keys, disabled: this.readOnly, onclick: () => { call(); this.grid.focus(); } }, text);
        this.select = element('select', { id: `${id}-part`, onchange: () => { this.part = +this.select.value; this.sort = null; this.refresh(); } });
        this.partField = element('span', {}, element('label', { for: `${id}-part` }, tr`Part `), this.select);
        this.words = element('input', { id: `${id}-filter`, type: 'search', autocomplete: 'off' });
        this.where = element('select', { id: `${id}-where` });
        this.counter = element('span', { class: 'count', role: 'status' });
        let timer = 0;
        const filter = () => { clearTimeout(timer); timer = setTimeout(() => { this.filter = this.words.value; this.row = this.column = 0; this.refresh(); }, 120); };
        this.words.addEventListener('input', filter);
        this.where.addEventListener('change', filter);
        const tools = element('div', { class: 'map-tools' }, this.partField,
            element('span', {}, element('label', { for: `${id}-filter` }, tr`Filter `), this.words),
            element('span', {}, element('label', { for: `${id}-where` }, tr`in `), this.where), this.counter,
            element('span', { role: 'group', 'aria-label': tr`Rows` }, button(tr`Add row`, tr`Insert`, () => this.addRow()), ' ',
                button(tr`Duplicate rows`, 'Ctrl+Insert', () => this.duplicateRows()), ' ', button(tr`Delete rows`, 'Ctrl+Delete', () => this.deleteRows())));
        this.name = element('span', { id: `${id}-name` });
        this.links = element('span', { class: 'links' });
        this.problem = element('p', { class: 'problem', role: 'status' });
        this.grid.addEventListener('click', (event) => this.click(event));
        this.list = element('ul', { class: 'plan' });
        this.element = element('section', { class: 'table' }, tools, this.grid, element('p', { class: 'cell-bar' }, this.name, this.links), this.problem, this.list);
    }

    // ---- what is shown ----

    // After changes: parts, columns, and the rows in the order shown.
    refresh() {
        this.parts = partsOf(this.file.rows);
        this.part = Math.min(this.part, this.parts.length - 1);
        const part = this.parts[this.part];
        this.columns = columnsOf(this.file, part, this.known);
        this.partField.hidden = this.parts.length < 2;
        this.select.replaceChildren(...this.parts.map((one, i) => element('option', { value: i, selected: i === this.part }, this.file.rows[one.titles]?.cells[0] || `${i + 1}`)));
        const where = this.where.value;
        this.where.replaceChildren(element('option', { value: '' }, tr`all columns`), ...this.columns.map((column, i) => element('option', { value: i, selected: where === String(i) }, column.title)));
        this.arrange();
        this.width();
        this.drawHead();
        this.redraw();
        this.showProblems();
    }

    cell(row, column) { return this.file.rows[row]?.cells[column] ?? ''; }

    arrange() {
        const part = this.parts[this.part], only = this.where.value === '' ? null : +this.where.value, words = this.filter.toLowerCase();
        let view = Array.from({ length: part.count }, (none, i) => part.first + i);
        if (words)
            view = view.filter((row) => only === null ? this.file.rows[row].cells.some((cell) => cell.toLowerCase().includes(words)) : this.cell(row, only).toLowerCase().includes(words));
        if (this.sort) {
            const { column, down } = this.sort, sign = down ? -1 : 1, compare = new Intl.Collator(undefined, { numeric: true }).compare;
            const value = new Map(view.map((row) => [row, this.cell(row, column)])), number = (text) => text !== '' && isFinite(text) ? +text : null;
            view.sort((a, b) => {
                const x = value.get(a), y = value.get(b), m = number(x), n = number(y);
                return sign * (m !== null && n !== null ? m - n : compare(x, y)) || a - b;
            });
        }
        this.view = view;
        this.counter.textContent = view.length === part.count ? plural(part.count, '{0} row', '{0} rows') : tr`${view.length} of ${part.count} rows`;
        this.setSize();
    }

    width() {
        const part = this.parts[this.part], rows = this.file.rows.slice(part.first, part.first + Math.min(part.count, 200));
        this.setWidths(this.columns.map((column, i) => Math.round(LETTER * Math.min(28, Math.max(5, column.title.length + 2, ...rows.map((row) => (row.cells[i] || '').length + 1)))) + 12));
    }

    drawHead() {
        this.head.replaceChildren(element('span', { role: 'columnheader', class: 'corner', 'aria-colindex': 1 }, tr`Row`), ...this.columns.map((column, i) => {
            const made = element('span', { role: 'columnheader', id: `${this.id}--1-${i}`, 'aria-colindex': i + 2, title: [column.name, column.doc].filter(Boolean).join(': '),
                'aria-sort': this.sort?.column === i ? (this.sort.down ? 'descending' : 'ascending') : 'none' },
            column.title, this.sort?.column === i ? (this.sort.down ? ' ▼' : ' ▲') : '');
            made.style.width = `${this.widths[i]}px`;
            return made;
        }));
    }

    cellElement(number, row, i) {
        const column = this.columns[i], text = this.cell(row, i), shown = text.includes('\n') ? text.replace(/\n/g, ' ⏎ ') : text, names = column.refers ? namesIn(text) : [];
        const made = document.createElement('span'); // not element(): these are many
        made.setAttribute('role', 'gridcell');
        made.setAttribute('aria-colindex', i + 2);
        made.id = `${this.id}-${number}-${i}`;
        made.style.width = `${this.widths[i]}px`;
        if (column.type && NUMBERS.includes(column.type))
            made.className = 'number';
        if (this.wrong?.get(row)?.has(i))
            made.setAttribute('aria-invalid', 'true');
        if (names.length === 1 && shown)
            made.append(element('a', { href: this.address(column, names[0]), tabindex: -1 }, shown));
        else
            made.textContent = shown;
        this.markCell(made, number, i);
        return made;
    }

    rowTitle(number) { return `${this.view[number] - this.parts[this.part].first + 1}`; }

    address(column, name) {
        const folder = this.path.replace(/[^/]*$/, '');
        return `#${encodeURIComponent(`${folder}${column.refers.table}.csv`)}:${column.refers.ids.join(',')}:${encodeURIComponent(name)}`;
    }

    describe() {
        const column = this.columns[this.column], row = this.view[this.row];
        if (!column)
            return;
        const refers = column.refers ? tr`; refers to ${column.refers.table}` : '';
        this.name.textContent = `${column.title}${column.name !== column.title ? ` (${column.name})` : ''}${column.doc ? `: ${column.doc}` : ''}${refers}. `;
        const names = column.refers && row !== undefined ? namesIn(this.cell(row, this.column)) : [];
        this.links.replaceChildren(...names.flatMap((name) => [element('a', { href: this.address(column, name) }, name), ' ']));
        this.problem.textContent = this.wrong?.get(row)?.get(this.column) || '';
    }

    // Shows the row in which one of the fields has this text: a reference leads here.
    find(ids, text) {
        const places = this.columns.map((column, i) => ids.some((id) => column.name.startsWith(`FLD${id}-`)) ? i : -1).filter((i) => i >= 0);
        const part = this.parts[this.part];
        for (let row = part.first; row < part.first + part.count; row++)
            for (const column of places)
                if (this.cell(row, column) === text) {
                    this.sort = null;
                    this.filter = this.words.value = '';
                    this.refresh();
                    this.move(row - part.first, column);
                    this.grid.focus();
                    return;
                }
        status(tr`There is no row “${text}” here.`, true);
    }

    // ---- keys and mouse ----

    key(event) {
        const ctrl = event.ctrlKey || event.metaKey;
        if (this.moveByKey(event))
            return;
        if (event.key === 'Enter' && this.row < 0)
            this.sortBy(this.column);
        else if (event.key === 'Enter' && ctrl)
            this.links.querySelector('a')?.click();
        else if ((event.key === 'Enter' || event.key === 'F2') && !ctrl)
            this.edit();
        else if (event.key === 'Escape')
            this.move(this.row, this.column);
        else if (event.key === 'Insert')
            ctrl ? this.duplicateRows() : this.addRow();
        else if (event.key === 'Delete' && this.row >= 0)
            ctrl ? this.deleteRows() : this.readOnly || this.clear();
        else if (event.key.length === 1 && !ctrl && !event.altKey && this.row >= 0)
            this.edit(event.key);
        else
            return;
        event.preventDefault();
        event.stopPropagation();
    }

    click(event) {
        const place = this.placeOf(event.target);
        if (place && place[0] === -1)
            this.sortBy(place[1]);
    }

    sortBy(column) {
        this.sort = this.sort?.column !== column ? { column, down: false } : this.sort.down ? null : { column, down: true };
        this.refresh();
        status(this.sort ? this.sort.down ? tr`Sorted by ${this.columns[column].title}, descending; the file keeps its order.` : tr`Sorted by ${this.columns[column].title}, ascending; the file keeps its order.` : tr`In the order of the file.`);
    }
}
