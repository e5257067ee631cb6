// Starts the editor of a project, or that of a workspace of an old game, or the page on which a project is chosen.

import { project } from './api.js';
import { loadWords } from './words.js';

const page = (state) => (state.start ? './start.js' : state.workspace ? './workspace.js' : './app.js');

Promise.all([project().catch(() => ({})), loadWords()]).then(([state]) => import(page(state)));
