// Settings and other files with values as forms: INI files by sections, JSON as a tree. The text itself can be edited as well.

import { tr } from './words.js';
import { element, uniqueId, status, failed } from './page.js';
import { parseJson, parseIni, jsonText, iniText, member, EXPECTED } from './values.js';
import { TextItem, lineEdit } from './plain.js';
import { scriptField } from './map_script.js';
import { ObjectsMap } from './map_objects.js';
import { Expressions } from './expressions.js';
import * as api from './api.js';

const MANY = 200; // items of a list that are made at once

// ---- what a node of a tree is called ----

const NAME = /NAME$|TITLE$|^name$/;

export function titleOf(node, fallback) {
    const type = member(node, 'type')?.value, children = member(node, 'children')?.items || [];
    const named = children.find((one) => NAME.test(member(one, 'type')?.value || '') && member(one, 'value')?.kind === 'string') || node;
    const name = member(named, 'value')?.value ?? member(node, 'name')?.value;
    return [type ?? fallback, named !== node || !type ? name : null].filter((text) => text !== undefined && text !== null && text !== '').join(' ');
}

// What shows a file in another way than by its values.
const VIEWS = { map: ObjectsMap, expressions: Expressions };

export class ValuesItem {
    constructor(file, format, description, readOnly, saved) {
        Object.assign(this, { path: file.path, format, description, readOnly, saved, json: /\.json$/i.test(file.path) });
        this.problems = element('ul', { class: 'plan' });
        this.body = element('div', { class: 'values' });
        const mode = (text, name) => element('button', { type: 'button', 'aria-pressed': 'false', onclick: () => this.setMode(name) }, text);
        this.modes = { ...description.map ? { map: mode(tr`Map`, 'map') } : {}, ...description.expressions?.length ? { expressions: mode(tr`Expressions`, 'expressions') } : {}, form: mode(tr`Form`, 'form'), text: mode(tr`Text`, 'text') };
        this.element = element('section', {}, element('div', { role: 'group', 'aria-label': tr`Shown as`, class: 'tools' }, ...Object.values(this.modes)), this.body, element('div', { role: 'status' }, this.problems));
        this.take(file);
        this.mode = this.tree ? Object.keys(this.modes)[0] : 'form';
        this.draw();
    }

