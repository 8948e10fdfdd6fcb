import { atLabel, binary, conjunction, int, local, not, shared } from '../../../src/lang/expr/expr.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import type { Block, Program, Property, Stmt } from '../../../src/lang/program/program.js';
import { mapBlocks } from '../../../src/lang/program/visit.js';
import { everyStatement } from '../../../src/lang/program/walk-statements.js';
import { at } from '../../../src/support/invariant.js';
import { generateProgram, memoryOptions } from '../generate/generate-program.js';
import type { GeneratorOptions, StmtWeights } from '../generate/generator-options.js';
import { span } from '../generate/generate-values.js';
import type { Random } from '../random.js';

/** Besides what memory models are compared on: loops that wait, and sections in sections. */
const waiting: StmtWeights = [...memoryOptions.weights, ['spin', 0.6], ['atomic', 0.6], ['rmw', 0.8]];

const sorts: readonly Partial<GeneratorOptions>[] = [
  {},
  { statements: 4, threads: [3, 4], sharedVars: [2, 4] },
  { weights: waiting, statements: 5 },
  { everything: true, statements: 4, depth: 1 },
];

/** A program with labels on some statements, and invariants over labels, memory and locals of several threads. */
export function watchedProgram(random: Random): Program {
  const program = generateProgram(random, { ...memoryOptions, ...random.pick(sorts) });
  const threads = program.threads.map((thread) => {
    let made = 0;
    const labelled = (block: Block): Block =>
      block.map((stmt): Stmt => {
        const labels = random.chance(0.4) ? [...stmt.labels, `W${made++}`] : stmt.labels;
        return { ...(isSection(stmt) ? stmt : mapBlocks(stmt, labelled)), labels };
      });
    return { ...thread, body: labelled(thread.body) };
  });
  const watched = { ...program, threads };
  const invariants = Array.from(
    { length: random.below(4) },
    (_, i): Property => ({ kind: 'invariant', name: `watch_${i}`, formula: watchOf(watched, random), span }),
  );
  return { ...watched, properties: [...invariants, ...program.properties] };
}

const isSection = ({ kind }: Stmt): boolean => kind === 'atomic' || kind === 'locked';

function watchOf(program: Program, random: Random): Expr {
  const parts = Array.from({ length: random.between(1, 3) }, () => fact(program, random));
  return random.chance(0.25)
    ? binary('->', at(parts, 0), conjunction(parts.slice(1)))
    : not(conjunction(parts));
}

function fact(program: Program, random: Random): Expr {
  const thread = random.pick(program.threads);
  const labels = [...everyStatement(thread.body)].flatMap((stmt) => stmt.labels);
  if (labels.length > 0 && random.chance(0.6)) return atLabel(thread.id, null, random.pick(labels));
  const numbers = [
    ...program.shared.flatMap(({ id, type, shape }) =>
      type.kind === 'bool' || shape.kind !== 'scalar' ? [] : [shared(id)],
    ),
    ...program.locals.flatMap((v, i) => (v.type.kind === 'bool' ? [] : [local(at(program.locals, i).id)])),
  ];
  if (numbers.length === 0) return binary('==', int(1), int(1));
  const op = random.pick(['==', '==', '!=', '<='] as const);
  return binary(op, random.pick(numbers), random.chance(0.7) ? int(random.below(3)) : random.pick(numbers));
}
