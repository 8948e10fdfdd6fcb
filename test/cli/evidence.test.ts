import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readEvidence } from '../../src/evidence/document/read-evidence.js';
import type { EvidenceBox, EvidenceDocument } from '../../src/evidence/document/evidence-document.js';
import type { VerifyReport } from '../../src/ask/report.js';
import { verifyGiven } from '../../src/library/asking.js';
import { evidenceText } from '../../src/library/written-evidence.js';
import { invariant } from '../../src/support/invariant.js';
import { fencepost, folderWith, storeBuffering } from './fencepost.js';
import { inProcess } from './in-process.js';
import { root } from '../support/root.js';

const peterson = readFileSync(join(root, 'samples/mutex/peterson-fenced.fp'), 'utf8');
const publish = readFileSync(join(root, 'samples/ltl/publish.fp'), 'utf8');
const folder = folderWith({
  'sb.fp': storeBuffering,
  'other.fp': `${storeBuffering}\n// other\n`,
  'peterson.fp': peterson,
  'publish.fp': publish,
  'any.fp': `shared int x = 0;
    thread P { local int s = 0; havoc s; assume(s > 0); x = s; }
    thread Q { local int r = 0; r = x; assert(r >= 0); }`,
  'n.c': '#include <assert.h>\n#include "k.h"\nint main(void) { int x = N; assert(x == 3); return 0; }\n',
});
const headers = folderWith({ 'k.h': '#define N 3\n' });

const at = (name: string): string => join(folder, name);
const verify = (name: string, ...more: readonly string[]) => inProcess(['verify', at(name), ...more]);
const replay = (name: string, ...more: readonly string[]) => inProcess(['replay', at(name), ...more]);

function changed(name: string, change: (evidence: EvidenceDocument) => object): string {
  const evidence = readEvidence(readFileSync(at(name), 'utf8'));
  const other = `changed-${name}`;
  writeFileSync(at(other), JSON.stringify(change(evidence)));
  return other;
}

beforeAll(async () => {
  const [violated, safe] = await Promise.all([
    verify('sb.fp', '--model', 'tso', '--evidence', at('run.json')),
    verify('peterson.fp', '--model', 'tso', '--evidence', at('safe.json')),
  ]);
  invariant(violated.code === 10 && safe.code === 0, 'the programs are as they are known');
});

