// Texts and translations in `oisin edit`: new languages, the table by keys, what does not fit, fuzzy translations, 5,000 texts.
// tests/web/edit.mjs calls these tests.

import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './chromium.mjs';
import { check, equal, isAccessible, newFolder, newProject, oisin, withEditor } from './edit_kit.mjs';

const po = (...words) => execFileSync(oisin, ['po', ...words], { stdio: 'ignore' });
const folderLink = 'Texts and translations';

// The largest example, without a translation, and without the extension that contains one.
function segais() {
    const folder = newFolder('segais');
    cpSync('examples/segais', folder, { recursive: true });
    for (const path of ['lang/de.po', 'ext/second_tongue.cfg'])
        rmSync(join(folder, path));
    return folder;
}

async function openTexts(person, page) {
    await person.click(folderLink, '#tree', 'a');
    await until('the table is shown', () => page.ask('document.querySelectorAll(".texts .grid-body [role=row]").length > 0'));
}

async function addLanguage(person, page, code) {
    await person.click('New language…', 'main', 'button');
    await person.find('Language', 'dialog', 'select');
    await page.ask(`document.querySelector('dialog select').value = ${JSON.stringify(code)}`);
    await person.click('Add', 'dialog', 'button');
    await until(`${code} is shown`, () => page.ask(`!!document.querySelector('[data-language="${code}"]:checked') && !!document.querySelector('.grid-head [lang="${code}"]')`));
}

const focusGrid = (page) => page.ask('document.querySelector(".texts .grid").focus()');
const activeCell = (page) => page.ask(`(() => { const grid = document.querySelector('.texts .grid'), cell = document.getElementById(grid.getAttribute('aria-activedescendant'));
    return cell && [cell.lang, cell.parentElement.querySelector('[role=gridcell]').textContent, cell.textContent]; })()`);

// Types into the active cell, and leaves it with a key.
async function typeCell(person, page, text, key, modifiers = 0) {
    await person.press('Enter');
    await until('the field is there', () => page.ask('document.activeElement.matches("textarea.cell-input")'));
    await person.type(text);
    await person.press(key, key, modifiers);
    await until('the field is left', () => page.ask('!document.querySelector(".cell-input")'));
}

const show = (page, filter) => page.ask(`(() => { const list = [...document.querySelectorAll('.texts select')].find((one) => one.labels[0].textContent.trim() === 'Show');
    list.value = ${JSON.stringify(filter)}; list.dispatchEvent(new Event('change')); })()`);
const shownTexts = (page) => page.ask('+/\\d+/.exec(document.querySelector(".texts .count").textContent)[0]');

// The lines that two versions of a file do not have in common, by their places.
function changedLines(before, after) {
    const old = before.split('\n'), now = after.split('\n');
    equal('the number of lines', now.length, old.length);
    return now.filter((line, i) => line !== old[i]);
}

async function aGameIsTranslatedIntoTwoLanguagesByKeys() {
    const project = segais();
    await withEditor(project, async (person, editor, page) => {
        await openTexts(person, page);
        for (const code of ['de', 'ja'])
            await addLanguage(person, page, code);
        equal('the columns', await page.ask('[...document.querySelectorAll(".grid-head [role=columnheader]")].map((one) => one.textContent)'),
            ['Row', 'Original', 'English', 'Deutsch', '日本語', 'Speaker', 'Place', 'State'].filter((one) => one !== 'English'));
        equal('the files are those of the command', ['de', 'ja'].map((code) => {
            const made = editor.file(`lang/${code}.po`);
            po('merge', project, code);
            return made === editor.file(`lang/${code}.po`);
        }), [true, true]);
        const before = { de: editor.file('lang/de.po'), ja: editor.file('lang/ja.po') };
        await focusGrid(page);
        const [lang, first] = await activeCell(page);
        equal('the first language is active', lang, 'de');
        equal('the first text that is missing', first, 'The Hazel of Segais');
        await typeCell(person, page, 'Die Hasel', 'Tab');
        equal('then the second one', (await activeCell(page))[0], 'ja');
        await typeCell(person, page, 'はしばみの木', 'Tab');
        equal('then the first one of the next row', [(await activeCell(page))[0], (await activeCell(page))[1] !== first], ['de', true]);
        await until('both are written', () => editor.file('lang/de.po').includes('Die Hasel') && editor.file('lang/ja.po').includes('はしばみの木'));
        equal('one line of each file', ['de', 'ja'].map((code) => changedLines(before[code], editor.file(`lang/${code}.po`))), [['msgstr "Die Hasel"'], ['msgstr "はしばみの木"']]);
        // Escape keeps the cell, and a key begins with itself.
        await person.press('Enter');
        await person.type('not this');
        await person.press('Escape');
        await person.press('x', 'KeyX');
        await until('the field is there', () => page.ask('document.activeElement.matches("textarea.cell-input")'));
        await person.type('yz');
        await person.press('Enter');
        await until('it is written', () => editor.file('lang/de.po').includes('msgstr "xyz"') || editor.file('lang/de.po').includes('msgstr "yz"'));
        check('nothing of the other', !editor.file('lang/de.po').includes('not this'));
        await person.picture('texts-light.png');
        await isAccessible(page, 'the table of texts');
        await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'dark' }] });
        await person.picture('texts-dark.png');
        await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'light' }] });
        // Undo, from the last to the first.
        for (let i = 0; i < 3; i++)
            await person.click('Undo', 'header', 'button');
        await until('all is undone', () => editor.file('lang/de.po') === before.de && editor.file('lang/ja.po') === before.ja);
        // The place of a text leads to it.
        await page.ask('[...document.querySelectorAll(".text-row dd a")][0].click()');
        await until('the item is shown', () => page.ask('location.hash !== "#texts%3A" && !document.querySelector(".texts")'));
        await openTexts(person, page);
        await page.send('Emulation.setDeviceMetricsOverride', { width: 320, height: 800, deviceScaleFactor: 1, mobile: false });
        await until('it fits into 320 pixels', () => page.ask('document.documentElement.scrollWidth <= 320'));
        await page.ask('document.querySelector(".texts").scrollIntoView()');
        await person.picture('texts-320.png');
        await isAccessible(page, 'the table of texts, narrow');
    });
}

