import type { RunToTell } from '../evidence/run-to-tell.js';
import type { Snapshot, Value } from '../lang/run/trace.js';
import { freeName } from '../support/free-names.js';
import type { RunFormat } from './run-format.js';

/**
 * The run in the Informal Trace Format (apalache-mc.org, ADR 015): one variable for each of memory, for each local, for each
 * buffer (a list, oldest write first) and for where each thread is; `action` is what led to the state (`action_2`, if a variable
 * of the program has that name).
 */
export const itf: RunFormat = { name: 'itf', write: (run) => `${JSON.stringify(document(run), null, 1)}\n` };

type ItfValue = boolean | string | { readonly '#bigint': string } | readonly ItfValue[];
type ItfState = Readonly<Record<string, ItfValue>>;

function document({ trace, machine, file, property }: RunToTell): object {
  const threads = machine.system.threads.map(({ name }) => name);
  const action = freeName('action', (name) => trace.initial.memory.has(name));
  const first = { ...stateOf(trace.initial, threads), [action]: 'init' };
  const later = trace.steps.map((step) => ({
    ...stateOf(step.after, threads),
    [action]: `${step.thread}: ${step.action}`,
  }));
  const states = [first, ...later];
  // A run that stays where it is goes round in its last state.
  const loop = trace.loop === undefined ? {} : { loop: Math.min(trace.loop, states.length - 1) };
  return {
    '#meta': {
      format: 'ITF',
      'format-description': 'https://apalache-mc.org/docs/adr/015adr-trace.html',
      source: file.name,
      status: 'violation',
      description: `${property.name}: ${trace.conclusion}`,
    },
    params: [],
    vars: Object.keys(first),
    ...loop,
    states: states.map((state, index) => ({ '#meta': { index }, ...state })),
  };
}

function stateOf({ memory, locals, buffers, places }: Snapshot, threads: readonly string[]): ItfState {
  return Object.fromEntries<ItfValue>([
    ...[...memory, ...locals].map(([name, value]) => [name, itfValue(value)] as const),
    ...threads.map((name) => [`buffer of ${name}`, buffers.get(name) ?? []] as const),
    ...threads.map((name) => [`place of ${name}`, places.get(name) ?? []] as const),
  ]);
}

const itfValue = (value: Value): ItfValue =>
  typeof value === 'bigint' ? { '#bigint': String(value) } : value;
