/** A step of a thread; `havoc` holds the chosen values. */
export type PackedStep<Value> =
  | {
      readonly kind: 'edge';
      readonly thread: number;
      readonly edge: number;
      readonly havoc: readonly Value[];
    }
  | { readonly kind: 'flush'; readonly thread: number; readonly cell: number };

/** As generated code names it: with the names of values. */
export type StepCode = PackedStep<string>;
/** As generated code reports it. */
export type RawStep = PackedStep<number>;

/**
 * What generated code does when a step leads somewhere. The search puts the state into its table and forgets the
 * step; the reconstruction of a trace hears of both. All else is the same code.
 */
export interface Dialect {
  /** `inside`: the thread stands in an atomic section. */
  arrive(inside: boolean, step: StepCode, words: readonly string[]): string;
  /** `event` is an expression: the number of a fault or an assertion. */
  violated(event: string, step: StepCode): string;
  /** The head of a loop over the values lo..hi of a havoc. */
  loop(variable: string, lo: number, hi: number, nested: boolean): string;
}

/** A havoc with more values than this is tried in slices, so that the search can be interrupted between them. */
const sliceSize = 4096;

export const searchDialect: Dialect = {
  arrive: (inside, _step, words) =>
    inside ? `M_add(0, ${words.join(', ')});` : `moves++; S_add(cur, ${words.join(', ')});`,
  violated: (event) => `env.violated(${event});`,
  loop: (v, lo, hi, nested) => {
    if (nested || hi - lo < sliceSize) return `for (let ${v} = ${lo}; ${v} <= ${hi}; ${v}++)`;
    const from = `${lo} + slice * ${sliceSize}`;
    return (
      `if (${from} + ${sliceSize} <= ${hi}) more = true;\n` +
      `for (let ${v} = ${from}, end = Math.min(${hi}, ${v} + ${sliceSize - 1}); ${v} <= end; ${v}++)`
    );
  },
};

/** `fresh` says whether some step led to a state with a larger number. */
export const reducedDialect: Dialect = {
  ...searchDialect,
  arrive: (inside, step, words) =>
    inside
      ? searchDialect.arrive(inside, step, words)
      : `moves++; if (S_add(cur, ${words.join(', ')}) > cur) fresh = true;`,
};

export const traceDialect: Dialect = {
  arrive: (inside, step, words) => `env.arrive(${inside}, ${stepLiteral(step)}, [${words.join(', ')}]);`,
  violated: (event, step) => `env.violated(${event}, ${stepLiteral(step)});`,
  loop: (v, lo, hi) => `for (let ${v} = ${lo}; ${v} <= ${hi} && !env.found(); ${v}++)`,
};

function stepLiteral(step: StepCode): string {
  return step.kind === 'edge'
    ? `{ kind: 'edge', thread: ${step.thread}, edge: ${step.edge}, havoc: [${step.havoc.join(', ')}] }`
    : `{ kind: 'flush', thread: ${step.thread}, cell: ${step.cell} }`;
}

/** What ends an execution. Events are numbered in this order; the assertions follow. */
export const faultNames = ['div', 'bounds', 'range'] as const;
export const boundsFault = 1;
export const rangeFault = 2;
