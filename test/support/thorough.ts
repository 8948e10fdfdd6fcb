/** Whether tests are to try all that they can: `FENCEPOST_THOROUGH=1 npm test`. What they try otherwise is a part of that. */
const isThorough = process.env['FENCEPOST_THOROUGH'] === '1';

/** How many cases to try: all of them if tests are thorough, else few. */
export const casesOf = (all: number, few: number): number => (isThorough ? all : few);

/** All rows if tests are thorough, else every nth, which begin with the first. */
export const everyNth = <T>(rows: readonly T[], n: number): readonly T[] =>
  isThorough ? rows : rows.filter((_, i) => i % n === 0);
