import type {
  AtomicWritesReport,
  FenceSetsReport,
  FencesReport,
  FoundCounterexample,
  FoundFence,
  FoundWrite,
  MissingFence,
} from '../synthesis/synthesis-report.js';
import { reorderingText } from '../lang/run/reordering-text.js';
import { traceJson, verifyDocument } from './report-json.js';

/** The document of `fences --json`; docs/schema/fences.json describes it. */
export const fencesDocument = (report: FencesReport, version: string): object =>
  report.kind === 'atomic' ? atomicDocument(report, version) : fenceSetsDocument(report, version);

function atomicDocument(report: AtomicWritesReport, version: string): object {
  const { verify, algorithm, waits, found } = report;
  const { frame, noneSuffices, rest } = framed(report, version);
  const size = found?.sets[0]?.length ?? null;
  return {
    ...frame,
    ...{ kind: 'atomic', goal: 'property', task: 'add', algorithm, atomicWaits: waits },
    bound: verifyDocument(verify, version).bound,
    reason: found === null ? verify.reason : (found.stop?.reason ?? null),
    ...{ size, cost: size },
    ...claims(found),
    sets: found?.sets.map((set) => set.map(writeJson)) ?? [],
    counterexamples: found?.counterexamples.map(counterexampleJson) ?? [],
    ...{ missing: [], ...noneSuffices, ...rest },
  };
}

function fenceSetsDocument(report: FenceSetsReport, version: string): object {
  const { verify, goal, task, algorithm, found } = report;
  const { frame, noneSuffices, rest } = framed(report, version);
  return {
    ...frame,
    ...{ kind: 'fence', goal, task, algorithm, atomicWaits: null },
    bound: verifyDocument(verify, version).bound,
    reason: found === null ? verify.reason : ((found.stop ?? found.undecided)?.reason ?? null),
    ...{ size: found?.sets[0]?.length ?? null, cost: found?.cost ?? null },
    ...claims(found),
    sets: found?.sets.map((set) => set.map(fenceJson)) ?? [],
    counterexamples:
      found?.counterexamples.map(({ property, some, unless }) => ({
        property,
        some: some.map(fenceJson),
        unless: unless.map(fenceJson),
      })) ?? [],
    ...(found === null || found.stop === null
      ? {}
      : { atLeast: found.atLeast, sufficient: found.sufficient?.map(fenceJson) ?? null }),
    missing: found?.missing.map(missingJson) ?? [],
    ...{ ...noneSuffices, ...rest },
  };
}

/** What is the same for all kinds. */
function framed({ verify, found }: FencesReport, version: string) {
  const { file, language, model, engine, errors, trace, conclusion, warnings, limitations, stats } =
    verifyDocument(verify, version);
  const isRefuted = found !== null && found.sets.length === 0 && found.stop === null;
  return {
    frame: { schema: 1, tool: 'fencepost', version, file, language, model, engine, errors },
    noneSuffices: {
      property: isRefuted ? verify.property : null,
      trace: isRefuted ? trace : null,
      conclusion: isRefuted ? conclusion : null,
    },
    rest: { warnings, limitations, seconds: stats.seconds },
  };
}

const claims = (found: FencesReport['found']): object => ({
  minimal: found?.minimal ?? false,
  complete: found?.complete ?? false,
  candidates: found?.candidates ?? null,
  queries: found?.queries ?? 0,
});

const fenceJson = ({ kind, thread, line, label, variable, place }: FoundFence): object => ({
  ...{ kind, thread, line, label, variable, place },
});

const missingJson = ({ fence, property, trace, steps, reorderings }: MissingFence): object => ({
  fence: fenceJson(fence),
  property,
  steps,
  reorderings: reorderings.map((one) => ({ ...one, text: reorderingText(one.store, one.before) })),
  trace: traceJson(trace),
});

const writeJson = ({ thread, line, label, variable, transition, action }: FoundWrite): object => ({
  ...{ kind: 'atomic', thread, line, label, variable, transition },
  // Its buffer is empty before it, too: a fence behind it would be less.
  place: `the ${action}`,
});

const counterexampleJson = ({ property, some, unless }: FoundCounterexample): object => ({
  property,
  some: some.map(writeJson),
  unless: unless.map(writeJson),
});
