import type { Machine } from '../../memory/machine.js';
import type { MemoryModel } from '../../memory/model.js';
import { renderTrace } from '../../report/trace-table.js';
import { invariant } from '../../support/invariant.js';
import { command } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import { ExitCode } from '../exit-codes.js';
import { createInterface } from 'node:readline';
import { readText } from '../../ask/read-source.js';
import { DiagnosticBag, UsageError } from '../../diagnostics/diagnostic.js';
import { modelOf } from '../../library/model-args.js';

type SimulateArgs = Invocation<'simulate'>;

const defaultSteps = 100;

export const simulateCommand = command({
  name: 'simulate',
  files: 'one',
  about: 'run a program step by step',
  takes: 'the program',
  readsInput: true,
  examples: [
    ['simulate dekker.fp --model tso', 'choose each step on the terminal'],
    ['simulate dekker.fp --random --steps 20 --seed 7', 'print a random run'],
    ['simulate dekker.fp --model tso --replay dekker.json', 'follow a counterexample'],
    ['simulate dekker.fp --script steps.txt', 'take the steps that a file names'],
  ],
  epilogue:
    'At the prompt: a number or the name of a step takes it, u undoes the last, t shows the run so far, ? helps, q quits.',
  run: simulate,
});

async function simulate(args: SimulateArgs, context: CommandContext): Promise<ExitCode> {
  refuseContradictions(args);
  const loading = await import('../simulation/loading-runs.js');
  const loaded =
    args.replay === undefined ? null : await loading.runToFollow(args.replay, args, modelGiven(args));
  const machine = loaded?.machine ?? (await loading.machineOf(args, modelOf(args)));
  const heading = context.output.style.bold(`${args.file}: model ${machine.model.name}`);
  if (args.random) return printRandomRun(machine, args, context, heading);
  const { SimulationSession } = await import('../simulation/simulation-session.js');
  const { width, style } = context.output;
  const session = new SimulationSession(machine, { width, style }, loaded?.run ?? null);
  if (args.script === undefined && process.stdin.isTTY) {
    const { interact } = await import('../simulation/interact.js');
    context.output.result(heading);
    return interact(session, context);
  }
  const { followScript } = await import('../simulation/follow-script.js');
  return followScript(
    session,
    linesOf(args.script ?? '-'),
    { name: nameOf(args), heading, isFollowing: loaded !== null },
    context,
  );
}

function refuseContradictions({ random, steps, seed, script, replay, place }: SimulateArgs): void {
  if (place.text !== undefined && !random && (script === undefined || script === '-'))
    throw new UsageError(
      'the standard input is the program, so it cannot say which steps to take',
      'give --random, or --script FILE',
    );
  if (!random && steps !== undefined) throw new UsageError('--steps goes with --random');
  if (!random && seed !== undefined) throw new UsageError('--seed goes with --random');
  const other = script !== undefined ? '--script' : replay !== undefined ? '--replay' : null;
  if (random && other !== null) throw new UsageError(`--random and ${other} exclude each other`);
}

/** Null: that of the run. */
const modelGiven = (args: SimulateArgs): MemoryModel | null =>
  args.model === undefined ? null : modelOf(args);

const nameOf = ({ script }: SimulateArgs): string =>
  script === undefined || script === '-' ? 'standard input' : script;

/** As they come, if they come from elsewhere. */
function linesOf(script: string): AsyncIterable<string> | Iterable<string> {
  if (script === '-') return createInterface({ input: process.stdin });
  const bag = new DiagnosticBag();
  const source = readText(script, bag);
  bag.throwIfErrors();
  return (source?.text ?? '').split('\n');
}

async function printRandomRun(
  machine: Machine,
  args: SimulateArgs,
  { output, signal }: CommandContext,
  heading: string,
): Promise<ExitCode> {
  output.result(heading);
  const { randomRun } = await import('../simulation/random-run.js');
  const { replay } = await import('../../evidence/replay.js');
  const seed = args.seed ?? Math.floor(Math.random() * 2 ** 32);
  const run = await randomRun(machine, args.steps ?? defaultSteps, seed, signal);
  const replayed = replay(machine, run.execution, null);
  invariant(replayed.kind === 'accepted', 'steps that were possible are possible again');
  output.result(renderTrace(replayed.trace, { width: output.width, style: output.style }));
  output.result(run.remarks.join('\n'));
  output.result(`--random --steps ${run.execution.steps.length} --seed ${seed} gives this run again.`);
  return signal.aborted ? ExitCode.Interrupted : ExitCode.Ok;
}
