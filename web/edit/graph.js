// The story as a graph: dialogs and quests as nodes, answers as edges. The graph is the server's (api/graph); where a node
// was moved is kept with api/places. Nodes are SVG; together they are a
// list for screen readers, whose focus moves along the edges.

import { tr, plural, translated } from './words.js';
import { element, uniqueId, status, askText, prose, failed } from './page.js';
import { pictureOf } from './choices.js';
import { layout } from './layout.js';
import * as api from './api.js';

const WIDTH = 230, HEAD = 30, WORDS = 40, ANSWER = 24, SHOWN_MAX = 500, STEP = 20, ZOOM_MIN = 0.1, ZOOM_MAX = 3, READABLE = 0.6;
const NEW = '?new', SEVERAL = '?several'; // no paths

function svg(name, attributes = {}, ...children) {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes))
        if (value !== null && value !== undefined)
            made.setAttribute(key, value);
    made.append(...children.filter((child) => child !== null && child !== ''));
    return made;
}

const cut = (text, length) => text.length > length ? `${text.slice(0, length - 1)}…` : text;

// What is wrong with a node: the sentences of `oisin check`, shortly.
function marks(node) {
    return [!node.used ? tr`nothing leads to it` : !node.reached ? tr`cannot be reached` : '',
        node.ignored ? tr`dead end: its answers make no difference` : '', node.endless ? tr`cannot be left` : '',
        node.unfinished ? tr`is never completed` : ''].filter(Boolean);
}

const KINDS = { dialog: tr`Dialog`, quest: tr`Quest`, source: tr`File` };
const heightOf = (node) => HEAD + (node.kind === 'source' ? 4 : WORDS + (node.answers?.length || 0) * ANSWER + 6) + (marks(node).length ? 20 : 0);

export class StoryGraph {
    // `select(path)`: shows the form of an item in `this.form`.
    constructor(project, path, select) {
        Object.assign(this, { project, path, select, nodes: [], edges: [], places: {}, moved: new Map(), scale: 1, x: 0, y: 0, fitted: false });
        this.links = svg('g');
        this.layer = svg('g', { role: 'list', 'aria-label': tr`Story` });
        this.rubber = svg('path', { class: 'edge rubber' });
        this.view = svg('g', {}, this.links, this.layer, this.rubber);
        this.svg = svg('svg', { class: 'story' }, svg('defs', {}, svg('marker', { id: 'arrow', viewBox: '0 0 10 10', refX: 9, refY: 5,
            markerWidth: 7, markerHeight: 7, orient: 'auto-start-reverse' }, svg('path', { d: 'M0 0 10 5 0 10z', class: 'arrow' }))), this.view);
        this.form = element('section', { class: 'story-form', 'aria-label': tr`Selected item` });
        this.count = element('span', { class: 'position' });
        const button = (text, label, click) => element('button', { type: 'button', 'aria-label': label, title: label, onclick: click }, text);
        this.element = element('div', { class: 'story-page' },
            element('div', { class: 'map-tools', role: 'group', 'aria-label': tr`Graph` },
                button('−', tr`Smaller`, () => this.zoom(1 / 1.25)), button('+', tr`Larger`, () => this.zoom(1.25)),
                button(tr`Fit`, tr`Fit`, () => this.fit()), button(tr`Arrange`, tr`Arrange`, () => this.arrange()),
                project.readOnly ? null : button(tr`New dialog`, tr`New dialog`, () => this.addDialog()), this.count),
            element('p', { class: 'doc' }, prose(tr`Drag a node to move it, and the circle of an answer to what it leads to. Keys: arrows follow the edges, Shift and an arrow moves the node, \`Enter\` shows its form, \`+\`, \`-\` and \`0\` change the size.`)),
            element('div', { class: 'story-body' }, this.svg, this.form));
        this.listen();
    }

    // ---- the graph ----

    async load() {
        const [graph, places] = await Promise.all([api.graph(), api.places()]);
        this.places = places;
        this.take(graph);
    }

