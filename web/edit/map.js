// Maps: painted on pictures that the renderer of the game draws (map_view.js), so that what one sees is what is played.

import { tr, plural } from './words.js';
import { element, status, uniqueId, failed, askText, Sentence } from './page.js';
import * as api from './api.js';
import { playFrom } from './play.js';
import { MapParts } from './map-parts.js';
import { MASK_COLOURS } from './mask.js';
import { EMPTY, OBJECTS, SPAWNERS, kindOfLayer } from './map_view.js';
import { MapCanvas } from './map_canvas.js';
import { Doors } from './map_door.js';
import { Palette } from './map_palette.js';
import { Stroke } from './map_stroke.js';
import { brushCells, filledCells, lineCells, rectangleCells, rectangleOf } from './map_shapes.js';
import { areaOf, forget, keep, pasted, placeOf, stamps } from './map_clip.js';

const BRUSH_MAX = 8;
// What is done with the cells between a press and its release.
const FREE = 'free', SHAPE = 'shape', POINT = 'point';
const TOOLS = [
    { id: 'paint', name: tr`Paint`, drag: FREE, paints: true },
    { id: 'terrain', name: tr`Terrain`, drag: FREE, paints: true },
    { id: 'line', name: tr`Line`, drag: SHAPE, paints: true },
    { id: 'rectangle', name: tr`Rectangle`, drag: SHAPE, paints: true },
    { id: 'fill', name: tr`Fill`, drag: POINT, paints: true },
    { id: 'erase', name: tr`Erase`, drag: FREE },
    { id: 'pick', name: tr`Pick`, drag: POINT },
    { id: 'area', name: tr`Area`, drag: SHAPE },
    { id: 'stamp', name: tr`Stamp`, drag: POINT },
    { id: 'door', name: tr`Door`, drag: POINT },
    { id: 'path', name: tr`Path`, drag: POINT },
];

export class MapEditor extends MapCanvas {
    // `changed(answer)`: after each change that was written.
    constructor(project, path, changed) {
        super(path, tr`Map: arrows move the cursor, Space paints, Delete erases, Page Up and Page Down change the layer`);
        Object.assign(this, { project, changed, layer: 0, tool: TOOLS[0], size: 1,
            overlays: { masks: false, doors: true, paths: true, grid: false }, stroke: null, area: null, stamp: null, queue: Promise.resolve() });
        this.element = element('div', { class: 'map' });
        this.start().catch((error) => {
            if (!(error instanceof Sentence))
                console.error(error);
            this.element.replaceChildren(element('p', { class: 'problem' }, error.message));
        });
    }

    get names() { return this.view.names(this.layer); }
    get brush() { return this.palette.number; }

    async start() {
        const [map] = await Promise.all([api.map(this.path), this.view.open()]);
        this.map = map;
        this.layer = Math.max(0, map.layers.findIndex((layer) => layer.exists));
        this.palette = new Palette(this.view, this.project.pictures, () => { if (!this.tool.paints) this.setTool('paint'); this.keepGround(); });
        this.build();
        await new Promise((resolve) => setTimeout(resolve, 30)); // the map is asked for before hundreds of small pictures
        const under = this.view.cell(this.layer, this.cursor);
        this.showPalette(under === EMPTY ? 0 : under);
        this.showStamps();
    }

    // ---- the page ----

