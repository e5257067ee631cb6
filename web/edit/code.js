// A field with several lines: a handler, a mask. With CodeMirror if Debian's package is installed.

import { element, uniqueId } from './page.js';

function defineMode(CodeMirror) {
    const keywords = /^(if|else|while|switch|case|repeat|return|listing)\b/;
    CodeMirror.defineMode('handler', () => ({
        token(stream) {
            if (stream.sol() && stream.match(/^e\b/))
                return 'keyword';
            if (stream.match(keywords))
                return 'keyword';
            if (stream.match(/^\d+/))
                return 'number';
            if (stream.match(/^[@#]?[A-Za-z_][A-Za-z0-9_.]*(?=\s*\()/))
                return 'builtin';
            if (stream.match(/^@[A-Za-z_][A-Za-z0-9_.]*/))
                return 'variable-2';
            if (stream.match(/^[A-Za-z_][A-Za-z0-9_.]*/))
                return 'variable';
            stream.next();
            return null;
        },
        lineComment: ';',
    }));
}

let ready = false;

// `change(text, typing)`: while it is typed, and when the field is left.
export function codeField(text, title, kind, change) {
    const id = uniqueId('code'), wrong = `${id}-wrong`;
    const message = element('pre', { id: wrong, class: 'problem' });
    const area = element('textarea', { id, class: 'code', spellcheck: 'false', rows: Math.min(30, text.split('\n').length + 1),
        'aria-describedby': wrong });
    area.value = text.replace(/\n$/, '');
    const made = element('div', { class: 'field form-code' }, element('label', { for: id }, title), area, message);
    let shown = area.value, timer = 0;
    const typing = (value) => {
        clearTimeout(timer);
        timer = setTimeout(() => change(value, true), 250);
    };
    const leave = (value) => {
        clearTimeout(timer);
        if (value !== shown) {
            shown = value;
            change(value, false);
        }
    };
    if (window.CodeMirror && kind !== 'mask' && kind !== 'tile') {
        if (!ready)
            defineMode(window.CodeMirror);
        ready = true;
        requestAnimationFrame(() => {
            if (!area.isConnected)
                return;
            const editor = window.CodeMirror.fromTextArea(area, { mode: 'handler', lineNumbers: true, indentUnit: 4,
                viewportMargin: Infinity, extraKeys: { Tab: false, 'Shift-Tab': false, 'Ctrl-S': () => leave(editor.getValue()) } });
            const inputField = editor.getInputField();
            inputField.setAttribute('aria-label', title);
            inputField.setAttribute('aria-describedby', wrong);
            editor.on('change', () => typing(editor.getValue()));
            editor.on('blur', () => leave(editor.getValue()));
        });
    }
    area.addEventListener('input', () => typing(area.value));
    area.addEventListener('change', () => leave(area.value));
    made.showProblem = (sentence) => { message.textContent = sentence || ''; };
    return made;
}
