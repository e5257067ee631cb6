// An hour from nothing to a shared game: a game is made from the template "village" by clicks and keys alone, tried, published as a
// page, and played there on a phone. Nothing here sets a value by a script: scripts find where something is, as eyes do. The time
// that a person needs is printed: 0.6 s for a click, 5 characters in a second.
//
// tools/check_hour.sh runs it. PICTURES: a folder for screenshots.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until, sleep } from './chromium.mjs';
import { record, playByTouch, hasPlayer } from './hour_play.mjs';
import { Person, check, checks, equal, isAccessible, newFolder, oisin, withPage } from './edit_kit.mjs';

const CLICK = 0.6, CHARACTER = 0.2; // seconds of a person
const TILE = 32;

// A person whose clicks and keys are counted.
class Author extends Person {
    constructor(page, editor) {
        super(page);
        Object.assign(this, { editor, clicks: 0, keys: 0, steps: [] });
        const { click, drag } = page;
        page.click = (...values) => { this.clicks++; return click.apply(page, values); };
        page.drag = (...values) => { this.clicks += 2; return drag.apply(page, values); };
    }

    async step(name, act) {
        const { clicks, keys } = this;
        await act().catch(async (error) => {
            await this.picture('hour-failed.png');
            throw error;
        });
        this.steps.push({ name, clicks: this.clicks - clicks, keys: this.keys - keys });
        await this.picture(`hour-${this.steps.length}.png`);
        await isAccessible(this.page, name);
    }

    seconds({ clicks, keys }) { return clicks * CLICK + keys * CHARACTER; }

    async type(text) {
        this.keys += text.length;
        await super.type(text);
    }

    async press(...values) {
        this.keys++;
        await super.press(...values);
    }

    // A name in the tree.
    async go(kind, name) {
        const at = `#tree [data-kind="${kind}"]`;
        if (!await this.page.ask(`document.querySelector(${JSON.stringify(at)}).open`))
            await this.clickAt(`${at} > summary`);
        await this.click(name, at, 'a');
    }

    async clickAt(selector) {
        const place = await until(`there is ${selector}`, () => this.page.ask(`(() => {
            const found = document.querySelector(${JSON.stringify(selector)});
            found?.scrollIntoView({ block: 'center' });
            const box = found?.getBoundingClientRect();
            return box?.width ? [box.x + Math.min(box.width, 300) / 2, box.y + box.height / 2] : null; })()`));
        await this.page.click(...place);
    }

    async shown(path) { await until(`${path} is shown`, () => this.page.ask(`document.title.startsWith(${JSON.stringify(path)})`)); }

    // With the button at the end of a kind in the tree.
    async make(kind, name, path) {
        const at = `#tree [data-kind="${kind}"]`;
        if (!await this.page.ask(`document.querySelector(${JSON.stringify(at)}).open`))
            await this.clickAt(`${at} > summary`);
        await this.clickAt(`${at} .add`);
        await this.find('Name (letters, digits, _ and .)', 'dialog', 'input'); // it has the focus
        await this.type(name);
        await this.press('Enter');
        await this.shown(path);
    }

    // A list: its label is clicked, and the beginning of the text is typed, as one does without opening it.
    async pick(label, text, within = 'main') {
        await this.clickLabel(label, within);
        await this.typeAhead(text);
    }

    async clickLabel(label, within) {
        const place = await until(`there is a list "${label}"`, () => this.page.ask(`(() => {
            const found = [...document.querySelectorAll(${JSON.stringify(within)} + ' label')].find((one) => one.textContent.trim().startsWith(${JSON.stringify(label)}) && one.control?.tagName === 'SELECT');
            found?.scrollIntoView({ block: 'center' });
            const box = found?.getBoundingClientRect();
            return box?.width ? [box.x + 4, box.y + 6] : null; })()`));
        await this.page.click(...place);
    }

    async typeAhead(text) {
        for (const key of text) {
            this.keys++;
            for (const type of ['keyDown', 'keyUp'])
                await this.page.send('Input.dispatchKeyEvent', { type, key, ...(type === 'keyDown' ? { text: key } : {}) });
        }
        await sleep(50);
    }

    // Something that is saved: what was said before is taken away.
    async changes(act) {
        await this.page.ask('document.getElementById("status").textContent = ""');
        await act();
        await this.saved();
    }

    async fill(...values) {
        await this.page.ask('document.getElementById("status").textContent = ""');
        await super.fill(...values);
    }

