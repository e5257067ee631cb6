// Firefox without a window, by its Marionette protocol: lengths and JSON over a plain socket.
// https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server } from './server.mjs';
import { until } from './chromium.mjs';
import { native, play, FRAMES } from './replay.mjs';

const program = process.env.FIREFOX || 'firefox-esr';
export const isThere = () => spawnSync(program, ['--version']).status === 0;

class Firefox {
    async start() {
        this.folder = mkdtempSync(join(tmpdir(), 'oisin-firefox-'));
        writeFileSync(join(this.folder, 'user.js'), ['"marionette.port", 0', '"browser.shell.checkDefaultBrowser", false',
            '"datareporting.policy.dataSubmissionEnabled", false', '"app.update.enabled", false', '"network.captive-portal-service.enabled", false',
            '"network.connectivity-service.enabled", false', '"media.volume_scale", "0.0"'].map((line) => `user_pref(${line});\n`).join(''));
        this.process = spawn(program, ['--headless', '--marionette', '--no-remote', '--profile', this.folder, 'about:blank'],
            { stdio: 'ignore', env: { ...process.env, HOME: this.folder, MOZ_DISABLE_CONTENT_SANDBOX: '1' } });
        this.calls = new Map();
        this.count = 0;
        const file = join(this.folder, 'MarionetteActivePort');
        await until('Firefox has started', () => existsSync(file) && readFileSync(file, 'utf8'));
        this.socket = connect(+readFileSync(file, 'utf8'), '127.0.0.1');
        let rest = Buffer.alloc(0);
        this.socket.on('data', (data) => {
            rest = Buffer.concat([rest, data]);
            for (;;) {
                const colon = rest.indexOf(58), size = +rest.subarray(0, colon).toString();
                if (colon < 0 || rest.length < colon + 1 + size)
                    return;
                const message = JSON.parse(rest.subarray(colon + 1, colon + 1 + size).toString());
                rest = rest.subarray(colon + 1 + size);
                if (!Array.isArray(message)) // the greeting
                    continue;
                const [, id, error, result] = message, call = this.calls.get(id);
                error ? call.reject(new Error(`${call.name}: ${error.message}`)) : call.resolve(result);
            }
        });
        await this.send('WebDriver:NewSession', {});
        await this.send('WebDriver:SetTimeouts', { script: 120000 });
        return this;
    }

    send(name, params) {
        const id = ++this.count, text = JSON.stringify([0, id, name, params]);
        return new Promise((resolve, reject) => {
            this.calls.set(id, { name, resolve, reject });
            this.socket.write(`${Buffer.byteLength(text)}:${text}`);
        });
    }

    go(url) { return this.send('WebDriver:Navigate', { url }); }

    async ask(expression) {
        const script = `const end = arguments[arguments.length - 1];
            Promise.resolve().then(() => window.wrappedJSObject).then(() => (${expression}))
                .then((value) => end({ value }), (error) => end({ error: String(error) + error.stack }));`;
        const { value: { value, error } } = await this.send('WebDriver:ExecuteAsyncScript', { script, args: [], sandbox: null });
        if (error)
            throw new Error(error);
        return value;
    }

    ready() { return until('the game is loaded', () => this.ask('!!window.oisin').catch(() => false)); }

    // Holds a key: a character, or a number of https://www.w3.org/TR/webdriver/#keyboard-actions
    key(value, held) {
        const actions = [{ type: 'keyDown', value }, { type: 'pause', duration: held }, { type: 'keyUp', value }];
        return this.send('WebDriver:PerformActions', { actions: [{ type: 'key', id: 'keys', actions }] });
    }

    close() {
        this.socket?.destroy();
        this.process.kill('SIGKILL');
        rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    }
}

export async function firefox(test) {
    const small = await new Server(test.folder).start(), example = await new Server(test.example).start(), browser = new Firefox();
    try {
        await browser.start();
        await browser.go(small.address);
        await browser.ready();
        const place = async () => {
            const bytes = await browser.ask(`(async () => {
                oisin.module._web_leave();
                await oisin.storage.settled();
                return Array.from(oisin.storage.read('saves/auto1.sav'));
            })()`);
            writeFileSync(join(test.work, 'firefox.sav'), Buffer.from(bytes));
            return test.entity(join(test.work, 'firefox.sav'));
        };
        const before = await place();
        await browser.key('\ue014', 700);
        test.check('the right arrow moves the hero', (await place()).x > before.x + 4);
        test.check('sound is started by a key', await browser.ask('!!oisin.sound.context')); // it runs where there is a device
        await browser.send('WebDriver:Refresh', {});
        await browser.ready();
        test.check('a saved game is there after a reload', await browser.ask('oisin.storage.size("saves/auto1.sav") > 0'));
        await until('the worker has the game', () => browser.ask('navigator.serviceWorker.ready.then(() => true)'));
        const { port } = small;
        await small.stop();
        await browser.go(`http://127.0.0.1:${port}/`);
        await browser.ready();
        test.equal('violations of the policy', small.reports, []);
        await browser.go(example.address);
        await browser.ready();
        const wrong = await browser.ask(`(${play})('engine', ${JSON.stringify(native(test))}, ${JSON.stringify(FRAMES)}, 640, 360)`);
        test.equal('the same worlds and pixels as the native program', wrong, []);
        test.equal('violations of the policy', example.reports, []);
        test.count++;
    } finally {
        browser.close();
        await small.stop();
        await example.stop();
    }
}
