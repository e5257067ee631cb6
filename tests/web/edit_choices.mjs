// Values are chosen from pictures and sounds.

import { readFileSync, cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './chromium.mjs';
import { check, equal, newFolder, withEditor } from './edit_kit.mjs';


export function choiceTests() {
    async function namesAreChosenFromPicturesAndSounds() {
        const project = newFolder('segais');
        cpSync('examples/segais', project, { recursive: true });
        await withEditor(project, async (person, editor, page) => {
            const shown = () => page.ask('[...document.querySelectorAll("dialog .choice")].map((one) => one.textContent)');
            const whole = (address) => page.ask(`fetch(${JSON.stringify(address)}).then((r) => r.status)`);
            await page.ask('window.played = []; HTMLMediaElement.prototype.play = function () { played.push(this.src); return Promise.resolve(); }; 1');
            await person.item('dialogs/brid_hello.dlg');
            const before = editor.file('dialogs/brid_hello.dlg');
            await person.click('Choose portrait', 'main', 'button');
            await until('all portraits are shown', async () => (await shown()).length > 10);
            check('with pictures', await page.ask('[...document.querySelectorAll("dialog .choice")].every((one) => one.querySelector("img"))'));
            await until('they are loaded', () => page.ask('[...document.querySelectorAll("dialog img")].slice(0, 5).every((one) => one.naturalWidth)'));
            await person.picture('edit-choices.png');
            const axe = join(process.cwd(), 'build/npm/node_modules/axe-core/axe.min.js');
            for (const theme of existsSync(axe) ? ['light', 'dark'] : []) {
                await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }] });
                await page.ask(readFileSync(axe, 'utf8') + '; 1');
                equal(`the dialog is accessible (${theme})`, await page.ask('axe.run().then((result) => result.violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 160)}`))'), []);
            }
            await person.type('fint');
            await until('the filter works', async () => JSON.stringify(await shown()) === '["fintan"]');
            await person.press('Enter');
            equal('Enter goes to the first one', await page.ask('document.activeElement.className'), 'choice');
            await person.press('Enter');
            await until('the file has it', () => editor.file('dialogs/brid_hello.dlg') === before.replace(/^- brid 1$/m, '- fintan 1').replace(/^- brid 1\r$/m, '- fintan 1\r'));
            check('the button has the focus again', await page.ask('document.activeElement.getAttribute("aria-label") === "Choose portrait"'));
            // Sounds play, here and in the list; a voice has a file for each language.
            await person.item('objects/rod.obj');
            await person.click('Choose sound', 'main', 'button');
            await person.picture('edit-choices-sound.png');
            await person.click('Listen to coin', 'dialog', 'button');
            await person.click('coin', 'dialog', 'button');
            await until('the file has the sound', () => / coin /.test(editor.file('objects/rod.obj').split('\n')[2]));
            await person.click('Listen to coin', 'main', 'button');
            await person.item('dialogs/fintan_hello.dlg');
            await person.click('Choose speech', 'main', 'button');
            await person.click('Listen to fintan', 'dialog', 'button');
            await person.press('Escape');
            const played = await page.ask('played');
            equal('three were played', played.length, 3);
            for (const address of played)
                equal(address, await whole(address), 200);
        });
    }

    return { namesAreChosenFromPicturesAndSounds };
}
