// Values in a text with their places: JSON, and INI files of settings. A value that is changed keeps its type, and only its own
// characters change.

import { tr } from './words.js';

// ---- JSON ----

const SPACE = /[ \t\r\n]*/y, NUMBER = /-?\d+(\.\d+)?([eE][-+]?\d+)?/y, STRING = /"(?:[^"\\]|\\.)*"/y, WORD = /true|false|null/y;

// A float may be written without a fraction: numbers have one kind, and the reader of the format says more.
// { kind: object | array | string | number | word, from, to, value, members: [[key, node], ...], items: [node, ...] }
export function parseJson(text) {
    let at = 0;
    const take = (pattern) => {
        pattern.lastIndex = at;
        const found = pattern.exec(text);
        if (found)
            at = pattern.lastIndex;
        return found ? found[0] : null;
    };
    const expect = (letter) => {
        take(SPACE);
        if (text[at++] !== letter)
            throw new SyntaxError(tr`“${letter}” is missing`);
    };
    const list = (end, one) => {
        at++;
        take(SPACE);
        for (let first = true; text[at] !== end; first = false) {
            if (!first)
                expect(',');
            one();
            take(SPACE);
        }
        at++;
    };
    const node = () => {
        take(SPACE);
        const made = { from: at };
        if (text[at] === '{') {
            Object.assign(made, { kind: 'object', members: [] });
            list('}', () => {
                take(SPACE);
                const key = JSON.parse(take(STRING));
                expect(':');
                made.members.push([key, node()]);
            });
        } else if (text[at] === '[') {
            Object.assign(made, { kind: 'array', items: [] });
            list(']', () => made.items.push(node()));
        } else if (text[at] === '"')
            Object.assign(made, { kind: 'string', value: JSON.parse(take(STRING)) });
        else {
            const raw = take(WORD) || take(NUMBER);
            if (raw === null)
                throw new SyntaxError(tr`a value is missing`);
            Object.assign(made, { kind: /^[tfn]/.test(raw) ? 'word' : 'number', value: raw });
        }
        made.to = at;
        return made;
    };
    return node();
}

export const member = (node, key) => node?.members?.find(([name]) => name === key)?.[1];

// ---- INI ----

const isFloat = (text) => /^[-+]?(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][-+]?\d+)?$/.test(text) || /^0x[0-9a-f]{8}$/i.test(text);
const kindOf = (raw) => raw.startsWith('"') ? 'string' : /^[-+]?\d+$/.test(raw) ? 'integer' : isFloat(raw) ? 'float' : 'string';
const ESCAPES = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };
const unquoted = (raw) => raw.startsWith('"') ? raw.slice(1, -1).replace(/\\(x([0-9a-f]{2})|.)/g, (all, letter, code) => code ? String.fromCharCode(parseInt(code, 16)) : ESCAPES[letter] ?? letter) : raw;

// [{ section, entries: [{ key, kind, value, from, to }, ...] }, ...]
export function parseIni(text) {
    const sections = [];
    let at = 0;
    for (const line of text.split('\n')) {
        const head = /^\s*\[(.*)\]\s*$/.exec(line), entry = /^(\s*)([^=#;\s[][^=]*?)(\s*=[ \t]*)("(?:[^"\\]|\\.)*"|.*?)(\s+#.*)?\s*$/.exec(line);
        if (head)
            sections.push({ section: head[1], entries: [] });
        else if (entry && sections.length) {
            const from = at + entry[1].length + entry[2].length + entry[3].length;
            sections.at(-1).entries.push({ key: entry[2], kind: kindOf(entry[4]), value: unquoted(entry[4]), from, to: from + entry[4].length });
        }
        at += line.length + 1;
    }
    return sections;
}

// ---- writing ----

// The text of a value of a kind; null: it is not one.
function numberText(kind, typed) {
    const text = typed.trim();
    if (kind === 'integer')
        return /^-?\d+$/.test(text) ? text : null;
    if (/^0x[0-9a-f]{8}$/i.test(text))
        return text;
    return text !== '' && isFinite(text) ? (/[.eE]/.test(text) ? text : `${text}.0`) : null;
}

export function jsonText(kind, typed) {
    if (kind === 'string')
        return JSON.stringify(typed);
    if (kind === 'word')
        return /^(true|false|null)$/.test(typed) ? typed : null;
    try {
        return typeof JSON.parse(typed) === 'number' ? typed.trim() : null;
    } catch {
        return null;
    }
}

export function iniText(kind, typed) {
    if (kind !== 'string')
        return numberText(kind, typed);
    if (typed !== '' && kindOf(typed) === 'string' && !/["\\#;\x00-\x1f]/.test(typed) && typed === typed.trim())
        return typed;
    return `"${typed.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t')}"`;
}

export const EXPECTED = { number: tr`a number`, integer: tr`a whole number`, float: tr`a number`, word: tr`true, false or null` };
