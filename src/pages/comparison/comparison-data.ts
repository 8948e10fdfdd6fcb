/** What a page about a comparison carries for its script. */
export interface ComparisonData {
  readonly columns: readonly PageColumn[];
  readonly runs: readonly PageRun[];
  /** The longest that any run might take; null: some had all the time. */
  readonly timeoutSeconds: number | null;
}

export interface PageColumn {
  readonly title: string;
  readonly isNumber: boolean;
}

/** A row of the table. */
export interface PageRun {
  /** What is asked of which program: rows of the same task are compared. */
  readonly task: string;
  readonly model: string;
  readonly way: string;
  /** `safe`, `unsafe`, `unknown` or `none`. */
  readonly verdict: string;
  /** By the clock, as limits are. */
  readonly seconds: number | null;
  readonly cpu: number | null;
  readonly memory: number | null;
  readonly build: number | null;
  readonly check: number | null;
  /** By which the table is sorted, column by column. */
  readonly values: readonly (string | number | null)[];
}

/** What plots show. */
export interface PlotChoice {
  readonly metric: Metric;
  /** The ways of the scatter plot; null: there are not two. */
  readonly pair: readonly [string, string] | null;
}

export const metrics = ['seconds', 'cpu', 'memory'] as const;
export type Metric = (typeof metrics)[number];

export const metricLabels: Readonly<Record<Metric, string>> = {
  seconds: 'seconds by the clock',
  cpu: 'seconds of processors',
  memory: 'MB of memory',
};

export const waysIn = (runs: readonly PageRun[]): readonly string[] => [
  ...new Set(runs.map(({ way }) => way)),
];

export const isSolved = ({ verdict }: PageRun): boolean => verdict === 'safe' || verdict === 'unsafe';
