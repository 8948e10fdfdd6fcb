// Makes the playground (docs/playground.md): a folder of static files that any web server serves. What engines and front ends
// need of Node is in one file for each concern under src/pages/playground/in-browser, and comes in its place here.
// With --z3 the files of Z3 are beside it; `fencepost serve` takes them from the package z3-solver.
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = realpathSync(dirname(dirname(fileURLToPath(import.meta.url))));
const source = join(root, 'src/pages/playground');
const folder = join(root, 'dist/playground');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const inBrowser = (name) => join(source, 'in-browser', `${name}.ts`);

/** Modules of Node, and packages. */
const alias = {
  'node:fs': inBrowser('browser-disk'),
  'node:path': inBrowser('browser-paths'),
  'node:os': inBrowser('browser-machine'),
  'node:v8': inBrowser('browser-machine'),
  'node:worker_threads': inBrowser('browser-threads'),
  'node:vm': inBrowser('browser-code'),
  'node:util': inBrowser('browser-code'),
  'z3-solver': inBrowser('browser-z3'),
};

/** Modules of ours, by what they are for: files, and the package itself. */
const replaced = new Map([
  ['src/ask/read-source.ts', inBrowser('browser-files')],
  ['src/library/own-package.ts', inBrowser('browser-package')],
]);

/** What a first verification of an `.fp` program by the explicit engine needs, one after the other. */
const usualWay = [
  'src/pages/playground/engine-worker.ts',
  'src/library/asking.ts',
  'src/ask/ask.ts',
  'src/frontends/index.ts',
  'src/frontends/fp/parse.ts',
  'src/robustness/carry-over.ts',
  'passes/pipelines.ts',
  'passes/plain-attacks.ts',
  'src/engines/abstract/growing.ts',
  'src/engines/quantified/endless-data.ts',
  'src/engines/dual/relief.ts',
  'src/engines/explicit/decide-program.ts',
  'src/ask/confirm.ts',
  'src/library/tell.ts',
  'src/report/page/run-model-of.ts',
];

// What both need must not come with what only one of them can run.
const ofPage = reachedFrom(['src/pages/playground/playground.ts']);
const ofWorkers = reachedFrom(usualWay);

await bundle();
copyPage();
writeSamples();
if (process.argv.includes('--z3')) copyZ3();

async function bundle() {
  rmSync(folder, { recursive: true, force: true });
  const build = await rolldown({
    cwd: root,
    input: {
      playground: 'src/pages/playground/playground.ts',
      'engine-worker': 'src/pages/playground/engine-worker.ts',
    },
    platform: 'browser',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] }, alias },
    plugins: [{ name: 'in-browser', resolveId: replacement }],
    transform: {
      define: { fencepostVersion: JSON.stringify(version) },
      inject: {
        process: [inBrowser('browser-process'), 'process'],
        setImmediate: [inBrowser('browser-process'), 'setImmediate'],
      },
    },
    onLog: endByWarnings,
  });
  await build.write({
    dir: folder,
    format: 'esm',
    chunkFileNames: '[name].js',
    minify: true,
    codeSplitting: {
      groups: [
        { name: named('common', both(ofPage, ofWorkers)), debugName: 'common', priority: 4 },
        { name: named('page', ofPage), debugName: 'page', priority: 3 },
        { name: named('engines', ofWorkers), debugName: 'engines', priority: 2 },
        { name: 'shared', minShareCount: 3, priority: 1 },
      ],
    },
  });
}

async function replacement(wanted, importer, options) {
  const found = await this.resolve(wanted, importer, { ...options, skipSelf: true });
  if (found === null || found.external !== false) return found;
  const path = found.id.startsWith(root) ? found.id.slice(root.length + 1) : found.id;
  return replaced.get(path) ?? found;
}

/** Most of what bundlers warn of would be a fault of the page. */
function endByWarnings(level, log) {
  if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') return;
  if (level === 'warn') throw new Error(`playground: ${log.message}`);
}

/** Whether a module is among those that these come to by ordinary imports. */
function reachedFrom(files) {
  let reached = null;
  return (module, build) => {
    reached ??= closed(files, (id) => build.getModuleInfo(id)?.importedIds ?? []);
    return reached.has(module);
  };
}

function both(one, other) {
  return (module, build) => one(module, build) && other(module, build);
}

function named(name, isIn) {
  return (module, build) => (isIn(module, build) ? name : null);
}

function closed(files, importsOf) {
  const reached = new Set(files.map((file) => join(root, ...file.split('/'))));
  for (const id of reached) for (const imported of importsOf(id)) reached.add(imported);
  return reached;
}

function copyPage() {
  for (const file of ['index.html', 'playground.css']) copyFileSync(join(source, file), join(folder, file));
  const shared = join(root, 'src/pages/run-view');
  for (const file of ['theme.css', 'run-view.css']) copyFileSync(join(shared, file), join(folder, file));
}

/** The programs of the folder of samples that are one file, with what its table says of them. */
function writeSamples() {
  const samples = join(root, 'samples');
  const [head, ...rows] = readFileSync(join(samples, 'verdicts.tsv'), 'utf8').trimEnd().split('\n');
  const columns = head.split('\t').slice(1);
  const table = rows.map((row) => {
    const [sample, ...cells] = row.split('\t');
    return { sample, verdicts: Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ''])) };
  });
  const files = readdirSync(samples, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'verdicts.tsv')
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(samples.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
  // A page has no other files that a program could take in.
  const takesInFiles = /^[ \t]*#?[ \t]*include[ \t]*"/m;
  const isListed = new Set(table.map(({ sample }) => sample));
  const told = files
    .filter((path) => isListed.has(path))
    .map((path) => ({
      path,
      text: readFileSync(join(samples, path), 'utf8'),
      expected: table.filter(({ sample }) => sample === path).map(({ verdicts }) => verdicts),
    }))
    .filter(({ text }) => !takesInFiles.test(text));
  writeFileSync(join(folder, 'samples.json'), JSON.stringify({ samples: told }));
}

function copyZ3() {
  const from = dirname(fileURLToPath(import.meta.resolve('z3-solver')));
  mkdirSync(join(folder, 'z3'));
  for (const file of ['z3-built.js', 'z3-built.wasm'])
    copyFileSync(join(from, file), join(folder, 'z3', file));
}
