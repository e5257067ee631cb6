// "Sprites from a model" of a project: files are chosen, dropped, or named by their path in the project's folder.

import { tr } from './words.js';
import { element, status, uniqueId, failed, Sentence } from './page.js';
import { ModelView } from './model.js';
import * as api from './api.js';

export const MODELS = 'model:'; // the address: #model:chars

// Folders that can have sheets.
export const sheetFolders = (project) => ['chars', 'tiles', 'ui', 'portraits'].filter((one) => project.kinds.some((kind) => kind.sprites && kind.folder === one));

const plainName = (name) => name.replace(/[^A-Za-z0-9_.]/g, '_');

export class ModelPage {
    // `written(answer)`: after sprites were.
    constructor(project, folder, written) {
        Object.assign(this, { project, folder, written });
        const filesId = uniqueId('files'), pathId = uniqueId('path'), modelsId = uniqueId('models');
        const input = element('input', { type: 'file', id: filesId, multiple: true, accept: '.mod,.lnk,.fig,.bon,.anm,.mmp,.png,.glb,.res', onchange: () => this.send([...input.files]) });
        const path = element('input', { type: 'text', id: pathId, class: 'long', autocomplete: 'off', spellcheck: 'false' });
        this.list = element('select', { id: modelsId, onchange: () => this.show({ path: this.list.value, given: 1 }) });
        this.choice = element('p', { hidden: true }, element('label', { for: modelsId }, tr`Model `), this.list);
        this.view = element('div', {});
        this.element = element('div', { class: 'drop', ondragover: (event) => event.preventDefault(), ondrop: (event) => {
            event.preventDefault();
            this.send([...event.dataTransfer.files]);
        } },
        element('p', { class: 'doc' }, tr`Models of Evil Islands: .mod or .lnk, with their .fig, .bon, .anm and textures (.mmp, .png); archives (.res) of them; scenes (.glb). At most 32 MiB a file and 64 MiB in all; larger archives are read from the project's folder.`),
        element('p', {}, element('label', { for: filesId }, tr`Files of the model (or drop them on this page) `), input),
        element('form', { onsubmit: (event) => { event.preventDefault(); this.choice.hidden = true; this.show({ path: path.value.trim() }); } },
            element('label', { for: pathId }, tr`Or the path of one in the project's folder, models/figures.res/unmotr.mod `), path, ' ', element('button', { type: 'submit' }, tr`Show the model`)),
        this.choice, this.view);
    }

    reload() { return this.model?.reload(); }

    async send(files) {
        try {
            let answer = null;
            for (const file of files)
                answer = await api.sendModelFile(file.name, await file.arrayBuffer(), answer === null);
            if (!answer)
                return;
            const { models } = answer;
            this.choice.hidden = models.length < 2;
            this.list.replaceChildren(...models.map((one) => element('option', { value: one }, one)));
            if (!models.length)
                throw new Sentence(tr`None of these files is a model: expected .mod, .lnk, .fig or .glb`);
            await this.show({ path: models[0], given: 1 });
        } catch (error) {
            this.view.replaceChildren();
            failed(error);
        }
    }

    async show(source) {
        const turn = this.turn = (this.turn || 0) + 1;
        const target = { folders: sheetFolders(this.project), folder: this.folder, name: (model) => plainName(model.name) };
        try {
            const model = await new ModelView(source, target, this.project.readOnly, this.written).load();
            if (turn !== this.turn)
                return;
            this.model = model;
            this.view.replaceChildren(model.element);
            status(tr`${model.model.name} is shown.`);
        } catch (error) {
            if (turn !== this.turn)
                return;
            this.model = null;
            this.view.replaceChildren(element('p', { class: 'problem' }, error.message));
            failed(error);
        }
    }
}
