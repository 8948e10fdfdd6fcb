// Makes the program that package.json names as bin out of its modules: few files, each holding what is loaded together, with
// source maps that lead back to the TypeScript. A start reads three or four files in place of three hundred.
// The modules in dist/src stay as they are: the library and the tests use them.
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = realpathSync(dirname(dirname(fileURLToPath(import.meta.url))));
const { bin, man, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const program = bin.fencepost;

/** What every command line needs, then what `verify` of an `.fp` file by the explicit engine imports, one after the other. */
const start = ['src/cli/main.ts', 'src/cli/apart/supervise.ts'];
/** What the thread at work has of that besides. */
const work = ['src/cli/apart/work.ts', 'src/options/refused-options.ts', ...commandFiles()];
const usualWay = [
  'src/library/asking.ts',
  'src/ask/ask.ts',
  'src/frontends/index.ts',
  'src/frontends/fp/parse.ts',
  'src/robustness/carry-over.ts',
  'passes/pipelines.ts',
  'src/engines/abstract/growing.ts',
  'src/engines/dual/relief.ts',
  'src/engines/explicit/decide-program.ts',
  'src/ask/confirm.ts',
  'src/evidence/fair-cycle.ts',
];

/** The files that hold more than what one import on demand comes to; the first that takes a module has it. */
const groups = [
  { name: reachedFrom('start', start), debugName: 'start', priority: 4 },
  { name: reachedFrom('work', work), debugName: 'work', priority: 3 },
  { name: reachedFrom('usual', usualWay), debugName: 'usual', priority: 2 },
  { name: 'shared', minShareCount: 3, priority: 1 },
];

await bundle();
await bundlePages();
await writeHelp();
await writeManPage();

async function bundle() {
  const folder = join(root, dirname(program));
  rmSync(folder, { recursive: true, force: true });
  const build = await rolldown({
    cwd: root,
    // A thread is started by the name of its file, beside the one that starts it.
    input: {
      [basename(program, '.js')]: 'src/cli/start.ts',
      'at-work': 'src/cli/apart/at-work.ts',
      'apart-process': 'src/editing/apart/apart-process.ts',
      'search-worker': 'src/engines/explicit/workers/search-worker.ts',
    },
    platform: 'node',
    // Z3 comes with WebAssembly beside it, which it looks for by itself.
    // What a queue takes may not be installed.
    external: ['z3-solver', /^z3-solver\//, 'bullmq', 'ioredis'],
    // TypeScript is imported by the names that the compiler's output has.
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    onLog: endByWarnings,
  });
  await build.write({
    dir: folder,
    format: 'esm',
    chunkFileNames: '[name].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Names stay, for those who read a stack with --debug.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    codeSplitting: { groups },
  });
  chmodSync(join(root, program), 0o755);
}

/** The parts of pages that run in browsers: a script and a style sheet for each, to stand in the page. */
async function bundlePages() {
  const pages = {
    report: ['run-view/theme.css', 'run-view/run-view.css', 'report/report.css'],
    comparison: ['run-view/theme.css', 'report/report.css', 'comparison/comparison.css'],
  };
  const folder = join(root, dirname(program), 'pages');
  for (const [page, styles] of Object.entries(pages)) {
    const build = await rolldown({
      cwd: root,
      input: `src/pages/${page}/${page}-main.ts`,
      platform: 'browser',
      resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
      onLog: endByWarnings,
    });
    await build.write({ file: join(folder, `${page}.js`), format: 'iife', minify: true });
    const style = styles.map((file) => readFileSync(join(root, 'src/pages', file), 'utf8')).join('\n');
    writeFileSync(join(folder, `${page}.css`), style);
  }
}

/** What the compiled modules answer to `--help` is kept beside the program for the usual widths: that needs no command and no yargs. */
async function writeHelp() {
  const module = (name) => import(pathToFileURL(join(root, 'dist/src/cli', name)).href);
  const { helpFile, readyWidths } = await module('ready-help.js');
  const { helpFor } = await module('run-command-line.js');
  const { commands } = await module('commands/index.js');
  mkdirSync(join(root, dirname(program), dirname(helpFile('', 0))));
  for (const name of ['', ...commands.map((command) => command.name)])
    for (const width of readyWidths) {
      const text = await helpFor([...(name === '' ? [] : [name]), '--help'], version, width);
      writeFileSync(join(root, dirname(program), helpFile(name, width)), text);
    }
}

/** The file that package.json names as man. */
async function writeManPage() {
  const module = (name) => import(pathToFileURL(join(root, 'dist/src/cli', name)).href);
  const { manPage } = await module('man-page.js');
  const { commands } = await module('commands/index.js');
  const loaded = [];
  for (const { load } of commands) loaded.push(await load());
  mkdirSync(dirname(join(root, man)), { recursive: true });
  writeFileSync(join(root, man), manPage(loaded, version));
}

/** Most of what bundlers warn of (an import that is not found, names that hide each other) would be a fault of the program. */
function endByWarnings(level, log) {
  // The module is in the file that imports it in the ordinary way too, and that is what we want.
  if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') return;
  if (level === 'warn') throw new Error(`bundle: ${log.message}`);
}

/** Gives the name to the modules that these come to by ordinary imports. */
function reachedFrom(name, files) {
  let reached = null;
  return (module, build) => {
    reached ??= closed(files, (id) => {
      const info = build.getModuleInfo(id);
      if (info === null) throw new Error(`bundle: ${id} is not part of the program`);
      return info.importedIds;
    });
    return reached.has(module) ? name : null;
  };
}

function closed(files, importsOf) {
  const reached = new Set(files.map((file) => join(root, ...file.split('/'))));
  for (const id of reached) for (const imported of importsOf(id)) reached.add(imported);
  return reached;
}

function commandFiles() {
  const folder = 'src/cli/commands';
  return readdirSync(join(root, folder)).map((file) => `${folder}/${file}`);
}
