import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { Span } from '../../diagnostics/span.js';
import type { ExprPlace } from './scope.js';

/** The implicit property that a fault violates. */
type ImplicitFault = 'div' | 'bounds' | 'range';

const codesOf: Readonly<
  Record<ImplicitFault, { readonly error: DiagnosticCode; readonly warning: DiagnosticCode }>
> = {
  div: { error: 'E302', warning: 'W606' },
  range: { error: 'E303', warning: 'W607' },
  bounds: { error: 'E304', warning: 'W608' },
};

/**
 * Reports a fault that constants alone show; whether the program has a meaning all the same. In a statement it has: the
 * execution that gets there violates a property, so a warning does. Nothing runs in a declaration or a property.
 */
export function reportFault(
  fault: ImplicitFault,
  span: Span,
  message: string,
  place: ExprPlace,
  note: string | null = null,
): boolean {
  const { error, warning } = codesOf[fault];
  if (place.role !== 'statement') {
    place.world.bag.report(error, span, message, note);
    return false;
  }
  const consequence = `the program violates \`${fault}\` if it gets here`;
  place.world.bag.report(warning, span, `${message}; ${consequence}`, note);
  return true;
}
