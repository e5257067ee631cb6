// The editor of a project: tree, item, problems. The files on the disk are the truth; this page shows them and sends
// changes. Each item has an address: #npcs%2Fwolf.npc.

import { tr, plural, translated } from './words.js';
import { $, element, status, prose, askText, confirmed, dialog, failed } from './page.js';
import { updateNames } from './fields.js';
import { pictureOf } from './choices.js';
import { Form } from './form.js';
import { TextForm } from './text_form.js';
import { showTree, showResults, link } from './tree.js';
import { loadLanguage, updateKinds } from './code.js';
import { MapEditor } from './map.js';
import { PictureEditor, addImage, isImage } from './pictures.js';
import { StoryGraph } from './graph.js';
import { FigurePreview } from './figure.js';
import { MODELS, ModelPage } from './models.js';
import { SOUNDS, SoundView, SoundsPage, bringSounds, isSoundFile, isSoundPath } from './sounds.js';
import { IMAGES, ImagesPage, bringImages, isImageFile } from './images.js';
import { takeDrops } from './drop.js';
import { togglePlay, reloadGame } from './play.js';
import { testRunner } from './tests.js';
import { PUBLISH, PublishPage } from './publish.js';
import { TEXTS, TextsPage } from './texts.js';
import * as api from './api.js';

let project, schemas, form = null, figure = null, map = null /* or an image */, story = null, shown = null, results = null;
const STORY = 'story:'; // its address: #story:, #story:dialogs%2Fhello.dlg

const pathOf = () => decodeURIComponent(location.hash.slice(1));

// ---- items ----

