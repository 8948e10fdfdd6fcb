import type { FencesReport, FoundCounterexample, FoundWrite } from '../synthesis/synthesis-report.js';
import { verifyDocument } from './report-json.js';

/** The document of `fences --json`; docs/schema/fences.json describes it. */
export function fencesDocument(
  { verify, kind, algorithm, waits, found }: FencesReport,
  version: string,
): object {
  const { file, language, model, engine, bound, errors, trace, conclusion, warnings, limitations, stats } =
    verifyDocument(verify, version);
  const noneSuffices = found !== null && found.sets.length === 0 && found.stop === null;
  return {
    ...{ schema: 1, tool: 'fencepost', version, file, language, model, engine },
    ...{ kind, goal: 'property', algorithm, atomicWaits: waits, bound },
    reason: found === null ? verify.reason : (found.stop?.reason ?? null),
    errors,
    size: found?.sets[0]?.length ?? null,
    minimal: found?.minimal ?? false,
    complete: found?.complete ?? false,
    sets: found?.sets.map((set) => set.map(writeJson)) ?? [],
    candidates: found?.candidates ?? null,
    queries: found?.queries ?? 0,
    counterexamples: found?.counterexamples.map(counterexampleJson) ?? [],
    property: noneSuffices ? verify.property : null,
    trace: noneSuffices ? trace : null,
    conclusion: noneSuffices ? conclusion : null,
    ...{ warnings, limitations, seconds: stats.seconds },
  };
}

const writeJson = ({ thread, line, label, variable, transition, action }: FoundWrite): object => ({
  ...{ kind: 'atomic', thread, line, label, variable, transition },
  // What people read.
  place: `after ${action}`,
});

const counterexampleJson = ({ property, some, unless }: FoundCounterexample): object => ({
  property,
  some: some.map(writeJson),
  unless: unless.map(writeJson),
});
