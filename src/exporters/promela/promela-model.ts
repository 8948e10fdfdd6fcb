import { falsity, localsOf, truth, unary } from '../../lang/expr/expr.js';
import type { LocalId } from '../../lang/expr/ids.js';
import type { KnownIntervals } from '../../lang/expr/interval.js';
import { isTemporal } from '../../lang/program/program.js';
import type { Program, Stmt, Thread } from '../../lang/program/program.js';
import { rewriteBlock } from '../../lang/program/visit.js';
import { getOrFail } from '../../support/invariant.js';
import type { ExportRequest } from '../exporter.js';
import { giveNames } from '../shared/naming.js';
import type { GivenNames } from '../shared/naming.js';
import { Expressions } from './write-expr.js';
import { Faults } from './faults.js';
import { promelaRules } from './promela-keywords.js';
import { knownValues } from './known-values.js';
import { Openings } from './openings.js';
import { promelaFaults } from './step-outcome.js';
import { PromelaLabels } from './place-labels.js';

/** Everything that the parts of a Promela model share: names, places, what is known of values. */
export interface PromelaModel {
  readonly program: Program;
  readonly names: GivenNames;
  readonly places: PromelaLabels;
  readonly text: Expressions;
  /** Where the values of variables lie. */
  readonly known: KnownIntervals;
  readonly faults: Faults;
  readonly openings: Openings;
  /** Whether a local of the program is a global variable here. */
  readonly isGlobal: (local: LocalId) => boolean;
  /** Flags of properties and faults; those that nothing can violate have none in the text. */
  readonly flags: PromelaFlags;
}

export function modelOf({ plain: given, system }: ExportRequest): PromelaModel {
  const plain = { ...given, threads: given.threads.map(withSettledTests) };
  const openings = new Openings(plain, system);
  const globalLocals = new Set([...readByProperties(plain), ...openings.dependentLocals]);
  const names = giveNames(plain, { ...promelaRules, globalLocals });
  const places = new PromelaLabels(plain, names);
  const known = knownValues(plain);
  return {
    program: plain,
    names,
    places,
    text: new Expressions(names, (thread, label) => places.of(thread, label)),
    known,
    faults: new Faults(plain, known),
    openings,
    isGlobal: (local) => globalLocals.has(local),
    flags: new PromelaFlags(plain, names),
  };
}

/** `!true` is no constant, but its opposite is: the automata leave such a test without a step. */
function withSettledTests(thread: Thread): Thread {
  const never = unary('!', truth);
  const settled = (stmt: Stmt): Stmt =>
    (stmt.kind === 'if' || stmt.kind === 'while') && stmt.cond === never ? { ...stmt, cond: falsity } : stmt;
  return { ...thread, body: rewriteBlock(thread.body, (stmt) => [settled(stmt)]) };
}

function readByProperties({ properties }: Program): readonly LocalId[] {
  return properties.flatMap((p) => ('formula' in p ? [...localsOf(p.formula)] : []));
}

/** The variable in the message of a violated assertion, with the property or fault that it stands for. */
export interface PromelaFlag {
  readonly flag: string;
  readonly property: string;
}

/** The flags that assertions are made of, so that a verifier's message names what is violated. */
export class PromelaFlags {
  readonly #names = new Map<string, string>();
  readonly #used = new Set<string>();

  constructor(program: Program, names: GivenNames) {
    const stated = program.properties.filter((p) => !isTemporal(p) && p.kind !== 'deadlock');
    for (const name of new Set([...stated.map((p) => p.name), ...promelaFaults]))
      this.#names.set(name, names.fresh(`violated_${name}`));
  }

  /** The flag of a property or fault, which is in use from now on. */
  use(property: string): string {
    this.#used.add(property);
    return getOrFail(this.#names, property);
  }

  uses(property: string): boolean {
    return this.#used.has(property);
  }

  inUse(): readonly PromelaFlag[] {
    return [...this.#names].flatMap(([property, flag]) =>
      this.#used.has(property) ? [{ flag, property }] : [],
    );
  }
}
