import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { equal, int, local, not, shared } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { threadId } from '../../lang/expr/ids.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import type { Program, Property, Thread } from '../../lang/program/program.js';
import { at, getOrFail } from '../../support/invariant.js';
import { leaf, leavesOf, replaced } from '../kit/written.js';
import type { ProcessorColumn, InitEntry, LitmusFile, InstructionOperand, LitmusPlace } from './ast.js';
import { conditionExpr, printCondition } from './condition.js';
import { lowerInstruction } from './instructions.js';
import type { LitmusTest, ObservedPlace } from './litmus-test.js';
import { LitmusNames } from './names.js';
import { fits } from './operands.js';
import { comparePlaces, placeKey, placeText, resolvePlace } from './places.js';
import type { KnownPlace } from './places.js';
import { checkValueLimit } from './value-limit.js';

/** `baseName` is that of the file; null if the bag got errors. */
export function lowerTest(file: LitmusFile, baseName: string, bag: DiagnosticBag): LitmusTest | null {
  const columns = [...file.columns].sort((a, b) => a.processor - b.processor);
  const initial = readInitialState(file.init, columns, bag);
  const observed = readObserved(file, columns, bag);
  const names = new LitmusNames(new Map([...initial].map(([key, { value }]) => [key, value])));
  for (const { place, span } of initial.values()) declare(place, span, names);
  const threads = columns.map((column, i) => lowerColumn(column, threadId(i), names, bag));
  if (!bag.hasErrors) checkValueLimit(file, bag);
  if (bag.hasErrors) return null;
  return assemble(file, baseName, threads, observed, names);
}

interface InitialAssignment {
  readonly place: KnownPlace;
  readonly value: bigint;
  readonly span: Span;
}

/** By place key. */
function readInitialState(
  entries: readonly InitEntry[],
  columns: readonly ProcessorColumn[],
  bag: DiagnosticBag,
): ReadonlyMap<string, InitialAssignment> {
  const initial = new Map<string, InitialAssignment>();
  for (const entry of entries) {
    const place = resolvePlace(entry.place, columns, bag);
    const value = constantOf(entry.value, bag);
    if (place === null || value === null) continue;
    const { span } = entry.place;
    const key = placeKey(place);
    if (initial.has(key)) bag.report('E202', span, `${placeText(place)} has two initial values`);
    initial.set(key, { place, value, span });
  }
  return initial;
}

function constantOf(operand: InstructionOperand | null, bag: DiagnosticBag): bigint | null {
  if (operand === null) return 0n;
  if (operand.kind === 'constant') return fits(operand.value, operand.span, bag) ? operand.value : null;
  bag.report('E501', operand.span, 'an address as a value is not supported', 'Initial values are numbers.');
  return null;
}

/** Every place of the condition and of `locations`. */
function readObserved(
  file: LitmusFile,
  columns: readonly ProcessorColumn[],
  bag: DiagnosticBag,
): ReadonlyMap<LitmusPlace, KnownPlace> {
  const { condition, locations } = file.outcome;
  const atoms = leavesOf(condition);
  for (const { place, value } of atoms) fits(value, place.span, bag);
  const known = new Map<LitmusPlace, KnownPlace>();
  for (const place of [...locations, ...atoms.map((atom) => atom.place)]) {
    const resolved = resolvePlace(place, columns, bag);
    if (resolved !== null) known.set(place, resolved);
  }
  return known;
}

function declare(place: KnownPlace, span: Span, names: LitmusNames): ObservedPlace {
  return place.kind === 'location'
    ? { kind: 'shared', shared: names.memory(place.name, span) }
    : { kind: 'local', local: names.register(place.thread, place.register, span) };
}

function lowerColumn(column: ProcessorColumn, id: ThreadId, names: LitmusNames, bag: DiagnosticBag): Thread {
  const body = column.instructions.flatMap((instruction) => lowerInstruction(instruction, id, names, bag));
  return { id, name: `P${column.processor}`, instances: { kind: 'one' }, body, span: column.span };
}

function assemble(
  file: LitmusFile,
  baseName: string,
  threads: readonly Thread[],
  mentioned: ReadonlyMap<LitmusPlace, KnownPlace>,
  names: LitmusNames,
): LitmusTest {
  const distinct = new Map(
    [...mentioned].map(([place, known]) => [placeKey(known), { known, span: place.span }]),
  );
  const observed = [...distinct.values()]
    .sort((a, b) => comparePlaces(a.known, b.known))
    .map(({ known, span }) => ({ text: placeText(known), place: declare(known, span, names) }));
  const position = (place: LitmusPlace): number => {
    const text = placeText(getOrFail(mentioned, place));
    return observed.findIndex((o) => o.text === text);
  };
  const proposition = replaced(file.outcome.condition, ({ place, value }) =>
    leaf({ place: position(place), value }),
  );
  const condition = conditionExpr(proposition, ({ place, value }) =>
    equal(readPlace(at(observed, place).place), int(value)),
  );
  return {
    name: file.name.text,
    info: file.info,
    program: assembleProgram(file, baseName, threads, condition, names),
    quantifier: file.outcome.quantifier,
    condition,
    conditionText: printCondition(proposition, (i) => at(observed, i).text),
    proposition,
    observed,
    span: file.span,
  };
}

function assembleProgram(
  file: LitmusFile,
  name: string,
  threads: readonly Thread[],
  condition: Expr,
  names: LitmusNames,
): Program {
  const { quantifier, span } = file.outcome;
  const formula = quantifier === 'forall' ? condition : not(condition);
  const outcome = `the outcome of the test is ${quantifier === 'forall' ? 'missed' : 'reached'}`;
  const property: Property = { kind: 'final', name: quantifier, formula, whenViolated: outcome, span };
  return {
    name,
    shared: names.shared,
    locals: names.locals,
    threads,
    properties: [property],
    predicates: [],
  };
}

const readPlace = (place: ObservedPlace): Expr =>
  place.kind === 'local' ? local(place.local) : shared(place.shared);
