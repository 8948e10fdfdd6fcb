/** How a run is to find predicates, in the words of the options of verify. Null: what verify takes by itself. */
export interface AskedDiscovery {
  readonly discover: string | null;
  readonly refine: string | null;
  readonly scope: string | null;
}

export type DiscoveryAxes = { readonly [Axis in keyof AskedDiscovery]: readonly string[] };

export const nothingAsked: AskedDiscovery = { discover: null, refine: null, scope: null };

/** Every combination; of an axis that is not named the one that verify takes. */
export function discoveriesOf({ discover, refine, scope }: DiscoveryAxes): readonly AskedDiscovery[] {
  return orByItself(discover).flatMap((mode) =>
    orByItself(refine).flatMap((strategy) =>
      orByItself(scope).map((place) => ({ discover: mode, refine: strategy, scope: place })),
    ),
  );
}

const orByItself = (values: readonly string[]): readonly (string | null)[] =>
  values.length === 0 ? [null] : values;

/** Where two say the same of a run, one stands for both: without buffers there are no scopes, without refinement no strategies. */
export function distinctDiscoveries(
  asked: readonly AskedDiscovery[],
  hasBuffers: boolean,
): readonly AskedDiscovery[] {
  const folded = asked.map(({ discover, refine, scope }) => ({
    discover,
    refine: discover === 'none' || discover === 'templates' ? null : refine,
    scope: discover === 'none' || !hasBuffers ? null : scope,
  }));
  return [...new Map(folded.map((each) => [Object.values(each).join(), each])).values()];
}
