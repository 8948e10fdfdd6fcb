import { noLimits } from '../../../src/arrays/array-limits.js';
import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { explore } from '../../../src/arrays/explore-arrays.js';
import { ArrayMachine } from '../../../src/arrays/array-machine.js';
import { toProgram } from '../../support/arrays/program/array-to-program.js';
import { mostFixed } from '../../../src/arrays/walk-system.js';
import { DiagnosticBag, Unsupported } from '../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../src/diagnostics/span.js';
import { readCub } from '../../../src/frontends/cub/parse.js';
import type { ArraySystem } from '../../../src/lang/arrays/array-system.js';
import { printProgram } from '../../../src/lang/program/print.js';
import type { Program } from '../../../src/lang/program/program.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { randomArraySystem } from '../../../tools/fuzz/array-systems.js';
import { storeBufferAnswer } from '../../support/dual/ask-dual.js';
import { parseFp } from '../../support/parse-fp.js';
import { Random } from '../../support/random.js';
import { corpusFolder, describeOver } from '../frontends/corpus.js';

function systemOf(text: string): ArraySystem {
  const bag = new DiagnosticBag();
  const system = readCub(new Source('test.cub', text), bag);
  if (system === null)
    throw new Error(
      bag
        .errors()
        .map(({ message }) => message)
        .join('; '),
    );
  return system;
}

/** Of each clause. */
async function ownVerdicts(
  system: ArraySystem,
  model: MemoryModel,
  procs: number,
): Promise<readonly string[]> {
  const limits = { ...noLimits, maxStates: 50_000 };
  const found = await explore(new ArrayMachine(system, model, procs), { bufferBound: 3, limits });
  const whole = [...found.missing].every((why) => why === 'stopped');
  return system.unsafe.map((_, index) => {
    if (found.reached.some(({ target }) => target.index === index)) return 'unsafe';
    return whole ? 'safe' : 'unknown';
  });
}

async function verdictsOf(program: Program, model: MemoryModel): Promise<readonly string[]> {
  const answer = await storeBufferAnswer(program, { model, procs: 1, seconds: 20 });
  if (answer.kind !== 'decided') throw new Error(answer.why);
  return program.properties.flatMap(({ kind, name }) =>
    kind === 'invariant' ? [answer.reports.get(name)?.verdict ?? 'none'] : [],
  );
}

