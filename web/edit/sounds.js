// "Add sounds": files that are chosen or dropped, and recordings, become music, sounds and voices of the project. The page of
// a sound shows its waveform.

import { tr, plural, translated } from './words.js';
import { element, status, uniqueId, confirmed, failed, Sentence } from './page.js';
import { listenButton, listenTo, playFile } from './listen.js';
import { Waveform } from './waveform.js';
import { Recorder, playPart, sendSound } from './sound_file.js';
import * as api from './api.js';

export const SOUNDS = 'sound:'; // the address: #sound:music
export const SOUND_KINDS = ['sound', 'music', 'speech'];

const pending = []; // files that were dropped on another page: [{file, kind, name}]

export const isSoundFile = (file) => /^audio\//.test(file.type) || /\.(wav|ogg|oga|opus|flac|mp3|aiff?|m4a|aac)$/i.test(file.name);
export const isSoundPath = (path) => /^(music|sounds|speech)\/[^/]*\.ogg$/.test(path);

const plainName = (name) => name.replace(/\.[^.]*$/, '').replace(/[^A-Za-z0-9_.]/g, '_').replace(/^\.+/, '') || 'sound';
const seconds = (samples, rate) => (samples / rate).toFixed(3);

export function bringSounds(files, kind = 'sound', name = null) {
    pending.push(...[...files].map((file) => ({ file, kind, name })));
}

let sent = 0;

// One sound, before it is added.
class SoundRow {
    // `values`: {blob, title, kind, name}. `removed()`: after a click on its button.
    constructor(project, values, removed) {
        Object.assign(this, { project, ...values, id: `sent_${++sent}` });
        this.element = element('section', { class: 'sound-row' }, element('h3', {}, this.title), this.body = element('div', {}, element('p', { role: 'status' }, tr`Reading…`)),
            element('p', {}, element('button', { type: 'button', onclick: removed }, tr`Leave out ${this.title}`)));
    }

    // Sends its bytes; `first`: they are the only ones.
    async load(first) {
        try {
            const { blob, look } = await sendSound(this.id, this.blob, first, this.project.soundRate);
            if (!this.look) {
                Object.assign(this, { blob, look, from: 0, to: look.samples, loop: [...look.loop] });
                this.build();
            }
        } catch (error) {
            if (!(error instanceof Sentence))
                throw error;
            this.body.replaceChildren(element('p', { class: 'problem' }, error.message));
        }
    }

    get folder() { return this.project.kinds.find((one) => one.id === this.kindList.value).folder; }
    get isMusic() { return this.kindList.value === 'music'; }

    get path() {
        return `${this.folder}/${this.nameField.value.trim()}${this.kindList.value === 'speech' ? `_${this.languageField.value.trim()}` : ''}.ogg`;
    }

    get wish() {
        const whole = this.to >= this.look.samples, loops = this.isMusic && this.loopBox.checked;
        return { given: this.id, path: this.path, from: this.from, to: whole ? 0 : this.to, normalize: this.normalBox.checked, loop: loops ? this.loop : [0, 0] };
    }

    number(title, get, set) {
        const control = element('input', { type: 'number', min: 0, step: 'any', onchange: () => {
            set(Math.round(Math.max(0, Math.min(this.look.samples, (Number(control.value) || 0) * this.look.projectRate))));
            this.show();
        } });
        this.fields.push(() => { control.value = seconds(get(), this.look.projectRate); });
        return element('label', {}, title, control);
    }

