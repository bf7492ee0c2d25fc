// Starts a program of the site, when its button is pressed:
// `<div class="play" data-program="asteroids" data-kind="game" data-keys="Left Space">`.
// `.ci/site` puts the program and its files into the folder `play`. Nothing is loaded until the button is pressed: a
// browser lets a page make sounds only then.
(() => {
    const folder = `${path_to_root}play`; // the book says in each page where its root is

    // What a game draws, in pixels. A narrow page shows it smaller.
    const [WIDTH, HEIGHT] = [800, 450];

    const arrows = { Left: '←', Right: '→', Up: '↑', Down: '↓' };

    // A key is held as long as a finger is on its button.
    function button(canvas, name) {
        const button = document.createElement('button');
        const code = name in arrows ? `Arrow${name}` : name.length === 1 ? `Key${name}` : name;
        button.dataset.code = code;
        button.textContent = arrows[name] ?? name;
        const sends = { pointerdown: 'keydown', pointerup: 'keyup', pointercancel: 'keyup' };
        for (const [type, key] of Object.entries(sends)) {
            button.addEventListener(type, () => canvas.dispatchEvent(new KeyboardEvent(key, { code })));
        }
        button.addEventListener('contextmenu', event => event.preventDefault()); // of a long touch
        return button;
    }

    // macroquad draws in this canvas. Its script has global names, so there is one game a page.
    function play(place, program, keys) {
        const canvas = document.createElement('canvas');
        canvas.id = 'glcanvas';
        canvas.tabIndex = 0;
        canvas.addEventListener('contextmenu', event => event.preventDefault()); // for games, the right button is one more
        Object.defineProperties(canvas, { clientWidth: { value: WIDTH }, clientHeight: { value: HEIGHT } });
        const pad = document.createElement('div');
        pad.className = 'keys';
        pad.append(...keys.split(' ').map(name => button(canvas, name)));
        place.append(canvas, pad);
        place.scrollIntoView({ block: 'nearest' }); // as a whole
        // The book turns its pages and searches by keys that the game has too.
        for (const key of ['keydown', 'keypress', 'keyup']) place.addEventListener(key, event => event.stopPropagation());
        const script = document.createElement('script');
        script.src = `${folder}/macroquad.js`;
        script.addEventListener('load', () => {
            // Where the mouse or a finger is, in pixels of the game.
            window.mouse_relative_position = (x, y) => {
                const { left, top, width } = canvas.getBoundingClientRect();
                return { x: (x - left) * WIDTH / width, y: (y - top) * WIDTH / width };
            };
            load(`${folder}/${program}.wasm`);
        });
        document.body.append(script);
    }

    // What the program prints is shown. `data-status` says that it has ended, and how.
    function print(place, program) {
        const output = document.createElement('pre');
        place.append(output);
        const worker = new Worker(`${folder}/worker.js`);
        worker.addEventListener('message', ({ data: { text, status } }) => {
            if (text !== undefined) output.append(text);
            if (status !== undefined) place.dataset.status = status;
        });
        worker.postMessage(`${program}.wasm`);
    }

    for (const place of document.querySelectorAll('.play')) {
        const { program, kind, keys } = place.dataset;
        const start = document.createElement('button');
        start.textContent = kind === 'game' ? 'Play' : 'Run';
        start.addEventListener('click', () => {
            start.remove();
            (kind === 'game' ? play : print)(place, program, keys);
        });
        place.append(start);
    }
})();
