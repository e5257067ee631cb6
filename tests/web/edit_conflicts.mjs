// `oisin edit` in Chromium, while another program changes the same files: nothing that somebody has written is lost.
// tests/web/edit.mjs calls these tests with its helpers.

import { writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until, sleep } from './chromium.mjs';

const NPC = 'npcs/guide.npc';

export function conflictTests({ withEditor, newProject, check, equal }) {
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

    return { whatIsTypedStaysWhenOthersWrite, aQuickSecondClickRemovesOneRow, aConflictIsAnswered, anUnknownBaseEmptiesNoFile };
}
