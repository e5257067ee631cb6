// Areas of a map: copied, kept under a name as stamps, and pasted, also into other maps. They have the names of what is in
// their cells, of all layers. The editor keeps them in .oisin/stamps.json of the project.

import * as api from './api.js';
import { EMPTY } from './map_view.js';
import { HEXH, HEXV } from './map_grid.js';

// Odd rows or columns of hexagons are shifted by half a cell: an area keeps its form only on those of the same kind.
const oddOf = ({ grid }, { x, y }) => (grid.type === HEXV ? y & 1 : grid.type === HEXH ? x & 1 : 0);

// `layers`: numbers. Empty cells are not part of it: what is there where it is pasted stays.
export function areaOf(view, { left, top, w, h }, layers, name = '') {
    const area = { name, w, h, odd: oddOf(view, { x: left, y: top }), layers: [] };
    for (const layer of layers) {
        const names = view.names(layer), cells = [];
        for (let y = 0; y < h; y++)
            for (let x = 0; x < w; x++) {
                const number = view.cell(layer, { x: left + x, y: top + y });
                cells.push(number === EMPTY ? '' : names[number]);
            }
        if (cells.some((one) => one))
            area.layers.push({ layer, cells });
    }
    return area;
}

// Where it is pasted at a cell: its upper left corner.
export function placeOf(view, area, { x, y }) {
    const moved = oddOf(view, { x, y }) !== area.odd;
    return { left: x + (moved && view.grid.type === HEXH ? 1 : 0), top: y + (moved && view.grid.type === HEXV ? 1 : 0), w: area.w, h: area.h };
}

// The cells that it changes: [{ layer, cells: [{ x, y, number }] }], and the names that this game does not have.
export function pasted(view, area, spot) {
    const { left, top } = placeOf(view, area, spot), unknown = new Set();
    const layers = area.layers.map(({ layer, cells }) => {
        const numbers = new Map(view.names(layer).map((name, number) => [name, number]));
        return { layer, cells: cells.flatMap((name, i) => {
            const x = left + i % area.w, y = top + Math.floor(i / area.w), number = numbers.get(name);
            if (name && number === undefined)
                unknown.add(name);
            return number === undefined || x >= view.side || y >= view.side ? [] : [{ x, y, number }];
        }) };
    });
    return { layers: layers.filter(({ cells }) => cells.length), unknown: [...unknown] };
}

export const stamps = () => api.stamps();

// The first one without a name is what was copied last.
export async function keep(area) {
    const all = await api.stamps();
    return api.keepStamps([...all.filter((one) => one.name !== area.name), area]);
}

export async function forget(name) {
    const all = await api.stamps();
    return api.keepStamps(all.filter((one) => one.name !== name));
}
