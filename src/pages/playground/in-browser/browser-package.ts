import type * as own from '../../../library/own-package.js';
import { InternalError } from '../../../support/invariant.js';

// In the place of library/own-package.ts: what package.json says is written in by the bundler.

declare const fencepostVersion: string;

export const packageVersion: typeof own.packageVersion = () => fencepostVersion;

export const programFile: typeof own.programFile = () => {
  throw new InternalError('a page starts no processes');
};

export const packageFolder: typeof own.packageFolder = () => '/';

export const pageAssets: typeof own.pageAssets = () => {
  throw new InternalError('a page writes no reports');
};
