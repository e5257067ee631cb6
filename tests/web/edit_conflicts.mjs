// `oisin edit` in Chromium, while another program changes the same files: nothing that somebody has written is lost.
// tests/web/edit.mjs calls these tests with its helpers.

import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until, sleep } from './chromium.mjs';
import { check, equal, newProject, withEditor } from './edit_kit.mjs';

const NPC = 'npcs/guide.npc';

export function conflictTests() {
    const handler = (text) => `e click {\r\n    ${text}\r\n}\r\n`;
    // A guide with some handlers.
    function guide(project, ...texts) {
        const text = readFileSync(join(project, NPC), 'utf8');
        writeFileSync(join(project, NPC), text.slice(0, text.indexOf('e click')) + texts.map(handler).join(''));
    }
    const status = (page) => page.ask('document.getElementById("status").textContent');
    const handlers = (page) => page.ask('document.querySelectorAll("main .form-code").length');
    const focusName = (page) => page.ask('(() => { const f = document.querySelector("main input.long"); f.focus(); f.select(); })()');
    const leave = (page) => page.ask('document.activeElement.blur()');

    // A handler is typed in while another one appears before it.
    async function whatIsTypedStaysWhenOthersWrite() {
        const project = newProject('typed');
        guide(project, 'exp(1)', 'exp(2)', 'exp(3)');
        await withEditor(project, async (person, editor, page) => {
            await person.item(NPC);
            await until('there are handlers', async () => await handlers(page) === 3);
            await sleep(200);
            await page.ask(`(() => { const field = document.querySelectorAll('.form-code')[1];
                (field.querySelector('.CodeMirror')?.CodeMirror || field.querySelector('textarea')).focus(); })()`);
            await person.press('a', 'KeyA', 2);
            await person.type('e click {\n    exp(22)');
            guide(project, 'exp(7)', 'exp(1)', 'exp(2)', 'exp(3)');
            await sleep(1500);
            equal('the file is that of the other program', (editor.file(NPC).match(/exp\(\d+\)/g)).join(), 'exp(7),exp(1),exp(2),exp(3)');
            await person.type('\n}');
            await person.press('Escape');
            await leave(page);
            await person.saved();
            await until('both are in the file', () => editor.file(NPC).match(/exp\(\d+\)/g).join() === 'exp(7),exp(1),exp(22),exp(3)');
            await until('both are shown', async () => await handlers(page) === 4);
        });
    }

    async function aQuickSecondClickRemovesOneRow() {
        const project = newProject('quick');
        guide(project, 'exp(1)', 'exp(2)', 'exp(3)');
        await withEditor(project, async (person, editor, page) => {
            await person.item(NPC);
            await until('there are handlers', async () => await handlers(page) === 3);
            await page.ask(`(() => { const button = document.querySelector('main .row:has(.form-code) .row-buttons [aria-label="Remove"]'); button.click(); button.click(); })()`);
            await person.saved();
            await sleep(500);
            equal('one is gone', editor.file(NPC).match(/exp\(\d+\)/g).join(), 'exp(2),exp(3)');
            equal('the buttons work again', await page.ask(`[...document.querySelectorAll('main .row-buttons button')].some((one) => one.ariaDisabled === 'true')`), false);
        });
    }

    // The dialog of a conflict stays, whatever keys are pressed; then the next change is written.
    async function aConflictIsAnswered() {
        const project = newProject('answered');
        await withEditor(project, async (person, editor, page) => {
            const rename = (from, to) => writeFileSync(join(project, NPC), editor.file(NPC).replace(from, to));
            await person.item(NPC);
            await until('there is the name', () => page.ask('!!document.querySelector("main input.long")'));
            await focusName(page);
            await person.type('Boatman');
            rename(/^Guide/m, 'Ferryman');
            await sleep(1000);
            equal('the typed name stays', await page.ask('document.querySelector("main input.long").value'), 'Boatman');
            await leave(page);
            await until('there is a conflict', () => page.ask('/same lines/.test(document.querySelector("dialog[open] h2")?.textContent)'));
            await page.ask('document.querySelector("dialog[open] .buttons button").focus()');
            await person.press('F2');
            await person.press('?', 'Slash', 8);
            await sleep(200);
            check('the dialog stays', await page.ask('/same lines/.test(document.querySelector("dialog[open] h2")?.textContent)'));
            await person.click('Keep the file', '#dialog', 'button');
            await until('the name of the file is shown', () => page.ask('document.querySelector("main input.long").value === "Ferryman"'));
            await person.fill('name', 'Boatwoman');
            await until('the next change is written', () => /^Boatwoman/m.test(editor.file(NPC)));
        });
    }

    // The page shows a content that a new process of the editor does not know.
    async function anUnknownBaseEmptiesNoFile() {
        const project = newProject('unknown');
        await withEditor(project, async (person, editor, page) => {
            await person.item(NPC);
            await until('there is the name', () => page.ask('!!document.querySelector("main input.long")'));
            // as after a restart: the next hash that is sent is not known
            await page.ask(`(() => { const real = window.fetch; let old = '"0123456789abcdef"';
                window.fetch = (address, options = {}) => {
                    const change = /^api.change/.test(address) && old && !/"dry":true/.test(options.body || '');
                    if (change) { options = { ...options, headers: { ...options.headers, 'If-Match': old } }; old = null; }
                    return real(address, options);
                }; })()`);
            await focusName(page);
            await person.type('Boatman');
            await leave(page);
            await until('it is written again', () => /^Boatman/m.test(editor.file(NPC)));
            equal('without a question', await page.ask('document.getElementById("dialog").open'), false);
            check(`all else is there: ${await status(page)}`, /exp|dialog\(welcome,0\)/.test(editor.file(NPC)));
        });
    }

    const MAP = 'maps/meadow.tmx';

    async function mapIsShown(person, page) {
        await person.item(MAP);
        await until('the map is drawn', () => page.ask('(document.querySelector(".map-canvas")?.width || 0) > 10'));
    }

    // A tile that comes before the chosen one moves its number.
    async function aNewTileKeepsTheBrush() {
        const project = newProject('brush');
        await withEditor(project, async (person, editor, page) => {
            await mapIsShown(person, page);
            await person.chooseByText('Layer ', 'objects');
            await person.click('coin', '.palette', '[role=option]');
            copyFileSync(join(project, 'tiles/tree_soo0.png'), join(project, 'tiles/aaa_soo0.png'));
            await until('the new tile can be chosen', () => page.ask(`[...document.querySelectorAll('.palette [role=option]')].some((one) => one.title === 'aaa')`));
            equal('what is chosen', await page.ask(`document.querySelector('.palette [aria-selected=true]').title`), 'coin');
            await page.ask(`(() => { const real = window.fetch; window.painted = [];
                window.fetch = (address, options) => { if (/^api.map[?]/.test(address) && options?.body) window.painted.push(...JSON.parse(options.body).layers.flatMap(({ names }) => names)); return real(address, options); };
                document.querySelector('.map-canvas').focus(); })()`);
            await person.press(' ', 'Space');
            await until('it is painted', () => page.ask('window.painted.length > 0'));
            equal('what is painted', await page.ask('window.painted.join()'), 'coin');
            await until('it is shown', () => page.ask('/: coin /.test(document.querySelector(".position").textContent)'));
        });
    }

    // Reading a large project again takes a while.
    async function whatIsOpenedAfterADeletionStays() {
        const project = newProject('deletion');
        copyFileSync(join(project, NPC), join(project, 'npcs/guard.npc'));
        await withEditor(project, async (person, editor, page) => {
            await person.item('npcs/guard.npc');
            await page.ask(`(() => { const real = window.fetch; window.fetch = async (address, options) => {
                if (/^api.project/.test(address)) { await new Promise((resolve) => setTimeout(resolve, 1000)); window.readAgain = true; }
                return real(address, options); }; })()`);
            await person.click('Delete', 'main', 'button');
            await person.click('Delete', 'dialog', 'button');
            await until('it is gone', () => !existsSync(join(project, 'npcs/guard.npc')));
            await page.ask('window.readAgain = false');
            await person.item(NPC);
            await until('the project is read again', () => page.ask('window.readAgain'));
            await sleep(200);
            check('the other item is still shown', await page.ask(`document.title.startsWith('${NPC}')`));
        });
    }

    // Another program adds an item above: what one is about to press stays where it is.
    async function theTreeStaysUnderThePointer() {
        const project = newProject('tree');
        for (let i = 0; i < 300; i++)
            copyFileSync(join(project, NPC), join(project, `npcs/guard${i}.npc`));
        await withEditor(project, async (person, editor, page) => {
            const group = '#tree [data-kind=npc]';
            await page.ask(`document.querySelector('${group}').open = true`);
            const where = async () => (await page.ask(`document.querySelector('${group} .add').getBoundingClientRect().y`));
            await page.ask(`(() => { window.button = document.querySelector('${group} .add'); button.scrollIntoView({ block: 'center' }); })()`);
            const place = await where();
            copyFileSync(join(project, NPC), join(project, 'npcs/aaron.npc'));
            await until('it is in the tree', () => page.ask(`[...document.querySelectorAll('${group} a')].some((one) => one.textContent === 'aaron')`));
            equal('in its order', await page.ask(`document.querySelector('${group} a').textContent`), 'aaron');
            equal('the count', await page.ask(`document.querySelector('${group} .count').textContent`), String(await page.ask(`document.querySelectorAll('${group} li').length`)));
            check('the button is the same', await page.ask(`window.button === document.querySelector('${group} .add')`));
            equal('and in the same place', Math.round(await where()), Math.round(place));
            rmSync(join(project, 'npcs/guard7.npc'));
            await until('it is gone', () => page.ask(`![...document.querySelectorAll('${group} a')].some((one) => one.textContent === 'guard7')`));
            await person.click('New NPC', group, 'button');
            await until('its dialog is open', () => page.ask('document.querySelector("dialog").open'));
            await person.find('Name (letters, digits, _ and .)', 'dialog', 'input');
            await person.press('Escape');
        });
    }

    // A property that another program adds at the same time stays, or the change is refused with a sentence.
    async function listsOfAMapKeepWhatOthersAdd() {
        const project = newProject('lists');
        await withEditor(project, async (person, editor, page) => {
            await mapIsShown(person, page);
            await person.click('Patrol paths', 'main', 'summary');
            await person.find('Add a path at the cursor', 'main', 'button');
            // at once: the page does not know it yet
            writeFileSync(join(project, MAP), editor.file(MAP).replace(/(<property name="title"[^>]*>)/, '$1<property name="north" value="meadow"/>'));
            await page.ask(`[...document.querySelectorAll('main .map-parts button')].find((one) => one.textContent === 'Add a path at the cursor').click()`);
            await person.saved();
            await until('both are in the file', () => /<polygon/.test(editor.file(MAP)) && /name="north"/.test(editor.file(MAP)));
            // the same list
            await person.click('Properties of the map', 'main', 'summary');
            await person.find('south', '.map-parts', 'input');
            await until('the property is shown', () => page.ask(`[...document.querySelectorAll('.map-parts input')].some((one) => one.value === 'meadow')`));
            writeFileSync(join(project, MAP), editor.file(MAP).replace('name="north" value="meadow"', 'name="north" value="-"'));
            await page.ask(`(() => { const field = [...document.querySelectorAll('.map-parts input')].find((one) => [...one.labels].some((label) => label.textContent === 'north'));
                field.value = ''; field.dispatchEvent(new Event('change')); })()`);
            await until('the page says that it has changed', async () => /changed the map meanwhile/.test(await status(page)));
            check('the file is that of the other program', /name="north" value="-"/.test(editor.file(MAP)));
        });
    }

    // A test: shown again when it changes, merged when both change, asked about when both change the same line.
    async function aTextFollowsItsFile() {
        const project = newProject('text'), path = join(project, 'tests/first.test'), area = 'document.querySelector("main .form-code textarea")';
        writeFileSync(path, 'scenario one\r\n  wait 1s\r\n  wait 2s\r\n  wait 3s\r\n');
        await withEditor(project, async (person, editor, page) => {
            const file = () => readFileSync(path, 'utf8');
            const type = async (from, to) => {
                await page.ask(`(() => { const area = ${area}; area.focus(); const at = area.value.indexOf(${JSON.stringify(from)}); area.setSelectionRange(at, at + ${from.length}); })()`);
                await person.type(to);
            };
            await person.item('tests/first.test');
            await until('there is the text', () => page.ask(`!!${area}`));
            writeFileSync(path, file().replace('2s', '4s'));
            await until('the new text is shown', () => page.ask(`/4s/.test(${area}.value)`));
            await type('3s', '5s');
            writeFileSync(path, file().replace('scenario one', 'scenario two'));
            await sleep(1000);
            equal('what is typed stays', await page.ask(`/5s/.test(${area}.value)`), true);
            await leave(page);
            await until('both are in the file', () => file() === 'scenario two\r\n  wait 1s\r\n  wait 4s\r\n  wait 5s\r\n');
            await until('both are shown', () => page.ask(`/two[^]*5s/.test(${area}.value)`));
            await type('1s', '6s');
            writeFileSync(path, file().replace('1s', '7s'));
            await sleep(1000);
            await leave(page);
            await person.click('Write my text', '#dialog', 'button');
            await until('the typed one is in the file', () => /wait 6s\r\n/.test(file()));
            await type('6s', '8s');
            await leave(page);
            await until('the next one, too', () => file() === 'scenario two\r\n  wait 8s\r\n  wait 4s\r\n  wait 5s\r\n');
        });
    }

    return { aTextFollowsItsFile, aNewTileKeepsTheBrush, listsOfAMapKeepWhatOthersAdd, theTreeStaysUnderThePointer, whatIsOpenedAfterADeletionStays, whatIsTypedStaysWhenOthersWrite, aQuickSecondClickRemovesOneRow, aConflictIsAnswered, anUnknownBaseEmptiesNoFile };
}
