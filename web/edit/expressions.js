// The expressions of a sprite layout: chosen by face, mouth, eyes and overlay, composed by the editor from the layout's sheet.

import { tr } from './words.js';
import { element, uniqueId } from './page.js';
import * as api from './api.js';

const PARTS = ['face', 'mouth', 'eyes', 'overlay'];

export class Expressions {
    // `file`: the ValuesItem of the layout.
    constructor(file) {
        this.file = file;
        this.list = file.description.expressions;
        const id = uniqueId('expression');
        this.selects = PARTS.map((part, i) => element('select', { id: `${id}-${part}`, onchange: () => this.choose(i) }));
        this.fields = PARTS.map((part, i) => element('span', {}, element('label', { for: `${id}-${part}` }, `${part[0].toUpperCase()}${part.slice(1)} `), this.selects[i]));
        this.image = element('img', { class: 'picture expression' });
        this.number = element('span', { class: 'count', role: 'status' });
        this.element = element('section', {}, element('div', { class: 'map-tools' }, ...this.fields, this.number), this.image);
        this.shown = this.list[0];
    }

    update() { this.show(); }

    // The expression that has the chosen part, and as many of the others as possible; earlier parts count more.
    choose(i) {
        const wanted = this.selects.map((select) => +select.value), part = PARTS[i];
        const likeness = (one) => PARTS.reduce((sum, name, k) => sum + (one[name] === wanted[k] ? 1 << (PARTS.length - k) : 0), 0);
        this.shown = this.list.filter((one) => one[part] === wanted[i]).reduce((best, one) => likeness(one) > likeness(best) ? one : best);
        this.show();
    }

    show() {
        PARTS.forEach((part, i) => {
            // Parts that go with what is chosen before them.
            const fitting = this.list.filter((one) => PARTS.slice(0, i).every((name) => one[name] === this.shown[name]));
            const values = [...new Set(fitting.map((one) => one[part]))].sort((a, b) => a - b);
            this.selects[i].replaceChildren(...values.map((value) => element('option', { value, selected: value === this.shown[part] }, value || part === 'mouth' || part === 'eyes' ? `${value}` : 'none')));
            this.fields[i].hidden = !this.list.some((one) => one[part]);
        });
        const number = this.list.indexOf(this.shown), words = PARTS.filter((part) => this.shown[part]).map((part) => `${part} ${this.shown[part]}`).join(', ');
        this.image.src = `${api.drawing(this.file.path, number)}&hash=${this.file.hash}`;
        this.image.alt = words || this.shown.type;
        this.number.textContent = tr`${number + 1} of ${this.list.length}: ${this.image.alt}`;
    }
}
