// Looks at the inspector's page of `examples/inspect.rs` as a user does, in Chromium, and takes pictures:
// `node inspector.mjs FOLDER PROGRAM [ARGUMENTS]`.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { ensure, launch } from './browser.mjs';

const [folder, program, ...options] = process.argv.slice(2);

const browser = await launch('--disable-gpu');

// A game that runs, and the page that shows it.
async function open(more = [], look = {}) {
    const game = spawn(program, [...options, ...more], { stdio: ['pipe', 'pipe', 'inherit'] });
    const url = await new Promise((done, failed) => {
        createInterface({ input: game.stdout }).once('line', done);
        game.once('exit', status => failed(new Error(`the game has ended: ${status}`)));
    });
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...look });
    page.setDefaultTimeout(10_000);
    const wrong = [];
    page.on('pageerror', error => wrong.push(String(error.stack)));
    page.on('console', message => {
        // The browser itself notes each refusal. All else is a mistake: errors, and what the policy forbids.
        const isRefusal = message.text().startsWith('Failed to load resource');
        if (['error', 'warning'].includes(message.type()) && !isRefusal) wrong.push(message.text());
    });
    const response = await page.goto(url);
    const policy = response.headers()['content-security-policy'];
    ensure(policy?.includes("default-src 'none'"), `the policy is ${policy}`);
    await page.waitForSelector('#status[data-state=connected]');
    return { game, page, url, wrong, say: line => game.stdin.write(`${line}\n`) };
}

async function close({ game, page, wrong }) {
    await page.close();
    game.stdin.end();
    ensure(wrong.length === 0, `the browser says:\n${wrong.join('\n')}`);
}

// Waits until a function of the page's elements is true.
async function until(page, sentence, is, argument) {
    const fail = error => { throw new Error(`${sentence}: ${error.message}`); };
    await page.waitForFunction(is, argument).catch(fail);
}

async function check(law, run) {
    await run();
    console.log(`ok: ${law}`);
}

const row = name => `.row:has(.name:text-is("${name}"))`;
const field = (component, at) => `[data-component=${component}] [data-at="${at}"]`;
const picture = (page, name) => page.screenshot({ path: `${folder}/inspector-${name}.png` });

// Chooses an entity, by a row of the tree.
async function choose(page, name) {
    await page.click(`${row(name)} .name`);
    await page.waitForSelector(`#name:text-is("${name}")`);
}

// Types into a place of a value, and says what is refused: null if it is taken.
async function type(page, selector, text) {
    await page.click(selector);
    await page.fill('[data-input]', text);
    await page.press('[data-input]', 'Enter');
    const taken = page.waitForSelector('[data-input]', { state: 'detached' }).then(() => null);
    const said = page.waitForSelector('[data-editing] [data-refusal]:not(:empty)');
    const refused = said.then(it => it.textContent());
    taken.catch(() => {});
    refused.catch(() => {});
    return Promise.race([taken, refused]);
}

async function changes(page, selector) {
    const before = await page.textContent(selector);
    await until(page, `${selector} stays as it is`, ([selector, before]) =>
        document.querySelector(selector).textContent !== before, [selector, before]);
}

async function stays(page, selector) {
    await page.waitForTimeout(300); // what was asked for before has come
    const before = await page.textContent(selector);
    await page.waitForTimeout(800);
    const after = await page.textContent(selector);
    ensure(before === after, `${selector} was to stay as it is: it was ${before}, and is ${after}`);
}

