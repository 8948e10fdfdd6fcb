import type { EvidenceDocument } from '../evidence/document/evidence-document.js';
import { predicateCoverOf } from '../evidence/document/predicates-claim.js';
import { coverOf, lassoOf } from '../evidence/document/understood.js';
import type { Property } from '../lang/program/program.js';
import type { System } from '../lang/program/system.js';
import type { MemoryModel } from '../memory/model.js';
import { coverFormula } from '../symbolic/cover-formula.js';
import { MachineSteps } from '../symbolic/machine-steps.js';
import { SymbolicState } from '../symbolic/symbolic-state.js';
import { assertNever } from '../support/invariant.js';
import { invariantObligations } from './invariant-obligations.js';
import { ObligationTexts } from './obligation-text.js';
import type { SmtFile, TextHeading } from './obligation-text.js';
import { predicateFormula } from './predicate-formula.js';
import { runText } from './run-text.js';

/** What evidence speaks of. */
export interface MeantEvidence {
  readonly evidence: Extract<
    EvidenceDocument,
    { readonly kind: 'run' | 'lasso' | 'invariant' | 'predicates' }
  >;
  readonly system: System;
  readonly model: MemoryModel;
  /** Of an invariant, what is claimed; of a run, what it violates, or nothing. */
  readonly properties: readonly Property[];
  /** Of a run, how many steps it takes until the property is violated. */
  readonly length: number;
  readonly watch: () => void;
}

/** What solvers are to be asked, in order. */
export function* evidenceTexts(meant: MeantEvidence): Generator<SmtFile> {
  const { evidence, system, model, properties, length, watch } = meant;
  const state = new SymbolicState(system);
  const steps = new MachineSteps(state, model, null, watch);
  const heading = headingOf(meant);
  switch (evidence.kind) {
    case 'run':
    case 'lasso':
      yield runText(steps, lassoOf(system, evidence), { property: properties[0] ?? null, length }, heading);
      return;
    case 'invariant':
    case 'predicates': {
      const invariant =
        evidence.kind === 'invariant'
          ? coverFormula(state, coverOf(system, evidence))
          : predicateFormula(state, predicateCoverOf(system, evidence), watch);
      const obligations = invariantObligations(steps, invariant.shapes, properties);
      const texts = new ObligationTexts(state, model, invariant, heading);
      for (const [number, obligation] of obligations.entries()) {
        watch();
        yield texts.file(obligation, number);
      }
      return;
    }
    default:
      assertNever(evidence);
  }
}

function headingOf({ evidence: { kind, program, question }, properties }: MeantEvidence): TextHeading {
  const names = properties.map(({ name }) => name).join(', ');
  const what =
    kind === 'invariant' || kind === 'predicates' ? `an invariant that shows ${names}` : `a ${kind}`;
  return { lines: [`${program.file} (sha256 ${program.sha256}) under ${question.model}: ${what}.`] };
}

/** What is in the files, one line each: name, what a solver is to say, what that shows. */
export const indexText = (files: readonly Omit<SmtFile, 'text'>[]): string =>
  files.map(({ name, expected, says }) => `${name}\t${expected}\t${says}\n`).join('');
