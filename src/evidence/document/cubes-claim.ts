import { rational } from '../../lang/arrays/linear-terms.js';
import { printArraySystem } from '../../lang/arrays/print-array-system.js';
import type { ArraySystem } from '../../lang/arrays/array-system.js';
import type {
  CubeClaim,
  CubeProof,
  CubeTerm,
  StatedRead,
  StatedCell,
  StatedCube,
} from '../../lang/arrays/stated-cube.js';
import { at } from '../../support/invariant.js';
import { numbersBelow } from '../../support/lists.js';
import type { CubesClaim, EvidenceCube, EvidenceFact } from './evidence-document.js';
import { NoEvidence } from './read-evidence.js';

/** What the system means, for whoever does not want to read its file. */
export const systemText = (system: ArraySystem): readonly string[] =>
  printArraySystem(system).trimEnd().split('\n');

/** The cubes of a proof as a document tells them; `system` is the one with the witness. */
export function cubesClaim(
  system: ArraySystem,
  { cubes, witness }: CubeProof,
  properties: readonly string[],
  maxProcs: number | null,
): CubesClaim {
  return { kind: 'cubes', properties, maxProcs, witness, cubes: cubes.map((cube) => toldCube(system, cube)) };
}

function toldCube(system: ArraySystem, { procs, reads, facts, reach }: StatedCube): EvidenceCube {
  const told = { processes: procs, facts: facts.map((fact) => toldFact(system, fact)) };
  if (reads.length === 0) return told;
  const listed = (names: readonly string[], lists: readonly (readonly number[])[]) =>
    Object.fromEntries(
      lists.flatMap((list, i) => (list.length === 0 ? [] : [[at(names, i), list.map(readName)] as const])),
    );
  return {
    ...told,
    reads: reads.map((read) => [cellName(system, read), procName(read.reader)] as const),
    fromRead: listed(
      reads.map((_, i) => readName(i)),
      reach.fromRead,
    ),
    fromReadOf: listed(numbersBelow(procs).map(procName), reach.fromReadOf),
    fromWriteOf: listed(numbersBelow(procs).map(procName), reach.fromWriteOf),
    fromCell: listed(
      reach.fromCell.map(({ cell }) => cellName(system, cell)),
      reach.fromCell.map(({ reads: reached }) => reached),
    ),
  };
}

/** They are called p1 to p9999. */
const mostNames = 9999;

const procName = (proc: number): string => `p${proc + 1}`;
const readName = (read: number): string => `r${read + 1}`;

function cellName({ symbols }: ArraySystem, { symbol, indices }: StatedCell): string {
  const { name } = at(symbols, symbol);
  return indices.length === 0 ? name : `${name}[${indices.map(procName).join(',')}]`;
}

function termName(system: ArraySystem, term: CubeTerm): string {
  switch (term.kind) {
    case 'cell':
      return cellName(system, term);
    case 'read':
      return readName(term.read);
    case 'process':
      return procName(term.proc);
  }
}

function toldFact(system: ArraySystem, fact: CubeClaim): EvidenceFact {
  switch (fact.kind) {
    case 'one-of': {
      const term = termName(system, fact.term);
      return { term, in: fact.constructors.map((c) => at(fact.names, c)) };
    }
    case 'same':
      return { term: termName(system, fact.left), is: termName(system, fact.right) };
    case 'different':
      return { term: termName(system, fact.left), isNot: termName(system, fact.right) };
    case 'sum': {
      const { numerator, denominator } = rational(fact.numerator, fact.denominator);
      return {
        sum: fact.terms.map(({ factor, term }) => [String(factor), termName(system, term)] as const),
        plus: denominator === 1n ? String(numerator) : `${numerator}/${denominator}`,
        op: fact.op,
      };
    }
  }
}

/** The cubes in terms of the system; throws `NoEvidence` for what it does not have. */
export const cubesOf = (system: ArraySystem, { cubes }: CubesClaim): readonly StatedCube[] =>
  cubes.map((cube) => new CubeReader(system, cube).cube());

class CubeReader {
  readonly #reads: readonly StatedRead[];

