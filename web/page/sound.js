// Sound: an AudioWorklet plays what the mixer of the game has mixed, about LATENCY seconds ahead. Where there is none
// (pages that are not served by https), a ScriptProcessor. Browsers allow sound after the first gesture only.

const LATENCY = 0.08;

export class Sound {
    // `mix(count)` returns the samples of both channels, one after the other.
    constructor(rate, mix) {
        this.rate = rate;
        this.mix = mix;
        this.context = null;
        this.node = null;
        this.queued = 0;
    }

    // Call it in the handler of a gesture.
    async start() {
        if (this.context) {
            if (this.context.state === 'suspended' && !document.hidden)
                await this.context.resume();
            return;
        }
        const Context = window.AudioContext || window.webkitAudioContext;
        if (!Context || !this.rate)
            return;
        this.context = new Context({ sampleRate: this.rate, latencyHint: 'interactive' });
        try {
            const worklet = new URL('worklet.js', import.meta.url);
            const checked = await fetch(worklet, { integrity: '@HASH worklet.js@' }); // addModule does not check
            await checked.arrayBuffer();
            await this.context.audioWorklet.addModule(worklet);
            this.node = new AudioWorkletNode(this.context, 'oisin', { outputChannelCount: [2] });
            this.node.port.onmessage = (event) => this.feed(event.data);
        } catch (error) {
            this.node = this.context.createScriptProcessor(2048, 0, 2);
            this.node.onaudioprocess = (event) => {
                const out = event.outputBuffer, samples = this.mix(out.length);
                out.copyToChannel(samples.subarray(0, out.length), 0);
                out.copyToChannel(samples.subarray(out.length), 1);
            };
        }
        this.node.connect(this.context.destination);
        await this.context.resume();
    }

    // `queued`: samples that the worklet still has.
    feed(queued) {
        if (!this.context)
            return;
        const wanted = Math.round(this.context.sampleRate * LATENCY) - queued;
        for (let left = wanted; left > 0 && this.node; left -= 1024) {
            const samples = this.mix(1024).slice();
            this.node?.port.postMessage(samples, [samples.buffer]);
        }
    }

    // For ever.
    stop() {
        this.rate = 0;
        this.node?.disconnect();
        this.context?.close().catch(() => {});
        this.context = this.node = null;
    }

    hide(hidden) {
        if (this.context)
            hidden ? this.context.suspend() : this.context.resume();
    }
}
