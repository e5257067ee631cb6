// `oisin edit` without a project: a game is begun from a template on a page, and found there again.

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './chromium.mjs';
import { check, equal, isAccessible, newFolder, withPage } from './edit_kit.mjs';

export function startTests() {
    async function aGameIsBegunFromATemplate() {
        const home = newFolder('home'), before = process.env.HOME;
        mkdirSync(home);
        process.env.HOME = home;
        try {
            await withPage([], async (person, editor, page) => {
                await until('templates have pictures', () => page.ask('[...document.querySelectorAll(".card img")].filter((one) => one.naturalWidth > 100).length === 4'));
                await person.picture('edit-start.png');
                await isAccessible(page, 'the start');
                check('nothing was made yet', !existsSync(join(home, 'TirNanoG')));
                const choose = async (name) => {
                    const card = (await page.ask('[...document.querySelectorAll(".card")].map((one) => one.textContent)')).find((one) => one.startsWith('village'));
                    await person.click(card, 'main', 'button');
                    await person.find('Name (letters, digits, _ and .)', 'dialog', 'input');
                    await person.type(name);
                    await person.press('Enter');
                };
                await choose('no/name');
                await until('a wrong name is refused', () => page.ask('document.getElementById("status").classList.contains("error")'));
                await choose('valley');
                await until('the editor has the new game', () => page.ask('document.getElementById("title").textContent === "valley" && !!document.querySelector("#tree details")').catch(() => false));
                check('it is in its folder', existsSync(join(home, 'TirNanoG/valley/maps/village.tmx')));
                await page.ask('location.hash = "#maps%2Fvillage.tmx"');
                await until('its map is drawn', () => page.ask('(document.querySelector(".map-canvas")?.width || 0) > 10'));
            });
            await withPage([], async (person, editor, page) => {
                await until('the game is listed', () => page.ask('/valley/.test(document.querySelector(".cards")?.textContent)'));
                const config = readFileSync(join(home, 'TirNanoG/valley/config'), 'utf8');
                for (const [body, status] of [[{ name: '../home' }, 404], [{ name: 'other' }, 404], [{ name: '.' }, 404], [{ name: 'valley', template: 'village' }, 409], [{ name: 'x', template: 'castle' }, 409], [{ name: '..', template: 'sea' }, 409], [3, 400]])
                    equal(`${JSON.stringify(body)}`, await page.ask(`fetch('api/start', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(body))} }).then((r) => r.status)`), status);
                for (const path of ['../edit/index.html', '..%2f..%2fMakefile', 'languages/../../../Makefile', 'api/start/picture?name=../segais'])
                    equal(path, await page.ask(`fetch(${JSON.stringify(path)}).then((r) => r.status)`), 404);
                equal('the game was not touched', readFileSync(join(home, 'TirNanoG/valley/config'), 'utf8'), config);
                await person.click('valleyvalley', 'main', 'button');
                await until('it is opened', () => page.ask('!!document.querySelector("#tree details")').catch(() => false));
            });
        } finally {
            process.env.HOME = before;
        }
    }

    return { aGameIsBegunFromATemplate };
}
