import { parseArgs } from 'node:util';
import { readdirSync } from 'node:fs';
import { Unsupported } from '../../src/diagnostics/diagnostic.js';
import { modelNamed } from '../../src/memory/index.js';
import { compare } from './compare-spin.js';
import { spinMissing } from './spin.js';
import { endOfTool } from '../corpus/end-of-tool.js';

/** Compares our answers and numbers of states with Spin's: `npm run spin -- [--models sc,tso] [--bound K] [FILE...]`. */
async function main(): Promise<number> {
  const missing = spinMissing();
  if (missing !== null) {
    process.stderr.write(`this needs ${missing}, which is not installed\n`);
    return 2;
  }
  const { values, positionals } = parseArgs({
    options: {
      models: { type: 'string', default: 'sc,tso,pso,tso1' },
      bound: { type: 'string', default: '2' },
    },
    allowPositionals: true,
  });
  const files = positionals.length > 0 ? positionals : samples();
  const bound = Number(values.bound);
  let failed = 0;
  let compared = 0;
  print(['sample', 'model', 'ours', 'spin', 'verify visits', 'states', "spin's", '']);
  for (const path of files) {
    for (const name of values.models.split(',')) {
      const model = modelNamed(name);
      if (model === null) {
        process.stderr.write(`there is no memory model ${name}\n`);
        return 2;
      }
      const shown = path.replace(/^samples\//, '');
      try {
        const c = await compare({ path, model, bound, procs: null });
        if (c === null) continue;
        const notes =
          c.disagreements.length === 0 ? c.explanation : `DIFFERENT: ${c.disagreements.join('; ')}`;
        const counts = [c.directStates, c.states, c.spinStates].map((n) => n.toLocaleString('en'));
        print([shown, name, c.ours, c.spins, ...counts, notes]);
        compared++;
        if (c.disagreements.length > 0) failed++;
      } catch (error) {
        if (!(error instanceof Unsupported)) throw error;
        print([shown, name, '', '', '', '', '', `left out: ${error.message}`]);
      }
    }
  }
  process.stdout.write(`${legend}\n${compared} compared, ${failed} different\n`);
  return failed === 0 ? 0 : 1;
}

const legend = `
states: of the exported program, by our search without reductions; spin's: stored by pan without reductions.
verify visits: the program itself under the memory model. It has no variables for buffers and no threads that flush, so
no ends of such threads; loads of what a thread buffers need no steps of their own; dead locals are forgotten; nothing
is searched behind a full buffer, nor long behind a violation.`;

/** Without those for predicate abstraction and discovery, which have values without end, and goals, which SPIN is not told. */
function samples(): readonly string[] {
  return readdirSync('samples', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.fp') && !/^(abstraction|discovery)\/|^language\/goals/.test(name))
    .sort()
    .map((name) => `samples/${name}`);
}

const widths = [38, 5, 9, 9, 13, 12, 12, 0];

function print(columns: readonly string[]): void {
  const cells = columns.map((text, i) => {
    const width = widths[i] ?? 0;
    return i >= 4 && i <= 6 ? text.padStart(width) : text.padEnd(width);
  });
  process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
}

process.exitCode = await endOfTool(main);
