// Publishing in `oisin edit`: the check before it, the folders of targets, the zip file for itch.io, a server on this computer.
// tests/web/edit.mjs calls these tests.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { until } from './chromium.mjs';
import { Editor, check, equal, isAccessible, newFolder, oisin, withEditor } from './edit_kit.mjs';

// The page without the player is enough to be published where the player for browsers was not built; other tests have none.
const withPageFiles = (test) => async () => {
    const before = process.env.OISIN_WEB;
    if (before || existsSync('build/web/page/index.html'))
        return test();
    const folder = newFolder('page');
    mkdirSync(folder);
    for (const name of ['icon.png', 'index.html', 'manifest.webmanifest', 'sw.js'])
        writeFileSync(join(folder, name), '@TITLE@\n');
    process.env.OISIN_WEB = folder;
    try {
        return await test();
    } finally {
        delete process.env.OISIN_WEB;
    }
};

function village() {
    const folder = newFolder('village');
    execFileSync(oisin, ['new', folder, '--template', 'village'], { stdio: 'ignore' });
    return folder;
}

const statusIs = (page, pattern) => until(`the status is ${pattern}`, () => page.ask(`${pattern}.test(document.getElementById('status').textContent)`));
const lines = (page) => page.ask('Object.fromEntries([...document.querySelectorAll("[data-check]")].map((one) => [one.dataset.check, one.className]))');

async function villageIsPublished() {
    const project = village(), release = `${project}-release`;
    await withEditor(project, async (person, editor, page) => {
        await person.click('Publish', 'header', 'button');
        await statusIs(page, '/something is missing/');
        equal('the check', await lines(page), { problems: 'ok', tests: 'ok', languages: 'ok', title: 'warning', icon: 'ok', licence: 'warning' });
        check('nothing is made in spite of warnings', await page.ask('[...document.querySelectorAll(".publishes")].every((one) => one.disabled)'));
        await person.picture('edit-publish.png');
        await isAccessible(page, 'publishing, with warnings');
        // A licence is written here; the title is mended in its form.
        await person.click('Choose a licence', '[data-check=licence]', 'button');
        await until('the dialog is shown', () => page.ask('!!document.querySelector("dialog[open] textarea")'));
        await isAccessible(page, 'the licence');
        await person.click('Save', 'dialog', 'button');
        await until('the licence is in order', async () => (await lines(page)).licence === 'ok');
        check('it is a file', /^village_\d+ may be copied/.test(editor.file('license.txt')));
        await person.click('config', '[data-check=title]', 'a');
        await until('the file is shown', () => page.ask('document.title.startsWith("config")'));
        await person.fill('title', 'The village');
        await person.click('Publish', 'header', 'button');
        await statusIs(page, '/ready to be published/');
        for (const target of ['web', 'linux', 'itch']) {
            await person.click('Make it', `[data-target=${target}]`, 'button');
            await statusIs(page, `/^Made: .*-release.${target}$/`);
            equal(`the page names the folder of ${target}`, await page.ask(`document.querySelector('[data-target=${target}] code').textContent`), join(release, target));
        }
        check('the focus stays', await page.ask('document.activeElement.textContent === "Make it again"'));
        await person.picture('edit-published.png');
        await isAccessible(page, 'publishing');
        await page.send('Emulation.setDeviceMetricsOverride', { width: 320, height: 800, deviceScaleFactor: 1, mobile: false });
        check('no wider than a narrow window', await page.ask('document.querySelector(".publish").scrollWidth <= document.querySelector("main").clientWidth'));
        await person.picture('edit-published-narrow.png');
    });
    const id = project.replace(/.*\//, '');
    equal('the folders', readdirSync(release).sort(), ['itch', 'linux', 'web']);
    check('a page', existsSync(join(release, 'web/index.html')));
    check('a program', readFileSync(join(release, 'linux', `${id}.tng`)).subarray(0, 15).equals(Buffer.from('#!/usr/bin/tngp')));
    const unpacked = newFolder('unpacked');
    execFileSync('python3', ['-m', 'zipfile', '-e', join(release, 'itch', `${id}.zip`), unpacked]);
    equal('the zip file has the files of the page', readdirSync(unpacked).sort(), readdirSync(join(release, 'web')).sort());
    check('index.html is at the root', readFileSync(join(unpacked, 'index.html')).equals(readFileSync(join(release, 'web/index.html'))));
    const built = spawnSync(oisin, ['build', project, '-o', join(project, '../same.tng')]);
    check('the same game as that of build', built.status === 0 && readFileSync(join(project, '../same.tng')).equals(readFileSync(join(release, 'web/game.tng'))));
}

// The body and status of a page whose certificate is its own.
const fetched = (address) => new Promise((resolve) => get(address, { rejectUnauthorized: false }, (response) => {
    response.resume();
    response.on('end', () => resolve(response.statusCode));
}).on('error', () => resolve(0)));

async function aServerIsStartedAndEnded() {
    let address = '';
    await withEditor(village(), async (person, editor, page) => {
        await person.click('Publish', 'header', 'button');
        await statusIs(page, '/something is missing/');
        await person.click('Publish in spite of the warnings', '.publish', 'input');
        await person.click('Start the server', '.publish', 'button');
        await statusIs(page, '/Choose an address first/');
        equal('no address is chosen', await page.ask('document.querySelectorAll(".publish [type=radio]:checked").length'), 0);
        await person.click('127.0.0.1: only this computer can reach it, to try it out', '.publish', 'input');
        await person.click('Start the server', '.publish', 'button');
        await statusIs(page, '/^The server is running: /');
        address = await page.ask('document.querySelector(".publish a[target]").href');
        check(`an address of this computer: ${address}`, /^https:\/\/127\.0\.0\.1:\d+\/$/.test(address));
        equal('its page', await fetched(address), 200);
        const [side, modules] = await page.ask('[document.querySelector(".qr-code").viewBox.baseVal.width, document.querySelector(".qr-code path").getAttribute("d").split("M").length - 1]');
        check(`a QR code: ${side}, ${modules}`, side >= 21 + 8 && modules > 100);
        await person.picture('edit-publish-server.png');
        await isAccessible(page, 'a running server');
        await person.click('End the server', '.publish', 'button');
        await statusIs(page, '/The server has ended/');
        equal('nothing answers', await fetched(address), 0);
    });
    // The server ends with the editor, also if that is killed.
    for (const signal of ['SIGTERM', 'SIGKILL']) {
        const editor = await new Editor(village()).start();
        const ask = async (method, path, body) => JSON.parse((await editor.send(method, path, { headers: { 'Content-Type': 'application/json', Origin: new URL(editor.address).origin },
            body: body && JSON.stringify(body) }))[1]);
        await ask('POST', 'api/publish-server', { address: '127.0.0.1', warned: true });
        await until('it listens', async () => (address = (await ask('GET', 'api/publish')).server.address));
        equal('it answers', await fetched(address), 200);
        await editor.stop(signal);
        await until(`it ends after ${signal}, too`, async () => await fetched(address) === 0);
    }
}

export const publishTests = () => ({ villageIsPublished: withPageFiles(villageIsPublished), aServerIsStartedAndEnded: withPageFiles(aServerIsStartedAndEnded) });
