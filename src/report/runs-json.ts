/** The document of several runs, each as `verify --json` prints one; docs/schema/runs.json describes it. */
export interface RunsDocument {
  readonly schema: 1;
  readonly runs: readonly object[];
}

export const runsDocument = (runs: readonly object[]): RunsDocument => ({ schema: 1, runs });
