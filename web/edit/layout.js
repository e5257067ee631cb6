// A layered layout of a directed graph: from left to right, each node right of those that lead to it, as far as circles
// allow. No state, no page, no chance: the same graph gives the same places.

const GAP = 24, LAYER_GAP = 90, SWEEPS = 4, ASPECT = 1.6;

// Edges that close a circle, found by a walk in the order of the nodes, do not count.
function withoutCircles(count, edges) {
    const out = Array.from({ length: count }, () => []), state = new Uint8Array(count), kept = [];
    const incoming = new Uint32Array(count);
    for (const [from, to] of edges)
        if (from !== to) {
            out[from].push(to);
            incoming[to]++;
        }
    const order = [...Array(count).keys()].sort((a, b) => (incoming[a] > 0) - (incoming[b] > 0) || a - b);
    for (const start of order) {
        const path = state[start] ? [] : [[start, 0]];
        state[start] ||= 1;
        while (path.length) {
            const top = path[path.length - 1], [node, next] = top;
            if (next === out[node].length) {
                state[node] = 2;
                path.pop();
                continue;
            }
            top[1]++;
            const to = out[node][next];
            if (state[to] !== 1)
                kept.push([node, to]);
            if (!state[to]) {
                state[to] = 1;
                path.push([to, 0]);
            }
        }
    }
    return kept;
}

function parts(count, edges) {
    const part = [...Array(count).keys()];
    const root = (i) => { while (part[i] !== i) i = part[i] = part[part[i]]; return i; };
    for (const [from, to] of edges)
        part[Math.max(root(from), root(to))] = Math.min(root(from), root(to));
    const lists = new Map();
    for (let i = 0; i < count; i++) {
        if (!lists.has(root(i)))
            lists.set(root(i), []);
        lists.get(root(i)).push(i);
    }
    return [...lists.values()];
}

// The longest path to each node.
function layersOf(count, edges) {
    const layer = new Uint32Array(count), waiting = new Uint32Array(count), out = Array.from({ length: count }, () => []);
    for (const [from, to] of edges) {
        out[from].push(to);
        waiting[to]++;
    }
    const ready = [...Array(count).keys()].filter((i) => !waiting[i]);
    for (let i = 0; i < ready.length; i++)
        for (const to of out[ready[i]]) {
            layer[to] = Math.max(layer[to], layer[ready[i]] + 1);
            if (!--waiting[to])
                ready.push(to);
        }
    return layer;
}

// In each layer, nodes are ordered by the mean place of their neighbours in the other one.
function order(layers, neighbours) {
    const place = new Map();
    const note = (list) => list.forEach((node, i) => place.set(node, (i + 0.5) / list.length));
    layers.forEach(note);
    for (let sweep = 0; sweep < SWEEPS; sweep++)
        for (const list of sweep % 2 ? [...layers].reverse() : layers) {
            const mean = new Map(list.map((node) => {
                const near = neighbours[node];
                return [node, near.length ? near.reduce((sum, one) => sum + place.get(one), 0) / near.length : place.get(node)];
            }));
            list.sort((a, b) => mean.get(a) - mean.get(b) || a - b);
            note(list);
        }
}

// `sizes`: [width, height] of each node; `edges`: [from, to], numbers of nodes. Parts that are not connected go into rows.
// Returns [x, y] of each node's left upper corner. No two nodes overlap.
export function layout(sizes, edges) {
    const count = sizes.length, places = new Array(count), kept = withoutCircles(count, edges), layer = layersOf(count, kept);
    const neighbours = Array.from({ length: count }, () => []);
    for (const [from, to] of kept) {
        neighbours[from].push(to);
        neighbours[to].push(from);
    }
    const all = parts(count, edges).map((part) => {
        const layers = [];
        for (const node of part)
            (layers[layer[node]] ||= []).push(node);
        order(layers, neighbours);
        const heights = layers.map((list) => list.reduce((sum, node) => sum + sizes[node][1] + GAP, -GAP));
        const widths = layers.map((list) => Math.max(...list.map((node) => sizes[node][0])));
        return { first: part[0], layers, heights, widths, high: Math.max(...heights), wide: widths.reduce((sum, one) => sum + one + LAYER_GAP, -LAYER_GAP) };
    }).sort((a, b) => b.high - a.high || a.first - b.first);
    const area = all.reduce((sum, { wide, high }) => sum + (wide + 2 * GAP) * (high + 2 * GAP), 0);
    const width = Math.max(Math.sqrt(area * ASPECT), ...all.map(({ wide }) => wide));
    let left = 0, top = 0, bottom = 0;
    for (const { layers, heights, widths, high, wide } of all) {
        if (left && left + wide > width) {
            left = 0;
            top = bottom + 2 * GAP;
        }
        let x = left;
        layers.forEach((list, i) => {
            let y = top + (high - heights[i]) / 2;
            for (const node of list) {
                places[node] = [Math.round(x), Math.round(y)];
                y += sizes[node][1] + GAP;
            }
            x += widths[i] + LAYER_GAP;
        });
        bottom = Math.max(bottom, top + high);
        left += wide + 2 * GAP;
    }
    return places;
}
