import { distinctDiscoveries, nothingAsked } from './asked-discovery.js';
import type { AskedDiscovery } from './asked-discovery.js';

/** What is asked of every file under every model. Null: what verify takes by itself. */
export interface AskedMethod {
  readonly engine: string | null;
  readonly method: string | null;
}

/** One row of the table to be: a question to `verify`. */
export interface PlannedRun extends AskedMethod {
  readonly discovery: AskedDiscovery;
  readonly file: string;
  readonly model: string;
  /** The command line of `verify`. */
  readonly args: readonly string[];
}

export interface RunGrid {
  readonly files: readonly string[];
  readonly models: readonly { readonly name: string; readonly buffers: boolean }[];
  readonly ways: readonly AskedMethod[];
  /** For the ways that may find predicates; absent: as they do by themselves. */
  readonly discoveries?: readonly AskedDiscovery[];
  readonly passedOn: readonly PassedOption[];
}

/** Words for the command lines of runs. */
export interface PassedOption {
  readonly words: readonly string[];
  /** It is only for models that have buffers. */
  readonly ofBuffers?: boolean;
  /** It is for runs that may go to one of these engines; absent: for all. */
  readonly engines?: readonly string[];
}

/** The engines asked for, with the methods in the place of the one engine that has methods. */
export function waysOf(engines: readonly string[], methods: readonly string[]): readonly AskedMethod[] {
  if (engines.length === 0 && methods.length === 0) return [{ engine: null, method: null }];
  const abstract = methods.map((method) => ({ engine: 'abstract', method }));
  const named = engines.flatMap((engine): readonly AskedMethod[] =>
    engine === 'abstract' && abstract.length > 0 ? abstract : [{ engine, method: null }],
  );
  return engines.includes('abstract') ? named : [...named, ...abstract];
}

/** Row by row: all of one file stand together, and of it all of one model. */
export function planRuns(comparison: RunGrid): readonly PlannedRun[] {
  const { files, models, ways, discoveries = [nothingAsked], passedOn } = comparison;
  const discoveriesOf = (engine: string | null, buffers: boolean): readonly AskedDiscovery[] =>
    mayGoTo(engine, ['abstract']) ? distinctDiscoveries(discoveries, buffers) : [nothingAsked];
  return [...new Set(files)].flatMap((file) =>
    models.flatMap((model) =>
      ways.flatMap(({ engine, method }) =>
        discoveriesOf(engine, model.buffers).map((discovery) => {
          const args = [
            ...['verify', '--json', '--model', model.name],
            ...Object.entries({ engine, method, ...discovery }).flatMap(([name, value]) =>
              value === null ? [] : [`--${name}`, value],
            ),
            ...passedOn
              .filter(({ ofBuffers }) => model.buffers || ofBuffers !== true)
              .filter(({ engines }) => mayGoTo(engine, engines))
              .flatMap(({ words }) => words),
            ...['--', file],
          ];
          return { file, model: model.name, engine, method, discovery, args };
        }),
      ),
    ),
  );
}

const mayGoTo = (engine: string | null, engines: readonly string[] | undefined): boolean =>
  engine === null || engine === 'auto' || engines === undefined || engines.includes(engine);

/** `peterson.fp pso ce`: what tells the runs of a comparison from each other. */
export function nameOf({ file, model, engine, method, discovery }: PlannedRun): string {
  const { discover, refine, scope } = discovery;
  const parts = [file, model, method ?? engine, discover, refine, scope];
  return parts.filter((part) => part !== null).join(' ');
}
