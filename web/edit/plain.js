// A text, or a file in a text form (INI, JSON): only the lines that differ are sent.

import { tr } from './words.js';
import { element, uniqueId, status, failed } from './page.js';
import { scriptField } from './map_script.js';
import * as api from './api.js';

// The lines of `after` that differ from `before`: [line, count, text]; null: none.
export function lineEdit(before, after) {
    const a = before.split(/(?<=\n)/), b = after.split(/(?<=\n)/);
    let from = 0, end = 0;
    while (from < a.length && from < b.length && a[from] === b[from])
        from++;
    while (end < a.length - from && end < b.length - from && a[a.length - 1 - end] === b[b.length - 1 - end])
        end++;
    return from === a.length && from === b.length ? null : [from, a.length - end - from, b.slice(from, b.length - end).join('')];
}

// The script of a map (map_script.js), in a file of its own.
export class ScriptItem {
    constructor(file, description, readOnly, saved) {
        Object.assign(this, { path: file.path, description, readOnly, saved });
        this.element = element('div', {});
        this.take(file);
    }

    get editor() { return this.element.querySelector('.CodeMirror')?.CodeMirror; }

    get area() { return this.element.querySelector('textarea'); }

    // What is typed is not replaced by a change of another program.
    get input() { return this.element.contains(document.activeElement) && (this.editor || this.area).getValue?.() !== this.value(this.text) ? this.area : null; }

    value(text) { return text.replace(/\r\n/g, '\n'); }

    take(file) {
        this.hash = file.hash;
        this.text = file.text;
        this.element.replaceChildren(scriptField('script.txt', this.value(file.text), this.description.functions || [], this.readOnly, (text, dry) => this.change(text, dry)));
    }

    goToLine(line, column) {
        this.editor?.focus();
        this.editor?.setCursor(line - 1, column - 1);
    }

    async reload() { this.take(await api.file(this.path)); }

    // The sentences about what is wrong.
    async change(value, dry) {
        const text = this.text.includes('\r\n') ? value.replace(/\n/g, '\r\n') : value, edit = lineEdit(this.text, text);
        if (!edit)
            return '';
        try {
            const answer = await api.lines(this.path, this.hash, [edit], 'script.txt', dry);
            if (!dry) {
                if (answer.merged)
                    await this.reload();
                else {
                    this.hash = answer.hash;
                    this.text = text;
                }
                status(tr`Saved.`);
                this.saved(answer);
            }
            return answer.problems.filter((one) => one.path === this.path).map((one) => `${one.line ? tr`Line ${one.line}: ` : ''}${one.text}`).join('; ');
        } catch (error) {
            return error.message;
        }
    }
}

export class TextItem {
    constructor(file, format, readOnly, saved) {
        Object.assign(this, { path: file.path, saved });
        const id = uniqueId('text');
        this.area = element('textarea', { id, class: 'code', spellcheck: 'false', rows: 24, 'aria-describedby': `${id}-wrong`, readonly: readOnly });
        this.list = element('ul', { class: 'plan' });
        this.element = element('div', { class: 'field form-code' }, element('label', { for: id }, format ? tr`Text (${format})` : tr`Text`), this.area,
            element('div', { id: `${id}-wrong`, role: 'status' }, this.list));
        this.take(file);
        let timer = 0;
        this.area.addEventListener('input', () => {
            clearTimeout(timer);
            timer = setTimeout(() => this.send(true), 250);
        });
        this.area.addEventListener('change', () => {
            clearTimeout(timer);
            this.send(false);
        });
    }

    // What is typed is not replaced by a change of another program.
    get input() { return document.activeElement === this.area && this.area.value !== this.value(this.text) ? this.area : null; }

    value(text) { return text.replace(/\r\n/g, '\n'); }

    take(file) {
        this.hash = file.hash;
        this.text = file.text;
        this.area.value = this.value(file.text);
        this.showProblems(file.problems || []);
    }

    // Of a search: the rest of the line is selected, and shown.
    goToLine(line, column) {
        const lines = this.area.value.split('\n'), before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
        this.area.focus();
        this.area.setSelectionRange(before + column - 1, before + (lines[line - 1] || '').length);
        this.area.scrollTop = Math.max(0, (line - 5) / lines.length * this.area.scrollHeight);
    }

    async reload() { this.take(await api.file(this.path)); }

    showProblems(problems) {
        this.list.replaceChildren(...problems.slice(0, 50).map((one) => element('li', { class: one.severity }, `${one.line ? tr`Line ${one.line}: ` : ''}${one.text}`)));
        const wrong = problems.some((one) => one.severity === 'error');
        wrong ? this.area.setAttribute('aria-invalid', 'true') : this.area.removeAttribute('aria-invalid');
    }

    async send(dry) {
        const text = this.text.includes('\r\n') ? this.area.value.replace(/\n/g, '\r\n') : this.area.value, edit = lineEdit(this.text, text);
        if (!edit) {
            if (dry)
                this.showProblems((await api.file(this.path)).problems || []);
            return;
        }
        try {
            const answer = await api.lines(this.path, this.hash, [edit], '', dry);
            this.showProblems(answer.problems);
            if (dry)
                return;
            if (answer.merged)
                await this.reload();
            else {
                this.hash = answer.hash;
                this.text = text;
            }
            status(tr`Saved.`);
            this.saved(answer);
        } catch (error) {
            failed(error);
        }
    }
}
