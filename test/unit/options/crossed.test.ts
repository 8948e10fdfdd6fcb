import type { SubjectKind } from '../../../src/lang/program/subject-kind.js';
import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { Output } from '../../../src/cli/output.js';
import { run } from '../../../src/cli/run-command-line.js';
import { UsageError } from '../../../src/diagnostics/diagnostic.js';
import { optionsOf } from '../../../src/options/option-table.js';
import { engineNames } from '../../../src/engines/index.js';
import type { OptionRow } from '../../../src/options/kit/row.js';
import { folderWith } from '../../cli/fencepost.js';
import { noInput } from '../../cli/in-process.js';

/** Every option of verify is given with every engine for every kind of file: it is taken, or refused by its name. */

const folder = folderWith({
  'crossed.fp': `shared int[0..1] x = 0;
thread P { A: x = 1; fence; B: skip; }
thread Q { A: x = 0; fence; B: skip; }
invariant !(P at B && Q at A && P at A);
predicates { x == 0; }
`,
  'crossed.bl': `shared X;
init
1: store X = false;
process 1
1: store X = true;
process 2
1: store X = true;
assert always (X = 0 | X != 0)
`,
  'crossed.cub': `type place = Idle | Busy
array PC[proc] : place
init (i) { PC[i] = Idle }
unsafe (i) { PC[i] = Idle && PC[i] = Busy }
transition go ([i])
requires { PC[i] = Idle }
{ PC[i] := Busy }
`,
  'some.pred': 'x == 0\n',
  'some.atomic': '',
});

const files: Readonly<Record<SubjectKind, string>> = {
  program: `${folder}/crossed.fp`,
  boolean: `${folder}/crossed.bl`,
  array: `${folder}/crossed.cub`,
};

/** Of options that take any text, or write what they name. */
const texts: Readonly<Record<string, string>> = {
  property: 'invariant',
  invariant: '!(P at B && Q at A)',
  ltl: 'G !(P at A && P at B)',
  atomic: `${folder}/some.atomic`,
  predicates: `${folder}/some.pred`,
  'save-predicates': `${folder}/found.pred`,
  evidence: `${folder}/evidence.json`,
  document: `${folder}/answer.json`,
  report: `${folder}/report.html`,
  'emit-smt2': `${folder}/obligations`,
  portfolio: 'explicit,dual',
  'dump-after': 'expand-instances',
};

/** A value that the option takes: one of those that it names when it refuses another. */
function valueFor({ name, read }: OptionRow): string {
  for (const text of [texts[name] ?? '2', '0..1']) {
    try {
      read?.(text, name);
      return text;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const [, first] = /it is one of (\w[\w-]*)/.exec(error.message) ?? [];
      if (first !== undefined) return first;
    }
  }
  throw new Error(`no value for --${name}`);
}

class Collected extends EventEmitter {
  text = '';
  write(text: string, done?: () => void): boolean {
    this.text += text;
    done?.();
    return true;
  }
}

async function fencepost(
  args: readonly string[],
): Promise<{ readonly code: number; readonly stderr: string }> {
  const [stdout, stderr] = [new Collected(), new Collected()];
  const output = new Output({ stdout, stderr, env: { NO_COLOR: '1' } });
  const { signal } = new AbortController();
  const code = await run(args, {
    output,
    signal,
    begins: () => undefined,
    input: noInput,
    knows: () => undefined,
  });
  await output.finish();
  return { code, stderr: stderr.text };
}

const ask = (subject: SubjectKind, engine: string, words: readonly string[]) =>
  fencepost(['verify', files[subject], '--model', 'tso', '--timeout', '20', '--engine', engine, ...words]);

/** These are in every command line here. */
const common = new Set(['model', 'all-models', 'engine', 'timeout']);

const rows = optionsOf('verify').filter(({ name }) => !common.has(name));
const engines: readonly string[] = ['auto', ...engineNames];
const subjects = ['program', 'boolean', 'array'] as const;

type Outcome = 'taken' | 'refused by name' | 'refused without it' | 'wrong';

function outcomeOf(code: number, stderr: string, name: string): Outcome {
  if (code === 2) return stderr.includes(name) ? 'refused by name' : 'wrong';
  return code === 0 || code === 10 || code === 20 ? 'taken' : 'wrong';
}

/** What a row says of itself. An option that is taken may have a value that does not go with this file. */
function expected(row: OptionRow, subject: SubjectKind, engine: string): readonly Outcome[] {
  const wanted = engine === 'auto' ? (row.implies ?? engine) : engine;
  const isForFile = row.subjects?.includes(subject) ?? true;
  const isForEngine = wanted === 'auto' || (row.engines?.includes(wanted) ?? true);
  const refused: readonly Outcome[] = ['refused by name', 'refused without it'];
  return isForFile && isForEngine ? [...refused, 'taken'] : refused;
}

describe.each(subjects.flatMap((subject) => engines.map((engine) => [subject, engine] as const)))(
  'a file with a %s, and --engine %s:',
  (subject, engine) => {
    it.each(rows.map((row) => [row.name, row] as const))('--%s', async (name, row) => {
      const plain = await ask(subject, engine, []);
      const words = row.read === undefined ? [`--${name}`] : [`--${name}=${valueFor(row)}`];
      const { code, stderr } = await ask(subject, engine, words);
      const outcome = code === 2 && plain.code === 2 ? 'refused without it' : outcomeOf(code, stderr, name);
      expect(expected(row, subject, engine)).toContain(outcome);
    });
  },
);
