// node map_grid.mjs FILE: web/edit/map_grid.js against points of src/engine/state/grid.c: [x, y, cell x, cell y, inside, box x, box y].

import { readFileSync } from 'node:fs';
import { boxOf, cellAt } from '../../web/edit/map_grid.js';

let points = 0;
for (const { grid, points: list } of JSON.parse(readFileSync(process.argv[2], 'utf8')))
    for (const [px, py, x, y, inside, left, top] of list) {
        const cell = cellAt(grid, px, py), box = boxOf(grid, x, y);
        if (box[0] + 0 !== left || box[1] + 0 !== top || (cell ? !inside || cell.x !== x || cell.y !== y : inside)) {
            console.log(`grid ${JSON.stringify(grid)}, point ${px},${py}: cell ${JSON.stringify(cell)} and box ${box}, not ${x},${y} (${inside}) and ${left},${top}`);
            process.exit(1);
        }
        points++;
    }
console.log(`${points} points`);
