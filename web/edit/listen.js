// The button that plays a sound, everywhere in the editor; a second click ends it. One sound is heard at a time.

import { tr } from './words.js';
import { element, failed, Sentence } from './page.js';

let current = null; // {button, stop}

export function stopListening() {
    const ended = current;
    current = null;
    if (!ended)
        return;
    ended.button.textContent = '▶';
    ended.button.setAttribute('aria-pressed', 'false');
    ended.stop?.();
}

addEventListener('hashchange', stopListening);

// `begin(ended)` starts the sound, calls ended() at its end, and returns a function that ends it, or a promise of one.
export function listenButton(label, begin) {
    const button = element('button', { type: 'button', class: 'play', 'aria-label': label, title: label, 'aria-pressed': 'false', onclick: async () => {
        const again = current?.button === button;
        stopListening();
        if (again)
            return;
        const mine = current = { button, stop: null };
        button.textContent = '■';
        button.setAttribute('aria-pressed', 'true');
        const over = () => { if (current === mine) stopListening(); };
        try {
            const stop = await begin(over);
            if (current === mine)
                mine.stop = stop;
            else
                stop(); // another one was begun meanwhile
        } catch (error) {
            over();
            failed(error);
        }
    } }, '▶');
    return button;
}

// A file that the browser plays by itself; `address` may have the part "#t=1.5,3".
export async function playFile(address, name, ended) {
    const audio = new Audio(address);
    audio.addEventListener('ended', ended);
    audio.addEventListener('pause', ended); // also at the end of a part
    try {
        await audio.play();
    } catch (error) {
        if (error.name !== 'AbortError')
            throw new Sentence(tr`This browser cannot play ${name}.`);
    }
    return () => audio.pause();
}

export const listenTo = (address, name) => listenButton(tr`Listen to ${name}`, (ended) => playFile(address, name, ended));
