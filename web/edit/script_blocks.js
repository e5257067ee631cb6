// The statements of a handler with their places in its text, and changes of the text. A change replaces the part that it is
// about: all other tokens, spaces, comments and line ends stay. The rules are those of grammar.def, which api/script has.

const DEPTH_MAX = 200; // of brackets
const WORD = /[A-Za-z0-9_.\u0080-\uffff]/;

class Stop extends Error {} // this is not a statement

export class Grammar {
    constructor(language) {
        this.commands = new Map(language.commands.map((one) => [one.name, one]));
        this.levels = new Map(language.operators.filter(({ unary }) => !unary).map(({ name, level }) => [name, level]));
        this.unary = new Set(language.operators.filter(({ unary }) => unary).map(({ name }) => name));
        this.functions = new Map(language.functions.map((one) => [one.name, one]));
        this.pairs = new Set([':=', ...this.levels.keys()].filter((one) => one.length === 2));
        this.events = language.events;
        this.comparisons = [...this.levels].filter(([, level]) => level === this.levels.get('=')).map(([name]) => name);
        this.joiners = [...this.levels].filter(([, level]) => level < this.levels.get('=')).map(([name]) => name);
    }
}

// ---- tokens ----

function tokensOf(grammar, text, from, to) {
    const found = [];
    for (let at = from; at < to;) {
        const start = at;
        if (/\s/.test(text[at])) {
            at++;
            continue;
        }
        while (at < to && WORD.test(text[at]))
            at++;
        const kind = at === start ? 'sign' : /^\d+$/.test(text.slice(start, at)) ? 'number' : 'word';
        if (kind === 'sign')
            at += start + 1 < to && grammar.pairs.has(text.slice(start, start + 2)) ? 2 : 1;
        found.push({ kind, text: text.slice(start, at), from: start, to: at });
    }
    return found;
}

const END = { kind: 'end', text: '' };

// ---- the parser ----

class Parser {
    constructor(grammar, text, from, to) {
        Object.assign(this, { grammar, text, tokens: tokensOf(grammar, text, from, to), at: 0, depth: 0 });
    }

    get token() { return this.tokens[this.at] || { ...END, from: this.text.length, to: this.text.length }; }
    is(text) { return this.token.text === text; }
    take() { return this.tokens[this.at++] || this.stop(); }
    stop() { throw new Stop(); }
    want(text) { return this.is(text) ? this.take() : this.stop(); }
    wantKind(...kinds) { return kinds.includes(this.token.kind) ? this.take() : this.stop(); }

    deeper(call) {
        if (++this.depth > DEPTH_MAX)
            this.stop();
        const made = call();
        this.depth--;
        return made;
    }

    // ---- expressions ----

    expression(level = 1) {
        let left = level > this.grammar.levels.get('*') ? this.unary() : this.expression(level + 1);
        while (this.token.kind === 'sign' && this.grammar.levels.get(this.token.text) === level) {
            const sign = this.take(), right = this.expression(level + 1);
            left = { type: 'binary', op: sign.text, sign, left, right, from: left.from, to: right.to };
        }
        return left;
    }

    unary() {
        const start = this.token, { from } = start;
        if (start.kind === 'sign' && this.grammar.unary.has(start.text)) {
            this.take();
            const of = this.deeper(() => this.unary());
            return { type: 'not', of, from, to: of.to };
        }
        if (start.text === '-') {
            this.take();
            return { type: 'number', from, to: this.wantKind('number').to };
        }
        if (start.text === '(') {
            this.take();
            const of = this.deeper(() => this.expression());
            return { type: 'brackets', of, from, to: this.want(')').to };
        }
        if (start.kind === 'number')
            return { type: 'number', from, to: this.take().to };
        const opponent = start.text === '@';
        if (opponent)
            this.take();
        const name = this.wantKind('word');
        if (this.is('(') && this.grammar.functions.has(name.text))
            return this.deeper(() => this.call(name, opponent, from));
        return { type: 'name', name: name.text, opponent, from, to: name.to };
    }

