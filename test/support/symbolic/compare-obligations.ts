import { checkCover } from '../../../src/evidence/cover/check-cover.js';
import { isTemporal } from '../../../src/lang/program/program.js';
import type { Property } from '../../../src/lang/program/program.js';
import type { System } from '../../../src/lang/program/system.js';
import type { StateCover } from '../../../src/lang/run/state-cover.js';
import { Machine } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { invariantObligations } from '../../../src/obligations/invariant-obligations.js';
import { ObligationTexts } from '../../../src/obligations/obligation-text.js';
import { answersTo } from '../../../src/smt/z3/answer-text.js';
import { coverFormula } from '../../../src/symbolic/cover-formula.js';
import { MachineSteps } from '../../../src/symbolic/machine-steps.js';
import { SymbolicState } from '../../../src/symbolic/symbolic-state.js';
import { smallCover } from '../../../src/ask/proof/small-cover.js';
import { damagedCover, everyState } from '../evidence/compare-cover.js';
import { exploreEverything } from '../plain/exhaustive.js';
import type { Random } from '../random.js';

export type StepsOf = (state: SymbolicState, model: MemoryModel) => MachineSteps;

export interface ObligationComparison {
  readonly complaints: readonly string[];
  readonly covers: number;
  readonly rejected: number;
}

/**
 * The obligations of invariants against the checker, which shares no step with them: Z3 discharges all of them for what the
 * checker accepts, and not all for what it rejects. The invariants are the states of a program, as they are and damaged.
 */
export async function compareObligations(
  system: System,
  model: MemoryModel,
  random: Random,
  { mostStates = 400, damages = 3 } = {},
): Promise<ObligationComparison> {
  const all = exploreEverything(new Machine(system, model), mostStates);
  const found = all === null ? null : await everyState(system, model);
  if (all === null || found === null) return { complaints: [], covers: 0, rejected: 0 };
  const isViolated = ({ name, kind }: Property): boolean =>
    kind === 'deadlock' ? all.deadlocks : all.violated.has(name);
  const properties = [...system.properties, deadlock].filter((property) => !isTemporal(property));
  const plain = { parts: [found.table.part(() => undefined)], waiting: found.table.waiting };
  const safe = properties.filter((property) => !isViolated(property));
  const small = smallCover(found.table, found.states, { ...found.request, properties: safe });
  const covers = [plain, small].flatMap((cover) => [
    cover,
    ...Array.from({ length: damages }, () => damagedCover(system, cover, random) ?? []).flat(),
  ]);
  const complaints: string[] = [];
  let rejected = 0;
  for (const cover of covers) {
    for (const asked of [safe, properties]) {
      const { obligations, held, reason } = checkCover(system, model, asked, cover, () => undefined);
      const open = await openObligation(system, model, asked, cover, trueStepsOf);
      if (held !== obligations) rejected++;
      if ((open === null) === (held === obligations)) continue;
      complaints.push(
        open === null ? `rejected (${reason}), and all is discharged` : `accepted, but not: ${open}`,
      );
    }
  }
  return { complaints, covers: 2 * covers.length, rejected };
}

const deadlock: Property = { kind: 'deadlock', name: 'deadlock' };

export const trueStepsOf: StepsOf = (state, model) => new MachineSteps(state, model, null, () => undefined);

/** What the first obligation says for which Z3 finds values; null: there is none. */
export async function openObligation(
  system: System,
  model: MemoryModel,
  properties: readonly Property[],
  cover: StateCover,
  stepsOf: StepsOf,
): Promise<string | null> {
  const state = new SymbolicState(system);
  const steps = stepsOf(state, model);
  const invariant = coverFormula(state, cover);
  const obligations = invariantObligations(steps, invariant.shapes, properties);
  const texts = new ObligationTexts(state, model, invariant, { lines: [] });
  for (const obligation of obligations) {
    const answers = await answersTo(texts.file(obligation, 0).text, 30);
    if (answers?.join() !== 'unsat') return `${obligation.says} (${answers?.join() ?? 'no answer'})`;
  }
  return null;
}
