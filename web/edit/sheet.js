// Cutting a sheet: the layout (.lyt) of an image, as rectangles that can be drawn, moved and resized. A change writes
// only the lines of the layout that it is about. Positions are blocks of the grid (docs/project/lyt.md).

import { tr, plural } from './words.js';
import { element, status, uniqueId, failed } from './page.js';
import { DIRECTIONS, LOOPS } from './animation.js';
import { link } from './tree.js';
import * as api from './api.js';

const GRID = [['w', tr`Width`, 1], ['h', tr`Height`, 1], ['left', tr`Left`, 0], ['top', tr`Top`, 0], ['rowGap', tr`Row gap`, 0], ['columnGap', tr`Column gap`, 0]];
const NUMBER_MAX = 16384, FRAMES_MAX = 32, EDGE = 6; // EDGE: of a frame, in pixels of the screen
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const HELP = tr`Sheet: Enter adds a frame, arrows move it, Shift and arrows resize, Tab shows the next frame, Delete removes, Page Up and Page Down change the sprite, Escape begins a new sprite`;

const lineOf = ({ direction, loop, suffix, blocks }) => [direction, loop, suffix || '-', ...blocks.map(([x1, y1, x2, y2]) =>
    x1 === x2 && y1 === y2 ? `(${x1},${y1})` : `(${x1},${y1},${x2},${y2})`)].join(' ');
const titleOf = ({ suffix, direction, blocks }) =>
    `${suffix || tr`(no name)`}, ${DIRECTIONS[direction]}, ${plural(blocks.length, '{0} frame', '{0} frames')}`;
const sizeOf = ([x1, y1, x2, y2]) => [x2 - x1, y2 - y1];
const within = (low, value, high) => Math.max(low, Math.min(high, value));

export class SheetEditor {
    // `written(answer)`: after each change that was written.
    constructor(project, file, image, written) {
        Object.assign(this, { project, image, written, zoom: 1, selected: -1, frame: 0, cursor: [0, 0], drag: null, sending: false, waiting: null });
        this.next = { direction: 'so', loop: 'o', suffix: '', blocks: [] };
        this.element = element('div', { class: 'sheet' });
        this.build();
        this.update(file, image);
    }

    // The file as it is now.
    update(file, image) {
        Object.assign(this, { file, image, text: file.text, layout: file.layout });
        if (this.selected >= this.layout.sprites.length)
            this.selected = this.layout.sprites.length - 1;
        else if (this.selected < 0 && !this.shownOnce && this.layout.sprites.length)
            this.selected = 0;
        this.shownOnce = true;
        this.frame = within(0, this.frame, Math.max(0, this.sprite.blocks.length - 1));
        this.show();
    }

    get sprite() { return this.layout.sprites[this.selected] || this.next; }
    get columns() { return this.blocksOf(this.image.naturalWidth, this.layout.left, this.layout.w, this.layout.columnGap); }
    get rows() { return this.blocksOf(this.image.naturalHeight, this.layout.top, this.layout.h, this.layout.rowGap); }

    blocksOf(side, margin, block, gap) {
        return !block || side < margin + block ? 0 : Math.floor((side - margin - block) / (block + gap)) + 1;
    }

    // ---- the page ----

    build() {
        const number = ([key, title, low]) => {
            const id = uniqueId('grid');
            this[`grid_${key}`] = element('input', { type: 'number', id, min: low, max: NUMBER_MAX, step: 1, onchange: (event) => this.setGrid(key, low, event.target) });
            return element('span', {}, element('label', { for: id }, `${title} `), this[`grid_${key}`]);
        };
        const choice = (key, title, options) => {
            const id = uniqueId('sprite');
            this[`list_${key}`] = element('select', { id, onchange: (event) => this.setMember(key, event.target.value) },
                ...Object.entries(options).map(([value, text]) => element('option', { value }, text)));
            return element('span', {}, element('label', { for: id }, `${title} `), this[`list_${key}`]);
        };
        const nameId = uniqueId('sprite'), listId = uniqueId('sprite');
        this.nameField = element('input', { type: 'text', id: nameId, spellcheck: 'false', autocomplete: 'off', onchange: () => this.setName() });
        this.list = element('select', { id: listId, size: 10, onchange: () => this.select(+this.list.value, 0) });
        const button = (title, work) => element('button', { type: 'button', onclick: work }, title);
        this.canvas = element('canvas', { tabindex: '0', role: 'application', class: 'checkers', 'aria-label': HELP });
        this.position = element('output', { 'aria-live': 'polite', class: 'position' });
        this.problems = element('ul', { class: 'problems' });
        this.textLink = element('a', {}, tr`Layout as text`);
        this.element.replaceChildren(
            element('div', { role: 'group', 'aria-label': tr`Grid`, class: 'picture-tools' }, ...GRID.map(number), this.textLink),
            element('div', { class: 'sheet-body' }, element('div', { class: 'picture-view' }, this.canvas),
                element('div', { class: 'sheet-side' }, element('label', { for: listId }, tr`Sprites`), this.list,
                    element('div', { class: 'picture-tools' }, button(tr`New sprite`, () => this.select(-1, 0)), button(tr`Add a frame`, () => this.addNext()),
                        button(tr`Delete the frame`, () => this.removeFrame()), button(tr`Delete the sprite`, () => this.removeSprite())),
                    element('span', {}, element('label', { for: nameId }, tr`Name `), this.nameField),
                    choice('direction', tr`Direction`, DIRECTIONS), choice('loop', tr`Plays`, LOOPS), this.position)), this.problems);
        this.listen();
    }

