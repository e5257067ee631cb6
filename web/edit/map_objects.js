// The objects of a map of Evil Islands on its image: chosen and moved with the mouse or keys; their numbers change in the file.
//
// The image is a list for assistive programs: the arrows choose an object, with Shift they move it.

import { tr } from './words.js';
import { element, uniqueId, status } from './page.js';
import { member } from './values.js';
import { titleOf } from './values_form.js';
import * as api from './api.js';

const STEP = { '': 1, Alt: 0.1 }; // units, for Shift and the arrows

const number = (value) => String(Math.round(value * 100) / 100);

// Everything with a position: { title, kind, path of the list of three numbers }.
export function placedIn(tree) {
    const found = [];
    const visit = (node, path, above) => {
        const type = member(node, 'type')?.value || '', value = member(node, 'value');
        if (/POSITION$/.test(type) && value?.items?.length === 3 && value.items.every((one) => one.kind === 'number'))
            found.push({ title: titleOf(above.node, ''), kind: member(above.node, 'type')?.value || '', path: [...path, 'value'], above: above.path });
        for (const [key, one] of node.members || [])
            visit(one, [...path, key], node.members && member(node, 'children') ? { node, path } : above);
        (node.items || []).forEach((one, i) => visit(one, [...path, i], above));
    };
    visit(tree, [], { node: tree, path: [] });
    return found;
}

export class ObjectsMap {
    // `file`: the ValuesItem whose text has the objects.
    constructor(file) {
        this.file = file;
        this.size = file.description.map;
        this.chosen = 0;
        const id = uniqueId('objects');
        this.id = id;
        const image = element('img', { src: api.drawing(file.path), alt: '', draggable: 'false' });
        image.addEventListener('error', () => status(tr`The map cannot be drawn: its sectors or textures are missing.`, true));
        this.list = element('div', { role: 'listbox', tabindex: 0, class: 'objects', 'aria-label': tr`Objects on the map; the arrows choose, with Shift they move`, 'aria-describedby': `${id}-help` });
        this.frame = element('div', { class: 'objects-map' }, image, this.list);
        this.scroll = element('div', { class: 'objects-scroll' }, this.frame);
        const zoom = element('select', { id: `${id}-zoom` }, ...[100, 200, 400].map((one) => element('option', { value: one }, `${one} %`)));
        zoom.addEventListener('change', () => { this.frame.style.width = `${zoom.value}%`; this.show(); });
        this.name = element('strong', {});
        this.fields = ['x', 'y', 'z'].map((axis, i) => {
            const input = element('input', { id: `${id}-${axis}`, inputmode: 'decimal', readonly: file.readOnly, autocomplete: 'off', 'aria-describedby': `${id}-wrong` });
            input.addEventListener('change', () => this.type(i, input));
            return input;
        });
        this.wrong = element('span', { class: 'problem', id: `${id}-wrong`, role: 'status' });
        this.element = element('section', {}, element('div', { class: 'map-tools' }, element('span', {}, element('label', { for: `${id}-zoom` }, tr`Size `), zoom), this.name,
            ...this.fields.map((input, i) => element('span', {}, element('label', { for: input.id }, `${'xyz'[i]} `), input)), this.wrong),
        this.scroll, element('p', { class: 'help doc', id: `${id}-help` }, tr`x is to the east, y to the north, z up. With Shift, the arrows move the object by 1, with Shift and Alt by 0.1.`));
        this.list.addEventListener('keydown', (event) => this.key(event));
        this.list.addEventListener('pointerdown', (event) => this.drag(event));
    }

    // After changes of the text.
    update() {
        this.objects = placedIn(this.file.tree);
        this.chosen = Math.max(0, Math.min(this.chosen, this.objects.length - 1));
        this.markers = this.objects.map((one, i) => element('div', { role: 'option', id: `${this.id}-${i}`, class: `object ${/^LIGHT/.test(one.kind) ? 'light' : /^SOUND/.test(one.kind) ? 'sound' : ''}`, title: one.title, 'aria-label': one.title }));
        this.list.replaceChildren(...this.markers);
        this.objects.forEach((one, i) => this.place(i, this.position(i)));
        this.show();
    }

    nodes(i) { return this.file.nodeAt(this.objects[i].path).items; }
    position(i) { return this.nodes(i).map((node) => +node.value); }

    place(i, [x, y]) {
        this.markers[i].style.left = `${x / this.size.width * 100}%`;
        this.markers[i].style.top = `${(1 - y / this.size.height) * 100}%`;
    }

    show(scroll = false) {
        this.list.querySelector('[aria-selected="true"]')?.setAttribute('aria-selected', 'false');
        const marker = this.markers[this.chosen], object = this.objects[this.chosen];
        this.name.textContent = object ? tr`${object.title} (${this.chosen + 1} of ${this.objects.length})` : tr`This map has no objects.`;
        if (!object)
            return;
        marker.setAttribute('aria-selected', 'true');
        this.list.setAttribute('aria-activedescendant', marker.id);
        this.position(this.chosen).forEach((value, i) => { this.fields[i].value = number(value); });
        if (scroll)
            marker.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }

    // Moves the chosen object; only coordinates that change are written.
    async move(to) {
        const nodes = this.nodes(this.chosen), list = to.map((value, i) => [nodes[i], number(value)]).filter(([node, raw]) => number(+node.value) !== raw), title = this.objects[this.chosen].title;
        if (!list.length || this.file.readOnly)
            return;
        const problem = await this.file.change(list, false, tr`the place of ${title}`);
        this.wrong.textContent = problem;
        this.place(this.chosen, this.position(this.chosen));
        this.show(true);
        if (!problem)
            status(tr`${title}: ${this.position(this.chosen).map(number).join(', ')}. Saved.`);
    }

    type(i, input) {
        const to = this.position(this.chosen);
        to[i] = +input.value;
        input.value.trim() !== '' && isFinite(to[i]) ? this.move(to) : this.wrong.textContent = tr`expected a number`;
    }

    key(event) {
        const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
        if (event.key === 'Home' || event.key === 'End')
            this.chosen = event.key === 'Home' ? 0 : this.objects.length - 1;
        else if (by && event.shiftKey) {
            const step = STEP[event.altKey ? 'Alt' : ''];
            // One after the other: each is based on the place after the one before.
            this.moving = (this.moving || Promise.resolve()).then(() => this.move(this.position(this.chosen).map((value, i) => value + (by[i] || 0) * step)));
            event.preventDefault();
            return;
        } else if (by)
            this.chosen = Math.max(0, Math.min(this.objects.length - 1, this.chosen + (by[0] || -by[1])));
        else
            return;
        event.preventDefault();
        this.show(true);
    }

    drag(event) {
        const i = this.markers.indexOf(event.target), box = this.list.getBoundingClientRect();
        if (i < 0 || event.button)
            return;
        this.chosen = i;
        this.show();
        const start = this.position(i), [x0, y0] = [event.clientX, event.clientY];
        let to = start;
        const moved = (over) => {
            to = [start[0] + (over.clientX - x0) / box.width * this.size.width, start[1] - (over.clientY - y0) / box.height * this.size.height, start[2]];
            if (!this.file.readOnly)
                this.place(i, to);
        };
        const end = () => {
            removeEventListener('pointermove', moved);
            removeEventListener('pointerup', end);
            if (Math.hypot(to[0] - start[0], to[1] - start[1]) > 0)
                this.move(to);
        };
        addEventListener('pointermove', moved);
        addEventListener('pointerup', end);
    }
}
