// Chromium without a window, over the DevTools protocol: https://chromedevtools.github.io/devtools-protocol/
// A pipe is used instead of a WebSocket, so that Node needs no package.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const OPTIONS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--use-angle=swiftshader', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-default-apps',
    '--disable-dev-shm-usage', '--hide-scrollbars', '--mute-audio', '--lang=en-US', '--window-size=1280,720', '--remote-debugging-pipe'];
const PATIENCE = 60000; // ms

export const program = process.env.CHROMIUM || 'chromium';
export const isThere = () => spawnSync(program, ['--version']).status === 0;
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Waits until `test` returns something that is true.
export async function until(words, test, patience = PATIENCE) {
    const end = Date.now() + patience;
    for (;;) {
        const result = await test();
        if (result)
            return result;
        if (Date.now() > end)
            throw new Error(`not within ${patience / 1000} s: ${words}`);
        await sleep(20);
    }
}

export class Browser {
    // `folder`: the profile, to be used again; a new one if it is not given.
    constructor(folder, ...more) {
        this.own = !folder;
        this.folder = folder || mkdtempSync(join(tmpdir(), 'oisin-chromium-'));
        this.process = spawn(program, [...OPTIONS, ...more, `--user-data-dir=${this.folder}`, 'about:blank'],
            { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
        this.ended = new Promise((resolve) => this.process.on('exit', resolve));
        this.calls = new Map();
        this.pages = new Map(); // by session
        this.count = 0;
        let rest = [];
        this.process.stdio[3].on('error', () => {});
        this.process.stdio[4].on('data', (data) => {
            for (let end; (end = data.indexOf(0)) >= 0; data = data.subarray(end + 1)) {
                this.receive(JSON.parse(Buffer.concat([...rest, data.subarray(0, end)]).toString()));
                rest = [];
            }
            rest.push(data);
        });
    }

    receive(message) {
        if (message.id) {
            const call = this.calls.get(message.id);
            this.calls.delete(message.id);
            message.error ? call.reject(new Error(`${call.method}: ${message.error.message}`)) : call.resolve(message.result);
        } else if (message.method === 'Target.targetCrashed') {
            for (const page of this.pages.values())
                if (page.target === message.params.targetId)
                    page.receive(message);
        } else {
            this.pages.get(message.sessionId)?.receive(message);
        }
    }

    send(method, params = {}, sessionId = undefined) {
        const id = ++this.count;
        return new Promise((resolve, reject) => {
            const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), PATIENCE * 3);
            const call = { method, resolve: (value) => { clearTimeout(timer); resolve(value); },
                reject: (error) => { clearTimeout(timer); reject(error); } };
            this.calls.set(id, call);
            this.ended.then(() => call.reject(new Error(`${method}: the browser has ended`)));
            this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0');
        });
    }

    async open(url, prepare) {
        const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
        const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
        const page = new Page(this, targetId, sessionId);
        this.pages.set(sessionId, page);
        await this.send('Target.setDiscoverTargets', { discover: true });
        for (const domain of ['Page', 'Runtime', 'Log', 'Network'])
            await page.send(`${domain}.enable`);
        if (prepare)
            await prepare(page);
        if (url)
            await page.go(url);
        return page;
    }

    async close() {
        await Promise.race([this.send('Browser.close').catch(() => {}), sleep(5000)]);
        await Promise.race([this.ended, sleep(5000)]);
        this.kill();
    }

    // At once, as when the machine's power fails.
    kill() {
        this.process.kill('SIGKILL');
        if (this.own)
            rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    }

    // The processes of the browser's tabs.
    tabs() {
        return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((id) => {
            try {
                return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('--type=renderer') && isBelow(+id, this.process.pid);
            } catch {
                return false; // it has ended
            }
        });
    }

