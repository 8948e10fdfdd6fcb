import { readFileSync } from 'node:fs';
import { readText } from '../../ask/read-source.js';
import { DiagnosticBag, UsageError } from '../../diagnostics/diagnostic.js';
import type { InputPlace } from '../../library/asking.js';
import { readingOf } from '../../library/reading.js';
import { explainedRun } from '../../library/replaying.js';
import { modelNamed } from '../../memory/index.js';
import { Machine } from '../../memory/machine.js';
import type { MemoryModel } from '../../memory/model.js';
import type { OptionValues } from '../../options/values.js';
import { digest } from '../../support/digest.js';
import { field, parsedJson } from '../../support/json-fields.js';
import { loadSystem } from '../load-system.js';
import { followedRun, toldIn } from './load-run.js';
import type { LoadedRun } from './simulation-session.js';

type SimulatedProgram = Pick<
  OptionValues<'simulate'>,
  'lang' | 'procs' | 'define' | 'include' | 'wrap' | 'allocations'
> & { readonly file: string; readonly place: InputPlace };

/** The program as the plain machine runs it. */
export async function machineOf(args: SimulatedProgram, model: MemoryModel): Promise<Machine> {
  const system = await loadSystem(args.place, args.lang ?? null, args.procs ?? null, readingOf(args));
  return new Machine(system, model);
}

export interface RunToFollow {
  readonly machine: Machine;
  readonly run: LoadedRun;
}

/** The run in a file: in evidence, or in a document of `verify --json`. `model`: null, that of the run. */
export async function runToFollow(
  path: string,
  args: SimulatedProgram,
  model: MemoryModel | null,
): Promise<RunToFollow> {
  const bag = new DiagnosticBag();
  const text = readText(path, bag)?.text;
  bag.throwIfErrors();
  const document = parsedJson(text ?? '');
  if (document === undefined) throw new UsageError(`${path} is no JSON`);
  if (field(document, 'automata') !== undefined) return fromEvidence(path, args, model);
  const told = toldIn(document);
  if (told === null)
    throw new UsageError(
      `${path} holds no run: it is neither evidence nor what verify --json prints of a violation`,
    );
  const known = told.model === null ? null : modelNamed(told.model);
  requireModel(path, model, told.model);
  const chosen = model ?? known;
  if (chosen === null) throw new UsageError(`${path} does not tell its memory model`, 'give --model');
  const machine = await machineOf(args, chosen);
  return { machine, run: followedRun(machine, told, path) };
}

async function fromEvidence(
  path: string,
  args: SimulatedProgram,
  model: MemoryModel | null,
): Promise<RunToFollow> {
  const { machine, run, trace, file } = await explainedRun(path, () => undefined);
  if (digest(readFileSync(args.file)) !== file.sha256)
    throw new UsageError(`${path} is about another program than ${args.file}: about ${file.name}`);
  requireModel(path, model, machine.model.name);
  return { machine, run: { ...run.stem, steps: [...run.stem.steps, ...run.cycle], trace } };
}

function requireModel(path: string, model: MemoryModel | null, told: string | null): void {
  if (model !== null && told !== null && model.name !== told)
    throw new UsageError(`the run in ${path} is one under ${told}, not ${model.name}`);
}
