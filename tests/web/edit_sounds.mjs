// Sounds in the editor: dropped, cut, with a loop, recorded from the microphone of the browser's fake device; heard where they
// are chosen; what cannot be read. tests/web/edit.mjs calls these tests.

import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './chromium.mjs';
import { check, equal, isAccessible, newFolder, newProject, withEditor, withPage } from './edit_kit.mjs';

const RATE = 22050;

// Half a second each of silence, a tone and silence: a WAV file.
function wav() {
    const count = RATE * 1.5, bytes = Buffer.alloc(44 + count * 2);
    bytes.write('RIFF', 0);
    bytes.writeUInt32LE(36 + count * 2, 4);
    bytes.write('WAVEfmt ', 8);
    bytes.writeUInt32LE(16, 16);
    bytes.writeUInt16LE(1, 20);
    bytes.writeUInt16LE(1, 22);
    bytes.writeUInt32LE(RATE, 24);
    bytes.writeUInt32LE(RATE * 2, 28);
    bytes.writeUInt16LE(2, 32);
    bytes.writeUInt16LE(16, 34);
    bytes.write('data', 36);
    bytes.writeUInt32LE(count * 2, 40);
    for (let i = RATE / 2; i < RATE; i++)
        bytes.writeInt16LE(i % 50 < 25 ? 16000 : -16000, 44 + i * 2);
    return bytes;
}

// Files with these bytes are dropped on a part of the page.
export const drop = (page, selector, files) => page.ask(`(() => {
    const data = new DataTransfer();
    for (const [name, type, base64] of ${JSON.stringify(files.map(([name, type, bytes]) => [name, type, Buffer.from(bytes).toString('base64')]))})
        data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }));
    document.querySelector(${JSON.stringify(selector)}).dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
})()`);

const rowsLoaded = (page, count) => until(`${count} sounds are shown`, () => page.ask(`document.querySelectorAll('.sound-row .waveform').length === ${count}`));
const look = (page, path) => page.ask(`fetch('api/sound?path=${path}').then((r) => r.json()).then(({ rate, channels, samples, start, end, loop }) => ({ rate, channels, samples, start, end, loop }))`);

