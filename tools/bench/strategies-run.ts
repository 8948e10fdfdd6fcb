import { decideByOne } from '../../src/ask/by-engines.js';
import { chooseEngine } from '../../src/ask/choose.js';
import { InputError, Unsupported, WrongQuestion } from '../../src/diagnostics/diagnostic.js';
import type { StrategyName } from '../../src/abstraction/discover/strategies/index.js';
import { modelNamed } from '../../src/memory/index.js';
import { invariant } from '../../src/support/invariant.js';
import { usualAbstraction, usualDiscovery } from '../../test/support/abstraction-options.js';
import { askedAbout } from '../../test/support/asked.js';
import { withoutPredicates } from './strategies-subjects.js';
import type { BenchModel, StrategySubject } from './strategies-subjects.js';

/** A way to find the predicates of a program. */
export interface StrategyQuestion {
  readonly subject: StrategySubject;
  readonly model: BenchModel;
  readonly way: StrategyName | 'templates';
  readonly scope: 'extrapolate' | 'direct';
  readonly encoding: 'shapes' | 'counters';
  /** CPU time that it may take. */
  readonly seconds: number;
}

/** On a machine that does other things too. */
export const wallSeconds = (cpuSeconds: number): number => 20 * cpuSeconds;

export interface StrategyRun {
  readonly verdict: 'safe' | 'unsafe' | 'unknown' | 'refused';
  readonly reason: string | null;
  /** For all bounds, and under SC before. */
  readonly iterations: number;
  /** Those under SC, whose predicates are extrapolated. */
  readonly underSc: number;
  readonly found: number;
  readonly kept: number;
  readonly queries: number;
  readonly z3Queries: number;
  readonly cpuSeconds: number;
}

export const noRun = {
  ...{ iterations: 0, underSc: 0, found: 0, kept: 0, queries: 0, z3Queries: 0, cpuSeconds: 0 },
} as const;

/** Asks the abstract engine in this process, and has what it says is violated run again. */
export async function runStrategy(question: StrategyQuestion): Promise<StrategyRun> {
  const { subject, model, way, scope, encoding, seconds } = question;
  const program = await withoutPredicates(subject, model);
  const memoryModel = modelNamed(model);
  invariant(memoryModel !== null, 'there are these models');
  const { question: plain } = askedAbout(program, {
    ...{ engine: 'abstract', model: memoryModel, timeoutSeconds: wallSeconds(seconds) },
    bound: subject.isAuthors ? 1 : null,
    abstraction: { ...usualAbstraction, encoding },
    discovery: {
      ...usualDiscovery,
      ...(way === 'templates' ? { discover: 'templates' } : { discover: 'both', refine: way }),
      scope,
    },
  });
  const began = process.cpuUsage();
  const cpuSeconds = (): number => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1e6;
  };
  const stop = new AbortController();
  const timer = setInterval(() => {
    if (cpuSeconds() > seconds) stop.abort('timeout');
  }, 20);
  const asked = { ...plain, limits: { ...plain.limits, signal: stop.signal } };
  try {
    const decision = await decideByOne(asked, await chooseEngine('program', asked));
    const { properties, discovery, stats } = decision;
    const isViolated = properties.some(({ verdict }) => verdict === 'unsafe');
    const open = properties.find(({ verdict }) => verdict === 'unknown');
    return {
      verdict: isViolated ? 'unsafe' : open === undefined ? 'safe' : 'unknown',
      reason: isViolated ? null : (open?.reason ?? null),
      iterations: stats['iterations'] ?? 0,
      underSc: discovery?.underSc?.iterations ?? 0,
      found: discovery?.found ?? 0,
      kept: discovery?.kept ?? 0,
      queries: stats['smtCalls'] ?? 0,
      z3Queries: stats['z3Calls'] ?? 0,
      cpuSeconds: cpuSeconds(),
    };
  } catch (error) {
    if (!(error instanceof Unsupported || error instanceof InputError || error instanceof WrongQuestion))
      throw error;
    return { ...noRun, verdict: 'refused', reason: error.message };
  } finally {
    clearInterval(timer);
  }
}
