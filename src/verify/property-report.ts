import type { Verdict } from '../ir/verdict.js';
import type { Property } from '../ir/program.js';
import type { Confirmation } from './confirm.js';
import { blankProperty } from './report.js';
import type { PropertyReport } from './report.js';

/** What an engine says of a property; how it tells a violation is its own matter, and that of who confirms it. */
export function propertyReport<Evidence extends object>(
  property: Property,
  verdict: Verdict<Evidence>,
  confirm: (violation: Evidence) => Confirmation,
): PropertyReport {
  const base = blankProperty(property);
  switch (verdict.kind) {
    case 'safe':
      return { ...base, verdict: 'safe' };
    case 'unknown':
      return { ...base, verdict: 'unknown', reason: verdict.reason, detail: verdict.detail };
    case 'unsafe':
      return violationReport(property, confirm(verdict));
  }
}

/** Of a property that an engine calls violated. */
export function violationReport(property: Property, check: Confirmation): PropertyReport {
  const base = blankProperty(property);
  if ('trace' in check) return { ...base, verdict: 'unsafe', ...check };
  return { ...base, verdict: 'unknown', reason: 'unconfirmed', detail: check.undecided };
}
