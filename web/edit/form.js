// The form of a text file: a section for each line of its schema, with the rows of the file.

import { tr } from './words.js';
import { $, element, uniqueId, prose, status, dialog, failed, whenReleased } from './page.js';
import { field } from './fields.js';
import { codeField, grammarOfHandlers, kindsOfProject } from './code.js';
import { askTemplate, hasTemplates } from './insert_handler.js';
import { templateOperations } from './handler_templates.js';
import { handlerRunner } from './run.js';
import { MaskPainter, MASK_SIDE_MAX } from './mask.js';
import * as api from './api.js';

// Shows both contents after a conflict; resolves to the text that the user wants, or null.
export function resolveConflict(answer) {
    const mine = element('textarea', { name: 'mine', rows: 16, 'aria-label': tr`My text` });
    mine.value = answer.mine || '';
    const theirs = element('textarea', { rows: 16, readonly: true, 'aria-label': tr`The text in the file` });
    theirs.value = answer.theirs;
    return dialog(tr`Another program has changed the same lines`, [
        element('p', {}, tr`${answer.path}: the file has the text on the right now. Change yours, or keep the file.`),
        element('div', { class: 'columns' }, mine, theirs)],
    [{ text: tr`Write my text`, value: () => mine.value.replace(/\n/g, answer.theirs.includes('\r\n') ? '\r\n' : '\n') }, { text: tr`Keep the file`, value: () => null }]);
}

const HANDLERS = ['events', 'script'], HANDLER_BLOCKS = ['events', 'startup', 'actions', 'script'];

export class Form {
    // `changed(file)`: after each change that was written.
    constructor(file, schema, changed) {
        this.file = file;
        this.schema = schema;
        this.changed = changed;
        this.queue = Promise.resolve();
        this.pending = 0; // changes in the queue
        this.moving = 0; // those that change which rows there are
        this.generation = 0; // of the fields: their rows are those of `file`
        this.stale = false; // the file is newer than what is shown
        this.dirty = new Set(); // fields that were typed in and not yet sent
        this.fields = new Map(); // "row/member/index"
        this.element = element('div', { class: 'form', onfocusin: () => this.later(), onfocusout: (event) => this.left(event),
            oninput: (event) => this.dirty.add(event.target.closest('.field')) });
        this.show();
    }

    // ---- changes ----

    // Changes wait for each other: each is based on the content after the one before, or, when that has other rows, on the
    // content that it was made for, and the editor merges both.
    send(operations, label) {
        const base = this.file, generation = this.generation, moves = operations.some(({ op }) => ['insert', 'remove', 'move'].includes(op));
        this.count(1, moves);
        this.queue = this.queue.then(() => this.write(operations, label, generation === this.generation ? this.file : base)).catch((error) => {
            failed(error);
        }).then(() => {
            this.count(-1, moves);
            return this.refresh();
        });
        return this.queue;
    }

    // The buttons of rows rest while rows come, go or move.
    count(step, moves) {
        this.pending += step;
        this.moving += moves ? step : 0;
        for (const button of this.element.querySelectorAll('.row-buttons button, .add'))
            button.setAttribute('aria-disabled', String(this.moving > 0));
    }

    async write(operations, label, base) {
        try {
            this.take(await api.change(base.path, base.hash, operations, label));
        } catch (error) {
            if (error.status !== 412)
                throw error;
            const text = error.answer.mine ? await resolveConflict(error.answer) : null, file = await api.file(base.path);
            const again = text !== null ? [{ op: 'text', text }] : error.answer.mine ? null : this.sameRows(operations, base, file);
            if (again)
                this.take(await api.change(file.path, file.hash, again, label));
            else {
                this.replace(file);
                status(error.answer.mine ? tr`The file was kept.` : tr`${file.path} has changed meanwhile: your change was not written.`, !error.answer.mine);
            }
        }
    }

    // The same values in a newer file: null, if their rows have another text there.
    sameRows(operations, base, file) {
        const rows = operations.map(({ op, row }) => op !== 'set' ? -1 : file.rows.findIndex((one, i) => one.line === base.rows[row].line &&
            one.text === base.rows[row].text && (i === row || file.rows.filter(({ text }) => text === one.text).length === 1)));
        return rows.includes(-1) ? null : operations.map((operation, i) => ({ ...operation, row: rows[i] }));
    }

    // While a value is typed: the sentences of the linter, without writing.
    async check(operations) {
        try {
            const file = await api.change(this.file.path, this.file.hash, operations, '', true);
            this.showProblems(file.problems || []);
        } catch (error) {
            if (error.status !== 412) // said when it is written
                failed(error);
        }
    }