describe('evidence', () => {
  it('of a violation is a run that the plain machine makes', async () => {
    const { code, stdout } = await replay('run.json');
    expect(stdout).toContain('sb is violated');
    expect(stdout).toContain('asked: verify sb.fp --model tso');
    expect(stdout).toContain('ACCEPTED');
    expect(code).toBe(0);
  });

  it('of safety is an invariant of which every step is checked', async () => {
    const { code, stdout } = await replay('safe.json', '--json');
    expect(code).toBe(0);
    const document: unknown = JSON.parse(stdout);
    expect(document).toEqual({
      ...{ schema: 1, accepted: true, reason: null },
      ...{ obligations: expect.any(Number), held: expect.any(Number) },
      errors: [],
      ...{ asked: 'verify peterson.fp --model tso', shows: expect.stringContaining('safe: ') },
    });
  });

  it('of a property of runs is a lasso', async () => {
    const found = await verify(
      'publish.fp',
      '--model',
      'pso',
      '--fairness',
      'none',
      '--evidence',
      at('lasso.json'),
    );
    expect(found.code).toBe(10);
    expect(await replay('lasso.json')).toMatchObject({ code: 0 });
  });

  it('of robustness that is missed is a run that SC lacks', async () => {
    const found = await verify('sb.fp', '--model', 'tso', '--robust', 'trace', '--evidence', at('lack.json'));
    expect(found.code).toBe(10);
    const { code, stdout } = await replay('lack.json');
    expect(stdout).toContain('the program is not robust');
    expect(code).toBe(0);
    const name = changed('lack.json', (e) => (e.kind === 'run' ? { ...e, steps: e.steps.slice(0, 1) } : e));
    expect(await replay(name)).toMatchObject({ code: 10 });
  });

  it('of robustness is an invariant of the program with its attacks', async () => {
    const options = ['--model', 'tso', '--robust', 'trace', '--evidence', at('robust.json')];
    const dekker = join(root, 'samples/mutex/dekker-fenced.fp');
    expect(await inProcess(['verify', dekker, ...options])).toMatchObject({ code: 0 });
    const { code, stdout } = await replay('robust.json');
    expect(stdout).toContain('the program is robust');
    expect(stdout).toContain('--model tso --robust trace');
    expect(code).toBe(0);
    const less = changed('robust.json', (e) =>
      e.kind === 'invariant' ? { ...e, parts: e.parts.map(({ boxes }) => ({ boxes: boxes.slice(1) })) } : e,
    );
    expect(await replay(less)).toMatchObject({ code: 10 });
    const weaker = changed('robust.json', (e) => ({ ...e, question: { ...e.question, model: 'pso' } }));
    const refused = await replay(weaker);
    expect(refused.stderr).toContain('no invariant shows robustness against pso');
    expect(refused.code).toBe(2);
  });

  it('of robustness by pairs is that there are no attacks', async () => {
    const options = ['--model', 'tso', '--robust', 'trace', '--evidence', at('pairs.json')];
    expect(await verify('peterson.fp', ...options)).toMatchObject({ code: 0 });
    expect(await replay('pairs.json')).toMatchObject({ code: 0 });
    // Of another program, which has attacks, the same is no evidence, whatever automata are told.
    await verify('sb.fp', ...options.slice(0, -1), at('lack-too.json'));
    const claim = readEvidence(readFileSync(at('pairs.json'), 'utf8'));
    const name = changed('lack-too.json', (e) => ({ ...claim, program: e.program, automata: e.automata }));
    expect(await replay(name)).toMatchObject({ code: 10 });
  });

  it.each([
    ['sc', 0],
    ['tso', 10],
  ])('of a Boolean program under %s is as that of others', async (model, code) => {
    const options = ['--model', model, '--evidence', at(`boolean-${model}.json`)];
    const path = join(root, 'samples/boolean/sb.bl');
    expect(await inProcess(['verify', path, ...options])).toMatchObject({ code });
    expect(await replay(`boolean-${model}.json`)).toMatchObject({ code: 0 });
  });

  it('of C finds folders to include from where it lies', async () => {
    const options = ['--include', headers, '--evidence', at('n.json')];
    expect(await verify('n.c', ...options)).toMatchObject({ code: 0 });
    const { code, stdout } = await replay('n.json');
    expect(stdout).toMatch(/asked: verify n\.c --model sc --include \.\.\/[^/]*\n/);
    expect(code).toBe(0);
  });

  it('of states without end is an invariant over predicates', async () => {
    expect(await verify('any.fp', '--model', 'tso', '--evidence', at('any.json'))).toMatchObject({ code: 0 });
    const { code, stdout } = await replay('any.json');
    expect(stdout).toContain('ACCEPTED');
    expect(code).toBe(0);
  });

  it('is not written where there is no answer', async () => {
    const options = ['--havoc-range', '0..3', '--evidence', at('range.json')];
    const { code, stderr } = await verify('any.fp', ...options);
    expect(stderr).toContain('is not written: there is no answer to give evidence for');
    expect(code).toBe(20);
  });

  it('is looked for when the answer is known', async () => {
    const heard: (string | null)[] = [];
    const decided = ({ verdict, proof }: VerifyReport): void => {
      expect(proof).toBeUndefined();
      heard.push(verdict);
    };
    const asker = { decided, signal: new AbortController().signal, progress: () => undefined };
    const given = new Map([['evidence', [at('none.json')]]]);
    const { verdict, proof } = await verifyGiven({ path: at('peterson.fp') }, given, asker);
    expect([...heard, verdict]).toEqual(['safe', 'safe']);
    expect(proof).toBeInstanceOf(Object);
  });

  it('is not written where nobody could read it', () => {
    const evidence = readEvidence(readFileSync(at('run.json'), 'utf8'));
    const text = evidenceText(evidence);
    expect(text).toBe(`${JSON.stringify(evidence)}\n`);
    expect(evidenceText(evidence, String(text).length)).toBe(text);
    expect(evidenceText(evidence, String(text).length - 1)).toBeNull();
  });

  it('tells the automata that it speaks of', () => {
    const { automata } = readEvidence(readFileSync(at('run.json'), 'utf8'));
    expect(automata.slice(0, 2)).toEqual(['shared int x = 0', 'shared int y = 0']);
    expect(automata).toContain('  edge 0: 0 -> 1: store x = 1');
  });
});