  constructor(
    private readonly system: ArraySystem,
    private readonly told: EvidenceCube,
  ) {
    if (told.processes > mostNames) throw new NoEvidence('a cube is about more processes than have names');
    this.#reads = (told.reads ?? []).map(([cell, reader]) => ({
      ...this.#cell(cell),
      reader: this.#proc(reader),
    }));
  }

  cube(): StatedCube {
    const { processes, facts, fromRead, fromReadOf, fromWriteOf, fromCell } = this.told;
    const procs = numbersBelow(processes).map(procName);
    return {
      procs: processes,
      reads: this.#reads,
      facts: facts.map((fact) => this.#fact(fact)),
      reach: {
        fromRead: this.#lists(
          this.#reads.map((_, i) => readName(i)),
          fromRead,
        ),
        fromReadOf: this.#lists(procs, fromReadOf),
        fromWriteOf: this.#lists(procs, fromWriteOf),
        fromCell: Object.entries(fromCell ?? {}).map(([cell, reads]) => ({
          cell: this.#cell(cell),
          reads: reads.map((read) => this.#read(read)),
        })),
      },
    };
  }

  #lists(
    names: readonly string[],
    told: Readonly<Record<string, readonly string[]>> = {},
  ): readonly (readonly number[])[] {
    const alien = Object.keys(told).find((name) => !names.includes(name));
    if (alien !== undefined) throw new NoEvidence(`a cube has no ${alien}`);
    return names.map((name) => (told[name] ?? []).map((read) => this.#read(read)));
  }

  #proc(name: string): number {
    const number = numberIn(name, 'p');
    if (number === null || number >= this.told.processes)
      throw new NoEvidence(`a cube has no process ${name}`);
    return number;
  }

  #read(name: string): number {
    const number = numberIn(name, 'r');
    if (number === null || number >= this.#reads.length) throw new NoEvidence(`a cube has no read ${name}`);
    return number;
  }

  #cell(name: string): StatedCell {
    const [, symbolName = '', list] = /^([^[\]]+)(?:\[([^[\]]*)\])?$/.exec(name) ?? [];
    const symbol = this.system.symbols.find((one) => one.name === symbolName);
    const indices = list === undefined ? [] : list.split(',').map((proc) => this.#proc(proc));
    if (symbol?.arity !== indices.length) throw new NoEvidence(`the system has no cell ${name}`);
    return { symbol: symbol.id, indices };
  }

  /** A cell where there is one of the name. */
  #term(name: string): CubeTerm {
    const isSymbol = this.system.symbols.some((symbol) => symbol.name === name);
    if (!isSymbol && numberIn(name, 'p') !== null) return { kind: 'process', proc: this.#proc(name) };
    if (!isSymbol && numberIn(name, 'r') !== null) return { kind: 'read', read: this.#read(name) };
    return { kind: 'cell', ...this.#cell(name) };
  }

  #typeOf(term: CubeTerm) {
    if (term.kind === 'process') return { kind: 'proc' } as const;
    const { symbol } = term.kind === 'cell' ? term : at(this.#reads, term.read);
    return at(this.system.symbols, symbol).type;
  }

  #fact(fact: EvidenceFact): CubeClaim {
    if ('in' in fact) {
      const term = this.#term(fact.term);
      const type = this.#typeOf(term);
      if (type.kind !== 'enum') throw new NoEvidence(`${fact.term} has no constructors`);
      const constructors = fact.in.map((name) => type.constructors.indexOf(name));
      if (constructors.includes(-1))
        throw new NoEvidence(`${fact.term} has none of its values as it is told`);
      return { kind: 'one-of', term, constructors, names: type.constructors };
    }
    if ('is' in fact) return this.#relation('same', fact.term, fact.is);
    if ('isNot' in fact) return this.#relation('different', fact.term, fact.isNot);
    const terms = fact.sum.map(([factor, name]) => ({ factor: integer(factor), term: this.#number(name) }));
    return { kind: 'sum', op: fact.op, terms, ...fraction(fact.plus) };
  }

  #relation(kind: 'same' | 'different', one: string, other: string): CubeClaim {
    const [left, right] = [this.#term(one), this.#term(other)];
    const [a, b] = [left, right].map((term) => this.#typeOf(term));
    const isAlike = a?.kind === b?.kind && (a === undefined || b === undefined || nameOf(a) === nameOf(b));
    if (!isAlike) throw new NoEvidence(`${one} and ${other} cannot be the same`);
    return { kind, left, right };
  }

  #number(name: string): CubeTerm {
    const term = this.#term(name);
    if (!['int', 'real', 'proc'].includes(this.#typeOf(term).kind))
      throw new NoEvidence(`${name} is no number`);
    return term;
  }
}

const nameOf = (type: { readonly kind: string; readonly name?: string }): string => type.name ?? type.kind;

/** Counted from 1 in names. */
function numberIn(name: string, letter: 'p' | 'r'): number | null {
  const [, digits] = (letter === 'p' ? /^p([1-9]\d{0,3})$/ : /^r([1-9]\d{0,3})$/).exec(name) ?? [];
  return digits === undefined ? null : Number(digits) - 1;
}

function integer(text: string): bigint {
  if (!/^-?\d{1,100}$/.test(text)) throw new NoEvidence(`${text} is no integer`);
  return BigInt(text);
}

function fraction(text: string): { readonly numerator: bigint; readonly denominator: bigint } {
  const [, numerator = '', denominator = '1'] = /^(-?\d{1,100})(?:\/([1-9]\d{0,99}))?$/.exec(text) ?? [];
  return { numerator: integer(numerator), denominator: BigInt(denominator) };
}
