import { DiagnosticBag } from '../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../src/diagnostics/span.js';
import { readCub } from '../../../src/frontends/cub/parse.js';
import type { ArraySystem } from '../../../src/lang/arrays/array-system.js';
import { checkWeakRules } from '../../../src/lang/arrays/weak-rules.js';
import { invariant } from '../../../src/support/invariant.js';

/** The system that a text in Cubicle's language says, and what is wrong with it. */
export function readCubText(text: string): { system: ArraySystem | null; complaints: readonly string[] } {
  const bag = new DiagnosticBag();
  const system = readCub(new Source('test.cub', text), bag);
  return { system, complaints: bag.errors().map(({ message }) => message) };
}

export function cubSystem(text: string): ArraySystem {
  const { system, complaints } = readCubText(text);
  invariant(system !== null, `the text is read: ${complaints.join('; ')}`);
  return system;
}

/** Whether it runs under TSO. */
export function isWeakSystem(system: ArraySystem): boolean {
  const bag = new DiagnosticBag();
  checkWeakRules(system, bag);
  return bag.errors().length === 0;
}
