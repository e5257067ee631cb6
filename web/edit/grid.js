// A table of a database as a grid: what is shown, and the keys. Only the cells that are seen are elements, so that 5,000 rows scroll
// smoothly. Sorting and filtering change what is shown, not the order in the file. table.js adds what changes the file.
//
// The grid itself has the focus; aria-activedescendant is the cell that the keys move.

import { tr, plural } from './words.js';
import { element, uniqueId, status } from './page.js';
import { CsvFile } from './csv.js';

const ROW = 28, SPARE = 6, LETTER = 8.5; // pixels; rows above and below that are made as well; width of a letter
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

export class Grid {
    // `values`: path, hash, readOnly, known (columns), problems, saved(answer), sends.
    constructor(text, title, values) {
        Object.assign(this, values);
        this.file = new CsvFile(text);
        this.part = 0;
        this.filter = '';
        this.sort = null; // { column, down }
        this.row = 0; // of `view`; -1: the titles
        this.column = 0;
        this.anchor = null; // the other corner of the selection
        this.make(title);
        this.refresh();
    }

    make(title) {
        const id = uniqueId('table');
        this.id = id;
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
        this.head = element('div', { role: 'row', class: 'grid-head', 'aria-rowindex': 1 });
        this.body = element('div', { role: 'rowgroup', class: 'grid-body' });
        this.top = element('div', { role: 'rowgroup', class: 'grid-top' }, this.head);
        this.grid = element('div', { role: 'grid', tabindex: 0, class: 'grid', 'aria-label': title, 'aria-describedby': `${id}-name`,
            'aria-multiselectable': true, 'aria-readonly': this.readOnly ? 'true' : undefined }, this.top, this.body);
        this.grid.addEventListener('scroll', () => this.draw());
        this.grid.addEventListener('keydown', (event) => this.key(event));
        this.grid.addEventListener('mousedown', (event) => this.mouse(event));
        this.grid.addEventListener('dblclick', (event) => event.target.closest('[role="gridcell"]') && this.edit());
        this.grid.addEventListener('click', (event) => this.click(event));
        for (const name of ['copy', 'cut', 'paste'])
            this.grid.addEventListener(name, (event) => this.clipboard(event));
        this.list = element('ul', { class: 'plan' });
        this.element = element('section', { class: 'table' }, tools, this.grid, element('p', { class: 'cell-bar' }, this.name, this.links), this.problem, this.list);
        this.drawn = new Map(); // elements of rows, by their number in `view`
        this.across = [0, 0]; // the columns whose cells are elements
        this.area = [0, 0, 0, 0]; // the selection that is marked
        new ResizeObserver(() => this.draw()).observe(this.grid);
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
        this.across = [0, 0];
        this.drawHead();
        this.drawn.clear();
        this.body.replaceChildren();
        this.draw();
        this.move(this.row, this.column, this.anchor, false);
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
        this.body.style.height = `${view.length * ROW}px`;
        this.grid.setAttribute('aria-rowcount', view.length + 1);
        this.grid.setAttribute('aria-colcount', this.columns.length + 1);
    }

    width() {
        const part = this.parts[this.part], rows = this.file.rows.slice(part.first, part.first + Math.min(part.count, 200));
        this.widths = this.columns.map((column, i) => Math.round(LETTER * Math.min(28, Math.max(5, column.title.length + 2, ...rows.map((row) => (row.cells[i] || '').length + 1)))) + 12);
        this.lefts = [0];
        for (const width of this.widths)
            this.lefts.push(this.lefts.at(-1) + width);
        this.body.style.width = `${this.lefts.at(-1) + this.corner}px`;
    }

    get corner() { return this.head.firstChild?.offsetWidth || 56; }

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

    rowElement(number) {
        const row = this.view[number], [from, to] = this.across;
        const made = element('div', { role: 'row', 'aria-rowindex': number + 2 }, element('span', { role: 'rowheader', class: 'corner', 'aria-colindex': 1 }, `${row - this.parts[this.part].first + 1}`));
        for (let i = from; i < to; i++)
            made.append(this.cellElement(number, row, i));
        if (from < to)
            made.children[1].style.marginLeft = `${this.lefts[from]}px`;
        made.style.transform = `translateY(${number * ROW}px)`;
        return made;
    }

    // The element of a cell, if it is one of those that are seen.
    cellOf(number, column) {
        const [from, to] = this.across;
        return column >= from && column < to ? this.drawn.get(number)?.children[column - from + 1] : undefined;
    }

    // The columns that are seen.
    columnsSeen() {
        const left = this.grid.scrollLeft - 100, right = this.grid.scrollLeft + this.grid.clientWidth + 100;
        let from = 0, to = this.columns.length;
        while (from < to && this.lefts[from + 1] < left)
            from++;
        while (to > from && this.lefts[to - 1] > right)
            to--;
        return [from, to];
    }

