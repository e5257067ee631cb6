// What `oisin edit FOLDER` opens: the folder of a game stands for its game.tng. tests/web/edit.mjs calls these tests.

import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Editor, check, equal, newFolder, newProject, oisin } from './edit_kit.mjs';

async function theFolderOfAGameIsOpened() {
    const project = newProject('played'), game = newFolder('game');
    mkdirSync(game);
    execFileSync(oisin, ['build', project], { stdio: 'ignore' });
    copyFileSync(join(project, 'game.tng'), join(game, 'game.tng'));
    for (const time of ['unpacked', 'edited again']) {
        const editor = await new Editor(game).start();
        try {
            const [status, text] = await editor.send('GET', 'api/project'), shown = JSON.parse(text);
            equal(time, [status, !!shown.workspace, shown.kinds.some((kind) => kind.id === 'npc' && kind.names.includes('guide'))], [200, false, true]);
        } finally {
            await editor.stop();
        }
        check('the project is beside the game', existsSync(join(game, 'game.tng-edit')));
    }
    // a project with a built game in it is edited itself
    const editor = await new Editor(project).start();
    await editor.stop();
    check('no other folder is made', !existsSync(join(project, 'game.tng-edit')));
    const empty = newFolder('empty');
    mkdirSync(empty);
    const refused = spawnSync(oisin, ['edit', empty, '--no-browser'], { encoding: 'utf8' });
    check(`another folder: ${refused.stderr}`, refused.status === 1 && /is not a project: it has no file config/.test(refused.stderr));
    const unread = newFolder('unread');
    mkdirSync(unread);
    copyFileSync(join(project, 'game.tng'), join(unread, 'game.tng'));
    const viewed = spawnSync(oisin, ['edit', unread, '--no-browser', '--read-only'], { encoding: 'utf8' });
    check(`for reading only: ${viewed.stderr}`, viewed.status === 1 && /use `oisin view`/.test(viewed.stderr) && !existsSync(join(unread, 'game.tng-edit')));
}

export const folderTests = () => ({ theFolderOfAGameIsOpened });