    build() {
        const layerList = element('select', { id: uniqueId('layer'), onchange: (event) => this.setLayer(+event.target.value) },
            ...this.map.layers.map((layer, i) => element('option', { value: i, disabled: !layer.exists, selected: i === this.layer }, layer.name)));
        this.layerList = layerList;
        const tools = element('div', { role: 'radiogroup', 'aria-label': tr`Tool`, class: 'tools' }, ...TOOLS.map((tool) => {
            const input = element('input', { type: 'radio', name: 'tool', id: uniqueId('tool'), value: tool.id, checked: tool === this.tool,
                disabled: tool.id === 'terrain' && !this.view.terrains.length, onchange: () => this.setTool(tool.id) });
            return element('label', {}, input, ` ${tool.name}`);
        }));
        const size = element('input', { type: 'number', id: uniqueId('size'), min: 1, max: BRUSH_MAX, value: 1,
            oninput: () => { this.size = Math.min(BRUSH_MAX, Math.max(1, Math.round(+size.value) || 1)); this.draw(); } });
        const box = (name, label) => element('label', { class: 'layer' }, element('input', { type: 'checkbox', checked: this.overlays[name],
            onchange: (event) => { this.overlays[name] = event.target.checked; this.draw(); } }), ` ${label}`);
        const shown = element('details', {}, element('summary', {}, tr`What is shown`), ...[['masks', tr`Masks`], ['doors', tr`Doors`], ['paths', tr`Paths`], ['grid', tr`Grid`]].map(([name, label]) => box(name, label)), ...this.map.layers.map((layer, i) => element('label', { class: 'layer' },
            element('input', { type: 'checkbox', checked: true, onchange: (event) => {
                this.shown = event.target.checked ? this.shown | 1 << i : this.shown & ~(1 << i);
                this.draw();
            } }), ` ${layer.name}`)));
        this.position = element('output', { 'aria-live': 'polite', class: 'position' });
        this.stampList = element('select', { id: uniqueId('stamp'), onchange: () => this.chooseStamp(+this.stampList.value) });
        const button = (text, action) => element('button', { type: 'button', onclick: () => action().catch(failed) }, text);
        const areas = element('details', { class: 'areas' }, element('summary', {}, tr`Areas and stamps`), button(tr`Copy`, () => this.copy()), button(tr`Keep as a stamp`, () => this.keepStamp()),
            element('label', { for: this.stampList.id }, tr`Stamp `), this.stampList, button(tr`Forget the stamp`, () => this.forgetStamp()));
        this.element.replaceChildren(
            element('div', { class: 'map-tools' }, element('label', { for: layerList.id }, tr`Layer `), layerList, tools,
                element('span', {}, element('label', { for: size.id }, tr`Cells `), size),
                element('button', { type: 'button', onclick: () => this.applyRules() }, tr`Apply automap rules`),
                element('button', { type: 'button', onclick: () => playFrom(this.project, this.name, this.cursor.x, this.cursor.y) }, tr`Play from here`),
                element('button', { type: 'button', onclick: () => this.setZoom(this.zoom / 2) }, tr`Smaller`),
                element('button', { type: 'button', onclick: () => this.setZoom(this.zoom * 2) }, tr`Larger`),
                this.position),
            element('div', { class: 'map-body' }, this.canvas, (this.doors = new Doors(this)).element, element('div', { class: 'map-side' }, ...this.palette.parts, areas, shown)),
            (this.parts = new MapParts(this.map, this, this.changed)).element);
        this.listen();
    }

