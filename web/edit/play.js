// The game beside the editor, in a frame. A change reloads it; it goes on where it was.

import { $, element, status } from './page.js';

let frame = null;

export function togglePlay(project) {
    const button = $('play'), aside = $('game');
    if (frame) {
        aside.replaceChildren();
        frame = null;
    } else {
        frame = element('iframe', { src: 'player/?author', title: `${project.title}, played`, allow: 'gamepad; fullscreen; autoplay' });
        aside.replaceChildren(frame);
    }
    aside.hidden = !frame;
    button.setAttribute('aria-pressed', String(!!frame));
    frame?.addEventListener('load', () => frame?.contentWindow.focus());
}

// After a change without errors. False: no game is played.
export async function reloadGame() {
    const module = frame?.contentWindow.oisin?.module;
    if (!module)
        return false;
    const response = await fetch('api/game');
    if (!response.ok) {
        status((await response.json().catch(() => ({}))).error || 'The game cannot be built.', true);
        return false;
    }
    const bytes = new Uint8Array(await response.arrayBuffer()), at = module._web_alloc(bytes.length);
    module.HEAPU8.set(bytes, at);
    module._web_reload(at, bytes.length);
    return true;
}
