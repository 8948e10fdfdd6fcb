import { planRuns, waysOf } from '../../compare/plan.js';
import type { PassedOption } from '../../compare/plan.js';
import { UsageError } from '../../diagnostics/diagnostic.js';
import { mainModels } from '../../memory/index.js';
import type { CompareFormat } from '../../options/command-rows.js';
import { optionsOf } from '../../options/option-table.js';
import type { GivenOptions } from '../../options/values.js';
import { hasBuffers } from '../../memory/questions.js';
import { runsDocument, verifyDocument } from '../../report/json.js';
import { refusal } from '../../report/refusal.js';
import { command } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import type { ExitCode } from '../exit-codes.js';
import { checkedModel } from '../model-args.js';

type CompareArgs = Invocation<'compare'>;

export const compareCommand = command({
  name: 'compare',
  files: 'several',
  about: 'verify several programs in several ways and print one table',
  takes: 'the programs',
  examples: [
    ['compare samples/mutex/*.fp --engines explicit', 'all programs under SC, TSO and PSO'],
    ['compare ticket.fp --models tso,pso --methods lazy,ce,pe', 'methods of abstraction'],
    ['compare *.fp --timeout 60 --resume runs.jsonl', 'to be continued if interrupted'],
    ['compare *.fp --format csv > runs.csv', 'for a spreadsheet'],
  ],
  epilogue:
    'Exit code 0 if all runs were made, whatever they found; 2 if no file can be read; 130 if interrupted.',
  run: compare,
  failureDocument: (failure, file, version) =>
    runsDocument([verifyDocument(refusal(file, failure.reason, failure.diagnostics), version)]),
});

async function compare(args: CompareArgs, context: CommandContext): Promise<ExitCode> {
  const { compareRuns } = await import('../compare-runs.js');
  const runs = planRuns({
    files: args.files,
    models: (args.models ?? mainModels.map((model) => model.name)).map((name) => ({
      name,
      buffers: hasBuffers(checkedModel(name)),
    })),
    ways: waysOf(args.engines ?? [], args.methods ?? []),
    passedOn: passedOn(args.given),
  });
  return compareRuns(
    {
      runs,
      format: formatOf(args),
      jobs: args.jobs ?? 1,
      timeoutSeconds: args.timeout ?? null,
      resume: args.resume ?? null,
      predicates: args.predicates ?? null,
      verbose: args.verbose,
    },
    context,
  );
}

/** What `verify` has too is for the runs, as it was given. */
const passedOn = (given: GivenOptions): readonly PassedOption[] =>
  optionsOf('compare')
    .filter(({ commands, notPassedOn }) => commands.includes('verify') && notPassedOn !== true)
    .flatMap(({ name, read, ofBuffers = false, engines, refusedBy = [] }): readonly PassedOption[] => {
      const texts = given.get(name);
      if (texts === undefined) return [];
      const words = read === undefined ? [`--${name}`] : texts.map((text) => `--${name}=${text}`);
      return [
        { words, ofBuffers, ...(engines === undefined ? {} : { engines: [...engines, ...refusedBy] }) },
      ];
    });

function formatOf({ format, json }: CompareArgs): CompareFormat {
  if (!json) return format ?? 'text';
  if (format !== undefined && format !== 'json')
    throw new UsageError(`--json and --format ${format} exclude each other`);
  return 'json';
}
