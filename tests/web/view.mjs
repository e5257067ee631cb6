// `oisin view`: a project and a game are played from the viewer.

import { spawn } from 'node:child_process';
import { Browser, until } from './chromium.mjs';
import { PREPARED } from './prepared.mjs';

export async function view(test) {
    const server = spawn(test.oisin, ['view', test.work, '--no-browser'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const browser = new Browser();
    try {
        const address = await new Promise((resolve) => server.stdout.once('data', (data) => resolve(String(data).trim())));
        for (const path of ['town', 'small.tng']) {
            const page = await browser.open(address + path, (one) => one.send('Page.addScriptToEvaluateOnNewDocument', { source: PREPARED }));
            await until('the page has a button', () => page.ask('!!document.querySelector("a.play")'));
            const [x, y] = await page.ask(`(() => {
                const box = document.querySelector('a.play').getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            })()`);
            await page.click(x, y);
            await page.ready();
            await page.key('ArrowRight', 'ArrowRight', 100);
            test.check(`${path} is played`, await page.ask('oisin.module._web_tick_count() > 0'));
            test.equal('no worker is kept for an address that is used once', await page.ask('navigator.serviceWorker.getRegistrations().then((all) => all.length)'), 0);
            await test.clean(page, new URL(address).origin + '/');
        }
    } finally {
        await browser.close();
        server.kill();
    }
}
