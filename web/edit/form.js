// The form of a text file: a section for each line of its schema, with the rows of the file.

import { element, uniqueId, prose, status, dialog } from './page.js';
import { field } from './fields.js';
import { codeField } from './code.js';
import { handlerRunner } from './run.js';
import * as api from './api.js';

// Shows both contents after a conflict; resolves to the text that the user wants, or null.
function resolveConflict(answer) {
    const mine = element('textarea', { name: 'mine', rows: 16, 'aria-label': 'My text' });
    mine.value = answer.mine || '';
    const theirs = element('textarea', { rows: 16, readonly: true, 'aria-label': 'The text in the file' });
    theirs.value = answer.theirs;
    return dialog('Another program has changed the same lines', [
        element('p', {}, `${answer.path}: the file has the text on the right now. Change yours, or keep the file.`),
        element('div', { class: 'columns' }, mine, theirs)],
    [{ text: 'Write my text', value: () => mine.value }, { text: 'Keep the file', value: () => null }]);
}

const HANDLERS = ['events', 'script'], HANDLER_BLOCKS = ['events', 'startup', 'actions', 'script'];

export class Form {
    // `changed(file)`: after each change that was written.
    constructor(file, schema, changed) {
        this.file = file;
        this.schema = schema;
        this.changed = changed;
        this.queue = Promise.resolve();
        this.fields = new Map(); // "row/member/index"
        this.element = element('div', { class: 'form' });
        this.show();
    }

    // ---- changes ----

    // Changes wait for each other: each is based on the content after the one before.
    send(operations, label) {
        this.queue = this.queue.then(() => this.write(operations, label)).catch((error) => {
            status(error.message, true);
        });
        return this.queue;
    }

    async write(operations, label) {
        try {
            this.take(await api.change(this.file.path, this.file.hash, operations, label));
        } catch (error) {
            if (error.status !== 412)
                throw error;
            const text = await resolveConflict(error.answer);
            const file = await api.file(this.file.path);
            this.take(text === null ? file : await api.change(file.path, file.hash, [{ op: 'text', text }], label));
        }
    }

    // While a value is typed: the sentences of the linter, without writing.
    async check(operations) {
        try {
            const file = await api.change(this.file.path, this.file.hash, operations, '', true);
            this.showProblems(file.problems || []);
        } catch (error) {
            status(error.message, true);
        }
    }

    take(file) {
        const same = this.shape(file) === this.shape(this.file);
        this.file = file;
        status(file.merged ? 'Saved, together with a change of another program.' : 'Saved.');
        if (same && !file.merged) // the fields that are being typed in stay
            this.showProblems(file.problems || []);
        else
            this.show();
        this.changed(file);
    }

    // A file that was changed by others.
    update(file) {
        if (file.hash === this.file.hash)
            return;
        this.file = file;
        this.show();
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
        const place = this.focusPlace();
        this.fields.clear();
        this.element.replaceChildren(...this.schema.lines.map((line, number) =>
            line.inner ? null : this.section(line, number, -1)).filter(Boolean));
        const unknown = (this.file.rows || []).filter((row) => row.line < 0);
        if (unknown.length)
            this.element.append(element('section', {}, element('h3', {}, 'Lines that are not understood'),
                ...unknown.map((row) => element('pre', {}, row.text))));
        this.showProblems(this.file.problems || []);
        this.restoreFocus(place);
    }

    focusPlace() {
        for (const [key, made] of this.fields)
            if (made.contains(document.activeElement))
                return key;
        return null;
    }

    restoreFocus(key) {
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
        if ((line.tag || line.count < 0 || (line.optional && !rows.length)) && !full && line.block !== 'mask')
            made.append(...this.addButtons(line, number, owner));
        return made;
    }

    title(line) {
        if (line.block)
            return { mask: 'Mask', value: 'Value', tile: 'Speeds and rules' }[line.block] || 'Handlers';
        const names = (line.list ? [line.list] : line.members.map((member) => member.name)).map((name) => name.replaceAll('_', ' '));
        return [...new Set(names)].join(', ').replace(/^./, (letter) => letter.toUpperCase());
    }

    addButtons(line, number, owner) {
        const tags = line.tag.includes('|') ? line.tag.split('|') : [line.tag];
        return tags.map((tag) => element('button', { type: 'button', class: 'add', onclick: () => {
            const text = line.block ? this.newBlock(line) : '';
            const words = line.block ? [] : this.defaults(line, tag);
            this.send([{ op: 'insert', line: number, owner, before: -1, tag, words, text }], `add a line to ${this.file.path}`);
        } }, tags.length > 1 ? `Add ${tag === 'a' ? 'an attribute' : 'a condition'}` : 'Add'));
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
            title: name, disabled, onclick: () => this.send([operation], `${name.toLowerCase()} in ${this.file.path}`) }, text);
        return element('span', { class: 'row-buttons' },
            button('↑', 'Move up', place === 0, { op: 'move', row: index, before: rows[place - 1]?.index }),
            button('↓', 'Move down', place === rows.length - 1, { op: 'move', row: rows[place + 1]?.index, before: index }),
            button('✕', 'Remove', false, { op: 'remove', row: index }));
    }

    block(line, row, index) {
        const made = codeField(row.text.replace(/\r/g, ''), this.title(line), line.block, (text, typing) => {
            const operation = [{ op: 'block', row: index, text }];
            return typing ? this.check(operation) : this.send(operation, `change a handler of ${this.file.path}`);
        }, HANDLER_BLOCKS.includes(line.block) ? { path: this.file.path, first: row.first } : null);
        this.fields.set(`${index}`, made);
        const runner = HANDLERS.includes(line.block) ? handlerRunner(this.file.path, () => this.file.rows[index]?.text || '') : null;
        return runner ? element('div', {}, made, runner) : made;
    }

    values(line, row, index) {
        const parts = [];
        line.members.forEach((member, number) => {
            const group = member.count > 1 ? element('div', { class: 'many', role: 'group', 'aria-label': member.name }) : null;
            for (let i = 0; i < member.count; i++) {
                const word = row.words.find((one) => one.member === number && one.index === i);
                const made = field(member, word ? word.text : member.optional ? '' : member.default,
                    member.count > 1 ? `${member.name} ${i + 1}` : null, '', (value, typing) => this.setValue(index, number, i, member, value, typing));
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
        if (value === '' && !about.rest)
            value = '-';
        const operation = [{ op: 'set', row, member, index, value }];
        if (typing)
            return this.check(operation);
        return this.send(operation, `${about.name.replaceAll('_', ' ')} of ${this.file.path}: ${value}`);
    }
}
