import { axisNames } from '../compare/asked-way.js';
import type { AskedWay } from '../compare/asked-way.js';
import { UsageError } from '../diagnostics/diagnostic.js';
import type { EngineRow } from '../engines/engine-row.js';
import { engines } from '../engines/index.js';
import type { SubjectKind } from '../lang/program/subject-kind.js';
import { engineFor, refuseForSubject, subjectNames } from '../options/refused-options.js';

/**
 * Why no run of this kind needs to be made, as far as that is known without looking into the file: a clause. Null: it may be
 * possible. Of a file of no known kind that is for the run to tell.
 */
function staticRefusal(way: AskedWay, kind: SubjectKind | null, hasBuffers: boolean): string | null {
  if (kind === null) return null;
  return engineRefusal(way, kind) ?? methodRefusal(way, hasBuffers) ?? optionRefusal(way, kind);
}

/** The same, answered once for each way: of these there are few, and of runs many. */
export class WayRefusals {
  readonly #known = new Map<AskedWay, Map<string, string | null>>();

  of(way: AskedWay, kind: SubjectKind | null, hasBuffers: boolean): string | null {
    const answers = this.#known.get(way) ?? new Map<string, string | null>();
    this.#known.set(way, answers);
    const key = `${kind ?? ''} ${hasBuffers}`;
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = staticRefusal(way, kind, hasBuffers);
    answers.set(key, answer);
    return answer;
  }
}

function engineRefusal({ engine }: AskedWay, kind: SubjectKind): string | null {
  const row = rows.find(({ name }) => name === engine);
  return row === undefined || row.takes[kind] !== undefined
    ? null
    : `the ${row.name} engine takes no ${subjectNames[kind]}`;
}

const rows: readonly EngineRow[] = engines;

/** The one refusal of a method: the others depend on the program. */
const methodRefusal = ({ method }: AskedWay, hasBuffers: boolean): string | null =>
  method === 'trad' && hasBuffers ? '--method trad is for models without store buffers' : null;

function optionRefusal(way: AskedWay, kind: SubjectKind): string | null {
  const given = new Map(
    axisNames.flatMap((axis) => {
      const value = way[axis];
      return value === null || axis === 'engine' ? [] : [[axis, [value]] as const];
    }),
  );
  try {
    refuseForSubject('verify', kind, given);
    engineFor('verify', given, way.engine ?? 'auto');
    return null;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}
