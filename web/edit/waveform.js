// The waveform of a sound, with the part that is kept and the loop. Dragging moves the nearest of their ends.

import { tr } from './words.js';
import { element } from './page.js';

const WIDTH = 800, HEIGHT = 96;

export class Waveform {
    // `look`: of api/sound. `marks()`: [{name, at, set(sample)}], the ends that can be moved; `part()`: [from, to], what is kept.
    constructor(name, look, part, marks = () => []) {
        Object.assign(this, { look, part, marks });
        this.element = element('canvas', { class: 'waveform', width: WIDTH, height: HEIGHT, role: 'img', 'aria-label': tr`Waveform of ${name}`,
            onpointerdown: (event) => this.press(event), onpointermove: (event) => this.drag(event),
            onpointerup: () => { this.held = null; }, onpointercancel: () => { this.held = null; } });
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
        requestAnimationFrame(() => this.draw());
    }

    sampleAt(event) {
        const box = this.element.getBoundingClientRect();
        return Math.round(Math.max(0, Math.min(1, (event.clientX - box.x) / box.width)) * this.look.samples);
    }

    press(event) {
        const at = this.sampleAt(event), [nearest] = this.marks().sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
        if (!nearest)
            return;
        this.element.setPointerCapture(event.pointerId);
        this.held = nearest.set;
        this.held(at);
    }

    drag(event) { this.held?.(this.sampleAt(event)); }

    draw() {
        const { peaks, samples, peakSamples } = this.look, context = this.element.getContext('2d'), style = getComputedStyle(this.element);
        const colour = (name) => style.getPropertyValue(name), x = (sample) => sample / samples * WIDTH, [from, to] = this.part();
        context.clearRect(0, 0, WIDTH, HEIGHT);
        context.fillStyle = colour('--field');
        context.fillRect(0, 0, WIDTH, HEIGHT);
        peaks.forEach((peak, i) => {
            const kept = (i + 1) * peakSamples > from && i * peakSamples < to, high = Math.max(1, peak / 255 * (HEIGHT - 4));
            context.fillStyle = colour(kept ? '--accent' : '--line');
            context.fillRect(x(i * peakSamples), (HEIGHT - high) / 2, Math.max(1, x(peakSamples) - 0.5), high);
        });
        for (const mark of this.marks()) {
            context.fillStyle = colour(mark.loop ? '--wrong' : '--text');
            context.fillRect(Math.min(WIDTH - 2, Math.max(0, x(mark.at) - 1)), 0, 2, HEIGHT);
        }
    }
}
