// An image: a texture of an old game. A PNG that is dropped, pasted or chosen replaces it.

import { tr } from './words.js';
import { element, uniqueId, status, failed } from './page.js';
import * as api from './api.js';

export class PictureItem {
    constructor(file, readOnly, saved) {
        Object.assign(this, { path: file.path, hash: file.hash, saved });
        const id = uniqueId('image');
        this.image = element('img', { class: 'picture', alt: file.path.replace(/^.*\//, '') });
        this.size = element('p', { class: 'count' });
        this.image.addEventListener('load', () => {
            const { naturalWidth: width, naturalHeight: height } = this.image;
            this.size.textContent = tr`${width} × ${height} pixels`;
            this.image.style.width = `${width * Math.max(1, Math.floor(256 / Math.max(width, height)))}px`; // small ones are enlarged
        });
        const choose = element('input', { id, type: 'file', accept: 'image/png', disabled: readOnly });
        choose.addEventListener('change', () => choose.files[0] && this.replace(choose.files[0]));
        this.element = element('section', { class: 'drop' }, this.image, this.size, element('p', {}, element('label', { for: id }, tr`Replace by a PNG, or drop one here `), choose));
        this.element.addEventListener('dragover', (event) => event.preventDefault());
        this.element.addEventListener('drop', (event) => {
            event.preventDefault();
            if (event.dataTransfer.files[0] && !readOnly)
                this.replace(event.dataTransfer.files[0]);
        });
        this.show();
    }

    show() { this.image.src = `${api.address(this.path)}&hash=${this.hash}`; }

    async reload() {
        const file = await api.file(this.path);
        if (file.hash !== this.hash) {
            this.hash = file.hash;
            this.show();
        }
    }

    async replace(file) {
        try {
            const answer = await api.replace(this.path, this.hash, await file.arrayBuffer());
            this.hash = answer.hash;
            this.show();
            status(tr`Saved.`);
            this.saved(answer);
        } catch (error) {
            failed(error);
        }
    }
}
