// A model of an old game: seen on a turntable, and written as sprites. The server draws it; the options are those of `oisin convert`.

import { tr } from './words.js';
import { element, status, uniqueId, confirmed, failed } from './page.js';
import { Animation, DIRECTIONS } from './animation.js';
import * as api from './api.js';

const SIDES = Object.keys(DIRECTIONS); // clockwise from the south, 45 degrees each
const STEP = 15, FRAME_TIME = 66 /* ms, 15 frames per second */, WAIT = 250 /* ms after the last letter */, PIXELS_A_DEGREE = 2;

// The sprites of a layout as the server writes it: "so l walk (0,0) (1,0)".
function spritesOf(text, name) {
    return text.trim().split('\n').slice(2).map((line) => {
        const [direction, loop, suffix, ...blocks] = line.split(' ');
        return { path: 'sheet', name: suffix === '-' ? name : `${name}_${suffix}`, direction, loop, frames: blocks.length,
            blocks: blocks.map((one) => { const [x, y] = one.slice(1, -1).split(','); return [+x, +y, +x, +y]; }) };
    });
}

function gridOf(text) {
    const [w, h, left, top, rowGap, columnGap] = text.split('\n')[1].split(' ').map(Number);
    return { w, h, left, top, rowGap, columnGap };
}

const loadImage = (address) => new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error(tr`the model cannot be shown`));
    image.src = `${address}&${Date.now()}`;
});

export class ModelView {
    // `source`: {path}, or {path, given: 1} of files that were sent. `target`: {folders, anyFolder, folder, name(model), note};
    // `written(answer)`: after the sprites were.
    constructor(source, target, readOnly, written) {
        Object.assign(this, { source, target, readOnly, written, turn: 0, clip: -1, frame: 0, busy: false, again: false, playing: false });
        this.element = element('section', { class: 'model' }, element('h3', {}, tr`Model`));
    }

    // Throws if it is not a model.
    async load() {
        this.model = await api.model(this.source);
        this.build();
        await this.draw();
        this.preview();
        return this;
    }

    // After a change of its files.
    async reload() {
        if (this.model) {
            await this.draw();
            await this.preview();
        }
    }

    build() {
        const { model } = this, count = (n) => n.toLocaleString();
        this.element.append(element('p', { class: 'count' }, tr`${model.name}. Bones: ${model.bones}. Triangles: ${count(model.triangles)}. Clips: ${model.clips.length}.`),
            ...model.warnings.map((one) => element('p', { class: 'problem' }, one)),
            this.turntable(), this.sprites(count));
    }

    // ---- the turntable ----

    turntable() {
        const id = uniqueId('turn'), clipId = uniqueId('clip'), frameId = uniqueId('frame');
        this.table = element('div', { class: 'turntable checkers', role: 'slider', tabindex: '0', 'aria-valuemin': '0', 'aria-valuemax': '359',
            'aria-label': tr`Turntable: the arrow keys turn the model` });
        this.table.addEventListener('keydown', (event) => this.key(event));
        this.table.addEventListener('pointerdown', (event) => this.drag(event));
        this.slider = element('input', { type: 'range', id, min: '0', max: '359', value: '0', oninput: () => this.setTurn(+this.slider.value) });
        const clips = element('select', { id: clipId, onchange: () => this.setClip(+clips.value) }, element('option', { value: '-1' }, tr`at rest`),
            ...this.model.clips.map((one, i) => element('option', { value: i }, one.name)));
        this.frames = element('input', { type: 'range', id: frameId, min: '0', max: '0', value: '0', disabled: true, oninput: () => { this.stop(); this.setFrame(+this.frames.value); } });
        this.playButton = element('button', { type: 'button', disabled: true, onclick: () => this.playing ? this.stop() : this.play() }, tr`Play the clip`);
        this.position = element('output', { 'aria-live': 'polite' });
        this.setTurn(0, false);
        return element('div', { class: 'turntable-body' }, this.table, element('div', { class: 'turntable-side' },
            element('p', {}, element('label', { for: id }, tr`Turn `), this.slider), element('p', { class: 'position' }, this.position),
            element('p', {}, element('label', { for: clipId }, tr`Clip `), clips), element('p', {}, element('label', { for: frameId }, tr`Frame `), this.frames), element('p', {}, this.playButton)));
    }

