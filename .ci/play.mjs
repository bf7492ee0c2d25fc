// Plays the programs of the site in Chromium, as a reader does: `node play.mjs SITE PICTURES GAME.. -- PROGRAM..`, where the
// programs print. In a folder that is no site but has an `index.html`, this page is the game.
//
// Each game is played twice: with a key on a wide screen, and by touch on that of a phone.
//
// The clock of a page stands still but for the frames that this script runs. So a game does the same each time, and a picture that is
// another one after a key is so because of the key.
import { existsSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { WASI } from 'node:wasi';

import { ensure, launch } from './browser.mjs';

const [site, pictures, ...programs] = process.argv.slice(2);
const games = programs.splice(0, programs.indexOf('--') + 1).slice(0, -1);

const isSite = existsSync(join(site, 'play.html'));

// What changes the picture of a game within a second: a key, whose button is touched too, and a touch of a place in the
// picture, as parts of its width and height.
const acts = {
    asteroids: { key: 'Enter' },
    platformer: { key: 'ArrowRight' },
    strategy: { key: 'ArrowRight', spot: [0.82, 0.82] },
    template: { key: 'Enter', spot: [0.3, 0.7] },
};
const wide = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
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
async function visit(program, device, run) {
    const page = await browser.newPage(device);
    page.setDefaultTimeout(60_000);
    const wrong = [];
    page.on('pageerror', error => wrong.push(String(error.stack)));
    page.on('console', message => ['error', 'warning'].includes(message.type()) && wrong.push(message.text()));
    page.on('response', response => response.ok() || wrong.push(`${response.url()} is ${response.status()}`));
    page.on('dialog', dialog => (wrong.push(dialog.message()), dialog.dismiss()));
    try {
        await page.clock.install({ time: new Date('2026-01-01T00:00:00Z') });
        await page.goto(`${root}/${isSite ? 'play' : 'index'}.html`);
        if (isSite) {
            await page.click(`main a[href="play/${program}.html"]`);
            await page.waitForURL(`**/play/${program}.html`);
        }
        await page.clock.pauseAt(new Date('2026-01-01T01:00:00Z'));
        if (isSite) await page.click('.play button');
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

// Fails if a page is wider than the screen, or what it plays is not on the screen as a whole.
async function fits(page, name) {
    const { width, height } = page.viewportSize();
    const { scrolled, played } = await page.evaluate(() => ({
        scrolled: document.documentElement.scrollWidth,
        played: [...document.querySelectorAll('canvas, .play')].map(element => element.getBoundingClientRect().toJSON()),
    }));
    ensure(scrolled <= width, `${name}: the page is ${scrolled} pixels wide, and the screen ${width}`);
    for (const { left, right, top, bottom } of played) {
        const is = left >= 0 && right <= width && bottom - top <= height;
        ensure(is, `${name}: what is played is from ${left} to ${right}, ${bottom - top} high, on a screen of ${width} x ${height}`);
    }
}

// What a player does for a second: returns how it ends.
const press = key => async page => {
    await page.keyboard.down(key);
    return () => page.keyboard.up(key);
};
const touch = (selector, [x, y] = [0.5, 0.5]) => async page => {
    const place = page.locator(selector);
    await place.scrollIntoViewIfNeeded();
    const { width, height, ...corner } = await place.boundingBox();
    const session = await page.context().newCDPSession(page);
    const send = (type, ...touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await send('touchStart', { x: corner.x + x * width, y: corner.y + y * height });
    return () => send('touchEnd');
};

// Plays a game a second long. Gives the picture then.
function play(game, device, name = game, act = async () => () => {}) {
    return visit(game, device, async page => {
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
            if (await difference(picture) > 2) break;
        }
        await canvas.focus();
        const end = await act(page);
        await frames(FRAMES);
        await end();
        await fits(page, name);
        await page.screenshot({ path: `${pictures}/${name}.png` });
        picture = await canvas.screenshot();
        const { width, height } = page.viewportSize();
        if (device === phone) {
            await page.setViewportSize({ width: height, height: width });
            await fits(page, `${name}, turned`);
        }
        return picture;
    });
}

async function look(game) {
    ensure(acts[game], `${game}: .ci/play.mjs has no key that changes its picture`);
    const { key, spot } = acts[game];
    const [once, again] = [await play(game, wide), await play(game, wide)];
    const [drawn, other] = [await difference(once), await difference(once, again)];
    console.log(`${game}: of 1000 pixels ${drawn} are drawn, and ${other} are others when it is played again`);
    ensure(drawn > 2, `${game}: its picture is empty, look at ${pictures}/${game}.png`);
    const changes = async (before, name, device, act) => {
        const changed = await difference(before, await play(game, device, name, act));
        console.log(`${name}: ${changed} are others`);
        ensure(changed > 3 && changed > 5 * other, `${name} has changed nothing, look at ${pictures}/${name}.png`);
    };
    await changes(once, `${game}-${key}`, wide, press(key));
    const narrow = await play(game, phone, `${game}-phone`);
    if (isSite) await changes(narrow, `${game}-phone-${key}`, phone, touch(`.keys [data-code="${key}"]`));
    if (spot) await changes(narrow, `${game}-phone-touch`, phone, touch('#glcanvas', spot));
}

// Reads the whole book on a phone.
async function read() {
    const page = await browser.newPage(phone);
    const pages = readdirSync(site, { recursive: true }).filter(path => extname(path) === '.html').sort();
    for (const path of pages) {
        await page.goto(`${root}/${path}`);
        await fits(page, path);
    }
    await page.close();
    console.log(`${pages.length} pages fit on a phone`);
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
    const text = await visit(program, phone, async page => {
        await page.waitForSelector('.play[data-status]');
        await fits(page, program);
        await page.screenshot({ path: join(pictures, `${program}.png`) });
        return page.textContent('.play pre');
    });
    ensure(withoutTimes(text) === withoutTimes(expected), `${program}: the page has another text than ${pictures}/${program}.txt:\n${text}`);
    console.log(`${program}: ${text.split('\n').length - 1} lines`);
}

try {
    console.log(`Chromium ${browser.version()}`);
    for (const game of games) await look(game);
    for (const program of programs) await compare(program);
    if (isSite) await read();
} catch (error) {
    console.log(`FAILED: ${error.message}`);
    process.exitCode = 1;
} finally {
    await browser.close();
    server.close();
}