    // ---- maps ----

    async drawn(name) {
        await this.shown(`maps/${name}.tmx`);
        await until(`the map ${name} is drawn`, () => this.page.ask('(document.querySelector(".map-canvas")?.width || 0) > 10 && !!document.querySelector(".palette [role=option]")'));
    }

    async place(thing) {
        await this.click('Filter of what can be placed', 'main', 'input');
        await this.press('a', 'KeyA', 2);
        await this.type(thing);
        await this.click(thing, '.palette', '[role=option]');
    }

    async cell(x, y) {
        const [left, top] = await this.page.ask(`(() => { const c = document.querySelector('.map-canvas'); c.scrollIntoView({ block: 'center' }); const b = c.getBoundingClientRect(); return [b.x, b.y]; })()`);
        return [left + x * TILE + TILE / 2, top + y * TILE + TILE / 2];
    }

    async cells(tool, x, y, toX = x, toY = y) {
        await this.click(tool, '.map-tools', 'label, input[type=radio]');
        const from = await this.cell(x, y), to = await this.cell(toX, toY);
        await this.changes(() => (x === toX && y === toY ? this.page.click(...from) : this.page.drag(...from, ...to)));
    }
}

async function hour() {
    const home = newFolder('home'), before = process.env.HOME;
    mkdirSync(home);
    process.env.HOME = home;
    let author;
    try {
        await withPage([], async (person, editor, page) => {
            author = new Author(page, editor);
            await author.step('a game from a template', () => begin(author, page));
            editor.project = join(home, 'TirNanoG/hollow');
            const git = (...words) => execFileSync('git', ['-C', editor.project, '-c', 'user.name=t', '-c', 'user.email=t@t', ...words], { encoding: 'utf8' });
            git('init', '-q');
            git('add', '-A');
            git('commit', '-q', '-m', 'new');
            await author.step('its title', () => title(author));
            await author.step('a map outside', () => outside(author));
            await author.step('a house that one enters', () => inside(author));
            await author.step('where it begins', () => beginning(author));
            await author.step('what people say', () => dialogs(author));
            await author.step('a talk with branches', () => talker(author));
            await author.step('a shop', () => shop(author));
            await author.step('a quest', () => quest(author));
            await author.step('three people on the map', () => people(author));
            await author.step('a fight', () => fight(author));
            await author.step('music', () => music(author));
            await author.step('a second language', () => language(author));
            await author.step('tests of the old beginning go', () => oldTests(author));
            if (hasPlayer)
                await author.step('played, and recorded as a test', () => record(author));
            await author.step('published as a page', () => publish(author));
            const lines = git('status', '--porcelain', '-uall').trimEnd().split('\n').map((line) => line.slice(3)).filter((path) => !OWN.test(path));
            equal('nothing else has changed', lines, []);
            check('it is an hour at most', author.seconds(author) < 3600);
            equal('the check of the project', execFileSync(oisin, ['check', editor.project], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).replace(/^.*: ok.*\n/m, ''), '');
        });
        if (hasPlayer)
            await playByTouch(`${author.editor.project}-release/web`);
    } finally {
        process.env.HOME = before;
        if (author)
            report(author);
    }
}

function report(author) {
    const total = author.steps.reduce((sum, step) => sum + author.seconds(step), 0);
    for (const step of author.steps)
        console.log(`         ${step.name.padEnd(36)}${String(step.clicks).padStart(4)} clicks ${String(step.keys).padStart(5)} keys ${(author.seconds(step) / 60).toFixed(1).padStart(5)} min ${(100 * author.seconds(step) / total).toFixed(0).padStart(3)} %`);
    console.log(`         ${'all of it'.padEnd(36)}${String(author.clicks).padStart(4)} clicks ${String(author.keys).padStart(5)} keys ${(total / 60).toFixed(1).padStart(5)} min`);
    return total;
}

// ---- the steps ----

async function begin(author, page) {
    await until('templates have pictures', () => page.ask('[...document.querySelectorAll(".card img")].filter((one) => one.naturalWidth > 100).length >= 4'));
    const card = (await page.ask('[...document.querySelectorAll(".card")].map((one) => one.textContent)')).find((one) => one.startsWith('village'));
    await author.click(card, 'main', 'button');
    await author.find('Name (letters, digits, _ and .)', 'dialog', 'input');
    await author.type('hollow');
    await author.press('Enter');
    await until('the editor has the new game', () => page.ask('document.getElementById("title").textContent === "hollow" && !!document.querySelector("#tree details")').catch(() => false));
}

