// Runs a program that prints, in a thread of its own: it has the few functions of WASI that such programs ask for.

/** Ends a program with a status. */
class Exit {
    constructor(status) {
        this.status = status;
    }
}

onmessage = async ({ data: path }) => {
    let memory;
    const view = () => new DataView(memory.buffer);
    const decoders = [];
    const none = (count, length) => {
        view().setUint32(count, 0, true);
        view().setUint32(length, 0, true);
        return 0;
    };
    const wasi_snapshot_preview1 = {
        args_get: () => 0,
        args_sizes_get: none,
        environ_get: () => 0,
        environ_sizes_get: none,
        sched_yield: () => 0,
        clock_time_get(clock, precision, at) {
            const milliseconds = clock === 0 ? Date.now() : performance.now();
            view().setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
            return 0;
        },
        random_get(at, length) {
            crypto.getRandomValues(new Uint8Array(memory.buffer, at, length));
            return 0;
        },
        fd_write(file, slices, count, written) {
            decoders[file] ??= new TextDecoder();
            let [text, sum] = ['', 0];
            for (let at = slices; at < slices + 8 * count; at += 8) {
                const bytes = new Uint8Array(memory.buffer, view().getUint32(at, true), view().getUint32(at + 4, true));
                text += decoders[file].decode(bytes, { stream: true });
                sum += bytes.length;
            }
            postMessage({ text });
            view().setUint32(written, sum, true);
            return 0;
        },
        proc_exit(status) {
            throw new Exit(status);
        },
    };
    try {
        const { instance } = await WebAssembly.instantiateStreaming(fetch(path), { wasi_snapshot_preview1 });
        memory = instance.exports.memory;
        instance.exports._start();
        postMessage({ status: 0 });
    } catch (error) {
        if (!(error instanceof Exit)) postMessage({ text: `${error}\n` });
        postMessage({ status: error instanceof Exit ? error.status : 1 });
    }
};