    show() {
        const { layout, sprite } = this;
        for (const [key] of GRID)
            if (document.activeElement !== this[`grid_${key}`])
                this[`grid_${key}`].value = layout[key];
        this.list.replaceChildren(...layout.sprites.map((one, i) => element('option', { value: i, selected: i === this.selected }, titleOf(one))),
            element('option', { value: -1, selected: this.selected < 0 }, tr`(new sprite)`));
        this.nameField.value = sprite.suffix;
        this.list_direction.value = sprite.direction;
        this.list_loop.value = sprite.loop;
        this.textLink.href = link(this.file.path);
        this.showProblems(this.file.problems || []);
        this.draw();
    }

    showProblems(problems) {
        const shown = problems.slice(0, 50);
        this.problems.replaceChildren(...shown.map((one) => element('li', { class: one.severity === 'error' ? 'problem' : '' },
            `${one.line ? tr`line ${one.line}: ` : ''}${one.text}`)));
        this.wrong = new Set(problems.filter((one) => one.severity === 'error').map((one) => one.line));
    }

    announce() {
        const { sprite, frame } = this, block = sprite.blocks[frame];
        if (!block) {
            this.position.textContent = tr`new sprite: column ${this.cursor[0]}, row ${this.cursor[1]}`;
            return;
        }
        const [w, h] = sizeOf(block);
        const name = sprite.suffix || tr`no name`, count = sprite.blocks.length, [column, row] = block;
        this.position.textContent = w + h ? tr`${name}, frame ${frame + 1} of ${count}: column ${column}, row ${row}, ${w + 1} x ${h + 1} blocks`
            : tr`${name}, frame ${frame + 1} of ${count}: column ${column}, row ${row}, 1 block`;
    }

    select(selected, frame) {
        Object.assign(this, { selected: Math.max(-1, Math.min(selected, this.layout.sprites.length - 1)) });
        this.frame = within(0, frame, Math.max(0, this.sprite.blocks.length - 1));
        this.show();
        this.announce();
    }

    setZoom(zoom) {
        this.zoom = zoom;
        this.draw();
    }

    // ---- the picture ----

    boxOf([x1, y1, x2, y2]) {
        const { layout: { w, h, left, top, columnGap, rowGap }, zoom } = this;
        return [(left + x1 * (w + columnGap)) * zoom, (top + y1 * (h + rowGap)) * zoom,
            ((x2 - x1) * (w + columnGap) + w) * zoom, ((y2 - y1) * (h + rowGap) + h) * zoom];
    }

    draw() {
        const { canvas, image, zoom, layout } = this, width = image.naturalWidth * zoom, height = image.naturalHeight * zoom;
        if (canvas.width !== width || canvas.height !== height)
            Object.assign(canvas, { width, height });
        const context = canvas.getContext('2d'), colours = getComputedStyle(canvas);
        context.imageSmoothingEnabled = false;
        context.clearRect(0, 0, width, height);
        context.drawImage(image, 0, 0, width, height);
        if (layout.w * zoom >= 6 && layout.h * zoom >= 6)
            this.drawGrid(context);
        const frameOf = (block, colour, line) => {
            const [left, top, w, h] = this.boxOf(block);
            for (const [style, wide] of line > 1 ? [['#000', line + 2], [colour, line]] : [[colour, 1]]) {
                Object.assign(context, { strokeStyle: style, lineWidth: wide });
                context.strokeRect(left + line / 2, top + line / 2, w - line, h - line);
            }
        };
        const accent = colours.getPropertyValue('--frame'), wrong = colours.getPropertyValue('--frame-wrong');
        for (const sprite of layout.sprites)
            if (sprite !== this.sprite)
                for (const block of sprite.blocks)
                    frameOf(block, this.wrong.has(sprite.line) ? wrong : '#ccc', 1);
        const colour = this.wrong.has(this.sprite.line) ? wrong : accent;
        this.sprite.blocks.forEach((block, i) => frameOf(block, colour, i === this.frame ? 4 : 2));
        this.sprite.blocks.forEach((block, i) => this.drawNumber(context, block, i + 1));
        if (this.drag?.block)
            frameOf(this.drag.block, accent, 2);
        if (!this.sprite.blocks.length)
            frameOf([...this.cursor, ...this.cursor], accent, 1);
        context.lineWidth = 1;
    }