export function soundTests() {
    async function droppedSoundsAreCutAndAdded() {
        const project = newProject('heard');
        await withEditor(project, async (person, editor, page) => {
            await drop(page, 'main', [['step on wood.wav', 'audio/wav', wav()], ['song.wav', 'audio/wav', wav()]]);
            await until('the page of sounds is shown', () => page.ask('location.hash === "#sound%3Asound"'));
            await rowsLoaded(page, 2);
            const field = (row, label) => page.ask(`(() => { const found = [...document.querySelectorAll('.sound-row')][${row}].querySelectorAll('label');
                return [...found].find((one) => one.textContent.startsWith(${JSON.stringify(label)})).control.value; })()`);
            equal('the name is that of the file', await field(0, 'Name'), 'step_on_wood');
            equal('the whole sound', [await field(0, 'From (s)'), await field(0, 'To (s)')], ['0.000', '1.500']);
            await person.click('Trim the silence', '.sound-row:nth-of-type(1)', 'button');
            equal('the part with the tone', [await field(0, 'From (s)'), await field(0, 'To (s)')], ['0.490', '1.010']);
            check('the waveform has pixels of both colours', await page.ask(`(() => { const canvas = document.querySelector('.waveform'), data = canvas.getContext('2d').getImageData(0, 48, canvas.width, 1).data;
                return new Set([...Array(canvas.width).keys()].map((x) => data.slice(x * 4, x * 4 + 3).join())).size > 1; })()`));
            // heard to its end
            await page.ask(`(() => { const button = document.querySelector('.sound-row .play'); window.pressed = [];
                new MutationObserver(() => pressed.push(button.getAttribute('aria-pressed'))).observe(button, { attributeFilter: ['aria-pressed'] }); })()`);
            await person.click('Listen to step on wood.wav', '.sound-row', 'button');
            await until('it is heard to its end', () => page.ask('pressed.join() === "true,false"'));
            // the second one: music, with a loop
            await page.ask(`(() => { const list = [...document.querySelectorAll('.sound-row')][1].querySelector('select'); list.value = 'music'; list.dispatchEvent(new Event('change')); })()`);
            await person.click('Loop', '.sound-row:nth-of-type(2)', 'input');
            await person.click('Loop from (s)', '.sound-row:nth-of-type(2)', 'input');
            await person.press('a', 'KeyA', 2);
            await person.type('0.5');
            await person.press('Tab');
            equal('the loop begins there', await field(1, 'Loop from (s)'), '0.500');
            await person.picture('edit-sounds.png');
            for (const [width, height] of [[1280, 800], [320, 640]]) {
                await page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
                await isAccessible(page, `sounds before they are added, ${width} wide`);
                const wide = await page.ask('document.documentElement.scrollWidth');
                check(`the page is ${wide} wide`, wide <= width);
                await page.ask('document.querySelector(".sound-row").scrollIntoView()');
                await person.picture(`edit-sounds-${width}.png`);
            }
            await page.send('Emulation.setDeviceMetricsOverride', { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false });
            await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'dark' }] });
            await person.picture('edit-sounds-dark.png');
            await person.click('Add to the project', 'main', 'button');
            await until('the first one is shown', () => page.ask('document.title.startsWith("sounds/step_on_wood.ogg") && !!document.querySelector("main .waveform")'));
            equal('the sound', await look(page, 'sounds/step_on_wood.ogg').then(({ rate, channels, samples }) => [rate, channels, samples]), [44100, 1, 22930]);
            equal('the music', await look(page, 'music/song.ogg').then(({ rate, channels, loop }) => [rate, channels, loop]), [44100, 2, [22050, 44100]]);
            check('it is in the tree', await page.ask('!!document.querySelector("[data-kind=sound] [aria-current]")'));
            // the loop of the music is changed on its page
            await person.item('music/song.ogg');
            await until('its loop is shown', () => page.ask('[...document.querySelectorAll(".sounds input[type=number]")].map((one) => one.value).join() === "0.500,1.500"'));
            await person.fill('Loop from (s)', '0.25', 'main');
            await until('it is in the file', async () => (await look(page, 'music/song.ogg')).loop[0] === 11025);
            await person.picture('edit-sound-page.png');
            await isAccessible(page, 'the page of a sound');
            await page.ask('document.activeElement.blur()');
            await person.press('z', 'KeyZ', 2);
            await until('that is one step', async () => (await look(page, 'music/song.ogg')).loop[0] === 22050);
            await until('the page follows', () => page.ask('document.querySelector(".sounds input[type=number]").value === "0.500"'));
            // both in one step
            await person.press('z', 'KeyZ', 2);
            await until('one undo takes both back', () => !existsSync(join(project, 'sounds/step_on_wood.ogg')) && !existsSync(join(project, 'music/song.ogg')));
            await person.press('Z', 'KeyZ', 10);
            await until('and redo brings them', () => existsSync(join(project, 'music/song.ogg')));
        });
    }

    async function speechIsRecordedWithTheMicrophone() {
        const project = newProject('spoken');
        await withPage([project], async (person, editor, page) => {
            await page.ask('location.hash = "#sound%3Aspeech"');
            await person.click('Record', 'main', 'button');
            await until('it records', () => page.ask('/[2-9] s/.test(document.querySelector("main [aria-pressed=true]")?.textContent || "")'));
            await page.ask('document.querySelector("main [aria-pressed=true]").click()');
            await rowsLoaded(page, 1);
            await person.click('Name', '.sound-row', 'input');
            await person.press('a', 'KeyA', 2);
            await person.type('hello');
            await person.picture('edit-recorded.png');
            await person.click('Add to the project', 'main', 'button');
            await until('it is shown', () => page.ask('document.title.startsWith("speech/hello_en.ogg") && !!document.querySelector("main .waveform")'));
            const { rate, channels, samples, start, end } = await look(page, 'speech/hello_en.ogg');
            equal('as the game takes it', [rate, channels], [44100, 1]);
            check(`it has the beeps of the fake device: ${start} to ${end} of ${samples}`, samples > 22050 && end > start);
            await until('the project has no error', () => page.ask('fetch("api/project").then((r) => r.json()).then((p) => p.checked === p.changes && !p.problems.some((one) => one.severity === "error"))'));
            // recorded once more under the same name: the question
            await page.ask('location.hash = "#sound%3Aspeech"');
            await drop(page, 'main', [['hello.wav', 'audio/wav', wav()]]);
            await rowsLoaded(page, 1);
            const before = readFileSync(join(project, 'speech/hello_en.ogg'));
            await person.click('Add to the project', 'main', 'button');
            await person.click('Cancel', 'dialog', 'button');
            await until('it says why', () => page.ask('/already a file speech\\/hello_en.ogg/.test(document.querySelector(".sounds .problem").textContent)'));
            check('it is unchanged', readFileSync(join(project, 'speech/hello_en.ogg')).equals(before));
            await person.click('Add to the project', 'main', 'button');
            await person.click('Replace', 'dialog', 'button');
            await until('it is replaced', () => !readFileSync(join(project, 'speech/hello_en.ogg')).equals(before));
        }, '#tree details', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream');
    }

    async function whatIsNoSoundIsSaid() {
        const project = newProject('deaf');
        await withEditor(project, async (person, editor, page) => {
            await page.ask('location.hash = "#sound%3Asound"');
            await until('the page is shown', () => page.ask('!!document.querySelector(".sounds")'));
            await drop(page, 'main', [['broken.wav', 'audio/wav', 'RIFF and nothing else'], ['empty.mp3', 'audio/mpeg', ''], ['good.wav', 'audio/wav', wav()]]);
            await rowsLoaded(page, 1);
            equal('two sentences', await page.ask('[...document.querySelectorAll(".sound-row .problem")].map((one) => one.textContent.slice(0, 40))'),
                ['Neither the program nor this browser can', 'not a sound that can be read: ' + await page.ask('document.querySelectorAll(".sound-row .problem")[1].textContent.slice(30, 40)')]);
            await person.click('Leave out broken.wav', 'main', 'button');
            await person.click('Leave out empty.mp3', 'main', 'button');
            await person.click('Add to the project', 'main', 'button');
            await until('the good one is added', () => page.ask('/1 sound was added/.test(document.getElementById("status").textContent)'));
            check('it is there', existsSync(join(project, 'sounds/good.ogg')));
            await drop(page, 'main', [['letter.txt', 'text/plain', 'Dear reader']]);
            await until('other files are refused', () => page.ask('/takes sounds and images, not letter.txt/.test(document.getElementById("status").textContent)'));
            equal('the folder', editor.git('status', '--short', '--', '.', ':!.oisin').trim().split('\n').length, 1);
        });
    }

    // The same button in a form, in a list, in a block and beside the music of a map.
    async function soundsAreHeardWhereTheyAreChosen() {
        const project = newFolder('segais');
        cpSync('examples/segais', project, { recursive: true });
        await withEditor(project, async (person, editor, page) => {
            await page.ask('window.played = []; HTMLMediaElement.prototype.play = function () { played.push(this.src); return Promise.resolve(); }; 1');
            const played = async (path) => until(`${path} is played`, () => page.ask(`played.some((one) => one.includes(${JSON.stringify(encodeURIComponent(path))}))`));
            await person.item('maps/town.tmx');
            await until('the map is shown', () => page.ask('!!document.querySelector(".map-parts")'));
            await person.click('Properties of the map', 'main', 'summary');
            const music = await page.ask('document.querySelector(".map-parts .play").getAttribute("aria-label").replace("Listen to ", "")');
            await person.click(`Listen to ${music}`, '.map-parts', 'button');
            await played(`music/${music}.ogg`);
            equal('the button says that it plays', await page.ask('document.querySelector(".map-parts .play").getAttribute("aria-pressed")'), 'true');
            await person.click(`Listen to ${music}`, '.map-parts', 'button');
            equal('a second click ends it', await page.ask('document.querySelector(".map-parts .play").getAttribute("aria-pressed")'), 'false');
            await person.item('objects/rod.obj');
            await person.click('Listen to pickup', 'main', 'button');
            await played('sounds/pickup.ogg');
            await person.item('npcs/aoife.npc');
            await until('there is a handler', () => page.ask('!!document.querySelector(".view-switch")'));
            await page.ask('(() => { for (const button of document.querySelectorAll(".view-switch")) if (/blocks/.test(button.textContent)) { button.click(); break; } })()');
            await until('it is shown as blocks', () => page.ask('!!document.querySelector(".block .play")'));
            const block = await page.ask('(() => { const button = document.querySelector(".block .play"); button.click(); return button.getAttribute("aria-label"); })()');
            await played(`sounds/${block.replace('Listen to ', '')}.ogg`);
        });
    }

    return { droppedSoundsAreCutAndAdded, speechIsRecordedWithTheMicrophone, whatIsNoSoundIsSaid, soundsAreHeardWhereTheyAreChosen };
}
