// The texts of the editor in the language of the reader. A text is written in English where it is used:
//     tr`Saved: ${path}`    plural(n, '{0} row', '{0} rows')    translated(kind.word)
// and languages/de.json has "Saved: {0}": "Gespeichert: {0}". A text without a row stays English. A plural has a row under its
// second form: {"one": ..., "few": ..., "other": ...}, with the categories of Intl.PluralRules. tools/edit_words.mjs lists what
// languages lack.

const LANGUAGES = { en: 'English', ar: 'العربية', de: 'Deutsch', es: 'Español', fr: 'Français', it: 'Italiano', ja: '日本語', pl: 'Polski',
    ru: 'Русский', zh: '中文' };
const KEPT = 'oisin-language'; // what was chosen, in this browser
const SAVING = 300; // ms

let table = {}, rules = new Intl.PluralRules('en');
let language = 'en';

const filled = (text, values) => text.replace(/\{(\d)\}/g, (all, number) => values[number] ?? all);

// Spaces at the ends are not part of a text. For texts of the server: the words of kinds.
export function translated(text) {
    const [, before, inner, after] = /^(\s*)([^]*?)(\s*)$/.exec(text), found = table[inner];
    return typeof found === 'string' ? before + found + after : text;
}

// The same with values for {0} and so on: for sentences of the server.
export const translatedWith = (text, ...values) => filled(translated(text), values);

export const tr = (parts, ...values) => filled(translated(parts.reduce((all, part, i) => `${all}{${i - 1}}${part}`)), values);

export function plural(count, one, other) {
    const forms = table[other] || { one, other };
    return filled(forms[rules.select(count)] ?? forms.other, [count]);
}

// What was chosen here, or else the first language of the browser that there is.
function wanted() {
    let chosen = null;
    try {
        chosen = localStorage.getItem(KEPT);
    } catch { /* storage is forbidden */ }
    return [chosen, ...navigator.languages].map((one) => one?.split('-')[0]).find((one) => one in LANGUAGES) || 'en';
}

// The page is loaded again, when what was just typed is saved; but not while a game is played in it.
function showLanguages() {
    const list = document.getElementById('language');
    list.append(...Object.entries(LANGUAGES).map(([name, title]) => new Option(title, name, name === language, name === language)));
    list.addEventListener('change', () => {
        try {
            localStorage.setItem(KEPT, list.value);
            if (document.getElementById('game').hidden)
                setTimeout(() => location.reload(), SAVING);
            else
                document.getElementById('status').textContent = tr`The language changes when this page is loaded again.`;
        } catch { /* storage is forbidden: the language of the browser stays */ }
    });
}

// Before the other modules are loaded: they take their texts when they are.
export async function loadWords() {
    const name = wanted();
    const found = name === 'en' ? null : await fetch(`languages/${name}.json`).then((response) => response.ok ? response.json() : null).catch(() => null);
    if (found) {
        table = found;
        rules = new Intl.PluralRules(name);
        language = name;
        document.documentElement.lang = name;
        document.documentElement.dir = name === 'ar' ? 'rtl' : 'ltr';
        translatePage();
    }
    showLanguages();
}

// The texts of index.html.
function translatePage() {
    for (const one of document.querySelectorAll('body *')) {
        for (const name of ['aria-label', 'placeholder'])
            if (one.hasAttribute(name))
                one.setAttribute(name, translated(one.getAttribute(name)));
        if (one.firstChild?.nodeType === Node.TEXT_NODE && !one.firstElementChild)
            one.textContent = translated(one.textContent);
    }
}
