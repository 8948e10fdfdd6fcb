import type { ProgramAsked } from '../ask/ask.js';
import { decideProgram } from '../ask/by-engines.js';
import type { Decision } from '../ask/decision.js';
import type { PropertyReport } from '../ask/report.js';
import { Unsupported } from '../diagnostics/diagnostic.js';
import { givenNumber, processesOf } from '../engines/refusals.js';
import { ignoresMemory } from '../lang/program/ignores-memory.js';
import type { Property } from '../lang/program/program.js';
import { isExactTso } from '../memory/model-questions.js';
import { sc } from '../memory/sc.js';

/**
 * The usual answer; and where buffers without end, or what they hold, left properties open that a robust program has if it
 * has them under SC, that answer. Nothing but proofs is carried over: a violation would need a run under TSO.
 */
export async function decideCarryingOver(asked: ProgramAsked): Promise<Decision> {
  const { question, hooks } = asked;
  const decision = await decideProgram(question, hooks.note);
  const open = openProperties(asked, decision);
  if (open.length === 0) return decision;
  const names = open.map(({ name }) => name).join(', ');
  hooks.note?.(`buffers may have no end: is the program robust, so that SC decides ${names}?`);
  const proofs = await provenUnderSc(asked, open);
  return proofs === null || proofs.length === 0 ? decision : withProofs(decision, proofs);
}

const gaveUp: ReadonlySet<string> = new Set(['overflow', 'memory', 'spurious']);

function openProperties({ question }: ProgramAsked, decision: Decision): readonly Property[] {
  const { options, program, properties } = question;
  const isTaken = options.engine === 'auto' && isExactTso(options.model) && options.bound === null;
  if (!isTaken || options.havocRange !== null) return [];
  if (processesOf(program).length > 0 && givenNumber(options) === null) return [];
  const open = new Set(
    decision.properties.flatMap(({ name, reason }) => (reason !== null && gaveUp.has(reason) ? [name] : [])),
  );
  return properties.filter((property) => open.has(property.name) && ignoresMemory(property));
}

/** Null: it is not known to be robust. */
async function provenUnderSc(
  asked: ProgramAsked,
  properties: readonly Property[],
): Promise<readonly PropertyReport[] | null> {
  const { question, hooks } = asked;
  try {
    const { decideTraces } = await import('./decide-traces.js');
    const robust = await decideTraces(asked);
    if (robust.properties.some(({ verdict }) => verdict !== 'safe')) return null;
    const under = await decideProgram(
      {
        ...{ ...question, properties, options: { ...question.options, model: sc } },
        lowerings: question.lowerings.with({ model: sc }),
      },
      hooks.note,
    );
    return under.properties.filter(({ verdict }) => verdict === 'safe');
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

function withProofs(decision: Decision, proofs: readonly PropertyReport[]): Decision {
  const byName = new Map(proofs.map((proof) => [proof.name, proof]));
  const names = proofs.map(({ name }) => name).join(', ');
  const isAll = decision.properties.every(({ name }) => byName.has(name));
  return {
    ...decision,
    // What the engine came to before it gave up is no limit of a proof under SC.
    bound: isAll ? null : decision.bound,
    properties: decision.properties.map((property) => byName.get(property.name) ?? property),
    remarks: [
      ...decision.remarks,
      `Safe because the program is robust, and safe under sc (--robust trace, --model sc): ${names}.`,
    ],
  };
}
