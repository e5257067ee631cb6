// The search of a workspace: names and contents, a table's cell, a text's line. tests/web/edit.mjs calls these tests.

import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { until } from './chromium.mjs';
import { check, equal, isAccessible, newFolder, oisin, withEditor } from './edit_kit.mjs';

const FILES = 5000, FAST = 200 /* ms */;

async function contentsOfAWorkspaceAreFound() {
    const folder = newFolder('searched'), game = join(folder, 'game'), work = join(folder, 'work');
    mkdirSync(join(game, 'texts'), { recursive: true });
    for (let i = 0; i < FILES; i++) // "Лес" in cp1251
        writeFileSync(join(game, `texts/t${i}.txt`), Buffer.concat([Buffer.from([0xcb, 0xe5, 0xf1]), Buffer.from(` number ${i}.\r\n${'Some words of an old game.\r\n'.repeat(60)}`)]));
    copyFileSync('fuzz/corpus/db/items', join(game, 'items.idb'));
    execFileSync(oisin, ['unpack', game, '-o', work, '--open', '--recursive'], { stdio: 'ignore' });
    await withEditor(work, async (person, editor, page) => {
        const search = async (words) => {
            await page.ask(`(() => { const q = document.getElementById('query'); document.getElementById('tree').replaceChildren(); q.value = ${JSON.stringify(words)}; q.dispatchEvent(new Event('input')); })()`);
            await until(`${words} was searched`, () => page.ask('/result|Nothing/.test([...document.querySelectorAll("#tree p[role=status]")].pop()?.textContent)'));
            return page.ask('[...document.querySelectorAll("#tree h2 ~ ul a")].map((one) => decodeURIComponent(one.getAttribute("href")))');
        };
        equal('a text, in other letters', await search('лЕС NUMBER 4711.'), ['#texts/t4711.txt:L1.1']);
        await person.picture('edit-workspace-search.png');
        await isAccessible(page, 'results of a search');
        await person.click('texts/t4711.txt', '#tree h2 ~ ul', 'a');
        await until('its line is selected', () => page.ask('(() => { const a = document.activeElement; return a.tagName === "TEXTAREA" && a.value.slice(a.selectionStart, a.selectionEnd) === "Лес number 4711."; })()'));
        const cells = await search('main,main');
        check(`a cell of a database: ${cells}`, cells.length > 0 && /items\.idb\/\w+\.csv:L\d+\.1$/.test(cells[0]));
        await page.ask(`location.hash = ${JSON.stringify(cells[0])}`);
        await until('its cell is the active one', () => page.ask('(() => { const g = document.querySelector("[role=grid]"), c = g && document.getElementById(g.getAttribute("aria-activedescendant")); return document.activeElement === g && c?.textContent === "main"; })()'));
        equal('nothing', await search('no such words'), []);
        check('it says so', await page.ask('/Nothing was found/.test(document.getElementById("tree").textContent)'));
        equal('at most 200', (await search('Some words')).length, 200);
        const times = await page.ask(`(async () => { const times = []; for (const words of ['number 4999', 'no such', 'an old game']) { const start = performance.now();
            await (await fetch('api/search?q=' + encodeURIComponent(words))).json(); times.push(Math.round(performance.now() - start)); } return times; })()`);
        console.log(`         ${FILES} files of a workspace are searched in ${times.join(', ')} ms`);
        check(`${times} ms`, Math.min(...times) < FAST);
    });
}

export const searchTests = () => ({ contentsOfAWorkspaceAreFound });
