import type { Property } from '../lang/program/program.js';
import type { ProgramEvidence, ProgramQuestion } from '../engines/question.js';
import { getOrFail } from '../support/invariant.js';
import { chooseEngine, reliefOf, taker } from './choose.js';
import type { ChosenEngine } from './choose.js';
import { decideBy, reportOf } from './decision.js';
import type { Decision } from './decision.js';
import { decideWithFew, hasAnyNumber } from './few-processes.js';
import { blankProperty } from './report.js';
import type { PropertyReport } from './report.js';
import { decideWithinLimits } from './within-limits.js';
import { decideByTwo } from './two-engines.js';

export type Note = (clause: string) => void;

/** Who likes to hear how the answer comes about. */
interface Listeners {
  readonly note?: Note | undefined;
  /** Hears what is decided while other properties are open. */
  readonly soFar?: ((decided: readonly PropertyReport[]) => void) | undefined;
}

/** By the engine of that name, or by those that `auto` takes, each for the properties that it decides best. */
export const decideProgram = (
  question: ProgramQuestion,
  note?: Note,
  engine = question.options.engine,
  soFar?: Listeners['soFar'],
): Promise<Decision> =>
  decideWithinLimits(question, (asked, isWhole) =>
    decideByShares(asked, { note, soFar: isWhole ? soFar : undefined }, engine),
  );

async function decideByShares(
  question: ProgramQuestion,
  listeners: Listeners,
  engine: string,
): Promise<Decision> {
  const { properties } = question;
  const chosen = await chooseEngine('program', question, engine);
  const { share } = chosen.taking;
  const own = share === undefined ? properties : await share.of(question);
  const isAll = own.length > 0 && own.length === properties.length;
  if (share === undefined || isAll) return decideWhole(question, chosen, listeners);
  const rest = properties.filter((p) => !own.includes(p));
  const others = await decideByShares(
    { ...question, properties: rest },
    listeners,
    engine === 'auto' ? engine : share.restBy,
  );
  if (own.length === 0) return others;
  listeners.soFar?.(others.properties);
  const isLost = others.properties.some((p) => p.verdict === 'unsafe');
  const limits = { ...question.limits, isLost };
  return together(
    properties,
    others,
    await decideWhole({ ...question, properties: own, limits }, chosen, listeners),
  );
}

async function decideWhole(
  question: ProgramQuestion,
  chosen: ChosenEngine<'program'>,
  { note, soFar }: Listeners,
): Promise<Decision> {
  const few = chosen.why === null ? undefined : chosen.taking.few;
  if (few !== undefined && hasAnyNumber(question)) {
    const ofFew = { ...taker('program', few), why: null };
    return decideWithFew(question, {
      ofAny: (asked) => decideByOne(asked, chosen),
      ofFew: (asked) => decideByOne(asked, ofFew),
      note,
    });
  }
  const helper = chosen.why === null ? null : await reliefOf(chosen, question);
  if (helper === null) return decideByOne(question, chosen, soFar);
  return decideByTwo(question, {
    first: (asked) => decideByOne(asked, chosen, soFar),
    second: (asked) => decideByOne(asked, helper.chosen),
    secondName: helper.chosen.row.name,
    ...{ relief: helper.relief, note, soFar },
  });
}

/** All of it by one engine. */
export const decideByOne = (
  question: ProgramQuestion,
  chosen: ChosenEngine<'program'>,
  soFar?: Listeners['soFar'],
): Promise<Decision> => {
  const found = (name: string, evidence: ProgramEvidence): void =>
    void tellFound(question, name, evidence, soFar);
  const asked = soFar === undefined ? question : { ...question, found };
  return decideBy(chosen, asked, question.properties.map(blankProperty), async (evidence) =>
    (await import('./confirm.js')).confirmedRun(evidence, question.options),
  );
};

/** Of a violation that was found while other properties are open. */
async function tellFound(
  { properties, options }: ProgramQuestion,
  name: string,
  evidence: ProgramEvidence,
  soFar: Listeners['soFar'],
): Promise<void> {
  const property = properties.find((p) => p.name === name);
  if (property === undefined) return;
  try {
    const verdict = (await import('./confirm.js')).confirmedRun(evidence, options);
    soFar?.([reportOf(blankProperty(property), verdict)]);
  } catch {
    // The same goes wrong where the answer is made, and is told there.
  }
}

/** What two engines came to, each about properties of its own. */
export function together(asked: readonly Property[], others: Decision, last: Decision): Decision {
  const reports = new Map([...others.properties, ...last.properties].map((p) => [p.name, p]));
  const names = new Set([...Object.keys(others.stats), ...Object.keys(last.stats)]);
  const joined = (name: string): number => {
    const [a, b] = [others.stats[name] ?? 0, last.stats[name] ?? 0];
    return name === 'tableBytes' ? Math.max(a, b) : a + b;
  };
  return {
    ...last,
    properties: asked.map((p) => getOrFail(reports, p.name)),
    warnings: [...others.warnings, ...last.warnings],
    remarks: [...new Set([...others.remarks, ...last.remarks])],
    stats: Object.fromEntries([...names].map((name) => [name, joined(name)])),
  };
}
