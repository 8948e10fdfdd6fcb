import type { InferredOptionTypes, Options } from 'yargs';
import { planRuns, waysOf } from '../../compare/plan.js';
import { mainModels } from '../../memory/index.js';
import { verifyDocument } from '../../report/json.js';
import { refusal } from '../../report/refusal.js';
import { runsDocument } from '../../report/runs-json.js';
import type { Command, CommandContext } from '../command.js';
import type { CompareFormat } from '../compare-runs.js';
import type { ExitCode } from '../exit-codes.js';
import { engineNames } from '../../engines/index.js';
import { UsageError } from '../failure.js';
import { checkedModel } from '../model-args.js';
import {
  abstractionOptions,
  arrayOptions,
  limitOptions,
  outputOptions,
  questionOptions,
} from '../options.js';
import { anyText, listOf, models, once, oneOf, upTo } from '../parse-values.js';
import { passedOnArgs, passedOnOptions } from '../passed-on.js';

const one = { nargs: 1, string: true } as const;

const ownOptions = {
  models: {
    ...one,
    describe: 'memory models, separated by commas',
    defaultDescription: 'sc,tso,pso',
    coerce: once('models', models),
  },
  methods: {
    ...one,
    describe: 'methods of abstraction, separated by commas: lazy, trad, pe, ce',
    coerce: listOf(abstractionOptions.method.coerce),
  },
  engines: {
    ...one,
    describe: `engines, separated by commas: auto, ${engineNames.join(', ')}`,
    defaultDescription: 'auto; with --methods abstract',
    coerce: listOf(questionOptions.engine.coerce),
  },
  jobs: {
    ...one,
    describe: 'so many runs at a time (times are comparable with 1)',
    defaultDescription: '1',
    coerce: once('jobs', upTo(256)),
  },
  format: {
    ...one,
    describe: 'text, markdown, csv or json',
    defaultDescription: 'text',
    coerce: once('format', oneOf<CompareFormat>(['text', 'markdown', 'csv', 'json'])),
  },
  resume: {
    ...one,
    describe: 'add each finished run to this file, and do not make again what it has',
    coerce: once('resume', anyText),
  },
  ...limitOptions,
  ...outputOptions,
} as const satisfies Record<string, Options>;

const replaced = ['model', 'all-models', 'engine', 'method', 'explain-predicates'];
const ofVerify = passedOnOptions({ ...questionOptions, ...abstractionOptions, ...arrayOptions }, replaced);
const options = { ...ofVerify, ...ownOptions };

type CompareArgs = InferredOptionTypes<typeof ownOptions> & { readonly files: readonly string[] } & Readonly<
    Record<string, unknown>
  >;

export const compareCommand: Command = {
  name: 'compare',
  files: 'several',
  options,
  register: (yargs, start) =>
    yargs.command(
      'compare <files..>',
      'verify several programs in several ways and print one table',
      (y) => {
        const typed = y
          .positional('files', { type: 'string', array: true, demandOption: true, describe: 'the programs' })
          .options(ownOptions)
          .example('$0 compare samples/mutex/*.fp --engines explicit', 'all programs under SC, TSO and PSO')
          .example('$0 compare ticket.fp --models tso,pso --methods lazy,ce,pe', 'methods of abstraction')
          .example('$0 compare *.fp --timeout 60 --resume runs.jsonl', 'to be continued if interrupted')
          .example('$0 compare *.fp --format csv > runs.csv', 'for a spreadsheet')
          .epilogue('Exit code 0 if all runs were made, whatever they found; 130 if interrupted.');
        // Their types are not known here, and the types of the others would be lost behind them.
        typed.options(ofVerify);
        return typed;
      },
      (args) => start((context) => compare(args, context)),
    ),
  failureDocument: (failure, file, version) =>
    runsDocument([verifyDocument(refusal(file, failure.reason, failure.diagnostics), version)]),
};

async function compare(args: CompareArgs, context: CommandContext): Promise<ExitCode> {
  const { compareRuns } = await import('../compare-runs.js');
  const given = (names: readonly string[]): readonly string[] => passedOnArgs(args, names);
  const forAbstract = Object.keys(abstractionOptions).filter((name) => Object.hasOwn(ofVerify, name));
  const forBuffers = ['bound', 'atomic-waits'];
  const rest = Object.keys(ofVerify).filter((n) => !forAbstract.includes(n) && !forBuffers.includes(n));
  const runs = planRuns({
    files: args.files,
    models: (args.models ?? mainModels.map((model) => model.name)).map((name) => ({
      name,
      buffers: checkedModel(name).buffering !== 'none',
    })),
    ways: waysOf(args.engines ?? [], args.methods ?? []),
    passedOn: [...given(rest), ...limits(args), ...(args.trace === 'none' ? ['--trace=none'] : [])],
    forBuffers: given(forBuffers),
    forAbstract: given(forAbstract),
  });
  const predicates = args['predicates'];
  return compareRuns(
    {
      runs,
      format: formatOf(args),
      jobs: args.jobs ?? 1,
      timeoutSeconds: args.timeout ?? null,
      resume: args.resume ?? null,
      predicates: typeof predicates === 'string' ? predicates : null,
      verbose: args.verbose === true,
    },
    context,
  );
}

function limits({ timeout, memory }: CompareArgs): readonly string[] {
  return [
    ...(timeout === undefined ? [] : [`--timeout=${timeout}`]),
    ...(memory === undefined ? [] : [`--memory=${memory}`]),
  ];
}

function formatOf({ format, json }: CompareArgs): CompareFormat {
  if (json !== true) return format ?? 'text';
  if (format !== undefined && format !== 'json')
    throw new UsageError(`--json and --format ${format} exclude each other`);
  return 'json';
}
