// Sounds in the browser: decoded, recorded, as WAV files, and sent to the program in parts.

import { tr } from './words.js';
import { Sentence } from './page.js';
import * as api from './api.js';

const PART = 16 << 20; // bytes of a request
const DECODED_MAX = 600; // seconds: longer ones are not kept in memory as samples

// Samples at this rate; `sentence`: of the error if the browser does not know the format.
async function decoded(blob, rate, sentence) {
    try {
        return await new OfflineAudioContext(2, 1, rate).decodeAudioData(await blob.arrayBuffer());
    } catch {
        throw new Sentence(sentence);
    }
}

// A WAV file of 16 bits, with one or two channels.
export function wavOf(buffer) {
    const channels = Math.min(2, buffer.numberOfChannels), size = buffer.length * channels * 2;
    const bytes = new DataView(new ArrayBuffer(44 + size));
    const text = (at, letters) => [...letters].forEach((letter, i) => bytes.setUint8(at + i, letter.charCodeAt(0)));
    text(0, 'RIFF');
    bytes.setUint32(4, 36 + size, true);
    text(8, 'WAVEfmt ');
    bytes.setUint32(16, 16, true);
    bytes.setUint16(20, 1, true);
    bytes.setUint16(22, channels, true);
    bytes.setUint32(24, buffer.sampleRate, true);
    bytes.setUint32(28, buffer.sampleRate * channels * 2, true);
    bytes.setUint16(32, channels * 2, true);
    bytes.setUint16(34, 16, true);
    text(36, 'data');
    bytes.setUint32(40, size, true);
    for (let c = 0; c < channels; c++) {
        const samples = buffer.getChannelData(c);
        for (let i = 0; i < samples.length; i++)
            bytes.setInt16(44 + (i * channels + c) * 2, Math.round(Math.max(-1, Math.min(1, samples[i])) * 32767), true);
    }
    return new Blob([bytes.buffer], { type: 'audio/wav' });
}

// `first`: the program removes what was sent before.
async function sendParts(name, blob, first) {
    for (let at = 0; at === 0 || at < blob.size; at += PART)
        await api.sendSound({ name, total: blob.size, at, ...(first && !at ? { first: 1 } : {}) }, await blob.slice(at, at + PART).arrayBuffer());
}

// Sends a file of any kind; what the program does not know is decoded here. Resolves to {look, blob}: what was sent.
export async function sendSound(name, blob, first, rate) {
    await sendParts(name, blob, first);
    try {
        return { blob, look: await api.sound({ given: name }) };
    } catch (error) {
        if (error.status !== 415 || !blob.size)
            throw error;
    }
    const wav = wavOf(await decoded(blob, rate, tr`Neither the program nor this browser can read this sound.`));
    await sendParts(name, wav, false);
    return { blob: wav, look: await api.sound({ given: name }) };
}

// Plays samples `from` to `to`, or a loop [start, length] in them, again and again; returns what ends it, or null for a sound
// that is too long for this.
export async function playPart(blob, name, rate, from, to, loop, ended) {
    if (to > DECODED_MAX * rate)
        return null;
    const buffer = await decoded(blob, rate, tr`This browser cannot play ${name}.`), context = new AudioContext(), source = context.createBufferSource();
    Object.assign(source, { buffer, onended: ended, loop: loop[1] > 0, loopStart: loop[0] / rate, loopEnd: (loop[0] + loop[1]) / rate });
    source.connect(context.destination);
    source.start(0, from / rate, ...(source.loop ? [] : [(to - from) / rate]));
    return () => { source.stop(); context.close(); };
}

export class Recorder {
    // Resolves when the microphone is open.
    async start() {
        try {
            this.stream = await navigator.mediaDevices.getUserMedia({ audio: true });
        } catch {
            throw new Sentence(tr`The microphone cannot be used: the browser has none, or does not permit it.`);
        }
        this.parts = [];
        this.recorder = new MediaRecorder(this.stream);
        this.recorder.addEventListener('dataavailable', (event) => this.parts.push(event.data));
        this.ended = new Promise((resolve) => this.recorder.addEventListener('stop', resolve));
        this.recorder.start();
    }

    // The recording, in the browser's format.
    async stop() {
        this.recorder.stop();
        await this.ended;
        for (const track of this.stream.getTracks())
            track.stop();
        return new Blob(this.parts, { type: this.recorder.mimeType });
    }
}