async function title(author) {
    await author.go('game', 'config');
    await author.shown('config');
    await author.fill('title', 'The Hollow Road');
}

async function outside(author) {
    await author.make('map', 'glade', 'maps/glade.tmx');
    await author.drawn('glade');
    await author.place('grass_plain');
    await author.cells('Fill', 2, 2);
    await author.place('path_00');
    await author.cells('Terrain', 6, 8, 12, 8); // on ground 2, because its edges are transparent
    await author.pick('Layer', 'objects');
    await author.place('house_thatch');
    await author.cells('Paint', 5, 6);
    await author.place('tree_oak');
    for (const [x, y] of [[2, 5], [12, 4], [15, 9], [3, 10], [17, 6]])
        await author.cells('Paint', x, y);
}

async function inside(author) {
    await author.make('map', 'cottage', 'maps/cottage.tmx');
    await author.drawn('cottage');
    await author.place('wall_00');
    await author.cells('Fill', 2, 2);
    await author.place('floor_planks');
    await author.cells('Rectangle', 3, 3, 11, 6);
    await author.changes(() => author.click('Apply automap rules', 'main', 'button'));
    await author.pick('Layer', 'objects');
    for (const [thing, x, y] of [['bed', 4, 4], ['table', 9, 4], ['hearth', 7, 3]]) {
        await author.place(thing);
        await author.cells('Paint', x, y);
    }
    await author.go('map', 'glade');
    await author.drawn('glade');
    await author.click('Door', '.map-tools', 'label');
    await author.pick('Leads to the map', 'cottage');
    await until('the other map is shown', () => author.page.ask('/cottage: no cell/.test(document.querySelector(".map-sides").textContent)'));
    const from = await author.cell(7, 6);
    const [left, top] = await author.page.ask('(() => { const b = document.querySelectorAll(".map-canvas")[1].getBoundingClientRect(); return [b.x, b.y]; })()');
    await author.page.drag(...from, left + 7 * TILE + 16, top + 6 * TILE + 16);
    await author.clickAt('[data-side="to"]');
    await author.type('mat');
    await author.click('mat', 'dialog', 'button');
    await author.changes(() => author.click('Make the door', 'main', 'button'));
    check('one enters', /location\(cottage,7,5,no\)/.test(author.editor.file('objects/house_thatch_2.obj')));
    check('and leaves', /location\(glade,7,7,so\)/.test(author.editor.file('objects/mat_2.obj')));
}

// The game begins in the glade.
async function beginning(author) {
    await author.go('game', 'startup.cfg');
    await author.shown('game/startup.cfg');
    await author.click('Show as blocks', 'main', 'button');
    await author.changes(() => author.pick('map', 'glade', '.block-view'));
    await author.fill('x', '9', '.block-view');
    await author.fill('y', '9', '.block-view');
    check('it begins there', /location\(glade,9,9,no\)/.test(author.editor.file('game/startup.cfg')));
}

const DIALOGS = {
    ada_hello: ['Ada', 'You came down the hollow road? Few do, since the wolves.', 'What do you grow here?', 'Is it far to the village?'],
    ada_garden: ['Ada', 'Herbs, mostly. The hens eat the rest.'],
    ada_way: ['Ada', 'Half a day to the north, if the road is dry.'],
    bran_hello: ['Bran', 'Pots, blades, a good soup. What will it be?', 'Show me your wares.', 'Nothing today.'],
    corin_asks: ['Corin', 'A wolf has my lambs. Bring me its pelt, and ten coins are yours.', 'I will.'],
    corin_waits: ['Corin', 'It comes to the trees in the east at dusk.'],
    corin_thanks: ['Corin', 'That is the one. Here, with my thanks.'],
    corin_after: ['Corin', 'My lambs sleep well now.'],
};

async function dialogs(author) {
    for (const [name, [title, message, ...answers]] of Object.entries(DIALOGS)) {
        await author.make('dialog', name, `dialogs/${name}.dlg`);
        await author.fill('title', title);
        await author.fill('message', message);
        for (const text of answers) {
            await author.changes(() => author.click('Add', '.section:last-of-type', 'button'));
            await author.fill('text', text, '.section:last-of-type li:last-child, .section:last-of-type > div');
        }
    }
}

