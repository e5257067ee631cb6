// The editor of a workspace: the files of an old game in open forms, and packing. Each file has an address: #items.idb%2Fweapons.csv;
// a row of a table, too: #PATH:3,4:NAME, see Table.find; and a line: #PATH:L12.5, line and column.

import { tr, plural } from './words.js';
import { $, element, status, confirmed, dialog, failed } from './page.js';
import { Table } from './table.js';
import { ScriptItem, TextItem } from './plain.js';
import { ValuesItem } from './values_form.js';
import { PictureItem } from './picture.js';
import { ModelView } from './model.js';
import * as api from './api.js';

let state, shown = null, item = null, model = null, own = 0;

const link = (path) => '#' + encodeURIComponent(path);

function address() {
    const [path, ids, text] = location.hash.slice(1).split(':');
    return { path: decodeURIComponent(path || ''), ids: ids ? ids.split(',') : [], text: text === undefined ? null : decodeURIComponent(text) };
}

// ---- the tree ----

// A folder's entries are made when it is opened: a game may have 30,000 files.
function folderElement(name, folder, path) {
    const list = element('ul', {}), made = element('details', { 'data-folder': path }, element('summary', { class: 'plain' }, `${name} `, element('span', { class: 'count' }, `${folder.count}`)), list);
    made.addEventListener('toggle', () => {
        if (made.open && !list.childElementCount)
            fill(list, folder, path);
    });
    return made;
}

function fill(list, folder, path) {
    list.replaceChildren(
        ...[...folder.folders].map(([name, one]) => element('li', {}, folderElement(name, one, path + name + '/'))),
        ...folder.files.map((name) => element('li', {}, element('a', { href: link(path + name), 'aria-current': path + name === shown ? 'page' : undefined }, name))));
}

function treeOf(files) {
    const root = { folders: new Map(), files: [], count: 0 };
    for (const [path] of files) {
        const parts = path.split('/'), name = parts.pop();
        let at = root;
        at.count++;
        for (const part of parts) {
            if (!at.folders.has(part))
                at.folders.set(part, { folders: new Map(), files: [], count: 0 });
            at = at.folders.get(part);
            at.count++;
        }
        at.files.push(name);
    }
    return root;
}

function openFolders(path) {
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
        const found = [...$('tree').querySelectorAll('details')].find((one) => one.dataset.folder === path.slice(0, at + 1));
        if (!found)
            return;
        if (!found.open) {
            found.open = true;
            const list = found.querySelector('ul');
            if (!list.childElementCount)
                found.dispatchEvent(new Event('toggle'));
        }
    }
}

function markShown() {
    for (const anchor of $('tree').querySelectorAll('a'))
        if (anchor.getAttribute('href') === link(shown || ''))
            anchor.setAttribute('aria-current', 'page');
        else
            anchor.removeAttribute('aria-current');
}

const RESULTS = 300;
let searches = 0; // only the last one is shown

// Lines of files, piece by piece: the server answers after a moment, and is asked for the rest.
async function searchContents(words, place) {
    const turn = ++searches, list = element('ul', { class: 'results' }), state = element('p', { role: 'status' }, tr`Searching in the files…`);
    place.append(element('h2', {}, tr`In the files`), state, list);
    for (let from = 0, done = false; !done;) {
        const answer = await api.search(words, from);
        if (turn !== searches)
            return;
        list.append(...answer.results.map((one) => element('li', {}, element('a', { href: `${link(one.path)}:L${one.line}.${one.column}` }, one.path), tr` line ${one.line}`, element('code', {}, one.text))));
        const found = list.childElementCount, more = answer.more || found > RESULTS;
        done = answer.done || more;
        state.textContent = !done ? tr`Searching in the files: ${answer.next} of ${answer.files}` : more ? tr`${found} or more results` : found ? plural(found, '{0} result', '{0} results') : tr`Nothing was found.`;
        from = answer.next;
    }
}

function showTree() {
    const words = $('query').value.trim().toLowerCase(), open = [...$('tree').querySelectorAll('details[open]')].map((one) => one.dataset.folder + 'x');
    searches++;
    if (words) {
        const found = state.files.filter(([path]) => path.toLowerCase().includes(words));
        $('tree').replaceChildren(element('p', { role: 'status' }, found.length > RESULTS ? tr`${found.length} files, of which ${RESULTS} are shown` : plural(found.length, '{0} file', '{0} files')),
            element('ul', { class: 'results' }, ...found.slice(0, RESULTS).map(([path]) => element('li', {}, element('a', { href: link(path) }, path)))));
        searchContents($('query').value.trim(), $('tree')).catch(failed);
    } else {
        const list = element('ul', { class: 'files' });
        fill(list, treeOf(state.files), '');
        $('tree').replaceChildren(list);
        for (const path of open)
            openFolders(path);
        if (shown)
            openFolders(shown);
    }
    markShown();
}