    call(name, opponent, from) {
        this.want('(');
        const values = [];
        while (!this.is(')')) {
            if (values.length)
                this.want(',');
            values.push(this.expression());
        }
        return { type: 'call', name: name.text, opponent, values, from, to: this.take().to };
    }

    // ---- statements ----

    argument(argument) {
        const { from } = this.token;
        if (!argument.kind)
            return { ...this.expression(), argument };
        const name = this.wantKind('word', 'number'), made = { type: 'reference', name: name.text, argument, from, to: name.to };
        if (argument.kind !== 'map')
            return made;
        made.cell = [0, 1].map(() => {
            this.want(',');
            return this.wantKind('number');
        });
        return made;
    }

    command(name) {
        const command = this.grammar.commands.get(name.text), values = [];
        this.want('(');
        for (const argument of command.arguments) {
            if (values.length)
                this.want(',');
            values.push(this.argument(argument));
        }
        return { type: 'command', command, values, from: name.from, to: this.want(')').to };
    }

    condition() {
        this.want('(');
        const made = this.expression();
        this.want(')');
        return made;
    }

    statement() {
        const { from, text, kind } = this.token, next = this.tokens[this.at + 1]?.text;
        if (text === 'while' && next === '(') {
            this.take();
            const condition = this.condition(), body = this.deeper(() => this.block());
            return { type: 'while', condition, bodies: [body], from, to: body.close + 1 };
        }
        if (text === 'switch' && next === '(') {
            this.take();
            return this.switched(from);
        }
        if (kind === 'word' && next === '(' && this.grammar.commands.has(text))
            return this.command(this.take());
        const opponent = this.is('@');
        if (opponent)
            this.take();
        const name = this.wantKind('word');
        if (!this.is('=') && !this.is(':='))
            this.stop();
        this.take();
        const value = this.expression();
        return { type: 'set', target: { type: 'name', name: name.text, opponent, from, to: name.to }, value, from, to: value.to };
    }

    switched(from) {
        const condition = this.condition(), open = this.want('{').to, cases = [];
        while (!this.is('}')) {
            const start = this.want('case').from, number = this.wantKind('number'), body = this.deeper(() => this.block());
            cases.push({ type: 'case', number: Number(number.text), token: number, body, from: start, to: body.close + 1 });
        }
        const close = this.take().from;
        return { type: 'switch', condition, cases, bodies: cases.map(({ body }) => body), place: { open, close, statements: cases }, from, to: close + 1 };
    }

    block() {
        const open = this.want('{').to, statements = this.statements();
        return { open, close: this.want('}').from, statements };
    }

    // Up to the } of the block, or the end.
    statements() {
        const made = [], { depth } = this;
        for (;;) {
            while (this.is(';'))
                this.at++;
            if (this.token.kind === 'end' || this.is('}'))
                return made;
            const { at } = this;
            try {
                made.push(this.statement());
            } catch (error) {
                if (!(error instanceof Stop))
                    throw error;
                Object.assign(this, { at, depth });
                made.push(this.unknown());
            }
        }
    }

    // What is not a statement, up to the next line that may begin one.
    unknown() {
        const first = this.take();
        let { to } = first, depth = first.text === '{' ? 1 : 0;
        for (; this.token.kind !== 'end'; to = this.take().to) {
            const { text, kind, from } = this.token;
            if (!depth && (text === '}' || ((kind === 'word' || text === '@') && this.text.slice(to, from).includes('\n'))))
                break;
            depth += text === '{' ? 1 : text === '}' ? -1 : 0;
        }
        return { type: 'text', from: first.from, to };
    }
}

// The place after the } that belongs to the { before `from`; -1: there is none.
function closing(text, from) {
    for (let at = from, depth = 1; at < text.length; at++) {
        depth += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0;
        if (!depth)
            return at;
    }
    return -1;
}

