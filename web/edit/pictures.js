// The page of an image: its pixels, what uses it, its animations, and, if it is a sheet, how it is cut (sheet.js).

import { tr, translated } from './words.js';
import { dialog, element, status, uniqueId, failed, Sentence } from './page.js';
import { Animation } from './animation.js';
import { SheetEditor } from './sheet.js';
import * as api from './api.js';

export const isImage = (path) => /^(ui|tiles|chars|portraits|backs)\/.*\.(png|xcf|aseprite|ase|webp|tga|bmp|gif|jpe?g)$/.test(path);

const ZOOM_MAX = 16, PIXELS_SHOWN = 1 << 24; // of a canvas

export const suffixOf = (path) => path.replace(/^.*\./, '').toLowerCase();

export function loadImage(path) {
    return new Promise((resolve, reject) => {
        const image = new Image();
        image.onload = () => resolve(image);
        image.onerror = () => reject(new Error(tr`${path} cannot be shown`));
        image.src = `${api.imageAddress(path)}&${Date.now()}`;
    });
}

// Writes an image file to the project, in place of another one or as a new one.
export async function sendImage(path, file, hash) {
    if (suffixOf(file.name) !== suffixOf(path))
        throw new Sentence(tr`The file has another format; expected a .${suffixOf(path)} file.`);
    return api.upload(path, await file.arrayBuffer(), hash);
}

// Asks for a file and its name in the project; the path, or null.
export async function addImage(kind) {
    const fileId = uniqueId('file'), nameId = uniqueId('file');
    const name = element('input', { type: 'text', id: nameId, name: 'name', required: true, pattern: '[A-Za-z0-9_.]+', autocomplete: 'off', spellcheck: 'false' });
    const input = element('input', { type: 'file', id: fileId, name: 'file', required: true, accept: 'image/*,.xcf,.aseprite,.ase,.tga', onchange: () => {
        name.value ||= (input.files[0]?.name || '').replace(/\.[^.]*$/, '').replace(/[^A-Za-z0-9_.]/g, '_');
    } });
    const answer = await dialog(tr`Add a ${translated(kind.word)}`, [element('p', {}, element('label', { for: fileId }, tr`File `), input),
        element('p', {}, element('label', { for: nameId }, tr`Name `), name, element('br'), element('small', {},
            tr`a strip of frames: walk_sol4 (south, in a loop, 5 frames); a sheet that is cut: any other name`))],
    [{ text: tr`Add`, value: (data) => [data.get('name'), data.get('file')] }, { text: tr`Cancel`, value: () => null }]);
    if (!answer)
        return null;
    const path = `${kind.folder}/${answer[0]}.${suffixOf(answer[1].name)}`;
    await sendImage(path, answer[1]);
    return path;
}

export class PictureEditor {
    // `changed(answer)`: after each change that was written.
    constructor(project, path, changed) {
        Object.assign(this, { project, path, changed, zoom: 0 });
        this.element = element('div', { class: 'picture-page', ondragover: (event) => event.preventDefault(), ondrop: (event) => {
            if (event.dataTransfer.files.length !== 1 || !isImage(`tiles/${event.dataTransfer.files[0].name.toLowerCase()}`))
                return; // they are added (drop.js)
            event.preventDefault();
            this.replace(event.dataTransfer.files[0]);
        } });
        this.reload().catch((error) => this.fail(error));
    }

    fail(error) { this.element.replaceChildren(element('p', { class: 'problem' }, error.message)); }

    // After a change by others, an undo, or a change of the sheet on this page, which shows it already.
    async reload(own = false) {
        const known = this.sheet?.file, picture = await api.picture(this.path).catch((error) => this.fail(error));
        if (!picture)
            return;
        const layout = picture.isSheet ? await api.file(picture.layoutPath) : null;
        const text = JSON.stringify([picture, layout?.hash]);
        if (text === this.text)
            return; // whoever works here keeps the focus
        this.text = text;
        this.picture = picture;
        if (!picture.w) {
            this.fail(new Error(picture.problems.map((one) => one.text).join('; ')));
            this.element.append(this.replaceControls());
            return;
        }
        this.images = new Map(await Promise.all([...new Set([this.path, ...picture.sprites.map((one) => one.path)])]
            .map(async (path) => [path, await loadImage(path).catch(() => null)])));
        if (!this.sheet || !layout)
            this.build(layout);
        else if (!own && known && this.sheet.file !== known) { // saved meanwhile: what was fetched may be older
            this.text = '';
            return this.reload();
        } else if (!own && !this.sheet.sending)
            this.sheet.update(layout, this.images.get(this.path));
        this.animation.update(picture, this.images, layout?.layout);
    }

