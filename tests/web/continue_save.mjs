// continue_save.mjs PAGE SAVE OUT: the page of a game in the folder PAGE, in Chromium. A player imports the saved game SAVE, whose
// name is quick.sav, presses F9, and leaves; what the page then saves is written to OUT. OISIN: a program that can read it.
// Also: nothing was refused by the policy of the page, no error thrown. tools/windows_user.py runs it.

import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { readFileSync, writeFileSync } from 'node:fs';
import { Browser, sleep, until } from './chromium.mjs';
import { PREPARED } from './prepared.mjs';
import { Server } from './server.mjs';

const [folder, save, out] = process.argv.slice(2);
// The page saves. Each play-through has an automatic save of its own: auto1, auto2, ...
const SAVED = `(async () => {
    oisin.module._web_leave();
    await oisin.storage.settled();
    const saves = [];
    for (let n = 0, file; (file = oisin.storage.at('saves', n)); n++)
        if (/auto[0-9]+\\.sav$/.test(file.name))
            saves.push(Array.from(oisin.storage.read(file.name)));
    return saves;
})()`;

// The player in a saved game: where they are, and what they have.
function player(file) {
    const shown = JSON.parse(execFileSync(process.env.OISIN, ['show', file], { encoding: 'utf8' }));
    return JSON.stringify(shown.chunks.find((chunk) => chunk.title === 'player').record.entity);
}

if (basename(save) !== 'quick.sav')
    throw new Error(`${save}: F9 loads quick.sav`);
const server = await new Server(folder).start(), browser = new Browser();
try {
    const page = await browser.open(server.address,
        (one) => one.send('Page.addScriptToEvaluateOnNewDocument', { source: PREPARED }));
    await page.ready();
    // Whether one of the saves has this player; OUT is that save.
    const has = async (wanted) => {
        for (const bytes of await page.ask(SAVED)) {
            writeFileSync(out, Buffer.from(bytes));
            if (player(out) === wanted)
                return true;
        }
        return false;
    };
    const wanted = player(save);
    if (await has(wanted))
        throw new Error('a new game has the same player as the saved one');
    const before = player(out);
    const { root } = await page.send('DOM.getDocument');
    const { nodeId } = await page.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#file' });
    await page.send('DOM.setFileInputFiles', { nodeId, files: [save] });
    await until('the import is stored', () => page.ask('oisin.storage.size("saves/quick.sav") > 0'));
    const stored = Buffer.from(await page.ask('Array.from(oisin.storage.read("saves/quick.sav"))'));
    if (!stored.equals(readFileSync(save)))
        throw new Error('the page stores other bytes');
    await page.ask('document.getElementById("close").click()');
    await page.key('F9', 'F9');
    await until('the page plays the saved game', async () => {
        await sleep(100);
        return has(wanted);
    }, 20000).catch((error) => { throw new Error(`${error.message}\nexpected ${wanted}\nfound    ${player(out)}`); });
    const wrong = [...await page.ask('window.violations'), ...page.failures];
    if (wrong.length)
        throw new Error(wrong.join('\n'));
    console.log(`before: ${before}\nloaded: ${wanted}`);
} catch (error) {
    console.log(error.message);
    process.exitCode = 1;
} finally {
    await browser.close();
    await server.stop();
}