    setTurn(turn, draws = true) {
        this.turn = ((Math.round(turn) % 360) + 360) % 360;
        const text = tr`${this.turn} degrees: it looks to the ${DIRECTIONS[SIDES[Math.round(this.turn / 45) % 8]]}`;
        this.slider.value = this.turn;
        this.slider.setAttribute('aria-valuetext', text);
        this.table.setAttribute('aria-valuenow', this.turn);
        this.table.setAttribute('aria-valuetext', text);
        this.position.textContent = text;
        if (draws)
            this.draw();
    }

    setClip(clip) {
        const frames = this.model.clips[clip]?.frames || 1;
        this.stop();
        this.clip = clip;
        Object.assign(this.frames, { max: frames - 1, disabled: frames < 2 });
        this.playButton.disabled = frames < 2;
        this.only.disabled = clip < 0 || this.readOnly;
        this.setFrame(0);
    }

    setFrame(frame) {
        this.frame = frame;
        this.frames.value = frame;
        return this.draw();
    }

    async play() {
        this.playing = true;
        this.playButton.textContent = tr`Pause`;
        while (this.playing && this.element.isConnected) {
            await Promise.all([this.setFrame((this.frame + 1) % this.model.clips[this.clip].frames), new Promise((resolve) => setTimeout(resolve, FRAME_TIME))]);
        }
    }

    stop() {
        this.playing = false;
        this.playButton.textContent = tr`Play the clip`;
    }

    key(event) {
        const to = { ArrowLeft: this.turn - STEP, ArrowDown: this.turn - STEP, ArrowRight: this.turn + STEP, ArrowUp: this.turn + STEP, PageUp: this.turn + 45,
            PageDown: this.turn - 45, Home: 0, End: 180 }[event.key];
        if (to === undefined || event.ctrlKey || event.altKey || event.metaKey)
            return;
        event.preventDefault();
        this.setTurn(to);
    }

    drag(event) {
        const from = event.clientX, start = this.turn, move = (moved) => this.setTurn(start - (moved.clientX - from) / PIXELS_A_DEGREE);
        const end = () => {
            this.table.removeEventListener('pointermove', move);
            for (const name of ['pointerup', 'pointercancel'])
                this.table.removeEventListener(name, end);
        };
        this.table.setPointerCapture(event.pointerId);
        this.table.addEventListener('pointermove', move);
        for (const name of ['pointerup', 'pointercancel'])
            this.table.addEventListener(name, end);
    }

    // One image is asked for at a time; the last wish is drawn.
    async draw() {
        if (this.busy) {
            this.again = true;
            return;
        }
        this.busy = true;
        try {
            do {
                this.again = false;
                const { clip, frame, turn } = this;
                const image = await loadImage(api.modelImage({ ...this.source, clip, frame, turn, options: JSON.stringify(this.options()) }));
                image.alt = '';
                image.draggable = false;
                this.table.replaceChildren(image);
            } while (this.again);
        } catch (error) {
            this.again = false; // the preview says what is wrong
        } finally {
            this.busy = false;
        }
    }

    // ---- sprites ----

    options() {
        return Object.fromEntries((this.fields || []).map(([name, field]) => [name, field.type === 'checkbox' ? field.checked ? 'true' : '' : field.value.trim()]));
    }

    // A field for a row of the converter's table of options.
    field(option) {
        const id = uniqueId('option'), help = uniqueId('help'), kind = option.argument ? { type: 'text', ...(option.argument === 'N' ? { inputmode: 'numeric' } : {}) } : { type: 'checkbox' };
        const input = element('input', { id, autocomplete: 'off', spellcheck: 'false', 'aria-describedby': help, ...kind, oninput: () => this.later() });
        this.fields.push([option.name, input]);
        return element('div', { class: 'field' }, element('label', { for: id }, option.name), input, element('span', { class: 'help', id: help }, option.doc));
    }

