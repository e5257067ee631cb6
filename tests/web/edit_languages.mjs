// The editor in the languages of its readers: chosen in the page or by the browser, from right to left too.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './chromium.mjs';
import { check, equal, newProject, withEditor } from './edit_kit.mjs';

const FOLDER = 'web/edit/languages';
const LANGUAGES = readdirSync(FOLDER).filter((one) => one.endsWith('.json')).map((one) => one.slice(0, -5)).sort();
const table = (language) => JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8'));

// Texts that are still English although the table has other words for them.
const leftInEnglish = (page, words) => page.ask(`(() => {
    const words = ${JSON.stringify(words)}, found = new Set();
    const look = (text) => { if (typeof words[text.trim()] === 'string' && words[text.trim()] !== text.trim()) found.add(text.trim()); };
    for (const one of document.querySelectorAll('button, label, summary, h2, h3, [aria-label], [placeholder], option')) {
        if (one.closest('#tree ul, code') || one.matches('.form :is(label, h3), .map-parts label, .layer, .map-tools option'))
            continue; // names of the project, of fields and of layers
        for (const name of ['aria-label', 'placeholder'])
            if (one.hasAttribute(name))
                look(one.getAttribute(name));
        if (!one.firstElementChild)
            look(one.textContent);
    }
    return [...found];
})()`);

async function choose(page, language) {
    await page.ask(`(() => { const list = document.getElementById('language'); list.value = ${JSON.stringify(language)};
        list.dispatchEvent(new Event('change', { bubbles: true })); })()`);
    await until(`the page is in ${language}`, () => page.ask(`document.documentElement.lang === ${JSON.stringify(language)} && !!document.querySelector('#tree details')`).catch(() => false));
}

export function languageTests() {
    async function languagesAreChosen() {
        const project = newProject('words');
        await withEditor(project, async (person, editor, page) => {
            const { kinds: all, plays } = await page.ask('fetch("api/project").then((r) => r.json())'), kinds = all.map((one) => one.word);
            const known = readFileSync(join(FOLDER, 'kinds.txt'), 'utf8').split('\n');
            equal('words of kinds without translation', kinds.filter((one) => !known.includes(one)), []);
            equal('languages to choose', await page.ask('[...document.getElementById("language").options].map((one) => one.value).sort()'), ['en', ...LANGUAGES].sort());
            const axe = join(process.cwd(), 'build/npm/node_modules/axe-core/axe.min.js');
            for (const language of LANGUAGES) {
                const words = table(language);
                await choose(page, language);
                equal('the direction', await page.ask('document.documentElement.dir'), language === 'ar' ? 'rtl' : 'ltr');
                equal('a button', await page.ask('document.getElementById("undo").textContent'), words.Undo);
                for (const path of ['', 'npcs/guide.npc', 'maps/meadow.tmx', 'story:', 'ui/hud.cfg']) {
                    await page.ask(`location.hash = ${JSON.stringify(path ? '#' + encodeURIComponent(path) : '')}`);
                    await until(`${path} is shown`, () => page.ask(`!!document.querySelector('main h2')`));
                    await until('it is drawn', () => page.ask(`document.querySelector("main").childElementCount > 1 && ${!(plays && path.startsWith('maps')) || '!!document.querySelector(".map-canvas")'}`));
                    equal(`English in ${language} at ${path}`, await leftInEnglish(page, words), []);
                    await person.picture(`edit-${language}-${path.replace(/\W/g, '_') || 'start'}.png`);
                    if (existsSync(axe) && ['ar', 'de', 'ja'].includes(language)) {
                        await page.ask(readFileSync(axe, 'utf8') + '; 1');
                        const found = await page.ask('axe.run().then((result) => result.violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 160)}`))');
                        equal(`axe-core in ${language} at ${path}`, found, []);
                    }
                }
                await page.send('Emulation.setDeviceMetricsOverride', { width: 320, height: 480, deviceScaleFactor: 1, mobile: false });
                check(`${language} is no wider than a phone`, await page.ask('document.documentElement.scrollWidth <= 320'));
                await person.picture(`edit-${language}-320.png`);
                await page.send('Emulation.clearDeviceMetricsOverride');
            }
            await choose(page, 'en');
            equal('English again', await page.ask('document.getElementById("undo").textContent'), 'Undo');
        });
    }

    async function theBrowserSaysTheLanguage() {
        const project = newProject('browser');
        await withEditor(project, async (person, editor, page) => {
            await page.send('Emulation.setUserAgentOverride', { userAgent: 'test', acceptLanguage: 'fr-CH,en' });
            await page.ask('location.reload()');
            await until('it is French', () => page.ask('document.documentElement.lang === "fr" && !!document.querySelector("#tree details")').catch(() => false));
            equal('the list', await page.ask('document.getElementById("language").value'), 'fr');
        });
    }

    return { languagesAreChosen, theBrowserSaysTheLanguage };
}
