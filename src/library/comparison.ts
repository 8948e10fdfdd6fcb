import { summaries } from '../compare/summary.js';
import type { CallOptions } from '../options/call-options.js';
import { UsageError } from '../diagnostics/diagnostic.js';
import { givenBy, objectOf } from '../options/call-options.js';
import type { ComparedRun } from '../report/compared-run.js';
import { compareGiven } from './comparing.js';
import type { ComparedPrograms } from './comparing.js';
import { answered } from './error.js';
import { packageVersion } from './own-package.js';

export type CompareCall = CallOptions<'compare'> & {
  /** Ends the runs; those that are not finished by then are missing. */
  readonly signal?: AbortSignal | undefined;
  /** Hears of each run that has ended. */
  readonly onRun?: ((run: ComparedRun) => void) | undefined;
};

/** Verifies each file in each of the ways, each time in a process of its own. */
export const compare = (files: readonly string[], options: CompareCall = {}): Promise<ComparedPrograms> =>
  answered(null, async () => {
    const { signal = new AbortController().signal, onRun, ...rest } = objectOf(options);
    const paths: unknown = files;
    if (!Array.isArray(paths) || !paths.every((path) => typeof path === 'string'))
      throw new UsageError('compare takes a list of paths of files: each run is a process of its own');
    const warnings: string[] = [];
    const made = await compareGiven(files, givenBy('compare', rest), {
      ...{ signal, version: packageVersion() },
      onPlan: () => undefined,
      onStart: () => undefined,
      onEnd: (job, record) => {
        const [row] = record === null ? [] : summaries([{ job, record }]);
        if (row !== undefined) onRun?.(row.row);
      },
      warn: (text) => warnings.push(text),
    });
    return { ...made, remarks: [...warnings, ...made.remarks] };
  });
