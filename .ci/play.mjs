// Plays the programs of the site in Chromium, as a reader does: `node play.mjs SITE PICTURES GAME.. -- PROGRAM..`, where the
// programs print.
//
// The clock of a page stands still but for the frames that this script runs. So a game does the same each time, and a picture that is
// another one after a key is so because of the key.
import { openSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { WASI } from 'node:wasi';

import { ensure, launch } from './browser.mjs';

const [site, pictures, ...programs] = process.argv.slice(2);
const games = programs.splice(0, programs.indexOf('--') + 1).slice(0, -1);

// What is pressed in each game: a key that changes its picture within a second.
const keys = { asteroids: 'Enter', platformer: 'ArrowRight', strategy: 'ArrowRight' };
const FRAME = 17; // milliseconds
const FRAMES = 60;

const types = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript', '.png': 'image/png', '.svg': 'image/svg+xml',
    '.wasm': 'application/wasm', '.woff2': 'font/woff2' };
const server = createServer(async (request, response) => {
    const path = join(site, normalize(new URL(request.url, 'http://localhost').pathname));
    try {
        const bytes = await readFile(path);
        response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
        response.writeHead(404).end();
    }
}).listen(0, '127.0.0.1');
await new Promise(done => server.once('listening', done));
const root = `http://127.0.0.1:${server.address().port}`;

// The processor draws, as there may be no other.
const browser = await launch('--use-angle=swiftshader', '--enable-unsafe-swiftshader');

// Opens the page of a program, as a link of the page that lists them does, and fails if the browser has something to say.
async function visit(program, run) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(60_000);
    const wrong = [];
    page.on('pageerror', error => wrong.push(String(error.stack)));
    page.on('console', message => ['error', 'warning'].includes(message.type()) && wrong.push(message.text()));
    page.on('response', response => response.ok() || wrong.push(`${response.url()} is ${response.status()}`));
    page.on('dialog', dialog => (wrong.push(dialog.message()), dialog.dismiss()));
    try {
        await page.clock.install({ time: new Date('2026-01-01T00:00:00Z') });
        await page.goto(`${root}/play.html`);
        await page.click(`main a[href="play/${program}.html"]`);
        await page.waitForURL(`**/play/${program}.html`);
        await page.clock.pauseAt(new Date('2026-01-01T01:00:00Z'));
        return await run(page);
    } finally {
        await page.close();
        ensure(wrong.length === 0, `${program}: the browser says:\n${wrong.join('\n')}`);
    }
}

// How many of a thousand pixels differ: of two pictures, or of one from the colour near its corner.
const scale = await browser.newPage();
function difference(one, other = null) {
    const url = picture => picture && `data:image/png;base64,${picture.toString('base64')}`;
    return scale.evaluate(async urls => {
        const [one, other] = await Promise.all(urls.map(async url => {
            if (url === null) return null;
            const bitmap = await createImageBitmap(await (await fetch(url)).blob());
            const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
            context.drawImage(bitmap, 0, 0);
            return context.getImageData(0, 5, bitmap.width, bitmap.height - 10).data; // without the edge
        }));
        let count = 0;
        for (let at = 0; at < one.length; at += 4) {
            const differs = channel => Math.abs(one[at + channel] - (other ? other[at + channel] : one[4 * 10 + channel])) > 8;
            if (differs(0) || differs(1) || differs(2)) count += 1;
        }
        return Math.round(count * 4000 / one.length);
    }, [url(one), url(other)]);
}

// Plays a game a second long, with a key that is held or without. Gives the picture then.
function play(game, key) {
    return visit(game, async page => {
        await page.click('.play button');
        const canvas = page.locator('#glcanvas');
        await page.waitForFunction(() => window.wasm_exports !== undefined, null, { polling: 50 });
        const frames = async count => {
            for (let n = 0; n < count; n += 1) await page.clock.runFor(FRAME);
        };
        let picture;
        for (let tries = 0; ; tries += 1) {
            ensure(tries < 300, `${game}: it has drawn nothing after 300 frames`);
            await frames(1);
            picture = await canvas.screenshot();
            if (await difference(picture) > 5) break;
        }
        await canvas.focus();
        if (key) await page.keyboard.down(key);
        await frames(FRAMES);
        if (key) await page.keyboard.up(key);
        picture = await canvas.screenshot();
        await writeFile(`${pictures}/${game}${key ? `-${key}` : ''}.png`, picture);
        return picture;
    });
}

async function look(game) {
    ensure(keys[game], `${game}: .ci/play.mjs has no key that changes its picture`);
    const [once, again, pressed] = [await play(game), await play(game), await play(game, keys[game])];
    const [drawn, other, changed] = [await difference(once), await difference(once, again), await difference(once, pressed)];
    console.log(`${game}: of 1000 pixels ${drawn} are drawn, ${changed} are others after ${keys[game]}, ${other} without`);
    ensure(drawn > 5, `${game}: its picture is empty, look at ${pictures}/${game}.png`);
    ensure(changed > 3 && changed > 5 * other, `${game}: ${keys[game]} has changed nothing, look at ${pictures}/${game}-${keys[game]}.png`);
}

// What a program prints, without the times that it takes.
const withoutTimes = text => text.replaceAll(/[\d.]+ ms/g, '.. ms');

// What a program prints in Node.js, whose WASI is another one.
async function printed(program) {
    const file = join(pictures, `${program}.txt`);
    const wasi = new WASI({ version: 'preview1', args: [program], stdout: openSync(file, 'w'), returnOnExit: true });
    const compiled = await WebAssembly.compile(readFileSync(join(site, 'play', `${program}.wasm`)));
    const status = wasi.start(await WebAssembly.instantiate(compiled, wasi.getImportObject()));
    ensure(status === 0, `${program}: in Node.js it ends with ${status}`);
    return readFileSync(file, 'utf8');
}

async function compare(program) {
    const expected = await printed(program);
    ensure(expected.trim() !== '', `${program}: it prints nothing`);
    const text = await visit(program, async page => {
        await page.click('.play button');
        await page.waitForSelector('.play[data-status]');
        await page.locator('.play').screenshot({ path: join(pictures, `${program}.png`) });
        return page.textContent('.play pre');
    });
    ensure(withoutTimes(text) === withoutTimes(expected), `${program}: the page has another text than ${pictures}/${program}.txt:\n${text}`);
    console.log(`${program}: ${text.split('\n').length - 1} lines`);
}

try {
    console.log(`Chromium ${browser.version()}`);
    for (const game of games) await look(game);
    for (const program of programs) await compare(program);
} catch (error) {
    console.log(`FAILED: ${error.message}`);
    process.exitCode = 1;
} finally {
    await browser.close();
    server.close();
}
