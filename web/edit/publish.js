// Publishing: a check, the folders of the targets (src/tirnanog/jobs/targets.def), and a server on this network.

import { tr, translated, translatedWith } from './words.js';
import { element, status, dialog, uniqueId, failed } from './page.js';
import { link } from './tree.js';
import * as api from './api.js';

export const PUBLISH = 'publish:'; // its address
const LICENCE = 'license.txt';
const LOOK = 500; // ms between looks at a server that starts
const SVG = 'http://www.w3.org/2000/svg', MARGIN = 4; // modules around a QR code

const STATES = { ok: ['✓', tr`in order`], warning: ['!', tr`warning`], error: ['✗', tr`error`] };

// Dark on light in both themes: cameras expect it.
function codeImage(rows, address) {
    const side = rows.length + 2 * MARGIN, image = document.createElementNS(SVG, 'svg'), path = document.createElementNS(SVG, 'path');
    image.setAttribute('viewBox', `0 0 ${side} ${side}`);
    image.setAttribute('class', 'qr-code');
    image.setAttribute('role', 'img');
    image.setAttribute('aria-label', tr`QR code of ${address}`);
    path.setAttribute('d', rows.flatMap((row, y) => [...row].map((one, x) => one === '1' ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : '')).join(''));
    image.append(path);
    return image;
}

export class PublishPage {
    constructor(project) {
        this.project = project;
        this.checked = null; // the last result
        this.passed = element('input', { type: 'checkbox', id: uniqueId('pass'), onchange: () => this.enable() });
        this.lines = element('div', { class: 'publish-checks' });
        this.targets = element('div', {});
        this.server = element('div', {});
        this.again = element('button', { type: 'button', onclick: () => this.check() }, tr`Check again`);
        this.element = element('div', { class: 'publish' }, element('h3', {}, tr`Before you publish`), this.lines, element('p', {}, this.again),
            element('h3', {}, tr`For players`), this.targets, element('h3', {}, tr`A server on this network`), this.server);
    }

    // ---- the check ----

    async check() {
        this.again.disabled = true;
        this.lines.replaceChildren(element('p', {}, tr`The game is being checked, and its tests are played…`));
        try {
            if (!this.state)
                this.show(await api.publisher());
            this.checked = await api.publishCheck();
            this.showChecks();
            status(this.sentence());
        } catch (error) {
            this.lines.replaceChildren();
            failed(error);
        } finally {
            this.again.disabled = false;
            this.enable();
        }
    }

    sentence() {
        const { errors, warnings } = this.checked;
        return errors ? tr`The game cannot be published: mend the errors first.`
            : warnings ? tr`The game can be published, but something is missing.` : tr`The game is ready to be published.`;
    }

    showChecks() {
        const { checks, errors, warnings } = this.checked;
        this.passed.checked = false;
        this.lines.replaceChildren(element('ul', {}, ...checks.map((one) => this.line(one))), element('p', { class: errors ? 'problem' : '' }, this.sentence()),
            ...(!errors && warnings ? [element('p', {}, this.passed, ' ', element('label', { for: this.passed.id }, tr`Publish in spite of the warnings`))] : []));
    }

    line({ id, state, text, count, path }) {
        const [mark, word] = STATES[state];
        const mend = state === 'ok' || !path ? null : path === LICENCE ? element('button', { type: 'button', onclick: () => this.addLicence() }, tr`Choose a licence`)
            : element('a', { href: link(path.replace(/^lang\/(.*)\.po$/, 'texts:$1')) }, path);
        return element('li', { class: state, 'data-check': id }, element('span', { class: 'mark', role: 'img', 'aria-label': word }, mark), ' ',
            translatedWith(text, count), ' ', mend);
    }

    // A file of the project, which is built into the game.
    async addLicence() {
        const id = uniqueId('licence');
        const text = await dialog(tr`Licence of the game`, [
            element('p', {}, tr`Say what others may do with the game: play it, pass it on, change it. The text becomes license.txt of the project.`),
            element('p', {}, element('label', { for: id, class: 'above' }, tr`Text`), element('textarea', { id, name: 'text', rows: 8, cols: 60, required: true },
                tr`${this.project.title} may be copied and passed on unchanged. All other rights are reserved.`))],
        [{ text: tr`Save`, value: (form) => form.get('text') }, { text: tr`Cancel`, value: () => null }]);
        if (!text?.trim())
            return;
        try {
            const file = await api.file(LICENCE).catch(() => null);
            await api.upload(LICENCE, text.replace(/\r/g, '').replace(/\n*$/, '\n'), file?.exists ? file.hash : undefined);
            await this.check();
        } catch (error) {
            failed(error);
        }
    }

