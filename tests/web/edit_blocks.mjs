// Handlers as blocks, and templates of handlers.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until, sleep } from './chromium.mjs';
import { check, equal, isAccessible, newProject, withEditor } from './edit_kit.mjs';

const ALT = 1;

// A project with a dialog of two answers, a quest, and an object.
function prepared() {
    const project = newProject('blocks');
    mkdirSync(join(project, 'quests'));
    writeFileSync(join(project, 'quests/herbs.qst'), 'TirNanoG Quest\n0\nHerbs for the smith\nThe smith wants herbs.\n');
    return project;
}

export function blockTests() {
    const path = 'npcs/guide.npc';
    const head = (text) => text.slice(0, text.search(/^e /m));

    async function begin(project, text) {
        const whole = head(readFileSync(join(project, path), 'utf8')).replace(/\r/g, '') + text;
        writeFileSync(join(project, path), whole);
        return whole;
    }

    // A select or another control by its label, in the block with this path.
    const set = (page, key, value) => page.ask(`(() => {
        const found = [...document.querySelectorAll('.block-view [data-key]')].find((one) => one.dataset.key === ${JSON.stringify(key)});
        if (!found)
            return false;
        found.scrollIntoView({ block: 'center' });
        found.focus();
        found.value = ${JSON.stringify(value)};
        found.dispatchEvent(new Event('change', { bubbles: true }));
        return true;
    })()`);

    const place = (page, key) => page.ask(`(() => {
        const found = [...document.querySelectorAll('.block-view [data-key]')].find((one) => one.dataset.key === ${JSON.stringify(key)});
        found?.scrollIntoView({ block: 'center' });
        const box = found?.getBoundingClientRect();
        return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
    })()`);

    async function clickKey(page, key) {
        const at = await until(`there is ${key}`, () => place(page, key));
        await page.click(...at);
    }

    async function written(editor, project, text) {
        await until('the file has it', () => editor.file(path) === text, 4000).catch(() => equal('the file', editor.file(path), text));
        check('the file has it', true);
    }

    async function aHandlerIsMadeByClicksAlone() {
        const project = prepared(), whole = await begin(project, 'e click {\n}\n'), start = head(whole);
        await withEditor(project, async (person, editor, page) => {
            await person.item(path);
            await person.click('Show as blocks', 'main', 'button');
            const addBlock = async (key, title) => {
                await clickKey(page, key);
                await person.click(title, 'dialog', 'button.choice');
                await until('the dialog is closed', () => page.ask('!document.querySelector("dialog").open'));
            };
            await addBlock('add', 'Show a dialogdialog');
            await until('a dialog can be chosen', () => set(page, '0/arg0', 'welcome'));
            await clickKey(page, '0/answers');
            await until('there are branches', () => page.ask('document.querySelectorAll(".branch").length > 1'));
            equal('the answers are shown', await page.ask('[...document.querySelectorAll(".branch strong")].map((one) => one.textContent)'),
                await page.ask('fetch("api/graph").then((r) => r.json()).then((g) => g.nodes.find((one) => one.name === "welcome").answers)'));
            await addBlock('1:0:add', 'Add a questquest');
            await addBlock('1:1:add', 'Give objects to the playergive');
            await isAccessible(page, 'blocks are accessible');
            await page.ask('document.querySelector(".block-view").scrollIntoView({ block: "center" })');
            await person.picture('edit-blocks.png');
            const lines = ['e click {', '    dialog(welcome,0)', '    switch(a) {', '        case 1 {', '            quest(0,herbs)', '        }', '        case 0 {',
                '            give(coin,1)', '        }', '    }', '}', ''];
            await written(editor, project, start + lines.join('\n'));
            // The other view is the same text, live.
            await person.click('Show as text', 'main', 'button');
            equal('the text', await page.ask('(document.querySelector(".CodeMirror")?.CodeMirror.getValue() ?? document.querySelector(".form-code textarea").value)'), lines.slice(0, -1).join('\n'));
            await person.click('Show as blocks', 'main', 'button');
            await sleep(300);
            equal('the bytes stay', editor.file(path), start + lines.join('\n'));
            check('the choice is kept', await page.ask('localStorage.getItem("oisin-handlers") === "blocks"'));
            await page.send('Emulation.setDeviceMetricsOverride', { width: 320, height: 800, deviceScaleFactor: 1, mobile: false });
            await until('it fits', () => page.ask('document.documentElement.scrollWidth <= 320'));
            await page.ask('document.querySelector(".block-view").scrollIntoView()');
            await person.picture('edit-blocks-320.png');
            await isAccessible(page, 'blocks are accessible on small screens');
        });
    }

    async function blocksAreChangedByKeysAlone() {
        const project = prepared(), text = 'e click {\n    alert(0)   # a comment\n    a = 1 +  2\n    switch(a>=1) {\n        case 1 {\n            delay( 5 )\n        }\n    }\n}\n';
        const start = head(await begin(project, text));
        await withEditor(project, async (person, editor, page) => {
            await person.item(path);
            await person.click('Show as blocks', 'main', 'button');
            equal('the comment is a block', await page.ask('document.querySelector(".block-text textarea").value'), '# a comment');
            const focus = (key) => page.ask(`[...document.querySelectorAll('.block-view [data-key]')].find((one) => one.dataset.key === ${JSON.stringify(key)}).focus()`);
            const focused = () => page.ask('document.activeElement.dataset.key');
            await focus('2/grip');
            await person.press('ArrowDown', 'ArrowDown');
            equal('arrows go to the next block', await focused(), '3/grip');
            await person.press('ArrowUp', 'ArrowUp');
            await person.press('ArrowDown', 'ArrowDown', ALT);
            await written(editor, project, start + text.replace('    a = 1 +  2\n', '').replace(/    \}\n\}\n$/, '    }\n    a = 1 +  2\n}\n'));
            equal('the block that has moved has the focus', await focused(), '3/grip');
            await person.press('ArrowRight', 'ArrowRight', ALT);
            await written(editor, project, start + text.replace('    a = 1 +  2\n', '').replace('delay( 5 )\n', 'delay( 5 )\n            a = 1 +  2\n'));
            equal('and in the branch', await focused(), '2:0:1/grip');
            await person.press('ArrowLeft', 'ArrowLeft', ALT);
            await person.press('ArrowUp', 'ArrowUp', ALT);
            await written(editor, project, start + text);
            // A condition, a value; what is no value changes nothing.
            check('a comparison', await set(page, '3/condition/term0/op', '<'));
            await written(editor, project, start + text.replace('a>=1', 'a<1'));
            await clickKey(page, '3/condition/more');
            await set(page, '3/condition/term1/left', '@cnt');
            await set(page, '3/condition/term1/right', '3');
            await set(page, '3/condition/join1', '|');
            const changed = text.replace('a>=1', 'a<1 | @cnt(coin)>=3');
            await written(editor, project, start + changed);
            check('events are offered', await page.ask('[...document.querySelector("[data-key=head]").list.options].some((one) => one.value === "e approach")'));
            await set(page, 'head', 'e approach 3');
            await written(editor, project, start + changed.replace('e click', 'e approach 3'));
            await set(page, 'head', 'e click');
            await written(editor, project, start + changed);
            await set(page, '2/value', '1 +');
            check('it is marked', await page.ask('!!document.querySelector(".block-view [aria-invalid=true]")'));
            equal('a wrong value is not written', editor.file(path), start + changed);
            await set(page, '2/value', '7');
            await written(editor, project, start + changed.replace('1 +  2', '7'));
            await focus('1/grip');
            await person.press('Delete', 'Delete');
            await written(editor, project, start + changed.replace('1 +  2', '7').replace('   # a comment', ''));
            // Undo is shown in the blocks.
            await page.ask('document.querySelector("#undo").click()');
            await written(editor, project, start + changed.replace('1 +  2', '7'));
            await until('the comment is shown again', () => page.ask('document.querySelector(".block-text textarea")?.value === "# a comment"'));
            // The first block is dragged below the third one.
            await place(page, '1/grip');
            const [x, y] = await page.ask(`(() => { const b = document.querySelector('[data-key="0/grip"]').getBoundingClientRect(); return [b.x + 9, b.y + 9]; })()`);
            const end = await page.ask(`(() => { const b = document.querySelector('[data-path="2"]').getBoundingClientRect(); return b.bottom - 4; })()`);
            for (const [type, px, py] of [['mousePressed', x, y], ['mouseMoved', x + 20, y + 20], ['mouseMoved', x + 30, end], ['mouseReleased', x + 30, end]])
                await page.send('Input.dispatchMouseEvent', { type, x: px, y: py, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1 });
            await written(editor, project, start + changed.replace('1 +  2', '7').replace('    alert(0)   #', '    #').replace('a = 7\n', 'a = 7\n    alert(0)\n'));
        });
    }

    // A name that is typed is a choice with each letter: blocks are made again after the last one, and nothing is cut.
    async function namesAreTypedInLists() {
        const project = prepared();
        for (const name of ['wall', 'west', 'westgate'])
            writeFileSync(join(project, `dialogs/${name}.dlg`), 'TirNanoG Dialog\nGuide\nHello.\n- - 0\n');
        const start = head(await begin(project, 'e click {\n    dialog(welcome,0)\n    delay(15)\n}\n'));
        await withEditor(project, async (person, editor, page) => {
            await person.item(path);
            await person.click('Show as blocks', 'main', 'button');
            const label = (key) => page.ask(`(() => { const one = document.querySelector('.block-view .block-field:has([data-key="${key}"]) > span'); one.scrollIntoView({ block: 'center' });
                const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()`);
            await page.click(...await label('0/arg0'));
            for (const key of 'westg')
                for (const type of ['keyDown', 'keyUp'])
                    await page.send('Input.dispatchKeyEvent', { type, key, ...(type === 'keyDown' ? { text: key } : {}) });
            // The next field at once: the choice is taken when the list is left.
            await clickKey(page, '1/arg0');
            await until('the choice is taken', () => page.ask('document.querySelector(\'[data-key="0/arg0"]\').value === "westgate"'));
            await clickKey(page, '1/arg0');
            await person.press('a', 'KeyA', 2);
            await person.type('20');
            await person.press('Tab');
            await written(editor, project, `${start}e click {\n    dialog(westgate,0)\n    delay(20)\n}\n`);
        });
    }

    async function lineEndsStay() {
        const project = prepared(), whole = (await begin(project, 'e click {\n    delay(5)\n\n    dialog(welcome,0) ;\n}\n')).replace(/\n/g, '\r\n');
        writeFileSync(join(project, path), whole);
        await withEditor(project, async (person, editor, page) => {
            await person.item(path);
            await person.click('Show as blocks', 'main', 'button');
            await person.click('Show as text', 'main', 'button');
            await person.click('Show as blocks', 'main', 'button');
            await sleep(300);
            equal('views change nothing', editor.file(path), whole);
            await set(page, '0/arg0', '6');
            await written(editor, project, whole.replace('delay(5)', 'delay(6)'));
        });
    }

    async function templatesAskForWhatTheyNeed() {
        const project = prepared(), whole = await begin(project, 'e click {\n    alert(0)\n}\n');
        await withEditor(project, async (person, editor, page) => {
            await person.item(path);
            await person.click('Insert ...', 'main', 'button');
            await until('templates are shown', () => page.ask('document.querySelectorAll("dialog .choice").length === 3'));
            await person.picture('edit-templates.png');
            await isAccessible(page, 'the templates are accessible');
            await page.ask('[...document.querySelectorAll("dialog .choice")].find((one) => /shop/.test(one.textContent)).click()');
            await until('it asks for a dialog', () => page.ask('!!document.querySelector("dialog select[name=greeting]")'));
            await isAccessible(page, 'the questions are accessible');
            await page.ask('document.querySelector("dialog select[name=greeting]").value = "welcome"; 1');
            await person.picture('edit-template.png');
            await person.click('Insert', 'dialog', 'button');
            await written(editor, project, whole.replace('(0)\n', '(0)\n    dialog(welcome,0)\n    market()\n'));
            await until('it is shown', () => page.ask('/market/.test(document.querySelector(".form-code textarea").value)'));
            await person.click('Insert ...', 'main', 'button');
            await until('templates are shown', () => page.ask('document.querySelectorAll("dialog .choice").length === 3'));
            await page.ask('[...document.querySelectorAll("dialog .choice")].find((one) => /wolf/.test(one.textContent)).click()');
            await person.click('Insert', 'dialog', 'button');
            await until('handlers were added', () => /e approach 5 \{\n    behave\(pursue\)\n\}\n/.test(editor.file(path)) && /e touch \{/.test(editor.file(path)), 8000);
        });
    }

    return { namesAreTypedInLists, aHandlerIsMadeByClicksAlone, blocksAreChangedByKeysAlone, lineEndsStay, templatesAskForWhatTheyNeed };
}
