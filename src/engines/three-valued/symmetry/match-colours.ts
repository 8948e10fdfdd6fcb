import { at } from '../../../support/invariant.js';
import { addTo } from '../../../support/remembered.js';
import { mixed, refinedOnce } from './colours.js';
import type { Colours } from './colours.js';
import { nobodyMoves } from './renaming.js';
import type { Renaming } from './renaming.js';
import type { BooleanFacts } from './thread-facts.js';

/** Times that a program is gone through for one pair of threads. */
const mostRefinements = 60;

/** Colours that refining makes no finer. */
export function settledColours(facts: BooleanFacts, from: Colours, watch: () => void): Colours {
  let [colours, count] = [from, 0];
  for (let classes = countOf(colours); classes > count;) {
    count = classes;
    watch();
    colours = refinedOnce(facts, colours);
    classes = countOf(colours);
  }
  return colours;
}

const countOf = ({ threads, literals }: Colours): number => new Set(threads).size + new Set(literals).size;

/**
 * A guess which thread and which variable takes whose place where the one thread takes that of the other. The search is that
 * for isomorphisms of graphs: two copies of the program are coloured alike, and where several have one colour one is tried,
 * first that as many as can stay where they are. Null: none was found.
 */
export function guessed(
  facts: BooleanFacts,
  used: ReadonlySet<number>,
  settled: Colours,
  [from, to]: readonly [number, number],
  watch: () => void,
): Renaming | null {
  const search = new MatchSearch(facts, used, watch);
  const [own, image] = [copied(settled), copied(settled)];
  mark(own.threads, from, 1);
  mark(image.threads, to, 1);
  return search.from(own, image);
}

const copied = ({ threads, literals }: Colours): Colours => ({
  threads: threads.slice(),
  literals: literals.slice(),
});

function mark(codes: Int32Array, i: number, how: number): void {
  codes[i] = mixed(at(codes, i), 101 + how);
}

type Sort = keyof Colours;

/** Threads or literals of one colour: in the one copy, and in the other. */
interface ColourClass {
  readonly sort: Sort;
  readonly own: readonly number[];
  readonly image: readonly number[];
}

class MatchSearch {
  #refinements = 0;

  constructor(
    private readonly facts: BooleanFacts,
    private readonly used: ReadonlySet<number>,
    private readonly watch: () => void,
  ) {}

  from(own: Colours, image: Colours): Renaming | null {
    const refined = this.#refined(own, image);
    if (refined === null) return null;
    const { classes } = refined;
    const open = classes.filter((one) => one.own.length > 1);
    const [first, ...others] = open;
    if (first === undefined) return this.#renaming(classes);
    const staying = this.#withStaying(refined, open);
    if (staying !== null) return staying;
    const smallest = others.reduce((a, b) => (b.own.length < a.own.length ? b : a), first);
    const who = at(smallest.own, 0);
    for (const place of smallest.image) {
      const [a, b] = [copied(refined.own), copied(refined.image)];
      mark(a[smallest.sort], who, 2);
      mark(b[smallest.sort], place, 2);
      const found = this.from(a, b);
      if (found !== null) return found;
    }
    return null;
  }

  #withStaying(
    { own, image }: { readonly own: Colours; readonly image: Colours },
    open: readonly ColourClass[],
  ): Renaming | null {
    const [a, b] = [copied(own), copied(image)];
    let staying = 0;
    for (const one of open)
      for (const who of one.own)
        if (one.image.includes(who)) {
          staying++;
          mark(a[one.sort], who, 2 + who);
          mark(b[one.sort], who, 2 + who);
        }
    return staying === 0 ? null : this.from(a, b);
  }

  /** Null: the copies cannot be laid over each other, or it was tried for long enough. */
  #refined(
    own: Colours,
    image: Colours,
  ): { readonly own: Colours; readonly image: Colours; readonly classes: readonly ColourClass[] } | null {
    let [a, b] = [own, image];
    let classes = this.#classes(a, b);
    for (;;) {
      if (classes === null || ++this.#refinements > mostRefinements) return null;
      const before = classes.length;
      this.watch();
      [a, b] = [refinedOnce(this.facts, a), refinedOnce(this.facts, b)];
      classes = this.#classes(a, b);
      if (classes?.length === before) return { own: a, image: b, classes };
    }
  }

  #classes(own: Colours, image: Colours): readonly ColourClass[] | null {
    const threads = classesOf('threads', own.threads, image.threads, () => true);
    const isUsed = (literal: number): boolean => this.used.has(literal >> 1);
    const literals = classesOf('literals', own.literals, image.literals, isUsed);
    return threads === null || literals === null ? null : [...threads, ...literals];
  }

  /** What is no renaming of literals with their negations is found wrong later. */
  #renaming(classes: readonly ColourClass[]): Renaming {
    const { program } = this.facts;
    const { threads, literals } = nobodyMoves(program.threads.length, program.variables.length);
    const [movedThreads, movedLiterals] = [[...threads], [...literals]];
    for (const { sort, own, image } of classes) {
      const [from, to] = [at(own, 0), at(image, 0)];
      if (sort === 'threads') movedThreads[from] = to;
      else if (from % 2 === 0) movedLiterals[from / 2] = to;
    }
    return { threads: movedThreads, literals: movedLiterals };
  }
}

function classesOf(
  sort: Sort,
  own: Int32Array,
  image: Int32Array,
  counts: (i: number) => boolean,
): readonly ColourClass[] | null {
  const byColour = (codes: Int32Array): Map<number, number[]> => {
    const map = new Map<number, number[]>();
    for (const [i, code] of codes.entries()) if (counts(i)) addTo(map, code, i);
    return map;
  };
  const [ours, theirs] = [byColour(own), byColour(image)];
  const classes = [...ours].map(([code, mine]): ColourClass => {
    return { sort, own: mine, image: theirs.get(code) ?? [] };
  });
  const isMatched = ours.size === theirs.size && classes.every((c) => c.own.length === c.image.length);
  return isMatched ? classes : null;
}