    take(file) {
        const same = !file.merged && this.shape(file) === this.shape(this.file);
        status(file.merged ? tr`Saved, together with a change of another program.` : tr`Saved.`);
        if (same) { // the fields that are being typed in stay
            this.file = file;
            this.showProblems(file.problems || []);
        }
        if (!same || (this.pending < 2 && this.differs())) // what is shown has the changes that wait, too
            this.replace(file);
        this.changed(file);
    }

    // A file that was changed by others.
    update(file) {
        if (file.path !== this.file.path || (file.hash === this.file.hash && !this.stale))
            return;
        if (this.pending)
            this.stale = true;
        else
            this.replace(file);
    }

    // Somebody types, or reads where the keyboard is: what is shown stays, and is the base of the next change.
    busy() {
        const active = document.activeElement, types = !active?.closest('.block-view') || active.matches('input, textarea');
        return this.dirty.size > 0 || $('dialog').open || (types && !!active?.closest('.form-code')?.closest('.form')?.isSameNode(this.element));
    }

    replace(file) {
        this.stale = this.busy();
        if (this.stale)
            return;
        this.file = file;
        this.show();
    }

    // A field was left: what it had to send was sent.
    left(event) {
        const field = event.target.closest('.field');
        setTimeout(() => this.dirty.delete(field));
        this.later();
    }

