// The pages of the site, for `.ci/site`: `node site.mjs programs` prints which programs the site has, `node site.mjs write BOOK` adds their
// pages to a copy of docs/book, `node site.mjs check SITE` looks for links that do not work.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const repository = 'https://github.com/crtp-ecs/ecs';
const source = 'docs/book/src';
const read = path => readFileSync(path, 'utf8');
const files = (folder, ending) => readdirSync(folder, { recursive: true }).filter(path => path.endsWith(ending)).sort();

// A program of docs/book/src/play.md: `- [Title](its file): a sentence.`
const programs = [...read(`${source}/play.md`).matchAll(/^- \[(.*)\]\((.*)\): (.*)$/gm)].map(([, title, link, sentence]) => {
    const file = join(source, link);
    const isFolder = basename(file) === 'main.rs';
    const name = isFolder ? basename(dirname(file)) : basename(file, '.rs');
    return { title, sentence, file, name, isFolder, kind: file.startsWith('examples/games/') ? 'game' : 'text' };
});

// The keys that a game reads, in the order in which its page shows them to fingers.
function keys(codes) {
    const first = ['Left', 'Right', 'Up', 'Down', 'Space', 'Enter'];
    const all = new Set(codes.flatMap(code => [...code.matchAll(/\bKeyCode::(\w+)/g)].map(([, name]) => name)));
    return [...first.filter(name => all.has(name)), ...[...all].filter(name => !first.includes(name)).sort()];
}

// The page of a program: where it runs, and all its code but the tests.
function page({ title, sentence, file, name, isFolder, kind }) {
    const folder = dirname(file);
    const all = isFolder ? files(folder, '.rs').filter(path => basename(path) !== 'tests.rs') : [basename(file)];
    const code = [basename(file), ...all.filter(path => path !== basename(file))].map(path =>
        `## ${path}\n\n[In the repository](${repository}/blob/main/${folder}/${path})\n\n~~~~~rust\n${read(join(folder, path))}~~~~~\n`);
    const where = `<div class="play" data-program="${name}" data-kind="${kind}" data-keys="${keys(code).join(' ')}"></div>`;
    return `# ${title}\n\n${sentence[0].toUpperCase()}${sentence.slice(1)}\n\n${where}\n\n${code.join('\n')}`;
}

// Adds the pages of the programs to a copy of the book. Links that leave the book lead to the repository; pictures are taken in.
function write(book) {
    const lost = [];
    for (const path of files(`${book}/src`, '.md')) {
        const text = read(`${book}/src/${path}`).replaceAll(/\]\(([^)#:]+)(#[^)]*)?\)/g, (whole, target, anchor = '') => {
            const file = join(source, dirname(path), target);
            const program = path === 'play.md' && programs.find(program => program.file === file);
            if (program) return `](play/${program.name}.md)`;
            if (!relative(source, file).startsWith('..')) return whole;
            if (!existsSync(file)) {
                lost.push(`${source}/${path}: ${file} is not there`);
                return whole;
            }
            if (!file.endsWith('.png')) return `](${repository}/blob/main/${file}${anchor})`;
            mkdirSync(`${book}/src/pictures`, { recursive: true });
            copyFileSync(file, `${book}/src/pictures/${basename(file)}`);
            return `](${join(relative(dirname(path), ''), 'pictures', basename(file))})`;
        });
        writeFileSync(`${book}/src/${path}`, text);
    }
    mkdirSync(`${book}/src/play`, { recursive: true });
    for (const program of programs) writeFileSync(`${book}/src/play/${program.name}.md`, page(program));
    const lines = programs.map(({ title, name }) => `  - [${title}](play/${name}.md)\n`).join('');
    const summary = read(`${book}/src/SUMMARY.md`);
    const added = summary.replace('(play.md)\n', `(play.md)\n${lines}`);
    if (added === summary) lost.push(`${source}/SUMMARY.md has no line that ends with (play.md)`);
    writeFileSync(`${book}/src/SUMMARY.md`, added);
    return lost;
}

// Follows each link of each page: to pages and their parts, to files of the site, to files of the repository.
function check(site) {
    const lost = [];
    const pages = new Map(files(site, '.html').map(path => [path, read(`${site}/${path}`)]));
    for (const { file, name } of programs) {
        // Who wants to edit the page of a program edits the program.
        const path = `play/${name}.html`;
        pages.set(path, pages.get(path).replace(`/edit/main/docs/book/src/play/${name}.md`, `/edit/main/${file}`));
        writeFileSync(`${site}/${path}`, pages.get(path));
    }
    const ids = new Map([...pages].map(([path, text]) => [path, new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id))]));
    let count = 0;
    for (const [path, text] of pages) {
        const base = text.includes('<base href="') ? '' : dirname(path);
        for (const [, escaped] of text.matchAll(/<(?!base\b)[a-z][^>]*\s(?:href|src)="([^"]*)"/g)) {
            count += 1;
            const link = decodeURIComponent(escaped.replaceAll('&amp;', '&'));
            const [target, anchor] = link.split('#');
            const ours = target.match(/^https:\/\/github\.com\/crtp-ecs\/ecs\/(?:blob|edit)\/main\/(.*)/);
            const isLost = () => {
                if (ours) return !existsSync(ours[1]);
                if (/^[a-z]+:/.test(target)) return false; // of others, who are not asked
                const file = target === '' ? path : join(base, target.endsWith('/') ? `${target}index.html` : target);
                if (!existsSync(`${site}/${file}`)) return true;
                return Boolean(anchor) && ids.has(file) && !ids.get(file).has(anchor);
            };
            if (isLost()) lost.push(`${path}: ${link} leads nowhere`);
        }
    }
    console.log(`${pages.size} pages, ${count} links`);
    return lost;
}

const [command, folder] = process.argv.slice(2);
if (command === 'programs') {
    programs.forEach(({ kind, name }) => console.log(kind, name));
} else {
    const lost = { write, check }[command](folder);
    lost.forEach(fault => console.log(fault));
    process.exitCode = lost.length ? 1 : 0;
}