    // The edges of all blocks.
    drawGrid(context) {
        const [left, top, right, bottom] = [...this.boxOf([0, 0, 0, 0]).slice(0, 2), ...this.boxOf([this.columns, this.rows, this.columns, this.rows]).slice(0, 2)];
        context.beginPath();
        for (let x = 0; x < this.columns; x++) {
            const [from, , w] = this.boxOf([x, 0, x, 0]);
            for (const at of [from + .5, from + w - .5]) {
                context.moveTo(at, top);
                context.lineTo(at, bottom - this.layout.rowGap * this.zoom);
            }
        }
        for (let y = 0; y < this.rows; y++) {
            const [, from, , h] = this.boxOf([0, y, 0, y]);
            for (const at of [from + .5, from + h - .5]) {
                context.moveTo(left, at);
                context.lineTo(right - this.layout.columnGap * this.zoom, at);
            }
        }
        Object.assign(context, { strokeStyle: '#8888', lineWidth: 1 });
        context.stroke();
    }

    drawNumber(context, block, number) {
        const [left, top, w] = this.boxOf(block);
        if (this.sprite.blocks.length < 2 || w < 32)
            return;
        context.font = 'bold 12px sans-serif';
        context.fillStyle = '#000c';
        context.fillRect(left + 4, top + 4, number > 9 ? 18 : 11, 14);
        context.fillStyle = '#fff';
        context.fillText(String(number), left + 6, top + 15);
    }

    // ---- changes ----

    setLine(number, line) {
        const lines = this.text.split('\n'), end = lines[number - 1].endsWith('\r') ? '\r' : '';
        lines[number - 1] = line + end;
        this.text = lines.join('\n');
    }

    addLine(line) {
        const end = this.text.includes('\r\n') ? '\r\n' : '\n';
        this.text += (this.text.endsWith('\n') ? '' : end) + line + end;
        return this.text.split('\n').length - 1;
    }

    removeLine(number) {
        const lines = this.text.split('\n');
        lines.splice(number - 1, 1);
        this.text = lines.join('\n');
        for (const sprite of this.layout.sprites)
            if (sprite.line > number)
                sprite.line--;
    }

    // The selected sprite has new values.
    writeSprite(label) {
        this.setLine(this.sprite.line, lineOf(this.sprite));
        this.save(label);
    }

    // Sends the text; what changes meanwhile is sent afterwards.
    async save(label) {
        this.show();
        this.announce();
        this.waiting = label;
        if (this.sending)
            return;
        this.sending = true;
        let answer = null;
        try {
            while (this.waiting) {
                const words = this.waiting;
                this.waiting = null;
                answer = await api.change(this.file.path, this.file.hash, [{ op: 'text', text: this.text }], words);
                // What waits was not made on a merged text: its base stays, and the editor merges it, too.
                if (!answer.merged || !this.waiting)
                    this.file = { ...answer, text: this.text };
            }
        } catch (error) {
            this.waiting = null;
            failed(error);
            answer = null;
        }
        this.sending = false;
        const file = answer || await api.file(this.file.path);
        this.update(file, this.image);
        if (!answer)
            return;
        const problem = file.problems.find((one) => one.severity === 'error');
        status(problem ? tr`Saved, with a problem: ${problem.text}` : tr`Saved.`, !!problem);
        this.written(answer);
    }

    setGrid(key, low, input) {
        const value = Number(input.value);
        if (!Number.isInteger(value) || value < low || value > NUMBER_MAX) {
            status(tr`${input.labels[0].textContent.trim()} is a number from ${low} to ${NUMBER_MAX}.`, true);
            input.value = this.layout[key];
            return;
        }
        this.layout[key] = value;
        const { w, h, left, top, rowGap, columnGap, category } = this.layout;
        this.setLine(2, [w, h, left, top, rowGap, columnGap, category].join(' '));
        this.save(tr`change the grid of ${this.file.path}`);
    }

