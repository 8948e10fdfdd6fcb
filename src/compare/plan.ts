/** One row of the table to be: a question to `verify`. */
export interface PlannedRun {
  readonly file: string;
  readonly model: string;
  readonly engine: string | null;
  readonly method: string | null;
  /** The command line of `verify`. */
  readonly args: readonly string[];
}

/** What is asked of every file under every model. Null: what verify takes by itself. */
export interface Way {
  readonly engine: string | null;
  readonly method: string | null;
}

export interface Comparison {
  readonly files: readonly string[];
  readonly models: readonly { readonly name: string; readonly buffers: boolean }[];
  readonly ways: readonly Way[];
  /** Options of `verify` that all runs get. */
  readonly passedOn: readonly string[];
  /** Options for the models that have buffers. */
  readonly forBuffers: readonly string[];
  /** Options that only the abstract engine takes. */
  readonly forAbstract: readonly string[];
}

/** The engines asked for, with the methods in the place of the one engine that has methods. */
export function waysOf(engines: readonly string[], methods: readonly string[]): readonly Way[] {
  if (engines.length === 0 && methods.length === 0) return [{ engine: null, method: null }];
  const abstract = methods.map((method) => ({ engine: 'abstract', method }));
  const named = engines.flatMap((engine): readonly Way[] =>
    engine === 'abstract' && abstract.length > 0 ? abstract : [{ engine, method: null }],
  );
  return engines.includes('abstract') ? named : [...named, ...abstract];
}

/** Row by row: all of one file stand together, and of it all of one model. */
export function planRuns(comparison: Comparison): readonly PlannedRun[] {
  const { files, models, ways, passedOn, forBuffers, forAbstract } = comparison;
  return [...new Set(files)].flatMap((file) =>
    models.flatMap((model) =>
      ways.map(({ engine, method }) => {
        const args = [
          ...['verify', '--json', '--model', model.name],
          ...(engine === null ? [] : ['--engine', engine]),
          ...(method === null ? [] : ['--method', method]),
          ...passedOn,
          ...(model.buffers ? forBuffers : []),
          ...(engine === null || engine === 'auto' || engine === 'abstract' ? forAbstract : []),
          ...['--', file],
        ];
        return { file, model: model.name, engine, method, args };
      }),
    ),
  );
}

/** `peterson.fp pso ce`: what tells the runs of a comparison from each other. */
export function nameOf({ file, model, engine, method }: PlannedRun): string {
  return [file, model, method ?? engine].filter((part) => part !== null).join(' ');
}
