import { describe, expect, it } from '@jest/globals';
import { alikeThreads } from '../../../../src/engines/three-valued/symmetry/alike-threads.js';
import type { AlikeThreads } from '../../../../src/engines/three-valued/symmetry/alike-threads.js';
import { blProgram, decide, noLimits, verdictText } from '../../../support/boolean/decide-bl.js';
import { checkThreeValued } from '../../../../src/engines/three-valued/check.js';
import { alikeIn } from '../../../support/boolean/compare-alike.js';

function notesOf(text: string): { readonly alike: AlikeThreads | null; readonly notes: readonly string[] } {
  const notes: string[] = [];
  const alike = alikeThreads(blProgram(text), {
    watch: () => undefined,
    note: (clause) => notes.push(clause),
  });
  return { alike, notes };
}

const permutations = (text: string): number => notesOf(text).alike?.renamings.length ?? 1;

/** Each process looks at the flags of the others, sets its own, and has a place to be alone in. */
const lockers = (
  processes: readonly string[],
  init: string,
  property: string,
  shared = 'B0, B1, B2',
): string =>
  `shared ${shared};\nlocal t0, t1, t2;\ninit\n${init}\n${processes.map((body, i) => `process ${i + 1}\n${body}`).join('\n')}\nassert always (${property});\n`;

/** Copies what it needs in an order of its own. */
const locker = (own: number, [a, b]: readonly [number, number]): string =>
  [
    '1: begin_atomic;',
    `2: load t${b} = B${b};`,
    `3: load t${a} = B${a};`,
    `4: assume(t${a} == 0 && t${b} == 0);`,
    `5: store B${own} = choose(true, false);`,
    '6: end_atomic;',
    '7: nop;',
    `8: store B${own} = choose(false, true);`,
    '9: if (true) goto 1;',
  ].join('\n');

const threeLockers = [locker(0, [1, 2]), locker(1, [2, 0]), locker(2, [0, 1])];
const nobody = '1: nop;';
const alone = (pairs: readonly (readonly [number, number])[]): string =>
  pairs.map(([a, b]) => `(pc{${a}} != 7 || pc{${b}} != 7)`).join(' && ');
const all = alone([
  [1, 2],
  [1, 3],
  [2, 3],
]);

describe('threads of a Boolean program that are not told apart', () => {
  it('are found whatever order they copy variables in', () => {
    const { alike, notes } = notesOf(lockers(threeLockers, nobody, all));
    expect(notes).toEqual(['symmetry: process 1, process 2, process 3 are not told apart']);
    expect(alike?.renamings.length).toBe(6);
    expect(alike?.startsAlike).toBe(true);
  });

  it('are states of which one is visited', async () => {
    const program = blProgram(lockers(threeLockers, nobody, all));
    const alike = alikeIn(program);
    const settled = await checkThreeValued({
      ...{ program, merge: false, limits: noLimits, progress: () => undefined, alike },
    });
    const whole = await decide(program);
    expect([verdictText(settled), verdictText(whole)]).toEqual(['safe', 'safe']);
    // Nobody has the lock, or somebody at 7, or at 8, of three; then back where the loop begins.
    expect(settled.stats.states).toBeLessThanOrEqual(Math.ceil(whole.stats.states / 2));
  });

  it('are two where the property leaves one out', () => {
    const text = lockers(threeLockers, nobody, `${alone([[1, 2]])} && pc{3} != 7`);
    expect(permutations(text)).toBe(2);
    expect(notesOf(text).notes.at(-1)).toBe(
      'symmetry: process 1 and process 3 are told apart: the property speaks of one of them',
    );
  });

  it('are none where predicates are not closed', () => {
    const odd = threeLockers.map((body, i) =>
      i === 0 ? body.replace('t1 == 0 && t2 == 0', 't1 == 0 && t2 == 0 && B3 == 0') : body,
    );
    const { notes } = notesOf(lockers(odd, nobody, all, 'B0, B1, B2, B3'));
    expect(notes).toContain('symmetry: process 2, process 3 are not told apart');
    expect(notes.join('\n')).toMatch(
      /process 1 and process 2 are told apart: what process 1 does from line \d+ on is something else/,
    );
  });

  it('may begin otherwise, which is told', () => {
    const { alike } = notesOf(lockers(threeLockers, '1: store B1 = choose(true, false);', all));
    expect([alike?.renamings.length, alike?.startsAlike]).toEqual([6, false]);
  });

  it('may see the negation of what others see', () => {
    const turn = (own: string, other: string): string =>
      [
        `1: assume(B0 ${own} 0);`,
        '7: nop;',
        `8: store B0 = choose(${other === '!=' ? 'true, false' : 'false, true'});`,
        '9: if (true) goto 1;',
      ].join('\n');
    const text = lockers([turn('==', '!='), turn('!=', '==')], nobody, alone([[1, 2]]));
    const { alike } = notesOf(text);
    expect(alike?.renamings.map(({ literals }) => literals[0])).toEqual([0, 1]);
    // What is false at first is false for the one and true for the other.
    expect(alike?.startsAlike).toBe(false);
  });

  it('may take their places in a ring only all together', () => {
    const inRing = (own: number): string =>
      [
        `1: assume(B${own} == 0 && B${(own + 1) % 3} == 0);`,
        `2: store B${own} = choose(true, false);`,
        '7: nop;',
        `8: store B${(own + 2) % 3} = choose(false, true);`,
        '9: if (true) goto 1;',
      ].join('\n');
    const { alike } = notesOf(lockers([0, 1, 2].map(inRing), nobody, all));
    expect(alike?.renamings.map(({ threads }) => threads.slice(1).join(' ')).sort()).toEqual([
      '1 2 3',
      '2 3 1',
      '3 1 2',
    ]);
  });

  it('who never move are found out though others begin otherwise', async () => {
    // The first process waits for B0, which is false, the second for its negation.
    const wait = (how: string): string =>
      ['1: begin_atomic;', `2: assume(B0 ${how} 0);`, '3: end_atomic;', '7: nop;'].join('\n');
    const program = blProgram(lockers([wait('!='), wait('==')], nobody, alone([[1, 2]])));
    const alike = alikeIn(program);
    expect(alike).not.toBeNull();
    const settled = await checkThreeValued({
      ...{ program, merge: false, limits: noLimits, progress: () => undefined, alike },
    });
    expect(verdictText(settled)).toBe(verdictText(await decide(program)));
    expect(verdictText(settled)).toBe('unknown: vacuous');
  });
});
