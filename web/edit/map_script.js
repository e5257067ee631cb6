// The script of a map of Evil Islands: colours, completion of functions and of names that the script declares.

import { tr } from './words.js';
import { element, uniqueId } from './page.js';

const WORDS = ['GlobalVars', 'DeclareScript', 'Script', 'WorldScript', 'if', 'then', 'else', 'object', 'group', 'float', 'string'];
const LETTERS = /[\p{L}\p{N}_#.-]*$/u;

let ready = false;

function defineMode(CodeMirror, functions) {
    const known = new Set(functions.map((one) => one.name.toLowerCase())), words = new Set(WORDS.map((word) => word.toLowerCase()));
    CodeMirror.defineMode('map-script', () => ({
        token(stream) {
            if (stream.match(/^\/\/.*/))
                return 'comment';
            if (stream.match(/^"[^"]*"?/))
                return 'string';
            if (stream.match(/^-?\d+(\.\d+)?/))
                return 'number';
            const word = stream.match(/^[\p{L}_][\p{L}\p{N}_#.-]*/u);
            if (word)
                return words.has(word[0].toLowerCase()) ? 'keyword' : known.has(word[0].toLowerCase()) ? 'builtin' : 'variable';
            stream.next();
            return null;
        },
    }));
    ready = true;
}

// "KillUnit( object ): ..." of the call around a position.
function helpAt(functions, text, at) {
    let depth = 0;
    for (let i = at - 1; i >= 0 && text[i] !== '\n'; i--) {
        depth += text[i] === ')' ? 1 : text[i] === '(' ? -1 : 0;
        if (depth >= 0)
            continue;
        const name = LETTERS.exec(text.slice(0, i).trimEnd())[0].toLowerCase(), found = functions.find((one) => one.name.toLowerCase() === name);
        if (found)
            return `${found.name}( ${found.values.split(' ').filter(Boolean).join(', ')} )`;
    }
    return '';
}

function completions(functions, text, at) {
    const start = at - LETTERS.exec(text.slice(0, at))[0].length, word = text.slice(start, at).toLowerCase();
    const names = [...text.matchAll(/([\p{L}_][\p{L}\p{N}_#.-]*)\s*:\s*(?:object|group|float|string)/giu), ...text.matchAll(/DeclareScript\s+([\p{L}\p{N}_#.-]+)/giu)].map((found) => found[1]);
    const list = [...new Set([...functions.map((one) => one.name), ...names, ...WORDS])];
    return { start, list: word ? list.filter((name) => name.toLowerCase().startsWith(word) && name.toLowerCase() !== word).sort() : [] };
}

// `change(text, dry)` resolves to a sentence about what is wrong.
export function scriptField(title, text, functions, readOnly, change) {
    const id = uniqueId('script'), wrong = element('p', { id: `${id}-wrong`, class: 'problem', role: 'status' }), help = element('p', { id: `${id}-help`, class: 'help' });
    const area = element('textarea', { id, class: 'code', rows: 16, spellcheck: 'false', readonly: readOnly, 'aria-describedby': `${id}-wrong` });
    area.value = text;
    let timer = 0, shown = text;
    const send = async (value, dry) => { wrong.textContent = await change(value, dry) || ''; };
    const typing = (value) => { clearTimeout(timer); timer = setTimeout(() => send(value, true), 250); };
    const leave = (value) => {
        clearTimeout(timer);
        if (value !== shown)
            send(shown = value, false);
    };
    area.addEventListener('input', () => typing(area.value));
    area.addEventListener('change', () => leave(area.value));
    const made = element('div', { class: 'field form-code' }, element('label', { for: id }, title), area, wrong, help);
    requestAnimationFrame(() => {
        const CodeMirror = window.CodeMirror;
        if (!CodeMirror || !area.isConnected)
            return;
        if (!ready)
            defineMode(CodeMirror, functions);
        const hint = (editor) => {
            const found = completions(functions, editor.getValue(), editor.indexFromPos(editor.getCursor()));
            return { list: found.list, from: editor.posFromIndex(found.start), to: editor.getCursor() };
        };
        const editor = CodeMirror.fromTextArea(area, { mode: 'map-script', lineNumbers: true, lineWrapping: true, readOnly, viewportMargin: 50,
            extraKeys: { Tab: false, 'Shift-Tab': false, 'Ctrl-Space': (one) => one.showHint?.({ hint, completeSingle: false }) } });
        const field = editor.getInputField();
        field.setAttribute('aria-label', tr`${title}; Ctrl+Space completes`);
        field.setAttribute('aria-describedby', `${id}-wrong ${id}-help`);
        editor.on('change', (one, changed) => {
            typing(one.getValue());
            if (changed.origin === '+input' && /[\p{L}_]/u.test(changed.text.join('')))
                one.showHint?.({ hint, completeSingle: false });
        });
        editor.on('cursorActivity', (one) => { help.textContent = helpAt(functions, one.getValue(), one.indexFromPos(one.getCursor())); });
        editor.on('blur', (one) => leave(one.getValue()));
    });
    return made;
}
