// The game of tests/web/hour.mjs is played: beside the editor, where a test is recorded, and as a page on a phone, by touch alone.
//
// A game is a picture: where people stand and what a row says is read from screenshots, once, and written here.

import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Browser, sleep, until } from './chromium.mjs';
import { asPhone, savedGame } from './play.mjs';
import { Server } from './server.mjs';
import { check, equal, oisin, pictures, work } from './edit_kit.mjs';

export const hasPlayer = existsSync('build/web/page/index.html');

const TOUCHED = { newGame: [195, 480], start: [100, 556], corin: [238, 318], answer: [150, 798], door: [138, 226] };

// Until the game has gone on for some seconds of its own time, however slow the machine is.
async function plays(ask, seconds) {
    const end = await ask('m._web_tick_count()') + await ask('m._web_time_rate()') * seconds;
    await until(`the game has played ${seconds} s`, () => ask(`m._web_tick_count() >= ${end}`), 60000);
}

// With "Play" and "Record a test": Ada is asked, Corin's quest taken.
export async function record(author) {
    const { page, editor } = author, frame = 'document.querySelector("#game iframe")?.contentWindow?.oisin?.module';
    const ask = (words) => page.ask(`(() => { const m = ${frame}; return ${words}; })()`);
    await author.click('Play', 'header', 'button');
    const there = () => until('the game is there', () => page.ask(`!!${frame}`));
    await there();
    await author.click('Record a test', '#game', 'button');
    await there(); // anew
    await plays(ask, 1);
    const [left, top] = await page.ask('(() => { const b = document.querySelector("#game iframe").getBoundingClientRect(); return [b.x, b.y]; })()');
    await page.click(left + 254, top + 217); // Ada
    await plays(ask, 2);
    for (let i = 0; i < 2; i++) { // an answer, then "Go on"
        await author.press('Enter');
        await plays(ask, 3);
    }
    await page.click(left + 352, top + 248); // Corin, or where he was: he walks about
    await plays(ask, 4);
    for (let i = 0; i < 2; i++) {
        await author.press('Enter');
        await plays(ask, 4);
    }
    await author.picture('hour-played.png');
    await author.click('End and save the test', '#game', 'button');
    await author.find('Name of the scenario', 'dialog', 'input'); // it has the focus
    await author.press('a', 'KeyA', 2);
    await author.type('Ada talks, Corin asks');
    await author.click('Save', 'dialog', 'button');
    await author.shown('tests/recorded.test');
    const text = editor.file('tests/recorded.test');
    check(`both talks are recorded: ${text}`, /^scenario Ada talks, Corin asks\n[^]*talk ada\n[^]*choose "What do you grow here\?"\n[^]*talk corin\n[^]*choose "I will\."/.test(text));
    await author.click('Run these tests', 'main', 'button');
    await until('they have passed', () => page.ask('document.getElementById("status").textContent === "1 passed, 0 failed."'));
    await author.click('Play', 'header', 'button');
}

const KIND = { map: 1, quest: 4 }; // of the names in a saved game

// Where the player is and which quests are open, as the native program reads them in the saved game.
async function player(page) {
    const names = new Map();
    let found = null;
    const visit = (value) => {
        if (!value || typeof value !== 'object')
            return;
        if (value.name?.text)
            names.set(`${value.kind} ${value.number}`, value.name.text);
        found ||= value.entity;
        Object.values(value).forEach(visit);
    };
    visit(JSON.parse(execFileSync(oisin, ['show', await savedGame(page, work)], { encoding: 'utf8' })));
    return { map: names.get(`${KIND.map} ${found.map}`), quests: found.quests.map((number) => names.get(`${KIND.quest} ${number}`)) };
}

// The published page, in a browser that has never seen it.
export async function playByTouch(folder) {
    const server = await new Server(folder).start(), browser = new Browser();
    try {
        const page = await browser.open(server.address, asPhone);
        await page.ready();
        const ask = (words) => page.ask(`(() => { const m = oisin.module; return ${words}; })()`);
        const touch = async (what) => {
            await page.touch(...TOUCHED[what]);
            await plays(ask, 2.5);
            if (pictures)
                writeFileSync(join(pictures, `hour-phone-${what}.png`), await page.screenshot());
        };
        await sleep(1000); // the title
        for (const what of ['newGame', 'start', 'corin', 'answer'])
            await touch(what);
        equal('Corin has given his quest', await player(page), { map: 'glade', quests: ['lambs'] });
        await touch('door');
        equal('the house is entered', (await player(page)).map, 'cottage');
        equal('errors', page.failures, []);
    } finally {
        await browser.close();
        await server.stop();
    }
}