    async update() {
        this.take(await api.graph());
    }

    take(graph) {
        const text = JSON.stringify([graph.nodes, graph.edges]);
        if (this.known === text)
            return;
        const first = this.known === undefined;
        this.known = text;
        this.all = graph;
        this.choose();
        this.place();
        this.show();
        if (!first)
            this.showTargets();
        else
            requestAnimationFrame(() => this.path ? this.centre(this.path) : this.begin());
    }

    // Of a large story, the parts that are next to the selected node, and then the first ones.
    choose() {
        const { nodes, edges } = this.all, linked = new Set(edges.flatMap((edge) => [edge.from, edge.to]));
        const near = new Map(nodes.map((_, i) => [i, []]));
        for (const { from, to } of edges)
            if (to !== undefined) {
                near.get(from).push(to);
                near.get(to).push(from);
            }
        const kept = new Set(), take = (start) => {
            for (const queue = [start]; queue.length && kept.size < SHOWN_MAX;) {
                const node = queue.shift();
                if (!kept.has(node)) {
                    kept.add(node);
                    queue.push(...near.get(node));
                }
            }
        };
        const selected = nodes.findIndex((node) => node.path === this.path);
        if (selected >= 0)
            take(selected);
        nodes.forEach((_, i) => linked.has(i) && take(i));
        nodes.forEach((_, i) => take(i));
        const number = new Map([...kept].sort((a, b) => a - b).map((node, i) => [node, i]));
        this.nodes = [...number.keys()].map((i) => nodes[i]);
        this.edges = edges.filter((edge) => number.has(edge.from) && (edge.to === undefined || number.has(edge.to)))
            .map((edge) => ({ ...edge, from: number.get(edge.from), to: edge.to === undefined ? undefined : number.get(edge.to) }));
        this.byPath = new Map(this.nodes.map((node, i) => [node.path, i]));
        const wrong = this.nodes.filter((node) => marks(node).length).length;
        this.count.textContent = (nodes.length > kept.size ? tr`${kept.size} of ${nodes.length} nodes` : plural(nodes.length, '{0} node', '{0} nodes')) +
            (wrong ? tr`, ${wrong} marked` : '');
    }

    place() {
        const ways = this.edges.filter((edge) => edge.to !== undefined).map((edge) => [edge.from, edge.to]);
        const places = layout(this.nodes.map((node) => [WIDTH, heightOf(node)]), ways);
        this.nodes.forEach((node, i) => { [node.x, node.y] = this.places[node.path] || places[i]; });
    }

    async arrange() {
        this.places = {};
        this.place();
        this.show();
        this.fit();
        await this.keep(tr`Arranged.`);
    }

    async keep(words) {
        try {
            if (!this.project.readOnly)
                await api.keepPlaces(this.places);
            status(words);
        } catch (error) {
            failed(error);
        }
    }

    // ---- drawing ----

    targets(i, answer) {
        return this.edges.filter((edge) => edge.from === i && edge.answer === answer && edge.to !== undefined);
    }

    label(node, i) {
        const leads = (answer) => {
            const list = this.targets(i, answer).map((edge) => this.nodes[edge.to].name);
            return list.length ? tr`leads to ${[...new Set(list)].join(', ')}` : '';
        };
        return [`${KINDS[node.kind]} ${node.name}${node.title ? `, ${node.title}: ${cut(node.words || '', 60)}` : ''}`, ...marks(node),
            node.answers?.length ? plural(node.answers.length, '{0} answer', '{0} answers') : '',
            ...(node.answers || []).map((text, k) => `${text} ${leads(k) || 'ends'}`), leads(undefined)].filter(Boolean).join('; ');
    }