    build(layout) {
        const { w, h } = this.picture;
        this.sheet = layout ? new SheetEditor(this.project, layout, this.images.get(this.path), async (answer) => {
            this.changed(answer);
            await this.reload(true);
        }) : null;
        this.animation = new Animation();
        this.view = this.sheet ? this.sheet.element : element('div', { class: 'picture-view', tabindex: '0', role: 'region', 'aria-label': tr`Image` },
            this.image = element('img', { class: 'checkers', alt: tr`${this.path}, ${w} x ${h} pixels`, src: this.images.get(this.path).src }));
        this.zoomText = element('output', {});
        if (!this.zoom)
            this.zoom = Math.max(1, Math.min(ZOOM_MAX, Math.floor(Math.min(720 / w, 480 / h))));
        const zoom = (title, by) => element('button', { type: 'button', 'aria-label': title, onclick: () => this.setZoom(this.zoom + by) }, by < 0 ? '-' : '+');
        const cut = this.picture.canBeSheet && !this.project.readOnly
            ? element('button', { type: 'button', onclick: () => this.makeSheet() }, tr`Cut into sprites`) : null;
        this.element.replaceChildren(...[
            element('div', { class: 'picture-tools' }, element('span', {}, tr`${w} x ${h} pixels, ${this.picture.size.toLocaleString()} bytes`),
                element('span', { role: 'group', 'aria-label': tr`Size` }, zoom(tr`Smaller`, -1), ' ', this.zoomText, ' ', zoom(tr`Larger`, 1)), cut),
            this.sheet ? null : element('ul', { class: 'problems' }, ...this.picture.problems.map((one) => element('li', { class: 'problem' }, one.text))),
            this.view, this.replaceControls(), this.animation.element].filter(Boolean));
        this.setZoom(this.zoom);
        if (this.project.readOnly)
            for (const control of this.element.querySelectorAll('.sheet input, .sheet select:not([size]), .sheet button, .replace input'))
                control.disabled = true;
    }

    setZoom(zoom) {
        const { w, h } = this.picture, most = Math.max(1, Math.min(ZOOM_MAX, Math.floor(Math.sqrt(PIXELS_SHOWN / (w * h)))));
        this.zoom = Math.max(1, Math.min(most, zoom));
        this.zoomText.textContent = `${this.zoom} x`;
        if (this.sheet)
            this.sheet.setZoom(this.zoom);
        else {
            this.image.width = w * this.zoom;
            this.image.height = h * this.zoom;
        }
    }

    // ---- changes ----

    replaceControls() {
        const id = uniqueId('replace');
        const input = element('input', { type: 'file', id, accept: `.${suffixOf(this.path)}`, onchange: () => this.replace(input.files[0]) });
        return element('p', { class: 'replace' }, element('label', { for: id }, tr`Replace by a file (or drop it on this page) `), input);
    }

    async replace(file) {
        if (!file || this.project.readOnly)
            return;
        try {
            const answer = await sendImage(this.path, file, this.picture.hash);
            this.changed(answer);
            this.sheet = null;
            await this.reload();
            status(tr`Saved. ${this.path} was replaced by ${file.name}.`);
        } catch (error) {
            failed(error);
        }
    }

    // A layout with one line: a grid, in which each block is a sprite.
    async makeSheet() {
        const side = [this.project.tileWidth, this.project.tileHeight].map((one, i) => Math.max(1, Math.min(one || 16, i ? this.picture.h : this.picture.w)));
        try {
            const answer = await api.upload(this.picture.layoutPath, `TirNanoG Layout\n${side.join(' ')} 0 0 0 0 ${this.picture.category}\n`);
            this.changed(answer);
            await this.reload();
            status(tr`Saved. ${this.picture.layoutPath} is new: draw the frames of its sprites.`);
            this.sheet?.canvas.focus();
        } catch (error) {
            failed(error);
        }
    }
}
