// Requests to the editor: see src/studio/editor/api.def.

import { tr } from './words.js';
import { Sentence, clearError, released } from './page.js';

export class ApiError extends Sentence {
    constructor(status, answer) {
        super(answer.error || tr`The editor answered ${status}.`);
        this.status = status;
        this.answer = answer;
    }
}

async function send(address, options) {
    try {
        return await fetch(address, options);
    } catch (error) {
        throw new ApiError(0, { error: tr`The editor does not answer: is \`oisin edit\` still running?` });
    }
}

// `pressed`: the answer is wanted while a button of the mouse is down.
async function ask(address, options, pressed = false) {
    const response = await send(address, options), answer = await response.json().catch(() => ({}));
    if (!pressed)
        await released();
    if (!response.ok)
        throw new ApiError(response.status, answer);
    if (options?.method === 'POST' && !pressed)
        clearError();
    return answer;
}

async function askBytes(address) {
    const response = await send(address);
    if (!response.ok)
        throw new ApiError(response.status, await response.json().catch(() => ({})));
    return response.arrayBuffer();
}

const query = (values) => '?' + new URLSearchParams(values);
const post = (address, body, hash, pressed = false) => ask(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(hash === undefined ? {} : { 'If-Match': `"${hash}"` }) },
    body: JSON.stringify(body),
}, pressed);

export const project = () => ask('api/project');
export const begin = (values) => post('api/start', values);
export const templatePicture = (name) => 'api/start/picture' + query({ name });
export const script = () => ask('api/script');
export const schema = () => ask('api/schema');
export const file = (path) => ask('api/file' + query({ path }));
export const search = (words, from = 0) => ask('api/search' + query({ q: words, from }));
export const events = (after, signal) => ask('api/events' + query({ after }), { signal });
export const change = (path, hash, operations, label, dry = false) =>
    post('api/change' + query({ path }), { operations, label, dry }, hash);
export const graph = () => ask('api/graph');
export const lead = (path, answer, to) => post('api/graph', { path, answer, to });
export const places = () => ask('api/places');
export const keepPlaces = (places) => post('api/places', places);
export const stamps = () => ask('api/stamps');
export const keepStamps = (stamps) => post('api/stamps', stamps);
export const map = (path) => ask('api/map' + query({ path }));
export const changeMap = (path, layers) => post('api/map' + query({ path }), { layers });
export const mapView = (path) => ask('api/map-view' + query({ path }));
export const mapCells = (path) => askBytes('api/map-cells' + query({ path }));
export const mapMasks = (path) => askBytes('api/map-masks' + query({ path }));
export const mapPiece = (values) => askBytes('api/map-piece' + query(values));
export const mapThing = (path, layer, number) => 'api/map-thing' + query({ path, layer, number });
export const mapDraft = (path, layer, cells, terrains) => post('api/map-draft', { path, layer, cells, terrains }, undefined, true);
export const mapParts = (path, hash, values) => post('api/map-parts' + query({ path }), values, hash);
export const door = (values) => post('api/door', values); // {from: {path, x, y, look}, to: the same, back}
export const automap = (path) => post('api/automap', { path });
export const add = (kind, name, copy = '') => post('api/new', { kind, name, copy });
export const addFile = (path) => post('api/new', { path });
export const rename = (path, name, dry) => post('api/rename', { path, name, dry });
export const remove = (path, dry) => post('api/delete', { path, dry });
export const run = (handler, values) => post('api/run', { handler, ...values });
export const openWindow = (place = '', language = '') => post('api/window', { place, language });
export const scenario = (recording, name) => post('api/scenario', { recording, name });
export const test = (path) => post('api/test', { path });
export const debug = (values) => post('api/debug', values);
export const texts = () => ask('api/texts');
export const translate = (path, hash, edits, label) => post('api/texts' + query({ path }), { edits, label }, hash);
export const addLanguage = (code) => post('api/texts/language', { code });
export const updateTexts = () => post('api/texts/update', {});
export const publisher = () => ask('api/publish');
export const publishCheck = () => post('api/publish-check', {});
export const publish = (target, warned) => post('api/publish', { target, warned });
export const openPublished = (target) => post('api/publish-open', { target });
export const publishServer = (values) => post('api/publish-server', values); // {address, warned} or {end: true}
// What others have changed since cannot be undone: `skip` drops the step. `question(sentence)`: whether to do that.
export async function undo(question) {
    try {
        return await post('api/undo', {});
    } catch (error) {
        if (error.status !== 412 || !await question?.(error.message))
            throw error;
        return post('api/undo', { skip: true });
    }
}
export const redo = () => post('api/redo', {});
// `hash`: of the file that it replaces.
export const upload = (path, bytes, hash) => ask('api/file' + query({ path }), { method: 'POST', body: bytes,
    headers: hash ? { 'If-Match': `"${hash}"` } : {} });
export const sound = (values) => ask('api/sound' + query(values)); // {path} or {given}
export const sendSound = (values, bytes) => ask('api/sound/sent' + query(values), { method: 'POST', body: bytes });
export const changeLoop = (path, hash, loop) => post('api/sound/loop', { path, loop }, hash);
export const addSounds = (sounds, replace = false) => post('api/sounds', { sounds, replace });
export const sheet = (values) => ask('api/sheet' + query(values)); // {given, preset, stem, folder, w, h, margin, spacing}
export const sheetImage = (given) => 'api/sheet/image' + query({ given });
export const sendImageFile = (values, bytes) => ask('api/sheet/sent' + query(values), { method: 'POST', body: bytes });
export const addImages = (images, replace = false) => post('api/images', { images, replace });
export const picture = (path) => ask('api/picture' + query({ path }));
export const figure = (values) => ask('api/figure' + query(values));
export const figureAddress = (values) => 'api/figure/image' + query(values);
export const imageAddress = (path) => 'api/image' + query({ path });
export const drawing = (path, number = 0) => 'api/drawing' + query({ path, number });
export const address = (path) => 'api/bytes' + query({ path });
// `values`: {path, given, options: JSON, folder, clip, frame, turn}
export const model = (values) => ask('api/model' + query(values));
export const modelImage = (values) => 'api/model/image' + query(values);
export const modelSprites = (values) => ask('api/model/sprites' + query(values));
export const modelSheet = (values) => 'api/model/sheet' + query(values);
export const writeSprites = (values) => post('api/model/sprites', values);
export const sendModelFile = (name, bytes, first) => ask('api/model/files' + query({ name, ...(first ? { first: 1 } : {}) }), { method: 'POST', body: bytes });
export const table = (path) => ask('api/table' + query({ path }));
export const lines = (path, hash, edits, label, dry = false) => post('api/lines' + query({ path }), { edits, label, dry }, hash);
export const pack = (dry, force) => post('api/pack', { dry, force });
export const replace = (path, hash, bytes) => ask('api/file' + query({ path }), { method: 'POST', headers: { 'If-Match': `"${hash}"` }, body: bytes });
