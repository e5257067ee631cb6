// The fields of blocks: names from lists or pictures, values, conditions by clicking.

import { tr } from './words.js';
import { element } from './page.js';
import { choose, hasChoices, preview } from './choices.js';
import { termsOf, termRemoved, replaced } from './script_blocks.js';

const LOCALS = [...'abcdefghijklmnopqrstuvwxyz'], TEXT = '?';
const JOINERS = { '&': tr`and`, '|': tr`or` };
const COMPARISONS = { '=': tr`is`, '!=': tr`is not`, '>=': tr`is at least`, '>': tr`is more than`, '<=': tr`is at most`, '<': tr`is less than` };

// A list takes a choice with each letter of a name that is typed: what follows from it, for example other blocks, waits for the
// last letter.
const TYPING = 700; // ms
function settled(act) {
    let typed = 0, waiting = null;
    const flush = ({ target }) => {
        const wanted = waiting !== null && target.isConnected; // otherwise the blocks were made again meanwhile
        clearTimeout(waiting);
        waiting = null; // first: the list is left once more when blocks are made again
        if (wanted)
            act(target.value);
    };
    return {
        onkeydown: (event) => { typed = event.key.length === 1 && !event.ctrlKey && !event.metaKey ? Date.now() : 0; },
        onchange: (event) => {
            if (Date.now() - typed >= TYPING)
                return act(event.target.value);
            clearTimeout(waiting);
            waiting = setTimeout(flush, TYPING, { target: event.target });
        },
        onblur: flush,
    };
}

export class Controls {
    // `view`: the BlockView, which changes the text. In files of NPCs and objects the opponent is the player.
    constructor(view, path) {
        this.view = view;
        const others = /^(npcs|objects)\//.test(path);
        this.owner = others ? (name) => tr`${name} of this one` : (name) => tr`${name} of the player`;
        this.opponent = others ? (name) => tr`${name} of the player` : (name) => tr`${name} of the target`;
    }

    get text() { return this.view.text; }
    textOf(part) { return this.text.slice(part.from, part.to); }
    change(part, value) { this.view.apply(replaced(this.text, part, value)); }
    names(kind) { return this.view.kinds().get(kind)?.names || []; }

    labelled(label, control) { return element('label', { class: 'block-field' }, element('span', {}, label), control); }

    select(label, key, options, value, change) {
        const known = options.some(([one]) => one === value);
        return element('select', { 'data-key': key, 'aria-label': label, ...settled(change) },
            ...[...known ? [] : [[value, value]], ...options].map(([one, text]) => element('option', { value: one, selected: one === value }, text)));
    }

    // ---- values ----

    // Any expression.
    value(part, label, key) {
        const text = this.textOf(part);
        const control = element('input', { type: 'text', 'data-key': key, 'aria-label': label, value: text, size: Math.max(4, Math.min(40, text.length + 1)), spellcheck: 'false', autocomplete: 'off',
            list: 'names-attribute', onchange: () => {
                const right = control.value.trim() === text || this.view.applyValue(part, control.value);
                control.setAttribute('aria-invalid', String(!right));
            } });
        return control;
    }

    // A name of a kind: from pictures or sounds, or from a list.
    name(part, kind, label, key) {
        const value = this.textOf(part);
        if (!hasChoices(kind))
            return this.select(label, key, this.names(kind).map((one) => [one, one]), value, (chosen) => this.change(part, chosen));
        const shown = preview(kind, value), isPicture = shown?.tagName === 'IMG';
        const button = element('button', { type: 'button', class: 'block-name', 'data-key': key, 'aria-haspopup': 'dialog', 'aria-label': `${label}: ${value}`,
            onclick: async () => {
                const chosen = await choose(kind, tr`Choose ${label}`, value);
                if (chosen !== null)
                    this.change(part, chosen);
                this.view.focus(key);
            } }, isPicture ? shown : null, value);
        return isPicture || !shown ? button : element('span', {}, shown, button);
    }

