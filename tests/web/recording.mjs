// Half an hour of the example game: tools/demo.input, then a bit of everything that can be pressed and clicked, by chance,
// but always the same. `recording.mjs FILE` writes it.

import { readFileSync, writeFileSync } from 'node:fs';

export const TICKS = 54000;
const DIRECTIONS = ['so', 'sw', 'we', 'nw', 'no', 'ne', 'ea', 'se', 'none', 'none', 'none', 'none'];
const PRESSED = ['confirm', 'confirm', 'confirm', 'cancel', 'cancel', 'inventory', 'stats', 'quests', 'confirm'];

let state;
function chance(count) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 65536) % count;
}
const one = (list) => list[chance(list.length)];

export function recording() {
    state = 12;
    const demo = readFileSync(new URL('../../tools/demo.input', import.meta.url), 'utf8');
    const lines = demo.split('\n').filter((line) => line && !line.endsWith(' end'));
    for (let tick = 900; tick < TICKS; tick += 3 + chance(60)) {
        const kind = chance(10);
        if (kind < 3)
            lines.push(`${tick} direction ${one(DIRECTIONS)}`);
        else if (kind < 6)
            lines.push(`${tick} press ${one(PRESSED)}`);
        else if (kind < 8)
            lines.push(`${tick} go ${chance(2048)} ${chance(2048)}`);
        else
            lines.push(`${tick} ${one(['option', 'action', 'action', 'belt', 'tab'])} ${1 + chance(4)}`);
    }
    return lines.join('\n') + `\n${TICKS} end\n`;
}

if (process.argv[1] === new URL(import.meta.url).pathname)
    writeFileSync(process.argv[2], recording());
