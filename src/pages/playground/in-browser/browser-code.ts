import { unsupported } from '../../../diagnostics/diagnostic.js';

// In the place of node:vm and node:util, as far as code that engines make needs them.

/** The policy of the worker's own file must allow it: docs/playground.md has the headers. */
export function compileFunction(source: string, names: readonly string[]): unknown {
  try {
    return Reflect.construct(Function, [...names, source]);
  } catch (error) {
    if (!(error instanceof EvalError)) throw error;
    return unsupported(
      'engines compile what they search, and the policy of this server forbids that in workers',
      null,
      "the file of the worker needs a content security policy with 'unsafe-eval', or none",
    );
  }
}

/** Nobody listens. */
export const debuglog = () => (): void => undefined;
