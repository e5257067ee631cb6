// The texts of the editor and its languages: `node tools/edit_words.mjs` prints every text of web/edit as JSON, with an empty
// translation; `node tools/edit_words.mjs check` prints what the tables in web/edit/languages lack or have too much, and fails.

import { readFileSync, readdirSync } from 'node:fs';

const FOLDER = new URL('../web/edit/', import.meta.url);
const read = (name) => readFileSync(new URL(name, FOLDER), 'utf8');

// The places of ${...} in the text of a template become {0}, {1}; templates within are texts of their own. `at`: after its `.
function template(source, at, found) {
    let text = '', values = 0;
    while (source[at] !== '`') {
        if (source.startsWith('${', at)) {
            text += `{${values++}}`;
            at = expression(source, at + 2, found);
        } else if (source[at] === '\\') {
            text += { n: '\n' }[source[at + 1]] ?? source[at + 1];
            at += 2;
        } else
            text += source[at++];
    }
    return [text, at + 1];
}

// Up to its }.
function expression(source, at, found) {
    for (let depth = 0; ; at++) {
        if (source[at] === '`') {
            const tagged = source.slice(at - 2, at) === 'tr', [text, end] = template(source, at + 1, found);
            if (tagged)
                found.add(text.trim());
            at = end - 1;
        } else if (source[at] === "'")
            at = source.indexOf("'", at + 1);
        else if (source[at] === '{')
            depth++;
        else if (source[at] === '}' && depth-- === 0)
            return at + 1;
    }
}

// Sentences of tables of the server that the page shows: of targets their title, note and steps, of checks their text.
function publishTexts() {
    const tables = [['../../src/tirnanog/jobs/targets.def', 'TARGET', [0, 1, 3]], ['../../src/studio/editor/publish_checks.def', 'PUBLISH_CHECK', [1]]];
    return tables.flatMap(([path, macro, wanted]) => [...read(path).replace(/\/\*[^]*?\*\//g, '').matchAll(new RegExp(`^${macro}\\(([^]*?)\\)$`, 'gm'))].flatMap(([, row]) => {
        // Literals that follow each other are one.
        const values = row.replace(/"\s*\n\s*"/g, '').match(/"(?:[^"\\]|\\.)*"/g).map((one) => JSON.parse(one));
        return wanted.flatMap((index) => values[index].split('\n')).filter(Boolean);
    }));
}

function texts() {
    const found = new Set(), plurals = new Set();
    for (const name of readdirSync(FOLDER).filter((one) => one.endsWith('.js'))) {
        const source = read(name);
        for (const { index } of source.matchAll(/\btr`/g))
            found.add(template(source, index + 3, found)[0].trim());
        for (const [, other] of source.matchAll(/\bplural\([^']*'[^']*', '([^']*)'\)/g))
            plurals.add(other);
    }
    const page = read('index.html').replace(/<head>[^]*<\/head>/, '');
    for (const [, one, other] of page.matchAll(/(?:aria-label|placeholder)="([^"]+)"|>([^<>\n]+)</g))
        found.add(one || other);
    found.delete('Oisín');
    for (const { title, doc, asks } of JSON.parse(read('handlers.json')))
        for (const text of [title, doc, ...asks.map((one) => one.title)])
            found.add(text);
    // The words of kinds come from the server; a test in tests/web/edit_languages.mjs compares them with this list.
    for (const word of read('languages/kinds.txt').trim().split('\n'))
        found.add(word);
    for (const text of publishTexts())
        found.add(text);
    return [[...found].filter((one) => /\p{L}{2}/u.test(one.replace(/\{\d\}/g, ''))).sort(), [...plurals].sort()];
}

const [single, plurals] = texts();
if (process.argv[2] !== 'check') {
    console.log(JSON.stringify(Object.fromEntries([...single.map((one) => [one, '']), ...plurals.map((one) => [one, { other: '' }])]), null, 1));
} else {
    const wrong = [];
    const places = (text) => [...new Set(text.match(/\{\d\}/g))].sort().join();
    for (const name of readdirSync(new URL('languages/', FOLDER)).filter((one) => one.endsWith('.json'))) {
        const table = JSON.parse(read(`languages/${name}`)), categories = new Intl.PluralRules(name.replace('.json', '')).resolvedOptions().pluralCategories;
        for (const one of single)
            if (typeof table[one] !== 'string' || !table[one].trim())
                wrong.push(`${name}: no translation of ${JSON.stringify(one)}`);
            else if (places(table[one]) !== places(one))
                wrong.push(`${name}: other values in the translation of ${JSON.stringify(one)}`);
        for (const one of plurals) {
            const lacks = categories.filter((category) => !table[one]?.[category]);
            if (lacks.length)
                wrong.push(`${name}: no ${lacks} of ${JSON.stringify(one)}`);
        }
        for (const one of Object.keys(table))
            if (!single.includes(one) && !plurals.includes(one))
                wrong.push(`${name}: ${JSON.stringify(one)} is not a text of the editor`);
    }
    wrong.forEach((line) => console.log(line));
    process.exit(wrong.length ? 1 : 0);
}
