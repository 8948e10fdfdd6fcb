import type { Expr } from '../../lang/expr/expr.js';
import type { DifferenceAtom } from './difference-atom.js';

/** What follows from the parts before a cut, and contradicts those behind it. */
export type Interpolant =
  | { readonly kind: 'atom'; readonly atom: DifferenceAtom }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Interpolant[] };

/** Why the parts of a path contradict each other. */
export type PathRefutation =
  | { readonly kind: 'cycle'; readonly edges: readonly PathEdge[] }
  | { readonly kind: 'cases'; readonly part: number; readonly cases: readonly PathRefutation[] };

/** x - y <= c; null stands for 0. Each edge of a cycle begins where the one before ends. */
export interface PathEdge {
  readonly x: Expr | null;
  readonly y: Expr | null;
  readonly c: bigint;
  readonly part: number;
  /** It is a bound of a type: true of the variable wherever it lives. */
  readonly isBound: boolean;
}

/**
 * The interpolant at the cut behind a part. Of a cycle the edges before the cut are contracted to those between variables
 * that live at it; cases before the cut are each possible, and those behind it must each be excluded.
 */
export function interpolantAt(cut: number, refutation: PathRefutation): Interpolant {
  if (refutation.kind === 'cycle') return { kind: 'and', of: runsBefore(cut, refutation.edges) };
  const of = refutation.cases.map((one) => interpolantAt(cut, one));
  return joined(refutation.part <= cut ? 'or' : 'and', of);
}

function runsBefore(cut: number, edges: readonly PathEdge[]): readonly Interpolant[] {
  const isBefore = (edge: PathEdge | undefined): boolean => edge !== undefined && edge.part <= cut;
  const start = edges.findIndex((edge, i) => isBefore(edge) && !isBefore(edges.at(i - 1)));
  if (start < 0) return isBefore(edges[0]) ? [impossible] : [];
  const runs: PathEdge[][] = [];
  let open: PathEdge[] | null = null;
  for (const edge of [...edges.slice(start), ...edges.slice(0, start)]) {
    if (!isBefore(edge)) open = null;
    else if (open === null) runs.push((open = [edge]));
    else open.push(edge);
  }
  return runs.flatMap((run) => {
    const own = withoutBounds(run);
    const [first, last] = [own[0], own.at(-1)];
    // What types say is known without.
    if (first === undefined || last === undefined || own.every((edge) => edge.isBound)) return [];
    const c = own.reduce((sum, edge) => sum + edge.c, 0n);
    return [{ kind: 'atom', atom: { op: '<=', x: first.x, y: last.y, c } }];
  });
}

/** Without bounds at the ends, of variables that perhaps only parts behind the cut speak of. */
function withoutBounds(run: readonly PathEdge[]): readonly PathEdge[] {
  const [first, last] = [run[0], run.at(-1)];
  if (first?.isBound === true && first.y === null) return withoutBounds(run.slice(1));
  return last?.isBound === true && last.x === null ? withoutBounds(run.slice(0, -1)) : run;
}

const impossible: Interpolant = { kind: 'or', of: [] };

/** Flat, and of atoms that say one thing together only that. */
function joined(kind: 'and' | 'or', parts: readonly Interpolant[]): Interpolant {
  const of = parts.flatMap((part) => {
    if (part.kind === 'atom') return [part];
    return part.kind === kind || part.of.length === 1 ? part.of : [part];
  });
  const atoms = of.flatMap((part) => (part.kind === 'atom' ? [part.atom] : []));
  const rest = of.filter((part) => part.kind !== 'atom');
  return { kind, of: [...merged(kind, atoms).map((atom) => ({ kind: 'atom', atom }) as const), ...rest] };
}

/** `x <= y && y <= x` is `x == y`, and `x < y || y < x` is `x != y`. */
function merged(kind: 'and' | 'or', atoms: readonly DifferenceAtom[]): readonly DifferenceAtom[] {
  const kept: DifferenceAtom[] = [];
  const [op, apart] = kind === 'and' ? (['==', 0n] as const) : (['!=', -2n] as const);
  for (const atom of atoms) {
    const same = (other: DifferenceAtom): boolean =>
      other.op === atom.op && other.x === atom.x && other.y === atom.y && other.c === atom.c;
    if (kept.some(same)) continue;
    const opposite = kept.findIndex(
      (other) =>
        other.op === '<=' &&
        atom.op === '<=' &&
        other.x === atom.y &&
        other.y === atom.x &&
        other.c + atom.c === apart,
    );
    if (opposite < 0) kept.push(atom);
    else kept[opposite] = { ...atom, op, c: kind === 'and' ? atom.c : atom.c + 1n };
  }
  return kept;
}

/** The same refutation from the weakest premises: what a cycle has to spare goes to its earliest constraint. */
export function weakened(refutation: PathRefutation): PathRefutation {
  if (refutation.kind === 'cases') return { ...refutation, cases: refutation.cases.map(weakened) };
  const { edges } = refutation;
  const spare = -1n - edges.reduce((sum, edge) => sum + edge.c, 0n);
  const own = edges.filter((edge) => !edge.isBound);
  const first = own.reduce<PathEdge | null>((a, b) => (a === null || b.part < a.part ? b : a), null);
  if (first === null || spare === 0n) return refutation;
  return { kind: 'cycle', edges: edges.map((e) => (e === first ? { ...e, c: e.c + spare } : e)) };
}
