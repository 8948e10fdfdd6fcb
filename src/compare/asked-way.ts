/** In what the runs of a comparison may differ besides file and model; each is an option of `verify`. */
export const axisNames = ['engine', 'method', 'encoding', 'solver', 'discover', 'refine', 'scope'] as const;
export type AxisName = (typeof axisNames)[number];

/** How a file is to be verified. Null: as verify does by itself. */
export type AskedWay = { readonly [Axis in AxisName]: string | null };

/** The values that were named of each axis; of `engine` and `method` see `waysOf`. */
export type Axes = { readonly [Axis in AxisName]: readonly string[] };

export const nothingAsked: AskedWay = {
  engine: null,
  method: null,
  encoding: null,
  solver: null,
  discover: null,
  refine: null,
  scope: null,
};

export const noAxes: Axes = {
  engine: [],
  method: [],
  encoding: [],
  solver: [],
  discover: [],
  refine: [],
  scope: [],
};

/** What only one engine is told. Who names one of these and no engine means that one. */
const abstractEngine = 'abstract';

/** Every combination of what is named; of an axis that is not named what verify takes by itself. */
export function waysOf(axes: Axes): readonly AskedWay[] {
  const isVaried = varied.some((axis) => axes[axis].length > 0);
  const engines = axes.engine.length === 0 && isVaried ? [abstractEngine] : axes.engine;
  return enginesAndMethods(engines, axes.method).flatMap((start) =>
    (mayGoTo(start.engine, [abstractEngine]) ? varied : []).reduce<readonly AskedWay[]>(
      (ways, axis) =>
        ways.flatMap((way) => orByItself(axes[axis]).map((value) => ({ ...way, [axis]: value }))),
      [start],
    ),
  );
}

const varied = ['encoding', 'solver', 'discover', 'refine', 'scope'] as const satisfies readonly AxisName[];

/** The engines asked for, with the methods in the place of the one engine that has methods. */
function enginesAndMethods(engines: readonly string[], methods: readonly string[]): readonly AskedWay[] {
  if (engines.length === 0 && methods.length === 0) return [nothingAsked];
  const abstract = methods.map((method) => ({ ...nothingAsked, engine: abstractEngine, method }));
  const named = engines.flatMap((engine): readonly AskedWay[] =>
    engine === abstractEngine && abstract.length > 0 ? abstract : [{ ...nothingAsked, engine }],
  );
  return engines.includes(abstractEngine) ? named : [...named, ...abstract];
}

const orByItself = (values: readonly string[]): readonly (string | null)[] =>
  values.length === 0 ? [null] : values;

export const mayGoTo = (engine: string | null, engines: readonly string[] | undefined): boolean =>
  engine === null || engine === 'auto' || engines === undefined || engines.includes(engine);

/**
 * Where two ways ask the same of a run, one stands for both: without buffers there are no scopes and no encodings of buffers,
 * without refinement no strategies.
 */
export function distinctWays(ways: readonly AskedWay[], hasBuffers: boolean): readonly AskedWay[] {
  const folded = ways.map((way) => ({
    ...way,
    encoding: hasBuffers ? way.encoding : null,
    refine: way.discover === 'none' || way.discover === 'templates' ? null : way.refine,
    scope: way.discover === 'none' || !hasBuffers ? null : way.scope,
  }));
  return [...new Map(folded.map((way) => [textOfWay(way), way])).values()];
}

/** A way, told from each other one. */
const textOfWay = (way: AskedWay): string => axisNames.map((axis) => way[axis] ?? '').join();

/** `ce counters z3`: what was asked, in the order of the axes; the one engine with methods is told by its method. */
export function wayName(way: AskedWay): string {
  const { engine, method, ...others } = way;
  return [method ?? engine, ...Object.values(others)].filter((part) => part !== null).join(' ');
}
