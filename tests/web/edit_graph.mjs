// The story as a graph: nodes are moved and connected with the mouse and with keys; the file has exactly the changed lines.

import { readFileSync, writeFileSync, cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { until, sleep } from './chromium.mjs';
import { check, equal, newFolder, newProject, withEditor } from './edit_kit.mjs';
import { layout } from '../../web/edit/layout.js';

const dialog = (words, ...answers) => `TirNanoG Dialog\nSmith\n${words}\n- - 1\n${answers.map((one) => `- - - ${one}\n`).join('')}`;
const SMITH = 'TirNanoG NPC\nSmith\nstand 100 0 0\ne click {\n    dialog(s_ask,0)\n    switch(a) {\n        case 1 {\n            dialog(s_yes,0)\n' +
    '        }\n        case 0 {\n            sound(click)\n        }\n    }\n}\n';

export function storyTests() {
    function smithy(name) {
        const project = newProject(name);
        writeFileSync(join(project, 'dialogs/s_ask.dlg'), dialog('Do you have coal for me?', 'Here it is.', 'Not today.'));
        writeFileSync(join(project, 'dialogs/s_yes.dlg'), dialog('You are a treasure!'));
        writeFileSync(join(project, 'dialogs/s_no.dlg'), dialog('Then go away.'));
        writeFileSync(join(project, 'npcs/smith.npc'), SMITH.replace('sound(click)', 'alert(0)'));
        return project;
    }

    const open = async (person, path = '') => {
        await person.page.ask(`location.hash = ${JSON.stringify('#' + encodeURIComponent('story:' + path))}`);
        await until('the graph is drawn', () => person.page.ask('document.querySelectorAll(".story .node").length > 1 && document.title.startsWith("Story")'));
        await sleep(100);
    };
    const where = (page, selector) => until(`there is ${selector}`, () => page.ask(`(() => { const b = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect();
        return b && [b.x + b.width / 2, b.y + b.height / 2]; })()`));
    const node = (path) => `.node[data-path="${path}"]`;
    const name = (page, path) => page.ask(`document.querySelector('${node(path)}')?.getAttribute('aria-label') || ''`);

    async function drag(page, [ax, ay], [bx, by]) {
        const mouse = (type, x, y) => page.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: 1, clickCount: 1 });
        await mouse('mouseMoved', ax, ay);
        await mouse('mousePressed', ax, ay);
        for (let i = 1; i <= 4; i++)
            await mouse('mouseMoved', ax + (bx - ax) * i / 4, ay + (by - ay) * i / 4);
        await mouse('mouseReleased', bx, by);
    }

    // What layout.js promises.
    async function layoutsDoNotOverlap() {
        let random = 1;
        const next = (n) => { random = (random * 1103515245 + 12345) % 2147483648; return random % n; };
        const sizes = Array.from({ length: 500 }, (_, i) => [180 + i % 3 * 20, 60 + i % 7 * 20]);
        for (const count of [0, 400, 1200]) {
            const edges = Array.from({ length: count }, () => [next(500), next(500)]), start = performance.now();
            const places = layout(sizes, edges), time = performance.now() - start;
            for (let i = 0; i < 500; i++)
                for (let k = 0; k < i; k++)
                    check(`nodes ${i} and ${k} overlap`, places[i][0] >= places[k][0] + sizes[k][0] || places[k][0] >= places[i][0] + sizes[i][0] ||
                        places[i][1] >= places[k][1] + sizes[k][1] || places[k][1] >= places[i][1] + sizes[i][1]);
            equal('the same graph has the same layout', layout(sizes, edges), places);
            console.log(`         500 nodes, ${count} edges: ${Math.round(time)} ms`);
        }
        const chain = layout([[10, 10], [10, 10], [10, 10]], [[2, 0], [0, 1]]);
        check('edges go to the right', chain[2][0] < chain[0][0] && chain[0][0] < chain[1][0]);
        equal('nothing', layout([], []), []);
    }

    async function answersAreConnectedWithTheMouse() {
        const project = smithy('smithy');
        await withEditor(project, async (person, editor, page) => {
            const handler = editor.file('npcs/smith.npc');
            await open(person, 'dialogs/s_ask.dlg');
            check('an answer is told', /Here it is\. leads to s_yes/.test(await name(page, 'dialogs/s_ask.dlg')));
            check('a dialog without a handler is marked', /nothing leads to it/.test(await name(page, 'dialogs/s_no.dlg')));
            // A node is moved, and stays there.
            await person.click('Fit', 'main');
            await person.picture('edit-story.png');
            const [x, y] = await where(page, `${node('dialogs/s_no.dlg')} rect`);
            const before = editor.git('status', '--short');
            const place = () => page.ask(`document.querySelector('${node('dialogs/s_no.dlg')}').getAttribute('transform')`);
            const first = await place();
            await drag(page, [x, y], [x + 30, y + 40]);
            await until('it was moved', () => page.ask('/s_no was moved/.test(document.getElementById("status").textContent)'));
            const moved = await place();
            check(`it has another place: ${moved}`, moved !== first);
            equal('no file of the project has changed', editor.git('status', '--short'), before);
            await page.reload();
            await until('the place is kept', async () => await place().catch(() => '') === moved);
            // With a finger, too.
            await sleep(200);
            await person.click('Fit', 'main');
            const [fx, fy] = await where(page, `${node('dialogs/s_no.dlg')} rect`);
            const finger = (type, ...points) => page.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
            await finger('touchStart', [fx, fy]);
            await finger('touchMove', [fx + 10, fy]);
            await finger('touchMove', [fx + 20, fy - 10]);
            await finger('touchEnd');
            await until('the finger has moved it', async () => await place() !== moved);
            // Two fingers change the size.
            const size = () => page.ask('document.querySelector(".story > g").getAttribute("transform").split("scale")[1]');
            const small = await size(), [mx, my] = await where(page, '.story');
            await finger('touchStart', [mx - 20, my], [mx + 20, my]);
            for (let i = 1; i < 5; i++)
                await finger('touchMove', [mx - 20 - 10 * i, my], [mx + 20 + 10 * i, my]);
            await finger('touchEnd');
            check('the graph is larger', await size() !== small);
            // The first answer leads to the other dialog.
            await person.click('Fit', 'main');
            await drag(page, await where(page, `${node('dialogs/s_ask.dlg')} .handle`), await where(page, `${node('dialogs/s_no.dlg')} rect`));
            await until('the handler has changed', () => editor.file('npcs/smith.npc') !== handler);
            equal('one word has changed', editor.file('npcs/smith.npc'), handler.replace('s_yes', 's_no'));
            await until('the graph shows it', async () => /Here it is\. leads to s_no/.test(await name(page, 'dialogs/s_ask.dlg')) &&
                /nothing leads to it/.test(await name(page, 'dialogs/s_yes.dlg')));
            // Undo, and it is as before.
            await page.ask('document.activeElement.blur()');
            await person.press('z', 'KeyZ', 2);
            await until('it is undone', () => editor.file('npcs/smith.npc') === handler);
            await until('the graph shows that, too', async () => /leads to s_yes/.test(await name(page, 'dialogs/s_ask.dlg')));
            // On the empty surface, an answer gets a new dialog.
            await person.click('Fit', 'main');
            const [left, top] = await page.ask('(() => { const b = document.querySelector(".story").getBoundingClientRect(); return [b.x + 12, b.y + 12]; })()'); // its bottom may be below the window
            await drag(page, await where(page, `${node('dialogs/s_ask.dlg')} .handle`), [left, top]);
            await person.find('Name (letters, digits, _ and .)', 'dialog', 'input');
            await person.type('s_later');
            await person.press('Enter');
            await until('the answer leads to it', () => editor.file('npcs/smith.npc') === handler.replace('s_yes', 's_later'));
            check('the dialog was made', existsSync(join(project, 'dialogs/s_later.dlg')));
        });
    }

    async function theStoryIsWalkedWithKeys() {
        const project = smithy('keys');
        await withEditor(project, async (person, editor, page) => {
            const handler = editor.file('npcs/smith.npc');
            await open(person, 'npcs/smith.npc');
            const focused = () => page.ask('document.activeElement.dataset.path || document.activeElement.tagName');
            await page.ask(`document.querySelector('.story .node[tabindex="0"]').focus()`);
            equal('the selected node has the focus', await focused(), 'npcs/smith.npc');
            await person.press('ArrowRight');
            equal('along the edge', await focused(), 'dialogs/s_ask.dlg');
            await person.press('ArrowRight');
            equal('along the answer', await focused(), 'dialogs/s_yes.dlg');
            await person.press('ArrowLeft');
            equal('and back', await focused(), 'dialogs/s_ask.dlg');
            await person.press('ArrowDown', 'ArrowDown', 8);
            await until('it is announced', () => page.ask('/s_ask was moved to/.test(document.getElementById("status").textContent)'));
            await person.press('Enter');
            await until('its form is shown', () => page.ask('document.querySelector(".story-form a")?.textContent === "dialogs/s_ask.dlg"'));
            await until('the list of the first answer has the focus', async () => await focused() === 'SELECT');
            await person.press('Tab');
            equal('the next list is that of the second answer', await page.ask('document.activeElement.labels[0].textContent'), 'Not today.');
            await person.choose('Not today.', 'dialogs/s_no.dlg', '.leads');
            await until('the handler has one line more', () => editor.file('npcs/smith.npc') ===
                handler.replace('alert(0)\n', 'alert(0)\n            dialog(s_no,0)\n'));
            // What one looks at in the form stays there when the lists are drawn again.
            const scrolled = () => page.ask('Math.round(document.querySelector(".story-form").scrollTop)');
            await page.ask('document.querySelector(".leads select").focus({ preventScroll: true }); document.querySelector(".story-form").scrollTop = 1e4; 1');
            const place = await scrolled();
            check(`the form is scrolled: ${place}`, place > 50);
            writeFileSync(join(project, 'dialogs/s_ask.dlg'), editor.file('dialogs/s_ask.dlg').replace('Not today.', 'Tomorrow.'));
            await until('the lists are drawn again', () => page.ask('document.querySelector(".leads").textContent.includes("Tomorrow.")'));
            equal('the list keeps the focus', await focused(), 'SELECT');
            equal('the form has not moved', await scrolled(), place);
            // The form and the graph show the same.
            await person.fill('message', 'Any coal today?', '.story-form');
            await until('the graph has the new words', async () => /Any coal today/.test(await name(page, 'dialogs/s_ask.dlg')));
            // So does a change of another program.
            writeFileSync(join(project, 'dialogs/s_ask.dlg'), editor.file('dialogs/s_ask.dlg').replace('Here it is.', 'Take it.'));
            await until('the graph has the new answer', async () => /Take it\./.test(await name(page, 'dialogs/s_ask.dlg')));
            await until('the form has it', () => page.ask('[...document.querySelectorAll(".story-form input")].some((one) => one.value === "Take it.")'));
        });
    }

    // Hostile names are text; the example is accessible, and looked at.
    async function theStoryIsAccessible() {
        const axe = join(process.cwd(), 'build/npm/node_modules/axe-core/axe.min.js');
        if (!existsSync(axe)) {
            console.log('         skipped: axe-core (npm install --prefix build/npm axe-core)');
            return;
        }
        const project = newFolder('segais');
        cpSync('examples/segais', project, { recursive: true });
        writeFileSync(join(project, 'dialogs/t_evil.dlg'), dialog('<img src=x onerror="window.hacked=1">"&', '<script>window.hacked=1</script>', 'No.'));
        await withEditor(project, async (person, editor, page) => {
            for (const [theme, width, height] of [['light', 1280, 800], ['dark', 1280, 800], ['light', 320, 256]]) {
                await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }] });
                await page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
                await page.ask(readFileSync(axe, 'utf8') + '; 1');
                for (const path of ['', 'dialogs/brid_hello.dlg', 'dialogs/t_evil.dlg']) {
                    await person.item('config');
                    await open(person, path);
                    const found = await page.ask('axe.run().then((result) => result.violations.map((one) => `${one.id}: ${one.help}: ${one.nodes[0].html.slice(0, 160)} (${one.nodes[0].failureSummary.slice(0, 200)})`))');
                    check(`the story (${theme}, ${width}, ${path}): ${found.join('\n')}`, found.length === 0);
                    await person.picture(`edit-story-${theme}-${width}-${path.replace(/\W/g, '_') || 'all'}.png`);
                }
            }
            equal('no script ran', await page.ask('window.hacked === undefined'), true);
            await page.send('Emulation.clearDeviceMetricsOverride');
        });
    }

    return { layoutsDoNotOverlap, answersAreConnectedWithTheMouse, theStoryIsWalkedWithKeys, theStoryIsAccessible };
}
