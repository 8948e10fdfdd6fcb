import { DiagnosticSeverity } from 'vscode-languageserver';
import type { Diagnostic as ProtocolDiagnostic, Range } from 'vscode-languageserver';
import type { ToldAnswer, ToldProperty, ToldState } from '../apart/answered-run.js';

/** So many steps of a run are listed beside the property that it violates. */
const mostSteps = 60;

const wholeLine = (line: number): Range => ({
  start: { line: line - 1, character: 0 },
  end: { line: line - 1, character: 1000 },
});

/** The properties that are violated, each with its run. */
export function violations(uri: string, model: string, answer: ToldAnswer): readonly ProtocolDiagnostic[] {
  return answer.properties.flatMap((property) => {
    const { line, verdict, run, name } = property;
    if (verdict !== 'unsafe') return [];
    const steps = (run?.steps ?? [])
      .slice(0, mostSteps)
      .flatMap(({ line: at, thread, action }, i) =>
        at === null
          ? []
          : [{ location: { uri, range: wholeLine(at) }, message: `${i + 1}. ${thread}: ${action}` }],
      );
    return [
      {
        range: wholeLine(line ?? 1),
        severity: DiagnosticSeverity.Information,
        ...{ source: 'fencepost', code: 'violated' },
        message: property.isGoal
          ? `nothing reaches ${name} under ${model.toUpperCase()}`
          : `${name} is violated under ${model.toUpperCase()}: ${conclusionOf(answer, property)}`,
        relatedInformation: steps,
      },
    ];
  });
}

const conclusionOf = ({ run }: ToldAnswer, property: ToldProperty): string =>
  (run?.property === property.name ? run.conclusion : property.run?.conclusion) ??
  (property.run === null ? 'there is a run' : `a run of ${property.run.steps.length} steps`);

/** What came of a run for one property, or all: a line for each step. */
export function resultText(answer: ToldAnswer, name: string | null): string {
  const asked = answer.properties.filter((property) => name === null || property.name === name);
  return asked.map((property) => propertyText(answer, property)).join('\n\n');
}

function propertyText(answer: ToldAnswer, property: ToldProperty): string {
  const head = `${property.name}: ${property.verdict}${property.reason === null ? '' : ` (${property.reason})`}`;
  if (property.run === null) return head;
  const { initial, steps } = property.run;
  const rows = steps.map(
    ({ thread, line, action, after }, i) =>
      `${i + 1}. ${thread}${line === null ? '' : ` (line ${line})`}: ${action}    ${stateText(after)}`,
  );
  return [head, `initially ${stateText(initial)}`, ...rows, conclusionOf(answer, property)].join('\n');
}

function stateText({ memory, buffers }: ToldState): string {
  const values = [...memory].map(([name, value]) => `${name}=${value}`).join(' ');
  const waiting = [...buffers].filter(([, entries]) => entries.length > 0);
  return [values, ...waiting.map(([thread, entries]) => `${thread} waits: ${entries.join(' ')}`)].join('; ');
}
