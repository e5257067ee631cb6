// A field with several lines: a handler, a mask, a text. Handlers have colours, completion and help if Debian's package
// libjs-codemirror is installed; otherwise they are plain fields. A handler can also be shown as blocks (blocks.js): both are
// views of the same text.

import { tr } from './words.js';
import { toggleBreakpoint, showBreakpoints } from './breakpoints.js';
import { element, uniqueId } from './page.js';
import { BlockView } from './blocks.js';
import { Grammar } from './script_blocks.js';
import * as api from './api.js';

// ---- the language: api/script ----

let language = null, grammar = null, kinds = new Map();

export async function loadLanguage() {
    language = await api.script();
    grammar = new Grammar(language);
}

export const grammarOfHandlers = () => grammar;
export const kindsOfProject = () => kinds;
export function updateKinds(project) { kinds = new Map(project.kinds.map((kind) => [kind.id, kind])); }

const command = (name) => language?.commands.find((one) => one.name === name);

// The call around a position of a text, and the number of its argument: "give(pen|ny,2)".
function callAt(text, at) {
    let depth = 0, argument = 0;
    for (let i = at - 1; i >= 0; i--) {
        const letter = text[i];
        if (letter === ')')
            depth++;
        else if (letter === '(' && depth)
            depth--;
        else if (letter === '(') {
            const name = /([a-z]+)\s*$/.exec(text.slice(0, i));
            return name && command(name[1]) ? { command: command(name[1]), argument } : null;
        } else if (letter === ',' && !depth)
            argument++;
        else if (/[{};\n]/.test(letter))
            return null;
    }
    return null;
}

// A map has two numbers after it, which are part of the same argument.
function argumentOf(call) {
    let number = call.argument;
    for (const argument of call.command.arguments) {
        const values = argument.kind === 'map' ? 3 : 1;
        if (number < values)
            return number === 0 ? argument : null;
        number -= values;
    }
    return null;
}

function completions(text, at) {
    const start = at - /[@A-Za-z0-9_.]*$/.exec(text.slice(0, at))[0].length;
    const word = text.slice(start, at).replace(/^@/, ''), call = callAt(text, start), argument = call && argumentOf(call);
    let names;
    if (argument && (argument.kind || argument.words))
        names = argument.words ? argument.words.split(' ') : kinds.get(argument.kind)?.names || [];
    else
        names = [...(call ? [] : language?.commands.map((one) => one.name + '(') || []), ...(language?.words.map((one) => one.name) || []),
            ...(kinds.get('attribute')?.names || [])];
    return { start: text[start] === '@' ? start + 1 : start, names: [...new Set(names)].filter((name) => name.startsWith(word) && name !== word).sort() };
}

