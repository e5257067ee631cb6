// The mask of an object, painted over its picture: which cells block, and which react (docs/project/masks.md).

import { tr } from './words.js';
import { element, uniqueId, whenReleased } from './page.js';
import { gridOfProject, picturePath } from './choices.js';
import { frameOf } from './animation.js';
import { loadImage } from './pictures.js';
import { outlineOf } from './map_grid.js';
import * as api from './api.js';

// A number is the sum of a type and these.
const TRIGGER = 8, FIFTH = 16, TYPE = 7;
const TYPES = [tr`walkable`, tr`blocking`, tr`swimmable`, tr`flyable`, tr`climbable`, tr`jumpable`, tr`above`, tr`below`];
export const MASK_COLOURS = ['#0000', '#d00a', '#06ca', '#ccca', '#a60a', '#6a0a', '#08fa', '#808a'];
export const MASK_SIDE_MAX = 256; // cells that are painted
const PIXELS = 480; // of the canvas, about

// What is painted with: kept from one object to the next.
const brush = { type: 1, trigger: false, fifth: false };

// The first picture of an object that looks south, with its parts: see frameOf.
async function pictureOfObject(name) {
    const path = picturePath('tiles', name), picture = path && await api.picture(path);
    const own = (picture?.sprites || []).filter((one) => one.name === name), sprite = own.find((one) => one.direction === 'so') || own[0];
    if (!sprite)
        return null;
    const layout = sprite.blocks ? (await api.file(picture.layoutPath)).layout : null;
    return { image: await loadImage(sprite.path), ...frameOf(sprite, layout, 0) };
}

// Where a cell is, from the left and the bottom of the object's own one, which is the first of the last row.
function placeOf(column, row, rows) {
    const { grid, w, h } = gridOfProject(), up = rows - 1 - row, halves = 2 * column + (row & 1) - ((rows - 1) & 1);
    switch (grid) {
    case 'iso': return [halves * w / 2, up * h / 2];
    case 'hexv': return [halves * w / 2, up * h * 3 / 4];
    case 'hexh': return [column * w * 3 / 4, up * h - (column & 1) * h / 2];
    default: return [column * w, up * h];
    }
}

function cellPath(context, left, top) {
    const { grid, w, h } = gridOfProject();
    const points = outlineOf(grid);
    context.beginPath();
    for (const [x, y] of points)
        context.lineTo(left + x * w, top + y * h);
    context.closePath();
}

const numbersOf = (text) => text.split('\n').map((line) => line.trim().split(/\s+/).filter(Boolean).map(Number)).filter((line) => line.length);

export class MaskPainter {
    // `change(text, columns, rows)`: after each stroke, and each change of the size.
    constructor(name, text, change) {
        Object.assign(this, { cursor: { column: 0, row: 0 }, picture: null, stroke: null, change });
        const typeId = uniqueId('mask');
        const box = (key, title) => element('label', {}, element('input', { type: 'checkbox', checked: brush[key],
            onchange: (event) => { brush[key] = event.target.checked; } }), ` ${title}`);
        const size = (title, columns, rows) => element('button', { type: 'button', onclick: () => this.resize(columns, rows) }, title);
        this.canvas = element('canvas', { tabindex: '0', role: 'application', class: 'checkers',
            'aria-label': tr`Mask: the arrow keys go to another cell, Space paints it` });
        this.position = element('output', { 'aria-live': 'polite' });
        this.element = element('div', { class: 'mask' }, element('div', { class: 'picture-tools' },
            element('label', { for: typeId }, tr`Paint`), this.types = element('select', { id: typeId, onchange: (event) => { brush.type = event.target.selectedIndex; } },
                ...TYPES.map((title, i) => element('option', { value: i, selected: i === brush.type }, title))),
            box('trigger', tr`reacts`), box('fifth', tr`open for the fifth way`), size(tr`Add a column`, 1, 0), size(tr`Remove a column`, -1, 0),
            size(tr`Add a row`, 0, 1), size(tr`Remove a row`, 0, -1)), this.canvas, this.position);
        this.canvas.addEventListener('pointerdown', (event) => this.press(event));
        this.canvas.addEventListener('pointermove', (event) => this.stroke && this.paint(this.cellAt(event)));
        for (const name of ['pointerup', 'pointercancel'])
            this.canvas.addEventListener(name, () => this.release());
        this.canvas.addEventListener('keydown', (event) => this.key(event));
        this.set(text);
        pictureOfObject(name).then((picture) => whenReleased(() => {
            this.picture = picture;
            this.draw();
        })).catch(() => {}); // an object without a picture has a mask all the same
    }

    get readOnly() { return this.types.disabled; } // like all fields of a form
    get rows() { return this.cells.length; }
    get columns() { return Math.max(1, ...this.cells.map((line) => line.length)); }
    get text() { return this.cells.map((line) => line.join(' ')).join('\n') + '\n'; }

    // The lines of the file, which may be wrong: missing numbers are 0.
    set(text) {
        if (this.stroke)
            return;
        const lines = numbersOf(text).map((line) => line.map((one) => Number.isInteger(one) ? one : 0)), columns = Math.max(1, ...lines.map((line) => line.length));
        this.cells = lines.map((line) => Array.from({ length: columns }, (_, i) => line[i] || 0));
        this.draw();
    }

    // ---- changes ----

    resize(columns, rows) { return this.resizeTo({ mask_width: this.columns + columns, mask_height: this.rows + rows }); }