async function entities(game) {
    const { page } = game;
    await check('the tree has the ship, and its turrets when it is opened', async () => {
        await page.waitForSelector(row('ship'));
        ensure(await page.locator(row('turret left')).count() === 0, 'the turrets are there at once');
        await page.click(`${row('ship')} [data-toggle]`);
        await page.waitForSelector(row('turret left'));
        await page.waitForSelector(`${row('turret right')}[aria-level="2"]`);
        await page.click(`${row('ship')} [data-toggle]`);
        await page.waitForSelector(row('turret left'), { state: 'detached' });
    });
    await check('the keys walk through the tree', async () => {
        await page.press('#tree', 'Home');
        const isAtShip = async () => await page.locator(`.cursor${row('ship')}`).count() > 0;
        while (!await isAtShip()) await page.press('#tree', 'ArrowDown');
        await page.press('#tree', 'ArrowRight');
        await page.waitForSelector(row('turret left'));
        await page.press('#tree', 'ArrowRight');
        await page.press('#tree', 'Enter');
        await page.waitForSelector('#name:text-is("turret left")');
        ensure(await page.textContent('#path') !== '', 'the path does not name the ship');
        await page.click('#path [data-goto]');
        await page.waitForSelector('#name:text-is("ship")');
    });
    await check('a search by name, by id and by type finds', async () => {
        await page.press('body', '/');
        await page.keyboard.type('TURRET R');
        await page.waitForSelector(row('turret right'));
        await page.waitForSelector(row('ship'), { state: 'detached' });
        await page.fill('#search', await page.getAttribute('[data-detail]', 'data-detail'));
        await page.waitForSelector(row('ship'));
        await page.fill('#search', '');
        const asteroids = page.locator('#filter option', { hasText: /^Asteroid \(4\)$/ });
        await page.selectOption('#filter', await asteroids.getAttribute('value'));
        await page.waitForSelector(row('asteroid 0'));
        await page.waitForSelector(row('ship'), { state: 'detached' });
        await page.selectOption('#filter', '');
        await page.waitForSelector(row('ship'));
    });
    await check('a value changes by itself, and the hash keeps what is chosen', async () => {
        await choose(page, 'ship');
        await changes(page, field('Place', '/at/0'));
        await changes(page, '[data-component=Mood] [data-text]');
        await page.waitForSelector('[data-component=Secret] [data-opaque]');
        await picture(page, 'entities');
        await page.reload();
        await page.waitForSelector('#name:text-is("ship")');
    });
    await check('whole numbers beyond 2^53 are exact', async () => {
        await choose(page, 'asteroid 3');
        await page.waitForSelector(`${field('Asteroid', '/atoms')}:text-is("1152921504606846979")`);
        const refused = await type(page, field('Asteroid', '/atoms'), '1152921504606846977');
        ensure(refused === null, `it says ${refused}`);
        await page.waitForSelector(`${field('Asteroid', '/atoms')}:text-is("1152921504606846977")`);
        await page.goBack();
        await page.waitForSelector('#name:text-is("ship")');
    });
}

async function editing(game) {
    const { page } = game;
    const x = field('Place', '/at/0');
    await page.click('[data-tab=entities]');
    await choose(page, 'ship');
    await check('what is typed is what the game goes on with', async () => {
        ensure(await type(page, field('Ship', '/speed'), '-500') === null, 'the speed is refused');
        await page.waitForSelector(`${field('Ship', '/speed')}:text-is("-500")`);
        await until(page, 'it does not fly backwards', selector =>
            Number(document.querySelector(selector).textContent) < -200, x);
        ensure(await type(page, field('Ship', '/pilot'), 'Grace') === null, 'the pilot is refused');
        await page.waitForSelector(`${field('Ship', '/pilot')}:text-is('"Grace"')`);
        await page.click(field('Ship', '/is_armed'));
        await page.waitForTimeout(500);
        ensure(!await page.isChecked(field('Ship', '/is_armed')), 'it is still armed');
    });
    await check('a value of several fields is edited as JSON', async () => {
        const json = '[data-component=Ship] [data-json="/course"], [data-component=Ship] [data-at="/course"]';
        const before = await page.textContent(json);
        ensure(before === '"Straight"', `the course is ${before}`);
        const whole = '[data-component=Ship] [data-json=""]';
        const ship = '{"speed": 2, "is_armed": true, "pilot": "Ada", "course": {"Circle": {"radius": 9.5}}}';
        ensure(await type(page, whole, ship) === null, 'the ship is refused');
        await page.waitForSelector(`${field('Ship', '/course/Circle/radius')}:text-is("9.5")`);
    });
    await check('a value that does not fit is refused with a sentence, and stays to be mended', async () => {
        const refused = await type(page, field('Ship', '/speed'), 'fast');
        ensure(refused?.includes('fast'), `it says ${refused}`);
        await changes(page, x);
        ensure(await page.inputValue('[data-input]') === 'fast', 'what was typed is overwritten');
        await picture(page, 'refused');
        await page.press('[data-input]', 'Escape');
        await page.waitForSelector(`${field('Ship', '/speed')}:text-is("2")`);
    });
    await check('what is switched off does not move', async () => {
        await page.click('[data-component=Ship] [data-enable-component]');
        await stays(page, x);
        await page.click('[data-component=Ship] [data-enable-component]');
        await changes(page, x);
        await page.click('[data-enable]');
        await stays(page, x);
        await page.waitForSelector(`.dim${row('ship')}`);
        await page.click('[data-enable]');
        await changes(page, x);
    });
    await check('a pause and a time scale', async () => {
        await page.click('#pause');
        await stays(page, x);
        await page.click('#pause');
        await changes(page, x);
        await page.fill('#scale', '-1');
        await page.press('#scale', 'Enter');
        await page.waitForSelector('#time-refusal:not(:empty)');
        await page.fill('#scale', '0.5');
        await page.press('#scale', 'Enter');
        await page.waitForSelector('#time-refusal', { state: 'hidden' });
    });
    await check('a name is changed, and a component removed', async () => {
        await choose(page, 'leaf');
        ensure(await type(page, '#name', 'a leaf') === null, 'the name is refused');
        await page.waitForSelector(row('a leaf'));
        await page.click('[data-component=Drift] [data-remove]');
        await page.click('[data-component=Drift] [data-remove]');
        await page.waitForSelector('[data-component=Drift]', { state: 'detached' });
    });
    await check('a reference leads to its entity, and is changed by its id', async () => {
        await page.click(`${row('ship')} [data-toggle]`);
        await choose(page, 'turret left');
        await page.click('[data-component=Turret] [data-field="/target"] a[data-goto]');
        await page.waitForSelector('#name:text-is("asteroid 0")');
        const asteroid = await page.getAttribute('[data-detail]', 'data-detail');
        await choose(page, 'turret right');
        await page.waitForSelector('[data-component=Turret] [data-field="/target"] a.dead');
        ensure(await type(page, field('Turret', '/target'), asteroid) === null, 'the target is refused');
        await page.waitForSelector(`[data-field="/target"] a[data-goto="${asteroid}"]:not(.dead)`);
        ensure(await type(page, field('Turret', '/target'), '7777v7') !== null, 'nobody has this id');
        await page.press('[data-input]', 'Escape');
        await picture(page, 'turret');
        ensure(await type(page, field('Turret', '/target'), 'null') === null, 'null is refused');
        await page.waitForSelector(`${field('Turret', '/target')}:text-is("null")`);
    });
    await check('who is killed leaves the tree', async () => {
        await choose(page, 'turret right');
        await page.click('[data-kill]');
        await stays(page, '[data-detail]'); // one click is none
        await page.waitForSelector(row('turret right'));
        await page.click('[data-kill]');
        await page.waitForSelector('#detail-gone');
        await page.waitForSelector(row('turret right'), { state: 'detached' });
    });
}

