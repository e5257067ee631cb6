// Where the cells of a map are: pixels of the picture of the whole map. The same as src/engine/state/grid.c, which a test
// compares. `grid`: as api/map-view answers it.

export const ORTHO = 0, ISO = 1, HEXV = 2, HEXH = 3;
const NAMES = { iso: ISO, hexv: HEXV, hexh: HEXH };

// The upper left corner of a cell's box.
export function boxOf(grid, x, y) {
    const { tileW: w, tileH: h, side, column, row } = grid;
    switch (grid.type) {
    case ISO: return [Math.trunc((x - y) * w / 2) + Math.trunc((side * w - w) / 2), Math.trunc((x + y) * h / 2)];
    case HEXV: return [x * w + (y & 1 ? column : 0), y * row];
    case HEXH: return [x * column, y * h + (x & 1 ? row : 0)];
    default: return [x * w, y * h];
    }
}

// The hexagon at a point, from the centre of the first one; lines of cells are `high` apart, cells of a line `wide`.
function hexagonAt(across, down, wide, high) {
    const whole = 2 * wide * high, b = 2 * wide * down, a = 2 * high * across - Math.trunc(b / 2), c = -a - b;
    let nearA = Math.floor((2 * a + whole) / (2 * whole)), nearB = Math.floor((2 * b + whole) / (2 * whole));
    const nearC = Math.floor((2 * c + whole) / (2 * whole));
    const errorA = Math.abs(nearA * whole - a), errorB = Math.abs(nearB * whole - b), errorC = Math.abs(nearC * whole - c);
    if (errorA > errorB && errorA > errorC)
        nearA = -nearB - nearC;
    else if (errorB > errorC)
        nearB = -nearA - nearC;
    return [nearA + (nearB - (nearB & 1)) / 2, nearB];
}

// The cell at a pixel, or null: it is outside of the map.
export function cellAt(grid, px, py) {
    const { tileW: w, tileH: h, side, column, row } = grid;
    let x, y;
    switch (grid.type) {
    case ISO: {
        const across = (2 * px - side * w) * h, down = 2 * py * w;
        [x, y] = [Math.floor((down + across) / (2 * w * h)), Math.floor((down - across) / (2 * w * h))];
        break;
    }
    case HEXV: [x, y] = hexagonAt(px - Math.trunc(w / 2), py - Math.trunc(h / 2), w, row); break;
    case HEXH: [y, x] = hexagonAt(py - Math.trunc(h / 2), px - Math.trunc(w / 2), h, column); break;
    default: [x, y] = [Math.floor(px / w), Math.floor(py / h)];
    }
    return x >= 0 && y >= 0 && x < side && y < side ? { x, y } : null;
}

// The outline of a cell, as parts of its box.
export const OUTLINES = {
    [ORTHO]: [[0, 0], [1, 0], [1, 1], [0, 1]],
    [ISO]: [[0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5]],
    [HEXV]: [[0.5, 0], [1, 0.25], [1, 0.75], [0.5, 1], [0, 0.75], [0, 0.25]],
    [HEXH]: [[0.25, 0], [0.75, 0], [1, 0.5], [0.75, 1], [0.25, 1], [0, 0.5]],
};

// The same for the name of a grid, as in api/project; 3D games have squares.
export const outlineOf = (name) => OUTLINES[NAMES[name] ?? ORTHO];