// `root` is null if the braces do not match: such a text has no blocks.
export function parseHandler(grammar, text) {
    const open = text.indexOf('{') + 1, close = open ? closing(text, open) : -1;
    if (close < 0 || text.slice(close + 1).trim())
        return { head: null, root: null };
    const head = { from: 0, to: text.slice(0, open - 1).trimEnd().length }, inner = text.slice(open, close);
    if (/^\s*listing\b/.test(inner)) { // bytecode, in which # begins a comment
        const from = open + inner.search(/\S/), to = open + inner.trimEnd().length;
        return { head, root: { open, close, listing: true, statements: [{ type: 'text', from, to }] } };
    }
    const parser = new Parser(grammar, text, open, close), statements = parser.statements();
    return parser.token.kind === 'end' ? { head, root: { open, close, statements } } : { head, root: null };
}

// An expression that is the whole text; null: it is not one.
export function parseValue(grammar, text) {
    const parser = new Parser(grammar, text, 0, text.length);
    try {
        const made = parser.expression();
        return parser.token.kind === 'end' ? made : null;
    } catch (error) {
        if (error instanceof Stop)
            return null;
        throw error;
    }
}

// Whether statements, or the head of a handler, stay what they are: brackets match.
export const isWhole = (text) => closing(`${text}}`, 0) === text.length;

// ---- what is known of parts ----

// Whether a value is 1 or 0.
export function isCondition(grammar, node) {
    return node.type === 'not' || (node.type === 'brackets' && isCondition(grammar, node.of)) ||
        (node.type === 'binary' && grammar.levels.get(node.op) <= grammar.levels.get('='));
}

// A condition as terms with a sign between each two.
export function termsOf(grammar, node) {
    if (node.type !== 'binary' || !grammar.joiners.includes(node.op))
        return { terms: [node], joiners: [] };
    const left = termsOf(grammar, node.left), right = termsOf(grammar, node.right);
    return { terms: [...left.terms, ...right.terms], joiners: [...left.joiners, node.sign, ...right.joiners] };
}

// The dialog whose answer a `switch(a)` reads: of the statements before it in its block, the last one that sets `a`.
export function dialogOf(statements, index) {
    for (let i = index - 1; i >= 0; i--) {
        const one = statements[i];
        if (one.type === 'command' && one.command.name === 'dialog')
            return one.values[0].name;
        if (one.bodies || one.type === 'text' || (one.type === 'set' && one.target.name === 'a') ||
            (one.type === 'command' && ['chooser', 'event', 'match'].includes(one.command.name)))
            return null;
    }
    return null;
}

export const readsAnswer = (node) => node.type === 'switch' && node.condition.type === 'name' && node.condition.name === 'a' && !node.condition.opponent;

// ---- changes ----

// `edits`: { from, to, text }, which do not overlap.
export function edited(text, edits) {
    return [...edits].sort((a, b) => b.from - a.from || b.to - a.to).reduce((all, one) => all.slice(0, one.from) + one.text + all.slice(one.to), text);
}

const lineStart = (text, at) => text.lastIndexOf('\n', at - 1) + 1;
const indentOf = (text, at) => /^[ \t]*/.exec(text.slice(lineStart(text, at)))[0];
const startsLine = (text, at) => !text.slice(lineStart(text, at), at).trim();
const withSemicolon = (text, to) => to + (/^[ \t]*;/.exec(text.slice(to))?.[0].length || 0);
const endOfLine = (text) => text.includes('\r\n') ? '\r\n' : '\n';

// The place of the line's end; -1: something follows in this line.
function lineEnd(text, at) {
    const found = /^[ \t]*(?=\r?\n)/.exec(text.slice(at));
    return found ? at + found[0].length : -1;
}

// The blanks of a level: a tab, or as many as the least indented line has.
function unitOf(text) {
    const blanks = text.split('\n').map((line) => /^[ \t]*/.exec(line)[0]).filter(Boolean);
    return blanks.some((one) => one[0] === '\t') ? '\t' : blanks.length ? ' '.repeat(Math.min(8, ...blanks.map((one) => one.length))) : '    ';
}