    build() {
        const { look } = this, check = (title, checked, change) => {
            const box = element('input', { type: 'checkbox', checked, onchange: change });
            return [box, element('label', {}, box, title)];
        };
        this.fields = [];
        const kinds = this.project.kinds.filter((one) => SOUND_KINDS.includes(one.id));
        this.kindList = element('select', { onchange: () => this.show() }, ...SOUND_KINDS.map((id) => {
            const kind = kinds.find((one) => one.id === id);
            return element('option', { value: id, selected: id === this.kind }, translated(kind.word));
        }));
        this.nameField = element('input', { type: 'text', value: this.name, required: true, pattern: '[A-Za-z0-9_.]+', autocomplete: 'off', spellcheck: 'false' });
        this.languageField = element('input', { type: 'text', value: /_([a-z]{2})\.ogg$/.exec(this.project.voices[0] || '')?.[1] || 'en', size: 3, maxlength: 2, pattern: '[a-z]{2}', autocomplete: 'off', spellcheck: 'false' });
        const [normalBox, normal] = check(tr`Same loudness as other sounds`, false);
        const [loopBox, loop] = check(tr`Loop`, look.loop[1] > 0, () => {
            if (!this.loop[1])
                this.loop = [this.from, this.to - this.from];
            this.show();
        });
        Object.assign(this, { normalBox, loopBox });
        this.languagePart = element('label', {}, tr`Language`, this.languageField);
        const setLoop = (start, end) => { this.loop = [Math.min(start, end), Math.abs(end - start)]; };
        this.loopParts = [this.number(tr`Loop from (s)`, () => this.loop[0], (at) => setLoop(at, this.loop[0] + this.loop[1])),
            this.number(tr`Loop to (s)`, () => this.loop[0] + this.loop[1], (at) => setLoop(this.loop[0], at))];
        this.loopChoice = loop;
        const keep = (from, to) => { this.from = Math.min(from, to); this.to = Math.max(from, to); };
        this.waveform = new Waveform(this.title, look, () => [this.from, this.to], () => {
            const marks = [{ at: this.from, set: (at) => { keep(at, this.to); this.show(); } }, { at: this.to, set: (at) => { keep(this.from, at); this.show(); } }];
            if (this.isMusic && this.loopBox.checked)
                marks.push({ loop: true, at: this.loop[0], set: (at) => { setLoop(at, this.loop[0] + this.loop[1]); this.show(); } },
                    { loop: true, at: this.loop[0] + this.loop[1], set: (at) => { setLoop(this.loop[0], at); this.show(); } });
            return marks;
        });
        const trim = element('button', { type: 'button', disabled: look.start >= look.end, onclick: () => { Object.assign(this, { from: look.start, to: look.end }); this.show(); } }, tr`Trim the silence`);
        this.body.replaceChildren(this.waveform.element,
            element('p', { class: 'count' }, tr`${seconds(look.samples, look.projectRate)} s, ${look.rate} Hz, ${plural(look.channels, '{0} channel', '{0} channels')}`),
            element('div', { class: 'sound-fields' }, listenButton(tr`Listen to ${this.title}`, (ended) => this.listen(ended)),
                this.number(tr`From (s)`, () => this.from, (at) => keep(at, this.to)), this.number(tr`To (s)`, () => this.to, (at) => keep(this.from, at)), trim,
                element('label', {}, tr`Kind`, this.kindList), element('label', {}, tr`Name`, this.nameField), this.languagePart, normal, loop, ...this.loopParts));
        this.show();
    }

    show() {
        for (const field of this.fields)
            field();
        this.languagePart.hidden = this.kindList.value !== 'speech';
        this.loopChoice.hidden = !this.isMusic;
        for (const part of this.loopParts)
            part.hidden = !this.isMusic || !this.loopBox.checked;
        this.waveform.draw();
    }

    async listen(ended) {
        const { projectRate } = this.look, loop = this.isMusic && this.loopBox.checked ? this.loop : [0, 0];
        const stop = await playPart(this.blob, this.title, projectRate, this.from, this.to, loop, ended);
        if (stop)
            return stop;
        const address = URL.createObjectURL(this.blob);
        const end = await playFile(`${address}#t=${this.from / projectRate},${this.to / projectRate}`, this.title, ended);
        return () => { end(); URL.revokeObjectURL(address); };
    }
}