describe('evidence is rejected', () => {
  it('of another program', async () => {
    const name = changed('run.json', (e) => ({ ...e, program: { ...e.program, file: 'other.fp' } }));
    const { code, stdout } = await replay(name);
    expect(code).toBe(10);
    expect(stdout).toContain('not the program that it speaks of');
  });

  it('of other automata', async () => {
    const name = changed('run.json', (e) => ({ ...e, automata: e.automata.slice(1) }));
    const { code, stdout } = await replay(name, '--json');
    expect(code).toBe(10);
    expect(stdout).toContain('the automata are not those of the program');
  });

  it('that asks another model', async () => {
    const name = changed('run.json', (e) => ({ ...e, question: { ...e.question, model: 'sc' } }));
    expect(await replay(name)).toMatchObject({ code: 10 });
    const weaker = changed('safe.json', (e) => ({ ...e, question: { ...e.question, model: 'pso' } }));
    const { code, stdout } = await replay(weaker);
    expect([0, 10]).toContain(code);
    expect(stdout).toMatch(/ACCEPTED|REJECTED/);
  });

  it('whose run leaves a step out', async () => {
    const name = changed('run.json', (e) => (e.kind === 'run' ? { ...e, steps: e.steps.slice(1) } : e));
    const { code, stdout } = await replay(name);
    expect(code).toBe(10);
    expect(stdout).toContain('cannot be taken');
  });

  it('whose invariant leaves states out, with the step that leads there', async () => {
    const name = changed('safe.json', (e) =>
      e.kind === 'invariant' ? withBoxes(e, (boxes) => boxes.slice(0, -1)) : e,
    );
    const { code, stdout } = await replay(name);
    expect(code).toBe(10);
    expect(stdout).toMatch(/leads out of the invariant|an initial state is not in the invariant/);
  });

  it('that claims what is violated', async () => {
    const name = changed('safe.json', (e) =>
      e.kind === 'invariant' ? withBoxes(e, (boxes) => boxes.map((box) => ({ ...box, values: {} }))) : e,
    );
    expect(await replay(name)).toMatchObject({ code: 10 });
  });
});

/** The same with other boxes in each part. */
const withBoxes = (
  claim: EvidenceDocument & { readonly kind: 'invariant' },
  change: (boxes: readonly EvidenceBox[]) => readonly EvidenceBox[],
): EvidenceDocument => ({ ...claim, parts: claim.parts.map(({ boxes }) => ({ boxes: change(boxes) })) });

describe('what is no evidence', () => {
  it.each([
    ['', 'it is no JSON'],
    ['{"schema":1', 'it is no JSON'],
    ['{}', 'schema'],
    ['{"schema":1,"kind":"run"}', '`program`|no text'],
    ['[1]', 'schema'],
  ])('is refused: %s', async (text, why) => {
    writeFileSync(at('no.json'), text);
    const { code, stderr } = await replay('no.json');
    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`${why}|empty`));
  });

  it('is said where a file is missing', async () => {
    const { code, stdout } = await fencepost(['replay', at('nowhere.json'), '--json']);
    expect(code).toBe(2);
    const document: unknown = JSON.parse(stdout);
    expect(document).toMatchObject({
      ...{ schema: 1, accepted: false, obligations: 0, held: 0, reason: 'input' },
      errors: [{ code: 'E001', message: 'there is no such file' }],
    });
  });

  it('is not written of what cannot be read again', () => {
    const piped = 'cat "$0" | "$1" dist/bin/fencepost.js verify /dev/stdin --lang fp --evidence "$2"';
    const words = [at('sb.fp'), process.execPath, at('piped.json')];
    const { status, stderr } = spawnSync('sh', ['-c', piped, ...words], { encoding: 'utf8' });
    expect(stderr).toContain('is not written: /dev/stdin is no file, and cannot be read again');
    expect(status).toBe(0);
  });

  it('is not asked of several models', async () => {
    const { code, stderr } = await verify('sb.fp', '--all-models', '--evidence', at('x.json'));
    expect(code).toBe(2);
    expect(stderr).toContain('--evidence is about one model');
  });

  it('comes with bad names', async () => {
    const name = changed('run.json', (e) =>
      e.kind === 'run' ? { ...e, steps: [{ thread: 'Nobody', edge: 0 }] } : e,
    );
    const { code, stderr } = await replay(name);
    expect(code).toBe(2);
    expect(stderr).toContain('there is no thread Nobody');
  });
});
