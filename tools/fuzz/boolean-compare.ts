import type { BooleanProgram } from '../../src/lang/boolean/boolean-program.js';
import { atomsOf } from '../../src/lang/boolean/boolean-formula.js';
import { at } from '../../src/support/invariant.js';
import { interpret } from '../../test/support/boolean/boolean-interpreter.js';
import type { Interpreted } from '../../test/support/boolean/boolean-interpreter.js';
import { judgeConcrete, judgeThreeValued } from './boolean-judges.js';
import type { BooleanJudgement } from './boolean-judges.js';
import { throughText } from './boolean-round-trip.js';

export interface BooleanComparison {
  /** The two-valued semantics, tried out in full. */
  readonly plain: 'safe' | 'unsafe';
  readonly threeValued: BooleanJudgement;
  readonly merged: BooleanJudgement;
  /** Of the program written out and read again. */
  readonly again: BooleanJudgement | null;
  readonly complaints: readonly string[];
}

/** All that decides Boolean programs, on one; null if the plain interpreter finds more states than it is given. */
export async function compareBoolean(
  program: BooleanProgram,
  maxStates: number,
): Promise<BooleanComparison | null> {
  const interpreted = interpret(program, maxStates);
  if (interpreted === null) return null;
  const plain = interpreted.violated ? 'unsafe' : 'safe';
  const threeValued = await judgeThreeValued(program, false);
  const merged = await judgeThreeValued(program, true);
  const text = await judgeText(program, plain, 10 * maxStates);
  const complaints = [
    ...concreteComplaints('concrete', plain, await judgeConcrete(program, true)),
    ...concreteComplaints('concrete without reductions', plain, await judgeConcrete(program, false)),
    ...threeValuedComplaints('three-valued', program, interpreted, threeValued),
    ...threeValuedComplaints('three-valued, merged', program, interpreted, merged),
    ...text.complaints,
  ];
  return { plain, threeValued, merged, again: text.judgement, complaints };
}

function concreteComplaints(who: string, plain: string, judgement: BooleanJudgement): readonly string[] {
  const same = judgement.verdict === plain;
  return [
    ...(same ? [] : [`${who} says ${said(judgement)}, the plain interpreter ${plain}`]),
    ...judgement.complaints.map((what) => `${who}: ${what}`),
  ];
}

/** Three-valued evaluation may not know, but it may not be wrong. */
function threeValuedComplaints(
  who: string,
  program: BooleanProgram,
  interpreted: Interpreted,
  judgement: BooleanJudgement,
): readonly string[] {
  const { violated } = interpreted;
  const isWrong = judgement.verdict !== 'unknown' && judgement.verdict !== (violated ? 'unsafe' : 'safe');
  const gaveUp = judgement.reason === 'timeout' || judgement.reason === 'memory';
  const isEmpty = judgement.reason === 'vacuous' && (violated || !mayBeVacuous(program, interpreted));
  return [
    ...(isWrong || isEmpty
      ? [`${who} says ${said(judgement)}, but a violation is ${violated ? '' : 'not '}reached`]
      : []),
    ...(gaveUp ? [`${who} gives up on a small program: ${said(judgement)}`] : []),
    ...judgement.complaints.map((what) => `${who}: ${what}`),
  ];
}

/** Nothing begins, some thread never comes away from its entry, or the property names a place where nobody is ever seen. */
function mayBeVacuous(program: BooleanProgram, { begins, visited }: Interpreted): boolean {
  const stays = program.threads.some(
    ({ entry, end }, i) => entry !== end && [...(visited[i] ?? [])].every((l) => l === entry),
  );
  return !begins || stays || namesPlaceInside(program);
}

/** Whether the property names a label that stands inside atomic sections only. */
function namesPlaceInside({ threads, property }: BooleanProgram): boolean {
  if (property === null) return false;
  return atomsOf(property.condition).some((atom) => {
    if (atom.kind !== 'at') return false;
    const places = at(threads, atom.thread).locations.filter(({ label }) => label === atom.label);
    return places.length > 0 && places.every(({ atomic }) => atomic);
  });
}

/** Written out and read again the program gives the same answers, if perhaps more or less precisely. */
async function judgeText(
  program: BooleanProgram,
  plain: string,
  maxStates: number,
): Promise<{ readonly judgement: BooleanJudgement | null; readonly complaints: readonly string[] }> {
  const again = throughText(program);
  if (typeof again === 'string') return refused(`the written program is refused: ${again}`);
  const interpreted = interpret(again, maxStates);
  const judgement = await judgeThreeValued(again, false);
  if (interpreted === null) return { judgement, complaints: judgement.complaints };
  const verdict = interpreted.violated ? 'unsafe' : 'safe';
  return {
    judgement,
    complaints: [
      ...(verdict === plain ? [] : [`read again the program is ${verdict}, before it was ${plain}`]),
      ...threeValuedComplaints('read again: three-valued', again, interpreted, judgement),
    ],
  };
}

const refused = (what: string) => ({ judgement: null, complaints: [what] });

const said = ({ verdict, reason }: BooleanJudgement): string =>
  reason === null ? verdict : `${verdict} (${reason})`;
