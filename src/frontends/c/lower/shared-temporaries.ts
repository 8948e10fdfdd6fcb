import { local } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { LocalId } from '../../../lang/expr/ids.js';
import type { Block, LValue, LocalVar, Stmt } from '../../../lang/program/program.js';
import { mapBlocks, mapExpressions, rewriteExpr } from '../../../lang/program/visit.js';
import { everyStatement } from '../../../lang/program/walk-statements.js';
import { at } from '../../../support/invariant.js';
import { LocalLiveness, writtenIn } from './local-liveness.js';
import type { LiveLocals } from './local-liveness.js';

/** With fewer each keeps its own: engines that look at variables one by one know more of them then. */
const fewTemporaries = 24;

/**
 * Temporaries of one kind that are never needed at the same time become one, so that states are small: two may be one if
 * neither is written where the other is still to be read (Chaitin's colouring, in the order of the program).
 */
export function withSharedTemporaries(block: Block, variables: readonly LocalVar[]): Block {
  const candidates = new Set<LocalId>();
  for (const stmt of everyStatement(block))
    for (const id of writtenIn(stmt)) if (at(variables, id).temporary) candidates.add(id);
  if (candidates.size <= fewTemporaries) return block;
  const conflicts = new Conflicts(block, candidates);
  const colours = coloured([...candidates], conflicts, variables);
  return renamedBlock(block, colours);
}

/** A copy of a temporary to another one that it shares with is gone. */
const renamedBlock = (block: Block, colours: ReadonlyMap<LocalId, LocalId>): Block =>
  block
    .map((stmt) => renamed(stmt, colours))
    .map((stmt): Stmt => (isIdle(stmt) ? { kind: 'skip', labels: stmt.labels, span: stmt.span } : stmt))
    .filter((stmt, i) => stmt.kind !== 'skip' || stmt.labels.length > 0 || i === block.length - 1);

const isIdle = (stmt: Stmt): boolean =>
  stmt.kind === 'assign' &&
  stmt.target.kind === 'local' &&
  stmt.value.kind === 'local' &&
  stmt.target.local === stmt.value.local;

const kindOf = ({ name, type }: LocalVar): string =>
  `${name.replace(/_\d+$/, '')} ${JSON.stringify(type, bigText)}`;
const bigText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

function coloured(
  candidates: readonly LocalId[],
  conflicts: Conflicts,
  variables: readonly LocalVar[],
): ReadonlyMap<LocalId, LocalId> {
  const colours = new Map<LocalId, LocalId>();
  const users = new Map<string, { readonly as: LocalId; readonly members: LocalId[] }[]>();
  for (const id of candidates) {
    const kind = kindOf(at(variables, id));
    const known = users.get(kind) ?? [];
    users.set(kind, known);
    const free = known.find(({ members }) => members.every((other) => !conflicts.between(id, other)));
    if (free === undefined) known.push({ as: id, members: [id] });
    else {
      free.members.push(id);
      colours.set(id, free.as);
    }
  }
  return colours;
}

/** Which candidates are written where others are still to be read. */
class Conflicts {
  readonly #pairs = new Map<LocalId, Set<LocalId>>();

  constructor(block: Block, candidates: LiveLocals) {
    const liveness = new LocalLiveness(block, candidates);
    liveness.forEachWrite((id, live) => {
      if (candidates.has(id)) this.#note(id, live);
    });
    // Who is read before it is written shares with nobody.
    for (const id of liveness.atEntry) this.#note(id, candidates);
  }

  between(a: LocalId, b: LocalId): boolean {
    return this.#pairs.get(a)?.has(b) === true || this.#pairs.get(b)?.has(a) === true;
  }

  #note(id: LocalId, live: LiveLocals): void {
    const others = this.#pairs.get(id) ?? new Set<LocalId>();
    for (const other of live) if (other !== id) others.add(other);
    this.#pairs.set(id, others);
  }
}

function renamed(stmt: Stmt, colours: ReadonlyMap<LocalId, LocalId>): Stmt {
  const of = (id: LocalId): LocalId => colours.get(id) ?? id;
  const inExpr = (expr: Expr): Expr =>
    rewriteExpr(expr, (e) => (e.kind === 'local' ? local(of(e.local)) : e));
  const inPlace = <P extends LValue>(place: P): P =>
    place.kind === 'local' ? { ...place, local: of(place.local) } : place;
  const mapped = mapBlocks(mapExpressions(stmt, inExpr), (block) => renamedBlock(block, colours));
  if (mapped.kind === 'assign') return { ...mapped, target: inPlace(mapped.target) };
  if (mapped.kind === 'havoc') return { ...mapped, local: of(mapped.local) };
  if (mapped.kind === 'rmw' && mapped.result !== null) return { ...mapped, result: of(mapped.result) };
  return mapped;
}