    get name() { return this.path.replace(/^maps\//, '').replace(/\.tmx$/, ''); }

    setTool(id) {
        const before = this.tool;
        this.tool = TOOLS.find((tool) => tool.id === id);
        this.element.querySelector(`input[name="tool"][value="${id}"]`).checked = true;
        if ((before.id === 'terrain') !== (id === 'terrain'))
            this.showPalette(id === 'terrain' && !this.view.terrains.includes(this.brush) ? this.firstTerrain : this.brush);
        this.doors.use(id === 'door');
        this.keepGround();
        this.draw();
    }

    get firstTerrain() { return this.view.terrains.find((one) => !this.view.clear.includes(one)) ?? this.view.terrains[0]; }

    // A terrain with transparent edges, as a path, would replace the ground that is to be seen through them.
    keepGround() {
        const [GROUND, ABOVE] = [0, 1];
        if (this.tool.id !== 'terrain' || this.layer !== GROUND || !this.view.clear.includes(this.brush) || !this.map.layers[ABOVE]?.exists)
            return;
        this.setLayer(ABOVE);
        status(tr`${this.nameOf(ABOVE, this.brush)} has transparent edges: it is painted on ${this.map.layers[ABOVE].name}, so that the ground stays.`);
    }

    showPalette(number) { this.palette.set(this.layer, number, this.tool.id === 'terrain' ? this.view.terrains : null); }

    setLayer(layer) {
        if (!this.map.layers[layer]?.exists)
            return;
        const kind = kindOfLayer(this.layer);
        this.layer = layer;
        this.layerList.value = layer;
        if (layer >= OBJECTS && layer <= SPAWNERS && this.tool.id === 'terrain')
            this.setTool('paint');
        this.showPalette(kind === kindOfLayer(layer) ? this.brush : 0);
        this.say();
        this.draw();
    }

    // ---- cells ----

    nameOf(layer, number) { return number === EMPTY ? tr`empty` : this.view.names(layer)[number]; }

    // What is in the cell: of the chosen layer first, then of the others that have something there.
    say() {
        const { x, y } = this.cursor, others = this.map.layers.map((layer, i) => ({ layer, i })).filter(({ layer, i }) => layer.exists && i !== this.layer && this.view.cell(i, this.cursor) !== EMPTY);
        const texts = [`${this.nameOf(this.layer, this.view.cell(this.layer, this.cursor))} (${this.map.layers[this.layer].name})`,
            ...others.map(({ layer, i }) => `${this.nameOf(i, this.view.cell(i, this.cursor))} (${layer.name})`)];
        this.position.textContent = `${x}, ${y}: ${texts.join(', ')}`;
    }

    // ---- painting ----

    // The cells that the tool paints from `from` to `to`.
    cellsOf(from, to) {
        const wide = (cells) => cells.flatMap((cell) => brushCells(this.side, cell, this.size));
        switch (this.tool.id) {
        case 'rectangle': return rectangleCells(from, to);
        case 'fill': return filledCells(this.view.layerCells(this.layer), this.side, to);
        default: return wide(lineCells(from, to));
        }
    }

    begin() { this.stroke = new Stroke(this.view, this.layer, this.tool.id === 'terrain'); }

    put(cells, number) {
        this.stroke.put(cells, number);
        if (number !== EMPTY)
            this.palette.used(number);
    }

    // Writes strokes: one step that can be undone.
    write(strokes) {
        this.queue = this.queue.then(async () => {
            try {
                const layers = (await Promise.all(strokes.map((stroke) => stroke.end()))).filter(Boolean);
                if (!layers.length)
                    return;
                const answer = await api.changeMap(this.path, layers);
                status(plural(layers.reduce((sum, { cells }) => sum + cells.length / 3, 0), 'Saved: {0} cell.', 'Saved: {0} cells.'));
                this.changed(answer);
            } catch (error) {
                failed(error);
                this.reload().catch((other) => status(other.message, true)); // it waits for this queue
            }
            this.say();
        });
    }

    end() {
        if (this.stroke)
            this.write([this.stroke]);
        this.stroke = null;
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
        const [project, map] = await Promise.all([api.project(), api.map(this.path)]);
        const before = await this.view.open();
        if (this.stroke) // it has the old numbers
            return this.reload();
        Object.assign(this, { project, map });
        this.parts.update(this.map);
        this.showPalette(Math.max(0, this.names.indexOf(before[kindOfLayer(this.layer)][this.brush])));
        return this.draw();
    }

    // ---- areas ----

    // All layers that exist and are shown.
    get copied() { return this.map.layers.map((layer, i) => i).filter((i) => this.map.layers[i].exists && this.shown >> i & 1); }

    chosenArea() {
        if (!this.area)
            throw new Sentence(tr`There is no area: choose the tool "Area", and drag over the map.`);
        return this.area;
    }

    async copy() {
        const area = areaOf(this.view, this.chosenArea(), this.copied);
        await keep(area);
        await this.showStamps();
        this.chooseStamp(this.stamps.findIndex((one) => one.name === ''));
        status(tr`Copied: ${area.w} x ${area.h} cells. A click pastes them, also into another map.`);
    }

    async keepStamp() {
        const area = this.chosenArea(), name = await askText(tr`Keep as a stamp`, tr`Name of the stamp`);
        if (!name?.trim())
            return;
        await keep(areaOf(this.view, area, this.copied, name.trim()));
        await this.showStamps();
        this.chooseStamp(this.stamps.findIndex((one) => one.name === name.trim()));
        status(tr`The stamp ${name.trim()} is kept.`);
    }

    async forgetStamp() {
        if (!this.stamp)
            return;
        await forget(this.stamp.name);
        this.stamp = null;
        await this.showStamps();
    }

    async showStamps() {
        this.stamps = await stamps();
        const chosen = this.stamps.findIndex((one) => one.name === this.stamp?.name);
        this.stampList.replaceChildren(element('option', { value: -1 }, '-'), ...this.stamps.map((one, i) => element('option', { value: i, selected: i === chosen }, one.name || tr`what was copied last`)));
    }

    chooseStamp(index) {
        this.stamp = this.stamps[index] || null;
        this.stampList.value = index;
        this.setTool(this.stamp ? 'stamp' : 'area');
    }

    paste(spot) {
        if (!this.stamp)
            throw new Sentence(tr`There is no stamp: choose the tool "Area", drag over the map, and choose "Copy".`);
        const { layers, unknown } = pasted(this.view, this.stamp, spot), missing = layers.filter(({ layer }) => !this.map.layers[layer].exists);
        if (unknown.length)
            status(tr`This game has no ${unknown.join(', ')}`, true);
        if (missing.length)
            status(tr`This map has no layer ${missing.map(({ layer }) => this.map.layers[layer].name).join(', ')}`, true);
        this.write(layers.filter((one) => !missing.includes(one)).map(({ layer, cells }) => {
            const stroke = new Stroke(this.view, layer, false);
            for (const cell of cells)
                stroke.put([cell], cell.number);
            return stroke;
        }));
    }

    clearArea() {
        const { left, top, w, h } = this.chosenArea();
        this.write(this.copied.map((layer) => {
            const stroke = new Stroke(this.view, layer, false);
            stroke.put(rectangleCells({ x: left, y: top }, { x: left + w - 1, y: top + h - 1 }), EMPTY);
            return stroke;
        }));
    }

    // ---- mouse and keys ----

    // At a press, or with Space.
    act(spot) {
        switch (this.tool.id) {
        case 'pick': return this.pick(spot);
        case 'path': return this.parts.addCell(spot);
        case 'stamp': return this.paste(spot);
        case 'door': return this.doors.begin(spot);
        case 'area': this.area = { left: spot.x, top: spot.y, w: 1, h: 1 }; return undefined;
        default:
            this.begin();
            this.put(this.cellsOf(spot, spot), this.tool.id === 'erase' ? EMPTY : this.brush);
        }
        return undefined;
    }

    press(event) {
        this.canvas.focus({ preventScroll: true }); // nothing moves under the pointer
        this.canvas.setPointerCapture(event.pointerId);
        if (event.button === 1 || event.shiftKey) {
            this.moved = { x: event.clientX, y: event.clientY, left: this.left, top: this.top };
            return;
        }
        const spot = this.spotAt(event);
        if (!spot)
            return;
        this.cursor = spot;
        if (event.button === 2)
            this.pick(spot);
        else if (this.tool.drag === SHAPE)
            this.from = spot;
        else
            this.act(spot);
    }

    drag(event) {
        if (this.moved) {
            this.left = this.moved.left - (event.clientX - this.moved.x) / this.zoom;
            this.top = this.moved.top - (event.clientY - this.moved.y) / this.zoom;
        }
        const spot = this.spotAt(event);
        if (spot && this.stroke && this.tool.drag === FREE)
            this.put(this.cellsOf(this.cursor, spot), this.tool.id === 'erase' ? EMPTY : this.brush);
        if (spot)
            this.cursor = spot;
        if (this.tool.id === 'door' && event.buttons)
            this.doors.dragged(event);
        this.say();
    }

    release(event) {
        if (this.tool.id === 'door')
            this.doors.released(event);
        if (this.from && this.tool.id === 'area')
            this.area = rectangleOf(this.from, this.cursor);
        else if (this.from) {
            this.begin();
            this.put(this.cellsOf(this.from, this.cursor), this.brush);
        }
        this.from = this.moved = null;
        this.end();
    }

    listen() {
        const canvas = this.canvas, on = (name, act) => canvas.addEventListener(name, (event) => {
            try {
                act(event);
            } catch (error) {
                failed(error);
            }
            if (name !== 'pointermove' && name !== 'keydown')
                event.preventDefault();
            this.draw();
        }, { passive: false });
        on('pointerdown', (event) => this.press(event));
        on('pointermove', (event) => this.drag(event));
        on('pointerup', (event) => this.release(event));
        on('pointercancel', (event) => this.release(event));
        on('contextmenu', () => {});
        on('wheel', (event) => this.wheel(event));
        on('keydown', (event) => this.key(event));
    }

    pick(spot) {
        const number = this.view.cell(this.layer, spot);
        if (number === EMPTY)
            return;
        if (!this.tool.paints || (this.tool.id === 'terrain' && !this.view.terrains.includes(number)))
            this.setTool('paint');
        this.palette.choose(number, true);
    }

    key(event) {
        const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key], ctrl = event.ctrlKey || event.metaKey;
        const key = event.key.toLowerCase();
        if (step) {
            const before = this.cursor;
            this.step(step);
            if (event.shiftKey && this.tool.id === 'area') { // from where it began to the cursor
                this.from ||= before;
                this.area = rectangleOf(this.from, this.cursor);
            } else
                this.from = null;
        } else if (ctrl && key === 'c') {
            this.copy().catch(failed);
        } else if (ctrl && key === 'v') {
            this.paste(this.cursor);
        } else if (ctrl) {
            return;
        } else if (key === 'delete' && this.tool.id === 'area') {
            this.clearArea();
        } else if ((key === ' ' || key === 'enter') && this.tool.id === 'door') {
            this.doors.beginByKey(this.cursor);
        } else if (key === ' ' || key === 'enter') {
            this.act(this.cursor);
            this.end();
        } else if (key === 'delete') {
            this.begin();
            this.put(brushCells(this.side, this.cursor, this.size), EMPTY);
            this.end();
        } else if (key === 'pageup' || key === 'pagedown') {
            for (let by = key === 'pageup' ? 1 : -1, layer = this.layer + by; this.map.layers[layer]; layer += by)
                if (this.map.layers[layer].exists) {
                    this.setLayer(layer);
                    break;
                }
        } else if (key === 'p') {
            this.pick(this.cursor);
        } else if (key === '+' || key === '-') {
            this.setZoom(key === '+' ? this.zoom * 2 : this.zoom / 2);
        } else {
            return;
        }
        event.preventDefault();
        this.say();
    }

    // ---- drawing ----

    drawOverlays(width, height) {
        const { overlays, cursor } = this;
        if (overlays.masks || overlays.grid || overlays.doors)
            this.drawCells(width, height);
        if (overlays.paths)
            this.drawPaths();
        if (this.area)
            this.drawArea(this.area, '#0ff');
        if (this.tool.id === 'stamp' && this.stamp)
            this.drawArea(placeOf(this.view, this.stamp, cursor), '#fd4');
        if (this.from)
            for (const { x, y } of this.tool.id === 'line' ? this.cellsOf(this.from, cursor) : [])
                this.outline(x, y, '#0ff', 2);
        if (this.from && this.tool.id !== 'line')
            this.drawArea(rectangleOf(this.from, cursor), '#0ff');
        if (this.tool.id === 'door')
            this.doors.drawOverlay();
        const cells = this.tool.drag === FREE || this.tool.id === 'line' ? brushCells(this.side, cursor, this.size) : [cursor];
        for (const [colour, thick] of [['#fff', 2], ['#000', 1]])
            for (const { x, y } of cells)
                this.outline(x, y, colour, thick);
    }

    drawCells(width, height) {
        const { tileW: w, tileH: h } = this.view.grid, { context, side } = this, masks = this.overlays.masks && this.view.wantMasks(), cells = this.view.layerCells(OBJECTS);
        for (let y = 0; y < side; y++)
            for (let x = 0; x < side; x++) {
                const [left, top] = this.box(x, y), mask = masks ? masks[y * side + x] : 0;
                if (left <= -w || top <= -h || left >= width || top >= height)
                    continue;
                if (this.overlays.grid)
                    this.outline(x, y, '#fff3');
                if (mask) {
                    this.trace(x, y);
                    context.fillStyle = MASK_COLOURS[mask & 7];
                    context.fill();
                    if (mask & 8)
                        this.outline(x, y, '#fd0c', 2);
                }
                const door = this.overlays.doors && this.view.doors.get(cells[y * side + x]);
                if (door)
                    this.drawText(`\u2192 ${door.map} ${door.x},${door.y}`, left, top);
            }
    }

    drawPaths() {
        const { context, zoom } = this, { tileW: w, tileH: h } = this.view.grid;
        this.map.paths.forEach((path, index) => {
            const points = [];
            for (let i = 0; i < path.cells.length; i += 2) {
                const [left, top] = this.box(path.cells[i], path.cells[i + 1]);
                points.push([left + w / 2, top + h / 2]);
            }
            context.strokeStyle = context.fillStyle = index === this.parts.chosen ? '#fd4' : '#4cf';
            context.lineWidth = 2 / zoom;
            context.beginPath();
            points.forEach(([x, y], i) => context[i ? 'lineTo' : 'moveTo'](x, y));
            context.closePath();
            context.stroke();
            for (const [x, y] of points)
                context.fillRect(x - 3 / zoom, y - 3 / zoom, 6 / zoom, 6 / zoom);
            if (points.length)
                this.drawText(path.name, points[0][0] + 5, points[0][1] - 5);
        });
    }
}
