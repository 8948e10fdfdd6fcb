import type { Children } from '../../src/compare/children.js';
import type { Sheet } from '../bench/sheet.js';

/** What a campaign may take. */
export interface ReproductionLimits {
  /** Seconds for each run. */
  readonly timeout: number;
  /** Seconds for each point of a curve that grows until they do not suffice. */
  readonly point: number;
}

/** Where runs are made. */
export interface Workplace {
  readonly children: Children;
  readonly folder: string;
  readonly limits: ReproductionLimits;
}

/** A table or figure of a paper, measured again. */
export interface Reproduced {
  /** By which `--only` names it. */
  readonly name: string;
  readonly measure: (place: Workplace) => Promise<readonly Sheet[]>;
}

export const count = (value: number | null): string =>
  value === null ? '-' : value.toLocaleString('en', { maximumFractionDigits: 0 });

export const decimals = (value: number | null, digits = 2): string =>
  value === null ? '-' : value.toFixed(digits);

/** Where the programs of the paper are not at hand. */
export const notMeasured = 'not measured: the program is not at hand';
