import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { field, listField, numberField, parsedJson, textField } from '../../support/json-fields.js';
import { askApart } from '../apart/ask-apart.js';
import type { ApartOptions, ApartOrder } from '../apart/apart-messages.js';
import { answerIn } from '../apart/answered-run.js';
import type { ToldAnswer, AnsweredRun } from '../apart/answered-run.js';

/** A counterexample, and the file whose lines it speaks of. */
export interface RunForDebugger {
  readonly run: AnsweredRun;
  readonly path: string;
  readonly model: string | null;
}

/** There is nothing to replay; the message says why. */
export class NoRun extends Error {}

/** The run that a debugger asks for: of a program, of a JSON document of `verify`, or of a file of evidence. */
export async function findRun(launch: unknown, signal: AbortSignal): Promise<RunForDebugger> {
  const evidence = textField(launch, 'evidence');
  const result = textField(launch, 'result');
  const program = textField(launch, 'program');
  if (evidence !== null)
    return chosen(await asked({ kind: 'evidence', path: evidence }, launch, signal), launch, evidence);
  if (result !== null) return chosen(answerOf(parsedJson(contentOf(result)), result), launch, result);
  if (program === null)
    throw new NoRun('a launch needs `program`, `result` (what verify --json printed) or `evidence`');
  const order: ApartOrder = { kind: 'verify', path: program, text: null, options: optionsIn(launch) };
  return chosen(await asked(order, launch, signal), launch, program);
}

const usualSeconds = 60;
const usualMB = 4000;

async function asked(order: ApartOrder, launch: unknown, signal: AbortSignal): Promise<ToldAnswer> {
  const timeoutSeconds = numberField(launch, 'timeout') ?? usualSeconds;
  const memoryMB = numberField(launch, 'memory') ?? usualMB;
  const outcome = await askApart(order, { timeoutSeconds, memoryMB, signal });
  if (outcome.kind === 'failed') throw new NoRun(outcome.message);
  if (outcome.kind === 'stopped')
    throw new NoRun(outcome.why === 'timeout' ? `no answer within ${timeoutSeconds} s` : 'stopped');
  return answerOf(outcome.document, order.path);
}

function answerOf(document: unknown, path: string): ToldAnswer {
  // Of several models, the first that has a run.
  const runs = listField(document, 'runs').flatMap((each) => answerIn(each) ?? []);
  const answer = runs.find(({ run }) => run !== null) ?? runs[0] ?? answerIn(document);
  if (answer === null) throw new NoRun(`${path} is not what verify --json prints`);
  return answer;
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new NoRun(`${path} cannot be read`);
  }
}

/** What `verify` takes besides (docs/library.md): those of the launch and what has a name of its own there. */
function optionsIn(launch: unknown): ApartOptions {
  const options = field(launch, 'options');
  const more: Record<string, ApartOptions[string]> = {};
  for (const [name, value] of typeof options === 'object' && options !== null ? Object.entries(options) : [])
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      more[name] = value;
  const property = textField(launch, 'property');
  return {
    timeout: numberField(launch, 'timeout') ?? usualSeconds,
    ...more,
    model: textField(launch, 'model') ?? 'sc',
    ...(property === null ? {} : { property: [property] }),
  };
}

function chosen(answer: ToldAnswer, launch: unknown, from: string): RunForDebugger {
  const asks = textField(launch, 'property');
  const run =
    asks === null ? firstRun(answer) : (answer.properties.find(({ name }) => name === asks)?.run ?? null);
  if (run === null) throw new NoRun(whyNone(answer, asks));
  const program = textField(launch, 'program');
  const path = program ?? resolve(dirname(from), answer.file ?? from);
  return { run, path: resolve(path), model: answer.model };
}

const firstRun = ({ run, properties }: ToldAnswer): AnsweredRun | null =>
  run ?? properties.find((property) => property.run !== null)?.run ?? null;

function whyNone({ verdict, reason, errors, model, properties }: ToldAnswer, asks: string | null): string {
  if (asks !== null && !properties.some(({ name }) => name === asks))
    return `there is no property ${asks}; there are ${properties.map(({ name }) => name).join(', ')}`;
  const under = model === null ? '' : ` under ${model}`;
  switch (verdict) {
    case 'safe':
      return `every property holds${under}: there is no run to replay`;
    case 'unknown':
      return `there is no answer${under} (${reason ?? 'unknown'}), so no run to replay`;
    case 'unsafe':
      return 'the run is not told: it may have been left out by --trace none';
    case null:
      return errors.join('\n') || reason || 'there is no answer';
  }
}
