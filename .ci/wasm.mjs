// Runs a program of WebAssembly for `.ci/wasm`: one for wasm32-unknown-unknown once, to its end; one for wasm32-wasip1, which
// takes arguments and prints, test by test, each in an instance of its own. After the path come the modules whose tests are to run.
//
// A panic ends an instance: nothing unwinds. There are no threads, processes and files. A test that meets one of these limits is
// left out when it does, and counted.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { WASI } from 'node:wasi';

Error.stackTraceLimit = Infinity;

const [, , path, ...modules] = process.argv;
const program = basename(path).replace(/(-[0-9a-f]{16})?\.wasm$/, '');
const compiled = await WebAssembly.compile(await readFile(path));

/** Runs it with arguments; says whether it has come to a good end, what it has printed, and where it was if it trapped. */
function run(...args) {
    const wasi = new WASI({ version: 'preview1', args: [program, ...args], env: process.env, returnOnExit: true });
    const decoder = new TextDecoder();
    let text = '';
    const fd_write = (_, slices, count, written) => {
        const { buffer } = instance.exports.memory;
        const view = new DataView(buffer);
        let sum = 0;
        for (let at = slices; at < slices + 8 * count; at += 8) {
            const length = view.getUint32(at + 4, true);
            text += decoder.decode(new Uint8Array(buffer, view.getUint32(at, true), length), { stream: true });
            sum += length;
        }
        view.setUint32(written, sum, true);
        return 0;
    };
    const instance = new WebAssembly.Instance(compiled, { wasi_snapshot_preview1: { ...wasi.wasiImport, fd_write } });
    try {
        return { passed: wasi.start(instance) === 0, text, frames: [] };
    } catch (trap) {
        return { passed: false, text, frames: trap.stack.split('\n') };
    }
}

/** Says whether a frame is the test's own code, by its mangled name. The tests of `ecs-core` itself lie in modules `tests`. */
const own = program === 'ecs_core' ? /5tests|\.\.tests\.\./ : new RegExp(`${program.length}${program}|\\$${program}\\.\\.`);

/** Says which limit a test has met that has failed, if one. */
function limit({ text, frames }) {
    if (/Unsupported|not supported on this platform|pre-opened file descriptor/.test(text)) return 'need threads or the system';
    const inside = frames.slice(0, frames.findIndex(frame => frame.includes('__rust_begin_short_backtrace')));
    const catches = inside.flatMap((frame, n) => frame.includes('5panic12catch_unwind') ? [inside[n + 1]] : []);
    // The library catches too, but no assertion is meant for it.
    const caught = catches.some(by => own.test(by)) || (catches.length > 0 && !text.includes('assertion'));
    return caught ? 'catch a panic' : undefined;
}

function runTests() {
    const counts = { passed: 0, FAILED: 0 };
    for (const [, name] of run('--list', '--format=terse').text.matchAll(/^(.*): test$/gm)) {
        if (modules.length > 0 && !modules.some(module => `${program}::${name}`.startsWith(`${module}::`))) continue;
        const result = run('--exact', name, '--nocapture');
        const ignored = result.text.includes('1 ignored') ? 'are ignored' : 'passed';
        const outcome = result.passed ? ignored : limit(result) ?? 'FAILED';
        counts[outcome] = (counts[outcome] ?? 0) + 1;
        if (outcome === 'FAILED') console.log(`${program} ${name}\n${result.text}\n${result.frames.slice(0, 30).join('\n')}`);
    }
    console.log(program.padEnd(12), Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`).join(', '));
    return counts.FAILED === 0 && counts.passed > 0;
}

/** There it prints nothing. Of a program of tests, a test that fails is in the trap's stack. */
function runOnce() {
    const status = new WebAssembly.Instance(compiled).exports.main(0, 0);
    console.log(program.padEnd(12), status === 0 ? 'has come to its end' : `FAILED: ${status}`);
    return status === 0;
}

const isOfWasi = WebAssembly.Module.imports(compiled).some(({ module }) => module === 'wasi_snapshot_preview1');
process.exitCode = (isOfWasi ? runTests() : runOnce()) ? 0 : 1;