    // Bytes of memory of the largest tab: what its process has for itself alone, and its part of what is shared.
    memoryOfTab() {
        const sizes = this.tabs().map((id) => /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))[1] * 1024);
        return Math.max(...sizes);
    }

    // Milliseconds that the processor has spent on the scripts of all tabs.
    timeOfTab() {
        return this.tabs().reduce((sum, id) => sum + readFileSync(`/proc/${id}/schedstat`, 'utf8').split(' ')[0] / 1e6, 0);
    }
}

function isBelow(id, above) {
    while (id > 1 && id !== above)
        id = +readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').pop().split(' ')[1];
    return id === above;
}

export class Page {
    constructor(browser, target, session) {
        Object.assign(this, { browser, target, session, console: [], requests: [], failures: [], crashed: false, heard: new Map() });
    }

    receive({ method, params }) {
        if (method === 'Runtime.consoleAPICalled')
            this.console.push(params.args.map((one) => one.value ?? one.description).join(' '));
        else if (method === 'Runtime.exceptionThrown')
            this.failures.push(params.exceptionDetails.exception?.description || params.exceptionDetails.text);
        else if (method === 'Log.entryAdded')
            this.console.push(`${params.entry.level}: ${params.entry.text} ${params.entry.url || ''}`);
        else if (method === 'Network.requestWillBeSent')
            this.requests.push(params.request.url);
        else if (method === 'Target.targetCrashed' || method === 'Inspector.targetCrashed')
            this.crashed = true;
        this.heard.get(method)?.(params);
    }

    on(method, call) { this.heard.set(method, call); }

    send(method, params) { return this.browser.send(method, params, this.session); }

    // The value of an expression, or of the promise that it is; it must be one of JSON.
    async ask(expression) {
        const { result, exceptionDetails } = await this.send('Runtime.evaluate',
            { expression, awaitPromise: true, returnByValue: true, userGesture: false });
        if (exceptionDetails)
            throw new Error(`${exceptionDetails.exception?.description || exceptionDetails.text}\nin: ${expression.slice(0, 300)}`);
        return result.value;
    }

    go(url) { return this.send('Page.navigate', { url }); }

    async reload() {
        await this.ask('window.isOld = true');
        await this.send('Page.reload');
        await until('the page is loaded again', () => this.ask('!window.isOld').catch(() => false));
    }

    // Until the game can be played.
    async ready() {
        return until('the game is loaded', async () => {
            if (await this.ask('!!window.oisin').catch(() => false))
                return true;
            const wrong = await this.ask('document.getElementById("retry")?.hidden === false && document.getElementById("state").textContent')
                .catch(() => '');
            if (wrong)
                throw new Error(`the page says: ${wrong}`);
        });
    }

    async key(code, key = code, held = 60) {
        const codes = { Enter: 13, Escape: 27, ArrowUp: 38, ArrowDown: 40, ArrowLeft: 37, ArrowRight: 39, Space: 32 };
        const params = { code, key, windowsVirtualKeyCode: codes[code] || key.toUpperCase().charCodeAt(0) };
        await this.send('Input.dispatchKeyEvent', { type: 'keyDown', ...params });
        await sleep(held);
        await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...params });
    }

    async click(x, y) {
        const params = { x, y, button: 'left', clickCount: 1 };
        await this.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
        await this.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...params });
        await sleep(60);
        await this.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...params });
    }

    // Through points between the two, as a hand moves.
    async drag(fromX, fromY, toX, toY, steps = 8) {
        const at = (type, x, y) => this.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1 });
        await at('mousePressed', fromX, fromY);
        for (let i = 1; i <= steps; i++) {
            await at('mouseMoved', fromX + (toX - fromX) * i / steps, fromY + (toY - fromY) * i / steps);
            await sleep(20);
        }
        await at('mouseReleased', toX, toY);
    }

    async touch(x, y, held = 60) {
        await this.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
        await sleep(held);
        await this.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    }

    async screenshot() {
        const { data } = await this.send('Page.captureScreenshot', { format: 'png' });
        return Buffer.from(data, 'base64');
    }
}