/** Null: no program says it. */
function translated(system: ArraySystem, model: MemoryModel, procs: number): Program | null {
  try {
    return toProgram(system, model, procs, 'test');
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

/** Whether there was something to compare. */
async function agrees(system: ArraySystem, model: MemoryModel, procs: number): Promise<boolean> {
  const program = translated(system, model, procs);
  if (program === null) return false;
  const text = printProgram(program);
  expect(printProgram(parseFp(text))).toBe(text);
  const [own, theirs] = [await ownVerdicts(system, model, procs), await verdictsOf(program, model)];
  const known = own.map((verdict, i) => verdict !== 'unknown' && theirs[i] !== 'unknown');
  expect(theirs.filter((_, i) => known[i])).toEqual(own.filter((_, i) => known[i]));
  return !own.includes('unknown');
}

const firstThread = `shared int[1..3] T;
shared bool W_1 = false;
shared bool W_2 = false;

thread P1 {
  local int[0..1] PC_1 = 0;
  again: either {
    atomic {
      fence;
      assume(PC_1 == 0 && T == 1 && !W_2);
      PC_1 = 1;
    }
    goto again;
  } or {
    atomic {
      assume(PC_1 == 0);
      W_1 = true;
    }
    goto again;
  } or {
    locked {
      assume(T == 1);
      T = 2;
      if (W_2) {
        W_1 = false;
      }
    }
    goto again;
  } or {
    atomic {
      assume(PC_1 == 1 && !W_1);
    }
    seen_1: skip;
  }
}
`;

describe('toProgram', () => {
  test('the program of a system', () => {
    const system = systemOf(`
      type loc = L1 | L2
      weak var T : proc
      weak array W[proc] : bool
      array PC[proc] : loc
      init (p) { PC[p] = L1 && W[p] = False }
      unsafe (p) { PC[p] = L2 && p@W[p] = False }
      transition enter ([i]) requires { PC[i] = L1 && fence() && T = i && forall_other k. W[k] = False } { PC[i] := L2 }
      transition set ([i]) requires { PC[i] = L1 } { W[i] := True }
      transition swap ([i] j) requires { T = i } { T := j; W[k] := case | k = i && W[j] = True : False }
    `);
    const text = printProgram(toProgram(system, tso, 2, 'test'));
    expect(text).toContain(firstThread);
    expect(text).toContain('invariant unsafe_1: !(P1 at seen_1) && !(P2 at seen_2);');
  });

  test('initial values that depend on each other', () => {
    const system = systemOf(`
      type kind = A | B
      const K[proc] : kind
      array PC[proc] : bool
      invariant (p q) { K[p] = A && K[q] = A }
      init (p) { PC[p] = False }
      unsafe (p) { K[p] = A && PC[p] = True }
      transition t ([p]) requires { K[p] = A } { PC[p] := True }
    `);
    const text = printProgram(toProgram(system, sc, 2, 'test'));
    const together = 'K_1 == 1 && K_2 == 0 || K_1 == 0 && K_2 == 1 || K_1 == 1 && K_2 == 1';
    expect(text).toContain(`thread System {\n  atomic {\n    assume(${together});\n  }\n  again: either`);
    expect(text).toContain(`invariant unsafe_1: !(${together}) || !(K_1 == 0 && PC_1)`);
  });

  test('what no program says exactly is refused', () => {
    const refusal = (text: string, model = tso): string => {
      try {
        toProgram(systemOf(text), model, 2, 'test');
        return 'none';
      } catch (error) {
        if (error instanceof Unsupported) return error.message;
        throw error;
      }
    };
    const weak =
      'weak var X : bool\nweak var Y : bool\narray A[proc] : bool\nvar N : int\ninit (p) { X = False && Y = False && A[p] = False && N = 0 }';
    const [idle, both] = [
      'unsafe (p) { A[p] = True }',
      'transition t ([p]) requires { A[p] = False } { X := True; Y := True }',
    ];
    expect(refusal(`${weak}\n${idle}\n${both}`)).toBe('t(#1) writes 2 weak cells');
    expect(refusal(`${weak}\n${idle}\n${both}`, sc)).toBe('none');
    expect(refusal(`${weak}\n${idle}\ntransition up ([p]) requires { X = True } { N := N + 1 }`)).toBe(
      'the numbers of N have no end',
    );
    const writer = 'transition w ([p]) requires { A[p] = False } { X := True }';
    expect(refusal(`${weak}\nunsafe (p q) { p@X = True && q@X = False }\n${writer}`)).toContain(
      'what several processes see',
    );
    expect(
      refusal(
        `${weak}\nunsafe (p q) { p@X = True && A[q] = False }\n${writer}\ntransition a ([p]) requires { X = True } { A[p] := True }`,
      ),
    ).toContain('what #1 sees and of other things');
  });

  test('the explicit engine says the same of random systems', async () => {
    let compared = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const system = randomArraySystem(new Random(seed));
      if (await agrees(system, tso, 2)) compared++;
      if (await agrees(randomArraySystem(new Random(seed), { weak: false }), sc, 2)) compared++;
    }
    expect(compared).toBeGreaterThan(50);
  });
});

const traps = corpusFolder('cub', 'traps');

describeOver(traps)('traps (need $FENCEPOST_CORPUS)', () => {
  const expected = new Map<string, string>();
  const rows: unknown = JSON.parse(readFileSync(`${traps}/expected.json`, 'utf8'));
  for (const row of Array.isArray(rows) ? (rows as unknown[]) : []) {
    if (typeof row === 'object' && row !== null && 'file' in row && 'verdict' in row)
      expected.set(String(row.file), String(row.verdict));
  }
  const files = readdirSync(traps).filter((name) => name.endsWith('.cub'));

  test.each(files)('%s', async (file) => {
    const system = systemOf(readFileSync(`${traps}/${file}`, 'utf8'));
    const least = Math.max(2, mostFixed(system));
    for (let procs = least; procs <= Math.min(3, system.maxProcs ?? 3); procs++) {
      expect(await ownVerdicts(system, tso, procs)).toEqual([expected.get(file)]);
      await agrees(system, tso, procs);
      await agrees(system, sc, procs);
    }
  });
});
