import { at, getOrFail } from '../../support/invariant.js';
import { freeName, plainName } from '../../support/free-names.js';
import { atLabel, subexpressions } from '../expr/expr.js';
import type { Expr } from '../expr/expr.js';
import type { ThreadId } from '../expr/ids.js';
import { keywords, temporalLetters } from './keywords.js';
import { formulasOf, isTemporal, mapFormulas } from './program.js';
import type {
  Block,
  ImplicitKind,
  Instances,
  LocalVar,
  Program,
  Property,
  Stmt,
  Thread,
  VariableShape,
} from './program.js';
import { everyStatement } from './walk-statements.js';
import { mapBlocks, rewriteExpr } from './visit.js';

/**
 * The program with names that a `.fp` text can have: letters, digits and `_`, no keywords, and nothing by the name of
 * another thing that is seen in the same place. Names that are so already stay. `Q(0)`, which expand-instances makes,
 * becomes `Q_0`.
 */
export function legalized(program: Program): Program {
  const globals = globalNames(program);
  const threads = program.threads.map((thread) => ownNames(thread, program, globals));
  const labels = new Map(threads.map((own, i) => [at(program.threads, i).id, own.labels]));
  const properties = propertyNames(program);
  const relabel = (expr: Expr): Expr => rewriteExpr(expr, (e) => withLabel(e, labels));
  return {
    ...program,
    shared: program.shared.map((v, i) => ({ ...v, name: at(globals, i), shape: inOneRow(v.shape) })),
    locals: program.locals.map((v) => ({ ...v, name: getOrFail(at(threads, v.thread).locals, v) })),
    threads: program.threads.map((thread, i) => {
      const { param, labels: own } = at(threads, i);
      const body = renamedBlock(thread.body, own, properties.asserts);
      return {
        ...thread,
        name: at(globals, program.shared.length + i),
        instances: withParam(thread, param),
        body,
      };
    }),
    properties: properties.renamed.map((property) => mapFormulas(property, relabel)),
    predicates: program.predicates.map(relabel),
  };
}

/** Indices of programs are those of one row. */
const inOneRow = (shape: VariableShape): VariableShape =>
  shape.kind === 'array' && shape.columns !== undefined ? { kind: 'array', length: shape.length } : shape;

/** The names of the shared variables, then of the threads. */
function globalNames(program: Program): readonly string[] {
  const inLtl = program.properties
    .filter(isTemporal)
    .flatMap(formulasOf)
    .flatMap((formula) => [...subexpressions(formula)]);
  const spoken = new Set(
    inLtl.flatMap((e) => (e.kind === 'shared' ? [at(program.shared, e.shared).name] : [])),
  );
  const clashing = [...temporalLetters].filter((letter) => spoken.has(letter));
  const wanted = [...program.shared, ...program.threads].map(({ name }) => name);
  return distinct(wanted, [...keywords, ...clashing]);
}

interface OwnNames {
  readonly param: string | null;
  readonly locals: ReadonlyMap<LocalVar, string>;
  readonly labels: LabelNames;
}

type LabelNames = ReadonlyMap<string, string>;

function ownNames(thread: Thread, program: Program, globals: readonly string[]): OwnNames {
  const own = program.locals.filter((variable) => variable.thread === thread.id);
  const params = thread.instances.kind === 'one' ? [] : [thread.instances.param];
  const names = distinct([...params, ...own.map(({ name }) => name)], [...keywords, ...globals]);
  const labels = [...everyStatement(thread.body)].flatMap((stmt) => stmt.labels);
  const labelNames = distinct(labels, keywords);
  return {
    param: params.length === 0 ? null : at(names, 0),
    locals: new Map(own.map((variable, i) => [variable, at(names, params.length + i)])),
    labels: new Map(labels.map((label, i) => [label, at(labelNames, i)])),
  };
}

/** Pairwise different legal names, none of them taken; first come those that may stay as they are. */
function distinct(wanted: readonly string[], taken: Iterable<string>): readonly string[] {
  const used = new Set(taken);
  const kept = wanted.map((name) => {
    const stays = legalForm(name) === name && !used.has(name);
    if (stays) used.add(name);
    return stays;
  });
  return wanted.map((name, i) => {
    if (kept[i] === true) return name;
    const free = freeName(legalForm(name), (candidate) => used.has(candidate));
    used.add(free);
    return free;
  });
}

export const legalForm = (name: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : plainName(name);

function withLabel(expr: Expr, labels: ReadonlyMap<ThreadId, LabelNames>): Expr {
  if (expr.kind !== 'at') return expr;
  return atLabel(expr.thread, expr.instance, labels.get(expr.thread)?.get(expr.label) ?? expr.label);
}

function renamedBlock(block: Block, labels: LabelNames, asserts: ReadonlyMap<string, string>): Block {
  const relabel = (label: string): string => labels.get(label) ?? label;
  const inside = (stmt: Stmt): Stmt => {
    const mapped = mapBlocks(stmt, (inner) => renamedBlock(inner, labels, asserts));
    const named = { ...mapped, labels: mapped.labels.map(relabel) };
    if (named.kind === 'goto') return { ...named, target: relabel(named.target) };
    if (named.kind !== 'assert') return named;
    return { ...named, property: asserts.get(named.property) ?? named.property };
  };
  return block.map(inside);
}

function withParam({ instances }: Thread, param: string | null): Instances {
  return instances.kind === 'one' || param === null ? instances : { ...instances, param };
}

interface PropertyNames {
  readonly renamed: readonly Property[];
  /** The new name for asserts to use, by the old one. */
  readonly asserts: ReadonlyMap<string, string>;
}

/** New names only for those that a user may give: names with a colon are made from the line. */
function propertyNames({ properties }: Program): PropertyNames {
  const given = properties.filter((p) => isStated(p) && !p.name.includes(':'));
  const names = distinct(
    given.map((p) => p.name),
    [...keywords, 'div', 'bounds', 'range', 'deadlock'],
  );
  return {
    renamed: properties.map((property) => {
      const place = given.indexOf(property);
      return place >= 0 && isStated(property) ? { ...property, name: at(names, place) } : property;
    }),
    asserts: new Map(given.flatMap((p, i) => (p.kind === 'assert' ? [[p.name, at(names, i)]] : []))),
  };
}

type Implied = Extract<Property, { readonly kind: ImplicitKind | 'deadlock' }>;

/** Has a name that the program gives it. */
const isStated = (property: Property): property is Exclude<Property, Implied> =>
  'formula' in property || property.kind === 'never' || property.kind === 'assert';
