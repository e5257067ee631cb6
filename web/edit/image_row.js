// One image of "Add images", before it is added: what it becomes, and, if it is a sheet, its grid, its animations and a preview.

import { tr, plural, translated } from './words.js';
import { element, uniqueId, Sentence } from './page.js';
import { Animation } from './animation.js';
import * as api from './api.js';

const WIDTH = 640; // pixels of the drawing, about
const ENDS = /_((so|sw|we|nw|no|ne|ea|se)[ofl][0-9A-V]|full|atls)$/; // of names that say what an image is

const plainName = (name) => name.replace(/\.[^.]*$/, '').replace(/[^A-Za-z0-9_.]/g, '_').replace(/^[._]+/, '') || 'image';
const suffixOf = (name) => name.replace(/^.*\./, '').toLowerCase();

const loaded = (address) => new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Sentence(tr`The image cannot be shown.`));
    image.src = `${address}&${Date.now()}`;
});

export class ImageRow {
    // `values`: {file, folder}. `removed()`: after a click on its button; `changed()`: it can be added now, or not.
    constructor(project, values, removed, changed) {
        Object.assign(this, { project, ...values, given: values.file.name, changed, layout: null, files: null, left: new Set() });
        this.element = element('section', { class: 'sound-row image-row' }, element('h3', {}, this.given), this.body = element('div', {}, element('p', { role: 'status' }, tr`Reading…`)),
            element('p', {}, element('button', { type: 'button', onclick: removed }, tr`Leave out ${this.given}`)));
    }

    async send(first = false) { await api.sendImageFile({ name: this.given, ...(first ? { first: 1 } : {}) }, await this.file.arrayBuffer()); }

    async load(first) {
        try {
            await this.send(first);
            this.facts = await api.sheet({ given: this.given });
            this.image = await loaded(api.sheetImage(this.given));
            this.build();
            await this.choose();
        } catch (error) {
            if (!(error instanceof Sentence))
                throw error;
            this.facts = null;
            this.body.replaceChildren(element('p', { class: 'problem' }, error.message));
        }
        this.changed();
    }

    get ready() { return !!this.facts && (!this.preset || !!this.layout || !!this.files); }
    get preset() { return this.kindList.value; }
    get name() { return this.nameField.value.trim(); }

    get path() {
        const folder = this.folderList.value, end = this.layout || ENDS.test(this.name) ? '' : folder === 'backs' ? '_full' : '_soo0';
        return `${folder}/${this.name}${end}.${suffixOf(this.given)}`;
    }

    get wish() {
        const { given, path, preset } = this;
        return preset && this.files ? { given, preset, stem: this.name, folder: this.folderList.value } : { given, path, ...(this.layout ? { layout: this.text } : {}) };
    }

    get sprites() { return this.layout.sprites.filter((one) => !this.left.has(one.suffix)); }

    // The layout as a .lyt file.
    get text() {
        const { w, h, left, top, rowGap, columnGap } = this.layout;
        return [`TirNanoG Layout`, [w, h, left, top, rowGap, columnGap, this.folderList.value].join(' '),
            ...this.sprites.map((one) => [one.direction, one.loop, one.suffix || '-', ...one.blocks.map(([x1, y1, x2, y2]) => x1 === x2 && y1 === y2 ? `(${x1},${y1})` : `(${x1},${y1},${x2},${y2})`)].join(' ')), ''].join('\r\n');
    }

    build() {
        const { facts, project } = this, guessed = facts.guesses.map((one) => one.preset), docs = new Map(facts.presets.map((one) => [one.name, one.doc]));
        const option = (name, known) => element('option', { value: name, selected: known && name === guessed[0] }, known ? tr`recognised: ${docs.get(name)}` : docs.get(name));
        this.kindList = element('select', { onchange: () => this.choose() }, element('option', { value: '' }, tr`one image`), ...guessed.map((one) => option(one, true)),
            ...[...docs.keys()].filter((one) => !guessed.includes(one)).map((one) => option(one, false)));
        this.folderList = element('select', { onchange: () => { this.folderChosen = true; this.choose(); } }, ...project.kinds.filter((one) => one.sprites).map((kind) =>
            element('option', { value: kind.folder, selected: kind.folder === this.folder }, translated(`${kind.word}s`))));
        this.nameField = element('input', { type: 'text', value: plainName(this.given), required: true, pattern: '[A-Za-z0-9_.]+', autocomplete: 'off', spellcheck: 'false', onchange: () => this.show() });
        this.becomes = element('p', { class: 'count', role: 'status' });
        this.sheet = element('div', {});
        this.problem = element('p', { class: 'problem', role: 'alert' });
        this.body.replaceChildren(element('p', { class: 'count' }, tr`${facts.w} x ${facts.h} pixels`),
            element('div', { class: 'sound-fields' }, element('label', {}, tr`What it is`, this.kindList), element('label', {}, tr`Folder`, this.folderList), element('label', {}, tr`Name`, this.nameField)),
            this.becomes, this.problem, this.sheet);
    }

