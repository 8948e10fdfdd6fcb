import { Unsupported } from '../../../src/diagnostics/diagnostic.js';
import { proveUnbounded } from '../../../src/engines/abstract/unbounded/prove-unbounded.js';
import { noFormulas } from '../../../src/engines/abstract/named-formulas.js';
import { isImplicit } from '../../../src/lang/program/program.js';
import type { Program } from '../../../src/lang/program/program.js';
import { Stopped } from '../../../src/search/limits.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { isExactTso } from '../../../src/memory/model-questions.js';
import { usualAbstraction, usualDiscovery } from '../abstraction-options.js';
import { askedAbout } from '../asked.js';
import { answerOf } from './abstract-agreement.js';

/** What is said of properties of programs by summaries of buffers, and by engines that run them. */
export interface UnboundedTally {
  /** Properties: those that no engine violates; of these those that are proved. */
  readonly unviolated: number;
  readonly proved: number;
  /** Those that the dual engine proves; of these those that are proved here. */
  readonly safe: number;
  readonly safeProved: number;
  readonly violated: number;
  /** Those whose violation takes buffers with more than one write. */
  readonly late: number;
  readonly refused: number;
  readonly complaints: readonly string[];
}

export const noTally: UnboundedTally = {
  ...{ unviolated: 0, proved: 0, safe: 0, safeProved: 0, violated: 0, late: 0, refused: 0 },
  complaints: [],
};

export const bothTallies = (a: UnboundedTally, b: UnboundedTally): UnboundedTally => ({
  unviolated: a.unviolated + b.unviolated,
  proved: a.proved + b.proved,
  safe: a.safe + b.safe,
  safeProved: a.safeProved + b.safeProved,
  violated: a.violated + b.violated,
  late: a.late + b.late,
  refused: a.refused + b.refused,
  complaints: [...a.complaints, ...b.complaints],
});

const bounds = [1, 2, 3] as const;

export async function compareUnbounded(
  program: Program,
  model: MemoryModel,
  seconds: number,
): Promise<UnboundedTally> {
  const proved = await provedOf(program, model, seconds);
  if (proved === null) return { ...noTally, refused: 1 };
  const violatedAt = await violations(program, model, seconds);
  const safe = isExactTso(model) ? await safeByDual(program, model, seconds) : new Set<string>();
  const names = program.properties.filter((p) => !isImplicit(p)).map(({ name }) => name);
  const unviolated = names.filter((name) => !violatedAt.has(name));
  return {
    unviolated: unviolated.length,
    proved: unviolated.filter((name) => proved.has(name)).length,
    safe: names.filter((name) => safe.has(name)).length,
    safeProved: names.filter((name) => safe.has(name) && proved.has(name)).length,
    violated: violatedAt.size,
    late: [...violatedAt.values()].filter((bound) => bound > 1).length,
    refused: 0,
    complaints: [...violatedAt].flatMap(([name, bound]) =>
      proved.has(name) ? [`${name} is proved, and violated under ${model.name} with ${bound} writes`] : [],
    ),
  };
}

/** The properties that hold for buffers of any length; null: the program is refused. */
export async function provedOf(
  program: Program,
  model: MemoryModel,
  seconds: number,
): Promise<ReadonlySet<string> | null> {
  const { question } = askedAbout(program, {
    ...{ model, engine: 'abstract', timeoutSeconds: seconds },
    ...{ abstraction: usualAbstraction, discovery: usualDiscovery },
  });
  try {
    const settings = { ...usualDiscovery, discover: 'both' } as const;
    return new Set((await proveUnbounded(question, program.properties, settings, noFormulas)).safe);
  } catch (error) {
    if (error instanceof Unsupported) return null;
    if (error instanceof Stopped) return new Set();
    throw error;
  }
}

/** By the names of properties the least bound with which a run violates them. */
async function violations(
  program: Program,
  model: MemoryModel,
  timeoutSeconds: number,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const bound of bounds) {
    const open = program.properties.filter(({ name }) => !found.has(name));
    const { question } = askedAbout(program, { model, engine: 'explicit', bound, timeoutSeconds }, open);
    const answer = await answerOf(question);
    if (answer.kind !== 'decided') continue;
    for (const [name, { verdict }] of answer.reports) if (verdict === 'unsafe') found.set(name, bound);
  }
  return found;
}

async function safeByDual(
  program: Program,
  model: MemoryModel,
  timeoutSeconds: number,
): Promise<ReadonlySet<string>> {
  const answer = await answerOf(askedAbout(program, { model, engine: 'dual', timeoutSeconds }).question);
  if (answer.kind !== 'decided') return new Set();
  return new Set([...answer.reports].flatMap(([name, { verdict }]) => (verdict === 'safe' ? [name] : [])));
}
