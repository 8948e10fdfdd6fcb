import {
  binary,
  conjunction,
  equal,
  int,
  or,
  shared,
  subexpressions,
  temporal,
  truth,
} from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';
import { isTemporal } from '../lang/program/program.js';
import type { Program, Property, TemporalProperty } from '../lang/program/program.js';
import { everyStatement } from '../lang/program/walk-statements.js';
import type { MemoryModel } from '../memory/model.js';
import { roomPerLocation } from '../memory/model-questions.js';

/** A temporal property that an export cannot state, and why. */
export interface LeftOut {
  readonly property: TemporalProperty;
  readonly why: string;
}

/** What an export is like, as far as temporal properties depend on it. */
export interface ExportSetting {
  readonly name: string;
  readonly hasMemory: boolean;
  /** Whether the store buffers become variables. */
  readonly isRewritten: boolean;
  readonly model: MemoryModel;
}

/**
 * The temporal properties that an export must leave out. In a program with its buffers as variables the fairness of flushes
 * can be said only where a buffer has one entry for a variable (paper 004, section III); steps are not the same there, and
 * flushes inside an atomic section are only those that matter to its own thread.
 */
export function leftOutOf(program: Program, setting: ExportSetting): readonly LeftOut[] {
  return program.properties.filter(isTemporal).flatMap((property) => {
    const why = reason(property, program, setting);
    return why === null ? [] : [{ property, why }];
  });
}

function reason(property: TemporalProperty, program: Program, setting: ExportSetting): string | null {
  const { name, hasMemory, isRewritten, model } = setting;
  if (hasMemory) return `${name} has no temporal properties`;
  if (property.kind === 'never') return `${name} has no automata beside the program`;
  if (!isRewritten) return null;
  if (roomPerLocation(model) !== 1) return 'flushes have no fairness there';
  if ([...subexpressions(property.formula)].some((e) => e.kind === 'temporal' && e.op === 'X'))
    return 'a step is not one step there, so X means something else';
  const sections = program.threads.flatMap((t) =>
    [...everyStatement(t.body)].filter((s) => s.kind === 'atomic'),
  );
  if (sections.some((s) => s.atOnce !== true)) return 'flushes inside atomic sections are not all there';
  return sections.length > 0 ? 'a section that waits in its middle is stuck there' : null;
}

/** The program without what is left out, and with the fairness of flushes as a premise of what stays. */
export function withPremise(program: Program, leftOut: readonly LeftOut[]): Program {
  const gone = new Set(leftOut.map(({ property }) => property.name));
  const fair = flushesAreFair(program);
  const stated = program.properties.filter((p) => !isTemporal(p) || !gone.has(p.name));
  return { ...program, properties: stated.map((p) => under(fair, p)) };
}

const under = (fair: Expr, property: Property): Property =>
  property.kind === 'ltl' && fair !== truth
    ? { ...property, formula: binary('->', fair, property.formula) }
    : property;

/** Again and again no entry of the queue is for a place, for each place that a thread writes. */
function flushesAreFair(program: Program): Expr {
  const empty = program.shared.flatMap(({ id: count, buffer }): readonly Expr[] => {
    if (buffer?.kind !== 'count') return [];
    const targets = program.shared.flatMap((v) =>
      v.buffer?.kind === 'target' && v.buffer.thread === buffer.thread ? [{ id: v.id, ...v.buffer }] : [],
    );
    const [first] = targets;
    if (first === undefined) return [equal(shared(count), int(0))];
    return first.places.map((_, code) =>
      conjunction(
        targets.map(({ id, position }) =>
          or(binary('<', shared(count), int(position)), binary('!=', shared(id), int(code))),
        ),
      ),
    );
  });
  return conjunction(empty.map((formula) => temporal('G', temporal('F', formula))));
}