    drawNode(node, i) {
        const height = heightOf(node), wrong = marks(node), picture = node.portrait && pictureOf('portraits', node.portrait);
        const answers = (node.answers || []).map((text, k) => {
            const y = HEAD + WORDS + k * ANSWER;
            return svg('g', { class: this.targets(i, k).length ? 'answer' : 'answer end' },
                svg('text', { x: 12, y: y + 16 }, cut(text, 30)),
                this.project.readOnly ? null : svg('circle', { class: 'handle', cx: WIDTH, cy: y + 11, r: 7, 'data-answer': k }));
        });
        const words = node.kind === 'source' ? [] : lines(node.words || '', 34, 2).map((line, k) =>
            svg('text', { x: 8, y: HEAD + 13 + 16 * k, class: 'words' }, line));
        const title = node.kind === 'source' ? node.path : node.title || node.name;
        const made = svg('g', { class: `node ${node.kind}${wrong.length ? ' marked' : ''}${node.path === this.path ? ' selected' : ''}`,
            role: 'listitem', tabindex: -1, 'data-path': node.path, 'aria-label': this.label(node, i),
            'aria-current': node.path === this.path ? 'true' : null },
        svg('rect', { width: WIDTH, height, rx: node.kind === 'quest' ? 14 : 4 }),
        svg('g', { 'aria-hidden': 'true' }, // cut texts; the label has them all
            picture ? svg('image', { href: picture, x: WIDTH - 34, y: 3, width: 30, height: 30 }) : null,
            svg('text', { x: 8, y: 20, class: 'name' }, cut(title, picture ? 24 : 28)), ...words, ...answers,
            wrong.length ? svg('text', { x: 8, y: height - 7, class: 'mark' }, cut(`⚠ ${wrong.join(', ')}`, 34)) : null));
        made.lastChild.append(svg('title', {}, `${node.path}\n${node.words || ''}`));
        return made;
    }

    show() {
        const focused = this.layer.contains(document.activeElement) ? document.activeElement.dataset.path : null;
        this.shapes = this.nodes.map((node, i) => this.drawNode(node, i));
        this.layer.replaceChildren(...this.shapes);
        this.arrows = this.edges.filter((edge) => edge.to !== undefined).map((edge) => ({ edge, path: svg('path', {
            class: `edge ${edge.effect}${edge.answer === undefined ? ' any' : ''}`, 'marker-end': 'url(#arrow)' }) }));
        this.links.replaceChildren(...this.arrows.map((arrow) => arrow.path));
        this.move();
        const current = this.byPath.get(focused ?? this.path) ?? 0;
        this.shapes[current]?.setAttribute('tabindex', 0);
        if (focused)
            this.shapes[current]?.focus();
    }

    // After nodes were moved.
    move() {
        this.nodes.forEach((node, i) => this.shapes[i].setAttribute('transform', `translate(${node.x} ${node.y})`));
        for (const { edge, path } of this.arrows) {
            const from = this.nodes[edge.from], to = this.nodes[edge.to];
            const y = from.y + (edge.answer === undefined ? HEAD / 2 : HEAD + WORDS + edge.answer * ANSWER + 11);
            path.setAttribute('d', curve(from.x + WIDTH + (edge.answer === undefined ? 0 : 7), y, to.x, to.y + HEAD / 2));
        }
    }

    // ---- the view ----

    look() {
        this.view.setAttribute('transform', `translate(${this.x} ${this.y}) scale(${this.scale})`);
    }