export class SoundsPage {
    // `kind`: of what is added. `written(answer)`: after sounds were.
    constructor(project, kind, written) {
        Object.assign(this, { project, written, kind: SOUND_KINDS.includes(kind) ? kind : 'sound', rows: [], queue: Promise.resolve() });
        const id = uniqueId('sounds');
        const input = element('input', { type: 'file', id, multiple: true, accept: 'audio/*,.ogg,.flac,.opus', onchange: () => {
            bringSounds(input.files, this.kind);
            input.value = '';
            this.take();
        } });
        this.recordButton = element('button', { type: 'button', 'aria-pressed': 'false', onclick: () => this.record().catch(failed) }, tr`Record`);
        this.list = element('div', {});
        this.addButton = element('button', { type: 'button', disabled: true, onclick: () => this.add().catch(failed) }, tr`Add to the project`);
        this.problem = element('p', { class: 'problem', role: 'alert' });
        this.element = element('div', { class: 'sounds' },
            element('p', { class: 'doc' }, tr`WAV, FLAC, MP3, Ogg Vorbis, Opus and AIFF files, and others that this browser knows. They become Ogg Vorbis with the rate and the channels of the game. Music is heard in stereo, sounds and voices from where they happen.`),
            element('p', {}, element('label', { for: id }, tr`Files (or drop them on this page) `), input), element('p', {}, this.recordButton),
            this.list, this.problem, element('p', {}, this.addButton));
        this.take();
    }

    reload() { return null; }

    // What was chosen or dropped.
    take() {
        for (const { file, kind, name } of pending.splice(0))
            this.addRow({ blob: file, title: file.name, kind, name: name || plainName(file.name) });
        this.update();
    }

    addRow(values) {
        const first = !this.rows.length, row = new SoundRow(this.project, values, () => {
            this.rows = this.rows.filter((one) => one !== row);
            row.element.remove();
            this.update();
            this.recordButton.focus();
        });
        this.rows.push(row);
        this.list.append(row.element);
        this.queue = this.queue.then(() => row.load(first)).catch(failed).then(() => this.update());
    }

    update() { this.addButton.disabled = this.project.readOnly || !this.rows.some((one) => one.look); }

    async record() {
        const { recordButton } = this;
        if (!this.recorder) {
            const recorder = new Recorder(), start = Date.now();
            await recorder.start();
            this.recorder = recorder;
            recordButton.setAttribute('aria-pressed', 'true');
            status(tr`Recording…`);
            this.timer = setInterval(() => {
                if (!this.element.isConnected)
                    return this.endRecording();
                recordButton.textContent = tr`Stop the recording (${Math.floor((Date.now() - start) / 1000)} s)`;
            }, 250);
            recordButton.textContent = tr`Stop the recording (${0} s)`;
            return;
        }
        const blob = await this.endRecording(), number = this.recorded = (this.recorded || 0) + 1;
        status(tr`Recorded.`);
        this.addRow({ blob, title: tr`Recording ${number}`, kind: this.kind === 'music' ? 'sound' : this.kind, name: `recording_${number}` });
    }

    endRecording() {
        const { recorder } = this;
        clearInterval(this.timer);
        this.recorder = null;
        this.recordButton.setAttribute('aria-pressed', 'false');
        this.recordButton.textContent = tr`Record`;
        return recorder.stop();
    }

    async add() {
        const rows = this.rows.filter((one) => one.look), wrong = rows.map((one) => one.nameField).find((field) => !field.reportValidity());
        this.problem.textContent = '';
        if (wrong)
            return;
        this.addButton.disabled = true;
        status(tr`Converting…`);
        try {
            const answer = await this.send(rows);
            if (!answer)
                return;
            this.rows = this.rows.filter((one) => !rows.includes(one));
            rows.forEach((one) => one.element.remove());
            await this.written(answer, this.rows.length === 0);
            status(plural(rows.length, 'Saved. {0} sound was added.', 'Saved. {0} sounds were added.'));
        } catch (error) {
            if (!(error instanceof Sentence))
                throw error;
            this.problem.textContent = error.message;
            status('');
        } finally {
            this.update();
        }
    }

