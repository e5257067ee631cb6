// node script_blocks.mjs LANGUAGE FOLDER: web/edit/script_blocks.js with all handlers of examples, templates and tests, each as
// it is written, with CRLF, and in one line: as blocks and written again, they are the same bytes; changes and their opposites
// restore them. LANGUAGE: the answer of api/script. In FOLDER it makes projects with changed handlers, which must pass
// `oisin check`.

import { cpSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as blocks from '../../web/edit/script_blocks.js';
import { templateOperations } from '../../web/edit/handler_templates.js';

const [language, folder] = process.argv.slice(2), HANDLERS_MIN = 1000;
const grammar = new blocks.Grammar(JSON.parse(readFileSync(language, 'utf8')));
const templates = JSON.parse(readFileSync('web/edit/handlers.json', 'utf8'));
let checks = 0;

function check(words, right, text) {
    checks++;
    if (right)
        return;
    console.log(`${words}:\n${text}`);
    process.exit(1);
}

const equal = (words, found, expected) => check(`${words}: expected\n${expected}\nfound`, found === expected, found);

// ---- handlers of projects ----

const KINDS = /\.(npc|obj|cfg|qst|atr|cut)$/;
const filesOf = (project) => readdirSync(project, { recursive: true }).filter((path) => KINDS.test(path) && statSync(join(project, path)).isFile()).sort();

// { from, to, text } of the handlers of a file.
function handlersOf(text) {
    const found = [];
    for (const { index } of text.matchAll(/^e(?=[ \t{])[^{\n]*\{/gm)) {
        let at = text.indexOf('{', index), depth = 0;
        do {
            depth += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0;
            at++;
        } while (depth && at < text.length);
        const to = text.indexOf('\n', at) + 1;
        found.push({ from: index, to, text: text.slice(index, to) });
    }
    return found;
}

const projects = ['examples', 'templates'].flatMap((one) => readdirSync(one).map((name) => join(one, name)))
    .filter((path) => statSync(path).isDirectory() && readdirSync(path).includes('config')).concat('tests/scripts/world');
const handlers = projects.flatMap((project) => filesOf(project).flatMap((path) => handlersOf(readFileSync(join(project, path), 'utf8'))
    .map(({ text }) => text)));
for (const name of readdirSync('tests/scripts').filter((one) => one.endsWith('.script')))
    handlers.push(`e {\n${readFileSync(join('tests/scripts', name), 'utf8').replace(/^#.*\n/gm, '')}}\n`);

// ---- blocks ----

// The parts of a handler as its blocks have them. Between them are only blanks, semicolons and what the blocks consist of.
function partsOf(text, { head, root }) {
    const found = [text.slice(head.from, head.to)];
    let at = head.to;
    const add = (part, between) => {
        const gap = text.slice(at, part.from);
        check(`"${gap}" is in no block`, between.test(gap), text);
        found.push(gap, text.slice(part.from, part.to));
        at = part.to;
    };
    const SPACE = /^[\s;{}]*$/;
    const block = ({ open, close, statements }) => {
        add({ from: open, to: open }, /^[)\s]*\{$/);
        statements.forEach(statement);
        add({ from: close, to: close }, SPACE);
    };
    const statement = (node) => {
        if (node.type === 'while' || node.type === 'switch') {
            add({ from: node.from, to: node.from }, SPACE);
            add(node.condition, /^(while|switch)\s*\(\s*$/);
            if (node.type === 'while')
                block(node.bodies[0]);
            node.cases?.forEach((one) => {
                add(one.token, /^[\s{})]*case\s+$/);
                block(one.body);
            });
            add({ from: node.to, to: node.to }, /^[\s{})]*\}$/);
        } else
            add(node, SPACE);
    };
    block(root);
    add({ from: text.length, to: text.length }, /^\}\s*$/);
    return found;
}

function all(root) {
    return root.statements.flatMap((node, index) => [{ node, place: root, index }, ...(node.bodies || []).flatMap(all)]);
}

const parse = (text) => {
    const made = blocks.parseHandler(grammar, text);
    check('it has blocks', made.root, text);
    return made;
};

let count = 0, statements = 0, unknown = 0;

function handler(text) {
    const tree = parse(text), found = all(tree.root);
    equal('written again', partsOf(text, tree).join(''), text);
    count++;
    if (tree.root.listing)
        return;
    statements += found.length;
    unknown += found.filter(({ node }) => node.type === 'text').length;
    found.forEach(({ node, place, index }, i) => {
        // a value replaced by itself, a copy that is removed again
        for (const part of node.values || [])
            equal('a value', blocks.replaced(text, part, text.slice(part.from, part.to)), text);
        const copied = blocks.duplicated(text, place, index), copy = all(parse(copied).root);
        const twin = copy.findIndex((one, k) => k > i && one.index === index + 1 && one.place.open === place.open);
        check('there is a copy', twin > i, copied);
        equal('a copy that is removed', blocks.removed(copied, copy[twin].node), text);
        // only the lines of the block change
        const shorter = blocks.removed(text, node);
        const before = /[ \t]*$/.exec(text.slice(0, node.from))[0].length, blanks = /^[ \t;]*\r?\n?/.exec(text.slice(node.to))[0].length;
        const starts = Array.from({ length: before + 1 }, (_, k) => node.from - k), size = text.length - shorter.length;
        check('what is around it stays', starts.some((from) => from + size >= node.to && from + size <= node.to + blanks &&
            text.slice(0, from) + text.slice(from + size) === shorter), shorter);
        parse(shorter);
        if (node.cases?.length) {
            const number = Math.max(...node.cases.map((one) => one.number)) + 1, more = blocks.caseInserted(text, node, number);
            equal('a case that is removed', blocks.removed(more, all(parse(more).root)[i].node.cases.find((one) => one.number === number)), text);
        }
        // down and up again, in lines without others
        const next = place.statements[index + 1];
        if (!next)
            return;
        const down = blocks.moved(text, node, place, index + 2), again = all(parse(down).root);
        check('as many blocks as before', again.length === found.length, down);
        const self = again.find((one) => one.place.open === place.open && one.index === index + 1);
        if (/(^|\n)[ \t]*$/.test(text.slice(0, node.from)) && /^\r?\n[ \t]*$/.test(text.slice(node.to, next.from)) && /^[ \t]*\r?\n/.test(text.slice(next.to)))
            equal('down and up again', blocks.moved(down, self.node, self.place, index), text);
    });
}

for (const text of handlers) {
    handler(text);
    handler(text.replace(/\n/g, '\r\n'));
    handler(/listing/.test(text) ? text : `${text.trim().replace(/\s*\n\s*/g, ' ')}\n`);
}
check(`${count} handlers, at least ${HANDLERS_MIN} are wanted`, count >= HANDLERS_MIN, '');
check(`${unknown} statements of handlers that compile are not understood`, unknown === 0, '');

// ---- what is no statement stays a text ----

for (const text of ['e click {\n    # a comment { with } braces\n    sound(clock) # and here\n    a = = 3\n    b=1\n}\n',
    'e click {\n    if(a) {\n        sound(x)\n    }\n    unknown(1,2)\r\n    @gold=1;;\n}\n', 'e click { a=((((1 b=2 }\n', 'e { }\n', 'e {}\n', 'e click {\n\n}\n',
    `e { a=${'('.repeat(5000)}1${')'.repeat(5000)} }\n`, 'e { case 1 { } switch(a) { case 1 { } what } }\n'])
    equal('what is not understood', partsOf(text, parse(text)).join(''), text);
for (const text of ['e click {', 'e click {\n    }}\n', 'sound(clock)'])
    check('no blocks without braces', !blocks.parseHandler(grammar, text).root, text);

// ---- changes ----

const start = 'e click {\r\n\tdialog(hello,0)\r\n\tswitch(a) {\r\n\t\tcase 1 {\r\n\t\t}\r\n\t}\r\n}\r\n', first = parse(start).root;
equal('a case', blocks.caseInserted(start, first.statements[1], 0), start.replace('\t\t}\r\n', '\t\t}\r\n\t\tcase 0 {\r\n\t\t}\r\n'));
equal('a statement in a case', blocks.inserted(start, first.statements[1].bodies[0], 0, ['quest(0,herbs)']), start.replace('1 {\r\n', '1 {\r\n\t\t\tquest(0,herbs)\r\n'));
equal('into a case', blocks.moved(start, first.statements[0], first.statements[1].bodies[0], 0),
    start.replace('\tdialog(hello,0)\r\n', '').replace('1 {\r\n', '1 {\r\n\t\t\tdialog(hello,0)\r\n'));
const terms = 'e { switch(a>1 & cnt(key)>=2|b=3) { } }\n', { condition } = parse(terms).root.statements[0];
equal('the first term', blocks.termRemoved(grammar, terms, condition, 0), terms.replace('a>1 & ', ''));
equal('the second term', blocks.termRemoved(grammar, terms, condition, 1), terms.replace(' & cnt(key)>=2', ''));

// ---- projects whose handlers were changed ----

// Everything that the page does, in every handler: it compiles.
function changed(text) {
    let made = text;
    const at = (i) => all(parse(made).root)[i];
    for (let i = 0; i < all(parse(made).root).length && i < 40; i += 3)
        made = blocks.duplicated(made, at(i).place, at(i).index);
    for (let i = 1; i < all(parse(made).root).length && i < 60; i += 4) {
        const { node, place } = at(i);
        if (node.type === 'set')
            made = blocks.replaced(made, node.value, `(${made.slice(node.value.from, node.value.to)})+1`);
        else if (node.bodies?.length)
            made = blocks.inserted(made, node.bodies[0], 0, ['switch(a>=1) {', '    case 1 {', '        delay(1)', '    }', '}']);
        else if (place.statements.length > 1)
            made = blocks.moved(made, node, place, 0);
    }
    const { root } = parse(made), node = root.statements.find((one) => one.bodies?.length && one !== root.statements[0]);
    if (node)
        made = blocks.moved(made, root.statements[0], node.bodies[0], 0);
    return blocks.inserted(made, parse(made).root, 0, ['z=1']);
}

for (const [number, project] of projects.slice(0, -1).entries()) {
    const copy = join(folder, `game${number}`);
    cpSync(project, copy, { recursive: true });
    for (const path of filesOf(copy)) {
        const text = readFileSync(join(copy, path), 'utf8'), parts = handlersOf(text).filter((one) => !/listing/.test(one.text));
        if (parts.length)
            writeFileSync(join(copy, path), blocks.edited(text, parts.map((one) => ({ ...one, text: changed(one.text) }))));
    }
}

// Each template in an NPC or an object of its own, and in a handler that is there.
const NAMES = { object: ['objects', '.obj'], dialog: ['dialogs', '.dlg'], map: ['maps', '.tmx'], quest: ['quests', '.qst'] };
const village = join(folder, 'handlers');
cpSync('templates/village', village, { recursive: true });
const firstName = (kind) => kind === 'attribute' ? 'hp' : readdirSync(join(village, NAMES[kind][0])).filter((one) => one.endsWith(NAMES[kind][1])).sort()[0].replace(/\.[a-z]+$/, '');
for (const template of templates)
    for (const place of template.folders) {
        const suffix = { npcs: '.npc', objects: '.obj' }[place];
        const path = join(village, place, readdirSync(join(village, place)).filter((one) => one.endsWith(suffix) &&
            !handlersOf(readFileSync(join(village, place, one), 'utf8')).length).sort()[0] || readdirSync(join(village, place)).sort()[0]);
        const values = Object.fromEntries(template.asks.map(({ name, kind, value }) => [name, value ?? firstName(kind)]));
        for (let round = 0; round < 2; round++) {
            const text = readFileSync(path, 'utf8'), rows = handlersOf(text).map((one, index) => ({ ...one, index }));
            const operations = templateOperations(grammar, template, values, rows, 0);
            check('a handler that is there gets the statements', !round || operations.every(({ op }) => op === 'block'), text);
            writeFileSync(path, blocks.edited(text, operations.map((one) => one.op === 'block' ? { ...rows[one.row], text: one.text }
                : { from: text.length, to: text.length, text: one.text }).reverse()));
        }
    }
console.log(`${count} handlers, ${statements} statements, ${checks} checks, ${projects.length} projects`);
