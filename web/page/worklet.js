// Plays blocks of samples in the order in which they arrive, and reports how many are left.

class Output extends AudioWorkletProcessor {
    constructor() {
        super();
        this.blocks = [];
        this.at = 0;
        this.left = 0;
        this.calls = 0;
        this.port.onmessage = (event) => {
            this.blocks.push(event.data);
            this.left += event.data.length / 2;
        };
        this.port.postMessage(0);
    }

    process(inputs, outputs) {
        const [left, right] = outputs[0];
        for (let i = 0; i < left.length && this.blocks.length; i++) {
            const block = this.blocks[0], size = block.length / 2;
            left[i] = block[this.at];
            (right || left)[i] = block[size + this.at];
            this.left--;
            if (++this.at === size) {
                this.blocks.shift();
                this.at = 0;
            }
        }
        if (++this.calls % 4 === 0)
            this.port.postMessage(this.left);
        return true;
    }
}

registerProcessor('oisin', Output);
