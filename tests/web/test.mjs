// The page of a game in a real browser. `test.mjs NAME...` runs these tests; tools/check_web.sh runs all, and sets
// OISIN, BUILD and WORK. OISIN_WEB_KILLS: how often a tab is killed while it saves.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { cpSync } from 'node:fs';
import { Browser } from './chromium.mjs';
import { PREPARED } from './prepared.mjs';
import { Server } from './server.mjs';
import { replay } from './replay.mjs';
import { devices, sound, typing, phone, hidden, older, crashed } from './play.mjs';
import { saves, emergency, full, closed, windows, kills } from './saves.mjs';
import { view } from './view.mjs';
import { firefox, isThere as hasFirefox } from './firefox.mjs';
import { offline, update, large } from './offline.mjs';

const TESTS = { replay, devices, sound, typing, phone, hidden, older, crashed, saves, emergency, full, closed, windows, kills, offline, update, large, view, firefox };
const oisin = process.env.OISIN, build = process.env.BUILD, work = process.env.WORK;

class Test {
    constructor() {
        Object.assign(this, { oisin, build, work, count: 0 });
        this.folder = join(work, 'small');
        this.game = join(work, 'small.tng');
    }

    check(words, right) {
        if (!right)
            throw new Error(words);
        this.count++;
    }

    equal(words, found, expected) {
        const [a, b] = [found, expected].map((value) => JSON.stringify(value));
        this.check(`${words}: expected ${b}, found ${a}`, a === b);
    }

    run(...words) { return execFileSync(oisin, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }); }

    // A page of the small game, or of another folder; `call` gets it when it can be played. Afterwards nothing was refused by
    // the policy, nothing asked of another host, no error thrown.
    async withPage(call, { folder = this.folder, browser = null, server = null, prepare = null, silent = false } = {}) {
        const ownServer = server ? null : await new Server(folder).start(), ownBrowser = browser ? null : new Browser();
        const { address } = server || ownServer;
        try {
            const page = await (browser || ownBrowser).open(address, async (one) => {
                await one.send('Page.addScriptToEvaluateOnNewDocument', { source: PREPARED });
                await prepare?.(one);
            });
            await page.ready();
            const result = await call(page, ownServer || server);
            if (!page.crashed && !silent)
                await this.clean(page, address);
            return result;
        } finally {
            await ownBrowser?.close();
            await ownServer?.stop();
        }
    }

    async clean(page, address) {
        this.equal('violations of the policy', await page.ask('window.violations'), []);
        this.equal('errors', page.failures, []);
        this.equal('requests to others', page.requests.filter((url) => !url.startsWith(address) && !/^(data|blob):/.test(url)), []);
        this.equal('complaints', page.console.filter((line) => /policy|integrity|error/i.test(line) && !line.endsWith('/favicon.ico')), []);
    }

    // What the native program reads in a saved game.
    entity(file) {
        const find = (value) => value && typeof value === 'object' ? value.entity || Object.values(value).map(find).find(Boolean) : null;
        return find(JSON.parse(this.run('show', file)));
    }
}

const test = new Test();
test.run('new', join(work, 'town'), '-q');
test.run('build', join(work, 'town'), '-q', '--web', join(work, 'plain'), '-o', test.game);
test.example = join(work, 'example');
test.exampleGame = join(work, 'example.tng');
test.run('build', 'examples/segais', '-q', '--web', test.example, '-o', test.exampleGame);
cpSync(join(work, 'plain'), test.folder, { recursive: true });

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(TESTS);
for (const name of wanted) {
    if (name === 'firefox' && !hasFirefox()) {
        console.log('         skipped: firefox-esr, which is not installed');
        continue;
    }
    const start = Date.now(), before = test.count;
    try {
        await TESTS[name](test);
    } catch (error) {
        console.log(`FAILED: ${name}: ${error.message}\n${error.stack}`);
        process.exit(1);
    }
    if (process.env.VERBOSE)
        console.log(`${name}: ${test.count - before} checks, ${((Date.now() - start) / 1000).toFixed(1)} s`);
}
console.log(`         ${test.count} checks in browsers`);
process.exit(0);