    // The program cuts it as its kind says.
    async choose() {
        const { preset, facts } = this, guess = facts.guesses.find((one) => one.preset === preset), turn = this.turn = (this.turn || 0) + 1;
        Object.assign(this, { layout: null, files: null, left: new Set() });
        this.problem.textContent = '';
        if (preset)
            try {
                const { tileWidth, tileHeight } = this.project;
                const answer = await api.sheet({ given: this.given, preset, stem: this.name, ...(this.folderChosen || preset === 'grid' ? { folder: this.folderList.value } : {}),
                    ...(preset === 'grid' ? { w: guess?.cell || tileWidth || 16, h: guess?.cell || tileHeight || 16, margin: guess?.margin || 0, spacing: guess?.spacing || 0 } : {}) });
                if (turn !== this.turn)
                    return;
                this.layout = answer.layout || null;
                this.files = answer.files || null;
                const folder = this.layout ? this.layout.category : this.files[0]?.replace(/\/.*/, '');
                if (folder && !this.folderChosen)
                    this.folderList.value = folder;
                if (!this.nameField.value)
                    this.nameField.value = answer.stem;
            } catch (error) {
                if (!(error instanceof Sentence))
                    throw error;
                this.problem.textContent = error.message;
            }
        this.showSheet();
        this.changed();
    }

    // ---- the sheet ----

    get columns() { const { w, left, columnGap } = this.layout; return Math.max(1, Math.floor((this.facts.w - left + columnGap) / (w + columnGap))); }
    get rows() { const { h, top, rowGap } = this.layout; return Math.max(1, Math.floor((this.facts.h - top + rowGap) / (h + rowGap))); }

    number(title, least, get, set) {
        const control = element('input', { type: 'number', min: least, step: 1, value: get(), onchange: () => {
            set(Math.max(least, Math.round(Number(control.value) || 0)));
            for (const [other, read] of this.numbers)
                other.value = read();
            this.show();
        } });
        this.numbers.push([control, get]);
        return element('label', {}, title, control);
    }

    gridFields() {
        const { layout, facts } = this, most = (value) => Math.max(1, Math.min(16384, value));
        this.numbers = [];
        return [
            this.number(tr`Columns`, 1, () => this.columns, (count) => { layout.w = most(Math.floor((facts.w - layout.left + layout.columnGap) / count) - layout.columnGap); }),
            this.number(tr`Rows`, 1, () => this.rows, (count) => { layout.h = most(Math.floor((facts.h - layout.top + layout.rowGap) / count) - layout.rowGap); }),
            this.number(tr`Width of a cell`, 1, () => layout.w, (w) => { layout.w = most(w); }),
            this.number(tr`Height of a cell`, 1, () => layout.h, (h) => { layout.h = most(h); }),
            this.number(tr`Margin`, 0, () => layout.left, (margin) => { layout.left = layout.top = Math.min(16384, margin); }),
            this.number(tr`Spacing`, 0, () => layout.columnGap, (gap) => { layout.columnGap = layout.rowGap = Math.min(16384, gap); })];
    }

    // A line for each animation, in all its directions: whether it is kept, and its name.
    animationFields() {
        const names = [...new Set(this.layout.sprites.map((one) => one.suffix))];
        return names.map((name) => {
            const own = this.layout.sprites.filter((one) => one.suffix === name);
            let now = name;
            const field = element('input', { type: 'text', value: name, pattern: '[A-Za-z0-9_.]*', 'aria-label': tr`Name of the animation ${name || '-'}`, autocomplete: 'off', spellcheck: 'false', onchange: () => {
                const kept = !this.left.delete(now);
                now = field.value.trim();
                own.forEach((one) => { one.suffix = now; });
                if (!kept)
                    this.left.add(now);
                this.show();
            } });
            const box = element('input', { type: 'checkbox', checked: true, 'aria-label': tr`Keep the animation ${name || '-'}`, onchange: () => {
                box.checked ? this.left.delete(now) : this.left.add(now);
                this.show();
            } });
            return element('li', {}, box, field);
        });
    }

