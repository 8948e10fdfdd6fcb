import type { EngineRequest, RunVerdict } from '../engine.js';
import type { Findings } from './search.js';
import type { Incomplete } from '../shared/packed/incompleteness.js';

export function verdictsOf(
  request: EngineRequest,
  findings: Findings,
  incomplete: Incomplete | null,
): ReadonlyMap<string, RunVerdict> {
  return new Map(
    request.properties.map(({ name }): [string, RunVerdict] => {
      const execution = findings.record.executions.get(name);
      if (execution !== undefined) return [name, { kind: 'unsafe', execution }];
      const holds = incomplete === null || findings.record.proven.has(name);
      return [name, holds ? { kind: 'safe' } : { kind: 'unknown', ...incomplete }];
    }),
  );
}