    zoom(factor, x = this.svg.clientWidth / 2, y = this.svg.clientHeight / 2) {
        const scale = Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, this.scale * factor));
        this.x = x - (x - this.x) * scale / this.scale;
        this.y = y - (y - this.y) * scale / this.scale;
        this.scale = scale;
        this.look();
    }

    fit() {
        if (!this.nodes.length)
            return;
        const right = Math.max(...this.nodes.map((node) => node.x + WIDTH)), bottom = Math.max(...this.nodes.map((node) => node.y + heightOf(node)));
        const left = Math.min(...this.nodes.map((node) => node.x)), top = Math.min(...this.nodes.map((node) => node.y));
        this.scale = Math.max(ZOOM_MIN, Math.min(1, this.svg.clientWidth / (right - left + 40), this.svg.clientHeight / (bottom - top + 40)));
        this.x = (this.svg.clientWidth - (right + left) * this.scale) / 2;
        this.y = (this.svg.clientHeight - (bottom + top) * this.scale) / 2;
        this.look();
    }

    // Of a story that is too large for the view, the upper left part, so that it can be read.
    begin() {
        this.fit();
        if (this.scale < READABLE) {
            this.scale = READABLE;
            this.x = 10 - READABLE * Math.min(...this.nodes.map((node) => node.x));
            this.y = 10 - READABLE * Math.min(...this.nodes.map((node) => node.y));
            this.look();
        }
    }

    centre(path) {
        const node = this.nodes[this.byPath.get(path)];
        if (!node)
            return;
        this.x = this.svg.clientWidth / 2 - (node.x + WIDTH / 2) * this.scale;
        this.y = this.svg.clientHeight / 2 - (node.y + heightOf(node) / 2) * this.scale;
        this.look();
    }

    // A focused node is visible.
    reveal(node) {
        const x = node.x * this.scale + this.x, y = node.y * this.scale + this.y;
        if (x < 0 || y < 0 || x + WIDTH * this.scale > this.svg.clientWidth || y + heightOf(node) * this.scale > this.svg.clientHeight)
            this.centre(node.path);
    }

    at(event) {
        const box = this.svg.getBoundingClientRect();
        return [(event.clientX - box.x - this.x) / this.scale, (event.clientY - box.y - this.y) / this.scale];
    }

    // ---- changes ----

    choosePath(path) {
        this.path = path;
        this.shapes.forEach((shape, i) => {
            const own = this.nodes[i].path === path;
            shape.classList.toggle('selected', own);
            own ? shape.setAttribute('aria-current', 'true') : shape.removeAttribute('aria-current');
            shape.setAttribute('tabindex', own ? 0 : -1);
        });
        return this.select(path);
    }

    // A list for each answer of the selected dialog: the same by keys as dragging its circle.
    showTargets() {
        const i = this.byPath.get(this.path), node = this.nodes[i];
        const old = this.leads, focused = old ? [...old.querySelectorAll('select')].indexOf(document.activeElement) : -1;
        this.leads = null;
        if (!node?.answers?.length || this.project.readOnly) {
            old?.remove();
            return;
        }
        const names = this.all.nodes.filter((one) => one.kind !== 'source').map((one) => [one.path, `${translated(one.kind)} ${one.name}`]);
        this.leads = element('section', { class: 'leads' }, element('h3', {}, tr`Answers lead to`), ...node.answers.map((text, k) => {
            const id = uniqueId('leads'), targets = [...new Set(this.targets(i, k).map((edge) => this.nodes[edge.to].path))];
            const option = ([path, name]) => element('option', { value: path }, name);
            const one = element('select', { id, onchange: () => this.lead(node.path, k, one.value), onfocus: () => {
                if (!one.full) // thousands of names are slow to lay out: only when they are needed
                    one.append(...names.filter(([path]) => path !== targets[0]).map(option));
                one.full = true;
            } },
            element('option', { value: '' }, tr`the end`), element('option', { value: NEW }, tr`a new dialog …`),
            targets.length > 1 ? element('option', { value: SEVERAL, disabled: true }, tr`several: ${targets.map((path) => path.replace(/^.*\/|\.\w+$/g, '')).join(', ')}`) : null,
            ...names.filter(([path]) => path === targets[0]).map(option));
            one.value = targets.length > 1 ? SEVERAL : targets[0] || '';
            return element('div', { class: 'field' }, element('label', { for: id }, text), one);
        }));
        if (old?.parentNode === this.form)
            old.replaceWith(this.leads);
        else
            this.form.prepend(this.leads);
        // The form does not scroll: it keeps its place for the eyes and for a click.
        this.leads.querySelectorAll('select')[focused]?.focus({ preventScroll: true });
    }

    async lead(path, answer, to) {
        try {
            if (to === NEW)
                to = await this.newDialog();
            if (to !== null) {
                await api.lead(path, answer, to);
                status(tr`Saved: the answer leads to ${to || tr`the end`}.`);
            }
        } catch (error) {
            failed(error);
        }
        this.showTargets();
    }

    // Its path; null: cancelled.
    async newDialog() {
        const name = await askText(tr`New dialog`, tr`Name (letters, digits, _ and .)`);
        return name ? (await api.add('dialog', name.trim())).path : null;
    }

    async addDialog(place) {
        try {
            const path = await this.newDialog();
            if (!path)
                return null;
            if (place) {
                this.places[path] = place.map(Math.round);
                await this.keep(tr`Saved.`);
            }
            status(tr`Saved.`);
            this.path = path;
            await this.select(path);
            return path;
        } catch (error) {
            failed(error);
            return null;
        }
    }

    // ---- mouse, touch ----

    listen() {
        const pointers = new Map();
        let drag = null, spread = 0;
        this.svg.addEventListener('pointerdown', (event) => {
            if (event.button)
                return;
            const shape = event.target.closest('.node'), handle = event.target.closest('.handle');
            pointers.set(event.pointerId, [event.clientX, event.clientY]);
            this.svg.setPointerCapture(event.pointerId);
            spread = 0;
            drag = { x: event.clientX, y: event.clientY, from: this.at(event), moved: false, node: shape && this.nodes[this.byPath.get(shape.dataset.path)],
                answer: handle ? +handle.dataset.answer : null };
            drag.start = drag.node ? [drag.node.x, drag.node.y] : [this.x, this.y];
        });
        this.svg.addEventListener('pointermove', (event) => {
            if (!pointers.has(event.pointerId))
                return;
            pointers.set(event.pointerId, [event.clientX, event.clientY]);
            if (pointers.size === 2) {
                const [[ax, ay], [bx, by]] = [...pointers.values()], box = this.svg.getBoundingClientRect();
                const now = Math.hypot(ax - bx, ay - by);
                if (spread)
                    this.zoom(now / spread, (ax + bx) / 2 - box.x, (ay + by) / 2 - box.y);
                spread = now;
                drag = null;
            } else if (drag)
                this.drag(drag, event);
        });
        const end = (event, done) => {
            pointers.delete(event.pointerId);
            const last = drag;
            drag = null;
            this.rubber.removeAttribute('d');
            if (last && done)
                this.drop(last, event);
        };
        this.svg.addEventListener('pointerup', (event) => end(event, true));
        this.svg.addEventListener('pointercancel', (event) => end(event, false));
        this.svg.addEventListener('wheel', (event) => {
            event.preventDefault();
            const box = this.svg.getBoundingClientRect();
            if (event.ctrlKey)
                this.zoom(Math.exp(-event.deltaY / 300), event.clientX - box.x, event.clientY - box.y);
            else {
                this.x -= event.shiftKey ? event.deltaY : event.deltaX;
                this.y -= event.shiftKey ? 0 : event.deltaY;
                this.look();
            }
        }, { passive: false });
        this.svg.addEventListener('click', (event) => { // by a screen reader: without a pointer
            const shape = event.detail === 0 && event.target.closest('.node');
            if (shape)
                this.choosePath(shape.dataset.path);
        });
        this.svg.addEventListener('keydown', (event) => this.key(event));
        this.svg.addEventListener('focusin', (event) => {
            const shape = event.target.closest('.node');
            if (shape && shape.matches(':focus-visible'))
                this.reveal(this.nodes[this.byPath.get(shape.dataset.path)]);
        });
    }

    drag(drag, event) {
        drag.moved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 4;
        const [x, y] = this.at(event);
        if (!drag.moved)
            return;
        if (drag.answer !== null)
            this.rubber.setAttribute('d', curve(...drag.from, x, y));
        else if (drag.node) {
            drag.node.x = Math.round(drag.start[0] + (event.clientX - drag.x) / this.scale);
            drag.node.y = Math.round(drag.start[1] + (event.clientY - drag.y) / this.scale);
            this.move();
        } else {
            this.x = drag.start[0] + event.clientX - drag.x;
            this.y = drag.start[1] + event.clientY - drag.y;
            this.look();
        }
    }

    async drop(drag, event) {
        const { node } = drag;
        if (!drag.moved) {
            if (node) {
                this.shapes[this.byPath.get(node.path)].focus({ preventScroll: true });
                await this.choosePath(node.path);
            }
            return;
        }
        if (!node)
            return;
        if (drag.answer === null) {
            this.places[node.path] = [node.x, node.y];
            await this.keep(tr`${node.name} was moved.`);
            return;
        }
        const target = document.elementFromPoint(event.clientX, event.clientY), shape = target?.closest('.node');
        if (shape && shape.dataset.path !== node.path && !shape.classList.contains('source'))
            await this.lead(node.path, drag.answer, shape.dataset.path);
        else if (!shape && this.svg.contains(target)) {
            const path = await this.addDialog(this.at(event));
            if (path)
                await this.lead(node.path, drag.answer, path);
        }
    }

    // ---- keys ----

    key(event) {
        const shape = event.target.closest('.node'), i = shape ? this.byPath.get(shape.dataset.path) : undefined;
        const node = this.nodes[i], way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
        if (event.ctrlKey || event.altKey || event.metaKey)
            return;
        if (way && node && event.shiftKey) {
            node.x += way[0] * STEP;
            node.y += way[1] * STEP;
            this.places[node.path] = [node.x, node.y];
            this.move();
            this.keep(tr`${node.name} was moved to ${node.x}, ${node.y}.`);
        } else if (way && node)
            this.walk(i, way);
        else if ((event.key === 'Enter' || event.key === ' ') && node) {
            this.choosePath(node.path).then(() => this.form.querySelector('select, input')?.focus());
        } else if (event.key === '+' || event.key === '-')
            this.zoom(event.key === '+' ? 1.25 : 1 / 1.25);
        else if (event.key === '0')
            this.fit();
        else
            return;
        event.preventDefault();
        event.stopPropagation();
    }

    // Right and left follow the edges; up and down go to the next node of the others.
    walk(i, [dx, dy]) {
        const along = this.edges.filter((edge) => edge.to !== undefined && (dx > 0 ? edge.from === i : edge.to === i)).map((edge) => dx > 0 ? edge.to : edge.from);
        const order = this.nodes.map((_, k) => k).sort((a, b) => this.nodes[a].x - this.nodes[b].x || this.nodes[a].y - this.nodes[b].y || a - b);
        const next = dy ? order[order.indexOf(i) + dy] : along.find((k) => k !== i);
        if (next === undefined)
            return;
        this.shapes.forEach((shape, k) => shape.setAttribute('tabindex', k === next ? 0 : -1));
        this.shapes[next].focus({ preventScroll: true });
        this.reveal(this.nodes[next]);
    }
}

// At most `count` lines of `length` letters.
function lines(text, length, count) {
    const made = [''];
    for (const word of text.split(/\s+/)) {
        const last = made[made.length - 1];
        if (last && last.length + word.length >= length)
            made.push(word);
        else
            made[made.length - 1] = last ? `${last} ${word}` : word;
    }
    const shown = made.slice(0, count).map((line) => cut(line, length));
    if (made.length > count)
        shown[count - 1] = cut(`${shown[count - 1]} …`, length);
    return shown;
}

function curve(ax, ay, bx, by) {
    const bend = Math.max(40, Math.min(120, Math.abs(bx - ax) / 2));
    return `M${ax} ${ay}C${ax + bend} ${ay} ${bx - bend} ${by} ${bx} ${by}`;
}