    // Rows come and go at the top: the last one stays the object's.
    resizeTo({ mask_width: wide = this.columns, mask_height: high = this.rows }) {
        if (wide < 1 || high < 1 || wide > Math.max(MASK_SIDE_MAX, this.columns) || high > Math.max(MASK_SIDE_MAX, this.rows))
            return;
        const before = this.cells, more = high - before.length;
        this.cells = Array.from({ length: high }, (_, row) => Array.from({ length: wide }, (_, column) => before[row - more]?.[column] || 0));
        this.send();
    }

    send() {
        this.cursor = { column: Math.min(this.cursor.column, this.columns - 1), row: Math.min(this.cursor.row, this.rows - 1) };
        this.draw();
        this.say();
        this.change(this.text, this.columns, this.rows);
    }

    get colour() { return brush.type + (brush.trigger ? TRIGGER : 0) + (brush.fifth ? FIFTH : 0); }

    press(event) {
        const cell = this.cellAt(event);
        if (!cell || event.button !== 0 || this.readOnly)
            return;
        this.canvas.setPointerCapture(event.pointerId);
        this.stroke = { before: this.text, value: this.cells[cell.row][cell.column] === this.colour ? 0 : this.colour };
        this.paint(cell);
    }

    paint(cell) {
        if (!cell)
            return;
        this.cursor = cell;
        this.cells[cell.row][cell.column] = this.stroke.value;
        this.draw();
    }

    release() {
        const before = this.stroke?.before;
        this.stroke = null;
        if (before !== undefined && before !== this.text)
            this.send();
    }

    key(event) {
        const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        if (event.ctrlKey || event.altKey || event.metaKey || (!by && (event.key !== ' ' || this.readOnly)))
            return;
        event.preventDefault();
        const { column, row } = this.cursor;
        if (by) {
            this.cursor = { column: Math.max(0, Math.min(this.columns - 1, column + by[0])), row: Math.max(0, Math.min(this.rows - 1, row + by[1])) };
            this.draw();
            return this.say();
        }
        if (!this.rows)
            return; // nothing is left in the field below
        this.cells[row][column] = this.cells[row][column] === this.colour ? 0 : this.colour;
        this.send();
    }

    say() {
        const { column, row } = this.cursor, value = this.cells[row]?.[column] || 0;
        this.position.textContent = [tr`column ${column + 1} of ${this.columns}, row ${row + 1} of ${this.rows}: ${TYPES[value & TYPE]}`,
            value & TRIGGER ? tr`reacts` : '', value & FIFTH ? tr`open for the fifth way` : ''].filter(Boolean).join(', ');
    }

    // ---- drawing ----

    // The left and top of a cell in the canvas.
    at(column, row) {
        const [x, up] = placeOf(column, row, this.rows);
        return [x - this.area.left, this.area.bottom - up - gridOfProject().h];
    }

    cellAt(event) {
        const box = this.canvas.getBoundingClientRect();
        const x = (event.clientX - box.left) * this.canvas.width / box.width, y = (event.clientY - box.top) * this.canvas.height / box.height;
        for (let row = 0; row < this.rows; row++)
            for (let column = 0; column < this.columns; column++) {
                cellPath(this.context, ...this.at(column, row));
                if (this.context.isPointInPath(x, y))
                    return { column, row };
            }
        return null;
    }

    // From the bottom of the object's own cell up: everything that is drawn.
    measure() {
        const { w, h } = gridOfProject(), { picture } = this;
        const area = { left: 0, right: Math.max(w, picture?.w || 0), bottom: 0, top: Math.max(h, picture?.h || 0) };
        for (let row = 0; row < this.rows; row++)
            for (let column = 0; column < this.columns; column++) {
                const [x, up] = placeOf(column, row, this.rows);
                area.left = Math.min(area.left, x);
                area.right = Math.max(area.right, x + w);
                area.bottom = Math.min(area.bottom, up);
                area.top = Math.max(area.top, up + h);
            }
        return { left: area.left - 1, bottom: area.top + 1, w: Math.ceil(area.right - area.left + 2), h: Math.ceil(area.top - area.bottom + 2) };
    }

    draw() {
        const { canvas, picture } = this, area = this.area = this.measure(), zoom = Math.max(1, Math.min(8, Math.floor(PIXELS / Math.max(area.w, area.h))));
        Object.assign(canvas, { width: area.w, height: area.h });
        canvas.style.width = `${area.w * zoom}px`;
        canvas.style.height = `${area.h * zoom}px`;
        const context = this.context = canvas.getContext('2d');
        for (const [x, y, w, h, left, top] of picture?.parts || [])
            context.drawImage(picture.image, x, y, w, h, left - area.left, area.bottom - picture.h + top, w, h);
        for (let row = 0; row < this.rows; row++)
            for (let column = 0; column < this.columns; column++)
                this.drawCell(column, row);
    }

    drawCell(column, row) {
        const { context } = this, value = this.cells[row][column], here = this.cursor.column === column && this.cursor.row === row;
        cellPath(context, ...this.at(column, row));
        context.fillStyle = MASK_COLOURS[value & TYPE];
        context.fill();
        context.lineWidth = value & TRIGGER ? 2 : 1;
        context.strokeStyle = here ? '#0ff' : value & TRIGGER ? '#fd0' : '#fff8';
        context.stroke();
    }
}
