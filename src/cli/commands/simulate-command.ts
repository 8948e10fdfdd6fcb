import type { Machine } from '../../memory/machine.js';
import { renderTrace } from '../../report/trace-table.js';
import { invariant } from '../../support/invariant.js';
import { command } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import { ExitCode } from '../exit-codes.js';
import { readingOf } from '../../library/reading.js';
import { UsageError } from '../../diagnostics/diagnostic.js';
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
  ],
  epilogue: 'At the prompt: a number takes that step, u undoes the last, t shows the run so far, q quits.',
  run: simulate,
});

async function simulate(args: SimulateArgs, context: CommandContext): Promise<ExitCode> {
  const random = args.random;
  if (!random && args.steps !== undefined) throw new UsageError('--steps goes with --random');
  if (!random && args.seed !== undefined) throw new UsageError('--seed goes with --random');
  if (!random && !process.stdin.isTTY) throw new UsageError('give --random, or run simulate on a terminal');

  const model = modelOf(args);
  const { loadSystem } = await import('../load-system.js');
  const evidence = await import('../../memory/machine.js');
  const machine = new evidence.Machine(
    await loadSystem(args.place, args.lang ?? null, args.procs ?? null, readingOf(args)),
    model,
  );
  context.output.result(context.output.style.bold(`${args.file}: model ${model.name}`));
  if (!random) {
    const { interact } = await import('../simulation/interact.js');
    return interact(machine, context);
  }
  return printRandomRun(machine, args, context);
}

async function printRandomRun(
  machine: Machine,
  args: SimulateArgs,
  { output, signal }: CommandContext,
): Promise<ExitCode> {
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
