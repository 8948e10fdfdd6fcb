/** A state that a run has come to, and what was found there. */
export interface OpenBranch<S, T> {
  readonly state: S;
  readonly value: T;
}

/** The run is over, and nothing more happens in it. The state tells how it ended. */
export interface Ended<S> {
  readonly ended: S;
}

/** All ways that a run may have gone so far, in order; none: it cannot go on. */
export type Branches<S, T = null> = readonly (OpenBranch<S, T> | Ended<S>)[];

export const isEnded = <S, T>(branch: OpenBranch<S, T> | Ended<S>): branch is Ended<S> => 'ended' in branch;

/** The only way; null: there is none. */
export const found = <S, T>(state: S | null, value: T): readonly OpenBranch<S, T>[] =>
  state === null ? [] : [{ state, value }];

/** What follows in each way that is not over. */
export function then<S, T, U>(
  branches: Branches<S, T>,
  follow: (state: S, value: T) => Branches<S, U>,
): Branches<S, U> {
  const next = (branch: OpenBranch<S, T> | Ended<S>): Branches<S, U> =>
    isEnded(branch) ? [branch] : follow(branch.state, branch.value);
  const [first] = branches;
  // Mostly there is one.
  return first !== undefined && branches.length === 1 ? next(first) : branches.flatMap(next);
}
