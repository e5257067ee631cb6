// Starts the editor of a project, or that of a workspace of an old game.

import { project } from './api.js';
import { loadWords } from './words.js';

Promise.all([project().then((state) => state.workspace, () => false), loadWords()])
    .then(([workspace]) => import(workspace ? './workspace.js' : './app.js'));
