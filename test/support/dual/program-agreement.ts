import type { Program } from '../../../src/lang/program/program.js';
import type { PropertyReport } from '../../../src/ask/report.js';
import { getOrFail } from '../../../src/support/invariant.js';
import type { EngineAnswer } from '../abstraction/abstract-agreement.js';
import { dualAnswer, isStopped, storeBufferAnswer } from './ask-dual.js';
import type { DualQuestion } from './ask-dual.js';

/** What the dual engine and the explicit engine say of the properties of one program, or of many. */
export interface ProgramTally {
  readonly programs: number;
  /** With a violation that both engines found. */
  readonly withViolation: number;
  /** Properties on which both say the same. */
  readonly safe: number;
  readonly unsafe: number;
  readonly cutOff: number;
  /** Of the dual engine, where buffers are too long for the explicit engine; `witnessed` ones have a run. */
  readonly witnessed: number;
  readonly beyond: number;
  /** Faults that no step can bring about the explicit engine calls safe though some execution ends before its time. */
  readonly idleFaults: number;
  /** Why the dual engine gave no answer, and why one of the engines took no such program. */
  readonly open: readonly string[];
  readonly refused: readonly string[];
  readonly complaints: readonly string[];
}

export const noPrograms: ProgramTally = {
  ...{ programs: 0, withViolation: 0, safe: 0, unsafe: 0, cutOff: 0, witnessed: 0, beyond: 0, idleFaults: 0 },
  ...{ open: [], refused: [], complaints: [] },
};

export const together = (a: ProgramTally, b: ProgramTally): ProgramTally => ({
  programs: a.programs + b.programs,
  withViolation: a.withViolation + b.withViolation,
  safe: a.safe + b.safe,
  unsafe: a.unsafe + b.unsafe,
  cutOff: a.cutOff + b.cutOff,
  witnessed: a.witnessed + b.witnessed,
  beyond: a.beyond + b.beyond,
  idleFaults: a.idleFaults + b.idleFaults,
  open: [...a.open, ...b.open],
  refused: [...a.refused, ...b.refused],
  complaints: [...a.complaints, ...b.complaints],
});

export const propertiesCompared = ({ safe, unsafe, cutOff }: ProgramTally): number => safe + unsafe + cutOff;

/** The verdicts of the dual engine against those of store buffers, property by property. */
export async function compareDual(program: Program, asked: DualQuestion): Promise<ProgramTally> {
  const explicit = await storeBufferAnswer(program, asked);
  if (explicit.kind !== 'decided') return undecided('explicit', explicit);
  return judgeDual(await dualAnswer(program, asked), explicit);
}

export function judgeDual(dual: EngineAnswer, explicit: EngineAnswer): ProgramTally {
  if (explicit.kind !== 'decided') return undecided('explicit', explicit);
  if (dual.kind !== 'decided') return undecided('dual', dual);
  const found = [...dual.reports].map(([name, report]) =>
    comparison(report, getOrFail(explicit.reports, name)),
  );
  const all = found.reduce(together, { ...noPrograms, programs: 1 });
  return { ...all, withViolation: all.unsafe > 0 ? 1 : 0 };
}

function comparison(dual: PropertyReport, explicit: PropertyReport): ProgramTally {
  if (isStopped(dual)) return { ...noPrograms, open: [dual.reason ?? 'no reason'] };
  if (isStopped(explicit)) return { ...noPrograms, [dual.verdict === 'unsafe' ? 'witnessed' : 'beyond']: 1 };
  if (dual.verdict === explicit.verdict) return { ...noPrograms, [agreed[dual.verdict]]: 1 };
  if (faults.has(dual.kind) && dual.verdict === 'unknown' && explicit.verdict === 'safe') {
    return { ...noPrograms, idleFaults: 1 };
  }
  const complaint = `${dual.name} is ${said(dual)} by the dual engine, ${said(explicit)} by the explicit engine`;
  return { ...noPrograms, complaints: [complaint] };
}

const agreed = { safe: 'safe', unsafe: 'unsafe', unknown: 'cutOff' } as const;

const faults: ReadonlySet<string> = new Set(['div', 'bounds', 'range']);

const undecided = (
  engine: string,
  { kind, why }: Exclude<EngineAnswer, { kind: 'decided' }>,
): ProgramTally => ({
  ...noPrograms,
  ...(kind === 'bug' ? { complaints: [`the ${engine} engine: ${why}`] } : { refused: [`${engine}: ${why}`] }),
});

export const said = ({ verdict, reason }: PropertyReport): string =>
  reason === null ? verdict : `${verdict} (${reason})`;
