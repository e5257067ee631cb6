// Animations as the game plays them: a frame is shown as long as there, in the same order.

import { tr } from './words.js';
import { element, uniqueId } from './page.js';

const DIRECTIONS = { so: tr`south`, sw: tr`south-west`, we: tr`west`, nw: tr`north-west`, no: tr`north`, ne: tr`north-east`, ea: tr`east`, se: tr`south-east` };
const LOOPS = { o: tr`once`, f: tr`forth and back`, l: tr`in a loop` };
export { DIRECTIONS, LOOPS };

// The frame that is shown after a number of steps (src/engine/render/sprite_frames.c: animation_frame).
export function frameAt(loop, count, step) {
    if (count < 2)
        return 0;
    if (loop === 'o')
        return Math.min(step, count - 1);
    if (loop === 'f') {
        const phase = step % (2 * count - 2);
        return phase < count ? phase : 2 * count - 2 - phase;
    }
    return step % count;
}

// The size of a frame, and the parts of the image that it consists of: [x, y, w, h, left, top].
export function frameOf(sprite, layout, index) {
    if (!sprite.blocks) {
        const w = sprite.w / sprite.frames;
        return { w, h: sprite.h, parts: [[sprite.x + index * w, sprite.y, w, sprite.h, 0, 0]] };
    }
    const [x1, y1, x2, y2] = sprite.blocks[index], parts = [];
    for (let y = y1; y <= y2; y++)
        for (let x = x1; x <= x2; x++)
            parts.push([layout.left + x * (layout.w + layout.columnGap), layout.top + y * (layout.h + layout.rowGap), layout.w, layout.h,
                (x - x1) * layout.w, (y - y1) * layout.h]);
    return { w: (x2 - x1 + 1) * layout.w, h: (y2 - y1 + 1) * layout.h, parts };
}

export class Animation {
    constructor() {
        Object.assign(this, { sprites: [], name: '', direction: 'so', step: 0, timer: 0, zoom: 4 });
        this.element = element('section', { class: 'animation', hidden: true });
    }

    update(picture, images, layout) {
        Object.assign(this, { sprites: picture.sprites.filter((one) => images.get(one.path)), images, layout, frameTime: picture.frameTime });
        const plays = this.built ? !!this.timer : !matchMedia('(prefers-reduced-motion: reduce)').matches;
        this.element.hidden = !this.sprites.length;
        this.pause();
        if (!this.sprites.length)
            return;
        this.built = true;
        this.build();
        if (this.count > 1 && plays)
            this.play();
    }

    get current() {
        const own = this.sprites.filter((one) => one.name === this.name);
        return own.find((one) => one.direction === this.direction) || own[0];
    }

    get count() { return this.current.frames; }

    build() {
        const names = [...new Set(this.sprites.map((one) => one.name))];
        if (!names.includes(this.name))
            this.name = (this.sprites.find((one) => one.frames > 1) || this.sprites[0]).name;
        const choice = (title, options, change) => {
            const id = uniqueId('animation');
            const list = element('select', { id, onchange: () => change(list.value) }, ...options);
            return [element('label', { for: id }, `${title} `), list];
        };
        const [nameLabel, nameList] = choice(tr`Sprite`, names.map((name) => element('option', { value: name, selected: name === this.name }, name)), (name) => {
            this.name = name;
            this.showDirections();
            this.restart();
        });
        const [directionLabel, directionList] = choice(tr`Direction`, [], (direction) => this.setDirection(direction));
        this.directionList = directionList;
        this.canvas = element('canvas', { tabindex: '0', role: 'application', class: 'checkers',
            'aria-label': tr`Animation: Space plays and pauses, left and right show the frame before and after, up and down change the direction` });
        this.canvas.addEventListener('keydown', (event) => this.key(event));
        this.playButton = element('button', { type: 'button', onclick: () => this.toggle() }, tr`Play the animation`);
        this.position = element('output', { 'aria-live': 'off' });
        const button = (title, work) => element('button', { type: 'button', onclick: work }, title);
        this.element.replaceChildren(element('h3', {}, tr`Animation`),
            element('div', { class: 'picture-tools' }, ...(names.length > 1 ? [nameLabel, nameList] : []), directionLabel, directionList, button(tr`Frame before`, () => this.stepBy(-1)),
                this.playButton, button(tr`Frame after`, () => this.stepBy(1)), this.position), element('div', { class: 'picture-view', tabindex: '0', role: 'region',
                'aria-label': tr`Frame` }, this.canvas));
        this.showDirections();
        this.restart();
    }