    get may() {
        return !!this.checked && !this.checked.errors && (!this.checked.warnings || this.passed.checked);
    }

    enable() {
        for (const button of this.element.querySelectorAll('.publishes'))
            button.disabled = !this.may;
    }

    // ---- targets and server ----

    show(state) {
        this.state = state;
        this.targets.replaceChildren(...state.targets.map((one) => this.target(one)));
        this.showServer();
        this.enable();
    }

    async act(work, done) {
        try {
            this.show(await work());
            status(done);
        } catch (error) {
            failed(error);
        }
    }

    target({ name, title, note, steps, folder, made }) {
        const heading = uniqueId('target');
        const make = element('button', { type: 'button', class: 'publishes', 'aria-describedby': heading, onclick: async () => {
            make.disabled = true;
            status(tr`${title} is being made…`);
            await this.act(() => api.publish(name, this.passed.checked), tr`Made: ${folder}`);
            if (this.state.warnings?.length)
                status(this.state.warnings[0], true);
            this.enable();
            this.element.querySelector(`[data-target="${name}"] button`)?.focus();
        } }, made ? tr`Make it again` : tr`Make it`);
        return element('section', { class: 'target', 'data-target': name, 'aria-labelledby': heading },
            element('h4', { id: heading }, translated(title)), element('p', {}, translated(note)),
            steps.length ? element('ul', {}, ...steps.map((step) => element('li', {}, translated(step)))) : null,
            element('p', { class: 'buttons' }, make,
                made && this.state.opens ? element('button', { type: 'button', onclick: () => this.act(() => api.openPublished(name), tr`Opened: ${folder}`) }, tr`Open the folder`) : null,
                made ? element('button', { type: 'button', onclick: () => this.copy(folder) }, tr`Copy the path`) : null),
            element('p', { class: 'path' }, made ? element('code', {}, folder) : tr`It will be made in ${folder}.`));
    }

    async copy(text) {
        try {
            await navigator.clipboard.writeText(text);
            status(tr`Copied: ${text}`);
        } catch {
            status(tr`The browser does not permit copying: select the path instead.`, true);
        }
    }

    showServer() {
        const { server } = this.state, busy = server.running && !server.address;
        this.server.replaceChildren(...(!server.possible ? [element('p', {}, tr`A server runs on Linux only.`)]
            : server.running ? this.running(server) : this.stopped(server)));
        if (busy)
            setTimeout(() => this.look(), LOOK);
    }

    async look() {
        if (!this.element.isConnected)
            return;
        try {
            this.state = await api.publisher();
            this.showServer();
            this.enable();
            if (this.state.server.address)
                status(tr`The server is running: ${this.state.server.address}`);
        } catch (error) {
            failed(error);
        }
    }

    stopped(server) {
        const name = uniqueId('address');
        const choices = server.addresses.map(({ address, reach }) => {
            const id = uniqueId('address');
            return element('p', {}, element('input', { type: 'radio', id, name, value: address }), ' ', element('label', { for: id },
                reach === 'computer' ? tr`${address}: only this computer can reach it, to try it out` : tr`${address}: everyone in the network of this address can reach it`));
        });
        const start = element('button', { type: 'button', class: 'publishes', onclick: () => {
            const address = this.server.querySelector('input:checked')?.value;
            if (!address)
                return status(tr`Choose an address first.`, true);
            return this.act(() => api.publishServer({ address, warned: this.passed.checked }), tr`The server is starting…`);
        } }, tr`Start the server`);
        return [element('p', {}, tr`Several players meet in one world, in their browsers. Nobody can reach this computer until you start the server here. Then everyone who can reach the address that you choose can open the game, make an account and play, until you end the server or close the editor.`),
            server.problem ? element('p', { class: 'problem' }, server.problem) : null,
            element('fieldset', {}, element('legend', {}, tr`Address`), ...choices), element('p', { class: 'buttons' }, start)].filter(Boolean);
    }

    running(server) {
        const end = element('button', { type: 'button', onclick: () => this.act(() => api.publishServer({ end: true }), tr`The server has ended.`) }, tr`End the server`);
        return [...(server.address ? [
            element('p', {}, element('a', { href: server.address, target: '_blank', rel: 'noreferrer' }, server.address)),
            server.code.length ? codeImage(server.code, server.address) : element('p', {}, server.problem),
            element('p', {}, tr`Its certificate is its own: browsers warn of it once, and then let you go on. Accounts and the world are kept in .oisin/edit/server of the project.`)]
            : [element('p', {}, tr`The server is starting…`)]), element('p', { class: 'buttons' }, end)];
    }
}