// ---- items ----

async function itemOf(file, format) {
    const { path } = file, readOnly = state.readOnly;
    if (/\.csv$/i.test(path) && file.text !== undefined)
        return new Table(file, await api.table(path), readOnly, saved);
    if (/\.png$/i.test(path))
        return new PictureItem(file, readOnly, saved);
    if (/\.(json|ini)$/i.test(path) && file.text !== undefined)
        return new ValuesItem(file, format, await api.table(path), readOnly, saved);
    if (file.text !== undefined && format === 'mob' && /\/script\.txt$/i.test(path))
        return new ScriptItem(file, await api.table(path), readOnly, saved);
    if (file.text !== undefined)
        return new TextItem(file, format, readOnly, saved);
    return { element: element('p', {}, tr`This file is edited with another program.`) };
}

// The folder of the model that has this file; null: none.
function modelFolder(path, format) {
    const inner = path.search(/[^/]*\.(mod|bon|anm)(\/|$)/i);
    if (inner >= 0)
        return path.slice(0, inner).replace(/\/$/, '');
    return ['fig', 'lnk'].includes(format) ? path.replace(/\/?[^/]*$/, '') : null;
}

// The model that the file is part of; null: a file that only looks so.
async function modelOf(path, format) {
    const folder = modelFolder(path, format);
    if (folder === null)
        return null;
    const folders = [...new Set(state.files.map(([one]) => one.replace(/\/?[^/]*$/, '')))].filter((one) => !/\.(mod|bon|anm)(\/|$)/i.test(one));
    const target = { anyFolder: true, folders, folder, name: (one) => `${one.name.replace(/[^A-Za-z0-9_.]/g, '_')}_sprites`,
        note: tr`New files in the folder of an archive are added to the game by “Pack”.` };
    try {
        return await new ModelView({ path }, target, state.readOnly, (answer) => { saved(answer); refresh(); }).load();
    } catch (error) {
        return { element: element('p', { class: 'problem' }, error.message) };
    }
}