// A voice is one item in all its languages, a sprite in all its directions.
const nameOf = (path) => project.pictures.find(([, , one]) => one === path)?.[1] ?? path.replace(/^.*\//, '').replace(path.startsWith('speech/') ? /_[a-z]{2}\.ogg$/ : /\.[a-z]+$/, '');

function head(file) {
    const kind = project.kinds.find((one) => file.path.startsWith(one.folder + '/') && file.path.endsWith(one.suffix) && !one.sprites);
    const single = project.singles.find((one) => one.path === file.path);
    const name = nameOf(file.path);
    const picture = kind && ['object', 'tile'].includes(kind.id) ? pictureOf('tiles', name) : null;
    const buttons = kind && !project.readOnly ? [
        element('button', { type: 'button', onclick: () => rename(file.path, name) }, tr`Rename`),
        ['dialog', 'quest'].includes(kind.id) ? element('a', { href: link(STORY + file.path) }, tr`Show in the story`) : null,
        kind.schema || kind.id === 'map' ? element('button', { type: 'button', onclick: () => duplicate(kind, file.path, name) }, tr`Duplicate`) : null,
        element('button', { type: 'button', onclick: () => remove(file.path) }, tr`Delete`)]
        : project.readOnly ? [] : [isImage(file.path) ? element('button', { type: 'button', onclick: () => rename(file.path, name) }, tr`Rename`) : null,
            isImage(file.path) || /^(tests|lang|ext)\//.test(file.path) ? element('button', { type: 'button', onclick: () => remove(file.path) }, tr`Delete`) : null].filter(Boolean);
    return element('header', {}, element('h2', {}, picture ? element('img', { src: picture, alt: '', class: 'icon' }) : null,
        `${kind ? name : file.path} `, element('small', {}, kind ? translated(kind.word) : single ? single.title : '')),
    element('div', { role: 'group', 'aria-label': tr`Item` }, ...buttons));
}

function uses(file) {
    if (!file.uses || !file.uses.length)
        return null;
    return element('section', {}, element('h3', {}, tr`Where it is used`), element('ul', { class: 'uses' },
        ...file.uses.map((use) => element('li', {}, element('a', { href: link(use.path) }, use.path),
            use.cells ? tr` ${use.cells} cells` : tr` line ${use.line} `, use.text ? element('code', {}, use.text) : null))));
}

function media(path) {
    if (/\.ogv$/.test(path))
        return element('video', { src: api.address(path), controls: true });
    return null;
}

function disable(part) {
    for (const control of part.querySelectorAll('input, select, textarea, button:not(.view-switch)'))
        control.disabled = true;
}

async function showItem(path, focus) {
    let file;
    try {
        file = await api.file(path);
    } catch (error) {
        failed(error);
        return;
    }
    const another = shown !== path;
    shown = path;
    form = map = figure = story = null;
    const schema = schemas.get(file.schema), parts = [head(file)];
    if (!file.exists && schema)
        parts.push(element('p', {}, prose(schema.about)), element('button', { type: 'button', onclick: () => create(path) }, tr`Create this file`));
    else if (schema) {
        form = new Form(file, schema, changed);
        figure = file.schema === 'opt' ? new FigurePreview() : null;
        parts.push(schema.about ? element('p', { class: 'doc' }, prose(schema.about)) : null, form.element, figure?.element);
    } else if (/^maps\/[^/]*\.tmx$/.test(path)) {
        map = new MapEditor(project, path, changed);
        parts.push(map.element);
    } else if (file.exists && isSoundPath(path)) {
        map = new SoundView(project, path, changed, (kind) => { location.hash = link(SOUNDS + kind); });
        parts.push(map.element);
    } else if (isImage(path)) {
        map = new PictureEditor(project, path, changed);
        parts.push(map.element);
    } else if (file.text !== undefined && /\.(test|po|txt|lyt)$/.test(path)) {
        form = new TextForm(file, changed);
        parts.push(/^lang\/..\.po$/.test(path) ? element('p', {}, element('a', { href: link(TEXTS + path.slice(5, 7)) }, tr`Texts and translations`)) : null, form.element);
    } else
        parts.push(media(path) || element('p', {}, tr`This file is edited with another program.`));
    if (/^tests\/[^/]*\.test$/.test(path))
        parts.push(testRunner(path));
    parts.push(uses(file));
    $('item').replaceChildren(...parts.filter(Boolean));
    if (another)
        $('item').scrollTop = 0;
    document.title = `${path} - ${project.title}`;
    if (project.readOnly)
        disable($('item'));
    for (const anchor of $('tree').querySelectorAll('a'))
        if (anchor.getAttribute('href') === link(path))
            anchor.setAttribute('aria-current', 'page');
        else
            anchor.removeAttribute('aria-current');
    if (focus)
        $('item').focus();
}

function showStart() {
    const { errors } = project;
    $('item').replaceChildren(element('header', {}, element('h2', {}, project.title)),
        element('p', {}, errors ? plural(errors, 'The project has {0} error, which is listed below.', 'The project has {0} errors, which are listed below.')
            : tr`Choose an item on the left, or search. Every change is saved at once, and can be undone.`),
        element('p', {}, element('a', { href: link(STORY) }, tr`Story: dialogs and quests as a graph`)));
    document.title = `${project.title} - Oisín`;
    shown = null;
    form = map = story = null;
}

// The graph, with the form of its selected item; only that form changes when another one is selected.
async function showStory(path) {
    form = map = null;
    shown = path;
    if (!story) {
        story = new StoryGraph(project, path, selectInStory);
        $('item').replaceChildren(element('header', {}, element('h2', {}, tr`Story`)), story.element);
        document.title = tr`Story - ${project.title}`;
        await story.load();
    }
    await story.choosePath(path);
}

async function selectInStory(path) {
    shown = path;
    form = null;
    history.replaceState(null, '', link(STORY + path));
    if (!path)
        return story.form.replaceChildren(element('p', {}, tr`Select a node to see its form here.`));
    const file = await api.file(path), schema = schemas.get(file.schema);
    form = schema ? new Form(file, schema, changed) : null;
    story.form.replaceChildren(...[element('h3', {}, element('a', { href: link(path) }, path)), form?.element].filter(Boolean));
    story.showTargets();
    if (project.readOnly)
        disable(story.form);
}

function showModels(folder) {
    form = figure = story = shown = null;
    map = new ModelPage(project, folder, async (answer) => {
        changed(answer);
        await goTo(answer.path);
    });
    $('item').replaceChildren(element('header', {}, element('h2', {}, tr`Sprites from a model`)), map.element);
    document.title = tr`Sprites from a model - ${project.title}`;
    $('item').focus();
}

// A page on which files are added: `Page` of sounds or of images.
function showAdding(Page, value, title) {
    form = figure = story = shown = null;
    map = new Page(project, value, async (answer, all) => {
        changed(answer);
        await (all ? goTo(answer.path) : refresh());
    });
    $('item').replaceChildren(element('header', {}, element('h2', {}, title)), map.element);
    document.title = `${title} - ${project.title}`;
    $('item').focus();
}

// Files that were dropped: sounds first, if there are both.
function takeFiles(files) {
    const sounds = files.filter(isSoundFile), images = files.filter(isImageFile);
    if (project.readOnly)
        return;
    if (!sounds.length && !images.length)
        return status(tr`The project takes sounds and images, not ${files[0].name}.`, true);
    bringSounds(sounds, map instanceof SoundsPage ? map.kind : 'sound');
    bringImages(images);
    const [Page, address] = sounds.length ? [SoundsPage, `${SOUNDS}sound`] : [ImagesPage, `${IMAGES}tiles`];
    if (map instanceof Page)
        map.take();
    else
        location.hash = link(address);
}

function showPublish() {
    form = figure = map = story = shown = null;
    const page = new PublishPage(project);
    $('item').replaceChildren(element('header', {}, element('h2', {}, tr`Publish`)), page.element);
    document.title = tr`Publish - ${project.title}`;
    $('item').focus();
    page.check();
}

function showTexts(code) {
    form = figure = story = shown = null;
    map = new TextsPage(project, code, changed);
    $('item').replaceChildren(element('header', {}, element('h2', {}, tr`Texts`)), map.element);
    document.title = tr`Texts - ${project.title}`;
    $('item').focus();
    return map.open().catch(failed);
}

function showHash(focus = true) {
    const path = pathOf();
    if (path.startsWith(TEXTS))
        return showTexts(path.slice(TEXTS.length));
    if (path === PUBLISH)
        return showPublish();
    if (path.startsWith(SOUNDS))
        return showAdding(SoundsPage, path.slice(SOUNDS.length), tr`Add sounds`);
    if (path.startsWith(IMAGES))
        return showAdding(ImagesPage, path.slice(IMAGES.length), tr`Add images`);
    if (path.startsWith(MODELS))
        return showModels(path.slice(MODELS.length));
    if (path.startsWith(STORY))
        return showStory(path.slice(STORY.length)).catch(failed);
    return path ? showItem(path, focus) : showStart();
}

// ---- new, rename, duplicate, delete ----

const attempt = (work) => async (...values) => {
    try {
        await work(...values);
    } catch (error) {
        failed(error);
    }
};

async function goTo(path) {
    await refresh();
    if (pathOf() === path)
        await showItem(path, true);
    else
        location.hash = link(path);
}

const create = attempt(async (path) => {
    await api.addFile(path);
    await goTo(path);
});

const addItem = attempt(async (kind) => {
    const about = kind.id === 'map' ? tr`All maps of a game have ${project.mapSize} x ${project.mapSize} cells: its file has one size for all. Paint as much of it as you need: players see nothing beyond a room that is larger than their screen.` : '';
    const name = await askText(tr`New ${translated(kind.word)}`, tr`Name (letters, digits, _ and .)`, '', about);
    if (name)
        await goTo((await api.add(kind.id, name.trim())).path);
});

const addPicture = attempt(async (kind) => {
    const path = await addImage(kind);
    if (path)
        await goTo(path);
});

const duplicate = attempt(async (kind, path, name) => {
    const copy = await askText(tr`Duplicate ${name}`, tr`Name of the copy`, `${name}_2`);
    if (copy)
        await goTo((await api.add(kind.id, copy.trim(), path)).path);
});

const rename = attempt(async (path, old) => {
    const name = await askText(tr`Rename ${old}`, tr`New name`, old);
    if (!name || name === old)
        return;
    const plan = await api.rename(path, name.trim(), true);
    const files = plan.files.map((file) => element('li', {}, file.from === file.to ? file.from : `${file.from} → ${file.to}`));
    if (await confirmed(tr`Rename ${old} to ${name}`, [element('p', {}, tr`${plan.places} references change, in these files:`),
        element('ul', { class: 'plan' }, ...files)], tr`Rename`))
        await goTo((await api.rename(path, name.trim(), false)).path);
});

const remove = attempt(async (path) => {
    const plan = await api.remove(path, true);
    const list = plan.uses || [];
    if (!await confirmed(tr`Delete ${path}`, list.length ? [element('p', {}, tr`These places still refer to it and will be errors:`),
        element('ul', { class: 'plan' }, ...list.map((use) => element('li', {}, `${use.path}${use.line ? ` line ${use.line}: ${use.text}` : ''}`)))]
        : [element('p', {}, tr`Nothing refers to it.`)], tr`Delete`))
        return;
    await api.remove(path, false);
    if (pathOf() === path) // nothing else was opened meanwhile
        location.hash = '';
    await refresh();
});

// ---- problems ----

function showProblems() {
    const { problems: list, errors, warnings } = project;
    const open = $('problems').querySelector('details')?.open ?? errors > 0;
    $('problems').replaceChildren(element('details', { open }, element('summary', {}, list.length
        ? `${plural(errors, '{0} error', '{0} errors')}, ${plural(warnings, '{0} warning', '{0} warnings')}` : tr`No problems`),
    element('ul', {}, ...list.slice(0, 200).map((problem) => element('li', { class: problem.severity },
        problem.path ? element('a', { href: link(problem.path) }, problem.path) : '', problem.line ? `:${problem.line}` : '', `: ${problem.text}`)))));
}

// ---- the project ----

function showSteps(state) {
    for (const [id, word] of [['undo', tr`Undo`], ['redo', tr`Redo`]]) {
        $(id).disabled = !state[id] || project.readOnly;
        $(id).title = state[id] ? `${word}: ${state[id]}` : '';
    }
}

function showProject() {
    $('title').textContent = project.title;
    updateNames(project);
    updateKinds(project);
    $('play').hidden = !project.plays && !project.window;
    $('publish').hidden = project.readOnly;
    if (!results && isNew('tree', [project.kinds, project.singles, project.languages, project.extensions, project.tests, project.pictures, project.voices]))
        showTree(project, shown, addItem, addPicture);
    if (isNew('problems', [project.problems, project.errors, project.warnings]))
        showProblems();
    showSteps(project);
}

// What is shown already stays: somebody may be about to click on it.
const known = new Map();

function isNew(name, value) {
    const text = JSON.stringify(value), changed = known.get(name) !== text;
    known.set(name, text);
    return changed;
}

async function refresh() {
    project = await api.project();
    showProject();
}

let own = 0; // the number of the last change of this page

// A file was written by this page; the check of the whole project follows (watch()).
function changed(file) {
    own = file.changes;
    showSteps(file);
    figure?.reload();
    reloadGame().catch(failed);
}

const step = (name) => attempt(async () => {
    const path = shown;
    const answer = await api[name]((sentence) => confirmed(tr`This step cannot be undone`, [element('p', {}, sentence)], tr`Leave it out, and undo the one before`));
    if (answer.label)
        status(name === 'undo' ? tr`Undone: ${answer.label}` : tr`Done again: ${answer.label}`);
    reloadGame().catch(failed);
    await refresh();
    if (map)
        await map.reload();
    else if (story)
        await selectInStory(shown);
    else if (shown && shown === path)
        await updateItem();
});

// What is typed meanwhile stays: only a file that has come, gone or changed its kind is shown anew.
async function updateItem() {
    const before = form, file = form ? await api.file(shown) : null;
    if (form !== before)
        return; // it is shown anew already
    if (!file?.exists || file.schema !== form.file.schema)
        return showItem(shown, false);
    form.update(file);
    figure?.reload();
}

const undo = step('undo'), redo = step('redo');

// Waits for changes by others and for checks.
async function watch() {
    for (let after = -1; ;) {
        try {
            const state = await api.events(after);
            const first = after < 0;
            after = state.after;
            if (first)
                continue;
            await refresh();
            if (story)
                await story.update();
            if (shown && form) {
                form.update(await api.file(shown));
                if (state.changes !== own)
                    figure?.reload();
            } else if (map && (map.follows || state.changes !== own))
                await map.reload();
        } catch (error) {
            failed(error);
            await new Promise((resolve) => setTimeout(resolve, 2000));
        }
    }
}

// ---- keys ----

const KEYS = [['Ctrl+Z', tr`undo`], ['Ctrl+Shift+Z', tr`redo`], ['/', tr`search`], ['Alt+N', tr`new item of the kind that is shown`], ['F2', tr`rename`], ['?', tr`these keys`]];

function showKeys() {
    return dialog(tr`Keys`, [element('dl', {}, ...KEYS.flatMap(([key, what]) => [element('dt', {}, element('kbd', {}, key)), element('dd', {}, what)]))],
        [{ text: tr`Close`, value: () => null }]);
}

addEventListener('keydown', (event) => {
    if ($('dialog').open)
        return;
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName);
    const ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && event.key.toLowerCase() === 'z' && !typing) {
        event.preventDefault();
        (event.shiftKey ? redo : undo)();
    } else if (event.key === '/' && !typing) {
        event.preventDefault();
        $('query').focus();
    } else if (event.key === '?' && !typing) {
        event.preventDefault();
        showKeys();
    } else if (event.key === 'F2' && shown) {
        event.preventDefault();
        rename(shown, nameOf(shown));
    } else if (event.altKey && event.key.toLowerCase() === 'n' && shown) {
        const kind = project.kinds.find((one) => one.schema && shown.startsWith(one.folder + '/') && shown.endsWith(one.suffix));
        if (kind) {
            event.preventDefault();
            addItem(kind);
        }
    }
});

// ---- start ----

async function start() {
    $('undo').onclick = undo;
    $('redo').onclick = redo;
    $('keys').onclick = showKeys;
    $('play').onclick = () => togglePlay(project);
    $('publish').onclick = () => { location.hash = link(PUBLISH); };
    let waiting = 0;
    const search = attempt(async () => {
        const words = $('query').value.trim();
        results = words ? await api.search(words) : null;
        if (results)
            showResults(words, results, () => { results = null; $('query').value = ''; showTree(project, shown, addItem, addPicture); });
        else
            showTree(project, shown, addItem, addPicture);
    });
    $('query').addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(search, 150); });
    $('search').addEventListener('submit', (event) => { event.preventDefault(); search(); });
    addEventListener('hashchange', () => showHash());
    takeDrops(takeFiles);
    const [list] = await Promise.all([api.schema(), loadLanguage().catch(failed), refresh()]);
    schemas = new Map(list.map((one) => [one.name, one]));
    await showHash(false);
    watch();
}

start().catch(failed);
