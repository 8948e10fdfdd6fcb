import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { commands as verbs } from '../../src/cli/commands/index.js';
import { helpFile, readyWidths } from '../../src/cli/ready-help.js';
import { helpFor } from '../../src/cli/run-command-line.js';
import { packageVersion, programFile } from '../../src/library/own-package.js';
import { at } from '../../src/support/invariant.js';
import { root } from '../support/root.js';
import { folderWith } from './fencepost.js';

const bundled = programFile();
const modules = join(root, 'dist/src/cli/start.js');

const folder = folderWith({
  'wrong.fp': 'shared int x = 0;\nthread P { x = y; }\n',
  'sb.litmus': `X86 SB
{ x=0; y=0; }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\\ 1:EAX=0)
`,
});

function run(program: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout: withoutFigures(stdout), stderr: withoutFigures(stderr) };
}

/** Time and memory are another thing in every run. */
const withoutFigures = (text: string): string =>
  text
    .replaceAll(/\d+\.\d+ s\b/g, 'N s')
    .replaceAll(/\d+ MB\b/g, 'N MB')
    .replaceAll(/("\w*(?:[sS]econds|MemoryMB)": )[\d.]+/g, '$1N')
    .replaceAll(/\d+ +\d+\.\d\d\b|\d+\.\d\d\b/g, 'N')
    .replaceAll(/ +/g, ' ');

describe('the bundled program', () => {
  const wrong = join(folder, 'wrong.fp');
  const questions: readonly (readonly [number, string])[] = [
    [0, '--help'],
    [0, '--version'],
    [0, 'fences --help'],
    [2, ''],
    [2, 'verfy x.fp'],
    [2, 'verify'],
    [2, 'verify samples/litmus/sb.fp --model nope'],
    [2, 'verify samples/litmus/sb.fp --json --engine dual --model tso1'],
    [2, `verify ${join(folder, 'missing.fp')}`],
    [2, `verify ${wrong}`],
    [2, `verify ${wrong} --json`],
    [10, 'verify samples/litmus/mp.fp --model pso'],
    [0, 'verify samples/mutex/peterson-fenced.fp --model pso --json'],
    [0, 'verify samples/litmus/sb-fenced.fp --all-models'],
    [0, 'verify samples/dual/spinlock-any.fp --model tso --procs any'],
    [10, 'verify samples/ltl/release.fp --model tso --fairness none --property released'],
    [0, 'verify samples/arrays/mutex-fenced.cub --model tso'],
    [0, 'verify samples/abstraction/publish-fenced.fp --model tso --method lazy'],
    [0, 'abstract samples/abstraction/publish.fp --model sc --method pe'],
    [0, `litmus ${join(folder, 'sb.litmus')} --model sc,tso,pso`],
    [0, 'fences samples/litmus/sb.fp --model tso --diff'],
    [0, 'transform samples/litmus/sb.fp --model tso --bound 1 --to promela'],
    [0, 'simulate samples/litmus/sb.fp --random --steps 5 --seed 1'],
    [0, 'compare samples/litmus/sb.fp --models sc,tso'],
  ];
  it.each(questions)('answers as its modules do, with exit code %i: %s', (status, line) => {
    const args = line === '' ? [] : line.split(' ');
    const answer = run(bundled, args);
    expect(answer).toEqual(run(modules, args));
    expect(answer.status).toBe(status);
    expect(answer.stderr).not.toMatch(/^ +at .*:\d+/m);
  });

  // One after the other: jest loads modules that are asked for at the same time wrongly.
  beforeAll(async () => {
    for (const { load } of verbs) await load();
  });

  it.each(['', ...verbs.map(({ name }) => name)])(
    'has the help of `%s` ready as it would be made',
    async (command) => {
      const words = command === '' ? [] : [command];
      for (const width of readyWidths) {
        const ready = readFileSync(join(dirname(bundled), helpFile(command, width)), 'utf8');
        // Whatever is not asked for in exactly these words is made when it is asked for.
        expect(ready).toBe(await helpFor([...words, '--help'], packageVersion(), width));
      }
      const made = await helpFor([...words, '--help'], packageVersion(), 100);
      expect(spawnSync(process.execPath, [bundled, ...words, '-h'], { encoding: 'utf8' }).stdout).toBe(
        `${made}\n`,
      );
    },
  );

  it('tells with --debug where in the sources something was thrown', () => {
    const debugged = ['verify', 'samples/litmus/sb.fp', '--nope', '--debug'];
    const places = placesIn(run(bundled, debugged).stderr);
    expect(places.length).toBeGreaterThan(3);
    expect(places).toEqual(placesIn(run(modules, debugged).stderr));
    const [file, line] = at(places, 0);
    const source = readFileSync(join(root, file), 'utf8').split('\n');
    expect(source[line - 1]).toContain('new UsageError');
  });

  it('is few files, each with its map unless it only hands over what others have', () => {
    const names = readdirSync(dirname(bundled)).filter(
      (name) => name.endsWith('.js') && name !== 'rolldown-runtime.js',
    );
    expect(names.length).toBeLessThan(200);
    for (const name of names) {
      const text = readFileSync(join(dirname(bundled), name), 'utf8');
      const isHandingOver = /^(?:import\{[^}]*\}from"[^"]*";|import"[^"]*";)+export\{[^}]*\};\s*$/.test(text);
      expect({ name, hasMap: text.includes(`//# sourceMappingURL=${name}.map`) }).toEqual({
        name,
        hasMap: !isHandingOver,
      });
    }
  });
});

/** File and line of each entry of a stack that is in the sources; the innermost first. */
const placesIn = (stack: string): readonly (readonly [string, number])[] =>
  [...stack.matchAll(/^ +at .*?\/((?:src|passes)\/[^\s:]+\.ts):(\d+):\d+\)?$/gm)].map(
    (match) => [match[1] ?? '', Number(match[2])] as const,
  );
