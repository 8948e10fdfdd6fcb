import type { DiscoveryResult } from '../../abstraction/discover/discover.js';
import type { DiscoverySettings } from '../../abstraction/discover/discovery-settings.js';
import type { UnknownReason } from '../../lang/run/verdict.js';
import type { DiscoveryReport } from '../question.js';

type Advice = DiscoveryReport['advice'];

interface Circumstances {
  /** Why properties are open. */
  readonly reasons: ReadonlySet<UnknownReason>;
  /** No Boolean program was made. */
  readonly isLazy: boolean;
  /** Predicates were extrapolated from those under SC. */
  readonly isExtrapolated: boolean;
}

/** What may help where predicates that were found do not suffice; the likeliest first. */
export function adviceFor(
  { ended, diverged }: Pick<DiscoveryResult, 'ended' | 'diverged'>,
  settings: DiscoverySettings,
  { reasons, isLazy, isExtrapolated }: Circumstances,
): Advice {
  const { discover, refine, diverge, maxIterations, maxPredicates } = settings;
  const counts = diverged.length > 0;
  const advice: readonly (readonly [when: boolean, what: string, why: string])[] = [
    [!isLazy, '--method lazy', 'makes no Boolean program, which is quicker and loses less'],
    [reasons.has('timeout'), '--timeout SECONDS', 'more time'],
    [reasons.has('memory'), '--memory MB', 'more room'],
    [ended === 'max-iterations', `--max-iterations ${2 * maxIterations}`, 'more searches'],
    [ended === 'max-predicates', `--max-predicates ${2 * maxPredicates}`, 'more predicates'],
    [discover === 'templates', '--discover both', 'asks paths for predicates, too'],
    [
      counts && discover === 'refine',
      '--discover both',
      'adds predicates of usual forms where constants have no end',
    ],
    [
      counts && discover === 'both' && diverge === 0,
      '--diverge 5',
      'adds predicates of usual forms after 5 constants',
    ],
    [counts && discover === 'both' && diverge > 2, '--diverge 2', 'adds predicates of usual forms sooner'],
    [
      discover !== 'templates',
      '--discover templates',
      'begins with the order of variables, and a few constants',
    ],
    [refine !== 'spacer', '--refine spacer', 'asks in another way, which also finds sums such as x + y == z'],
    [refine === 'spacer', '--refine itp', 'asks in another way, which is quicker'],
    [isLazy && isExtrapolated, '--scope direct', 'asks only paths of the program with its buffers'],
    [true, '--invariant EXPR', 'what you think holds all the time: it is proved too, and tracked'],
    [true, 'predicates { ... }', 'in the program, with --discover both: what you would prove it by'],
  ];
  return advice.flatMap(([when, what, why]) => (when ? [{ what, why }] : []));
}
