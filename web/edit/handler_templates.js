// Templates of handlers (handlers.json): what they ask for, and the changes of a file that insert them.

import { parseHandler, inserted } from './script_blocks.js';

const filled = (text, values) => text.replace(/\{([a-z]+)\}/g, (all, name) => values[name]);
const eventOf = (text) => /^\s*e\s+([^{]*?)\s*\{/.exec(text)?.[1].replace(/\s+/g, ' ');

// Operations on rows of the file (api/change). `rows`: { index, text } of its handlers; `line`: of its schema. A handler that
// is there already gets the statements at its end.
export function templateOperations(grammar, template, values, rows, line) {
    const changes = [], additions = [];
    for (const { event, lines } of template.handlers) {
        const name = filled(event, values), body = lines.map((one) => filled(one, values));
        const row = rows.find(({ text }) => eventOf(text) === name), root = row && parseHandler(grammar, row.text).root;
        if (root)
            changes.push({ op: 'block', row: row.index, text: inserted(row.text, root, root.statements.length, body) });
        else
            additions.push({ op: 'insert', line, owner: -1, before: -1, tag: 'e', words: [],
                text: `e ${name} {\n${body.map((one) => `    ${one}\n`).join('')}}\n` });
    }
    return [...changes, ...additions];
}