async function tabs(game) {
    const { page } = game;
    await check('each pass has a bar, as long as it takes', async () => {
        await page.click('[data-tab=frame]');
        await page.waitForSelector('[data-pass=Ship] [data-bar]');
        const bars = await page.$$eval('[data-pass]', rows => rows.filter(row => row.cells).map(row => ({
            width: row.querySelector('[data-bar]').offsetWidth, mean: Number(row.cells[2].textContent),
        })));
        const [longest, ...others] = bars.sort((a, b) => b.mean - a.mean);
        const isRight = bar => Math.abs(bar.width - longest.width * bar.mean / longest.mean) < 3;
        ensure(longest.width > 50 && others.every(isRight), `the bars are ${JSON.stringify(bars)}`);
        await until(page, 'no frame is measured', () => !/ 1 frame /.test(document.body.innerText));
        await picture(page, 'frame');
    });
    await check('the order is a picture with a box a pass', async () => {
        await page.click('[data-tab=order]');
        for (const pass of ['Ship', 'Turret', 'Drift']) {
            await page.waitForSelector(`svg [data-phase=update] [data-pass=${pass}] rect`);
        }
        await page.waitForSelector('svg [data-arrow="Ship Turret"]');
        await page.waitForSelector('svg [data-system*=count_asteroids]');
        await picture(page, 'order');
        const [file] = await Promise.all([page.waitForEvent('download'), page.click('#save-svg')]);
        const text = readFileSync(await file.path(), 'utf8');
        const isWhole = text.startsWith('<svg') && text.includes('Turret') && !text.includes('var(');
        ensure(isWhole, `the file is no picture: ${text}`);
    });
    await check('the types are sorted, and lead to their entities', async () => {
        await page.click('[data-tab=types]');
        await page.click('[data-sort=count]');
        const first = page.locator('#types tr').first();
        ensure(await first.getAttribute('data-type-row') === 'Place', 'most are places');
        await page.waitForSelector('[data-column=count][aria-sort=descending]');
        await picture(page, 'types');
        await page.click('[data-type-row=Turret] [data-show-type]');
        await page.waitForSelector(row('turret left'));
        await page.waitForSelector(row('asteroid 0'), { state: 'detached' });
        await page.selectOption('#filter', '');
    });
}

