// A map as the editor draws it, with the renderer of the game (src/studio/editor/api_map_view.c): pieces of its picture,
// its cells, and what is being painted.

import { released } from './page.js';
import * as api from './api.js';
import { boxOf, cellAt } from './map_grid.js';

export const EMPTY = 65535;
export const OBJECTS = 4, NPCS = 5, SPAWNERS = 6; // layers
const PIECE = 256; // pixels of the screen, at 100 %
const PIECES_MAX = 600;
// The list of what a layer can have.
export const kindOfLayer = (layer) => ({ [NPCS]: 'npcs', [SPAWNERS]: 'spawners' })[layer] || 'tiles';
const FINEST = 1, COARSEST = 8; // pixels of the map for one of a piece

export class MapView {
    // `redraw()`: a piece has come.
    constructor(path, redraw) {
        Object.assign(this, { path, redraw, pieces: new Map(), before: new Map(), shown: null, queue: Promise.resolve(), masks: null });
    }

    // Also again, after a change of the project's files: what is painted and not written is dropped. Resolves to what was known
    // before, whose numbers the reader may have.
    async open() {
        const about = await api.mapView(this.path), cells = new Uint16Array(await api.mapCells(this.path)), before = this.about;
        await released(); // a list is not made again under the pointer
        Object.assign(this, { about, cells });
        this.doors = new Map(this.about.doors.map(([object, map, x, y]) => [object, { map: this.about.maps[map], x, y }]));
        this.masks = null;
        for (const piece of this.pieces.values())
            piece.stale = true;
        return before;
    }

    get grid() { return this.about.grid; }
    get side() { return this.grid.side; }
    get terrains() { return this.about.terrains; }
    get clear() { return this.about.clear; } // those whose edges are transparent

    // ---- cells ----

    names(layer) { return this.about[kindOfLayer(layer)]; }
    index(layer, { x, y }) { return layer * this.side * this.side + y * this.side + x; }
    cell(layer, spot) { return this.cells[this.index(layer, spot)]; }
    layerCells(layer) { return this.cells.subarray(layer * this.side * this.side, (layer + 1) * this.side * this.side); }
    box(x, y) { return boxOf(this.grid, x, y); }
    cellAt(px, py) { return cellAt(this.grid, px, py); }
    thing(layer, number) { return api.mapThing(this.path, layer, number); }

    // Puts numbers into cells of a layer: [{ x, y, number }]. `terrains`: with the transitions around. Resolves to all cells that
    // have changed, with what they were before: [{ x, y, number, was }].
    draft(layer, cells, terrains) {
        const done = this.queue.then(async () => {
            const answer = await api.mapDraft(this.path, layer, cells.flatMap(({ x, y, number }) => [x, y, number]), terrains), changed = [];
            for (let i = 0; i < answer.cells.length; i += 3) {
                const [x, y, number] = answer.cells.slice(i, i + 3), at = this.index(layer, { x, y });
                changed.push({ x, y, number, was: this.cells[at] });
                this.cells[at] = number;
            }
            this.changed(changed);
            return changed;
        });
        this.queue = done.catch(() => {});
        return done;
    }

    // The pieces in which these cells are.
    changed(cells) {
        if (!cells.length)
            return;
        this.masks = null;
        const { reachW, reachH } = this.about, { tileH } = this.grid;
        const boxes = cells.map(({ x, y }) => this.box(x, y));
        for (const piece of this.pieces.values())
            piece.stale ||= boxes.some(([left, top]) => left < piece.x + piece.size && left + reachW > piece.x && top + tileH - reachH < piece.y + piece.size && top + tileH > piece.y);
        this.redraw();
    }

    // What blocks and what reacts, a byte for each cell; null: it is not known yet.
    wantMasks() {
        if (!this.masks && !this.asking) {
            this.asking = true;
            const cells = this.cells;
            api.mapMasks(this.path).then((bytes) => {
                if (cells === this.cells)
                    this.masks = this.latest = new Uint8Array(bytes);
                this.redraw();
            }).catch(() => {}).finally(() => { this.asking = false; });
        }
        return this.masks || this.latest;
    }

    // ---- pieces ----

    async load(piece) {
        const { x, y, size, scale } = piece;
        piece.loading = true;
        piece.stale = false;
        try {
            const bytes = await api.mapPiece({ path: this.path, x, y, w: size, h: size, scale, layers: this.shown });
            piece.bitmap = await createImageBitmap(new ImageData(new Uint8ClampedArray(bytes), PIECE, PIECE));
        } catch {
            piece.failed = true; // until the map is opened again
        }
        piece.loading = false;
        this.redraw();
    }

    // Of another size, or with other layers; what was shown stays beneath until they are there.
    change(scale, layers) {
        if (this.scale === scale && this.shown === layers)
            return;
        this.before = this.pieces;
        this.pieces = new Map();
        Object.assign(this, { scale, shown: layers });
    }

    // Draws the part of the picture at (left, top), of w x h pixels of the map, into a context that has the pixels of the map as
    // its unit. `layers`: bit n, layer n.
    draw(context, left, top, w, h, zoom, layers) {
        this.change(Math.min(COARSEST, Math.max(FINEST, 2 ** Math.floor(Math.log2(1 / zoom)))), layers);
        const size = PIECE * this.scale;
        for (const piece of this.before.values())
            if (piece.bitmap)
                context.drawImage(piece.bitmap, piece.x - left, piece.y - top, piece.size, piece.size);
        let all = true;
        for (let y = Math.floor(top / size) * size; y < top + h; y += size)
            for (let x = Math.floor(left / size) * size; x < left + w; x += size) {
                const key = `${x},${y}`, piece = this.pieces.get(key) || { x, y, size, scale: this.scale, stale: true };
                this.pieces.delete(key); // those that were shown last are at the end
                this.pieces.set(key, piece);
                if (piece.stale && !piece.loading)
                    this.load(piece);
                if (piece.bitmap)
                    context.drawImage(piece.bitmap, x - left, y - top, size, size);
                all &&= piece.bitmap || piece.failed;
            }
        if (all)
            this.before.clear();
        for (const key of this.pieces.keys()) {
            if (this.pieces.size <= PIECES_MAX)
                break;
            this.pieces.delete(key);
        }
    }
}