async function textsThatDoNotFitAreRed() {
    const project = newProject('valley');
    po('merge', project, 'de', 'ar');
    await withEditor(project, async (person, editor, page) => {
        await openTexts(person, page);
        await page.ask(`(() => { const field = document.querySelector('.texts input[type=search]'); field.value = 'Guide'; field.dispatchEvent(new Event('input')); })()`);
        await until('some texts', async () => await shownTexts(page) < 10);
        await focusGrid(page);
        while ((await activeCell(page))[1] !== 'Guide')
            await person.press('ArrowDown');
        equal('Arabic is first', (await activeCell(page))[0], 'ar');
        await typeCell(person, page, 'المرشد', 'Tab');
        equal('from right to left', await page.ask('getComputedStyle([...document.querySelectorAll(".texts [role=gridcell][lang=ar]")].find((one) => one.textContent.includes("ا"))).direction'), 'rtl');
        await typeCell(person, page, 'Reiseleiter '.repeat(20).trim(), 'Enter');
        await until('the check has found it', () => page.ask('!!document.querySelector(".texts [role=gridcell][lang=de][aria-invalid]")'), 20000);
        await show(page, 'wide');
        await until('only this one', async () => await shownTexts(page) === 1);
        check('the reason is shown', await page.ask('/too long for its box: \\d+ pixels/.test(document.querySelector(".text-row dt[lang=de] + dd .problem").textContent)'));
        await person.picture('texts-wide.png');
        await isAccessible(page, 'a text that does not fit');
        await focusGrid(page);
        equal('Arabic is active', (await activeCell(page))[0], 'ar');
        await person.press('ArrowRight');
        await typeCell(person, page, 'Führer', 'Enter');
        await until('it is no longer wide', () => page.ask('!document.querySelector(".texts [role=gridcell][lang=de][aria-invalid]")'), 20000);
    });
}

async function changedTextsAreFuzzyUntilTheyAreDone() {
    const project = newProject('valley'), path = join(project, 'dialogs/sign.dlg');
    po('merge', project, 'de');
    writeFileSync(join(project, 'lang/de.po'), readFileSync(join(project, 'lang/de.po'), 'utf8').replace('"Three coins lie south of here."\nmsgstr ""', '"Three coins lie south of here."\nmsgstr "Drei Münzen"'));
    writeFileSync(path, readFileSync(path, 'utf8').replace('Three', 'Four'));
    await withEditor(project, async (person, editor, page) => {
        await openTexts(person, page);
        await person.click('Take new and changed texts', 'main', 'button');
        await until('it is fuzzy', () => page.ask('/1 fuzzy/.test(document.querySelector(".text-languages").textContent)'), 20000);
        await show(page, 'fuzzy');
        await until('one text', async () => await shownTexts(page) === 1);
        const before = editor.file('lang/de.po');
        check('what it was is shown', await page.ask('document.querySelector(".text-row").textContent.includes("Three coins")'));
        await person.picture('texts-fuzzy.png');
        await focusGrid(page);
        await person.press('Enter', 'Enter', 2);
        await until('it is confirmed', () => !editor.file('lang/de.po').includes('#, fuzzy'));
        equal('only that', editor.file('lang/de.po'), before.replace('#, fuzzy\n#| msgid "Three coins lie south of here."\n', ''));
        await until('the count follows', () => page.ask('!/fuzzy/.test(document.querySelector(".text-languages").textContent)'), 20000);
    });
}