    setMember(key, value) {
        this.sprite[key] = value;
        if (this.selected >= 0)
            this.writeSprite(tr`change a sprite of ${this.file.path}`);
    }

    setName() {
        const name = this.nameField.value.trim();
        if (!/^[A-Za-z0-9_.]*$/.test(name)) {
            status(tr`A name has letters, digits, _ and . only.`, true);
            this.nameField.value = this.sprite.suffix;
            return;
        }
        this.setMember('suffix', name);
    }

    freeName() {
        const taken = new Set(this.layout.sprites.map((one) => one.suffix));
        let number = 1;
        while (taken.has(`new${number}`))
            number++;
        return `new${number}`;
    }

    // A frame of the sprite, all of which have the same size; the first one has that of `block`.
    addFrame(block) {
        const { sprite } = this;
        if (sprite.blocks.length >= FRAMES_MAX)
            return status(tr`A sprite has at most ${FRAMES_MAX} frames.`, true);
        if (!this.columns || !this.rows)
            return status(tr`The image is smaller than a block of the grid.`, true);
        if (sprite.blocks.length)
            block = this.placed(block[0], block[1], sizeOf(sprite.blocks[0]));
        if (this.selected < 0) {
            const made = { ...this.next, suffix: this.next.suffix || this.freeName(), blocks: [block] };
            made.line = this.addLine(lineOf(made));
            this.layout.sprites.push(made);
            this.selected = this.layout.sprites.length - 1;
            this.frame = 0;
            this.next = { direction: 'so', loop: 'o', suffix: '', blocks: [] };
            return this.save(tr`add a sprite to ${this.file.path}`);
        }
        sprite.blocks.push(block);
        this.frame = sprite.blocks.length - 1;
        return this.writeSprite(tr`add a frame to ${this.file.path}`);
    }

    // To the right of the selected frame, or at the cursor.
    addNext() {
        const block = this.sprite.blocks[this.frame];
        if (!block)
            return this.addFrame([...this.cursor, ...this.cursor]);
        const [w, h] = sizeOf(block), right = block[2] + 1;
        return this.addFrame(right + w < this.columns ? [right, block[1], right + w, block[3]] : this.placed(0, block[3] + 1, [w, h]));
    }

    removeFrame() {
        const { sprite } = this;
        if (this.selected < 0)
            return;
        if (sprite.blocks.length <= 1) {
            this.removeSprite();
            return;
        }
        sprite.blocks.splice(this.frame, 1);
        this.frame = Math.min(this.frame, sprite.blocks.length - 1);
        this.writeSprite(tr`remove a frame of ${this.file.path}`);
    }

    removeSprite() {
        if (this.selected < 0)
            return;
        const { line } = this.sprite;
        this.layout.sprites.splice(this.selected, 1);
        this.removeLine(line);
        this.selected = Math.min(this.selected, this.layout.sprites.length - 1);
        this.frame = 0;
        this.save(tr`remove a sprite of ${this.file.path}`);
    }

    // A block of this size inside of the image.
    placed(x, y, [w, h]) {
        const left = within(0, x, Math.max(0, this.columns - 1 - w)), top = within(0, y, Math.max(0, this.rows - 1 - h));
        return [left, top, left + w, top + h];
    }

    moveFrame(block) {
        if (String(block) === String(this.sprite.blocks[this.frame]))
            return this.announce();
        this.sprite.blocks[this.frame] = block;
        return this.writeSprite(tr`move a frame of ${this.file.path}`);
    }

    // All frames of a sprite have the same size.
    resizeFrames(w, h) {
        const { sprite } = this, before = lineOf(sprite);
        sprite.blocks = sprite.blocks.map(([x, y]) => [x, y, Math.max(x, Math.min(x + w, this.columns - 1)), Math.max(y, Math.min(y + h, this.rows - 1))]);
        const least = sprite.blocks.map(sizeOf).reduce(([a, b], [c, d]) => [Math.min(a, c), Math.min(b, d)]);
        sprite.blocks = sprite.blocks.map(([x, y]) => [x, y, x + least[0], y + least[1]]);
        return lineOf(sprite) === before ? this.announce() : this.writeSprite(tr`resize the frames of a sprite of ${this.file.path}`);
    }

    // ---- mouse and touch ----

    pixelOf(event) {
        const box = this.canvas.getBoundingClientRect();
        return [event.clientX - box.x, event.clientY - box.y];
    }

