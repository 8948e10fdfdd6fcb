import { join } from 'node:path';

/** A model and a property of Table I of paper 004. */
export interface AtomicSubject {
  readonly name: string;
  readonly file: string;
  readonly invariants: readonly string[];
  readonly formulas: readonly string[];
  /** Of the file's own; empty: those above. */
  readonly properties: readonly string[];
  readonly property: string;
  readonly processes: number;
  /** Writes, and those that the paper's tool made atomic, in its model of two processes. */
  readonly paper: { readonly writes: number; readonly atomic: number } | null;
}

const paper = {
  anderson: { writes: 30, atomic: 24 },
  lamport: { writes: 27, atomic: 16 },
  peterson: { writes: 8, atomic: 4 },
} as const;

/** The models of the corpus have three processes; those of the paper, which are not published, have two. */
export function atomicSubjects(corpus: string): readonly AtomicSubject[] {
  const own = (file: string): string => join('samples', 'dve', file);
  const published = (file: string): string => join(corpus, 'dve', file);
  const three = ['P_0', 'P_1', 'P_2'];
  const mutex = {
    ...{ property: 'G !collision', formulas: [], properties: ['invariant#1'] },
    invariants: ['!(P_0.CS + P_1.CS + P_2.CS > 1)'],
  };
  const ownMutex = { property: 'G !collision', formulas: [], properties: ['P.CS'], invariants: [] };
  const progress = { property: 'G (wait -> F granted)', invariants: [], properties: ['ltl#1'] };
  return [
    {
      ...{ name: 'anderson', file: own('anderson.dve'), processes: 2, paper: paper.anderson, ...progress },
      formulas: [always(['P', 'Q'], 'wait', 'granted')],
    },
    { name: 'lamport-fast', file: own('lamport-fast.dve'), processes: 2, paper: paper.lamport, ...ownMutex },
    { name: 'peterson', file: own('peterson.dve'), processes: 2, paper: paper.peterson, ...ownMutex },
    {
      ...{ name: 'anderson.2', file: published('anderson.2.dve'), processes: 3, paper: null, ...progress },
      formulas: [always(three, 'p2', 'p3')],
    },
    { name: 'lamport.1', file: published('lamport.1.dve'), processes: 3, paper: null, ...mutex },
    { name: 'peterson.1', file: published('peterson.1.dve'), processes: 3, paper: null, ...mutex },
  ];
}

/** Who waits is served some time, whoever it is. */
const always = (processes: readonly string[], wait: string, granted: string): string =>
  processes.map((p) => `G (${p}.${wait} imply F ${p}.${granted})`).join(' && ');