    async send(rows) {
        const wishes = () => rows.map((one) => one.wish);
        try {
            return await api.addSounds(wishes());
        } catch (error) {
            if (error.status === 410) { // another window has begun anew
                for (const row of rows)
                    await row.load(false);
                return api.addSounds(wishes());
            }
            if (error.status !== 409 || !await confirmed(tr`Replace sounds`, [element('p', {}, error.message)], tr`Replace`))
                throw error;
            return api.addSounds(wishes(), true);
        }
    }
}

// The page of a sound of the project. The loop of music can be changed: the sound is not encoded again.
export class SoundView {
    // `changed(answer)`: after the loop was; `replaced(kind)`: a file was chosen to take its place.
    constructor(project, path, changed, replaced) {
        Object.assign(this, { project, path, changed, replaced });
        this.name = path.replace(/^.*\/|\.ogg$/g, '');
        this.kind = project.kinds.find((one) => path.startsWith(`${one.folder}/`) && SOUND_KINDS.includes(one.id)).id;
        this.element = element('div', { class: 'sounds' });
        this.reload();
    }

    async reload() {
        try {
            const look = await api.sound({ path: this.path });
            if (look.hash !== this.look?.hash)
                this.show(look);
        } catch (error) {
            this.element.replaceChildren(element('p', { class: 'problem' }, error.message));
        }
    }

    show(look) {
        const { path, name, kind, project } = this, id = uniqueId('replace');
        this.look = look;
        const [start, length] = look.loop, input = element('input', { type: 'file', id, accept: 'audio/*,.ogg,.flac,.opus', onchange: () => {
            bringSounds(input.files, kind, kind === 'speech' ? name.slice(0, -3) : name);
            this.replaced(kind);
        } });
        const waveform = new Waveform(name, look, () => [0, look.samples], () => look.loop[1] ? [{ loop: true, at: start }, { loop: true, at: start + length }] : []);
        this.element.replaceChildren(...[waveform.element,
            element('p', {}, listenTo(`${api.address(path)}&${look.hash}`, name), ' ', tr`${seconds(look.samples, look.projectRate)} s, ${look.rate} Hz, ${plural(look.channels, '{0} channel', '{0} channels')}`),
            kind === 'music' ? this.loopFields() : null,
            project.readOnly ? null : element('p', {}, element('label', { for: id }, tr`Replace by a file `), input)].filter(Boolean));
    }

    loopFields() {
        const { look, project } = this, [start, length] = look.loop, whole = [0, look.samples];
        const box = element('input', { type: 'checkbox', checked: length > 0, disabled: project.readOnly, onchange: () => this.send(box.checked ? whole : [0, 0]) });
        const field = (title, at, loop) => {
            const control = element('input', { type: 'number', min: 0, step: 'any', value: seconds(at, look.projectRate), disabled: project.readOnly, onchange: () => {
                const [from, to] = loop(Math.round(Math.max(0, Math.min(look.samples, (Number(control.value) || 0) * look.projectRate)))).sort((a, b) => a - b);
                this.send([from, to - from]);
            } });
            return element('label', {}, title, control);
        };
        return element('div', { class: 'sound-fields' }, element('label', {}, box, tr`Loop`),
            ...(length ? [field(tr`Loop from (s)`, start, (at) => [at, start + length]), field(tr`Loop to (s)`, start + length, (at) => [start, at])] : []));
    }

    async send(loop) {
        try {
            const answer = await api.changeLoop(this.path, this.look.hash, loop);
            this.changed(answer);
            status(tr`Saved.`);
        } catch (error) {
            failed(error);
        }
        await this.reload();
    }
}
