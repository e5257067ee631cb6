// A door from a cell of the shown map to a cell of another one, which is shown beside it: by dragging from one to the other, or
// with Enter in each.

import { tr } from './words.js';
import { element, status, uniqueId, failed } from './page.js';
import * as api from './api.js';
import { choose, preview } from './choices.js';
import { EMPTY, OBJECTS } from './map_view.js';
import { MapCanvas } from './map_canvas.js';

const CHOSEN = '#4f4';
const pathOf = (name) => `maps/${name}.tmx`;

// The map of the other side; `chosen(spot)`: by a click, or with Enter.
class OtherSide extends MapCanvas {
    constructor(path, chosen, marked) {
        super(path, tr`The other map: arrows move the cursor, Enter chooses the cell`);
        Object.assign(this, { chosen, marked });
        const on = (name, act) => this.canvas.addEventListener(name, (event) => {
            if (!this.view.cells)
                return;
            act(event);
            this.draw();
        }, { passive: false });
        on('pointermove', (event) => this.hover(event));
        on('pointerdown', (event) => { this.canvas.focus({ preventScroll: true }); event.preventDefault(); });
        on('pointerup', (event) => { this.hover(event); this.chosen(this.cursor); });
        on('wheel', (event) => { this.wheel(event); event.preventDefault(); });
        on('keydown', (event) => this.key(event));
    }

    hover(event) { this.cursor = this.spotAt(event) || this.cursor; this.draw(); }

    key(event) {
        const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        if (step)
            this.step(step);
        else if (event.key === 'Enter' || event.key === ' ')
            this.chosen(this.cursor);
        else if (event.key === '+' || event.key === '-')
            this.setZoom(event.key === '+' ? this.zoom * 2 : this.zoom / 2);
        else
            return;
        event.preventDefault();
    }

    drawOverlays() {
        const { x, y } = this.cursor, marked = this.marked();
        this.outline(x, y, '#fff', 2);
        this.outline(x, y, '#000', 1);
        if (marked)
            this.outline(marked.x, marked.y, CHOSEN, 3);
    }
}

export class Doors {
    // `editor`: the MapEditor, which passes on what is done with the tool "Door".
    constructor(editor) {
        Object.assign(this, { editor, from: null, to: null, looks: { from: '', to: '' }, other: null });
        this.list = element('select', { id: uniqueId('map'), onchange: () => this.show(this.list.value).catch(failed) });
        this.place = element('div', { class: 'map-other-view' });
        this.sides = element('div', { class: 'map-sides' });
        this.back = element('input', { type: 'checkbox', checked: true, onchange: () => this.describe() });
        this.button = element('button', { type: 'button', class: 'primary', onclick: () => this.make().catch(failed) }, tr`Make the door`);
        this.element = element('section', { class: 'map-other', hidden: true, 'aria-label': tr`A door` },
            element('p', { class: 'map-tools' }, element('span', {}, element('label', { for: this.list.id }, tr`Leads to the map `), this.list),
                element('span', { class: 'help' }, tr`Drag from a cell of the map to a cell of this one, or press Enter in each.`)),
            this.place, element('div', { class: 'map-tools' }, this.sides, element('label', {}, this.back, ' ', tr`It leads back, too`), this.button));
    }

    get view() { return this.editor.view; }

    // The tool was chosen, or another one.
    use(used) {
        this.element.hidden = !used;
        if (!used)
            return;
        const own = this.editor.name, names = this.view.about.maps.filter((name) => name), wanted = this.other?.name || names.find((name) => name !== own) || own;
        this.list.replaceChildren(...names.map((name) => element('option', { value: name, selected: name === wanted }, name)));
        this.show(wanted).catch(failed);
    }

    async show(name) {
        if (this.other?.name !== name) {
            this.to = null;
            this.other = new OtherSide(pathOf(name), (spot) => this.end(spot), () => this.to);
            this.other.name = name;
            this.place.replaceChildren(this.other.canvas);
        }
        await this.other.view.open();
        this.other.draw();
        this.describe();
    }

    // ---- the two cells ----

    begin(spot) {
        this.from = spot;
        this.looks.from = '';
        this.describe();
    }

    // By keys, the other map is next.
    beginByKey(spot) {
        this.begin(spot);
        this.other?.canvas.focus();
    }

    overOther(event) {
        const box = this.other?.canvas.getBoundingClientRect();
        return box && this.other.view.cells && event.clientX >= box.left && event.clientX < box.right && event.clientY >= box.top && event.clientY < box.bottom;
    }

    // While the mouse is down.
    dragged(event) {
        if (this.overOther(event))
            this.other.hover(event);
    }

    released(event) {
        if (!this.overOther(event))
            return;
        this.other.hover(event);
        this.end(this.other.cursor);
    }

    end(spot) {
        this.to = { ...spot };
        this.looks.to = this.stands(this.other.view, spot) ? '' : this.usual();
        this.describe();
        this.other.draw();
    }

    // The name of what is in the cell; the program also finds what only reaches into it.
    stands(view, spot) {
        const number = view.cell(OBJECTS, spot);
        return number === EMPTY ? '' : view.names(OBJECTS)[number];
    }

    // How a door of this game looks that leads to this map: that of another room, perhaps.
    usual() {
        const names = this.view.names(OBJECTS);
        for (const [object, door] of this.view.doors)
            if (door.map === this.editor.name)
                return names[object];
        return '';
    }

    // ---- what is shown of them ----

    side(which, title, view, spot) {
        const look = this.looks[which], stands = spot && this.stands(view, spot), name = look || stands;
        const choice = element('button', { type: 'button', disabled: !spot, 'aria-haspopup': 'dialog', 'data-side': which, onclick: async () => {
            const chosen = await choose('object', tr`How the door looks`, name);
            if (chosen !== null)
                this.looks[which] = chosen;
            this.describe();
            this.element.querySelector(`[data-side="${which}"]`)?.focus();
        } }, name ? preview('object', name) : null, look || (stands ? tr`${stands}, which stands there` : tr`what stands there`));
        return element('div', { class: 'map-side-of-door' }, element('span', {}, spot ? `${title} ${spot.x}, ${spot.y}: ` : tr`${title}: no cell is chosen yet. `), spot ? choice : null);
    }

    describe() {
        this.sides.replaceChildren(this.side('from', this.editor.name, this.view, this.from),
            this.other && this.other.view.cells && (this.back.checked || !this.to) ? this.side('to', this.other.name, this.other.view, this.to)
                : element('div', {}, this.to ? `${this.other.name} ${this.to.x}, ${this.to.y}` : ''));
        this.button.disabled = !this.from || !this.to;
        this.editor.draw();
    }

    drawOverlay() {
        if (this.from)
            this.editor.outline(this.from.x, this.from.y, CHOSEN, 3);
    }

    async make() {
        const { name } = this.other, answer = await api.door({ from: { path: this.editor.path, ...this.from, look: this.looks.from },
            to: { path: pathOf(name), ...this.to, look: this.back.checked ? this.looks.to : '' }, back: this.back.checked });
        this.from = this.to = null;
        this.editor.changed(answer);
        await this.editor.reload();
        await this.show(name);
        status(tr`Saved: the door leads to ${name}.`);
    }
}