    showSheet() {
        this.canvas = this.animation = null;
        const { preset, files, layout, given } = this;
        const about = /^rpgmaker-a[1-4]$/.test(preset) ? element('p', { class: 'doc' }, tr`Autotiles become tiles with automap rules: draw with the tiles _00. To cut them as plain cells, choose the grid.`) : null;
        if (layout) {
            const id = uniqueId('names');
            this.canvas = element('canvas', { class: 'checkers', role: 'img' });
            this.animation = layout.sprites.length ? new Animation() : null;
            this.sheet.replaceChildren(...[about, element('div', { class: 'sound-fields' }, ...this.gridFields()),
                element('div', { class: 'picture-view', tabindex: '0', role: 'region', 'aria-label': tr`Grid of ${given}` }, this.canvas),
                layout.sprites.length ? element('h4', { id }, tr`Animations`) : element('p', { class: 'doc' }, tr`Each cell that is not transparent becomes a sprite: ${this.name}_0 and so on.`),
                layout.sprites.length ? element('ul', { class: 'animation-names', 'aria-labelledby': id }, ...this.animationFields()) : null, this.animation?.element].filter(Boolean));
        } else
            this.sheet.replaceChildren(...[about, element('div', { class: 'picture-view', tabindex: '0', role: 'region', 'aria-label': tr`Image ${given}` }, element('img', { class: 'checkers thumbnail', src: this.image.src, alt: given })),
                files ? element('details', {}, element('summary', {}, tr`The files that it becomes`), element('ul', { class: 'plan' }, ...files.slice(0, 300).map((one) => element('li', {}, one)))) : null].filter(Boolean));
        this.show();
    }

    show() {
        this.becomes.textContent = this.problem.textContent ? '' : this.files ? plural(this.files.length, 'becomes {0} file', 'becomes {0} files')
            : this.layout ? tr`becomes the sheet ${this.path} with its layout` : tr`becomes ${this.path}`;
        if (!this.canvas)
            return;
        this.draw();
        const inside = ([, , x, y]) => x < this.columns && y < this.rows;
        this.animation?.update({ frameTime: this.facts.frameTime, sprites: this.sprites.filter((one) => one.blocks.length && one.blocks.every(inside)).map((one) => ({ path: 'sheet', name: one.suffix || this.name, direction: one.direction,
            loop: one.loop, frames: one.blocks.length, blocks: one.blocks })) }, new Map([['sheet', this.image]]), this.layout);
    }

    // The image with its grid; cells of animations are marked.
    draw() {
        const { canvas, facts, layout, columns, rows } = this, zoom = Math.max(1, Math.min(8, Math.floor(WIDTH / facts.w)));
        Object.assign(canvas, { width: facts.w * zoom, height: facts.h * zoom });
        canvas.setAttribute('aria-label', tr`${columns} columns and ${rows} rows of ${layout.w} x ${layout.h} pixels`);
        const context = canvas.getContext('2d'), used = new Set();
        context.imageSmoothingEnabled = false;
        context.drawImage(this.image, 0, 0, canvas.width, canvas.height);
        for (const sprite of this.sprites)
            for (const [x1, y1, x2, y2] of sprite.blocks)
                for (let y = y1; y <= y2; y++)
                    for (let x = x1; x <= x2; x++)
                        used.add(y * 65536 + x);
        for (let y = 0; y < rows; y++)
            for (let x = 0; x < columns; x++) {
                const box = [(layout.left + x * (layout.w + layout.columnGap)) * zoom + 0.5, (layout.top + y * (layout.h + layout.rowGap)) * zoom + 0.5, layout.w * zoom - 1, layout.h * zoom - 1];
                context.strokeStyle = used.has(y * 65536 + x) ? '#ffd400' : '#888888';
                context.strokeRect(...box);
            }
    }
}
