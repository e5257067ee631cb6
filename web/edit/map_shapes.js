// The cells that the tools of a map paint: lists of { x, y }, within a map of `side` x `side` cells.

const inside = (side, { x, y }) => x >= 0 && y >= 0 && x < side && y < side;

// A brush of `size` x `size` cells around one; even sizes reach one cell further to the right and down.
export function brushCells(side, { x, y }, size) {
    const cells = [], before = Math.floor((size - 1) / 2);
    for (let row = 0; row < size; row++)
        for (let column = 0; column < size; column++)
            cells.push({ x: x - before + column, y: y - before + row });
    return cells.filter((cell) => inside(side, cell));
}

// All cells between two, so that a quick stroke has no gaps.
export function lineCells(a, b) {
    const cells = [], steps = Math.max(Math.abs(b.x - a.x), Math.abs(b.y - a.y), 1);
    for (let i = 0; i <= steps; i++)
        cells.push({ x: Math.round(a.x + (b.x - a.x) * i / steps), y: Math.round(a.y + (b.y - a.y) * i / steps) });
    return cells;
}

// The rectangle with these corners: { left, top, w, h }.
export const rectangleOf = (a, b) => ({ left: Math.min(a.x, b.x), top: Math.min(a.y, b.y), w: Math.abs(a.x - b.x) + 1, h: Math.abs(a.y - b.y) + 1 });

export function rectangleCells(a, b) {
    const { left, top, w, h } = rectangleOf(a, b), cells = [];
    for (let y = top; y < top + h; y++)
        for (let x = left; x < left + w; x++)
            cells.push({ x, y });
    return cells;
}

// Those that are connected with `start` and have the same content. `cells`: of a layer.
export function filledCells(cells, side, start) {
    const old = cells[start.y * side + start.x], seen = new Uint8Array(side * side), rest = [start], found = [];
    while (rest.length) {
        const cell = rest.pop(), at = cell.y * side + cell.x;
        if (!inside(side, cell) || seen[at] || cells[at] !== old)
            continue;
        seen[at] = 1;
        found.push(cell);
        rest.push({ x: cell.x + 1, y: cell.y }, { x: cell.x - 1, y: cell.y }, { x: cell.x, y: cell.y + 1 }, { x: cell.x, y: cell.y - 1 });
    }
    return found;
}