async function show(path, focus) {
    let file;
    try {
        file = await api.file(path);
    } catch (error) {
        failed(error);
        return;
    }
    const format = state.files.find(([one]) => one === path)?.[1] || '';
    const made = file.exists ? await itemOf(file, format) : { element: element('p', {}, tr`This file does not exist any more.`) };
    model = file.exists ? await modelOf(path, format) : null;
    item = made;
    shown = path;
    $('item').replaceChildren(element('header', {}, element('h2', {}, path.replace(/^.*\//, ''), ' ', element('small', {}, path.includes('/') ? path.replace(/\/[^/]*$/, '') : ''))), ...[model?.element, made.element].filter(Boolean));
    document.title = `${path} - ${state.title}`;
    openFolders(path);
    markShown();
    if (focus)
        $('item').focus();
}

function showStart() {
    shown = item = model = null;
    document.title = `${state.title} - Oisín`;
    $('item').replaceChildren(element('header', {}, element('h2', {}, state.title)),
        element('p', {}, tr`Choose a file on the left. Every change is saved at once in this workspace, and can be undone.`),
        element('p', {}, state.output ? tr`“Pack” writes what was edited into the game's files in ${state.output}.` : tr`To write into the game's files from here, start \`oisin edit\` with -o and the game's folder.`));
    markShown();
}

async function showHash(focus = true) {
    const { path, ids, text } = address();
    if (!path) {
        showStart();
        return;
    }
    if (path !== shown)
        await show(path, focus);
    const line = /^L(\d+)\.(\d+)$/.exec(ids[0] || '');
    if (line)
        await item?.goToLine?.(+line[1], +line[2]);
    if (text !== null)
        item?.find?.(ids, text);
}

// ---- changes ----

function showSteps(from) {
    for (const [id, word] of [['undo', tr`Undo`], ['redo', tr`Redo`]]) {
        $(id).disabled = !from[id] || state.readOnly;
        $(id).title = from[id] ? `${word}: ${from[id]}` : '';
    }
}

function saved(answer) {
    own = answer.changes;
    showSteps(answer);
}

let known = '';

async function refresh() {
    state = await api.project();
    const files = JSON.stringify(state.files);
    if (files !== known)
        showTree();
    known = files;
    showSteps(state);
}

const attempt = (work) => async () => {
    try {
        await work();
    } catch (error) {
        failed(error);
    }
};

const step = (name) => attempt(async () => {
    const answer = await api[name]((sentence) => confirmed(tr`This step cannot be undone`, [element('p', {}, sentence)], tr`Leave it out, and undo the one before`));
    if (answer.label)
        status(name === 'undo' ? tr`Undone: ${answer.label}` : tr`Done again: ${answer.label}`);
    own = answer.changes;
    await refresh();
    await showAgain();
});

// The file as it is now.
async function showAgain() {
    await model?.reload?.();
    if (item?.reload)
        await item.reload();
    else if (shown)
        await show(shown, false);
}

const undo = step('undo'), redo = step('redo');

async function watch() {
    for (let after = -1; ;) {
        try {
            const news = await api.events(after), first = after < 0;
            after = news.after;
            if (first)
                continue;
            await refresh();
            if (news.changes !== own && !item?.input)
                await showAgain();
        } catch (error) {
            failed(error);
            await new Promise((resolve) => setTimeout(resolve, 2000));
        }
    }
}

// ---- packing ----

const messages = (answer) => element('ul', { class: 'plan' }, ...answer.messages.map((one) =>
    element('li', { class: one.severity }, `${one.path ? `${one.path}${one.line ? `:${one.line}:${one.column}` : ''}: ` : ''}${one.text}`)));

const pack = attempt(async () => {
    status(tr`Looking for changes…`);
    const plan = await api.pack(true, true);
    status('');
    if (!plan.ok || !plan.messages.some((one) => /: /.test(one.text) && one.severity === 'note')) {
        await dialog(plan.ok ? tr`Nothing to pack` : tr`Nothing was packed`, [plan.ok ? element('p', {}, tr`The game's files have all changes.`) : messages(plan)], [{ text: tr`Close`, value: () => null }]);
        return;
    }
    if (!await confirmed(tr`Write into ${state.output}`, [messages({ messages: plan.messages.filter((one) => one.text !== 'nothing was written') })], tr`Pack`))
        return;
    let done = await api.pack(false, false);
    if (!done.ok && done.messages.some((one) => /was changed by another program/.test(one.text)) &&
        await confirmed(tr`Replace files that were changed outside?`, [messages(done)], tr`Replace`))
        done = await api.pack(false, true);
    status(done.ok ? tr`Packed.` : done.messages.filter((one) => one.severity === 'error').map((one) => one.text).join('; '), !done.ok);
});

// ---- keys ----

const KEYS = [['Ctrl+Z', tr`undo`], ['Ctrl+Shift+Z', tr`redo`], ['/', tr`search`], ['?', tr`these keys`],
    [tr`Arrows, Home, End, Page Up, Page Down`, tr`move in a table; with Shift: select`], ['Enter', tr`edit a cell; on a title: sort`], ['Escape', tr`leave the cell unchanged`],
    ['Ctrl+C, Ctrl+V', tr`copy and paste cells`], ['Ctrl+Enter', tr`go to the row that the cell refers to`], [tr`Insert, Ctrl+Insert`, tr`add a row, duplicate rows`], ['Ctrl+Delete', tr`delete rows`]];

const showKeys = () => dialog(tr`Keys`, [element('dl', {}, ...KEYS.flatMap(([key, what]) => [element('dt', {}, element('kbd', {}, key)), element('dd', {}, what)]))],
    [{ text: tr`Close`, value: () => null }]);

addEventListener('keydown', (event) => {
    if ($('dialog').open)
        return;
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName), ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && event.key.toLowerCase() === 'z' && !typing)
        (event.shiftKey ? redo : undo)();
    else if (event.key === '/' && !typing)
        $('query').focus();
    else if (event.key === '?' && !typing)
        showKeys();
    else
        return;
    event.preventDefault();
});

// ---- start ----

async function start() {
    state = await api.project();
    $('title').textContent = state.title;
    $('play').hidden = true;
    $('undo').onclick = undo;
    $('redo').onclick = redo;
    $('keys').onclick = showKeys;
    $('keys').before(element('button', { id: 'pack', type: 'button', 'aria-haspopup': 'dialog', disabled: state.readOnly || !state.output,
        title: state.output ? tr`Write into ${state.output}` : tr`Start oisin edit with -o and the game's folder`, onclick: pack }, tr`Pack`));
    $('query').labels[0].textContent = tr`Search names and contents of files`;
    $('query').placeholder = tr`Search`;
    $('tree').setAttribute('aria-label', tr`Files`);
    document.querySelector('.skip').textContent = tr`Skip to the file`;
    let waiting = 0;
    $('query').addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(showTree, 120); });
    $('search').addEventListener('submit', (event) => { event.preventDefault(); showTree(); });
    addEventListener('hashchange', () => showHash());
    await refresh();
    await showHash(false);
    watch();
}

start().catch(failed);
