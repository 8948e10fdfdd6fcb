import type { Action, Automaton, Edge } from '../../../../lang/program/system.js';
import { assertNever, at } from '../../../../support/invariant.js';
import { lengthAfter } from '../buffering.js';
import type { PackedVariable } from '../packed-variables.js';
import { drained, markCode } from './buffers.js';
import { literal, reachedCode, setRaw, setValue } from './fields.js';
import { sure } from './helper-code.js';
import { StepWriter } from './step-writer.js';
import type { EdgeContext } from './step-writer.js';
import { freeSlots, writeStore } from './stores.js';

/** The code of an edge; at most `longest` entries are in the own buffer before. */
export function edgeCode(thread: Automaton, edge: Edge, longest: number, context: EdgeContext): string {
  const writer = new StepWriter(thread, edge, longest, context);
  const { markers } = at(context.plan.buffers, thread.id);
  const arrives = edge.actions.every((action, i) => {
    const goesOn = writeAction(writer, action, i);
    writer.longest = lengthAfter(action, writer.longest, markers);
    return goesOn;
  });
  if (arrives) writeArrival(writer);
  return writer.finished();
}

function writeArrival(writer: StepWriter): void {
  const { thread, edge, context } = writer;
  writer.emit(setRaw(at(context.plan.layout.locations, thread.id), writer.words, String(edge.to)));
  if (context.plan.reductions) forgetDead(writer);
  writer.reportAsserts();
  // Who has no step left may never be asked for one.
  if (context.flushesApart && !thread.edges.some(({ from }) => from === edge.to))
    writer.emit(reachedCode(at(context.firstLocations, thread.id) + edge.to));
  const inside = at(thread.locations, edge.to).atomic;
  writer.emit(context.dialect.arrive(inside, writer.step(), writer.wordNames()));
}

/** False if nothing after the action is reached. */
function writeAction(writer: StepWriter, action: Action, index: number): boolean {
  const { plan } = writer.context;
  const { variables } = plan;
  switch (action.kind) {
    case 'assume':
      writer.emit(`if (!${writer.evaluate(action.cond).code}) ${writer.leave}`);
      return true;
    case 'assign': {
      const variable = variables.ofLocal(action.local);
      const value = writer.evaluateNumber(action.value);
      if (!writer.fit(variable, value)) return false;
      writer.emit(setValue(writer.field(variable), writer.words, value.code));
      return true;
    }
    case 'store':
      return writeStore(writer, action);
    case 'fence':
      if (action.fence === 'full') writeWait(writer, [writer.thread.id]);
      else if (at(plan.buffers, writer.thread.id).markers) writer.emit(markCode(freeSlots(writer)));
      return true;
    case 'lock':
      writeWait(
        writer,
        plan.model.lockedWaits === 'own' ? [writer.thread.id] : variables.system.threads.map((t) => t.id),
      );
      return true;
    case 'havoc':
      return writeHavoc(writer, variables.ofLocal(action.local), index);
    case 'assert':
      writer.expectTrue(writer.evaluate(action.cond).code, writer.context.assertEvent(action.property));
      return true;
    default:
      return assertNever(action);
  }
}

function writeWait(writer: StepWriter, threads: readonly number[]): void {
  const test = drained(writer.context.plan, threads, writer.words);
  if (test !== 'true') writer.emit(`if (!${test}) ${writer.leave}`);
}

function writeHavoc(writer: StepWriter, variable: PackedVariable, index: number): boolean {
  const values = writer.context.plan.choices.ofHavoc(writer.thread.id, writer.edge, index);
  const value = writer.loop(values);
  if (!writer.fit(variable, sure(value, values))) return false;
  writer.emit(setValue(writer.field(variable), writer.words, value));
  return true;
}

/**
 * Locals that will be written before they are read, and that no property mentions, take one value: states that differ
 * only in such locals have the same futures and satisfy the same properties, so one of them stands for all.
 */
function forgetDead(writer: StepWriter): void {
  const { plan } = writer.context;
  const { thread, edge } = writer;
  const liveness = at(plan.choices.liveness, thread.id);
  const after = liveness.at(edge.to);
  const before = liveness.at(edge.from);
  const written = edge.actions.flatMap((a) =>
    a.kind === 'assign' || a.kind === 'havoc' ? [plan.variables.ofLocal(a.local)] : [],
  );
  // Dead before and not touched: it has that value already.
  const touched = [...new Set([...before, ...written])].toSorted((a, b) => a.index - b.index);
  for (const variable of touched) {
    if (!isLocalOf(thread, variable) || after.has(variable)) continue;
    const rest = literal(at(plan.rest, variable.index));
    writer.emit(setValue(writer.field(variable), writer.words, rest));
  }
}

const isLocalOf = ({ id }: Automaton, { place }: PackedVariable): boolean =>
  place.kind === 'local' && place.thread === id;
