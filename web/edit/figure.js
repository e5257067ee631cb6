// A player's figure: options and colours are chosen, and the renderer of the game composes it.

import { tr } from './words.js';
import { element, status, uniqueId } from './page.js';
import { Animation } from './animation.js';
import * as api from './api.js';

const COLUMNS = ['idle', 'walk', 'climb', 'jump', 'run', 'swim', 'fly', 'block', 'hurt', 'die'];
const columnName = (number) => COLUMNS[number] || tr`action ${number - COLUMNS.length + 1}`;
const DIRECTIONS = ['so', 'sw', 'we', 'nw', 'no', 'ne', 'ea', 'se']; // rows of the image

export class FigurePreview {
    constructor() {
        Object.assign(this, { choices: [], palettes: [], column: 1, turn: 0 });
        this.animation = new Animation();
        this.controls = element('div', { class: 'picture-tools' });
        this.problem = element('p', { class: 'problem' });
        this.element = element('section', { class: 'figure' }, element('h3', {}, tr`Character`), this.controls, this.problem, this.animation.element);
        this.reload();
    }

    get query() { return { choices: this.choices.join(), palettes: this.palettes.join(), column: this.column }; }

    // The answer to an older choice may come after that to a newer one: it is not shown.
    async reload() {
        const turn = ++this.turn;
        try {
            const query = this.query, figure = await api.figure(query), images = new Map();
            if (figure.w)
                images.set('figure', await this.load(query));
            if (turn !== this.turn)
                return;
            this.problem.textContent = figure.w ? '' : tr`The chosen options have no sprites.`;
            this.choices = figure.groups.map((group) => Math.min(group.choice, Math.max(0, group.options.length - 1)));
            this.palettes = figure.groups.map((group) => Math.min(group.palette, Math.max(0, group.palettes - 1)));
            this.show(figure);
            const { w, h, frames } = figure, loop = figure.once ? 'o' : 'l';
            this.animation.update({ frameTime: figure.frameTime, sprites: figure.w ? DIRECTIONS.map((direction, row) =>
                ({ path: 'figure', name: 'figure', direction, loop, frames, x: 0, y: row * h, w: w * frames, h })) : [] }, images);
        } catch (error) {
            if (turn === this.turn)
                this.problem.textContent = error.message;
        }
    }

    load(query) {
        return new Promise((resolve, reject) => {
            const image = new Image();
            image.onload = () => resolve(image);
            image.onerror = () => reject(new Error(tr`the figure cannot be shown`));
            image.src = `${api.figureAddress(query)}&${Date.now()}`;
        });
    }

    // Lists that exist stay: they have the focus.
    show(figure) {
        const text = JSON.stringify([figure.groups.map(({ name, options, palettes }) => [name, options, palettes]), figure.columns]);
        if (text === this.text)
            return;
        this.text = text;
        if (!figure.columns.includes(this.column))
            this.column = figure.columns[0] || 0;
        const list = (title, options, selected, change) => {
            const id = uniqueId('figure');
            const made = element('select', { id, onchange: () => { change(+made.value); this.changed(); } },
                ...options.map(([value, name]) => element('option', { value, selected: value === selected }, name)));
            return element('span', {}, element('label', { for: id }, `${title} `), made);
        };
        const groups = figure.groups.flatMap((group, i) => [
            group.options.length > 1 ? list(group.name, group.options.map((name, number) => [number, name]), this.choices[i], (value) => { this.choices[i] = value; }) : null,
            group.palettes ? list(tr`${group.name}: colours`, Array.from({ length: group.palettes }, (_, number) => [number, `${number + 1}`]), this.palettes[i],
                (value) => { this.palettes[i] = value; }) : null]);
        this.controls.replaceChildren(...groups.filter(Boolean),
            list(tr`Movement`, figure.columns.map((number) => [number, columnName(number)]), this.column, (value) => { this.column = value; }));
    }

    async changed() {
        await this.reload();
        if (!this.problem.textContent)
            status(tr`The character has changed.`);
    }
}
