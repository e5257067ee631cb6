// A map on a canvas that one can scroll and enlarge: its picture, outlines of cells, and texts upon it.

import { element } from './page.js';
import { MapView } from './map_view.js';
import { OUTLINES } from './map_grid.js';
import { rectangleCells } from './map_shapes.js';

const ZOOM_MIN = 1 / 8, ZOOM_MAX = 4;

export class MapCanvas {
    constructor(path, label) {
        Object.assign(this, { path, left: 0, top: 0, zoom: 1, shown: 0x7ff, cursor: { x: 0, y: 0 }, drawing: null });
        this.view = new MapView(path, () => this.draw());
        this.canvas = element('canvas', { tabindex: '0', class: 'map-canvas', role: 'application', 'aria-label': label });
        this.context = this.canvas.getContext('2d', { alpha: false });
        new ResizeObserver(() => this.draw()).observe(this.canvas);
    }

    get side() { return this.view.side; }

    setZoom(zoom) {
        const middle = [this.left + this.canvas.clientWidth / this.zoom / 2, this.top + this.canvas.clientHeight / this.zoom / 2];
        this.zoom = Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, zoom));
        this.left = middle[0] - this.canvas.clientWidth / this.zoom / 2;
        this.top = middle[1] - this.canvas.clientHeight / this.zoom / 2;
        this.draw();
    }

    spotAt(event) {
        const box = this.canvas.getBoundingClientRect();
        return this.view.cellAt(Math.floor(this.left + (event.clientX - box.left) / this.zoom), Math.floor(this.top + (event.clientY - box.top) / this.zoom));
    }

    // Scrolls so that the cursor is seen.
    follow() {
        const { tileW: w, tileH: h } = this.view.grid, [x, y] = this.view.box(this.cursor.x, this.cursor.y);
        const width = this.canvas.clientWidth / this.zoom, height = this.canvas.clientHeight / this.zoom;
        this.left = Math.min(Math.max(this.left, x + 2 * w - width), x - w);
        this.top = Math.min(Math.max(this.top, y + 2 * h - height), y - h);
    }

    // Moves the cursor by (x, y), within the map.
    step([x, y]) {
        this.cursor = { x: Math.min(this.side - 1, Math.max(0, this.cursor.x + x)), y: Math.min(this.side - 1, Math.max(0, this.cursor.y + y)) };
        this.follow();
    }

    wheel(event) {
        if (event.ctrlKey)
            this.setZoom(event.deltaY < 0 ? this.zoom * 2 : this.zoom / 2);
        else {
            this.left += (event.shiftKey ? event.deltaY : event.deltaX) / this.zoom;
            this.top += (event.shiftKey ? 0 : event.deltaY) / this.zoom;
        }
    }

    // ---- drawing ----

    // What is drawn upon the picture, in pixels of the map.
    drawOverlays() {}

    draw() {
        if (this.view.cells && !this.drawing)
            this.drawing = requestAnimationFrame(() => {
                this.drawing = null;
                this.drawNow();
            });
    }

    drawNow() {
        const { canvas, context, zoom } = this, w = Math.max(1, canvas.clientWidth), h = Math.max(1, canvas.clientHeight);
        if (canvas.width !== w || canvas.height !== h)
            Object.assign(canvas, { width: w, height: h });
        this.left = Math.round(this.left);
        this.top = Math.round(this.top);
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.imageSmoothingEnabled = false;
        context.fillStyle = '#282a2c';
        context.fillRect(0, 0, w, h);
        context.setTransform(zoom, 0, 0, zoom, 0, 0);
        this.view.draw(context, this.left, this.top, w / zoom, h / zoom, zoom, this.shown);
        this.drawOverlays(w / zoom, h / zoom);
    }

    box(x, y) {
        const [left, top] = this.view.box(x, y);
        return [left - this.left, top - this.top];
    }

    trace(x, y) {
        const { tileW: w, tileH: h, type } = this.view.grid, [left, top] = this.box(x, y), { context } = this;
        context.beginPath();
        for (const [px, py] of OUTLINES[type])
            context.lineTo(left + px * w, top + py * h);
        context.closePath();
    }

    outline(x, y, colour, width = 1) {
        this.trace(x, y);
        this.context.strokeStyle = colour;
        this.context.lineWidth = width / this.zoom;
        this.context.stroke();
    }

    // Of the same size at each zoom.
    drawText(text, left, top) {
        const { context, zoom } = this;
        context.save();
        context.translate(left, top);
        context.scale(1 / zoom, 1 / zoom);
        context.font = '12px system-ui, sans-serif';
        context.fillStyle = '#000c';
        context.fillRect(0, -14, context.measureText(text).width + 6, 15);
        context.fillStyle = '#fff';
        context.fillText(text, 3, -3);
        context.restore();
    }

    // The cells of a rectangle: of squares and rhombuses its edge, otherwise each of them.
    drawArea({ left, top, w, h }, colour) {
        const { context, side } = this, { tileW, tileH, type } = this.view.grid;
        const right = Math.min(side, left + w) - 1, bottom = Math.min(side, top + h) - 1;
        if (type >= 2) {
            for (const { x, y } of rectangleCells({ x: left, y: top }, { x: right, y: bottom }))
                this.outline(x, y, colour, 2);
            return;
        }
        const corners = [[left, top, 0], [right, top, 1], [right, bottom, 2], [left, bottom, 3]];
        context.beginPath();
        for (const [x, y, corner] of corners) {
            const [px, py] = this.box(x, y), [cx, cy] = OUTLINES[type][corner];
            context.lineTo(px + cx * tileW, py + cy * tileH);
        }
        context.closePath();
        context.strokeStyle = colour;
        context.lineWidth = 2 / this.zoom;
        context.stroke();
    }
}