// The mistakes that the game makes.
async function problems(game) {
    const { page } = game;
    await check('the problems are listed: with their place, and with links', async () => {
        const isCounted = () => Number(document.querySelector('#problem-count').textContent) >= 2;
        await until(page, 'nothing is counted', isCounted);
        await page.click('[data-tab=problems]');
        await page.waitForSelector('#soft [data-problem]:has-text("Asteroid")');
        const place = await page.textContent('#soft [data-place]');
        ensure(place.includes('inspect.rs:'), `the place is ${place}`);
        await page.waitForSelector('#skipped [data-problem]:has-text("Drift")');
        await page.waitForSelector('#dangling [data-problem]:has-text("Turret.target") a.dead');
        await picture(page, 'problems');
        await page.click('#dangling [data-goto] >> nth=0');
        await page.waitForSelector('#name:text-is("turret right")');
    });
}

// Frames that are kept: the last part of a game of its own, whose ship flies to the right.
async function time() {
    const game = await open();
    const { page } = game;
    const x = field('Place', '/at/0');
    const number = selector => page.textContent(selector).then(Number);
    const shown = async () => Number((await page.textContent('#shown')).match(/frame ([\d,]+)/)[1].replaceAll(',', ''));
    await choose(page, 'ship');
    await check('a history names what it cannot keep, and goes on without it', async () => {
        await page.click('#keep');
        await page.waitForSelector('#history-trouble:has-text("Secret")');
        await page.click('#keep-the-rest-box');
        await page.waitForSelector('#kept-types :has-text("Secret: left out")');
        await until(page, 'no frame is kept', () => document.querySelector('#slider').max > 20);
    });
    await check('the game is held, and goes back and on frame by frame: by mouse and by keys', async () => {
        await page.waitForTimeout(1500);
        await page.click('#hold');
        await page.waitForSelector('#hold[aria-pressed=true]');
        await stays(page, x);
        const [frame, place] = [await shown(), await number(x)];
        await page.click('#step-back');
        await until(page, 'it is not one frame back', frame => document.querySelector('#slider').value == frame - 1, frame);
        await until(page, 'the ship is where it was', ([selector, place]) =>
            Number(document.querySelector(selector).textContent) < place, [x, place]);
        await page.evaluate(() => document.activeElement.blur());
        await page.keyboard.press('ArrowLeft');
        await until(page, 'the left arrow goes back', frame => document.querySelector('#slider').value == frame - 2, frame);
        await page.keyboard.press('ArrowRight');
        await until(page, 'the right arrow goes on', frame => document.querySelector('#slider').value == frame - 1, frame);
        await page.keyboard.press('Home');
        await until(page, 'home is the first frame', () => {
            const slider = document.querySelector('#slider');
            return slider.value === slider.min;
        });
        await page.waitForTimeout(600);
        ensure(await number(x) < place - 1, `the ship is at ${await number(x)}, and was at ${place}`);
        await page.keyboard.press('End');
        await until(page, 'end is the last frame', frame => document.querySelector('#slider').value == frame, frame);
        await page.focus('#slider');
        await page.keyboard.press('ArrowLeft');
        await until(page, 'the slider has the same keys', frame => document.querySelector('#slider').value == frame - 1, frame);
        await picture(page, 'history');
    });
    await check('a value is a curve over the frames, and a click on it goes there', async () => {
        await page.click('[data-component=Place] [data-curve="/at/0"]');
        await until(page, 'there is no curve', () => document.querySelector('#curve-line').points.length > 20);
        const heights = await page.$eval('#curve-line', line => [...line.points].map(point => point.y));
        ensure(heights.every((y, at) => at === 0 || y <= heights[at - 1] + 0.01), `it does not rise: ${heights}`);
        const { x: left, y: top, width, height } = await page.locator('#curve-picture').boundingBox();
        const before = await shown();
        await page.mouse.click(left + width / 4, top + height / 2);
        await until(page, 'the click goes nowhere', before => document.querySelector('#slider').value < before - 10, before);
        await page.waitForSelector('#curve-value:has-text("in frame")');
        await page.waitForSelector('#hold:has-text("Go on from here")');
        const here = await shown();
        await page.click('#change-before');
        await until(page, 'no change before', here => document.querySelector('#slider').value < here, here);
        const there = Number(await page.$eval('#slider', slider => slider.value));
        for (let n = 0; n < 4; n += 1) await page.click('#step');
        await until(page, 'a click on the step is lost', ([there]) => document.querySelector('#slider').value == there + 4, [there]);
        await picture(page, 'curve');
    });
    await check('a frame says which pass has changed a value, by keys too', async () => {
        await page.focus('#curve-trace');
        await page.keyboard.press('Enter');
        await page.waitForSelector('#trace-changes li:has-text("pass")');
        await picture(page, 'traced');
        await page.click('#curve-close');
    });
    await check('two frames are compared, with links', async () => {
        await page.click('#compare');
        await page.waitForSelector('#differences [data-problem]:has-text("Place")');
        await page.waitForSelector('#differences a[data-goto]');
        await picture(page, 'compared');
        await page.click('#comparison-close');
    });
    await check('a change in the past holds, and the game goes on from there', async () => {
        const frame = await shown();
        ensure(await type(page, field('Ship', '/speed'), '-100') === null, 'the speed is refused');
        await page.click('#hold');
        await page.waitForSelector('#hold[aria-pressed=false]');
        await until(page, 'it does not fly back', selector => Number(document.querySelector(selector).textContent) < -20, x);
        const first = await page.evaluate(() => Number(document.querySelector('#slider').min));
        ensure(first < frame, 'the frames before are lost');
        await page.click('#keep');
        await page.waitForSelector('#frames', { state: 'hidden' });
        await changes(page, x);
    });
    await close(game);
}

