import { toAutomata } from '../../../passes/pipelines.js';
import { ask } from '../../../src/ask/ask.js';
import { DiagnosticBag } from '../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../src/diagnostics/span.js';
import { readC } from '../../../src/frontends/c/parse.js';
import type { LanguageEntry, ReadingContext } from '../../../src/frontends/frontend.js';
import { plainText } from '../../../src/frontends/frontend.js';
import { languages } from '../../../src/frontends/index.js';
import type { Program } from '../../../src/lang/program/program.js';
import { Machine } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { usualAsked } from '../asked.js';
import { pipelines } from '../pipelines-with-hooks.js';
import { exploreEverything } from '../plain/exhaustive.js';

/** A fault that is planted into what the front end makes, or nothing. */
export type Alteration = (program: Program) => Program;
export const unaltered: Alteration = (program) => program;

/** What is answered: by the name of each property; `refused` says why nothing is. */
export type CVerdicts =
  | {
      readonly kind: 'answered';
      readonly verdicts: ReadonlyMap<string, 'safe' | 'unsafe' | 'unknown'>;
      /** By the machine that takes every step, where the engine has no integers of that size. */
      readonly byMachine: boolean;
    }
  | { readonly kind: 'refused'; readonly why: string };

export interface CQuestion {
  readonly text: string;
  readonly model: MemoryModel;
  readonly wrap: boolean;
  readonly alter: Alteration;
  readonly maxStates: number;
}

/** Asks as the command line does, the explicit engine; where it keeps too few bits, the plain machine. */
export async function answerC(question: CQuestion): Promise<CVerdicts> {
  const { text, model, wrap } = question;
  const report = await ask(
    { path: 't.c', text, language: null, reading: { ...plainText, wrap } },
    { ...usualAsked, model },
    {
      languages: languages.map((entry) => altered(entry, question.alter)),
      pipelines: { ...pipelines, automata: toAutomata },
      signal: new AbortController().signal,
      progress: () => undefined,
    },
  );
  if (report.verdict === null) return { kind: 'refused', why: report.errors.map(told).join('; ') };
  const isOpen = report.properties.some(({ verdict }) => verdict === 'unknown');
  const machine = isOpen ? byMachine(question) : null;
  if (machine !== null) return { kind: 'answered', verdicts: machine, byMachine: true };
  const verdicts = new Map(report.properties.map(({ name, verdict }) => [name, verdict] as const));
  return { kind: 'answered', verdicts, byMachine: false };
}

const told = ({ code, message }: { readonly code: string; readonly message: string }): string =>
  `${code} ${message}`;

const alone = (wrap: boolean): ReadingContext => ({ ...plainText, wrap, readBeside: () => null });

function altered(entry: LanguageEntry, alter: Alteration): LanguageEntry {
  if (entry.kind !== 'program' || entry.language !== 'c') return entry;
  return {
    ...entry,
    load: async () => {
      const read = await entry.load();
      return (source, bag, context) => {
        const made = read(source, bag, context);
        return made === null ? null : { ...made, program: alter(made.program) };
      };
    },
  };
}

/** Null: it has too many states, or the program is refused. */
function byMachine({
  text,
  model,
  wrap,
  alter,
  maxStates,
}: CQuestion): ReadonlyMap<string, 'safe' | 'unsafe'> | null {
  const program = readC(new Source('t.c', text), new DiagnosticBag(), alone(wrap))?.program ?? null;
  if (program === null) return null;
  const changed = alter(program);
  const { reference } = runPipeline(toAutomata, changed, { procs: null, model });
  const all = exploreEverything(new Machine(reference, model), maxStates);
  if (all === null) return null;
  return new Map(
    changed.properties.map(({ name }) => [name, all.violated.has(name) ? 'unsafe' : 'safe'] as const),
  );
}
