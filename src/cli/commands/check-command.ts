import { command } from '../command.js';
import { exitCodeHelp, exitCodeOf } from '../exit-codes.js';
import { printRuns } from '../print-runs.js';
import { progressPrinter } from '../progress-view.js';

export const checkCommand = command({
  name: 'check',
  files: 'one',
  about: 'decide the property of a Boolean program',
  takes: 'the program',
  readsInput: true,
  examples: [
    ['check dekker.bl', 'by the three-valued semantics'],
    ['check dekker.bl --semantics concrete', 'with true and false only, exhaustively'],
    ['check dekker.bl --model tso --bound 2', 'with buffers of Boolean variables'],
    ['check dekker.bl --timeout 60 --json', 'at most a minute; JSON'],
  ],
  epilogue: exitCodeHelp(),
  run: async (args, context) => {
    const { signal, output } = context;
    const asker = { signal, progress: progressPrinter(output) };
    const { checkGiven } = await import('../../library/asking.js');
    context.begins(args.timeout ?? null);
    const run = await checkGiven(args.place, args.given, asker);
    context.begins(null);
    printRuns([run], args, context);
    return exitCodeOf(run);
  },
});