    argument(node, key) {
        const { argument } = node, label = argument.kind === 'map' ? 'map' : argument.name;
        if (argument.kind) {
            const part = argument.kind === 'map' ? { from: node.from, to: node.from + node.name.length } : node;
            const name = this.labelled(label, this.name(part, argument.kind, label, key));
            return [name, ...(node.cell || []).map((token, i) => {
                const control = element('input', { type: 'number', min: 0, max: 65535, value: token.text, 'data-key': `${key}/${i}`, 'aria-label': 'xy'[i],
                    onchange: () => /^\d+$/.test(control.value) && this.change(token, String(Number(control.value))) });
                return this.labelled('xy'[i], control);
            })];
        }
        const text = this.textOf(node), words = argument.words ? argument.words.split(' ') : [];
        if (argument.flag && /^[01]$/.test(text))
            return [this.labelled(argument.name, element('input', { type: 'checkbox', 'data-key': key, checked: text === '1',
                onchange: (event) => this.change(node, event.target.checked ? '1' : '0') }))];
        if (words.includes(text) || (/^\d+$/.test(text) && Number(text) < words.length))
            return [this.labelled(label, this.select(label, key, words.map((one) => [one, one]), words.includes(text) ? text : words[Number(text)],
                (chosen) => this.change(node, chosen)))];
        return [this.labelled(label, this.value(node, `${label}${argument.doc ? `: ${argument.doc}` : ''}`, key))];
    }

    // ---- attributes ----

    // [text, what is shown] of all that a value can be read from.
    readable() {
        const attributes = this.names('attribute');
        return [...attributes.map((one) => [one, this.owner(one)]), ...attributes.map((one) => [`@${one}`, this.opponent(one)]),
            ...LOCALS.map((one) => [one, tr`variable ${one}`])];
    }

    target(part, key) {
        return this.select(tr`What`, key, this.readable(), this.textOf(part).replace(/\s/g, ''), (chosen) => this.change(part, chosen));
    }

    // ---- conditions ----

    condition(node, key) {
        const { grammar } = this.view, { terms, joiners } = termsOf(grammar, node), parts = [];
        terms.forEach((term, i) => {
            if (i)
                parts.push(this.select(tr`And, or`, `${key}/join${i}`, grammar.joiners.map((one) => [one, JOINERS[one] || one]).reverse(), joiners[i - 1].text,
                    (chosen) => this.change(joiners[i - 1], chosen)));
            parts.push(...this.term(term, `${key}/term${i}`));
            if (terms.length > 1)
                parts.push(element('button', { type: 'button', 'data-key': `${key}/drop${i}`, 'aria-label': tr`Remove this condition: ${this.textOf(term)}`,
                    title: tr`Remove this condition`, onclick: () => this.view.apply(termRemoved(grammar, this.text, node, i), `${key}/more`) }, '✕'));
        });
        const last = terms[terms.length - 1];
        parts.push(element('button', { type: 'button', 'data-key': `${key}/more`, onclick: () => this.view.apply(
            replaced(this.text, { from: last.to, to: last.to }, ` & ${this.names('attribute')[0] || 'a'}>=1`), `${key}/term${terms.length}/left`) }, tr`+ Condition`));
        return parts;
    }

    // An attribute, or a count of objects, is compared; anything else is an expression.
    term(node, key) {
        const left = node.left, isCount = left?.type === 'call' && left.name === 'cnt' && left.values.length === 1 && left.values[0].type === 'name';
        if (node.type !== 'binary' || !this.view.grammar.comparisons.includes(node.op) || !(left.type === 'name' || isCount))
            return [this.value(node, tr`Condition`, `${key}/left`)];
        const own = isCount ? `${left.opponent ? '@' : ''}cnt` : this.textOf(left).replace(/\s/g, '');
        const object = this.names('object')[0];
        const counts = object || isCount ? [['@cnt', this.opponent(tr`Number of objects`)], ['cnt', this.owner(tr`Number of objects`)]] : [];
        const chosen = (value) => {
            if (value === TEXT)
                return this.change(left, `(${this.textOf(left)})`);
            return this.change(left, value.endsWith('cnt') ? `${value}(${isCount ? this.textOf(left.values[0]) : object})` : value);
        };
        return [this.select(tr`What`, `${key}/left`, [...counts, ...this.readable(), [TEXT, tr`an expression`]], own, chosen),
            isCount ? this.name(left.values[0], 'object', tr`object`, `${key}/object`) : null,
            this.select(tr`Comparison`, `${key}/op`, this.view.grammar.comparisons.map((one) => [one, COMPARISONS[one] || one]), node.op, (op) => this.change(node.sign, op)),
            this.value(node.right, tr`Value`, `${key}/right`)];
    }
}