// A copy of somebody of the template.
async function copied(author, from, name, title) {
    await author.go('npc', from);
    await author.shown(`npcs/${from}.npc`);
    await author.click('Duplicate');
    await author.find('Name of the copy', 'dialog', 'input');
    await author.press('a', 'KeyA', 2);
    await author.type(name);
    await author.press('Enter');
    await author.shown(`npcs/${name}.npc`);
    await author.fill('name', title);
}

const label = (key) => `.block-view .block-field:has([data-key="${key}"]) > span`;

async function block(author, key, title, name) {
    await author.clickAt(`.block-view [data-key="${key}"]`);
    await author.click(title, 'dialog', 'button.choice');
    const made = key.replace(/add$/, '0/arg0');
    await author.clickAt(label(made));
    await author.typeAhead(name);
    await until(`the file has ${name}`, () => author.editor.file('npcs/ada.npc').includes(name));
}

async function talker(author) {
    await copied(author, 'weaver', 'ada', 'Ada');
    await author.clickAt(label('0/arg0'));
    await author.changes(() => author.typeAhead('ada_hello'));
    await author.changes(() => author.clickAt('.block-view [data-key="0/answers"]'));
    await block(author, '1:0:add', 'Show a dialogdialog', 'ada_garden');
    await block(author, '1:1:add', 'Show a dialogdialog', 'ada_way');
    const handler = author.editor.file('npcs/ada.npc').replace(/[^]*e click/, '').replace(/\s+/g, '');
    equal('the branches', handler, '{dialog(ada_hello,0)switch(a){case1{dialog(ada_garden,0)}case0{dialog(ada_way,0)}}}');
}

async function shop(author) {
    await copied(author, 'merchant', 'bran', 'Bran');
    await author.clickAt(label('0/arg0'));
    await author.changes(() => author.typeAhead('bran_hello'));
    check('the market stays', /dialog\(bran_hello,0\)[^]*market\(\)/.test(author.editor.file('npcs/bran.npc')));
}

async function quest(author) {
    await author.make('attribute', 'corin_step', 'game/corin_step.atr');
    await author.changes(() => author.pick('type', 'v'));
    await author.make('quest', 'lambs', 'quests/lambs.qst');
    await author.fill('title', 'The lambs of Corin');
    await author.fill('description', 'Bring Corin the pelt of the wolf.');
    await copied(author, 'weaver', 'corin', 'Corin');
    await author.changes(() => author.clickAt('.block-view [data-key="0/remove"]'));
    await author.click('Insert ...', 'main', 'button');
    await author.clickAt('dialog li:nth-child(3) .choice');
    await until('it asks', () => author.page.ask('!!document.querySelector("dialog select[name=quest]")'));
    const values = { quest: 'lambs', step: 'corin_step', asks: 'corin_asks', object: 'pelt', reminds: 'corin_waits', thanks: 'corin_thanks', reward: 'coin', after: 'corin_after' };
    for (const [name, value] of Object.entries(values)) {
        await author.clickAt(`dialog p:has(select[name=${name}]) label`);
        await author.typeAhead(value);
    }
    await author.changes(() => author.click('Insert', 'dialog', 'button'));
    const made = author.editor.file('npcs/corin.npc');
    for (const [name, value] of Object.entries(values))
        check(`the quest has its ${name}`, made.includes(value));
}

async function people(author) {
    await author.go('map', 'glade');
    await author.drawn('glade');
    await author.pick('Layer', 'NPCs');
    for (const [name, x, y] of [['ada', 7, 9], ['bran', 14, 7], ['corin', 11, 10]]) {
        await author.place(name);
        await author.cells('Paint', x, y);
    }
}

async function fight(author) {
    await author.pick('Layer', 'spawners');
    await author.place('wolves');
    await author.cells('Paint', 20, 5);
}

async function music(author) {
    await author.click('Properties of the map', 'main', 'summary');
    await author.fill('music', 'wood', '.map-parts');
    check('the map has music', /name="music" value="wood"/.test(author.editor.file('maps/glade.tmx')));
}

// German, of everything that is said. For the other texts it is enough here to have as many letters, but not the same: a
// translation that is the original is taken for the language of the project.
const GERMAN = {
    'The Hollow Road': 'Die Hohlstraße', 'What do you grow here?': 'Was baust du hier an?', 'Is it far to the village?': 'Ist es weit bis zum Dorf?',
    'Show me your wares.': 'Zeig mir deine Waren.', 'Nothing today.': 'Heute nichts.', 'I will.': 'Das mache ich.',
    'You came down the hollow road? Few do, since the wolves.': 'Du kommst die Hohlstraße herunter? Das tun wenige, seit die Wölfe da sind.',
};

