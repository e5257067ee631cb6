// Maps: painted with the renderer of the game (src/player/web/web_map.h), so that what one sees is what is played.

import { tr, plural } from './words.js';
import { $, element, status, uniqueId, failed, Sentence } from './page.js';
import * as api from './api.js';
import { playFrom } from './play.js';
import { MapParts } from './map-parts.js';
import { MASK_COLOURS } from './mask.js';

const THINGS_MAX = 400; // of the palette; more are found with the filter
const EMPTY = 65535, NPCS = 5, SPAWNERS = 6, OBJECTS = 4;
const KIND_OF_LAYER = (layer) => layer === NPCS ? 'npc' : layer === SPAWNERS ? 'spawner' : 'tiles';
const TOOLS = [['paint', tr`Paint`], ['fill', tr`Fill`], ['rectangle', tr`Rectangle`], ['erase', tr`Erase`], ['pick', tr`Pick`], ['path', tr`Path`]];

let engine = null;

// The renderer: the module of the player, without a game that is played.
async function loadEngine() {
    if (engine)
        return engine;
    const nothing = () => {};
    const page = { now: () => performance.now() * 1000, size: () => ({ w: 1, h: 1 }), title: nothing, fullScreen: nothing, clipboard: nothing,
        typing: nothing, cursor: nothing, message: (text) => status(text, true), speak: nothing, fileAt: () => null };
    const [{ default: create }, response] = await Promise.all([import('./player/engine.mjs'), fetch('player/engine.wasm')]);
    engine = await create({ page, wasmBinary: await response.arrayBuffer() });
    return engine;
}

async function openGame() {
    const [module, response] = [await loadEngine(), await fetch('api/game')];
    if (!response.ok)
        throw new Sentence((await response.json()).error);
    const bytes = new Uint8Array(await response.arrayBuffer()), at = module._web_alloc(bytes.length);
    module.HEAPU8.set(bytes, at);
    if (!module._web_map_open(at, bytes.length))
        throw new Sentence(tr`the game cannot be shown`);
    return module;
}

export class MapEditor {
    // `changed(answer)`: after each change that was written.
    constructor(project, path, changed) {
        Object.assign(this, { project, path, changed, left: 0, top: 0, zoom: 1, layer: 0, tool: 'paint', brush: 0, shown: 0x7ff,
            overlays: { masks: false, doors: true, paths: true, grid: false }, cursor: { x: 0, y: 0 }, drawing: null, stroke: null, queue: Promise.resolve() });
        this.element = element('div', { class: 'map' });
        this.start().catch((error) => {
            this.element.replaceChildren(element('p', { class: 'problem' }, project.plays ? error.message
                : tr`Maps are drawn by the player in the browser, which is not installed: the package oisin-web, or \`make web\` in the sources.`));
        });
    }

    namesOf(layer) { return this.project.kinds.find((kind) => kind.id === KIND_OF_LAYER(layer)).names; }
    get names() { return this.namesOf(this.layer); }

    async start() {
        if (!this.project.plays)
            throw new Error('');
        const [module, map] = await Promise.all([openGame(), api.map(this.path)]);
        this.module = module;
        this.map = map;
        this.number = await this.findNumber();
        if (!module._web_map_select(this.number))
            throw new Sentence(tr`the map cannot be shown`);
        this.side = module._web_map_side();
        this.layer = this.map.layers.findIndex((layer) => layer.exists);
        this.build();
        this.brush = Math.max(0, this.cell(this.layer, this.cursor) === EMPTY ? 0 : this.cell(this.layer, this.cursor));
        this.showPalette();
        new ResizeObserver(() => this.draw()).observe(this.canvas);
    }

