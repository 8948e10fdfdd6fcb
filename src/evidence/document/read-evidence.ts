import { field, listField, parsedJson, textField } from '../../support/json-fields.js';
import type {
  ArrayEvidenceStep,
  ArrayRunClaim,
  CarriedClaim,
  CarryingEvidence,
  CubesClaim,
  EvidenceBase,
  EvidenceCube,
  EvidenceFact,
  EvidenceDocument,
  EvidenceBox,
  EvidenceEntry,
  EvidenceFormula,
  EvidenceNumber,
  EvidencePredicateBox,
  EvidenceProgram,
  EvidenceQuestion,
  EvidenceStep,
  EvidenceValues,
  EvidenceLack,
  InvariantClaim,
  PredicatesClaim,
  RankingClaim,
  ClaimedRanking,
  RunClaim,
} from './evidence-document.js';

/** What is no evidence; the message says what is wrong with it. */
export class NoEvidence extends Error {
  override readonly name = 'NoEvidence';
}

/** What the text says; throws `NoEvidence`. */
export function readEvidence(text: string): EvidenceDocument {
  const document = parsedJson(text);
  if (document === undefined) return wrong('it is no JSON');
  if (field(document, 'schema') !== 1) return wrong('it has not `"schema": 1`');
  return { ...baseOf(document), ...claimOf(document) };
}

function wrong(why: string): never {
  throw new NoEvidence(why);
}

const baseOf = (document: unknown): EvidenceBase => ({
  schema: 1,
  program: programOf(field(document, 'program')),
  question: questionOf(field(document, 'question')),
  automata: texts(document, 'automata'),
});

const programOf = (value: unknown): EvidenceProgram => ({
  file: text(value, 'file'),
  sha256: text(value, 'sha256'),
  language: text(value, 'language'),
});

function questionOf(value: unknown): EvidenceQuestion {
  const atomicWaits = text(value, 'atomicWaits');
  if (atomicWaits !== 'all' && atomicWaits !== 'own') return wrong('`atomicWaits` is neither all nor own');
  const procs = countOrNull(value, 'procs');
  const allocations = field(value, 'allocations');
  if (!isCount(allocations) || allocations === 0) return wrong('`allocations` is no number from 1 on');
  return {
    ...{ model: text(value, 'model'), atomicWaits, procs, fairness: text(value, 'fairness') },
    ...{
      invariants: texts(value, 'invariants'),
      ltl: texts(value, 'ltl'),
      defines: texts(value, 'defines').map(oneLine),
    },
    includes: texts(value, 'includes'),
    wrap: field(value, 'wrap') === true,
    races: field(value, 'races') === true,
    termination: field(value, 'termination') === true,
    robust: textField(value, 'robust') === 'state' ? 'state' : field(value, 'robust') === true,
    allocations,
  };
}

/** A macro with more lines would be more than a macro. */
const oneLine = (define: string): string =>
  /[\r\n]/.test(define) ? wrong('a define has several lines') : define;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function claimOf(
  document: unknown,
): RunClaim | InvariantClaim | RankingClaim | PredicatesClaim | CarriedClaim | ArrayRunClaim | CubesClaim {
  const kind = text(document, 'kind');
  switch (kind) {
    case 'run':
    case 'lasso':
      return {
        kind,
        property: text(document, 'property'),
        initial: textsByName(document, 'initial'),
        steps: list(document, 'steps').map(stepOf),
        cycle: list(document, 'cycle').map(stepOf),
      };
    case 'invariant':
      return { kind, ...statesOf(document) };
    case 'ranking':
      return { kind, ...statesOf(document), rankings: list(document, 'rankings').map(rankingOf) };
    case 'predicates':
      return predicatesOf(document);
    case 'carried':
      return {
        ...{ kind, properties: texts(document, 'properties') },
        underSc: carryingOf(field(document, 'underSc')),
        robust: carryingOf(field(document, 'robust')),
      };
    case 'array-run':
      return {
        ...{ kind, property: text(document, 'property'), processes: count(document, 'processes') },
        ...{ maxProcs: countOrNull(document, 'maxProcs'), initial: textsByName(document, 'initial') },
        steps: list(document, 'steps').map(arrayStepOf),
      };
    case 'cubes':
      return {
        ...{ kind, properties: texts(document, 'properties'), maxProcs: countOrNull(document, 'maxProcs') },
        witness: witnessOf(field(document, 'witness')),
        cubes: list(document, 'cubes').map(cubeOf),
      };
    default:
      return wrong(`nothing is known of evidence of the kind '${kind}'`);
  }
}

