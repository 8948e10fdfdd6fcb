import { int } from '../../../src/lang/expr/expr.js';
import type {
  LocalVar,
  Program,
  Property,
  SharedVar,
  Stmt,
  Thread,
} from '../../../src/lang/program/program.js';
import { at } from '../../../src/support/invariant.js';
import { spelledOut } from '../plain/determining-predicates.js';
import { Random, generateProgram, memoryOptions } from '../generate/generate-program.js';
import type { GeneratorOptions } from '../generate/generate-program.js';
import { generateProperties } from '../generate/generate-properties.js';
import { span } from '../generate/generate-values.js';
import { outcomeProperties } from '../plain/outcome-properties.js';
import { pairFinals, pairInvariants } from './pair-properties.js';
import { anonymousProtocol, protocol } from './protocols.js';

const mostOutcomeStates = 2000;

const sections: GeneratorOptions = {
  ...memoryOptions,
  ...{ threads: [2, 2], statements: 5 },
  weights: [
    ...([
      ['store', 6],
      ['load', 5],
      ['compute', 1],
      ['if', 1],
      ['while', 0.5],
      ['either', 1],
    ] as const),
    ...([
      ['atomic', 4],
      ['locked', 2],
      ['rmw', 2],
      ['fence', 2],
      ['fence-ww', 0.5],
      ['assume', 1],
      ['assert', 2],
      ['havoc', 1],
    ] as const),
  ],
};

/** Loops that store again and again are what no bound of buffers is enough for. */
const loops: GeneratorOptions = {
  ...memoryOptions,
  ...{ threads: [2, 2], sharedVars: [2, 2], statements: 5 },
  weights: [
    ['store', 8],
    ['load', 5],
    ['spin', 4],
    ['while', 2],
    ['jump', 1],
    ['if', 1],
    ['rmw', 1],
    ['fence', 1],
    ['assume', 1],
    ['assert', 1],
  ],
};

/** A variable is written again while the first write is still in the buffer. */
const rewrites: GeneratorOptions = {
  ...memoryOptions,
  ...{ threads: [2, 2], sharedVars: [2, 2], statements: 6 },
  weights: [
    ['store', 10],
    ['load', 3],
    ['fence', 2],
    ['rmw', 0.5],
    ['if', 0.5],
  ],
};

type ProgramMaker = (random: Random) => Program;

const spelled =
  (options: GeneratorOptions): ProgramMaker =>
  (random) => {
    const program = spelledOut(judged(closed(generateProgram(random, options)), random), 2);
    const outcomes = outcomeProperties(program, mostOutcomeStates, random);
    return { ...program, properties: [...program.properties, ...outcomes] };
  };

const plain =
  (options: GeneratorOptions): ProgramMaker =>
  (random) =>
    judged(closed(generateProgram(random, options)), random);

/** Several threads that run the same. */
const copies: ProgramMaker = (random) => {
  const program = closed(generateProgram(random, { ...sections, threads: [1, 2], statements: 3 }));
  const hi = program.threads.length === 1 ? random.between(1, 2) : 1;
  const [first, ...others] = program.threads.map(labelled);
  if (first === undefined) return program;
  const many: Thread = { ...first, instances: { kind: 'range', param: 'me', lo: 0, hi } };
  return judged({ ...program, threads: [many, ...others] }, random);
};

/** Kinds of programs, which come by turns. */
export const kindsOfPrograms: readonly (readonly [name: string, make: ProgramMaker])[] = [
  ['plain', spelled({ ...memoryOptions, statements: 5 })],
  ['sections', spelled(sections)],
  ['loops', plain(loops)],
  ['copies', copies],
  ['everything', plain({ ...sections, statements: 4, depth: 1, everything: true })],
  ['protocols', protocol],
  ['rewrites', spelled(rewrites)],
  ['instances', plain({ ...sections, threads: [1, 2], statements: 3, instances: true })],
];

/** The program of a seed: finite domains, and properties that the dual engine decides. */
export function dualProgram(seed: number): Program {
  const [, make] = at(kindsOfPrograms, seed % kindsOfPrograms.length);
  return make(new Random(seed));
}

/** One or two threads, at least one of them a process of which there may be any number, with invariants and asserts. */
export function processProgram(seed: number): Program {
  const random = new Random(seed);
  if (seed % 4 === 3) return anonymousProtocol(random);
  const options = at([sections, loops], seed % 2);
  const program = closed(generateProgram(random, { ...options, threads: [1, 2], statements: 4 }));
  const threads = program.threads.map((thread, i): Thread => {
    const isProcess = i === 0 || random.chance(0.5);
    return { ...labelled(thread), instances: isProcess ? { kind: 'any', param: 'me' } : { kind: 'one' } };
  });
  const parts = { ...program, threads };
  return { ...parts, properties: [...pairInvariants(random, parts, 3), ...program.properties] };
}

/** Properties of everything that the dual engine decides. */
function judged(program: Program, random: Random): Program {
  const invariants = generateProperties(random, { ...program, shared: [] });
  const finals = generateProperties(random, program);
  const chosen = [...invariants, ...finals].flatMap((p, i): Property[] => {
    const isFinal = i >= invariants.length;
    return p.kind === (isFinal ? 'final' : 'invariant') ? [{ ...p, name: `${p.kind}${i}` }] : [];
  });
  const pairs = [...pairInvariants(random, program, 2), ...pairFinals(random, program, 2)];
  return { ...program, properties: [...chosen, ...pairs, ...program.properties] };
}

/** Labels on the statements that are not inside of others, and a last one. */
function labelled(thread: Thread): Thread {
  const last: Stmt = { kind: 'skip', labels: [], span };
  const body = [...thread.body, last].map((stmt, i) => ({ ...stmt, labels: [`A${i}`, ...stmt.labels] }));
  return { ...thread, body };
}

/** Integers begin with a value: to try all is beyond both engines. */
function closed(program: Program): Program {
  const settled = <V extends SharedVar | LocalVar>(variable: V): V =>
    variable.type.kind === 'int' && variable.init.kind === 'any'
      ? { ...variable, init: { kind: 'value', value: int(1) } }
      : variable;
  return { ...program, shared: program.shared.map(settled), locals: program.locals.map(settled) };
}
