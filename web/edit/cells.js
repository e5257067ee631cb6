// A grid of cells: only those that are seen are elements, so that thousands of rows scroll smoothly. Moving, marking, keys, and the
// field in a cell. grid.js has tables of databases, texts_grid.js translations.
//
// The grid itself has the focus; aria-activedescendant is the cell that the keys move.

import { element, uniqueId } from './page.js';

const ROW = 28, SPARE = 6; // pixels; rows above and below that are made as well

// A subclass sets `view` (its rows, in the order shown), `columns`, and `widths` with setWidths(); it has rowTitle(number),
// cellElement(number, row, column), describe(), edit(typed) and key(event).
export class CellGrid {
    get rowHeight() { return ROW; }

    makeGrid(title, readOnly) {
        const id = this.id = uniqueId('table');
        this.row = 0; // of `view`; -1: the titles
        this.column = 0;
        this.anchor = null; // the other corner of the selection
        this.head = element('div', { role: 'row', class: 'grid-head', 'aria-rowindex': 1 });
        this.body = element('div', { role: 'rowgroup', class: 'grid-body' });
        this.top = element('div', { role: 'rowgroup', class: 'grid-top' }, this.head);
        this.grid = element('div', { role: 'grid', tabindex: 0, class: 'grid', 'aria-label': title, 'aria-describedby': `${id}-name`,
            'aria-multiselectable': true, 'aria-readonly': readOnly ? 'true' : undefined }, this.top, this.body);
        this.grid.addEventListener('scroll', () => this.draw());
        this.grid.addEventListener('keydown', (event) => this.key(event));
        this.grid.addEventListener('mousedown', (event) => this.mouse(event));
        this.grid.addEventListener('dblclick', (event) => event.target.closest('[role="gridcell"]') && this.edit());
        for (const name of ['copy', 'cut', 'paste'])
            this.grid.addEventListener(name, (event) => this.clipboard(event));
        this.drawn = new Map(); // elements of rows, by their number in `view`
        this.across = [0, 0]; // the columns whose cells are elements
        this.area = [0, 0, 0, 0]; // the selection that is marked
        new ResizeObserver(() => this.draw()).observe(this.grid);
        return this.grid;
    }

    get corner() { return this.head.firstChild?.offsetWidth || 56; }

    setWidths(widths) {
        this.widths = widths;
        this.lefts = [0];
        for (const width of widths)
            this.lefts.push(this.lefts.at(-1) + width);
        this.body.style.width = `${this.lefts.at(-1) + this.corner}px`;
    }

    // After the number of rows or columns has changed.
    setSize() {
        this.body.style.height = `${this.view.length * this.rowHeight}px`;
        this.grid.setAttribute('aria-rowcount', this.view.length + 1);
        this.grid.setAttribute('aria-colcount', this.columns.length + 1);
    }

    // All elements are made again.
    redraw() {
        this.across = [0, 0];
        this.drawn.clear();
        this.body.replaceChildren();
        this.draw();
        this.move(this.row, this.column, this.anchor, false);
    }

    // ---- the elements ----

    rowElement(number) {
        const row = this.view[number], [from, to] = this.across;
        const made = element('div', { role: 'row', 'aria-rowindex': number + 2 }, element('span', { role: 'rowheader', class: 'corner', 'aria-colindex': 1 }, this.rowTitle(number)));
        for (let i = from; i < to; i++)
            made.append(this.cellElement(number, row, i));
        if (from < to)
            made.children[1].style.marginLeft = `${this.lefts[from]}px`;
        made.style.transform = `translateY(${number * this.rowHeight}px)`;
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
        const from = Math.max(0, Math.floor(this.grid.scrollTop / this.rowHeight) - SPARE), to = Math.min(this.view.length, Math.ceil((this.grid.scrollTop + this.grid.clientHeight) / this.rowHeight) + SPARE);
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
            const head = this.top.offsetHeight, y = this.row * this.rowHeight;
            if (this.row >= 0 && y < this.grid.scrollTop)
                this.grid.scrollTop = y;
            else if (y + this.rowHeight + head > this.grid.scrollTop + this.grid.clientHeight)
                this.grid.scrollTop = y + this.rowHeight + head - this.grid.clientHeight;
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

    // ---- keys and mouse ----

    // Whether the key moves the cell; with Shift, the selection.
    moveByKey(event) {
        const ctrl = event.ctrlKey || event.metaKey, page = Math.max(1, Math.floor(this.grid.clientHeight / this.rowHeight) - 2), last = this.view.length - 1;
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
            event.preventDefault();
            event.stopPropagation();
        }
        return !!to;
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

    // ---- the field of a cell ----

    // Puts a field into the active cell. `keep(text, ctrl)` when it is left with another text, or by Ctrl+Enter.
    openField(cell, field, old, keep) {
        this.input = field;
        cell.classList.add('editing');
        cell.replaceChildren(field);
        field.focus();
        let over = false;
        const finish = (save, by = [0, 0], ctrl = false) => {
            if (over)
                return;
            over = true;
            this.input = null;
            const text = field.value, focused = document.activeElement === field;
            this.redrawRow(this.row);
            if (save && (text !== old || ctrl))
                keep(text, ctrl);
            if (focused || by[0] || by[1])
                this.grid.focus();
            this.moveBy(by);
        };
        field.addEventListener('blur', () => finish(true));
        field.addEventListener('keydown', (event) => {
            event.stopPropagation();
            if (event.isComposing) // Enter chooses what is composed, as in Japanese
                return;
            if (event.key === 'Escape')
                finish(false);
            else if (event.key === 'Enter' && !event.altKey && !event.shiftKey)
                finish(true, [1, 0], event.ctrlKey || event.metaKey);
            else if (event.key === 'Tab')
                finish(true, [0, event.shiftKey ? -1 : 1]);
            else
                return;
            event.preventDefault();
        });
    }

    // After a field: to the cell below or beside it.
    moveBy(by) { this.move(this.row + by[0], this.column + by[1]); }
}