async function ends(game) {
    const { page, say } = game;
    await check('a game that stands still is said to, and found again when it goes on', async () => {
        await page.click('[data-tab=entities]');
        await choose(page, 'ship');
        say('stop');
        await page.waitForSelector('#status[data-state=still]');
        await page.waitForSelector('#notice:has-text("stands still")');
        await picture(page, 'still');
        say('go');
        await page.waitForSelector('#status[data-state=connected]');
        await page.waitForSelector('#notice', { state: 'hidden' });
        await changes(page, field('Place', '/at/0'));
    });
    await check('a game that has ended is said to, and can be asked for again', async () => {
        say('end');
        await page.waitForSelector('#status[data-state=ended]', { timeout: 20_000 });
        await picture(page, 'ended');
        await page.click('#again');
        await page.waitForSelector('#status[data-state=lost]');
    });
}

async function many() {
    const game = await open(['--many']);
    const { page } = game;
    const size = () => page.evaluate(() => document.querySelectorAll('*').length);
    await check('100,000 entities: pages, search and few elements', async () => {
        await page.waitForSelector(row('ship'));
        for (let turn = 0; turn < 8; turn += 1) {
            await page.press('#tree', 'End');
            await page.waitForTimeout(200);
        }
        const last = await page.$$eval('[data-entity]', rows => parseInt(rows.at(-1).dataset.entity));
        ensure(last > 300, `the last row is ${last}`);
        ensure(await size() < 2000, `there are ${await size()} elements`);
        await picture(page, 'many');
        await page.fill('#search', 'mote 99000');
        await page.waitForSelector(row('mote 99000'));
        await choose(page, 'mote 99000');
        await page.waitForSelector(`${field('Dust', '/seed')}:text-is("99000")`);
        await page.fill('#search', 'there is no such name');
        await page.waitForSelector('#nothing');
        await page.click('[data-tab=types]');
        await page.click('[data-type-row=Dust] [data-show-type]');
        const isDusty = () => document.querySelectorAll('[data-row] [data-chip=Dust]').length > 9;
        await until(page, 'the dust is not listed', isDusty);
        ensure(await size() < 2000, `there are ${await size()} elements`);
    });
    await close(game);
}

async function dark() {
    const game = await open([], { colorScheme: 'dark', viewport: { width: 800, height: 700 } });
    const { page } = game;
    await check('in the dark, and narrow', async () => {
        await page.click(`${row('ship')} [data-toggle]`);
        await choose(page, 'ship');
        await page.waitForSelector(field('Ship', '/speed'));
        for (const tab of ['entities', 'frame', 'order', 'types', 'problems']) {
            await page.click(`[data-tab=${tab}]`);
            await page.waitForTimeout(700);
            await picture(page, `dark-${tab}`);
        }
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        ensure(wide <= 800, `the page is ${wide} wide`);
    });
    await close(game);
}

try {
    const game = await open();
    await entities(game);
    await problems(game);
    await tabs(game);
    await editing(game);
    await ends(game);
    await close(game);
    await time();
    await many();
    await dark();
    console.log('inspector: all that was looked for is there');
} finally {
    await browser.close();
}
