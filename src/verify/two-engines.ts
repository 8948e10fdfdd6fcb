import { Unsupported } from '../diagnostics/diagnostic.js';
import { sharedReads } from '../ir/expr.js';
import type { Property } from '../ir/program.js';
import type { Automaton, Edge } from '../ir/system.js';
import { isBufferedStore } from '../ir/actions.js';
import type { SearchPause } from '../engines/explicit/search.js';
import type { Lowered } from '../pass/run.js';
import { automataOf } from './automata.js';
import type { Decision, Question } from './decision.js';
import type { PropertyReport } from './report.js';
import { givenNumber } from './unbounded.js';
import { isExactTso } from '../memory/questions.js';

/**
 * Where store buffers may grow without end, a search of all states has none. So with `--engine auto` the explicit engine,
 * whose counterexamples are the shortest, is held up there when its states take much room, and what it leaves open goes to
 * the dual engine, whose buffers have no bound. What that one has no answer for, the explicit engine goes on with.
 */

/** Up to a million states. */
const firstMB = 32;

const gaveUp: ReadonlySet<string> = new Set(['memory', 'overflow']);

/** The engines get the automata that were made already, if they were. */
export interface TwoEngines {
  readonly explicitly: (
    question: Question,
    automata?: Lowered,
    pause?: SearchPause,
  ) => Promise<Decision | null>;
  readonly dually: (question: Question, automata?: Lowered) => Promise<Decision>;
}

export async function decideByTwo(
  question: Question,
  { explicitly, dually }: TwoEngines,
): Promise<Decision | null> {
  if (!suits(question)) return explicitly(question);
  const automata = automataOf(question, givenNumber(question.options.procs, 'explicit'));
  if (!automata.system.threads.some(mayBufferForEver)) return explicitly(question, automata);
  const second = new SecondEngine(question, (left) => dually(left, automata));
  let wentOn = false;
  const first = await explicitly(question, automata, {
    atMB: firstMB,
    goesOn: async (open) => {
      const decision = await second.ask(open, `the explicit engine's states take ${firstMB} MB`);
      wentOn = !open.every((name) => decision?.properties.some((p) => p.name === name && isDecided(p)));
      return wentOn;
    },
  });
  if (first === null) return null;
  const open = first.properties.filter((p) => p.reason !== null && gaveUp.has(p.reason));
  const names = open.map((p) => p.name);
  const answer = await second.ask(names, 'the explicit engine has come to its limits');
  return answer === null ? first : joined(first, answer, wentOn);
}

const isDecided = ({ verdict }: PropertyReport): boolean => verdict !== 'unknown';

/** The dual engine, which is asked once at most. */
class SecondEngine {
  #answer: Promise<Decision | null> | null = null;

  constructor(
    private readonly question: Question,
    private readonly dually: (question: Question) => Promise<Decision>,
  ) {}

  /** About those of the properties that it takes; null: it has no answer, or nothing was to be asked. */
  ask(open: readonly string[], why: string): Promise<Decision | null> {
    const { properties, hooks } = this.question;
    const left = properties.filter((p) => open.includes(p.name) && isOfDual(p));
    if (this.#answer !== null || left.length === 0) return this.#answer ?? Promise.resolve(null);
    hooks.note?.(`${why}, and buffers may grow without end: ${namesOf(left)} to the dual engine`);
    this.#answer = this.#decide(left);
    return this.#answer;
  }

  /** Null for what it refuses. */
  async #decide(properties: readonly Property[]): Promise<Decision | null> {
    const { question } = this;
    const { note } = question.hooks;
    try {
      const answer = await this.dually({ ...question, properties, started: performance.now() });
      const left = answer.properties.filter((p) => !isDecided(p));
      const open = left.length === 0 ? '' : `, but has no answer for ${namesOf(left)}`;
      note?.(`the dual engine is done${open}`);
      return answer;
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      note?.('the dual engine does not take the program');
      return null;
    }
  }
}

const namesOf = (properties: readonly { readonly name: string }[]): string =>
  properties.map((p) => p.name).join(', ');

/** The first decision, with answers of the second where it has none; of the two the one that worked last tells the rest. */
function joined(first: Decision, second: Decision, wentOn: boolean): Decision {
  const taken = wentOn ? second.properties.filter(isDecided) : second.properties;
  const answers = new Map(taken.map((p) => [p.name, p] as const));
  const properties = first.properties.map((p) => (isDecided(p) ? p : (answers.get(p.name) ?? p)));
  if (properties.every((p, i) => p === first.properties[i])) return first;
  return {
    ...(wentOn ? first : second),
    properties,
    warnings: [...first.warnings, ...second.warnings],
    remarks: [...first.remarks, ...second.remarks],
  };
}

/** Whether the dual engine may have an answer. */
function suits({ options, program, properties }: Question): boolean {
  const { model, bound, havocRange, procs } = options;
  if (!isExactTso(model)) return false;
  if (bound !== null || havocRange !== null || procs === 'any' || !properties.some(isOfDual)) return false;
  return program.shared.every(({ buffered }) => buffered !== false);
}

function isOfDual(property: Property): boolean {
  switch (property.kind) {
    case 'invariant':
      return sharedReads(property.formula).length === 0;
    case 'final':
    case 'assert':
    case 'div':
    case 'bounds':
    case 'range':
      return true;
    case 'ltl':
    case 'never':
    case 'deadlock':
      return false;
  }
}

/** Whether the thread can come from a store to the same store again without having waited for its buffer. */
function mayBufferForEver({ edges }: Automaton): boolean {
  const waits = (edge: Edge): boolean =>
    edge.actions.some((a) => a.kind === 'lock' || (a.kind === 'fence' && a.fence === 'full'));
  const free = edges.filter((edge) => !waits(edge));
  const next = new Map<number, number[]>();
  for (const { from, to } of free) next.set(from, [...(next.get(from) ?? []), to]);
  return free.some((edge) => edge.actions.some(isBufferedStore) && reaches(next, edge.to, edge.from));
}

function reaches(next: ReadonlyMap<number, readonly number[]>, from: number, to: number): boolean {
  const seen = new Set([from]);
  for (const here of seen) {
    if (here === to) return true;
    for (const there of next.get(here) ?? []) seen.add(there);
  }
  return false;
}