// "give(object,amount): give objects to the player"
function helpAt(text, at) {
    const word = /([a-z]+)$/.exec(text.slice(0, at).replace(/[({ ]*$/, ''));
    const call = callAt(text, at), known = call ? call.command : word && command(word[1]);
    if (known)
        return `${known.usage}: ${known.doc}. ${known.more} ${known.wait ? tr`Waits ${known.wait}.` : ''}`;
    const other = word && language?.words.find((one) => one.name === word[1]);
    return other ? `${other.syntax}: ${other.doc}` : '';
}

// The item that a name in a handler means: of the argument's kind, otherwise an attribute.
export function definitionAt(text, at) {
    const from = at - /[A-Za-z0-9_.]*$/.exec(text.slice(0, at))[0].length;
    const name = /^[A-Za-z0-9_.]*/.exec(text.slice(from))[0], call = callAt(text, from), argument = call && argumentOf(call);
    const kind = kinds.get(argument?.kind || 'attribute');
    return kind && kind.names.includes(name) ? `${kind.folder}/${name}${kind.suffix}` : null;
}

// ---- CodeMirror ----

function defineMode(CodeMirror) {
    CodeMirror.defineMode('handler', () => ({
        token(stream) {
            if (stream.sol() && stream.match(/^\s*e\s+[a-z]+[0-9]*/))
                return 'keyword';
            if (stream.match(/^(while|switch|case|listing)\b/))
                return 'keyword';
            if (stream.match(/^\d+/))
                return 'number';
            const word = stream.match(/^@?[A-Za-z_][A-Za-z0-9_.]*/);
            if (word)
                return command(word[0]) ? 'builtin' : word[0][0] === '@' ? 'variable-2' : 'variable';
            stream.next();
            return null;
        },
    }));
}

let ready = false;

function connect(CodeMirror, area, title, wrong, help, typing, leave, place) {
    if (!ready)
        defineMode(CodeMirror);
    ready = true;
    const hint = (editor) => {
        const text = editor.getValue(), found = completions(text, editor.indexFromPos(editor.getCursor()));
        return { list: found.names, from: editor.posFromIndex(found.start), to: editor.getCursor() };
    };
    const definition = (editor) => {
        const path = definitionAt(editor.getValue(), editor.indexFromPos(editor.getCursor()));
        if (path)
            location.hash = encodeURIComponent(path);
    };
    const toggle = (one, line) => {
        const on = toggleBreakpoint(place, place.first + line);
        showBreakpoints(one, place);
        help.textContent = on ? tr`Breakpoint in line ${place.first + line}` : tr`No breakpoint in line ${place.first + line}`;
    };
    const editor = CodeMirror.fromTextArea(area, { mode: 'handler', lineNumbers: true, firstLineNumber: place ? place.first : 1,
        gutters: place ? ['breakpoints', 'CodeMirror-linenumbers'] : ['CodeMirror-linenumbers'], lineWrapping: true, indentUnit: 4, viewportMargin: Infinity,
        extraKeys: { Tab: false, 'Shift-Tab': false, 'Ctrl-Space': (one) => one.showHint?.({ hint, completeSingle: false }), F12: definition,
            ...(place ? { F9: (one) => toggle(one, one.getCursor().line) } : {}) } });
    const field = editor.getInputField();
    field.setAttribute('aria-label', place ? tr`${title}; Ctrl+Space completes, F12 goes to the definition, F9 sets a breakpoint` : tr`${title}; Ctrl+Space completes, F12 goes to the definition`);
    field.setAttribute('aria-describedby', `${wrong} ${help.id}`);
    if (place) {
        editor.on('gutterClick', (one, line) => toggle(one, line));
        showBreakpoints(editor, place);
    }
    editor.on('change', (one, change) => {
        typing(one.getValue());
        if (change.origin === '+input' && /[a-z_(,@]/.test(change.text.join('')))
            one.showHint?.({ hint, completeSingle: false });
    });
    editor.on('cursorActivity', (one) => { help.textContent = helpAt(one.getValue(), one.indexFromPos(one.getCursor())); });
    editor.on('blur', (one) => leave(one.getValue()));
    editor.getWrapperElement().addEventListener('click', (event) => {
        if (event.ctrlKey || event.metaKey)
            definition(editor);
    });
    return editor;
}

// ---- two views ----

const HANDLERS = ['events', 'startup', 'actions', 'script'], KEPT = 'oisin-handlers'; // what was chosen, in this browser
const fields = new Set(); // of handlers on the page

function showsBlocks() {
    try {
        return localStorage.getItem(KEPT) === 'blocks';
    } catch { // storage is forbidden: text
        return false;
    }
}

// All handlers of the page have the same view.
function showAs(view) {
    try {
        localStorage.setItem(KEPT, view);
    } catch { /* storage is forbidden: the choice is for this page */ }
    for (const one of fields)
        if (one.isConnected)
            one.showAs(view);
        else
            fields.delete(one);
}

// `made`: the field; `write(text)`: a text that was changed in blocks; `read()`: its text.
function addBlocks(made, title, path, read, write, readOnly) {
    const view = new BlockView({ grammar, kinds: () => kinds, path, title, change: write, readOnly });
    const button = element('button', { type: 'button', class: 'view-switch', onclick: () => {
        showAs(made.blocks ? 'text' : 'blocks');
        button.focus();
    } });
    made.showAs = (wanted) => {
        made.blocks = wanted === 'blocks' ? view : null;
        made.classList.toggle('as-blocks', !!made.blocks);
        button.textContent = made.blocks ? tr`Show as text` : tr`Show as blocks`;
        if (made.blocks) {
            view.set(read());
            button.after(view.element);
        } else {
            view.element.remove();
            made.editor?.refresh();
        }
    };
    made.querySelector('label').after(button);
    fields.add(made);
    made.showAs(showsBlocks() ? 'blocks' : 'text');
}

// `change(text, typing)`: while it is typed, and when the field is left. `place`: { path, first }, of a handler in its file.
export function codeField(text, title, kind, change, place = null) {
    const id = uniqueId('code'), wrong = `${id}-wrong`;
    const message = element('pre', { id: wrong, class: 'problem' }), help = element('p', { id: `${id}-help`, class: 'help' });
    const area = element('textarea', { id, class: 'code', spellcheck: 'false', rows: Math.min(30, text.split('\n').length + 1),
        'aria-describedby': wrong });
    area.value = text.replace(/\n$/, '');
    const made = element('div', { class: 'field form-code' }, element('label', { for: id }, title), area, message, help);
    let shown = area.value, timer = 0, quiet = false;
    const typing = (value) => {
        clearTimeout(timer);
        if (quiet)
            return;
        timer = setTimeout(() => change(value, true), 250);
    };
    const leave = (value) => {
        clearTimeout(timer);
        if (value !== shown) {
            shown = value;
            change(value, false);
        }
    };
    const write = (value) => {
        quiet = true;
        area.value = value.replace(/\n$/, '');
        made.editor?.setValue(area.value);
        quiet = false;
        leave(area.value);
    };
    if (HANDLERS.includes(kind) && grammar)
        addBlocks(made, title, place?.path || '', () => `${made.editor ? made.editor.getValue() : area.value}\n`, write, () => area.disabled);
    if (window.CodeMirror && HANDLERS.includes(kind))
        requestAnimationFrame(() => {
            if (area.isConnected)
                made.editor = connect(window.CodeMirror, area, title, wrong, help, typing, leave, place);
        });
    area.addEventListener('input', () => typing(area.value));
    area.addEventListener('change', () => leave(area.value));
    made.showProblem = (sentence) => { message.textContent = sentence || ''; };
    return made;
}