function stepOf(value: unknown): EvidenceStep {
  const thread = text(value, 'thread');
  const flush = textField(value, 'flush');
  if (flush !== null) return { thread, flush };
  const edge = field(value, 'edge');
  if (!isCount(edge)) return wrong('a step has neither `edge` nor `flush`');
  const chosen = listField(value, 'chosen').map(asText);
  return { thread, edge, ...(chosen.length === 0 ? {} : { chosen }) };
}

const predicatesOf = (document: unknown): PredicatesClaim => ({
  ...{ kind: 'predicates', properties: texts(document, 'properties') },
  predicates: list(document, 'predicates').map((formula) => formulaOf(formula)),
  shapes: list(document, 'shapes').map((cells) => asList(cells).map(asText)),
  boxes: list(document, 'boxes').map(predicateBoxOf),
});

function carryingOf(document: unknown): CarryingEvidence {
  const kind = text(document, 'kind');
  if (kind === 'invariant') return { ...baseOf(document), kind, ...statesOf(document) };
  if (kind === 'predicates') return { ...baseOf(document), ...predicatesOf(document) };
  return wrong(`evidence of the kind '${kind}' carries nothing over`);
}

const statesOf = (document: unknown): Omit<InvariantClaim, 'kind'> => ({
  properties: texts(document, 'properties'),
  waiting: waitingOf(document),
  parts: list(document, 'parts').map(boxesOf),
});

const waitingOf = (value: unknown): InvariantClaim['waiting'] =>
  list(value, 'waiting').map((entries) => asList(entries).map(entryOf));

const boxesOf = (value: unknown): { readonly boxes: readonly EvidenceBox[] } => ({
  boxes: list(value, 'boxes').map(boxOf),
});

const rankingOf = (value: unknown): ClaimedRanking => ({
  property: text(value, 'property'),
  automaton: texts(value, 'automaton'),
  waiting: waitingOf(value),
  levels: list(value, 'levels').map((level) => ({
    lacks: lackOf(field(level, 'lacks')),
    regions: list(level, 'regions').map((region) => ({ state: count(region, 'state'), ...boxesOf(region) })),
  })),
});

function lackOf(value: unknown): EvidenceLack {
  if (value === null) return value;
  const [flush, move] = [textField(value, 'flush'), textField(value, 'move')];
  if (move !== null) return { move };
  if (flush === null) return { mark: count(value, 'mark') };
  return field(value, 'cell') === undefined ? { flush } : { flush, cell: text(value, 'cell') };
}

const boxOf = (value: unknown): EvidenceBox => ({
  at: byName(value, 'at', valuesOf),
  values: byName(value, 'values', valuesOf),
  buffers: byName(value, 'buffers', valuesOf),
});

const predicateBoxOf = (value: unknown): EvidencePredicateBox => ({
  at: byName(value, 'at', valuesOf),
  buffers: byName(value, 'buffers', valuesOf),
  holds: list(value, 'holds').map(asCount),
  fails: list(value, 'fails').map(asCount),
});

/** Formulas are no deeper than this: whoever reads them goes down by calling himself. */
const deepest = 200;

function formulaOf(value: unknown, depth = 0): EvidenceFormula {
  if (depth > deepest) return wrong('a formula is too deep');
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  return asList(value).map((part) => formulaOf(part, depth + 1));
}