    // Its number in the game. A new map is known when the project has been checked again.
    async findNumber() {
        const name = this.path.replace(/^maps\//, '').replace(/\.tmx$/, '');
        for (let tries = 0; ; tries++) {
            const number = this.project.kinds.find((kind) => kind.id === 'map').names.indexOf(name);
            if (number >= 0 || tries === 40)
                return number;
            await new Promise((resolve) => setTimeout(resolve, 100));
            this.project = await api.project();
        }
    }

    // ---- the page ----

    build() {
        this.canvas = element('canvas', { tabindex: '0', class: 'map-canvas', role: 'application',
            'aria-label': tr`Map: arrows move the cursor, Space paints, Delete erases, Page Up and Page Down change the layer` });
        this.context = this.canvas.getContext('2d', { alpha: false });
        const layerList = element('select', { id: uniqueId('layer'), onchange: (event) => this.setLayer(+event.target.value) },
            ...this.map.layers.map((layer, i) => element('option', { value: i, disabled: !layer.exists, selected: i === this.layer }, layer.name)));
        this.layerList = layerList;
        const tools = element('div', { role: 'radiogroup', 'aria-label': tr`Tool`, class: 'tools' }, ...TOOLS.map(([id, name]) => {
            const input = element('input', { type: 'radio', name: 'tool', id: uniqueId('tool'), value: id, checked: id === this.tool,
                onchange: () => { this.tool = id; } });
            return element('label', {}, input, ` ${name}`);
        }));
        const box = (name, label) => element('label', {}, element('input', { type: 'checkbox', checked: this.overlays[name],
            onchange: (event) => { this.overlays[name] = event.target.checked; this.draw(); } }), ` ${label}`);
        const shown = element('details', {}, element('summary', {}, tr`Layers that are shown`), ...this.map.layers.map((layer, i) => element('label', { class: 'layer' },
            element('input', { type: 'checkbox', checked: true, onchange: (event) => {
                this.shown = event.target.checked ? this.shown | 1 << i : this.shown & ~(1 << i);
                this.draw();
            } }), ` ${layer.name}`)));
        this.position = element('output', { 'aria-live': 'polite', class: 'position' });
        this.filter = element('input', { type: 'search', 'aria-label': tr`Filter of what can be placed`, placeholder: tr`Filter`, oninput: () => this.showPalette() });
        this.count = element('p', { role: 'status', class: 'count' });
        this.palette = element('div', { class: 'palette', role: 'listbox', tabindex: '0', 'aria-label': tr`What is placed` });
        this.palette.addEventListener('keydown', (event) => this.paletteKey(event));
        this.element.replaceChildren(
            element('div', { class: 'map-tools' }, element('label', { for: layerList.id }, tr`Layer `), layerList, tools,
                element('button', { type: 'button', onclick: () => this.applyRules() }, tr`Apply automap rules`),
                element('button', { type: 'button', onclick: () => playFrom(this.project, this.project.kinds.find((kind) => kind.id === 'map').names[this.number],
                    this.cursor.x, this.cursor.y) }, tr`Play from here`),
                element('button', { type: 'button', onclick: () => this.setZoom(this.zoom / 2) }, tr`Smaller`),
                element('button', { type: 'button', onclick: () => this.setZoom(this.zoom * 2) }, tr`Larger`),
                box('masks', tr`Masks`), box('doors', tr`Doors`), box('paths', tr`Paths`), box('grid', tr`Grid`), this.position),
            element('div', { class: 'map-body' }, this.canvas, element('div', { class: 'map-side' }, this.filter, this.count, this.palette, shown)),
            (this.parts = new MapParts(this.map, this, this.changed)).element);
        this.listen();
    }

    showPalette() {
        const words = this.filter.value.trim().toLowerCase(), layer = this.layer;
        const found = this.names.map((name, number) => ({ name, number })).filter(({ name }) => name.toLowerCase().includes(words));
        this.count.textContent = found.length > THINGS_MAX ? tr`${found.length} names, the first ${THINGS_MAX} are shown` : '';
        this.palette.replaceChildren(...found.slice(0, THINGS_MAX).map(({ name, number }) => {
                const picture = element('canvas', { width: 48, height: 48, 'aria-hidden': 'true' });
                const made = element('div', { role: 'option', id: `thing-${number}`, 'aria-selected': String(number === this.brush), title: name, 'data-number': number,
                    onclick: () => this.setBrush(number) }, picture, element('span', {}, name));
                requestAnimationFrame(() => this.drawThing(picture, layer, number));
                return made;
            }));
        this.palette.setAttribute('aria-activedescendant', `thing-${this.brush}`);
    }

    setBrush(number) {
        this.brush = number;
        if (this.tool === 'erase' || this.tool === 'pick')
            this.setTool('paint');
        for (const made of this.palette.children)
            made.setAttribute('aria-selected', String(+made.dataset.number === number));
        this.palette.setAttribute('aria-activedescendant', `thing-${number}`);
        document.getElementById(`thing-${number}`)?.scrollIntoView({ block: 'nearest' });
    }

    setTool(id) {
        this.tool = id;
        this.element.querySelector(`input[name="tool"][value="${id}"]`).checked = true;
    }

    paletteKey(event) {
        const all = [...this.palette.children], now = all.findIndex((one) => +one.dataset.number === this.brush);
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (!step || !all.length)
            return;
        event.preventDefault();
        this.setBrush(+all[Math.min(all.length - 1, Math.max(0, now + step))].dataset.number);
    }

    setLayer(layer) {
        if (!this.map.layers[layer]?.exists)
            return;
        const kind = KIND_OF_LAYER(this.layer);
        this.layer = layer;
        this.layerList.value = layer;
        if (kind !== KIND_OF_LAYER(layer))
            this.brush = 0;
        this.showPalette();
        this.say();
        this.draw();
    }

    setZoom(zoom) {
        const middle = [this.left + this.canvas.clientWidth / this.zoom / 2, this.top + this.canvas.clientHeight / this.zoom / 2];
        this.zoom = Math.min(4, Math.max(0.25, zoom));
        this.left = middle[0] - this.canvas.clientWidth / this.zoom / 2;
        this.top = middle[1] - this.canvas.clientHeight / this.zoom / 2;
        this.draw();
    }

    // ---- cells ----

    cells() {
        const at = this.module._web_map_cells() >> 1;
        return new Uint16Array(this.module.HEAPU8.buffer, at * 2, this.side * this.side * this.module._web_map_layers());
    }

    index(layer, { x, y }) { return layer * this.side * this.side + y * this.side + x; }
    cell(layer, spot) { return this.cells()[this.index(layer, spot)]; }
    nameOf(layer, number) { return number === EMPTY ? 'empty' : this.project.kinds.find((kind) => kind.id === KIND_OF_LAYER(layer)).names[number]; }

    spotAt(event) {
        const box = this.canvas.getBoundingClientRect();
        const x = Math.floor(this.left + (event.clientX - box.left) / this.zoom), y = Math.floor(this.top + (event.clientY - box.top) / this.zoom);
        const found = this.module._web_map_cell_at(x, y) >>> 0;
        return found === 0xffffffff ? null : { x: found & 0xffff, y: found >>> 16 };
    }

    say() {
        const { x, y } = this.cursor;
        this.position.textContent = `${x}, ${y}: ${this.nameOf(this.layer, this.cell(this.layer, this.cursor))} (${this.map.layers[this.layer].name})`;
    }

    // ---- painting ----

    put(spot, number) {
        const at = this.index(this.strokeLayer, spot), cells = this.cells();
        if (cells[at] === number)
            return;
        cells[at] = number;
        this.stroke.set(at, { ...spot, number });
    }

    apply(spot, number) {
        if (this.tool !== 'fill') {
            this.put(spot, number);
            return;
        }
        const cells = this.cells(), old = cells[this.index(this.strokeLayer, spot)], rest = [spot];
        while (old !== number && rest.length) {
            const one = rest.pop();
            if (one.x < 0 || one.y < 0 || one.x >= this.side || one.y >= this.side || cells[this.index(this.strokeLayer, one)] !== old)
                continue;
            this.put(one, number);
            rest.push({ x: one.x + 1, y: one.y }, { x: one.x - 1, y: one.y }, { x: one.x, y: one.y + 1 }, { x: one.x, y: one.y - 1 });
        }
    }

    begin() {
        this.stroke = new Map();
        this.strokeLayer = this.layer;
    }

    // Writes the stroke: one step that can be undone.
    end() {
        const stroke = [...(this.stroke?.values() || [])], layer = this.strokeLayer, known = this.namesOf(layer);
        this.stroke = null;
        if (!stroke.length)
            return;
        const names = [...new Set(stroke.map(({ number }) => number).filter((number) => number !== EMPTY))];
        const cells = stroke.flatMap(({ x, y, number }) => [x, y, names.indexOf(number)]);
        const words = names.map((number) => known[number]);
        this.queue = this.queue.then(async () => {
            try {
                const answer = await api.changeMap(this.path, layer, words, cells);
                status(plural(stroke.length, 'Saved: {0} cell.', 'Saved: {0} cells.'));
                this.changed(answer);
            } catch (error) {
                failed(error);
                this.reload().catch((other) => status(other.message, true)); // it waits for this queue
            }
        });
        this.say();
    }

    async applyRules() {
        try {
            this.changed(await api.automap(this.path));
            status(tr`Saved: the automap rules were applied.`);
            await this.reload();
        } catch (error) {
            failed(error);
        }
    }

    // The files have changed: the game is built again, in which things and maps may have other numbers. What is being painted
    // is written first.
    async reload() {
        if (!this.parts)
            return;
        this.end();
        await this.queue;
        const project = await api.project(), map = await api.map(this.path);
        await openGame();
        if (this.stroke) // it has the old numbers
            return this.reload();
        const name = this.names[this.brush];
        Object.assign(this, { project, map });
        this.number = await this.findNumber();
        this.brush = Math.max(0, this.names.indexOf(name));
        this.parts.update(this.map);
        if (!this.module._web_map_select(this.number))
            throw new Sentence(tr`the map cannot be shown`);
        this.side = this.module._web_map_side();
        this.showPalette();
        return this.draw();
    }

    // ---- mouse and keys ----

    listen() {
        const canvas = this.canvas;
        let from = null, start = null;
        canvas.addEventListener('pointerdown', (event) => {
            canvas.focus();
            canvas.setPointerCapture(event.pointerId);
            if (event.button === 1 || event.shiftKey) {
                from = { x: event.clientX, y: event.clientY, left: this.left, top: this.top };
            } else {
                const spot = this.spotAt(event);
                if (!spot)
                    return;
                this.cursor = spot;
                if (this.tool === 'pick' || event.button === 2) {
                    this.pick(spot);
                } else if (this.tool === 'path') {
                    this.parts.addCell(spot);
                } else {
                    this.begin();
                    start = spot;
                    if (this.tool !== 'rectangle')
                        this.apply(spot, this.tool === 'erase' ? EMPTY : this.brush);
                }
            }
            event.preventDefault();
            this.draw();
        });
        canvas.addEventListener('pointermove', (event) => {
            if (from) {
                this.left = from.left - (event.clientX - from.x) / this.zoom;
                this.top = from.top - (event.clientY - from.y) / this.zoom;
            }
            const spot = this.spotAt(event);
            if (spot && this.stroke && this.tool !== 'rectangle' && this.tool !== 'fill')
                this.line(this.cursor, spot);
            if (spot)
                this.cursor = spot;
            this.selected = this.stroke && this.tool === 'rectangle' ? start : null;
            this.say();
            this.draw();
        });
        const release = () => {
            if (this.stroke && this.tool === 'rectangle' && start)
                for (let y = Math.min(start.y, this.cursor.y); y <= Math.max(start.y, this.cursor.y); y++)
                    for (let x = Math.min(start.x, this.cursor.x); x <= Math.max(start.x, this.cursor.x); x++)
                        this.put({ x, y }, this.brush);
            from = start = this.selected = null;
            this.end();
            this.draw();
        };
        canvas.addEventListener('pointerup', release);
        canvas.addEventListener('pointercancel', release);
        canvas.addEventListener('contextmenu', (event) => event.preventDefault());
        canvas.addEventListener('wheel', (event) => {
            if (event.ctrlKey)
                this.setZoom(event.deltaY < 0 ? this.zoom * 2 : this.zoom / 2);
            else {
                this.left += (event.shiftKey ? event.deltaY : event.deltaX) / this.zoom;
                this.top += (event.shiftKey ? 0 : event.deltaY) / this.zoom;
            }
            event.preventDefault();
            this.draw();
        }, { passive: false });
        canvas.addEventListener('keydown', (event) => this.key(event));
    }

    // All cells between two, so that a quick stroke has no gaps.
    line(a, b) {
        const steps = Math.max(Math.abs(b.x - a.x), Math.abs(b.y - a.y), 1);
        for (let i = 0; i <= steps; i++)
            this.apply({ x: Math.round(a.x + (b.x - a.x) * i / steps), y: Math.round(a.y + (b.y - a.y) * i / steps) },
                this.tool === 'erase' ? EMPTY : this.brush);
    }

    pick(spot) {
        const number = this.cell(this.layer, spot);
        if (number !== EMPTY)
            this.setBrush(number);
    }

    key(event) {
        const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
        const step = steps[event.key];
        if (step) {
            this.cursor = { x: Math.min(this.side - 1, Math.max(0, this.cursor.x + step[0])), y: Math.min(this.side - 1, Math.max(0, this.cursor.y + step[1])) };
            this.follow();
        } else if (this.tool === 'path' && (event.key === ' ' || event.key === 'Enter')) {
            this.parts.addCell(this.cursor);
        } else if (event.key === ' ' || event.key === 'Enter' || event.key === 'Delete') {
            this.begin();
            this.apply(this.cursor, event.key === 'Delete' ? EMPTY : this.brush);
            this.end();
        } else if (event.key === 'PageUp' || event.key === 'PageDown') {
            for (let layer = this.layer + (event.key === 'PageUp' ? 1 : -1); this.map.layers[layer]; layer += event.key === 'PageUp' ? 1 : -1)
                if (this.map.layers[layer].exists) {
                    this.setLayer(layer);
                    break;
                }
        } else if (event.key === 'p') {
            this.pick(this.cursor);
        } else if (event.key === '+' || event.key === '-') {
            this.setZoom(event.key === '+' ? this.zoom * 2 : this.zoom / 2);
        } else {
            return;
        }
        event.preventDefault();
        this.say();
        this.draw();
    }

    // Scrolls so that the cursor is seen.
    follow() {
        const { w, h } = this.tile(), x = this.module._web_map_box_x(this.cursor.x, this.cursor.y), y = this.module._web_map_box_y(this.cursor.x, this.cursor.y);
        const width = this.canvas.clientWidth / this.zoom, height = this.canvas.clientHeight / this.zoom;
        this.left = Math.min(Math.max(this.left, x + 2 * w - width), x - w);
        this.top = Math.min(Math.max(this.top, y + 2 * h - height), y - h);
    }

    tile() { return { w: this.project.tileWidth, h: this.project.tileHeight }; }

    // ---- drawing ----

    draw() {
        if (!this.drawing)
            this.drawing = requestAnimationFrame(() => {
                this.drawing = null;
                this.drawNow();
            });
    }

    drawNow() {
        const w = Math.min(4096, Math.max(1, Math.ceil(this.canvas.clientWidth / this.zoom))), h = Math.min(4096, Math.max(1, Math.ceil(this.canvas.clientHeight / this.zoom)));
        if (this.canvas.width !== w || this.canvas.height !== h) {
            this.canvas.width = w;
            this.canvas.height = h;
        }
        this.left = Math.round(this.left);
        this.top = Math.round(this.top);
        const at = this.module._web_map_draw(this.left, this.top, w, h, this.shown);
        if (!at)
            return;
        this.context.putImageData(new ImageData(new Uint8ClampedArray(this.module.HEAPU8.buffer, at, w * h * 4), w, h), 0, 0);
        this.drawOverlays(w, h);
    }

    box(x, y) { return [this.module._web_map_box_x(x, y) - this.left, this.module._web_map_box_y(x, y) - this.top]; }

    outline(x, y, colour, width = 1) {
        const { w, h } = this.tile(), [left, top] = this.box(x, y), context = this.context;
        context.strokeStyle = colour;
        context.lineWidth = width;
        context.beginPath();
        if (this.project.grid === 'iso') {
            context.moveTo(left + w / 2, top);
            context.lineTo(left + w, top + h / 2);
            context.lineTo(left + w / 2, top + h);
            context.lineTo(left, top + h / 2);
            context.closePath();
        } else {
            context.rect(left + 0.5, top + 0.5, w - 1, h - 1);
        }
        context.stroke();
    }

    drawOverlays(width, height) {
        const context = this.context, { w, h } = this.tile();
        const seen = (x, y) => { const [left, top] = this.box(x, y); return left > -w && top > -h && left < width && top < height; };
        if (this.overlays.masks || this.overlays.grid || this.overlays.doors) {
            const masks = new Uint8Array(this.module.HEAPU8.buffer, this.module._web_map_masks(), this.side * this.side).slice(), cells = this.cells();
            for (let y = 0; y < this.side; y++)
                for (let x = 0; x < this.side; x++) {
                    if (!seen(x, y))
                        continue;
                    const [left, top] = this.box(x, y), mask = masks[y * this.side + x], sprite = cells[this.index(OBJECTS, { x, y })];
                    if (this.overlays.grid)
                        this.outline(x, y, '#fff3');
                    if (this.overlays.masks && mask) {
                        context.fillStyle = MASK_COLOURS[mask & 7];
                        context.fillRect(left + 2, top + 2, w - 4, h - 4);
                        if (mask & 8)
                            this.outline(x, y, '#fd0c', 2);
                    }
                    const door = this.overlays.doors && sprite !== EMPTY ? this.module._web_map_door(sprite) : 0;
                    if (door)
                        this.drawDoor(left, top, door);
                }
        }
        if (this.overlays.paths)
            this.drawPaths();
        if (this.selected)
            for (const [x, y] of [[this.selected.x, this.selected.y], [this.cursor.x, this.cursor.y]])
                this.outline(x, y, '#0ff', 2);
        this.outline(this.cursor.x, this.cursor.y, '#fff', 2);
        this.outline(this.cursor.x, this.cursor.y, '#000', 1);
    }

    drawDoor(left, top, at) {
        const [map, x, y] = new Uint32Array(this.module.HEAPU8.buffer, at, 3), context = this.context;
        const name = this.project.kinds.find((kind) => kind.id === 'map').names[map];
        const text = `\u2192 ${name} ${x},${y}`;
        context.font = '12px system-ui, sans-serif';
        context.fillStyle = '#000c';
        context.fillRect(left, top - 14, context.measureText(text).width + 6, 15);
        context.fillStyle = '#fff';
        context.fillText(text, left + 3, top - 3);
    }

    drawPaths() {
        const context = this.context, { w, h } = this.tile();
        this.map.paths.forEach((path, index) => {
            const points = [];
            for (let i = 0; i < path.cells.length; i += 2) {
                const [left, top] = this.box(path.cells[i], path.cells[i + 1]);
                points.push([left + w / 2, top + h / 2]);
            }
            context.strokeStyle = context.fillStyle = index === this.parts.chosen ? '#fd4' : '#4cf';
            context.lineWidth = 2;
            context.beginPath();
            points.forEach(([x, y], i) => context[i ? 'lineTo' : 'moveTo'](x, y));
            context.closePath();
            context.stroke();
            for (const [x, y] of points)
                context.fillRect(x - 3, y - 3, 6, 6);
            if (points.length)
                context.fillText(path.name, points[0][0] + 5, points[0][1] - 5);
        });
    }

    drawThing(canvas, layer, number) {
        if (!canvas.isConnected || layer !== this.layer)
            return;
        const size = 96, at = this.module._web_map_thing(layer, number, size, size);
        if (!at)
            return;
        const whole = element('canvas', { width: size, height: size });
        const pixels = new Uint8ClampedArray(this.module.HEAPU8.buffer.slice(at, at + size * size * 4));
        whole.getContext('2d').putImageData(new ImageData(pixels, size, size), 0, 0);
        // What is drawn of it, not enlarged, above the lower edge.
        let [left, top, right, bottom] = [size, size, 0, 0];
        for (let i = 0; i < size * size; i++)
            if (pixels[4 * i + 3]) {
                const x = i % size, y = Math.floor(i / size);
                [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
            }
        if (right <= left)
            return;
        const w = right - left, h = bottom - top, scale = Math.min(1, canvas.width / w, canvas.height / h);
        canvas.getContext('2d').drawImage(whole, left, top, w, h, (canvas.width - w * scale) / 2, canvas.height - h * scale, w * scale, h * scale);
    }
}