async function whatIsTypedStaysWhileOthersChangeTheFile() {
    const project = newProject('valley'), path = join(project, 'lang/de.po');
    po('merge', project, 'de');
    await withEditor(project, async (person, editor, page) => {
        await openTexts(person, page);
        await focusGrid(page);
        await person.press('Enter');
        await until('the field is there', () => page.ask('document.activeElement.matches("textarea.cell-input")'));
        await person.type('Das ');
        writeFileSync(path, readFileSync(path, 'utf8').replace('msgid "Health"\nmsgstr ""', 'msgid "Health"\nmsgstr "Leben"'));
        await until('the page knows it', () => page.ask('/0 errors, 13 warnings/.test(document.getElementById("problems").textContent)'), 20000);
        await person.type('Tal');
        await person.press('Enter');
        await until('both are in the file', () => /msgstr "Das Tal"/.test(editor.file('lang/de.po')) && /msgstr "Leben"/.test(editor.file('lang/de.po')));
        await until('both are shown', () => page.ask('["Das Tal", "Leben"].every((text) => [...document.querySelectorAll(".texts [role=gridcell]")].some((one) => one.textContent === text))'));
    });
}

// A broken file is shown with its line, and the others can be translated.
async function aBrokenTranslationIsNamed() {
    const project = newProject('valley');
    po('merge', project, 'de', 'fr');
    writeFileSync(join(project, 'lang/fr.po'), 'msgid ""\nmsgstr ""\n\nmsgid "Sign\nmsgstr ""\n');
    await withEditor(project, async (person, editor, page) => {
        await openTexts(person, page);
        check('the line is shown', await page.ask('/line 4: a text must be quoted/.test(document.querySelector(".text-languages").textContent)'));
        await focusGrid(page);
        equal('German can be translated', (await activeCell(page))[0], 'de');
        await typeCell(person, page, 'Tal', 'Enter');
        await until('it is written', () => editor.file('lang/de.po').includes('msgstr "Tal"'));
    });
}

const TEXTS = 5000, ANSWERS = 3;

async function fiveThousandTextsScroll() {
    const project = newProject('valley');
    for (let i = 0; i < TEXTS / (ANSWERS + 2); i++)
        writeFileSync(join(project, `dialogs/d${i}.dlg`), ['TirNanoG Dialog', `Speaker ${i}`, `What number ${i} has to say about the weather.`, '- - 0',
            ...Array.from({ length: ANSWERS }, (none, k) => `- - - Answer ${k} to ${i}`), ''].join('\n'));
    po('merge', project, 'ar', 'de', 'fr', 'ja');
    await withEditor(project, async (person, editor, page) => {
        await openTexts(person, page);
        check('all texts', await shownTexts(page) > TEXTS);
        const elements = () => page.ask('document.querySelectorAll(".texts .grid-body [role=row]").length');
        check('some rows are elements', await elements() < 60);
        const frames = await page.ask(`new Promise((resolve) => {
            const grid = document.querySelector('.texts .grid'), times = [];
            let last = performance.now();
            const step = (now) => {
                times.push(now - last);
                last = now;
                grid.scrollTop += 2000;
                times.length < 60 ? requestAnimationFrame(step) : resolve(times.slice(1).sort((a, b) => a - b));
            };
            requestAnimationFrame(step);
        })`);
        console.log(`         ${TEXTS} texts, 4 languages: a frame takes ${frames[29].toFixed(0)} ms while they scroll (median), at most ${frames.at(-1).toFixed(0)} ms`);
        check('still some', await elements() < 60);
        await focusGrid(page);
        await person.press('End', 'End', 2);
        await person.press('Home');
        await until('the last row is active', async () => (await activeCell(page))?.[1] === 'English'); // the name is translated
        await person.press('ArrowUp');
        const [, last] = await activeCell(page);
        await person.press('ArrowRight');
        await person.press('ArrowRight');
        await typeCell(person, page, 'Die letzte Antwort', 'Enter');
        await until('it is written', () => editor.file('lang/de.po').includes(`msgid "${last}"\nmsgstr "Die letzte Antwort"`));
    });
}

export const textTests = () => ({ aGameIsTranslatedIntoTwoLanguagesByKeys, textsThatDoNotFitAreRed, changedTextsAreFuzzyUntilTheyAreDone,
    whatIsTypedStaysWhileOthersChangeTheFile, aBrokenTranslationIsNamed, fiveThousandTextsScroll });
