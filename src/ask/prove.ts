import type { ProgramQuestion } from '../engines/question.js';
import { givenNumber, processesOf, requireBound } from '../engines/refusals.js';
import { asStates } from '../evidence/always.js';
import { isTemporal } from '../lang/program/program.js';
import { rewritten } from '../pass/lowerings.js';
import type { Decider, ProgramAsked } from './ask.js';
import type { Decision } from './decision.js';
import type { StateProof } from './report.js';

/** Where all properties are safe, with a proof that others can check. */
export const withProof =
  (decider: Decider): Decider =>
  async (asked: ProgramAsked): Promise<Decision> => {
    const decision = await decider(asked);
    const isSafe = decision.properties.every(({ verdict }) => verdict === 'safe');
    if (!isSafe || decision.properties.length === 0) return decision;
    asked.hooks.note?.('looking for a proof that others can check');
    return { ...decision, proof: await proofOf(asked.question) };
  };

/** Every state that the program comes to, as few sets: each is visited, since what reductions leave out is part of it. */
async function proofOf({
  properties,
  options,
  program,
  lowerings,
  limits,
  progress,
}: ProgramQuestion): Promise<StateProof | string> {
  if (options.havocRange !== null) return 'only the values of --havoc-range were tried';
  const procs = givenNumber(options);
  if (procs === null && processesOf(program).length > 0)
    return 'there is no evidence yet for any number of processes';
  const lowered = lowerings.of('automata', { procs, stepwise: true });
  const { system } = lowered;
  const asked = rewritten(properties, lowered).map((property) => asStates(property));
  if (asked.some(isTemporal)) return 'there is no evidence yet for properties of runs that hold';
  const { exploreExplicit } = await import('../engines/explicit/explore.js');
  const { cover, incomplete } = await exploreExplicit(
    { system, model: options.model, properties: asked, limits, progress },
    {
      ...{ bound: requireBound(system.shared, options), havocRange: null, reductions: true },
      ...{ collectFinals: null, cover: true },
    },
  );
  if (cover === null) return `not all states could be visited: ${incomplete?.detail ?? 'they are too many'}`;
  return { system, procs, properties: properties.map(({ name }) => name), cover };
}
