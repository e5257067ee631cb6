// For tests of the editor: its server, and a page as a person uses it. PICTURES: a folder for screenshots.

import { spawn, execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Browser, until, sleep } from './chromium.mjs';

export const { OISIN: oisin, WORK: work, PICTURES: pictures } = process.env;
export let checks = 0;

export function check(words, right) {
    if (!right)
        throw new Error(words);
    checks++;
}

export const equal = (words, found, expected) => check(`${words}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`,
    JSON.stringify(found) === JSON.stringify(expected));

// ---- the editor ----

export class Editor {
    constructor(project, ...options) {
        this.project = project; // null: none is given
        this.process = spawn(oisin, ['edit', ...(project === null ? [] : [project]), '--no-browser', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
    }

    async start() {
        this.address = await new Promise((resolve) => this.process.stdout.once('data', (data) => resolve(String(data).trim())));
        return this;
    }

    async stop(signal = 'SIGTERM') {
        const ended = new Promise((resolve) => this.process.once('exit', resolve));
        this.process.kill(signal);
        await ended;
    }

    file(path) { return readFileSync(join(this.project, path), 'utf8'); }
    git(...words) { return execFileSync('git', ['-C', this.project, ...words], { encoding: 'utf8' }); }

    // [status, body] of a request as another program may send it.
    send(method, path, { headers = {}, body = null, host = null } = {}) {
        const url = new URL(path.startsWith('/') ? path : this.address + path, this.address);
        return new Promise((resolve, reject) => {
            const asked = request({ method, port: url.port, host: '127.0.0.1', path: path.startsWith('/') ? path : url.pathname + url.search,
                headers: { ...(host ? { Host: host } : {}), ...headers } }, (response) => {
                const parts = [];
                response.on('data', (part) => parts.push(part));
                response.on('end', () => resolve([response.statusCode, Buffer.concat(parts).toString()]));
            });
            asked.on('error', reject);
            asked.end(body);
        });
    }
}

// ---- the page, as a person uses it ----

export class Person {
    constructor(page) { this.page = page; }

    // The control with this accessible name, within a part of the page; its place on the screen.
    async find(label, within = 'body', kind = 'input, select, textarea, button, summary, a') {
        return until(`there is "${label}"`, () => this.page.ask(`(() => {
            const name = (one) => (one.getAttribute('aria-label') || [...(one.labels || [])].map((l) => l.textContent).join(' ') ||
                one.textContent || '').trim();
            const all = [...document.querySelectorAll(${JSON.stringify(within)})].flatMap((part) => [...part.querySelectorAll(${JSON.stringify(kind)})]);
            const found = all.find((one) => name(one) === ${JSON.stringify(label)} && one.getClientRects().length);
            if (!found)
                return null;
            found.scrollIntoView({ block: 'center' });
            const box = found.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        })()`), 15000);
    }

    async click(label, within, kind) {
        const [x, y] = await this.find(label, within, kind);
        await this.page.click(x, y);
    }

    async type(text) { await this.page.send('Input.insertText', { text }); }

    async press(key, code = key, modifiers = 0) {
        const number = { Enter: 13, Tab: 9, Escape: 27, F9: 120, a: 65, z: 90 }[key] || 0;
        for (const type of ['keyDown', 'keyUp'])
            await this.page.send('Input.dispatchKeyEvent', { type, key, code, modifiers, windowsVirtualKeyCode: number,
                ...(key === 'Enter' && type === 'keyDown' ? { text: '\r' } : {}) });
    }

    // Replaces what is in a field, and leaves it.
    async fill(label, text, within) {
        await this.click(label, within, 'input, textarea');
        await this.press('a', 'KeyA', 2);
        await this.type(text);
        await this.press('Tab');
        await this.saved();
    }

    async choose(label, value, within) {
        await this.find(label, within, 'select');
        await this.page.ask(`(() => {
            const all = [...document.querySelectorAll(${JSON.stringify(within || 'body')} + ' select')];
            const found = all.find((one) => [...one.labels].some((l) => l.textContent === ${JSON.stringify(label)}));
            found.value = ${JSON.stringify(value)};
            found.dispatchEvent(new Event('change', { bubbles: true }));
        })()`);
        await this.saved();
    }

    // An option of a list by its text.
    async chooseByText(label, text) {
        await this.page.ask(`(() => {
            const found = [...document.querySelectorAll('main select')].find((one) => [...one.labels].some((l) => l.textContent === ${JSON.stringify(label)}));
            found.value = [...found.options].find((one) => one.textContent === ${JSON.stringify(text)}).value;
            found.dispatchEvent(new Event('change', { bubbles: true }));
        })()`);
    }

    // The n-th handler of the item.
    async write(text, number = 0) {
        await until('there is a handler', () => this.page.ask(`document.querySelectorAll('.form-code').length > ${number}`));
        await this.page.ask(`(() => {
            const field = document.querySelectorAll('.form-code')[${number}];
            field.scrollIntoView({ block: 'center' });
            (field.querySelector('.CodeMirror')?.CodeMirror || field.querySelector('textarea')).focus();
        })()`);
        await this.press('a', 'KeyA', 2);
        await this.type(text);
        await this.press('Escape');
        await this.click('Skip to the item', 'body', 'a').catch(() => {});
        await this.page.ask('document.activeElement.blur()');
        await this.saved();
    }

    async saved() {
        await sleep(60);
        await until('the change is saved', () => this.page.ask('/Saved/.test(document.getElementById("status").textContent)'));
    }

    async item(path) {
        await this.page.ask(`location.hash = ${JSON.stringify('#' + encodeURIComponent(path))}`);
        await until(`${path} is shown`, () => this.page.ask(`document.title.startsWith(${JSON.stringify(path)})`));
    }

    // With the dialog of a button "New ...".
    async add(kind, name, path) {
        await this.page.ask(`document.querySelector('[data-kind="${kind}"]').open = true`);
        await this.page.ask(`document.querySelector('[data-kind="${kind}"] .add').scrollIntoView({ block: 'center' })`);
        const [x, y] = await this.page.ask(`(() => { const b = document.querySelector('[data-kind="${kind}"] .add').getBoundingClientRect();
            return [b.x + b.width / 2, b.y + b.height / 2]; })()`);
        await this.page.click(x, y);
        await this.picture('edit-dialog-new.png');
        await this.find('Name (letters, digits, _ and .)', 'dialog', 'input');
        await this.type(name);
        await this.press('Enter');
        await until(`${path} is shown`, () => this.page.ask(`document.title.startsWith(${JSON.stringify(path)})`));
    }

    // A line at the end of a section with this title.
    async addTo(title) {
        await until(`there is the section ${title}`, () => this.page.ask(`(() => {
            const found = [...document.querySelectorAll('main .section')].find((one) => one.querySelector('h3')?.textContent === ${JSON.stringify(title)});
            found?.querySelector(':scope > .add')?.click();
            return !!found;
        })()`));
        await this.saved();
    }

    async picture(name) {
        if (pictures)
            writeFileSync(join(pictures, name), await this.page.screenshot());
    }
}

export const withEditor = (project, call, ...options) => withPage([project, ...options], call, '#tree details');

// `words`: of the command line; the first one may be a project. `part`: what the page has when it is loaded; `browserOptions`: of
// Chromium.
export async function withPage([project = null, ...options], call, part = 'main h2', ...browserOptions) {
    const editor = await new Editor(project, ...options).start(), browser = new Browser(undefined, ...browserOptions);
    try {
        const page = await browser.open(editor.address);
        await until('the editor is loaded', () => page.ask(`!!document.querySelector('${part}')`).catch(() => false));
        await call(new Person(page), editor, page);
        const origin = new URL(editor.address).origin;
        check(`no error: ${page.failures}`, page.failures.length === 0);
        const others = page.requests.filter((url) => !url.startsWith(origin) && !/^(data|blob|about):/.test(url));
        check(`requests to this server only: ${others}`, others.length === 0);
        const refused = page.console.filter((line) => /Content Security Policy|Refused to/.test(line));
        check(`nothing against the policy: ${refused}`, refused.length === 0);
    } finally {
        await browser.close();
        if (editor.process.exitCode === null && editor.process.signalCode === null)
            await editor.stop();
    }
}

// A folder of its own for a test: names may repeat. (A name is the ID of a game too: up to 16 letters, digits and "_".)
let folders = 0;
export const newFolder = (name) => join(work, `${name}_${++folders}`);

export function newProject(name) {
    const folder = newFolder(name);
    execFileSync(oisin, ['new', folder], { stdio: 'ignore' });
    const git = (...words) => execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@t', ...words]);
    git('init', '-q');
    git('add', '-A');
    git('commit', '-q', '-m', 'new');
    return folder;
}

// ---- accessibility ----

export const axe = join(process.cwd(), 'build/npm/node_modules/axe-core/axe.min.js');
export const VIOLATIONS = 'axe.run().then((result) => result.violations.map((one) => `${one.id}: ${one.help}: ${one.nodes[0].html.slice(0, 160)} (${one.nodes[0].failureSummary.slice(0, 200)})`))';

// What is shown now has no violation, light and dark.
export async function isAccessible(page, words) {
    if (!existsSync(axe))
        return;
    await page.ask(readFileSync(axe, 'utf8') + '; 1');
    for (const theme of ['dark', 'light']) {
        await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }] });
        await sleep(100);
        const found = await page.ask(VIOLATIONS);
        check(`${words} (${theme}): ${found.join('\n')}`, found.length === 0);
    }
}
