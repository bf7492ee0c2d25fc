// Starts a program of the site, when its button is pressed: `<div class="play" data-program="asteroids" data-kind="game">`. `.ci/site` puts it
// and what it needs into the folder `play`. Until the button is pressed nothing is loaded, and a browser lets a page make sounds only then.
(() => {
    const folder = `${path_to_root}play`; // the book says in each page where its root is

    // macroquad draws in this canvas. Its script has global names, so there is one game a page.
    function play(place, program) {
        const canvas = document.createElement('canvas');
        canvas.id = 'glcanvas';
        canvas.tabIndex = 0;
        canvas.addEventListener('contextmenu', event => event.preventDefault()); // for games, the right button is one more
        place.append(canvas);
        // The book turns its pages and searches by keys that the game has too.
        for (const key of ['keydown', 'keypress', 'keyup']) place.addEventListener(key, event => event.stopPropagation());
        const script = document.createElement('script');
        script.src = `${folder}/macroquad.js`;
        script.addEventListener('load', () => load(`${folder}/${program}.wasm`));
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
        const { program, kind } = place.dataset;
        const button = document.createElement('button');
        button.textContent = kind === 'game' ? 'Play' : 'Run';
        button.addEventListener('click', () => {
            button.remove();
            (kind === 'game' ? play : print)(place, program);
        });
        place.append(button);
    }
})();
