// picture.mjs FOLDER PNG: the page of the example on a phone, after its first steps, for README.md.

import { writeFileSync } from 'node:fs';
import { Browser, sleep, until } from './chromium.mjs';
import { Server } from './server.mjs';

const [folder, file] = process.argv.slice(2);
const server = await new Server(folder).start(), browser = new Browser();
try {
    const page = await browser.open(server.address, async (one) => {
        await one.send('Emulation.setDeviceMetricsOverride', { width: 640, height: 360, deviceScaleFactor: 2, mobile: true });
        await one.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
    });
    await page.ready();
    const cutscene = () => page.ask('!!oisin.module._web_in_cutscene()');
    const skip = () => until('it is over', async () => {
        await page.key('Escape');
        await sleep(400);
        return !await cutscene();
    });
    await until('the intro', cutscene);
    await skip();
    for (const code of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter', 'ArrowUp', 'Enter']) { // a new game, with the first hero
        await sleep(1000);
        await page.key(code);
    }
    await sleep(1000);
    if (await cutscene())
        await skip();
    await sleep(1000);
    await page.touch(400, 220);
    await sleep(1500);
    writeFileSync(file, await page.screenshot());
} finally {
    await browser.close();
    await server.stop();
}
process.exit(0);