async function language(author) {
    const { page, editor } = author;
    await author.click('Texts and translations', '#tree', 'a');
    await until('the table is shown', () => page.ask('document.querySelectorAll(".texts .grid-body [role=row]").length > 0'));
    await author.click('New language…', 'main', 'button');
    await author.clickAt('dialog label');
    await author.typeAhead('Deutsch');
    await author.click('Add', 'dialog', 'button');
    await until('the language is shown', () => page.ask('!!document.querySelector(".grid-head [lang=de]")'));
    await author.clickAt('.texts .grid-body [role=gridcell][lang=de]');
    const active = () => page.ask(`(() => { const grid = document.querySelector('.texts .grid'), cell = document.getElementById(grid.getAttribute('aria-activedescendant'));
        return cell && [cell.lang, cell.parentElement.querySelector('[role=gridcell]').textContent, cell.textContent]; })()`);
    const missing = () => (editor.file('lang/de.po').match(/\nmsgstr ""\n(?!")/g) || []).length;
    let last = '';
    for (let left = missing(); left; left--) {
        const [lang, original, translation] = await active();
        equal('German is written', lang, 'de');
        check(`the next text is missing: ${original}, after ${last}: ${translation}`, translation === '–');
        last = original;
        await author.press('Enter');
        await until('the field is there', () => page.ask('document.activeElement.matches("textarea.cell-input")'));
        await author.type(GERMAN[original] || original.replace(/[aou]/g, (vowel) => ({ a: 'ä', o: 'ö', u: 'ü' })[vowel]));
        await author.press('Tab');
        await until('the field is left', () => page.ask('!document.querySelector(".cell-input")'));
    }
    await until('all is translated', () => missing() === 0);
}

// The tests of the template begin in its village.
async function oldTests(author) {
    for (const name of ['controls.test', 'village.test', 'wood.test']) {
        await author.go('tests', name);
        await author.shown(`tests/${name}`);
        await author.click('Delete', 'main', 'button');
        await author.click('Delete', 'dialog', 'button');
        await until('it is gone', () => !existsSync(join(author.editor.project, 'tests', name)));
    }
}

async function publish(author) {
    const { page } = author, status = (pattern) => until(`the status is ${pattern}`, () => page.ask(`${pattern}.test(document.getElementById('status').textContent)`));
    await author.click('Publish', 'header', 'button');
    await status('/something is missing|ready to be published/');
    const lines = () => page.ask('Object.fromEntries([...document.querySelectorAll("[data-check]")].map((one) => [one.dataset.check, one.className]))');
    equal('the check before it', await lines(), { problems: 'ok', tests: hasPlayer ? 'ok' : 'warning', languages: 'ok', title: 'ok', icon: 'ok', licence: 'warning' });
    await author.click('Choose a licence', '[data-check=licence]', 'button');
    await author.click('Save', 'dialog', 'button');
    await until('the licence is there', async () => (await lines()).licence === 'ok');
    if (!hasPlayer)
        return;
    await author.click('Make it', '[data-target=web]', 'button');
    await status('/^Made: .*-release.web$/');
    check('the page is there', existsSync(join(`${author.editor.project}-release`, 'web/index.html')));
}

// What the author has made or changed, the list of all objects for maps, and the maps: their tiles have other numbers when that
// list grows over its end.
const OWN = /^(config|tests\/[a-z]*\.test|license\.txt|lang\/de\.po|maps\/[a-z]*\.tmx|maps\/(objects|npcs)\.tsx|game\/(startup\.cfg|corin_step\.atr)|(dialogs|npcs|quests)\/(ada|bran|corin|lambs)[a-z_]*\.(dlg|npc|qst|png)|(objects|tiles)\/(house_thatch|mat)_2(_soo0)?\.(obj|png)|npcs\/.*_npc\.png)$/;

let failed = 0;
try {
    await hour();
    console.log(`         a game is made${hasPlayer ? ', published, and played by touch' : '; not published: `make web` was not run'}`);
} catch (error) {
    failed = 1;
    console.log(`FAILED: ${error.message}\n${error.stack}`);
}
console.log(`${checks} checks`);
process.exit(failed);