    // Not at once: a click that leaves a field also ends on its button.
    later() {
        if (!this.stale)
            return;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.refresh().catch(failed), 300);
    }

    async refresh() {
        if (!this.stale || this.pending || this.busy() || !this.element.isConnected)
            return;
        const file = await api.file(this.file.path);
        if (file.hash === this.file.hash && !this.differs())
            this.stale = false; // it was told of its own change: what is shown stays
        else
            this.update(file);
    }

    // Whether a field shows another value than the file has since.
    differs() {
        return [...this.fields].some(([key, made]) => {
            const [index, member, number] = key.split('/').map(Number), row = this.file.rows[index];
            if (member === undefined) {
                const shown = made.editor ? made.editor.getValue() : made.querySelector('textarea').value, text = row.text.replace(/\r/g, '');
                return !this.dirty.has(made) && row.text !== made.given && text.trimEnd() !== shown.trimEnd();
            }
            const control = made.querySelector('input, select'), word = row.words.find((one) => one.member === member && one.index === number);
            const shown = control.type === 'checkbox' ? (control.checked ? '1' : '0') : control.value;
            return !this.dirty.has(made) && word && word.text !== made.given && word.text !== shown;
        });
    }

    shape(file) {
        return JSON.stringify((file.rows || []).map((row) => [row.line, row.owner, row.words.length]));
    }

    // ---- problems ----

    showProblems(problems) {
        const texts = new Map();
        for (const problem of problems) {
            const key = problem.member === undefined ? `${problem.row}` : `${problem.row}/${problem.member}/${problem.index}`;
            texts.set(key, [...(texts.get(key) || []), problem.text]);
        }
        for (const [key, made] of this.fields)
            made.showProblem((texts.get(key) || []).join(' '));
    }

    // ---- the page ----

    show() {
        const place = this.focusPlace(), block = this.fields.get(place)?.blocks?.focusKey();
        this.generation++; // before the fields go: one that has the focus is told that it was left
        this.stale = false;
        this.dirty.clear();
        this.fields.clear();
        this.mask = null;
        this.element.replaceChildren(...this.schema.lines.map((line, number) =>
            line.inner ? null : this.section(line, number, -1)).filter(Boolean));
        const unknown = (this.file.rows || []).filter((row) => row.line < 0);
        if (unknown.length)
            this.element.append(element('section', {}, element('h3', {}, tr`Lines that are not understood`),
                ...unknown.map((row) => element('pre', {}, row.text))));
        this.showProblems(this.file.problems || []);
        this.restoreFocus(place, block);
    }

    focusPlace() {
        for (const [key, made] of this.fields)
            if (made.contains(document.activeElement))
                return key;
        return null;
    }

    restoreFocus(key, block) {
        const view = this.fields.get(key)?.blocks;
        if (view && block)
            return view.focus(block);
        this.fields.get(key)?.querySelector('input, select, textarea, button')?.focus();
    }

    rowsOf(number, owner) {
        return this.file.rows.map((row, index) => ({ row, index }))
            .filter(({ row }) => row.line === number && row.owner === owner);
    }

    isList(line) {
        return line.count !== 1 && !(line.block && !line.tag) && !(line.tag && line.max === 1);
    }

    section(line, number, owner) {
        const rows = this.rowsOf(number, owner), heading = uniqueId('section');
        const list = this.isList(line) || (line.tag !== '' && line.max !== 1);
        const title = this.title(line);
        const made = element('div', { class: 'section', role: 'group', 'aria-labelledby': heading },
            element(owner < 0 ? 'h3' : 'h4', { id: heading }, title), element('p', { class: 'doc' }, prose(line.doc)));
        const parts = rows.map(({ row, index }, i) => this.row(line, number, row, index, list, rows, i));
        made.append(list && parts.length > 1 ? element('ol', {}, ...parts.map((part) => element('li', {}, part)))
            : element('div', {}, ...parts));
        const full = line.max > 0 && rows.length >= line.max;
        if ((line.tag || line.count < 0 || ((line.optional || line.block) && !rows.length)) && !full)
            made.append(...this.addButtons(line, number, owner));
        if (line.block === 'events' && owner < 0 && hasTemplates(this.file.path))
            made.append(element('button', { type: 'button', class: 'add', 'aria-haspopup': 'dialog', onclick: () => this.insertHandlers(number).catch(failed) }, tr`Insert ...`));
        return made;
    }

    title(line) {
        if (line.block)
            return { mask: tr`Mask`, value: tr`Value`, tile: tr`Speeds and rules` }[line.block] || tr`Handlers`;
        const names = (line.list ? [line.list] : line.members.map((member) => member.name)).map((name) => name.replaceAll('_', ' '));
        return [...new Set(names)].join(', ').replace(/^./, (letter) => letter.toUpperCase());
    }

    addButtons(line, number, owner) {
        const tags = line.tag.includes('|') ? line.tag.split('|') : [line.tag];
        return tags.map((tag) => element('button', { type: 'button', class: 'add', onclick: () => {
            if (this.moving)
                return;
            if (line.block === 'mask')
                return this.send([this.firstMask(number)], tr`add a line to ${this.file.path}`);
            const text = line.block ? this.newBlock(line) : '';
            const words = line.block ? [] : this.defaults(line, tag);
            this.send([{ op: 'insert', line: number, owner, before: -1, tag, words, text }], tr`add a line to ${this.file.path}`);
        } }, tags.length > 1 ? tag === 'a' ? tr`Add an attribute` : tr`Add a condition` : tr`Add`));
    }

    // Handlers of a template.
    async insertHandlers(number) {
        const { path } = this.file, chosen = this.moving ? null : await askTemplate(path, kindsOfProject());
        if (!chosen)
            return;
        const rows = this.rowsOf(number, -1).map(({ row, index }) => ({ index, text: row.text }));
        await this.send(templateOperations(grammarOfHandlers(), chosen.template, chosen.values, rows, number), tr`insert handlers into ${path}`);
    }

    // The line before a mask, with its size; `isNew`: whether that changes it.
    sizeOfMask(number, columns, rows) {
        const index = this.file.rows.findIndex((row) => row.line === number - 1), members = this.schema.lines[number - 1].members;
        const size = { mask_width: String(columns), mask_height: String(rows) }, { words } = this.file.rows[index];
        const wanted = words.map((word) => size[members[word.member].name] ?? word.text);
        for (const word of words.filter((one) => members[one.member].name in size))
            this.fields.get(`${index}/${word.member}/${word.index}`).querySelector('input').value = size[members[word.member].name];
        return { index, text: wanted.join(' '), isNew: wanted.some((word, i) => word !== words[i].text) };
    }

    // A mask of one cell.
    firstMask(number) {
        const { index, text } = this.sizeOfMask(number, 1, 1);
        return { op: 'block', row: index, text: `${text}\n0\n` };
    }

    newBlock(line) {
        const event = { events: 'e click', startup: 'e start', actions: 'e action1 reach Strike',
            script: this.file.path.endsWith('.qst') ? 'e complete' : this.file.path.endsWith('.atr') ? 'e onchange' : 'e' };
        return line.block === 'tile' ? '100 -\n' : `${event[line.block] || 'e'} {\n}\n`;
    }

    defaults(line, tag) {
        const words = [];
        for (const member of line.members) {
            if (member.optional)
                break;
            const value = member.form === 'rule' ? (tag === 'a' ? 'hp 1' : 'hp>=1') : member.default || (member.rest ? '' : '-');
            for (let i = 0; i < member.count; i++)
                words.push(member.rest && !value ? `New ${member.name}` : value);
        }
        return words;
    }

    row(line, number, row, index, list, rows, place) {
        const made = element('div', { class: 'row' });
        if (row.block)
            made.append(this.block(line, row, index));
        else
            made.append(...this.values(line, row, index));
        if (list)
            made.append(this.rowButtons(row, index, rows, place));
        const inner = this.schema.lines.map((other, i) => other.inner && row.tag === other.inner
            ? this.section(other, i, index) : null).filter(Boolean);
        if (inner.length)
            made.append(element('div', { class: 'inner' }, ...inner));
        return made;
    }

    rowButtons(row, index, rows, place) {
        const button = (text, name, disabled, operation) => element('button', { type: 'button', 'aria-label': name,
            title: name, disabled,
            onclick: () => this.moving || this.send([operation], `${name.toLowerCase()} in ${this.file.path}`) }, text);
        return element('span', { class: 'row-buttons' },
            button('↑', tr`Move up`, place === 0, { op: 'move', row: index, before: rows[place - 1]?.index }),
            button('↓', tr`Move down`, place === rows.length - 1, { op: 'move', row: rows[place + 1]?.index, before: index }),
            button('✕', tr`Remove`, false, { op: 'remove', row: index }));
    }

    block(line, row, index) {
        const generation = this.generation;
        const made = codeField(row.text.replace(/\r/g, ''), this.title(line), line.block, (text, typing) => {
            if (generation !== this.generation)
                return null;
            if (!typing)
                this.dirty.delete(made);
            const operation = [{ op: 'block', row: index, text }];
            return typing ? this.check(operation) : this.send(operation, tr`change a handler of ${this.file.path}`);
        }, HANDLER_BLOCKS.includes(line.block) ? { path: this.file.path, first: row.first } : null);
        made.given = row.text;
        this.fields.set(`${index}`, made);
        if (line.block === 'mask')
            return element('div', {}, this.painter(row, index, made), made);
        const runner = HANDLERS.includes(line.block) ? handlerRunner(this.file.path, () => this.file.rows[index]?.text || '') : null;
        return runner ? element('div', {}, made, runner) : made;
    }

    // The painter of a mask writes the text of the field below it, and its size in the line before it.
    painter(row, index, made) {
        const name = this.file.path.replace(/^.*\/|\.obj$/g, ''), area = made.querySelector('textarea'), generation = this.generation;
        const painter = new MaskPainter(name, row.text, (text, columns, rows) => {
            if (generation !== this.generation)
                return;
            area.value = text.replace(/\n$/, '');
            const size = this.sizeOfMask(row.line, columns, rows), operations = [{ op: 'block', row: index, text }];
            this.send(size.isNew ? [...operations, { op: 'block', row: size.index, text: size.text }] : operations, tr`change the mask of ${this.file.path}`);
        });
        area.addEventListener('input', () => painter.set(area.value));
        this.mask = painter;
        return painter.element;
    }

    values(line, row, index) {
        const parts = [], generation = this.generation;
        line.members.forEach((member, number) => {
            const group = member.count > 1 ? element('div', { class: 'many', role: 'group', 'aria-label': member.name }) : null;
            for (let i = 0; i < member.count; i++) {
                const word = row.words.find((one) => one.member === number && one.index === i);
                const made = field(member, word ? word.text : member.optional ? '' : member.default,
                    member.count > 1 ? `${member.name} ${i + 1}` : null, '', (value, typing) => {
                        if (generation !== this.generation)
                            return;
                        if (!typing)
                            this.dirty.delete(made);
                        this.setValue(index, number, i, member, value, typing);
                    });
                made.given = word?.text;
                this.fields.set(`${index}/${number}/${i}`, made);
                (group || parts).push?.(made) ?? group.append(made);
            }
            if (group)
                parts.push(member.count > 4 ? element('details', {}, element('summary', {},
                    `${member.name}: ${row.words.filter((one) => one.member === number && one.text !== '-').length} of ${member.count}`), group) : group);
        });
        return parts;
    }

    setValue(row, member, index, about, value, typing) {
        if (/^mask_(width|height)$/.test(about.name) && /^[1-9]\d*$/.test(value) && Number(value) <= MASK_SIDE_MAX && this.mask)
            return typing ? null : whenReleased(() => this.mask?.resizeTo({ [about.name]: Number(value) }));
        if (value === '' && !about.rest)
            value = '-';
        const operation = [{ op: 'set', row, member, index, value }];
        if (typing)
            return this.check(operation);
        return this.send(operation, `${about.name.replaceAll('_', ' ')} of ${this.file.path}: ${value}`);
    }
}
