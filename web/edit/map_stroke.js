// What is painted between a press and its release: shown at once, written as one step that can be undone.

import { EMPTY } from './map_view.js';

export class Stroke {
    // `terrains`: the transitions around what is painted follow.
    constructor(view, layer, terrains) {
        Object.assign(this, { view, layer, terrains, cells: new Map(), waiting: [], sent: Promise.resolve(), timer: 0 });
    }

    // Cells are sent together, once a frame.
    put(spots, number) {
        this.waiting.push(...spots.map(({ x, y }) => ({ x, y, number })));
        this.timer ||= requestAnimationFrame(() => this.send());
    }

    send() {
        const cells = this.waiting;
        cancelAnimationFrame(this.timer);
        this.waiting = [];
        this.timer = 0;
        if (!cells.length)
            return;
        this.sent = Promise.all([this.sent, this.view.draft(this.layer, cells, this.terrains).then((changed) => {
            for (const one of changed) {
                const key = this.view.index(this.layer, one), old = this.cells.get(key);
                this.cells.set(key, { ...one, was: old ? old.was : one.was });
            }
        })]);
        this.sent.catch(() => {}); // end() has it, too
    }

    // All cells that differ from before, by names: a layer of api.changeMap(); null: none.
    async end() {
        this.send();
        await this.sent;
        const cells = [...this.cells.values()].filter(({ number, was }) => number !== was), known = this.view.names(this.layer);
        const numbers = [...new Set(cells.map(({ number }) => number))].filter((number) => number !== EMPTY);
        const places = new Map(numbers.map((number, i) => [number, i]));
        return cells.length ? { layer: this.layer, names: numbers.map((number) => known[number]),
            cells: cells.flatMap(({ x, y, number }) => [x, y, number === EMPTY ? -1 : places.get(number)]) } : null;
    }
}
