// "Add images": files that are chosen or dropped, several at once; sheets of other programs are recognised and cut.

import { tr, plural } from './words.js';
import { element, status, uniqueId, confirmed, failed, Sentence } from './page.js';
import { ImageRow } from './image_row.js';
import * as api from './api.js';

export const IMAGES = 'images:'; // the address: #images:tiles

const IMAGE = /\.(png|xcf|aseprite|ase|webp|tga|bmp|gif|jpe?g)$/i, LIST = /\.(xml|json)$/i;
const pending = []; // files that were dropped on another page

export const isImageFile = (file) => IMAGE.test(file.name) || LIST.test(file.name);

export function bringImages(files) { pending.push(...files); }

export class ImagesPage {
    // `written(answer, all)`: after images were; `all`: none is left.
    constructor(project, folder, written) {
        Object.assign(this, { project, folder: folder || 'tiles', written, rows: [], lists: [], queue: Promise.resolve(), begun: false });
        const id = uniqueId('images');
        const input = element('input', { type: 'file', id, multiple: true, accept: 'image/*,.xcf,.aseprite,.ase,.tga,.xml,.json', onchange: () => {
            bringImages(input.files);
            input.value = '';
            this.take();
        } });
        this.list = element('div', {});
        this.addButton = element('button', { type: 'button', disabled: true, onclick: () => this.add().catch(failed) }, tr`Add to the project`);
        this.problem = element('p', { class: 'problem', role: 'alert' });
        this.element = element('div', { class: 'images' },
            element('p', { class: 'doc' }, tr`Several images at once. Sheets of RPG Maker, LPC, Kenney and Aseprite are recognised; choose the list of a sheet (.xml, .json) together with it. What was recognised can be changed before it is cut.`),
            element('p', {}, element('label', { for: id }, tr`Files (or drop them on this page) `), input), this.list, this.problem, element('p', {}, this.addButton));
        this.take();
    }

    reload() { return null; }

    // What was chosen or dropped: lists first, since they decide what their images are.
    take() {
        const files = pending.splice(0), lists = files.filter((file) => LIST.test(file.name));
        const stem = (file) => file.name.replace(/\.[^.]*$/, '');
        this.lists.push(...lists);
        for (const file of lists)
            this.then(() => this.sendList(file));
        const again = this.rows.filter((row) => lists.some((file) => stem(file) === stem(row.file)));
        again.forEach((row) => this.then(() => row.load(false)));
        for (const file of files.filter((one) => IMAGE.test(one.name)))
            this.addRow(file);
        this.update();
    }

    then(work) { this.queue = this.queue.then(work).catch(failed).then(() => this.update()); }

    first() {
        const first = this.begun ? {} : { first: 1 };
        this.begun = true;
        return first;
    }

    addRow(file) {
        this.rows.filter((one) => one.given === file.name).forEach((one) => this.remove(one));
        const row = new ImageRow(this.project, { file, folder: this.folder }, () => {
            this.remove(row);
            this.addButton.focus();
        }, () => this.update());
        this.rows.push(row);
        this.list.append(row.element);
        this.then(() => row.load(!!this.first().first));
    }

    remove(row) {
        this.rows = this.rows.filter((one) => one !== row);
        row.element.remove();
        this.update();
    }

    update() { this.addButton.disabled = this.project.readOnly || !this.rows.some((one) => one.ready); }

    async add() {
        const rows = this.rows.filter((one) => one.ready), wrong = rows.flatMap((one) => [...one.element.querySelectorAll('input')]).find((field) => !field.reportValidity());
        this.problem.textContent = '';
        if (wrong)
            return;
        this.addButton.disabled = true;
        try {
            const answer = await this.send(rows);
            this.begun = false;
            this.lists = [];
            this.rows.filter((one) => rows.includes(one)).forEach((one) => this.remove(one));
            await this.written(answer, this.rows.length === 0);
            status(plural(rows.length, 'Saved. {0} image was added.', 'Saved. {0} images were added.'));
        } catch (error) {
            if (!(error instanceof Sentence))
                throw error;
            this.problem.textContent = error.message;
        } finally {
            this.update();
        }
    }

    async send(rows) {
        const wishes = () => rows.map((one) => one.wish);
        try {
            return await api.addImages(wishes());
        } catch (error) {
            if (error.status === 410) { // another window has begun anew
                for (const file of this.lists)
                    await this.sendList(file);
                for (const row of rows)
                    await row.send();
                return api.addImages(wishes());
            }
            if (error.status !== 409 || !await confirmed(tr`Replace images`, [element('p', {}, error.message)], tr`Replace`))
                throw error;
            return api.addImages(wishes(), true);
        }
    }

    async sendList(file) { await api.sendImageFile({ name: file.name, ...this.first() }, await file.arrayBuffer()); }
}
