// What dialogs say and what their answers are, beside the blocks that name them: of the story (api/graph).

import { element } from './page.js';
import { tr } from './words.js';
import * as api from './api.js';

let nodes = new Map(), loading = null;

function load() {
    loading ||= api.graph().then((graph) => {
        nodes = new Map(graph.nodes.map((one) => [`${one.kind}/${one.name}`, one]));
    }, () => {}).finally(() => { loading = null; });
    return loading;
}

export class StoryTexts {
    // `changed`: a text is known now that was not.
    constructor(changed) {
        this.changed = changed;
        this.asked = new Set();
    }

    node(kind, name) {
        const key = `${kind}/${name}`;
        if (!this.asked.has(key)) { // it may have changed since another handler asked
            this.asked.add(key);
            const before = JSON.stringify(nodes.get(key));
            load().then(() => JSON.stringify(nodes.get(key)) !== before && this.changed());
        }
        return nodes.get(key);
    }

    // In their order; undefined: it is not known (yet).
    answers(name) { return this.node('dialog', name)?.answers; }

    dialog(name) {
        const node = this.node('dialog', name);
        return node ? [element('q', { class: 'block-quote' }, [node.title, node.words].filter(Boolean).join(': '))] : [];
    }

    quest(name) {
        const node = this.node('quest', name);
        return node ? [element('q', { class: 'block-quote' }, node.title || tr`Quest`)] : [];
    }
}
