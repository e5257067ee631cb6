// Starts the editor of a project, or that of a workspace of an old game.

import { project } from './api.js';

project().then((state) => state.workspace, () => false).then((workspace) => import(workspace ? './workspace.js' : './app.js'));
