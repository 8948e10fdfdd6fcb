import type { RunToTell } from '../evidence/run-to-tell.js';
import type { RunFormat } from './run-format.js';
import { placesOf } from './step-places.js';
import type { StepPlace } from './step-places.js';

/** One result of SARIF 2.1.0 (OASIS): the violated property where the run ends, with the run as a code flow. */
export const sarif: RunFormat = {
  name: 'sarif',
  write: (run, { version }) => `${JSON.stringify(log(run, version), null, 2)}\n`,
};

function log(run: RunToTell, version: string): object {
  const { property, trace, machine, file } = run;
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'fencepost',
            version,
            rules: [{ id: property.name, shortDescription: { text: `${property.kind} ${property.name}` } }],
          },
        },
        artifacts: [{ location: { uri: uriOf(file.name) }, hashes: { 'sha-256': file.sha256 } }],
        columnKind: 'unicodeCodePoints',
        results: [
          {
            ruleId: property.name,
            ruleIndex: 0,
            kind: 'fail',
            level: 'error',
            message: { text: `${property.name} under ${machine.model.name}: ${trace.conclusion}` },
            locations: [lastPlace(run)],
            ...codeFlowsOf(run),
          },
        ],
      },
    ],
  };
}

/** A flow has a step at least: none of a property that is violated at the start. */
function codeFlowsOf(run: RunToTell): object {
  const flows = threadFlows(run);
  return flows.length === 0 ? {} : { codeFlows: [{ threadFlows: flows }] };
}

/** One flow a thread; what they do together is told by the order of execution. */
function threadFlows(run: RunToTell): readonly object[] {
  const places = placesOf(run);
  const steps = run.trace.steps.map((step, i) => ({ ...step, place: places[i] ?? null, order: i + 1 }));
  return run.machine.system.threads.flatMap(({ name }) => {
    const own = steps.filter((step) => step.thread === name);
    if (own.length === 0) return [];
    const locations = own.map(({ action, place, order }) => ({
      location: { ...located(run, place), message: { text: action } },
      executionOrder: order,
      importance: 'essential',
    }));
    return [{ id: name, locations }];
  });
}

/** Of a flush there is no line. */
function located({ file }: RunToTell, place: StepPlace | null): object {
  const region = place === null ? {} : { region: { startLine: place.line } };
  return { physicalLocation: { artifactLocation: { uri: uriOf(place?.file ?? file.name) }, ...region } };
}

const lastPlace = (run: RunToTell): object =>
  located(run, placesOf(run).findLast((place) => place !== null) ?? null);

const uriOf = (path: string): string => path.split(/[\\/]/).map(encodeURIComponent).join('/');
