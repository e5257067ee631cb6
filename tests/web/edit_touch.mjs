// Touch screens: controls of the editor are at least 44 px high. tests/web/edit.mjs calls these tests.

import { until } from './chromium.mjs';
import { check, newProject, withEditor } from './edit_kit.mjs';

// Controls below 44 px. Links within sentences, cells of tables and what is hidden are excepted.
const SMALL = `[...document.querySelectorAll('button, select, summary, input:not([type="checkbox"], [type="radio"], [type="range"]), #tree a')]
    .filter((one) => one.checkVisibility() && !one.closest('.hidden, .grid, .CodeMirror, .skip, .block-view'))
    .map((one) => [one.getBoundingClientRect().height, one.outerHTML.slice(0, 100)]).filter(([height]) => height > 0 && height < 43.5).map((one) => one.join(' '))`;

export function touchTests() {
    async function controlsAreLargeOnTouchScreens() {
        await withEditor(newProject('touch'), async (person, editor, page) => {
            await page.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
            let pages = 0;
            for (const [width, height] of [[390, 844], [820, 1180]]) {
                await page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: true });
                await until('the pointer is coarse', () => page.ask('matchMedia("(pointer: coarse)").matches'));
                await page.ask('document.querySelectorAll("#tree details").forEach((one) => { one.open = true; })');
                for (const path of ['config', 'npcs/guide.npc', 'maps/meadow.tmx']) {
                    await person.item(path);
                    await until('it has controls', () => page.ask('document.querySelectorAll("#item :is(button, input, select)").length > 0'));
                    const small = await page.ask(SMALL);
                    await person.picture(`edit-touch-${width}-${pages++}.png`);
                    check(`${path} at ${width} px: ${small.length} small controls:\n${small.slice(0, 12).join('\n')}`, small.length === 0);
                    const cut = await page.ask('[...document.querySelectorAll("#item :is(button, select, input:not([type=file]))")].filter((one) => one.checkVisibility() && !one.closest(".hidden, .grid, .CodeMirror, .palette") && one.getBoundingClientRect().right > innerWidth).map((one) => one.outerHTML.slice(0, 100))');
                    check(`${path} at ${width} px: controls beyond the edge:\n${cut.join('\n')}`, cut.length === 0);
                }
            }
        });
    }
    return { controlsAreLargeOnTouchScreens };
}