    draw() {
        const from = Math.max(0, Math.floor(this.grid.scrollTop / ROW) - SPARE), to = Math.min(this.view.length, Math.ceil((this.grid.scrollTop + this.grid.clientHeight) / ROW) + SPARE);
        const across = this.columnsSeen(), moved = String(across) !== String(this.across) && !this.input;
        if (moved)
            this.across = across;
        for (const [number, made] of this.drawn)
            if ((moved || number < from || number >= to) && !made.contains(this.input)) {
                made.remove();
                this.drawn.delete(number);
            }
        const added = [];
        for (let number = from; number < to; number++)
            if (!this.drawn.has(number)) {
                const made = this.rowElement(number);
                this.drawn.set(number, made);
                added.push(made);
            }
        this.body.append(...added);
        if (added.length)
            this.pointOut();
    }

    redrawRow(number) {
        const old = this.drawn.get(number), made = old && this.rowElement(number);
        if (old) {
            old.replaceWith(made);
            this.drawn.set(number, made);
        }
    }

    // ---- the cell ----

    corners() {
        const other = this.anchor || [this.row, this.column];
        return [Math.max(0, Math.min(this.row, other[0])), Math.min(this.column, other[1]), Math.max(0, this.row, other[0]), Math.max(this.column, other[1])];
    }

    markCell(made, number, i) {
        const [top, left, bottom, right] = this.area, chosen = this.row >= 0 && number >= top && number <= bottom && i >= left && i <= right;
        if (chosen)
            made.setAttribute('aria-selected', 'true');
        else if (made.hasAttribute('aria-selected'))
            made.removeAttribute('aria-selected');
        made.classList.toggle('active', number === this.row && i === this.column);
    }

    // Marks the cell and the selection among the cells that are elements: what was marked, and what is.
    mark() {
        const areas = [this.area, this.area = this.corners()];
        for (const [top, left, bottom, right] of areas)
            for (const number of this.drawn.keys())
                for (let i = Math.max(left, this.across[0]); number >= top && number <= bottom && i <= right && i < this.across[1]; i++)
                    this.markCell(this.cellOf(number, i), number, i);
        this.head.querySelector('.active')?.classList.remove('active');
        if (this.row === -1)
            this.head.children[this.column + 1]?.classList.add('active');
        this.pointOut();
    }

    pointOut() {
        const id = `${this.id}-${this.row}-${this.column}`;
        if (document.getElementById(id))
            this.grid.setAttribute('aria-activedescendant', id);
        else
            this.grid.removeAttribute('aria-activedescendant');
    }

    // Makes a cell the active one, and scrolls to it.
    move(row, column, anchor = null, scroll = true) {
        this.row = Math.max(-1, Math.min(this.view.length - 1, row));
        this.column = Math.max(0, Math.min(this.columns.length - 1, column));
        this.anchor = anchor;
        if (scroll) {
            const head = this.top.offsetHeight, y = this.row * ROW;
            if (this.row >= 0 && y < this.grid.scrollTop)
                this.grid.scrollTop = y;
            else if (y + ROW + head > this.grid.scrollTop + this.grid.clientHeight)
                this.grid.scrollTop = y + ROW + head - this.grid.clientHeight;
            const left = this.lefts[this.column], right = this.lefts[this.column + 1] + this.corner;
            if (left < this.grid.scrollLeft)
                this.grid.scrollLeft = left;
            else if (right > this.grid.scrollLeft + this.grid.clientWidth)
                this.grid.scrollLeft = Math.min(left, right - this.grid.clientWidth);
            this.draw();
        }
        this.mark();
        this.describe();
    }

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
        const ctrl = event.ctrlKey || event.metaKey, page = Math.max(1, Math.floor(this.grid.clientHeight / ROW) - 2), last = this.view.length - 1;
        const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-page, 0], PageDown: [page, 0] };
        let to = null;
        if (moves[event.key] && !ctrl && !event.altKey)
            to = [this.row + moves[event.key][0], this.column + moves[event.key][1]];
        else if (event.key === 'Home')
            to = [ctrl ? 0 : this.row, 0];
        else if (event.key === 'End')
            to = [ctrl ? last : this.row, this.columns.length - 1];
        if (to) {
            if (event.key === 'PageUp')
                to[0] = Math.max(0, to[0]);
            this.move(to[0], to[1], event.shiftKey && this.row >= 0 ? this.anchor || [this.row, this.column] : null);
        } else if (event.key === 'Enter' && this.row < 0)
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

    placeOf(target) {
        const cell = target.closest?.('[role="gridcell"], [role="columnheader"]'), place = cell && /-(-?\d+)-(\d+)$/.exec(cell.id);
        return place ? [+place[1], +place[2]] : null;
    }

    mouse(event) {
        const place = this.placeOf(event.target);
        if (!place || event.target.closest('.cell-input') || event.button)
            return;
        if (this.input)
            this.input.blur();
        this.move(place[0], place[1], event.shiftKey && place[0] >= 0 ? this.anchor || [this.row, this.column] : null);
        const drag = (moved) => {
            const over = this.placeOf(moved.target);
            if (over && over[0] >= 0)
                this.move(over[0], over[1], this.anchor || place);
        };
        this.grid.addEventListener('mousemove', drag);
        addEventListener('mouseup', () => this.grid.removeEventListener('mousemove', drag), { once: true });
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
