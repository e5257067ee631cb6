// The form of a file without a schema: a test, a translation, a text.

import { tr } from './words.js';
import { element, status, failed } from './page.js';
import { codeField } from './code.js';
import { resolveConflict } from './form.js';
import * as api from './api.js';

export class TextForm {
    // `changed(answer)`: after each change that was written.
    constructor(file, changed) {
        this.changed = changed;
        this.element = element('div', { oninput: () => { this.dirty = true; }, onfocusout: () => setTimeout(() => this.left()) });
        this.queue = Promise.resolve();
        this.sending = 0;
        this.show(file);
    }

    show(file) {
        const focused = this.element.contains(document.activeElement);
        Object.assign(this, { file, dirty: false, stale: false });
        const field = this.field = codeField(file.text.replace(/\r/g, ''), tr`Text`, 'mask', (text, typing) => typing || field !== this.field ? null : this.send(text));
        this.element.replaceChildren(field);
        if (focused)
            field.querySelector('textarea').focus();
    }

    // A file that was changed by others: what is typed stays, and is merged when it is written.
    update(file) {
        if (file.path !== this.file.path || file.text === undefined || file.hash === this.file.hash)
            return;
        this.stale = this.dirty || this.sending > 0;
        if (!this.stale)
            this.show(file);
    }

    left() {
        this.dirty = false;
        return this.refresh();
    }

    async refresh() {
        if (this.stale && !this.dirty && !this.sending)
            await api.file(this.file.path).then((file) => this.update(file), failed);
    }

    send(text) {
        const ends = this.file.text.includes('\r\n') ? '\r\n' : '\n', whole = text.endsWith('\n') ? text : `${text}\n`;
        this.dirty = false;
        this.sending++;
        this.queue = this.queue.then(() => this.write(whole.replace(/\n/g, ends))).catch(failed).then(() => {
            this.sending--;
            return this.refresh();
        });
    }

    async write(text) {
        const { path, hash } = this.file;
        let answer, file = null;
        try {
            answer = await api.change(path, hash, [{ op: 'text', text }]);
        } catch (error) {
            if (error.status !== 412)
                throw error;
            const mine = await resolveConflict({ ...error.answer, mine: text });
            file = await api.file(path);
            answer = mine === null ? null : await api.change(path, file.hash, [{ op: 'text', text: mine }]);
        }
        status(!answer ? tr`The file was kept.` : answer.merged ? tr`Saved, together with a change of another program.` : tr`Saved.`);
        if (!file && !answer.merged)
            this.file = answer;
        else if (this.dirty) // what is typed now has the old base
            this.stale = true;
        else
            this.show(answer || file);
        if (answer)
            this.changed(answer);
    }
}
