import type { ProgramAsked } from '../ask/ask.js';
import { coverFor } from '../ask/prove.js';
import type { StateProof } from '../ask/report.js';
import { givenNumber } from '../engines/refusals.js';
import { isImplicit } from '../lang/program/program.js';
import type { Property } from '../lang/program/program.js';
import { sc } from '../memory/sc.js';
import { claimsRobustness, robustProperty } from '../pass/attacks/attack-writer.js';

/**
 * All states of the program with its attacks, under SC: none of them violates `robust`, and no run ends at a fault before one
 * might. Where there are no attacks there is nothing to show. A text says why there is no proof.
 */
export async function proofOfRobustness(
  { question, pipelines }: ProgramAsked,
  robust: Property,
): Promise<StateProof | string> {
  const { limits, progress, options } = question;
  const procs = givenNumber(options);
  const attacks = { ...pipelines, automata: pipelines.plainAttacks };
  const { system } = question.lowerings.with({ pipelines: attacks }).of('automata', { procs });
  const about = { system, procs, properties: [robustProperty] };
  if (!claimsRobustness(system)) return { ...about, states: 0, cover: { parts: [], waiting: [[]] } };
  const properties = [robust, ...system.properties.filter(isImplicit)];
  const request = { system, model: sc, properties, limits, progress };
  const found = await coverFor(request, question, { shared: system.shared, reductions: true });
  return typeof found === 'string' ? found : { ...about, ...found };
}
