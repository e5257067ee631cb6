// A handler as blocks: one for each statement, made from the tables of the language (api/script). Its text stays the truth:
// each change is a change of the text (script_blocks.js).

import { tr } from './words.js';
import { element, dialog, status, uniqueId } from './page.js';
import { StoryTexts } from './block_texts.js';
import { Controls } from './block_fields.js';
import * as script from './script_blocks.js';

const DRAG_MIN = 5; // pixels
const TITLES = { if: tr`If`, while: tr`Repeat while`, set: tr`Set a value`, switch: tr`Depending on`, answer: tr`The answer`, text: tr`Text` };

// "show a dialog; the option chosen is in a": "Show a dialog"
const titleOf = (command) => command.doc.split(/[;(]/)[0].trim().replace(/^./, (letter) => letter.toUpperCase());

export class BlockView {
    // `change(text)`: after each change; `readOnly()`. `path`: of the file, which tells whose attributes are meant.
    constructor({ grammar, kinds, path, title, change, readOnly }) {
        Object.assign(this, { grammar, kinds, change, readOnly, text: null, texts: new StoryTexts(() => this.renderTexts()), path });
        this.fields = new Controls(this, path);
        this.element = element('div', { class: 'block-view', role: 'group', 'aria-label': tr`${title} as blocks`,
            onkeydown: (event) => this.key(event), onpointerdown: (event) => this.press(event) });
    }

    // A text from elsewhere.
    set(text) {
        if (text === this.text)
            return;
        this.text = text;
        this.render();
    }

    // ---- changes ----

    // `focus`: the key of the control that has the focus afterwards.
    apply(text, focus = this.focusKey()) {
        if (text === this.text)
            return;
        this.text = text;
        this.render(focus);
        this.change(text);
    }

    // A part becomes a value that was typed. False: it is not one.
    applyValue(part, value) {
        if (!script.parseValue(this.grammar, value))
            return false;
        this.apply(script.replaced(this.text, part, value.trim()));
        return true;
    }

    insert(place, index, lines, path) {
        this.apply(script.inserted(this.text, place, index, lines), `${path}${index}/first`);
    }

    // ---- keys of controls ----

    focusKey() { return this.element.contains(document.activeElement) ? document.activeElement.dataset.key : null; }

    focus(key) {
        const all = [...this.element.querySelectorAll('[data-key]')], find = (one) => all.find(({ dataset }) => dataset.key === one);
        const found = find(key) || (key?.endsWith('/first') && all.find(({ dataset }) => dataset.key.startsWith(key.replace(/first$/, '')) && !dataset.key.endsWith('/grip'))) ||
            find(key?.replace(/\/[^/]*$/, '/grip'));
        found?.focus();
    }

    // ---- the page ----

    render(focus = this.focusKey()) {
        const { head, root } = script.parseHandler(this.grammar, this.text);
        this.found = new Map(); // path: { node, place, index }
        this.places = new Map(); // path of a block: itself
        this.element.replaceChildren(...root ? [this.head(head), this.block(root, '', tr`the handler`)] : [
            element('p', { class: 'doc' }, tr`Its braces do not match: mend them in the text.`), this.textField({ from: 0, to: this.text.length }, 'whole')]);
        if (this.readOnly())
            for (const control of this.element.querySelectorAll('input, select, textarea, button'))
                control.disabled = true;
        if (focus)
            this.focus(focus);
    }

    // The texts of dialogs are known now; what is being typed stays.
    renderTexts() {
        const active = this.element.contains(document.activeElement) ? document.activeElement : null;
        if (!active?.matches('input, textarea') || active.value === active.defaultValue)
            this.render();
    }

    // "e click"; the events of NPCs and objects are offered.
    head(part) {
        const list = uniqueId('events'), offers = /^(npcs|objects)\//.test(this.path);
        const control = element('input', { type: 'text', 'data-key': 'head', list: offers ? list : null, spellcheck: 'false', value: this.text.slice(part.from, part.to),
            onchange: () => {
                const value = control.value.trim(), right = /^e(\s[^{}\n]*)?$/.test(value);
                control.setAttribute('aria-invalid', String(!right));
                if (right)
                    this.apply(script.replaced(this.text, part, value));
            } });
        return element('p', { class: 'block-head' }, element('label', {}, tr`When`, ' ', control),
            offers ? element('datalist', { id: list }, ...this.grammar.events.map((one) => element('option', { value: `e ${one}` }))) : null);
    }

    // `path`: of the block: "", or that of a statement and the number of its block: "2:0:".
    block(place, path, title) {
        this.places.set(path, place);
        const items = place.statements.map((node, index) => this.statement(node, place, index, `${path}${index}`));
        const add = place.listing ? null : element('button', { type: 'button', class: 'add', 'data-key': `${path}add`, 'aria-haspopup': 'dialog',
            'aria-label': tr`Add a block to ${title}`, onclick: () => this.choose(place, path) }, tr`+ Block`);
        return element('div', { class: 'block-list', 'data-block': path }, element('ol', { 'aria-label': title }, ...items), add);
    }

    statement(node, place, index, path) {
        this.found.set(path, { node, place, index });
        const { title, parts, inner = [] } = this[`show_${node.type}`](node, path, place, index);
        const button = (name, text, label, click) => element('button', { type: 'button', 'data-key': `${path}/${name}`, 'aria-label': `${label}: ${title}`, title: label, onclick: click }, text);
        const made = element('li', { class: `block block-${node.type}`, 'data-path': path },
            element('div', { class: 'block-line' },
                place.listing ? null : element('button', { type: 'button', class: 'grip', 'data-key': `${path}/grip`, 'aria-label': tr`Move: ${title}`,
                    title: tr`Drag it, or use Alt and an arrow key` }, '⠿'),
                element('span', { class: 'block-title' }, title), ...parts,
                place.listing ? null : element('span', { class: 'row-buttons' },
                    button('copy', '⧉', tr`Duplicate`, () => this.duplicate(path)), button('remove', '✕', tr`Remove`, () => this.remove(path)))),
            ...inner);
        return made;
    }

    show_command(node, path) {
        const title = titleOf(node.command), parts = node.values.flatMap((value, i) => this.fields.argument(value, `${path}/arg${i}`));
        if (node.command.name === 'dialog')
            parts.push(...this.texts.dialog(node.values[0].name));
        if (node.command.name === 'quest')
            parts.push(...this.texts.quest(node.values[1].name));
        return { title, parts: [...parts, ...node.command.name === 'dialog' ? [this.answersButton(path, node.values[0].name)] : []] };
    }

    // After a dialog: branches for its answers.
    answersButton(path, name) {
        const { place, index } = this.found.get(path), answers = this.texts.answers(name), next = place.statements[index + 1];
        if (!answers?.length || (next && script.readsAnswer(next)))
            return null;
        const cases = answers.flatMap((_, i) => [`    case ${answers.length - 1 - i} {`, '    }']), parent = path.slice(0, path.length - String(index).length);
        return element('button', { type: 'button', 'data-key': `${path}/answers`, onclick: () =>
            this.apply(script.inserted(this.text, place, index + 1, ['switch(a) {', ...cases, '}']), `${parent}${index + 1}:0:add`) }, tr`Branches for its answers`);
    }

    show_set(node, path) {
        return { title: TITLES.set, parts: [this.fields.target(node.target, `${path}/target`), element('span', {}, '='),
            this.fields.value(node.value, tr`Value`, `${path}/value`)] };
    }

    show_while(node, path) {
        return { title: TITLES.while, parts: this.fields.condition(node.condition, `${path}/condition`),
            inner: [this.block(node.bodies[0], `${path}:0:`, tr`what is repeated`)] };
    }

    show_text(node, path) {
        return { title: TITLES.text, parts: [this.textField(node, `${path}/text`)] };
    }

    // What is not a block.
    textField(part, key) {
        const text = this.text.slice(part.from, part.to);
        const area = element('textarea', { class: 'code', 'data-key': key, 'aria-label': TITLES.text, rows: text.split('\n').length, spellcheck: 'false',
            onchange: () => {
                const right = key === 'whole' || script.isWhole(area.value);
                area.setAttribute('aria-invalid', String(!right));
                if (right)
                    this.apply(script.replaced(this.text, part, area.value));
            } });
        area.value = text;
        return area;
    }

    show_switch(node, path, place, index) {
        const name = script.readsAnswer(node) ? script.dialogOf(place.statements, index) : null, answers = name === null ? null : this.texts.answers(name);
        if (answers?.length)
            return { title: TITLES.answer, parts: [element('span', {}, tr`of the dialog ${name}`)], inner: this.answerBranches(node, path, answers) };
        const isCondition = script.isCondition(this.grammar, node.condition), has = (number) => node.cases.some((one) => one.number === number);
        const highest = Math.max(0, ...node.cases.map((one) => one.number));
        const named = ({ number }) => isCondition ? number ? tr`then` : has(1) ? tr`otherwise` : tr`in any case`
            : node.cases.length === 1 && !number ? tr`in any case` : number === highest && number ? tr`${number} or more` : number ? String(number) : tr`0 or less`;
        const inner = node.cases.map((one, i) => this.branch(node, path, i, named(one), !isCondition));
        const missing = isCondition ? [1, 0].filter((number) => !has(number)) : [node.cases.length ? highest + 1 : 0];
        inner.push(...missing.map((number) => this.caseButton(node, path, number, !isCondition ? tr`Add a case` : number ? tr`Add "then"` : tr`Add "otherwise"`)));
        return { title: isCondition ? TITLES.if : TITLES.switch, inner,
            parts: isCondition ? this.fields.condition(node.condition, `${path}/condition`) : [this.fields.value(node.condition, tr`Value`, `${path}/value`)] };
    }

    // Answers count down to 0; those above the highest case share it.
    answerBranches(node, path, answers) {
        const numbers = node.cases.map((one) => one.number), highest = Math.max(...numbers), shown = [];
        answers.forEach((text, i) => {
            const number = answers.length - 1 - i, at = numbers.indexOf(number);
            const also = number === highest ? answers.slice(0, i).map((one) => tr`also: ${one}`) : [];
            if (at >= 0)
                shown.push(this.branch(node, path, at, [text, ...also].join('; '), false));
            else
                shown.push(this.caseButton(node, path, number, tr`Add a branch: ${text}`));
        });
        node.cases.forEach((one, i) => {
            if (one.number >= answers.length)
                shown.push(this.branch(node, path, i, tr`${one.number}: there is no such answer`, true));
        });
        return shown;
    }

    caseButton(node, path, number, text) {
        return element('button', { type: 'button', class: 'add', 'data-key': `${path}/case${number}`, onclick: () => {
            const made = script.caseInserted(this.text, node, number);
            this.apply(made, null);
            const { node: now } = this.found.get(path);
            this.focus(`${path}:${now.cases.findIndex((one) => one.number === number)}:add`);
        } }, text);
    }

    branch(node, path, i, title, numbered) {
        const one = node.cases[i];
        const number = numbered ? element('input', { type: 'number', min: 0, step: 1, value: one.number, 'data-key': `${path}/number${i}`, 'aria-label': tr`Number of the case`,
            onchange: () => {
                const value = Number(number.value), right = /^\d+$/.test(number.value) && !node.cases.some((other) => other !== one && other.number === value);
                number.setAttribute('aria-invalid', String(!right));
                if (right)
                    this.apply(script.replaced(this.text, one.token, String(value)));
            } }) : null;
        return element('div', { class: 'branch' }, element('div', { class: 'block-line' }, number, element('strong', {}, title),
            element('span', { class: 'row-buttons' }, element('button', { type: 'button', 'data-key': `${path}/drop${i}`, 'aria-label': tr`Remove the branch: ${title}`,
                title: tr`Remove`, onclick: () => this.apply(script.removed(this.text, one), `${path}/grip`) }, '✕'))),
        this.block(one.body, `${path}:${i}:`, title));
    }

    // ---- new blocks ----

    firstName(kind) { return this.kinds().get(kind)?.names[0]; }

    // The first lines of a command; null: the project has no such names.
    linesOf(command) {
        const values = command.arguments.map(({ kind, words, name }) => kind === 'map' ? this.firstName(kind) && `${this.firstName(kind)},0,0`
            : kind ? this.firstName(kind) : words ? words.split(' ')[0] : name === 'amount' ? '1' : '0');
        return values.includes(undefined) ? null : [`${command.name}(${values.join(',')})`];
    }

    async choose(place, path) {
        const attribute = this.firstName('attribute') || 'a', condition = `${attribute}>=1`;
        const rows = [[TITLES.if, 'switch', [`switch(${condition}) {`, '    case 1 {', '    }', '}']], [TITLES.switch, 'switch', [`switch(${attribute}) {`, '    case 0 {', '    }', '}']],
            [TITLES.while, 'while', [`while(${condition}) {`, '}']], [TITLES.set, 'set', [`${attribute}=0`]],
            ...[...this.grammar.commands.values()].map((one) => [titleOf(one), one.name, this.linesOf(one)])];
        const lines = await dialog(tr`New block`, (close) => {
            const list = element('ul', { class: 'choices block-choices' });
            const filter = element('input', { type: 'search', 'aria-label': tr`Filter`, placeholder: tr`Filter`, autocomplete: 'off', spellcheck: 'false', oninput: () => show(),
                onkeydown: (event) => {
                    if (event.key === 'Enter') {
                        event.preventDefault();
                        list.querySelector('.choice:not([disabled])')?.focus();
                    }
                } });
            const show = () => {
                const words = filter.value.trim().toLowerCase();
                list.replaceChildren(...rows.filter(([title, name]) => `${title} ${name}`.toLowerCase().includes(words)).map(([title, name, made]) =>
                    element('li', {}, element('button', { type: 'button', class: 'choice', disabled: !made, onclick: () => close(made) },
                        element('span', {}, title), element('code', {}, name), made ? null : element('small', {}, tr`the project has none yet`)))));
            };
            show();
            return [filter, list];
        }, [{ text: tr`Cancel`, value: () => null }]);
        if (lines)
            this.insert(place, place.statements.length, lines, path);
        else
            this.focus(`${path}add`);
    }

    // ---- blocks as they are ----

    remove(path) {
        const { node, index, place } = this.found.get(path), parent = path.slice(0, path.length - String(index).length);
        this.apply(script.removed(this.text, node), place.statements.length > 1 ? `${parent}${Math.max(0, index - 1)}/grip` : `${parent}add`);
        status(tr`The block was removed.`);
    }

    duplicate(path) {
        const { index, place } = this.found.get(path);
        this.apply(script.duplicated(this.text, place, index), `${path.slice(0, path.length - String(index).length)}${index + 1}/grip`);
    }

    // To before the index-th block of another list, or of its own.
    move(path, target, index) {
        const { node, place } = this.found.get(path), to = this.places.get(target);
        if (!to || to.listing)
            return;
        const made = script.moved(this.text, node, to, index);
        if (made === this.text)
            return;
        // Where it is then: its list may stand in a statement after the one that has gone.
        const own = /^(.*?)(\d+)$/.exec(path), from = Number(own[2]);
        let block = target;
        if (target.startsWith(own[1])) {
            const rest = /^(\d+)(:.*)$/.exec(target.slice(own[1].length));
            if (rest && Number(rest[1]) > from)
                block = `${own[1]}${Number(rest[1]) - 1}${rest[2]}`;
        }
        this.apply(made, `${block}${to === place && index > from ? index - 1 : index}/grip`);
    }

    // ---- keys ----

    key(event) {
        const item = event.target.closest('li.block'), path = item?.dataset.path, grip = event.target.closest('.grip');
        if (!path || event.target.matches('textarea') || this.readOnly())
            return;
        const { index, place } = this.found.get(path), parent = path.slice(0, path.length - String(index).length);
        const outer = /^(.*?)(\d+):\d+:$/.exec(parent);
        if (event.altKey && event.key === 'ArrowUp')
            index ? this.move(path, parent, index - 1) : outer && this.move(path, outer[1], Number(outer[2]));
        else if (event.altKey && event.key === 'ArrowDown')
            index + 1 < place.statements.length ? this.move(path, parent, index + 2) : outer && this.move(path, outer[1], Number(outer[2]) + 1);
        else if (event.altKey && event.key === 'ArrowLeft')
            outer && this.move(path, outer[1], Number(outer[2]) + 1);
        else if (event.altKey && event.key === 'ArrowRight') {
            const before = place.statements[index - 1], last = before?.bodies?.length;
            last && this.move(path, `${parent}${index - 1}:${last - 1}:`, before.bodies[last - 1].statements.length);
        } else if (grip && event.key === 'Delete')
            this.remove(path);
        else if (grip && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
            const all = [...this.element.querySelectorAll('.grip')];
            all[all.indexOf(grip) + (event.key === 'ArrowUp' ? -1 : 1)]?.focus();
        } else
            return;
        event.preventDefault();
        event.stopPropagation();
    }

    // ---- the pointer ----

    // The list and the number in it of what is under the pointer.
    targetAt(x, y) {
        const under = document.elementFromPoint(x, y), list = under?.closest('.block-list');
        if (!list || !this.element.contains(list))
            return null;
        const items = [...list.querySelectorAll(':scope > ol > li')];
        const index = items.findIndex((one) => { const box = one.getBoundingClientRect(); return y < box.y + box.height / 2; });
        return { list, index: index < 0 ? items.length : index, items };
    }

    press(event) {
        const grip = event.target.closest('.grip');
        if (!grip || event.button || grip.disabled)
            return;
        const item = grip.closest('li.block'), { path } = item.dataset, { clientX, clientY } = event;
        let target = null, dragged = false;
        grip.setPointerCapture(event.pointerId);
        const mark = (on) => {
            for (const one of this.element.querySelectorAll('.drop-before, .drop-end'))
                one.classList.remove('drop-before', 'drop-end');
            item.classList.toggle('dragged', on);
            if (on && target)
                target.items[target.index]?.classList.add('drop-before') ?? target.list.classList.add('drop-end');
        };
        grip.onpointermove = (move) => {
            dragged ||= Math.hypot(move.clientX - clientX, move.clientY - clientY) > DRAG_MIN;
            target = dragged ? this.targetAt(move.clientX, move.clientY) : null;
            if (target && item.contains(target.list))
                target = null;
            mark(dragged);
        };
        grip.onpointerup = grip.onpointercancel = (end) => {
            grip.onpointermove = grip.onpointerup = grip.onpointercancel = null;
            mark(false);
            if (end.type === 'pointerup' && target)
                this.move(path, target.list.dataset.block, target.index);
        };
    }
}