    later() {
        clearTimeout(this.waiting);
        this.waiting = setTimeout(() => this.reload(), WAIT);
    }

    sprites(count) {
        const { target, model } = this, folderId = uniqueId('folder'), nameId = uniqueId('name'), listId = uniqueId('folders');
        this.count = count;
        this.fields = [];
        const fields = model.options.map((one) => this.field(one));
        this.only = element('button', { type: 'button', disabled: true, onclick: () => {
            this.fields.find(([name]) => name === 'clips')[1].value = model.clips[this.clip].name;
            this.later();
        } }, tr`Only the clip that is shown`);
        this.problem = element('p', { class: 'problem', role: 'alert' });
        this.facts = element('p', { class: 'count', role: 'status' });
        this.sheet = element('div', { class: 'picture-view', tabindex: '0', role: 'region', 'aria-label': tr`Preview of the sheet` });
        this.layout = element('pre', { class: 'output', tabindex: '0' });
        this.animation = new Animation();
        this.folder = target.anyFolder ? element('input', { type: 'text', id: folderId, list: listId, value: target.folder, autocomplete: 'off', spellcheck: 'false' })
            : element('select', { id: folderId, onchange: () => this.preview() }, ...target.folders.map((one) => element('option', { value: one, selected: one === target.folder }, one)));
        this.name = element('input', { type: 'text', id: nameId, value: target.name(model), autocomplete: 'off', spellcheck: 'false' });
        this.button = element('button', { type: 'button', disabled: this.readOnly, onclick: () => this.write(false) }, tr`Write the sprites`);
        return element('section', { class: 'model-sprites' }, element('h3', {}, tr`Sprites`), element('div', { class: 'row' }, ...fields), element('p', {}, this.only),
            this.problem, this.facts, this.sheet, this.animation.element,
            element('details', {}, element('summary', {}, tr`Layout`), this.layout),
            element('p', {}, element('label', { for: folderId }, tr`Folder `), this.folder, target.anyFolder ? element('datalist', { id: listId }, ...target.folders.map((value) => element('option', { value }))) : null, ' ',
                element('label', { for: nameId }, tr`Name `), this.name, ' ', this.button), target.note ? element('p', { class: 'doc' }, target.note) : null);
    }

    // The answer to older options may come after that to newer ones: it is not shown.
    async preview() {
        const turn = this.previews = (this.previews || 0) + 1, query = { ...this.source, options: JSON.stringify(this.options()), folder: this.folder.value };
        try {
            const sprites = await api.modelSprites(query);
            const image = turn === this.previews ? await loadImage(api.modelSheet(query)) : null;
            if (turn !== this.previews)
                return;
            this.problem.textContent = '';
            this.facts.textContent = tr`${this.count(sprites.w)} × ${this.count(sprites.h)} pixels, ${this.count(sprites.count)} sprites, ${this.count(sprites.size)} bytes`;
            image.className = 'checkers';
            image.alt = tr`The sheet of sprites`;
            this.sheet.replaceChildren(image);
            this.layout.textContent = sprites.layout;
            this.animation.update({ frameTime: 125, sprites: spritesOf(sprites.layout, this.model.name) }, new Map([['sheet', image]]), gridOf(sprites.layout));
            this.button.disabled = this.readOnly;
        } catch (error) {
            if (turn !== this.previews)
                return;
            this.problem.textContent = error.message;
            this.button.disabled = true;
        }
    }

    async write(replace) {
        try {
            const answer = await api.writeSprites({ ...this.source, given: !!this.source.given, options: this.options(), folder: this.folder.value.trim().replace(/\/+$/, ''), name: this.name.value.trim(), replace });
            status(tr`Saved: ${answer.path}`);
            this.written(answer);
        } catch (error) {
            if (!error.answer?.exists)
                failed(error);
            else if (await confirmed(tr`Replace these files?`, [element('ul', { class: 'plan' }, ...error.answer.exists.map((one) => element('li', {}, one)))], tr`Replace`))
                await this.write(true);
        }
    }
}