    blockAt([x, y]) {
        const { w, h, left, top, columnGap, rowGap } = this.layout, { zoom } = this;
        return [within(0, Math.floor((x / zoom - left) / (w + columnGap)), Math.max(0, this.columns - 1)),
            within(0, Math.floor((y / zoom - top) / (h + rowGap)), Math.max(0, this.rows - 1))];
    }

    // A frame below a point: of the selected sprite, otherwise of another one.
    frameAt([x, y]) {
        const sprites = [this.selected, ...this.layout.sprites.keys()].filter((number) => number >= 0);
        for (const number of sprites)
            for (const [frame, block] of this.layout.sprites[number].blocks.entries()) {
                const [left, top, w, h] = this.boxOf(block);
                if (x >= left && x < left + w && y >= top && y < top + h)
                    return { number, frame, edge: x >= left + w - EDGE || y >= top + h - EDGE };
            }
        return null;
    }

    listen() {
        const { canvas } = this;
        canvas.addEventListener('pointerdown', (event) => this.press(event));
        canvas.addEventListener('pointermove', (event) => this.move(event));
        canvas.addEventListener('pointerup', (event) => this.release(event));
        canvas.addEventListener('pointercancel', () => { this.drag = null; this.draw(); });
        canvas.addEventListener('keydown', (event) => this.key(event));
    }

    press(event) {
        if (event.button || this.project.readOnly || !this.columns || !this.rows)
            return;
        const at = this.pixelOf(event), found = event.shiftKey ? null : this.frameAt(at), own = found?.number === this.selected;
        this.canvas.setPointerCapture(event.pointerId);
        this.drag = { at, from: this.blockAt(at), found, kind: !own ? 'draw' : found.edge ? 'resize' : 'move', block: null };
        if (own)
            this.frame = found.frame;
        this.draw();
    }

    move(event) {
        const { drag } = this;
        if (!drag)
            return;
        const at = this.pixelOf(event), to = this.blockAt(at);
        if (!drag.moved && Math.hypot(at[0] - drag.at[0], at[1] - drag.at[1]) < 4)
            return;
        drag.moved = true;
        const [x, y] = drag.from, block = this.sprite.blocks[this.frame];
        if (drag.kind === 'draw')
            drag.block = [Math.min(x, to[0]), Math.min(y, to[1]), Math.max(x, to[0]), Math.max(y, to[1])];
        else if (drag.kind === 'move')
            drag.block = this.placed(block[0] + to[0] - x, block[1] + to[1] - y, sizeOf(block));
        else
            drag.block = [block[0], block[1], Math.max(block[0], to[0]), Math.max(block[1], to[1])];
        this.draw();
    }

    release() {
        const { drag } = this;
        this.drag = null;
        if (!drag)
            return;
        if (!drag.moved && drag.found)
            this.select(drag.found.number, drag.found.frame);
        else if (drag.kind === 'draw')
            this.addFrame(drag.block || [...drag.from, ...drag.from]);
        else if (drag.block && drag.kind === 'move')
            this.moveFrame(drag.block);
        else if (drag.block)
            this.resizeFrames(...sizeOf(drag.block));
        this.draw();
    }

    // ---- keys ----

    arrow([dx, dy], resize) {
        const block = this.sprite.blocks[this.frame];
        if (!block) {
            this.cursor = this.placed(this.cursor[0] + dx, this.cursor[1] + dy, [0, 0]).slice(0, 2);
            this.draw();
            this.announce();
        } else if (resize) {
            const [w, h] = sizeOf(block);
            this.resizeFrames(Math.max(0, w + dx), Math.max(0, h + dy));
        } else
            this.moveFrame(this.placed(block[0] + dx, block[1] + dy, sizeOf(block)));
    }

    key(event) {
        if (event.ctrlKey || event.altKey || event.metaKey)
            return;
        const { key } = event, frame = this.frame + (event.shiftKey ? -1 : 1);
        if (key === 'Tab') { // beyond the last frame, the focus leaves
            if (frame < 0 || frame >= this.sprite.blocks.length)
                return;
            this.select(this.selected, frame);
        } else if (key === 'PageUp' || key === 'PageDown') {
            this.select(within(0, this.selected + (key === 'PageUp' ? -1 : 1), this.layout.sprites.length - 1), 0);
        } else if (key === 'Escape') {
            this.select(-1, 0);
        } else if (this.project.readOnly) {
            return;
        } else if (ARROWS[key]) {
            this.arrow(ARROWS[key], event.shiftKey);
        } else if (key === 'Delete' || key === 'Backspace') {
            this.removeFrame();
        } else if (key === 'Enter' || key === 'Insert') {
            this.addNext();
        } else
            return;
        event.preventDefault();
    }
}
