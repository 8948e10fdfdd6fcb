import { families } from '../bench/dual-families.js';
import { familyRuns, paperRuns } from '../bench/dual.js';
import { table1, table2 } from '../bench/dual-paper.js';
import { figureSheets, table1Sheet, table2Sheet } from '../bench/dual-table.js';
import type { Reproduced } from './reproduced.js';

/** Tables 1 and 2 and figure 3 of paper 002; of the figure the paper prints curves, whose numbers are not in its text. */
export const dualityTables: Reproduced = {
  name: '002',
  measure: async ({ children, folder, limits }) => {
    const asked = { timeout: limits.timeout, runs: 1 };
    const first = table1Sheet(await paperRuns(table1, asked, children));
    const second = table2Sheet(await paperRuns(table2, asked, children));
    const grown = await familyRuns(families, limits, folder, children);
    return [first, second, ...figureSheets(grown, limits.point)];
  },
};