    showDirections() {
        const own = this.sprites.filter((one) => one.name === this.name);
        this.directionList.replaceChildren(...Object.keys(DIRECTIONS).filter((id) => own.some((one) => one.direction === id)).map((id) =>
            element('option', { value: id, selected: id === this.direction }, DIRECTIONS[id])));
        this.direction = this.directionList.value;
    }

    setDirection(direction) {
        this.direction = direction;
        this.directionList.value = direction;
        this.draw();
    }

    // ---- time ----

    play() {
        if (this.current.loop === 'o' && this.step >= this.count - 1)
            this.step = 0;
        clearInterval(this.timer);
        this.timer = setInterval(() => {
            if (!this.element.isConnected)
                return this.pause();
            this.step++;
            if (this.current.loop === 'o' && this.step >= this.count - 1)
                this.pause();
            this.draw();
        }, this.frameTime);
        this.playButton.textContent = tr`Pause`;
        this.position.setAttribute('aria-live', 'off');
    }

    pause() {
        clearInterval(this.timer);
        this.timer = 0;
        if (this.playButton)
            this.playButton.textContent = tr`Play the animation`;
    }

    toggle() { return this.timer ? this.pause() : this.play(); }

    restart() {
        this.step = 0;
        this.draw();
    }

    // One frame on or back; announced.
    stepBy(steps) {
        this.pause();
        this.position.setAttribute('aria-live', 'polite');
        const { loop, frames } = this.current, period = loop === 'f' ? Math.max(1, 2 * frames - 2) : frames;
        this.step = loop === 'o' ? Math.max(0, Math.min(frames - 1, this.step + steps)) : (this.step + steps + period) % period;
        this.draw();
    }

    key(event) {
        const list = this.directionList, turn = (by) => this.setDirection(list.options[(list.selectedIndex + by + list.length) % list.length].value);
        const work = { ' ': () => this.toggle(), ArrowLeft: () => this.stepBy(-1), ArrowRight: () => this.stepBy(1), ArrowUp: () => turn(-1), ArrowDown: () => turn(1) }[event.key];
        if (!work || event.ctrlKey || event.altKey || event.metaKey)
            return;
        event.preventDefault();
        work();
    }

    // ---- the frame ----

    draw() {
        const sprite = this.current, index = frameAt(sprite.loop, sprite.frames, this.step), frame = frameOf(sprite, this.layout, index);
        const zoom = Math.max(1, Math.min(this.zoom, Math.floor(1024 / Math.max(frame.w, frame.h)))), { canvas } = this;
        if (canvas.width !== frame.w || canvas.height !== frame.h)
            Object.assign(canvas, { width: frame.w, height: frame.h });
        canvas.style.width = `${frame.w * zoom}px`;
        canvas.style.height = `${frame.h * zoom}px`;
        const context = canvas.getContext('2d');
        context.clearRect(0, 0, frame.w, frame.h);
        for (const [x, y, w, h, left, top] of frame.parts)
            context.drawImage(this.images.get(sprite.path), x, y, w, h, left, top, w, h);
        this.position.textContent = tr`frame ${index + 1} of ${sprite.frames}, ${LOOPS[sprite.loop]}, ${(1000 / this.frameTime).toFixed(0)} frames per second`;
    }
}