// The lines of a statement without the blanks before its first line.
function linesOf(text, node) {
    const indent = indentOf(text, node.from);
    return text.slice(node.from, withSemicolon(text, node.to)).split(/\r?\n/).map((line, i) => i && line.startsWith(indent) ? line.slice(indent.length) : line);
}

// `lines`: with four blanks, or what the text has, for each level; `place`: a block, or a switch with its cases.
function insertion(text, place, index, lines) {
    const end = endOfLine(text), unit = unitOf(text), before = place.statements[index - 1], after = place.statements[index];
    const shown = (indent) => lines.map((line) => line && indent + line).join(end);
    if (before) {
        const at = lineEnd(text, withSemicolon(text, before.to));
        if (at >= 0)
            return { from: at, to: at, text: end + shown(indentOf(text, before.from)) };
        const to = withSemicolon(text, before.to);
        return { from: to, to, text: ` ${lines.map((line) => line.trim()).join(' ')}` };
    }
    if (after && startsLine(text, after.from)) {
        const at = lineStart(text, after.from);
        return { from: at, to: at, text: shown(indentOf(text, after.from)) + end };
    }
    if (after)
        return { from: after.from, to: after.from, text: `${lines.map((line) => line.trim()).join(' ')} ` };
    const indent = indentOf(text, place.open);
    if (text.slice(place.open, place.close).includes('\n') && startsLine(text, place.close)) {
        const at = lineStart(text, place.close);
        return { from: at, to: at, text: shown(indent + unit) + end };
    }
    return { from: place.open, to: place.close, text: `${end}${shown(indent + unit)}${end}${indent}` };
}

function removal(text, node) {
    const to = withSemicolon(text, node.to), end = lineEnd(text, to);
    if (startsLine(text, node.from) && end >= 0)
        return { from: lineStart(text, node.from), to: text.indexOf('\n', end) + 1, text: '' };
    if (end >= 0)
        return { from: text.slice(0, node.from).replace(/[ \t]+$/, '').length, to, text: '' };
    return { from: node.from, to: to + /^[ \t]*/.exec(text.slice(to))[0].length, text: '' };
}

// Statements in lines, with four blanks for each level, as new statements of a block.
export function inserted(text, place, index, lines) {
    const unit = unitOf(text);
    return edited(text, [insertion(text, place, index, lines.map((line) => line.replace(/^( {4})+/, (blanks) => unit.repeat(blanks.length / 4))))]);
}

export const removed = (text, node) => edited(text, [removal(text, node)]);
export const duplicated = (text, place, index) => edited(text, [insertion(text, place, index + 1, linesOf(text, place.statements[index]))]);
export const replaced = (text, part, value) => edited(text, [{ from: part.from, to: part.to, text: value }]);

// A statement to before the index-th one of a block, which is not inside of it.
export function moved(text, node, place, index) {
    if (place.statements[index] === node || place.statements[index - 1] === node || (place.open > node.from && place.open < node.to))
        return text;
    return edited(text, [removal(text, node), insertion(text, place, index, linesOf(text, node))]);
}

// A case among the others, in their order.
export function caseInserted(text, node, number) {
    const { cases } = node, rising = cases.length > 1 && cases[0].number < cases[1].number;
    const index = cases.findIndex((one) => rising ? one.number > number : one.number < number);
    return inserted(text, node.place, index < 0 ? cases.length : index, [`case ${number} {`, '}']);
}

// A condition without one of its terms.
export function termRemoved(grammar, text, condition, index) {
    const { terms } = termsOf(grammar, condition);
    return index ? edited(text, [{ from: terms[index - 1].to, to: terms[index].to, text: '' }])
        : edited(text, [{ from: terms[0].from, to: terms[1].from, text: '' }]);
}