function arrayStepOf(value: unknown): ArrayEvidenceStep {
  const flush = field(value, 'flush');
  if (isCount(flush)) return { flush };
  return {
    transition: count(value, 'transition'),
    processes: list(value, 'processes').map(asCount),
    chosen: textsByName(value, 'chosen'),
  };
}

function witnessOf(value: unknown): CubesClaim['witness'] {
  if (value === null) return null;
  const of = text(value, 'of');
  return of === 'all' || of === 'each'
    ? { transition: text(value, 'transition'), of }
    : wrong('`of` is neither all nor each');
}

function cubeOf(value: unknown): EvidenceCube {
  const facts = list(value, 'facts').map(factOf);
  const told = { processes: count(value, 'processes'), facts };
  if (field(value, 'reads') === undefined) return told;
  const names = (name: string) => byName(value, name, (items) => asList(items).map(asText));
  return {
    ...told,
    reads: list(value, 'reads').map((read) => pairOf(read)),
    ...{ fromRead: names('fromRead'), fromReadOf: names('fromReadOf') },
    ...{ fromWriteOf: names('fromWriteOf'), fromCell: names('fromCell') },
  };
}

function pairOf(value: unknown): readonly [string, string] {
  const [first, second] = asList(value);
  return [asText(first), asText(second)];
}

function factOf(value: unknown): EvidenceFact {
  if (field(value, 'sum') !== undefined) {
    const op = text(value, 'op');
    if (op !== '<' && op !== '<=' && op !== '<>') return wrong(`nothing is known of ${shown(op)} in a cube`);
    return { sum: list(value, 'sum').map(pairOf), plus: text(value, 'plus'), op };
  }
  const term = text(value, 'term');
  const [is, isNot] = [textField(value, 'is'), textField(value, 'isNot')];
  if (is !== null) return { term, is };
  return isNot === null ? { term, in: texts(value, 'in') } : { term, isNot };
}

function entryOf(value: unknown): EvidenceEntry {
  if (value === '|') return value;
  const [cell, written] = asList(value);
  return [asText(cell), asNumber(written)];
}

const valuesOf = (value: unknown): EvidenceValues =>
  asList(value).map((item) => {
    if (!Array.isArray(item)) return asNumber(item);
    const [from, to] = asList(item);
    return [asNumber(from), asNumber(to)];
  });

function asNumber(value: unknown): EvidenceNumber {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  return typeof value === 'string' && isInteger(value)
    ? value
    : wrong(`a number is expected, not ${shown(value)}`);
}

export const isInteger = (value: string): boolean => /^-?[0-9]+$/.test(value);

const asCount = (value: unknown): number =>
  isCount(value) ? value : wrong(`a number from 0 on is expected, not ${shown(value)}`);

const count = (value: unknown, name: string): number => asCount(field(value, name));

/** Of processes: nobody can ask about none of them. */
function countOrNull(value: unknown, name: string): number | null {
  const number = field(value, name) === null ? null : count(value, name);
  return number === 0 ? wrong(`\`${name}\` is 0`) : number;
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : wrong(`a text is expected, not ${shown(value)}`);

const asList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : wrong(`a list is expected, not ${shown(value)}`);

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 40);

const text = (value: unknown, name: string): string =>
  textField(value, name) ?? wrong(`there is no text as \`${name}\``);

const list = (value: unknown, name: string): readonly unknown[] =>
  asList(field(value, name) ?? wrong(`there is no \`${name}\``));

const texts = (value: unknown, name: string): readonly string[] => list(value, name).map(asText);

const textsByName = (value: unknown, name: string): Readonly<Record<string, string>> =>
  byName(value, name, asText);

function byName<T>(value: unknown, name: string, read: (item: unknown) => T): Readonly<Record<string, T>> {
  const found = field(value, name);
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    return wrong(`there is no \`${name}\``);
  return Object.fromEntries(Object.entries(found).map(([key, item]) => [key, read(item)]));
}
