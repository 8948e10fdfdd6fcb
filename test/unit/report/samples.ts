import type { Snapshot, Trace, TraceStep, Value } from '../../../src/lang/run/trace.js';
import { refusal } from '../../../src/ask/report.js';
import type { PropertyReport, VerifyReport } from '../../../src/ask/report.js';

interface Parts {
  readonly memory?: Readonly<Record<string, Value>>;
  readonly locals?: Readonly<Record<string, Value>>;
  readonly buffers?: Readonly<Record<string, readonly string[]>>;
  readonly places?: Readonly<Record<string, readonly string[]>>;
}

export function snapshot({ memory = {}, locals = {}, buffers = {}, places = {} }: Parts): Snapshot {
  return {
    memory: new Map(Object.entries(memory)),
    locals: new Map(Object.entries(locals)),
    buffers: new Map(Object.entries(buffers)),
    places: new Map(Object.entries(places)),
  };
}

function edge(thread: string, line: number, action: string, after: Parts): TraceStep {
  return { kind: 'edge', thread, line, action, after: snapshot(after) };
}

const places = { P: [], Q: [] };
const locals = { 'P.r': 0n, 'Q.s': 0n };

/** Store buffering: both threads read 0. */
export const storeBuffering: Trace = {
  initial: snapshot({ memory: { x: 0n, y: 0n }, locals: { 'P.r': 7n, 'Q.s': 7n }, places }),
  steps: [
    edge('P', 3, 'store x = 1', {
      memory: { x: 0n, y: 0n },
      locals: { 'P.r': 7n, 'Q.s': 7n },
      buffers: { P: ['x=1'] },
      places,
    }),
    edge('P', 4, 'load r = y (0)', {
      memory: { x: 0n, y: 0n },
      locals: { 'P.r': 0n, 'Q.s': 7n },
      buffers: { P: ['x=1'] },
      places,
    }),
    edge('Q', 8, 'store y = 1; s = s - 7', {
      memory: { x: 0n, y: 0n },
      locals,
      buffers: { P: ['x=1'], Q: ['y=1'] },
      places,
    }),
    {
      kind: 'flush',
      thread: 'Q',
      line: null,
      action: 'flush y = 1',
      after: snapshot({
        memory: { x: 0n, y: 1n },
        locals,
        buffers: { P: ['x=1'] },
        places: { P: ['CS'], Q: ['(end)'] },
      }),
    },
  ],
  violated: 'sb',
  conclusion: 'the final condition sb is false',
};

export const property = (name: string, more: Partial<PropertyReport> = {}): PropertyReport => ({
  name,
  kind: 'invariant',
  line: 12,
  verdict: 'safe',
  reason: null,
  detail: null,
  trace: null,
  ...more,
});

export const report = (more: Partial<VerifyReport>): VerifyReport => ({
  ...refusal('sb.fp', 'bug', []),
  language: 'fp',
  model: 'tso',
  engine: 'explicit',
  verdict: 'safe',
  reason: null,
  ...more,
});
