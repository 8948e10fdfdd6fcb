import { usualMB } from '../../ask/limits-of-run.js';
import { UsageError } from '../../diagnostics/diagnostic.js';
import { engineNames } from '../../engines/index.js';
import { kindOf } from '../../frontends/language.js';
import { languages } from '../../frontends/index.js';
import type { Patience } from '../../compare/children.js';
import { patienceFor } from '../../compare/perform-run.js';
import { programFile } from '../../library/own-package.js';
import { engines } from '../../library/registries.js';
import { engineMember, everyMember, memberOptions } from '../../options/portfolio-members.js';
import type { PortfolioMember } from '../../options/portfolio-members.js';
import { memberArgs } from '../../portfolio/entrants.js';
import { mostTold } from '../../portfolio/member-answer.js';
import { race } from '../../portfolio/race.js';
import type { Entrant, RaceResult } from '../../portfolio/race.js';
import type { CommandContext, Invocation } from '../command.js';
import type { ExitCode } from '../exit-codes.js';
import { requireWritable } from '../write-file.js';
import { keepContradiction } from './keep-contradiction.js';
import { MemberFiles } from './member-files.js';
import { tellContradiction, tellInterrupted, tellMember, tellOutcomes } from './told-together.js';

/** Several engines and strategies beside each other, each in a process: the first answer ends the others. */
export async function verifyTogether(
  portfolio: readonly PortfolioMember[] | typeof everyMember,
  args: Invocation<'verify'>,
  context: CommandContext,
  script = programFile(),
): Promise<ExitCode> {
  refuseOthers(args);
  const members = portfolio === everyMember ? everyEngine(args) : portfolio;
  const files = new MemberFiles(wantedFiles(args));
  try {
    const entrants = members.map((member, index) => entrantOf(member, index, members.length, args, files));
    // Members look at their memory themselves.
    const patience = patienceFor({ timeoutSeconds: args.timeout ?? null, memoryMB: null });
    const result = await race(entrants, {
      script,
      patience,
      signal: context.signal,
      onEnd: ({ name, end: { stderr } }) => {
        if (!args.verbose) return;
        for (const line of stderr.trim().split('\n')) context.output.message(`${name}: ${line}`);
      },
    });
    return await told(result, { entrants, files, script, patience }, args, context);
  } finally {
    files.remove();
  }
}

/** How it was done. */
interface Raced {
  readonly entrants: readonly Entrant[];
  readonly files: MemberFiles;
  readonly script: string;
  readonly patience: Patience;
}

async function told(
  result: RaceResult,
  { entrants, files, script, patience }: Raced,
  args: Invocation<'verify'>,
  context: CommandContext,
): Promise<ExitCode> {
  const { ends, first, contradiction } = result;
  if (contradiction !== null) {
    const kept = await keepContradiction(contradiction, entrants, { script, patience }, context.signal);
    return tellContradiction(contradiction, kept, ends, args, context);
  }
  if (first === null && context.signal.aborted) return tellInterrupted(ends, args, context);
  tellOutcomes(ends, context.output);
  const member = first ?? mostTold(ends);
  files.keep(ends.indexOf(member));
  return tellMember(member, ends, args, context);
}

/** What members say in the place of options, and what is about more than one run. */
function refuseOthers(args: Invocation<'verify'>): void {
  const said = memberOptions.find((option) => args.given.has(option));
  if (said !== undefined) throw new UsageError(`--portfolio says itself what --${said} would`);
  for (const option of ['all-models', 'emit-smt2'] as const)
    if (args.given.has(option)) throw new UsageError(`--portfolio does not go with --${option}`);
}

/** All that take such files. Of what no name tells the reader says what is wrong. */
function everyEngine({ file, lang }: Invocation<'verify'>): readonly PortfolioMember[] {
  const kind = kindOf(languages, file, lang ?? null);
  const taking = engines.filter(({ takes }) => kind !== null && takes.includes(kind));
  const names = engineNames.filter((name) => taking.some((engine) => engine.name === name));
  return (names.length < 2 ? ['auto', ...names] : names).map(engineMember);
}

function wantedFiles(args: Invocation<'verify'>): ReadonlyMap<string, string> {
  const options = ['evidence', 'save-predicates', 'report'] as const;
  const wanted = options.flatMap((option) => {
    const path = args[option];
    return path === undefined ? [] : [[option, path] as const];
  });
  for (const [, path] of wanted) requireWritable(path, args.file);
  return new Map(wanted);
}

function entrantOf(
  member: PortfolioMember,
  index: number,
  count: number,
  args: Invocation<'verify'>,
  files: MemberFiles,
): Entrant {
  const { file, json, verbose, debug } = args;
  const document = json ? null : files.documentOf(index);
  const writes = new Map([
    ...files.of(index),
    ...(document === null ? [] : [['document', document] as const]),
  ]);
  // What one process may take by itself is for all of them.
  const memoryMB = Math.max(64, Math.floor(usualMB() / count));
  const setting = { ...{ file, json, verbose, debug, memoryMB }, writes };
  return { name: member.name, args: memberArgs(member, args.given, setting), document };
}
