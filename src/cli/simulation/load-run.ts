import { UsageError } from '../../diagnostics/diagnostic.js';
import { snapshot } from '../../evidence/snapshot.js';
import { explained } from '../../evidence/told/explain-run.js';
import { replay } from '../../evidence/replay.js';
import type { CellId, LocalId } from '../../lang/expr/ids.js';
import type { InitialChoice, Step } from '../../lang/run/execution.js';
import { stateKey } from '../../memory/machine.js';
import type { Machine, MachineState } from '../../memory/machine.js';
import { stateJson } from '../../report/report-json.js';
import { at, invariant } from '../../support/invariant.js';
import { field, listField, textField } from '../../support/json-fields.js';
import { moves } from './moves.js';
import type { LoadedRun } from './simulation-session.js';

/** A run as `verify --json` tells it: in words, so that the steps have to be found again. */
export interface ToldDocument {
  readonly model: string | null;
  readonly property: string | null;
  readonly initial: unknown;
  readonly rows: readonly unknown[];
}

/** The first run of a document of `verify --json`, or of several; null: it has none. */
export function toldIn(document: unknown): ToldDocument | null {
  const all = [document, ...listField(document, 'runs')];
  const one = all.find((each) => listField(each, 'trace').length > 0);
  if (one === undefined) return null;
  return {
    ...{ model: textField(one, 'model'), property: textField(one, 'property') },
    ...{ initial: field(one, 'initial'), rows: listField(one, 'trace') },
  };
}

interface FollowedSteps {
  readonly state: MachineState;
  readonly steps: readonly Step[];
}

/** The steps of the machine that do what the rows tell, from one state to the next. */
export function followedRun(machine: Machine, told: ToldDocument, path: string): LoadedRun {
  const initial = initialOf(machine, told.initial, path);
  let followers: readonly FollowedSteps[] = [{ state: machine.initial(initial), steps: [] }];
  for (const [i, row] of told.rows.entries()) {
    followers = distinct(followers.flatMap((follower) => stepsLike(machine, follower, row)));
    if (followers.length === 0) {
      const action = textField(row, 'action') ?? '?';
      throw new UsageError(`${path} holds no run of this program: nothing does step ${i + 1}, ${action}`);
    }
  }
  const { steps } = at(followers, 0);
  const execution = { initial, steps };
  const property = machine.system.properties.find(({ name }) => name === told.property) ?? null;
  const whole = property === null ? null : replay(machine, execution, property);
  if (property !== null && whole?.kind === 'accepted')
    return { ...execution, trace: explained(machine, execution, property, whole.trace) };
  const plain = replay(machine, execution, null);
  invariant(plain.kind === 'accepted', 'steps that were possible are possible again');
  return { ...execution, trace: plain.trace };
}

function stepsLike(
  machine: Machine,
  { state, steps }: FollowedSteps,
  row: unknown,
): readonly FollowedSteps[] {
  const [thread, action] = [textField(row, 'thread'), textField(row, 'action')];
  const after = stateText(row);
  return moves(machine, state)
    .filter(({ step, text }) => machine.thread(step.thread).name === thread && text === action)
    .filter(({ next }) => stateText(stateJson(snapshot(machine, next))) === after)
    .map(({ step, next }) => ({ state: next, steps: [...steps, step] }));
}

const stateText = (state: unknown): string =>
  JSON.stringify([field(state, 'memory'), field(state, 'locals'), field(state, 'buffers')]);

const distinct = (followers: readonly FollowedSteps[]): readonly FollowedSteps[] => [
  ...new Map(followers.map((follower) => [stateKey(follower.state), follower])).values(),
];

/** The values of what has no initialiser. */
function initialOf(machine: Machine, told: unknown, path: string): InitialChoice {
  const { cells, system } = machine;
  const value = (part: 'memory' | 'locals', name: string): bigint => {
    const found = field(field(told, part), name);
    if (typeof found === 'boolean') return found ? 1n : 0n;
    if (typeof found === 'number' && Number.isSafeInteger(found)) return BigInt(found);
    if (typeof found === 'string' && /^-?[0-9]+$/.test(found)) return BigInt(found);
    throw new UsageError(`${path} does not tell what ${name} is at the start`);
  };
  const free = cells.all().filter((cell) => cells.variable(cell).init.kind === 'any');
  const locals = system.locals.filter(({ init, temporary }) => init.kind === 'any' && !temporary);
  return {
    cells: new Map(free.map((cell): [CellId, bigint] => [cell, value('memory', cells.nameOf(cell))])),
    locals: new Map(
      locals.map(({ id, thread, name }): [LocalId, bigint] => [
        id,
        value('locals', `${machine.thread(thread).name}.${name}`),
      ]),
    ),
  };
}
