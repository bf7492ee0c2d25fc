// Chromium, for the scripts that look at pages as a user does. `CHROMIUM` says where the browser is, and `PLAYWRIGHT` where the library is
// that drives it: `.ci/common` sets both.
const { chromium } = await import(`${process.env.PLAYWRIGHT}/index.mjs`);

// Neither a sandbox, which root cannot have, nor anything that asks for other hosts.
const args = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
    '--disable-sync'];

// Starts the browser, with further arguments.
export const launch = (...more) => chromium.launch({ executablePath: process.env.CHROMIUM, args: [...args, ...more] });

export function ensure(is, sentence) {
    if (!is) throw new Error(sentence);
}