    get input() { return this.inner?.input || (this.mode !== 'text' && this.body.contains(document.activeElement) && /^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName) ? document.activeElement : null); }

    take(file) {
        this.hash = file.hash;
        this.text = file.text;
        this.showProblems(file.problems || []);
        try {
            this.tree = this.json ? parseJson(this.text) : parseIni(this.text);
        } catch (error) {
            this.tree = null;
        }
    }

    async setMode(mode) {
        this.mode = mode;
        await this.reload();
    }

    // Of a search: the place is in the text.
    async goToLine(line, column) {
        await this.setMode('text');
        this.inner?.goToLine(line, column);
    }

    async reload() {
        this.take(await api.file(this.path));
        this.draw();
    }

    showProblems(problems) {
        this.known = new Set(problems.map((one) => one.text));
        this.problems.replaceChildren(...problems.slice(0, 50).map((one) => element('li', { class: one.severity }, `${one.line ? tr`Line ${one.line}: ` : ''}${one.text}`)));
    }

    draw() {
        if (!this.tree)
            this.mode = 'text';
        for (const [name, button] of Object.entries(this.modes))
            button.setAttribute('aria-pressed', String(name === this.mode));
        this.problems.hidden = this.mode === 'text';
        this.inner = this.mode === 'text' ? new TextItem({ path: this.path, hash: this.hash, text: this.text, problems: [] }, this.format, this.readOnly, this.saved) : null;
        const open = new Set([...this.body.querySelectorAll('details[open]')].map((one) => one.dataset.at));
        if (VIEWS[this.mode]) {
            this.view ||= new VIEWS[this.mode](this);
            this.view.update();
            if (!this.body.contains(this.view.element))
                this.body.replaceChildren(this.view.element);
            return;
        }
        this.body.replaceChildren(...this.inner ? [this.inner.element] : this.json ? this.jsonMembers([]) : this.tree.map((section, i) => this.iniSection(section, i)));
        for (let found = true; found;) {
            found = [...this.body.querySelectorAll('details:not([open])')].find((one) => open.has(one.dataset.at));
            if (found)
                this.open(found);
        }
    }

    open(details) {
        details.open = true;
        details.fill?.();
    }

    // ---- JSON ----

    // The node at a path of keys and numbers, in the text as it is now.
    nodeAt(path) { return path.reduce((node, key) => node && (typeof key === 'number' ? node.items?.[key] : member(node, key)), this.tree); }

    jsonMembers(path) {
        const node = this.nodeAt(path);
        if (node.kind === 'array')
            return this.jsonItems(path, node, 0);
        return node.members.filter(([key, one]) => !(key === 'type' && one.kind === 'string' && path.length)).map(([key]) => this.jsonNode([...path, key], key === 'children' ? 'parts' : key));
    }

    jsonItems(path, node, from) {
        const made = node.items.slice(from, from + MANY).map((one, i) => this.jsonNode([...path, from + i], one.kind === 'object' ? titleOf(one, `${from + i + 1}`) : `${from + i + 1}`));
        if (from + MANY < node.items.length) {
            const more = element('button', { type: 'button', onclick: () => more.replaceWith(...this.jsonItems(path, node, from + MANY)) }, tr`Show more of ${node.items.length}`);
            made.push(more);
        }
        return made;
    }

    jsonNode(path, title) {
        const node = this.nodeAt(path);
        if (!node.members && !node.items)
            return this.value(title, node, () => this.nodeAt(path), jsonText, this.isScript(path));
        const plain = node.items?.length && node.items.length <= 8 && node.items.every((one) => !one.items && !one.members);
        if (plain)
            return element('fieldset', { class: 'values-list' }, element('legend', {}, title), ...node.items.map((one, i) => this.jsonNode([...path, i], `${i + 1}`)));
        const single = node.members && member(node, 'type') && node.members.length === 2 ? node.members.find(([key]) => key !== 'type')[0] : null;
        if (single && single !== 'children')
            return this.jsonNode([...path, single], title);
        return this.details(title, node.items?.length ?? null, path.join('/'), () => this.jsonMembers(path));
    }

    isScript(path) { return this.description.functions && path.at(-1) === 'value' && member(this.nodeAt(path.slice(0, -1)), 'type')?.value === 'SS_TEXT'; }

    details(title, count, at, fill) {
        const body = element('div', { class: 'inner' }), made = element('details', { 'data-at': at }, element('summary', {}, title, count === null ? '' : element('span', { class: 'count' }, ` ${count}`)), body);
        made.fill = () => {
            if (!body.childElementCount)
                body.append(...fill());
        };
        made.addEventListener('toggle', () => made.open && made.fill());
        return made;
    }

    // ---- INI ----

    iniSection(section, i) {
        return element('fieldset', {}, element('legend', {}, section.section), ...section.entries.map((entry, k) =>
            this.value(section.entries.filter((one) => one.key === entry.key).length > 1 ? `${entry.key} (${section.entries.slice(0, k + 1).filter((one) => one.key === entry.key).length})` : entry.key,
                entry, () => this.tree[i]?.entries[k], iniText, false)));
    }

    // ---- a value ----

    value(title, node, now, write, script) {
        const id = uniqueId('value'), wrong = element('span', { class: 'problem', id: `${id}-wrong` });
        if (script)
            return scriptField(title, node.value, this.description.functions, this.readOnly, (text, dry) => this.change([[now(), write('string', text)]], dry, title));
        const long = node.kind === 'string' && (node.value.includes('\n') || node.value.length > 60);
        const control = element(long ? 'textarea' : 'input', { id, class: long || node.kind === 'string' ? 'long' : undefined, spellcheck: 'false', autocomplete: 'off', readonly: this.readOnly,
            rows: long ? Math.min(16, node.value.split('\n').length + 1) : undefined, inputmode: ['number', 'integer', 'float'].includes(node.kind) ? 'decimal' : undefined, 'aria-describedby': `${id}-wrong ${id}-kind` });
        control.value = node.value;
        let timer = 0;
        const send = async (dry) => {
            const raw = write(node.kind, control.value);
            const problem = raw === null ? tr`expected ${EXPECTED[node.kind]}` : await this.change([[now(), raw]], dry, title);
            wrong.textContent = problem || '';
            problem ? control.setAttribute('aria-invalid', 'true') : control.removeAttribute('aria-invalid');
        };
        control.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(() => send(true), 250); });
        control.addEventListener('change', () => { clearTimeout(timer); send(false); });
        return element('div', { class: 'field' }, element('label', { for: id }, title), control, element('span', { class: 'unit', id: `${id}-kind` }, node.kind === 'word' ? '' : node.kind === 'string' ? 'text' : node.kind), wrong);
    }

    // The sentences about a value: of its line; otherwise new ones, and those about the script of a map.
    problemsOf(problems, line) {
        const own = problems.filter((one) => one.line === line && one.path === this.path), others = problems.filter((one) => !this.known.has(one.text) || one.path.endsWith('/script.txt'));
        return (own.length ? own : others).slice(0, 5).map((one) => one.line && one.path !== this.path ? tr`line ${one.line}, column ${one.column}: ${one.text}` : one.text).join('\n');
    }

    // Replaces the characters of values: [[node, text], ...], in the order of the file. The sentence of what is wrong, if anything is.
    async change(list, dry, title) {
        if (list.some(([node]) => !node))
            return tr`this value is not there any more`;
        let text = this.text;
        for (const [node, raw] of [...list].reverse())
            text = text.slice(0, node.from) + raw + text.slice(node.to);
        const [[node]] = list, edit = lineEdit(this.text, text);
        if (!edit)
            return '';
        try {
            const answer = await api.lines(this.path, this.hash, [edit], tr`change ${title}`, dry);
            const found = this.problemsOf(answer.problems, this.text.slice(0, node.from).split('\n').length);
            if (!dry) {
                this.showProblems(answer.problems);
                if (answer.merged)
                    this.take(await api.file(this.path));
                else {
                    Object.assign(this, { hash: answer.hash, text });
                    this.tree = this.json ? parseJson(text) : parseIni(text);
                }
                status(tr`Saved.`);
                this.saved(answer);
            }
            return found;
        } catch (error) {
            failed(error);
            return error.message;
        }
    }
}
